//! Figures as people read them.

use groundcheck_types::{ClaimValue, FactValue, Number};

/// Replaces `{name}` by its value, for the texts of the catalogue.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

/// At most this many decimals, without trailing zeros.
pub fn decimals(number: f64, most: usize) -> String {
    let text = format!("{number:.most$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A number in groups of three: `1,452,400,000`, `1,496.5`.
pub fn grouped(number: f64) -> String {
    let text = decimals(number, 4);
    let (sign, digits) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("−", rest));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(w, f)| (w, Some(f)));
    let mut out = String::from(sign);
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// A count in groups of three: `100,000`. Both languages of the page group so.
pub fn whole(count: u64) -> String {
    grouped(count as f64)
}

/// A reliability: always two decimals.
pub fn score(reliability: f64) -> String {
    format!("{reliability:.2}")
}

/// A part of a whole in percent, one decimal at most. Some never reads as none, and not all never as all.
pub fn share(part: u64, of: u64) -> String {
    if of == 0 {
        return "–".to_owned();
    }
    let text = percent(part as f64 / of as f64 * 100.0);
    if part < of && text == "100" { "> 99.9".to_owned() } else { text }
}

/// A share with its sign, which stays on its side in either direction of reading.
pub fn share_text(part: u64, of: u64) -> String {
    format!("\u{2066}{} %\u{2069}", share(part, of))
}

/// A chance or a share of 0 to 1 in whole per cent. Some never reads as none, and not all never as all.
pub fn likely(share: f64) -> String {
    let share = share.clamp(0.0, 1.0);
    match decimals(share * 100.0, 0).as_str() {
        "0" if share > 0.0 => "< 1".to_owned(),
        "100" if share < 1.0 => "> 99".to_owned(),
        text => text.to_owned(),
    }
}

/// A value in base units, where it reads differently from the text that states it: a cell of a table in millions.
pub fn other_value(stated: &ClaimValue, text: &str) -> Option<String> {
    let shown = value(stated);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    (matches!(stated, ClaimValue::Number(_)) && digits(&shown) != digits(text)).then_some(shown)
}

/// A claim's value in base units; of a day without its year, `--03-05`, month and day alone.
pub fn value(value: &ClaimValue) -> String {
    match value {
        ClaimValue::Number(Number(number)) => grouped(*number),
        ClaimValue::Date(date) => date.strip_prefix("--").unwrap_or(date).to_owned(),
    }
}

/// A fact's value as given.
pub fn fact_value(value: &FactValue) -> String {
    match value {
        FactValue::Number(Number(number)) => grouped(*number),
        FactValue::Text(text) => text.clone(),
    }
}

/// A percentage of difference: one decimal, none from a hundred on. A difference never reads as none.
pub fn percent(number: f64) -> String {
    if number >= 100.0 {
        return grouped(number.round());
    }
    let text = decimals(number, 1);
    if number > 0.0 && text == "0" { "< 0.1".to_owned() } else { text }
}

/// A duration: `0.1`, `12`.
pub fn milliseconds(ms: f64) -> String {
    if ms < 10.0 { format!("{ms:.1}") } else { format!("{ms:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(grouped(1_452_400_000.0), "1,452,400,000");
        assert_eq!(grouped(-1_496.5), "−1,496.5");
        assert_eq!(grouped(999.0), "999");
        assert_eq!(grouped(0.5), "0.5");
        assert_eq!(decimals(-0.0001, 2), "0");
        assert_eq!(decimals(100.0, 0), "100");
        assert_eq!(percent(4.1667), "4.2");
        assert_eq!(percent(25.0), "25");
        assert_eq!(percent(1_234.5), "1,235");
        assert_eq!(percent(0.06), "0.1");
        assert_eq!(percent(0.04), "< 0.1");
        assert_eq!(percent(0.0), "0");
        assert_eq!(milliseconds(0.04), "0.0");
        assert_eq!(milliseconds(12.4), "12");
    }

    #[test]
    fn shares_are_never_rounded_to_none_or_all() {
        assert_eq!(share(2, 15), "13.3");
        assert_eq!(share(15, 15), "100");
        assert_eq!(share(0, 15), "0");
        assert_eq!(share(1, 100_000), "< 0.1");
        assert_eq!(share(99_999, 100_000), "> 99.9");
        assert_eq!(share(0, 0), "–");
        assert_eq!(whole(100_000), "100,000");
        assert_eq!(score(0.7), "0.70");
        let chances = [0.0, 0.004, 0.015, 0.92, 0.995, 1.0].map(likely);
        assert_eq!(chances, ["0", "< 1", "2", "92", "> 99", "100"]);
    }

    #[test]
    fn templates_take_named_values() {
        assert_eq!(fill("{n} of {m}", &[("n", "2"), ("m", "3")]), "2 of 3");
        assert_eq!(fill("{n}", &[("m", "3")]), "{n}");
    }
}
