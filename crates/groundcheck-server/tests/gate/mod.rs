//! `groundcheck gate`: what it lets through.

mod baseline;
mod formats;

use serde_json::{Value, json};

use crate::support::{Folder, Ran, groundcheck, request, run_with};

pub const FLAGGED: &str = "The NOI was $1.5M for the property.";
pub const CLEAN: &str = "The NOI was $1.25M for the property.";
const UNVERIFIED: &str = "Nothing to check.";
/// Its number is in no source, and a source has it for nothing.
const UNSUPPORTED: &str = "The gym has 47 treadmills.";

pub fn case(id: &str, answer: &str) -> String {
    let mut request = request(answer);
    request["id"] = json!(id);
    request.to_string() + "\n"
}

pub fn gate(cases: &str, args: &[&str]) -> Ran {
    let folder = Folder::new();
    let file = folder.file("cases.jsonl", cases);
    run_with(groundcheck().current_dir(folder.path()).arg("gate").arg(file).args(args), b"")
}

#[test]
fn it_passes_only_what_was_checked_and_holds() {
    let clean = case("a", CLEAN);
    for (cases, args, code, said) in [
        (clean.clone(), &[][..], 0, "✓ passed"),
        (clean.clone() + &case("b", FLAGGED), &[], 1, "✕ failed: 1 of 2 answers has problems; allowed: 0"),
        (clean.clone() + "{\n", &[], 3, "! not passed: 1 line could not be checked"),
        // What could not be checked weighs more than what is wrong.
        (case("b", FLAGGED) + "{\n", &[], 3, "✕ failed: 1 of 1 answer has problems; allowed: 0"),
        (String::new(), &[], 1, "✕ failed: there is no answer to check"),
        ("\n\n".to_owned(), &["--max-flagged", "100%"], 1, "there is no answer to check"),
        (case("u", UNVERIFIED), &[], 1, "✕ failed: no answer could be verified, so none has passed"),
        (
            clean.clone() + &case("u", UNVERIFIED),
            &[],
            0,
            "answers 2: 1 clean, 0 with problems, 1 unverified, 0 not checked",
        ),
        (clean.clone() + &case("u", UNVERIFIED), &["--fail-on", "open"], 1, "answer unverified: "),
        (case("b", FLAGGED) + &clean, &["--fail-on", "contradicted"], 1, "“$1.5M” contradicted (currency)"),
    ] {
        let ran = gate(&cases, args);
        assert_eq!(ran.code, Some(code), "{cases}{args:?}{ran:?}");
        assert!(ran.stdout.contains(said), "{said:?} is not in {}", ran.stdout);
        assert_eq!(ran.stdout.contains("✓ passed"), code == 0, "{}", ran.stdout);
    }
}

#[test]
fn what_counts_can_be_chosen() {
    let cases = case("a", CLEAN) + &case("b", UNSUPPORTED);
    let report = run_with(groundcheck().arg("batch"), cases.as_bytes()).json_lines();
    assert_eq!(report[1]["verdict"], "flagged");
    assert_eq!(report[1]["claims"][0]["status"], "unsupported");
    for (args, code) in [
        (&[][..], 1),
        (&["--fail-on", "open"], 1),
        // Not contradicted: no problem here, but not clean either.
        (&["--fail-on", "contradicted"], 0),
    ] {
        assert_eq!(gate(&cases, args).code, Some(code), "{args:?}");
    }
    let ran = gate(&cases, &["--fail-on", "contradicted"]);
    assert!(
        ran.stdout.starts_with(
            "answers 2: 1 clean, 0 with problems, 1 flagged for less than --fail-on, 0 unverified, 0 not checked\n"
        ),
        "{}",
        ran.stdout
    );
}

