use groundcheck::document::{TableCell, TableFormat};
use groundcheck_types::{ClaimValue, Nearest, Number};

use super::*;
use crate::model::fixture::claim;

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
    let marks = marks(&wrong, "S1");
    assert_eq!(marks.iter().map(|m| m.role).collect::<Vec<_>>(), [Role::Right, Role::Wrong]);
    assert_eq!(sources_of(&wrong), ["S1"]);
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
    assert!(marks(&c, "S2").is_empty());
    assert_eq!(marks(&c, "S1").len(), 1);
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
