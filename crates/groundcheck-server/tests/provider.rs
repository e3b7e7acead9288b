//! A provider on loopback that answers as it is told.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;

/// What a provider does with a request.
pub enum Says {
    /// Answers: status, further headers, body.
    Answers(u16, &'static str, String),
    /// Breaks off in the middle of a good answer.
    BreaksOff(String),
    /// Closes the connection without a word.
    Closes,
    /// Never answers.
    Nothing,
    /// Does what it likes with the connection.
    Does(Box<dyn FnOnce(&TcpStream) + Send>),
}

impl From<Option<(u16, &'static str, String)>> for Says {
    fn from(answer: Option<(u16, &'static str, String)>) -> Self {
        answer.map_or(Says::Nothing, |(status, headers, body)| Says::Answers(status, headers, body))
    }
}

/// A provider on loopback. It answers by a function of the request's body and of how many came before it.
pub struct Fake {
    pub port: u16,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Fake {
    pub fn new<S: Into<Says>>(says: impl Fn(&Value, usize) -> S + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked: Arc<Mutex<Vec<(String, Value)>>> = Arc::default();
        let (kept, says) = (Arc::clone(&asked), Arc::new(says));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (kept, says) = (Arc::clone(&kept), Arc::clone(&says));
                thread::spawn(move || answer(&stream, &kept, |body, before| says(body, before).into()));
            }
        });
        Fake { port, asked }
    }

    /// Always the same answer.
    pub fn saying(body: Value) -> Self {
        Fake::new(move |_, _| good(&body))
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// Head and body of a request.
    pub fn asked(&self, place: usize) -> (String, Value) {
        self.asked.lock().unwrap()[place].clone()
    }

    pub fn bodies(&self) -> Vec<Value> {
        self.asked.lock().unwrap().iter().map(|(_, body)| body.clone()).collect()
    }
}

fn answer(stream: &TcpStream, kept: &Mutex<Vec<(String, Value)>>, says: impl Fn(&Value, usize) -> Says) {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
    let mut body = vec![0; length.parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let before = {
        let mut kept = kept.lock().unwrap();
        kept.push((head, body.clone()));
        kept.len() - 1
    };
    let head = |status: u16, length: usize, headers: &str| {
        format!("HTTP/1.1 {status} \r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n")
    };
    match says(&body, before) {
        Says::Answers(status, headers, body) => {
            let _ = (&*stream).write_all((head(status, body.len(), headers) + &body).as_bytes());
        }
        Says::BreaksOff(body) => {
            let half = body.chars().take(body.chars().count() / 2).collect::<String>();
            let _ = (&*stream).write_all((head(200, body.len(), "") + &half).as_bytes());
        }
        Says::Closes => {}
        Says::Does(does) => does(stream),
        // Until the other side gives up.
        Says::Nothing => drop(reader.read_line(&mut String::new())),
    }
}

/// A good answer.
pub fn good(body: &Value) -> Option<(u16, &'static str, String)> {
    Some((200, "", body.to_string()))
}

/// A providers' file with one entry.
pub fn entry(kind: &str, url: &str, more: &str) -> String {
    format!("[[provider]]\nname = \"house\"\nkind = \"{kind}\"\nbase_url = \"{url}\"\nmodel = \"m\"\n{more}\n")
}
