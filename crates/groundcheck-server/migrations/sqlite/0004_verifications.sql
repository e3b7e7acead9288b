-- What a language model answered to one question about one claim, by the digest of endpoint, model, context and claim: the same question
-- is not paid for twice. No word of an answer or a source stands here. `probability_lower` to `probability_upper` holds P(YES).
CREATE TABLE verifications (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    probability_source TEXT NOT NULL CHECK (probability_source IN ('logprobs', 'sampled_votes')),
    probability_lower REAL NOT NULL CHECK (probability_lower BETWEEN 0 AND 1),
    probability_upper REAL NOT NULL CHECK (probability_upper BETWEEN 0 AND 1),
    yes_votes INTEGER,
    votes INTEGER,
    created_at INTEGER NOT NULL
) STRICT;
