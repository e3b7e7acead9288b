//! The formats of CI systems, and that no text gets out of them.

use std::fs;

use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::{Value, json};

use super::{CLEAN, FLAGGED, case, gate};
use crate::support::{Folder, SOURCE, groundcheck, run_with};

/// Clean, flagged, not clean and broken, one a line.
fn mixed() -> String {
    case("ok", CLEAN) + &case("bad", FLAGGED) + &case("open", "Nothing to check.") + "{\"id\": \"cut\", \n"
}

fn junit(text: &str) -> Report {
    Report::deserialize_from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn junit_has_a_test_for_each_case() {
    let ran = gate(&mixed(), &["--format", "junit"]);
    assert_eq!(ran.code, Some(3));
    assert!(
        ran.stderr.starts_with("answers 4: 1 clean, 1 with problems, 1 unverified, 1 not checked\n"),
        "{}",
        ran.stderr
    );
    let report = junit(&ran.stdout);
    assert_eq!((report.tests, report.failures, report.errors, report.skipped), (4, 1, 1, 1));
    let tests = &report.test_suites[0].test_cases;
    let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(names, ["ok", "bad", "open", "cut"]);
    assert!(tests.iter().all(|test| test.classname.as_ref().unwrap().as_str() == "cases" && test.time.is_none()));
    assert!(matches!(tests[0].status, TestCaseStatus::Success { .. }));
    let TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, message, ty, description, .. } = &tests[1].status
    else {
        panic!("{:?}", tests[1]);
    };
    assert_eq!(ty.as_ref().unwrap().as_str(), "differs_from_source");
    let message = message.as_ref().unwrap().as_str();
    assert!(message.starts_with("“$1.5M” contradicted (currency): S0: $1,200,000"), "{message}");
    let description = description.as_ref().unwrap().as_str();
    for part in ["sentence: The NOI was $1.5M for the property.", "nearest: $1,200,000, 25 % off, S0:1", "reason: "] {
        assert!(description.contains(part), "{part} is not in {description}");
    }
    assert!(matches!(&tests[2].status, TestCaseStatus::Skipped { message: Some(message), .. }
        if message.as_str().starts_with("unverified: ")));
    assert!(matches!(tests[3].status, TestCaseStatus::NonSuccess { kind: NonSuccessKind::Error, .. }));
    assert_eq!(gate(&mixed(), &["--format", "junit"]).stdout.len(), ran.stdout.len());
}

