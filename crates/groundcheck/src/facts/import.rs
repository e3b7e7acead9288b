//! Facts as people have them: tall, wide, CSV.

use std::collections::BTreeSet;

use groundcheck_types::{ErrorCode, FACTS_MAX, Fact, FactRow, FactValue, Facts, InputError};

use super::csv::{Row, Rows};
use crate::document::lower;

/// Columns that name the entity of a row, best first.
const ENTITY_COLUMNS: &[&str] =
    &["entity", "property", "property_name", "property_id", "company", "company_id", "name"];
/// Columns that name the period of a row.
const PERIOD_COLUMNS: &[&str] = &["period", "period_name", "period_label", "period_id"];
/// Columns that together make a period: document 2's `FinancialPeriod`.
const YEAR_COLUMNS: &[&str] = &["year", "period_year", "fiscal_year"];
const QUARTER_COLUMNS: &[&str] = &["quarter", "period_quarter", "fiscal_quarter"];
const MONTH_COLUMNS: &[&str] = &["month", "period_month"];
/// Columns that name the metric of a row whose value stands under `amount`: document 2's `IncomeStatementData`.
const LINE_COLUMNS: &[&str] = &["account_name", "line_item", "account", "metric_name", "item"];
const AMOUNT_COLUMNS: &[&str] = &["amount", "period_amount"];
/// Columns that number rows and say nothing.
const IGNORED_COLUMNS: &[&str] = &["id", "row_id", "created_at", "updated_at", "account_code"];

/// Facts as one fact a metric: wide rows and CSV are split; the place in the list is what `evidence.fact` names.
///
/// # Errors
/// `invalid_csv` with the line for a table that cannot be read, `invalid_value` naming the fact for a number that is none,
/// `too_many` past [`FACTS_MAX`].
///
/// ```
/// use groundcheck::import_facts;
/// use groundcheck::types::Facts;
///
/// let csv = "property,period,noi,dscr\nElm Court,2024-Q3,\"$1,200,000\",1.25\n".to_owned();
/// let facts = import_facts(&Facts::Csv(csv)).unwrap();
/// assert_eq!(facts.len(), 2);
/// assert_eq!(facts[1].metric, "dscr");
/// ```
pub fn import(facts: &Facts) -> Result<Vec<Fact>, InputError> {
    let imported = match facts {
        Facts::Csv(text) => csv_table(text)?,
        Facts::Rows(rows) => {
            let mut imported = Vec::with_capacity(rows.len());
            for (i, row) in rows.iter().enumerate() {
                match row {
                    FactRow::Tall(fact) => {
                        check(&fact.value)
                            .map_err(|m| InputError::field(ErrorCode::InvalidValue, format!("facts[{i}].value"), m))?;
                        if fact.metric.trim().is_empty() {
                            let field = format!("facts[{i}].metric");
                            return Err(InputError::field(ErrorCode::InvalidValue, field, "is empty"));
                        }
                        imported.push(fact.clone());
                    }
                    FactRow::Wide(columns) => wide(columns, &mut imported).map_err(|(column, message)| {
                        InputError::field(ErrorCode::InvalidValue, format!("facts[{i}].{column}"), message)
                    })?,
                }
            }
            imported
        }
    };
    if imported.len() > FACTS_MAX {
        let message = format!("holds {} facts, {FACTS_MAX} are allowed", imported.len());
        return Err(InputError::field(ErrorCode::TooMany, "facts", message));
    }
    Ok(imported)
}

/// Refuses what is no number though it pretends to be one.
fn check(value: &FactValue) -> Result<(), String> {
    match value {
        FactValue::Number(n) if !n.0.is_finite() => Err("must be a finite number".to_owned()),
        FactValue::Text(text) => {
            let plain = text.trim().trim_start_matches(['-', '+']).to_ascii_lowercase();
            match plain.as_str() {
                "nan" | "inf" | "infinity" => Err(format!("must be a finite number, got {text:?}")),
                "" => Err("is empty".to_owned()),
                _ => Ok(()),
            }
        }
        FactValue::Number(_) => Ok(()),
    }
}

