//! One PostgreSQL for all tests of this process, in a temporary folder, gone with the process however it ends; and one with little room.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// Starts the server, says so, and stops it when whoever started it is gone: then its standard input ends.
const SCRIPT: &str = r#"
    "$BIN/initdb" -D "$DATA/db" -U groundcheck -A trust -E UTF8 --locale=C --no-sync >"$DATA/log" 2>&1 \
        && "$BIN/pg_ctl" -D "$DATA/db" -w -l "$DATA/log" \
            -o "-k '$DATA' -h '' -c fsync=off -c max_connections=400 -c shared_buffers=32MB" start >>"$DATA/log" 2>&1 \
        && echo ready && cat >/dev/null || cat "$DATA/log"
    "$BIN/pg_ctl" -D "$DATA/db" -m immediate stop >/dev/null 2>&1
    rm -rf "$DATA" 2>/dev/null
"#;

/// Its folder, and what keeps it running.
struct Server {
    folder: PathBuf,
    _script: Child,
}

static SERVER: OnceLock<Server> = OnceLock::new();

/// Kills the server of the tests without letting it finish anything, and starts it again.
pub fn restart() {
    let folder = &SERVER.get_or_init(start).folder;
    let mut command = unprivileged(folder, programs().join("pg_ctl"));
    command.arg("-D").arg(folder.join("db")).args(["-w", "-m", "immediate", "-l"]).arg(folder.join("log"));
    let status = command.arg("restart").stdout(Stdio::null()).status().expect("pg_ctl runs");
    assert!(status.success(), "PostgreSQL does not start again");
}

/// Runs a statement on a database of this address, and gives its rows: one a line, columns apart by `|`.
pub fn run(address: &str, statement: &str) -> Vec<String> {
    tried(address, statement).unwrap_or_else(|error| panic!("{error}"))
}

/// The same, or what PostgreSQL says against it.
pub fn tried(address: &str, statement: &str) -> Result<Vec<String>, String> {
    let mut psql = Command::new(programs().join("psql"));
    let output = psql.args(["-qAt", "-v", "VERBOSITY=verbose", "-c", statement, address]).output().expect("psql runs");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// Creates a database and gives its address.
pub fn database(name: &str) -> String {
    let address = SERVER.get_or_init(start).address("groundcheck", "postgres");
    run(&address, &format!("CREATE DATABASE {name}"));
    address.replacen("/postgres?", &format!("/{name}?"), 1)
}

/// A PostgreSQL for one test, with a tablespace `small` in memory that has room for so many MiB.
pub struct Small(Server);

impl Small {
    pub fn new(mib: u32) -> Self {
        let folder = std::env::temp_dir().join(format!("groundcheck-small-pg-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("small")).expect("a folder for PostgreSQL");
        let inner = unprivileged(&folder, "sh".into());
        // What is mounted is seen by this PostgreSQL alone, and is gone with it. Whoever is not root becomes root for the mount only.
        let mount = format!("mount -t tmpfs -o size={mib}m tmpfs small && chown --reference=. small &&");
        let clean = "cd / && umount \"$DATA/small\" && rm -rf \"$DATA\"";
        let mut command = Command::new("unshare");
        if id(&["-u"]) == "0" {
            command.args(["--mount", "sh", "-c", &format!("{mount} \"$0\" \"$@\"; {clean}")]);
        } else {
            let back = "unshare --user --map-user=1000 --map-group=1000";
            command.args([
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                &format!("{mount} {back} \"$0\" \"$@\"; {clean}"),
            ]);
        }
        command.arg(inner.get_program()).args(inner.get_args()).current_dir(&folder);
        let server = begin(command, folder);
        let location = server.folder.join("small");
        run(
            &server.address("groundcheck", "postgres"),
            &format!("CREATE TABLESPACE small LOCATION '{}'", location.display()),
        );
        Small(server)
    }

    /// Of a database there.
    pub fn address(&self, user: &str, database: &str) -> String {
        self.0.address(user, database)
    }
}

impl Server {
    fn address(&self, user: &str, database: &str) -> String {
        format!("postgres://{user}@localhost/{database}?host={}", self.folder.display())
    }
}

fn start() -> Server {
    let folder = std::env::temp_dir().join(format!("groundcheck-pg-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for PostgreSQL");
    begin(unprivileged(&folder, "sh".into()), folder)
}

/// Runs the script by this shell.
fn begin(mut shell: Command, folder: PathBuf) -> Server {
    let script = shell.args(["-c", SCRIPT]).env("BIN", programs()).env("DATA", &folder);
    let mut script = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a shell");
    let mut lines = BufReader::new(script.stdout.take().expect("piped")).lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    let rest: Vec<String> = if first == "ready" { Vec::new() } else { lines.map_while(Result::ok).collect() };
    assert!(rest.is_empty() && first == "ready", "PostgreSQL does not start: {first}\n{}", rest.join("\n"));
    Server { folder, _script: script }
}

/// A program in this folder, which it may write to: PostgreSQL refuses to run as root.
fn unprivileged(folder: &Path, program: PathBuf) -> Command {
    let mut command = if id(&["-u"]) == "0" {
        let user = if id(&["-u", "postgres"]).is_empty() { "nobody" } else { "postgres" };
        let number = |arg| id(&[arg, user]).parse().ok();
        std::os::unix::fs::chown(folder, number("-u"), number("-g")).expect("the folder is given away");
        let mut command = Command::new("setpriv");
        let ids = [format!("--reuid={user}"), format!("--regid={}", id(&["-g", user]))];
        command.args(ids).arg("--clear-groups").arg(program);
        command
    } else {
        Command::new(program)
    };
    command.current_dir(folder);
    command
}

/// What `id` says; nothing where there is no such user.
fn id(args: &[&str]) -> String {
    let output = Command::new("id").args(args).output().expect("id runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The folder of PostgreSQL's programs: on the PATH, or where Debian has them, the latest.
fn programs() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path =
        std::env::split_paths(&path).find(|folder| folder.join("initdb").is_file() && folder.join("psql").is_file());
    let debian = || {
        let versions = std::fs::read_dir(Path::new("/usr/lib/postgresql")).ok()?.filter_map(Result::ok);
        versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").is_file()).max()
    };
    debian().or(on_path).expect("these tests need PostgreSQL 15 or later (Debian: apt-get install postgresql)")
}
