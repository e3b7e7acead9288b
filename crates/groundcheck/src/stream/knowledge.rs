//! What a question needs, and what of it is at hand.
//!
//! Source: document 4, "Pre-Generation Knowledge Verification": explicit requirements (names, metrics, periods) and implicit ones (the
//! kind of value that `how much` asks for, how things stand now). Something is at hand where the sources' index, a fact or the
//! conversation has it; that it stands there is no proof that the answer does, but that it stands nowhere is proof enough.

use groundcheck_types::{
    Alternative, AlternativeAction, ClaimKind, InputError, KnowledgeCheck, KnowledgeRequest, Policy, Requirement,
    RequirementKind, Span,
};

use super::texts;
use crate::claims::{self, Conventions, Period, Value};
use crate::detector::Detector;
use crate::document::token::{self, Kind, Token};
use crate::document::{Utf16Index, lower};
use crate::facts::metrics::METRICS;
use crate::lexicon::{Roles, Stem};
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

/// Words before a Hebrew name, which has no capitals.
const HEBREW_LEADS: &[&str] =
    &["חברת", "נכס", "הנכס", "פרויקט", "קניון", "מגדל", "בניין", "בנק", "קרן", "עיריית", "חנות", "סניף", "מלון"];

/// What a question needs, what of it is missing, and what to do instead.
///
/// # Errors
/// What [`KnowledgeRequest::validate`] refuses, and facts that cannot be read.
///
/// ```
/// use groundcheck::{required_knowledge, types::{KnowledgeRequest, RequirementKind}};
///
/// let request = KnowledgeRequest::from_json(br#"{
///     "question": "What was the NOI of Oak Plaza in 2023?",
///     "sources": [{"id": "S0", "text": "The NOI of Oak Plaza was $1.2M in 2022."}]
/// }"#).unwrap();
/// let check = required_knowledge(&request).unwrap();
/// let missing = &check.required[check.missing[0] as usize];
/// assert_eq!((missing.kind, missing.text.as_str()), (RequirementKind::Period, "2023"));
/// assert!(missing.alternatives[0].text.contains("2022"));
/// ```
pub fn required_knowledge(request: &KnowledgeRequest) -> Result<KnowledgeCheck, InputError> {
    request.validate()?;
    let detector = Detector::new(Policy::default(), &request.sources, &request.facts, request.locale.as_ref())?;
    Ok(check(&detector, request))
}

fn check(detector: &Detector, request: &KnowledgeRequest) -> KnowledgeCheck {
    let question = Question::read(request);
    let said = Said::read(request);
    let at_hand = AtHand { detector, said: &said };
    let anything = detector.has_evidence() || !request.history.is_empty();
    let mut required: Vec<Requirement> = Vec::new();
    for (kind, span, implicit, need) in question.needs() {
        let overlaps = required.iter().any(|other| other.span.overlaps(span) && other.kind == kind);
        if overlaps {
            continue;
        }
        let text = span.of(&request.question).unwrap_or_default().to_owned();
        let found_in = at_hand.find(&need);
        let alternatives = if found_in.is_empty() {
            alternatives(kind, &text, &need, &at_hand, question.language)
        } else {
            Vec::new()
        };
        required.push(Requirement {
            kind,
            utf16: question.utf16.span(&request.question, span),
            text,
            span,
            implicit,
            available: !found_in.is_empty(),
            found_in,
            alternatives,
        });
    }
    crate::sort::by_key(&mut required, |requirement| requirement.span.start);
    let missing: Vec<u32> =
        (0..).zip(&required).filter(|(_, requirement)| !requirement.available).map(|(at, _)| at).collect();
    let verified = missing.is_empty() && anything;
    let named: Vec<(RequirementKind, &str)> =
        required.iter().filter(|r| !r.available).map(|r| (r.kind, r.text.as_str())).collect();
    let limitation = (!verified).then(|| texts::limitation(&named, anything, question.language));
    KnowledgeCheck { verified, required, missing, limitation }
}