#[test]
fn limits_are_counts_and_shares() {
    let mut cases: String = (0..9).map(|i| case(&i.to_string(), CLEAN)).collect();
    cases += &case("b", &format!("{FLAGGED} It was $1.6M."));
    let claims = gate(&cases, &["--format", "json", "--quiet"]).json()["problems"].as_array().unwrap().len();
    assert_eq!(claims, 2);
    for (args, code) in [
        (&["--max-flagged", "0"][..], 1),
        (&["--max-flagged", "1"], 0),
        (&["--max-flagged", "10%"], 0),
        (&["--max-flagged", "10 %"], 0),
        (&["--max-flagged", "9.9%"], 1),
        (&["--max-claims", "2"], 0),
        (&["--max-claims", "1"], 1),
        (&["--max-claims", "18.2%"], 0),
        (&["--max-claims", "18.1%"], 1),
        (&["--max-claims", "2", "--max-flagged", "0"], 1),
        (&["--max-claims", "1", "--max-flagged", "1"], 1),
        (&["--max-flagged", "-1"], 2),
        (&["--max-flagged=-1"], 2),
        (&["--max-flagged", "101%"], 2),
        (&["--max-flagged", "NaN%"], 2),
        (&["--max-flagged", "0.5"], 2),
        (&["--max-flagged", ""], 2),
    ] {
        let ran = gate(&cases, args);
        assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
    }
}

#[test]
fn with_a_baseline_only_new_problems_fail() {
    let folder = Folder::new();
    let baseline = folder.path().join("known.jsonl");
    let known = baseline.to_str().unwrap();
    let run = |cases: &str, write: bool| {
        let args: &[&str] = if write { &["--baseline", known, "--write-baseline"] } else { &["--baseline", known] };
        gate(cases, args)
    };
    let old = case("a", CLEAN) + &case("b", FLAGGED);
    assert_eq!(run(&old, false).code, Some(2), "there is none yet");
    let ran = run(&old, true);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.stderr.contains("known.jsonl: 1 (1 added, 0 removed)"), "{}", ran.stderr);
    let written = std::fs::read_to_string(&baseline).unwrap();
    let line: Value = serde_json::from_str(&written).unwrap();
    assert_eq!((&line["case"], &line["claim"]), (&json!("b"), &json!("$1.5M")));

    for (cases, code, why) in [
        (old.clone(), 0, "as it was"),
        (case("b", FLAGGED) + "\n\n" + &case("a", CLEAN), 0, "lines that move"),
        (case("b", &format!("Rents were paid.\n\n{FLAGGED}")), 0, "a sentence that moves"),
        (case("b", "The NOI was $1.5 million for the property."), 0, "another way to write the number"),
        (case("b", "The NOI was $1.6M for the property."), 1, "another wrong number in its place"),
        (case("b", &format!("{FLAGGED} Its NOI was $1.6M.")), 1, "one more wrong number"),
        (case("b", &format!("{FLAGGED} {FLAGGED}")), 1, "the same one once more"),
        (case("c", FLAGGED), 1, "the same in another case"),
        (old.clone() + &case("b", FLAGGED), 1, "the case once more"),
        (old.clone() + "{\n", 3, "what was not checked"),
    ] {
        let ran = run(&cases, false);
        assert_eq!(ran.code, Some(code), "{why}: {ran:?}");
    }
    let ran = run(&case("b", CLEAN), false);
    assert!(ran.stdout.contains("baseline: 0 known, 1 gone\n    gone: b: $1.5M ("), "{}", ran.stdout);
    assert!(!run(&(case("b", CLEAN) + "{\n"), false).stdout.contains("gone: b"), "nobody knows");

    // Nothing is written where something was not checked; else what is gone goes.
    assert_eq!(run(&(case("b", CLEAN) + "{\n"), true).code, Some(3));
    assert_eq!(std::fs::read_to_string(&baseline).unwrap(), written);
    let ran = run(&case("b", CLEAN), true);
    assert!(ran.code == Some(0) && ran.stderr.contains("known.jsonl: 0 (0 added, 1 removed)"), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&baseline).unwrap(), "");
    assert_eq!(run(&old, false).code, Some(1), "an empty baseline knows nothing");
}

