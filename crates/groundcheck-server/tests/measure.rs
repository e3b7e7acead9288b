//! `groundcheck measure`.

use serde_json::{Value, json};

use crate::support::{Folder, Ran, groundcheck, request, run_with};

/// Document 2, "Accuracy Measurement": what its script prints for its eight cases.
const DOCUMENT_2: &str = "\
============================================================
Hallucination Detection Accuracy Report
============================================================

Total Test Cases: 8

Confusion Matrix:
  True Positives (TP):  4
  False Positives (FP): 0
  False Negatives (FN): 0
  True Negatives (TN):  4

Metrics:
  Accuracy:  100.00%
  Precision: 100.00%
  Recall:    100.00%
  F1 Score:  100.00%

Claims:
  Total Claims:     12
  Verified Claims:  8
  Unverified Claims: 4
  Hallucination Rate: 33.33%
  Target Rate:      5.00%
  Meets Target:     ❌ NO
============================================================
";

fn measure(args: &[&str], input: &str) -> Ran {
    run_with(groundcheck().args(["measure", "-"]).args(args), input.as_bytes())
}

fn case(answer: &str, has_hallucinations: bool) -> Value {
    let mut case = request(answer);
    case["expected"] = json!({ "has_hallucinations": has_hallucinations });
    case
}

fn lines(cases: &[Value]) -> String {
    cases.iter().map(|case| format!("{case}\n")).collect()
}

/// Eight cases with the counts of document 2: each of its kinds of claim right and wrong, four more right claims beside them.
fn eight() -> String {
    let text = "In Q3 2024 the NOI of Alder Court was $1,200,000. Occupancy stood at 85%. The DSCR was 1.25.";
    let cases = [
        ("The NOI was $1.2M, and the DSCR was 1.25.", false),
        ("The NOI was $1.4M, and occupancy stood at 85%.", true),
        ("Occupancy was 85% in Q3 2024.", false),
        ("Occupancy was 95%.", true),
        ("The DSCR was 1.25, and the NOI was $1.2M.", false),
        ("The DSCR was 1.5.", true),
        ("The NOI was reported for Q3 2024.", false),
        ("The NOI was reported for Q4 2024.", true),
    ];
    let case = |(answer, expected): (&str, bool)| json!({ "answer": answer, "sources": [{ "id": "S0", "text": text }], "expected": { "has_hallucinations": expected } });
    lines(&cases.map(case))
}

#[test]
fn the_report_of_document_2_to_the_letter() {
    let ran = measure(&[], &eight());
    assert_eq!(ran.stdout.get(..DOCUMENT_2.len()), Some(DOCUMENT_2), "{}", ran.stdout);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""));
}

#[test]
fn gates_on_the_filter_take_the_place_of_the_rate() {
    let wrong = eight() + &lines(&[case("The NOI was $1.5M.", false), case("The NOI was $1.2M.", true)]);
    for (args, input, code) in [
        (&["--min-f1", "1"][..], eight(), 0),
        (&["--min-accuracy", "1", "--min-f1", "0.9"], eight(), 0),
        (&["--min-f1", "0.8"], wrong.clone(), 0),
        (&["--min-f1", "0.81"], wrong.clone(), 1),
        (&["--min-f1", "0.8", "--min-accuracy", "0.81"], wrong.clone(), 1),
        // No hallucination among the cases, and none flagged: there is no F1 score that could pass.
        (&["--min-f1", "0"], lines(&[case("The NOI was $1.2M.", false)]), 1),
        (&[], lines(&[case("The NOI was $1.2M.", false)]), 0),
        (&["--min-f1", "90"], eight(), 2),
        (&["--min-accuracy", "NaN"], eight(), 2),
    ] {
        assert_eq!(measure(args, &input).code, Some(code), "{args:?}");
    }
}

#[test]
fn the_target_is_document_2s_setting() {
    let ran =
        run_with(groundcheck().env("HALLUCINATION_TARGET_RATE", "0.5").args(["measure", "-"]), eight().as_bytes());
    assert!(ran.stdout.contains("  Target Rate:      50.00%\n  Meets Target:     ✅ YES\n"), "{}", ran.stdout);
    assert_eq!(ran.code, Some(0));
}

#[test]
fn shares_of_nothing_are_not_available_and_pass_no_gate() {
    let none = measure(&[], "\n\n");
    assert_eq!(none.code, Some(1));
    for line in ["Accuracy:  n/a", "F1 Score:  n/a", "Hallucination Rate: n/a", "Meets Target:     n/a"] {
        assert!(none.stdout.contains(line), "{line}: {}", none.stdout);
    }
    let measurement = measure(&["--format", "json"], "").json();
    assert_eq!(measurement["metrics"], json!({ "accuracy": null, "precision": null, "recall": null, "f1": null }));
    assert_eq!(measurement["claims"]["meets_target"], Value::Null);
}

