//! A measurement as text: document 2's report to the letter, and below it what the cases allow to say beyond it.

use std::fmt::Write;

use groundcheck_types::{Decisions, Measurement, Mistake, Number, Status, StatusCounts, WrongCase};

use super::one_line;

const BAR: &str = "============================================================";

/// The whole measurement. Ends in a newline.
#[must_use]
pub fn measurement(measurement: &Measurement) -> String {
    let mut out = accuracy_report(measurement);
    // Writing to a String cannot fail.
    let _ = notes(&mut out, measurement)
        .and_then(|()| tables(&mut out, measurement))
        .and_then(|()| wrong_cases(&mut out, measurement));
    out
}

/// Document 2, "Accuracy Measurement", in its layout.
fn accuracy_report(measurement: &Measurement) -> String {
    let Measurement { total_cases, confusion, metrics, claims, .. } = measurement;
    let meets_target = match claims.meets_target {
        Some(true) => "✅ YES",
        Some(false) => "❌ NO",
        None => "n/a",
    };
    format!(
        "{BAR}\nHallucination Detection Accuracy Report\n{BAR}\n\n\
         Total Test Cases: {total_cases}\n\n\
         Confusion Matrix:\n  \
           True Positives (TP):  {}\n  \
           False Positives (FP): {}\n  \
           False Negatives (FN): {}\n  \
           True Negatives (TN):  {}\n\n\
         Metrics:\n  \
           Accuracy:  {}\n  \
           Precision: {}\n  \
           Recall:    {}\n  \
           F1 Score:  {}\n\n\
         Claims:\n  \
           Total Claims:     {}\n  \
           Verified Claims:  {}\n  \
           Unverified Claims: {}\n  \
           Hallucination Rate: {}\n  \
           Target Rate:      {}\n  \
           Meets Target:     {meets_target}\n{BAR}\n",
        confusion.true_positives,
        confusion.false_positives,
        confusion.false_negatives,
        confusion.true_negatives,
        percent(metrics.accuracy),
        percent(metrics.precision),
        percent(metrics.recall),
        percent(metrics.f1),
        claims.total,
        claims.verified,
        claims.unverified,
        percent(claims.hallucination_rate),
        percent(Some(claims.target_rate)),
    )
}

fn percent(share: Option<Number>) -> String {
    share.map_or_else(|| "n/a".to_owned(), |share| format!("{:.2}%", share.0 * 100.0))
}

/// What the figures above leave out.
fn notes(out: &mut String, measurement: &Measurement) -> std::fmt::Result {
    if measurement.partial {
        writeln!(out, "\nPARTIAL: {} lines could not be measured", measurement.not_measured.len())?;
        for error in &measurement.not_measured {
            writeln!(out, "  {}", one_line(&error.to_string()))?;
        }
    }
    if measurement.claims.unverifiable > 0 {
        let count = measurement.claims.unverifiable;
        writeln!(out, "\n{count} claims could not be decided; they count towards the total, not towards the rate.")?;
    }
    if measurement.unverified_cases > 0 {
        let count = measurement.unverified_cases;
        writeln!(out, "\n{count} answers could not be verified; they count as not flagged.")?;
    }
    Ok(())
}

/// How far statuses can be trusted, where claims are labelled.
fn decisions(out: &mut String, decisions: &Decisions) -> std::fmt::Result {
    if decisions.right + decisions.wrong == 0 {
        return Ok(());
    }
    let rows = [
        ("right flagged", decisions.right_flagged),
        ("wrong flagged", decisions.wrong_flagged),
        ("wrong called supported", decisions.wrong_supported),
        ("right confirmed", decisions.right_confirmed),
        ("left open", decisions.open),
        ("precision of flags", decisions.precision),
        ("right answers flagged", decisions.right_answers_flagged),
        ("calibration error", decisions.calibration_error),
    ];
    writeln!(out, "\nLabelled claims: {} right, {} wrong", decisions.right, decisions.wrong)?;
    rows.into_iter().try_for_each(|(name, share)| writeln!(out, "  {name:<23} {:>7}", percent(share)))
}

fn tables(out: &mut String, measurement: &Measurement) -> std::fmt::Result {
    decisions(out, &measurement.decisions)?;
    if !measurement.by_kind.is_empty() {
        writeln!(out, "\n{:<13} {} {:>9} {:>12}", "Claims found", status_head(), "labelled", "as labelled")?;
        for row in &measurement.by_kind {
            let counts = status_cells(row.found, false);
            writeln!(out, "{:<13} {counts} {:>9} {:>12}", row.kind.as_str(), row.labelled, row.as_labelled)?;
        }
    }
    if !measurement.by_expected.is_empty() {
        writeln!(out, "\n{:<13} {} {:>9}", "Labelled", status_head(), "not found")?;
        for row in &measurement.by_expected {
            writeln!(out, "{:<13} {}", row.expected.as_str(), status_cells(row.judged, true))?;
        }
    }
    if !measurement.by_tag.is_empty() {
        writeln!(out, "\n{:<24} {:>5} {:>5} {:>5} {:>5} {:>9}", "Tag", "TP", "FP", "FN", "TN", "accuracy")?;
        for row in &measurement.by_tag {
            let c = row.confusion;
            let [tp, fp, fn_, tn] = [c.true_positives, c.false_positives, c.false_negatives, c.true_negatives];
            let (tag, accuracy) = (one_line(&row.tag), percent(c.metrics().accuracy));
            writeln!(out, "{tag:<24} {tp:>5} {fp:>5} {fn_:>5} {tn:>5} {accuracy:>9}")?;
        }
    }
    Ok(())
}

fn status_head() -> String {
    format!("{:>9} {:>12} {:>11} {:>12}", "supported", "contradicted", "unsupported", "unverifiable")
}

fn status_cells(counts: StatusCounts, with_not_found: bool) -> String {
    let StatusCounts { supported, contradicted, unsupported, unverifiable, not_found } = counts;
    let mut cells = format!("{supported:>9} {contradicted:>12} {unsupported:>11} {unverifiable:>12}");
    if with_not_found {
        let _ = write!(cells, " {not_found:>9}");
    }
    cells
}

fn wrong_cases(out: &mut String, measurement: &Measurement) -> std::fmt::Result {
    let (all, shown) = (measurement.wrong_cases, measurement.wrong.len());
    if all == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "\nWrong cases: {all}{}",
        if shown < all as usize { format!(", {shown} shown") } else { String::new() }
    )?;
    measurement.wrong.iter().try_for_each(|case| wrong_case(out, case))
}

fn wrong_case(out: &mut String, case: &WrongCase) -> std::fmt::Result {
    let mistake = match case.mistake {
        Mistake::Missed => "missed",
        Mistake::FalseAlarm => "false alarm",
        Mistake::WrongClaim => "wrong claim",
    };
    let id = case.id.as_deref().map(|id| format!(" {}", one_line(id))).unwrap_or_default();
    writeln!(out, "  line {}{id}: {mistake}", case.line)?;
    for claim in &case.claims {
        let name = |status: Option<Status>, none: &'static str| status.map_or(none, Status::as_str);
        let (expected, found) = (name(claim.expected, "no label"), name(claim.found, "not found"));
        write!(out, "    {:?}: {found} ({expected})", one_line(&claim.text))?;
        match &claim.reason {
            Some(reason) => writeln!(out, ": {}", one_line(reason))?,
            None => out.push('\n'),
        }
    }
    Ok(())
}
