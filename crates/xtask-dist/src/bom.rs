//! What is in a release, as a bill of materials in CycloneDX: those of the crates it is made of, as cargo-cyclonedx writes them, in one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::notices::{Crate, packages};
use crate::{Outcome, read, read_json, sums, write as write_file};

/// What a bill of materials is about.
#[derive(Debug)]
pub struct About<'a> {
    /// The folder of the repository, which is named nowhere in it.
    pub root: &'a str,
    pub name: &'a str,
    pub version: &'a str,
    /// As of when, in seconds since 1970.
    pub epoch: u64,
    /// The file that is released.
    pub artefact: &'a Path,
    /// What `cargo metadata` says of its crates.
    pub metadata: &'a Path,
}

/// The crate that brings SQLite's sources in C, which no cargo knows of and vulnerabilities are found in.
const SQLITE: &str = "libsqlite3-sys";

/// The licence of all that is ours.
const LICENCE: &str = "MIT OR Apache-2.0";

/// Writes one for the artefact, of these.
pub fn write(boms: &[PathBuf], about: &About<'_>, out: &Path) -> Outcome {
    let boms = boms.iter().map(|path| read_json(path)).collect::<Outcome<Vec<Value>>>()?;
    let artefact = about.artefact.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut bom = merged(boms, about, &artefact, &sums::hex(&read(about.artefact)?))?;
    with_sqlite(&mut bom, &packages(&read_json(about.metadata)?))?;
    // Plain data with string keys cannot fail to be written.
    write_file(out, serde_json::to_string_pretty(&bom).unwrap_or_default() + "\n")
}

fn merged(boms: Vec<Value>, about: &About<'_>, artefact: &str, sha256: &str) -> Outcome<Value> {
    let mut components = BTreeMap::new();
    let mut dependencies: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let own = format!("groundcheck:{artefact}");
    let first = boms.first().ok_or("no bill of materials to begin with")?;
    let (spec, tools) = (first["specVersion"].clone(), first["metadata"]["tools"].clone());
    for mut bom in boms {
        without_machine(&mut bom, &forms(about.root));
        if bom["specVersion"] != spec {
            return Err("the bills of materials are of different versions".to_owned());
        }
        let mut main = bom["metadata"]["component"].take();
        let reference = main["bom-ref"].as_str().ok_or("a bill of materials is about nothing")?.to_owned();
        if let Some(main) = main.as_object_mut() {
            // What cargo calls a target: the crate once more.
            main.remove("components");
        }
        dependencies.entry(own.clone()).or_default().insert(reference);
        let listed = bom["components"].as_array_mut().map(std::mem::take).unwrap_or_default();
        for component in listed.into_iter().chain([main]) {
            let reference = component["bom-ref"].as_str().ok_or("a component has no bom-ref")?.to_owned();
            components.insert(reference, component);
        }
        for entry in bom["dependencies"].as_array().into_iter().flatten() {
            let from = entry["ref"].as_str().ok_or("a dependency is of nothing")?;
            let on = entry["dependsOn"].as_array().into_iter().flatten().filter_map(Value::as_str);
            dependencies.entry(from.to_owned()).or_default().extend(on.map(str::to_owned));
        }
    }
    // Of every component there is an entry, and of nothing else.
    dependencies.retain(|from, _| *from == own || components.contains_key(from));
    let dependencies: Vec<Value> =
        dependencies.iter().map(|(from, on)| json!({ "ref": from, "dependsOn": on })).collect();
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": spec,
        "serialNumber": format!("urn:uuid:{}", uuid(sha256)),
        "version": 1,
        "metadata": {
            "timestamp": timestamp(about.epoch),
            "tools": tools,
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": about.name,
                "version": about.version,
                "description": artefact,
                "hashes": [{ "alg": "SHA-256", "content": sha256 }],
                "licenses": [{ "expression": LICENCE }],
            },
        },
        "components": components.into_values().collect::<Vec<_>>(),
        "dependencies": dependencies,
    }))
}

