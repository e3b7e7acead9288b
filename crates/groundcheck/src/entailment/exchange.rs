//! Questions and answers as data, for a caller who asks a model by itself: reads and writes the contract, decides nothing of its own.

use groundcheck_types::{
    EntailmentAnswer, EntailmentAnswers, EntailmentQuestion, EntailmentQuestions, EntailmentRequest, ErrorCode,
    GroundedAnswer, InputError, QuestionKind, VerifierPolicy,
};

use super::check::{Asked, AskedClaim};
use super::plan::{Plan, Question};
use super::probability::{AnswerToken, TOP_LOGPROBS, TopToken, probability_of_votes, probability_of_yes};
use super::prompt::{ANSWER_TOKENS, NONCE_MAX_CHARS, NONCE_MIN_CHARS};

/// Digits of a question's number, which its code ends with: two questions about each of at most 1,000 claims. A code says nothing of
/// the question, so that both are asked alike.
const NUMBER_CHARS: usize = 4;
/// The longest nonce that leaves room for them, in characters.
const SEED_MAX_CHARS: usize = NONCE_MAX_CHARS - NUMBER_CHARS;

/// What to ask a model about an answer.
///
/// The nonce is from 16 to 60 ASCII letters and digits that nobody can foresee, new for each call: each question's delimiters carry it
/// with the question's number behind it.
///
/// ```
/// use groundcheck::entailment::{grounding, questions};
/// use groundcheck::types::{EntailmentAnswers, EntailmentRequest};
///
/// let json = br#"{"answer": "The rent was $1,200 a month [S0].", "sources": [{"id": "S0", "text": "Rent: $1,200 a month."}]}"#;
/// let request = EntailmentRequest::from_json(json).unwrap();
/// let asked = questions(&request, "4f2a90c1d7b35e68").unwrap();
/// assert_eq!((asked.claims[0].id.as_str(), asked.questions.len()), ("s1", 2));
/// // Nobody was asked: nothing is grounded.
/// let answer = grounding(&request, &EntailmentAnswers::default()).unwrap();
/// assert!(!answer.success && !answer.hallucination_check.overall_grounded);
/// ```
///
/// # Errors
/// What [`EntailmentRequest::validate`] refuses; `invalid_value` naming `nonce` where it is not such a one.
pub fn questions(request: &EntailmentRequest, nonce: &str) -> Result<EntailmentQuestions, InputError> {
    request.validate()?;
    let is_long_enough = (NONCE_MIN_CHARS..=SEED_MAX_CHARS).contains(&nonce.len());
    if !is_long_enough || !nonce.bytes().all(|b| b.is_ascii_alphanumeric()) {
        let message = format!("must be from {NONCE_MIN_CHARS} to {SEED_MAX_CHARS} ASCII letters and digits");
        return Err(InputError::field(ErrorCode::InvalidValue, "nonce", message));
    }
    let policy = request.policy()?;
    let plan = plan(request, &policy);
    let mut questions = Vec::new();
    for (place, claim) in plan.claims().iter().enumerate().filter(|(place, _)| plan.is_asked(*place)) {
        for (question, kind) in [(Question::Posterior, QuestionKind::Posterior), (Question::Prior, QuestionKind::Prior)]
        {
            let code = format!("{nonce}{:0NUMBER_CHARS$}", questions.len());
            let prompt = plan.prompt(place, question, &code)?.unwrap_or_default();
            questions.push(EntailmentQuestion {
                claim: claim.id.clone(),
                question: kind,
                system: prompt.system,
                user: prompt.user,
                max_tokens: ANSWER_TOKENS,
                top_logprobs: TOP_LOGPROBS,
            });
        }
    }
    Ok(EntailmentQuestions { claims: plan.planned(), questions, unchecked_claims: plan.unchecked() })
}

fn plan<'a>(request: &'a EntailmentRequest, policy: &'a VerifierPolicy) -> Plan<'a> {
    match &request.places {
        None => Plan::new(&request.answer, &request.sources, policy),
        Some(places) => Plan::at(&request.answer, &request.sources, policy, places),
    }
}