type Columns = [(String, Option<FactValue>)];

/// Splits a wide row; an error names the column.
fn wide(columns: &Columns, imported: &mut Vec<Fact>) -> Result<(), (String, String)> {
    let is = |name: &str, list: &[&str]| list.contains(&normal(name).as_str());
    let pick = |list: &[&str]| {
        list.iter().find_map(|wanted| {
            columns.iter().find(|(name, _)| normal(name) == *wanted).and_then(|(_, v)| v.as_ref()).map(plain)
        })
    };
    let is_named = |list: &[&str]| columns.iter().any(|(name, _)| is(name, list));
    let line = pick(LINE_COLUMNS);
    // Where no column is called so, the first one may say whose row it is: `Item,Price`, `Route,Passengers`.
    let first = columns.split_first().filter(|((name, value), rest)| {
        let text =
            value.as_ref().is_some_and(|value| matches!(value, FactValue::Text(_)) && super::value_of(value).is_none());
        let named = [PERIOD_COLUMNS, YEAR_COLUMNS, QUARTER_COLUMNS, MONTH_COLUMNS, IGNORED_COLUMNS];
        text && !rest.is_empty()
            && !named.iter().any(|list| is(name, list))
            && !is_named(ENTITY_COLUMNS)
            && !is_named(AMOUNT_COLUMNS)
    });
    let first = first.map(|((name, value), _)| (name.as_str(), value.as_ref().map(plain)));
    let entity = pick(ENTITY_COLUMNS).or_else(|| first.as_ref().and_then(|(_, value)| value.clone()));
    let period =
        pick(PERIOD_COLUMNS).or_else(|| composed(pick(YEAR_COLUMNS), pick(QUARTER_COLUMNS), pick(MONTH_COLUMNS)));
    let lists =
        [ENTITY_COLUMNS, PERIOD_COLUMNS, YEAR_COLUMNS, QUARTER_COLUMNS, MONTH_COLUMNS, LINE_COLUMNS, IGNORED_COLUMNS];
    let before = imported.len();
    for (name, value) in columns {
        let Some(value) = value else { continue };
        if first.as_ref().is_some_and(|(own, _)| own == name) {
            continue;
        }
        if lists.iter().any(|list| is(name, list)) || matches!(value, FactValue::Text(t) if t.trim().is_empty()) {
            continue;
        }
        check(value).map_err(|message| (name.clone(), message))?;
        let metric = match &line {
            Some(line) if is(name, AMOUNT_COLUMNS) => line.clone(),
            _ => name.clone(),
        };
        imported.push(Fact {
            entity: entity.clone(),
            metric,
            period: period.clone(),
            value: value.clone(),
            unit: None,
        });
    }
    // A row of period columns alone says that the period exists: document 2's `FinancialPeriod`.
    if imported.len() == before
        && let Some(period) = period
    {
        imported.push(Fact {
            entity,
            metric: "period".to_owned(),
            period: Some(period.clone()),
            value: FactValue::Text(period),
            unit: None,
        });
    }
    Ok(())
}

fn normal(name: &str) -> String {
    lower(name.trim()).replace([' ', '-'], "_")
}

fn plain(value: &FactValue) -> String {
    match value {
        FactValue::Text(text) => text.trim().to_owned(),
        FactValue::Number(n) => n.0.to_string(),
    }
}

fn composed(year: Option<String>, quarter: Option<String>, month: Option<String>) -> Option<String> {
    let year = year.filter(|y| !y.is_empty())?;
    let digits = |text: String| text.chars().filter(char::is_ascii_digit).collect::<String>();
    if let Some(month) = month.map(digits).filter(|m| !m.is_empty()) {
        return Some(format!("{year}-{month:0>2}"));
    }
    match quarter.map(digits).filter(|q| !q.is_empty()) {
        Some(quarter) => Some(format!("{year}-Q{quarter}")),
        None => Some(year),
    }
}

