//! Every interface and rule of document 4, by name.

use groundcheck::types::{
    Action, AlternativeAction, AttributionState, ContradictionKind, EditKind, KnowledgeRequest, MonitorPolicy,
    MonitorPolicyOverrides, MonitorRequest, Number, Request, RequirementKind, Role, Source, SourceKind, Turn,
    WarningPattern,
};
use groundcheck::{Monitor, analyze, attributions, coherence, required_knowledge, risk};

fn source(text: &str, kind: Option<SourceKind>) -> Source {
    Source { id: "S0".into(), text: text.into(), title: None, url: None, kind }
}

fn knowledge(question: &str, text: &str) -> groundcheck::types::KnowledgeCheck {
    let sources = if text.is_empty() { Vec::new() } else { vec![source(text, None)] };
    required_knowledge(&KnowledgeRequest { question: question.into(), sources, ..Default::default() }).unwrap()
}

/// What is missing, as `kind: text`.
fn missing(question: &str, text: &str) -> Vec<(RequirementKind, String)> {
    let check = knowledge(question, text);
    check.missing.iter().map(|at| &check.required[*at as usize]).map(|r| (r.kind, r.text.clone())).collect()
}

#[test]
fn verify_knowledge_availability() {
    use RequirementKind as K;
    let text = "The NOI of Oak Plaza was $1.2M in Q3 2024. Occupancy was 95%.";
    for (question, expected) in [
        ("What was the NOI of Oak Plaza in Q3 2024?", vec![]),
        ("What was the net operating income of Oak Plaza?", vec![]),
        ("What was the NOI of Oak Plaza in Q4 2024?", vec![(K::Period, "Q4 2024")]),
        ("What was the NOI of Elm Court?", vec![(K::Entity, "Elm Court")]),
        ("What is the cap rate of Oak Plaza?", vec![(K::Metric, "cap rate")]),
        ("What is the DSCR ratio, and what ratio is it?", vec![(K::Metric, "DSCR"), (K::Value, "what ratio")]),
        ("מה הייתה התפוסה?", vec![]),
    ] {
        let expected: Vec<(K, String)> = expected.into_iter().map(|(k, t)| (k, t.to_owned())).collect();
        assert_eq!(missing(question, text), expected, "{question}");
    }
}

#[test]
fn implicit_requirements_are_the_kind_of_value_and_how_things_stand_now() {
    let undated = "The NOI of Oak Plaza was $1.2M.";
    assert_eq!(missing("What is the current NOI?", undated), [(RequirementKind::Recency, "current".to_owned())]);
    assert_eq!(
        missing("What percentage of the NOI is it?", undated),
        [(RequirementKind::Value, "What percentage".to_owned())]
    );
    assert!(missing("How much was the NOI?", undated).is_empty());
    let check = knowledge("What is the latest NOI?", "The NOI was $1.2M in Q3 2024.");
    assert!(check.verified && check.required.iter().any(|r| r.implicit && r.kind == RequirementKind::Recency));
}

#[test]
fn suggest_alternatives() {
    let check = knowledge("What was the NOI in 2023?", "The NOI was $1.2M in 2022.");
    let gap = &check.required[check.missing[0] as usize];
    let actions: Vec<AlternativeAction> = gap.alternatives.iter().map(|a| a.action).collect();
    use AlternativeAction as A;
    assert_eq!(actions, [A::AnswerForKnown, A::AddSource, A::AskUser, A::StateLimitation]);
    assert_eq!(gap.alternatives[0].text, "Answer for 2022 and say so.");
    assert_eq!(check.limitation.unwrap(), "I cannot answer this reliably: what was given does not cover “2023”.");
}

#[test]
fn the_nearest_period_is_suggested_and_no_day_in_place_of_a_year() {
    let first = |question: &str, text: &str| {
        let check = knowledge(question, text);
        let gap =
            check.missing.iter().map(|at| &check.required[*at as usize]).find(|r| r.kind == RequirementKind::Period);
        gap.unwrap().alternatives[0].text.clone()
    };
    let text = "The NOI was $1.2M in 2019, $1.4M in 2022 and $1.5M in 2026. The loan matures on December 1, 2028.";
    assert_eq!(first("What was the NOI in 2023?", text), "Answer for 2022 and say so.");
    assert_eq!(first("What was the NOI in 2024?", text), "Answer for 2026 and say so.", "of two the later");
    let matures = "The NOI was high. The loan matures on December 1, 2028.";
    assert_eq!(first("What was the NOI in 2025?", matures), "Add a document or a fact that covers “2025”.");
    assert_eq!(first("What was due on December 2, 2028?", matures), "Answer for 2028-12-01 and say so.");
}

