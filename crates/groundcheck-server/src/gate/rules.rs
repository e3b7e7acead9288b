//! What the rules say that answers break, for whoever reads a SARIF file.

/// A rule in words: what it says, and what to do where it is broken.
pub(super) struct Rule {
    /// One sentence.
    pub summary: &'static str,
    /// What to do.
    pub help: &'static str,
}

/// Where nothing better is known.
const OTHER: Rule = Rule {
    summary: "groundcheck found a problem in an answer.",
    help: "Read the message, and compare the sentence with the evidence.",
};

const COMPARE: &str = "Compare the sentence with the passage of the evidence. If the evidence is right, correct the answer; \
    `groundcheck check --corrected` offers a replacement where one is certain.";
const SUPPLY: &str = "Add the source that the statement rests on, or remove the statement. If it is a conclusion that the sources \
    allow, have the answer show how it follows.";
const LOOK: &str = "Look at the places that the message names. The evidence neither confirms nor contradicts the claim clearly enough.";
const CITE: &str = "Cite a source by an id or number that the request has, next to the sentence that it covers.";

/// Each rule by its code: reasons, verdicts, then types of findings fall back on a common text.
const RULES: &[(&str, &str, &str)] = &[
    ("differs_from_fact", "A known fact has another value.", COMPARE),
    ("differs_from_source", "A source has another value for the same thing.", COMPARE),
    ("opposite_direction", "The evidence says that it went the other way.", COMPARE),
    ("wrong_weekday", "The date is not on the day of the week that the answer names.", COMPARE),
    ("value_elsewhere", "A source has this value, but for something else.", COMPARE),
    ("other_unit", "The evidence has the same figure in another currency or unit.", COMPARE),
    ("misquotes_source", "The quotation or identifier is not what the source has.", COMPARE),
    (
        "ambiguous_facts",
        "Too many facts fit the claim to tell which one it means.",
        "Name the entity or the period in the request's scope.",
    ),
    ("not_in_evidence", "No source and no fact has this.", SUPPLY),
    ("unknown_name", "No source, question or earlier turn has this name.", SUPPLY),
    ("in_question", "Only the question has this; no source does.", SUPPLY),
    (
        "no_evidence",
        "There are no sources and no facts to check the answer against.",
        "Add sources or facts to the request.",
    ),
    ("cited_source_differs", "The cited source does not cover what the sentence says.", CITE),
    ("unknown_citation", "No source has the id or number that is cited.", CITE),
    ("wrong_check_digit", "The check digit does not fit, so no such identifier exists.", "Correct the identifier."),
    ("undecided", "The evidence does not decide the claim.", LOOK),
    ("value_only", "A source has this value in words that the claim does not share.", LOOK),
    (
        "nothing_to_check",
        "The answer has no claim that could be checked.",
        "Read the answer: groundcheck checked nothing in it.",
    ),
    (
        "check_disabled",
        "Claims of this kind are switched off by the policy.",
        "Switch the check on, or read the claim yourself.",
    ),
    ("too_many", "The answer has more claims than are checked.", "Split the answer."),
    (
        "not_verified",
        "The language model did not decide the sentence.",
        "Run the check again, or read the sentence yourself.",
    ),
];

/// The rule with this code.
pub(super) fn rule(code: &str) -> Rule {
    let known = RULES.iter().find(|(known, ..)| *known == code);
    known.map_or(OTHER, |(_, summary, help)| Rule { summary, help })
}

#[cfg(test)]
mod tests {
    use groundcheck_types::ReasonCode;

    use super::*;

    #[test]
    fn every_reason_against_a_claim_has_a_rule_of_its_own() {
        use ReasonCode as R;
        let against = [
            R::Undecided,
            R::ValueOnly,
            R::DiffersFromFact,
            R::DiffersFromSource,
            R::OppositeDirection,
            R::WrongWeekday,
            R::ValueElsewhere,
            R::OtherUnit,
            R::AmbiguousFacts,
            R::NotInEvidence,
            R::NoEvidence,
            R::CheckDisabled,
            R::TooMany,
            R::MisquotesSource,
            R::CitedSourceDiffers,
            R::UnknownCitation,
            R::UnknownName,
            R::WrongCheckDigit,
            R::InQuestion,
            R::NotVerified,
        ];
        for code in against {
            assert_ne!(rule(code.as_str()).summary, OTHER.summary, "{code:?}");
        }
        let mut codes: Vec<&str> = RULES.iter().map(|(code, ..)| *code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), RULES.len(), "each once");
        assert_eq!(rule("impossible_date").summary, OTHER.summary);
    }
}
