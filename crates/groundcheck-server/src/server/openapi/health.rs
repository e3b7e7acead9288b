//! The routes that say how the server is.

use serde_json::{Value, json};

/// `/api/health`.
pub(super) fn health() -> Value {
    json!({ "get": {
        "operationId": "health",
        "summary": "Whether the server is up, what it is, and whether it can store anything.",
        "responses": { "200": answer("It is up, whatever its `status`.") },
    } })
}

/// `/api/ready`.
pub(super) fn ready() -> Value {
    json!({ "get": {
        "operationId": "ready",
        "summary": "Whether the server can do its work: it writes to the database to find out, at most once a second.",
        "description": "For load balancers and container health checks, which look at the status alone. `groundcheck health` asks it.",
        "responses": {
            "200": answer("It is up and can store what it is asked to."),
            "503": answer("It is up, and nothing can be stored; or it is too busy to say."),
        },
    } })
}

fn answer(description: &str) -> Value {
    json!({ "description": description, "content": { "application/json": { "schema": {
        "type": "object",
        "properties": {
            "status": { "enum": ["ok", "degraded"], "description": "`degraded` once something could not be stored, until the database can be written again." },
            "version": { "type": "string" },
            "schema_version": { "type": "integer" },
            "page": { "enum": ["embedded", "missing"] },
            "storage": { "type": "string", "description": "Why nothing can be stored." },
        },
        "required": ["status", "version", "schema_version", "page"],
    } } } })
}
