//! Colours, underlines and marks. A status is never told by colour alone: its mark, its word and the shape of its underline say
//! it too.

use anstyle::{AnsiColor, Effects};
use groundcheck_types::{Claim, ReasonCode, Status, Verdict};

/// What the terminal can show.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// Whether SGR sequences may be written at all.
    pub color: bool,
    /// Whether the terminal draws curly, dotted and dashed underlines (SGR 4:3 and its kin).
    pub shaped_underlines: bool,
    /// Columns to wrap at.
    pub width: usize,
}

/// Where there is no terminal to ask.
const WIDTH: usize = 100;

impl Style {
    /// For what is no terminal: nothing but text.
    pub const PLAIN: Style = Style { color: false, shaped_underlines: false, width: 300 };

    /// For stdout, as the environment describes the terminal.
    #[must_use]
    pub fn detect(color: bool) -> Self {
        let columns = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0));
        Style { color, shaped_underlines: has_shaped_underlines(), width: columns.clamp(40, 120) }
    }

    /// The text in this style, or as it is where colour is off.
    pub(super) fn paint(self, style: anstyle::Style, text: &str) -> String {
        if self.color && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Less important text.
    pub(super) fn dim(self, text: &str) -> String {
        self.paint(anstyle::Style::new().effects(Effects::DIMMED), text)
    }

    /// The claim's text where it stands in the answer.
    pub(super) fn underlined(self, status: Status, text: &str) -> String {
        let underline = match status {
            _ if !self.shaped_underlines => Effects::UNDERLINE,
            Status::Supported => Effects::UNDERLINE,
            Status::Contradicted => Effects::CURLY_UNDERLINE,
            Status::Unsupported => Effects::DASHED_UNDERLINE,
            Status::Unverifiable => Effects::DOTTED_UNDERLINE,
        };
        self.paint(of_status(status).effects(underline), text)
    }
}

/// The colour of a status.
pub(super) fn of_status(status: Status) -> anstyle::Style {
    let color = match status {
        Status::Supported => AnsiColor::Green,
        Status::Contradicted => AnsiColor::Red,
        Status::Unsupported => AnsiColor::Yellow,
        Status::Unverifiable => AnsiColor::Blue,
    };
    anstyle::Style::new().fg_color(Some(color.into()))
}

/// The mark of a status, as on the page.
pub(super) fn mark(status: Status) -> &'static str {
    match status {
        Status::Supported => "✓",
        Status::Contradicted => "✕",
        Status::Unsupported => "?",
        Status::Unverifiable => "–",
    }
}

/// The mark and the word of a claim: those of its status, or of one that a reader should check.
#[must_use]
pub fn standing(claim: &Claim) -> (&'static str, &'static str) {
    if claim.is_open() {
        return ("○", TO_CHECK);
    }
    let is_near = claim.reasons.first().is_some_and(|reason| reason.code == ReasonCode::WithinTolerance);
    if claim.status == Status::Supported && is_near {
        return ("≈", NEAR);
    }
    (mark(claim.status), claim.status.as_str())
}

/// The words of a claim that is borne out but not to the last digit.
pub(super) const NEAR: &str = "supported within tolerance";

/// The word of an open claim.
pub(super) const TO_CHECK: &str = "to check";

/// What the row below the answer draws under a claim where underlines cannot tell statuses apart.
pub(super) fn underline_char(status: Status) -> char {
    match status {
        Status::Supported => '-',
        Status::Contradicted => '~',
        Status::Unsupported => '?',
        Status::Unverifiable => '.',
    }
}

/// The mark and the status whose colour a verdict takes.
pub(super) fn of_verdict(verdict: Verdict) -> (&'static str, Status) {
    match verdict {
        Verdict::Clean => ("✓", Status::Supported),
        Verdict::Flagged => ("✕", Status::Contradicted),
        Verdict::Unverified => ("–", Status::Unverifiable),
        Verdict::Error => ("!", Status::Contradicted),
    }
}

/// Terminals known to draw them; others may take `4:3` for italics, so they get a plain underline.
fn has_shaped_underlines() -> bool {
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    let term = var("TERM");
    let known = ["kitty", "wezterm", "foot", "alacritty", "ghostty", "contour"];
    let program = var("TERM_PROGRAM");
    known.iter().any(|name| term.contains(name))
        || ["WezTerm", "ghostty", "iTerm.app", "vscode"].contains(&program.as_str())
        || var("VTE_VERSION").parse::<u32>().is_ok_and(|version| version >= 5102)
        || !var("WT_SESSION").is_empty()
}
