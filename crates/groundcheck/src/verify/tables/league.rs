//! The letters over the columns of a league's table: `P W D L GF GA GD Pts`.
//!
//! Source: reading labelled answers. Nobody who speaks of the table says the letters: `They've won 9, drawn 7 and lost 6`. They only mean
//! this where both what was won and what was lost has its column.

use super::super::words::Stem;
use crate::lexicon::stem;

/// What a league's columns are called, and the words they are told in.
const COLUMNS: &[(&[&str], &[&str])] = &[
    (&["p", "pl", "pld", "gp", "mp", "מש'"], &["played", "game", "match", "משחק", "משחקים"]),
    (&["w", "נצ'"], &["won", "win", "victory", "ניצחון", "ניצחונות"]),
    (&["d", "תיקו"], &["drawn", "draw", "drew", "תיקו"]),
    (&["t"], &["tied", "tie"]),
    (&["l", "הפ'"], &["loss", "defeat", "הפסד", "הפסדים"]),
    (&["f", "gf", "pf"], &["scored", "goal"]),
    (&["a", "ga", "pa"], &["conceded", "against", "goal"]),
    (&["gd", "+/-"], &["goal", "difference"]),
    (&["pts", "נק'"], &["point", "נקודה", "נקודות"]),
];
/// Won and lost: with these two among its headings a table is a league's.
const WON_AND_LOST: &[[&str; 2]] = &[["w", "l"], ["נצ'", "הפ'"]];

/// The words in which a league's table tells what stands under each of these headings; none for a heading of any other table.
pub(super) fn words<'h>(headings: impl Iterator<Item = &'h str> + Clone) -> Vec<Vec<Stem>> {
    let is = |heading: &str, name: &str| heading.trim().eq_ignore_ascii_case(name);
    let has = |name: &str| headings.clone().any(|heading| is(heading, name));
    if !WON_AND_LOST.iter().any(|[won, lost]| has(won) && has(lost)) {
        return Vec::new();
    }
    let told = |heading: &str| {
        let column = COLUMNS.iter().find(|(names, _)| names.iter().any(|name| is(heading, name)));
        column.map_or(&[][..], |(_, words)| words).iter().map(|word| stem(word)).collect()
    };
    headings.clone().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_tell_only_in_a_league() {
        let known = ["won", "loss", "point", "played"];
        let told = |headings: &[&str]| -> Vec<&str> {
            let all = words(headings.iter().copied());
            let one = |own: &Vec<Stem>| known.iter().copied().find(|word| own.contains(&stem(word))).unwrap_or("-");
            all.iter().map(one).collect()
        };
        assert_eq!(told(&["Club", "P", "W", "L", "Pts"]), ["-", "played", "won", "loss", "point"]);
        assert_eq!(told(&["Size", "W", "D", "H"]), Vec::<&str>::new());
        assert_eq!(told(&["Team", "w ", "l"]), ["-", "won", "loss"]);
    }
}
