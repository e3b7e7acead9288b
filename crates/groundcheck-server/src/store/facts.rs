//! Document 2's known values: by entity, period and metric, chosen by a request's `scope`.

use std::collections::BTreeSet;

use groundcheck_types::{FACTS_MAX, Fact, FactValue, Scope};
use serde::Serialize;

use super::audit::audited;
use super::backend::{reading, writing};
use super::rows::row;
use super::values::{label, optional_text, text};
use super::{Store, StoreError};

row! {
    /// A fact as it is stored: its value is JSON, a number or a text.
    pub struct FactRow {
        /// What it is about.
        pub entity: Option<String>,
        /// What is measured.
        pub metric: String,
        /// When.
        pub period: Option<String>,
        /// The value as JSON.
        pub value: String,
        /// Its unit.
        pub unit: Option<String>,
    }
}

row! {
    /// An entity and period that there are facts of.
    pub struct FactGroup {
        /// The entity; none where its facts hold for all.
        pub entity: Option<String>,
        /// The period; none where its facts always hold.
        pub period: Option<String>,
        /// How many facts.
        pub facts: i64,
    }
}

/// An entity and the periods that there are facts of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FactEntity {
    /// The entity; null where its facts hold for all.
    pub entity: Option<String>,
    /// Its periods in order; facts that always hold name none.
    pub periods: Vec<String>,
    /// How many facts.
    pub facts: i64,
}

const FORGET: &str = "DELETE FROM facts WHERE entity_key = $1 AND metric_key = $2 AND period_key = $3";
const ADD: &str = "INSERT INTO facts (entity_key, metric_key, period_key, entity, metric, period, value, unit, imported_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const ALL: &str = "SELECT entity, metric, period, value, unit FROM facts ORDER BY entity_key, period_key, id LIMIT $1";
const OF_ENTITY: &str = "SELECT entity, metric, period, value, unit FROM facts WHERE entity_key IN ($1, '') \
    ORDER BY entity_key, period_key, id LIMIT $2";
const GROUPS: &str = "SELECT MIN(entity) AS entity, MIN(period) AS period, COUNT(*) AS facts FROM facts \
    GROUP BY entity_key, period_key ORDER BY entity_key, period_key LIMIT $1";
const CLEAR: &str = "DELETE FROM facts";

impl Store {
    /// Stores facts. What was stored for the same entity, metric and period before is replaced by them, so that a corrected table
    /// can be imported again.
    ///
    /// # Errors
    /// A name that is too long, or the database; nothing is stored then.
    pub async fn import_facts(&self, facts: &[Fact], actor: &str) -> Result<(), StoreError> {
        let now = self.now();
        let replaced: BTreeSet<[String; 3]> = facts.iter().map(keys).collect();
        writing!(self, connection => {
            for [entity, metric, period] in &replaced {
                let forget = sqlx::query(FORGET).bind(label("entity", entity)?).bind(label("metric", metric)?);
                forget.bind(label("period", period)?).execute(&mut *connection).await?;
            }
            for fact in facts {
                // Serialising a number or a text cannot fail.
                let value = serde_json::to_string(&fact.value).unwrap_or_default();
                let [entity, metric, period] = keys(fact);
                sqlx::query(ADD)
                    .bind(text("entity", &entity)?)
                    .bind(text("metric", &metric)?)
                    .bind(text("period", &period)?)
                    .bind(optional_text("entity", fact.entity.as_deref())?)
                    .bind(text("metric", &fact.metric)?)
                    .bind(optional_text("period", fact.period.as_deref())?)
                    .bind(text("value", &value)?)
                    .bind(optional_text("unit", fact.unit.as_deref())?)
                    .bind(now)
                    .execute(&mut *connection)
                    .await?;
            }
            audited!(self, connection, actor, "import", "facts", facts.len() as i64);
        });
        Ok(())
    }

    /// The facts that a scope chooses from: those of its entity and those that name none, of every period (the engine knows which
    /// period lies in which); without an entity, all. A request may carry 100,000 facts, and so may this.
    ///
    /// # Errors
    /// More facts than that, or the database.
    pub async fn facts_in(&self, scope: &Scope) -> Result<Vec<Fact>, StoreError> {
        let most = FACTS_MAX as i64 + 1;
        let rows: Vec<FactRow> = match &scope.entity {
            Some(entity) => {
                let key = text("scope.entity", entity)?.trim().to_lowercase();
                reading!(self, connection => {
                    sqlx::query_as(OF_ENTITY).bind(key).bind(most).fetch_all(connection).await?
                })
            }
            None => reading!(self, connection => sqlx::query_as(ALL).bind(most).fetch_all(connection).await?),
        };
        if rows.len() > FACTS_MAX {
            return Err(StoreError::invalid("scope", format!("there are more than {FACTS_MAX} facts; name an entity")));
        }
        rows.into_iter().map(fact).collect()
    }

    /// The entities that there are facts of, with their periods, for the page to choose from.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn fact_entities(&self) -> Result<Vec<FactEntity>, StoreError> {
        let groups: Vec<FactGroup> = reading!(self, connection => {
            sqlx::query_as(GROUPS).bind(FACTS_MAX as i64).fetch_all(connection).await?
        });
        let mut entities: Vec<FactEntity> = Vec::new();
        let key = |entity: &Option<String>| entity.as_deref().map(|entity| entity.trim().to_lowercase());
        for group in groups {
            match entities.last_mut().filter(|last| key(&last.entity) == key(&group.entity)) {
                Some(last) => {
                    last.facts += group.facts;
                    last.periods.extend(group.period);
                }
                None => entities.push(FactEntity {
                    entity: group.entity,
                    periods: group.period.into_iter().collect(),
                    facts: group.facts,
                }),
            }
        }
        Ok(entities)
    }

    /// Removes all facts; says how many there were.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn clear_facts(&self, actor: &str) -> Result<u64, StoreError> {
        Ok(writing!(self, connection => {
            let removed = sqlx::query(CLEAR).execute(&mut *connection).await?.rows_affected();
            audited!(self, connection, actor, "remove", "facts", i64::try_from(removed).unwrap_or(i64::MAX));
            removed
        }))
    }
}

/// Entity, metric and period as names are compared.
fn keys(fact: &Fact) -> [String; 3] {
    let plain = |name: &str| name.trim().to_lowercase().replace('\0', "\u{fffd}");
    let or_none = |name: &Option<String>| name.as_deref().map(plain).unwrap_or_default();
    [or_none(&fact.entity), plain(&fact.metric).replace(['_', '-'], " "), or_none(&fact.period)]
}

fn fact(row: FactRow) -> Result<Fact, StoreError> {
    let value: FactValue = serde_json::from_str(&row.value)
        .map_err(|_| StoreError::damaged("the value of a fact is not JSON".to_owned()))?;
    Ok(Fact { entity: row.entity, metric: row.metric, period: row.period, value, unit: row.unit })
}
