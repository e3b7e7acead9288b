use super::*;

/// `name|rank|confidence|sources` of each mention.
fn shown(reading: &Reading) -> Vec<String> {
    let confidence =
        |mention: &NewMention| mention.confidence.map_or("?".to_owned(), |confidence| confidence.to_string());
    let sources =
        |mention: &NewMention| mention.sources.iter().map(|source| source.url.as_str()).collect::<Vec<_>>().join(" ");
    let line = |m: &NewMention| format!("{}|{}|{}|{}", m.brand_name, m.rank_position, confidence(m), sources(m));
    reading.mentions.iter().map(line).collect()
}

const TWO: &[&str] = &["A|1|0.9|https://a.example", "B|2|0.5|"];
const LIST: &str = r#"[{"name": "A", "rank": 1, "confidence": 0.9, "sources": ["https://a.example"]},
    {"name": "B", "rank": 2, "confidence": 0.5, "sources": []}]"#;

#[test]
fn the_same_two_mentions_in_every_wrapping() {
    let object = format!(r#"{{"mentions": {LIST}}}"#);
    for text in [
        object.clone(),
        LIST.to_owned(),
        format!("```json\n{object}\n```"),
        format!("```\n{LIST}\n```\n"),
        format!("Here you are [as asked]:\n\n```json\n{object}\n```\nI hope {{this}} helps [1]."),
        format!("Sure! {object} Let me know."),
        format!("```json\n{object}"),
        format!("<think>\nMaybe {{\"mentions\": [{{\"name\": \"Draft\"}}]}}?\n</think>\n\n{object}"),
        format!("First I think of [{{\"name\": \"Draft\"}}]. </think>{object}"),
        format!("<think></think><think>x</think>{object}"),
        format!(r#"{{"companies": {LIST}}}"#),
        format!(r#"{{"Brands": {LIST}, "count": 2}}"#),
        format!(r#"{{"query": "best?", "top_picks": {LIST}}}"#),
        format!(r#"{{"response": {{"results": {LIST}}}}}"#),
        format!(r#"{{"name": "Best AI companies", "companies": {LIST}}}"#),
        object.replace("}]}", "},],}"),
        object.replace("0.9", "90%").replace("0.5", "\"50%\""),
        object.replace("0.9", "90").replace("0.5", "50"),
        object.replace("\"name\"", "\"Brand Name\"").replace("\"rank\"", "\"position\""),
        object.replace("[\"https://a.example\"]", "{\"url\": \"https://a.example\"}").replace("[]}", "null}"),
        object.replace("\"rank\": 1,", "").replace("\"rank\": 2,", ""),
        r#"{"name": "A", "confidence": 0.9, "source": "https://a.example"}
{"name": "B", "confidence": 0.5}"#
            .to_owned(),
        format!("\u{feff}  {object}\u{0}"),
    ] {
        let reading = read(&text, false).unwrap_or_else(|e| panic!("{e}: {text}"));
        assert_eq!(shown(&reading), TWO, "{text}");
        assert!(!reading.is_partial, "{text}");
    }
}

#[test]
fn one_mention_alone_is_one_and_none_is_none() {
    let text =
        r#"{"name": "A", "why": "Leads.", "products": [{"name": "P"}], "sources": [{"name": "Forbes", "url": "u"}]}"#;
    let reading = read(text, false).unwrap();
    assert_eq!(shown(&reading), ["A|1|?|u"]);
    assert_eq!(reading.mentions[0].explanation.as_deref(), Some("Leads."));
    let none = read(r#"I know of none. {"mentions": []}"#, false).unwrap();
    assert!(none.mentions.is_empty() && !none.is_partial);
}

#[test]
fn what_is_not_there_is_not_made_up() {
    use Unreadable as U;
    for (text, is_cut, why) in [
        ("", false, U::Empty),
        (" \n", false, U::Empty),
        ("", true, U::CutOff),
        ("<think>So many [", false, U::CutOff),
        ("<think>x</think>", false, U::Empty),
        ("<think>x</think>", true, U::CutOff),
        ("1. OpenAI\n2. Anthropic", false, U::NoJson),
        ("I cannot answer that [1].", false, U::NoJson),
        ("The best is", true, U::CutOff),
        ("{name: A}", false, U::NoJson),
        (r#"{"mentions": [{"name": "the "best" one"}]}"#, false, U::NoJson),
        (r#"{"error": "no"}"#, false, U::OtherShape),
        (r#"{"mentions": ["A", "B"]}"#, false, U::OtherShape),
        (r#"["A", "B"]"#, false, U::NoJson),
        (r#"{"mentions": [{"why": "x"}, {"name": ""}, {"name": 7}]}"#, false, U::OtherShape),
        (r#"{"answer": "A", "sources": [{"name": "Forbes", "url": "u"}]}"#, false, U::OtherShape),
        (r#"{"pros": [{"name": "A"}], "cons": [{"name": "B"}]}"#, false, U::OtherShape),
        (r#"{"mentions": {"A": {"why": "x"}}}"#, false, U::OtherShape),
        (r#"{"mentions": [{"name": "A", "sources": [{"name": "Forbes", "url": "u"}, {"na"#, true, U::CutOff),
        (r#"{"name": "A", "why": "cut"#, true, U::CutOff),
        (r#"{"result": {"name": "A", "confidence": 0.5, "why": "cut"#, true, U::CutOff),
        (r#"{"mentions": ["#, false, U::CutOff),
    ] {
        assert_eq!(read(text, is_cut), Err(why), "{text}");
    }
}

#[test]
fn a_cut_answer_gives_the_mentions_before_the_cut_at_every_place() {
    let whole = format!(r#"{{"mentions": {LIST}}}"#);
    let (first, second) = (whole.find("},").unwrap() + 1, whole.rfind('}').unwrap());
    for prefix in ["", "Here:\n```json\n", "<think>hm</think>"] {
        for cut in 1..whole.len() {
            let text = format!("{prefix}{}", &whole[..cut]);
            for is_cut in [true, false] {
                match read(&text, is_cut) {
                    Err(why) => assert!(cut < first && why == Unreadable::CutOff, "{why}: {text}"),
                    Ok(reading) => {
                        let count = if cut < second - 1 { 1 } else { 2 };
                        assert_eq!(shown(&reading), TWO[..count], "{text}");
                        assert!(reading.is_partial && reading.notes.len() == 1, "{text}");
                    }
                }
            }
        }
    }
    // Cut off after all that matters.
    assert!(!read(&format!("{whole}\n\nI hope"), true).unwrap().is_partial);
    // One a line: nobody knows how many there were to be.
    assert!(read("{\"name\": \"A\"}\n{\"na", true).unwrap().is_partial);
}

#[test]
fn what_cannot_be_read_of_a_mention_is_left_out_and_noted() {
    let text = r#"{"mentions": [{"name": "A", "confidence": "high", "rank": "first"}, {"why": "nameless"}, "C",
        {"name": "D", "confidence": 150, "rank": 9}]}"#;
    let reading = read(text, false).unwrap();
    assert_eq!(shown(&reading), ["A|1|?|", "D|9|?|"]);
    assert!(reading.is_partial);
    assert_eq!(reading.notes.len(), 4, "{:?}", reading.notes);
}

#[test]
fn hostile_answers_end_soon() {
    for text in [
        "[".repeat(1 << 20),
        "{\"a\":".repeat(1 << 18),
        "```".repeat(1 << 18),
        "[1,".repeat(1 << 18),
        "{".repeat(1 << 20),
    ] {
        assert!(read(&text, false).is_err());
    }
    let many = format!("[{}]", vec![r#"{"name": "A"}"#; MENTIONS_MAX + 1].join(","));
    let reading = read(&many, false).unwrap();
    assert_eq!((reading.mentions.len(), reading.is_partial), (MENTIONS_MAX, true));
}
