use groundcheck::document::{TableCell, TableFormat};
use groundcheck_types::{ClaimValue, Nearest, Number};

use super::*;
use crate::model::fixture::{candidate, claim, open_claim};

fn at(text: &str, part: &str) -> Span {
    let start = text.find(part).unwrap();
    Span::new(start, start + part.len())
}

fn evidence(text: &str, part: &str, value: f64) -> Evidence {
    Evidence {
        source: Some("S1".into()),
        span: Some(at(text, part)),
        value: Some(ClaimValue::Number(Number(value))),
        text: part.into(),
        ..Evidence::default()
    }
}

fn joined(blocks: &[Block]) -> String {
    let runs = |block: &Block| match block {
        Block::Text(runs) => runs.iter().map(|r| r.text.clone()).collect::<String>(),
        Block::Table { .. } => String::new(),
    };
    blocks.iter().map(runs).collect()
}

#[test]
fn the_right_value_and_the_misplaced_one_are_told_apart() {
    let text = "In 2019 it was ₪1,452; in 2018 it was 1,146.";
    let mut wrong = claim("1,146", "1,146", Status::Contradicted);
    wrong.value = Some(ClaimValue::Number(Number(1_146.0)));
    wrong.evidence = vec![evidence(text, "1,146", 1_146.0), evidence(text, "₪1,452", 1_452.0)];
    wrong.nearest = Some(Nearest {
        value: ClaimValue::Number(Number(1_452.0)),
        text: "₪1,452".into(),
        difference_percent: None,
        source: Some("S1".into()),
        fact: None,
        span: Some(at(text, "₪1,452")),
        utf16: None,
    });
    let marks = marks(&wrong, "S1", None);
    assert_eq!(marks.iter().map(|m| m.role).collect::<Vec<_>>(), [Role::Right, Role::Wrong]);
    assert_eq!(sources_of(&wrong, None), ["S1"]);
    let shown = passage(text, &marks, false);
    assert_eq!(joined(&shown.blocks), text);
    assert!(!shown.cut);
    let Block::Text(runs) = &shown.blocks[0] else { panic!("text") };
    let right: Vec<&str> = runs.iter().filter(|r| r.role == Some(Role::Right)).map(|r| r.text.as_str()).collect();
    assert_eq!(right, ["₪1,452"]);
}

#[test]
fn evidence_of_another_source_is_not_marked() {
    let text = "It was 5.";
    let mut c = claim("5", "5", Status::Supported);
    c.evidence = vec![evidence(text, "5", 5.0)];
    assert!(marks(&c, "S2", None).is_empty());
    assert_eq!(marks(&c, "S1", None).len(), 1);
}

#[test]
fn a_long_source_is_drawn_around_the_evidence() {
    let text = format!("{}the NOI was 5 {}", "שלום עולם ".repeat(2_000), "😀 more ".repeat(2_000));
    let marks = [Mark { span: at(&text, "NOI was 5"), role: Role::Right }];
    let part = passage(&text, &marks, false);
    let shown = joined(&part.blocks);
    assert!(part.cut && shown.contains("NOI was 5") && shown.len() < 2 * CONTEXT_BYTES + 100, "{}", shown.len());
    let all = passage(&text, &marks, true);
    assert!(!all.cut);
    assert_eq!(joined(&all.blocks), text);
}

#[test]
fn spans_that_do_not_fit_lose_no_text() {
    let text = "₪12 and 13";
    let marks = [Span { start: 1, end: 4 }, Span { start: 9, end: 900 }].map(|span| Mark { span, role: Role::Wrong });
    assert_eq!(joined(&passage(text, &marks, false).blocks), text);
}

#[test]
fn a_long_table_keeps_its_header_and_the_rows_around_the_evidence() {
    let mut text = String::new();
    let mut rows = Vec::new();
    for i in 0..200 {
        let cell = format!("r{i:03}");
        rows.push(vec![TableCell { span: Span::new(text.len(), text.len() + cell.len()), columns: None }]);
        text.push_str(&cell);
        text.push('\n');
    }
    let table = Table { span: Span::new(0, text.len()), format: TableFormat::Pipes, header_rows: 1, rows };
    let marks = [Mark { span: at(&text, "r100"), role: Role::Right }];
    let Block::Table { head, body, cut } = table_block(&text, &table, &marks, false) else { panic!("a table") };
    assert_eq!((head[0][0][0].text.as_str(), body.len(), cut), ("r000", 2 * CONTEXT_ROWS + 1, true));
    assert_eq!(body.iter().filter(|row| cell_role(&row[0]) == Some(Role::Right)).count(), 1);
    let Block::Table { body, cut, .. } = table_block(&text, &table, &marks, true) else { panic!("a table") };
    assert_eq!((body.len(), cut), (199, false));
}

#[test]
fn the_places_of_an_open_claim_are_marked_and_the_one_looked_at_stands_out() {
    let text = "Rent was $5, fees were $7.";
    let mut c = open_claim("$5", "$5");
    let mut elsewhere = candidate("S2", "$5", 5.0);
    c.evidence = vec![evidence(text, "$5", 1.0)];
    c.candidates = ["$7", "$5"].map(|part| candidate("S1", part, 1.0)).to_vec();
    for (candidate, part) in c.candidates.iter_mut().zip(["$7", "$5"]) {
        candidate.evidence[0].span = Some(at(text, part));
    }
    elsewhere.evidence[0].span = Some(Span::new(0, 2));
    c.candidates.push(elsewhere);
    let roles = |looked| marks(&c, "S1", looked).iter().map(|m| m.role).collect::<Vec<_>>();
    // The claim's own value is not told to be about something else.
    assert_eq!(roles(None), [Role::Place, Role::Place]);
    assert_eq!(roles(Some(0)), [Role::Place, Role::Looked]);
    assert_eq!(roles(Some(1)), [Role::Looked, Role::Place]);
    assert_eq!(sources_of(&c, Some(0)), ["S1", "S2"]);
    assert_eq!(sources_of(&c, Some(2)), ["S2", "S1"]);
    c.status = Status::Unsupported;
    assert_eq!((sources_of(&c, Some(2)), roles_of(&c)), (vec!["S1".to_owned()], vec![Role::Wrong]));
}

fn roles_of(claim: &Claim) -> Vec<Role> {
    marks(claim, "S1", Some(0)).iter().map(|m| m.role).collect()
}

#[test]
fn a_long_source_is_drawn_around_the_place_that_is_looked_at() {
    let text = format!("first $5 {} last $5", "word ".repeat(4_000));
    let last = Span::new(text.len() - 2, text.len());
    let marks = [Mark { span: Span::new(6, 8), role: Role::Place }, Mark { span: last, role: Role::Looked }];
    let shown = joined(&passage(&text, &marks, false).blocks);
    assert!(shown.ends_with("last $5") && !shown.contains("first") && shown.len() < 2 * CONTEXT_BYTES);
}
