//! The routes of the review queue and of the audit.

use serde_json::{Map, Value, json};

/// The paths; `error` describes an error's response.
pub(super) fn paths(error: impl Fn(&str) -> Value) -> Map<String, Value> {
    let json_of = |schema: Value| json!({ "application/json": { "schema": schema } });
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let parameter = |name: &str, about: &str, schema: Value| json!({ "name": name, "in": "query", "description": about, "schema": schema });
    let text = || json!({ "type": "string" });
    let day = || json!({ "type": "string", "format": "date" });
    let filter = || {
        vec![
            parameter(
                "status",
                "Only those with this status.",
                json!({ "enum": ["pending", "reviewed", "approved", "rejected"] }),
            ),
            parameter("kind", "Only those about this.", json!({ "enum": ["answer", "record", "mention"] })),
            parameter("risk", "Only those of this risk.", json!({ "enum": ["low", "medium", "high", "critical"] })),
            parameter("assignee", "Only those assigned to this person; empty for unassigned ones.", text()),
            parameter("provider", "Only this provider's.", text()),
            parameter("model", "Only this model's.", text()),
            parameter("from", "Only those that entered on this day (UTC, YYYY-MM-DD) or later.", day()),
            parameter("to", "Only those that entered on this day or earlier.", day()),
        ]
    };
    let most =
        || parameter("most", "How many; 20 by default.", json!({ "type": "integer", "minimum": 1, "maximum": 100 }));
    let before = || parameter("before", "The `next` of the page before.", json!({ "type": "integer" }));
    let id = json!({ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } });
    let refused = |mut responses: Value| {
        responses["400"] = error("A parameter or a field that there is not; `field` names it.");
        responses["403"] = error("A page of another site asks.");
        responses["421"] = error("`Host` is not a name of this machine.");
        responses["422"] = error("A field is missing or unknown, or a value is of the wrong type or out of its range.");
        responses["503"] = error("The database is busy or away, or this server has none. Nothing was changed.");
        responses
    };
    let with_body = |mut responses: Value| {
        responses["408"] = error("The request did not arrive in time.");
        responses["413"] = error("The request, or a list in it, is larger than allowed.");
        responses["415"] = error("The body is not `application/json`.");
        responses
    };
    let found = |mut responses: Value| {
        responses["404"] = error("There is no such item.");
        responses
    };
    let body = |name: &str| json!({ "required": true, "content": json_of(reference(name)) });
    let item = |about: &str| json!({ "description": about, "content": json_of(reference("ReviewItem")) });
    let audit_page = || json!({ "200": { "description": "A page.", "content": json_of(reference("AuditPage")) } });
    let paths = json!({
        "/api/reviews": {
            "get": {
                "operationId": "reviews",
                "summary": "The review queue, the gravest first, of these the oldest.",
                "parameters": filter().into_iter().chain([parameter("after", "The `next` of the page before.", text()), most()]).collect::<Vec<_>>(),
                "responses": refused(json!({ "200": { "description": "A page.", "content": json_of(reference("ReviewPage")) } })),
            },
            "post": {
                "operationId": "add_review",
                "summary": "Send an answer to the queue, whatever its verdict.",
                "description": "It is checked anew. The same request under the same policy is the same item, also after it was decided.",
                "requestBody": body("ReviewAdd"),
                "responses": with_body(refused(json!({ "201": item("It is new."), "200": item("It was there already; the note is not taken over.") }))),
            },
        },
        "/api/reviews/choices": { "get": {
            "operationId": "review_choices",
            "summary": "What there is to filter by.",
            "responses": { "200": { "description": "Assignees, providers and models.", "content": json_of(reference("ReviewChoices")) },
                "503": error("The database is busy or away, or this server has none.") },
        } },
        "/api/reviews/bulk": { "post": {
            "operationId": "change_reviews",
            "summary": "The same change of many items; each changes, or not, by itself.",
            "requestBody": body("BulkChange"),
            "responses": with_body(refused(json!({ "200": { "description": "What became of each, in the order asked for.",
                "content": json_of(json!({ "type": "array", "items": reference("BulkRow") })) } }))),
        } },
        "/api/reviews/{id}": {
            "get": {
                "operationId": "review",
                "summary": "An item with all that somebody needs to judge it.",
                "parameters": [id],
                "responses": found(refused(json!({ "200": item("The item.") }))),
            },
            "patch": {
                "operationId": "change_review",
                "summary": "Judge, assign, note.",
                "description": "Names the version that it was made on. Each change is a row of the audit.",
                "parameters": [id],
                "requestBody": body("ReviewChange"),
                "responses": with_body(found(refused(json!({
                    "200": item("The item as it is now."),
                    "409": { "description": "Somebody else was first; nothing was changed.", "content": json_of(reference("ReviewConflict")) },
                })))),
            },
        },
        "/api/reviews/{id}/history": { "get": {
            "operationId": "review_history",
            "summary": "Who did what to an item, latest first.",
            "parameters": [id, before(), most()],
            "responses": found(refused(audit_page())),
        } },
        "/api/reviews.jsonl": { "get": {
            "operationId": "reviews_as_cases",
            "summary": "Decided answers as labelled cases, for `groundcheck measure`.",
            "parameters": filter(),
            "responses": refused(json!({ "200": { "description": "A `LabelledCase` a line.",
                "content": { "application/x-ndjson": { "schema": reference("LabelledCase") } } } })),
        } },
        "/api/reviews.csv": { "get": {
            "operationId": "reviews_as_table",
            "summary": "The queue as a file for spreadsheets.",
            "parameters": filter(),
            "responses": refused(json!({ "200": { "description": "CSV; no cell begins as a formula does.",
                "content": { "text/csv": { "schema": { "type": "string" } } } } })),
        } },
        "/api/audit": { "get": {
            "operationId": "audit",
            "summary": "Who changed what, latest first.",
            "description": "`groundcheck audit verify` says whether it is still what was written.",
            "parameters": [before(), most()],
            "responses": refused(audit_page()),
        } },
    });
    match paths {
        Value::Object(paths) => paths,
        _ => Map::new(),
    }
}
