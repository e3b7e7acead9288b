//! Literate cases, `cases/*.md`: an answer and its evidence as people would hand them over, and the whole report as a snapshot.
//!
//! A case is a Markdown file with the fenced blocks `answer`, `source` (as often as wanted) and `facts`. Drop one in, run the test,
//! read the snapshot it writes, and keep it with `INSTA_UPDATE=always`.

use groundcheck::analyze;
use groundcheck_types::{Claim, ClaimValue, Facts, Report, Request, Source};

#[test]
fn every_case_reports_what_it_did() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let request = request(&std::fs::read_to_string(&file).unwrap());
        let report = analyze(&request).unwrap_or_else(|e| panic!("{name}: {e}"));
        insta::with_settings!({ snapshot_path => folder.join("snapshots"), prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown(&report));
        });
    }
}

fn request(markdown: &str) -> Request {
    let mut request = Request::default();
    let mut block: Option<(String, String)> = None;
    for line in markdown.lines() {
        match (&mut block, line.strip_prefix("```")) {
            (Some((kind, text)), Some("")) => {
                let text = text.trim_end_matches('\n').to_owned();
                match kind.as_str() {
                    "answer" => request.answer = text,
                    "facts" => request.facts = Facts::Csv(text),
                    "source" => {
                        let id = format!("S{}", request.sources.len());
                        request.sources.push(Source { id, text, title: None, url: None, kind: None });
                    }
                    other => panic!("unknown block {other}"),
                }
                block = None;
            }
            (None, Some(kind)) => block = Some((kind.to_owned(), String::new())),
            (Some((_, text)), _) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    request
}

fn shown(report: &Report) -> String {
    let mut out = format!(
        "{:?} ({:?}), risk {:?}, reliability {:?}, {:?}, {:?}\n",
        report.verdict,
        report.verdict_reason,
        report.risk,
        report.reliability.map(|r| r.0),
        report.disposition,
        report.action
    );
    for claim in &report.claims {
        out.push_str(&line(claim));
    }
    out
}

fn line(claim: &Claim) -> String {
    let value = match &claim.value {
        Some(ClaimValue::Number(n)) => n.0.to_string(),
        Some(ClaimValue::Date(d)) => d.clone(),
        None => "-".into(),
    };
    let mut out = format!(
        "\n{} {} {:?} = {value} {}: {}\n",
        claim.id,
        claim.kind.as_str(),
        claim.text,
        claim.unit.as_deref().unwrap_or("-"),
        claim.status.as_str()
    );
    for reason in &claim.reasons {
        out.push_str(&format!("    {}\n", reason.message));
    }
    if let Some(nearest) = &claim.nearest {
        out.push_str(&format!("    nearest {:?}, {:?} % off\n", nearest.text, nearest.difference_percent.map(|d| d.0)));
    }
    out
}
