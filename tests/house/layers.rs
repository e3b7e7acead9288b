//! The modules of a crate lie in layers, as the crates do: none knows one that knows it, itself or through others.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;

use crate::source::files;

/// The crates whose modules are looked at, by their sources.
const CRATES: [&str; 8] = [
    "crates/groundcheck-types/src/",
    "crates/groundcheck/src/",
    "crates/groundcheck-python/src/",
    "crates/groundcheck-server/src/",
    "crates/xtask/src/",
    "crates/xtask-dist/src/",
    "crates/xtask-wasm/src/",
    "web/src/",
];

/// What each module knows, with the first file that says so.
type Known = BTreeMap<String, BTreeMap<String, String>>;

/// The top-level modules of a crate's files and which others each names outside its tests.
fn known(files: &[(String, String)]) -> Known {
    let naming = Regex::new(r"(?-u:\b)crate::").expect("a pattern");
    let comment = Regex::new(r"//[^\n]*").expect("a pattern");
    let module = |path: &str| path.split('/').next().unwrap_or_default().trim_end_matches(".rs").to_owned();
    let modules: BTreeSet<String> = files.iter().map(|(path, _)| module(path)).collect();
    let mut out = Known::new();
    for (path, text) in files {
        let product = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        let product = comment.replace_all(product, "");
        let own = module(path);
        let names = naming.find_iter(&product).flat_map(|found| named(&product[found.end()..]));
        for name in names.filter(|name| modules.contains(*name) && *name != own) {
            let known = out.entry(own.clone()).or_default();
            known.entry(name.to_owned()).or_insert_with(|| path.clone());
        }
    }
    out
}

/// What stands right behind `crate::`: a name, or in braces the first name of each path; braces within these name no module of the crate.
fn named(path: &str) -> Vec<&str> {
    let Some(list) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut out = vec![name(list)];
    let mut depth = 0_usize;
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => out.push(name(&list[at + 1..])),
            _ => {}
        }
    }
    out
}

/// The first name of a path.
fn name(path: &str) -> &str {
    path.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// What is left when every module that knows none of the rest is taken away, again and again: the circles, and what knows them.
fn circles(mut known: Known) -> Known {
    loop {
        let left: BTreeSet<String> = known.keys().cloned().collect();
        let before: usize = known.values().map(BTreeMap::len).sum();
        known.values_mut().for_each(|others| others.retain(|name, _| left.contains(name)));
        known.retain(|_, others| !others.is_empty());
        if known.values().map(BTreeMap::len).sum::<usize>() == before {
            return known;
        }
    }
}

#[test]
fn no_modules_know_each_other() {
    let files = files();
    for root in CRATES {
        let own: Vec<(String, String)> = files
            .iter()
            .filter(|file| file.is(&[".rs"]))
            .filter_map(|file| Some((file.path.strip_prefix(root)?.to_owned(), file.text.clone())))
            .collect();
        assert!(!own.is_empty(), "{root} has no files");
        let found = circles(known(&own));
        assert!(found.is_empty(), "{root}: move what both need to a module that knows neither: {found:#?}");
    }
}

#[test]
fn a_circle_is_found() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let line =
        [file("a.rs", "use crate::b::B;"), file("b/mod.rs", "// crate::a\nuse crate::{c::C, d};"), file("c.rs", "")];
    assert!(circles(known(&line)).is_empty());
    let circle = [
        file("a.rs", "use crate::b::B;"),
        file("b/x.rs", "use crate::{c::C, d};"),
        file("c.rs", "fn f() { crate::a::g() }"),
    ];
    assert_eq!(circles(known(&circle)).len(), 3);
    // Braces in braces name what is within a module, and more modules may stand behind them.
    let nested = [
        file("a.rs", "use crate::b::B;"),
        file("b.rs", "use crate::{\n    c::{C, d},\n    a::A,\n};\nfn f() {}"),
        file("c.rs", ""),
        file("d.rs", "use crate::b::B;"),
    ];
    let found = circles(known(&nested));
    assert_eq!((found["a"].len(), found["b"].len()), (1, 1));
    assert!(!found["b"].contains_key("d"));
    let tested = [file("a.rs", "use crate::b::B;"), file("b.rs", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}")];
    assert!(circles(known(&tested)).is_empty());
}
