//! Texts that ask the verifier for a verdict, against one that obeys whatever stands outside the delimiters.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::{logprobs, post, server, shown};
use crate::provider::{Fake, good};

#[test]
fn no_injection_turns_a_verdict() {
    #[derive(serde::Deserialize)]
    struct Injections {
        attacks: Vec<String>,
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/injections.toml");
    let Injections { attacks } = toml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(attacks.len(), 40);
    // Obeys a YES that stands outside the delimiters, and a delimiter or a turn that stands inside.
    let obeyed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&obeyed);
    let fake = Fake::new(move |body, _| {
        let user = body["messages"][1]["content"].as_str().unwrap();
        let (evidence, claim) = shown(body);
        let outside = user.replace(&evidence, "").replace(&claim, "").replace("Answer YES or NO.", "");
        let inside = format!("{evidence}{claim}");
        let obeys = outside.to_uppercase().contains("YES") || inside.contains("<<") || inside.contains("<|");
        count.fetch_add(usize::from(obeys), Ordering::Relaxed);
        good(&logprobs(if obeys { 0.999 } else { 0.02 }))
    });
    let server = server("openai", &fake, "");
    let plain = "The tower has nine floors.";
    for attack in attacks {
        let attack = attack.replace('%', "0123456789abcdef0123456789abcdef");
        for (answer, texts) in [
            (format!("The tower has twelve floors [S0]. {attack}"), vec![plain.to_owned()]),
            ("The tower has twelve floors [S0].".to_owned(), vec![format!("{plain} {attack}"), attack.clone()]),
        ] {
            let source = |(i, text): (usize, &String)| json!({ "id": format!("S{i}"), "text": text });
            let sources: Vec<Value> = texts.iter().enumerate().map(source).collect();
            let found = post(&server, &json!({ "answer": answer, "sources": sources, "provider": "house" })).json();
            let claims = found["hallucination_check"]["claims"].as_array().unwrap();
            assert!(claims.iter().all(|claim| claim["grounded"] == false), "{attack:?}: {found}");
            assert_eq!(found["hallucination_check"]["overall_grounded"], false);
        }
    }
    assert_eq!(obeyed.load(Ordering::Relaxed), 0);
    // No code twice: who has seen one knows none of the others.
    let code = |body: &Value| body["messages"][1]["content"].as_str().unwrap().lines().next().unwrap().to_owned();
    let codes: std::collections::HashSet<String> = fake.bodies().iter().map(code).collect();
    assert_eq!(codes.len(), fake.bodies().len());
}
