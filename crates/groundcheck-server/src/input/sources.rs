//! Documents on disk as sources of a request.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use groundcheck_files::{FileError, Part};
use groundcheck_types::{FILE_MAX_BYTES, InputError, REQUEST_MAX_BYTES, Source, SourceKind};

use serde::Serialize;

use super::files::{into_text, not_readable, read_up_to};

/// What files hold, as sources, and what of them was left out.
#[derive(Debug, Default)]
pub struct ReadSources {
    /// The sources, in the order of the files and of their pages and sheets.
    pub sources: Vec<Source>,
    /// What could not be read of a file whose rest could, in words.
    pub notes: Vec<String>,
}

impl ReadSources {
    /// The sources; what was left out goes to standard error.
    #[must_use]
    pub fn tell(self) -> Vec<Source> {
        for note in &self.notes {
            eprintln!("groundcheck: {}", crate::render::one_line(note));
        }
        self.sources
    }
}

/// Reads every file as a source: its id is the file's name, made unique, its title the path as given. A PDF makes a source of every page,
/// a workbook one of every sheet.
///
/// # Errors
/// The first file that cannot be read, or is neither UTF-8 nor a PDF, workbook, Word document or web page, by name.
pub fn read_sources(paths: &[PathBuf]) -> Result<ReadSources, InputError> {
    let mut taken = HashSet::new();
    let mut out = ReadSources::default();
    for path in paths {
        let shown = path.display().to_string();
        let bytes = read_up_to(path, FILE_MAX_BYTES)?.ok_or_else(|| not_readable(&shown, FileError::TooLarge))?;
        let id = unique(&file_name(path), &mut taken);
        let read = sources_of(&id, &shown, bytes)?;
        out.notes.extend(without_text(&shown, &read.without_text));
        if read.sources.iter().all(|source| source.text.trim().is_empty()) {
            out.notes.push(format!("{shown} is empty, so the answer is not checked against it"));
        }
        for source in read.sources {
            let id = if source.id == id { source.id } else { unique(&source.id, &mut taken) };
            out.sources.push(Source { id, ..source });
        }
    }
    Ok(out)
}

/// What one file holds: as `POST /api/files` answers.
#[derive(Debug, Serialize)]
pub struct FileSources {
    /// A source a page or sheet, or one for all of it.
    pub sources: Vec<Source>,
    /// The pages of a PDF on which no text was found.
    pub without_text: Vec<u32>,
}

/// What the bytes of a file hold, which is called by this id and title.
///
/// # Errors
/// `unreadable_file` or `invalid_utf8`, naming the title; `request_too_large`.
pub fn sources_of(id: &str, title: &str, bytes: Vec<u8>) -> Result<FileSources, InputError> {
    let Some(kind) = groundcheck_files::kind(&bytes) else {
        if bytes.len() > REQUEST_MAX_BYTES {
            return Err(InputError::request_too_large());
        }
        let all = source(id.to_owned(), title.to_owned(), into_text(bytes, title).map_err(not_a_source)?);
        return Ok(FileSources { sources: vec![all], without_text: Vec::new() });
    };
    let contents = groundcheck_files::read(kind, &bytes).map_err(|error| not_readable(title, error))?;
    let named = |part: Part| match part.place {
        Some(place) => source(format!("{id} · {place}"), format!("{title} · {place}"), part.text),
        None => source(id.to_owned(), title.to_owned(), part.text),
    };
    Ok(FileSources { sources: contents.parts.into_iter().map(named).collect(), without_text: contents.without_text })
}

fn not_a_source(error: InputError) -> InputError {
    InputError { message: "is neither text nor a PDF, workbook, Word document or web page".to_owned(), ..error }
}

fn source(id: String, title: String, text: String) -> Source {
    Source { id, text, title: Some(title), url: None, kind: Some(SourceKind::FileContent) }
}

/// `report.pdf: no text on pages 3 and 4; they were not checked against`.
fn without_text(name: &str, pages: &[u32]) -> Option<String> {
    let pages: Vec<String> = pages.iter().map(u32::to_string).collect();
    let (last, rest) = pages.split_last()?;
    let pages = if rest.is_empty() { format!("page {last}") } else { format!("pages {} and {last}", rest.join(", ")) };
    Some(format!("{name}: no text on {pages}, so the answer is not checked against that part"))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// `lease.txt`, then `lease.txt (2)` for another file of that name.
fn unique(name: &str, taken: &mut HashSet<String>) -> String {
    let mut id = name.to_owned();
    let mut copy = 1;
    while !taken.insert(id.clone()) {
        copy += 1;
        id = format!("{name} ({copy})");
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_file_names_and_never_clash() {
        let mut taken = HashSet::new();
        let ids: Vec<String> =
            ["a/q3.md", "b/q3.md", "q3.md (2)", "c/q3.md"].map(|p| unique(&file_name(Path::new(p)), &mut taken)).into();
        assert_eq!(ids, ["q3.md", "q3.md (2)", "q3.md (2) (2)", "q3.md (3)"]);
    }

    #[test]
    fn pages_without_text_are_named() {
        let note = |pages: &[u32]| without_text("a.pdf", pages);
        assert_eq!(note(&[]), None);
        assert_eq!(note(&[3]).unwrap(), "a.pdf: no text on page 3, so the answer is not checked against that part");
        assert!(note(&[2, 3, 7]).unwrap().contains("pages 2, 3 and 7"));
    }
}
