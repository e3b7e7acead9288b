//! What tells which printed value a claim is about: words, time, unit and place of both, never the claimed value.

use groundcheck_types::ClaimKind;

use super::forest::MISSING;
use crate::claims::Period;
use crate::lexicon::Stem;
use crate::lexicon::cues::{Cues, is_total};
use crate::verify::candidate::look_up::LookUp;
use crate::verify::candidate::query::{Query, thousandths};
use crate::verify::parallel::Asked;
use crate::verify::prepare::{Mention, Place, Sources};
use crate::verify::readings::unit_differs;
use crate::verify::rivals::names_another;
use crate::verify::search::{as_long, counts_the_same, finest, fits_unit, in_period, overlap};

features! {
    FEATURES:
    NEAR_ALL, NEAR_OWN, FAR_ALL, QUESTION_ALL, LABEL_SAID, COLUMN_SAID, CLAUSE_SAID, BEFORE_NEAR,
    NAMES_SHARED, NAMES_OTHER, DESIGNATORS, TIME, IN_PERIOD, AS_LONG, UNIT, MEASURE, NOUN, COUNTS_SAME,
    FITS_UNIT, FIT, FIT_RANK, FIT_SHARE, KINDS, IN_TABLE, DIRECTION, CHANGE, FORMER, ORDER,
    AS_MANY, FOREIGN, SCALED, BOUND, POOL, NEAR_SHARE, ALL_SHARE, COMPARABLE, BY_HEADING, NEXT_SAME, BESIDE_SAME,
    BESIDE_ANY, TABULAR, RIVAL, LEAD, SAYS_EACH, SAYS_TOTAL, ROW_ROLE,
    OF_TOTAL, WRITTEN_AS, LABEL_IN_COLUMN, NEAR_IN_COLUMN, COLUMN_IN_ROW, TIME_IN_ROW, NEAR_IN_ROW, JOINT_PLACE,
    JOINT_COLUMN, JOINT_ORDER, JOINT_TAKEN, JOINT_BEFORE, ALONE_SCORE, JOINT_MOST, JOINT_NEXT,
}

/// How many of them a look-up has by itself; the rest is told by the sentence's other claims.
pub(crate) const ALONE: usize = JOINT_PLACE;

/// A look-up's features.
pub(crate) type Features = [i16; FEATURES];

/// Fills in the features that every look-up has by itself.
pub(crate) fn alone(look_ups: &mut [LookUp], query: &Query<'_, '_>, sources: &Sources, foreign: u64) {
    let fits = || look_ups.iter().filter(|l| l.comparable && !l.by_value).map(|l| l.fit);
    let best = fits().max().unwrap_or(0).max(1);
    let pool = i16::try_from(look_ups.iter().filter(|l| l.comparable).count()).unwrap_or(i16::MAX);
    let mut sorted: Vec<u32> = fits().collect();
    crate::sort::by_number(&mut sorted, |fit| u64::from(*fit));
    let rank = |fit: u32| sorted.len() - sorted.partition_point(|own| *own <= fit);
    let mut nearest = (1, 1);
    let tabular = sources.tabular();
    let asked = Asked::of(query.context, sources);
    let (says_each, says_total) = (query.spoken.names(Cues::EACH), query.spoken.names(Cues::TOTAL));
    for at in 0..look_ups.len() {
        let Some(look_up) = look_ups.get_mut(at) else { break };
        let Some(mention) = sources.mentions.get(look_up.mention as usize) else { continue };
        let Some(place) = sources.places.get(mention.place as usize) else { continue };
        let pair = Pair { query, mention, place, sources };
        let f = &mut look_up.features;
        pair.words(f);
        pair.time(f);
        pair.unit(f);
        pair.manner(f);
        f[FIT] = small(look_up.fit);
        f[FIT_RANK] = small(rank(look_up.fit)).min(40);
        f[FIT_SHARE] = small(look_up.fit * 1000 / best);
        f[FOREIGN] = i16::from(foreign.checked_shr(place.source).unwrap_or(0) & 1 == 1);
        f[POOL] = pool.min(64);
        f[COMPARABLE] = i16::from(look_up.comparable);
        f[BY_HEADING] = i16::from(look_up.span != mention.span);
        let [next, same, any, _] = query.beside.shared(&mention.beside);
        let prose = !place.is_row;
        f[NEXT_SAME] = if prose { i16::from(next) } else { -1 };
        f[BESIDE_SAME] = if prose { i16::from(same) } else { -1 };
        f[BESIDE_ANY] = if prose { i16::from(any) } else { -1 };
        f[TABULAR] = tabular;
        f[RIVAL] = i16::from(names_another(&asked, (&query.asked, query.context), mention, sources));
        f[LEAD] = query.lead as i16;
        (f[SAYS_EACH], f[SAYS_TOTAL]) = (says_each, says_total);
        f[ROW_ROLE] = i16::from(mention.role);
        f[OF_TOTAL] = pair.of_total();
        f[WRITTEN_AS] = i16::from(mention.like_amount) + 2 * i16::from(place.is_cell);
        f[LABEL_IN_COLUMN..ALONE].fill(MISSING);
        if look_up.comparable && !look_up.by_value {
            nearest = (nearest.0.max(f[NEAR_OWN]), nearest.1.max(f[NEAR_ALL]));
        }
    }
    for look_up in &mut *look_ups {
        let f = &mut look_up.features;
        (f[NEAR_SHARE], f[ALL_SHARE]) = (of_most(f[NEAR_OWN], nearest.0), of_most(f[NEAR_ALL], nearest.1));
        f[ALONE..].fill(MISSING);
    }
    contrast(look_ups, sources);
}

