//! The server and the command line from outside: the real binary, its files, its socket.

mod access;
mod batch;
mod canary;
mod check;
mod collect;
mod deploy;
mod facts;
mod files;
mod gate;
mod health;
mod http;
mod learning;
mod logs;
mod manual;
mod mcp;
mod measure;
mod page;
mod presence;
mod provider;
mod records;
mod reports;
mod reviews;
mod same_everywhere;
mod settings;
#[cfg(target_os = "linux")]
mod soak;
mod store;
mod stream;
mod support;
mod traces;
mod urls;
mod verify;
