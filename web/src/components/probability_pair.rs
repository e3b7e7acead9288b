//! Posterior and prior on one axis from 0 to 1: a dot for a point, a bar for a range, a line from the one to the other.

use groundcheck_types::GroundedClaim;
use leptos::prelude::*;

use crate::model::format::fill;
use crate::model::verification::Extent;
use crate::state::Words;

/// Both probabilities of a claim, drawn and in words.
#[component]
pub fn ProbabilityPair(
    /// The claim; without its probabilities the axis is empty.
    claim: GroundedClaim,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let (prior, posterior) = (claim.prior, claim.posterior);
    let at = |percent: f64| format!("{percent:.1}%");
    let draw = |extent: Extent, class: &'static str| {
        if extent.is_point() {
            view! { <circle class=class cx=at(extent.middle()) cy="50%" r="5"/> }.into_any()
        } else {
            view! {
                <g class=class>
                    <line class="pair-range" x1=at(extent.from) x2=at(extent.to) y1="50%" y2="50%"/>
                    <line x1=at(extent.from) x2=at(extent.from) y1="25%" y2="75%"/>
                    <line x1=at(extent.to) x2=at(extent.to) y1="25%" y2="75%"/>
                </g>
            }
            .into_any()
        }
    };
    let (from, to) = (prior.as_ref().map(Extent::of), posterior.as_ref().map(Extent::of));
    // Between ranges a line would say more than is known.
    let path = from.zip(to).filter(|(from, to)| from.is_point() && to.is_point()).map(|(from, to)| {
        view! { <line class="pair-path" x1=at(from.middle()) x2=at(to.middle()) y1="50%" y2="50%"/> }
    });
    let said = move || {
        let w = words.verify();
        let values = [("prior", w.probability(prior.as_ref())), ("posterior", w.probability(posterior.as_ref()))];
        fill(w.pair, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
    };
    let shown = move || {
        let w = words.verify();
        let figure = |class: &'static str, text: String| view! { <span class=class>{text}</span> };
        view! {
            {figure("pair-figure is-prior", w.probability(prior.as_ref()))}
            <span class="pair-arrow">"→"</span>
            {figure("pair-figure is-posterior", w.probability(posterior.as_ref()))}
        }
    };
    view! {
        <div class="pair">
            <svg class="pair-axis" aria-hidden="true">
                <line class="pair-line" x1="0%" x2="100%" y1="50%" y2="50%"/>
                {[0.0, 50.0, 100.0].map(|tick| view! { <line class="pair-tick" x1=at(tick) x2=at(tick) y1="30%" y2="70%"/> })}
                {path}
                {from.map(|extent| draw(extent, "pair-prior"))}
                {to.map(|extent| draw(extent, "pair-posterior"))}
            </svg>
            <p class="pair-figures" aria-hidden="true">{shown}</p>
            <p class="unseen">{said}</p>
        </div>
    }
}
