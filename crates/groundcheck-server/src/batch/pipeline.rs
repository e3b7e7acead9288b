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

/// Takes what came of the lines, in their order.
pub trait Sink<T> {
    /// Takes what came of the next line.
    ///
    /// # Errors
    /// The output takes no more; the run ends.
    fn take(&mut self, done: T) -> io::Result<()>;

    /// Called before waiting for a line: whoever reads the output gets all there is.
    ///
    /// # Errors
    /// As [`Sink::take`].
    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Job<T> {
    line: InputLine,
    done: SyncSender<T>,
}

/// What the writer waits for, in the order of the lines.
enum Pending<T> {
    Done(Receiver<T>),
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
    let mut reports = Reports { out, tally: Tally::default() };
    let report = |line, prepared: &mut engine::Prepared| check(line, |request| prepared.analyze(request));
    let result = run_with(reader, policy, jobs, report, &mut reports);
    (reports.tally, result)
}

/// As [`run`], with what `check` makes of each line given to the sink.
///
/// # Errors
/// Why it stopped early; what came before that is in the sink.
pub fn run_with<T: Send + 'static>(
    reader: impl BufRead + Send + 'static,
    policy: &Policy,
    jobs: usize,
    check: impl Fn(InputLine, &mut engine::Prepared) -> T + Clone + Send + 'static,
    sink: &mut impl Sink<T>,
) -> Result<(), Stopped> {
    let jobs = jobs.max(1);
    let (to_workers, from_reader) = sync_channel::<Job<T>>(jobs);
    let (to_writer, pending) = sync_channel::<Pending<T>>(jobs * AHEAD);
    let from_reader = Arc::new(Mutex::new(from_reader));
    for _ in 0..jobs {
        let from_reader = Arc::clone(&from_reader);
        let prepared = engine::Prepared::new(policy.clone());
        let check = check.clone();
        thread::spawn(move || work(&from_reader, prepared, check));
    }
    thread::spawn(move || read(reader, &to_workers, &to_writer));
    write(&pending, sink)
}

fn read<T>(reader: impl BufRead, to_workers: &SyncSender<Job<T>>, to_writer: &SyncSender<Pending<T>>) {
    for line in Lines::new(reader) {
        match line {
            Ok(line) => {
                let (done, receiver) = sync_channel(1);
                // Either end is gone only where the writer has stopped.
                if to_writer.send(Pending::Done(receiver)).is_err() || to_workers.send(Job { line, done }).is_err() {
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

fn work<T>(
    from_reader: &Mutex<Receiver<Job<T>>>,
    mut prepared: engine::Prepared,
    check: impl Fn(InputLine, &mut engine::Prepared) -> T,
) {
    loop {
        let job = from_reader.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { line, done }) = job else { return };
        // The writer may have stopped; nobody waits for this one then.
        let _ = done.send(check(line, &mut prepared));
    }
}

/// One line's report, whatever the line holds; `analyze` is asked where it holds a request.
pub fn check(line: InputLine, analyze: impl FnOnce(Request) -> Result<Report, InputError>) -> Report {
    let (id, result) = match line.content {
        Content::TooLong(prefix) => (read_id(&prefix), Err(InputError::request_too_large())),
        Content::Whole(bytes) => match engine::fenced(|| Request::from_json(&bytes)) {
            Ok(request) => (request.id.clone(), analyze(request)),
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

/// A report a line.
struct Reports<'w, W> {
    out: &'w mut W,
    tally: Tally,
}

impl<W: Write> Sink<Report> for Reports<'_, W> {
    fn take(&mut self, report: Report) -> io::Result<()> {
        let mut line = report.to_json();
        line.push('\n');
        self.out.write_all(line.as_bytes())?;
        self.tally.add(&report);
        Ok(())
    }

    fn idle(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn write<T>(pending: &Receiver<Pending<T>>, sink: &mut impl Sink<T>) -> Result<(), Stopped> {
    loop {
        let next = match pending.try_recv() {
            Ok(next) => next,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                sink.idle().map_err(Stopped::Write)?;
                match pending.recv() {
                    Ok(next) => next,
                    Err(_) => break,
                }
            }
        };
        match next {
            Pending::Done(receiver) => {
                // Workers answer every job: they only end with the reader. Were one gone, what it had would not be checked.
                let done = receiver.recv().map_err(|error| Stopped::Read(io::Error::other(error)))?;
                sink.take(done).map_err(Stopped::Write)?;
            }
            Pending::ReadFailed(error) => {
                sink.idle().map_err(Stopped::Write)?;
                return Err(Stopped::Read(error));
            }
        }
    }
    sink.idle().map_err(Stopped::Write)
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