#[test]
fn a_line_that_cannot_be_measured_makes_it_partial() {
    let mut bad = case("The NOI was $1.5M.", true);
    bad["expected"]["claims"] = json!([{ "text": "$15M", "status": "contradicted" }]);
    let input = format!("{}{{\"answer\": \n{bad}\n{}\n", eight(), request("x"));
    let ran = measure(&["--min-f1", "1"], &input);
    assert_eq!(ran.code, Some(3));
    assert!(ran.stdout.starts_with(DOCUMENT_2), "{}", ran.stdout);
    let expected = "
PARTIAL: 3 lines could not be measured
  line 9: is not valid JSON: EOF while parsing a value at line 1 column 11
  expected.claims[0].text: line 10: does not appear in the answer: \"$15M\"
  expected: line 11: is missing
";
    assert!(ran.stdout.contains(expected), "{}", ran.stdout);
    let measurement = measure(&["--format", "json"], &input).json();
    assert_eq!((&measurement["partial"], &measurement["total_cases"]), (&json!(true), &json!(8)));
    assert_eq!(measurement["not_measured"][2]["line"], 11);
}

#[test]
fn wrong_cases_are_listed_with_their_claims() {
    let mut missed = case("The NOI was $1.2M.", true);
    missed["id"] = json!("m1");
    missed["expected"]["claims"] = json!([{ "text": "$1.2M", "status": "contradicted" }]);
    missed["tags"] = json!(["currency", "wrong_value"]);
    let mut claim = case("The NOI was $1.5M in Q3 2024.", true);
    claim["expected"]["claims"] = json!([
        { "text": "$1.5M", "status": "unsupported" },
        { "text": "Q3 2024", "status": "contradicted" },
        { "text": "NOI", "status": "supported" },
    ]);
    let input = lines(&[missed, case("The NOI was $1.5M.", false), claim]);
    let text = measure(&[], &input).stdout;
    let list = &text[text.find("\nWrong cases").unwrap()..];
    let shown: Vec<&str> = list.lines().map(|line| line.split("): ").next().unwrap()).collect();
    let expected = [
        "",
        "Wrong cases: 3",
        "  line 1 m1: missed",
        "    \"$1.2M\": supported (contradicted",
        "  line 2: false alarm",
        "    \"$1.5M\": contradicted (no label",
        "  line 3: wrong claim",
        "    \"Q3 2024\": supported (contradicted",
        "    \"NOI\": not found (supported)",
    ];
    assert_eq!(shown, expected);
    assert!(text.contains("\nwrong_value                  0     0     1     0     0.00%\n"), "{text}");
    assert!(measure(&["--errors", "1"], &input).stdout.contains("\nWrong cases: 3, 1 shown\n"));

    let measurement = measure(&["--format", "json"], &input).json();
    assert_eq!(measurement["wrong"].as_array().unwrap().len(), 3);
    assert_eq!(measurement["wrong"][0]["mistake"], "missed");
    assert_eq!(measurement["by_expected"][0]["judged"]["not_found"], 1);
    // Contradicted and unsupported are one side: a label of either is met by either.
    let currency = &measurement["by_kind"][0];
    assert_eq!((&currency["labelled"], &currency["as_labelled"]), (&json!(2), &json!(1)));
    assert_eq!(measure(&["--errors", "0", "--format", "json"], &input).json()["wrong"], json!([]));
}

#[test]
fn answers_that_cannot_be_verified_are_named() {
    let none = json!({ "answer": "The NOI was $1.2M.", "expected": { "has_hallucinations": false } });
    let text = measure(&[], &lines(&[none])).stdout;
    assert!(text.contains("\n1 claims could not be decided; they count towards the total, not towards the rate.\n"));
    assert!(text.contains("\n1 answers could not be verified; they count as not flagged.\n"), "{text}");
}

#[test]
fn hostile_text_is_shown_as_markers() {
    let mut hostile = case("The NOI was $1.5M.", false);
    hostile["id"] = json!("\u{1b}[31mred");
    hostile["tags"] = json!(["a\nb\u{202e}"]);
    let text = measure(&[], &lines(&[hostile])).stdout;
    assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
}

#[test]
fn a_file_is_read_and_a_missing_one_named() {
    let folder = Folder::new();
    let file = folder.file("gold.jsonl", eight());
    let ran = run_with(groundcheck().args(["measure", &file]), b"");
    assert!(ran.stdout.starts_with(DOCUMENT_2), "{}", ran.stdout);
    let missing = run_with(groundcheck().args(["measure", "no/such/file"]), b"");
    assert_eq!((missing.code, missing.stdout.as_str()), (Some(2), ""));
    assert!(missing.stderr.contains("no/such/file"), "{}", missing.stderr);
}
