//! Completions and manual pages, and secrets that are in files.

use std::collections::BTreeSet;

use crate::support::{Folder, groundcheck, run, run_with};

/// The commands, as `--help` lists them.
fn commands() -> BTreeSet<String> {
    let help = run(&["--help"]).stdout;
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).filter(|name| name != "help").collect()
}

#[test]
fn completions_know_every_command() {
    let commands = commands();
    assert!(commands.contains("serve") && commands.contains("health") && commands.len() > 20, "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let lost: Vec<&String> = commands.iter().filter(|name| !ran.stdout.contains(*name)).collect();
        assert!(lost.is_empty() && ran.stdout.contains("token-file"), "{shell}: {lost:?}");
    }
    assert_eq!(run(&["completions", "cmd"]).code, Some(2));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    let out = folder.path().join("share").join("man1");
    let ran = run(&["man", "--out", out.to_str().unwrap()]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{ran:?}");
    for name in commands() {
        let page = std::fs::read_to_string(out.join(format!("groundcheck-{name}.1")))
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{name}: {page}");
    }
    let page = std::fs::read_to_string(out.join("groundcheck.1")).unwrap();
    assert_eq!(run(&["man"]).stdout, page);
    // A file where the folder should be.
    let file = folder.file("taken", "");
    assert_eq!(run(&["man", "--out", &file]).code, Some(2));
}

#[test]
fn a_database_address_and_a_key_can_be_in_files() {
    let folder = Folder::new();
    let database = folder.path().join("from-a-file.db");
    let address = folder.file("database", format!("{}\n", database.display()));
    let table = folder.file("facts.csv", "entity,metric,period,value,unit\nMaple,noi,2024,5,USD\n");
    let ran = run_with(groundcheck().args(["facts", "import", &table]).env("DATABASE_URL_FILE", &address), b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(database.exists());
    let gone = run_with(groundcheck().args(["facts", "list"]).env("DATABASE_URL_FILE", "no/such/file"), b"");
    assert_eq!(gone.code, Some(2));
    assert!(gone.stderr.contains("DATABASE_URL_FILE") && gone.stderr.contains("no/such/file"), "{gone:?}");

    let key = folder.file("key", "sk-canary\n");
    let providers = |name: &str, value: &str| {
        let mut command = groundcheck();
        for own in ["OPENAI_API_KEY", "OPENAI_API_KEY_FILE", "OPENAI_BASE_URL", "OLLAMA_HOST"] {
            command.env_remove(own);
        }
        run_with(command.args(["providers", "list", "--format", "json"]).env(name, value), b"")
    };
    let is_ready = |ran: &crate::support::Ran| {
        let list = ran.json();
        let openai = list["providers"].as_array().unwrap().iter().find(|entry| entry["name"] == "openai").cloned();
        openai.unwrap()["ready"].as_bool().unwrap()
    };
    assert!(!is_ready(&providers("UNRELATED", "x")));
    let ran = providers("OPENAI_API_KEY_FILE", &key);
    assert!(is_ready(&ran) && !ran.stdout.contains("canary"), "{ran:?}");
    let empty = folder.file("empty", "\n");
    let ran = providers("OPENAI_API_KEY_FILE", &empty);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(format!("{}{}", ran.stdout, ran.stderr).contains("OPENAI_API_KEY_FILE"), "{ran:?}");
}