#[test]
fn sarif_has_a_result_for_each_problem_at_its_line() {
    let ran = gate(&mixed(), &["--format", "sarif"]);
    let log = ran.json();
    let run = &log["runs"][0];
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(run["tool"]["driver"]["name"], "groundcheck");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let notified = &run["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notified[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 4);
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    let result = &results[0];
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!((&result["ruleId"], &rule["id"]), (&json!("differs_from_source"), &json!("differs_from_source")));
    assert!(rule["help"]["text"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!((&result["level"], result.get("baselineState")), (&json!("error"), None));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["region"], json!({ "startLine": 2 }));
    assert!(place["artifactLocation"]["uri"].as_str().unwrap().ends_with("/cases.jsonl"), "{place}");
    let text = result["message"]["text"].as_str().unwrap();
    assert!(text.starts_with("bad: “$1.5M” contradicted") && text.contains("\nsentence: The NOI was"), "{text}");
    let mark = &result["partialFingerprints"]["groundcheckClaim/v1"];
    let moved = gate(&(String::from("\n\n") + &mixed()), &["--format", "sarif"]).json();
    assert_eq!(&moved["runs"][0]["results"][0]["partialFingerprints"]["groundcheckClaim/v1"], mark);
    assert_eq!(moved["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"], 4);
}

#[test]
fn known_problems_are_told_apart_in_every_format() {
    let folder = Folder::new();
    let known = folder.path().join("known.jsonl");
    let args = |format| ["--baseline", known.to_str().unwrap(), "--format", format];
    let old = case("old", FLAGGED);
    let write = ["--baseline", known.to_str().unwrap(), "--write-baseline"];
    assert_eq!(gate(&old, &write).code, Some(0));
    let both = old + &case("new", FLAGGED);
    let results = gate(&both, &args("sarif")).json()["runs"][0]["results"].clone();
    let states: Vec<(&Value, usize)> = results
        .as_array()
        .unwrap()
        .iter()
        .map(|result| (&result["baselineState"], result["suppressions"].as_array().map_or(0, Vec::len)))
        .collect();
    assert_eq!(states, [(&json!("unchanged"), 1), (&json!("new"), 0)]);
    let report = junit(&gate(&both, &args("junit")).stdout);
    assert_eq!((report.failures, report.skipped), (1, 1));
    let github = gate(&both, &args("github")).stdout;
    assert!(github.lines().count() == 1 && github.contains("title=new%3A"), "{github}");
    let markdown = gate(&both, &args("markdown")).stdout;
    assert!(markdown.contains("### `new`") && !markdown.contains("### `old`"), "{markdown}");
    let problems = gate(&both, &args("json")).json()["problems"].clone();
    assert_eq!((&problems[0]["known"], &problems[1]["known"]), (&json!(true), &json!(false)));
}

#[test]
fn the_result_goes_to_its_file_and_the_text_to_the_terminal() {
    let folder = Folder::new();
    let out = folder.file("gate.xml", "old".repeat(10_000));
    let ran = gate(&mixed(), &["--format", "junit", "--out", &out]);
    assert!(ran.stdout.starts_with("answers 4: ") && ran.stderr.is_empty(), "{ran:?}");
    assert_eq!(junit(&fs::read_to_string(&out).unwrap()).tests, 4);
    let ran = gate(&mixed(), &["--format", "junit", "--out", &out, "--quiet"]);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str(), ran.code), ("", "", Some(3)));
    let text = gate(&mixed(), &[]).stdout;
    gate(&mixed(), &["--out", &out]);
    let lines = |text: &str| text.lines().filter(|line| !line.contains("cases.jsonl")).count();
    assert_eq!(lines(&fs::read_to_string(&out).unwrap()), lines(&text));
}

#[test]
fn the_summary_of_a_step_is_added_to() {
    let folder = Folder::new();
    let (cases, summary) = (folder.file("cases.jsonl", mixed()), folder.file("summary.md", "before\n"));
    let run = |path: &str| run_with(groundcheck().args(["gate", &cases]).env("GITHUB_STEP_SUMMARY", path), b"");
    assert_eq!(run(&summary).code, Some(3));
    let text = fs::read_to_string(&summary).unwrap();
    assert!(text.starts_with("before\n## groundcheck gate: not all was checked"), "{text}");
    assert!(text.contains("### `bad` (line 2)") && text.contains("| **all** | **4** |"), "{text}");
    let ran = run(folder.path().to_str().unwrap());
    assert!(ran.code == Some(3) && ran.stderr.contains("GITHUB_STEP_SUMMARY"), "{ran:?}");
    assert_eq!(run("").stderr, "");
}

/// What a hostile answer, id and source try in each format, on the line of a wrong number.
const ATTACKS: &[&str] = &[
    "::error file=x::owned",
    "::stop-commands::token",
    "##[add-mask]owned",
    "]]></failure><testcase name=\"owned\"/>",
    "<!--",
    "&#x0; \u{0} \u{1b}[2J \u{fffe}\u{ffff}",
    "<img src=x onerror=owned()>",
    "[owned](https://example.com) @everyone #1",
    "| owned | `owned` ``owned`` |",
    "# owned\n\n- owned\n\n```\nowned",
    "%0A::error::owned",
    "\u{202e}owned\u{200b}",
    "{0} {{1}} \"quoted\" \\",
];

