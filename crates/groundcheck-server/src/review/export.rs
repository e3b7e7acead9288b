//! The queue as files, written page by page: labelled cases for `groundcheck measure`, and a table for spreadsheets.

use std::collections::VecDeque;

use futures_util::Stream;
use futures_util::stream::try_unfold;
use groundcheck::csv::spreadsheet_cell as cell;
use groundcheck_types::{InputError, LabelledCase, ReviewFilter, ReviewKind};

use super::labels::labelled_case;
use super::queue::{PAGE_MAX, chosen, rows, whole};
use crate::dates;
use crate::store::Store;
use crate::store::reviews::{After, Filter, ReviewRow, risk_of};

/// The first line of the table.
const COLUMNS: &str =
    "id,version,kind,status,risk,title,flagged,provider,model,assignee,note,corrected_value,created_at,updated_at\r\n";

/// Where a file is: its next page, or its end.
enum Next {
    Page(Option<After>),
    End,
}

/// The decided answers that the filter leaves, one [`LabelledCase`] a line.
///
/// # Errors
/// A filter that cannot be read, at once; the database, in the middle of it.
pub fn cases(
    store: Store,
    filter: &ReviewFilter,
) -> Result<impl Stream<Item = Result<String, InputError>> + Send + use<>, InputError> {
    let mut filter = chosen(filter)?;
    // Nothing else can be measured.
    let is_empty = filter.kind.is_some_and(|kind| kind != ReviewKind::Answer);
    filter.kind = Some(ReviewKind::Answer);
    let first = if is_empty { Next::End } else { Next::Page(None) };
    Ok(try_unfold(
        (store, filter, first, VecDeque::<ReviewRow>::new()),
        |(store, filter, mut next, mut page)| async move {
            loop {
                if let Some(row) = page.pop_front() {
                    if !row.status.0.is_decided() {
                        continue;
                    }
                    // One at a time: what an answer was checked against may be long.
                    let item = whole(&store, row).await?;
                    if let Some(case) = labelled_case(&item) {
                        return Ok(Some((line(&case), (store, filter, next, page))));
                    }
                    continue;
                }
                let Next::Page(after) = next else { return Ok(None) };
                (page, next) = read(&store, &filter, after).await?;
            }
        },
    ))
}

/// Everything that the filter leaves, a row an item.
///
/// # Errors
/// As [`cases`].
pub fn table(
    store: Store,
    filter: &ReviewFilter,
) -> Result<impl Stream<Item = Result<String, InputError>> + Send + use<>, InputError> {
    let filter = chosen(filter)?;
    Ok(try_unfold((store, filter, Next::Page(None), Some(COLUMNS)), |(store, filter, next, head)| async move {
        let Next::Page(after) = next else { return Ok(None) };
        let (page, next) = read(&store, &filter, after).await?;
        let part = head.unwrap_or_default().to_owned() + &page.iter().map(row).collect::<String>();
        Ok(Some((part, (store, filter, next, None))))
    }))
}

async fn read(store: &Store, filter: &Filter, after: Option<After>) -> Result<(VecDeque<ReviewRow>, Next), InputError> {
    let (page, next) = rows(store, filter, after, PAGE_MAX).await?;
    Ok((page.into(), next.map_or(Next::End, |after| Next::Page(Some(after)))))
}

fn line(case: &LabelledCase) -> String {
    // Plain data with string keys: writing it cannot fail.
    serde_json::to_string(case).unwrap_or_default() + "\n"
}

fn row(row: &ReviewRow) -> String {
    let optional = |text: &Option<String>| cell(text.as_deref().unwrap_or_default());
    let cells = [
        row.id.to_string(),
        row.version.to_string(),
        row.kind.0.as_str().to_owned(),
        row.status.0.as_str().to_owned(),
        risk_of(row.risk_rank).as_str().to_owned(),
        cell(&row.title),
        row.flagged.to_string(),
        optional(&row.provider),
        optional(&row.model),
        cell(&row.assignee),
        optional(&row.note),
        optional(&row.corrected_value),
        dates::to_text(row.created_at),
        dates::to_text(row.updated_at),
    ];
    cells.join(",") + "\r\n"
}