/// Adds SQLite, where it is compiled in.
fn with_sqlite(bom: &mut Value, packages: &BTreeMap<Crate, (PathBuf, String)>) -> Outcome {
    let listed = bom["components"].as_array().into_iter().flatten();
    let Some(by) = listed.into_iter().find(|component| component["name"] == SQLITE) else { return Ok(()) };
    let (by, version) = (by["bom-ref"].clone(), by["version"].as_str().unwrap_or_default().to_owned());
    let (folder, _) = packages.get(&(SQLITE.to_owned(), version)).ok_or("cargo does not know where SQLite is")?;
    let header = String::from_utf8_lossy(&read(&folder.join("sqlite3/sqlite3.h"))?).into_owned();
    let version = header.split("#define SQLITE_VERSION ").nth(1).and_then(|rest| rest.split('"').nth(1));
    let version = version.ok_or("SQLite does not say its version")?;
    let purl = format!("pkg:generic/sqlite@{version}");
    if let Some(components) = bom["components"].as_array_mut() {
        components.push(json!({
            "type": "library",
            "bom-ref": purl,
            "name": "sqlite",
            "version": version,
            "description": "SQLite, compiled from its sources in C",
            "licenses": [{ "license": { "id": "blessing" } }],
            "cpe": format!("cpe:2.3:a:sqlite:sqlite:{version}:*:*:*:*:*:*:*"),
            "purl": purl,
        }));
    }
    let mut dependencies = bom["dependencies"].as_array_mut().into_iter().flatten();
    if let Some(on) = dependencies.find(|entry| entry["ref"] == by).and_then(|entry| entry["dependsOn"].as_array_mut())
    {
        on.push(purl.into());
    }
    Ok(())
}

