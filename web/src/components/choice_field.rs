//! A field that holds one of several names, or any.

use leptos::prelude::*;

use crate::model::hidden::visible;

/// One of several names, or any.
#[component]
pub fn ChoiceField(
    /// Its id.
    id: String,
    /// Its class.
    #[prop(into)]
    class: String,
    /// What it is called.
    #[prop(into)]
    label: Signal<&'static str>,
    /// What it is called that nothing is chosen.
    #[prop(into)]
    any: Signal<&'static str>,
    /// The name that is chosen.
    #[prop(into)]
    chosen: Signal<Option<String>>,
    /// The names, each with how it is shown.
    #[prop(into)]
    offered: Signal<Vec<(String, String)>>,
    /// Called with the name that is chosen from now on.
    #[prop(into)]
    change: Callback<Option<String>>,
) -> impl IntoView {
    let options = move || {
        let mut offered = offered.get();
        // What the address names is offered, whether it is known or not.
        let unknown = chosen.get().filter(|name| !offered.iter().any(|(value, _)| value == name));
        offered.extend(unknown.map(|name| (name.clone(), visible(&name))));
        let options = offered.into_iter().map(|(value, shown)| {
            let name = value.clone();
            let selected = move || chosen.with(|c| c.as_deref() == Some(name.as_str()));
            view! { <option value=value prop:selected=selected>{shown}</option> }
        });
        options.collect_view()
    };
    let pick = move |event| change.run(Some(event_target_value(&event)).filter(|v| !v.is_empty()));
    view! {
        <div class=format!("field {class}")>
            <label class="field-label" for=id.clone()>{move || label.get()}</label>
            <select id=id on:change=pick>
                <option value="" prop:selected=move || chosen.with(Option::is_none)>{move || any.get()}</option>
                {options}
            </select>
        </div>
    }
}
