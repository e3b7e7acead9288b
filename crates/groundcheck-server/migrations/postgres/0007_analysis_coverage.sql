-- How many sentences of a kept report's answer were checked, how many partly and how many not. Null where the report does not say so: older
-- ones have no coverage.
ALTER TABLE analyses ADD COLUMN sentences_checked BIGINT;
ALTER TABLE analyses ADD COLUMN sentences_partly BIGINT;
ALTER TABLE analyses ADD COLUMN sentences_not_checked BIGINT;
UPDATE analyses SET
    sentences_checked = CAST(CAST(report AS JSON) -> 'coverage' ->> 'checked' AS BIGINT),
    sentences_partly = CAST(CAST(report AS JSON) -> 'coverage' ->> 'partly' AS BIGINT),
    sentences_not_checked = CAST(CAST(report AS JSON) -> 'coverage' ->> 'not_checked' AS BIGINT);
