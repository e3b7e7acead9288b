//! `data/conversation.toml`: planted contradictions are found, harmless restatements are not.

use groundcheck::coherence;
use groundcheck::types::{Contradiction, ContradictionKind, Role, Severity, Turn};
use serde::Deserialize;

use crate::data;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    role: Role,
    text: String,
    contradicts: Option<u32>,
    kind: Option<ContradictionKind>,
    harmless: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conversation {
    name: String,
    turn: Vec<Said>,
}

#[derive(Deserialize)]
struct Conversations {
    conversation: Vec<Conversation>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    planted: usize,
    found: usize,
    missed: usize,
    restatements: usize,
    falsely_found: usize,
}

#[test]
fn planted_contradictions_are_found_and_restatements_are_not() {
    let all: Conversations = data::read("conversation.toml");
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    for conversation in &all.conversation {
        let mut before: Vec<Turn> = Vec::new();
        for (number, said) in conversation.turn.iter().enumerate() {
            if said.role == Role::Assistant {
                let found = coherence::check(&said.text, &before, None).contradictions;
                let planted = |c: &&Contradiction| {
                    c.contradicts.turn.map(|turn| turn + 1) == said.contradicts && Some(c.kind) == said.kind
                };
                let hits = found.iter().filter(planted).count();
                counts.planted += usize::from(said.contradicts.is_some());
                counts.restatements += usize::from(said.harmless.is_some());
                counts.found += hits.min(1);
                counts.missed += usize::from(said.contradicts.is_some() && hits == 0);
                counts.falsely_found += found.len() - hits;
                if found.len() != usize::from(said.contradicts.is_some()) || hits != found.len() {
                    wrong.push(format!("{} {}: {}\n    {found:?}", conversation.name, number + 1, said.text));
                }
            }
            // What contradicts is not established: the next turns are checked against what was.
            let text = if said.contradicts.is_some() { String::new() } else { said.text.clone() };
            before.push(Turn { role: said.role, text });
        }
    }
    println!("{counts:?}");
    assert_eq!(all.conversation.iter().take(2).map(|c| c.turn.len()).collect::<Vec<_>>(), [20, 20]);
    assert!(counts.restatements >= counts.planted && counts.planted >= 40, "half of it is harmless: {counts:?}");
    assert!(wrong.is_empty(), "{counts:?}\n{}", wrong.join("\n"));
}

/// Runs a check of one statement against one before it.
fn kind(before: &str, now: &str) -> Option<(ContradictionKind, Severity)> {
    let before = Turn { role: Role::Assistant, text: before.to_owned() };
    let found = coherence::check(now, &[before], None).contradictions;
    assert!(found.len() < 2, "{found:?}");
    found.first().map(|c| (c.kind, c.severity))
}

#[test]
fn contradictions_and_their_near_misses() {
    use ContradictionKind as K;
    use Severity as S;
    for (before, now, expected) in [
        ("Revenue was $5.0M.", "Revenue was $7.5M.", Some((K::Number, S::High))),
        ("Revenue was $5.0M.", "Revenue was $5.5M.", Some((K::Number, S::Medium))),
        ("Revenue was $5.00M.", "Revenue was $5.08M.", Some((K::Number, S::Low))),
        ("Revenue was $5.04M.", "Revenue was $5M.", None),
        ("Revenue was $5,000,000.", "Revenue was 5 million dollars.", None),
        ("Revenue was $5M.", "Revenue was €7M.", None),
        ("Revenue was at least $5M.", "Revenue was $7M.", None),
        ("Revenue was over $9M.", "Revenue was $7M.", Some((K::Number, S::High))),
        ("Revenue was $5M in Q3 2023.", "Revenue was $7M in Q4 2023.", None),
        ("Parking revenue was $5M.", "Revenue was $7M.", None),
        ("Revenue rose by $5M.", "Revenue was $7M.", None),
        ("Was revenue $5M?", "Revenue was $7M.", None),
        ("Suppose revenue was $5M.", "Revenue was $7M.", None),
        ("Revenue was \"$5M\" on the slide.", "Revenue was $7M on the slide.", None),
        ("Revenue was $5M.", "Correction: revenue was $7M.", None),
        ("Revenue was $5M, from $4M.", "Revenue was $5M.", None),
        ("There are 12 shops.", "There are 14 flats.", None),
        ("There are 12 shops.", "There are 14 shops.", Some((K::Number, S::Medium))),
        ("The company was founded in 1998.", "The company was founded in 2003.", Some((K::Date, S::High))),
        ("The company was founded in 1998.", "The company was founded in May 1998.", None),
        ("Revenue grew in 2019.", "Revenue grew in 2021.", None),
        ("The tenants may leave.", "The tenants may not leave.", None),
        ("Smoking is allowed in the lobby.", "Smoking is not allowed in the lobby.", Some((K::Negation, S::High))),
        ("Smoking is allowed in the lobby.", "Smoking is not allowed in the garage.", None),
        ("Not all tenants pay rent.", "All tenants pay rent.", None),
        ("Version 4 supports streaming.", "Version 3 does not support streaming.", None),
        ("Version 4 supports streaming.", "Version 4 does not support streaming.", Some((K::Negation, S::High))),
        ("The school has 640 pupils.", "The school had 590 pupils in 2019.", None),
        ("The school had 640 pupils.", "The school had 590 pupils in 2019.", Some((K::Number, S::Medium))),
        ("החברה נוסדה ב-1994.", "החברה נוסדה ב־2001.", Some((K::Date, S::High))),
        ("הריבית היא כ-4.3%.", "הריבית היא ב־5.5%.", Some((K::Number, S::High))),
        ("הריבית היא כ-4.3%.", "הריבית היא 4.25%.", None),
        ("The owner of Elm Court is Ruth Alon.", "The owner of Elm Court is Gil Peretz.", Some((K::Name, S::High))),
        ("The owner of Elm Court is Ruth Alon.", "The owner of Oak Court is Gil Peretz.", None),
        ("The owner of Elm Court is Ruth Alon.", "The owner of Elm Court is Alon.", None),
        ("The owner of Elm Court was Ruth Alon.", "The owner of Elm Court is Gil Peretz.", None),
        ("A tenant of Elm Court is Ruth Alon.", "A tenant of Elm Court is Gil Peretz.", None),
    ] {
        assert_eq!(kind(before, now), expected, "{before} / {now}");
    }
}

#[test]
fn what_a_person_said_weighs_less() {
    let of = |role| {
        let before = Turn { role, text: "Revenue was $5M.".to_owned() };
        coherence::check("Revenue was $9M.", &[before], None).contradictions[0].severity
    };
    assert_eq!((of(Role::System), of(Role::User)), (Severity::High, Severity::Medium));
}

#[test]
fn an_answer_is_compared_with_itself() {
    let found = coherence::check("Revenue was $5M. It was a good year. Revenue was $9M.", &[], None);
    assert!(!found.coherent);
    let contradiction = &found.contradictions[0];
    assert_eq!((contradiction.claim.turn, contradiction.contradicts.turn), (None, None));
    assert_eq!(contradiction.contradicts.text, "Revenue was $5M.");
}
