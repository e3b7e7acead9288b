-- How many sentences of a kept report's answer were checked, how many partly and how many not. Null where the report does not say so: older
-- ones have no coverage.
ALTER TABLE analyses ADD COLUMN sentences_checked INTEGER;
ALTER TABLE analyses ADD COLUMN sentences_partly INTEGER;
ALTER TABLE analyses ADD COLUMN sentences_not_checked INTEGER;
UPDATE analyses SET
    sentences_checked = json_extract(report, '$.coverage.checked'),
    sentences_partly = json_extract(report, '$.coverage.partly'),
    sentences_not_checked = json_extract(report, '$.coverage.not_checked')
WHERE json_valid(report);
