//! Exit codes: 0 is only ever said of answers that were checked and hold.

use std::process::ExitCode;

use groundcheck_types::{ErrorCode, InputError, Verdict};

/// How the program ends; `--help` documents the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: all clean.
    Clean,
    /// 1: flagged or unverified.
    NotClean,
    /// 2: wrong usage, setting or input.
    BadInput,
    /// 3: something could not be checked.
    NotChecked,
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Exit::Clean => 0,
            Exit::NotClean => 1,
            Exit::BadInput => 2,
            Exit::NotChecked => 3,
        }
    }

    /// For one report.
    pub fn of_verdict(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Clean => Exit::Clean,
            Verdict::Flagged | Verdict::Unverified => Exit::NotClean,
            Verdict::Error => Exit::NotChecked,
        }
    }

    /// For an input that gave no report.
    pub fn of_error(error: &InputError) -> Self {
        match error.code {
            ErrorCode::Internal
            | ErrorCode::TimedOut
            | ErrorCode::StorageUnavailable
            | ErrorCode::ProviderRefused
            | ErrorCode::ProviderLimited
            | ErrorCode::ProviderFailed
            | ErrorCode::ModelUnknown
            | ErrorCode::AnswerUnreadable => Exit::NotChecked,
            _ => Exit::BadInput,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
