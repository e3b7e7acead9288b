//! What a question asks for, read off its words.

use groundcheck_types::{ClaimKind, KnowledgeRequest, RequirementKind, Span};

use super::{Name, owner};
use crate::claims::{self, Conventions, Period, Value};
use crate::document::Utf16Index;
use crate::document::token::{self, Kind, Token};
use crate::facts::metrics::METRICS;
use crate::lexicon::{is_hebrew, is_hebrew_prefix};
use crate::verify::reasons::Language;
use crate::verify::words;

/// Words that ask for a value of a kind, in lower case.
const ASKS: &[(&[&str], &[ClaimKind])] = &[
    (&["what", "percentage"], &[ClaimKind::Percentage]),
    (&["what", "percent"], &[ClaimKind::Percentage]),
    (&["what", "share"], &[ClaimKind::Percentage]),
    (&["what", "date"], &[ClaimKind::Date]),
    (&["how", "much"], &[ClaimKind::Currency, ClaimKind::Number]),
    (&["how", "many"], &[ClaimKind::Number]),
    (&["what", "ratio"], &[ClaimKind::Ratio]),
    (&["when"], &[ClaimKind::Date]),
    (&["what", "year"], &[ClaimKind::Date]),
    (&["איזה", "אחוז"], &[ClaimKind::Percentage]),
    (&["כמה", "אחוזים"], &[ClaimKind::Percentage]),
    (&["מה", "שיעור"], &[ClaimKind::Percentage]),
    (&["כמה"], &[ClaimKind::Currency, ClaimKind::Number, ClaimKind::Percentage]),
    (&["מתי"], &[ClaimKind::Date]),
    (&["באיזה", "תאריך"], &[ClaimKind::Date]),
];

/// Words that ask how things stand now, in lower case.
const RECENT: &[&[&str]] = &[
    &["most", "recent"],
    &["latest"],
    &["current"],
    &["currently"],
    &["today"],
    &["right", "now"],
    &["now"],
    &["this", "year"],
    &["this", "month"],
    &["this", "quarter"],
    &["up", "to", "date"],
    &["עדכני"],
    &["העדכני"],
    &["עדכנית"],
    &["העדכנית"],
    &["האחרון"],
    &["האחרונה"],
    &["כיום"],
    &["היום"],
    &["כרגע"],
    &["נוכחי"],
    &["הנוכחי"],
    &["הנוכחית"],
    &["השנה"],
];

/// What is looked for.
pub(super) enum Need {
    /// One of these names.
    Named(Vec<Name>),
    Period(Period),
    Kinds(&'static [ClaimKind]),
    /// A number of these things.
    Counted(Name),
    /// A day or period that says what time the evidence is of.
    AnyPeriod,
}

/// One thing that a question needs.
pub(super) struct Needed {
    pub(super) kind: RequirementKind,
    pub(super) span: Span,
    /// Whether the question only implies it.
    pub(super) implicit: bool,
    pub(super) need: Need,
}

fn explicit(kind: RequirementKind, span: Span, need: Need) -> Needed {
    Needed { kind, span, implicit: false, need }
}

fn implicit(kind: RequirementKind, span: Span, need: Need) -> Needed {
    Needed { kind, span, implicit: true, need }
}

/// A question with its tokens and values.
pub(super) struct Question<'q> {
    pub(super) text: &'q str,
    tokens: Vec<Token>,
    quantities: Vec<claims::Quantity>,
    pub(super) utf16: Utf16Index,
    pub(super) language: Language,
}

impl<'q> Question<'q> {
    pub(super) fn read(request: &'q KnowledgeRequest) -> Self {
        let text = request.question.as_str();
        let tokens = token::tokens(text);
        let (hebrew, _) = claims::answer_is_hebrew(text, request.locale.as_ref());
        let conventions = match &request.locale {
            Some(locale) => Conventions::of("", Some(locale)),
            None => Conventions::without_locale(hebrew),
        };
        let quantities = claims::extract_tokens(text, &tokens, conventions);
        let language = if hebrew { Language::Hebrew } else { Language::English };
        Question { text, utf16: Utf16Index::new(text), tokens, quantities, language }
    }

    /// Everything it needs.
    pub(super) fn needs(&self) -> Vec<Needed> {
        let mut needs = Vec::new();
        for quantity in &self.quantities {
            if let Value::Period(period) = quantity.value {
                needs.push(explicit(RequirementKind::Period, quantity.span, Need::Period(period)));
            }
        }
        let metrics = self.metrics();
        let metric_spans: Vec<Span> = metrics.iter().map(|needed| needed.span).collect();
        needs.extend(metrics);
        needs.extend(self.entities(&metric_spans));
        needs.extend(self.asked(!metric_spans.is_empty()));
        let recent = RECENT.iter().find_map(|run| self.find(run));
        let dated = self.quantities.iter().any(|q| matches!(q.value, Value::Period(_)));
        let recent = recent.filter(|_| !dated);
        needs.extend(recent.map(|span| implicit(RequirementKind::Recency, span, Need::AnyPeriod)));
        needs
    }

