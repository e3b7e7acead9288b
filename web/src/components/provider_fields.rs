//! Whom to ask, and for which model. What is chosen in one view is chosen in all.

use groundcheck_types::{ProviderInfo, ProviderList};
use leptos::prelude::*;

use crate::model::format::fill;
use crate::state::{Verification, Words};

/// The provider and its model.
#[component]
pub fn ProviderFields(
    /// Whose fields they are: two views may show them.
    place: &'static str,
    /// Who can be asked.
    providers: ProviderList,
) -> impl IntoView {
    let words = expect_context::<Words>();
    let verification = expect_context::<Verification>();
    let list = StoredValue::new(providers);
    let choose = move |event| {
        let name = event_target_value(&event);
        list.with_value(|list| verification.choose(list.providers.iter().find(|p| p.name == name)));
    };
    let options = move || {
        let option = |provider: &ProviderInfo| {
            let (name, ready) = (provider.name.clone(), provider.ready);
            let w = words.verify();
            let label = match (ready, provider.here) {
                (_, Some(false)) => w.not_running,
                (false, _) => w.no_key,
                (true, Some(true)) => w.on_this_machine,
                (true, None) => "{name}",
            };
            let label = fill(label, &[("name", &name)]);
            let chosen = name.clone();
            view! {
                <option value=name selected=move || verification.provider.with(|p| *p == chosen) disabled=!ready>{label}</option>
            }
        };
        list.with_value(|list| list.providers.iter().map(option).collect_view())
    };
    let models = move || {
        let chosen = verification.provider.get();
        list.with_value(|list| {
            let models = list.providers.iter().find(|p| p.name == chosen).map(|p| p.models.clone());
            models.unwrap_or_default().into_iter().map(|model| view! { <option value=model></option> }).collect_view()
        })
    };
    let models_id = format!("{place}-models");
    view! {
        <label class="field">
            <span class="field-label">{move || words.verify().provider}</span>
            <select name=format!("{place}-provider") on:change=choose>{options}</select>
        </label>
        <label class="field">
            <span class="field-label">{move || words.verify().model}</span>
            <input
                type="text"
                name=format!("{place}-model")
                dir="ltr"
                autocomplete="off"
                spellcheck="false"
                list=models_id.clone()
                prop:value=move || verification.model.get()
                on:input=move |event| verification.model.set(event_target_value(&event))
            />
            <datalist id=models_id>{models}</datalist>
        </label>
    }
}
