//! `groundcheck health`: whether a server is ready, for containers and scripts that have no other HTTP client.

use std::time::Duration;

use clap::Args;
use groundcheck_types::{ErrorCode, InputError};
use reqwest::redirect;
use serde_json::{Value, json};
use url::Url;

use super::database::block_on_for;
use super::exit::Exit;
use super::{Format, in_json, show};
use crate::causes::causes;
use crate::render;

/// Ask a running server whether it is ready: it is up, and it can write to its database.
///
/// Needs no token. Asks the server's /api/ready, which is what a load balancer asks too; with --live /api/health, for whoever would restart it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck health
  groundcheck health http://127.0.0.1:8080 --time-out-ms 500
  groundcheck health https://checks.example.com --format json
  groundcheck health --live
  until groundcheck health; do sleep 1; done

Exit codes:
  0  the server is ready; with --live, it answers
  1  it answers and is not ready: it cannot store anything, or is too busy
  2  wrong usage
  3  nothing answers there, or something that is not groundcheck")]
pub struct HealthArgs {
    /// Where the server is.
    #[arg(value_name = "URL", default_value = "http://127.0.0.1:8787")]
    // Looked at later: clap would show what is wrong, and it may hold a password.
    url: String,
    /// Ask only whether it is up, whatever its database does: a restart does not bring that back.
    #[arg(long)]
    live: bool,
    /// The longest to wait for its answer, in milliseconds.
    #[arg(long, default_value_t = 3_000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    time_out_ms: u64,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The longest answer that is read, in bytes; a server's is some hundred.
const ANSWER_MAX_BYTES: usize = 64 * 1024;

/// What a server said.
struct Answer {
    is_good: bool,
    /// Its JSON, or its error's.
    said: Value,
}

/// Runs the command.
pub fn run(args: &HealthArgs) -> Result<Exit, InputError> {
    in_json(args.format, asked(args))
}

fn asked(args: &HealthArgs) -> Result<Exit, InputError> {
    let url = server(&args.url).map_err(|why| InputError::field(ErrorCode::InvalidSetting, "URL", why))?;
    let late = || Err(format!("no answer within {} ms", args.time_out_ms));
    let answer = block_on_for(Duration::from_millis(args.time_out_ms), ask(&url, args.live))?.unwrap_or_else(late);
    let answer = answer.map_err(|why| {
        InputError::field(ErrorCode::Internal, url.to_string(), format!("there is no groundcheck server: {why}"))
    })?;
    let exit = if answer.is_good { Exit::Clean } else { Exit::NotClean };
    Ok(show(&args.format.text(&answer.said, || text(&answer, args.live)), exit))
}

/// The address of a server: the path is the one that this command asks. No error shows what was given.
fn server(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).ok().filter(|url| ["http", "https"].contains(&url.scheme()) && url.has_host());
    let url = url.ok_or("must be an address such as http://127.0.0.1:8787")?;
    let is_more = url.query().is_some() || url.fragment().is_some() || url.path() != "/";
    if is_more || !url.username().is_empty() || url.password().is_some() {
        return Err("must be a scheme, a host and a port, and nothing else".to_owned());
    }
    Ok(url)
}

/// Asks it, over a proxy of nobody's.
async fn ask(server: &Url, live: bool) -> Result<Answer, String> {
    // An error says that there is one already, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().redirect(redirect::Policy::none()).referer(false);
    let client = client.build().map_err(|error| why(&error))?;
    let url = server.join(if live { "/api/health" } else { "/api/ready" }).map_err(|error| error.to_string())?;
    let mut response = client.get(url).send().await.map_err(|error| why(&error))?;
    let status = response.status();
    let mut body = Vec::new();
    while let Some(part) = response.chunk().await.map_err(|error| why(&error))? {
        if body.len() + part.len() > ANSWER_MAX_BYTES {
            return Err("the answer is too long".to_owned());
        }
        body.extend_from_slice(&part);
    }
    let said: Value = serde_json::from_slice(&body).unwrap_or_default();
    let is_health = said["status"].is_string() && said["schema_version"].is_number();
    match status.as_u16() {
        200 if is_health => Ok(Answer { is_good: live || said["status"] == "ok", said }),
        503 if is_health => Ok(Answer { is_good: live, said }),
        // It has no place for another request, or this address has asked too often.
        503 | 429 if said["error"]["message"].is_string() => {
            let busy = json!({ "status": "busy", "error": said["error"] });
            Ok(Answer { is_good: live, said: busy })
        }
        status => Err(format!("the answer has status {status} and is not a server's health")),
    }
}

/// What is behind an error, which itself only says that there was one.
fn why(error: &reqwest::Error) -> String {
    causes(error).last().map_or_else(|| error.to_string(), ToString::to_string)
}

/// `ready: groundcheck 0.1.0`, or what is wrong; `up` in place of `ready` where only that was asked.
fn text(answer: &Answer, live: bool) -> String {
    let word = |value: &Value| render::one_line(value.as_str().unwrap_or("unknown"));
    let said = &answer.said;
    let ready = if live { "up" } else { "ready" };
    if said["status"] == "ok" && answer.is_good {
        let page = if said["page"] == "missing" { ", without the page" } else { "" };
        return format!("{ready}: groundcheck {}{page}\n", word(&said["version"]));
    }
    let why = [&said["storage"], &said["error"]["message"]].into_iter().find(|why| why.is_string());
    let begin = if answer.is_good { ready } else { "not ready" };
    format!("{begin}: {}: {}\n", word(&said["status"]), why.map_or_else(|| "no reason given".into(), word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_a_scheme_a_host_and_a_port() {
        for good in ["http://127.0.0.1:8787", "http://[::1]:1/", "https://checks.example.com"] {
            assert!(server(good).is_ok(), "{good}");
        }
        for wrong in
            ["127.0.0.1:8787", "ftp://a", "http://a/b", "http://me:secret@a", "http://a/?b", "http://a/#secret", ""]
        {
            let error = server(wrong).unwrap_err();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn what_a_server_says_is_one_line() {
        let said = json!({ "status": "degraded", "storage": "no room\nleft", "schema_version": 1 });
        assert_eq!(text(&Answer { is_good: false, said }, false).lines().count(), 1);
        let said = json!({ "status": "ok", "version": "0.1.0", "page": "missing" });
        assert_eq!(text(&Answer { is_good: true, said }, false), "ready: groundcheck 0.1.0, without the page\n");
    }
}