#[test]
fn what_is_counted_is_named() {
    let check = knowledge("How many tenants does Oak Plaza have?", "Oak Plaza is a mall.");
    let gap = check.required.iter().find(|r| r.kind == RequirementKind::Value).unwrap();
    assert_eq!((gap.text.as_str(), gap.available), ("How many tenants", false));
}

#[test]
fn working_memory_is_checked_and_nothing_at_hand_is_never_verified() {
    let nothing = knowledge("What was the NOI?", "");
    assert!(!nothing.verified && nothing.limitation.unwrap().contains("no sources or facts"));
    let history = vec![Turn { role: Role::User, text: "Our NOI was $1.2M in 2023.".into() }];
    let request = KnowledgeRequest { question: "What was the NOI in 2023?".into(), history, ..Default::default() };
    let check = required_knowledge(&request).unwrap();
    assert!(check.verified);
    assert!(check.required.iter().all(|r| r.found_in == ["history"]), "{:?}", check.required);
    let error = required_knowledge(&KnowledgeRequest::default()).unwrap_err();
    assert_eq!(error.field.as_deref(), Some("question"));
}

fn attributed(answer: &str, sources: Vec<Source>) -> Vec<groundcheck::types::Attribution> {
    let request = Request { answer: answer.into(), sources, ..Request::default() };
    attributions(&analyze(&request).unwrap(), &request.sources, &MonitorPolicy::default())
}

#[test]
fn track_claim_and_verify_claim() {
    let found = attributed("The NOI was $1.2M [S0].", vec![source("The NOI was $1.2M.", None)]);
    assert_eq!((found[0].state, found[0].source.as_deref()), (AttributionState::Attributed, Some("S0")));
}

#[test]
fn unattributed_claim_is_refused() {
    let found = attributed("The parking income was $7,000.", vec![source("The NOI was $1.2M.", None)]);
    assert_eq!(
        (found[0].state.as_str(), found[0].confidence, found[0].flagged),
        ("unattributed_claim", Number(0.0), true)
    );
}

#[test]
fn unverifiable_source_is_refused() {
    let found = attributed("The parking income was $7,000 [S9].", vec![source("The NOI was $1.2M.", None)]);
    assert_eq!((found[0].state.as_str(), found[0].source.as_deref()), ("unverifiable_source", Some("S9")));
}

#[test]
fn score_confidence_has_the_five_base_scores() {
    for (kind, base) in [
        (Some(SourceKind::DirectObservation), 0.9),
        (Some(SourceKind::FileContent), 0.8),
        (Some(SourceKind::UserStatement), 0.7),
        (Some(SourceKind::Inference), 0.6),
        (Some(SourceKind::Unknown), 0.3),
        // A source whose kind nobody gave is a document at hand.
        (None, 0.8),
    ] {
        let found = attributed("The NOI was $1.2M.", vec![source("The NOI was $1.2M.", kind)]);
        assert_eq!(found[0].confidence, Number(base), "{kind:?}");
        assert_eq!(found[0].flagged, base < 0.5, "{kind:?}");
    }
}

#[test]
fn score_confidence_is_adjusted_by_quality() {
    let attributed = |answer: &str| {
        let sources = vec![source("The NOI was $1.2M.", None)];
        let request = Request { answer: answer.into(), sources, ..Request::default() };
        attributions(&analyze(&request).unwrap(), &request.sources, &MonitorPolicy::default())
    };
    assert_eq!(attributed("The NOI was $1.21M.")[0].confidence, Number(0.72));
    assert_eq!(attributed("The NOI was $1.9M.")[0].confidence, Number(0.0));
}