/// The columns of a table.
struct Header {
    names: Vec<String>,
    /// Whether each row states one fact, under `metric` and `value`.
    is_tall: bool,
}

impl Header {
    /// # Errors
    /// What is wrong with the names.
    fn of(names: Vec<String>) -> Result<Self, String> {
        if let Some(empty) = names.iter().position(|n| n.trim().is_empty()) {
            return Err(format!("column {} has no name", empty + 1));
        }
        let mut known = BTreeSet::new();
        if let Some(twice) = names.iter().find(|name| !known.insert(normal(name))) {
            return Err(format!("two columns are named {twice:?}"));
        }
        let has = |name: &str| names.iter().any(|own| normal(own) == name);
        Ok(Header { is_tall: has("metric") && has("value"), names })
    }

    /// Whether a row names the columns of another table: below an empty line, with words alone.
    fn is_next(&self, row: &Row) -> bool {
        let is_name = |cell: &String| !cell.is_empty() && super::value_of(&FactValue::Text(cell.clone())).is_none();
        row.is_apart && row.cells.len() > 1 && row.cells.iter().all(is_name)
    }

    /// # Errors
    /// What is wrong with the row.
    fn read(&self, cells: Vec<String>, imported: &mut Vec<Fact>) -> Result<(), String> {
        let names = &self.names;
        if cells.len() != names.len() {
            return Err(format!("has {} cells where the header has {}", cells.len(), names.len()));
        }
        if !self.is_tall {
            let columns: Vec<(String, Option<FactValue>)> = names
                .iter()
                .zip(cells)
                .map(|(name, cell)| (name.clone(), (!cell.is_empty()).then_some(FactValue::Text(cell))))
                .collect();
            return wide(&columns, imported).map_err(|(column, message)| format!("{column} {message}"));
        }
        let cell = |name: &str| {
            let at = names.iter().position(|n| normal(n) == name)?;
            cells.get(at).cloned().filter(|c| !c.is_empty())
        };
        let metric = cell("metric").ok_or("has no metric")?;
        let value = FactValue::Text(cell("value").ok_or("has no value")?);
        check(&value).map_err(|message| format!("value {message}"))?;
        if super::value_of(&value).is_none() {
            return Err(format!("value is not a number or a date: {:?}", plain(&value)));
        }
        imported.push(Fact { entity: cell("entity"), metric, period: cell("period"), value, unit: cell("unit") });
        Ok(())
    }
}

/// A CSV table with a header line, or several with an empty line before each, as the sheets of a workbook come; commas, semicolons or tabs.
fn csv_table(text: &str) -> Result<Vec<Fact>, InputError> {
    let text = text.trim_start_matches('\u{feff}');
    let broken =
        |line: usize, message: String| InputError::field(ErrorCode::InvalidCsv, "facts", message).at_line(line);
    let first = text.lines().next().unwrap_or_default();
    let delimiter =
        [',', ';', '\t'].into_iter().max_by_key(|d| first.chars().filter(|c| c == d).count()).unwrap_or(',');
    let mut rows = Rows::new(text, delimiter);
    let Some(names) = rows.next().filter(|_| !text.trim().is_empty()) else { return Ok(Vec::new()) };
    let mut header = Header::of(names.cells).map_err(|message| broken(1, message))?;
    let mut is_tall = header.is_tall;
    let mut imported = Vec::new();
    for mut row in rows {
        let line = row.line;
        if header.is_next(&row) {
            header = Header::of(row.cells).map_err(|message| broken(line, message))?;
            is_tall |= header.is_tall;
        } else {
            // A sheet leaves out what is empty at the end of a row.
            if delimiter == '\t' && !row.is_apart && row.cells.len() < header.names.len() {
                row.cells.resize(header.names.len(), String::new());
            }
            header.read(row.cells, &mut imported).map_err(|message| broken(line, message))?;
        }
        if imported.len() > FACTS_MAX {
            break;
        }
    }
    // Prose is a table of one column without a value.
    if !is_tall && !imported.iter().any(|fact| super::is_value(&fact.value)) {
        let message =
            "is not a table of facts: name the columns in the first line (metric,value) and put numbers or dates below";
        return Err(broken(1, message.to_owned()));
    }
    Ok(imported)
}

