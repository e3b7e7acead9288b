use core::fmt;

use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::Number;
use crate::scalar::{Scalar, ScalarVisitor, not_a_list, not_an_object};

/// What a fact says: a number in base units, or a text (a date, or an amount as people write it: `$1.2M`).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FactValue {
    /// A number in base units.
    Number(Number),
    /// A date, or an amount as people write it.
    Text(String),
}

impl<'de> Deserialize<'de> for FactValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = |scalar| match scalar {
            Scalar::Number(n) => Some(FactValue::Number(Number(n))),
            Scalar::Text(text) => Some(FactValue::Text(text)),
            Scalar::Null | Scalar::Bool(_) => None,
        };
        ScalarVisitor { expecting: "a number or a text", read }.of(deserializer)
    }
}

/// One known value: of this metric, for this entity, in this period.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fact {
    /// What it is about: a property, a company. Null where there is only one.
    #[serde(default, deserialize_with = "label")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Label>"))]
    pub entity: Option<String>,
    /// What is measured: `net_operating_income`, `NOI`, `occupancy rate`.
    pub metric: String,
    /// When: `2024-Q3`, `Q3 2024`, `December 2024`, `FY2024`. Null where it always holds.
    #[serde(default, deserialize_with = "label")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Label>"))]
    pub period: Option<String>,
    /// The value.
    pub value: FactValue,
    /// ISO 4217 code, `%`, `x`, or null where the metric's name says it.
    #[serde(default)]
    pub unit: Option<String>,
}

/// A name or an id: a text, or a whole number taken as its digits (`property_id: 1`).
#[cfg(feature = "schema")]
#[derive(Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the schema reads the variants' types")]
pub(crate) enum Label {
    Text(String),
    Number(i64),
}

/// Reads a [`Label`].
pub(crate) fn label<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    struct LabelVisitor;
    impl<'de> Visitor<'de> for LabelVisitor {
        type Value = Option<String>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text or a whole number")
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
            Ok(Some(text.to_owned()))
        }
        fn visit_i64<E: de::Error>(self, n: i64) -> Result<Self::Value, E> {
            Ok(Some(n.to_string()))
        }
        fn visit_u64<E: de::Error>(self, n: u64) -> Result<Self::Value, E> {
            Ok(Some(n.to_string()))
        }
        fn visit_f64<E: de::Error>(self, n: f64) -> Result<Self::Value, E> {
            if n.fract() == 0.0 && n.abs() < 9e15 {
                Ok(Some(n.to_string()))
            } else {
                Err(E::invalid_value(de::Unexpected::Float(n), &self))
            }
        }
        fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
            Ok(None)
        }
        fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
            d.deserialize_any(self)
        }
        fn visit_seq<S: SeqAccess<'de>>(self, seq: S) -> Result<Self::Value, S::Error> {
            Err(not_a_list(seq, &self))
        }
        fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Self::Value, M::Error> {
            Err(not_an_object(map, &self))
        }
    }
    deserializer.deserialize_any(LabelVisitor)
}

/// One cell of a row, tall or wide: absent values are null.
struct Cell(Scalar);

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "a number, a text, true, false or null";
        ScalarVisitor { expecting, read: |scalar| Some(Cell(scalar)) }.of(deserializer)
    }
}

/// One item of `facts`: tall (one fact) or wide (one row an entity and period, a column a metric).
///
/// An object with `metric` or `value` is tall, and then an unknown field is an error. Any other object is wide: document 2's
/// `FinancialMetrics`, `IncomeStatementData` and `FinancialPeriod` rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum FactRow {
    /// One fact.
    Tall(Fact),
    /// Columns by name, in the order given; a null cell is no fact.
    Wide(#[serde(serialize_with = "as_object")] Vec<(String, Option<FactValue>)>),
}

/// Writes a row as it is read: an object, its columns in their order.
fn as_object<S: Serializer>(columns: &[(String, Option<FactValue>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(columns.iter().map(|(name, value)| (name, value)))
}

impl<'de> Deserialize<'de> for FactRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RowVisitor;
        impl<'de> Visitor<'de> for RowVisitor {
            type Value = FactRow;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a fact {metric, value, …} or a row of metric columns")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<FactRow, M::Error> {
                let mut columns: Vec<(String, Scalar)> = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if columns.iter().any(|(seen, _)| *seen == name) {
                        return Err(de::Error::custom(format_args!("duplicate field `{name}`")));
                    }
                    columns.push((name, map.next_value::<Cell>()?.0));
                }
                let tall = columns.iter().any(|(name, _)| name == "metric" || name == "value");
                if tall { tall_row(columns) } else { Ok(wide_row(columns)) }
            }
        }
        deserializer.deserialize_map(RowVisitor)
    }
}

