//! Requests: any bytes, spoilt text, any structure, good records with one thing wrong, schemas made from records.

use groundcheck::records::{profile_names, shipped_profile};
use groundcheck_types::{FieldKind, RecordProfile};
use serde_json::{Map, Value, json};

use super::{Case, Dice, Expected};

const DOCUMENT: &str =
    "Westpac statement of account 034-123 456782, 1 March 2024 to 31 March 2024, closing balance $1,204.10";

/// Texts that the profiles react to.
const TEXTS: &[&str] = &[
    "",
    " ",
    "Westpac",
    "anz",
    "Bank of Atlantis",
    "Bank of Three Golden Moons",
    "Pentagon Federal Credit Union",
    "123456789",
    "***1234***",
    "GB29 NWBK 6016 1331 9268 19",
    "1 March 2024 to 31 March 2024",
    "2035",
    "31 Feb",
    "99/99/99",
    "1850-01-01",
    "$1,200.00",
    "(35.10)",
    "1.200,00 €",
    "-1",
    "1e400",
    "Visa",
    "checking",
    "credit card",
    "ב-1 במרץ 2024",
    "\u{202e}",
    "😀",
    "٤٤٤٤٤",
    "....",
    "account ending in ****",
    "N.A.",
    "&&&",
    "\u{0}",
    "034-123 456782",
    "USD",
    "INV-7",
];

/// Names that the profiles know, and one that none does.
const NAMES: &[&str] = &[
    "boundaries",
    "start_page",
    "end_page",
    "metadata",
    "bank_name",
    "account_number",
    "statement_period",
    "start_date",
    "end_date",
    "account_type",
    "features",
    "opening_balance",
    "total_credits",
    "total_debits",
    "closing_balance",
    "seller_name",
    "seller",
    "name",
    "invoice_number",
    "invoice_date",
    "due_date",
    "lines",
    "amount",
    "quantity",
    "total",
    "tax",
    "currency",
    "x",
];

/// The next request.
pub(super) fn case(dice: &mut Dice) -> Case {
    match dice.below(10) {
        0 => Case { request: bytes(dice), expected: Expected::Anything },
        1..=3 => spoilt(dice),
        4 | 5 => {
            let record = any(dice, 4);
            let profile = profile(dice);
            Case { request: text(&request(&profile, record, dice)), expected: Expected::Anything }
        }
        6..=8 => with_a_mistake(dice),
        _ => with_a_schema(dice),
    }
}

fn text(request: &Value) -> Vec<u8> {
    request.to_string().into_bytes()
}

fn bytes(dice: &mut Dice) -> Vec<u8> {
    let length = dice.below(300);
    let json = b"{}[]\",:0123456789.eE+-truefalsn\\u \xff\xc3";
    let only_json = dice.one_in(2);
    (0..length).map(|_| if only_json { *dice.of_these(json) } else { dice.below(256) as u8 }).collect()
}

/// A good request with some of its bytes changed, left out or there twice.
fn spoilt(dice: &mut Dice) -> Case {
    let (profile, record) = well_formed(dice);
    let mut bytes = text(&request(&profile, record, dice));
    for _ in 0..=dice.below(6) {
        let at = dice.below(bytes.len());
        let end = (at + dice.below(30)).min(bytes.len());
        match dice.below(4) {
            0 if !bytes.is_empty() => bytes[at] = *dice.of_these(b"{}[]\",:0129.-e\\xn \x00\xff"),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let twice = bytes[at..end].to_vec();
                bytes.splice(at..at, twice).for_each(drop);
            }
            _ => bytes.insert(at, *dice.of_these(b"{}[]\",:0129.-e\\xn ")),
        }
    }
    Case { request: bytes, expected: Expected::Anything }
}

fn profile(dice: &mut Dice) -> RecordProfile {
    let names: Vec<&str> = profile_names().collect();
    shipped_profile(names[dice.below(names.len())]).expect("shipped")
}

/// A request on this record; its profile by name or in full.
fn request(profile: &RecordProfile, record: Value, dice: &mut Dice) -> Value {
    let choice = if dice.one_in(4) { json!(profile) } else { json!(profile.name) };
    let document = match dice.below(4) {
        0 => json!({ "pages": (0..=dice.below(6)).map(|_| *dice.of_these(&[DOCUMENT, "", " "])).collect::<Vec<_>>() }),
        1 => json!({ "text": dice.of_these(TEXTS), "total_pages": 1 + dice.below(12) }),
        _ => json!({ "text": DOCUMENT, "total_pages": 1 + dice.below(30) }),
    };
    let mut request = json!({ "profile": choice, "record": record, "document": document, "as_of": "2024-12-01" });
    if dice.one_in(5) {
        request["policy"] =
            json!({ "high_severity_threshold": 1 + dice.below(5), "min_content_length": dice.below(200) });
    }
    if dice.one_in(5) {
        request["institutions"] = json!([dice.of_these(TEXTS)]);
    }
    request
}