#[test]
fn a_baseline_is_sorted_and_the_same_for_the_same_problems() {
    let folder = Folder::new();
    let write = |name: &str, cases: &[String]| {
        let path = folder.path().join(name);
        let args = ["--baseline", path.to_str().unwrap(), "--write-baseline"];
        assert_eq!(gate(&cases.concat(), &args).code, Some(0));
        std::fs::read_to_string(path).unwrap()
    };
    let cases = [case("b", FLAGGED), case("a", &format!("{FLAGGED} Its NOI was $1.6M.")), case("c", CLEAN)];
    let one = write("one", &cases);
    let mut turned = cases;
    turned.reverse();
    assert_eq!(one, write("two", &turned));
    let ids: Vec<String> = one.lines().map(|line| line.chars().take(12).collect()).collect();
    assert_eq!(ids, ["{\"case\":\"a\",", "{\"case\":\"a\",", "{\"case\":\"b\","]);
}

#[test]
fn cases_without_an_id_are_told_apart_by_their_question() {
    let folder = Folder::new();
    let known = folder.path().join("known.jsonl");
    let known = known.to_str().unwrap();
    let asked = |question: Option<&str>| {
        let mut request = request(FLAGGED);
        request["question"] = json!(question);
        request.to_string() + "\n"
    };
    assert_eq!(gate(&asked(Some("NOI?")), &["--baseline", known, "--write-baseline"]).code, Some(0));
    for (cases, code) in [(asked(Some("NOI?")), 0), (asked(Some("Net income?")), 1), (asked(None), 1)] {
        assert_eq!(gate(&cases, &["--baseline", known]).code, Some(code), "{cases}");
    }
}

#[test]
fn shares_are_of_what_was_decided() {
    let no_source = |id: &str| json!({ "id": id, "answer": FLAGGED }).to_string() + "\n";
    let open: String = (0..8).map(|i| no_source(&i.to_string())).collect();
    let cases = case("a", CLEAN) + &case("b", FLAGGED) + &open;
    for (args, code, said) in [
        (&["--max-flagged", "49%"][..], 1, "✕ failed: 1 of 2 decided answers has problems; allowed: 49 %\n"),
        (&["--max-flagged", "50%"], 0, "answers 10: 1 clean, 1 with problems, 8 unverified, 0 not checked\n"),
        (&["--max-claims", "49%"], 1, "✕ failed: problems: 1, of 2 decided claims; allowed: 49 %\n"),
        (&["--max-claims", "50%"], 0, ""),
        // What counts as a problem is part of the whole too.
        (&["--max-flagged", "89%", "--fail-on", "open"], 1, "9 of 10 answers have problems; allowed: 89 %\n"),
        (&["--max-flagged", "90%", "--fail-on", "open"], 0, ""),
    ] {
        let ran = gate(&cases, args);
        assert_eq!(ran.code, Some(code), "{args:?}: {ran:?}");
        assert!(ran.stdout.contains(said), "{said:?} is not in {}", ran.stdout);
    }
}

#[test]
fn only_answers_that_are_all_unverified_are_called_so() {
    const SAID: &str = "no answer could be verified";
    for (cases, args, code, is_said) in [
        // Flagged, though for less than counts here.
        (case("b", UNSUPPORTED), &["--fail-on", "contradicted"][..], 0, false),
        (case("b", UNSUPPORTED) + &case("u", UNVERIFIED), &["--fail-on", "contradicted"], 0, false),
        (case("u", UNVERIFIED), &["--fail-on", "contradicted"], 1, true),
        (case("u", UNVERIFIED), &["--fail-on", "open", "--max-flagged", "100%"], 1, true),
        (case("u", UNVERIFIED) + "{\n", &[], 3, true),
        ("{\n".to_owned(), &[], 3, false),
    ] {
        let ran = gate(&cases, args);
        assert_eq!((ran.code, ran.stdout.contains(SAID)), (Some(code), is_said), "{cases}{args:?}{ran:?}");
    }
}

