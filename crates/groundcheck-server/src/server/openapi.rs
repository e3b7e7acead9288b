//! The OpenAPI 3.1 description of the routes. Its schemas are the contract's own, so there is one source for both.

mod health;
mod learning;
mod reports;
mod reviews;
mod stream;
mod verify;

use std::sync::LazyLock;

use groundcheck_types::schema;
use serde_json::{Map, Value, json};

/// The document as JSON.
pub static DOCUMENT: LazyLock<String> = LazyLock::new(|| document().to_string());

fn document() -> Value {
    let error = |description: &str| {
        json!({ "description": description, "content": { "application/json": { "schema": {
            "type": "object",
            "properties": { "error": { "$ref": "#/components/schemas/InputError" } },
            "required": ["error"],
        } } } })
    };
    let review_id =
        || json!({ "description": "The item of the review queue, where it entered.", "schema": { "type": "integer" } });
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "groundcheck",
            "description": "Which parts of an LLM answer can be trusted. The same contract as `groundcheck batch` and the wasm module.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "tags": TAGS.map(|(name, description, _)| json!({ "name": name, "description": description })),
        // A server that was started without tokens asks for none.
        "security": [{}, { "bearer": [] }],
        "paths": {
            "/api/analyze": { "post": {
                "operationId": "analyze",
                "summary": "Check one answer against its sources and facts.",
                "description": "With `verify` a provider is asked about the sentences that stay open (or all, by `sentences`), as by POST /api/verify: they are claims of kind `statement` then, `checks` names `entailment`, and `verification` holds the numbers.",
                "requestBody": { "required": true, "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/Request" },
                    "example": {
                        "answer": "The NOI was $1.5M for the property.",
                        "sources": [{ "id": "S0", "text": "The NOI for the property was $1,200,000 in Q3 2024." }],
                    },
                } } },
                "responses": {
                    "200": { "description": "The report. Only the `verdict` `clean` means that every claim found is supported.",
                        "headers": { "groundcheck-review-id": review_id() },
                        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Report" } } } },
                    "403": error("A page of another site asks."),
                    "421": error("`Host` is not a name of this machine."),
                    "400": error("The request cannot be read; `code`, `field` and `line` say why."),
                    "408": error("The request did not arrive in time."),
                    "413": error("The answer, the request or a list in it is larger than allowed."),
                    "415": error("The body is not `application/json`."),
                    "422": error("A field is missing or unknown, or a value is of the wrong type or out of its range."),
                    "500": error("groundcheck itself failed. The answer was not checked."),
                    "502": error("With `verify`: the provider has no key, or this server has no providers."),
                    "503": error("The check did not finish in its time, the server is busy, or the database is. Nothing was checked, kept or sent to review."),
                },
            } },
            "/api/files": { "post": {
                "operationId": "files",
                "summary": "The text and tables of a PDF, a workbook (XLSX, XLS, ODS), a Word document (DOCX) or a text file, as sources for a request.",
                "description": "A PDF gives a source a page, a workbook one a sheet. Nothing is kept. A scan has no text: its pages are listed in `without_text`, and an answer is not checked against them.",
                "parameters": [
                    { "name": "name", "in": "query", "schema": { "type": "string" }, "description": "The file's name, which the sources' ids and titles begin with." },
                ],
                "requestBody": { "required": true, "content": { "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } } },
                "responses": {
                    "200": { "description": "The sources, in the file's order.", "content": { "application/json": { "schema": {
                        "type": "object",
                        "properties": {
                            "sources": { "type": "array", "items": { "$ref": "#/components/schemas/Source" } },
                            "without_text": { "type": "array", "items": { "type": "integer" }, "description": "The pages without text, from 1." },
                        },
                        "required": ["sources", "without_text"],
                    } } } },
                    "400": error("The file cannot be read: it is damaged, locked by a password, without text, or neither UTF-8 nor of a known kind."),
                    "408": error("The file did not arrive in time."),
                    "413": error("The file is larger than 32 MiB."),
                    "415": error("The body is not `application/octet-stream`."),
                    "503": error("It was not read in its time, or the server is busy."),
                },
            } },
            "/api/facts": { "get": {
                "operationId": "facts",
                "summary": "The stored facts of an entity and period as a CSV table, with those that hold for all.",
                "parameters": [
                    { "name": "entity", "in": "query", "schema": { "type": "string" } },
                    { "name": "period", "in": "query", "schema": { "type": "string" } },
                ],
                "responses": {
                    "200": { "description": "Columns entity, metric, period, value, unit; a request's `facts` takes it as it is.",
                        "content": { "text/csv": { "schema": { "type": "string" } } } },
                    "422": error("A parameter is unknown or given twice."),
                    "503": error("The database cannot be read."),
                },
            } },
            "/metrics": { "get": {
                "operationId": "metrics",
                "summary": "What was counted, for Prometheus.",
                "responses": {
                    "200": { "description": "Prometheus's text format 0.0.4.", "content": { "text/plain": { "schema": { "type": "string" } } } },
                },
            } },
            "/api/facts/entities": { "get": {
                "operationId": "fact_entities",
                "summary": "The entities that have stored facts, which a request's scope can name.",
                "responses": {
                    "200": { "description": "Each with its periods; entity null: facts that hold for all.",
                        "content": { "application/json": { "schema": {
                            "type": "object",
                            "properties": { "entities": { "type": "array", "items": {
                                "type": "object",
                                "properties": {
                                    "entity": { "type": ["string", "null"] },
                                    "periods": { "type": "array", "items": { "type": "string" } },
                                    "facts": { "type": "integer" },
                                },
                                "required": ["entity", "periods", "facts"],
                            } } },
                            "required": ["entities"],
                        } } } },
                    "503": error("The database cannot be read."),
                },
            } },
            "/api/records/validate": { "post": {
                "operationId": "validate_record",
                "summary": "Check structured output against the document it was read from.",
                "description": "A record that is malformed or rejected is no error: `summary.rejection_recommended` says so. No more than the last four digits of an account number are ever returned.",
                "requestBody": { "required": true, "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/RecordRequest" },
                    "example": {
                        "profile": "bank_statement",
                        "record": { "bank_name": "Bank of Atlantis", "account_number": "034-123 456782", "statement_period": "March 2024" },
                        "document": { "text": "Westpac. Statement of account 034-123 456782, 1 to 31 March 2024, closing balance $1,204.10" },
                        "as_of": "2024-12-01",
                    },
                } } },
                "responses": {
                    "200": { "description": "What was found.",
                        "headers": { "groundcheck-review-id": review_id() },
                        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/RecordReport" } } } },
                    "403": error("A page of another site asks."),
                    "421": error("`Host` is not a name of this machine."),
                    "400": error("The request cannot be read; `code`, `field` and `line` say why."),
                    "408": error("The request did not arrive in time."),
                    "413": error("The request is larger than allowed."),
                    "415": error("The body is not `application/json`."),
                    "422": error("A field is missing or unknown, or a value is of the wrong type or out of its range, or the profile is not known."),
                    "503": error("The server is busy, the check did not finish in time, or what was found could not be sent to review."),
                },
            } },
            "/api/urls/check": { "post": {
                "operationId": "check_urls",
                "summary": "Check whether cited links are there.",
                "description": "Answers one line for each URL, as each is done and in no order. Private networks are never asked.",
                "requestBody": { "required": true, "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/UrlCheckRequest" },
                    "example": { "urls": ["https://example.com/report"] },
                } } },
                "responses": {
                    "200": { "description": "A `UrlCheck` a line. What could not be found out is `unknown`, never `unreachable`.",
                        "content": { "application/x-ndjson": { "schema": { "$ref": "#/components/schemas/UrlCheck" } } } },
                    "403": error("A page of another site asks."),
                    "421": error("`Host` is not a name of this machine."),
                    "400": error("The request cannot be read; `code`, `field` and `line` say why."),
                    "408": error("The request did not arrive in time."),
                    "413": error("More than 1,000 URLs, or a request larger than allowed."),
                    "415": error("The body is not `application/json`."),
                    "422": error("A field is missing or unknown, or a value is of the wrong type."),
                    "503": error("The server is busy, or checks no links. Nothing was checked."),
                },
            } },
            "/api/collect": { "post": {
                "operationId": "collect",
                "summary": "Ask a provider for ranked mentions, and store its answer.",
                "description": "Asks one of the server's own providers, now. The answer is stored with a job to score it, also where nobody waits for it any more.",
                "requestBody": { "required": true, "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/CollectRequest" },
                    "example": { "query": "Best AI companies", "provider": "openai", "model": "gpt-4o", "with_sources": true },
                } } },
                "responses": {
                    "200": { "description": "What it names. `partial`: some of the answer is missing, `notes` say what.",
                        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/CollectedAnswer" } } } },
                    "403": error("A page of another site asks."),
                    "421": error("`Host` is not a name of this machine."),
                    "400": error("The request cannot be read, or names no model and the provider has no default."),
                    "408": error("The request did not arrive in time."),
                    "413": error("The request is larger than allowed."),
                    "415": error("The body is not `application/json`."),
                    "422": error("A field is missing or unknown, a value is out of its range, the provider is not one of the server's, or it has no such model."),
                    "502": error("The provider refuses (`provider_refused`), is out of order (`provider_failed`), or its model did not answer in the form asked for (`answer_unreadable`, what it said is stored)."),
                    "503": error("The provider is busy (`provider_limited`) or did not answer in time (`timed_out`), or the server or its database is busy."),
                },
            } },
            "/api/providers": { "get": {
                "operationId": "providers",
                "summary": "The providers that can be asked: names, kinds and models, never keys or addresses.",
                "responses": {
                    "200": { "description": "In the order of the server's file, the built-in ones last.",
                        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/ProviderList" } } } },
                },
            } },
            "/api/health": health::health(),
            "/api/ready": health::ready(),
            "/api/openapi.json": { "get": {
                "operationId": "openapi",
                "summary": "This document.",
                "responses": { "200": { "description": "OpenAPI 3.1.", "content": { "application/json": { "schema": { "type": "object" } } } } },
            } },
        },
        "components": {
            "schemas": components(),
            "securitySchemes": { "bearer": {
                "type": "http",
                "scheme": "bearer",
                "description": "A token of this server, where it was started with tokens (`--token-file FILE` or `GROUNDCHECK_TOKEN`).",
            } },
        },
    });
    if let Some(paths) = document["paths"].as_object_mut() {
        paths.extend(learning::paths(error));
        paths.extend(reports::paths(error));
        paths.extend(verify::paths(error));
        paths.extend(stream::paths(error));
        paths.extend(reviews::paths(error));
        for (path, methods) in paths {
            let tag = TAGS.iter().find(|(_, _, under)| under.iter().any(|under| path.starts_with(under)));
            for operation in methods.as_object_mut().into_iter().flat_map(Map::values_mut) {
                operation["tags"] = json!(tag.map(|(name, ..)| *name).as_slice());
            }
        }
    }
    document
}

