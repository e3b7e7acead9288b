//! What tells which printed value a claim is about: words, time, unit and place of both, never the claimed value.

use groundcheck_types::ClaimKind;

use super::forest::MISSING;
use crate::claims::Period;
use crate::lexicon::Stem;
use crate::verify::bands;
use crate::verify::candidate::look_up::LookUp;
use crate::verify::candidate::query::{Query, thousandths};
use crate::verify::documents::unit_differs;
use crate::verify::prepare::{Mention, Place, Sources};
use crate::verify::search::{as_long, counts_the_same, finest, fits_unit, in_period, overlap};

/// The names of the features, in their order.
pub(crate) const NAMES: &[&str] = &[
    "near_all",
    "near_own",
    "far_all",
    "question_all",
    "label_said",
    "column_said",
    "clause_said",
    "group_said",
    "before_near",
    "names_shared",
    "names_other",
    "designators",
    "whose",
    "time",
    "in_period",
    "as_long",
    "unit",
    "measure",
    "noun",
    "counts_same",
    "fits_unit",
    "on_scale",
    "fit",
    "fit_rank",
    "fit_share",
    "kinds",
    "in_table",
    "direction",
    "change",
    "former",
    "denied",
    "order",
    "as_many",
    "foreign",
    "scaled",
    "bound",
    "pool",
    "near_share",
    "all_share",
    "comparable",
    "by_heading",
    "next_same",
    "beside_same",
    "beside_any",
    "tabular",
    "label_in_column",
    "near_in_column",
    "column_in_row",
    "time_in_row",
    "near_in_row",
    "joint_place",
    "joint_column",
    "joint_order",
    "joint_taken",
    "joint_before",
    "alone",
    "joint_most",
    "joint_next",
];
/// How many there are.
pub(crate) const FEATURES: usize = NAMES.len();
/// How many of them a look-up has by itself; the rest is told by the sentence's other claims.
pub(crate) const ALONE: usize = 50;

/// A look-up's features.
pub(crate) type Features = [i16; FEATURES];