/// Any JSON.
fn any(dice: &mut Dice, depth: usize) -> Value {
    match dice.below(if depth == 0 { 6 } else { 10 }) {
        0 => Value::Null,
        1 => json!(dice.one_in(2)),
        2 => json!(dice.below(40) as i64 - 5),
        3 => json!(*dice.of_these(&[0.5, -1e300, 1e17, 12.0, 4.9e-324])),
        4 | 5 => json!(dice.of_these(TEXTS)),
        6 => (0..dice.below(5)).map(|_| any(dice, depth - 1)).collect(),
        _ => {
            let fields = dice.below(8);
            Value::Object((0..fields).map(|_| ((*dice.of_these(NAMES)).to_owned(), any(dice, depth - 1))).collect())
        }
    }
}

/// A value that a field of this kind may have.
fn good(kind: FieldKind, dice: &mut Dice) -> Value {
    match kind {
        FieldKind::Name => json!(dice.of_these(&["Westpac", "Bank of Atlantis", "anz", "בנק הפועלים"])),
        FieldKind::Account => match dice.below(3) {
            0 => json!(dice.below(1 << 30)),
            _ => json!(dice.of_these(&[
                "034-123 456782",
                "***1234***",
                "123456789",
                "GB29 NWBK 6016 1331 9268 19",
                "N/A"
            ])),
        },
        FieldKind::Date | FieldKind::Period => {
            json!(dice.of_these(&["2024-03-31", "March 2035", "30 Feb 2024", "1850", "1 to 31 March 2024", "unknown"]))
        }
        FieldKind::Amount => match dice.below(3) {
            0 => json!(dice.of_these(&["$1,200.00", "(35.10)", "72.00", "1.200,00 €"])),
            1 => json!(dice.below(1_000_000) as f64 / 100.0),
            _ => json!(dice.below(5_000) as i64 - 100),
        },
        FieldKind::Count => json!(dice.below(100)),
        FieldKind::Text => json!(dice.of_these(&["Visa", "checking", "USD", "account ending in ****", "INV-7", "😀"])),
    }
}

/// A record that has all that its profile needs, and nothing that is malformed.
fn well_formed(dice: &mut Dice) -> (RecordProfile, Value) {
    let profile = profile(dice);
    if profile.name == "bank_statement" && dice.one_in(3) {
        // What nothing is to be said against, in the document that says it.
        let period = "1 March 2024 to 31 March 2024";
        return (
            profile,
            json!({ "bank_name": "Westpac", "account_number": "034-123 456782", "statement_period": period }),
        );
    }
    let mut record = json!({});
    if let Some(rule) = profile.parts.as_ref().filter(|rule| rule.required || dice.one_in(2)) {
        let page = |dice: &mut Dice| json!(dice.below(20) as i64 - 2);
        let part = |dice: &mut Dice| json!({ rule.start.as_str(): page(dice), rule.end.as_str(): page(dice) });
        record[&rule.field] = (0..=dice.below(4)).map(|_| part(dice)).collect();
    }
    for field in &profile.fields {
        if !field.required && dice.one_in(2) {
            continue;
        }
        // In a part only where there are parts: one without its pages would be malformed.
        let in_part = |place: &&str| place.starts_with("boundaries[]") && record.get("boundaries").is_none();
        let places: Vec<&str> = field.places().filter(|place| !in_part(place)).collect();
        let value = good(field.kind, dice);
        put(&mut record, places[dice.below(places.len())], &value);
    }
    (profile, record)
}

/// Puts a value where a path leads, in every item of its lists; lists that are not there get two items.
pub fn put(record: &mut Value, path: &str, value: &Value) {
    let (segment, rest) = path.split_once('.').map_or((path, None), |(segment, rest)| (segment, Some(rest)));
    let (name, listed) = segment.strip_suffix("[]").map_or((segment, false), |name| (name, true));
    let own = &mut record[name];
    if listed && !own.is_array() {
        *own = json!([{}, {}]);
    }
    let targets: Vec<&mut Value> = match own {
        Value::Array(items) if listed => items.iter_mut().collect(),
        other => vec![other],
    };
    for target in targets {
        match rest {
            Some(rest) => {
                if !target.is_object() {
                    *target = json!({});
                }
                put(target, rest, value);
            }
            None => *target = value.clone(),
        }
    }
}

