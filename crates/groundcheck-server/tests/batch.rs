//! `groundcheck batch`.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::json;

use crate::support::{Folder, Ran, groundcheck, request, run_with};

const FLAGGED: &str = "The NOI was $1.5M for the property.";
const CLEAN: &str = "The NOI was $1.25M for the property.";

fn batch(args: &[&str], stdin: &[u8]) -> Ran {
    run_with(groundcheck().arg("batch").args(args), stdin)
}

fn line(id: &str, answer: &str) -> String {
    let mut request = request(answer);
    request["id"] = json!(id);
    request.to_string() + "\n"
}

#[test]
fn reports_come_in_the_order_of_the_lines() {
    // Long and short ones mixed, so that workers finish out of order.
    let input: String = (0..200)
        .map(|i| line(&i.to_string(), &if i % 7 == 0 { format!("{FLAGGED} ").repeat(200) } else { CLEAN.to_owned() }))
        .collect();
    let ran = batch(&["--jobs", "4"], input.as_bytes());
    let ids: Vec<String> = ran.json_lines().iter().map(|report| report["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids, (0..200).map(|i| i.to_string()).collect::<Vec<_>>());
    assert_eq!(batch(&["--jobs", "1"], input.as_bytes()).stdout, ran.stdout);
}

#[test]
fn a_bad_line_gives_an_error_report_and_the_rest_goes_on() {
    let mut input = Vec::new();
    input.extend_from_slice(b"\xef\xbb\xbf");
    input.extend_from_slice(line("first", CLEAN).trim_end().as_bytes());
    input.extend_from_slice(b"\r\n\r\n");
    input.extend_from_slice(b"{\"id\": \"json\", \"answer\": \n"); // line 3
    input.extend_from_slice(b"{\"id\": \"utf8\", \"answer\": \"\xff\"}\n"); // line 4
    input.extend_from_slice(b"{\"id\": \"field\", \"answer\": \"x\", \"surces\": []}\n"); // line 5
    input.extend_from_slice(b"{\"id\": \"huge\", \"answer\": \""); // line 6
    input.resize(input.len() + 50_000_000, b'x');
    input.extend_from_slice(b"\"}\n");
    input.extend_from_slice(line("after", FLAGGED).as_bytes()); // line 7
    let table = json!({ "id": "table", "answer": FLAGGED, "facts": "metric,value\nnoi,1,2\n" });
    input.extend_from_slice(format!("{table}\n").as_bytes()); // line 8
    input.extend_from_slice(b"{\"id\": \"cut\", \"answer\": \"The NOI"); // line 9, the last, cut off
    let ran = batch(&[], &input);
    assert_eq!(ran.code, Some(3));
    let found: Vec<(String, String, Option<u64>)> = ran
        .json_lines()
        .iter()
        .map(|report| {
            let code = report["error"]["code"].as_str().or(report["verdict"].as_str());
            (
                report["id"].as_str().unwrap_or("-").to_owned(),
                code.unwrap().to_owned(),
                report["error"]["line"].as_u64(),
            )
        })
        .collect();
    let expected = [
        ("first", "clean", None),
        ("json", "invalid_json", Some(3)),
        ("utf8", "invalid_utf8", Some(4)),
        ("field", "unknown_field", Some(5)),
        ("huge", "request_too_large", Some(6)),
        ("after", "flagged", None),
        ("table", "invalid_csv", Some(8)),
        ("cut", "invalid_json", Some(9)),
    ];
    assert_eq!(found, expected.map(|(id, code, line)| (id.to_owned(), code.to_owned(), line)));
    assert!(ran.stderr.starts_with("answers 8: 1 clean, 1 flagged, 0 unverified, 6 not checked\n"), "{}", ran.stderr);
}

#[test]
fn exit_codes_say_whether_every_answer_is_clean() {
    let unverified = line("u", "Nothing to check.");
    for (input, code) in [
        (line("a", CLEAN), 0),
        (line("a", CLEAN) + &line("b", FLAGGED), 1),
        (line("a", CLEAN) + &unverified, 1),
        (line("a", FLAGGED) + "{\n", 3),
        (String::new(), 1),
        ("\n\n".to_owned(), 1),
    ] {
        assert_eq!(batch(&[], input.as_bytes()).code, Some(code), "{input}");
    }
}

#[test]
fn exit_zero_is_for_lines_that_have_their_reports_and_for_nothing_else() {
    for input in [line("a", FLAGGED), line("a", FLAGGED) + "{\n", "{\n".to_owned(), String::new()] {
        let ran = batch(&["--exit-zero", "--quiet"], input.as_bytes());
        assert_eq!((ran.code, ran.json_lines().len()), (Some(0), input.lines().count()), "{input}");
    }
    let table = batch(&["--exit-zero", "--format", "junit"], line("a", FLAGGED).as_bytes());
    assert_eq!(table.code, Some(0), "{table:?}");
    assert_eq!(batch(&["--exit-zero", "no/such/file"], b"").code, Some(2));
    assert_eq!(batch(&["--exit-zero", "--policy", "no/such/file"], line("a", CLEAN).as_bytes()).code, Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn exit_zero_is_not_for_an_output_that_takes_no_more() {
    let ran = batch(&["--exit-zero", "--out", "/dev/full"], line("a", CLEAN).as_bytes());
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let ran = batch(&["--exit-zero", "--format", "junit", "--out", "/dev/full"], line("a", CLEAN).as_bytes());
    assert_eq!(ran.code, Some(3), "{ran:?}");
}

#[test]
fn the_summary_tells_the_rate_against_its_target() {
    let input = line("a", CLEAN) + &line("b", FLAGGED);
    let ran = batch(&[], input.as_bytes());
    assert!(ran.stderr.contains("hallucination rate 50.00 %, over the target of 5 %"), "{}", ran.stderr);
    assert_eq!(batch(&["--quiet"], input.as_bytes()).stderr, "");
}

#[test]
fn files_in_and_out() {
    let folder = Folder::new();
    let input = folder.file("in.jsonl", line("a", CLEAN));
    let out = folder.file("out.jsonl", "old");
    let ran = batch(&[&input, "--out", &out], b"");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), batch(&[&input], b"").stdout);

    let ran = batch(&[&input, "--out", &input], b"");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&input).unwrap(), line("a", CLEAN));
    assert_eq!(batch(&["no/such/file"], b"").code, Some(2));
}

