//! How long it is from one time of the day to another: `the alert fired at 09:27 and was acknowledged 4 minutes later`, `it lasted 77
//! minutes, from 21:14 to 22:31`.
//!
//! Source: reading labelled answers about timelines and timetables. Either the claim's sentence tells both times as the ends of one, and
//! no line of their source shares more words with it than theirs; or it tells one of them before the claim, says whether the other is
//! later or earlier, and of the other lines of the same source that have a time its line alone shares most words with what is told of it.
//! In a timetable both are equally far behind the names of their stops. A claim is only ever borne out so, and not against a place that
//! shares a word with its clause.
//!
//! ```text
//! 09:27 – alert fires        acknowledged 4 minutes later    ->   supported, 09:31 − 09:27 = 4 minutes
//! 09:31 – page acknowledged  acknowledged 17 minutes later   ->   not by this: at 09:44 nobody acknowledged anything
//! 09:44 – status page set
//! ```

use groundcheck_types::ClaimKind;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::Derivations;
use super::bounds::line_around;
use crate::claims::Quantity;
use crate::document::token;
use crate::lexicon::measure::measure;
use crate::verify::clock::{self, Clock, DAY, Told};
use crate::verify::context::Context;
use crate::verify::documents::quote;
use crate::verify::prepare::{Mention, Sources};
use crate::verify::words::{self, Stem};
use crate::verify::{Judgement, by_value};

/// What says behind the claim that the other time is later than the one that is told, or earlier.
const LATER: &[&str] = &["later", "before", "לפני", "מאוחר"];
const EARLIER: &[&str] = &["after", "earlier", "לאחר", "אחרי"];
/// `12 דקות לאחר מכן` is later.
const THAT: &[&str] = &["that", "מכן", "this"];
/// What says that it is how long a journey takes.
const TAKES: &[&str] = &["takes", "take", "took", "journey", "ride"];
/// It stands among so many tokens behind the claim.
const BEHIND: usize = 3;
/// What joins both ends of a time, and by how many tokens at most.
const JOINTS: &[&str] = &["to", "and", "until", "till", "עד", "ל", "ועד"];
const MOST_BETWEEN: usize = 3;
/// At most so many places of one time are looked at.
const MOST_PLACES: usize = 4;
/// A source with more times than this is not searched for a line.
const MOST_LINES: usize = 64;
/// The line of a time has at most so many bytes to either side.
const LINE: usize = 160;

