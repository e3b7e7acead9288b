-- How many claims of a kept report have which status, so that a dashboard adds up numbers instead of reading reports. `open` are those of
-- the unverifiable ones that the evidence left open. Null in a row that was restored from an older dump: it counts as none.
ALTER TABLE analyses ADD COLUMN supported BIGINT;
ALTER TABLE analyses ADD COLUMN contradicted BIGINT;
ALTER TABLE analyses ADD COLUMN unsupported BIGINT;
ALTER TABLE analyses ADD COLUMN unverifiable BIGINT;
ALTER TABLE analyses ADD COLUMN open BIGINT;
UPDATE analyses SET
    supported = (SELECT COUNT(*) FROM json_array_elements(CAST(report AS JSON) -> 'claims') c WHERE c ->> 'status' = 'supported'),
    contradicted = (SELECT COUNT(*) FROM json_array_elements(CAST(report AS JSON) -> 'claims') c WHERE c ->> 'status' = 'contradicted'),
    unsupported = (SELECT COUNT(*) FROM json_array_elements(CAST(report AS JSON) -> 'claims') c WHERE c ->> 'status' = 'unsupported'),
    unverifiable = (SELECT COUNT(*) FROM json_array_elements(CAST(report AS JSON) -> 'claims') c WHERE c ->> 'status' = 'unverifiable'),
    open = (SELECT COUNT(*) FROM json_array_elements(CAST(report AS JSON) -> 'claims') c WHERE c ->> 'status' = 'unverifiable'
        AND c -> 'reasons' -> 0 ->> 'code' IN ('undecided', 'value_only'));
