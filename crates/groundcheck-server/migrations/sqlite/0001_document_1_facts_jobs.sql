-- The same tables as in migrations/postgres, column for column; a test compares them.
-- Times (`…_at`) are milliseconds since 1970 in UTC. Digests are SHA-256 as lower-case hexadecimal digits.

-- What was asked, once however often it was asked.
CREATE TABLE queries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;

-- One provider's answer to a query. `digest` is of everything that came in: a second import of the same file adds nothing.
CREATE TABLE responses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    query_id INTEGER NOT NULL REFERENCES queries (id),
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    raw_response TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('collect', 'import', 'example')),
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    cost_usd REAL,
    digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX responses_by_query ON responses (query_id, asked_at);
CREATE INDEX responses_by_origin ON responses (origin, id);

-- A brand that a response names, at its rank.
CREATE TABLE mentions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    response_id INTEGER NOT NULL REFERENCES responses (id) ON DELETE CASCADE,
    brand_name TEXT NOT NULL,
    rank_position INTEGER NOT NULL,
    explanation TEXT,
    confidence REAL CHECK (confidence BETWEEN 0 AND 1)
) STRICT;
CREATE INDEX mentions_by_response ON mentions (response_id, rank_position);

-- A source that the response gives for a mention, and what became of its link. `link_state` is null until it was checked.
CREATE TABLE sources (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    mention_id INTEGER NOT NULL REFERENCES mentions (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    title TEXT,
    description TEXT,
    is_valid INTEGER,
    link_state TEXT CHECK (link_state IN ('reachable', 'unreachable', 'unknown')),
    reason TEXT,
    status_code INTEGER,
    final_url TEXT,
    checked_at INTEGER
) STRICT;
CREATE INDEX sources_by_mention ON sources (mention_id, id);

-- The score of a mention, with what reports filter and group by beside it: a report reads one index, in the order of its groups, and no
-- table. `asked_day` is days since 1970.
CREATE TABLE hallucination_scores (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    mention_id INTEGER NOT NULL UNIQUE REFERENCES mentions (id) ON DELETE CASCADE,
    response_id INTEGER NOT NULL,
    query_id INTEGER NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    asked_day INTEGER NOT NULL,
    confidence_score REAL NOT NULL,
    reliability_score REAL NOT NULL CHECK (reliability_score BETWEEN 0 AND 1),
    reliability_tenth INTEGER NOT NULL CHECK (reliability_tenth BETWEEN 0 AND 9),
    risk_level TEXT NOT NULL CHECK (risk_level IN ('low', 'medium', 'high')),
    has_source INTEGER NOT NULL,
    source_accessible REAL NOT NULL CHECK (source_accessible IN (0, 0.5, 1)),
    bonus REAL NOT NULL,
    scored_at INTEGER NOT NULL
) STRICT;
CREATE INDEX scores_by_provider ON hallucination_scores
    (provider, model, risk_level, reliability_tenth, asked_day, asked_at, reliability_score, query_id);
CREATE INDEX scores_by_query ON hallucination_scores
    (query_id, provider, model, risk_level, reliability_tenth, asked_day, asked_at, reliability_score);
CREATE INDEX scores_by_time ON hallucination_scores
    (asked_day, risk_level, asked_at, provider, model, reliability_tenth, reliability_score, query_id);
CREATE INDEX scores_by_risk ON hallucination_scores
    (risk_level, reliability_score, mention_id, provider, model, asked_at, query_id);
CREATE INDEX scores_by_response ON hallucination_scores (response_id);

-- The sum of a response's scores.
CREATE TABLE response_quality (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    response_id INTEGER NOT NULL UNIQUE REFERENCES responses (id) ON DELETE CASCADE,
    total_mentions INTEGER NOT NULL,
    avg_reliability REAL,
    high_risk_count INTEGER NOT NULL,
    medium_risk_count INTEGER NOT NULL,
    low_risk_count INTEGER NOT NULL,
    overall_quality TEXT NOT NULL,
    scored_at INTEGER NOT NULL
) STRICT;

-- The last outcome of each link, by its canonical form. `redirects` is a JSON list of URLs.
CREATE TABLE url_checks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    url TEXT NOT NULL,
    link_state TEXT NOT NULL CHECK (link_state IN ('reachable', 'unreachable', 'unknown')),
    reason TEXT NOT NULL,
    status_code INTEGER,
    final_url TEXT,
    redirects TEXT NOT NULL,
    checked_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX url_checks_by_age ON url_checks (expires_at);

-- Reports on plain answers; `report` is the report's JSON. One a request: the same request under the same policy gives the same.
CREATE TABLE analyses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    request_digest TEXT NOT NULL UNIQUE,
    report TEXT NOT NULL,
    verdict TEXT NOT NULL,
    risk TEXT NOT NULL,
    reliability REAL,
    provider TEXT,
    model TEXT,
    analysed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX analyses_by_time ON analyses (analysed_at, verdict, risk);

-- Known values of document 2. `value` is JSON: a number in base units, or a text (a date, an amount as people write it).
-- The keys are what names are compared by; '' is a fact that names no entity or period and holds for all.
CREATE TABLE facts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    entity_key TEXT NOT NULL,
    metric_key TEXT NOT NULL,
    period_key TEXT NOT NULL,
    entity TEXT,
    metric TEXT NOT NULL,
    period TEXT,
    value TEXT NOT NULL,
    unit TEXT,
    imported_at INTEGER NOT NULL
) STRICT;
CREATE INDEX facts_by_key ON facts (entity_key, metric_key, period_key);
CREATE INDEX facts_by_period ON facts (entity_key, period_key);

-- Work to do. Whoever takes a job holds it until `available_at`; after that anybody may take it again, and `attempts` tells the
-- holders apart. Null: nobody may take it any more.
CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'leased', 'done', 'failed')),
    owner TEXT,
    available_at INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    error TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    UNIQUE (kind, subject)
) STRICT;
CREATE INDEX jobs_to_take ON jobs (kind, available_at, id);
CREATE INDEX jobs_by_state ON jobs (kind, state);

-- Who changed what. Rows are only ever added.
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    happened_at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    amount INTEGER NOT NULL
) STRICT;
