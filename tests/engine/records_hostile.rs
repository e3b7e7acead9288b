//! Records that are made to hurt: account numbers everywhere, any bytes, any structure, a hundred thousand parts.

use groundcheck::records::{profile_names, shipped_profile, validate};
use groundcheck_tests::fuzz::{assert_holds_together, put};
use groundcheck_types::{
    ProfileChoice, RecordDocument, RecordPolicy, RecordReport, RecordRequest, RecordStatus, RecordValue,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const TEXT: &str = "Westpac statement of account, 1 March 2024 to 31 March 2024, closing balance $1,204.10";

/// Random account numbers, the same in each run: a coincidence with a count or a year must not come and go.
struct Accounts(u64);

impl Iterator for Accounts {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let mut dice = || {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 >> 33
        };
        let length = 8 + dice() % 13;
        Some((0..length).map(|_| char::from(b'0' + (dice() % 10) as u8)).collect())
    }
}

/// The number as people and programs write it.
fn ways(account: &str) -> Vec<Value> {
    let grouped = |mark: &str| {
        let groups: Vec<&str> = account.as_bytes().chunks(4).map(|group| std::str::from_utf8(group).unwrap()).collect();
        groups.join(mark)
    };
    let wide: String = account.chars().map(|c| char::from_u32(c as u32 + 0xfee0).unwrap()).collect();
    let lettered: String = account.chars().flat_map(|c| [c, 'a']).collect();
    let mut ways: Vec<Value> = [
        account.to_owned(),
        grouped(" "),
        grouped("-"),
        grouped("."),
        grouped("\u{200b}"),
        format!("***{account}***"),
        format!("GB29NWBK{account}"),
        format!("Bank of {account}"),
        format!("${account}.00"),
        format!("2035-01-31 {account}"),
        format!("{account}{account}{account}"),
        wide,
        lettered,
    ]
    .map(Value::from)
    .to_vec();
    ways.extend(account.parse::<u64>().map(Value::from));
    ways.push(json!(account.parse::<f64>().unwrap() / 100.0));
    ways.push(json!(-account.parse::<f64>().unwrap()));
    ways
}

/// The digits of a text, one behind the other; a blank where some are masked, and where so much stands between two of them that
/// nobody reads them as one number: a count or an index beside the last four is no fifth.
fn digits(text: &str) -> String {
    let mut digits = String::new();
    let mut between = 0;
    for c in
        text.chars().map(|c| if ('０'..='９').contains(&c) { char::from(b'0' + (c as u32 - 0xff10) as u8) } else { c })
    {
        if c.is_ascii_digit() {
            if between > 2 {
                digits.push(' ');
            }
            between = 0;
            digits.push(c);
        } else {
            between += if c == '•' { 3 } else { 1 };
        }
    }
    digits
}

/// Every text and number of a JSON value, and every name.
fn leaves(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            out.push(name.clone());
            leaves(value, out);
        }),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, out)),
        Value::String(text) => out.push(text.clone()),
        other => out.push(other.to_string()),
    }
}

fn assert_shows_no_account(output: &Value, account: &str, of: &dyn std::fmt::Debug) {
    let mut texts = Vec::new();
    leaves(output, &mut texts);
    for text in texts {
        let shown = digits(&text);
        for window in account.as_bytes().windows(5) {
            let window = std::str::from_utf8(window).unwrap();
            assert!(!shown.contains(window), "{text:?} shows {window} of {account}, given {of:?}");
        }
    }
}

/// What comes out for a request as JSON: a report or an error.
fn output(request: &Value) -> Value {
    match RecordRequest::from_json(request.to_string().as_bytes()).and_then(|request| validate(&request)) {
        Ok(report) => serde_json::to_value(report).unwrap(),
        Err(error) => serde_json::to_value(error).unwrap(),
    }
}

