//! Document 1 from outside: import, analyze, report, as commands and over HTTP.

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{Folder, Ran, Server, groundcheck, run_with};

/// The example data as a file to import.
const EXAMPLES: &str = include_str!("../src/import/examples.json");

/// Document 1, "Step 3: Reporting".
const REPORT: &str = "\
HALLUCINATION RISK REPORT

Overall Statistics:
- Total mentions: 15
- Avg reliability: 0.68
- Risk distribution:
  High: 2 (13%)
  Medium: 5 (33%)
  Low: 8 (53%)

Provider Comparison:
Provider  Model      Avg Rel  High Risk
openai    gpt-4o     0.75     0
ollama    llama3     0.61     2

High Risk Mentions:
CompetitorX - Rank #4
   Reliability: 0.35
   Sources: No | Accessible: No
Oakfold Analytics - Rank #3
   Reliability: 0.38
   Sources: Yes | Accessible: No
";

/// Runs the binary on a database of its own.
fn on(database: &str, args: &[&str]) -> Ran {
    with(database, args, b"")
}

fn with(database: &str, args: &[&str], stdin: &[u8]) -> Ran {
    run_with(groundcheck().args(args).env("DATABASE_URL", database), stdin)
}

fn database(folder: &Folder) -> String {
    folder.path().join("reports.db").display().to_string()
}

/// One mention without sources, of this name and confidence.
fn response(name: &str, confidence: f64) -> Value {
    json!({ "query": "Best AI companies", "provider": "openai", "model": "gpt-4o", "asked_at": "2024-12-01",
        "mentions": [{ "name": name, "confidence": confidence }] })
}

