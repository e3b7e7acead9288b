//! `groundcheck check`.

use crate::support::{Folder, Ran, SOURCE, groundcheck, request, run, run_with};

fn check(args: &[&str]) -> Ran {
    let folder = Folder::new();
    let source = folder.file("lease.txt", format!("Notes\n\n{SOURCE}\n"));
    run_with(groundcheck().arg("check").args(args).args(["--source", &source]), b"")
}

#[test]
fn a_wrong_number_is_underlined_and_told_with_the_nearest_value() {
    let ran = check(&["The NOI was $1.5M for the property."]);
    assert_eq!(ran.code, Some(1));
    let mut lines = ran.stdout.lines();
    assert_eq!(lines.next(), Some("  The NOI was $1.5M for the property."));
    assert_eq!(lines.next(), Some("              ~~~~~"));
    let rest: Vec<&str> = lines.collect();
    assert!(rest.contains(&"✕ $1.5M  contradicted (currency)"), "{}", ran.stdout);
    assert!(rest.contains(&"    nearest $1,200,000, 25 % off, lease.txt:3"), "{}", ran.stdout);
    assert!(rest.iter().any(|line| line.starts_with("✕ flagged: ")), "{}", ran.stdout);
    assert!(rest.iter().any(|line| line.contains("risk high")), "{}", ran.stdout);
}

