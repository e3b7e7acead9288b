//! The tables of cases in `data/`.

use serde::de::DeserializeOwned;

/// One of the files, by its name.
pub(crate) fn read<T: DeserializeOwned>(name: &str) -> T {
    let file = format!("{}/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
    toml::from_str(&text).unwrap_or_else(|e| panic!("{file}: {e}"))
}
