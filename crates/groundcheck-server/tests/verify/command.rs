//! `groundcheck verify` and `groundcheck providers`.

use std::io::Read;

use serde_json::json;

use super::{CANARY, by_evidence, logprobs, word};
use crate::provider::{Fake, entry, good};
use crate::support::{Folder, Ran, groundcheck, run_with};

/// The command with a provider `house`, and a folder with its sources.
struct House {
    folder: Folder,
    providers: String,
}

impl House {
    fn new(fake: &Fake, more: &str) -> Self {
        let folder = Folder::new();
        let providers = folder.file("providers.toml", entry("openai", &fake.url(), more));
        folder.file("S0", "The tower has nine floors.");
        House { folder, providers }
    }

    fn run(&self, args: &[&str]) -> Ran {
        let mut command = groundcheck();
        command.args(args).args(["--providers", &self.providers]).env("MY_KEY", CANARY).current_dir(self.folder.path());
        command.env_remove("OPENAI_API_KEY").env_remove("OPENAI_BASE_URL").env_remove("OLLAMA_HOST");
        run_with(command.env("GROUNDCHECK_DATA", self.folder.path().join("data")), b"")
    }

    fn verify(&self, answer: &str, more: &[&str]) -> Ran {
        self.run(&[&["verify", answer, "--source", "S0"], more].concat())
    }
}

#[test]
fn the_command_prints_the_check_and_ends_by_it() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let house = House::new(&fake, "api_key_env = \"MY_KEY\"\nprice = { input = 1, output = 2 }");
    let good = "The tower has nine floors [S0].";
    let clean = house.verify(good, &["--provider", "house"]);
    assert_eq!(clean.code, Some(0), "{clean:?}");
    assert!(
        clean.stdout.starts_with("✓ supported  The tower has nine floors [S0]\n    p1 0.99, p0 0.02"),
        "{}",
        clean.stdout
    );
    assert!(
        clean.stdout.contains(
            "1 of 1 claims grounded (100 %)\nhouse m: 2 questions, 0 known; 198 tokens in, 2 out, $0.000202;"
        ),
        "{}",
        clean.stdout
    );
    let again = house.verify(good, &["--provider", "house=m", "--format", "json", "--method", "evidence-use"]);
    assert_eq!((again.code, &again.json()["verifier"]["usage"]["known"]), (Some(0), &json!(2)), "{again:?}");
    let flagged = house.verify("The tower has twelve floors [S0].", &["--budget-usd", "0.5", "--deadline", "20"]);
    assert_eq!(flagged.code, Some(1), "{flagged:?}");
    let poor = house.verify("The tower has thirteen floors [S0].", &["--budget-tokens", "10"]);
    assert!(poor.code == Some(3) && poor.stdout.contains("Not verified: the budget is used up."), "{poor:?}");
    for (more, field) in [
        (&["--provider", "nobody"][..], "--provider"),
        (&["--deadline", "0"], "--deadline"),
        (&["--provider", "house=dear", "--budget-usd", "1"], "--budget-usd"),
    ] {
        let wrong = house.verify(good, &[more, &["--format", "json"]].concat());
        assert_eq!((wrong.code, wrong.json()["error"]["field"].as_str()), (Some(2), Some(field)), "{wrong:?}");
    }
    let help = house.run(&["verify", "--help"]);
    assert!(
        help.code == Some(0) && help.stdout.contains("Examples:") && help.stdout.contains("Exit codes: 0"),
        "{help:?}"
    );
    let database = house.folder.path().join("data/groundcheck.db");
    let mut bytes = Vec::new();
    std::fs::File::open(database).unwrap().read_to_end(&mut bytes).unwrap();
    for canary in [CANARY, "twelve floors", "nine floors"] {
        assert!(!bytes.windows(canary.len()).any(|window| window == canary.as_bytes()), "{canary}");
    }
}

#[test]
fn thresholds_come_from_the_environment_too() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let house = House::new(&fake, "");
    let answer = "The tower has nine floors [S0]. The tower is tall and very old.";
    let mut command = groundcheck();
    command.args([
        "verify",
        answer,
        "--source",
        "S0",
        "--provider",
        "house",
        "--format",
        "json",
        "--providers",
        &house.providers,
    ]);
    command.env("GROUNDCHECK_DATA", house.folder.path()).current_dir(house.folder.path());
    let ran = run_with(command.env("HALLUCINATION_VERIFIER_MAX_CLAIMS", "1"), b"");
    let check = &ran.json()["hallucination_check"];
    assert_eq!((&check["total_claims"], &check["unchecked_claims"]), (&json!(1), &json!(1)), "{ran:?}");
    let wrong = run_with(command.env("HALLUCINATION_VERIFIER_MAX_CLAIMS", "none"), b"");
    assert_eq!(
        (wrong.code, wrong.json()["error"]["field"].as_str()),
        (Some(2), Some("HALLUCINATION_VERIFIER_MAX_CLAIMS"))
    );
}

