-- How many claims of a kept report have which status, so that a dashboard adds up numbers instead of reading reports. `open` are those of
-- the unverifiable ones that the evidence left open. Null in a row that was restored from an older dump: it counts as none.
ALTER TABLE analyses ADD COLUMN supported INTEGER;
ALTER TABLE analyses ADD COLUMN contradicted INTEGER;
ALTER TABLE analyses ADD COLUMN unsupported INTEGER;
ALTER TABLE analyses ADD COLUMN unverifiable INTEGER;
ALTER TABLE analyses ADD COLUMN open INTEGER;
UPDATE analyses SET
    supported = (SELECT COUNT(*) FROM json_each(report, '$.claims') WHERE json_extract(value, '$.status') = 'supported'),
    contradicted = (SELECT COUNT(*) FROM json_each(report, '$.claims') WHERE json_extract(value, '$.status') = 'contradicted'),
    unsupported = (SELECT COUNT(*) FROM json_each(report, '$.claims') WHERE json_extract(value, '$.status') = 'unsupported'),
    unverifiable = (SELECT COUNT(*) FROM json_each(report, '$.claims') WHERE json_extract(value, '$.status') = 'unverifiable'),
    open = (SELECT COUNT(*) FROM json_each(report, '$.claims') WHERE json_extract(value, '$.status') = 'unverifiable'
        AND json_extract(value, '$.reasons[0].code') IN ('undecided', 'value_only'))
WHERE json_valid(report);
