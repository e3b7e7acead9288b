//! What people read first: the README is short, and no link leads nowhere.

use std::path::Path;

use crate::source::{File, files};

/// Longest README, in lines. What is not for the first minutes goes to `docs/`, one page a subject.
const README_LINES_MAX: usize = 150;

fn pages() -> Vec<File> {
    let is_page = |file: &File| file.is(&["README.md"]) || (file.is(&[".md"]) && file.path.starts_with("docs/"));
    files().into_iter().filter(is_page).collect()
}

fn readme(pages: &[File]) -> &File {
    pages.iter().find(|file| file.path == "README.md").expect("there is a README")
}

#[test]
fn the_readme_is_read_in_minutes() {
    let lines = readme(&pages()).text.lines().count();
    assert!(lines <= README_LINES_MAX, "README.md has {lines} lines: move what is not for the first minutes to docs/");
}

#[test]
fn every_link_leads_to_a_file() {
    let mut seen = 0;
    let mut broken = Vec::new();
    for page in pages() {
        let folder = Path::new(&page.path).parent().expect("a file has a folder");
        for target in targets(&page.text).filter(|target| !target.contains("://") && !target.starts_with('#')) {
            seen += 1;
            let file = target.split('#').next().unwrap_or_default();
            if !groundcheck_tests::root().join(folder).join(file).exists() {
                broken.push(format!("{}: {target}", page.path));
            }
        }
    }
    assert!(broken.is_empty(), "links to what is not there:\n  {}", broken.join("\n  "));
    assert!(seen > 30, "{seen} links were found: are they still written [text](file)?");
}

#[test]
fn every_page_of_docs_is_linked_from_the_readme() {
    let pages = pages();
    let linked: Vec<&str> = targets(&readme(&pages).text).collect();
    let docs = pages.iter().filter(|file| file.path.starts_with("docs/"));
    let lost: Vec<&str> = docs.map(|file| file.path.as_str()).filter(|path| !linked.contains(path)).collect();
    assert!(lost.is_empty(), "nobody finds {}", lost.join(", "));
}

/// What the page on security names as its proof is there: tests by their function, files by their name, measures by theirs.
#[test]
fn every_test_that_security_names_is_there() {
    let files = files();
    let page = files.iter().find(|file| file.path == "docs/security.md").expect("there is a page on security");
    let code = || files.iter().filter(|file| file.is(&[".rs", ".mjs"]));
    let is_name = |text: &&str| text.contains('_') && text.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let named: Vec<&str> = page.text.split('`').skip(1).step_by(2).collect();
    let stands = |name: &&str| {
        let (function, measure) = (format!("fn {name}("), format!("\"{name}\""));
        code().any(|file| file.text.contains(&function) || file.text.contains(&measure))
    };
    let tests = named.iter().copied().filter(is_name).filter(|name| !stands(name));
    let is_file = |text: &&str| text.ends_with(".rs") || text.ends_with(".mjs");
    let gone = named.iter().copied().filter(is_file).filter(|name| !code().any(|file| file.path.ends_with(*name)));
    let lost: Vec<&str> = tests.chain(gone).collect();
    assert!(lost.is_empty(), "docs/security.md names what is not there: {}", lost.join(", "));
    assert!(named.len() > 20, "{named:?}");
}

/// Where the links and pictures of a page lead, those within blocks of code left out.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("```").step_by(2);
    prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split([')', ' ', '\n']).next())
}