    /// The kind of value that is asked for: with what is counted, where that is named.
    fn asked(&self, of_metric: bool) -> Option<Needed> {
        let (run, kinds, span) = ASKS.iter().find_map(|(run, kinds)| Some((*run, *kinds, self.find(run)?)))?;
        let needed = |span, need| Some(implicit(RequirementKind::Value, span, need));
        let counts = matches!(run, ["how", "many"] | ["כמה"]);
        // `How much was the NOI?` needs the metric, which has its value.
        let said = of_metric && matches!(run, ["how", "much"] | ["כמה"]);
        let next = || self.tokens.iter().position(|token| token.start > span.end && token.kind == Kind::Word);
        if let Some((at, noun)) = next().filter(|_| counts).and_then(|at| Some((at, self.tokens.get(at)?))) {
            let name = Name::spoken(self.text, self.tokens.get(at..=at).unwrap_or_default());
            // `כמה` says with the next word what it asks for: `כמה הרוויחה`.
            let counted = words::noun_behind(self.text, &self.tokens, at).is_some() && !name.is_empty();
            if counted || !said {
                let span = Span { end: noun.end, ..span };
                return needed(span, if counted { Need::Counted(name) } else { Need::Kinds(kinds) });
            }
        }
        if said { None } else { needed(span, Need::Kinds(kinds)) }
    }

    /// Metrics by any of their names, the longest first.
    fn metrics(&self) -> Vec<Needed> {
        let mut found: Vec<(Span, usize)> = Vec::new();
        for (number, metric) in METRICS.iter().enumerate() {
            let own = metric.name.replace('_', " ");
            let names = core::iter::once(own.as_str()).chain(metric.synonyms.iter().copied());
            for name in names {
                let run: Vec<&str> = name.split(' ').collect();
                found.extend(self.find(&run).map(|span| (span, number)));
            }
        }
        crate::sort::by_key(&mut found, |(span, _)| core::cmp::Reverse(span.end - span.start));
        let mut out: Vec<Needed> = Vec::new();
        for (span, number) in found {
            if out.iter().any(|other| other.span.overlaps(span)) {
                continue;
            }
            let Some(metric) = METRICS.get(number) else { continue };
            let own = metric.name.replace('_', " ");
            let names = core::iter::once(own.as_str()).chain(metric.synonyms.iter().copied());
            let names = names.map(Name::of).filter(|name| !name.is_empty()).collect();
            out.push(explicit(RequirementKind::Metric, span, Need::Named(names)));
        }
        out
    }

    /// Names: words in capitals behind the first, words in quotation marks, what follows a Hebrew word such as `חברת`.
    fn entities(&self, metrics: &[Span]) -> Vec<Needed> {
        let token = |i: usize| self.tokens.get(i);
        let of_metric =
            |i: usize| token(i).is_some_and(|t| metrics.iter().any(|span| span.start <= t.start && t.end <= span.end));
        let hebrew = owner::hebrew(self.text, &self.tokens, 0..self.tokens.len(), &of_metric);
        let first = self.tokens.iter().position(|t| t.kind == Kind::Word);
        let owns = |t: &Token| t.owns(self.text);
        let named = |i: usize| token(i).is_some_and(|t| owner::is_name(t) && (Some(i) != first || owns(t)));
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(head) = token(at) {
            let quoted = head.ch == b'"';
            let run = if quoted {
                (at + 1..at + 9).find(|i| token(*i).is_some_and(|t| t.ch == b'"')).map(|end| at + 1..end)
            } else {
                let of_hebrew = hebrew.iter().find(|run| run.start == at).cloned();
                of_hebrew.or_else(|| Some(at..at + (at..).take_while(|i| named(*i)).count()))
            };
            let Some(run) = run.filter(|run| !run.is_empty()) else {
                at += 1;
                continue;
            };
            at = run.end + usize::from(quoted);
            if let (Some(head), Some(tail)) = (token(run.start), token(run.end - 1)) {
                let end = tail.end - if owns(tail) { 2 } else { 0 };
                let start = head.start + owner::written_on(head.text(self.text));
                let name = Name::spoken(self.text, self.tokens.get(run).unwrap_or_default());
                if !name.is_empty() {
                    let span = Span { start, end };
                    out.push(explicit(RequirementKind::Entity, span, Need::Named(vec![name])));
                }
            }
        }
        out
    }

    /// Where these words stand, one behind another. A Hebrew word may have up to two letters written onto it.
    fn find(&self, run: &[&str]) -> Option<Span> {
        let words: Vec<&Token> = self.tokens.iter().filter(|t| t.kind == Kind::Word).collect();
        (0..words.len()).find_map(|at| {
            let here = words.get(at..at + run.len())?;
            let is = |(token, own): (&&Token, &&str)| is_word(token.text(self.text), own);
            here.iter().zip(run).all(is).then_some(())?;
            Some(Span { start: here.first()?.start, end: here.last()?.end })
        })
    }
}

/// Whether it is this word, which is in lower case.
fn is_word(word: &str, own: &str) -> bool {
    let written_on = || {
        let onto = word.strip_suffix(own).filter(|_| own.starts_with(is_hebrew));
        onto.is_some_and(|onto| onto.chars().all(is_hebrew_prefix) && onto.chars().nth(2).is_none())
    };
    word == own || word.eq_ignore_ascii_case(own) || written_on()
}
