//! What holds for every text however it is cut: the report is that of the whole, what is settled never changes, warnings come the same.

use groundcheck::types::{
    Claim, ClaimKind, Facts, MonitorRequest, Reason, ReasonCode, Role, Source, Status, Turn, Warning,
};
use groundcheck::{Finder, Monitor, analyze};
use proptest::prelude::*;

use crate::properties::texts;

/// Sentences as answers have them, in any order: lists, tables, code, citations, numbers that go on, and both languages.
fn prose() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "The NOI of Oak Plaza was $1.2M in Q3 2024. ",
        "It rose by 12% from $1.07M. ",
        "Revenue was $5.5M [S0]. ",
        "Occupancy stood at 95%, up from 85% a year before! ",
        "The underlying figures are 85 and 95. ",
        "They are 1,200,000 and 900,000. ",
        "See e.g. Dr. Smith et al. on p. 12. ",
        "In 1. 5M units were sold. ",
        "**Revenue** was **$5.5M** in **2024**, up *12%*. ",
        "**2025.** We aim for 240. ",
        "- **NOI:** $1.2M\n",
        "- NOI: $1.2M\n",
        "- Revenue: $5M\n",
        "1. The rent is $5,000\n",
        "2. The term is five years\n",
        "\n\n",
        "\n",
        "In Q3 2024:\n",
        "{\n  \"name\": \"NOI\",\n  \"value\": 5\n},\n{\n  \"name\": \"Rent\",\n  \"value\": 6\n}\n",
        "[{\"name\": \"NOI\", \"value\": 5},\n{\"name\": \"Rent\", \"value\": 7}]\n",
        "| Metric | 2023 | 2024 |\n|---|---|---|\n| NOI | $1.0M | $1.2M |\n| Revenue | $4M | $5M |\n\n",
        "| a | b\n",
        "| Rent | $5,000 | $6,000 |\n",
        "| Occupancy | 85% | 95%\n",
        "NOI | $1.0M | $1.2M |\n",
        "|---|---|\n",
        "<table><tr><th>Metric</th><th>2024</th></tr><tr><td>NOI</td><td>$1.2M</td></tr></table>\n",
        "<table>\n<thead><tr><th>Metric</th><th>2023</th></tr></thead>\n<tr><td>Rent</td><td>$5,000</td></tr>\n",
        "</table> was it. ",
        "</table>\n",
        "<table><tr><td>NOI is 5</td></tr></table>\n",
        "<tr><td>Rent</td><td>7</td><td>8</td></tr> ",
        "Rent,5,6 <!-- <table><tr> --> \n",
        "<!-- $ ` --> ",
        "The <b class=\"x 5\"><i>rent</i></b> <b class='a",
        "```",
        "Item,2023,2024\nNOI,1000000,1200000\nRent,5,6\n\n",
        "Year, Revenue, Costs\n",
        "              2023      2024\nNOI          $1.0M     $1.2M\nRevenue        $4M       $5M\n",
        "```\nx = 5\ny = 6. Then.\n```\n",
        "`NOI = 5` and ",
        "Sum: `1 + 2 = 3`<sup>1</sup> `y = 4`\n",
        "`2024: $12 / $4 * 100 = 300%`, ",
        "``1 + `2 + 3 = 5` = 6`` ",
        "a lone ` tick of 7. ",
        "if x < 5 then y > 6. ",
        "The <b>rent</b> is <i>$5</i>. ",
        "<td title=\"a > b\">$7</td> ",
        "<!-- 8 --> ",
        "Ready (by 9 a.m.) or not? ",
        "He said \"it is $3.\" Then he left. ",
        "Net change was -$5 to -$7 million, i.e. about 1.5x. ",
        "על פי הדוח, ההכנסות היו 5 מיליון ש\"ח ב-2024. ",
        "התפוסה עלתה מ-85% ל-95%. ",
        "היא עמדה על 95%. ",
        "One hundred and twenty three million dollars, ",
        "no less than 5-7 million. ",
        "https://a.example/x?y=1.5 says 12. ",
        "mail a.b@c.example about 3. ",
        "The U.S. market grew 4%. ",
        "Studies show that 53.27% agree. ",
        "a long run of words that has no end and goes on and on and on and on and on and on with 5 and 6 and 7 in it ",
    ]);
    prop::collection::vec(piece, 1..24).prop_map(|pieces| pieces.concat())
}

fn request(evidence: bool) -> MonitorRequest {
    let text = "The NOI of Oak Plaza was $1,200,000 in Q3 2024 and $1,000,000 in Q3 2023. Revenue was $5M. Occupancy was 95% in 2024 and 85% in 2023.";
    let sources = vec![Source { id: "S0".into(), text: text.into(), title: None, url: None, kind: None }];
    let facts = Facts::Csv("metric,value\nrent,5000\n".into());
    let history = vec![Turn { role: Role::Assistant, text: "Revenue was $4M. The rent is $6,000.".into() }];
    if evidence { MonitorRequest { sources, facts, history, ..Default::default() } } else { MonitorRequest::default() }
}

