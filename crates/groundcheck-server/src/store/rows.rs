//! Rows as structs, on either database, by the names of their columns.

/// A struct whose fields are a statement's columns, of the same names.
macro_rules! row {
    ($(#[$about:meta])* pub struct $name:ident { $($(#[$field_about:meta])* pub $field:ident: $kind:ty,)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize)]
        pub struct $name { $($(#[$field_about])* pub $field: $kind,)* }

        impl<'r, R: sqlx::Row> sqlx::FromRow<'r, R> for $name
        where
            &'static str: sqlx::ColumnIndex<R>,
            $($kind: sqlx::Decode<'r, R::Database> + sqlx::Type<R::Database>,)*
        {
            fn from_row(row: &'r R) -> Result<Self, sqlx::Error> {
                Ok($name { $($field: row.try_get(stringify!($field))?,)* })
            }
        }
    };
}

pub(super) use row;
