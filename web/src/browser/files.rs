//! Reading files that a person picked or dropped. They are read here and go nowhere.

use groundcheck_types::{ErrorCode, InputError};
use wasm_bindgen_futures::JsFuture;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{DataTransfer, Event, File, FileList, HtmlInputElement, js_sys};

use crate::model::files::{check_size, decode};

/// A file as text.
pub struct TextFile {
    /// Its name.
    pub name: String,
    /// Its text, or why it has none; the error names the file.
    pub text: Result<String, InputError>,
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

/// Reads every file; one that cannot be read does not keep the others from it.
pub async fn read(files: Vec<File>) -> Vec<TextFile> {
    let mut read = Vec::with_capacity(files.len());
    for file in files {
        let name = file.name();
        let text = read_one(&file, &name).await;
        read.push(TextFile { name, text });
    }
    read
}

async fn read_one(file: &File, name: &str) -> Result<String, InputError> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts saturate; a size is not negative"
    )]
    let size = file.size() as usize;
    check_size(name, size)?;
    let unreadable = |_| InputError::field(ErrorCode::UnreadableFile, name, "cannot be read");
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(unreadable)?;
    decode(name, js_sys::Uint8Array::new(&buffer).to_vec())
}