#[cfg(test)]
mod tests {
    use groundcheck_types::Number;

    use super::*;

    fn csv(text: &str) -> Result<Vec<Fact>, InputError> {
        import(&Facts::Csv(text.to_owned()))
    }

    #[test]
    fn tall_wide_and_period_tables() {
        let tall = csv("entity;metric;period;value\nElm;noi;2024-Q3;1.200.000,50\n").unwrap();
        assert_eq!((tall[0].entity.as_deref(), tall[0].metric.as_str()), (Some("Elm"), "noi"));
        let wide = csv("property_id,year,quarter,net_operating_income,dscr,notes\n1,2024,3,1200000,,\n").unwrap();
        assert_eq!(wide.len(), 1);
        assert_eq!((wide[0].entity.as_deref(), wide[0].period.as_deref()), (Some("1"), Some("2024-Q3")));
        let lines = csv("property_id,account_name,amount\n1,Total Revenue,1800000\n").unwrap();
        assert_eq!(lines[0].metric, "Total Revenue");
        let sheets = "Item\tPrice\tSold\nEspresso\t2.40\n\nmetric\tvalue\nseats\t48\n\nstaff\t9\n";
        let sheets: Vec<String> = csv(sheets).unwrap().into_iter().map(|fact| fact.metric).collect();
        assert_eq!(sheets, ["Price", "seats", "staff"], "the sheets of a workbook");
        let menu = csv("Item,Price,Sold May\nEspresso,2.40,1210\nFlat white,3.60,\n").unwrap();
        assert_eq!(
            menu.iter().map(|fact| fact.entity.as_deref().unwrap()).collect::<Vec<_>>(),
            ["Espresso", "Espresso", "Flat white"]
        );
        assert_eq!(csv("2024,noi\n1,5\n").unwrap()[1].entity, None);
        let periods = csv("property_id,period_year,period_month\n1,2024,9\n").unwrap();
        assert_eq!(periods[0].value, FactValue::Text("2024-09".into()));
    }

    #[test]
    fn broken_tables_name_their_line() {
        for (text, line, message) in [
            ("metric,value\nnoi,1\ndscr\n", 3, "has 1 cells where the header has 2"),
            ("metric,value\nnoi,NaN\n", 2, "value must be a finite number, got \"NaN\""),
            ("metric,value\nnoi,lots\n", 2, "value is not a number or a date: \"lots\""),
            ("metric,value\n,5\n", 2, "has no metric"),
            (
                "The rent is $5.",
                1,
                "is not a table of facts: name the columns in the first line (metric,value) and put numbers or dates below",
            ),
            (
                "The rent, in dollars, is 5\nand so, as before, on\n",
                1,
                "is not a table of facts: name the columns in the first line (metric,value) and put numbers or dates below",
            ),
            ("noi,noi\n1,2\n", 1, "two columns are named \"noi\""),
            ("year,noi\n2024,inf\n", 2, "noi must be a finite number, got \"inf\""),
        ] {
            let error = csv(text).unwrap_err();
            assert_eq!((error.line, error.message.as_str()), (Some(line), message), "{text}");
        }
    }

    #[test]
    fn a_number_that_is_none_names_its_fact() {
        let fact = Fact {
            entity: None,
            metric: "noi".into(),
            period: None,
            value: FactValue::Number(Number(f64::NAN)),
            unit: None,
        };
        let error = import(&Facts::Rows(vec![FactRow::Tall(fact)])).unwrap_err();
        assert_eq!(error.field.as_deref(), Some("facts[0].value"));
    }
}
