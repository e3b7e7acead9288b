//! What one request may hold. A larger one gets a typed error, never a cut text.

/// The longest answer, in UTF-8 bytes: 256 KiB.
pub const ANSWER_MAX_BYTES: usize = 256 * 1024;
/// The largest request as JSON, in bytes: 8 MiB. In a browser, where there is no JSON, the sum of its texts.
pub const REQUEST_MAX_BYTES: usize = 8 * 1024 * 1024;
/// The largest PDF, workbook or Word document that is read, in bytes: 32 MiB.
pub const FILE_MAX_BYTES: usize = 32 * 1024 * 1024;
/// The most sources one request may carry.
pub const SOURCES_MAX: usize = 1_000;
/// The most numbers that all sources of a request may print, as runs of digits: each is kept with what is said of it.
pub const SOURCE_NUMBERS_MAX: usize = 400_000;
/// The most facts one request may carry, after wide rows are split into one fact a metric.
pub const FACTS_MAX: usize = 100_000;
/// The most earlier turns one request may carry.
pub const HISTORY_MAX_TURNS: usize = 1_000;
/// The longest id (of a request or a source), in UTF-8 bytes.
pub const ID_MAX_BYTES: usize = 1_024;
/// The most links one request may have checked.
pub const URLS_MAX: usize = 1_000;
/// The longest URL, in characters; a longer one is no source anybody could follow.
pub const URL_MAX_CHARS: usize = 2_048;
/// The most pages a record's document may have.
pub const DOCUMENT_PAGES_MAX: usize = 1_000_000;
/// The most names a request may add to the known institutions.
pub const INSTITUTIONS_MAX: usize = 10_000;
/// The most fields, rules, patterns or texts of a list that a record's profile may have.
pub const PROFILE_ENTRIES_MAX: usize = 200;
/// The longest name or other text of a profile, in characters.
pub const PROFILE_TEXT_MAX_CHARS: usize = 200;
/// The most alerts, and the most errors, that the report on a record lists; its figures count all of them.
pub const RECORD_ALERTS_MAX: usize = 1_000;
/// The most items that one bulk change may name.
pub const REVIEW_BULK_MAX: usize = 1_000;
/// The most claims of an answer that may be decided one by one.
pub const REVIEW_DECISIONS_MAX: usize = 1_000;
/// The longest note or corrected value of a review, in UTF-8 bytes.
pub const REVIEW_TEXT_MAX_BYTES: usize = 4_096;
/// The longest name of an assignee, a provider, a model or a claim, in UTF-8 bytes.
pub const REVIEW_NAME_MAX_BYTES: usize = 256;
