//! The review queue from outside: over HTTP, on the command line, and into `groundcheck measure`.

use groundcheck_types::{LabelledCase, ReviewItem, ReviewPage, Status};
use serde_json::{Value, json};

use crate::support::{Answer, Folder, Ran, SOURCE, Server, groundcheck, request, run_with};

const JSON: (&str, &str) = ("content-type", "application/json");

/// A server and its database.
struct Queue {
    server: Server,
    database: String,
    _folder: Folder,
}

impl Queue {
    fn new() -> Self {
        let folder = Folder::new();
        let database = folder.path().join("groundcheck.db").display().to_string();
        Queue { server: Server::start(&mut groundcheck(), &["--database", &database]), database, _folder: folder }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.server.send(method, path, &[JSON], body.to_string().as_bytes())
    }

    /// Checks an answer; the id of the item that it entered as.
    fn analyze(&self, request: &Value) -> Option<u64> {
        let answer = self.send("POST", "/api/analyze", request);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.header("groundcheck-review-id").map(|id| id.parse().unwrap())
    }

    fn decide(&self, id: u64, version: u32, change: &Value) -> Answer {
        let mut change = change.clone();
        change["version"] = version.into();
        self.send("PATCH", &format!("/api/reviews/{id}"), &change)
    }

    fn item(&self, id: u64) -> ReviewItem {
        let answer = self.server.get(&format!("/api/reviews/{id}"));
        serde_json::from_str(&answer.body).unwrap_or_else(|e| panic!("{e}: {answer:?}"))
    }

    fn page(&self, query: &str) -> ReviewPage {
        let answer = self.server.get(&format!("/api/reviews?{query}"));
        serde_json::from_str(&answer.body).unwrap_or_else(|e| panic!("{e}: {answer:?}"))
    }

    /// A file, whole.
    fn file(&self, path: &str) -> String {
        self.server.get(path).whole()
    }

    fn run(&self, args: &[&str]) -> Ran {
        run_with(groundcheck().args(args).args(["--database", &self.database]), b"")
    }
}

#[test]
fn flagged_answers_enter_and_the_report_stays_the_same() {
    let queue = Queue::new();
    let flagged = request("The NOI was $1.5M.");
    let answer = queue.send("POST", "/api/analyze", &flagged);
    assert_eq!(answer.header("groundcheck-review-id"), Some("1"));
    let checked =
        run_with(groundcheck().args(["check", "--request", "-", "--format", "json"]), flagged.to_string().as_bytes());
    assert_eq!(answer.body, checked.stdout.trim_end());
    assert_eq!(queue.analyze(&flagged), Some(1), "the same is the same item");
    assert_eq!(queue.analyze(&request("The NOI was $1.2M.")), None);
    let mut without = flagged.clone();
    without["policy"] = json!({ "review_queue": false });
    assert_eq!(queue.analyze(&without), None);
    without["policy"] = json!({ "auto_flag": false });
    assert_eq!(queue.analyze(&without), None);
    let mut named = request("The NOI was $9.5M, \"so\" they say.");
    (named["provider"], named["model"]) = (json!("openai"), json!("gpt-4o"));
    let second = queue.analyze(&named).expect("it enters");

    let page = queue.page("status=pending&most=1");
    assert_eq!((page.items.len(), page.totals.pending), (1, 2));
    let page = queue.page(&format!("most=1&after={}", page.next.unwrap()));
    assert_eq!((page.items[0].id, page.next), (second, None));
    assert_eq!(page.items[0].title, "The NOI was $9.5M, \"so\" they say.");
    assert_eq!(queue.page("provider=openai").items[0].model.as_deref(), Some("gpt-4o"));
    let item = queue.item(second);
    assert_eq!(item.note, None);
    let groundcheck_types::ReviewContent::Answer { draft, report, .. } = item.content else { panic!("an answer") };
    assert_eq!((draft.unverified_claims, draft.flagged_claims.len() as u32), (1, report.summary.unverified_claims));
    let metrics = queue.server.get("/metrics").body;
    assert!(metrics.contains("groundcheck_reviews{kind=\"answer\",status=\"pending\"} 2"), "{metrics}");
    assert!(metrics.contains("groundcheck_reviews{kind=\"record\",status=\"rejected\"} 0"), "{metrics}");
}

