//! Old binary workbooks, as far as has to be known before they are read: the reader makes room for all cells from the first one of a sheet to
//! the last, for each text as often as it occurs, and for whatever dimensions the file names.

use std::io::{Cursor, Read, Write};

use cfb::{CompoundFile, Version};

use super::grid::Room;
use crate::{FileError, Kind};

const BROKEN: FileError = FileError::Broken(Kind::Workbook);

// The records of BIFF ([MS-XLS] 2.3) that are looked at. Those that fill a cell begin with its row and its column.
const FORMULA: u16 = 0x0006;
const EOF: u16 = 0x000a;
const CONTINUE: u16 = 0x003c;
const BOUNDSHEET: u16 = 0x0085;
const MULRK: u16 = 0x00bd;
const RSTRING: u16 = 0x00d6;
const SST: u16 = 0x00fc;
const LABEL_SST: u16 = 0x00fd;
const DIMENSIONS: u16 = 0x0200;
const NUMBER: u16 = 0x0203;
const LABEL: u16 = 0x0204;
const BOOLERR: u16 = 0x0205;
const STRING: u16 = 0x0207;
const RK: u16 = 0x027e;
const BOF: u16 = 0x0809;

/// Where a formula's own text begins in its record, which nobody asks for.
const FORMULA_TEXT: usize = 20;

/// The workbook alone, in a file of its own, so that the reader finds what was looked over here and nothing else.
///
/// # Errors
/// `TooMuch` for sheets that need too much room, `Locked` for a workbook with a password, `Broken`.
pub(super) fn checked(bytes: &[u8]) -> Result<Vec<u8>, FileError> {
    let mut file = CompoundFile::open(Cursor::new(bytes)).map_err(|_| BROKEN)?;
    let name = ["/Workbook", "/Book"].into_iter().find(|name| file.is_stream(name));
    let Some(name) = name else {
        return Err(if file.is_stream("/EncryptedPackage") { FileError::Locked } else { BROKEN });
    };
    let mut book = Vec::new();
    let stream = file.open_stream(name).map_err(|_| BROKEN)?;
    stream.take(bytes.len() as u64).read_to_end(&mut book).map_err(|_| BROKEN)?;
    check(&mut book)?;
    let mut own = CompoundFile::create_with_version(Version::V3, Cursor::new(Vec::new())).map_err(|_| BROKEN)?;
    own.create_stream("/Workbook").and_then(|mut stream| stream.write_all(&book)).map_err(|_| BROKEN)?;
    own.flush().map_err(|_| BROKEN)?;
    Ok(own.into_inner().into_inner())
}

/// A record: what it is, and where its data is in the book.
#[derive(Debug, Clone, Copy)]
struct Record {
    kind: u16,
    start: usize,
    end: usize,
}

fn two(data: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(data.get(at..at + 2)?.try_into().ok()?))
}

fn four(data: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(data.get(at..at + 4)?.try_into().ok()?))
}

fn record(book: &[u8], at: usize) -> Option<Record> {
    let (kind, length, start) = (two(book, at)?, two(book, at + 2)?, at + 4);
    let end = start + usize::from(length);
    (end <= book.len()).then_some(Record { kind, start, end })
}

