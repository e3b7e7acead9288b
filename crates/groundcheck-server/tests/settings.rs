//! Every setting of document 2, through the environment and files.

use std::collections::BTreeSet;

use groundcheck_types::SETTINGS;
use serde_json::{Value, json};

use crate::support::{Folder, Server, groundcheck, request, run_with};

fn report(env: &[(&str, &str)], args: &[&str], request: &Value) -> Value {
    let mut command = groundcheck();
    command.args(["check", "--format", "json", "--request", "-"]).args(args).envs(env.iter().copied());
    run_with(&mut command, request.to_string().as_bytes()).json()
}

#[test]
fn a_wrong_setting_stops_every_command_and_is_named() {
    for (name, value) in [
        ("HALLUCINATION_CURRENCY_TOLERANCE", "five"),
        ("HALLUCINATION_TARGET_RATE", "2"),
        ("HALLUCINATION_VERIFY_DATES", "maybe"),
        ("HALLUCINATION_CURRENCY_TOLERENCE", "5"),
        ("HALLUCINATION_", ""),
    ] {
        for args in [&["check", "x 5"][..], &["batch"], &["serve", "--port", "0"], &["settings"]] {
            let ran = run_with(groundcheck().args(args).env(name, value), b"");
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{name} {args:?}: {ran:?}");
            assert!(ran.stderr.starts_with(&format!("groundcheck: {name}: ")), "{}", ran.stderr);
        }
        let ran = run_with(groundcheck().args(["check", "x 5", "--format", "json"]).env(name, value), b"");
        let error = &ran.json()["error"];
        assert_eq!((error["code"].as_str(), error["field"].as_str()), (Some("invalid_setting"), Some(name)));
    }
}

