//! The tables, step by step: one file a step and database under `migrations/`, the same tables in both. Only ever added to: a
//! database remembers which steps it has taken and what they said.

use std::borrow::Cow;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migrate, MigrateError, Migration, MigrationType, Migrator};

/// A step: its number, what it brings, and its file for each database.
struct Step {
    version: i64,
    about: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

/// A step's files, which have the same name.
macro_rules! step {
    ($version:literal, $about:literal, $file:literal) => {
        Step {
            version: $version,
            about: $about,
            sqlite: include_str!(concat!("../../migrations/sqlite/", $file)),
            postgres: include_str!(concat!("../../migrations/postgres/", $file)),
        }
    };
}

const STEPS: &[Step] = &[
    step!(1, "document 1, facts, jobs", "0001_document_1_facts_jobs.sql"),
    step!(2, "report sums", "0002_report_sums.sql"),
    step!(3, "reviews, audit chain", "0003_reviews_audit_chain.sql"),
    step!(4, "verifications", "0004_verifications.sql"),
    step!(5, "record sums, mutes", "0005_record_sums_mutes.sql"),
    step!(6, "claims of analyses", "0006_analysis_claims.sql"),
    step!(7, "coverage of analyses", "0007_analysis_coverage.sql"),
];

/// Takes the steps that this SQLite database has not taken. The caller holds the write lock: there is no other.
pub(super) async fn sqlite(connection: &mut sqlx::SqliteConnection) -> Result<(), MigrateError> {
    run(connection, |step| step.sqlite, false).await
}

/// Takes the steps that this PostgreSQL database has not taken, one server at a time.
pub(super) async fn postgres(connection: &mut sqlx::PgConnection) -> Result<(), MigrateError> {
    run(connection, |step| step.postgres, true).await
}

async fn run<C: Migrate>(
    connection: &mut C,
    sql: fn(&Step) -> &'static str,
    locking: bool,
) -> Result<(), MigrateError> {
    let migration = |step: &Step| {
        let about = Cow::Borrowed(step.about);
        Migration::new(step.version, about, MigrationType::Simple, sql(step).into_sql_str(), false)
    };
    let mut migrator = Migrator::with_migrations(STEPS.iter().map(migration).collect());
    migrator.set_locking(locking);
    migrator.run_direct(None, connection, false).await
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// `table -> columns` and the indexes' definitions, as a file says them.
    fn tables(sql: &str) -> (BTreeMap<String, Vec<String>>, Vec<String>) {
        let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut table = None;
        for line in sql.lines() {
            if let Some(name) = line.strip_prefix("CREATE TABLE ") {
                table = name.split(' ').next().map(str::to_owned);
            } else if line.starts_with(')') {
                table = None;
            } else if let (Some(table), Some(column)) = (&table, line.split_whitespace().next()) {
                tables.entry(table.clone()).or_default().push(column.to_owned());
            }
        }
        let statements = sql.split(';').map(|s| s.split_whitespace().collect::<Vec<_>>().join(" "));
        let index = |s: String| s.find("CREATE INDEX").map(|at| s[at..].to_owned());
        (tables, statements.filter_map(index).collect())
    }

    #[test]
    fn both_databases_have_the_same_tables_and_indexes() {
        for (step, number) in STEPS.iter().zip(1..) {
            assert_eq!(step.version, number);
            assert_eq!(tables(step.sqlite), tables(step.postgres), "step {number}");
        }
    }

    #[test]
    fn a_backup_has_every_table() {
        let created: BTreeSet<String> = STEPS.iter().flat_map(|step| tables(step.sqlite).0.into_keys()).collect();
        assert_eq!(super::super::backup::tables().map(str::to_owned).collect::<BTreeSet<_>>(), created);
    }

    #[test]
    fn every_file_is_a_step() {
        for database in ["sqlite", "postgres"] {
            let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(database);
            assert_eq!(std::fs::read_dir(folder).unwrap().count(), STEPS.len(), "{database}");
        }
    }
}
