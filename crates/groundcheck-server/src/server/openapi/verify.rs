//! The route that has an answer verified by a language model.

use serde_json::{Map, Value, json};

/// Its description.
pub(super) fn paths(error: impl Fn(&str) -> Value) -> Map<String, Value> {
    let verify = json!({ "post": {
        "operationId": "verify",
        "summary": "Ask a provider whether an answer's sentences follow from its sources.",
        "description": "Each sentence is asked about twice: with all sources (p1), and with those that it cites redacted (p0). With \
            `Accept: text/event-stream` the answer is told as it comes in, as events whose `data` is one line of JSON: one `plan` (a \
            `VerificationPlan`, before anything is spent), a `claim` for each sentence as it settles (a `SettledClaim`), and last \
            either `done` (a `GroundedAnswer`) or `error` (`{\"error\": InputError}`). Whoever goes away stops what is under way.",
        "requestBody": { "required": true, "content": { "application/json": {
            "schema": { "$ref": "#/components/schemas/VerifyRequest" },
            "example": {
                "answer": "The appraiser set the compensation at 50,000 shekels [S0].",
                "sources": [{ "id": "S0", "text": "The appraiser set the compensation at 50,000 shekels." }],
                "provider": "openai", "model": "gpt-4o-mini", "method": "directional", "budget_usd": 0.01,
            },
        } } },
        "responses": {
            "200": {
                "description": "The check. A sentence that could not be asked about is never grounded: `reason` says why, \
                    `verifier.errors` what the provider said.",
                "content": {
                    "application/json": { "schema": { "$ref": "#/components/schemas/GroundedAnswer" } },
                    "text/event-stream": { "schema": { "type": "string" } },
                },
            },
            "400": error("The request cannot be read, or names no provider or model and there is no default."),
            "403": error("A page of another site asks."),
            "408": error("The request did not arrive in time."),
            "413": error("The answer, the request or a list in it is larger than allowed."),
            "415": error("The body is not `application/json`."),
            "421": error("`Host` is not a name of this machine."),
            "422": error("A field is missing or unknown, a value is out of its range, the provider is not one of the server's, or a budget in dollars is set and there are no prices."),
            "500": error("groundcheck itself failed. The answer was not verified."),
            "502": error("The provider has no key (`provider_refused`), or this server has no providers."),
            "503": error("The server is busy. Nothing was verified."),
        },
    } });
    Map::from_iter([("/api/verify".to_owned(), verify)])
}