/// How each stands beside the best of its column, and of its row or sentence: what tells the neighbour's value from the claim's own.
fn contrast(look_ups: &mut [LookUp], sources: &Sources) {
    let key = |l: &LookUp, by_column: bool| {
        let mention = sources.mentions.get(l.mention as usize)?;
        if by_column { mention.column } else { Some(mention.place) }
    };
    for (by_column, pairs) in [
        (true, &[(LABEL_SAID, LABEL_IN_COLUMN), (FAR_ALL, NEAR_IN_COLUMN)][..]),
        (false, &[(COLUMN_SAID, COLUMN_IN_ROW), (TIME, TIME_IN_ROW), (NEAR_OWN, NEAR_IN_ROW)][..]),
    ] {
        let mut order: Vec<(u32, usize)> = look_ups
            .iter()
            .enumerate()
            .filter(|(_, l)| l.comparable)
            .filter_map(|(at, l)| Some((key(l, by_column)?, at)))
            .collect();
        crate::sort::by_number(&mut order, |(key, _)| u64::from(*key));
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            for (feature, into) in pairs {
                // The best of the others is the second where the own one is the best.
                let (mut best, mut second, mut holder) = (MISSING, MISSING, usize::MAX);
                for (_, at) in group {
                    let value = look_ups.get(*at).filter(|l| !l.by_value).map_or(MISSING, |l| l.features[*feature]);
                    if value > best {
                        (second, best, holder) = (best, value, *at);
                    } else {
                        second = second.max(value);
                    }
                }
                for (_, at) in group {
                    let other = if *at == holder { second } else { best };
                    if let Some(look_up) = look_ups.get_mut(*at) {
                        let own = look_up.features[*feature];
                        look_up.features[*into] = if other == MISSING { MISSING } else { own.saturating_sub(other) };
                    }
                }
            }
        }
    }
}

fn of_most(own: i16, most: i16) -> i16 {
    if own < 0 { own } else { small(i32::from(own) * 1000 / i32::from(most.max(1))) }
}

pub(crate) fn small<N: TryInto<i16>>(number: N) -> i16 {
    number.try_into().unwrap_or(i16::MAX)
}

/// A query and a value that it may be about.
struct Pair<'a, 'c, 's> {
    query: &'a Query<'c, 's>,
    mention: &'a Mention,
    place: &'a Place,
    sources: &'a Sources,
}

/// Which words a printed value has: of its place, of its heading, beside it.
pub(crate) struct Words<'s> {
    place: &'s Place,
    column: Option<&'s [Stem]>,
    close: Option<&'s [Stem]>,
}