/// What is looked for.
enum Need {
    /// All of these words.
    Words(Vec<Stem>),
    /// All words of one of these names.
    OneOf(Vec<Vec<Stem>>),
    Period(Period),
    Kinds(&'static [ClaimKind]),
    /// A day or period that says what time the evidence is of.
    AnyPeriod,
}

struct Question<'q> {
    text: &'q str,
    tokens: Vec<Token>,
    quantities: Vec<claims::Quantity>,
    utf16: Utf16Index,
    language: Language,
}

impl<'q> Question<'q> {
    fn read(request: &'q KnowledgeRequest) -> Self {
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

    /// Everything it needs: the kind, where, whether it is only implied, and what to look for.
    fn needs(&self) -> Vec<(RequirementKind, Span, bool, Need)> {
        let mut needs = Vec::new();
        for quantity in &self.quantities {
            if let Value::Period(period) = quantity.value {
                needs.push((RequirementKind::Period, quantity.span, false, Need::Period(period)));
            }
        }
        needs.extend(self.metrics());
        needs.extend(self.entities());
        let asked = ASKS.iter().find_map(|(run, kinds)| Some((self.counted(run, self.find(run)?), *kinds)));
        needs.extend(asked.map(|(span, kinds)| (RequirementKind::Value, span, true, Need::Kinds(kinds))));
        let recent = RECENT.iter().find_map(|run| self.find(run));
        let dated = self.quantities.iter().any(|q| matches!(q.value, Value::Period(_)));
        needs.extend(recent.filter(|_| !dated).map(|span| (RequirementKind::Recency, span, true, Need::AnyPeriod)));
        needs
    }

    /// Metrics by any of their names, the longest first.
    fn metrics(&self) -> Vec<(RequirementKind, Span, bool, Need)> {
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
        let mut out: Vec<(RequirementKind, Span, bool, Need)> = Vec::new();
        for (span, number) in found {
            if out.iter().any(|(_, other, ..)| other.overlaps(span)) {
                continue;
            }
            let Some(metric) = METRICS.get(number) else { continue };
            let own = metric.name.replace('_', " ");
            let names = core::iter::once(own.as_str()).chain(metric.synonyms.iter().copied());
            let names = names.map(stems).filter(|stems| !stems.is_empty()).collect();
            out.push((RequirementKind::Metric, span, false, Need::OneOf(names)));
        }
        out
    }

    /// Names: words in capitals behind the first, words in quotation marks, what follows a Hebrew word such as `חברת`.
    fn entities(&self) -> Vec<(RequirementKind, Span, bool, Need)> {
        let mut out = Vec::new();
        let first = self.tokens.iter().position(|t| t.kind == Kind::Word);
        let mut at = 0;
        while let Some(token) = self.tokens.get(at) {
            let quoted = token.ch == b'"';
            let lead = token.kind == Kind::Word && HEBREW_LEADS.contains(&token.text(self.text));
            let named = |i: usize| self.tokens.get(i).is_some_and(|t| t.roles.has(Roles::NAME) && Some(i) != first);
            let run = if quoted {
                (at + 1..at + 9).find(|i| self.tokens.get(*i).is_some_and(|t| t.ch == b'"')).map(|end| (at + 1, end))
            } else if lead && self.tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Word) {
                Some((at, at + 2))
            } else if named(at) {
                let length = (at..).take_while(|i| named(*i)).count();
                Some((at, at + length))
            } else {
                None
            };
            let Some((from, end)) = run.filter(|(from, end)| from < end) else {
                at += 1;
                continue;
            };
            if let (Some(head), Some(tail)) = (self.tokens.get(from), self.tokens.get(end - 1)) {
                let span = Span { start: head.start, end: tail.end };
                let own = stems(span.of(self.text).unwrap_or_default());
                if !own.is_empty() {
                    out.push((RequirementKind::Entity, span, false, Need::Words(own)));
                }
            }
            at = end + usize::from(quoted);
        }
        out
    }

    /// `how many` with what is counted behind it.
    fn counted(&self, run: &[&str], span: Span) -> Span {
        let next = || self.tokens.iter().find(|token| token.start > span.end && token.kind == Kind::Word);
        match run {
            ["how", "many"] => Span { end: next().map_or(span.end, |token| token.end), ..span },
            _ => span,
        }
    }

