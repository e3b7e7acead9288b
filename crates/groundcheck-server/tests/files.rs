//! Files that are no text, from outside: on the command line and over HTTP.

use serde_json::Value;

use crate::support::{Folder, Ran, Server, groundcheck, run_with};

fn check(answer: &str, more: &[&str], files: &[String]) -> Ran {
    run_with(groundcheck().args(["check", answer]).args(more).arg("--source").args(files), b"")
}

fn path(name: &str) -> String {
    format!("{}/../../tests/data/files/{name}", env!("CARGO_MANIFEST_DIR"))
}

const ANSWER: &str =
    "Rental sales were €612.3 thousand in Q3 2024. Inventories were $57.4 million, and notice is 60 days.";

#[test]
fn an_answer_is_checked_against_sheets_and_pages_and_names_them() {
    let files = ["orchard-q3.xlsx", "tidewater.pdf", "storage-agreement.docx"].map(path);
    let ran = check(ANSWER, &["--format", "json"], &files);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("tidewater.pdf: no text on page 3"), "{}", ran.stderr);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let found = |text: &str| report["claims"].as_array().unwrap().iter().find(|claim| claim["text"] == text).unwrap();
    for (text, status, place) in [
        ("€612.3 thousand", "supported", "orchard-q3.xlsx · Segments"),
        ("$57.4 million", "supported", "tidewater.pdf · page 1"),
        ("60", "contradicted", "storage-agreement.docx"),
    ] {
        let claim = found(text);
        assert_eq!(
            (&claim["status"], &claim["nearest"]["source"]),
            (&Value::from(status), &Value::from(place)),
            "{claim}"
        );
    }
    let text = check("Rental sales were €612.3 thousand.", &[], &files[..1]);
    assert!(text.stdout.contains("orchard-q3.xlsx · Segments:7"), "row 7 of the sheet: {}", text.stdout);
}

#[test]
fn a_file_that_cannot_be_read_is_named_with_its_reason() {
    let folder = Folder::new();
    let cut = folder.file("cut.pdf", "%PDF-1.7 and no more");
    for (file, reason) in [
        (path("locked.pdf"), "protected by a password"),
        (path("scan.pdf"), "text recognition (OCR)"),
        (path("empty.xlsx"), "is empty"),
        (cut, "may be damaged"),
    ] {
        let ran = check("It was 5.", &[], std::slice::from_ref(&file));
        assert_eq!(ran.code, Some(2), "{file}: {ran:?}");
        assert!(ran.stderr.contains(&file) && ran.stderr.contains(reason), "{file}: {}", ran.stderr);
    }
}

#[test]
fn facts_come_from_the_sheets_of_a_workbook() {
    let facts = |file: &str| {
        let answer = "Elm Court's NOI was $1.5M in Q3 2024. Elm Court has 48 units.";
        run_with(groundcheck().args(["check", answer, "--format", "json", "--facts", &path(file)]), b"")
    };
    let ran = facts("property-facts.xlsx");
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let claims = report["claims"].as_array().unwrap().iter();
    let said: Vec<_> =
        claims.map(|claim| (claim["text"].as_str().unwrap(), claim["status"].as_str().unwrap())).collect();
    assert!(said.contains(&("$1.5M", "contradicted")) && said.contains(&("48", "supported")), "{said:?}");
    let ran = facts("tidewater.pdf");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("is a PDF file: facts come as CSV, JSON or a workbook"), "{}", ran.stderr);
}

#[test]
fn a_file_becomes_sources_over_http() {
    let server = Server::start(&mut groundcheck(), &["--no-analyze"]);
    let octets = [("content-type", "application/octet-stream")];
    let send = |name: &str, bytes: &[u8]| server.send("POST", &format!("/api/files?name={name}"), &octets, bytes);
    let answer = send("tidewater.pdf", &std::fs::read(path("tidewater.pdf")).unwrap());
    assert_eq!(answer.status, 200, "{answer:?}");
    let read: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(read["without_text"], serde_json::json!([3]));
    assert_eq!(read["sources"][1]["id"], "tidewater.pdf · page 2");
    // What comes out goes into a request as it is.
    let request = serde_json::json!({ "answer": "Inventories were $57.4 million.", "sources": read["sources"] });
    let report =
        server.send("POST", "/api/analyze", &[("content-type", "application/json")], request.to_string().as_bytes());
    assert_eq!(serde_json::from_str::<Value>(&report.body).unwrap()["verdict"], "clean", "{report:?}");
    let text = send("memo.txt", "Rent is $2,350.".as_bytes());
    assert_eq!(serde_json::from_str::<Value>(&text.body).unwrap()["sources"][0]["text"], "Rent is $2,350.");

    let locked = send("account-12345678901234.pdf", &std::fs::read(path("locked.pdf")).unwrap());
    assert!(
        locked.status == 400 && locked.body.contains("password") && !locked.body.contains("12345678901234"),
        "{locked:?}"
    );
    assert_eq!(send("a.bin", b"\xff\xfe\xff").status, 400);
    assert_eq!(server.send("POST", "/api/files?nam=x", &octets, b"x").status, 422);
    assert_eq!(server.send("POST", "/api/files", &[("content-type", "text/plain")], b"x").status, 415);
    let large = vec![b' '; 32 * 1024 * 1024 + 1];
    assert_eq!(send("large.txt", &large).status, 413);
    server.stop();
}
