//! The review queue in pages and in figures: which items a filter leaves, the gravest first, and how many of them stand where.

use groundcheck_types::{ReviewKind, ReviewStatus, Risk, StatusTotals};

use super::backend::reading;
use super::reviews::{ReviewRow, columns, risk_rank};
use super::rows::row;
use super::values::Word;
use super::{Millis, Store, StoreError};

/// Which items; all by default.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Only those that stand here.
    pub status: Option<ReviewStatus>,
    /// Only those about this.
    pub kind: Option<ReviewKind>,
    /// Only those of this risk.
    pub risk: Option<Risk>,
    /// Only those that this person takes care of; an empty text: those that nobody does.
    pub assignee: Option<String>,
    /// Only this provider's.
    pub provider: Option<String>,
    /// Only this model's.
    pub model: Option<String>,
    /// Only those that entered at this time or later.
    pub from: Option<Millis>,
    /// Only those that entered before this time.
    pub until: Option<Millis>,
}

/// Where the next page of a list begins: behind this item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct After {
    /// Its place by risk.
    pub risk_rank: i64,
    /// Its id.
    pub id: i64,
}

row! {
    /// How many items of a kind stand where.
    pub struct ReviewCount {
        /// What they are about.
        pub kind: Word<ReviewKind>,
        /// Where they stand.
        pub status: Word<ReviewStatus>,
        /// How many.
        pub items: i64,
    }
}

row! {
    /// How many items that a filter leaves stand where.
    pub struct StatusCount {
        /// Where they stand.
        pub status: Word<ReviewStatus>,
        /// How many.
        pub items: i64,
    }
}

const COUNTS: &str = "SELECT kind, status, COUNT(*) AS items FROM reviews GROUP BY kind, status";
/// `$1` how many.
const ASSIGNEES: &str = "SELECT DISTINCT assignee FROM reviews WHERE assignee <> '' ORDER BY assignee LIMIT $1";
const PROVIDERS: &str = "SELECT DISTINCT provider FROM reviews WHERE provider IS NOT NULL ORDER BY provider LIMIT $1";
const MODELS: &str = "SELECT DISTINCT model FROM reviews WHERE model IS NOT NULL ORDER BY model LIMIT $1";

/// `$1` status, `$2` kind, `$3` risk, `$4` assignee, `$5` provider, `$6` model, `$7` from, `$8` until.
macro_rules! filter {
    () => {
        "($1 IS NULL OR status = $1) AND ($2 IS NULL OR kind = $2) AND ($3 IS NULL OR risk_rank = $3) \
         AND ($4 IS NULL OR assignee = $4) AND ($5 IS NULL OR provider = $5) AND ($6 IS NULL OR model = $6) \
         AND created_at >= $7 AND created_at < $8"
    };
}

/// The ways to ask, one for each index that can lead: a condition that may be absent leads no planner to an index. Public for the test
/// that has the databases explain them.
#[derive(Debug)]
pub struct Statements {
    all: &'static str,
    by_status: &'static str,
    by_assignee: &'static str,
    by_provider: &'static str,
}

/// The gravest first, of these the oldest. `$9` and `$10` behind which rank and id, `$11` how many.
macro_rules! list {
    ($lead:literal) => {
        columns!(concat!(filter!(), $lead, " AND (risk_rank, id) > ($9, $10) ORDER BY risk_rank, id LIMIT $11"))
    };
}
macro_rules! totals {
    ($lead:literal) => {
        concat!("SELECT status, COUNT(*) AS items FROM reviews WHERE ", filter!(), $lead, " GROUP BY status")
    };
}
macro_rules! statements {
    ($one:ident) => {
        Statements {
            all: $one!(""),
            by_status: $one!(" AND status = $1"),
            by_assignee: $one!(" AND assignee = $4"),
            by_provider: $one!(" AND provider = $5"),
        }
    };
}
/// [`Store::decided_reviews`]: `$9` how many.
pub const DECIDED: &str =
    columns!(concat!(filter!(), " AND status IN ('approved', 'rejected') ORDER BY updated_at DESC, id DESC LIMIT $9"));
