//! Reading files that a person picked or dropped. They are read here and go nowhere.

use groundcheck_types::{ErrorCode, InputError};
use wasm_bindgen_futures::JsFuture;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{DataTransfer, Event, File, FileList, HtmlInputElement, js_sys};

use super::file_worker::FileWorker;
use crate::model::files::{Contents, check_size, decode, is_text};

/// A file that was read.
pub struct ReadFile {
    /// Its name.
    pub name: String,
    /// What it says, or why it says nothing; the error names the file.
    pub contents: Result<Contents, InputError>,
}

/// The files of a list.
pub fn listed(list: Option<FileList>) -> Vec<File> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length()).filter_map(|i| list.get(i)).collect()
}

/// The files picked in a file input, which is then empty again so that the same file can be picked twice.
pub fn picked(event: &Event) -> Vec<File> {
    let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return Vec::new() };
    let files = listed(input.files());
    input.set_value("");
    files
}

/// Whether what is being dragged holds files.
pub fn carries_files(transfer: Option<&DataTransfer>) -> bool {
    transfer.is_some_and(|t| t.types().iter().any(|kind| kind == "Files"))
}

/// Reads every file; one that cannot be read does not keep the others from it. `slow` is told of each that takes its time.
pub async fn read(files: Vec<File>, slow: impl Fn(&str)) -> Vec<ReadFile> {
    let mut read = Vec::with_capacity(files.len());
    // Started with the first file that is no text, and ended with the last.
    let mut worker = None;
    for file in files {
        let name = file.name();
        let contents = read_one(&file, &name, &mut worker, &slow).await;
        read.push(ReadFile { name, contents });
    }
    read
}

async fn read_one(
    file: &File,
    name: &str,
    worker: &mut Option<FileWorker>,
    slow: impl Fn(&str),
) -> Result<Contents, InputError> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate; a size is not negative"
    )]
    let size = file.size() as usize;
    check_size(name, size)?;
    let unreadable = |_| InputError::field(ErrorCode::UnreadableFile, name, "cannot be read");
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(unreadable)?;
    let bytes = js_sys::Uint8Array::new(&buffer);
    let own = bytes.to_vec();
    if is_text(&own) {
        return decode(name, own).map(Contents::of_text);
    }
    slow(name);
    if worker.is_none() {
        *worker = FileWorker::start().await;
    }
    let broken = || InputError::field(ErrorCode::UnreadableFile, name, "cannot be read; the file may be damaged");
    let Some(running) = worker.as_ref() else {
        return Err(InputError::field(
            ErrorCode::UnreadableFile,
            name,
            "cannot be read: the reader for such files did not load",
        ));
    };
    match running.ask(&bytes).await {
        Some(answer) => match Contents::of_worker(name, &answer) {
            Some(contents) => contents,
            None => decode(name, own).map(Contents::of_text),
        },
        None => {
            // It has ended; the next file gets another one.
            *worker = None;
            Err(broken())
        }
    }
}