#[test]
fn cases_without_id_and_question_are_told_apart_by_their_evidence() {
    let mark = |change: &dyn Fn(&mut Value)| {
        let mut request = request(FLAGGED);
        request["sources"] = json!([{ "id": "S0", "text": crate::support::SOURCE }]);
        change(&mut request);
        let problems = gate(&(request.to_string() + "\n"), &["--format", "json", "--quiet"]).json()["problems"].clone();
        problems[0]["fingerprint"].as_str().unwrap().to_owned()
    };
    let bare = mark(&|_| {});
    assert_eq!(mark(&|request| request["provider"] = json!("x")), bare, "the same evidence");
    let changes: [&dyn Fn(&mut Value); 3] = [
        &|request| request["sources"][0]["id"] = json!("S1"),
        &|request| request["sources"][0]["text"] = json!(format!("{}\n", crate::support::SOURCE)),
        &|request| request["facts"] = json!([{ "metric": "rent", "value": 5 }]),
    ];
    for (at, change) in changes.into_iter().enumerate() {
        assert_ne!(mark(change), bare, "{at}");
        let with_id = |request: &mut Value| request["id"] = json!("a");
        let both = |request: &mut Value| {
            change(request);
            with_id(request);
        };
        assert_eq!(mark(&both), mark(&with_id), "{at}: an id is enough");
    }
}

#[test]
fn a_baseline_that_cannot_be_used_is_refused() {
    let folder = Folder::new();
    let cases = folder.file("cases.jsonl", case("a", CLEAN));
    let good = folder.file("good", "");
    let bad = folder.file("bad", "\n{\"case\": \"a\"}\n");
    let same = folder.path().join("new").to_str().unwrap().to_owned();
    for (args, said) in [
        (vec!["--baseline", "gone.jsonl"], "--write-baseline writes it"),
        (vec!["--baseline", &bad], "line 2"),
        (vec!["--baseline", &cases, "--write-baseline"], "is the file of cases"),
        (vec!["--baseline", &good, "--out", &good], "one would be lost"),
        (vec!["--baseline", &same, "--write-baseline", "--out", &same], "one would be lost"),
        (vec!["--write-baseline"], "--baseline"),
        (vec!["--out", &cases], "is the input too"),
        (vec!["--out", "no/such/folder/out.xml"], "cannot be written"),
    ] {
        let ran = run_with(groundcheck().args(["gate", &cases]).args(&args), b"");
        assert!(ran.code == Some(2) && ran.stderr.contains(said), "{args:?}: {ran:?}");
    }
    assert_eq!(std::fs::read_to_string(&cases).unwrap(), case("a", CLEAN));
    assert_eq!(run_with(groundcheck().args(["gate", "no/such/file"]), b"").code, Some(2));
}

#[test]
fn one_file_serves_batch_and_gate() {
    let cases = case("a", CLEAN) + &case("b", FLAGGED) + &case("u", UNVERIFIED);
    let reports = run_with(groundcheck().arg("batch"), cases.as_bytes()).json_lines();
    let flagged = reports.iter().filter(|report| report["verdict"] == "flagged").count();
    for jobs in ["1", "4"] {
        let ran = run_with(
            groundcheck().args(["gate", "-", "--format", "json", "--quiet", "--jobs", jobs]),
            cases.as_bytes(),
        );
        assert_eq!((ran.json()["answers"]["failed"].as_u64(), ran.code), (Some(flagged as u64), Some(1)));
        assert_eq!(ran.stderr, "");
    }
}

#[test]
fn the_policy_decides_here_too() {
    let folder = Folder::new();
    let strict = folder.file("strict.json", "{\"currency_tolerance_ratio\": 0}");
    assert_eq!(gate(&case("a", CLEAN), &[]).code, Some(0));
    assert_eq!(gate(&case("a", CLEAN), &["--policy", &strict]).code, Some(1));
}