/// [`Store::reviews`].
pub const LIST: Statements = statements!(list);
/// [`Store::review_totals`].
pub const TOTALS: Statements = statements!(totals);

impl Statements {
    /// The one for this filter.
    #[must_use]
    pub fn for_filter(&self, filter: &Filter) -> &'static str {
        match filter {
            Filter { assignee: Some(_), .. } => self.by_assignee,
            Filter { provider: Some(_), .. } => self.by_provider,
            Filter { status: Some(_), .. } => self.by_status,
            _ => self.all,
        }
    }
}

/// Binds `$1` to `$8`.
macro_rules! bind_filter {
    ($query:expr, $filter:expr) => {
        $query
            .bind($filter.status.map(ReviewStatus::as_str))
            .bind($filter.kind.map(ReviewKind::as_str))
            .bind($filter.risk.map(risk_rank))
            .bind($filter.assignee.as_deref())
            .bind($filter.provider.as_deref())
            .bind($filter.model.as_deref())
            .bind($filter.from.unwrap_or(Millis::MIN))
            .bind($filter.until.unwrap_or(Millis::MAX))
    };
}

impl Store {
    /// A page of items, the gravest first, of these the oldest; behind `after` for the next one.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn reviews(
        &self,
        filter: &Filter,
        after: Option<After>,
        most: i64,
    ) -> Result<Vec<ReviewRow>, StoreError> {
        // What is graver than asked for is passed over by the index.
        let first = After { risk_rank: filter.risk.map_or(-1, risk_rank), id: 0 };
        let After { risk_rank, id } = after.map_or(first, |after| after.max(first));
        let sql = LIST.for_filter(filter);
        Ok(reading!(self, connection => {
            bind_filter!(sqlx::query_as(sql), filter).bind(risk_rank).bind(id).bind(most).fetch_all(connection).await?
        }))
    }

    /// Items that were decided, the latest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn decided_reviews(&self, filter: &Filter, most: i64) -> Result<Vec<ReviewRow>, StoreError> {
        Ok(reading!(self, connection => {
            bind_filter!(sqlx::query_as(DECIDED), filter).bind(most).fetch_all(connection).await?
        }))
    }

    /// How many items a filter leaves, by status, whatever status it names.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn review_totals(&self, filter: &Filter) -> Result<StatusTotals, StoreError> {
        let filter = Filter { status: None, ..filter.clone() };
        let sql = TOTALS.for_filter(&filter);
        let counts: Vec<StatusCount> = reading!(self, connection => {
            bind_filter!(sqlx::query_as(sql), filter).fetch_all(connection).await?
        });
        let mut totals = StatusTotals::default();
        for StatusCount { status: Word(status), items } in counts {
            *match status {
                ReviewStatus::Pending => &mut totals.pending,
                ReviewStatus::Reviewed => &mut totals.reviewed,
                ReviewStatus::Approved => &mut totals.approved,
                ReviewStatus::Rejected => &mut totals.rejected,
            } = u64::try_from(items).unwrap_or(0);
        }
        Ok(totals)
    }

    /// How many items of each kind stand where.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn review_counts(&self) -> Result<Vec<ReviewCount>, StoreError> {
        Ok(reading!(self, connection => sqlx::query_as(COUNTS).fetch_all(connection).await?))
    }

    /// Who takes care of items, who answered, and with which models: three lists in alphabetical order.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn review_choices(&self, most: i64) -> Result<[Vec<String>; 3], StoreError> {
        Ok(reading!(self, connection => [
            sqlx::query_scalar(ASSIGNEES).bind(most).fetch_all(&mut *connection).await?,
            sqlx::query_scalar(PROVIDERS).bind(most).fetch_all(&mut *connection).await?,
            sqlx::query_scalar(MODELS).bind(most).fetch_all(&mut *connection).await?,
        ]))
    }
}
