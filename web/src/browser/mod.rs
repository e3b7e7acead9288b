//! What the page asks of the browser: storage, files, the clipboard, the clock. Nothing here knows about claims.

pub mod files;
pub mod page;
pub mod storage;