/// Looks over the sheets that the book names, each a part of it with no other in it.
fn check(book: &mut [u8]) -> Result<(), FileError> {
    let (mut offsets, mut lengths, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(next) = record(book, at) {
        let data = &book[next.start..next.end];
        match next.kind {
            BOUNDSHEET => offsets.push(four(data, 0).ok_or(BROKEN)? as usize),
            SST => lengths = lengths_of_texts(book, next).ok_or(BROKEN)?,
            EOF => break,
            _ => {}
        }
        at = next.end;
    }
    offsets.sort_unstable();
    let mut room = Room::new();
    for from in offsets {
        if from < at {
            return Err(BROKEN);
        }
        at = check_sheet(book, from, &lengths, &mut room)?;
    }
    Ok(())
}

/// Looks over one sheet as the reader does, and takes the room that it needs; where it ends.
fn check_sheet(book: &mut [u8], from: usize, lengths: &[u32], room: &mut Room) -> Result<usize, FileError> {
    let (mut at, mut depth) = (from, 0_u32);
    // The first and the last row and column; the cell of the last formula, whose text may follow.
    let (mut corner, mut formula): (Option<[u16; 4]>, _) = (None, (0, 0));
    while let Some(Record { kind, start, end }) = record(book, at) {
        at = end;
        let data = &mut book[start..end];
        match kind {
            BOF => depth += 1,
            EOF if depth <= 1 => break,
            EOF => depth -= 1,
            // In the sheet itself, not in a chart of it.
            _ if depth > 1 => {}
            // It is only a hint, for which the reader makes room.
            DIMENSIONS => data.fill(0),
            FORMULA | NUMBER | LABEL | BOOLERR | RK | LABEL_SST | RSTRING | MULRK | STRING => {
                let own = two(data, 0).zip(two(data, 2));
                let (row, column) = if kind == STRING { formula } else { own.ok_or(BROKEN)? };
                let last = match kind {
                    MULRK => data.len().checked_sub(2).and_then(|last| two(data, last)).ok_or(BROKEN)?,
                    _ => column,
                };
                let [top, left, bottom, right] = corner.unwrap_or([row, column, row, column]);
                corner = Some([top.min(row), left.min(column), bottom.max(row), right.max(column).max(last)]);
                match kind {
                    LABEL_SST => {
                        let text = four(data, 6).and_then(|text| lengths.get(text as usize)).ok_or(BROKEN)?;
                        room.take(3 * u64::from(*text))?;
                    }
                    FORMULA => {
                        formula = (row, column);
                        data.iter_mut().skip(FORMULA_TEXT).take(2).for_each(|byte| *byte = 0);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    if let Some([top, left, bottom, right]) = corner {
        let size = |from: u16, to: u16| u64::from(to - from) + 1;
        room.take_cells(size(top, bottom) * size(left, right))?;
    }
    Ok(at)
}

/// How many characters each of the book's shared texts has.
fn lengths_of_texts(book: &[u8], sst: Record) -> Option<Vec<u32>> {
    let mut next = sst.end;
    let mut continued = || {
        let own = record(book, next).filter(|record| record.kind == CONTINUE)?;
        next = own.end;
        Some(&book[own.start..own.end])
    };
    let mut data = book.get(sst.start..sst.end)?.get(8..)?;
    let mut lengths = Vec::new();
    loop {
        if data.is_empty() {
            match continued() {
                Some(more) => data = more,
                None => return Some(lengths),
            }
        }
        let (characters, flags) = (two(data, 0)?, *data.get(2)?);
        data = &data[3..];
        let mut behind = 0_u64;
        if flags & 8 != 0 {
            behind += 4 * u64::from(two(data, 0)?);
            data = &data[2..];
        }
        if flags & 4 != 0 {
            behind += u64::from(four(data, 0)?);
            data = &data[4..];
        }
        let (mut left, mut width) = (usize::from(characters), 1 + usize::from(flags & 1));
        while left > 0 {
            if data.is_empty() {
                let (first, rest) = continued()?.split_first()?;
                (data, width) = (rest, 1 + usize::from(first & 1));
            }
            let here = left.min(data.len() / width);
            if here == 0 {
                return None;
            }
            (data, left) = (&data[here * width..], left - here);
        }
        while behind > 0 {
            if data.is_empty() {
                data = continued()?;
            }
            let here = behind.min(data.len() as u64);
            data = &data[usize::try_from(here).ok()?..];
            behind -= here;
            if here == 0 {
                return None;
            }
        }
        lengths.push(u32::from(characters));
    }
}
