//! The text of a source outside its tables, and in `cells` what these tell beside their values: sentences, each value with the words and
//! periods of its own clause.

use groundcheck_types::{ClaimKind, Comparator};
use rust_decimal::Decimal;

mod cells;

use super::beside;
use super::caption::{Caption, Sentence};
use super::clause::End;
use super::measured;
use super::parallel::Label;
use super::prepare::{Dated, Mention, Place, Sources, dated};
use super::tables::TableReader;
use super::titles::{self, MOST_LINES};
use super::words::{self, Stem};
use super::{clause, context, fraction, limits, names, pairing, parallel, when};
use crate::cancel::Cancel;
use crate::claims::{self, Conventions, Extraction, Period, Quantity, Reader};
use crate::document::printed_tables;
use crate::document::sentence::{self, is_blank};
use crate::document::token::{EM_DASH, EN_DASH, Kind, Token};
use crate::lexicon::{Lex, Seen, labels};

/// A sentence of at most this many words and no values is a title.
const LONGEST_TITLE: usize = 6;
/// A source of at most this many tokens may be a caption and nothing else.
const LONGEST_CAPTION: usize = 24;

/// Reads one source into the list of what all say.
pub(crate) struct Builder<'t> {
    pub(crate) out: &'t mut Sources,
    pub(crate) seen: &'t mut Seen,
    pub(crate) source: u32,
    pub(crate) text: &'t str,
    pub(crate) conventions: Conventions,
    pub(crate) cancel: Cancel<'t>,
}