fn is_documents_report(report: &Value) {
    assert_eq!(report["mentions"], 15);
    assert_eq!(report["average_reliability"], json!(0.684666667));
    assert_eq!(report["risk"], json!({ "high": 2, "medium": 5, "low": 8 }));
    assert_eq!(report["histogram"], json!([0, 0, 0, 2, 0, 3, 2, 2, 4, 2]));
    let models: Vec<_> = report["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                row["provider"].as_str().unwrap(),
                row["model"].as_str().unwrap(),
                row["average_reliability"].as_f64().unwrap(),
                row["risk"]["high"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(models, [("openai", "gpt-4o", 0.75, 0), ("ollama", "llama3", 0.61, 2)]);
    let days: Vec<_> = report["days"]
        .as_array()
        .unwrap()
        .iter()
        .map(|day| (day["date"].as_str().unwrap(), day["mentions"].as_u64().unwrap()))
        .collect();
    assert_eq!(days, [("2025-06-02", 3), ("2025-06-03", 4), ("2025-06-04", 3), ("2025-06-05", 3), ("2025-06-06", 2)]);
    let riskiest = &report["high_risk"]["mentions"][0];
    assert_eq!(
        (&riskiest["brand_name"], &riskiest["rank"], &riskiest["reliability"]),
        (&json!("CompetitorX"), &json!(4), &json!(0.35))
    );
    assert_eq!((&riskiest["has_source"], &riskiest["accessible"]), (&json!(false), &Value::Null));
    let other = &report["high_risk"]["mentions"][1];
    assert_eq!(
        (&other["sources"][0]["state"], &other["sources"][0]["reason"]),
        (&json!("unreachable"), &json!("not_found"))
    );
}

#[test]
fn document_1s_report_comes_from_an_imported_file_figure_by_figure() {
    let folder = Folder::new();
    let database = database(&folder);
    let ran = on(&database, &["import", &folder.file("responses.json", EXAMPLES)]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "5 responses stored; 15 mentions\n"), "{ran:?}");
    // Nothing is known yet, and the report says so.
    let ran = on(&database, &["report"]);
    assert!(
        ran.stdout.contains("Nothing is scored yet") && ran.stdout.contains("Not scored yet: 5 responses"),
        "{ran:?}"
    );
    assert!(!ran.stdout.contains("High: 0"), "{ran:?}");
    // The outcomes of the links came along: nobody is asked.
    let ran = on(&database, &["analyze"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(
        ran.stdout.starts_with("5 responses scored: 2 mentions of high risk, 5 of medium, 8 of low\n0 links asked"),
        "{ran:?}"
    );
    let ran = on(&database, &["report"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), REPORT));
    is_documents_report(&on(&database, &["report", "--format", "json"]).json());
    let colored = on(&database, &["report", "--color", "always"]).stdout;
    assert!(colored.contains("\u{1b}[31m● \u{1b}[0m") && colored.contains("CompetitorX - Rank #4"), "{colored:?}");

    let filtered =
        on(&database, &["report", "--provider", "ollama", "--from", "2025-06-04", "--format", "json"]).json();
    assert_eq!((&filtered["mentions"], &filtered["risk"]["high"]), (&json!(3), &json!(1)));
    let none = on(&database, &["report", "--query", "Nobody asked this"]);
    assert!(none.stdout.contains("No scored mention is left by this filter."), "{none:?}");
    assert_eq!(on(&database, &["report", "--from", "2025-02-30"]).code, Some(2));

    let csv = on(&database, &["report", "--format", "csv"]).stdout;
    assert_eq!(csv.lines().filter(|line| line.contains(",2025-06-")).count(), 15, "{csv}");
    assert!(
        csv.lines().nth(1).unwrap().starts_with("CompetitorX,4,high,0.35,no,,ollama,llama3,2025-06-03T09:00:00Z,"),
        "{csv}"
    );
    let models = on(&database, &["report", "--format", "csv", "--table", "models"]).stdout;
    assert_eq!(models.lines().nth(1), Some("openai,gpt-4o,8,0.75,0,2,6"));
    let html = on(&database, &["report", "--format", "html"]).stdout;
    assert!(html.contains("CompetitorX") && html.contains("0.68") && !html.contains("<script"), "{html}");
    // Again: nothing is stored or scored twice.
    let ran = on(&database, &["import", &folder.file("responses.json", EXAMPLES)]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "0 responses stored, 5 were there already; 15 mentions\n"));
    assert!(on(&database, &["analyze"]).stdout.starts_with("0 responses scored"));
}

#[test]
fn a_bad_line_is_named_and_the_rest_goes_in() {
    let folder = Folder::new();
    let database = database(&folder);
    let mut lines = b"\xef\xbb\xbf".to_vec();
    let good = |name: &str| response(name, 0.5).to_string();
    for line in [
        good("A").into_bytes(),
        b"{\"query\": \"q\"".to_vec(),
        Vec::new(),
        b"\"\xff\"".to_vec(),
        good("B").replace("\"mentions\"", "\"mentoins\"").into_bytes(),
        good("C").replace("2024-12-01", "yesterday").into_bytes(),
        good("D").replace("0.5", "1.5").into_bytes(),
        format!("{{\"query\": \"{}\"}}", "x".repeat(9 << 20)).into_bytes(),
        good("E").replace("gpt-4o", &"m".repeat(600)).into_bytes(),
        good("F").into_bytes(),
    ] {
        lines.extend_from_slice(&line);
        lines.extend_from_slice(b"\r\n");
    }
    let ran = with(&database, &["import", "-", "--format", "json"], &lines);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let said: Vec<_> = ran
        .json_lines()
        .iter()
        .map(|line| match line.get("error") {
            Some(error) => (error["line"].as_u64().unwrap(), error["code"].as_str().unwrap().to_owned()),
            None => (line["line"].as_u64().unwrap(), format!("new {}", line["new"])),
        })
        .collect();
    let expected = [
        (1, "new true"),
        (2, "invalid_json"),
        (4, "invalid_utf8"),
        (5, "unknown_field"),
        (6, "invalid_value"),
        (7, "invalid_value"),
        (8, "request_too_large"),
        (9, "invalid_value"),
        (10, "new true"),
    ];
    assert_eq!(said, expected.map(|(line, what)| (line, what.to_owned())));
    // As text: the reasons go to stderr, each on its line.
    let ran = with(&database, &["import", "-"], &lines);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(3), "0 responses stored, 2 were there already; 2 mentions; 7 could not be read or stored\n")
    );
    assert!(ran.stderr.contains("mentoins: line 5: is not a known field"), "{}", ran.stderr);
    assert!(ran.stderr.contains("line 2: is not valid JSON: EOF"), "{}", ran.stderr);
    // Nothing at all: an error, not an empty success.
    assert_eq!(with(&database, &["import", "-"], b"").code, Some(2));
    assert_eq!(with(&database, &["import", "-"], b"nonsense").code, Some(2));
    assert_eq!(on(&database, &["import", "no-such-file.json"]).code, Some(2));
}

#[test]
fn links_that_may_not_be_asked_are_unreachable_and_unasked_ones_unknown() {
    let folder = Folder::new();
    let database = database(&folder);
    let mut new = response("A", 0.5);
    new["mentions"][0]["sources"] = json!([{ "url": "http://169.254.169.254/latest" }, { "url": "see the report" }]);
    new["mentions"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "name": "B", "confidence": 0.5, "sources": [{ "url": "https://b.example/" }] }));
    assert_eq!(with(&database, &["import", "-"], new.to_string().as_bytes()).code, Some(0));
    let ran = on(&database, &["analyze", "--offline", "--format", "json"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.json()["links"], json!({ "reachable": 0, "unreachable": 2, "unknown": 1 }));
    let csv = on(&database, &["report", "--format", "csv"]).stdout;
    assert!(csv.contains("A,1,medium,0.5,yes,unreachable,"), "{csv}");
    assert!(csv.contains("B,2,medium,0.65,yes,unknown,"), "{csv}");
    assert!(csv.contains("unreachable http://169.254.169.254/latest\nunreachable see the report"), "{csv}");
}

#[test]
fn where_nothing_is_stored_the_report_says_so_and_creates_nothing() {
    let folder = Folder::new();
    let data = folder.path().join("data");
    let ran = run_with(groundcheck().args(["report"]).env("GROUNDCHECK_DATA", &data), b"");
    assert!(ran.code == Some(0) && ran.stdout.contains("Nothing is stored yet"), "{ran:?}");
    assert!(!Path::new(&data).exists());
    assert_eq!(on(&database(&folder), &["report"]).code, Some(2));
    assert_eq!(on(&database(&folder), &["analyze"]).code, Some(1));
}

