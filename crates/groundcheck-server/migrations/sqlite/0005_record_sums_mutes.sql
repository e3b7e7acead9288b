-- What monitoring adds up (document 3, "Monitoring Metrics"): a row a day, provider and profile, added to in the transaction that takes a
-- validated record. Nothing of a record or its document stands here. `day` is days since 1970, `provider` '' where none was named.
CREATE TABLE record_sums (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    day INTEGER NOT NULL,
    provider TEXT NOT NULL,
    profile TEXT NOT NULL,
    records INTEGER NOT NULL,
    with_alerts INTEGER NOT NULL,
    rejected INTEGER NOT NULL,
    malformed INTEGER NOT NULL,
    alerts INTEGER NOT NULL,
    phantom_statement INTEGER NOT NULL,
    fabricated_bank INTEGER NOT NULL,
    invalid_page_range INTEGER NOT NULL,
    impossible_dates INTEGER NOT NULL,
    nonsensical_account INTEGER NOT NULL,
    duplicate_boundaries INTEGER NOT NULL,
    missing_content INTEGER NOT NULL,
    inconsistent_data INTEGER NOT NULL,
    critical INTEGER NOT NULL,
    high INTEGER NOT NULL,
    medium INTEGER NOT NULL,
    low INTEGER NOT NULL,
    UNIQUE (day, provider, profile)
) STRICT;

-- Patterns that do not enter the review queue any more. `kept_out`: how many items did not because of it.
CREATE TABLE mutes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    fingerprint TEXT NOT NULL UNIQUE,
    example TEXT NOT NULL,
    note TEXT,
    actor TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    kept_out INTEGER NOT NULL
) STRICT;

-- What was decided last is what is learnt from.
CREATE INDEX reviews_by_change ON reviews (updated_at, id);
