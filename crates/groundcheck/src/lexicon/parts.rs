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
const SCALES: &[&str] =
    &["thousand", "million", "billion", "lakh", "crore", "tausend", "mio", "mrd", "אלפי", "מיליוני", "מיליארדי"];

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

/// How many parts there are.
const COUNT: usize = {
    let (mut count, mut list) = (0, 0);
    while list < PARTS.len() {
        count += PARTS[list].1.len();
        list += 1;
    }
    count
};

/// Every part with its beginning and its role, sorted by the beginning.
static BY_BEGINNING: [(u16, Roles, &str); COUNT] = {
    let mut sorted = [(0, Roles::NONE, ""); COUNT];
    let (mut count, mut list) = (0, 0);
    while list < PARTS.len() {
        let (role, parts) = PARTS[list];
        let mut part = 0;
        while part < parts.len() {
            // Fifteen bits.
            let own = beginning(parts[part].as_bytes(), 0) as u16;
            let mut at = count;
            while at > 0 && sorted[at - 1].0 > own {
                sorted[at] = sorted[at - 1];
                at -= 1;
            }
            sorted[at] = (own, role, parts[part]);
            count += 1;
            part += 1;
        }
        list += 1;
    }
    sorted
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
        let from = BY_BEGINNING.partition_point(|(beginning, ..)| usize::from(*beginning) < here);
        for (_, role, part) in BY_BEGINNING[from..].iter().take_while(|(beginning, ..)| usize::from(*beginning) == here)
        {
            let holds = || {
                let here = bytes.get(at..at + part.len());
                here.is_some_and(|here| here.eq_ignore_ascii_case(part.as_bytes()))
            };
            found = found.and(role.when(!found.has(*role) && holds()));
        }
    }
    found
}

fn ends_with(bytes: &[u8], ending: &[u8]) -> bool {
    bytes.len().checked_sub(ending.len()).is_some_and(|at| bytes[at..].eq_ignore_ascii_case(ending))
}