fn tall_row<E: de::Error>(columns: Vec<(String, Scalar)>) -> Result<FactRow, E> {
    let text = |name: &str, cell: Scalar| match cell {
        Scalar::Null => Ok(None),
        Scalar::Text(text) => Ok(Some(text)),
        Scalar::Number(n) if n.fract() == 0.0 => Ok(Some(n.to_string())),
        _ => Err(E::custom(format_args!("{name} must be a text"))),
    };
    let (mut entity, mut metric, mut period, mut value, mut unit) = (None, None, None, None, None);
    for (name, cell) in columns {
        match name.as_str() {
            "entity" => entity = text("entity", cell)?,
            "period" => period = text("period", cell)?,
            "unit" => unit = text("unit", cell)?,
            "metric" => match cell {
                Scalar::Text(text) => metric = Some(text),
                _ => return Err(E::custom("metric must be a text")),
            },
            "value" => match cell {
                Scalar::Number(n) => value = Some(FactValue::Number(Number(n))),
                Scalar::Text(text) => value = Some(FactValue::Text(text)),
                _ => return Err(E::custom("value must be a number or a text")),
            },
            _ => return Err(E::unknown_field(&name, &["entity", "metric", "period", "value", "unit"])),
        }
    }
    let metric = metric.ok_or_else(|| E::missing_field("metric"))?;
    let value = value.ok_or_else(|| E::missing_field("value"))?;
    Ok(FactRow::Tall(Fact { entity, metric, period, value, unit }))
}

fn wide_row(columns: Vec<(String, Scalar)>) -> FactRow {
    let value = |cell| match cell {
        Scalar::Null => None,
        Scalar::Bool(flag) => Some(FactValue::Text(flag.to_string())),
        Scalar::Number(n) => Some(FactValue::Number(Number(n))),
        Scalar::Text(text) => Some(FactValue::Text(text)),
    };
    FactRow::Wide(columns.into_iter().map(|(name, cell)| (name, value(cell))).collect())
}

/// `facts` of a request: rows, or a table as CSV with a header line (tall or wide).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Facts {
    /// Rows, tall or wide, also mixed.
    Rows(Vec<FactRow>),
    /// A table as CSV; the first line names the columns.
    Csv(String),
}

impl Default for Facts {
    fn default() -> Self {
        Facts::Rows(Vec::new())
    }
}

impl<'de> Deserialize<'de> for Facts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FactsVisitor;
        impl<'de> Visitor<'de> for FactsVisitor {
            type Value = Facts;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of facts, or a CSV table as text")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Facts, E> {
                Ok(Facts::Csv(text.to_owned()))
            }
            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<Facts, S::Error> {
                let mut rows = Vec::new();
                while let Some(row) = seq.next_element()? {
                    rows.push(row);
                }
                Ok(Facts::Rows(rows))
            }
        }
        deserializer.deserialize_any(FactsVisitor)
    }
}

#[cfg(feature = "schema")]
mod schema_of_facts {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::{Fact, Facts};

    impl JsonSchema for Facts {
        fn schema_name() -> Cow<'static, str> {
            "Facts".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            let fact = generator.subschema_for::<Fact>();
            json_schema!({
                "description": "Known values: a list of facts, a list of wide rows (one row an entity and period, a column a metric), or either as a CSV table with a header line.",
                "anyOf": [
                    {
                        "type": "array",
                        "items": {
                            "anyOf": [
                                fact,
                                {
                                    "description": "A wide row: its columns by name; a null cell is no fact.",
                                    "type": "object",
                                    "not": { "anyOf": [{ "required": ["metric"] }, { "required": ["value"] }] },
                                    "additionalProperties": { "type": ["string", "number", "boolean", "null"] }
                                }
                            ]
                        }
                    },
                    { "type": "string" }
                ]
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(json: &str) -> Result<Facts, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn tall_and_wide_rows_are_told_apart() {
        let tall = rows(r#"[{"metric": "noi", "value": 1200000, "entity": 1}]"#).unwrap();
        let Facts::Rows(tall) = tall else { panic!("rows") };
        assert!(matches!(&tall[0], FactRow::Tall(fact) if fact.entity.as_deref() == Some("1")));
        let wide = rows(r#"[{"property_id": 1, "dscr": 1.25, "cap_rate": null}]"#).unwrap();
        let Facts::Rows(wide) = wide else { panic!("rows") };
        assert!(matches!(&wide[0], FactRow::Wide(columns) if columns.len() == 3 && columns[2].1.is_none()));
        assert_eq!(rows(r#""metric,value\nnoi,1""#).unwrap(), Facts::Csv("metric,value\nnoi,1".into()));
    }

    #[test]
    fn what_is_read_is_written_as_it_was() {
        for json in [
            r#"[{"period":"2019","noi":1,"rent":"$5,000","growth":null},{"metric":"noi","value":1}]"#,
            r#"[{"z":1,"a":2}]"#,
            r#""metric,value\nnoi,1""#,
        ] {
            let read = rows(json).unwrap();
            let written = serde_json::to_string(&read).unwrap();
            assert_eq!(rows(&written).unwrap(), read, "{written}");
            assert!(!written.contains("[["), "{written}");
        }
    }

    #[test]
    fn a_misspelt_tall_fact_is_refused_not_taken_as_wide() {
        let error = rows(r#"[{"metrc": "noi", "value": 1}]"#).unwrap_err().to_string();
        assert!(error.contains("unknown field `metrc`"), "{error}");
        let error = rows(r#"[{"metric": "noi", "value": 1, "perod": "2024"}]"#).unwrap_err().to_string();
        assert!(error.contains("unknown field `perod`"), "{error}");
    }
}
