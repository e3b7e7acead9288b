//! Who may ask a server: the arguments of `serve`, and `groundcheck token`.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use groundcheck_types::{ErrorCode, InputError};

use super::exit::Exit;
use super::show;
use crate::server::AccessSettings;
use crate::server::access::{AllowedName, NewToken, Tokens};

/// A token of the environment, for containers.
const TOKEN: &str = "GROUNDCHECK_TOKEN";

/// Who may ask the server.
#[derive(Debug, Args)]
#[command(next_help_heading = "Access")]
pub(super) struct AccessArgs {
    /// Ask for one of the tokens in this file, which `groundcheck token` writes; or for the one in GROUNDCHECK_TOKEN.
    #[arg(long, value_name = "FILE", env = "GROUNDCHECK_TOKEN_FILE")]
    token_file: Option<PathBuf>,
    /// Also accept requests addressed to this host name, as NAME or NAME:PORT; the names of this machine are always accepted.
    #[arg(long, value_name = "NAME", env = "GROUNDCHECK_ALLOWED_HOSTS", value_delimiter = ',')]
    allow_host: Vec<AllowedName>,
    /// Trust this proxy's X-Forwarded-For header to identify callers.
    #[arg(long, value_name = "ADDRESS", env = "GROUNDCHECK_TRUSTED_PROXIES", value_delimiter = ',')]
    trusted_proxy: Vec<IpAddr>,
    /// Requests a minute that one caller may make; 0 means no limit. By default 600 with a token, otherwise no limit.
    #[arg(long, value_name = "N", env = "GROUNDCHECK_REQUESTS_PER_MINUTE")]
    requests_per_minute: Option<u32>,
}

impl AccessArgs {
    /// The settings that they stand for.
    pub(super) fn settings(&self) -> Result<AccessSettings, InputError> {
        let from_file = self.token_file.as_deref().map(|path| Tokens::from_file(&read(path)?)).transpose()?;
        let from_environment =
            std::env::var(TOKEN).ok().filter(|token| !token.is_empty()).map(|token| Tokens::one("environment", &token));
        let tokens = match (from_file, from_environment.transpose()?) {
            (Some(tokens), Some(more)) => Some(tokens.and(more)),
            (tokens, more) => tokens.or(more),
        };
        Ok(AccessSettings {
            allowed_names: self.allow_host.clone(),
            tokens,
            proxies: self.trusted_proxy.iter().map(IpAddr::to_canonical).collect(),
            requests_per_minute: self.requests_per_minute,
        })
    }
}

/// Make a token for `groundcheck serve`.
///
/// Prints it once. With --file, its SHA-256 is added there, for `serve --token-file FILE`; a server reads the file when it starts.
/// Without, give the token itself to the server as GROUNDCHECK_TOKEN.
#[derive(Debug, Args)]
pub struct TokenArgs {
    /// Who will use it; the audit and the rate limit use this name.
    name: String,
    /// The file to add it to; created if it does not exist, readable only by its owner.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &TokenArgs) -> Result<Exit, InputError> {
    Ok(show(&format!("{}\n", make(args)?), Exit::Clean))
}

fn make(args: &TokenArgs) -> Result<String, InputError> {
    let new = NewToken::random(&args.name)?;
    if let Some(path) = &args.file {
        let before = match read(path) {
            Ok(text) => text,
            Err(_) if !path.exists() => String::new(),
            Err(error) => return Err(error),
        };
        let holds_tokens = before.lines().any(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
        if holds_tokens && Tokens::from_file(&before)?.has(&args.name) {
            let message = format!("{} has a token already; remove its line from the file first", args.name);
            return Err(InputError::field(ErrorCode::InvalidValue, "name", message));
        }
        let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
        append(path, &format!("{gap}{}", new.line)).map_err(|e| unreadable(path, "cannot be written", &e))?;
    }
    Ok(new.token)
}

fn append(path: &Path, line: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    file.write_all(line.as_bytes())?;
    file.sync_all()
}

fn read(path: &Path) -> Result<String, InputError> {
    std::fs::read_to_string(path).map_err(|error| {
        let what = if error.kind() == ErrorKind::InvalidData { "is not UTF-8" } else { "cannot be read" };
        unreadable(path, what, &error)
    })
}

fn unreadable(path: &Path, what: &str, error: &std::io::Error) -> InputError {
    InputError::field(ErrorCode::UnreadableFile, path.display().to_string(), format!("{what}: {error}"))
}