/// How the folder is written, the longest first: as a URL, as it is, and with the slashes of URLs. On Windows these differ.
fn forms(root: &str) -> [String; 4] {
    let plain = root.strip_prefix(r"\\?\").unwrap_or(root);
    let slashed = plain.replace('\\', "/");
    let begin = if slashed.starts_with('/') { "file://" } else { "file:///" };
    let url = format!("{begin}{}/", slashed.replace(' ', "%20"));
    [url, root.to_owned(), plain.to_owned(), slashed]
}

/// Takes the repository's folder out of every text: crates of the workspace are named by where they are in it.
fn without_machine(value: &mut Value, forms: &[String]) {
    match value {
        Value::String(text) => {
            if let Some((purl, _)) = text.split_once("?download_url=file:") {
                *text = purl.to_owned();
            } else {
                for form in forms.iter().filter(|form| !form.is_empty()) {
                    if text.contains(&**form) {
                        *text = text.replace(&**form, "");
                    }
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| without_machine(value, forms)),
        Value::Object(fields) => fields.values_mut().for_each(|value| without_machine(value, forms)),
        _ => {}
    }
}

/// A number of the artefact's own, made of its sum: RFC 9562, version 8.
fn uuid(sha256: &str) -> String {
    let digits = |from: usize, to: usize| sha256.get(from..to).unwrap_or_default();
    format!("{}-{}-8{}-a{}-{}", digits(0, 8), digits(8, 12), digits(13, 16), digits(17, 20), digits(20, 32))
}

/// Seconds since 1970 as a date and a time, in UTC.
fn timestamp(epoch: u64) -> String {
    let (days, seconds) = (epoch / 86_400, epoch % 86_400);
    // Howard Hinnant's `civil_from_days`, for days since 1970: years begin in March, eras are of 400 years.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> About<'static> {
        About {
            root: "/src/it",
            name: "groundcheck",
            version: "1.0.0",
            epoch: 0,
            artefact: Path::new("a.tgz"),
            metadata: Path::new(""),
        }
    }

    /// One crate of ours that needs one of others.
    fn bom(name: &str, needs: &str) -> Value {
        let own = format!("path+file:///src/it/crates/{name}#1.0.0");
        let other = format!("registry+https://github.com/rust-lang/crates.io-index#{needs}@2.0.0");
        json!({
            "specVersion": "1.5",
            "metadata": { "tools": [{ "name": "t" }], "component": {
                "type": "library", "bom-ref": own, "name": name, "version": "1.0.0",
                "purl": format!("pkg:cargo/{name}@1.0.0?download_url=file://."),
                "components": [{ "bom-ref": format!("{own} bin-target-0"), "name": name }],
            } },
            "components": [{ "type": "library", "bom-ref": other, "name": needs, "version": "2.0.0" }],
            "dependencies": [{ "ref": own, "dependsOn": [other] }, { "ref": other }],
        })
    }

    #[test]
    fn a_component_is_there_once_and_every_dependency_leads_to_one() {
        let sha256 = sums::hex(b"a");
        let bom =
            merged(vec![bom("server", "serde"), bom("web", "serde"), bom("worker", "zip")], &about(), "a.tgz", &sha256);
        let bom = bom.unwrap();
        let references: Vec<&str> = bom["components"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|component| component["bom-ref"].as_str())
            .collect();
        assert_eq!(references.len(), 5, "{references:?}");
        for entry in bom["dependencies"].as_array().unwrap() {
            let on = entry["dependsOn"].as_array().unwrap().iter().filter_map(Value::as_str);
            for reference in on.chain(entry["ref"].as_str().filter(|from| !from.starts_with("groundcheck:"))) {
                assert!(references.contains(&reference), "{reference}");
            }
        }
        assert_eq!(bom["dependencies"][0]["dependsOn"].as_array().map(Vec::len), Some(3));
        assert_eq!(bom["metadata"]["component"]["hashes"][0]["content"], sha256);
        let text = bom.to_string();
        assert!(!text.contains("/src/it") && !text.contains("file:"), "{text}");
        assert!(text.contains("path+crates/server#1.0.0") && text.contains("\"pkg:cargo/server@1.0.0\""), "{text}");
    }

    #[test]
    fn no_form_of_the_folder_is_left() {
        for (root, id, path) in [
            ("/src/it", "path+file:///src/it/crates/a#1.0.0", "/src/it/crates/a"),
            ("/src/my it", "path+file:///src/my%20it/crates/a#1.0.0", "/src/my it/crates/a"),
            (r"C:\src\it", "path+file:///C:/src/it/crates/a#1.0.0", r"C:\src\it\crates\a"),
            (r"\\?\C:\src\it", "path+file:///C:/src/it/crates/a#1.0.0", r"C:\src\it\crates\a"),
            (r"C:\src\it", "path+file:///C:/src/it/crates/a#1.0.0", "C:/src/it/crates/a"),
        ] {
            let mut bom = json!({ "bom-ref": id, "properties": [{ "value": path }], "name": "a" });
            without_machine(&mut bom, &forms(root));
            assert_eq!(bom["bom-ref"], "path+crates/a#1.0.0", "{root}");
            let left = bom["properties"][0]["value"].as_str().unwrap().replace('\\', "/");
            assert_eq!((left.as_str(), &bom["name"]), ("/crates/a", &json!("a")), "{root}");
        }
    }

    #[test]
    fn nothing_and_two_versions_are_errors() {
        assert!(merged(Vec::new(), &about(), "a.tgz", "").is_err());
        let mut newer = bom("web", "serde");
        newer["specVersion"] = json!("1.6");
        assert!(merged(vec![bom("server", "serde"), newer], &about(), "a.tgz", "").is_err());
    }

    #[test]
    fn sqlite_is_named_by_its_own_version() {
        let folder = crate::Folder::new("sqlite");
        std::fs::create_dir_all(folder.0.join("sqlite3")).unwrap();
        std::fs::write(
            folder.0.join("sqlite3/sqlite3.h"),
            "#define SQLITE_VERSION        \"3.50.1\"\n#define X \"1\"\n",
        )
        .unwrap();
        let packages = BTreeMap::from([((SQLITE.to_owned(), "2.0.0".to_owned()), (folder.0.clone(), String::new()))]);
        let about = about();
        let mut with = merged(vec![bom("server", SQLITE)], &about, "a.tgz", &sums::hex(b"a")).unwrap();
        with_sqlite(&mut with, &packages).unwrap();
        let sqlite =
            with["components"].as_array().unwrap().iter().find(|component| component["name"] == "sqlite").unwrap();
        assert_eq!((&sqlite["version"], &sqlite["purl"]), (&"3.50.1".into(), &"pkg:generic/sqlite@3.50.1".into()));
        assert_eq!(with["dependencies"].to_string().matches("pkg:generic/sqlite").count(), 1);
        let mut without = merged(vec![bom("web", "serde")], &about, "a.tgz", &sums::hex(b"a")).unwrap();
        let before = without.clone();
        with_sqlite(&mut without, &packages).unwrap();
        assert_eq!(without, before);
    }

    #[test]
    fn times_are_those_of_the_calendar() {
        for (epoch, time) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_735_689_600, "2025-01-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(timestamp(epoch), time);
        }
    }

    #[test]
    fn a_number_is_the_artefacts_own() {
        assert_eq!(uuid(&sums::hex(b"")), "e3b0c442-98fc-8c14-aafb-f4c8996fb924");
        assert_ne!(uuid(&sums::hex(b"")), uuid(&sums::hex(b"a")));
    }
}
