//! Who can be asked: the providers' file, the built-in providers, and keys from the environment or from files that it names.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use groundcheck_types::{ErrorCode, InputError, ProviderKind};
use secrecy::SecretString;
use serde::Deserialize;
use url::Url;

use super::cost::Price;
use super::provider::{Key, Provider, StructuredOutput};
use crate::input;
use crate::secrets::{Secret, secret};

/// Where the providers' file is, unless an option says so.
const FILE_VARIABLE: &str = "GROUNDCHECK_PROVIDERS";

const TIMEOUT: u32 = 120;
const TIMEOUT_MAX: u32 = 3_600;
/// Verifying an answer of ten claims takes twenty short questions: three rounds of these.
const CONCURRENCY: u32 = 8;
const CONCURRENCY_MAX: u32 = 64;

/// Who can be asked.
#[derive(Debug, Clone, Default)]
pub struct Providers(Vec<Provider>);

impl Providers {
    /// From this file, else the one that `GROUNDCHECK_PROVIDERS` names, with the built-in ones after it.
    ///
    /// # Errors
    /// A file that cannot be read; a setting that cannot be used, by its name and line, never with its text: that may be a key.
    pub fn from_environment(file: Option<&Path>) -> Result<Self, InputError> {
        let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let file = file.map(PathBuf::from).or_else(|| var(FILE_VARIABLE).map(PathBuf::from));
        match file {
            None => Providers::read("", FILE_VARIABLE, var),
            Some(path) => Providers::read(&input::read_text(&path)?, &path.display().to_string(), var),
        }
    }

    /// From the file's text; `source` is what errors call it.
    fn read(text: &str, source: &str, var: impl Fn(&str) -> Option<OsString>) -> Result<Self, InputError> {
        let file: File = toml::from_str(text).map_err(|error| unreadable(text, source, &error))?;
        let mut providers: Vec<Provider> = Vec::new();
        for entry in file.provider {
            let name = entry.name.clone();
            let wrong = |message: String| {
                InputError::field(ErrorCode::InvalidSetting, source, format!("provider {name:?}: {message}"))
            };
            if providers.iter().any(|provider| provider.name == name) {
                return Err(wrong("is there twice".to_owned()));
            }
            providers.push(provider(entry, &var).map_err(wrong)?);
        }
        for entry in built_in(&var) {
            if !providers.iter().any(|provider| provider.name == entry.name) {
                let name = entry.name.clone();
                let wrong = |message| InputError::field(ErrorCode::InvalidSetting, format!("provider {name}"), message);
                providers.push(provider(entry, &var).map_err(wrong)?);
            }
        }
        Ok(Providers(providers))
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Provider> {
        self.0.iter()
    }
}

impl FromIterator<Provider> for Providers {
    fn from_iter<T: IntoIterator<Item = Provider>>(providers: T) -> Self {
        Providers(providers.into_iter().collect())
    }
}

/// The file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    provider: Vec<Entry>,
}

/// A `[[provider]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    kind: ProviderKind,
    #[serde(default)]
    base_url: Option<String>,
    #[serde(default)]
    api_key_env: Option<String>,
    #[serde(default)]
    model: Option<String>,
    /// Of the default model.
    #[serde(default)]
    price: Option<Price>,
    /// Of others, by name.
    #[serde(default)]
    prices: BTreeMap<String, Price>,
    #[serde(default)]
    requests_per_minute: Option<u32>,
    #[serde(default)]
    concurrency: Option<u32>,
    #[serde(default)]
    timeout_seconds: Option<u32>,
    #[serde(default)]
    structured_output: StructuredOutput,
}

impl Entry {
    fn new(name: &str, kind: ProviderKind) -> Self {
        Entry {
            name: name.to_owned(),
            kind,
            base_url: None,
            api_key_env: None,
            model: None,
            price: None,
            prices: BTreeMap::new(),
            requests_per_minute: None,
            concurrency: None,
            timeout_seconds: None,
            structured_output: StructuredOutput::Auto,
        }
    }
}

