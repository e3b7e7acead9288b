//! What of an answer was checked, sentence by sentence. A reader takes silence for approval, so what no check has decided is named, too.
//!
//! A sentence is checked where each of its claims is decided: found right or wrong. That an identifier, a link or a cited source is there
//! decides nothing of what the sentence says of it. What a sentence says beside its claims only a language model can check; its statement is a claim then.

use groundcheck_types::{
    Claim, ClaimKind, Coverage, Extent, NotChecked, Number, ReasonCode, SentenceCoverage, Span, Status, Utf16Span,
};

/// The coverage of an answer with these sentences, claims and numbers that state no value, all in its order.
pub(crate) fn coverage(
    sentences: impl Iterator<Item = (Span, Utf16Span)>,
    claims: &[Claim],
    not_checked: &[NotChecked],
) -> Coverage {
    let (mut claims, mut numbers) = (claims.iter().peekable(), not_checked.iter().peekable());
    let mut coverage = Coverage::default();
    let (mut length, mut covered) = (0.0, 0.0);
    for (span, utf16) in sentences {
        let mut by: Vec<ClaimKind> = Vec::new();
        let (mut decided, mut open, mut marks) = (0_u32, 0_u32, 0_u32);
        let mut is_stated = false;
        while let Some(claim) = claims.next_if(|claim| claim.span.start < span.end) {
            match stand(claim) {
                Stand::Decided => {
                    decided += 1;
                    is_stated |= claim.kind == ClaimKind::Statement;
                    // What is said of a reference that is right is not checked by that.
                    open += u32::from(claim.status == Status::Supported && is_reference(claim.kind));
                    if !by.contains(&claim.kind) {
                        by.push(claim.kind);
                    }
                }
                Stand::Open if claim.kind == ClaimKind::Citation => marks += 1,
                Stand::Open => open += 1,
                Stand::Nothing => {}
            }
        }
        while numbers.next_if(|number| number.span.start < span.end).is_some() {
            open += 1;
        }
        // A verified sentence was verified with what it cites.
        open += if is_stated { 0 } else { marks };
        let (extent, count) = match (decided, open) {
            (0, _) => (Extent::NotChecked, &mut coverage.not_checked),
            (_, 0) => (Extent::Checked, &mut coverage.checked),
            _ => (Extent::Partly, &mut coverage.partly),
        };
        *count += 1;
        let own = f64::from(utf16.end.saturating_sub(utf16.start));
        length += own;
        covered += own * f64::from(decided) / f64::from((decided + open).max(1));
        coverage.sentences.push(SentenceCoverage { span, utf16, extent, by });
    }
    coverage.share = (length > 0.0).then(|| Number(libm::round(covered / length * 1e4) / 1e4));
    coverage
}

/// Whether a claim only names something: that a section, an address or a source is there says nothing of what is stated about it.
pub(crate) fn is_reference(kind: ClaimKind) -> bool {
    matches!(kind, ClaimKind::Identifier | ClaimKind::Link | ClaimKind::Citation)
}

/// How a claim counts.
enum Stand {
    Decided,
    Open,
    /// It says nothing that could be checked.
    Nothing,
}

fn stand(claim: &Claim) -> Stand {
    let is_nothing = |code| matches!(code, ReasonCode::OnlyRefers | ReasonCode::CitedSourceFits);
    match claim.status {
        Status::Unverifiable if claim.reasons.iter().any(|reason| is_nothing(reason.code)) => Stand::Nothing,
        Status::Unverifiable => Stand::Open,
        Status::Supported | Status::Contradicted | Status::Unsupported => Stand::Decided,
    }
}

#[cfg(test)]
mod tests {
    use groundcheck_types::{Coverage, Extent, Request, Source};

    fn of(answer: &str, text: &str) -> Coverage {
        let source = Source { id: "S0".to_owned(), text: text.to_owned(), title: None, url: None, kind: None };
        let request = Request { answer: answer.to_owned(), sources: vec![source], ..Request::default() };
        crate::analyze(&request).unwrap().coverage.unwrap()
    }

    #[test]
    fn each_sentence_says_how_far_it_was_checked() {
        let answer =
            "Rent is $2,350. The landlord is kind. It began in May 1871, room 12. He says \"no pets of any kind\".";
        let coverage = of(answer, "The rent is $2,350 a month. No pets of any kind. Nothing else.");
        let extents: Vec<Extent> = coverage.sentences.iter().map(|own| own.extent).collect();
        assert_eq!(extents[..2], [Extent::Checked, Extent::NotChecked]);
        assert_eq!(extents[3], Extent::Checked);
        assert_eq!(coverage.checked + coverage.partly + coverage.not_checked, 4);
        let share = coverage.share.unwrap().0;
        assert!(share > 0.3 && share < 0.8, "{share}");
        for own in &coverage.sentences {
            assert!(own.span.of(answer).is_some_and(|text| !text.starts_with(' ')));
        }
    }

    #[test]
    fn a_sentence_behind_a_link_is_one_of_its_own() {
        let answer = "See https://acme.example/pets. The landlord lives abroad.";
        let coverage = of(answer, "The lease is at https://acme.example/lease.");
        let extents: Vec<Extent> = coverage.sentences.iter().map(|own| own.extent).collect();
        assert_eq!(extents, [Extent::Checked, Extent::NotChecked]);
    }

    #[test]
    fn a_mark_that_fits_checks_nothing() {
        let coverage = of("The landlord pays the water [S0].", "The landlord pays the water and the gas.");
        assert_eq!(coverage.sentences[0].extent, Extent::NotChecked);
        assert_eq!(coverage.share.unwrap().0, 0.0);
    }
}