#[test]
fn a_stale_change_is_a_409_with_the_item_as_it_is() {
    let queue = Queue::new();
    let id = queue.analyze(&request("The NOI was $1.5M.")).unwrap();
    let changed = queue.decide(id, 1, &json!({ "status": "reviewed", "assignee": "dana" }));
    assert_eq!((changed.status, &changed.json()["summary"]["version"]), (200, &json!(2)));
    let stale = queue.decide(id, 1, &json!({ "status": "approved" }));
    let body = stale.json();
    assert_eq!(
        (stale.status, &body["error"]["field"], &body["item"]["summary"]["assignee"]),
        (409, &json!("version"), &json!("dana"))
    );
    assert_eq!(body["item"], serde_json::to_value(queue.item(id)).unwrap());
    for (path, change, status, field) in [
        (format!("/api/reviews/{id}"), json!({ "version": 2 }), 422, None),
        (format!("/api/reviews/{id}"), json!({ "version": 2, "status": "done" }), 422, Some("status")),
        (
            format!("/api/reviews/{id}"),
            json!({ "version": 2, "decisions": [{ "claim": "c9", "status": "supported" }] }),
            422,
            Some("decisions[0].claim"),
        ),
        ("/api/reviews/99".to_owned(), json!({ "version": 2, "note": "x" }), 404, Some("id")),
        ("/api/reviews/x".to_owned(), json!({ "version": 2, "note": "x" }), 404, Some("id")),
    ] {
        let answer = queue.send("PATCH", &path, &change);
        assert_eq!((answer.status, answer.error().1.as_deref()), (status, field), "{path} {change}");
    }
    let bulk = json!({ "items": [{ "id": id, "version": 2 }, { "id": id, "version": 2 }, { "id": 99, "version": 1 }], "status": "approved" });
    let rows = queue.send("POST", "/api/reviews/bulk", &bulk).json();
    let outcomes: Vec<&Value> = rows.as_array().unwrap().iter().map(|row| &row["outcome"]).collect();
    assert_eq!(outcomes, ["changed", "conflict", "missing"]);
    let history = queue.server.get(&format!("/api/reviews/{id}/history")).json();
    assert_eq!(history["events"].as_array().unwrap().len(), 3, "{history}");
    assert_eq!(queue.server.get("/api/audit?most=1").json()["next"], json!(3));
    assert_eq!(queue.server.get("/api/reviews/choices").json()["assignees"], json!(["dana"]));
}

#[test]
fn what_people_decided_runs_through_measure() {
    let queue = Queue::new();
    let send = |answer: &str| {
        let added =
            queue.send("POST", "/api/reviews", &json!({ "request": request(answer), "note": "looks =odd, \"very\"" }));
        assert_eq!(added.status, 201, "{added:?}");
        assert_eq!(queue.send("POST", "/api/reviews", &json!({ "request": request(answer) })).status, 200);
        added.json()["summary"]["id"].as_u64().unwrap()
    };
    // Flagged and wrong, flagged and right, not flagged and right, not flagged and wrong.
    for (answer, status) in [
        ("The NOI was $1.5M.", "rejected"),
        ("The NOI was $1.3M.", "approved"),
        ("The NOI was $1.2M.", "approved"),
        ("The NOI was $1.25M.", "rejected"),
    ] {
        assert_eq!(queue.decide(send(answer), 1, &json!({ "status": status })).status, 200);
    }
    send("The NOI was $7M.");
    let exported = queue.file("/api/reviews.jsonl");
    assert_eq!(exported.lines().count(), 4);
    let measured =
        run_with(groundcheck().args(["measure", "-", "--format", "json", "--min-f1", "0.5"]), exported.as_bytes());
    let measurement = measured.json();
    let confusion = json!({ "true_positives": 1, "false_positives": 1, "false_negatives": 1, "true_negatives": 1 });
    assert_eq!((measured.code, &measurement["confusion"]), (Some(0), &confusion), "{measured:?}");
    let half = json!({ "accuracy": 0.5, "precision": 0.5, "recall": 0.5, "f1": 0.5 });
    assert_eq!(measurement["metrics"], half);
    // The command line says the same, byte for byte.
    assert_eq!(queue.run(&["reviews", "export"]).stdout, exported);
    assert_eq!(queue.run(&["reviews", "export", "--status", "rejected"]).stdout.lines().count(), 2);
    let table = queue.file("/api/reviews.csv");
    assert_eq!(table.lines().count(), 6);
    assert_eq!(queue.run(&["reviews", "export", "--format", "csv"]).stdout, table);
    assert_eq!(queue.server.get("/api/reviews.csv?from=x").error().1.as_deref(), Some("from"));
}

