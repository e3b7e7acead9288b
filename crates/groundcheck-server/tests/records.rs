//! `groundcheck records` and `POST /api/records/validate`.

use serde_json::{Value, json};

use crate::support::{Folder, Server, groundcheck, run_with};

const TEXT: &str =
    "Westpac. Statement of account 034-123 456782, 1 March 2024 to 31 March 2024, closing balance $1,204.10\n";

fn record() -> Value {
    json!({ "bank_name": "Westpac", "account_number": "034-123 456782", "statement_period": "March 2024" })
}

fn request(record: &Value) -> Value {
    json!({ "profile": "bank_statement", "record": record, "document": { "text": TEXT, "total_pages": 3 }, "as_of": "2024-12-01" })
}

/// What the command prints as JSON for this record, and its exit code.
fn records(record: &str, more: &[&str]) -> (Value, Option<i32>) {
    let folder = Folder::new();
    let (file, document) = (folder.file("record.json", record), folder.file("document.txt", TEXT));
    let mut command = groundcheck();
    command.args(["records", &file, "--document", &document, "--profile", "bank_statement", "--pages", "3"]);
    let ran = run_with(command.args(["--as-of", "2024-12-01", "--format", "json"]).args(more), b"");
    (serde_json::from_str(&ran.stdout).unwrap_or_else(|e| panic!("{e}: {ran:?}")), ran.code)
}

#[test]
fn a_clean_record_exits_0_and_a_rejected_one_1() {
    let (report, code) = records(&record().to_string(), &[]);
    assert_eq!((&report["summary"]["status"], code), (&json!("clean"), Some(0)), "{report}");

    let mut phantoms = record();
    phantoms["boundaries"] = (0..4).map(|page| json!({ "start_page": page, "end_page": page })).collect();
    let (report, code) = records(&phantoms.to_string(), &[]);
    assert_eq!((&report["rejection"]["reason"], code), (&json!("critical_alerts"), Some(1)), "{report}");

    let mut unknown = record();
    unknown["bank_name"] = json!("Bank of Atlantis");
    for more in [&[][..], &["--strict"][..]] {
        let (report, code) = records(&unknown.to_string(), more);
        assert_eq!((&report["disposition"], code), (&json!("review"), Some(1)), "{report}");
    }

    // As many models write it.
    let (report, code) = records(&format!("```json\n{}\n```\n", record()), &[]);
    assert_eq!((&report["summary"]["status"], code), (&json!("clean"), Some(0)), "{report}");
}

#[test]
fn what_is_no_record_is_rejected_and_shows_no_account() {
    let account = "4111222233334444";
    for record in ["", "{", "null", "7", account, &format!("{{\"account_number\": {account}0.5}}")] {
        let (report, code) = records(record, &[]);
        assert_eq!((&report["rejection"]["reason"], code), (&json!("malformed"), Some(1)), "{record}: {report}");
        assert!(!report.to_string().contains("22223"), "{report}");
    }
}

#[test]
fn bad_arguments_exit_2_whatever_the_record() {
    for more in [["--as-of", "soon"], ["--pages", "0"], ["--policy", "missing.json"]] {
        let folder = Folder::new();
        let (file, document) = (folder.file("record.json", "{"), folder.file("document.txt", TEXT));
        let ran = run_with(
            groundcheck().args(["records", &file, "--document", &document, "--profile", "invoice"]).args(more),
            b"",
        );
        assert_eq!(ran.code, Some(2), "{ran:?}");
    }
}