#[test]
fn no_more_than_four_digits_of_any_account_number_get_out() {
    let (mut checked, mut flagged) = (0, 0);
    for (at, account) in Accounts(0x9e37_79b9_7f4a_7c15).take(300).enumerate() {
        let names: Vec<&str> = profile_names().collect();
        let name = names[at % names.len()];
        let profile = shipped_profile(name).unwrap();
        let all = ways(&account);
        let way = &all[at / names.len() % all.len()];
        let request = |record: &Value| {
            json!({ "profile": name, "record": record, "as_of": "2024-12-01",
                    "document": { "text": format!("{TEXT} {account}"), "total_pages": 2 } })
        };
        let mut everywhere = json!({});
        let mut records = Vec::new();
        let pages = ["boundaries[].start_page", "boundaries[].end_page"];
        for place in profile.fields.iter().flat_map(|field| field.places()).chain(pages) {
            let mut record =
                json!({ "boundaries": [{ "start_page": 1, "end_page": 1 }, { "start_page": 2, "end_page": 2 }] });
            put(&mut record, place, way);
            put(&mut everywhere, place, way);
            records.push(record);
        }
        records.push(everywhere);
        // Names, shapes and places that no record has.
        records.extend([
            json!({ account.as_str(): 1 }),
            json!({ "metadata": { account.as_str(): { account.as_str(): way } } }),
            json!([way]),
            way.clone(),
            json!({ "boundaries": way }),
            json!({ "boundaries": [way] }),
            json!({ "lines": [way, { "amount": way }] }),
            json!({ "features": [way, [way]] }),
        ]);
        for record in &records {
            let output = output(&request(record));
            assert_shows_no_account(&output, &account, record);
            checked += 1;
            flagged += u32::from(output["alerts"].as_array().is_some_and(|alerts| !alerts.is_empty()));
        }
        // The same name twice, which no `Value` can hold.
        let twice = request(&json!("HERE"))
            .to_string()
            .replace("\"HERE\"", &format!("{{\"{account}\":1,\"{account}\":{way}}}"));
        let report = RecordRequest::from_json(twice.as_bytes()).and_then(|request| validate(&request)).unwrap();
        assert!(report.summary.rejection_recommended);
        assert_shows_no_account(&serde_json::to_value(&report).unwrap(), &account, &twice);
        // Where a caller may put it by mistake.
        for field in ["profile", "record", "document", "as_of", "institutions", "policy", account.as_str()] {
            let mut request = request(&json!({}));
            request[field] = way.clone();
            assert_shows_no_account(&output(&request), &account, &request);
        }
        for (outer, inner) in
            [("document", "total_pages"), ("document", "pages"), ("policy", "min_statement_year"), ("policy", "x")]
        {
            let mut request = request(&json!({}));
            request[outer][inner] = way.clone();
            assert_shows_no_account(&output(&request), &account, &request);
        }
    }
    assert!(checked > 20_000 && flagged > 5_000, "{flagged} of {checked} records have alerts");
}

#[test]
fn fingerprints_do_not_depend_on_the_account_number() {
    let of = |account: &str, at: usize| {
        let mut boundaries = vec![json!({ "start_page": 1, "end_page": 1 }), json!({ "start_page": 2, "end_page": 2 })];
        boundaries[at]["account_number"] = json!(account);
        let record = json!({ "boundaries": boundaries });
        let request = json!({ "profile": "bank_statement_boundaries", "record": record, "as_of": "2024-12-01",
                              "document": { "text": TEXT, "total_pages": 2 } });
        output(&request)["alerts"][0]["fingerprint"].clone()
    };
    assert_eq!(of("111111111", 0), of("0000000000", 1));
    assert_ne!(of("111111111", 0), of("***4567***", 0));
}

/// A statement of this many parts, each with the pages that `range` says.
fn parts(count: usize, pages: u32, range: impl Fn(usize) -> (usize, usize)) -> RecordReport {
    let part = |at: usize| {
        let (start, end) = range(at);
        let page = |page: usize| RecordValue::Integer(page as i128);
        RecordValue::Object(vec![("start_page".into(), page(start)), ("end_page".into(), page(end))])
    };
    let request = RecordRequest {
        profile: ProfileChoice::Named("bank_statement_boundaries".to_owned()),
        record: RecordValue::Object(vec![("boundaries".into(), RecordValue::List((0..count).map(part).collect()))]),
        document: RecordDocument { text: Some(TEXT.to_owned()), pages: None, total_pages: Some(pages) },
        schema: None,
        as_of: "2024-12-01".to_owned(),
        institutions: Vec::new(),
        policy: RecordPolicy::default(),
        provider: None,
        model: None,
    };
    let report = validate(&request).unwrap();
    assert_holds_together(&report);
    report
}

#[test]
fn a_hundred_thousand_parts_make_at_most_one_alert_each() {
    const COUNT: usize = 100_000;
    let clean = parts(COUNT, 100_000, |at| (COUNT - at, COUNT - at));
    assert_eq!(clean.summary.status, RecordStatus::Clean);
    let same = parts(COUNT, 100_000, |_| (1, 100_000));
    assert_eq!((same.summary.by_type.duplicate_boundaries, same.summary.total_alerts), (99_999, 99_999));
    // Each holds all that follow.
    let nested = parts(COUNT, 200_000, |at| (1 + at, 200_000 - at));
    assert_eq!(nested.summary.by_type.duplicate_boundaries, 99_999);
    let phantoms = parts(COUNT, 1, |at| (2 + at, 2 + at));
    assert_eq!((phantoms.summary.total_alerts, phantoms.alerts.len()), (100_001, 1_000));
}

