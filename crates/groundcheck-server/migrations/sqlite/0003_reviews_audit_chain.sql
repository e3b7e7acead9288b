-- The review queue (document 2, "Review Queue Model"). What changes stands here, what is judged in `review_contents`.
-- `digest` is of what was checked and how: the same enters once. `risk_rank`: 0 critical, 1 high, 2 medium, 3 low.
-- `assignee` '': nobody. `decisions` is JSON, a list of the contract's ClaimDecision.
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    version INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'reviewed', 'approved', 'rejected')),
    kind TEXT NOT NULL CHECK (kind IN ('answer', 'record', 'mention')),
    risk_rank INTEGER NOT NULL CHECK (risk_rank BETWEEN 0 AND 3),
    title TEXT NOT NULL,
    flagged INTEGER NOT NULL,
    provider TEXT,
    model TEXT,
    assignee TEXT NOT NULL,
    note TEXT,
    corrected_value TEXT,
    decisions TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;
-- The list's order behind what leads to a part of it.
CREATE INDEX reviews_by_risk ON reviews (risk_rank, id);
CREATE INDEX reviews_by_status ON reviews (status, risk_rank, id);
CREATE INDEX reviews_by_assignee ON reviews (assignee, risk_rank, id);
CREATE INDEX reviews_by_provider ON reviews (provider, risk_rank, id);
CREATE INDEX reviews_by_model ON reviews (model, provider);
CREATE INDEX reviews_by_kind ON reviews (kind, status);

-- What there is to be judged, written once: of an answer the request and its report, of a record its report alone, of a mention its
-- row. `content` is JSON by the item's kind, `fingerprints` a JSON list.
CREATE TABLE review_contents (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    review_id INTEGER NOT NULL UNIQUE REFERENCES reviews (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    fingerprints TEXT NOT NULL
) STRICT;

-- Rows of the audit are a chain: each is numbered, without gaps, and its digest is over the row and the digest before it. Null only in
-- rows from before there was a chain, until the database is opened.
ALTER TABLE audit ADD COLUMN number INTEGER;
ALTER TABLE audit ADD COLUMN detail TEXT;
ALTER TABLE audit ADD COLUMN digest TEXT;
CREATE UNIQUE INDEX audit_by_number ON audit (number);
CREATE INDEX audit_by_subject ON audit (subject, number);

-- The end of the chain, one row: how many rows there are, and the digest of the last. Whoever adds one holds it.
CREATE TABLE audit_head (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL,
    digest TEXT NOT NULL
) STRICT;
INSERT INTO audit_head (id, number, digest) VALUES (1, 0, '');
