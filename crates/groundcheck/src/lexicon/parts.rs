//! Roles that a word has by what is in it: `repayments` are paid, `thousands` may be a scale.

use super::roles::Roles;

/// Parts of words that say that money goes out, so that `(472.7)` is spoken of as a decrease of 472.7. `used in` and `used for`
/// say so too.
const OUTFLOWS: &[&str] = &[
    "loss",
    "lost",
    "decrease",
    "decline",
    "expense",
    "paid",
    "payment",
    "outflow",
    "repay",
    "provision",
    "charge",
    "deficit",
    "tax",
    "purchase",
    "allowance",
    "amorti",
    "depreciation",
    "expenditure",
    "dividend",
    "deduct",
    "less",
    "cost",
    "reduction",
    "write",
    "impairment",
    "repurchase",
    "liabilit",
    "הפסד",
    "גירעון",
    "ירידה",
    "הוצא",
    "תשלום",
    "מס",
];

/// Parts of words that may name a scale.
const SCALES: &[&str] = &["thousand", "million", "billion", "tausend", "mio", "mrd", "אלפי", "מיליוני", "מיליארדי"];

/// Parts of words for what nobody calls a loss; `income` is the name of many a negative row.
const PROFITS: &[&str] = &["profit", "surplus", "רווח", "עודף"];

/// Parts of words that name a change.
const CHANGES: &[&str] = &[
    "increase",
    "decrease",
    "change",
    "decline",
    "growth",
    "reduction",
    "grew",
    "rose",
    "fell",
    "drop",
    "גידול",
    "ירידה",
    "עלי",
    "שינוי",
];

/// Parts of words with the role that a word has by holding one of them.
const PARTS: [(Roles, &[&str]); 4] =
    [(Roles::OUTFLOW, OUTFLOWS), (Roles::SCALE, SCALES), (Roles::PROFIT, PROFITS), (Roles::CHANGE, CHANGES)];

/// A three-letter beginning of one of [`PARTS`] as a number: five bits of each byte.
const fn beginning(bytes: &[u8], at: usize) -> usize {
    ((bytes[at] & 31) as usize) << 10 | ((bytes[at + 1] & 31) as usize) << 5 | (bytes[at + 2] & 31) as usize
}

/// Those beginnings as bits: most words hold none of them.
static BEGINNINGS: [u32; 1024] = {
    let mut bits = [0; 1024];
    let mut list = 0;
    while list < PARTS.len() {
        let (_, parts) = PARTS[list];
        let mut at = 0;
        while at < parts.len() {
            let beginning = beginning(parts[at].as_bytes(), 0);
            bits[beginning / 32] |= 1 << (beginning % 32);
            at += 1;
        }
        list += 1;
    }
    bits
};

/// The roles that a word has by what is in it.
pub(super) fn roles_of(word: &str) -> Roles {
    let bytes = word.as_bytes();
    let mut found = Roles::SCALE.when(ends_with(bytes, b"mm") || ends_with(bytes, b"'m"));
    for at in 0..bytes.len().saturating_sub(2) {
        let here = beginning(bytes, at);
        if BEGINNINGS[here / 32] & (1 << (here % 32)) == 0 {
            continue;
        }
        let starts = |part: &&str| {
            let part = part.as_bytes();
            beginning(part, 0) == here
                && bytes.get(at..at + part.len()).is_some_and(|here| here.eq_ignore_ascii_case(part))
        };
        for (role, parts) in PARTS {
            found = found.and(role.when(!found.has(role) && parts.iter().any(starts)));
        }
    }
    found
}

fn ends_with(bytes: &[u8], ending: &[u8]) -> bool {
    bytes.len().checked_sub(ending.len()).is_some_and(|at| bytes[at..].eq_ignore_ascii_case(ending))
}