#[test]
fn hallucination_threshold_is_a_field_of_the_policy() {
    let request = Request {
        answer: "The NOI was $1.2M.".into(),
        sources: vec![source("The NOI was $1.2M.", Some(SourceKind::Inference))],
        ..Request::default()
    };
    let report = analyze(&request).unwrap();
    for (threshold, flagged) in [(0.5, false), (0.65, true)] {
        let policy = MonitorPolicy { flag_below_confidence: Number(threshold), ..MonitorPolicy::default() };
        assert_eq!(attributions(&report, &request.sources, &policy)[0].flagged, flagged);
    }
}

fn monitored(threshold: Option<f64>) -> Monitor {
    let monitor =
        threshold.map(|t| MonitorPolicyOverrides { interruption_threshold: Some(Number(t)), ..Default::default() });
    let sources = vec![source("The NOI was $1,200,000.", None)];
    let mut found = Monitor::new(MonitorRequest { sources, monitor, ..Default::default() }).unwrap();
    for token in "The NOI was $1.5M. That is what the report of the year before says of this building, as we know, and so on and so forth."
        .split_inclusive(' ')
    {
        found.push(token).unwrap();
    }
    found
}

#[test]
fn update_check_patterns_and_should_interrupt() {
    let monitor = monitored(None);
    let warning = &monitor.warnings()[0];
    assert_eq!((warning.pattern, warning.segment.as_str()), (WarningPattern::ContradictedValue, "$1.5M"));
    assert_eq!(warning.confidence, Number(0.8));
    assert!(monitor.should_interrupt());
}

#[test]
fn interruption_needs_more_than_the_threshold() {
    assert!(!monitored(Some(0.8)).should_interrupt());
    assert!(monitored(Some(0.79)).should_interrupt());
}

#[test]
fn validate_coherence_gives_claim_contradicted_fact_and_severity() {
    let before = Turn { role: Role::Assistant, text: "Occupancy was 95%.".into() };
    let check = coherence::check("Occupancy was 60%.", &[before], None);
    let found = &check.contradictions[0];
    assert!(!check.coherent);
    assert_eq!(
        (found.claim.text.as_str(), found.contradicts.text.as_str()),
        ("Occupancy was 60%.", "Occupancy was 95%.")
    );
    assert_eq!((found.kind, found.severity.as_str()), (ContradictionKind::Number, "high"));
}

