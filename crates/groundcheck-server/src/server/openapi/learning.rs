//! The routes of what reviews teach, of mutes, and of how the validation of records has gone.

use serde_json::{Map, Value, json};

/// The paths; `error` describes an error's response.
pub(super) fn paths(error: impl Fn(&str) -> Value) -> Map<String, Value> {
    let json_of = |schema: Value| json!({ "application/json": { "schema": schema } });
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let parameter = |name: &str, about: &str, schema: Value| json!({ "name": name, "in": "query", "description": about, "schema": schema });
    let text = || json!({ "type": "string" });
    let day = || json!({ "type": "string", "format": "date" });
    let provider = || parameter("provider", "Only this provider's.", text());
    let refused = |mut responses: Value| {
        responses["400"] = error("A parameter or a field that there is not; `field` names it.");
        responses["403"] = error("A page of another site asks.");
        responses["421"] = error("`Host` is not a name of this machine.");
        responses["422"] = error("A field is missing or unknown, or a value is of the wrong type or out of its range.");
        responses["503"] = error("The database is busy or away, or this server has none. Nothing was changed.");
        responses
    };
    let answer = |about: &str, name: &str| json!({ "description": about, "content": json_of(reference(name)) });
    let paths = json!({
        "/api/records/monitoring": { "get": {
            "operationId": "record_monitoring",
            "summary": "Results of validating records, by provider and day.",
            "parameters": [
                provider(),
                parameter("profile", "Only records of the profile of this name.", text()),
                parameter("from", "Only those of this day (UTC, YYYY-MM-DD) or later.", day()),
                parameter("to", "Only those of this day or earlier.", day()),
            ],
            "responses": refused(json!({ "200": answer("Rates are null where there is nothing to divide by.", "RecordMonitoring") })),
        } },
        "/api/reviews/learning": { "get": {
            "operationId": "learning",
            "summary": "What the items that were decided last teach: precision by group, and changes of settings with their effect.",
            "description": "Nothing is applied. `partial` says that there were more decided items than were read.",
            "parameters": [
                provider(),
                parameter("from", "Only those that entered on this day (UTC, YYYY-MM-DD) or later.", day()),
                parameter("to", "Only those that entered on this day or earlier.", day()),
            ],
            "responses": refused(json!({ "200": answer("The report.", "LearningReport") })),
        } },
        "/api/mutes": {
            "get": {
                "operationId": "mutes",
                "summary": "The patterns that do not enter the queue any more, the latest first.",
                "responses": refused(json!({ "200": answer("All of them.", "MuteList") })),
            },
            "post": {
                "operationId": "mute",
                "summary": "Mute a pattern of an approved item.",
                "description": "What consists of muted patterns alone does not enter the queue. Its report says what it always did.",
                "requestBody": { "required": true, "content": json_of(reference("MuteAdd")) },
                "responses": refused(json!({
                    "200": answer("It was muted already.", "Mute"),
                    "201": answer("It is muted.", "Mute"),
                    "404": error("There is no such item."),
                    "408": error("The request did not arrive in time."),
                    "413": error("The request is larger than allowed, or there are as many mutes as there may be."),
                    "415": error("The body is not `application/json`."),
                })),
            },
        },
        "/api/mutes/{fingerprint}": { "delete": {
            "operationId": "unmute",
            "summary": "Remove a mute.",
            "parameters": [{ "name": "fingerprint", "in": "path", "required": true, "schema": text() }],
            "responses": refused(json!({
                "200": { "description": "How many were removed: 0 if there was none.", "content": json_of(json!({
                    "type": "object", "properties": { "removed": { "type": "integer" } }, "required": ["removed"],
                })) },
            })),
        } },
    });
    match paths {
        Value::Object(paths) => paths,
        _ => Map::new(),
    }
}