impl<'s> Words<'s> {
    pub(crate) fn of(mention: u32, sources: &'s Sources) -> Option<Self> {
        let mention = sources.mentions.get(mention as usize)?;
        let column = mention.column.and_then(|c| sources.columns.get(c as usize)).map(|column| &column.labels[..]);
        Some(Words { place: sources.places.get(mention.place as usize)?, column, close: mention.near.as_deref() })
    }

    fn under(&self, stem: Stem) -> bool {
        self.column.is_some_and(|labels| labels.binary_search(&stem).is_ok())
    }

    /// Whether the word is the value's own, and not its whole sentence's.
    pub(crate) fn own(&self, stem: Stem) -> bool {
        match self.close {
            Some(near) => near.binary_search(&stem).is_ok(),
            None => self.place.labels.binary_search(&stem).is_ok() || self.under(stem),
        }
    }

    /// Those of its row's label, or of its sentence.
    pub(crate) fn labels(&self) -> impl Iterator<Item = Stem> + 's {
        self.place.labels.iter().copied()
    }

    pub(crate) fn anywhere(&self, stem: Stem) -> bool {
        self.place.says(stem) || self.under(stem) || self.close.is_some_and(|near| near.binary_search(&stem).is_ok())
    }
}

/// The share of these words that something says, in thousandths of their weight; −1 where no source has any of them.
fn said(words: &[(Stem, u32)], says: impl Fn(Stem) -> bool) -> i16 {
    let (mut own, mut all) = (0_u32, 0_u32);
    for (stem, weight) in words {
        all += weight;
        own += if *weight > 0 && says(*stem) { *weight } else { 0 };
    }
    (own * 1000).checked_div(all).map_or(-1, small)
}

