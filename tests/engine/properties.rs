//! What holds for every input: spans hold their text, scores stay in range, nothing panics, the same input gives the same bytes.

use groundcheck::claims::extract;
use groundcheck::document::tables;
use groundcheck::{Detector, analyze, corrected};
use groundcheck_types::{Facts, Policy, Request, Source, Status};
use proptest::prelude::*;

/// Text made of pieces that the extractors react to, in any order, with and without blanks between.
pub fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "$", "€", "₪", "ש\"ח", "1", "12", "1,234", "1.5", "2024", "2024-12-01", "12/01/2024", "Q3", "FY", "M", "K", "bn", "million", "%",
            "percent", "basis points", "x", ":", "(", ")", "-", "−", "–", ".", ",", "and", "a", "half", "two", "third", "quarter", "of",
            "hundred", "thousand", "December", "may", "the", "NOI", "revenue", "DSCR", "ratio", "[", "]", "S0", "|", "\n", "\t", "`", "```",
            "@", "#", "http://a.b/1", "over", "one", "point", "מיליון", "ב-", "😀", "\u{202e}", "\u{200b}", "ﷺ", "é", "½", "'", "\"", "e10", "^", "999999999999999999", "trillion", "quadrillion", "(in billions)", "-999999999999999999",
            "<table>", "<tr>", "<td>", "<th colspan=3 rowspan=2>", "</td>", "</table>", "<sup>1</sup>", "<!--", "-->", "<td x=\"", "&nbsp;", "&#8212;",
            ";", "\"\"", "    ", "\n      ", "....", "-----", "First quarter", "2018/2019", "Year,", "\n```csv\n",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec((piece, any::<bool>()), 0..60)
        .prop_map(|pieces| pieces.into_iter().map(|(piece, blank)| if blank { piece + " " } else { piece }).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn extraction_never_panics_overlaps_or_leaves_the_text(text in texts()) {
        let mut end = 0;
        for quantity in extract(&text, None) {
            prop_assert!(quantity.span.start >= end, "overlap in {text:?}");
            prop_assert!(quantity.span.of(&text).is_some_and(|t| !t.is_empty()), "{quantity:?} in {text:?}");
            end = quantity.span.end;
        }
        let mut table_end = 0;
        for table in tables(&text) {
            prop_assert!(table.rows.iter().flatten().all(|cell| cell.span.of(&text).is_some()));
            prop_assert!(table.span.start >= table_end && table.span.of(&text).is_some(), "{table:?} in {text:?}");
            prop_assert!(table.rows.iter().flatten().all(|c| table.span.start <= c.span.start && c.span.end <= table.span.end), "{table:?}");
            prop_assert!(table.header_rows <= table.rows.len());
            table_end = table.span.end;
        }
    }

    #[test]
    fn reports_hold_together(answer in texts(), source in texts(), facts in prop::option::of(texts())) {
        let request = Request {
            answer: answer.clone(),
            sources: vec![Source { id: "S0".into(), text: source.clone(), title: None, url: None, kind: None }],
            facts: facts.map(Facts::Csv).unwrap_or_default(),
            ..Request::default()
        };
        let Ok(report) = analyze(&request) else { return Ok(()) };
        prop_assert_eq!(report.to_json(), analyze(&request).unwrap().to_json());
        prop_assert!(report.reliability.is_none_or(|r| (0.0..=1.0).contains(&r.0)));
        let units: Vec<u16> = answer.encode_utf16().collect();
        for claim in &report.claims {
            prop_assert_eq!(claim.span.of(&answer), Some(claim.text.as_str()));
            let sliced = String::from_utf16_lossy(&units[claim.utf16.start as usize..claim.utf16.end as usize]);
            prop_assert_eq!(&sliced, &claim.text);
            prop_assert!((0.0..=1.0).contains(&claim.confidence.0));
            prop_assert!(!claim.reasons.is_empty());
            prop_assert_eq!(claim.status == Status::Supported, !claim.evidence.is_empty() && claim.status != Status::Contradicted);
            for evidence in claim.evidence.iter().filter(|e| e.source.is_some()) {
                prop_assert_eq!(evidence.span.unwrap().of(&source), Some(evidence.text.as_str()));
            }
        }
        let summary = &report.summary;
        prop_assert_eq!(summary.total_claims, summary.verified_claims + summary.unverified_claims + summary.unverifiable_claims);
        prop_assert_eq!(report.needs_attention.len() as u32, summary.unverified_claims);
        let _ = corrected(&request).unwrap();
    }

    #[test]
    fn a_detector_says_what_a_request_says(answer in texts(), source in texts()) {
        let sources = vec![Source { id: "S0".into(), text: source, title: None, url: None, kind: None }];
        let whole = Request { answer: answer.clone(), sources: sources.clone(), ..Request::default() };
        let alone = Request { answer, ..Request::default() };
        let detector = Detector::new(Policy::default(), &sources, &Facts::default(), None).unwrap();
        prop_assert_eq!(detector.analyze(&alone), analyze(&whole));
    }
}

/// Repetitions made to be read again and again come to an end, and to a report. How the time grows is `cargo xtask bench`'s to show.
#[test]
fn hostile_repetitions_finish() {
    let units = [
        "one over ",
        "3 hundred and ",
        "1 ",
        "123 ",
        "(",
        "[1",
        "$",
        "-",
        "`",
        "```",
        "a@",
        "2024-",
        "Q3 ",
        "between 1 and ",
        "|",
        "\t",
        "1|",
        "NOI $1 ",
        ",",
        "1,",
        "a,1\n",
        "\"a,1\n",
        "\",\"",
        ";",
        "<",
        "<td",
        "<td ",
        "<td x=\"",
        "<td>",
        "<td>1",
        "<tr><td>1<td>2",
        "<tr><td colspan=64 rowspan=64>1",
        "<table>",
        "<table><tr><td>",
        "<table><tr><td>a<td>1",
        "<!--",
        "<script>",
        "<sup>",
        "&",
        "&#",
        "a  1\n",
        "a  1  ",
        "  a  \n",
        "a ... 1\n",
        "                    1\n",
        "label   1   2   3\n",
        "words over   words\n",
        "                        H\n",
        "------  ",
        "\n\n",
        "Q1 | Q1\n",
        "a | 2019\nb | 1\n",
        "First quarter\t",
        "```csv\n",
    ];
    for (i, unit) in units.into_iter().enumerate() {
        // What grows faster than its length shows in long ones.
        let bytes = if crate::gold::is_thorough() || i % 4 == 0 { 24_000 } else { 3_000 };
        let text = format!("NOI {}", unit.repeat(bytes / unit.len()));
        let _ = extract(&text, None);
        let request = Request {
            answer: text.clone(),
            sources: vec![Source { id: "S0".into(), text: text.clone(), title: None, url: None, kind: None }],
            ..Request::default()
        };
        let report = analyze(&request).unwrap_or_else(|e| panic!("{unit:?}: {e}"));
        assert!(report.error.is_none());
    }
}
