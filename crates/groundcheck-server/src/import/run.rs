//! Storing records, some at a time, and saying of each what became of it.

use std::io;

use groundcheck_types::{CollectedResponse, ErrorCode, ImportedResponse, InputError};

use super::convert;
use super::records::{Record, RecordContent};
use crate::store::responses::{Added, NewResponse};
use crate::store::{Origin, Store, StoreError};

/// How many responses go into one transaction, and after how many bytes of input it ends in any case.
const AT_ONCE: usize = 100;
const BYTES_AT_ONCE: usize = 1024 * 1024;

/// Why an import ended before its input did. What was said to be stored is.
#[derive(Debug)]
pub enum Stopped {
    /// The input cannot be read further.
    Read(io::Error),
    /// Nobody listens to what became of it.
    Write(io::Error),
    /// The database is busy, full or away.
    Store(StoreError),
}

/// Stores records. `say` is told of each, in order: that it is on the disk, or why it is not. A bad one stops nothing.
///
/// # Errors
/// Where it ended early.
pub async fn run(
    store: &Store,
    records: impl Iterator<Item = io::Result<Record>>,
    origin: Origin,
    actor: &str,
    mut say: impl FnMut(Result<ImportedResponse, InputError>) -> io::Result<()>,
) -> Result<(), Stopped> {
    let mut waiting: Vec<(usize, Result<NewResponse, InputError>)> = Vec::new();
    let mut bytes = 0;
    for record in records {
        let record = record.map_err(Stopped::Read)?;
        if let RecordContent::Whole(content) = &record.content {
            bytes += content.len();
        }
        waiting.push((record.line, read(&record, origin)));
        if waiting.len() >= AT_ONCE || bytes >= BYTES_AT_ONCE {
            flush(store, std::mem::take(&mut waiting), actor, &mut say).await?;
            bytes = 0;
        }
    }
    flush(store, waiting, actor, &mut say).await
}

async fn flush(
    store: &Store,
    waiting: Vec<(usize, Result<NewResponse, InputError>)>,
    actor: &str,
    say: &mut impl FnMut(Result<ImportedResponse, InputError>) -> io::Result<()>,
) -> Result<(), Stopped> {
    let mut good = Vec::with_capacity(waiting.len());
    let read: Vec<(usize, Result<usize, InputError>)> = waiting
        .into_iter()
        .map(|(line, response)| {
            (
                line,
                response.map(|response| {
                    good.push(response);
                    good.len() - 1
                }),
            )
        })
        .collect();
    let added: Vec<Result<Added, StoreError>> = match store.add_responses(&good, actor).await {
        Ok(added) => added.into_iter().map(Ok).collect(),
        Err(error) if error.is_unavailable() => return Err(Stopped::Store(error)),
        // One of them cannot be stored; which, each by itself shows.
        Err(_) => {
            let mut each = Vec::with_capacity(good.len());
            for response in &good {
                let one = store.add_responses(std::slice::from_ref(response), actor).await;
                match one {
                    Err(error) if error.is_unavailable() => return Err(Stopped::Store(error)),
                    one => each.push(one.map(|added| added.first().copied().unwrap_or(Added::Known(0)))),
                }
            }
            each
        }
    };
    let mut added = added.into_iter();
    for (line, read) in read {
        let said = match read {
            Err(error) => Err(error),
            Ok(number) => match added.next() {
                Some(Ok(added)) => Ok(imported(line, added, good[number].mentions.len())),
                Some(Err(error)) => Err(InputError::from(error).at_line(line)),
                None => continue,
            },
        };
        say(said).map_err(Stopped::Write)?;
    }
    Ok(())
}

fn imported(line: usize, added: Added, mentions: usize) -> ImportedResponse {
    let (id, new) = match added {
        Added::New(id) => (id, true),
        Added::Known(id) => (id, false),
    };
    ImportedResponse {
        line: u32::try_from(line).unwrap_or(u32::MAX),
        response_id: u64::try_from(id).unwrap_or_default(),
        new,
        mentions: u32::try_from(mentions).unwrap_or(u32::MAX),
    }
}

/// The response that a record holds.
fn read(record: &Record, origin: Origin) -> Result<NewResponse, InputError> {
    let read = match &record.content {
        RecordContent::Whole(bytes) => {
            CollectedResponse::from_json(bytes).and_then(|collected| convert::response(collected, origin))
        }
        RecordContent::TooLong => Err(InputError::request_too_large()),
        RecordContent::Broken(message) => Err(InputError::whole(ErrorCode::InvalidJson, *message)),
    };
    read.map_err(|error| at_line(error, record.line))
}

/// The error at its line of the whole input: serde counts from where the record begins.
fn at_line(error: InputError, begins: usize) -> InputError {
    if error.code != ErrorCode::InvalidJson {
        return error.at_line(begins);
    }
    let parts = error.message.rsplit_once(" at line ").and_then(|(message, place)| {
        let (line, column) = place.split_once(" column ")?;
        Some((message.to_owned(), line.parse::<usize>().ok()?, column.to_owned()))
    });
    match parts {
        Some((message, line, column)) => {
            InputError::whole(error.code, format!("{message}, column {column}")).at_line(begins + line.max(1) - 1)
        }
        None => error.at_line(begins),
    }
}
