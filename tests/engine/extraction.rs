//! `data/extract/*.toml`: one table a kind, near misses included. The file's name is the kind where a row does not say otherwise.

use groundcheck::claims::{Quantity, extract};
use groundcheck_types::{ClaimValue, Comparator, Locale};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    text: String,
    locale: Option<Locale>,
    claims: Vec<Expected>,
    /// Only what is listed must be found; more may be.
    #[serde(default)]
    loose: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    text: String,
    value: toml::Value,
    unit: Option<String>,
    kind: Option<String>,
    comparator: Option<Comparator>,
}

#[test]
fn every_table_holds() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/extract");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 6, "one table a kind");
    let mut wrong = Vec::new();
    for file in files {
        let kind = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let table: Table = crate::data::read(&format!("extract/{kind}.toml"));
        for case in table.case {
            let found = extract(&case.text, case.locale.as_ref());
            if let Err(message) = check(&case, &kind, &found) {
                wrong.push(format!("{kind}: {}: {message}\n    {:?}", case.name, case.text));
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases are wrong\n{}", wrong.len(), wrong.join("\n"));
}

fn check(case: &Case, kind: &str, found: &[Quantity]) -> Result<(), String> {
    let shown: Vec<String> =
        found.iter().map(|q| format!("{} {:?}", q.kind.as_str(), q.span.of(&case.text).unwrap_or("?"))).collect();
    if case.loose {
        let all = case.claims.iter().all(|e| found.iter().any(|q| q.span.of(&case.text) == Some(&e.text)));
        return if all { Ok(()) } else { Err(format!("found {shown:?}")) };
    }
    if found.len() != case.claims.len() {
        return Err(format!("expected {} claims, found {shown:?}", case.claims.len()));
    }
    for (expected, quantity) in case.claims.iter().zip(found) {
        let same_value = match (&expected.value, quantity.value.to_claim_value()) {
            (toml::Value::String(date), ClaimValue::Date(found)) => *date == found,
            (toml::Value::Integer(n), ClaimValue::Number(found)) => (*n as f64) == found.0,
            (toml::Value::Float(n), ClaimValue::Number(found)) => (n - found.0).abs() <= n.abs() * 1e-12,
            _ => false,
        };
        let same = quantity.span.of(&case.text) == Some(&expected.text)
            && same_value
            && quantity.kind.as_str() == expected.kind.as_deref().unwrap_or(kind)
            && (expected.unit.is_none() || quantity.unit == expected.unit.as_deref())
            && (expected.comparator.is_none() || quantity.comparator == expected.comparator);
        if !same {
            return Err(format!(
                "expected {:?} = {}, found {quantity:?} among {shown:?}",
                expected.text, expected.value
            ));
        }
    }
    Ok(())
}