/// The providers that need no file. Their variables are those that OpenAI's and Ollama's own programs read.
fn built_in(var: &impl Fn(&str) -> Option<OsString>) -> [Entry; 3] {
    let text = |name: &str| var(name).and_then(|value| value.into_string().ok());
    let mut openai = Entry::new("openai", ProviderKind::OpenAi);
    openai.base_url = text("OPENAI_BASE_URL");
    // Somebody else's address may do without.
    if openai.base_url.is_some() && (var("OPENAI_API_KEY").is_some() || var("OPENAI_API_KEY_FILE").is_some()) {
        openai.api_key_env = Some("OPENAI_API_KEY".to_owned());
    }
    let mut ollama = Entry::new("ollama", ProviderKind::Ollama);
    ollama.base_url = text("OLLAMA_HOST").map(|host| ollama_url(&host));
    [openai, ollama, Entry::new("llama_cpp", ProviderKind::LlamaCpp)]
}

/// `OLLAMA_HOST` is also what Ollama's server listens on: a host with or without scheme and port, or all addresses there are.
fn ollama_url(host: &str) -> String {
    let host = host.trim();
    let (scheme, rest) = host.split_once("://").unwrap_or(("http", host));
    let rest = rest.trim_end_matches('/');
    let rest = rest.replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]");
    let has_port = rest.rsplit_once(':').is_some_and(|(_, port)| port.chars().all(|c| c.is_ascii_digit()));
    if has_port || rest.contains('/') || host.contains("://") {
        format!("{scheme}://{rest}")
    } else {
        format!("{scheme}://{}:11434", if rest.is_empty() { "127.0.0.1" } else { &rest })
    }
}

fn provider(entry: Entry, var: &impl Fn(&str) -> Option<OsString>) -> Result<Provider, String> {
    let name_is_good = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    if entry.name.is_empty() || entry.name.len() > 64 || !entry.name.chars().all(name_is_good) {
        return Err("its name must be letters, digits, `-`, `_` and `.`, at most 64".to_owned());
    }
    let default_key = (entry.kind == ProviderKind::OpenAi && entry.base_url.is_none()).then_some("OPENAI_API_KEY");
    let base_url = base_url(entry.kind, entry.base_url.as_deref())?;
    let key = entry.api_key_env.as_deref().or(default_key).map(|name| key(name, var)).transpose()?;
    let model = entry.model.filter(|model| !model.trim().is_empty());
    let mut prices = entry.prices;
    if let Some(price) = entry.price {
        let model = model.clone().ok_or("`price` is the default model's, and there is no `model`; use `prices`")?;
        if prices.insert(model, price).is_some() {
            return Err("`price` and `prices` both have the default model".to_owned());
        }
    }
    let in_range = |field: &str, value: Option<u32>, usual: u32, most: u32| match value.unwrap_or(usual) {
        value if (1..=most).contains(&value) => Ok(value),
        _ => Err(format!("{field} must be from 1 to {most}")),
    };
    let concurrency = in_range("concurrency", entry.concurrency, CONCURRENCY, CONCURRENCY_MAX)?;
    let timeout = in_range("timeout_seconds", entry.timeout_seconds, TIMEOUT, TIMEOUT_MAX)?;
    let rate = entry.requests_per_minute.map(|rate| in_range("requests_per_minute", Some(rate), 1, 100_000));
    Ok(Provider {
        name: entry.name,
        kind: entry.kind,
        base_url,
        key,
        model,
        prices,
        requests_per_minute: rate.transpose()?,
        concurrency: concurrency as usize,
        timeout: Duration::from_secs(timeout.into()),
        structured_output: entry.structured_output,
    })
}

/// The address, or the one that this kind usually has.
fn base_url(kind: ProviderKind, text: Option<&str>) -> Result<Url, String> {
    let text = match (text, kind) {
        (Some(text), _) => text,
        (None, ProviderKind::OpenAi) => "https://api.openai.com/v1",
        (None, ProviderKind::Ollama) => "http://127.0.0.1:11434/v1",
        (None, ProviderKind::Vllm) => "http://127.0.0.1:8000/v1",
        (None, ProviderKind::LlamaCpp) => "http://127.0.0.1:8080/v1",
        (None, ProviderKind::Compatible) => return Err("base_url is missing".to_owned()),
    };
    // The text is not repeated: it may hold a password.
    let mut url = Url::parse(text.trim())
        .ok()
        .filter(|url| ["http", "https"].contains(&url.scheme()) && url.has_host())
        .ok_or("base_url must be an address such as http://127.0.0.1:8000/v1")?;
    if !url.username().is_empty() || url.password().is_some() || url.query().is_some() || url.fragment().is_some() {
        return Err("base_url must have no user, password or query; a key goes into the variable of api_key_env".into());
    }
    if url.path().trim_end_matches('/').ends_with("/chat/completions") {
        return Err("base_url must end before /chat/completions".to_owned());
    }
    // These all serve it there, and nowhere else by default.
    if url.path() == "/" && kind != ProviderKind::Compatible {
        url.set_path("/v1");
    }
    Ok(url)
}