fn hostile(attack: &str) -> String {
    let sentence = format!("\n{attack} \nThe NOI was $1.5M for the property {attack}.\n{attack}\n");
    let text = format!("{attack}\nThe NOI for the property was $1,200,000 {attack} in Q3 2024.");
    let source = json!({ "id": format!("S0{attack}"), "text": text });
    json!({ "id": format!("{attack}\n{attack}"), "answer": sentence, "sources": [source] }).to_string() + "\n"
}

#[test]
fn no_text_gets_out_of_its_format() {
    for attack in ATTACKS {
        let cases = hostile(attack);
        let run = |format: &str| gate(&cases, &["--format", format, "--fail-on", "open"]);
        assert_eq!(run("text").code, Some(1), "{attack}: {:?}", run("text"));

        let xml = run("junit").stdout;
        // XML 1.0, "Characters". This reader does not mind others, strict ones refuse the file.
        let is_xml =
            |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
        assert!(xml.chars().all(is_xml), "{attack}: {xml:?}");
        let report = junit(&xml);
        assert_eq!((report.tests, report.failures, report.test_suites[0].test_cases.len()), (1, 1, 1), "{attack}");
        let results = run("sarif").json()["runs"][0]["results"].clone();
        for result in results.as_array().unwrap() {
            assert!(!result["message"]["text"].as_str().unwrap().contains("]("), "{attack}: {result}");
        }
        assert!(!results.as_array().unwrap().is_empty(), "{attack}");
        assert!(!run("json").json()["problems"].as_array().unwrap().is_empty(), "{attack}");

        let problems = results.as_array().unwrap().len();
        let github = run("github");
        assert_eq!(github.stdout.lines().count(), problems, "{attack}: {}", github.stdout);
        for line in github.stdout.lines() {
            let command = line.split("::").nth(1).unwrap();
            assert!(line.starts_with("::error ") || line.starts_with("::warning "), "{attack}: {line}");
            let names: Vec<&str> =
                command.split_once(' ').unwrap().1.split(',').map(|p| p.split('=').next().unwrap()).collect();
            assert_eq!(names, ["file", "line", "title"], "{attack}: {line}");
        }
        // Of these, a runner obeys no line; and none moves a cursor or hides something.
        for text in [run("text").stdout, github.stderr, run("markdown").stdout, run("junit").stderr] {
            for line in text.lines() {
                assert!(!line.trim_start().starts_with("::") && !line.contains("##["), "{attack}: {line}");
                assert!(!line.contains(['\u{1b}', '\0', '\u{202e}', '\u{200b}']), "{attack}: {line:?}");
            }
        }
        assert_spans_hold(attack, &run("markdown").stdout);
    }
}

/// Outside of code spans a page of Markdown has nothing of the attack.
fn assert_spans_hold(attack: &str, page: &str) {
    for line in page.lines() {
        let mut rest = line;
        let mut outside = String::new();
        while let Some(start) = rest.find('`') {
            outside.push_str(&rest[..start]);
            let fence = rest[start..].chars().take_while(|c| *c == '`').count();
            let inside = &rest[start + fence..];
            // The first run of exactly as many backticks ends the span.
            let mut at = 0;
            let end = loop {
                let from = inside[at..].find('`').unwrap_or_else(|| panic!("{attack}: no end in {line}")) + at;
                let run = inside[from..].chars().take_while(|c| *c == '`').count();
                if run == fence {
                    break from;
                }
                at = from + run;
            };
            rest = &inside[end + fence..];
        }
        outside.push_str(rest);
        for part in ["owned", "<", "](", "@", "::", "everyone"] {
            assert!(!outside.contains(part), "{attack}: {part} is outside of code in {line}");
        }
    }
}

#[test]
fn a_summary_stays_small_enough_and_says_what_it_left_out() {
    let long: String = (10..70).map(|i| format!("The NOI was $2.{i}M for the property. ")).collect();
    let cases: String = (0..60).map(|i| case(&i.to_string(), &long)).collect();
    let page = gate(&cases, &["--format", "markdown"]).stdout;
    assert!(page.len() < 1024 * 1024, "{}", page.len());
    let shown = page.matches("\n### ").count();
    assert!(shown < 60 && page.contains(&format!("\n{} more are not shown here.\n", 60 - shown)), "{shown}");
    let text = gate(&cases, &[]).stdout;
    assert!(text.contains("… and 40 more answers") && text.contains("… and 40 more problems of this answer"), "{text}");
}

