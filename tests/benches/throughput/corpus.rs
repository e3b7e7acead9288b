//! Financial prose made up on the spot, the same every time: about one word in twelve is or holds a number, as in
//! annual reports.

use std::fmt::Write as _;

/// Prose of at least this many bytes, less than one sentence more.
pub fn prose(bytes: usize) -> String {
    prose_from(1, bytes)
}

/// The same, starting elsewhere: another number gives other prose.
pub fn prose_from(start: u64, bytes: usize) -> String {
    let mut dice = Dice(start.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::with_capacity(bytes + 400);
    while text.len() < bytes {
        sentence(&mut dice, &mut text);
        text.push(if dice.below(6) == 0 { '\n' } else { ' ' });
    }
    text
}

/// Marsaglia's xorshift64: no crate, no seed from outside.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        let at = usize::try_from(self.below(from.len() as u64)).unwrap_or(0);
        from.get(at).copied().unwrap_or_default()
    }
}

const METRICS: &[&str] = &[
    "net operating income",
    "revenue",
    "operating expenses",
    "occupancy",
    "the loan balance",
    "interest expense",
    "capital expenditure",
    "gross margin",
    "headcount",
    "free cash flow",
    "the average rent",
    "debt service coverage",
];
const PLACES: &[&str] = &[
    "the northern region",
    "Harbour Point",
    "the industrial portfolio",
    "our Haifa office",
    "the retail segment",
    "Mill Lane 12",
    "the group",
    "continuing operations",
];
const VERBS: &[&str] = &["rose to", "fell to", "came to", "was", "stood at", "reached", "declined to"];
const MONTHS: &[&str] = &["January", "March", "June", "August", "October", "December"];
/// Sentences without a claim: most of any report.
const PLAIN: &[&str] = &[
    "Management attributes the change to a milder winter and to contracts that were renewed earlier than planned.",
    "The board reviewed the assumptions behind the valuation and saw no reason to depart from them.",
    "Tenants in the building include a grocer, a dental practice and a publisher of school books.",
    "As discussed above, the comparison with the prior year is affected by the sale of the shipping business.",
    "We do not expect the new standard to have a material effect on how leases are shown in the accounts.",
    "The auditors were given full access to the records and raised no matter that needed to be disclosed.",
    "Supply remained tight, and several competitors postponed projects which had been announced with some noise.",
    "ההנהלה מייחסת את השינוי לחוזים שחודשו מוקדם מן הצפוי ולביקוש היציב באזור המרכז.",
    "Should conditions worsen, the company can defer maintenance, draw on its credit line, or sell land it holds.",
];

fn sentence(dice: &mut Dice, out: &mut String) {
    if dice.below(7) < 2 {
        out.push_str(dice.pick(PLAIN));
        return;
    }
    if dice.below(12) == 0 {
        let (value, change) = (dice.below(900) + 100, dice.below(40) + 1);
        let _ = write!(
            out,
            "ההכנסות הסתכמו ב-{value},000 ₪ ברבעון השלישי של 2024, עלייה של {change}% לעומת התקופה המקבילה."
        );
        return;
    }
    let (metric, place, verb) = (dice.pick(METRICS), dice.pick(PLACES), dice.pick(VERBS));
    let _ = write!(out, "In {place}, {metric} {verb} ");
    value(dice, out);
    out.push_str(" in ");
    period(dice, out);
    match dice.below(4) {
        0 => {
            out.push_str(", against ");
            value(dice, out);
            out.push_str(" a year before, which the company explains by timing rather than by weaker demand.");
        }
        1 => out.push_str(", broadly in line with what had been guided in the spring."),
        _ => out.push_str(", and the trend has held since."),
    }
}

fn value(dice: &mut Dice, out: &mut String) {
    let (whole, part) = (dice.below(99) + 1, dice.below(100));
    let _ = match dice.below(10) {
        0 => write!(out, "${whole}.{part:02} million"),
        1 => write!(out, "${whole}.{}M", part / 10),
        2 => write!(out, "${whole},{:03},{:03}", part * 10, dice.below(1000)),
        3 => write!(out, "${whole}{:01}K", part / 10),
        4 => write!(out, "€{whole}.{} billion", part / 10),
        5 => write!(out, "{whole}.{}%", part / 10),
        6 => write!(out, "{whole} percent"),
        7 => write!(out, "{}.{part:02}x", whole % 5 + 1),
        8 => write!(out, "{whole} basis points"),
        _ => write!(out, "{whole},{:03} units", part * 10),
    };
}

fn period(dice: &mut Dice, out: &mut String) {
    let year = 2015 + dice.below(11);
    let _ = match dice.below(5) {
        0 => write!(out, "Q{} {year}", dice.below(4) + 1),
        1 => write!(out, "{} {year}", dice.pick(MONTHS)),
        2 => write!(out, "the year ended {} {}, {year}", dice.pick(MONTHS), dice.below(28) + 1),
        3 => write!(out, "FY{year}"),
        _ => write!(out, "{year}"),
    };
}
