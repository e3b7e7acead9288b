//! Writing a baseline: what must not happen to it, and that the result is there whatever becomes of it.

use std::fs;

use super::{CLEAN, FLAGGED, UNVERIFIED, case};
use crate::support::{Folder, Ran, groundcheck, run_with};

fn run(folder: &Folder, cases: &str, args: &[&str]) -> Ran {
    let file = folder.file("cases.jsonl", cases);
    let summary = folder.path().join("summary.md");
    let mut command = groundcheck();
    command.current_dir(folder.path()).env("GITHUB_STEP_SUMMARY", summary).arg("gate").arg(file).args(args);
    run_with(&mut command, b"")
}

#[test]
fn a_run_that_decided_nothing_leaves_the_baseline_as_it_is() {
    let folder = Folder::new();
    let args = ["--baseline", "known.jsonl", "--write-baseline"];
    assert_eq!(run(&folder, &case("b", FLAGGED), &args).code, Some(0));
    let known = folder.path().join("known.jsonl");
    let written = fs::read_to_string(&known).unwrap();
    assert_eq!(written.lines().count(), 1);
    for (cases, fail_on, why) in [
        (String::new(), "flagged", "there is no answer"),
        ("\n\n".to_owned(), "open", "there is no answer"),
        (case("b", UNVERIFIED), "flagged", "no answer could be verified"),
        (case("b", UNVERIFIED), "open", "no answer could be verified"),
        (case("b", CLEAN) + "{\n", "flagged", "some lines could not be checked"),
    ] {
        let ran = run(&folder, &cases, &[&args[..], &["--fail-on", fail_on]].concat());
        assert_eq!(ran.code, Some(3), "{cases}: {ran:?}");
        assert!(ran.stderr.contains(&format!("the baseline is not written, because {why}\n")), "{}", ran.stderr);
        assert!(!ran.stdout.contains("✓ passed"), "{}", ran.stdout);
        assert_eq!(fs::read_to_string(&known).unwrap(), written, "{cases}");
    }
    // None is made either.
    let new = run(&folder, "", &["--baseline", "new.jsonl", "--write-baseline"]);
    assert!(new.code == Some(3) && !folder.path().join("new.jsonl").exists(), "{new:?}");
    // One answer that was decided is enough.
    assert_eq!(run(&folder, &(case("b", CLEAN) + &case("u", UNVERIFIED)), &args).code, Some(0));
    assert_eq!(fs::read_to_string(&known).unwrap(), "");
}

#[test]
fn the_result_is_written_though_the_baseline_cannot_be() {
    for locked in [false, true] {
        let folder = Folder::new();
        let baseline = if locked { "locked.jsonl" } else { "no/such/folder/known.jsonl" };
        if locked {
            let path = folder.file(baseline, "");
            let mut permissions = fs::metadata(&path).unwrap().permissions();
            permissions.set_readonly(true);
            fs::set_permissions(&path, permissions).unwrap();
        }
        let args = ["--baseline", baseline, "--write-baseline", "--format", "json", "--out", "gate.json"];
        let ran = run(&folder, &case("b", FLAGGED), &args);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.stderr.contains("cannot be written"), "{}", ran.stderr);
        assert!(ran.stdout.contains("✕ failed: 1 of 1 answer has"), "judged as if nothing was known: {}", ran.stdout);
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(read("gate.json").starts_with("{\"outcome\":\"failed\""), "{}", read("gate.json"));
        assert!(read("summary.md").starts_with("## groundcheck gate: failed"), "{}", read("summary.md"));
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left.len(), 3 + usize::from(locked), "no half file is left: {left:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_to_a_baseline_stays_one() {
    let folder = Folder::new();
    let real = folder.file("real.jsonl", "");
    std::os::unix::fs::symlink(&real, folder.path().join("known.jsonl")).unwrap();
    let ran = run(&folder, &case("b", FLAGGED), &["--baseline", "known.jsonl", "--write-baseline"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(fs::read_to_string(&real).unwrap().lines().count(), 1);
    assert!(folder.path().join("known.jsonl").is_symlink());
}

#[test]
fn a_baseline_that_is_the_result_is_refused_before_anything_is_written() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let mut pairs = vec![("new", "./new"), ("./new", "new"), ("new", "sub/../new")];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("new", folder.path().join("link")).unwrap();
        pairs.extend([("new", "link"), ("link", "sub/../new")]);
    }
    for (baseline, out) in pairs {
        let args = ["--baseline", baseline, "--write-baseline", "--out", out];
        let ran = run(&folder, &case("b", FLAGGED), &args);
        assert!(ran.code == Some(2) && ran.stderr.contains("one would be lost"), "{args:?}: {ran:?}");
        assert!(!folder.path().join("new").exists(), "{args:?}");
    }
    let ran = run(&folder, &case("b", FLAGGED), &["--baseline", "new", "--write-baseline", "--out", "sub/new"]);
    assert_eq!(ran.code, Some(0), "another file of the same name: {ran:?}");
    let ran = run(&folder, &case("b", FLAGGED), &["--baseline", "sub", "--write-baseline"]);
    assert!(ran.code == Some(2) && ran.stderr.contains("is not a file that can be replaced"), "{ran:?}");
}