#[test]
fn the_text_says_what_follows_and_why() {
    let folder = Folder::new();
    let mut bad = record();
    bad["account_number"] = json!("123456789");
    let (file, document) = (folder.file("r.json", bad.to_string()), folder.file("d.txt", format!("{TEXT}\u{c}{TEXT}")));
    let ran =
        run_with(groundcheck().args(["records", &file, "--document", &document, "--profile", "bank_statement"]), b"");
    assert!(ran.stdout.starts_with("? for review\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("✕ high       account_number: The account number is a placeholder"), "{}", ran.stdout);
    assert!(ran.stdout.contains("found ••••6789") && !ran.stdout.contains("56789"), "{}", ran.stdout);
}

#[test]
fn http_and_the_command_line_give_the_same_bytes() {
    let server = Server::new();
    let post = |body: &str| {
        server.send("POST", "/api/records/validate", &[("Content-Type", "application/json")], body.as_bytes())
    };
    let folder = Folder::new();
    let mut wrong = record();
    wrong["account_number"] = json!("000000000");
    for record in [record(), wrong, json!({}), json!([1])] {
        let request = request(&record).to_string();
        let file = folder.file("request.json", &request);
        let ran = run_with(groundcheck().args(["records", "--format", "json", "--request", &file]), b"");
        let answer = post(&request);
        assert_eq!((answer.status, answer.json().to_string()), (200, ran.json().to_string()), "{request}");
        assert_eq!(answer.body, ran.stdout.trim_end(), "{request}");
    }
    for (from, to, error) in [
        ("\"as_of\"", "\"at\"", ("unknown_field", "at")),
        ("bank_statement", "lease", ("invalid_value", "profile")),
        ("2024-12-01", "4111222233334444", ("invalid_value", "as_of")),
    ] {
        let answer = post(&request(&record()).to_string().replace(from, to));
        assert_eq!(answer.error(), (error.0.to_owned(), Some(error.1.to_owned())), "{answer:?}");
    }
    let metrics = server.get("/metrics").body;
    for line in [
        "groundcheck_record_alerts_total{type=\"nonsensical_account\",severity=\"high\",provider=\"none\"} 1",
        "groundcheck_records_total{status=\"error\",rejected=\"true\",provider=\"none\"} 2",
        "groundcheck_records_total{status=\"clean\",rejected=\"false\",provider=\"none\"} 1",
    ] {
        assert!(metrics.contains(line), "{line} is not in {metrics}");
    }
}

#[test]
fn a_schema_beside_the_profile_rejects_and_what_of_it_is_not_checked_is_an_error() {
    let folder = Folder::new();
    let fits = folder.file("fits.json", r#"{"required": ["bank_name"]}"#);
    let not = folder.file("not.json", r#"{"properties": {"bank_name": {"enum": ["ANZ"]}}}"#);
    let (report, code) = records(&record().to_string(), &["--schema", &fits]);
    assert_eq!((&report["summary"]["status"], code), (&json!("clean"), Some(0)), "{report}");
    let (report, code) = records(&record().to_string(), &["--schema", &not]);
    assert_eq!((&report["errors"][0]["field"], code), (&json!("bank_name"), Some(1)), "{report}");
    for (schema, field) in [(r#"{"multipleOf": 2}"#, "schema.multipleOf"), ("null", "schema")] {
        // Whatever the record: what nobody checks is no matter of the record.
        let (error, code) = records("{", &["--schema", &folder.file("schema.json", schema)]);
        assert_eq!((&error["error"]["field"], code), (&json!(field), Some(2)), "{error}");
    }
}

#[test]
fn the_docs_in_python_send_what_is_taken_and_read_what_is_returned() {
    let page = include_str!("../../../docs/records.md");
    let code = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let server = Server::new();
    let sent = |record: Value| {
        // A literal of Python that is one of JSON too, with two names in it.
        let line = code.lines().find_map(|line| line.trim().strip_prefix("request = ")).unwrap();
        let body =
            line.replace(": record,", &format!(": {record},")).replace(": pages}", &format!(": {}}}", json!([TEXT])));
        let answer =
            server.send("POST", "/api/records/validate", &[("Content-Type", "application/json")], body.as_bytes());
        assert_eq!(answer.status, 200, "{body}: {answer:?}");
        answer.json()
    };
    assert!(
        code.contains("server + \"/api/records/validate\"") && code.contains("\"Content-Type\": \"application/json\"")
    );
    assert_eq!(sent(record())["summary"]["rejection_recommended"], false);
    let rejected = sent(json!({}));
    let mut read = 0;
    for path in code.split("report[\"").skip(1) {
        let (outer, rest) = path.split_once("\"][\"").unwrap();
        let inner = rest.split('"').next().unwrap();
        assert!(!rejected[outer][inner].is_null(), "report[{outer}][{inner}]");
        read += 1;
    }
    assert_eq!(read, 3, "{code}");
}
