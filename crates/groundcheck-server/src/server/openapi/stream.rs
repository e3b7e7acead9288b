//! The route that streams a provider's answer through the monitor.

use serde_json::{Map, Value, json};

/// Its description.
pub(super) fn paths(error: impl Fn(&str) -> Value) -> Map<String, Value> {
    let stream = json!({ "post": {
        "operationId": "stream",
        "summary": "Ask a provider, and check its answer while it is said.",
        "description": "Answers as server-sent events whose `data` is one line of JSON: `start` (a `StreamStart`, before anybody is \
            asked); a `delta` (a `StreamDelta`) for what is said, each followed by an `update` (a `MonitorUpdate`) where claims settled \
            or warnings rose; an `interruption` (a `StreamInterruption`) where the monitor stopped the provider; last either `done` (a \
            `StreamAnswer`: what was said, the report on it, and the text that goes out instead) or `error` (`{\"error\": \
            InputError}`: nothing was said, or it could not be checked). An answer that breaks off is `done` with `partial` and its \
            `error`. Lines that begin with a colon keep the connection alive. Whoever goes away stops the provider.",
        "requestBody": { "required": true, "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/StreamRequest" },
            "example": {
                "question": "What was the NOI in Q3 2024?",
                "sources": [{ "id": "S0", "text": "The NOI for the property was $1,200,000 in Q3 2024." }],
                "provider": "openai", "model": "gpt-4o-mini",
            },
        } } },
        "responses": {
            "200": {
                "description": "The events. Only `done` with `all_clear` is an all-clear.",
                "content": { "text/event-stream": { "schema": { "type": "string" } } },
            },
            "400": error("The request cannot be read, or names no provider or model and there is no default."),
            "403": error("A page of another site asks."),
            "408": error("The request did not arrive in time."),
            "413": error("The request or a list in it is larger than allowed."),
            "415": error("The body is not `application/json`."),
            "421": error("`Host` is not a name of this machine."),
            "422": error("A field is missing or unknown, or a value is of the wrong type or out of its range, or the provider is not one of the server's."),
            "500": error("groundcheck itself failed. No question was sent."),
            "502": error("The provider has no key (`provider_refused`), or this server has no providers."),
            "503": error("The server or its database is busy. No question was sent."),
        },
    } });
    Map::from_iter([("/api/stream".to_owned(), stream)])
}