    /// Where these words stand, one behind another.
    fn find(&self, run: &[&str]) -> Option<Span> {
        let words: Vec<&Token> = self.tokens.iter().filter(|t| t.kind == Kind::Word).collect();
        (0..words.len()).find_map(|at| {
            let here = words.get(at..at + run.len())?;
            let is = |(token, own): (&&Token, &&str)| {
                let word = token.text(self.text);
                word == *own || word.eq_ignore_ascii_case(own)
            };
            here.iter().zip(run).all(is).then_some(())?;
            Some(Span { start: here.first()?.start, end: here.last()?.end })
        })
    }
}

fn stems(text: &str) -> Vec<Stem> {
    words::stems(text, &token::tokens(text))
}

/// The conversation, by its words and periods.
struct Said {
    words: Vec<Stem>,
    periods: Vec<Period>,
    kinds: Vec<ClaimKind>,
}

impl Said {
    fn read(request: &KnowledgeRequest) -> Self {
        let (mut words, mut periods, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        for turn in &request.history {
            words.extend(stems(&turn.text));
            for quantity in claims::extract(&turn.text, request.locale.as_ref()) {
                kinds.push(quantity.kind);
                if let Value::Period(period) = quantity.value {
                    periods.push(period);
                }
            }
        }
        Said { words: words::sorted(words), periods, kinds }
    }
}

/// Where something may be found.
struct AtHand<'a> {
    detector: &'a Detector,
    said: &'a Said,
}

