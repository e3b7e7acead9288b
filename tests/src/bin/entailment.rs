//! The native side of `groundcheck/entailment`, for the tests of the npm package: `questions` takes a JSON list of a request's text and
//! a nonce from standard input, `grounding` one of a request's text and the answers' text. Writes what came of it, or `{"error": …}`.

use std::env;
use std::error::Error;
use std::io::{Write as _, read_to_string, stdin, stdout};

use groundcheck::entailment::{grounding, questions};
use groundcheck_types::{EntailmentAnswers, EntailmentRequest, InputError};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    let (request, other): (String, String) = serde_json::from_str(&read_to_string(stdin())?)?;
    let result = match env::args().nth(1).as_deref() {
        Some("questions") => asked(&request, &other),
        Some("grounding") => grounded(&request, &other),
        command => return Err(format!("expected questions or grounding, got {command:?}").into()),
    };
    let text = result.unwrap_or_else(|error| json!({ "error": error }).to_string());
    Ok(stdout().write_all(text.as_bytes())?)
}

fn asked(request: &str, nonce: &str) -> Result<String, InputError> {
    Ok(questions(&EntailmentRequest::from_json(request.as_bytes())?, nonce)?.to_json())
}

fn grounded(request: &str, answers: &str) -> Result<String, InputError> {
    let request = EntailmentRequest::from_json(request.as_bytes())?;
    Ok(grounding(&request, &EntailmentAnswers::from_json(answers.as_bytes())?)?.to_json())
}