const JSON: (&str, &str) = ("content-type", "application/json");

#[test]
fn the_routes_give_the_example_datas_report_and_take_it_away_again() {
    let server = Server::new();
    let empty = server.get("/api/reports").json();
    assert_eq!(
        (&empty["mentions"], &empty["average_reliability"], &empty["stored"]["responses"]),
        (&json!(0), &Value::Null, &json!(0))
    );
    for added in [5, 0] {
        assert_eq!(server.send("POST", "/api/examples", &[], b"").json(), json!({ "added": added }));
    }
    let report = server.get("/api/reports").json();
    is_documents_report(&report);
    assert_eq!(
        report["stored"],
        json!({ "responses": 5, "mentions": 15, "scored": 15, "pending": 0, "failed": 0, "examples": 5 })
    );
    let choices = server.get("/api/reports/choices").json();
    assert_eq!(choices["queries"], json!(["Best AI companies for data analysis", "Best AI companies"]));
    assert_eq!(choices["models"][0], json!({ "provider": "ollama", "model": "llama3" }));
    let filtered = server.get("/api/reports?query=Best+AI+companies&to=2025-06-03&provider=").json();
    assert_eq!((&filtered["mentions"], &filtered["filter"]["query"]), (&json!(7), &json!("Best AI companies")));

    let (mut after, mut seen) = (String::new(), Vec::new());
    loop {
        let page = server.get(&format!("/api/reports/mentions?risk=low&most=3&after={after}")).json();
        seen.extend(page["mentions"].as_array().unwrap().iter().map(|row| row["reliability"].as_f64().unwrap()));
        match page["next"].as_str() {
            Some(next) => after = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(seen, [0.72, 0.75, 0.8, 0.84, 0.84, 0.86, 0.9, 0.95]);
    let csv = server.get("/api/reports.csv?provider=ollama");
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(csv.header("content-disposition"), Some("attachment; filename=\"groundcheck-mentions.csv\""));
    assert!(csv.body.contains("CompetitorX,4,high,0.35"), "{csv:?}");
    // As a browser asks for it: whole, to the end of its last chunk.
    let packed = server.send_raw("GET", "/api/reports.csv", &[("accept-encoding", "gzip")], b"");
    assert!(packed.ends_with(b"0\r\n\r\n"), "{} bytes", packed.len());
    assert_eq!(server.get("/api/reports.csv?table=days").body.matches("2025-06-0").count(), 5);

    for (path, status, code, field) in [
        ("/api/reports?modell=x", 422, "unknown_field", "modell"),
        ("/api/reports?from=yesterday", 422, "invalid_value", "from"),
        ("/api/reports?from=2024-02-02&to=2024-02-01", 422, "invalid_value", "to"),
        ("/api/reports/mentions?risk=critical", 422, "invalid_value", "risk"),
        ("/api/reports/mentions?after=x", 422, "invalid_value", "after"),
        ("/api/reports/mentions?most=100000", 422, "invalid_value", "most"),
        ("/api/reports.csv?table=all", 422, "invalid_value", "table"),
        ("/api/reports.csv?to=x", 422, "invalid_value", "to"),
    ] {
        let answer = server.get(path);
        assert_eq!((answer.status, answer.error()), (status, (code.to_owned(), Some(field.to_owned()))), "{path}");
    }
    assert_eq!(server.send("DELETE", "/api/examples", &[], b"").json(), json!({ "removed": 5 }));
    assert_eq!(server.get("/api/reports").json()["stored"]["responses"], 0);
    assert_eq!(server.stop().0, Some(0));
}

#[test]
fn what_is_imported_over_http_is_scored_in_the_background() {
    let server = Server::new();
    let lines = [response("A", 0.875).to_string(), "{}".to_owned(), response("=B", 1.0).to_string()].join("\n");
    let summary =
        server.send("POST", "/api/import", &[("content-type", "application/x-ndjson")], lines.as_bytes()).json();
    assert_eq!(summary["responses"].as_array().unwrap().len(), 2);
    assert_eq!((&summary["errors"][0]["line"], &summary["errors"][0]["field"]), (&json!(2), &json!("query")));
    // Each question takes the server some time, so that this ends: it is woken by the import.
    let report = std::iter::repeat_with(|| server.get("/api/reports").json())
        .find(|report| report["stored"]["pending"] == 0)
        .unwrap();
    assert_eq!(
        (&report["mentions"], &report["risk"]["high"], &report["stored"]["failed"]),
        (&json!(2), &json!(1), &json!(0))
    );
    assert!(server.get("/api/reports.csv").body.contains("\"'=B\",1,medium,0.4,"));
    let nothing = server.send("POST", "/api/import", &[JSON], b"{\"query\": 1}");
    assert_eq!((nothing.status, nothing.error().1.as_deref()), (422, Some("query")));
    assert_eq!(server.send("POST", "/api/import", &[("content-type", "text/plain")], b"{}").status, 415);
    assert_eq!(server.stop().0, Some(0));
}