/// The features that formulas over look-ups rest on, too.
pub(crate) const NEAR_ALL: usize = 0;
pub(crate) const NEAR_OWN: usize = 1;
pub(crate) const FAR_ALL: usize = 2;
pub(crate) const LABEL_SAID: usize = 4;
pub(crate) const COLUMN_SAID: usize = 5;
pub(crate) const NAMES_OTHER: usize = 10;
pub(crate) const TIME: usize = 13;
pub(crate) const IN_PERIOD: usize = 14;
pub(crate) const UNIT: usize = 16;
pub(crate) const MEASURE: usize = 17;
pub(crate) const NOUN: usize = 18;
pub(crate) const FIT_RANK: usize = 23;
pub(crate) const FIT_SHARE: usize = 24;
pub(crate) const KINDS: usize = 25;
pub(crate) const JOINT_PLACE: usize = 50;
pub(crate) const JOINT_COLUMN: usize = 51;
pub(crate) const JOINT_ORDER: usize = 52;
pub(crate) const JOINT_TAKEN: usize = 53;
pub(crate) const JOINT_BEFORE: usize = 54;
pub(crate) const ALONE_SCORE: usize = 55;

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
        f[22] = small(look_up.fit);
        f[FIT_RANK] = small(rank(look_up.fit)).min(40);
        f[FIT_SHARE] = small(look_up.fit * 1000 / best);
        f[33] = i16::from(foreign.checked_shr(place.source).unwrap_or(0) & 1 == 1);
        f[36] = pool.min(64);
        f[39] = i16::from(look_up.comparable);
        f[40] = i16::from(look_up.span != mention.span);
        let [next, same, any, _] = query.beside.shared(&mention.beside);
        let prose = !place.is_row;
        f[41] = if prose { i16::from(next) } else { -1 };
        f[42] = if prose { i16::from(same) } else { -1 };
        f[43] = if prose { i16::from(any) } else { -1 };
        f[44] = tabular;
        f[45..ALONE].fill(MISSING);
        if look_up.comparable && !look_up.by_value {
            nearest = (nearest.0.max(f[NEAR_OWN]), nearest.1.max(f[NEAR_ALL]));
        }
    }
    for look_up in &mut *look_ups {
        let f = &mut look_up.features;
        (f[37], f[38]) = (of_most(f[NEAR_OWN], nearest.0), of_most(f[NEAR_ALL], nearest.1));
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
    for (by_column, pairs) in
        [(true, &[(LABEL_SAID, 45), (FAR_ALL, 46)][..]), (false, &[(COLUMN_SAID, 47), (TIME, 48), (NEAR_OWN, 49)][..])]
    {
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
        let column = mention.column.and_then(|c| sources.columns.get(c as usize));
        let has = |stems: &[Stem], stem: Stem| stems.binary_search(&stem).is_ok();
        let under = |stem: Stem| column.is_some_and(|column| has(&column.labels, stem));
        let close = mention.near.as_deref();
        let beside = |stem: Stem| close.is_some_and(|near| has(near, stem));
        let own = |stem: Stem| match close {
            Some(near) => has(near, stem),
            None => has(&place.labels, stem) || under(stem),
        };
        let anywhere = |stem: Stem| place.says(stem) || under(stem) || beside(stem);
        f[NEAR_ALL] = said(&query.near, anywhere);
        f[NEAR_OWN] = said(&query.near, own);
        f[FAR_ALL] = said(&query.far, anywhere);
        f[3] = said(&query.question, anywhere);
        f[LABEL_SAID] = self.says(&place.labels);
        f[COLUMN_SAID] = column.map_or(-1, |column| self.says(&column.labels));
        f[6] = close.map_or(-1, |near| self.says(near));
        f[7] = self.says(&place.group);
        let before = mention.place.checked_sub(1).and_then(|at| sources.places.get(at as usize));
        let before = before.filter(|before| before.source == place.source && !before.is_row);
        f[8] = before.map_or(-1, |before| said(&query.near, |stem| before.says(stem)));
        let shared = query.context.names.iter().filter(|name| anywhere(**name)).count();
        f[9] = if query.context.names.is_empty() { -1 } else { small(shared).min(4) };
        let other = !place.names.is_empty() && !place.names.iter().any(|name| query.says(*name));
        f[NAMES_OTHER] = i16::from(other) + 2 * i16::from(other && !query.context.names.is_empty());
        let told = |stems: &[Stem]| {
            if stems.is_empty() {
                -1
            } else {
                small(stems.iter().filter(|stem| anywhere(**stem)).count() * 1000 / stems.len())
            }
        };
        (f[11], f[12]) = (told(&query.context.designators), told(&query.context.whose));
    }

    fn time(&self, f: &mut Features) {
        let Pair { query, mention, .. } = self;
        // A date's own period is what it says, and not what it asks.
        if query.kind() == ClaimKind::Date {
            (f[TIME], f[IN_PERIOD], f[15]) = (2, 1, 1);
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
        f[15] = i16::from(as_long(query.context, mention));
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
        f[19] = i16::from(counts_the_same(&query.asked, query.context, mention));
        f[20] = i16::from(fits_unit(&query.asked, query.context, place, mention, sources));
        f[21] = i16::from(bands::allows(query.context, place, mention, sources));
        f[KINDS] = kind(query.kind()) * 6 + kind(mention.kind);
        f[34] = i16::from(mention.scaled) + 2 * i16::from(!mention.also.is_empty());
    }

    fn manner(&self, f: &mut Features) {
        let Pair { query, mention, place, sources } = self;
        let (asked, own) = (query.context.stance, mention.stance);
        f[26] = i16::from(mention.column.is_some()) + i16::from(place.is_row);
        f[27] = match (asked.up, own.up) {
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
        f[28] = i16::from(asked.change || query.context.of_change) + 2 * i16::from(own.change);
        f[29] = i16::from(asked.former || query.context.of_before) + 2 * i16::from(own.former);
        f[30] = i16::from(asked.is_denied()) + 2 * i16::from(own.is_denied());
        let like = |m: &&Mention| m.kind == mention.kind;
        let mentions = sources.mentions.get(place.mentions.start as usize..place.mentions.end as usize);
        let mentions = mentions.unwrap_or_default();
        let before = mentions.iter().filter(like).take_while(|m| m.span.start < mention.span.start).take(32).count();
        let all = mentions.iter().filter(like).take(32).count();
        let (own, count) = query.ordinal;
        f[31] = (small(before) - small(own)).clamp(-6, 6);
        f[32] = (small(all) - small(count)).clamp(-6, 6);
        f[35] = i16::from(query.asked.comparator == mention.bound) + 2 * i16::from(mention.bound.is_some());
    }
}

fn kind(kind: ClaimKind) -> i16 {
    small(kind as u8)
}

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
            (f[56], f[57]) = (thousandths(most), thousandths(next));
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
