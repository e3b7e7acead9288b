//! Arrows point one way: types <- engine <- {python, wasm, web, server}. See `crates/README.md`.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::process::Command;

use serde_json::Value;

/// A crate of the workspace and the only crates of the workspace that it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("groundcheck-types", &[]),
    ("groundcheck", &["groundcheck-types"]),
    ("groundcheck-files", &["groundcheck-types"]),
    ("groundcheck-python", &["groundcheck", "groundcheck-types"]),
    ("groundcheck-wasm", &["groundcheck", "groundcheck-types"]),
    ("groundcheck-wasm-entailment", &["groundcheck", "groundcheck-types"]),
    ("groundcheck-wasm-files", &["groundcheck-files"]),
    ("groundcheck-wasm-records", &["groundcheck", "groundcheck-types"]),
    ("groundcheck-wasm-slim", &["groundcheck", "groundcheck-types"]),
    ("groundcheck-web", &["groundcheck", "groundcheck-types"]),
    ("groundcheck-server", &["groundcheck", "groundcheck-files", "groundcheck-types"]),
    ("groundcheck-tests", &["groundcheck", "groundcheck-types", "groundcheck-server"]),
    ("xtask", &[]),
    ("xtask-dist", &[]),
    ("xtask-wasm", &[]),
];

/// Where the network, the clock and the disk come from. Only the server has them.
const SERVER_ONLY: &[&str] = &[
    "axum",
    "chrono",
    "clap",
    "figment",
    "governor",
    "hickory-resolver",
    "hyper",
    "jiff",
    "moka",
    "opentelemetry",
    "opentelemetry-http",
    "opentelemetry-otlp",
    "opentelemetry_sdk",
    "reqwest",
    "rmcp",
    "rusqlite",
    "rust-embed",
    "rustls",
    "sqlx",
    "tempfile",
    "time",
    "tokio",
    "tower",
    "tower-http",
    "tracing-subscriber",
    "ureq",
];

/// What the engine may not have, itself or through others, and why.
const NEVER_IN_ENGINE: &[(&str, &str)] = &[
    ("chrono", "it reads the clock"),
    ("getrandom", "the same input gives the same bytes"),
    ("jiff", "it reads the clock"),
    ("js-sys", "the engine runs outside browsers too"),
    ("mio", "it does I/O"),
    ("pyo3", "the engine runs outside Python too"),
    ("rand", "the same input gives the same bytes"),
    ("rayon", "it spawns threads"),
    ("reqwest", "it has a network"),
    ("schemars", "schemas are generated, not shipped"),
    ("socket2", "it has a network"),
    ("time", "it reads the clock"),
    ("tokio", "it does I/O"),
    ("tracing", "the engine keeps no log of answers"),
    ("wasm-bindgen", "the engine runs outside browsers too"),
    ("web-sys", "the engine runs outside browsers too"),
];

