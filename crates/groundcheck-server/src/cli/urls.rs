//! `groundcheck urls`: whether cited links are there.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::sync::Arc;

use clap::Args;
use groundcheck_types::{ErrorCode, InputError, UrlCheck, UrlPolicy, UrlState};
use indicatif::ProgressBar;
use serde::Serialize;
use tokio::sync::mpsc;

use super::batch::stopped;
use super::exit::Exit;
use super::{ColorChoice, Format, progress};
use crate::render;
use crate::urls::{
    AllowedHost, Cache, Checker, EgressProxy, FixedResolver, HostAnswer, MemoryCache, Resolve, Settings, SystemResolver,
};

/// The longest line that is read as a URL, in bytes; what is longer is cut, and too long for a URL in any case.
const LINE_MAX: u64 = 64 * 1024;
/// How many lines are read ahead.
const AHEAD: usize = 64;

/// Check whether links can be reached: one JSON line per URL, as each is done.
///
/// A link is reachable, unreachable (no such page or host, malformed, or refused by policy) or unknown: many sites refuse
/// automated requests, which does not mean that a source was made up. Private networks are never asked, not even
/// after a redirect. With --dry-run nothing is asked at all, not even a name server: `policy` says whether a URL may be asked, and `rule` why.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck urls https://example.com/report --format text
  jq -r '.sources[].url' answers.jsonl | groundcheck urls > links.jsonl
  groundcheck urls --dry-run --resolve intranet.example=10.1.2.3 https://intranet.example/
  groundcheck urls --allow-private wiki.corp https://wiki.corp/q3

Exit codes: 0 every link is reachable (--dry-run: may be asked), 1 some are unreachable, blocked or invalid, 2 usage,
3 none of these, but some are unknown, or it stopped early.")]
pub struct UrlsArgs {
    /// The links to check; none, or `-`, to read one per line from standard input.
    #[arg(value_name = "URL")]
    urls: Vec<String>,
    /// Ask no server; only say what may be asked.
    #[arg(long)]
    dry_run: bool,
    /// The addresses of a name, in place of what DNS says; none for a name that does not exist. They are judged like any others.
    /// Given again for the same name: what DNS says the next time.
    #[arg(long, value_name = "HOST=IP[,IP]")]
    resolve: Vec<HostAnswer>,
    #[command(flatten)]
    links: LinkArgs,
    /// How to print the outcomes.
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
    /// When to colour the text.
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto, value_name = "WHEN")]
    color: ColorChoice,
    /// No progress.
    #[arg(long, short)]
    quiet: bool,
}

/// What an operator says about link checks, here and for the server.
#[derive(Debug, Args)]
pub(super) struct LinkArgs {
    /// A private host whose links may be checked anyway, on the usual ports or on one of its own.
    #[arg(long, value_name = "HOST[:PORT]", env = "GROUNDCHECK_ALLOW_PRIVATE", value_delimiter = ',')]
    allow_private: Vec<AllowedHost>,
    /// A proxy that link checks go through; `HTTP_PROXY` and similar variables are ignored.
    #[arg(long, value_name = "URL", env = "GROUNDCHECK_EGRESS_PROXY", hide_env_values = true)]
    egress_proxy: Option<EgressProxy>,
}

impl LinkArgs {
    /// A checker with these settings that remembers for as long as the program runs.
    pub(super) fn checker(&self, resolve: Arc<dyn Resolve>) -> Result<Checker, InputError> {
        self.remembering(resolve, Arc::new(MemoryCache::default()))
    }

    /// A checker with these settings that remembers here.
    pub(super) fn remembering(&self, resolve: Arc<dyn Resolve>, cache: Arc<dyn Cache>) -> Result<Checker, InputError> {
        let settings = Settings {
            allowed_hosts: self.allow_private.clone(),
            egress_proxy: self.egress_proxy.clone(),
            ..Settings::default()
        };
        Checker::new(settings, resolve, cache)
    }
}

/// Runs the command.
pub fn run(args: UrlsArgs) -> Result<Exit, InputError> {
    let from_stdin = args.urls.is_empty() || args.urls == ["-"];
    if args.urls.is_empty() && io::stdin().is_terminal() {
        let message = "is missing: name links, or send one per line to standard input";
        return Err(InputError::field(ErrorCode::MissingField, "URL", message));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|e| InputError::whole(ErrorCode::Internal, format!("cannot start: {e}")))?;
    let exit = runtime.block_on(async {
        let mut names = FixedResolver::before(Arc::new(SystemResolver::new()));
        for HostAnswer { host, addresses } in &args.resolve {
            names.add(host, addresses.clone());
        }
        let names = Arc::new(names);
        let checker = args.links.checker(Arc::clone(&names) as Arc<dyn Resolve>)?;
        let progress = if from_stdin {
            progress::uncounted(args.quiet, "{spinner} {pos} links, {elapsed}")
        } else {
            let count = u64::try_from(args.urls.len()).unwrap_or(u64::MAX);
            progress::counted(args.quiet, count, "{wide_bar} {pos} of {len} links, {elapsed}")
        };
        let mut out = Out::new(&args, progress);
        let lines = lines(if from_stdin { None } else { Some(args.urls) });
        let done = if args.dry_run {
            judge(lines, &checker, &names, &mut out).await
        } else {
            check(lines, &checker, &mut out).await
        };
        out.progress.finish_and_clear();
        Ok(match done {
            Ok(()) => out.tally.exit(),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::NotChecked,
            Err(error) => stopped("the output cannot be written", &error),
        })
    });
    // A thread that still reads standard input is left behind: the process is about to end.
    runtime.shutdown_background();
    exit
}