/// What follows from a model's answers. A question without one failed; what gives no probability is never a pass.
///
/// # Errors
/// What [`EntailmentRequest::validate`] and [`EntailmentAnswers::validate`] refuse; `invalid_value` naming `answers[…].claim` of a claim
/// that is not asked about, and `answers[…].question` of a question that was answered before.
pub fn grounding(request: &EntailmentRequest, answers: &EntailmentAnswers) -> Result<GroundedAnswer, InputError> {
    request.validate()?;
    answers.validate()?;
    let policy = request.policy()?;
    let plan = plan(request, &policy);
    let wrong = |at: usize, field: &str, message: &str| {
        Err(InputError::field(ErrorCode::InvalidValue, format!("answers[{at}].{field}"), message))
    };
    let mut asked: Vec<[Option<Asked>; 2]> = vec![[None, None]; plan.claims().len()];
    for (at, answer) in answers.answers.iter().enumerate() {
        let place = plan.claims().iter().position(|claim| claim.id == answer.claim);
        let Some([posterior, prior]) =
            place.filter(|place| plan.is_asked(*place)).and_then(|place| asked.get_mut(place))
        else {
            return wrong(at, "claim", "is no claim of this answer that is asked about");
        };
        let known = match answer.question {
            QuestionKind::Posterior => posterior,
            QuestionKind::Prior => prior,
        };
        if known.is_some() {
            return wrong(at, "question", "was answered before");
        }
        *known = Some(read(answer));
    }
    let asked: Vec<AskedClaim> = asked
        .into_iter()
        .map(|[posterior, prior]| AskedClaim {
            posterior: posterior.unwrap_or_default(),
            prior: prior.unwrap_or_default(),
        })
        .collect();
    Ok(plan.answer(plan.check(&asked, answers.method)))
}

/// What came of one question.
fn read(answer: &EntailmentAnswer) -> Asked {
    let probability = match (&answer.logprobs, answer.votes) {
        _ if answer.failed => return Asked::Failed,
        (Some(tokens), _) => {
            let top =
                |top: &groundcheck_types::TopLogprob| TopToken { token: top.token.clone(), logprob: top.logprob.0 };
            let token = |given: &groundcheck_types::AnswerLogprobs| {
                let top = given.top.iter().map(top).collect();
                AnswerToken::new(given.token.clone(), given.logprob.map(|logprob| logprob.0), top)
            };
            probability_of_yes(&tokens.iter().map(token).collect::<Vec<_>>())
        }
        (None, Some(votes)) => probability_of_votes(votes.yes, votes.votes),
        (None, None) => return Asked::Failed,
    };
    probability.map_or(Asked::NoLogprobs, Asked::Probability)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(answer: &str) -> EntailmentRequest {
        let json = format!(r#"{{"answer": "{answer}", "sources": [{{"id": "S0", "text": "Rent: $1,200 a month."}}]}}"#);
        EntailmentRequest::from_json(json.as_bytes()).unwrap()
    }

    fn answers(json: &str) -> EntailmentAnswers {
        EntailmentAnswers::from_json(format!(r#"{{"answers": [{json}]}}"#).as_bytes()).unwrap()
    }

    const YES: &str = r#"{"claim": "s1", "question": "posterior", "votes": {"yes": 8, "votes": 8}}"#;
    const NO: &str = r#"{"claim": "s1", "question": "prior", "votes": {"yes": 0, "votes": 8}}"#;

    #[test]
    fn only_what_was_answered_twice_is_grounded() {
        let request = request("The rent is $1,200 a month [S0].");
        let grounded = |json: &str| grounding(&request, &answers(json)).unwrap().hallucination_check.overall_grounded;
        assert!(grounded(&format!("{YES}, {NO}")) && grounded(&format!("{NO}, {YES}")));
        for json in ["", YES, NO, &format!(r#"{YES}, {{"claim": "s1", "question": "prior", "failed": true}}"#)] {
            assert!(!grounded(json), "{json}");
        }
    }

    #[test]
    fn what_was_not_asked_has_no_answer() {
        let field = |request: &EntailmentRequest, json: &str| {
            grounding(request, &answers(json)).map_err(|error| error.field.unwrap_or_default()).map(drop)
        };
        let rent = request("The rent is $1,200 a month [S0].");
        assert_eq!(field(&rent, &format!("{YES}, {YES}")), Err("answers[1].question".to_owned()));
        assert_eq!(field(&rent, &YES.replace("s1", "s2")), Err("answers[0].claim".to_owned()));
        let nothing = EntailmentRequest { sources: Vec::new(), ..rent };
        assert_eq!(field(&nothing, YES), Err("answers[0].claim".to_owned()));
        assert_eq!(questions(&nothing, "4f2a90c1d7b35e68").unwrap().questions, []);
    }

    #[test]
    fn each_question_has_a_code_of_its_own_that_fits() {
        let request = request(&"The rent is $1,200 a month [S0]. ".repeat(3));
        let seed = "a".repeat(SEED_MAX_CHARS);
        let asked = questions(&request, &seed).unwrap().questions;
        assert_eq!(asked.len(), 6);
        for question in &asked {
            let code = question.user.lines().next().unwrap_or_default();
            assert!(code.starts_with(&format!("CODE: {seed}000")), "{code}");
            assert_eq!(asked.iter().filter(|other| other.user.starts_with(&format!("{code}\n"))).count(), 1, "{code}");
        }
        for bad in ["4f2a90c1d7b35e6", "4f2a90c1d7b35e6-", &"a".repeat(SEED_MAX_CHARS + 1), ""] {
            assert_eq!(questions(&request, bad).unwrap_err().field.as_deref(), Some("nonce"), "{bad}");
        }
    }
}
