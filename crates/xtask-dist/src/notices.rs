//! The licences of all crates in a release, in one text: most ask that theirs goes with the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::{Outcome, read_json, write as write_file};

/// What names of such files begin with, in lower case.
const NAMES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// The longest that is taken for a licence, in bytes.
const MAX_BYTES: u64 = 256 * 1024;

/// A crate by name and version.
pub type Crate = (String, String);

/// Writes the licences of all crates in these bills of materials that come from elsewhere; `metadata` is what `cargo metadata` says of them.
pub fn write(boms: &[PathBuf], metadata: &Path, out: &Path) -> Outcome {
    let mut wanted = BTreeSet::new();
    for bom in boms {
        wanted.extend(components(&read_json(bom)?));
    }
    let (mut texts, mut without) = (BTreeMap::<String, BTreeSet<Crate>>::new(), Vec::new());
    let packages = packages(&read_json(metadata)?);
    for found in wanted {
        let Some((folder, licence)) = packages.get(&found) else {
            return Err(format!("cargo knows no crate {} {}", found.0, found.1));
        };
        let own = texts_in(folder)?;
        if own.is_empty() {
            without.push(format!("{} {}: {licence}", found.0, found.1));
        }
        for text in own {
            texts.entry(text).or_default().insert(found.clone());
        }
    }
    write_file(out, page(&texts, &without))
}

/// The crates of a bill of materials that are not ours.
fn components(bom: &Value) -> BTreeSet<Crate> {
    let listed = bom["components"].as_array().into_iter().flatten();
    let other = listed.filter(|component| component["bom-ref"].as_str().is_some_and(|at| at.starts_with("registry+")));
    other.filter_map(|component| Some((text(&component["name"])?, text(&component["version"])?))).collect()
}

/// Where each crate's sources are, and how it is licensed.
pub fn packages(metadata: &Value) -> BTreeMap<Crate, (PathBuf, String)> {
    let listed = metadata["packages"].as_array().into_iter().flatten();
    let read = |package: &Value| {
        let manifest = PathBuf::from(text(&package["manifest_path"])?);
        let licence = text(&package["license"]).unwrap_or_else(|| "see its sources".to_owned());
        Some(((text(&package["name"])?, text(&package["version"])?), (manifest.parent()?.to_owned(), licence)))
    };
    listed.filter_map(read).collect()
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// The licences in a crate's folder, and one folder further down, where they are called so.
fn texts_in(folder: &Path) -> Outcome<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let is_licence = |path: &Path| {
        let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
        // A module or a test of that name is none.
        NAMES.iter().any(|begin| name.starts_with(begin)) && !name.ends_with(".rs") && !name.ends_with(".toml")
    };
    let cannot = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if !is_licence(&path) {
            continue;
        }
        if path.is_dir() {
            found.extend(texts_in(&path)?);
        } else if fs::metadata(&path).is_ok_and(|file| file.len() <= MAX_BYTES)
            && let Ok(text) = fs::read_to_string(&path)
        {
            let text = text.replace("\r\n", "\n");
            found.insert(text.trim_matches('\n').trim_end().to_owned());
        }
    }
    found.remove("");
    Ok(found)
}

/// Each text once, under the crates that have it.
fn page(texts: &BTreeMap<String, BTreeSet<Crate>>, without: &[String]) -> String {
    let rule = "=".repeat(80);
    let mut out = "The licences of the crates that this release is made of, beside its own.\n".to_owned();
    let mut sorted: Vec<_> = texts.iter().collect();
    sorted.sort_by_key(|(text, crates)| (crates.first().cloned(), *text));
    for (text, crates) in sorted {
        let names: Vec<String> = crates.iter().map(|(name, version)| format!("{name} {version}")).collect();
        // Writing to a String cannot fail.
        let _ = write!(out, "\n{rule}\n{}\n{rule}\n\n{text}\n", names.join("\n"));
    }
    if !without.is_empty() {
        let _ = write!(out, "\n{rule}\nWithout a text of their own in what they publish\n{rule}\n\n");
        let _ = writeln!(out, "{}", without.join("\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Folder;

    #[test]
    fn a_text_is_there_once_under_all_who_have_it() {
        let folder = Folder::new("notices");
        let at = |path: &str, content: &str| {
            let path = folder.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        };
        at("one/LICENSE-MIT", "Permission is granted\r\n");
        at("two/licenses/COPYING", "Permission is granted\n");
        at("two/src/license.rs", "fn licence() {}");
        at("three/README.md", "");
        let names = ["one", "two", "three"];
        let packages: Vec<Value> = names
            .iter()
            .map(|name| {
                let manifest = folder.0.join(name).join("Cargo.toml");
                json!({ "name": name, "version": "1.0.0", "license": "MIT", "manifest_path": manifest })
            })
            .collect();
        let component =
            |name: &str| json!({ "bom-ref": format!("registry+x#{name}"), "name": name, "version": "1.0.0" });
        let mut components: Vec<Value> = names.iter().map(|name| component(name)).collect();
        components.push(json!({ "bom-ref": "path+file:///ours", "name": "ours", "version": "1.0.0" }));
        at("metadata.json", &json!({ "packages": packages }).to_string());
        at("bom.json", &json!({ "components": components }).to_string());
        let out = folder.0.join("out.txt");
        write(&[folder.0.join("bom.json")], &folder.0.join("metadata.json"), &out).unwrap();
        let text = fs::read_to_string(&out).unwrap();
        assert_eq!(text.matches("Permission is granted").count(), 1, "{text}");
        assert!(text.contains("\none 1.0.0\ntwo 1.0.0\n") && text.contains("\nthree 1.0.0: MIT\n"), "{text}");
        assert!(!text.contains("ours") && !text.contains("fn licence"), "{text}");
        at("bom.json", &json!({ "components": [component("gone")] }).to_string());
        let error = write(&[folder.0.join("bom.json")], &folder.0.join("metadata.json"), &out).unwrap_err();
        assert!(error.contains("gone 1.0.0"), "{error}");
    }
}