/// What comes out of a text that is cut at these places.
fn streamed(text: &str, request: &MonitorRequest, cuts: &[usize]) -> (Vec<Claim>, Vec<Warning>, String) {
    let mut monitor = Monitor::new(request.clone()).unwrap();
    let mut settled = Vec::new();
    let mut from = 0;
    let mut at: Vec<usize> = cuts.iter().map(|cut| text.floor_char_boundary(cut % (text.len() + 1))).collect();
    at.sort_unstable();
    at.push(text.len());
    for to in at {
        let update = monitor.push(&text[from..to]).unwrap();
        assert!(update.settled_to as usize <= to);
        assert_eq!(update.settled_to_utf16 as usize, text[..update.settled_to as usize].encode_utf16().count());
        settled.extend(update.settled);
        from = to;
    }
    let finished = monitor.finish().unwrap();
    (settled, finished.warnings, finished.report.to_json())
}

/// A claim as it is before anybody has judged it.
fn unjudged(claim: &Claim) -> Claim {
    let (evidence, reasons) = (Vec::new(), Vec::new());
    let status = Status::Unverifiable;
    Claim {
        status,
        evidence,
        reasons,
        confidence: Default::default(),
        nearest: None,
        derivation: None,
        probability: None,
        candidates: Vec::new(),
        ..claim.clone()
    }
}

/// What a finder finds of a text that comes in pieces of so many characters, and how much of it before the end.
fn found(text: &str, longest: usize) -> (Vec<Claim>, usize) {
    let mut finder = Finder::new(None);
    let mut claims = Vec::new();
    let letters: Vec<char> = text.chars().collect();
    for piece in letters.chunks(longest.max(1)) {
        let update = finder.push(&piece.iter().collect::<String>()).unwrap();
        assert!(update.warnings.is_empty() && !update.should_interrupt);
        claims.extend(update.settled);
    }
    let before = claims.len();
    let update = finder.finish();
    assert_eq!(
        (update.settled_to as usize, update.settled_to_utf16 as usize),
        (text.len(), text.encode_utf16().count())
    );
    claims.extend(update.settled);
    let not_yet = |reasons: &[Reason]| matches!(reasons, [only] if only.code == ReasonCode::NotYetJudged);
    assert!(claims.iter().all(|claim| claim.status == Status::Unverifiable && not_yet(&claim.reasons)));
    (claims.iter().map(unjudged).collect(), before)
}

pub fn check(text: &str, request: &MonitorRequest, cuts: &[usize]) -> usize {
    let Ok(whole) = analyze(&request.with_answer(text.to_owned())) else { return 0 };
    let (settled, warnings, report) = streamed(text, request, cuts);
    assert_eq!(report, whole.to_json(), "{text:?}");
    for (early, late) in settled.iter().zip(&whole.claims) {
        assert_eq!(early, late, "settled otherwise than reported in {text:?}");
    }
    let (at_once, same_warnings, _) = streamed(text, request, &[]);
    assert_eq!(settled, at_once, "another cut settles otherwise: {text:?}");
    assert_eq!(warnings, same_warnings, "another cut warns otherwise: {text:?}");
    let (claims, before) = found(text, cuts.first().map_or(7, |cut| cut % 30));
    // Which names are claims only the evidence tells.
    let is_found = |claim: &&Claim| claim.kind != ClaimKind::Name;
    let judged: Vec<Claim> = whole.claims.iter().filter(is_found).map(unjudged).collect();
    assert_eq!(claims, judged, "found otherwise than judged: {text:?}");
    assert_eq!(before, settled.iter().filter(is_found).count(), "found later than judged: {text:?}");
    for warning in &warnings {
        assert!(warning.span.of(text).is_some_and(|own| own.starts_with(&warning.segment)), "{warning:?} in {text:?}");
        assert!(warning.segment.chars().count() <= 100 && (0.0..=1.0).contains(&warning.confidence.0));
    }
    settled.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 250, ..ProptestConfig::default() })]

    #[test]
    fn prose_settles_as_it_is_reported(text in prose(), cuts in prop::collection::vec(any::<usize>(), 0..40), evidence: bool) {
        check(&text, &request(evidence), &cuts);
    }

    #[test]
    fn any_text_settles_as_it_is_reported(text in texts(), more in prose(), cuts in prop::collection::vec(any::<usize>(), 0..20), evidence: bool) {
        check(&(text.clone() + &more), &request(evidence), &cuts);
        check(&(more + &text + " and so it went on and on, as it does, until the end of it. It ended there."), &request(evidence), &cuts);
    }
}