#[test]
fn problems_that_are_not_listed_are_counted_in_every_format() {
    let folder = Folder::new();
    let known = folder.path().join("known.jsonl");
    let many: String = (0..1_005).map(|i| format!("The NOI was ${}. ", 2_000_001 + 1_001 * i)).collect();
    let (cases, one_more) = (case("many", &many), case("many", &format!("{many}The NOI was $1,900,001.")));
    // So many figures leave one another open.
    let gate = |cases: &str, args: &[&str]| gate(cases, &[&["--fail-on", "open"], args].concat());
    let counted =
        |cases: &str, format: &str, args: &[&str]| gate(cases, &[&["--format", format], args].concat()).stdout;
    let run = |format: &str| counted(&cases, format, &[]);

    let text = counted(&cases, "text", &["--max-claims", "1004"]);
    assert!(text.contains("✕ failed: problems: 1005, of "), "all of them count: {text}");
    assert!(text.contains("\n… and 985 more problems of this answer\n"), "{text}");
    let data: Value = serde_json::from_str(&run("json")).unwrap();
    assert_eq!(data["problems"].as_array().unwrap().len(), 1_000);
    assert_eq!(data["not_listed"], json!([{ "case": "many", "line": 1, "new": 5, "known": 0 }]));
    let said = "and 5 more problems, which are not listed";
    let xml = run("junit");
    assert!(xml.contains("(and 1004 more)") && xml.contains(said), "{}", &xml[..2_000]);
    let log: Value = serde_json::from_str(&run("sarif")).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 1_000);
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], true);
    let notified = &invocation["toolExecutionNotifications"];
    assert_eq!(notified[0]["message"]["text"], format!("many: {said}"), "{notified}");
    let github = run("github");
    assert_eq!(github.lines().count(), 1_001);
    assert!(github.trim_end().ends_with(&format!("title=many%3A not listed::{said}")), "{github}");
    assert!(run("markdown").contains("\n- and 955 more\n"));

    // A baseline has all of them; one that is not listed is new all the same.
    let args = ["--baseline", known.to_str().unwrap()];
    assert_eq!(gate(&cases, &[&args[..], &["--write-baseline"]].concat()).code, Some(0));
    assert_eq!(fs::read_to_string(&known).unwrap().lines().count(), 1_005);
    assert_eq!(gate(&cases, &args).code, Some(0));
    assert!(counted(&cases, "junit", &args).contains("1005 known problems"));
    let ran = gate(&one_more, &args);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stdout.contains("\n✕ many (") && ran.stdout.contains("\n… and 1 more problems"), "{}", ran.stdout);
    let failed = counted(&one_more, "junit", &args);
    assert!(failed.contains("new problems that are not listed: 1"), "{}", &failed[..failed.len().min(2_000)]);
    let data: Value = serde_json::from_str(&counted(&one_more, "json", &args)).unwrap();
    assert_eq!(data["not_listed"][0], json!({ "case": "many", "line": 1, "new": 1, "known": 5 }));
}

#[test]
fn json_shows_errors_and_baselines_as_the_other_formats_do() {
    let name = "x\n::error::y\u{202e}\u{1b}[2J";
    let folder = Folder::new();
    let gone = json!({ "case": name, "claim": name, "rule": name, "fingerprint": "0" });
    let known = folder.file("known.jsonl", gone.to_string());
    let cases = json!({ "answer": "a", name: 1 }).to_string() + "\n" + &json!({ "answer": 5, "id": name }).to_string();
    for cases in [cases, case("ok", CLEAN)] {
        let data = gate(&cases, &["--format", "json", "--quiet", "--baseline", &known]).json();
        let (errors, gone) = (data["not_checked"].as_array().unwrap().len(), data["gone"].as_array().unwrap().len());
        assert_eq!(errors + gone, if errors > 0 { 2 } else { 1 }, "{data}");
        assert_hidden_nothing(&data);
    }
}