impl Builder<'_> {
    /// Reads one source; returns what its last words say of a table that follows in the next one.
    pub(crate) fn read(&mut self, tokens: &[Token], earlier: Caption) -> Caption {
        // Lines of one cell above a table tell times, too, and are no place of values.
        self.out.clocks.read(self.text, tokens, self.source);
        let tables = printed_tables(self.text);
        let mut from = 0;
        let mut caption = earlier;
        for table in &tables {
            if self.cancel.is_cancelled() {
                break;
            }
            let start = tokens.partition_point(|t| t.start < table.span.start);
            let end = tokens.partition_point(|t| t.start < table.span.end);
            let first = from == 0 && is_blank(&tokens[..start]);
            let headings = core::mem::take(&mut caption.headings);
            caption = self.prose(&tokens[from..start], from == 0, &caption).or(caption);
            let mut reader =
                TableReader::new((self.text, &tokens[start..end]), self.conventions, self.source, self.cancel);
            caption.headings = if first { headings } else { Vec::new() };
            let before = self.out.mentions.len();
            let headings = reader.read(table, caption.clone(), self.seen, self.out);
            self.told_in_cells(table, &tokens[start..end], before);
            caption.subject.clear();
            caption.headings = if is_blank(&tokens[end..]) { headings } else { Vec::new() };
            from = end;
        }
        let headings = core::mem::take(&mut caption.headings);
        let before = if tables.is_empty() || !headings.is_empty() { caption.clone() } else { Caption::default() };
        let last = self.prose(&tokens[from..], from == 0, &caption).or(before);
        // A source that is nothing but a caption is the one of the table behind it.
        let own = !headings.is_empty() || tokens.len() <= LONGEST_CAPTION;
        Caption { own: last.own && own, headings, ..last }
    }

    /// The lines at the beginning that hold no amount: they say what the source is about.
    fn titles(&mut self, tokens: &[Token], quantities: &[Quantity]) {
        let amount = quantities.iter().find(|q| q.kind != ClaimKind::Date).map_or(tokens.len(), |q| q.first as usize);
        let mut end = 0;
        for line in tokens.split_inclusive(|t| t.kind == Kind::Newline).take(MOST_LINES) {
            end += line.len();
            if end > amount || !titles::may_be(line) {
                break;
            }
            self.out.titles.add(self.source, self.text, line);
        }
    }

    /// Sentences outside tables, those with which a source opens or later ones; returns what the last ones state.
    fn prose(&mut self, tokens: &[Token], opens: bool, earlier: &Caption) -> Caption {
        let mut stated = Caption { own: true, ..Caption::default() };
        if tokens.is_empty() {
            return stated;
        }
        let Extraction { found: mut quantities, mut moments, .. } =
            claims::extract_all(self.text, tokens, self.conventions);
        claims::add_moments(&Reader::new(self.text, tokens, self.conventions), &mut moments);
        for quantity in &mut quantities {
            if let Some(percentage) = fraction::as_percentage(self.text, quantity, &[]) {
                *quantity = percentage;
            }
        }
        if opens {
            self.titles(tokens, &quantities);
        }
        let mut next = 0;
        // A paragraph's title, `EMEA.` or `Other expense:`, says what its sentences are about.
        let mut title: Vec<Stem> = Vec::new();
        // `Harlow Gate, third quarter 2024.` is also when they are about.
        let mut titled: Vec<Dated> = Vec::new();
        // `2. Interest cover: at least 4.00x. Actual: 4.62x.`: what an item is called is said of all of its line.
        let mut item: Vec<Stem> = Vec::new();
        for range in sentence::sentences(self.text, tokens) {
            if self.cancel.is_cancelled() {
                break;
            }
            if let Some(line) = begun(tokens, &range) {
                item = self.item(&tokens[line..range.end]);
            }
            let here = quantities[next..].partition_point(|q| (q.first as usize) < range.end);
            let own = &quantities[next..next + here];
            next += here;
            let own_moments = claims::moments_within(&moments, range.clone());
            let sentence = &tokens[range.clone()];
            if sentence.is_empty() {
                continue;
            }
            let dated: Vec<Dated> = own.iter().filter_map(dated).collect();
            let names = names::of(self.text, sentence);
            self.out.note_names(self.source, &names);
            stated.note(&Sentence {
                text: self.text,
                conventions: self.conventions,
                tokens: sentence,
                own,
                dated: &dated,
            });
            // `Maturity: 2029-08-15` is a record's own line and no title of those behind it.
            let is_field =
                sentence.iter().any(|t| t.ch == b':') && dated.iter().any(|own| matches!(own.period, Period::Day(..)));
            if dated.len() == own.len() && !is_field {
                let words = sentence.iter().filter(|t| t.kind == Kind::Word).count();
                let is_title = words <= LONGEST_TITLE;
                title = if is_title { words::stems(self.text, sentence) } else { Vec::new() };
                titled = if is_title { dated } else { Vec::new() };
                if own.is_empty() && own_moments.is_empty() {
                    continue;
                }
            }
            let mut mentions = self.mentions(tokens, &range, own, own_moments);
            if let Some(scale) = stated.scale.or(earlier.scale) {
                may_be_scaled(&mut mentions, own, scale);
            }
            for mention in mentions.iter_mut().filter(|m| m.periods.is_empty()) {
                mention.periods.clone_from(&titled);
            }
            let labels = words::stems(self.text, sentence);
            let outflow = words::is_outflow(self.text, sentence);
            let group = words::sorted(title.iter().chain(&item).copied().collect());
            let place = Place { source: self.source, outflow, labels, names, group, ..Place::default() };
            self.out.add(place, mentions);
        }
        stated
    }

    /// What an item of a list is called, before its colon, dash or bracket; nothing where the line is none.
    fn item(&self, line: &[Token]) -> Vec<Stem> {
        let numbered = |own: &[Token]| {
            own[0].kind == Kind::Number && own[0].end == own[1].start && matches!(own[1].ch, b'.' | b')')
        };
        let marker = match line {
            [first, ..] if matches!(first.text(self.text), "-" | "*" | "•" | "–") => 1,
            own @ [_, _, ..] if numbered(own) => 2,
            _ => return Vec::new(),
        };
        let body = &line[marker..];
        let ends = |t: &Token| matches!(t.ch, b':' | b'(' | EN_DASH | EM_DASH);
        match body.iter().position(ends) {
            Some(end) if body[..end].iter().filter(|t| t.kind == Kind::Word).count() <= LONGEST_TITLE => {
                words::stems(self.text, &body[..end])
            }
            _ => Vec::new(),
        }
    }

    /// Its words and what tells things of one name apart, each with its token.
    fn named_by(
        &self,
        tokens: &[Token],
        range: &core::ops::Range<usize>,
        own: &[Quantity],
        said: &[(usize, Stem)],
    ) -> Vec<(usize, Stem)> {
        let mut out = said.to_vec();
        // Of `the bank's reserve ratio` and `its leverage ratio` the bank has both.
        let owns = |(token, _): &(usize, Stem)| tokens[*token].owns(self.text);
        let again = |t: &Token| t.is_one_of(self.text, &["its", "their", "his", "her"]);
        if out.iter().any(owns) && tokens[range.clone()].iter().any(again) {
            out.retain(|word| !owns(word));
        }
        let in_value = |at: usize| own.iter().any(|q| (q.first as usize..q.last as usize).contains(&at));
        let mut designators = words::designators(self.text, tokens, range.clone());
        designators.retain(|(at, _)| !in_value(*at));
        if !designators.is_empty() {
            out.extend(designators);
            crate::sort::by_key(&mut out, |(at, _)| *at);
        }
        out
    }

    /// The values of a sentence, each with the words and the periods of its own clause, and behind them its days and its times of the day.
    fn mentions(
        &self,
        tokens: &[Token],
        range: &core::ops::Range<usize>,
        own: &[Quantity],
        moments: &[Quantity],
    ) -> Vec<Mention> {
        let all: Vec<Dated> = own.iter().filter_map(dated).collect();
        let clauses = clause::clauses(self.text, tokens, range, own);
        let body = tokens
            .get(range.start)
            .zip(tokens.get(range.end - 1))
            .and_then(|(a, b)| self.text.get(a.start as usize..b.end as usize));
        let respectively = all.len() > 1 && body.is_some_and(|b| b.contains("respectively") || b.contains("בהתאמה"));
        let several = own.len() - all.len() > 1;
        let asides = clause::asides(tokens, range, own);
        let named = if several { pairing::names(self.text, tokens, range, own) } else { None };
        let mut clauses = clauses.into_iter();
        let names = if several { names::of(self.text, &tokens[range.clone()]) } else { Vec::new() };
        // A sentence of several dates that are no amounts' years tells when things happened.
        let is_exact = |own: &Dated| matches!(own.period, Period::Day(..) | Period::Month(..));
        let days = || moments.iter().filter(|own| own.kind == ClaimKind::Date);
        let happened = all.len() + days().count() > 1 && (own.len() == all.len() || all.iter().all(is_exact));
        let dates: Vec<&Quantity> = claims::in_order(own, moments).filter(|q| q.kind == ClaimKind::Date).collect();
        let number_of = |date: &Quantity| dates.binary_search_by_key(&date.first, |own| own.first).ok();
        let clauses_of_dates = if happened { when::clauses(self.text, tokens, range, &dates) } else { Vec::new() };
        let said =
            if several || happened { words::stems_outside(self.text, tokens, range.clone(), own) } else { Vec::new() };
        let named_by = if several || happened { self.named_by(tokens, range, own, &said) } else { Vec::new() };
        // What tells a date apart from others of its sentence.
        let told_by = |date: &Quantity| {
            let clause = number_of(date).and_then(|at| clauses_of_dates.get(at))?;
            Some(parallel::labels(self.text, tokens, clause, date, &named_by, &[]))
        };
        let said_in = |clause: &core::ops::Range<usize>| {
            let here = said.iter().filter(|(token, _)| clause.contains(token));
            words::sorted(here.map(|(_, stem)| *stem).collect())
        };
        // What happened on a date is told in its own clause.
        let said_of = |date: &Quantity| Some(said_in(clauses_of_dates.get(number_of(date)?)?));
        let superseded =
            |date: &Quantity| number_of(date).is_some_and(|at| limits::is_superseded(self.text, tokens, &dates, at));
        // The semicolon before the only date with a year.
        let only = own.iter().find(|q| q.kind == ClaimKind::Date).filter(|_| all.len() == 1);
        let parted = only.and_then(|date| (range.start..date.first as usize).rfind(|i| tokens[*i].ch == b';'));
        let in_money = own.iter().any(|own| own.kind == ClaimKind::Currency);
        let mut seen: Vec<(ClaimKind, usize)> = Vec::new();
        let mut before: Vec<Stem> = Vec::new();
        let mut told: Vec<Label> = Vec::new();
        let mut last: Option<core::ops::Range<usize>> = None;
        let mut mentions: Vec<Mention> = own
            .iter()
            .map(|quantity| {
                let mut mention = mention(quantity, all.clone());
                mention.beside = beside::of(self.text, tokens, quantity.first as usize..quantity.last as usize, range);
                if quantity.kind == ClaimKind::Date {
                    mention.stance.former = superseded(quantity);
                    if let Some(near) = said_of(quantity) {
                        mention.periods = dated(quantity).into_iter().collect();
                        mention.near = Some(near);
                        mention.labels = told_by(quantity).unwrap_or_default();
                    }
                    return mention;
                }
                mention.like_amount =
                    is_like_amount(self.text, quantity) || (in_money && goes_on_in_money(self.text, tokens, quantity));
                let is_price = has_cents(self.text, quantity)
                    && tokens
                        .get(quantity.last as usize)
                        .is_some_and(|t| t.is_one_of(self.text, labels::BEHIND_PRICES));
                mention.noun = words::noun_behind(self.text, tokens, quantity.last as usize).filter(|_| !is_price);
                mention.measure = measured::of(self.text, tokens, quantity);
                let clause = clauses.next().unwrap_or_else(|| range.clone());
                mention.stance = context::stance(self.text, tokens, &clause, quantity, own);
                if several {
                    mention.labels = parallel::labels(self.text, tokens, &clause, quantity, &named_by, &told);
                    told.clone_from(&mention.labels);
                    let mut near = said_in(&clause);
                    let left_out =
                        last.as_ref().and_then(|last| clause::left_out(self.text, tokens, &clause, quantity, last));
                    if let Some(left_out) = left_out {
                        mention.ordered = true;
                        near.extend(said.iter().filter(|(token, _)| left_out.contains(token)).map(|(_, stem)| *stem));
                        words::sort(&mut near);
                    } else if near.len() < 2 || mention.stance.end == Some(End::To) {
                        // `from 1,501 employees to 1,620`: what changed is said once, with the first amount. What another name
                        // earned is not said with it: `$410,000 in Riga and $470,000 in Tunis`.
                        let is_name = |stem: &Stem| names.binary_search(stem).is_ok();
                        let named = near.iter().any(is_name);
                        near.extend(before.iter().filter(|stem| !named || !is_name(stem)));
                        words::sort(&mut near);
                    }
                    before.clone_from(&near);
                    last = Some(clause.clone());
                    mention.near = Some(near);
                }
                let order = match seen.iter_mut().find(|(kind, _)| *kind == quantity.kind) {
                    Some((_, count)) => {
                        *count += 1;
                        *count
                    }
                    None => {
                        seen.push((quantity.kind, 0));
                        0
                    }
                };
                // `$1.8M, compared with $1.7M in 2023`: the year is only the other one's.
                let compared = [clause.end.saturating_sub(1), clause.end].into_iter().filter_map(|i| tokens.get(i));
                if all.len() == 1 && compared.into_iter().any(|t| clause::compares(self.text, t)) {
                    let head = own.iter().filter(|q| (q.first as usize) < clause.end);
                    mention.periods = head.filter_map(dated).collect();
                }
                // `The rent is $890; the deposit is due on 15 July`: nor does a date behind a semicolon say when.
                if parted.is_some_and(|semicolon| quantity.last as usize <= semicolon) {
                    mention.periods.clear();
                }
                let of_kind = own.iter().filter(|q| q.kind == quantity.kind).count();
                let paired = pairing::date_of(self.text, tokens, own, quantity).and_then(dated);
                if let Some(date) = paired {
                    mention.periods = vec![date];
                } else if let [only] = all[..]
                    && clause::is_year_before(self.text, &tokens[clause.clone()])
                {
                    mention.periods =
                        only.period.year_before().map(|period| Dated { period, ..only }).into_iter().collect();
                } else if respectively && named.is_none() && of_kind.is_multiple_of(all.len()) {
                    mention.periods = vec![all[order % all.len()]];
                } else if all.len() > 1 || !asides.is_empty() {
                    let inside = |q: &&Quantity| clause.contains(&(q.first as usize));
                    let own_dates: Vec<Dated> = own.iter().filter(inside).filter_map(dated).collect();
                    if !own_dates.is_empty() {
                        mention.periods = own_dates;
                    } else if !asides.is_empty() {
                        // `€7 million (2017/18: €16 million)`: the date in brackets is the other amount's.
                        let aside = |first: u32| asides.iter().position(|a| a.contains(&(first as usize)));
                        let here = aside(quantity.first);
                        let beside = |q: &&Quantity| aside(q.first).is_none_or(|at| Some(at) == here);
                        mention.periods = own.iter().filter(beside).filter_map(dated).collect();
                    }
                }
                mention
            })
            .collect();
        if let Some(named) = &named {
            let stems = |run: &core::ops::Range<usize>| words::stems(self.text, &tokens[run.clone()]);
            let own_names = named.names.each_ref().map(stems);
            let lead = stems(&named.lead);
            for (pair, date) in &named.told {
                for (at, index) in pair.iter().enumerate() {
                    let (mine, other) = (&own_names[at], &own_names[1 - at]);
                    let is_other = |stem: &Stem| other.contains(stem) && !mine.contains(stem);
                    mentions[*index].ordered = true;
                    mentions[*index].near = Some(lead.iter().copied().filter(|stem| !is_other(stem)).collect());
                    if let Some(date) = date.and_then(|date| dated(&own[date])) {
                        mentions[*index].periods = vec![date];
                    }
                }
            }
        }
        // What is left out behind it names both: `of Salit is 44 MW and of Yaalon 72 MW`.
        for k in 1..own.len() {
            mentions[k - 1].ordered |= mentions[k].ordered && named.is_none();
        }
        // `418 of 460 tests pass`: both are said of the same.
        for k in 1..own.len() {
            if clause::is_part_of(self.text, tokens, &own[k - 1], &own[k])
                && let Some(mut near) = mentions[k - 1].near.take()
            {
                near.extend(mentions[k].near.take().unwrap_or_default());
                words::sort(&mut near);
                mentions[k].near = Some(near.clone());
                mentions[k - 1].near = Some(near);
            }
        }
        // What follows an amount in brackets goes on about the one before it.
        for k in 1..own.len() {
            if clause::is_aside(tokens, &own[k], own.get(k - 1))
                && let Some(words) = mentions[k].near.take()
            {
                mentions[k].near = Some(Vec::new());
                mentions[k].labels.clear();
                if let Some(near) = &mut mentions[k - 1].near {
                    near.extend(words);
                    words::sort(near);
                }
            }
        }
        for day in days() {
            let mut mention = Mention::new(day.kind, day.value, day.span);
            mention.near = said_of(day);
            mention.labels = told_by(day).unwrap_or_default();
            mention.stance.former = superseded(day);
            mentions.push(mention);
        }
        let times = moments.iter().filter(|own| own.kind == ClaimKind::Time);
        for (time, clause) in times.zip(when::clauses_of_times(self.text, tokens, range, own, moments)) {
            let mut mention = mention(time, Vec::new());
            mention.beside = beside::of(self.text, tokens, time.first as usize..time.last as usize, range);
            mention.stance = context::stance(self.text, tokens, &clause, time, own);
            mention.near = Some(words::sorted(
                words::stems_outside(self.text, tokens, clause, own).into_iter().map(|(_, stem)| stem).collect(),
            ));
            mentions.push(mention);
        }
        mentions
    }
}