impl Pair<'_, '_, '_> {
    /// The share of these stems that the query says, in thousandths of their weight; −1 where there are none.
    fn says(&self, stems: &[Stem]) -> i16 {
        let (mut own, mut all) = (0_u32, 0_u32);
        for stem in stems.iter().take(48) {
            let weight = self.sources.term(*stem).map_or(1, |term| term.weight);
            all += weight;
            own += if self.query.says(*stem) { weight } else { 0 };
        }
        (own * 1000).checked_div(all).map_or(-1, small)
    }

    fn words(&self, f: &mut Features) {
        let Pair { query, mention, place, sources } = self;
        let column = mention.column.and_then(|c| sources.columns.get(c as usize)).map(|column| &column.labels[..]);
        let words = Words { place, column, close: mention.near.as_deref() };
        let anywhere = |stem: Stem| words.anywhere(stem);
        f[NEAR_ALL] = said(&query.near, anywhere);
        f[NEAR_OWN] = said(&query.near, |stem| words.own(stem));
        f[FAR_ALL] = said(&query.far, anywhere);
        f[QUESTION_ALL] = said(&query.question, anywhere);
        f[LABEL_SAID] = self.says(&place.labels);
        f[COLUMN_SAID] = column.map_or(-1, |labels| self.says(labels));
        f[CLAUSE_SAID] = words.close.map_or(-1, |near| self.says(near));
        let before = mention.place.checked_sub(1).and_then(|at| sources.places.get(at as usize));
        let before = before.filter(|before| before.source == place.source && !before.is_row && !before.is_cell);
        f[BEFORE_NEAR] = before.map_or(-1, |before| said(&query.near, |stem| before.says(stem)));
        let shared = query.context.names.iter().filter(|name| anywhere(**name)).count();
        f[NAMES_SHARED] = if query.context.names.is_empty() { -1 } else { small(shared).min(4) };
        let other = !place.names.is_empty() && !place.names.iter().any(|name| query.says(*name));
        f[NAMES_OTHER] = i16::from(other) + 2 * i16::from(other && !query.context.names.is_empty());
        let designators = &query.context.designators;
        let told = designators.iter().filter(|stem| anywhere(**stem)).count();
        f[DESIGNATORS] = (told * 1000).checked_div(designators.len()).map_or(-1, small);
    }

    fn time(&self, f: &mut Features) {
        let Pair { query, mention, .. } = self;
        // A date's own period is what it says, and not what it asks.
        if query.kind() == ClaimKind::Date {
            (f[TIME], f[IN_PERIOD], f[AS_LONG]) = (2, 1, 1);
            return;
        }
        let asked = &query.context.periods;
        let finest: Vec<Period> = finest(mention).take(8).collect();
        let meets = |own: &Period| asked.iter().any(|p| overlap(*own, *p));
        f[TIME] = match (asked.is_empty(), finest.is_empty()) {
            (true, true) => 2,
            (true, false) => 1,
            (false, true) => 0,
            (false, false) if finest.iter().any(|own| asked.contains(own)) => 5,
            (false, false) if finest.iter().any(meets) => 4,
            // None of them.
            (false, false) => -1,
        };
        f[IN_PERIOD] = i16::from(in_period(query.context, mention));
        f[AS_LONG] = i16::from(as_long(query.context, mention));
    }

    fn unit(&self, f: &mut Features) {
        let Pair { query, mention, place, sources } = self;
        f[UNIT] = match (query.asked.unit, mention.unit) {
            _ if unit_differs(&query.asked, mention, sources) => -1,
            (Some(a), Some(b)) => {
                if a == b {
                    3
                } else {
                    0
                }
            }
            (None, None) => 2,
            _ => 1,
        };
        f[MEASURE] = match (query.context.measure, mention.measure) {
            (Some(a), Some(b)) if a == b => 4,
            (Some(a), Some(b)) => {
                if a.is_unlike(b) {
                    -1
                } else {
                    3
                }
            }
            (None, None) => 2,
            (None, Some(_)) => 1,
            (Some(_), None) => 0,
        };
        f[NOUN] = match (query.context.noun, mention.noun) {
            (Some(a), Some(b)) => {
                if a == b {
                    4
                } else {
                    -1
                }
            }
            (Some(a), None) => {
                if place.says(a) {
                    3
                } else {
                    0
                }
            }
            (None, None) => 2,
            (None, Some(_)) => 1,
        };
        f[COUNTS_SAME] = i16::from(counts_the_same(&query.asked, query.context, mention));
        f[FITS_UNIT] = i16::from(fits_unit(&query.asked, query.context, place, mention, sources));
        f[KINDS] = kind(query.kind()) * 6 + kind(mention.kind);
        f[SCALED] = i16::from(mention.scaled) + 2 * i16::from(!mention.also.is_empty());
    }

    /// Whether its row (1), its column (2) or both (3) are called the total.
    fn of_total(&self) -> i16 {
        let columns = self.mention.column.and_then(|c| self.sources.columns.get(c as usize));
        let total = |labels: &[Stem]| labels.iter().take(24).any(|label| is_total(*label));
        i16::from(self.place.is_row && total(&self.place.labels))
            + 2 * i16::from(columns.is_some_and(|c| total(&c.labels)))
    }

    fn manner(&self, f: &mut Features) {
        let Pair { query, mention, place, sources } = self;
        let (asked, own) = (query.context.stance, mention.stance);
        f[IN_TABLE] = i16::from(mention.column.is_some()) + i16::from(place.is_row);
        f[DIRECTION] = match (asked.up, own.up) {
            (Some(a), Some(b)) => {
                if a == b {
                    2
                } else {
                    -1
                }
            }
            (None, None) => 1,
            _ => 0,
        };
        f[CHANGE] = i16::from(asked.change || query.context.of_change) + 2 * i16::from(own.change);
        f[FORMER] = i16::from(asked.former || query.context.of_before) + 2 * i16::from(own.former);
        let like = |m: &&Mention| m.kind == mention.kind;
        let mentions = sources.mentions.get(place.mentions.start as usize..place.mentions.end as usize);
        let mentions = mentions.unwrap_or_default();
        let before = mentions.iter().filter(like).take_while(|m| m.span.start < mention.span.start).take(32).count();
        let all = mentions.iter().filter(like).take(32).count();
        let (own, count) = query.ordinal;
        f[ORDER] = (small(before) - small(own)).clamp(-6, 6);
        f[AS_MANY] = (small(all) - small(count)).clamp(-6, 6);
        f[BOUND] = i16::from(query.asked.comparator == mention.bound) + 2 * i16::from(mention.bound.is_some());
    }
}