/// Rows under Markdown's rule settle one by one, prose behind an HTML table that has ended as prose does, and what the table's headings
/// say of a row is not lost.
#[test]
fn rows_settle_while_their_table_goes_on_and_html_holds_nothing_behind_it() {
    let row = |n: u32| format!("| Rent of flat number {n} in the house | ${n},000 |\n");
    let table: String = (1..20).map(row).collect();
    let text = format!("The NOI was $1.2M.\n\n| Flat | Rent in 2024 |\n|---|---|\n{table}");
    let request = request(true);
    let settled = check(&text, &request, &[]);
    assert!(settled >= 34, "{settled} of {} claims settled in an open table", 2 + 2 * 19);
    let html = "<table><tr><th>Metric</th><th>2024</th></tr><tr><td>NOI</td><td>$1.2M</td></tr></table>";
    let prose = "The NOI was $1.2M in 2024. The rent of the house is $5,000 and was not changed by anybody. ".repeat(5);
    let settled = check(&format!("{html}\n{prose}"), &request, &[]);
    assert!(settled >= 12, "{settled} claims settled behind a table");
}

/// What was found by the properties above, once.
#[test]
fn tags_of_no_table_do_not_end_aligned_text() {
    let rows = "              2023      2024\nNOI          $1.0M     $1.2M\nRevenue        $4M       $5M\n";
    let text = format!(
        "{rows}</table>\n\n\n<table><tr><td>NOI is 5</td></tr></table>\n{rows}The NOI of Oak Plaza was $1.2M in Q3 2024. "
    );
    check(&text, &request(true), &[]);
    check(&text, &request(true), &[40, 120, 160]);
}

/// What was found by the properties above, once.
#[test]
fn the_values_of_a_heading_of_several_lines_are_known_to_its_cells() {
    let text = "<th rowspan=2>r%\nRent,6 <!-- <t --> \n| d In Q3 2024:\nn5M [S0]. <tr><td>NOIr></table>\n|";
    check(text, &request(true), &(0..text.len()).collect::<Vec<_>>());
}

/// What was found by the properties above, once.
#[test]
fn what_follows_a_sentence_is_none_of_its_amounts() {
    let text = "one😀2018/2019 1$half 2024-12-01It rose by 12% from $1.07M. The U.S. market grew 4%. |---|---|\n\
        The NOI of Oak Plaza was $1.2M in Q3 2024. ";
    check(text, &request(true), &[]);
}

/// What was found by the properties above, once.
#[test]
fn tables_behind_code_settle() {
    let text = "Net change was -$5 to -$7 million, i.e. about 1.5x. Item,2023,2024\nNOI,1000000,1200000\nRent,5,6\n\n\
        a lone ` tick of 7. על פי הדוח, ההכנסות היו 5 מיליון ש\"ח ב-2024. ```\nx = 5\ny = 6. Then.\n```\n\
        \x20             2023      2024\nNOI          $1.0M     $1.2M\nRevenue        $4M       $5M\n- NOI: $1.2M\n\n\n\n\n\
        <table><tr><th>Metric</th><th>2024</th></tr><tr><td>NOI</td><td>$1.2M</td></tr></table>\n\
        The NOI of Oak Plaza was $1.2M in Q3 2024. ";
    check(text, &request(true), &[]);
}

/// Most claims of plain prose are settled before the answer ends: waiting for the end would satisfy every other test.
#[test]
fn claims_settle_while_the_answer_is_written() {
    let text = "The NOI of Oak Plaza was $1.2M in Q3 2024. It rose by 20% in a year. Revenue was $5M.\n\n- Rent: $5,000\n- Term: 5 years\n\n\
        | Metric | 2024 |\n|---|---|\n| NOI | $1.2M |\n\nThe occupancy of the building was 95% in 2024. That is all there is to say of this \
        building at the moment, as far as we know.";
    let settled = check(text, &request(true), &[10, 20, 30]);
    let all = analyze(&request(true).with_answer(text.to_owned())).unwrap().claims.len();
    assert!(settled + 1 >= all, "{settled} of {all} claims settled before the end");
}

#[test]
fn an_answer_that_grows_too_long_is_refused_and_stays_as_it_was() {
    let mut monitor = Monitor::new(MonitorRequest::default()).unwrap();
    monitor.push(&"NOI was $5M. ".repeat(20_000)).unwrap();
    let length = monitor.text().len();
    let error = monitor.push(&"x".repeat(10_000)).unwrap_err();
    assert_eq!((error.code.as_str(), error.field.as_deref()), ("answer_too_large", Some("answer")));
    assert_eq!(monitor.text().len(), length);
}

/// A monitor may live on a server's thread, or move between them.
#[test]
fn a_monitor_is_owned_and_can_be_sent() {
    fn owned<T: Send + 'static>() {}
    owned::<Monitor>();
}
