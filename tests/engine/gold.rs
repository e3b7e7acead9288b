//! The labelled cases of `gold/`: the engine's verdicts beside what a careful reader says, as a committed page.
//!
//! `gold/RESULTS.md` is written anew with `INSTA_UPDATE=always`, like every snapshot; its changes are what an engine change does.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};
use std::thread;

use groundcheck::analyze;
use groundcheck_types::{
    Confusion, LabelledCase, Measurement, Measuring, Metrics, Mistake, Number, Policy, Report, Request, Status,
    StatusCounts, WrongCase,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("gold")
}

/// Every file's name and cases, in order.
pub fn files() -> Vec<(String, Vec<LabelledCase>)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    paths.sort();
    paths.iter().map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), cases(path))).collect()
}

/// Some cases with their reports, about one of so many of all; with `cargo xtask test --thorough` all of them.
pub fn one_of(many: usize) -> impl Iterator<Item = &'static Reported> {
    let step = if is_thorough() { 1 } else { many.div_ceil(ONE_FILE_OF) };
    reported().iter().flat_map(|(_, cases)| cases).step_by(step)
}

/// Whether every case is checked: `cargo xtask test --thorough`.
pub fn is_thorough() -> bool {
    std::env::var_os("GROUNDCHECK_THOROUGH").is_some()
}

/// Whether the results are written anew, for which every case is checked too.
fn is_update() -> bool {
    std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always")
}

/// Where not every case is checked: the cases of one file of so many.
const ONE_FILE_OF: usize = 4;

fn cases(path: &Path) -> Vec<LabelledCase> {
    let text = fs::read_to_string(path).unwrap();
    let case = |(i, line): (usize, &str)| {
        LabelledCase::from_json(line.as_bytes()).unwrap_or_else(|e| panic!("{}:{}: {e}", path.display(), i + 1))
    };
    text.lines().enumerate().map(case).collect()
}

/// A case, and what the engine says of it.
pub type Reported = (LabelledCase, Report);

/// Every case of some files, or of all, checked once for all tests, on all cores.
fn reported() -> &'static [(String, Vec<Reported>)] {
    static ALL: LazyLock<Vec<(String, Vec<Reported>)>> = LazyLock::new(|| {
        let report = |case: LabelledCase| {
            let report = analyze(&case.request).unwrap_or_else(|e| panic!("{:?}: {e}", case.request.id));
            (case, report)
        };
        let step = if is_thorough() || is_update() { 1 } else { ONE_FILE_OF };
        let waiting = Mutex::new(files().into_iter().step_by(step).enumerate());
        let done = Mutex::new(Vec::new());
        let work = || {
            while let Some((at, (name, cases))) = { waiting.lock().unwrap().next() } {
                let cases = cases.into_iter().map(report).collect();
                done.lock().unwrap().push((at, (name, cases)));
            }
        };
        thread::scope(|scope| {
            for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(work);
            }
        });
        let mut done = done.into_inner().unwrap();
        done.sort_by_key(|(at, _)| *at);
        done.into_iter().map(|(_, file)| file).collect()
    });
    &ALL
}

fn measured<'a>(cases: impl IntoIterator<Item = &'a Reported>) -> Measurement {
    let mut measuring = Measuring::new(Policy::default().target_rate);
    for (i, (case, report)) in cases.into_iter().enumerate() {
        measuring.add(u32::try_from(i + 1).unwrap(), case, report);
    }
    measuring.finish(usize::MAX)
}

#[test]
fn every_case_has_its_own_id_and_answer_and_says_what_it_is_about() {
    let (mut ids, mut answers) = (BTreeSet::new(), BTreeSet::new());
    for (file, cases) in files() {
        for case in cases {
            let id = case.request.id.clone().unwrap_or_default();
            assert!(id.starts_with(&format!("{file}-")), "{file}: {id:?} does not begin with its file's name");
            assert!(ids.insert(id.clone()), "{id} is there twice");
            assert!(answers.insert(case.request.answer.clone()), "{id}: the answer is another case's too");
            let is_language = |tag: &String| matches!(tag.as_str(), "english" | "hebrew" | "german" | "spanish");
            assert!(case.tags.iter().any(is_language), "{id}: its language is no tag");
            assert!(case.expected.has_hallucinations.is_some(), "{id}: its label is left to be told from its claims");
        }
    }
}

#[test]
fn every_request_is_read_again_as_it_was_written() {
    for case in files().into_iter().flat_map(|(_, cases)| cases) {
        let written = serde_json::to_vec(&case.request).unwrap();
        assert_eq!(Request::from_json(&written).unwrap(), case.request, "{}", String::from_utf8_lossy(&written));
    }
}

