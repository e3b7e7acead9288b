//! What the tests share: running the binary, a server of it, and an HTTP client that sends exactly what it is told.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, JoinHandle};

use serde_json::Value;

/// Document 2's example, flagged with `$1.5M` and clean with `$1.25M`.
pub const SOURCE: &str = "The NOI for the property was $1,200,000 in Q3 2024.";

/// A request with the example's source.
pub fn request(answer: &str) -> Value {
    serde_json::json!({ "answer": answer, "sources": [{ "id": "S0", "text": SOURCE }] })
}

/// The binary, without settings of the machine the tests run on.
pub fn groundcheck() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_groundcheck"));
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        let is_terminal =
            ["TERM", "TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"];
        if name.starts_with("HALLUCINATION_")
            || name.starts_with("GROUNDCHECK_")
            || name.starts_with("OTEL_")
            || name == "TRACEPARENT"
            || is_terminal.contains(&name.as_str())
        {
            command.env_remove(name);
        }
    }
    // Nothing is stored there; a server has a folder of its own.
    let nowhere = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("nothing-stored-{}", std::process::id()));
    command.env_remove("DATABASE_URL").env_remove("GITHUB_ACTIONS").env_remove("GITHUB_STEP_SUMMARY");
    command.env("GROUNDCHECK_DATA", nowhere);
    command
}

/// What a run of the binary left.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// Stdout as one JSON value.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// Stdout as JSON lines.
    pub fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))).collect()
    }
}

/// Runs a command to its end with this standard input.
pub fn run_with(command: &mut Command, stdin: &[u8]) -> Ran {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
    let mut input = child.stdin.take().expect("piped");
    let output = thread::scope(|scope| {
        // The binary may end without reading all of it.
        scope.spawn(move || drop(input.write_all(stdin)));
        child.wait_with_output().expect("the binary ends")
    });
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Runs the binary with these arguments.
pub fn run(args: &[&str]) -> Ran {
    run_with(groundcheck().args(args), b"")
}

/// A folder that is gone after the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("server-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and gives its path.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).expect("a folder for the file");
        }
        std::fs::write(&path, content).expect("a file for the test");
        path.to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// `groundcheck serve` on a free port.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    log: Option<JoinHandle<String>>,
    _data: Folder,
}

impl Server {
    /// Starts it and waits for the line that says where it is.
    pub fn start(command: &mut Command, args: &[&str]) -> Self {
        let data = Folder::new();
        let mut child = command
            .args(["serve", "--port", "0"])
            .args(args)
            .env("GROUNDCHECK_DATA", data.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stderr = child.stderr.take().expect("piped");
        let log = thread::spawn(move || {
            let mut log = String::new();
            let _ = stderr.read_to_string(&mut log);
            log
        });
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let address = line.trim_end().strip_prefix("groundcheck is at http://").expect("the address").parse();
        Server { child, address: address.expect("an address"), log: Some(log), _data: data }
    }

    /// With default settings.
    pub fn new() -> Self {
        Server::start(&mut groundcheck(), &[])
    }

    /// Whether it has not ended by itself.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGTERM, as a service manager does.
    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        let status = Command::new("kill").args(["-TERM", &pid]).status().expect("kill runs");
        assert!(status.success());
    }

    /// Waits for its end: exit code and everything it logged.
    pub fn finish(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().expect("the server ends").code();
        let log = self.log.take().expect("not taken before").join().expect("the log was read");
        (code, log)
    }

    /// Terminates it and waits.
    pub fn stop(self) -> (Option<i32>, String) {
        self.terminate();
        self.finish()
    }

    /// `POST /api/analyze` with this body.
    pub fn analyze(&self, body: &[u8]) -> Answer {
        self.send("POST", "/api/analyze", &[("content-type", "application/json")], body)
    }

    /// `GET`.
    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    /// The bytes of a response, head and all.
    pub fn send_raw(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.ask(method, path, headers, body).read_to_end(&mut bytes).expect("a response");
        bytes
    }

    /// Any request; `Host` is the server's own address unless the headers name one.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        Answer::read(self.ask(method, path, headers, body))
    }

    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> TcpStream {
        let mut stream = self.connect();
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("host: {}\r\n", self.address);
        }
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-length")) {
            head += &format!("content-length: {}\r\n", body.len());
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(format!("{head}\r\n").as_bytes()).expect("the head is sent");
        stream.write_all(body).expect("the body is sent");
        stream
    }

    /// A connection, for requests that are not whole.
    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).expect("the server accepts")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    /// Reads until the server closes the connection.
    pub fn read(mut stream: TcpStream) -> Self {
        let mut bytes = Vec::new();
        // Who answers before the whole request is read resets the connection behind the answer.
        match stream.read_to_end(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::ConnectionReset && !bytes.is_empty() => {}
            read => drop(read.expect("a response")),
        }
        let text = String::from_utf8(bytes).expect("UTF-8");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {text:?}"));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
        let headers = lines.filter_map(|line| line.split_once(": ")).map(|(n, v)| (n.to_lowercase(), v.to_owned()));
        Answer { status: status.expect("a status"), headers: headers.collect(), body: body.to_owned() }
    }

    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// A body that came in chunks, whole to the end of its last one.
    pub fn whole(&self) -> String {
        assert_eq!(self.header("transfer-encoding"), Some("chunked"), "{self:?}");
        let (mut whole, mut rest) = (String::new(), self.body.as_str());
        loop {
            let (length, chunk) = rest.split_once("\r\n").unwrap_or_else(|| panic!("it is cut off: {rest:?}"));
            match usize::from_str_radix(length, 16).expect("a length") {
                0 => return whole,
                length => whole += &chunk[..length],
            }
            rest = &chunk[usize::from_str_radix(length, 16).expect("a length") + 2..];
        }
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// Code and field of an error.
    pub fn error(&self) -> (String, Option<String>) {
        let error = &self.json()["error"];
        (error["code"].as_str().expect("a code").to_owned(), error["field"].as_str().map(str::to_owned))
    }
}

/// The events of a stream: name and data.
pub fn events(body: &str) -> Vec<(String, Value)> {
    let event = |part: &str| {
        let (name, data) = part.strip_prefix("event: ")?.split_once("\ndata: ")?;
        Some((name.to_owned(), serde_json::from_str(data).unwrap_or_else(|e| panic!("{e}: {data}"))))
    };
    body.split("\n\n").filter_map(event).collect()
}