#[test]
fn every_exported_line_is_a_labelled_case() {
    let queue = Queue::new();
    let answers = [
        // The second of a repeated number is decided: the first is labelled beside it.
        "The NOI was $1.5M. In Q3 2024 it was $1.5M, and $1.5M before.",
        "The NOI was $1.2M. Some say $12M, or 12 or $1.2M.",
        "ה-NOI היה $1.5M ברבעון השלישי, ו-\u{200f}15% יותר.",
        "The \"NOI\"\\ was\t$1.5M\n— $1.5M, $1.5M; 2024Q3 2024 and 5% of 15%.",
        "See https://a.example/1500000?x=$1.5M: the NOI was $1.5M and $1.5M.",
        "1.5 and 5, 5.5 and 5. Then 5x 5X $5.",
    ];
    for answer in answers {
        let body = json!({ "request": request(answer), "note": "שורה\nחדשה" });
        let added = queue.send("POST", "/api/reviews", &body);
        assert_eq!(added.status, 201, "{added:?}");
        let id = added.json()["summary"]["id"].as_u64().unwrap();
        let item = queue.item(id);
        let groundcheck_types::ReviewContent::Answer { report, .. } = &item.content else { panic!("an answer") };
        for (version, status) in [(1, "approved"), (2, "rejected")] {
            // Every other claim by itself.
            let decisions: Vec<Value> = report
                .claims
                .iter()
                .skip(1)
                .step_by(2)
                .map(|claim| json!({ "claim": claim.id, "status": if status == "approved" { "supported" } else { "unsupported" } }))
                .collect();
            let decided = queue.decide(id, version, &json!({ "status": status, "decisions": decisions }));
            assert_eq!(decided.status, 200, "{decided:?}");
            let lines = queue.file("/api/reviews.jsonl");
            for line in lines.lines() {
                LabelledCase::from_json(line.as_bytes()).unwrap_or_else(|e| panic!("{e}: {line}"));
            }
            let of_this = lines.lines().map(|line| LabelledCase::from_json(line.as_bytes()).unwrap());
            let case = of_this.into_iter().find(|case| case.request.answer == answer).expect("its case");
            assert_eq!(case.has_hallucinations(), status == "rejected");
            // A label stands at its claim, and nowhere else.
            for (label, span) in case.expected.claims.iter().zip(case.label_spans()) {
                let claim =
                    report.claims.iter().find(|claim| Some(claim.span) == span).unwrap_or_else(|| panic!("{label:?}"));
                let own = decisions.iter().find(|decision| decision["claim"] == json!(claim.id));
                if let Some(own) = own {
                    assert_eq!(json!(label.status), own["status"], "{answer}");
                } else if status == "approved" {
                    assert!(!matches!(label.status, Status::Contradicted | Status::Unsupported), "{label:?}");
                }
            }
        }
        if answer == answers[0] {
            let case =
                LabelledCase::from_json(queue.file("/api/reviews.jsonl").lines().next().unwrap().as_bytes()).unwrap();
            assert!(case.expected.claims.iter().filter(|label| label.text == "$1.5M").count() == 3, "{case:?}");
        }
    }
    let measured = run_with(groundcheck().args(["measure", "-"]), queue.file("/api/reviews.jsonl").as_bytes());
    assert!(measured.code == Some(1) && measured.stdout.contains("Total Test Cases: 6"), "{measured:?}");
}

