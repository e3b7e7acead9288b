//! The decision: the ranking does not see the claimed value, nothing is supported by nothing, and right answers of every day pass.

use groundcheck::analyze;
use groundcheck::training::{Model, Seen, see};
use groundcheck_types::{Claim, ReasonCode, Report, Request, Source, Status, Verdict};
use serde::Deserialize;

use crate::gold::{files, one_of};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pastes {
    paste: Vec<Paste>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paste {
    name: String,
    source: String,
    answer: String,
}

#[test]
fn right_answers_are_clean_or_open() {
    let pastes: Pastes = crate::data::read("pastes.toml");
    let mut flagged = Vec::new();
    for paste in pastes.paste {
        let source = Source { id: "S0".into(), text: paste.source, title: None, url: None, kind: None };
        let request = Request { answer: paste.answer, sources: vec![source], ..Request::default() };
        for claim in analyze(&request).unwrap().claims {
            if matches!(claim.status, Status::Contradicted | Status::Unsupported) {
                flagged.push(format!("{}: {} {:?} {:?}", paste.name, claim.text, claim.probability, claim.reasons));
            }
        }
    }
    assert!(flagged.is_empty(), "{}", flagged.join("\n"));
}

/// The answer with other digits in one claim, as many as before.
fn with_other_digits(answer: &str, at: &Seen) -> Option<String> {
    let (start, end) = (at.span.start as usize, at.span.end as usize);
    let own = &answer[start..end];
    // The first digits stay: a year stays one, and nothing begins with a zero.
    let last = own.char_indices().rev().find(|(_, c)| c.is_ascii_digit())?.0;
    let digit = own.as_bytes()[last] - b'0';
    let other = char::from(b'0' + (digit + 3) % 10);
    if digit == 0 || other == '0' || own.contains(|c: char| c.is_alphabetic()) {
        return None;
    }
    Some(format!("{}{}{other}{}{}", &answer[..start], &own[..last], &own[last + 1..], &answer[end..]))
}

#[test]
fn another_claimed_value_gives_the_same_ranking() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for (name, cases) in files() {
        for case in cases.iter().step_by(7).filter(|case| !case.request.sources.is_empty()) {
            let seen = see(&case.request, &Model::default(), false).unwrap();
            for (at, own) in seen.iter().enumerate().take(4) {
                let Some(answer) = with_other_digits(&case.request.answer, own) else { continue };
                let other = see(&Request { answer, ..case.request.clone() }, &Model::default(), false).unwrap();
                let Some(other) = other.get(at).filter(|other| other.span == own.span) else { continue };
                let ranked = |seen: &Seen| {
                    let blind = seen.look_ups.iter().filter(|c| !c.by_value);
                    blind.chain(&seen.formulas).map(|c| c.features.clone()).collect::<Vec<_>>()
                };
                compared += 1;
                if ranked(own) != ranked(other) {
                    let (one, two) = (ranked(own), ranked(other));
                    let first = one.iter().zip(&two).find(|(a, b)| a != b);
                    let at = first.map(|(a, b)| a.iter().zip(b).position(|(a, b)| a != b));
                    let (id, text) = (&case.request.id, own.span.of(&case.request.answer));
                    wrong.push(format!("{name} {id:?} {text:?}: {} {}, feature {at:?}", one.len(), two.len()));
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
    // A number may be part of how its own sentence is read: a range's end, a row called by it.
    assert!(wrong.len() * 18 < compared, "{} of {compared}: {:#?}", wrong.len(), &wrong[..wrong.len().min(8)]);
}

#[test]
fn nothing_is_supported_by_nothing_and_probabilities_are_shares() {
    for (case, report) in one_of(32) {
        for claim in &report.claims {
            let id = &case.request.id;
            assert!(claim.probability.is_none_or(|p| (0.0..=1.0).contains(&p.0)), "{id:?} {}", claim.text);
            assert!(claim.candidates.len() <= 3, "{id:?} {}", claim.text);
            assert!(claim.candidates.iter().all(|c| (0.0..=1.0).contains(&c.share.0)), "{id:?} {}", claim.text);
            assert!(claim.status != Status::Supported || !claim.evidence.is_empty(), "{id:?} {}", claim.text);
            // The list of facts is no source of its own.
            let all = claim.candidates.iter().flat_map(|c| &c.evidence).chain(&claim.evidence);
            let is_source = |id: &String| case.request.sources.iter().any(|source| source.id == *id);
            for evidence in all {
                let of_source = evidence.source.as_ref().is_some_and(is_source) && evidence.fact.is_none();
                let of_fact = evidence.fact.is_some() && evidence.source.is_none() && evidence.span.is_none();
                assert!(of_source || of_fact, "{id:?} {evidence:?}");
            }
            for evidence in claim.candidates.iter().flat_map(|c| &c.evidence).filter(|own| own.fact.is_none()) {
                let source = case.request.sources.iter().find(|s| Some(&s.id) == evidence.source.as_ref()).unwrap();
                assert_eq!(
                    evidence.span.and_then(|span| span.of(&source.text)),
                    Some(evidence.text.as_str()),
                    "{id:?}"
                );
            }
        }
    }
}

#[test]
fn what_follows_is_among_the_results_and_what_does_not_is_not() {
    let prices = "| Item | Crates | Price per crate |\n|---|---|---|\n| Plums | 17 | €23.40 |\n| Pears | 41 | €19.85 |\n| Quinces | 9 | €37.20 |\n";
    for (source, answer, right, wrong) in [
        // The lines of a list, and what is left of the first.
        ("Hall hire.", "- Hall: £1,120.35\n- Band: £2,340.10\n- Food: £895.70\n\nTotal: {}", "£4,356.15", "£4,456.15"),
        ("Honey.", "- Sales: £9,552.50\n- Jars: £864.00\n- Room: £573.15\n\nLeft to pay: {}", "£8,115.35", "£8,225.35"),
        // The rows of a table that the answer draws, by its own column.
        (
            "Hall hire.",
            "| Month | Rent | Heat |\n|---|---|---|\n| May | £1,203.11 | £87.30 |\n| June | £1,377.20 | £61.05 |\n| July | £1,411.93 | £58.40 |\n| All | {} | £206.75 |",
            "£3,992.24",
            "£3,892.24",
        ),
        ("Dogs.", "62 adult dogs at £145 and 19 puppies at £195 gave {}.", "£12,695", "£12,659"),
        // Two columns of the sources, row by row, and the mean that goes with them.
        (prices, "All crates together cost {}.", "€1,546.45", "€1,564.45"),
        (prices, "On average a crate costs {}.", "€23.08", "€24.17"),
    ] {
        for (value, expected) in [(right, true), (wrong, false)] {
            let source = Source { id: "S0".into(), text: source.into(), title: None, url: None, kind: None };
            let answer = answer.replace("{}", value);
            let request = Request { answer: answer.clone(), sources: vec![source], ..Request::default() };
            let seen = see(&request, &Model::default(), true).unwrap();
            let claim = seen.iter().find(|seen| seen.span.of(&answer) == Some(value)).expect(value);
            assert_eq!(claim.formulas.iter().any(|formula| formula.agrees), expected, "{answer}");
        }
    }
}

/// What is computed from a number that no source bears out is not borne out by it: invented numbers agree with one another, too.
#[test]
fn numbers_that_only_the_answer_has_bear_none_another_out() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "The foundation had revenue of $5.6 million. Expenses came to $4.1 million.",
            "Revenue was $5.6 million and expenses $3.1 million, leaving a surplus of $2.5 million.",
            &["$3.1 million", "$2.5 million"],
        ),
        (
            "Portland cement 25 kg ........ £6.85\nPallet of cement = 48 bags",
            "A bag of Portland cement costs £7.85, and a pallet of 48 bags comes to £376.80.",
            &["£7.85", "£376.80"],
        ),
        ("Guests: 250. Fish: 145. Beef: 105.", "Of 250 guests, 175 (70%) chose the fish.", &["175", "70%"]),
        (
            "Smith 52.1 %, Jones 47.9 %. Votes cast: 24,310.",
            "The winner got 51.3% of 24,310 votes, so 12,471.",
            &["51.3%", "12,471"],
        ),
        (
            "המכירות היו 40 מיליון ש\"ח וההוצאות 31 מיליון ש\"ח.",
            "המכירות היו 40 מיליון ש\"ח, ההוצאות 28 מיליון ש\"ח והרווח 12 מיליון ש\"ח.",
            &["28 מיליון ש\"ח", "12 מיליון ש\"ח"],
        ),
    ];
    for (source, answer, invented) in cases {
        let report = report_of(source, answer);
        for text in *invented {
            let claim =
                report.claims.iter().find(|claim| claim.text == *text).unwrap_or_else(|| panic!("{text}: {answer}"));
            assert_ne!(claim.status, Status::Supported, "{text}: {:?}", claim.derivation);
        }
        assert_ne!(report.verdict, Verdict::Clean, "{answer}");
    }
}

fn report_of(source: &str, answer: &str) -> Report {
    let source = Source { id: "S".into(), text: source.into(), title: None, url: None, kind: None };
    analyze(&Request { answer: answer.into(), sources: vec![source], ..Request::default() }).unwrap()
}

fn claims_of(source: &str, answer: &str) -> Vec<Claim> {
    report_of(source, answer).claims
}

/// The number of an order is right or wrong, and never a little off; a count may be within tolerance.
#[test]
fn a_number_that_only_names_something_is_within_no_tolerance() {
    for (source, answer, text, is_supported) in [
        ("Order number: 48213. Ships Monday.", "Your order number is 48231.", "48231", false),
        ("Order number: 48213. Ships Monday.", "Your order number is 48213.", "48213", true),
        ("Order number: 48213. Ships Monday.", "Your order number is 48210.", "48210", false),
        ("Policy number 7714502, issued 2019.", "The policy number is 7714520.", "7714520", false),
        ("Visitors in 2023: 48213.", "There were about 48,200 visitors in 2023.", "48,200", true),
    ] {
        let claims = claims_of(source, answer);
        let claim = claims.iter().find(|claim| claim.text == text).unwrap_or_else(|| panic!("{text}: {answer}"));
        assert_eq!(claim.status == Status::Supported, is_supported, "{answer} {:?}", claim.reasons);
        assert!(is_supported || claim.nearest.as_ref().is_none_or(|n| n.difference_percent.is_none()), "{answer}");
    }
}

/// A date on another day of the week is wrong, whichever of the two was meant.
#[test]
fn a_date_is_on_its_day_of_the_week() {
    let source = "The meeting is on 3 March 2025 at noon. The review follows on Tuesday, 4 March 2025.";
    for (answer, text, day) in [
        ("The meeting is on Tuesday, 3 March 2025.", "Tuesday, 3 March 2025", Some("2025-03-03 is a Monday.")),
        ("The meeting is on Monday, 3 March 2025.", "Monday, 3 March 2025", None),
        ("The meeting is on 3 March 2025.", "3 March 2025", None),
        ("The review follows on Wed, 4 March 2025.", "Wed, 4 March 2025", Some("2025-03-04 is a Tuesday.")),
    ] {
        let claims = claims_of(source, answer);
        let claim = claims.iter().find(|claim| claim.text == text).unwrap_or_else(|| panic!("{text}: {claims:?}"));
        assert_eq!(claim.status == Status::Supported, day.is_none(), "{answer} {:?}", claim.reasons);
        let said = claim.reasons.iter().find(|reason| reason.code == ReasonCode::WrongWeekday);
        assert_eq!(said.map(|reason| reason.message.as_str()), day, "{answer}");
    }
    // What a source says so itself is its affair.
    let claims = claims_of("The meeting is on Tuesday, 3 March 2025.", "The meeting is on Tuesday, 3 March 2025.");
    assert_eq!(claims[0].status, Status::Supported, "{:?}", claims[0].reasons);
}

/// Beyond a few hundred numbers nothing is computed, and beyond ten thousand nothing is checked: an answer of nothing but numbers takes no
/// longer for it, and none of them is called right or wrong for that.
#[test]
fn of_very_many_numbers_the_last_are_only_looked_up() {
    let sum = "Sales were $310 in May and $420 in June, $730 together.";
    let source = "Sales: May $310, June $420.";
    let total = |answer: &str| claims_of(source, answer).into_iter().rfind(|c| c.text == "$730").unwrap();
    let is_computed = |c: &Claim| c.derivation.is_some() || c.candidates.iter().any(|own| own.formula.is_some());
    assert!(is_computed(&total(sum)));
    for (numbers, looked_up) in [(9_000, true), (11_000, false)] {
        let last = total(&format!("{}.\n\n{sum}", "1, ".repeat(numbers)));
        assert!(!is_computed(&last));
        assert_eq!(last.status, Status::Unverifiable);
        assert_eq!(last.reasons[0].code == ReasonCode::TooMany, !looked_up, "{:?}", last.reasons);
    }
}