#[test]
fn reports_stream_while_input_is_still_open() {
    let mut child = groundcheck()
        .args(["batch", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for id in ["a", "b"] {
        stdin.write_all(line(id, CLEAN).as_bytes()).unwrap();
        let mut report = String::new();
        stdout.read_line(&mut report).unwrap();
        assert!(report.contains(&format!("\"id\":\"{id}\"")), "{report}");
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly_but_not_as_a_success() {
    let mut child = groundcheck()
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // Fails once the binary has ended.
    while stdin.write_all(line("a", CLEAN).as_bytes()).is_ok() {}
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(3), &b""[..]));
}

#[test]
fn evidence_shared_by_neighbours_changes_nothing() {
    let other =
        |id: &str| json!({ "id": id, "answer": FLAGGED, "sources": [{ "id": "S0", "text": "The NOI was $1.5M." }] });
    let mut strict = request(CLEAN);
    strict["policy"] = json!({ "currency_tolerance_ratio": 0 });
    let lines = [request(CLEAN), other("o"), strict.clone(), request(FLAGGED), other("p"), strict, request(CLEAN)];
    let together: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let alone: String = lines.iter().map(|line| batch(&[], line.to_string().as_bytes()).stdout).collect();
    assert_eq!(batch(&["--jobs", "1"], together.as_bytes()).stdout, alone);
    assert!(alone.contains("\"verdict\":\"clean\"") && alone.contains("\"verdict\":\"flagged\""));
}

/// Source: an input that a hard link or a redirection was the output of, emptied before its first line was read.
#[cfg(unix)]
#[test]
fn the_input_is_never_the_output_whatever_it_is_called() {
    use std::fs::{self, File};
    use std::process::Stdio;

    let folder = Folder::new();
    let line = "{\"answer\": \"The NOI was $1.5M.\"}\n";
    let input = folder.file("in.jsonl", line);
    let link = folder.path().join("link.jsonl");
    fs::hard_link(&input, &link).unwrap();
    let ran = run_with(groundcheck().args(["batch", &input, "--out"]).arg(&link), b"");
    assert_eq!((ran.code, fs::read_to_string(&input).unwrap().as_str()), (Some(2), line), "{ran:?}");
    let redirected = groundcheck()
        .args(["batch", "-", "--out", &input])
        .stdin(Stdio::from(File::open(&input).unwrap()))
        .output()
        .unwrap();
    assert_eq!((redirected.status.code(), fs::read_to_string(&input).unwrap().as_str()), (Some(2), line));
    // Another file is another file.
    let ran = run_with(groundcheck().args(["batch", &input, "--out"]).arg(folder.path().join("out.jsonl")), b"");
    assert_eq!(ran.code, Some(1), "{ran:?}");
}
