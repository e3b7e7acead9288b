//! What can go wrong with a store. Callers are told what to do about it, in the contract's [`InputError`]; the database's own words,
//! which can quote what was stored, stay here.

use std::fmt;

use groundcheck_types::{ErrorCode, InputError};

/// Why nothing was stored or read. Whatever was under way is undone.
#[derive(Debug)]
pub struct StoreError {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// Others are writing and did not finish in time.
    Busy,
    /// The disk, or the place that the database has, is full.
    Full,
    /// The database may only be read.
    ReadOnly,
    /// It cannot be reached or opened; why, without addresses and passwords.
    Unreachable(String),
    /// Its file is damaged.
    Damaged(String),
    /// A newer groundcheck has written it.
    Newer,
    /// A value that cannot be stored.
    Invalid { field: String, message: String },
    /// The file named is not what it should be, or exists already.
    File { path: String, message: String },
    /// A fault of ours: the database's code, never its text.
    Internal(String),
}

impl StoreError {
    pub(super) fn invalid(field: &str, message: String) -> Self {
        StoreError { kind: Kind::Invalid { field: field.to_owned(), message } }
    }

    pub(super) fn file(path: &std::path::Path, message: impl Into<String>) -> Self {
        StoreError { kind: Kind::File { path: path.display().to_string(), message: message.into() } }
    }

    pub(crate) fn damaged(message: String) -> Self {
        StoreError { kind: Kind::Damaged(message) }
    }

    pub(super) fn busy() -> Self {
        StoreError { kind: Kind::Busy }
    }

    /// Whether another writer was in the way for too long.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self.kind, Kind::Busy)
    }

    pub(super) fn unreachable(message: String) -> Self {
        StoreError { kind: Kind::Unreachable(message) }
    }

    /// Whether trying again later can help: nothing is wrong with what was to be stored.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        matches!(self.kind, Kind::Busy | Kind::Full | Kind::ReadOnly | Kind::Unreachable(_) | Kind::Damaged(_))
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Busy => f.write_str("the database is busy; nothing was stored, try again"),
            Kind::Full => f.write_str("there is no room left for the database; nothing was stored"),
            Kind::ReadOnly => f.write_str("the database may only be read; nothing was stored"),
            Kind::Unreachable(why) => write!(f, "the database cannot be reached: {why}"),
            Kind::Damaged(why) => write!(f, "the database is damaged: {why}; restore a backup"),
            Kind::Newer => f.write_str("a newer groundcheck has written this database; use that one"),
            Kind::Invalid { field, message } => write!(f, "{field}: {message}"),
            Kind::File { path, message } => write!(f, "{path}: {message}"),
            Kind::Internal(code) => write!(f, "the database did not understand groundcheck ({code})"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<StoreError> for InputError {
    fn from(error: StoreError) -> Self {
        match error.kind {
            Kind::Invalid { field, message } => InputError::field(ErrorCode::InvalidValue, field, message),
            Kind::File { path, message } => InputError::field(ErrorCode::UnreadableFile, path, message),
            Kind::Newer => InputError::field(ErrorCode::InvalidSetting, "--database", error.to_string()),
            Kind::Internal(_) => InputError::whole(ErrorCode::Internal, error.to_string()),
            _ => InputError::whole(ErrorCode::StorageUnavailable, error.to_string()),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let kind = match &error {
            sqlx::Error::Database(database) => of_code(database.code().as_deref().unwrap_or_default()),
            sqlx::Error::PoolTimedOut => Kind::Busy,
            sqlx::Error::Io(io) => Kind::Unreachable(io.kind().to_string()),
            sqlx::Error::Tls(_) => Kind::Unreachable("no secure connection".to_owned()),
            sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => Kind::Unreachable("it was closed".to_owned()),
            sqlx::Error::ColumnDecode { index, .. } => Kind::Internal(format!("column {index}")),
            sqlx::Error::RowNotFound => Kind::Internal("no row".to_owned()),
            _ => Kind::Internal("sqlx".to_owned()),
        };
        StoreError { kind }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        use sqlx::migrate::MigrateError::{Execute, ExecuteMigration, VersionMismatch, VersionMissing};
        match error {
            Execute(error) | ExecuteMigration(error, _) => error.into(),
            VersionMissing(_) | VersionMismatch(_) => StoreError { kind: Kind::Newer },
            _ => StoreError { kind: Kind::Internal("migration".to_owned()) },
        }
    }
}

/// SQLite's (extended) result codes are numbers of up to four digits, PostgreSQL's SQLSTATEs have five characters.
fn of_code(code: &str) -> Kind {
    match code.parse::<u32>().ok().filter(|_| code.len() < 5) {
        Some(number) => match number & 0xff {
            5 | 6 => Kind::Busy,
            13 => Kind::Full,
            8 => Kind::ReadOnly,
            // SQLITE_IOERR_WRITE, _FSYNC, _TRUNCATE, _SHMSIZE: a limit or a full disk that does not call itself so.
            10 if [778, 1034, 1546, 4874].contains(&number) => Kind::Full,
            10 => Kind::Unreachable("reading or writing its file failed".to_owned()),
            14 => Kind::Unreachable("its file cannot be opened".to_owned()),
            11 | 26 => Kind::Damaged("its file is not a database".to_owned()),
            _ => Kind::Internal(format!("sqlite {number}")),
        },
        None => match code {
            "25006" => Kind::ReadOnly,
            "40001" | "40P01" | "55P03" => Kind::Busy,
            "28P01" | "28000" => Kind::Unreachable("it refuses this user".to_owned()),
            "3D000" => Kind::Unreachable("it has no database of this name".to_owned()),
            "53300" => Kind::Busy,
            _ if code.starts_with("58") => Kind::Unreachable("reading or writing its files failed".to_owned()),
            "XX001" | "XX002" => Kind::Damaged("PostgreSQL says so".to_owned()),
            _ if code.starts_with("53") => Kind::Full,
            _ if code.starts_with("08") || code.starts_with("57P") => {
                Kind::Unreachable("it is shutting down".to_owned())
            }
            _ => Kind::Internal(format!("postgres {code}")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_databases_say_what_to_do() {
        for (code, unavailable) in [
            ("5", true),
            ("517", true),
            ("13", true),
            ("1032", true),
            ("778", true),
            ("2067", false),
            ("53100", true),
            ("53200", true),
            ("53300", true),
            ("58030", true),
            ("23505", false),
            ("XX000", false),
        ] {
            let error = StoreError { kind: of_code(code) };
            assert_eq!(error.is_unavailable(), unavailable, "{code}: {error}");
            let expected = if unavailable { ErrorCode::StorageUnavailable } else { ErrorCode::Internal };
            assert_eq!(InputError::from(error).code, expected, "{code}");
        }
        assert!(StoreError { kind: of_code("40P01") }.to_string().contains("busy"));
    }
}