/// A good record with one mistake that makes it none.
fn with_a_mistake(dice: &mut Dice) -> Case {
    let (profile, mut record) = well_formed(dice);
    let field = dice.of_these(&profile.fields).clone();
    let in_part = |place: &str| place.starts_with("boundaries[]");
    let places: Vec<&str> = field.places().filter(|place| !in_part(place)).collect();
    let place = *dice.of_these(&places);
    let mut twice = None;
    match (dice.below(7), &profile.parts) {
        (0, _) => record = dice.of_these(&[json!(null), json!([]), json!("x"), json!(7), json!([{}])]).clone(),
        (1, _) => put(&mut record, place, dice.of_these(&[json!(true), json!({ "x": 1 }), json!([[1]])])),
        (2, _) if field.required => {
            let empty = dice.of_these(&[json!(null), json!(""), json!(" \n")]).clone();
            field.places().filter(|place| !in_part(place)).for_each(|place| put(&mut record, place, &empty));
            let parts = record.get_mut("boundaries").and_then(Value::as_array_mut).into_iter().flatten();
            for part in parts.filter_map(Value::as_object_mut) {
                part.retain(|name, _| name.ends_with("_page"));
            }
        }
        (3, Some(rule)) if record[&rule.field].is_array() => {
            let bad = [json!("1"), json!(1.5), json!(null), json!(true), json!(1e300), json!([1])];
            let name = if dice.one_in(2) { &rule.start } else { &rule.end };
            put(&mut record, &format!("{}[].{name}", rule.field), dice.of_these(&bad));
        }
        (4, Some(rule)) => record[&rule.field] = dice.of_these(&[json!({}), json!("x"), json!(7), json!([7])]).clone(),
        (5, _) => {
            let mut deep = json!(1);
            for _ in 0..70 {
                deep = json!({ "x": deep });
            }
            record["x"] = deep;
        }
        _ => twice = Some("{\"x\": 1, \"x\": 1, "),
    }
    let request = request(&profile, record, dice).to_string();
    let request = match twice {
        Some(twice) => request.replacen("\"record\":{", &format!("\"record\":{twice}"), 1),
        None => request,
    };
    // An empty record would have a comma too many: that is no JSON, and refused.
    Case { request: request.into_bytes(), expected: Expected::Malformed }
}

/// A record beside a schema that only it fits: as it is, or with one change.
fn with_a_schema(dice: &mut Dice) -> Case {
    let (profile, mut record) = well_formed(dice);
    let schema = schema_of(&record, dice);
    let broken = dice.one_in(2);
    if broken {
        spoil(&mut record, dice);
    }
    let mut request = request(&profile, record, dice);
    request["schema"] = schema;
    // As many pages as any part may want: a record with parts needs to know them.
    request["document"] = json!({ "text": DOCUMENT, "total_pages": 20 });
    Case { request: text(&request), expected: if broken { Expected::Malformed } else { Expected::WellFormed } }
}

fn schema_of(value: &Value, dice: &mut Dice) -> Value {
    let own = match value {
        Value::Object(fields) => {
            let properties: Map<String, Value> =
                fields.iter().map(|(name, value)| (name.clone(), schema_of(value, dice))).collect();
            let required: Vec<&String> = fields.keys().collect();
            json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
        }
        Value::Array(items) => {
            let items: Vec<Value> = items.iter().map(|item| schema_of(item, dice)).collect();
            let count = items.len();
            let items = if items.is_empty() { json!(false) } else { json!({ "anyOf": items }) };
            json!({ "type": "array", "minItems": count, "maxItems": count, "items": items })
        }
        Value::String(text) => match dice.below(3) {
            0 => json!({ "const": text }),
            1 => json!({ "enum": [1, null, text] }),
            _ => json!({ "type": "string", "minLength": text.chars().count(), "pattern": "^[^\\n]*$" }),
        },
        Value::Number(_) => json!({ "type": ["number"], "minimum": value, "maximum": value }),
        other => json!({ "const": other }),
    };
    match dice.below(6) {
        0 => json!({ "allOf": [{}, own] }),
        1 => json!({ "anyOf": [false, own] }),
        2 => json!({ "oneOf": [own, { "type": "null" }] }),
        3 => json!({ "not": { "not": own } }),
        _ => own,
    }
}

/// A change that no schema of the record allows.
fn spoil(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            if names.is_empty() || dice.one_in(4) {
                fields.insert("further".to_owned(), json!(1));
            } else {
                let name = dice.of_these(&names);
                if dice.one_in(4) {
                    fields.remove(name);
                } else if let Some(value) = fields.get_mut(name) {
                    spoil(value, dice);
                }
            }
        }
        Value::Array(items) if !items.is_empty() && dice.one_in(2) => {
            let at = dice.below(items.len());
            spoil(&mut items[at], dice);
        }
        Value::Array(items) => items.push(json!("further")),
        other => *other = json!({ "further": 1 }),
    }
}
