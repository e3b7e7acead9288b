//! What `docs/deploy/` promises: the image, the service and the proxies agree with the program and with its limits.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use groundcheck_server::server::Limits;
use groundcheck_types::{FILE_MAX_BYTES, STREAM_SECONDS_MAX, VERIFY_SECONDS_MAX};
use serde_json::Value;

use crate::support::{Server, run};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The options in a text: `--` and small letters.
fn options(text: &str) -> BTreeSet<String> {
    let begins =
        text.match_indices("--").filter(|(at, _)| !text[..*at].ends_with(|c: char| c == '-' || c.is_alphanumeric()));
    let names = begins
        .map(|(at, _)| text[at + 2..].split(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap_or_default());
    names.filter(|name| name.len() > 1).map(|name| format!("--{}", name.trim_end_matches('-'))).collect()
}

fn options_of(command: &str) -> BTreeSet<String> {
    options(&run(&[command, "--help"]).stdout)
}

/// The instructions of a container file, each in one line.
fn instructions(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let joined = lines.join("\n").replace("\\\n", " ");
    let split = |line: &str| line.trim().split_once(' ').map(|(name, rest)| (name.to_owned(), rest.trim().to_owned()));
    joined.lines().filter_map(split).collect()
}

/// The words of `["a", "b"]` at the end of an instruction.
fn words(text: &str) -> Vec<String> {
    serde_json::from_str(&text[text.find('[').unwrap_or_else(|| panic!("a list in brackets: {text}"))..]).unwrap()
}

/// What an image is started with, which is in its last stage.
fn image() -> BTreeMap<String, String> {
    let all = instructions(&read("docs/deploy/Containerfile"));
    let last = all.iter().rposition(|(name, _)| name == "FROM").unwrap();
    all[last..].iter().cloned().collect()
}

#[test]
fn every_base_of_the_image_is_pinned_to_its_bytes() {
    let all = instructions(&read("docs/deploy/Containerfile"));
    let arguments: BTreeMap<&str, &str> =
        all.iter().filter(|(name, _)| name == "ARG").filter_map(|(_, rest)| rest.split_once('=')).collect();
    let bases: Vec<&str> = all
        .iter()
        .filter(|(name, _)| name == "FROM")
        .map(|(_, rest)| {
            let base = rest.split(' ').next().unwrap();
            let argument = base.strip_prefix("${").and_then(|base| base.strip_suffix('}'));
            argument.map_or(base, |name| arguments[name])
        })
        .collect();
    assert_eq!(bases.len(), 3);
    for base in &bases {
        let (name, digest) = base.split_once("@sha256:").unwrap_or_else(|| panic!("{base} is pinned"));
        assert!(digest.len() == 64 && digest.chars().all(|c| c.is_ascii_hexdigit()), "{base}");
        assert!(name.rsplit('/').next().unwrap().contains(':') && !name.ends_with(":latest"), "{base}");
    }
    assert!(all.iter().all(|(name, rest)| name != "ADD" && !rest.contains("curl") && !rest.contains("wget")));
    let toolchain = read("rust-toolchain.toml");
    let channel = toolchain.split("channel = \"").nth(1).unwrap().split('"').next().unwrap();
    assert!(bases[1].contains(&format!("/rust:{channel}-")), "{} and rust-toolchain.toml", bases[1]);
    assert!(all.contains(&("ENV".to_owned(), format!("RUSTUP_TOOLCHAIN={channel}"))));
}

#[test]
fn the_image_runs_without_rights_and_says_how_it_is() {
    let image = image();
    let user = &image["USER"];
    assert!(user.split(':').all(|id| id.parse::<u32>().is_ok_and(|id| id > 0)), "{user}");
    assert_eq!(words(&image["VOLUME"]), [image["ENV"].strip_prefix("GROUNDCHECK_DATA=").unwrap()]);
    assert!(image["FROM"].contains("BASE"));
    let program = words(&image["ENTRYPOINT"]);
    let check = words(&image["HEALTHCHECK"]);
    assert_eq!(check[..1], program[..]);
    assert_eq!(image["STOPSIGNAL"], "SIGTERM");
    // What it runs, this program knows.
    assert_eq!(check[1..], ["health", "--live"]);
    assert!(options_of("health").contains("--live"));
    let start = words(&image["CMD"]);
    assert_eq!(start[0], "serve");
    let known = options_of("serve");
    for option in options(&start.join(" ")) {
        assert!(known.contains(&option), "serve has no {option}");
    }
    assert!(!start.iter().any(|word| word == "--port"), "health asks the usual port");
    for command in ["serve", "health"] {
        let help = run(&[command, "--help"]).stdout;
        assert!(help.contains(&image["EXPOSE"]), "{command}: {} is its port", image["EXPOSE"]);
    }
    assert!(read(".dockerignore").lines().any(|line| line == "target"));
}

/// Name and value of each setting of the unit, those that are commented out left out.
fn unit() -> Vec<(String, String)> {
    let text = read("docs/deploy/groundcheck.service");
    let settings = text.lines().filter(|line| !line.starts_with(['#', '[']));
    settings.filter_map(|line| line.split_once('=')).map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The value of a setting that is there once.
fn only(unit: &[(String, String)], name: &str) -> String {
    let mut values = unit.iter().filter(|(known, _)| known == name).map(|(_, value)| value.clone());
    let value = values.next().unwrap_or_else(|| panic!("{name} is set"));
    assert_eq!(values.next(), None, "{name}");
    value
}

fn seconds(text: &str) -> u64 {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    number.parse::<u64>().unwrap() * if unit == "min" { 60 } else { 1 }
}

#[test]
fn the_service_may_do_little() {
    let unit = unit();
    for (name, value) in [
        ("Type", "notify"),
        ("DynamicUser", "yes"),
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("PrivateTmp", "yes"),
        ("PrivateDevices", "yes"),
        ("CapabilityBoundingSet", ""),
        ("RestrictAddressFamilies", "AF_INET AF_INET6 AF_UNIX"),
        ("MemoryDenyWriteExecute", "yes"),
        ("SystemCallArchitectures", "native"),
        ("Restart", "on-failure"),
        // Wrong usage, which stays wrong.
        ("RestartPreventExitStatus", "2"),
    ] {
        assert_eq!(only(&unit, name), value, "{name}");
    }
    assert!(unit.contains(&("SystemCallFilter".to_owned(), "@system-service".to_owned())));
    assert!(only(&unit, "MemoryMax").ends_with('G'));
}

#[test]
fn the_service_is_started_as_the_program_takes_it() {
    let unit = unit();
    let start = only(&unit, "ExecStart");
    let mut words = start.split(' ');
    assert_eq!((words.next(), words.next()), (Some("/usr/local/bin/groundcheck"), Some("serve")));
    let known = options_of("serve");
    let used = options(&start);
    assert!(used.len() > 3 && used.is_subset(&known), "serve has no {:?}", used.difference(&known));
    // A credential is one that is loaded.
    let text = read("docs/deploy/groundcheck.service");
    let loaded: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.trim_start_matches('#').strip_prefix("LoadCredential=")?.split(':').next())
        .collect();
    let used: BTreeSet<&str> = text.split("%d/").skip(1).map(|rest| rest.split([' ', '\n']).next().unwrap()).collect();
    assert_eq!(loaded, used);
    let data = format!("GROUNDCHECK_DATA=%S/{}", only(&unit, "StateDirectory"));
    assert!(unit.contains(&("Environment".to_owned(), data)));
    // An analysis, those who wait for it, what the worker gives back, and the last traces.
    let stop = Limits::default().analysis.as_secs() + 1 + 5 + 3;
    assert!(seconds(&only(&unit, "TimeoutStopSec")) > stop, "{stop}");
    assert!(text.contains(&format!("at most {stop} seconds")), "{stop}");
    let page = read("docs/deploy.md");
    assert!(page.contains(&format!("at most {stop} seconds")) && page.contains("--stop-timeout 30 "), "{stop}");
    let limits = Limits::default();
    let connections = limits.connections + limits.spare_connections;
    assert!(only(&unit, "LimitNOFILE").parse::<usize>().unwrap() > 2 * connections, "{connections}");
}

/// The value of a setting in a proxy's configuration.
fn setting<'a>(text: &'a str, name: &str) -> &'a str {
    let mut lines = text.lines().map(str::trim).filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value = lines.next().unwrap_or_else(|| panic!("{name} is set"));
    assert_eq!(lines.next(), None, "{name} is set once");
    value.trim_end_matches(';')
}