async fn judge(mut urls: Lines, checker: &Checker, names: &FixedResolver, out: &mut Out) -> io::Result<()> {
    while let Some(url) = urls.recv().await {
        let verdict = checker.verdict(&url, |host| names.answers(host).to_vec());
        let state = if verdict.policy == UrlPolicy::Allow { UrlState::Reachable } else { UrlState::Unreachable };
        out.write(state, &verdict, |style| render::url_verdict(&verdict, style))?;
    }
    Ok(())
}

async fn check(mut urls: Lines, checker: &Checker, out: &mut Out) -> io::Result<()> {
    let mut checks = checker.check_all([]);
    let mut more = true;
    while more || !checks.is_empty() {
        tokio::select! {
            url = urls.recv(), if more && checks.len() < checker.links_max() => match url {
                Some(url) => checks.push(url),
                None => more = false,
            },
            Some(check) = checks.next(), if !checks.is_empty() => {
                let check: UrlCheck = check;
                out.write(check.state, &check, |style| render::url_check(&check, style))?;
            }
        }
    }
    Ok(())
}

/// What came out so far.
#[derive(Debug, Default)]
struct Tally {
    reachable: usize,
    unreachable: usize,
    unknown: usize,
}

impl Tally {
    fn add(&mut self, state: UrlState) {
        match state {
            UrlState::Reachable => self.reachable += 1,
            UrlState::Unreachable => self.unreachable += 1,
            UrlState::Unknown => self.unknown += 1,
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Tally { reachable: 0, unreachable: 0, unknown: 0 } => Exit::BadInput,
            Tally { unreachable: 1.., .. } => Exit::NotClean,
            Tally { unknown: 1.., .. } => Exit::NotChecked,
            _ => Exit::Clean,
        }
    }
}

/// Where outcomes go.
struct Out {
    format: Format,
    style: render::Style,
    progress: ProgressBar,
    tally: Tally,
}

impl Out {
    fn new(args: &UrlsArgs, progress: ProgressBar) -> Self {
        let style = render::Style::detect(args.color.for_stdout());
        Out { format: args.format, style, progress, tally: Tally::default() }
    }

    /// Writes one outcome at once: whoever reads on the other side gets it as it comes.
    fn write(
        &mut self,
        state: UrlState,
        line: &impl Serialize,
        text: impl Fn(render::Style) -> String,
    ) -> io::Result<()> {
        self.tally.add(state);
        self.progress.inc(1);
        let line = self.format.text(line, || text(self.style));
        self.progress.suspend(|| super::print(&line))
    }
}

type Lines = mpsc::Receiver<String>;

/// The links one by one: those given, or standard input's lines, read in a thread of their own.
fn lines(given: Option<Vec<String>>) -> Lines {
    let (to_check, lines) = mpsc::channel(AHEAD);
    std::thread::spawn(move || match given {
        Some(urls) => urls.into_iter().try_for_each(|url| to_check.blocking_send(url)).unwrap_or_default(),
        None => read(BufReader::new(io::stdin()), |url| to_check.blocking_send(url).is_ok()),
    });
    lines
}

/// Hands every line that is not empty to `take` until that has enough.
fn read(mut reader: impl BufRead, mut take: impl FnMut(String) -> bool) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match reader.by_ref().take(LINE_MAX).read_until(b'\n', &mut line) {
            Ok(0) => return,
            Ok(_) => {}
            Err(error) => {
                let _ = stopped("the input cannot be read further", &error);
                return;
            }
        }
        if !line.ends_with(b"\n") && reader.skip_until(b'\n').is_err() {
            return;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim().trim_start_matches('\u{feff}');
        if !text.is_empty() && !take(text.to_owned()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_links_whatever_they_are_like() {
        let long = "a".repeat(200_000);
        let input = format!("\u{feff}https://a.example\r\n\n  https://b.example  \n{long}\nhttps://c.example");
        let mut urls = Vec::new();
        read(input.as_bytes(), |url| {
            urls.push(url);
            true
        });
        assert_eq!(urls.len(), 4);
        assert_eq!((urls[0].as_str(), urls[1].as_str()), ("https://a.example", "https://b.example"));
        assert_eq!((urls[2].len(), urls[3].as_str()), (65_536, "https://c.example"));
        let mut taken = 0;
        read(input.as_bytes(), |_| {
            taken += 1;
            false
        });
        assert_eq!(taken, 1);
    }

    #[test]
    fn the_exit_code_says_the_worst_that_is_known() {
        for (reachable, unreachable, unknown, exit) in
            [(3, 0, 0, Exit::Clean), (3, 1, 1, Exit::NotClean), (3, 0, 1, Exit::NotChecked), (0, 0, 0, Exit::BadInput)]
        {
            assert_eq!(Tally { reachable, unreachable, unknown }.exit(), exit);
        }
    }
}
