//! Copies of labelled answers that are wrong in one way: of the wrong numbers of real answers few are labelled, and some ways to be wrong hardly
//! ever. Learnt from, never measured.

use groundcheck::claims::extract;
use groundcheck_types::{Facts, Request, Span};

use super::cases::{Case, Sort};

/// What of an answer was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// A number, to one that no source has.
    Nowhere,
    /// A number, to one that a source has near the right one.
    Beside,
    /// The sources: they are another answer's.
    Elsewhere,
    /// A name, to one that no source has.
    Renamed,
    /// Two numbers of a sentence, each to the other one.
    Swapped,
}

/// All copies of these answers, each of which stands among others of its sort.
#[must_use]
pub fn copies(cases: &[Case]) -> Vec<Case> {
    let whole: Vec<&Case> = cases.iter().filter(|case| !has_facts(case)).collect();
    let real: Vec<&Case> = whole.iter().copied().filter(|case| case.sort == Sort::Real).collect();
    // In others a copy looks wrong by other signs than their own wrong numbers do.
    let mut out: Vec<Case> = real.iter().flat_map(|case| corrupted(case)).collect();
    let others = real.iter().cycle().skip(STRIDE);
    out.extend(real.iter().zip(others).step_by(5).filter_map(|(case, other)| over_others(case, other)));
    let labelled = whole.iter().filter(|case| matches!(case.sort, Sort::Real | Sort::Everyday));
    out.extend(labelled.flat_map(|case| renamed(case).into_iter().chain(swapped(case))));
    out
}

/// Cases so far apart are about something else.
const STRIDE: usize = 41;

/// Copies of the answer with one right number changed: to one that no source has, and to one that a source has beside it.
fn corrupted(case: &Case) -> Vec<Case> {
    let answer = case.request.answer.as_str();
    let mixed = mixed(answer);
    let right: Vec<Span> = case.labels.iter().filter(|(_, right)| *right).map(|(span, _)| *span).collect();
    let chosen = |turn: usize| right.get((mixed / 7 + turn) % right.len().max(1)).copied();
    let nowhere =
        chosen(0).and_then(|span| Some((span, changed(span.of(answer)?, mixed, &case.request)?, Made::Nowhere)));
    let beside =
        chosen(1).and_then(|span| Some((span, neighbour(span.of(answer)?, mixed, &case.request)?, Made::Beside)));
    let change = |(span, new, made): (Span, String, Made)| {
        let start = span.start as usize;
        copy(case, &[(span, &new)], vec![(Span::new(start, start + new.len()), false)], made)
    };
    nowhere.into_iter().chain(beside).map(change).collect()
}

/// The number with other digits at its end, where no source has it.
fn changed(own: &str, mixed: usize, request: &Request) -> Option<String> {
    let digits: Vec<usize> = own.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    // A year keeps its century, and a number its size.
    let last = digits.get(digits.len().saturating_sub(2)..).filter(|last| !last.is_empty())?;
    let mut bytes = own.as_bytes().to_vec();
    for (turn, at) in last.iter().enumerate() {
        let digit = usize::from(bytes[*at] - b'0');
        let other = (digit + 2 + (mixed >> (4 * turn + 3)) % 6) % 10;
        let leads = digits.first() == Some(at);
        bytes[*at] = b'0' + u8::try_from(if leads && other == 0 { 5 } else { other }).ok()?;
    }
    let new = String::from_utf8(bytes).ok()?;
    (new != own && !prints(request, &new)).then_some(new)
}

/// A number of the same sort that stands near this one in a source.
fn neighbour(own: &str, mixed: usize, request: &Request) -> Option<String> {
    let source = request.sources.iter().find(|source| source.text.contains(own))?;
    let at = source.text.find(own)?;
    let all = extract(&source.text, request.locale.as_ref());
    let here = all.iter().find(|q| (q.span.start as usize) < at + own.len() && at < q.span.end as usize)?;
    let mut others: Vec<(usize, &str)> = all
        .iter()
        .filter(|q| q.kind == here.kind && q.value != here.value)
        .filter_map(|q| Some(((q.span.start as usize).abs_diff(at), q.span.of(&source.text)?)))
        .filter(|(_, text)| shape(text) == shape(own) && !request.answer.contains(text))
        .collect();
    others.sort_unstable();
    others.truncate(6);
    others.get(mixed % others.len().max(1)).map(|(_, text)| (*text).to_owned())
}

/// The answer over another one's sources, which know nothing of it: its numbers are right no more, unless they stand there by chance.
fn over_others(case: &Case, other: &Case) -> Option<Case> {
    if case.sort != other.sort || case.document == other.document || other.request.sources.is_empty() {
        return None;
    }
    let unknown =
        |span: &Span| span.of(&case.request.answer).is_some_and(|own| own.len() > 1 && !prints(&other.request, own));
    let labels = case.labels.iter().filter(|(span, _)| unknown(span)).take(2).map(|(span, _)| (*span, false)).collect();
    let request = Request { sources: other.request.sources.clone(), ..case.request.clone() };
    let over = copy(case, &[], labels, Made::Elsewhere);
    Some(Case { request, ..over })
}

/// Whether a source has this text.
fn prints(request: &Request, text: &str) -> bool {
    request.sources.iter().any(|source| source.text.contains(text))
}

/// A number without its digits: its sign, its unit, its words.
fn shape(number: &str) -> String {
    number.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, ',' | '.')).collect()
}

fn is_within(span: Span, sentence: Span) -> bool {
    sentence.start <= span.start && span.end <= sentence.end
}