impl Derivations<'_> {
    /// What bears out a length of time by two times of the day; `shown` is what the claim's words find instead.
    pub(super) fn between_times(
        &self,
        claim: &Quantity,
        context: &Context<'_>,
        shown: Option<&Mention>,
        sources: &Sources,
    ) -> Option<Judgement> {
        let (own, minute) = (context.measure.filter(|_| claim.kind == ClaimKind::Number)?, measure("minute")?);
        let claimed = claim.value.number()?;
        let minutes = if own == minute { claimed } else { own.converted(claimed, minute)? };
        let length =
            minutes.to_u16().filter(|length| Decimal::from(*length) == minutes && (1..DAY).contains(length))?;
        if shown.is_some_and(|shown| by_value::shared_of(&context.near, shown, sources) > 0) {
            return None;
        }
        let tokens = self.spoken.tokens.get(context.range.clone())?;
        let told: Vec<Told> = clock::clocks(self.spoken.text, tokens).collect();
        let (a, b) = self.ends(&told, context, length, sources).or_else(|| {
            let before = told.iter().rfind(|told| told.span.end <= claim.span.start)?;
            self.other_end(before, claim, context, length, sources)
        })?;
        let (first, last) = if a.minute < b.minute { (a, b) } else { (b, a) };
        let source = sources.sources.get(first.source as usize)?;
        let [first, last] = [first, last].map(|clock| quote(source, clock.span));
        let formula = format!("{} − {} = {length} minutes", last.text, first.text);
        let reason = self.say.derived(last.source.as_deref().unwrap_or_default(), &formula);
        Some(Judgement::derived(vec![last, first], formula, reason, self.policy))
    }

    /// Two times that the sentence tells as the ends of one, where a source names both.
    fn ends<'s>(
        &self,
        told: &[Told],
        context: &Context<'_>,
        length: u16,
        sources: &'s Sources,
    ) -> Option<(&'s Clock, &'s Clock)> {
        let own = self.spoken.tokens.get(context.range.clone())?;
        let joined = |from: &Told, to: &Told| {
            let start = own.partition_point(|t| t.start < from.span.end);
            let end = own.partition_point(|t| t.start < to.span.start);
            let between = own.get(start..end).unwrap_or_default();
            let dash = |t: &token::Token| t.ch == b'-' || matches!(t.ch, token::EN_DASH | token::EM_DASH);
            between.len() <= MOST_BETWEEN && between.iter().any(|t| dash(t) || t.is_one_of(self.spoken.text, JOINTS))
        };
        let is_it = |[from, to]: &&[Told; 2]| {
            from.minute.checked_add(length) == Some(to.minute) && from.half == to.half && joined(from, to)
        };
        let [from, to] = told.array_windows().find(is_it)?;
        let mut firsts = sources.clocks.at(from.minute).take(MOST_PLACES);
        firsts.find_map(|first| {
            let mut lasts = sources.clocks.at(to.minute).take(MOST_PLACES);
            let last = lasts.find(|last| last.source == first.source)?;
            let lines = Lines::of(first, sources)?;
            let [a, b] = [first, last].map(|clock| lines.line(clock));
            // Of a line with more times both may be those of others.
            let two = a != b || lines.all.iter().filter(|clock| lines.line(clock) == a).count() == 2;
            let least = lines.shared(a, &context.near).min(lines.shared(b, &context.near));
            let best = lines.others(a, b).all(|other| lines.shared(other, &context.near) <= least);
            (two && best && (a != b || least > 0)).then_some((first, last))
        })
    }

    /// The time that is so long after or before the one that is told, and is what the claim's clause tells of.
    fn other_end<'s>(
        &self,
        told: &Told,
        claim: &Quantity,
        context: &Context<'_>,
        length: u16,
        sources: &'s Sources,
    ) -> Option<(&'s Clock, &'s Clock)> {
        let own = self.spoken.tokens.get(context.range.clone())?;
        let behind = self.spoken.tokens.get(claim.last as usize..context.range.end)?.iter().take(BEHIND);
        let says = |words: &[&str]| behind.clone().any(|t| t.is_one_of(self.spoken.text, words));
        let takes = own.iter().any(|t| t.is_one_of(self.spoken.text, TAKES));
        let later = says(LATER) || (says(EARLIER) && says(THAT));
        let minute = match (later, says(EARLIER), takes) {
            (true, ..) | (_, false, true) => told.minute.checked_add(length)?,
            (_, true, _) => told.minute.checked_sub(length)?,
            _ => return None,
        };
        // What is told of the other time: before `4 minutes later`, behind `27 minutes after`.
        let joins = says(&["after", "before", "אחרי", "לפני"]) && !says(THAT);
        let spoken = |t: &&token::Token| {
            let between = t.start >= told.span.end && t.end <= claim.span.start;
            if joins { t.start >= claim.span.end } else { between || (takes && t.start >= claim.span.end) }
        };
        let words: Vec<token::Token> = own.iter().filter(spoken).copied().collect();
        let words = words::sorted(words::stems(self.spoken.text, &words));
        let one = sources.clocks.at(told.minute).next()?;
        let other = sources.clocks.at(minute).find(|other| other.source == one.source)?;
        let lines = Lines::of(one, sources)?;
        let [line, first] = [other, one].map(|clock| lines.line(clock));
        let most = lines.shared(line, &words);
        let alone = lines.others(line, first).all(|other| lines.shared(other, &words) < most);
        // Of a line with several times the one as far behind its name as the first is.
        let aligned = lines.before(other) == lines.before(one);
        (most > 0 && alone && aligned && line != first).then_some((one, other))
    }
}

/// The lines of a source that have a time.
struct Lines<'s> {
    text: &'s str,
    all: &'s [Clock],
}

impl<'s> Lines<'s> {
    /// Those of this time's source; nothing where they are too many.
    fn of(clock: &Clock, sources: &'s Sources) -> Option<Self> {
        let all = sources.clocks.of_source(clock.source);
        let text = &sources.sources.get(clock.source as usize)?.text;
        (all.len() <= MOST_LINES).then_some(Lines { text, all })
    }

    fn line(&self, clock: &Clock) -> &'s str {
        let [before, behind] = line_around(self.text, clock.span, LINE);
        let line = clock.span.start as usize - before.len()..clock.span.end as usize + behind.len();
        self.text.get(line).unwrap_or_default()
    }

    /// How many times stand before one in its line: that of one journey is as far behind the name of each stop.
    fn before(&self, clock: &Clock) -> usize {
        let [before, _] = line_around(self.text, clock.span, LINE);
        clock::clocks(before, &token::tokens(before)).count()
    }

    /// The lines that are none of these two.
    fn others(&self, one: &'s str, other: &'s str) -> impl Iterator<Item = &'s str> + '_ {
        self.all.iter().map(|clock| self.line(clock)).filter(move |line| *line != one && *line != other)
    }

    /// How many of these words a line has.
    fn shared(&self, line: &str, words: &[Stem]) -> usize {
        let stems = words::sorted(words::stems(line, &token::tokens(line)));
        words.iter().filter(|stem| stems.binary_search(stem).is_ok()).count()
    }
}