/// The routes whose answers come bit by bit, as the server describes them.
fn streaming() -> BTreeSet<String> {
    let document = Server::new().get("/api/openapi.json").json();
    let mut found = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let answers = methods
            .as_object()
            .unwrap()
            .values()
            .filter_map(|method| method["responses"]["200"]["content"].as_object());
        let is_streamed = |content: &serde_json::Map<String, Value>| {
            content.contains_key("text/event-stream") || content.contains_key("application/x-ndjson")
        };
        if answers.into_iter().any(is_streamed) && methods.get("post").is_some() {
            found.insert(path.clone());
        }
    }
    found
}

#[test]
fn proxies_wait_longer_and_take_more_than_the_server() {
    let (nginx, caddy) = (read("docs/deploy/nginx.conf"), read("docs/deploy/Caddyfile"));
    let longest = u64::from(VERIFY_SECONDS_MAX.max(STREAM_SECONDS_MAX));
    let limits = Limits::default();
    assert!(limits.collect.as_secs() < longest);
    for wait in [setting(&nginx, "proxy_read_timeout"), setting(&caddy, "response_header_timeout")] {
        assert!(seconds(wait.trim_end_matches('s')) > longest, "{wait}");
    }
    let largest = FILE_MAX_BYTES / 1024 / 1024;
    for size in [setting(&nginx, "client_max_body_size"), setting(&caddy, "max_size")] {
        let mebibytes: usize = size.trim_end_matches(|c: char| c.is_alphabetic()).parse().unwrap();
        assert!(mebibytes > largest && mebibytes <= largest + 4, "{size}");
    }
    assert_eq!(setting(&nginx, "client_body_timeout"), format!("{}s", limits.body.as_secs()));
    let idle = [setting(&nginx, "keepalive_timeout"), setting(&caddy, "keepalive")];
    for idle in idle {
        assert!(seconds(idle.trim_end_matches('s')) < limits.head.as_secs(), "{idle}");
    }
    assert!(
        nginx.contains("proxy_set_header Host $http_host;")
            && nginx.contains("X-Forwarded-For $proxy_add_x_forwarded_for")
    );
    assert_eq!(setting(&caddy, "health_uri"), "/api/health");
    assert_eq!(setting(&caddy, "flush_interval"), "-1");
}