#[test]
fn records_enter_masked() {
    let queue = Queue::new();
    let canary = "4111222233334444";
    let record = json!({ "bank_name": "Bank of Atlantis", "account_number": canary, "statement_period": "March 2024" });
    let body = json!({ "profile": "bank_statement", "record": record, "as_of": "2024-12-01", "provider": "openai",
        "document": { "text": format!("{SOURCE} Account {canary}, statement of March 2024, closing balance $1,204.10"), "total_pages": 3 } });
    let report = queue.send("POST", "/api/records/validate", &body);
    let id: u64 = report.header("groundcheck-review-id").expect("it enters").parse().unwrap();
    assert_eq!(queue.send("POST", "/api/records/validate", &body).header("groundcheck-review-id"), Some("1"));
    let item = queue.item(id);
    assert_eq!((item.summary.title.as_str(), item.summary.provider.as_deref()), ("bank_statement", Some("openai")));
    assert_eq!(item.fingerprints.len(), 1, "{item:?}");
    let noted = queue.decide(
        id,
        1,
        &json!({ "status": "approved", "note": canary, "corrected_value": format!("no {canary}") }),
    );
    assert_eq!(noted.json()["note"], json!("••••••••••••4444"));
    assert_eq!(
        queue.decide(id, 2, &json!({ "decisions": [{ "claim": "c1", "status": "supported" }] })).error().1.as_deref(),
        Some("decisions")
    );
    assert_eq!(queue.file("/api/reviews.jsonl"), "", "records are no cases");
    for path in
        ["/api/reviews", "/api/reviews/1", "/api/reviews/1/history", "/api/reviews.csv", "/api/audit", "/metrics"]
    {
        assert!(!queue.server.get(path).body.contains("22223333"), "{path}");
    }
    let shown = queue.run(&["reviews", "show", "1"]);
    assert!(
        shown.code == Some(0) && shown.stdout.contains("for review") && !shown.stdout.contains("22223333"),
        "{shown:?}"
    );
    for ending in ["", "-wal"] {
        let bytes = std::fs::read(format!("{}{ending}", queue.database)).unwrap_or_default();
        assert!(!bytes.windows(8).any(|window| window == b"22223333"), "{ending}");
    }
}

#[test]
fn the_command_line_lists_decides_and_verifies() {
    let queue = Queue::new();
    for answer in ["The NOI was $1.5M.", "The NOI was $1.6M.", "The NOI was $1.7M."] {
        queue.analyze(&request(answer)).unwrap();
    }
    let listed = queue.run(&["reviews", "list", "--status", "pending"]);
    assert!(listed.code == Some(0) && listed.stdout.contains("3 pending, 0 reviewed"), "{listed:?}");
    assert_eq!(queue.run(&["reviews", "list", "--format", "json", "--most", "1"]).json()["items"][0]["id"], json!(1));
    let decided = queue.run(&["reviews", "decide", "1", "2", "99", "--status", "rejected", "--format", "json"]);
    assert_eq!(decided.code, Some(1), "{decided:?}");
    assert_eq!(decided.json()[2]["outcome"], json!("missing"));
    let stale = queue.run(&["reviews", "decide", "1", "--version", "1", "--note", "x"]);
    assert!(stale.code == Some(1) && stale.stdout.contains("at version 2"), "{stale:?}");
    let claims = queue.run(&[
        "reviews",
        "decide",
        "3",
        "--status",
        "approved",
        "--claim",
        "c1=supported",
        "--note",
        "as in the lease",
    ]);
    assert_eq!(claims.code, Some(0), "{claims:?}");
    assert_eq!(queue.item(3).decisions[0].status, Status::Supported);
    for (args, code) in [
        (&["reviews", "decide", "1"][..], 2),
        (&["reviews", "decide", "1", "--status", "done"], 2),
        (&["reviews", "show", "99"], 2),
        (&["reviews", "list", "--from", "soon"], 2),
        (&["reviews", "list", "--risk", "critical"], 0),
        (&["audit", "list", "--most", "2"], 0),
    ] {
        assert_eq!(queue.run(args).code, Some(code), "{args:?}");
    }
    let verified = queue.run(&["audit", "verify", "--format", "json"]);
    assert_eq!((verified.code, &verified.json()["rows"]), (Some(0), &json!(6)), "{verified:?}");
    let head = verified.json()["head"].as_str().unwrap().to_owned();
    assert_eq!(queue.run(&["audit", "verify", "--expect", &head]).code, Some(0));
    assert_eq!(queue.run(&["audit", "verify", "--expect", "0000"]).code, Some(1));

    // One row is altered by somebody with the database in hand.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        use sqlx::Connection as _;
        let mut connection = sqlx::SqliteConnection::connect(&queue.database).await.unwrap();
        sqlx::query("UPDATE audit SET actor = 'eve' WHERE number = 4").execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
    let broken = queue.run(&["audit", "verify"]);
    assert!(broken.code == Some(1) && broken.stdout.contains("row 4: is not what was written"), "{broken:?}");
    assert_eq!(queue.run(&["audit", "verify", "--format", "json"]).json()["broken"], json!(4));
    // Nothing is stored yet.
    let nothing = run_with(groundcheck().args(["reviews", "list"]), b"");
    assert!(nothing.code == Some(0) && nothing.stdout.starts_with("0 pending"), "{nothing:?}");
}
