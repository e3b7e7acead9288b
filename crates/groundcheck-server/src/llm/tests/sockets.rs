//! The client over real sockets: a listener on loopback does what servers do when they are not at their best.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use groundcheck_types::ProviderKind;
use secrecy::SecretString;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::super::{ChatReply, ChatRequest, Client, Key, LlmError, Message, Provider};
use super::provider;

const GOOD: &str = r#"{"choices": [{"message": {"content": "fine"}, "finish_reason": "stop"}]}"#;

/// What the listener does with a request.
#[derive(Debug, Clone)]
enum Does {
    /// Sends this, and closes.
    Says(String),
    /// Sends this, and neither closes nor says more.
    Stays(String),
    /// Sends this, and then the same bytes for ever.
    Floods(String),
}

fn http(status: &str, headers: &str, body: &str) -> Does {
    Does::Says(format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\n{headers}\r\n{body}",
        body.len()
    ))
}

/// The requests that a listener got, whole.
type Asked = Arc<Mutex<Vec<String>>>;

/// Does these things one after the other, the last one for ever.
async fn listener(does: Vec<Does>) -> (String, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let asked = Asked::default();
    let kept = Arc::clone(&asked);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let (kept, does) = (Arc::clone(&kept), does.clone());
            tokio::spawn(async move {
                let mut request = Vec::new();
                loop {
                    request.push(stream.read_u8().await?);
                    let text = String::from_utf8_lossy(&request);
                    let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
                    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap_or("0");
                    if body.len() >= length.parse().unwrap() {
                        break;
                    }
                }
                let at = {
                    let mut kept = kept.lock().unwrap();
                    kept.push(String::from_utf8(request).unwrap());
                    kept.len() - 1
                };
                match &does[at.min(does.len() - 1)] {
                    Does::Says(text) => stream.write_all(text.as_bytes()).await?,
                    Does::Stays(text) => {
                        stream.write_all(text.as_bytes()).await?;
                        std::future::pending::<()>().await;
                    }
                    Does::Floods(text) => {
                        stream.write_all(text.as_bytes()).await?;
                        loop {
                            stream.write_all(&[b' '; 65_536]).await?;
                        }
                    }
                }
                std::io::Result::Ok(())
            });
        }
    });
    (url, asked)
}

async fn ask_with(does: &[Does], timeout: Duration) -> (Result<ChatReply, LlmError>, Vec<String>) {
    let (url, asked) = listener(does.to_vec()).await;
    let provider = Provider { timeout, ..provider(&url, ProviderKind::OpenAi) };
    let client = Client::new(provider).unwrap().with_jitter(|| 0.0);
    let reply = client.chat(&ChatRequest::new("m", vec![Message::user("q")]), None).await;
    let asked = asked.lock().unwrap().clone();
    (reply, asked)
}

async fn ask(does: &[Does]) -> (Result<ChatReply, LlmError>, Vec<String>) {
    ask_with(does, Duration::from_secs(60)).await
}

#[tokio::test]
async fn a_request_is_what_servers_expect() {
    let (url, asked) = listener(vec![http("200 OK", "", GOOD)]).await;
    let key = Some(Key { variable: "MY_KEY".to_owned(), value: Some(SecretString::from("sk-canary")) });
    let client = Client::new(Provider { key, ..provider(&url, ProviderKind::OpenAi) }).unwrap();
    let reply = client.chat(&ChatRequest::new("m", vec![Message::user("שלום")]), None).await.unwrap();
    assert_eq!((reply.content.as_str(), reply.tries), ("fine", 1));
    let request = asked.lock().unwrap()[0].clone();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{head}");
    for line in ["content-type: application/json", "authorization: Bearer sk-canary", "accept-encoding: identity"] {
        assert!(head.lines().any(|found| found == line), "{line}: {head}");
    }
    assert!(body.contains("שלום") && !body.contains("canary"));
}

