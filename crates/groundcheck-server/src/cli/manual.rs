//! `groundcheck completions` and `groundcheck man`: what shells and `man` know of the command line, made of the command line itself.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use groundcheck_types::{ErrorCode, InputError};

use super::exit::Exit;
use super::{Cli, show};

/// Print the completions of a shell.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck completions bash > ~/.local/share/bash-completion/completions/groundcheck
  groundcheck completions zsh > \"${fpath[1]}/_groundcheck\"
  groundcheck completions fish > ~/.config/fish/completions/groundcheck.fish")]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

/// Print the manual page, or write those of all commands into a folder.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  groundcheck man | man -l -
  groundcheck man --out /usr/local/share/man/man1")]
pub struct ManArgs {
    /// A folder for one page per command: groundcheck.1, groundcheck-serve.1 and so on. It is created if it does not exist.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Runs `completions`.
pub fn completions(args: &CompletionsArgs) -> Result<Exit, InputError> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "groundcheck", &mut text);
    Ok(show(&String::from_utf8_lossy(&text), Exit::Clean))
}

/// Runs `man`.
pub fn man(args: &ManArgs) -> Result<Exit, InputError> {
    // `help` is no command with a page of its own.
    let command = Cli::command().disable_help_subcommand(true);
    if let Some(folder) = &args.out {
        let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
        written.map_err(|error| unwritable(folder, &error))?;
        return Ok(Exit::Clean);
    }
    let mut text = Vec::new();
    let written = clap_mangen::Man::new(command).render(&mut text);
    written.map_err(|error| InputError::whole(ErrorCode::Internal, format!("no manual page: {error}")))?;
    Ok(show(&String::from_utf8_lossy(&text), Exit::Clean))
}

fn unwritable(folder: &Path, error: &io::Error) -> InputError {
    InputError::field(ErrorCode::UnreadableFile, folder.display().to_string(), format!("cannot be written: {error}"))
}