impl AtHand<'_> {
    /// The ids of the sources that have it, `facts`, or `history`.
    fn find(&self, need: &Need) -> Vec<String> {
        let sources = self.detector.sources();
        let id = |number: u32| sources.sources.get(number as usize).map(|source| source.id.clone());
        let mut found: Vec<String> = Vec::new();
        let mut add = |name: Option<String>| {
            if let Some(name) = name.filter(|name| !found.contains(name)) {
                found.push(name);
            }
        };
        match need {
            Need::Words(words) => {
                for number in self.holding(words) {
                    add(id(number));
                }
            }
            Need::OneOf(names) => {
                for number in names.iter().flat_map(|name| self.holding(name)) {
                    add(id(number));
                }
            }
            _ => {
                for mention in sources.mentions.iter().filter(|mention| self.meets(need, mention)) {
                    add(sources.places.get(mention.place as usize).and_then(|place| id(place.source)));
                }
            }
        }
        if self.facts_have(need) {
            add(Some("facts".to_owned()));
        }
        if self.history_has(need) {
            add(Some("history".to_owned()));
        }
        found
    }

    /// The sources that hold every one of these words, in places of whichever kind.
    fn holding(&self, words: &[Stem]) -> Vec<u32> {
        let sources = self.detector.sources();
        let mut held: Option<Vec<u32>> = None;
        for word in words {
            let Some(term) = sources.term(*word) else { return Vec::new() };
            let of_place = |place: u32| sources.places.get(place as usize).map(|place| place.source);
            let rows = sources.columns_of(term).iter().filter_map(|(_, column)| {
                let column = sources.columns.get(*column as usize)?;
                of_place(column.rows.start)
            });
            let mut own: Vec<u32> =
                sources.places_of(term).iter().filter_map(|(_, place)| of_place(*place)).chain(rows).collect();
            crate::sort::by_number(&mut own, |number| u64::from(*number));
            own.dedup();
            held = Some(match held {
                None => own,
                Some(before) => before.into_iter().filter(|number| own.binary_search(number).is_ok()).collect(),
            });
        }
        held.unwrap_or_default()
    }

    fn meets(&self, need: &Need, mention: &crate::verify::prepare::Mention) -> bool {
        let periods = || mention.periods.iter().map(|dated| dated.period);
        match need {
            Need::Period(asked) => periods().any(|own| own.within(*asked) || asked.within(own)),
            Need::AnyPeriod => !mention.periods.is_empty(),
            Need::Kinds(kinds) => {
                kinds.contains(&mention.kind) || (mention.kind == ClaimKind::Number && mention.column.is_some())
            }
            Need::Words(_) | Need::OneOf(_) => false,
        }
    }

    fn facts_have(&self, need: &Need) -> bool {
        let mut facts = self.detector.facts();
        match need {
            Need::Words(words) => facts.any(|fact| {
                let entity = stems(fact.entity.as_deref().unwrap_or_default());
                words.iter().all(|word| entity.binary_search(word).is_ok())
            }),
            Need::OneOf(names) => facts.any(|fact| {
                let metric = stems(&fact.metric.replace('_', " "));
                names.contains(&metric)
            }),
            Need::Period(asked) => facts.any(|fact| {
                let own = claims::extract(fact.period.as_deref().unwrap_or_default(), None);
                own.iter().any(|q| matches!(q.value, Value::Period(own) if own.within(*asked) || asked.within(own)))
            }),
            Need::AnyPeriod => facts.any(|fact| fact.period.is_some()),
            Need::Kinds(kinds) => facts.next().is_some() && !kinds.contains(&ClaimKind::Date),
        }
    }

    fn history_has(&self, need: &Need) -> bool {
        let holds = |words: &[Stem]| words.iter().all(|word| self.said.words.binary_search(word).is_ok());
        match need {
            Need::Words(words) => holds(words),
            Need::OneOf(names) => names.iter().any(|name| holds(name)),
            Need::Period(asked) => self.said.periods.iter().any(|own| own.within(*asked) || asked.within(*own)),
            Need::AnyPeriod => !self.said.periods.is_empty(),
            Need::Kinds(kinds) => self.said.kinds.iter().any(|kind| kinds.contains(kind)),
        }
    }

    /// Periods at hand, those of the conversation included.
    fn periods(&self) -> impl Iterator<Item = Period> {
        let of_sources = self.detector.sources().mentions.iter().flat_map(|m| m.periods.iter().map(|d| d.period));
        let of_facts =
            self.detector.facts().flat_map(|fact| claims::extract(fact.period.as_deref().unwrap_or_default(), None));
        let of_facts = of_facts.filter_map(|quantity| match quantity.value {
            Value::Period(period) => Some(period),
            _ => None,
        });
        of_sources.chain(self.said.periods.iter().copied()).chain(of_facts)
    }

    /// The latest of them.
    fn latest(&self) -> Option<Period> {
        self.periods().max_by_key(|period| (period.year(), *period))
    }

    /// The one that could stand for this one: by its year the nearest, of two the later. A day (when a loan matures, when a letter was
    /// written) stands for no longer period.
    fn nearest(&self, asked: Period) -> Option<Period> {
        let is_day = |period: &Period| matches!(period, Period::Day(..));
        let fits = self.periods().filter(|own| is_day(&asked) || !is_day(own));
        fits.min_by_key(|own| (own.year().abs_diff(asked.year()), core::cmp::Reverse((own.year(), *own))))
    }

    /// The entities that the facts name, a few.
    fn entities(&self) -> Option<String> {
        let mut names: Vec<String> = Vec::new();
        for entity in self.detector.facts().filter_map(|fact| fact.entity.clone()) {
            if !names.iter().any(|name| lower(name) == lower(&entity)) && names.len() < 3 {
                names.push(entity);
            }
        }
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// What to do where this is not at hand.
fn alternatives(
    kind: RequirementKind,
    what: &str,
    need: &Need,
    at_hand: &AtHand<'_>,
    language: Language,
) -> Vec<Alternative> {
    use AlternativeAction as A;
    let known = match need {
        Need::Period(asked) => at_hand.nearest(*asked).map(|period| period.to_string()),
        Need::AnyPeriod => at_hand.latest().map(|period| period.to_string()),
        Need::Words(_) => at_hand.entities(),
        Need::OneOf(_) | Need::Kinds(_) => None,
    };
    let first = if kind == RequirementKind::Recency { Some(A::LookUp) } else { None };
    let actions =
        known.iter().map(|_| A::AnswerForKnown).chain(first).chain([A::AddSource, A::AskUser, A::StateLimitation]);
    actions
        .map(|action| Alternative { action, text: texts::alternative(action, what, known.as_deref(), language) })
        .collect()
}