#[test]
fn nginx_holds_back_nothing_that_comes_bit_by_bit() {
    let nginx = read("docs/deploy/nginx.conf");
    let (before, location) = nginx.split_once("location ~ ^/api/(").unwrap();
    assert!(!before.contains("proxy_buffering") && location.contains("proxy_buffering off;"));
    let listed: BTreeSet<String> =
        location.split(")$ {").next().unwrap().split('|').map(|name| format!("/api/{name}")).collect();
    assert_eq!(listed, streaming());
}

#[test]
fn the_page_on_deployment_names_options_and_variables_that_there_are() {
    let page = read("docs/deploy.md");
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut help = String::new();
    for command in ["serve", "health", "token", "backup", "restore", "man", "completions", "audit", "import"] {
        help += &run(&[command, "--help"]).stdout;
    }
    known.extend(options(&help));
    // Of docker, of PostgreSQL, of cargo, of `cargo xtask` and of systemd.
    let others = "--format --read-only --tmpfs --cap-drop --security-opt --name --rm --pwprompt --owner --path --git --locked --only --now --stop-timeout";
    let own: Vec<String> =
        options(&page).into_iter().filter(|option| !others.split(' ').any(|other| other == *option)).collect();
    let wrong: Vec<&String> = own.iter().filter(|option| !known.contains(*option)).collect();
    assert!(wrong.is_empty() && own.len() >= 5, "{wrong:?} of {own:?}");
    let variables =
        page.split(|c: char| !c.is_ascii_uppercase() && c != '_').filter(|word| word.starts_with("GROUNDCHECK_"));
    for variable in variables {
        let is_known = help.contains(variable) || ["GROUNDCHECK_DATA", "GROUNDCHECK_PROVIDERS"].contains(&variable);
        assert!(is_known, "no help names {variable}");
    }
}