/// The key in this variable, or in the file that the variable with `_FILE` behind its name names.
fn key(variable: &str, var: &impl Fn(&str) -> Option<OsString>) -> Result<Key, String> {
    let is_name = !variable.is_empty()
        && !variable.starts_with(|c: char| c.is_ascii_digit())
        && variable.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name {
        // Somebody may have put the key itself there.
        return Err(
            "api_key_env must be the name of an environment variable; the key itself stays out of the file".into()
        );
    }
    let value = match secret(variable, var).map_err(|error| error.to_string())? {
        None => None,
        Some(Secret { value, variable }) => {
            let value = value.into_string().ok();
            let value = value.map(|value| value.trim().to_owned());
            match value {
                Some(value) if value.is_empty() => None,
                Some(value) if value.bytes().all(|byte| (0x21..0x7f).contains(&byte)) => {
                    Some(SecretString::from(value))
                }
                _ => return Err(format!("{variable} has no valid key: it must be printable ASCII without spaces")),
            }
        }
    };
    Ok(Key { variable: variable.to_owned(), value })
}

/// What is wrong with the file, and where; never its text, which toml's own messages quote.
fn unreadable(text: &str, source: &str, error: &toml::de::Error) -> InputError {
    let line = error.span().map(|span| 1 + text.as_bytes().iter().take(span.start).filter(|b| **b == b'\n').count());
    let said = error.message();
    // `unknown field` and `missing field` quote names of fields, which is what one needs to know.
    let message = if said.starts_with("unknown field `api_key`") {
        "a key must not be in the file: put it into an environment variable and put that variable's name into api_key_env"
            .into()
    } else if ["unknown field", "missing field", "unknown variant", "a price"]
        .iter()
        .any(|start| said.starts_with(start))
    {
        said.to_owned()
    } else {
        "is not TOML, or a value has the wrong type".to_owned()
    };
    let error = InputError::field(ErrorCode::InvalidSetting, source, message);
    line.map_or(error.clone(), |line| error.at_line(line))
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;
    use secrecy::ExposeSecret;

    use super::*;

    fn read_with(text: &str, vars: &[(&str, &str)]) -> Result<Providers, InputError> {
        Providers::read(text, "providers.toml", |name| {
            vars.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into())
        })
    }

    fn read(text: &str) -> Result<Providers, InputError> {
        read_with(text, &[("MY_KEY", "sk-canary")])
    }

    fn one(providers: &Providers, name: &str) -> Provider {
        providers.iter().find(|provider| provider.name == name).unwrap().clone()
    }

    #[test]
    fn an_entry_says_all_there_is_to_say() {
        let providers = read(
            r#"
            [[provider]]
            name = "house"
            kind = "vllm"
            base_url = "http://10.0.0.5:8000"
            api_key_env = "MY_KEY"
            model = "llama-3.1-8b"
            price = { input = 0.05, output = 0.10 }
            prices = { "llama-3.1-70b" = { input = 0.5, output = 1 } }
            requests_per_minute = 30
            concurrency = 4
            timeout_seconds = 20
            structured_output = "json_object"
            "#,
        )
        .unwrap();
        let house = one(&providers, "house");
        assert_eq!(house.endpoint().as_str(), "http://10.0.0.5:8000/v1/chat/completions");
        assert_eq!(house.key.as_ref().unwrap().value.as_ref().unwrap().expose_secret(), "sk-canary");
        assert_eq!(house.prices["llama-3.1-8b"].output, Decimal::new(1, 1));
        assert_eq!((house.requests_per_minute, house.concurrency, house.timeout.as_secs()), (Some(30), 4, 20));
        assert_eq!(house.info().models, ["llama-3.1-8b", "llama-3.1-70b"]);
        assert_eq!(
            providers.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
            ["house", "openai", "ollama", "llama_cpp"]
        );
        assert!(!format!("{providers:?}").contains("canary"));
    }

    #[test]
    fn built_in_providers_follow_the_environment_and_the_file_wins() {
        let none = read_with("", &[]).unwrap();
        assert_eq!(one(&none, "openai").endpoint().as_str(), "https://api.openai.com/v1/chat/completions");
        assert!(!one(&none, "openai").info().ready && one(&none, "ollama").info().ready);
        let vars = [("OPENAI_BASE_URL", "http://127.0.0.1:9/v1/"), ("OLLAMA_HOST", "0.0.0.0")];
        let set = read_with("", &vars).unwrap();
        assert_eq!(one(&set, "openai").endpoint().as_str(), "http://127.0.0.1:9/v1/chat/completions");
        assert!(one(&set, "openai").info().ready, "an address of one's own may do without a key");
        assert_eq!(one(&set, "ollama").endpoint().as_str(), "http://127.0.0.1:11434/v1/chat/completions");
        let file = "[[provider]]\nname = \"openai\"\nkind = \"openai\"\nbase_url = \"https://proxy.example/v1\"";
        let own = one(&read_with(file, &[("OPENAI_API_KEY", "sk-canary")]).unwrap(), "openai");
        assert!(own.key.is_none(), "OpenAI's key goes to nobody else unasked");
    }

    #[test]
    fn ollama_is_where_its_own_variable_says() {
        for (host, url) in [
            ("127.0.0.1:11434", "http://127.0.0.1:11434"),
            ("0.0.0.0", "http://127.0.0.1:11434"),
            ("0.0.0.0:1234", "http://127.0.0.1:1234"),
            ("gpu.corp", "http://gpu.corp:11434"),
            ("https://ollama.example/", "https://ollama.example"),
            ("http://gpu.corp:80/ollama/v1", "http://gpu.corp:80/ollama/v1"),
            (":1234", "http://:1234"),
        ] {
            assert_eq!(ollama_url(host), url, "{host}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_named_with_its_line_and_never_quoted() {
        let entry = |more: &str| format!("[[provider]]\nname = \"a\"\nkind = \"compatible\"\n{more}");
        let url = "base_url = \"http://127.0.0.1\"\n";
        for (text, line, said) in [
            (entry(""), None, "base_url is missing"),
            (entry("base_url = \"ftp://canary\""), None, "base_url must be an address"),
            (entry("base_url = \"http://me:canary@host/v1\""), None, "no user, password or query"),
            (entry("base_url = \"http://host/v1?key=canary\""), None, "no user, password or query"),
            (entry("base_url = \"http://host/v1/chat/completions\""), None, "end before"),
            (entry(&format!("{url}api_key = \"sk-canary\"")), Some(5), "environment variable"),
            (entry(&format!("{url}api_key_env = \"sk-canary\"")), None, "stays out of the file"),
            (entry(&format!("{url}timeout_seconds = \"sk-canary\"")), Some(5), "wrong type"),
            (entry(&format!("{url}timeout_seconds = 0")), None, "timeout_seconds must be"),
            (entry(&format!("{url}concurrency = 65")), None, "concurrency must be"),
            (entry(&format!("{url}requests_per_minute = 0")), None, "requests_per_minute must be"),
            (entry(&format!("{url}price = {{ input = 1, output = 1 }}")), None, "no `model`"),
            (entry(&format!("{url}modle = \"x\"")), Some(5), "unknown field `modle`"),
            (entry(&format!("{url}structured_output = \"yaml\"")), Some(5), "unknown variant"),
            (entry(&format!("{url}{}", entry(url))), None, "is there twice"),
            ("[[provider]]\nkind = \"ollama\"".to_owned(), Some(1), "missing field `name`"),
            ("[[provider]\nname = \"canary\"".to_owned(), Some(1), "not TOML"),
            ("[[provider]]\nname = \"a b\"\nkind = \"ollama\"".to_owned(), None, "its name must be"),
        ] {
            let error = read(&text).unwrap_err();
            assert_eq!((error.code, error.field.as_deref()), (ErrorCode::InvalidSetting, Some("providers.toml")));
            assert!(error.message.contains(said), "{text}\n{error}");
            assert_eq!(error.line, line, "{text}\n{error}");
            assert!(!error.to_string().contains("canary"), "{error}");
        }
        let odd = read_with(&entry(&format!("{url}api_key_env = \"K\"")), &[("K", "sk canary")]).unwrap_err();
        assert!(odd.message.contains("K has no valid key") && !odd.message.contains("canary"), "{odd}");
    }
}