#[test]
fn analysis_with_a_conversation_finds_its_contradictions_and_without_one_does_not() {
    let mut request = Request { answer: "Occupancy was 95%. Occupancy was 60%.".into(), ..Request::default() };
    let alone = analyze(&request).unwrap();
    assert!(alone.findings.is_empty() && alone.checks == ["numeric"]);
    request.history = vec![Turn { role: Role::Assistant, text: "Occupancy was 95%.".into() }];
    let report = analyze(&request).unwrap();
    assert_eq!(report.checks, ["numeric", "coherence"]);
    assert_eq!(report.findings[0].r#type, "contradicts_earlier_turn");
}

const ANSWER: &str = "The lobby is of marble. The NOI was $1.5M. The tower definitely has 61 floors.";

fn level(action: Action, answer: &str) -> groundcheck::types::SafeResponse {
    let sources = vec![source("The NOI was $1,200,000. The lobby is of marble.", None)];
    let request = Request { answer: answer.into(), sources, ..Request::default() };
    let report = analyze(&request).unwrap();
    risk::apply(action, answer, &report, &[], &MonitorPolicy::default(), &request.sources)
}

#[test]
fn low_risk_adds_confidence_markers_and_source_attribution() {
    assert_eq!(level(Action::Annotate, "The NOI was $1.2M.").text, "The NOI was $1.2M [S0; high confidence].");
    let out = level(Action::Annotate, ANSWER);
    assert_eq!(
        out.text,
        "The lobby is of marble. The NOI was $1.5M [S0 has $1,200,000]. The tower definitely has 61 [not in the sources; low confidence] floors."
    );
}

#[test]
fn medium_risk_rephrases_with_the_right_epistemic_words() {
    let out = level(Action::Rephrase, ANSWER);
    assert_eq!(
        out.text,
        "The lobby is of marble. To the best of my knowledge, the NOI was $1.5M. The tower possibly has 61 floors."
    );
    assert!(out.edits.iter().all(|edit| edit.kind == EditKind::Rephrased));
    let out = level(Action::Rephrase, "I know that the NOI was $1.5M.");
    assert_eq!(out.text, "I believe that the NOI was $1.5M.");
    let out = level(Action::Rephrase, "אין ספק שה-NOI היה $1.5M בשנה שעברה.");
    assert_eq!(out.text, "נראה שה-NOI היה $1.5M בשנה שעברה.");
}

#[test]
fn high_risk_interrupts_and_reformulates_with_explicit_uncertainty() {
    let out = level(Action::Interrupt, ANSWER);
    assert_eq!(
        out.text,
        "The lobby is of marble.\n\nI have to stop here, because what follows is not supported. For “$1.5M”, S0 has $1,200,000. \
         Nothing that I was given says “61”. Anything beyond this is uncertain."
    );
}

#[test]
fn critical_risk_discards_with_a_transparent_limitation_statement() {
    let out = level(Action::Discard, ANSWER);
    assert!(
        out.text.starts_with("I cannot give a reliable answer to this. For “$1.5M”, S0 has $1,200,000."),
        "{}",
        out.text
    );
    assert!(!out.text.contains("marble"));
    let hebrew = level(Action::Discard, "התפוסה הייתה 95% בשנה שעברה.");
    assert!(hebrew.text.starts_with("אין באפשרותי לתת לכך תשובה מבוססת."), "{}", hebrew.text);
}

/// The document's implementation example: `generateResponse`, with a scripted model.
fn generate_response(question: &str, tokens: &[&str], source_text: &str, history: &[Turn]) -> String {
    let sources = vec![source(source_text, None)];
    let asked = KnowledgeRequest {
        question: question.into(),
        sources: sources.clone(),
        history: history.to_vec(),
        ..Default::default()
    };
    let knowledge = required_knowledge(&asked).unwrap();
    if !knowledge.verified {
        return knowledge.limitation.unwrap();
    }
    let request = MonitorRequest {
        question: Some(question.into()),
        sources: sources.clone(),
        history: history.to_vec(),
        ..Default::default()
    };
    let mut monitor = Monitor::new(request).unwrap();
    for token in tokens {
        if monitor.push(token).unwrap().should_interrupt {
            return monitor.interrupted().unwrap().text;
        }
    }
    let answer = monitor.text().to_owned();
    let finished = monitor.finish().unwrap();
    let coherent = coherence::check(&answer, history, None);
    assert_eq!(attributions(&finished.report, &sources, &MonitorPolicy::default()).len(), finished.report.claims.len());
    risk::add_disclaimers(&answer, &coherent.contradictions)
}

#[test]
fn the_implementation_example_runs_end_to_end() {
    let text = "The NOI of Oak Plaza was $1,200,000 in 2023. The parking of Oak Plaza is free.";
    let question = "What was the NOI of Oak Plaza in 2023?";
    let tokens = |answer: &'static str| answer.split_inclusive(' ').collect::<Vec<&str>>();

    let unknown = generate_response("What was the NOI of Elm Court in 2023?", &[], text, &[]);
    assert_eq!(unknown, "I cannot answer this reliably: what was given does not cover “Elm Court”.");

    let good = tokens("The NOI of Oak Plaza was $1.2M in 2023.");
    assert_eq!(generate_response(question, &good, text, &[]), "The NOI of Oak Plaza was $1.2M in 2023.");

    let bad = tokens(
        "The parking is free. The NOI of Oak Plaza was $1.9M in 2023. That is a very good result for a building of this age, \
         and it will certainly be much better next year, as all of us hope.",
    );
    let stopped = generate_response(question, &bad, text, &[]);
    assert!(stopped.starts_with("The parking is free.\n\nI have to stop here"), "{stopped}");
    assert!(stopped.contains("$1,200,000") && !stopped.contains("next year"), "{stopped}");

    let before = [Turn { role: Role::Assistant, text: "The parking of Oak Plaza is not free.".into() }];
    let noted = generate_response(
        question,
        &tokens("The NOI of Oak Plaza was $1.2M in 2023. The parking of Oak Plaza is free."),
        text,
        &before,
    );
    assert!(noted.ends_with("In turn 1: “The parking of Oak Plaza is not free.”"), "{noted}");
}
