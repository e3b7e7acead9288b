//! What a model is asked for: ranked mentions with why, confidence and, where wanted, sources.
//!
//! Source: document 1, "Structured response". The schema keeps to what OpenAI's strict mode takes: every property required, none
//! besides, no bounds.

use serde_json::{Value, json};

use crate::llm::{ChatRequest, Message, NamedSchema};

/// How long an answer may get at least, in tokens; thoughts count.
pub const MAX_TOKENS: u32 = 4_096;
/// What a mention may take, with its sources.
const MENTION_TOKENS: u32 = 256;

/// A request for mentions.
#[must_use]
pub fn request(query: &str, model: &str, n: u32, with_sources: bool) -> ChatRequest {
    let mut request = ChatRequest::new(model, vec![Message::system(system(n, with_sources)), Message::user(query)]);
    request.schema = Some(NamedSchema { name: "mentions".to_owned(), schema: schema(with_sources) });
    request.max_tokens = Some(MAX_TOKENS.max(n.saturating_mul(MENTION_TOKENS)));
    request
}

fn system(n: u32, with_sources: bool) -> String {
    let sources =
        if with_sources { r#", "sources": [{"url": "…", "title": "…", "description": "…"}]"# } else { "" };
    let mut text = format!(
        "Answer with the {n} names that answer the question best, the best first, as one JSON object and nothing else:\n\
         {{\"mentions\": [{{\"rank\": 1, \"name\": \"…\", \"why\": \"…\", \"confidence\": 0.0{sources}}}]}}\n\
         - rank: 1 for the best, then 2 and so on. Fewer than {n} where there are no more.\n\
         - name: the name of the company, brand or product alone.\n\
         - why: one sentence.\n\
         - confidence: how sure you are that it belongs there, from 0.0 to 1.0.\n"
    );
    if with_sources {
        text += "- sources: pages that you know to say so, each with its whole address (url), its title and what it says \
                 (description). An empty list where you know of none: never make an address up.\n";
    }
    text += "Use the language of the question.";
    text
}

fn schema(with_sources: bool) -> Value {
    let mut mention = json!({
        "type": "object",
        "properties": {
            "rank": { "type": "integer" },
            "name": { "type": "string" },
            "why": { "type": "string" },
            "confidence": { "type": "number" },
        },
        "required": ["rank", "name", "why", "confidence"],
        "additionalProperties": false,
    });
    if with_sources {
        mention["properties"]["sources"] = json!({ "type": "array", "items": {
            "type": "object",
            "properties": {
                "url": { "type": "string" },
                "title": { "type": "string" },
                "description": { "type": "string" },
            },
            "required": ["url", "title", "description"],
            "additionalProperties": false,
        } });
        mention["required"] = json!(["rank", "name", "why", "confidence", "sources"]);
    }
    json!({
        "type": "object",
        "properties": { "mentions": { "type": "array", "items": mention } },
        "required": ["mentions"],
        "additionalProperties": false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects(schema: &Value, found: &mut Vec<Value>) {
        match schema {
            Value::Object(object) => {
                if object.get("type") == Some(&json!("object")) {
                    found.push(schema.clone());
                }
                object.values().for_each(|value| objects(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| objects(value, found)),
            _ => {}
        }
    }

    #[test]
    fn the_schema_is_one_that_strict_mode_takes() {
        for with_sources in [false, true] {
            let mut found = Vec::new();
            objects(&schema(with_sources), &mut found);
            assert_eq!(found.len(), if with_sources { 3 } else { 2 });
            for object in found {
                let mut names: Vec<&String> = object["properties"].as_object().unwrap().keys().collect();
                let mut required: Vec<&str> =
                    object["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
                names.sort();
                required.sort_unstable();
                assert_eq!(names, required, "{object}");
                assert_eq!(object["additionalProperties"], false);
            }
        }
    }

    #[test]
    fn sources_are_asked_for_where_they_are_wanted() {
        let text = |with_sources| request("Best AI companies", "gpt-4o", 5, with_sources).messages[0].content.clone();
        assert!(text(true).contains("never make an address up") && text(true).contains("5 names"));
        assert!(!text(false).contains("sources"));
        // OpenAI's JSON mode wants the word.
        assert!(text(false).contains("JSON"));
        assert_eq!(request("Best AI companies", "gpt-4o", 5, true).messages[1].content, "Best AI companies");
    }
}
