-- What reports add up, a row a scored response, stored in the transaction that stores its scores: a report reads these few rows instead of
-- every score. `tenth_0` counts the mentions with a reliability from 0 to under 0.1, and so on. `asked_day` is days since 1970.
CREATE TABLE report_sums (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    response_id INTEGER NOT NULL UNIQUE REFERENCES responses (id) ON DELETE CASCADE,
    query_id INTEGER NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    asked_day INTEGER NOT NULL,
    mentions INTEGER NOT NULL,
    reliability_sum REAL NOT NULL,
    high INTEGER NOT NULL,
    medium INTEGER NOT NULL,
    low INTEGER NOT NULL,
    tenth_0 INTEGER NOT NULL,
    tenth_1 INTEGER NOT NULL,
    tenth_2 INTEGER NOT NULL,
    tenth_3 INTEGER NOT NULL,
    tenth_4 INTEGER NOT NULL,
    tenth_5 INTEGER NOT NULL,
    tenth_6 INTEGER NOT NULL,
    tenth_7 INTEGER NOT NULL,
    tenth_8 INTEGER NOT NULL,
    tenth_9 INTEGER NOT NULL
) STRICT;
CREATE INDEX sums_by_query ON report_sums (query_id, provider, model);
CREATE INDEX sums_by_provider ON report_sums (provider, model, asked_day);
CREATE INDEX sums_by_time ON report_sums (asked_day, asked_at);

INSERT INTO report_sums (response_id, query_id, provider, model, asked_at, asked_day, mentions, reliability_sum, high, medium, low,
    tenth_0, tenth_1, tenth_2, tenth_3, tenth_4, tenth_5, tenth_6, tenth_7, tenth_8, tenth_9)
SELECT s.response_id, s.query_id, s.provider, s.model, s.asked_at, s.asked_day, COUNT(*), SUM(s.reliability_score),
    SUM(CASE WHEN s.risk_level = 'high' THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.risk_level = 'medium' THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.risk_level = 'low' THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 0 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 1 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 2 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 3 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 4 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 5 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 6 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 7 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 8 THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.reliability_tenth = 9 THEN 1 ELSE 0 END)
FROM hallucination_scores s GROUP BY s.response_id, s.query_id, s.provider, s.model, s.asked_at, s.asked_day;

-- What the sums took the place of.
DROP INDEX scores_by_provider;
DROP INDEX scores_by_query;
DROP INDEX scores_by_time;

-- The rule that let a link be asked, or refused where it led; null in what was stored before.
ALTER TABLE url_checks ADD COLUMN rule TEXT;
