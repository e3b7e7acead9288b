//! What the page asks of the browser: storage, files, the clipboard, the clock, the address, a canvas, the server. Nothing here
//! knows about claims.

pub mod api;
pub mod canvas;
pub mod clipboard;
pub mod events;
mod file_worker;
pub mod files;
pub mod page;
pub mod place;
pub mod session;
pub mod storage;
