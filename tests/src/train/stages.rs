//! What is learnt, as bytes; and where the ranking's part is kept, so that the decision alone is learnt anew.

use std::fs;
use std::path::Path;

use groundcheck::training::{Choice, Forest, LEARNT_FROM, Model, WIDTHS, hash};

use super::cases::Case;

/// Where a folder says what it was learnt from.
const KEY: &str = "key";

/// Forests as bytes.
#[derive(Debug, Clone, Default)]
pub struct Stages {
    pub alone: Vec<u8>,
    pub joint: Vec<u8>,
    pub choice: Vec<u8>,
    pub formulas: Vec<u8>,
    pub decision: Vec<u8>,
}

impl Stages {
    /// As the engine takes them.
    pub fn model(&self) -> Model {
        Model {
            alone: Forest::read(&self.alone),
            joint: Forest::read(&self.joint),
            choice: Choice::read(&self.choice),
            formulas: Forest::read(&self.formulas),
            decision: Forest::read(&self.decision),
        }
    }

    /// Each with its file's name.
    pub fn named(&self) -> [(&'static str, &[u8]); 5] {
        [
            ("alone.bin", &self.alone),
            ("joint.bin", &self.joint),
            ("choice.bin", &self.choice),
            ("formulas.bin", &self.formulas),
            ("decision.bin", &self.decision),
        ]
    }
}

/// What is learnt in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Alone,
    Joint,
    Choice,
    Formulas,
}

impl Stage {
    /// Whether it is of computed values.
    pub fn computes(self) -> bool {
        matches!(self, Stage::Choice | Stage::Formulas)
    }

    /// For how many like it a candidate stands that does not agree, in logits.
    pub fn stands_for(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "some ten")]
        if self == Stage::Choice { (LEARNT_FROM as f64).ln() } else { 0.0 }
    }
}

impl Stages {
    /// Those of a stage of the ranking.
    pub fn of(&mut self, stage: Stage) -> &mut Vec<u8> {
        match stage {
            Stage::Alone => &mut self.alone,
            Stage::Joint => &mut self.joint,
            Stage::Choice => &mut self.choice,
            Stage::Formulas => &mut self.formulas,
        }
    }
}

/// What the ranking is learnt from, as one number: kept for other cases, folds or features it would have seen what it is measured on.
fn key(cases: &[Case], folds: &[usize]) -> String {
    let all = cases.iter().zip(folds).fold(hash(&format!("{WIDTHS:?}")), |all, (case, fold)| {
        hash(&format!("{all} {fold} {} {:?} {}", case.set, case.labels, case.request.answer))
    });
    format!("{all:016x}")
}

/// Reads what these folds' ranking learnt from these cases, and from all, from a folder; nothing where it holds none, or of other cases.
pub fn kept(folder: &Path, cases: &[Case], folds: &[usize], count: usize) -> Option<Vec<Stages>> {
    if fs::read_to_string(folder.join(KEY)).ok()? != key(cases, folds) {
        eprintln!("{} is of other cases", folder.display());
        return None;
    }
    let read = |fold: usize| {
        let read = |name: &str| fs::read(folder.join(format!("{fold}-{name}"))).ok();
        Some(Stages {
            alone: read("alone.bin")?,
            joint: read("joint.bin")?,
            choice: read("choice.bin")?,
            formulas: read("formulas.bin")?,
            decision: Vec::new(),
        })
    };
    (0..count).map(read).collect()
}

/// Keeps it.
///
/// # Panics
/// Where the folder cannot be written.
pub fn keep(folder: &Path, cases: &[Case], folds: &[usize], all: &[Stages]) {
    fs::create_dir_all(folder).expect("a folder");
    for (fold, stages) in all.iter().enumerate() {
        for (name, bytes) in stages.named().into_iter().filter(|(_, bytes)| !bytes.is_empty()) {
            fs::write(folder.join(format!("{fold}-{name}")), bytes).expect("weights");
        }
    }
    fs::write(folder.join(KEY), key(cases, folds)).expect("weights");
}
