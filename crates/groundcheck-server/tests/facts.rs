//! Stored facts, backups and kept reports from outside: the commands and the server.

use serde_json::{Value, json};

use crate::support::{Folder, Server, groundcheck, run_with};

/// Runs the binary on a database of its own.
fn on(database: &str, args: &[&str]) -> crate::support::Ran {
    run_with(groundcheck().args(args).env("DATABASE_URL", database), b"")
}

const METRICS: &str = "property_id,period,net_operating_income,dscr,occupancy_rate,notes\n\
    1,2024-Q2,1100000,1.2,90,quiet\n1,2024-Q3,1200000,1.25,85,\"a, b\"\n2,2024-Q3,700000,,,\n";
const STATEMENT: &str =
    "property_id,period,account_code,account_name,amount\n1,2024-Q3,4000,Parking Income,\"$12,500\"\n";
const PERIODS: &str = "id,property_id,period_year,period_month\n7,1,2024,9\n";

#[test]
fn tables_of_document_2_are_stored_and_checked_by_scope() {
    let folder = Folder::new();
    let database = folder.path().join("new/facts.db").display().to_string();
    let files = [("metrics.csv", METRICS), ("statement.csv", STATEMENT), ("periods.csv", PERIODS)]
        .map(|(n, t)| folder.file(n, t));
    let ran = on(&database, &["facts", "import", &files[0], &files[1], &files[2]]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (Some(0), "9 facts stored; 2 cells left out that are neither a number nor a date\n")
    );
    let ran = on(&database, &["facts", "list"]);
    assert_eq!(ran.stdout, "1: 8 facts, 2024-09, 2024-Q2, 2024-Q3\n2: 1 facts, 2024-Q3\n");
    let ran = on(&database, &["facts", "list", "--entity", "2"]);
    assert_eq!(ran.stdout, "entity,metric,period,value,unit\n2,net_operating_income,2024-Q3,700000,\n");

    let check =
        |args: &[&str]| on(&database, &[&["check", "The NOI was $1.5M.", "--format", "json"], args].concat()).json();
    assert_eq!(check(&["--entity", "1", "--period", "2024-Q3"])["claims"][0]["nearest"]["text"], "$1,200,000");
    assert_eq!(check(&["--entity", "2"])["claims"][0]["nearest"]["text"], "$700,000");
    assert_eq!(check(&[])["verdict"], "unverified");
    let parking = on(&database, &["check", "Parking income was $12,500.", "--entity", "1", "--period", "2024-Q3"]);
    assert_eq!(parking.code, Some(0), "{parking:?}");

    // What is exported is what was imported, and importing it again changes nothing.
    let exported = on(&database, &["facts", "export"]).stdout;
    let again = folder.file("again.csv", &exported);
    assert_eq!(on(&database, &["facts", "import", &again]).code, Some(0));
    assert_eq!(on(&database, &["facts", "export"]).stdout, exported);
    let json = on(&database, &["facts", "export", "--format", "json"]).stdout;
    let again = folder.file("again.json", &json);
    assert_eq!(on(&database, &["facts", "import", &again]).code, Some(0));
    assert_eq!(on(&database, &["facts", "export"]).stdout, exported);
    assert_eq!(on(&database, &["facts", "clear"]).stdout, "9 facts removed\n");
    assert_eq!(on(&database, &["facts", "list"]).stdout, "");
}

#[test]
fn a_bad_table_stores_nothing_and_says_where_it_is_bad() {
    let folder = Folder::new();
    let database = folder.path().join("facts.db").display().to_string();
    let good = folder.file("good.csv", METRICS);
    let bad = folder.file("bad.csv", "metric,value\nnoi,1\ndscr\n");
    let ran = on(&database, &["facts", "import", &good, &bad]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("bad.csv: facts: line 3: "), "{}", ran.stderr);
    assert_eq!(on(&database, &["check", "NOI was $1.", "--entity", "1"]).code, Some(2), "there is no such database");
}

