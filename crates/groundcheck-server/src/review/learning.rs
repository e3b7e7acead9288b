//! What people decided last, read for [`groundcheck::learning::learn`], and the patterns that they muted.

use groundcheck::learning::{Pattern, patterns};
use groundcheck_types::{
    ErrorCode, InputError, LearningReport, Mute, MuteAdd, MuteList, Policy, ReviewFilter, ReviewItem, ReviewKind,
    masked,
};

use super::queue::{self, chosen};
use crate::dates;
use crate::store::Store;
use crate::store::mutes::{MUTES_MAX, MuteRow, Muted, NewMute};
use crate::store::reviews::{ReviewContentRow, ReviewRow};

/// How many decided items are read at most, the latest.
const ITEMS_MAX: usize = 1_000;
/// How much of what there was to be judged, in characters: several of the largest requests.
const CONTENT_MAX: i64 = 32 * 1024 * 1024;

/// Decided items as they are stored: reading them keeps a core busy.
#[derive(Debug)]
pub struct Decided {
    rows: Vec<(ReviewRow, ReviewContentRow)>,
    partial: bool,
}

/// The items of this filter that were decided last.
///
/// # Errors
/// A day that is none, or the database.
pub async fn decided(store: &Store, filter: &ReviewFilter) -> Result<Decided, InputError> {
    let filter = chosen(filter)?;
    let most = i64::try_from(ITEMS_MAX).unwrap_or(i64::MAX);
    let mut found = store.decided_reviews(&filter, most.saturating_add(1)).await?;
    let mut partial = found.len() > ITEMS_MAX;
    found.truncate(ITEMS_MAX);
    let mut rows = Vec::with_capacity(found.len());
    let mut left = CONTENT_MAX;
    for row in found {
        match store.review_content_within(row.id, left).await? {
            Some(content) => {
                left = left.saturating_sub(i64::try_from(content.content.len()).unwrap_or(i64::MAX)).max(0);
                rows.push((row, content));
            }
            None => partial = true,
        }
    }
    Ok(Decided { rows, partial })
}

impl Decided {
    /// What is learnt from them where this policy holds.
    ///
    /// # Errors
    /// Where what is stored cannot be read.
    pub fn learn(self, policy: &Policy) -> Result<LearningReport, InputError> {
        let Decided { rows, partial } = self;
        let items: Vec<ReviewItem> =
            rows.into_iter().map(|(row, content)| queue::read_item(row, content)).collect::<Result<_, _>>()?;
        let mut report = groundcheck::learning::learn(&items, policy);
        report.partial |= partial;
        Ok(report)
    }
}

/// Mutes a pattern of an approved item; whether it is new. `None` where there is no such item.
///
/// # Errors
/// A pattern that the item does not have, an item that is not approved, too many mutes, or the database.
pub async fn mute(store: &Store, add: &MuteAdd, actor: &str) -> Result<Option<(Mute, bool)>, InputError> {
    let invalid = |field: &str, message: &str| InputError::field(ErrorCode::InvalidValue, field, message);
    let Some(item) = queue::item(store, add.item).await? else { return Ok(None) };
    let found = patterns(&item.content).list.into_iter().find(|pattern| pattern.fingerprint == add.fingerprint);
    let Some(Pattern { fingerprint, example }) = found else {
        return Err(invalid("fingerprint", "is not one of this item's patterns"));
    };
    // As everything that is stored of a record.
    let note = add.note.as_deref().filter(|note| !note.is_empty());
    let note = note.map(|note| if item.summary.kind == ReviewKind::Record { masked(note) } else { note.to_owned() });
    let id = i64::try_from(item.summary.id).unwrap_or(i64::MAX);
    let new = NewMute { item: id, fingerprint: &fingerprint, example: &example, note: note.as_deref() };
    let is_new = match store.add_mute(new, actor).await? {
        Muted::New => true,
        Muted::Known => false,
        Muted::NotApproved => {
            return Err(invalid("item", "is not approved; only what people found right can be muted"));
        }
        Muted::TooMany => {
            let message = format!("there are {MUTES_MAX} mutes, and no more are allowed; take some back");
            return Err(InputError::whole(ErrorCode::TooMany, message));
        }
    };
    let muted = store.mutes().await?.into_iter().find(|mute| mute.fingerprint == fingerprint);
    // Taken back in the same moment, it is as if there had been no such item.
    Ok(muted.map(|row| (told(row), is_new)))
}

/// All mutes, the latest first.
///
/// # Errors
/// Where the database cannot be read.
pub async fn mutes(store: &Store) -> Result<MuteList, InputError> {
    Ok(MuteList { mutes: store.mutes().await?.into_iter().map(told).collect() })
}

fn told(row: MuteRow) -> Mute {
    let MuteRow { fingerprint, example, note, actor, created_at, kept_out } = row;
    let kept_out = u64::try_from(kept_out).unwrap_or(0);
    Mute { fingerprint, example, note, actor, created_at: dates::to_text(created_at), kept_out }
}