#[test]
fn only_problems_are_listed_where_they_are_asked_for() {
    let ran = check(&["The NOI was $1.25M for the property. Its NOI was $1.5M.", "--only", "problems"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.contains("✕ $1.5M  contradicted") && !ran.stdout.contains("≈ $1.25M"), "{}", ran.stdout);
    assert!(ran.stdout.contains("✓ 1 supported claim not shown"), "{}", ran.stdout);
}

#[test]
fn the_name_of_a_file_that_exists_is_read() {
    let folder = Folder::new();
    let file = folder.file("answer.txt", "The NOI was $1.5M for the property.");
    let ran = check(&[&file]);
    assert!(ran.stdout.contains("✕ $1.5M  contradicted"), "{}", ran.stdout);
    assert!(ran.stderr.contains("reading the answer from the file"), "{}", ran.stderr);
    // A name that no file has is an answer, which is said; and so is a sentence.
    let ran = check(&["answer-2024.txt"]);
    assert!(
        ran.stdout.contains("answer-2024.txt") && ran.stderr.contains("no file answer-2024.txt is there"),
        "{ran:?}"
    );
    assert!(check(&["See answer-2024.txt"]).stderr.is_empty());
}

#[test]
fn a_corrected_answer_is_printed_and_what_was_replaced_is_said() {
    let ran = check(&["The NOI for the property was $1.5M.\nIt was fine.", "--corrected"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(1), "The NOI for the property was $1.2M.\nIt was fine.\n"));
    assert!(ran.stderr.contains("$1.5M → $1.2M"), "{}", ran.stderr);
    let ran = check(&["The NOI for the property was $1.5M.", "--corrected", "--format", "json"]);
    assert_eq!(ran.json()["corrections"][0]["replacement"], "$1.2M");
    // What cannot be seen stays as it is in a pipe.
    let written = "The NOI for the property was $1.5M.\r\nFine\u{200f}.\r\n";
    assert_eq!(check(&[written, "--corrected"]).stdout, written.replace("$1.5M", "$1.2M"));
    let ran = check(&["The NOI was $1.2M for the property.", "--corrected"]);
    assert_eq!(ran.stdout, "The NOI was $1.2M for the property.\n");
    assert!(ran.stderr.contains("nothing is certain enough to be replaced"), "{}", ran.stderr);
}

#[test]
fn a_blank_source_is_no_evidence() {
    let folder = Folder::new();
    let blank = folder.file("blank.txt", " \n\n");
    let ran = run_with(groundcheck().args(["check", "The fee is 5%.", "--format", "json", "--source", &blank]), b"");
    assert_eq!((ran.code, &ran.json()["verdict_reason"]), (Some(1), &"no_evidence".into()), "{ran:?}");
    assert_eq!(ran.json()["claims"][0]["reasons"][0]["code"], "no_evidence");
}

#[test]
fn an_entity_that_no_fact_names_is_said() {
    let folder = Folder::new();
    let facts = folder.file("facts.csv", "entity,metric,period,value,unit\nMaple Court,rent,2024,2350,USD\n");
    let ran = check(&["The rent was $2,350.", "--facts", &facts, "--entity", "Mapel Court"]);
    let warning = "no fact names the entity \"Mapel Court\"; the facts name \"Maple Court\"";
    assert!(ran.stderr.contains(warning), "{}", ran.stderr);
    let ran = check(&["The rent was $2,350.", "--facts", &facts, "--entity", "maple court"]);
    assert!(ran.stderr.is_empty(), "{}", ran.stderr);
}

#[test]
fn what_the_sources_do_not_mention_is_said() {
    let ran = check(&["The NOI was $1.2M for the property.", "--question", "What did Kestrelle Plaza earn in 2019?"]);
    assert!(ran.stdout.contains("not mentioned in the sources: Kestrelle Plaza, 2019"), "{}", ran.stdout);
    let ran = check(&["The NOI was $1.2M for the property.", "--question", "What was the NOI for the property?"]);
    assert!(!ran.stdout.contains("not mentioned"), "{}", ran.stdout);
}

#[test]
fn a_request_that_is_not_json_is_named() {
    let folder = Folder::new();
    let file = folder.file("request.json", "{\"answer\": \"x\", ");
    let ran = run_with(groundcheck().arg("check").args(["--request", &file]), b"");
    assert_eq!(ran.code, Some(2));
    let refused = format!("groundcheck: the request in {file} is refused\ngroundcheck: is not valid JSON: EOF");
    assert!(ran.stderr.starts_with(&refused), "{}", ran.stderr);
}

#[test]
fn a_right_number_is_clean_and_exits_0() {
    let ran = check(&["The NOI was $1.25M for the property.", "--confidence", "0.9"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.stdout.contains("≈ $1.25M  supported within tolerance") && ran.stdout.contains("✓ clean: "),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("confidence 0.9 → 0.9"), "{}", ran.stdout);
}

#[test]
fn confidence_falls_by_the_penalty() {
    let ran = check(&["The NOI was $1.5M.", "--confidence", "0.9"]);
    assert!(ran.stdout.contains("confidence 0.9 → 0.7"), "{}", ran.stdout);
}

#[test]
fn unverified_is_no_all_clear_in_words_or_exit_code() {
    let no_evidence = run(&["check", "The NOI was $1.5M."]);
    let no_claims = check(&["All is well."]);
    for ran in [no_evidence, no_claims] {
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.stdout.contains("– unverified: ") && ran.stdout.contains("does not mean"), "{}", ran.stdout);
        assert!(!ran.stdout.contains('✓') && !ran.stdout.contains("low"), "{}", ran.stdout);
    }
}

#[test]
fn the_answer_comes_from_an_argument_stdin_or_a_file() {
    let folder = Folder::new();
    let file = folder.file("answer.txt", "\u{feff}The NOI was $1.5M.");
    let source = folder.file("s.txt", SOURCE);
    let at_file = format!("@{file}");
    let report = |args: &[&str], stdin: &str| {
        let ran = run_with(
            groundcheck().arg("check").args(args).args(["--format", "json", "--source", &source]),
            stdin.as_bytes(),
        );
        assert_eq!(ran.code, Some(1), "{ran:?}");
        ran.stdout
    };
    let expected = report(&["The NOI was $1.5M."], "");
    assert_eq!(report(&["-"], "The NOI was $1.5M."), expected);
    assert_eq!(report(&[&at_file], ""), expected);
    assert_eq!(report(&["--answer-file", &file], ""), expected);
}

#[test]
fn facts_come_as_csv_or_json_within_their_scope() {
    let folder = Folder::new();
    let csv =
        folder.file("facts.csv", "property_id,period,net_operating_income\n1,2024-Q3,1200000\n2,2024-Q3,1500000\n");
    let json = folder.file("facts.JSON", r#"[{"entity": 1, "period": "Q3 2024", "metric": "NOI", "value": 1200000}]"#);
    for facts in [&csv, &json] {
        let ran = run(&[
            "check",
            "The NOI was $1.5M.",
            "--facts",
            facts,
            "--entity",
            "1",
            "--period",
            "2024-Q3",
            "--format",
            "json",
        ]);
        let report = ran.json();
        assert_eq!(report["claims"][0]["status"], "contradicted", "{report}");
        assert_eq!(report["claims"][0]["nearest"]["value"], 1_200_000, "{report}");
    }
}

#[test]
fn a_bad_file_is_named_with_its_line() {
    let folder = Folder::new();
    let not_utf8 = folder.file("bad.txt", b"one\ntwo\xff\n");
    let nan = folder.file("nan.json", r#"[{"metric": "noi", "value": NaN}]"#);
    let typo = folder.file("typo.json", r#"[{"metric": "noi", "valeu": 1}]"#);
    let row = folder.file("row.csv", "metric,value\nnoi,1,2\n");
    let not_a_number = folder.file("nan.csv", "metric,value\nnoi,NaN\n");
    let policy = folder.file("policy.json", r#"{"tolerance": 1}"#);
    let cases: &[(&str, &str, &str, &str, Option<u64>)] = &[
        ("--source", &not_utf8, "invalid_utf8", &not_utf8, Some(2)),
        ("--source", "no/such/file", "unreadable_file", "no/such/file", None),
        ("--facts", &nan, "invalid_json", &nan, Some(1)),
        ("--facts", &typo, "unknown_field", "facts[0].valeu", None),
        ("--facts", &row, "invalid_csv", "facts", Some(2)),
        ("--facts", &not_a_number, "invalid_csv", "facts", Some(2)),
        ("--policy", &policy, "unknown_field", "policy.tolerance", None),
        ("--locale", "not a tag", "invalid_value", "locale", None),
        ("--as-of", "2023-02-29", "invalid_value", "as_of", None),
        ("--confidence", "NaN", "invalid_value", "confidence", None),
    ];
    for (flag, value, code, field, line) in cases {
        let ran = run(&["check", "The NOI was $5.", flag, value, "--format", "json"]);
        assert_eq!(ran.code, Some(2), "{flag} {value}: {ran:?}");
        let error = &ran.json()["error"];
        assert_eq!((error["code"].as_str(), error["field"].as_str()), (Some(*code), Some(*field)), "{error}");
        assert_eq!(error["line"].as_u64(), *line, "{error}");
        assert!(ran.stderr.contains(field), "{}", ran.stderr);
        // For people the same, and nothing that looks like a report.
        let text = run(&["check", "The NOI was $5.", flag, value]);
        assert_eq!((text.code, text.stdout.as_str(), text.stderr), (Some(2), "", ran.stderr));
    }
}

#[test]
fn wrong_usage_exits_2() {
    for args in [&["check"][..], &["check", "x", "--request", "r.json"], &["chekc"], &["check", "x", "--sourc", "y"]] {
        let ran = run(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn help_has_examples_and_exit_codes() {
    for args in [&["--help"][..], &["check", "--help"], &["batch", "--help"]] {
        let ran = run(args);
        assert_eq!(ran.code, Some(0));
        for word in ["Examples:", "Exit codes", "unverified"] {
            assert!(ran.stdout.contains(word), "{args:?}: no {word}");
        }
    }
}

#[test]
fn colour_is_for_terminals_unless_asked_for() {
    let request = request("The NOI was $1.5M.").to_string();
    let shown = |args: &[&str], env: &[(&str, &str)]| {
        let mut command = groundcheck();
        command.args(["check", "--request", "-"]).args(args).envs(env.iter().copied());
        run_with(&mut command, request.as_bytes()).stdout
    };
    // A pipe is no terminal.
    assert!(!shown(&[], &[]).contains('\x1b'));
    assert!(!shown(&["--color", "auto"], &[("TERM", "xterm-kitty")]).contains('\x1b'));
    assert!(!shown(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]).contains('\x1b'));
    let plain = shown(&["--color", "always"], &[("TERM", "xterm"), ("NO_COLOR", "1")]);
    assert!(plain.contains("\x1b[4m") && !plain.contains("\x1b[4:3m") && plain.contains("~~~~~"), "{plain:?}");
    let shaped = shown(&["--color", "always"], &[("TERM", "xterm-kitty")]);
    assert!(shaped.contains("\x1b[4:3m") && !shaped.contains("~~~~~"), "{shaped:?}");
}

#[test]
fn hostile_text_cannot_drive_the_terminal() {
    let folder = Folder::new();
    let source = folder.file("s.txt", "NOI \x1b]0;owned\x07 was $1,200,000");
    let ran = run(&["check", "\x1b[2JThe NOI \u{202e}was $1.5M.", "--source", &source]);
    assert!(!ran.stdout.contains(['\x1b', '\x07', '\u{202e}']), "{:?}", ran.stdout);
    let ran = run(&["check", "x", "--source", "no\x1b[31m/such"]);
    assert!(!ran.stderr.contains('\x1b'), "{:?}", ran.stderr);
}

#[test]
fn sources_of_one_name_get_ids_of_their_own() {
    let folder = Folder::new();
    let files = [folder.file("a/q3.md", SOURCE), folder.file("b/q3.md", "Occupancy was 85%.")];
    let ran = run(&["check", "Occupancy was 95%.", "--format", "json", "--source", &files[0], &files[1]]);
    let claim = &ran.json()["claims"][0];
    assert_eq!(claim["nearest"]["source"], "q3.md (2)", "{claim}");
}