#[test]
fn providers_are_listed_and_probed() {
    let gives = Fake::new(|body, _| {
        assert_eq!(body["max_tokens"], 1);
        good(&logprobs(0.9))
    });
    let house = House::new(&gives, "api_key_env = \"MY_KEY\"");
    let listed = house.run(&["providers"]);
    assert!(
        listed.code == Some(0) && listed.stdout.starts_with("house            openai      configured  m\n"),
        "{listed:?}"
    );
    assert!(listed.stdout.contains("openai           openai      no key      no default model\n"), "{listed:?}");
    assert_eq!(house.run(&["providers", "list", "--format", "json"]).json()["providers"][0]["name"], "house");
    let probed = house.run(&["providers", "probe", "house", "--format", "json"]).json();
    for (field, value) in [
        ("reachable", json!(true)),
        ("answering_model", json!("m-2024")),
        ("logprobs", json!("given")),
        ("top_logprobs", json!(3)),
        ("tries", json!(1)),
        ("error", json!(null)),
    ] {
        assert_eq!(probed[field], value, "{field}: {probed}");
    }
    let text = house.run(&["providers", "probe", "house"]);
    assert!(
        text.stdout.contains("  logprobs      given\n  top_logprobs  3\n  verifies      by log probabilities\n"),
        "{text:?}"
    );
    let drops = House::new(&Fake::new(|_, _| good(&word(0.9))), "");
    let text = drops.run(&["providers", "probe", "house"]);
    assert!(text.code == Some(0) && text.stdout.contains("by counting sampled answers"), "{text:?}");
    let refuses = House::new(&Fake::new(|_, _| Some((401, "", format!("{{\"error\": \"{CANARY}\"}}")))), "");
    let text = refuses.run(&["providers", "probe", "house", "--format", "json"]);
    assert_eq!((text.code, &text.json()["reachable"]), (Some(3), &json!(true)), "{text:?}");
    let nobody = house.run(&["providers", "probe", "nobody"]);
    assert_eq!(nobody.code, Some(2), "{nobody:?}");
    assert!(!format!("{listed:?}{probed}{nobody:?}").contains(CANARY));
}

#[test]
fn a_check_asks_a_model_about_what_stays_open_and_says_first_what_that_takes() {
    let fake = Fake::new(|body, _| good(&logprobs(by_evidence(body))));
    let house = House::new(&fake, "");
    let answer = "The tower has nine floors. The owner of the tower is a friendly person.";
    let ran = house.run(&["check", answer, "--source", "S0", "--verify"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.stderr.contains("asking house") && ran.stderr.contains("about 1 sentence: 2 questions"), "{ran:?}");
    assert!(ran.stdout.contains("2 of 2 sentences checked"), "{ran:?}");
    assert_eq!(fake.bodies().len(), 2);
    let ran = house.run(&["check", answer, "--source", "S0", "--verify=nobody", "--format", "json"]);
    assert_eq!((ran.code, ran.json()["error"]["field"].as_str()), (Some(2), Some("--verify")), "{ran:?}");
    // Without a budget nobody is asked, and nothing counts as checked.
    let other = "The tower has nine floors. The owner of the tower is a tall person.";
    let ran = house.run(&["check", other, "--source", "S0", "--verify", "--budget-tokens", "0", "--format", "json"]);
    assert_eq!((ran.code, &ran.json()["coverage"]["not_checked"]), (Some(3), &json!(1)), "{ran:?}");
    let ran = house.run(&["check", answer, "--source", "S0", "--corrected", "--format", "sarif"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn a_server_on_this_machine_is_offered_with_its_models() {
    let models = json!({ "data": [{ "id": "tiny" }, { "id": "other" }] });
    // A request without a body asks for the models.
    let fake =
        Fake::new(move |body, _| if body.is_null() { good(&models) } else { good(&logprobs(by_evidence(body))) });
    let folder = Folder::new();
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let named = |name: &str, url: &str| {
        format!("[[provider]]\nname = \"{name}\"\nkind = \"llama_cpp\"\nbase_url = \"{url}\"\n")
    };
    let file = named("house", &fake.url()) + &named("gone", &format!("http://{gone}/v1"));
    let providers = folder.file("providers.toml", file);
    folder.file("S0", "The tower has nine floors.");
    let house = House { folder, providers };
    let listed = house.run(&["providers", "--format", "json"]).json();
    let own = &listed["providers"][0];
    assert_eq!(
        (&own["here"], &own["model"], &own["models"]),
        (&json!(true), &json!("tiny"), &json!(["tiny", "other"]))
    );
    assert_eq!((&listed["providers"][1]["here"], &listed["providers"][1]["ready"]), (&json!(false), &json!(false)));
    let text = house.run(&["providers"]).stdout;
    assert!(text.contains("running") && text.contains("not running") && text.contains("tiny, other"), "{text}");
    let ran = house.run(&["check", "The owner of the tower is a friendly person.", "--source", "S0", "--verify=house"]);
    assert!(ran.stderr.contains("asking house tiny about 1 sentence"), "{ran:?}");
}