/// Where all amounts are said to be in thousands, `$88,848` in a sentence may be so, too.
fn may_be_scaled(mentions: &mut [Mention], quantities: &[Quantity], scale: Decimal) {
    for (mention, quantity) in mentions.iter_mut().zip(quantities) {
        let plain = quantity.kind == ClaimKind::Currency && quantity.step == Decimal::ONE;
        let scaled = quantity.value.number().filter(|_| plain).and_then(|n| n.checked_mul(scale));
        mention.also.extend(scaled.and_then(claims::bounded));
        mention.scaled |= !mention.also.is_empty();
        mention.own_scale &= mention.also.is_empty();
    }
}

/// Whether a number is written as amounts are: with decimals, in groups of digits, or in thousands as `192k`.
fn is_like_amount(text: &str, quantity: &Quantity) -> bool {
    let own = quantity.span.of(text).unwrap_or_default();
    let has_digits = own.bytes().any(|b| b.is_ascii_digit());
    let is_scaled = own.ends_with(|c: char| c.is_ascii_alphabetic()) && !own.contains(' ');
    has_digits && (own.contains(['.', ',']) || is_scaled)
}

/// Whether a number beside money is money, too, without its sign: `45 euros a day or 390 a week`, `frame 129, lenses 189`.
fn goes_on_in_money(text: &str, tokens: &[Token], quantity: &Quantity) -> bool {
    let before = |back: usize| (quantity.first as usize).checked_sub(back).and_then(|at| tokens.get(at));
    let joins = |t: &Token| t.lex == Lex::And || t.is_one_of(text, &["or"]);
    let parts = |t: &Token| matches!(t.ch, b',' | b':' | b';' | b'(');
    let ends = tokens.get(quantity.last as usize).is_none_or(|t| t.kind != Kind::Word && t.kind != Kind::Number);
    let named = before(1).is_some_and(|t| t.kind == Kind::Word && t.lex != Lex::Label);
    let listed = named && ends && before(2).is_some_and(|t| joins(t) || parts(t));
    before(1).is_some_and(joins) || listed
}

/// Whether a number is written as prices are.
fn has_cents(text: &str, quantity: &Quantity) -> bool {
    let own = quantity.span.of(text).unwrap_or_default();
    quantity.kind == ClaimKind::Number && own.rsplit_once('.').is_some_and(|(_, cents)| cents.len() == 2)
}

fn mention(quantity: &Quantity, periods: Vec<Dated>) -> Mention {
    let bound = quantity.comparator.filter(|c| matches!(c, Comparator::MoreThan | Comparator::LessThan));
    Mention { unit: quantity.unit, periods, bound, ..Mention::new(quantity.kind, quantity.value, quantity.span) }
}

/// The first token of a sentence that begins a line; `None` where it stands behind another one in its line.
fn begun(tokens: &[Token], range: &core::ops::Range<usize>) -> Option<usize> {
    let is_break = |at: usize| tokens.get(at).is_some_and(|t| t.kind == Kind::Newline);
    let first = range.clone().find(|at| !is_break(*at))?;
    first.checked_sub(1).is_none_or(is_break).then_some(first)
}
