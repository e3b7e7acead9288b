//! Reader, workers, ordered writer.
//!
//! For every line the reader makes a channel of one report: its sender goes to the workers, its receiver into the writer's queue.
//! The writer takes receivers in the order of the lines, so order needs no sorting, and that queue's length bounds what is in
//! memory.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use groundcheck_types::{InputError, Policy, Report, Request};

use super::id::read_id;
use super::lines::{Content, InputLine, Lines};
use super::tally::Tally;
use crate::engine;

/// How many lines a worker may be ahead of the writer.
const AHEAD: usize = 4;

/// Why a run ended before its input did.
#[derive(Debug)]
pub enum Stopped {
    /// The input could not be read any further.
    Read(io::Error),
    /// The output took no more.
    Write(io::Error),
}

struct Job {
    line: InputLine,
    report: SyncSender<Report>,
}

/// What the writer waits for, in the order of the lines.
enum Pending {
    Report(Receiver<Report>),
    ReadFailed(io::Error),
}

/// Checks every line of `reader` under this policy with `jobs` workers, and writes every report to `out`.
///
/// What was written is counted in the tally, also where it stopped early. Threads still waiting for input then are left behind:
/// the process is about to end.
pub fn run(
    reader: impl BufRead + Send + 'static,
    out: &mut impl Write,
    policy: &Policy,
    jobs: usize,
) -> (Tally, Result<(), Stopped>) {
    let jobs = jobs.max(1);
    let (to_workers, from_reader) = sync_channel::<Job>(jobs);
    let (to_writer, pending) = sync_channel::<Pending>(jobs * AHEAD);
    let from_reader = Arc::new(Mutex::new(from_reader));
    for _ in 0..jobs {
        let from_reader = Arc::clone(&from_reader);
        let prepared = engine::Prepared::new(policy.clone());
        thread::spawn(move || work(&from_reader, prepared));
    }
    thread::spawn(move || read(reader, &to_workers, &to_writer));
    let mut tally = Tally::default();
    let result = write(&pending, out, &mut tally);
    (tally, result)
}

fn read(reader: impl BufRead, to_workers: &SyncSender<Job>, to_writer: &SyncSender<Pending>) {
    for line in Lines::new(reader) {
        match line {
            Ok(line) => {
                let (report, receiver) = sync_channel(1);
                // Either end is gone only where the writer has stopped.
                if to_writer.send(Pending::Report(receiver)).is_err() || to_workers.send(Job { line, report }).is_err()
                {
                    return;
                }
            }
            Err(error) => {
                let _ = to_writer.send(Pending::ReadFailed(error));
                return;
            }
        }
    }
}

fn work(from_reader: &Mutex<Receiver<Job>>, mut prepared: engine::Prepared) {
    loop {
        let job = from_reader.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { line, report }) = job else { return };
        // The writer may have stopped; nobody waits for this one then.
        let _ = report.send(check(line, &mut prepared));
    }
}

/// One line's report, whatever the line holds.
fn check(line: InputLine, prepared: &mut engine::Prepared) -> Report {
    let (id, result) = match line.content {
        Content::TooLong(prefix) => (read_id(&prefix), Err(InputError::request_too_large())),
        Content::Whole(bytes) => match engine::fenced(|| Request::from_json(&bytes)) {
            Ok(request) => (request.id.clone(), prepared.analyze(request)),
            Err(error) => (read_id(&bytes), Err(error)),
        },
    };
    result.unwrap_or_else(|error| Report::failed(id, in_line(error, line.number)))
}

/// The error at this line of the stream; a line inside one of its fields (a CSV table) moves into the message.
#[must_use]
pub fn in_line(mut error: InputError, number: usize) -> InputError {
    if let Some(inner) = error.line {
        error.message = format!("line {inner}: {}", error.message);
    }
    error.at_line(number)
}

fn write(pending: &Receiver<Pending>, out: &mut impl Write, tally: &mut Tally) -> Result<(), Stopped> {
    loop {
        let next = match pending.try_recv() {
            Ok(next) => next,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                // Nothing to do: whoever reads on the other side gets all there is.
                out.flush().map_err(Stopped::Write)?;
                match pending.recv() {
                    Ok(next) => next,
                    Err(_) => break,
                }
            }
        };
        match next {
            Pending::Report(receiver) => {
                // Workers answer every job: they only end with the reader.
                let Ok(report) = receiver.recv() else { break };
                let mut line = report.to_json();
                line.push('\n');
                out.write_all(line.as_bytes()).map_err(Stopped::Write)?;
                tally.add(&report);
            }
            Pending::ReadFailed(error) => {
                out.flush().map_err(Stopped::Write)?;
                return Err(Stopped::Read(error));
            }
        }
    }
    out.flush().map_err(Stopped::Write)
}

#[cfg(test)]
mod tests {
    use groundcheck_types::ErrorCode;

    use super::*;

    struct Broken;

    impl io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }

    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn input_that_breaks_off_is_an_error_after_what_was_read() {
        let reader = io::BufReader::new(io::Read::chain(&b"{\n"[..], Broken));
        let mut out = Vec::new();
        let (tally, result) = run(reader, &mut out, &Policy::default(), 1);
        assert!(matches!(result, Err(Stopped::Read(_))));
        assert_eq!((tally.answers, tally.errors, out.iter().filter(|b| **b == b'\n').count()), (1, 1, 1));
    }

    #[test]
    fn output_that_takes_no_more_is_an_error() {
        let (_, result) = run(&b"{\n{\n"[..], &mut Full, &Policy::default(), 1);
        assert!(matches!(result, Err(Stopped::Write(_))));
    }

    #[test]
    fn the_line_of_a_table_moves_into_the_message() {
        let error = InputError::field(ErrorCode::InvalidCsv, "facts", "has 3 columns").at_line(2);
        let error = in_line(error, 9);
        assert_eq!((error.line, error.message.as_str()), (Some(9), "line 2: has 3 columns"));
    }
}