#[test]
fn the_api_adds_stored_facts_and_keeps_reports_when_told_to() {
    let folder = Folder::new();
    let database = folder.path().join("facts.db").display().to_string();
    let file = folder.file("metrics.csv", METRICS);
    assert_eq!(on(&database, &["facts", "import", &file]).code, Some(0));
    let server = Server::start(&mut groundcheck(), &["--database", &database, "--keep-analyses"]);
    let entities = server.get("/api/facts/entities").json();
    let expected = json!({ "entities": [
        { "entity": "1", "periods": ["2024-Q2", "2024-Q3"], "facts": 6 },
        { "entity": "2", "periods": ["2024-Q3"], "facts": 1 },
    ] });
    assert_eq!(entities, expected);
    let request = json!({ "answer": "The NOI was $1.5M.", "scope": { "entity": 1, "period": "2024-Q3" } });
    let answer = server.analyze(request.to_string().as_bytes());
    assert_eq!((answer.status, &answer.json()["claims"][0]["nearest"]["text"]), (200, &Value::from("$1,200,000")));
    // The same bytes as from the command line.
    let mut check = groundcheck();
    check.args(["check", "--request", "-", "--format", "json", "--database", &database]);
    assert_eq!(run_with(&mut check, request.to_string().as_bytes()).stdout.trim_end(), answer.body);

    // A backup of the running server's database, put into a new one.
    let backup = folder.path().join("backup.db").display().to_string();
    assert_eq!(on(&database, &["backup", &backup]).code, Some(0));
    assert_eq!(on(&database, &["restore", &backup]).code, Some(2), "not without --replace");
    let new = folder.path().join("new.db").display().to_string();
    let ran = on(&new, &["restore", &backup]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "restored: 0 responses, 0 mentions\n"), "{ran:?}");
    assert_eq!(on(&new, &["facts", "export"]).stdout, on(&database, &["facts", "export"]).stdout);
    assert_eq!(server.stop().0, Some(0));
}

#[test]
fn what_cannot_be_kept_is_not_answered() {
    let folder = Folder::new();
    let database = folder.path().join("full.db").display().to_string();
    let mut limited = std::process::Command::new("sh");
    let limit = "trap '' XFSZ; ulimit -f 600; exec \"$0\" \"$@\"";
    limited.args(["-c", limit, env!("CARGO_BIN_EXE_groundcheck")]);
    let server = Server::start(&mut limited, &["--database", &database, "--keep-analyses"]);
    let claims = "The NOI was $1.5M. ".repeat(50);
    let mut kept = 0;
    let refused = loop {
        let request = json!({ "id": kept.to_string(), "answer": claims });
        let answer = server.analyze(request.to_string().as_bytes());
        if answer.status != 200 {
            break answer;
        }
        kept += 1;
    };
    assert_eq!((refused.status, refused.error().0.as_str()), (503, "storage_unavailable"));
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert!(kept > 0);
    assert!(!refused.body.contains("NOI") && server.stop().1.contains("storage_unavailable"));
}

#[test]
fn a_wrong_database_is_named_without_its_password() {
    for address in ["mysql://me:secret@db/x", "postgres://me:secret@localhost:x/y"] {
        let ran = on(address, &["facts", "list"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.starts_with("groundcheck: DATABASE_URL: ") && !ran.stderr.contains("secret"), "{ran:?}");
    }
}

#[test]
fn the_page_picks_facts_by_entity_and_period() {
    let folder = Folder::new();
    let database = folder.path().join("facts.db").display().to_string();
    let file = folder.file("facts.csv", "entity,metric,period,value,unit\nMaple,noi,2024-Q2,1,USD\nMaple,noi,2024-Q3,2,USD\nOak,noi,2024-Q3,3,USD\n,cap,,5,%\n");
    assert_eq!(on(&database, &["facts", "import", &file]).code, Some(0));
    let server = Server::start(groundcheck().env("DATABASE_URL", &database), &[]);
    let entities = server.get("/api/facts/entities").json();
    assert_eq!(entities["entities"][1], json!({ "entity": "Maple", "periods": ["2024-Q2", "2024-Q3"], "facts": 2 }));
    let table = server.get("/api/facts?entity=maple&period=2024-q3");
    assert_eq!(table.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(table.body, "entity,metric,period,value,unit\n,cap,,5,%\nMaple,noi,2024-Q3,2,USD\n");
    let report = server.analyze(json!({ "answer": "The NOI was $3.", "facts": table.body }).to_string().as_bytes());
    assert_eq!(report.json()["claims"][0]["status"], "contradicted", "{report:?}");
    assert_eq!(server.get("/api/facts?name=maple").error(), ("unknown_field".to_owned(), Some("name".to_owned())));
}