fn kind(kind: ClaimKind) -> i16 {
    small(kind as u8)
}

/// How far the likeliest that agrees stands above the likeliest that does not, and above none, in thousandths of a logit.
pub(crate) fn held(look_ups: &[LookUp]) -> i32 {
    let best = |agrees: bool| {
        let own = look_ups.iter().filter(|l| l.comparable && l.agreement.holds() == agrees && (agrees || !l.by_value));
        own.map(|l| l.score).max()
    };
    best(true).map_or(NOT_HELD, |own| own - best(false).unwrap_or(NOT_HELD).max(0))
}

/// Nothing agrees.
pub(crate) const NOT_HELD: i32 = -12_000;

/// Fills in what the sentence's other claims point at: `shares` are theirs, by their scores alone.
pub(crate) fn joint(sentence: &mut [Vec<LookUp>], starts: &[u32], sources: &Sources, before: &[(u32, f64)]) {
    let place_of = |l: &LookUp| sources.mentions.get(l.mention as usize).map(|m| (m.place, m.column));
    // What each points at: place, column, where it stands, share.
    let pointers: Vec<Vec<Pointer>> = sentence
        .iter()
        .map(|look_ups| {
            let own = || look_ups.iter().filter(|l| l.comparable);
            let shares = super::shares(own().map(|l| l.score));
            let held: f64 = own().zip(&shares).filter(|(l, _)| l.agreement.holds()).map(|(_, share)| share).sum();
            let pointed = own().zip(shares).filter_map(|(l, share)| {
                let (place, column) = place_of(l)?;
                let sure = if l.agreement.holds() { share / held.max(LEAST_HELD) } else { 0.0 };
                Some(Pointer { place, column, at: l.span.start, share, sure })
            });
            pointed.filter(|pointer| pointer.share > 0.05 || pointer.sure > 0.05).collect()
        })
        .collect();
    for (own, look_ups) in sentence.iter_mut().enumerate() {
        for look_up in look_ups {
            let Some((place, column)) = place_of(look_up) else { continue };
            let (mut beside, mut under, mut order, mut taken) = (0.0, 0.0, 0.0, 0.0_f64);
            let (mut most, mut next) = (0.0_f64, 0.0);
            for (other, pointers) in pointers.iter().enumerate().filter(|(other, _)| *other != own) {
                let later = starts.get(other) > starts.get(own);
                for pointer in pointers {
                    let here = pointer.place == place && pointer.at == look_up.span.start;
                    if here {
                        taken = taken.max(pointer.sure.max(pointer.share / 2.0));
                    } else if pointer.place == place {
                        beside += pointer.sure;
                        most = most.max(pointer.sure);
                        let behind = pointer.at > look_up.span.start;
                        order += if behind == later { pointer.sure } else { -pointer.sure };
                    } else {
                        if column.is_some() && pointer.column == column {
                            under += pointer.sure;
                        }
                        if pointer.place.abs_diff(place) == 1 {
                            next += pointer.sure;
                        }
                    }
                }
            }
            let earlier: f64 = before.iter().filter(|(at, _)| *at == place).map(|(_, share)| share).sum();
            let score = look_up.score;
            let f = &mut look_up.features;
            f[JOINT_PLACE] = thousandths(beside);
            f[JOINT_COLUMN] = thousandths(under);
            f[JOINT_ORDER] = thousandths(order);
            f[JOINT_TAKEN] = thousandths(taken);
            f[JOINT_BEFORE] = thousandths(earlier);
            (f[JOINT_MOST], f[JOINT_NEXT]) = (thousandths(most), thousandths(next));
            f[ALONE_SCORE] = small(score.clamp(-30_000, 30_000));
        }
    }
}

/// What a claim points at.
struct Pointer {
    place: u32,
    column: Option<u32>,
    at: u32,
    /// By its words alone.
    share: f64,
    /// Where its own value stands.
    sure: f64,
}

/// Values that agree and have a smaller share together point at little.
const LEAST_HELD: f64 = 0.05;
