//! What is pasted out of spreadsheets, documents and web pages. The clipboard holds it twice, as HTML and as plain text.

use web_sys::js_sys::Uint8Array;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, HtmlDocument, HtmlTextAreaElement};

use super::file_worker::FileWorker;
use crate::model::files::{Contents, needs_reading};

/// A paste that is being read, and where it goes.
pub struct Paste {
    area: HtmlTextAreaElement,
    /// What was selected, in UTF-16 units.
    selected: (u32, u32),
    html: String,
    plain: String,
}

impl Paste {
    /// Takes a paste whose plain text loses what the HTML says: tables, raised numbers, formulas. The browser pastes every other itself.
    pub fn take(event: &ClipboardEvent) -> Option<Paste> {
        let area = event.target()?.dyn_into::<HtmlTextAreaElement>().ok()?;
        let data = event.clipboard_data()?;
        let html = data.get_data("text/html").ok().filter(|html| needs_reading(html))?;
        let plain = data.get_data("text/plain").unwrap_or_default();
        let selected = (area.selection_start().ok()??, area.selection_end().ok()??);
        event.prevent_default();
        Some(Paste { area, selected, html, plain })
    }

    /// Reads it and puts it where it was pasted; `false` where only its plain text could be pasted.
    pub async fn finish(self, before: impl FnOnce()) -> bool {
        let read = read(&self.html).await;
        before();
        self.insert(read.as_deref().unwrap_or(&self.plain));
        read.is_some()
    }

    /// As if it were typed, so that the browser can undo it.
    fn insert(&self, text: &str) {
        let _ = self.area.focus();
        let _ = self.area.set_selection_range(self.selected.0, self.selected.1);
        let document = self.area.owner_document().and_then(|own| own.dyn_into::<HtmlDocument>().ok());
        let typed = document.map(|own| own.exec_command_with_show_ui_and_value("insertText", false, text));
        if typed != Some(Ok(true)) {
            let _ = self.area.set_range_text(text);
            let event = web_sys::Event::new("input");
            let _ = event.map(|event| self.area.dispatch_event(&event));
        }
    }
}

/// The text of a piece of HTML.
async fn read(html: &str) -> Option<String> {
    let worker = FileWorker::start().await?;
    let page = format!("<!doctype html>{html}");
    let answer = worker.ask(&Uint8Array::from(page.as_bytes())).await?;
    let contents = Contents::of_worker("", &answer)?.ok()?;
    Some(contents.text())
}