#[test]
fn the_request_wins_over_the_file_over_the_environment() {
    let folder = Folder::new();
    let file = folder.file("policy.json", r#"{"currency_tolerance_ratio": 0.01}"#);
    let wide = [("HALLUCINATION_CURRENCY_TOLERANCE", "30")];
    let status = |env: &[(&str, &str)], args: &[&str], request: &Value| {
        report(env, args, request)["claims"][0]["status"].as_str().unwrap().to_owned()
    };
    let plain = request("The NOI was $1.5M.");
    let mut own = plain.clone();
    own["policy"] = json!({ "currency_tolerance_ratio": 0.5 });
    assert_eq!(status(&[], &[], &plain), "contradicted");
    assert_eq!(status(&wide, &[], &plain), "supported");
    assert_eq!(status(&wide, &["--policy", &file], &plain), "contradicted");
    assert_eq!(status(&wide, &["--policy", &file], &own), "supported");
}

/// A setting, a value that is not its default, a request, and where in the report that shows.
fn changes() -> Vec<(&'static str, &'static str, Value, &'static str)> {
    let with = |answer: &str, source: &str| json!({ "answer": answer, "sources": [{ "id": "S0", "text": source }] });
    let flagged = request("The NOI was $1.5M.");
    let clean = request("The NOI was $1.2M.");
    let mut sure = flagged.clone();
    sure["confidence"] = json!(0.9);
    let occupancy = with("Occupancy was 95%.", "Occupancy was 85%.");
    let ratio = with("The DSCR was 1.5.", "The DSCR was 1.25.");
    let number = with("The property has 1,300 units.", "The property has 1,250 units.");
    let date = with("The lease ends on 2024-12-03.", "The lease ends on 2024-12-01.");
    let quotation = with("The lease says \"no pets of any kind\".", "The lease says \"all pets of any kind\".");
    let identifier = with("See invoice INV-2041.", "See invoice INV-2014.");
    let link = with("See https://acme.example/a.", "See https://acme.example/b.");
    let citation = with("The rent is due monthly [S7].", "The rent is due monthly.");
    let name = with("The lease was signed by Ottilie Brandt.", "The lease was signed by Edith Marlow for the town.");
    let fact = json!({ "answer": "The DSCR was 1.25.", "facts": [{ "metric": "dscr", "value": 1.25 }] });
    let no_evidence = json!({ "answer": "The NOI was $1.5M." });
    vec![
        ("HALLUCINATION_CURRENCY_TOLERANCE", "30", flagged.clone(), "/claims/0/status"),
        ("HALLUCINATION_PERCENTAGE_TOLERANCE", "15", occupancy.clone(), "/claims/0/status"),
        ("HALLUCINATION_RATIO_TOLERANCE", "25", ratio.clone(), "/claims/0/status"),
        ("HALLUCINATION_NUMBER_TOLERANCE", "10", number.clone(), "/claims/0/status"),
        ("HALLUCINATION_DATE_TOLERANCE_DAYS", "5", date.clone(), "/claims/0/status"),
        (
            "HALLUCINATION_SUPPORTED_PROBABILITY",
            "1",
            with("NOI was $1,200,000.", "NOI was $1,200,000."),
            "/claims/0/status",
        ),
        ("HALLUCINATION_FLAGGED_PROBABILITY", "0", flagged.clone(), "/claims/0/status"),
        ("HALLUCINATION_CONFIDENCE_PENALTY", "50", sure, "/summary/adjusted_confidence"),
        ("HALLUCINATION_FACT_CONFIDENCE", "0.5", fact, "/claims/0/confidence"),
        ("HALLUCINATION_DOCUMENT_CONFIDENCE", "0.5", clean.clone(), "/claims/0/confidence"),
        ("HALLUCINATION_VERIFY_CURRENCY", "false", flagged.clone(), "/claims/0/status"),
        ("HALLUCINATION_VERIFY_PERCENTAGES", "no", occupancy, "/claims/0/status"),
        ("HALLUCINATION_VERIFY_DATES", "off", date, "/claims/0/status"),
        ("HALLUCINATION_VERIFY_RATIOS", "0", ratio, "/claims/0/status"),
        ("HALLUCINATION_VERIFY_NUMBERS", "FALSE", number, "/claims/0/status"),
        ("HALLUCINATION_VERIFY_QUOTATIONS", "false", quotation, "/claims/0/status"),
        ("HALLUCINATION_VERIFY_IDENTIFIERS", "no", identifier, "/claims/0/status"),
        ("HALLUCINATION_VERIFY_LINKS", "0", link, "/claims/0/status"),
        ("HALLUCINATION_VERIFY_CITATIONS", "off", citation, "/claims/0/status"),
        ("HALLUCINATION_VERIFY_NAMES", "false", name, "/verdict"),
        ("HALLUCINATION_AUTO_FLAG", "false", flagged.clone(), "/disposition"),
        ("HALLUCINATION_REVIEW_QUEUE", "false", flagged, "/disposition"),
        ("HALLUCINATION_REVIEW_UNVERIFIED", "true", no_evidence, "/disposition"),
        ("HALLUCINATION_HIGH_RISK_BELOW", "0.9", clean.clone(), "/risk"),
        ("HALLUCINATION_MEDIUM_RISK_BELOW", "0.9", clean, "/risk"),
    ]
}

/// Those that no report on an answer depends on: tests of their own, what is offered as a correction, and the mentions' reliability.
const ELSEWHERE: [&str; 9] = [
    "HALLUCINATION_CORRECTION_PROBABILITY",
    "HALLUCINATION_CORRECTION_SHARE",
    "HALLUCINATION_TARGET_TIME_MS",
    "HALLUCINATION_TARGET_RATE",
    "HALLUCINATION_HAS_SOURCE_WEIGHT",
    "HALLUCINATION_ACCESSIBLE_WEIGHT",
    "HALLUCINATION_CONFIDENCE_WEIGHT",
    "HALLUCINATION_MULTI_SOURCE_BONUS",
    "HALLUCINATION_MULTI_SOURCE_BONUS_MAX",
];

#[test]
fn every_setting_changes_what_it_should() {
    let mut tested: BTreeSet<&str> = ELSEWHERE.into();
    for (name, value, request, pointer) in changes() {
        let before = report(&[], &[], &request);
        let after = report(&[(name, value)], &[], &request);
        let shown = |report: &Value| report.pointer(pointer).cloned().unwrap_or_else(|| panic!("{name}: {report}"));
        assert_ne!(shown(&before), shown(&after), "{name}: {after}");
        tested.insert(name);
    }
    assert_eq!(tested, SETTINGS.iter().map(|setting| setting.name).collect());
}

#[test]
fn a_switched_off_check_says_so_and_flagging_off_stays_flagged() {
    let request = request("The NOI was $1.5M.");
    let off = report(&[("HALLUCINATION_VERIFY_CURRENCY", "false")], &[], &request);
    assert_eq!(off["claims"][0]["reasons"][0]["code"], "check_disabled");
    assert_eq!(off["verdict"], "unverified");
    let unflagged = report(&[("HALLUCINATION_AUTO_FLAG", "false")], &[], &request);
    assert_eq!((&unflagged["verdict"], &unflagged["disposition"]), (&json!("flagged"), &json!("accept")));
}

#[test]
fn the_target_rate_is_what_batch_compares_with() {
    let mut command = groundcheck();
    command.arg("batch").env("HALLUCINATION_TARGET_RATE", "1");
    let ran = run_with(&mut command, request("The NOI was $1.5M.").to_string().as_bytes());
    assert!(ran.stderr.contains("hallucination rate 100.00 %, within the target of 100 %"), "{}", ran.stderr);
}

#[test]
fn an_analysis_over_the_target_time_is_logged() {
    let body = request("The NOI was $1.5M.").to_string();
    for (target, logged) in [("0", true), ("60000", false)] {
        let server = Server::start(groundcheck().env("HALLUCINATION_TARGET_TIME_MS", target), &[]);
        assert_eq!(server.analyze(body.as_bytes()).status, 200);
        assert_eq!(server.stop().1.contains("slow analysis"), logged, "{target}");
    }
}

#[test]
fn settings_lists_what_holds() {
    let ran = run_with(groundcheck().arg("settings").env("HALLUCINATION_CURRENCY_TOLERANCE", "7.5"), b"");
    let line = ran.stdout.lines().find(|line| line.contains("HALLUCINATION_CURRENCY_TOLERANCE")).unwrap();
    assert!(line.starts_with('*') && line.contains(" 7.5 ") && line.contains(" 5 %"), "{line}");
    assert_eq!(ran.code, Some(0));
}
