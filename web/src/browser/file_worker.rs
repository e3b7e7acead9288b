//! The worker that reads PDF files, workbooks and Word documents: `crates/groundcheck-wasm-files`.

use wasm_bindgen_futures::JsFuture;
use web_sys::js_sys::{Promise, Uint8Array};
use web_sys::wasm_bindgen::prelude::Closure;
use web_sys::wasm_bindgen::{JsCast, JsValue};
use web_sys::{Worker, WorkerOptions, WorkerType};

/// What loads the worker.
const LOADER: &str = "/groundcheck-wasm-files_loader.js";

/// A worker that is ready. It ends when it is dropped.
pub struct FileWorker(Worker);

impl Drop for FileWorker {
    fn drop(&mut self) {
        self.0.terminate();
    }
}

impl FileWorker {
    /// Loads the worker and waits until it is ready; `None` where it cannot be loaded.
    pub async fn start() -> Option<FileWorker> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = FileWorker(Worker::new_with_options(LOADER, &options).ok()?);
        let ready = worker.next_message();
        ready.await.map(|_| worker)
    }

    /// What it says of a file's bytes; `None` where it has ended.
    pub async fn ask(&self, bytes: &Uint8Array) -> Option<String> {
        let answer = self.next_message();
        self.0.post_message(bytes).ok()?;
        answer.await?.as_string()
    }

    /// The next message, or `None` where an error comes first.
    fn next_message(&self) -> impl Future<Output = Option<JsValue>> + use<> {
        let worker = self.0.clone();
        let promise = Promise::new(&mut |resolve, reject| {
            let told = Closure::once_into_js(move |event: web_sys::MessageEvent| {
                let _ = resolve.call1(&JsValue::NULL, &event.data());
            });
            let failed = Closure::once_into_js(move |event: web_sys::Event| {
                // The page itself has not failed.
                event.prevent_default();
                let _ = reject.call0(&JsValue::NULL);
            });
            worker.set_onmessage(Some(told.unchecked_ref()));
            worker.set_onerror(Some(failed.unchecked_ref()));
        });
        async move { JsFuture::from(promise).await.ok() }
    }
}