#[test]
fn the_committed_results_are_what_the_engine_says() {
    let path = folder().join("RESULTS.md");
    if is_update() {
        return fs::write(&path, results(reported())).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let only = |one: &str, other: &str, sign: char| -> Vec<String> {
        let known: BTreeSet<&str> = other.lines().collect();
        one.lines().filter(|line| !known.contains(line)).map(|line| format!("{sign} {line}")).collect()
    };
    let said = "results on the labelled cases have changed; review them, and keep them with \
                `INSTA_UPDATE=always cargo test -p groundcheck-tests --test engine gold`";
    if is_thorough() {
        let current = results(reported());
        let changes = [only(&committed, &current, '-'), only(&current, &committed, '+')].concat();
        assert!(committed == current, "{said}:\n{}", changes.join("\n"));
    }
    // What the page says of some files alone, and that it knows every file as it is.
    let current = of_each(reported());
    let is_theirs = |line: &&str| reported().iter().any(|(name, _)| line.starts_with(&format!("- {name}-")));
    let own: String = committed.lines().filter(is_theirs).flat_map(|line| [line, "\n"]).collect();
    let changes = [only(&own, &current, '-'), only(&current, &committed, '+')].concat();
    assert!(changes.is_empty(), "{said}:\n{}", changes.join("\n"));
    for (name, cases) in files() {
        let row = format!("| {name} | {} | ", cases.len());
        assert!(committed.lines().any(|line| line.starts_with(&row)), "{said}: {row}");
    }
}

/// The lines of the page that are one file's: its counts, and each of its wrong cases.
fn of_each(files: &[(String, Vec<Reported>)]) -> String {
    let mut out = String::new();
    for (name, cases) in files {
        let measured = measured(cases);
        let _ = writeln!(out, "| {} |", row(name, measured.confusion));
        measured.wrong.iter().for_each(|case| wrong_case(&mut out, case));
    }
    out
}

/// The whole page.
fn results(files: &[(String, Vec<Reported>)]) -> String {
    let all = measured(files.iter().flat_map(|(_, cases)| cases));
    let each: Vec<(&str, Measurement)> = files.iter().map(|(name, cases)| (name.as_str(), measured(cases))).collect();
    let mut out = String::from(
        "# Results on the labelled cases\n\n\
         Written by `INSTA_UPDATE=always cargo test -p groundcheck-tests --test engine gold`; README.md says what the cases are.\n\
         TP: a hallucination that was flagged. FP: a good answer that was flagged.\n\n## By file\n\n",
    );
    let columns = "cases | TP | FP | FN | TN | accuracy | precision | recall | F1";
    let mut rows: Vec<String> = each.iter().map(|(name, m)| row(name, m.confusion)).collect();
    rows.push(row("**all**", all.confusion));
    table(&mut out, &format!("file | {columns}"), &rows);

    out.push_str("\n## Labelled claims\n\nRows: the label. Columns: what the engine says.\n\n");
    let rows: Vec<String> = all
        .by_expected
        .iter()
        .map(|row| {
            let StatusCounts { supported, contradicted, unsupported, unverifiable, not_found } = row.judged;
            let label = row.expected.as_str();
            format!("{label} | {supported} | {contradicted} | {unsupported} | {unverifiable} | {not_found}")
        })
        .collect();
    table(&mut out, "label | supported | contradicted | unsupported | unverifiable | not found", &rows);

    out.push_str("\n## Labelled claims by kind\n\n");
    let rows: Vec<String> =
        all.by_kind.iter().map(|r| format!("{} | {} | {}", r.kind.as_str(), r.labelled, r.as_labelled)).collect();
    table(&mut out, "kind | labelled | holds or does not, as labelled", &rows);

    out.push_str("\n## By tag\n\n");
    let rows: Vec<String> = all.by_tag.iter().map(|tag| row(&tag.tag, tag.confusion)).collect();
    table(&mut out, &format!("tag | {columns}"), &rows);

    let _ = write!(out, "\n## Wrong cases\n\n{} of {}.\n", all.wrong_cases, all.total_cases);
    for mistake in [Mistake::Missed, Mistake::FalseAlarm, Mistake::WrongClaim] {
        let cases: Vec<&WrongCase> = all.wrong.iter().filter(|case| case.mistake == mistake).collect();
        let title = match mistake {
            Mistake::Missed => "Hallucinations that were missed",
            Mistake::FalseAlarm => "Good answers that were flagged",
            Mistake::WrongClaim => "Right verdict, another claim's status wrong",
        };
        let _ = write!(out, "\n### {title}: {}\n\n", cases.len());
        cases.iter().for_each(|case| wrong_case(&mut out, case));
    }
    out
}

fn row(name: &str, confusion: Confusion) -> String {
    let Confusion { true_positives, false_positives, false_negatives, true_negatives } = confusion;
    let Metrics { accuracy, precision, recall, f1 } = confusion.metrics();
    let shares = [accuracy, precision, recall, f1].map(percent).join(" | ");
    let total = confusion.total();
    format!("{name} | {total} | {true_positives} | {false_positives} | {false_negatives} | {true_negatives} | {shares}")
}

fn percent(share: Option<Number>) -> String {
    share.map_or_else(|| "n/a".to_owned(), |share| format!("{:.1}%", share.0 * 100.0))
}

fn table(out: &mut String, head: &str, rows: &[String]) {
    let rule = vec!["---"; head.split(" | ").count()].join("|");
    let _ = writeln!(out, "| {head} |\n|{rule}|");
    for row in rows {
        let _ = writeln!(out, "| {row} |");
    }
}

fn wrong_case(out: &mut String, case: &WrongCase) {
    let status = |status: Option<Status>| status.map_or("not found", Status::as_str);
    let claims: Vec<String> =
        case.claims.iter().map(|claim| format!("`{}` {}", claim.text, status(claim.found))).collect();
    let claims = if claims.is_empty() { String::new() } else { format!(": {}", claims.join(", ")) };
    let _ = writeln!(out, "- {}{claims}", case.id.as_deref().unwrap_or_default());
}
