//! The routes of document 1's report: import, examples, reports.

use serde_json::{Map, Value, json};

/// The paths; `error` describes an error's response.
pub(super) fn paths(error: impl Fn(&str) -> Value) -> Map<String, Value> {
    let json_of = |schema: Value| json!({ "application/json": { "schema": schema } });
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let parameter = |name: &str, about: &str, schema: Value| json!({ "name": name, "in": "query", "description": about, "schema": schema });
    let text = || json!({ "type": "string" });
    let filter = || {
        vec![
            parameter("query", "Only answers to this query, to the letter.", text()),
            parameter("provider", "Only this provider's.", text()),
            parameter("model", "Only this model's.", text()),
            parameter(
                "from",
                "Only those asked on this day (UTC, YYYY-MM-DD) or later.",
                json!({ "type": "string", "format": "date" }),
            ),
            parameter("to", "Only those asked on this day or earlier.", json!({ "type": "string", "format": "date" })),
        ]
    };
    let with = |more: Vec<Value>| filter().into_iter().chain(more).collect::<Vec<_>>();
    let risk = parameter("risk", "Of this risk; high by default.", json!({ "enum": ["high", "medium", "low"] }));
    let after = parameter("after", "The `next` of the page before.", text());
    let most =
        parameter("most", "How many; 20 by default.", json!({ "type": "integer", "minimum": 1, "maximum": 1000 }));
    let table =
        parameter("table", "Which table; mentions by default.", json!({ "enum": ["mentions", "models", "days"] }));
    let refused = |mut responses: Value| {
        responses["400"] = error("A parameter or a field that there is not; `field` names it.");
        responses["403"] = error("A page of another site asks.");
        responses["421"] = error("`Host` is not a name of this machine.");
        responses["422"] = error("A field is missing or unknown, or a value is of the wrong type or out of its range.");
        responses["503"] = error("The database is busy or away, or this server has none.");
        responses
    };
    let counted = |name: &str, about: &str| {
        refused(json!({ "200": { "description": about, "content": json_of(json!({
            "type": "object", "properties": { name: { "type": "integer" } }, "required": [name],
        })) } }))
    };
    let collected = || reference("CollectedResponse");
    let mut import = refused(json!({
        "200": { "description": "What is stored now, and what could not be read or stored, each with its line.",
            "content": json_of(reference("ImportSummary")) },
    }));
    import["408"] = error("The request did not arrive in time.");
    import["413"] = error("The request is larger than allowed.");
    import["415"] = error("The body is neither `application/json` nor `application/x-ndjson`.");
    let paths = json!({
        "/api/import": { "post": {
            "operationId": "import",
            "summary": "Store responses that were collected elsewhere.",
            "description": "A list, one object, or one object a line. They are checked and scored in the background.",
            "requestBody": { "required": true, "content": {
                "application/json": { "schema": { "oneOf": [collected(), { "type": "array", "items": collected() }] } },
                "application/x-ndjson": { "schema": collected() },
            } },
            "responses": import,
        } },
        "/api/examples": {
            "post": {
                "operationId": "add_examples",
                "summary": "Store the example data, from invented companies, and score it.",
                "responses": counted("added", "How many responses are new; 0 where they were there."),
            },
            "delete": {
                "operationId": "remove_examples",
                "summary": "Remove the example data and all that hangs on it.",
                "responses": counted("removed", "How many responses there were."),
            },
        },
        "/api/reports/checks": { "get": {
            "operationId": "checks",
            "summary": "Answers by verdict and claims by status, by provider, model and day, over the kept reports of checks.",
            "description": "The server keeps reports with `--keep-analyses`; `keeps` says whether it does now.",
            "parameters": filter().into_iter().skip(1).collect::<Vec<_>>(),
            "responses": refused(json!({ "200": { "description": "Each answer is counted as it was checked last.",
                "content": json_of(reference("CheckReport")) } })),
        } },
        "/api/reports": { "get": {
            "operationId": "report",
            "summary": "The source reliability report on what is stored and scored.",
            "parameters": filter(),
            "responses": refused(json!({ "200": { "description": "`stored` says how much its figures leave out.",
                "content": json_of(reference("SourceReport")) } })),
        } },
        "/api/reports/mentions": { "get": {
            "operationId": "report_mentions",
            "summary": "Mentions of one risk, the least reliable first, page by page.",
            "parameters": with(vec![risk, after, most]),
            "responses": refused(json!({ "200": { "description": "A page.", "content": json_of(reference("MentionPage")) } })),
        } },
        "/api/reports/choices": { "get": {
            "operationId": "report_choices",
            "summary": "What a filter can name.",
            "responses": { "200": { "description": "Queries and models.", "content": json_of(reference("ReportChoices")) },
                "503": error("The database is busy or away, or this server has none.") },
        } },
        "/api/reports.csv": { "get": {
            "operationId": "report_table",
            "summary": "A table of the report as a file for spreadsheets.",
            "parameters": with(vec![table]),
            "responses": refused(json!({ "200": { "description": "CSV; no cell begins as a formula does.",
                "content": { "text/csv": { "schema": { "type": "string" } } } } })),
        } },
    });
    match paths {
        Value::Object(paths) => paths,
        _ => Map::new(),
    }
}
