//! Answers that write themselves in the view Live: a model's part, with what it was given. They run without a server.

use groundcheck_types::{KnowledgeRequest, MonitorRequest, Request};

use super::language::Language;

/// One scripted answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// All of it holds.
    Clean,
    /// It invents numbers.
    Invents,
    /// It contradicts what was said before.
    Contradicts,
}

/// All of them, in the order they are offered.
pub const SCRIPTS: [Script; 3] = [Script::Clean, Script::Invents, Script::Contradicts];

impl Script {
    /// Its name in the page's elements.
    pub fn as_str(self) -> &'static str {
        match self {
            Script::Clean => "clean",
            Script::Invents => "invents",
            Script::Contradicts => "contradicts",
        }
    }

    /// The request that its whole answer makes, as JSON.
    fn json(self, language: Language) -> &'static str {
        match (self, language) {
            (Script::Clean, Language::En) => include_str!("../../examples/live/clean.json"),
            (Script::Clean, Language::He) => include_str!("../../examples/live/clean-hebrew.json"),
            (Script::Invents, Language::En) => include_str!("../../examples/live/invents.json"),
            (Script::Invents, Language::He) => include_str!("../../examples/live/invents-hebrew.json"),
            (Script::Contradicts, Language::En) => include_str!("../../examples/live/contradicts.json"),
            (Script::Contradicts, Language::He) => include_str!("../../examples/live/contradicts-hebrew.json"),
        }
    }

    /// The request that its whole answer makes; a test reads each, so a broken one never ships.
    pub fn request(self, language: Language) -> Request {
        Request::from_json(self.json(language).as_bytes()).unwrap_or_default()
    }
}

/// What a monitor is given for the answer to this request.
pub fn monitored(request: &Request) -> MonitorRequest {
    MonitorRequest {
        question: request.question.clone(),
        sources: request.sources.clone(),
        facts: request.facts.clone(),
        history: request.history.clone(),
        locale: request.locale.clone(),
        ..MonitorRequest::default()
    }
}

/// What has to be known before this request is answered.
pub fn asked_for(request: &Request) -> KnowledgeRequest {
    KnowledgeRequest {
        question: request.question.clone().unwrap_or_default(),
        sources: request.sources.clone(),
        facts: request.facts.clone(),
        scope: request.scope.clone(),
        history: request.history.clone(),
        locale: request.locale.clone(),
    }
}

/// How much comes at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grain {
    /// A word, as models write.
    Words,
    /// A sentence, for those who asked for little motion.
    Sentences,
}

/// A text in the pieces it comes in; joined they give it back.
pub fn pieces(text: &str, grain: Grain) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut piece = String::new();
    for word in text.split_inclusive(char::is_whitespace) {
        piece.push_str(word);
        let ends = word.trim_end().ends_with(['.', '?', '!']) && word.ends_with(char::is_whitespace);
        if grain == Grain::Words || ends {
            pieces.push(std::mem::take(&mut piece));
        }
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use groundcheck::{Monitor, required_knowledge};
    use groundcheck_types::{Action, Verdict, WarningPattern};

    use super::*;

    const LANGUAGES: [Language; 2] = [Language::En, Language::He];

    /// Writes the whole script: where it was interrupted, and what the monitor says of what was written.
    fn written(script: Script, language: Language) -> (usize, usize, groundcheck_types::MonitorReport) {
        let request = script.request(language);
        let pieces = pieces(&request.answer, Grain::Words);
        let mut monitor = Monitor::new(monitored(&request)).unwrap();
        let mut count = 0;
        for piece in &pieces {
            count += 1;
            if monitor.push(piece).unwrap().should_interrupt {
                break;
            }
        }
        (count, pieces.len(), monitor.finish().unwrap())
    }

    #[test]
    fn each_script_shows_what_it_is_for() {
        for language in LANGUAGES {
            let (at, all, told) = written(Script::Clean, language);
            assert_eq!(
                (at, told.report.verdict, told.warnings.len()),
                (all, Verdict::Clean, 0),
                "{language:?} {told:?}"
            );

            let (at, all, told) = written(Script::Invents, language);
            assert!(at < all, "{language:?} invents to the end: {:?}", told.warnings);
            assert!(told.warnings.len() >= 2, "{language:?} {:?}", told.warnings);
            assert_eq!(told.response.action, Action::Interrupt, "{language:?}");

            let (at, all, told) = written(Script::Contradicts, language);
            let found = told.warnings.iter().any(|w| w.pattern == WarningPattern::ContradictsEarlierTurn);
            assert!(found && at < all, "{language:?} {:?}", told.warnings);
        }
    }

    #[test]
    fn what_is_missing_for_the_inventing_one_is_known_before() {
        for language in LANGUAGES {
            let check = required_knowledge(&asked_for(&Script::Invents.request(language))).unwrap();
            assert!(!check.missing.is_empty() && check.limitation.is_some(), "{language:?} {check:?}");
        }
    }

    #[test]
    fn pieces_joined_give_the_text() {
        let text = "ה-NOI היה $1.5M. 😀 Two\n\nlines?  End";
        for grain in [Grain::Words, Grain::Sentences] {
            assert_eq!(pieces(text, grain).concat(), text, "{grain:?}");
        }
        assert_eq!(pieces(text, Grain::Sentences), ["ה-NOI היה $1.5M. ", "😀 Two\n\nlines? ", " End"]);
        assert!(pieces("", Grain::Words).is_empty());
    }
}
