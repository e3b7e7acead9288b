//! Where the store is: `--database`, else `DATABASE_URL`, else a file in the user's data folder.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// An SQLite file or a PostgreSQL server.
#[derive(Clone)]
pub enum Location {
    /// An SQLite file.
    File(PathBuf),
    /// A PostgreSQL database; holds the password, which is never shown.
    Server(Box<PgConnectOptions>),
}

impl FromStr for Location {
    type Err = String;

    /// `postgres://user:password@host/name`, `sqlite:PATH` or just a path.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            // What it says can quote the password.
            let options =
                text.parse().map_err(|_| "is no address such as postgres://user:password@host/name".to_owned())?;
            return Ok(Location::Server(Box::new(options)));
        }
        let path = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")).unwrap_or(text);
        if path.is_empty() {
            return Err("names no file".to_owned());
        }
        if text.contains("://") && !text.starts_with("sqlite://") {
            return Err("is neither a file nor postgres://…".to_owned());
        }
        Ok(Location::File(PathBuf::from(path)))
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Without user and password.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File(path) => write!(f, "{}", path.display()),
            Location::Server(options) => {
                let database = options.get_database().unwrap_or_default();
                write!(f, "postgres://{}:{}/{database}", options.get_host(), options.get_port())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_told_apart_and_passwords_not_told() {
        for (text, shown) in [
            ("data/g.db", "data/g.db"),
            ("sqlite:g.db", "g.db"),
            ("sqlite:///srv/g.db", "/srv/g.db"),
            ("postgres://me:secret@db.example:5433/checks", "postgres://db.example:5433/checks"),
            ("postgresql://me:secret@db.example/checks", "postgres://db.example:5432/checks"),
        ] {
            let location: Location = text.parse().unwrap();
            assert_eq!((location.to_string(), format!("{location:?}")), (shown.to_owned(), shown.to_owned()));
        }
        for wrong in ["", "sqlite:", "mysql://me:secret@db/checks", "postgres://me:secret@db:port/checks"] {
            let error = wrong.parse::<Location>().unwrap_err();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