/// A number that goes with the answer, the same each time.
fn mixed(answer: &str) -> usize {
    answer.bytes().fold(7_usize, |mixed, byte| mixed.wrapping_mul(31).wrapping_add(usize::from(byte)))
}

/// Where the sentences and lines of an answer stand.
fn sentences(answer: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut start = 0;
    let ends = answer.match_indices('\n').map(|(at, _)| at + 1);
    let mut ends: Vec<usize> = ends.chain(answer.match_indices(". ").map(|(at, _)| at + 2)).collect();
    ends.push(answer.len());
    ends.sort_unstable();
    for end in ends {
        if end > start {
            out.push(Span::new(start, end));
        }
        start = end;
    }
    out
}

/// Names that hardly a source has.
const NAMES: [&str; 8] =
    ["Brimfield", "Halvorsen", "Ostrava", "Kestrelle", "Tarnowski", "Quillmere", "Vandermolen", "Ashgrove"];

/// The answer with the only name of one sentence changed: what it says is of somebody whom the sources do not know.
fn renamed(case: &Case) -> Option<Case> {
    let answer = case.request.answer.as_str();
    let mixed = mixed(answer);
    let known = |word: &str| prints(&case.request, word);
    let new = (0..NAMES.len()).map(|turn| NAMES[(mixed / 11 + turn) % NAMES.len()]).find(|name| !known(name))?;
    let mut chosen: Vec<(Span, Span)> = Vec::new();
    for sentence in sentences(answer) {
        let text = sentence.of(answer)?;
        let mut names = words(text).filter(|(at, word)| {
            let begins = !text[..*at].contains(|c: char| c.is_alphanumeric());
            let capital = word.starts_with(|c: char| c.is_uppercase()) && word.chars().skip(1).all(char::is_lowercase);
            word.chars().count() >= 4 && capital && !begins && !is_time(word) && known(word)
        });
        let (first, second) = (names.next(), names.next());
        let holds = |(span, right): &(Span, bool)| *right && is_within(*span, sentence);
        if let (Some((at, word)), None) = (first, second)
            && case.labels.iter().any(holds)
        {
            let start = sentence.start as usize + at;
            chosen.push((sentence, Span::new(start, start + word.len())));
        }
    }
    let (sentence, name) = *chosen.get(mixed / 13 % chosen.len().max(1))?;
    let right = case.labels.iter().filter(|(_, right)| *right).map(|(span, _)| *span);
    let within = right.filter(|span| is_within(*span, sentence)).take(2);
    let moved =
        |at: u32| if at >= name.end { at as usize + new.len() - (name.end - name.start) as usize } else { at as usize };
    let labels = within.map(|span| (Span::new(moved(span.start), moved(span.end)), false)).collect();
    Some(copy(case, &[(name, new)], labels, Made::Renamed))
}

/// The answer with two numbers of one sentence in each other's place, of which a source has both.
fn swapped(case: &Case) -> Option<Case> {
    let answer = case.request.answer.as_str();
    let known = |word: &str| prints(&case.request, word);
    let right: Vec<Span> = case.labels.iter().filter(|(_, right)| *right).map(|(span, _)| *span).collect();
    let sentences = sentences(answer);
    let sentence = |span: &Span| sentences.partition_point(|own| own.end <= span.start);
    let swaps = |pair: &&[Span]| {
        let [first, second] = pair else { return false };
        let (Some(a), Some(b)) = (first.of(answer), second.of(answer)) else { return false };
        let between = answer.get(first.end as usize..second.start as usize).unwrap_or_default();
        // `Between 10 and 20` is no statement of either.
        let apart = between.chars().filter(|c| c.is_alphabetic()).count() >= 8;
        let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
        let years = [a, b].iter().all(|text| text.len() == 4 && digits(text) == 4);
        let like = a != b && shape(a) == shape(b) && digits(a).abs_diff(digits(b)) <= 1 && digits(a) > 0;
        like && !years && apart && sentence(first) == sentence(second) && known(a) && known(b)
    };
    let pairs: Vec<&[Span]> = right.windows(2).filter(swaps).collect();
    let [first, second] = **pairs.get(mixed(answer) / 17 % pairs.len().max(1))? else { return None };
    let (a, b) = (first.of(answer)?, second.of(answer)?);
    let longer = |at: u32| at as usize + b.len() - a.len();
    let labels = vec![
        (Span::new(first.start as usize, first.start as usize + b.len()), false),
        (Span::new(longer(second.start), longer(second.start) + a.len()), false),
    ];
    Some(copy(case, &[(first, b), (second, a)], labels, Made::Swapped))
}

/// The words of a text, each with where it begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let begin = text.as_ptr() as usize;
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(move |w| (w.as_ptr() as usize - begin, w))
}

/// Whether a word in capitals is a month or a day.
fn is_time(word: &str) -> bool {
    const TIMES: &str = "January February March April June July August September October November December Sept Monday Tuesday \
                         Wednesday Thursday Friday Saturday Sunday";
    TIMES.split(' ').any(|time| time == word)
}

/// The answer with other texts in these places.
fn copy(case: &Case, changes: &[(Span, &str)], labels: Vec<(Span, bool)>, made: Made) -> Case {
    let mut answer = case.request.answer.clone();
    for (span, new) in changes.iter().rev() {
        answer.replace_range(span.start as usize..span.end as usize, new);
    }
    Case {
        set: case.set.clone(),
        sort: case.sort,
        document: case.document.clone(),
        request: Request { answer, ..case.request.clone() },
        labels,
        right: None,
        made: Some(made),
    }
}

fn has_facts(case: &Case) -> bool {
    !matches!(&case.request.facts, Facts::Rows(rows) if rows.is_empty())
}