/// No text in the data hides or commands anything.
fn assert_hidden_nothing(data: &Value) {
    match data {
        Value::String(text) => {
            let hidden = text.contains(['\u{1b}', '\u{202e}', '\n']) || text.starts_with("::");
            assert!(!hidden, "{text:?}");
        }
        Value::Array(items) => items.iter().for_each(assert_hidden_nothing),
        Value::Object(fields) => fields.values().for_each(assert_hidden_nothing),
        _ => {}
    }
}

#[test]
fn check_points_into_the_file_of_its_answer() {
    let folder = Folder::new();
    let answer = folder.file("answer.md", "Rents 👍 were paid.\r\n\n👍 The NOI was $1.5M for the property.\n");
    let source = folder.file("lease.txt", SOURCE);
    let check = |answer: &str, format: &str| {
        run_with(groundcheck().args(["check", answer, "--source", &source, "--format", format]), b"")
    };
    let at = format!("@{answer}");
    let ran = check(&at, "sarif");
    assert_eq!(ran.code, Some(1));
    let place = &ran.json()["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["region"], json!({ "startLine": 3, "startColumn": 16, "endLine": 3, "endColumn": 21 }));
    assert!(check(&at, "github").stdout.contains(",line=3,title=answer%3A"), "{:?}", check(&at, "github"));
    assert_eq!(junit(&check(&at, "junit").stdout).failures, 1);
    assert!(check(&at, "markdown").stdout.starts_with("## groundcheck report\n"));
    // An answer of no file has no place.
    let ran = check(FLAGGED, "sarif").json();
    assert_eq!(ran["runs"][0]["results"][0]["locations"][0].get("physicalLocation"), None);
    assert!(check(FLAGGED, "github").stdout.starts_with("::error title=answer%3A"), "{:?}", check(FLAGGED, "github"));
    let ran = check(CLEAN, "junit");
    assert_eq!((ran.code, junit(&ran.stdout).failures), (Some(0), 0));
}

#[test]
fn an_answer_commands_no_runner() {
    let answer = "::stop-commands::t\nThe NOI was $1.5M ##[group]x for the property.";
    let check = |command: &mut std::process::Command| {
        let folder = Folder::new();
        let source = folder.file("lease.txt", SOURCE);
        run_with(command.args(["check", answer, "--source", &source]), b"").stdout
    };
    let text = check(groundcheck().env("GITHUB_ACTIONS", "true"));
    assert!(text.contains("  : :stop-commands::t\n") && text.contains("## [group]"), "{text}");
    assert!(check(&mut groundcheck()).contains("  ::stop-commands::t\n"), "elsewhere it is shown as it is");
}

#[test]
fn batch_writes_the_same_formats() {
    let folder = Folder::new();
    let (cases, out) = (folder.file("cases.jsonl", mixed()), folder.path().join("out"));
    let batch = |format: &str| {
        let ran = run_with(groundcheck().args(["batch", &cases, "--format", format, "--out"]).arg(&out), b"");
        assert_eq!(ran.code, Some(3));
        assert!(
            ran.stderr.starts_with("answers 4: 1 clean, 1 flagged, 1 unverified, 1 not checked\n"),
            "{}",
            ran.stderr
        );
        fs::read_to_string(&out).unwrap()
    };
    let report = junit(&batch("junit"));
    assert_eq!((report.tests, report.failures, report.errors, report.skipped), (4, 1, 1, 1));
    let log: Value = serde_json::from_str(&batch("sarif")).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 1);
    assert_eq!(batch("github").lines().count(), 2);
    assert!(batch("markdown").contains("| with problems | 1 |"));
    assert_eq!(batch("json").lines().count(), 4);
}