/// The groups of routes: a name, what they are for, and what their paths begin with.
const TAGS: [(&str, &str, &[&str]); 6] = [
    (
        "check",
        "Check answers, files and structured records.",
        &["/api/analyze", "/api/files", "/api/facts", "/api/records"],
    ),
    (
        "models",
        "Ask language models, and check what they say.",
        &["/api/verify", "/api/stream", "/api/collect", "/api/providers"],
    ),
    ("links", "Check cited links.", &["/api/urls"]),
    ("reports", "What was collected and checked.", &["/api/reports", "/api/import", "/api/examples"]),
    (
        "review",
        "The queue of flagged answers, and what decisions on it teach.",
        &["/api/reviews", "/api/mutes", "/api/audit"],
    ),
    ("server", "The server itself.", &["/api/health", "/api/ready", "/metrics", "/api/openapi.json"]),
];

/// Every type of the contract.
fn components() -> Map<String, Value> {
    let mut components = match schema::contract().get_mut("$defs").map(Value::take) {
        Some(Value::Object(types)) => types,
        _ => Map::new(),
    };
    components.values_mut().for_each(point_to_components);
    components
}

/// The contract keeps its types under `$defs`; here they are components.
fn point_to_components(value: &mut Value) {
    match value {
        Value::Object(object) => {
            if let Some(Value::String(target)) = object.get_mut("$ref")
                && let Some(name) = target.strip_prefix("#/$defs/")
            {
                *target = format!("#/components/schemas/{name}");
            }
            object.values_mut().for_each(point_to_components);
        }
        Value::Array(values) => values.iter_mut().for_each(point_to_components),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn references(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                found.extend(object.get("$ref").and_then(Value::as_str).map(str::to_owned));
                object.values().for_each(|value| references(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| references(value, found)),
            _ => {}
        }
    }

    #[test]
    fn every_reference_leads_to_a_component() {
        let document = document();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 20, "{found:?}");
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap();
            assert!(document.pointer(pointer).is_some(), "{reference}");
        }
        assert!(!DOCUMENT.contains("$defs"));
    }
}