#[tokio::test]
async fn an_answer_after_a_refusal_counts_its_tries() {
    let busy = http("429 Too Many Requests", "retry-after: 0\r\n", "{}");
    let (reply, asked) = ask(&[busy, http("200 OK", "", GOOD)]).await;
    assert_eq!((reply.map(|reply| reply.tries), asked.len()), (Ok(2), 2));
}

#[tokio::test]
async fn a_connection_that_closes_or_breaks_off_is_tried_again() {
    let cut = Does::Says(format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{}", GOOD.len(), &GOOD[..40]));
    let (reply, asked) = ask(&[Does::Says(String::new()), cut, http("200 OK", "", GOOD)]).await;
    assert_eq!((reply.map(|reply| reply.tries), asked.len()), (Ok(3), 3));
    let (reply, asked) = ask(&[Does::Says("SSH-2.0-x\r\n".to_owned())]).await;
    assert_eq!((reply, asked.len()), (Err(LlmError::BrokenOff), 4));
}

#[tokio::test]
async fn a_body_that_ends_with_its_connection_in_the_middle_is_no_answer() {
    // Without a length nobody can tell that it is not all; its JSON can.
    let cut = Does::Says(format!("HTTP/1.1 200 OK\r\n\r\n{}", &GOOD[..40]));
    let (reply, asked) = ask(&[cut]).await;
    assert_eq!((reply, asked.len()), (Err(LlmError::BadBody { what: "it is not JSON" }), 1));
}

#[tokio::test]
async fn nobody_there_is_said_so() {
    // The port is taken, so that no other test gets it, and nobody listens.
    let taken = tokio::net::TcpSocket::new_v4().unwrap();
    taken.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}/v1", taken.local_addr().unwrap());
    let client = Client::new(provider(&url, ProviderKind::Ollama)).unwrap().with_jitter(|| 0.0);
    let reply = client.chat(&ChatRequest::new("m", vec![]), None).await;
    assert_eq!(reply, Err(LlmError::Connect));
}

#[tokio::test]
async fn one_that_hangs_in_head_or_body_is_given_up_in_time() {
    for said in ["", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{\"choices\""] {
        let (reply, asked) = ask_with(&[Does::Stays(said.to_owned())], Duration::from_millis(300)).await;
        assert_eq!(reply, Err(LlmError::TimedOut), "{said}");
        assert!(asked.len() <= 1, "the time is over for further tries too");
    }
}

#[tokio::test]
async fn an_answer_without_end_is_cut_off() {
    let (reply, asked) = ask(&[Does::Floods("HTTP/1.1 200 OK\r\n\r\n".to_owned())]).await;
    assert_eq!((reply, asked.len()), (Err(LlmError::TooLarge), 1));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (elsewhere, visited) = listener(vec![http("200 OK", "", GOOD)]).await;
    let (reply, _) = ask(&[http("307 Temporary Redirect", &format!("location: {elsewhere}\r\n"), "")]).await;
    assert_eq!(reply, Err(LlmError::Redirected { status: 307 }));
    assert!(visited.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_model_is_known_once_a_setting_or_a_server_on_this_machine_names_it() {
    let list = http("200 OK", "", r#"{"data": [{"id": "first"}, {"id": "second"}]}"#);
    let (url, asked) = listener(vec![list, http("200 OK", "", GOOD)]).await;
    let price = crate::llm::Price { input: 1.into(), output: 1.into() };
    let local = Provider {
        model: None,
        prices: [("priced".to_owned(), price)].into(),
        ..provider(&url, ProviderKind::Compatible)
    };
    let client = Client::new(local).unwrap();
    assert!(client.knows("priced") && !client.knows("second"));
    client.look().await;
    assert!(client.knows("first") && client.knows("second"));
    client.chat(&ChatRequest::new("other", vec![Message::user("?")]), None).await.unwrap();
    assert_eq!(asked.lock().unwrap().len(), 2);
    assert!(!client.knows("other"), "an answer is no proof");
    let chosen = Client::new(provider(&url, ProviderKind::Compatible)).unwrap();
    assert!(chosen.knows("m") && !chosen.knows("second"));
}