/// What cargo says of the workspace.
fn cargo(args: &[&str]) -> String {
    let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(args)
        .current_dir(groundcheck_tests::root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo prints UTF-8")
}

/// A crate of the workspace, as its manifest has it.
struct Package {
    name: String,
    manifest: String,
    /// What it names, except for its tests alone.
    dependencies: BTreeSet<String>,
    /// What its tests name.
    test_dependencies: BTreeSet<String>,
}

/// Every crate of the workspace.
fn packages() -> Vec<Package> {
    let metadata: Value = serde_json::from_str(&cargo(&["metadata", "--offline", "--no-deps", "--format-version=1"]))
        .expect("cargo metadata prints JSON");
    let text = |value: &Value| value.as_str().map(str::to_owned).expect("cargo metadata: text");
    let list = |value: &Value| value.as_array().cloned().expect("cargo metadata: list");
    let read = |package: &Value| {
        let (tests, always): (Vec<Value>, Vec<Value>) =
            list(&package["dependencies"]).into_iter().partition(|dependency| dependency["kind"] == "dev");
        let names =
            |dependencies: Vec<Value>| dependencies.iter().map(|dependency| text(&dependency["name"])).collect();
        Package {
            name: text(&package["name"]),
            manifest: text(&package["manifest_path"]),
            dependencies: names(always),
            test_dependencies: names(tests),
        }
    };
    list(&metadata["packages"]).iter().map(read).collect()
}

#[test]
fn no_crate_depends_on_one_that_it_must_not_know() {
    let packages = packages();
    let members: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let listed: BTreeSet<&str> = ALLOWED.iter().map(|(name, _)| *name).collect();
    assert_eq!(members, listed, "a new crate goes into ALLOWED and into crates/README.md");
    for Package { name, dependencies, test_dependencies, .. } in &packages {
        let allowed = ALLOWED.iter().find(|(known, _)| known == name).map_or(&[][..], |(_, allowed)| allowed);
        for dependency in dependencies.union(test_dependencies).filter(|name| members.contains(name.as_str())) {
            assert!(
                allowed.contains(&dependency.as_str()),
                "{name} must not depend on {dependency}: move what it needs down to a crate that both may know"
            );
        }
    }
}

#[test]
fn only_the_server_has_a_network_a_clock_and_a_disk() {
    let product = [
        "groundcheck-types",
        "groundcheck",
        "groundcheck-files",
        "groundcheck-python",
        "groundcheck-wasm",
        "groundcheck-wasm-entailment",
        "groundcheck-wasm-files",
        "groundcheck-wasm-records",
        "groundcheck-wasm-slim",
        "groundcheck-web",
    ];
    for package in packages().iter().filter(|package| product.contains(&package.name.as_str())) {
        for banned in SERVER_ONLY {
            assert!(
                !package.dependencies.contains(*banned),
                "{} must not depend on {banned}: let the server do it and pass the result in",
                package.name
            );
        }
    }
}

#[test]
fn the_engine_is_pure_through_and_through() {
    for name in ["groundcheck-types", "groundcheck"] {
        let tree = cargo(&["tree", "--offline", "--package", name, "--edges=normal", "--prefix=none", "--format={p}"]);
        let crates: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(crates.contains(name) && crates.contains("serde"), "cargo tree lists crates: {tree}");
        for (banned, reason) in NEVER_IN_ENGINE {
            assert!(
                !crates.contains(banned),
                "{name} depends on {banned} and {reason}: see `cargo tree -p {name} -e normal -i {banned}`"
            );
        }
    }
}

#[test]
fn every_crate_keeps_the_workspace_lints() {
    for Package { name, manifest, .. } in packages() {
        let text = fs::read_to_string(&manifest).unwrap_or_else(|e| panic!("{manifest}: {e}"));
        assert!(text.contains("[lints]\nworkspace = true"), "{name}: write [lints] workspace = true in its Cargo.toml");
    }
}

#[test]
fn the_code_map_has_every_crate() {
    let map =
        fs::read_to_string(groundcheck_tests::root().join("crates/README.md")).expect("crates/README.md is there");
    for (name, _) in ALLOWED {
        assert!(map.contains(&format!("`{name}`")), "crates/README.md says nothing of `{name}`");
    }
}

/// The fuzzer is a workspace of its own, which nothing else builds: it would be found not to build on the day that it is needed.
#[test]
fn the_lock_file_of_the_fuzzer_knows_what_the_crates_depend_on() {
    let path = groundcheck_tests::root().join("tests/fuzz/Cargo.lock");
    let lock: toml::Table = fs::read_to_string(path).expect("the lock file is there").parse().expect("it is TOML");
    let locked = lock["package"].as_array().expect("packages");
    let mut count = 0;
    for Package { name, dependencies, .. } in packages() {
        let Some(entry) = locked.iter().find(|entry| entry["name"].as_str() == Some(&name)) else { continue };
        let known = entry.get("dependencies").and_then(toml::Value::as_array).into_iter().flatten();
        // Where there are several versions, one follows the name.
        let known: BTreeSet<&str> = known.filter_map(|name| name.as_str()?.split(' ').next()).collect();
        for dependency in &dependencies {
            count += 1;
            assert!(
                known.contains(dependency.as_str()),
                "{name} depends on {dependency}: run `cargo update --workspace` in tests/fuzz"
            );
        }
    }
    assert!(count > 50, "{count} dependencies: the crates are not read");
}