/// Any JSON, made of pieces that the profiles react to.
fn values() -> impl Strategy<Value = RecordValue> {
    let text = prop::sample::select(vec![
        "",
        " ",
        "Westpac",
        "anz",
        "Bank of Atlantis",
        "Pentagon Federal Credit Union",
        "123456789",
        "***1234***",
        "GB29 NWBK 6016 1331 9268 19",
        "1 March 2024 to 31 March 2024",
        "2035",
        "31 Feb",
        "99/99/99",
        "1850-01-01",
        "$1,200.00",
        "-1",
        "1e400",
        "Visa",
        "checking",
        "credit card",
        "ב-1 במרץ 2024",
        "\u{202e}",
        "😀",
        "٤٤٤٤٤",
        "....",
        "account ending in ****",
        "N.A.",
        "&&&",
    ]);
    let leaf = prop_oneof![
        4 => text.prop_map(|text| RecordValue::Text(text.to_owned())),
        1 => any::<String>().prop_map(RecordValue::Text),
        2 => any::<i128>().prop_map(RecordValue::Integer),
        2 => (-3_i128..30).prop_map(RecordValue::Integer),
        1 => any::<f64>().prop_map(RecordValue::Number),
        1 => any::<bool>().prop_map(RecordValue::Bool),
        1 => Just(RecordValue::Null),
    ];
    let name = prop::sample::select(vec![
        "boundaries",
        "start_page",
        "end_page",
        "metadata",
        "bank_name",
        "account_number",
        "statement_period",
        "start_date",
        "end_date",
        "account_type",
        "features",
        "opening_balance",
        "total_credits",
        "total_debits",
        "closing_balance",
        "seller_name",
        "invoice_number",
        "invoice_date",
        "due_date",
        "lines",
        "amount",
        "quantity",
        "total",
        "tax",
        "currency",
        "x",
    ]);
    leaf.prop_recursive(4, 60, 8, move |inner| {
        prop_oneof![
            1 => prop::collection::vec(inner.clone(), 0..6).prop_map(RecordValue::List),
            3 => prop::collection::vec((name.clone().prop_map(str::to_owned), inner), 0..8).prop_map(RecordValue::Object),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn any_record_gets_a_report_that_holds_together(
        record in values(),
        profile in prop::sample::select(profile_names().collect::<Vec<_>>()),
        texts in prop::collection::vec(prop_oneof![Just(String::new()), Just(TEXT.to_owned()), any::<String>()], 1..5),
    ) {
        let request = RecordRequest {
            profile: ProfileChoice::Named(profile.to_owned()),
            record,
            document: RecordDocument { text: None, pages: Some(texts), total_pages: None },
            schema: None,
        as_of: "2024-12-01".to_owned(),
            institutions: vec!["Atlantis".to_owned()],
            policy: RecordPolicy::default(),
            provider: None,
            model: None,
        };
        let report = validate(&request).unwrap();
        assert_holds_together(&report);
        prop_assert_eq!(report.to_json(), validate(&request).unwrap().to_json());
        // No record passes that lacks what its profile requires.
        for (needed, of) in [("invoice_number", "invoice"), ("boundaries", "bank_statement_boundaries")] {
            let missing = request.record.get(needed).is_none_or(RecordValue::is_empty);
            prop_assert!(profile != of || !missing || report.summary.status == RecordStatus::Error);
        }
        if !matches!(request.record, RecordValue::Object(_)) {
            prop_assert_eq!(report.summary.status, RecordStatus::Error);
        }
    }

    #[test]
    fn any_bytes_are_refused_or_reported(bytes in prop::collection::vec(any::<u8>(), 0..200), at in 0..200_usize) {
        let _ = RecordRequest::from_json(&bytes);
        let whole = json!({ "profile": "invoice", "record": { "total": 1 }, "document": { "text": TEXT }, "as_of": "2024-12-01" });
        let mut spoilt = whole.to_string().into_bytes();
        for (offset, byte) in bytes.iter().take(8).enumerate() {
            let length = spoilt.len();
            spoilt[(at + offset * 17) % length] = *byte;
        }
        if let Ok(request) = RecordRequest::from_json(&spoilt)
            && let Ok(report) = validate(&request)
        {
            assert_holds_together(&report);
        }
    }
}

#[test]
fn what_is_nested_too_deep_is_no_record() {
    let mut record = RecordValue::Text("Westpac".to_owned());
    for _ in 0..200 {
        record = RecordValue::Object(vec![("metadata".to_owned(), record)]);
    }
    let request = RecordRequest {
        profile: ProfileChoice::Named("bank_statement".to_owned()),
        record,
        document: RecordDocument { text: Some(TEXT.to_owned()), pages: None, total_pages: None },
        schema: None,
        as_of: "2024-12-01".to_owned(),
        institutions: Vec::new(),
        policy: RecordPolicy::default(),
        provider: None,
        model: None,
    };
    assert_eq!(validate(&request).unwrap().summary.status, RecordStatus::Error);
}
