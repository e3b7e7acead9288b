//! Document 5's four cases, its layout and its Hebrew sample.

use serde_json::{Value, json};

use super::{logprobs, post, server, shown};
use crate::provider::{Fake, good};

#[test]
fn document_5_and_its_four_cases() {
    let contradicts = |claim: &str| claim.contains("80,000");
    let fake = Fake::new(move |body, _| {
        let (evidence, claim) = shown(body);
        let states = |text: &str| evidence.contains(text);
        good(&logprobs(match claim.as_str() {
            claim if contradicts(claim) && states("50,000") => 0.01,
            claim if contradicts(claim) => 0.3,
            claim if claim.contains("50,000") && states("50,000") => 0.98,
            claim if claim.contains("filed") && states("filed") => 0.97,
            _ => 0.03,
        }))
    });
    let server = server("openai", &fake, "price = { input = 0.15, output = 0.6 }");
    let supported = "The compensation was set at 50,000 shekels [S0].";
    let contradicted = "The compensation was set at 80,000 shekels [S0].";
    let confabulated = "The owner was pleased with the outcome [S1].";
    let mixed = format!("{supported} {contradicted} The appeal was filed in May 2023 [S1]. {confabulated}");
    let sources = json!([
        { "id": "S0", "text": "The appraiser set the compensation at 50,000 shekels." },
        { "id": "S1", "text": "The appeal was filed in May 2023." },
    ]);
    for method in ["evidence_use", "budget", "directional"] {
        for (answer, grounded) in [
            (supported, &[true][..]),
            (contradicted, &[false]),
            (confabulated, &[false]),
            (&mixed, &[true, false, true, false]),
        ] {
            let request = json!({ "answer": answer, "sources": sources, "provider": "house", "method": method });
            let found = post(&server, &request).json();
            let check = &found["hallucination_check"];
            let claims = check["claims"].as_array().unwrap();
            let found_grounded: Vec<bool> = claims.iter().map(|claim| claim["grounded"].as_bool().unwrap()).collect();
            assert_eq!(found_grounded, grounded, "{method}: {found}");
            let count = grounded.iter().filter(|grounded| **grounded).count();
            assert_eq!((&check["grounded_claims"], &check["total_claims"]), (&json!(count), &json!(grounded.len())));
            assert_eq!(check["overall_grounded"], grounded == [true], "{method}");
            assert_eq!(found["warning"].is_null(), grounded == [true]);
            if method == "directional" && answer == contradicted {
                assert_eq!(claims[0]["status"], "contradicted");
            }
        }
    }
    // The document's layout, its fields first and in its order; what it cost, 99 tokens at 0.15 and one at 0.60 dollars a million.
    let fresh = json!({ "answer": "The appeal was filed in May 2023, they say [S1].", "sources": sources, "provider": "house" });
    let text = post(&server, &fresh).body;
    let at = |field: &str| text.find(&format!("\"{field}\":")).unwrap_or_else(|| panic!("{field} in {text}"));
    for fields in [
        &["success", "response", "sources", "hallucination_check"][..],
        &["overall_grounded", "grounded_claims", "total_claims", "grounding_ratio", "claims"],
        &["citing", "p1", "p0", "confidence", "grounded", "warning"],
    ] {
        assert!(fields.windows(2).all(|pair| at(pair[0]) < at(pair[1])), "{fields:?} in {text}");
    }
    let found: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        found["verifier"]["usage"],
        json!({ "calls": 2, "known": 0, "prompt_tokens": 198, "completion_tokens": 2, "uncounted": 0, "cost_usd": 0.0000309 })
    );
}

#[test]
fn a_hebrew_answer_has_its_spans_and_its_warnings() {
    let fake = Fake::new(|body, _| {
        let (evidence, claim) = shown(body);
        good(&logprobs(if claim.contains("50,000") && evidence.contains("50,000") { 0.98 } else { 0.05 }))
    });
    let server = server("openai", &fake, "");
    let text = "השמאי קבע פיצוי של 50,000 ש\"ח [S0]. זה נפוץ במקרים דומים.";
    let request = json!({ "answer": text, "sources": [{ "id": "S0", "text": "לפי ההחלטה, השמאי קבע פיצוי בסך 50,000 ש\"ח." }], "provider": "house" });
    let found = post(&server, &request).json();
    let claims = &found["hallucination_check"]["claims"];
    let units: Vec<u16> = text.encode_utf16().collect();
    for (place, said) in [(0, "השמאי קבע פיצוי של 50,000 ש\"ח"), (1, "זה נפוץ במקרים דומים")]
    {
        let place = &claims[place]["utf16"];
        let (start, end) = (place["start"].as_u64().unwrap() as usize, place["end"].as_u64().unwrap() as usize);
        assert_eq!(String::from_utf16(&units[start..end]).unwrap(), said);
    }
    assert_eq!((&claims[0]["grounded"], &claims[0]["warning"]), (&json!(true), &json!(null)), "{found}");
    assert_eq!(claims[1]["warning"], "לא נמצא מקור מספק");
    assert_eq!(found["warning"], "שים לב: 1 טענות בתשובה לא נתמכות במלואן על ידי המקורות.");
}
