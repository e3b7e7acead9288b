//! What the page holds while it is open. Each part is a small `Copy` bundle of signals, given to components by context.

mod check;
mod checks;
mod draft;
mod live;
mod live_provider;
mod look;
mod notices;
mod overlays;
mod records;
mod reports;
mod review;
mod route;
mod settings;
mod verification;

pub use check::{ByRules, Check, Tab};
pub use checks::Checks;
pub use draft::DraftState;
pub use live::{Live, SPEEDS};
pub use look::{Look, Scheme, Words};
pub use notices::{Notices, Undo};
pub use overlays::Overlays;
pub use records::Records;
pub use reports::Reports;
pub use review::{Conflict, QueuePhase, Review};
pub use route::Route;
pub use settings::SettingsState;
pub use verification::Verification;
