//! The same messages for the page: `web/src/types.ts` is made of the description, and a test says when it is out of
//! date.

use std::{fmt::Write as _, fs};

use serde_json::{Map, Value};

use super::described;
use crate::config::Config;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/types.ts");
const HEAD: &str = "// Made from the server's description of its messages. To make it anew: \
                    UPDATE_TYPES=1 cargo test -p sandtable-server typescript\n";

/// Every schema of a description as a type.
fn typescript(description: &Value) -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in description["components"]["schemas"].as_object().into_iter().flatten() {
        let _ = write!(text, "\n{}export type {name} = {};\n", remark(schema, ""), kind(schema, ""));
    }
    text
}

/// The type of a schema; `indent` is that of the line it stands in.
fn kind(schema: &Value, indent: &str) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        return path.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(all) = ["oneOf", "anyOf"].iter().find_map(|which| schema[which].as_array()) {
        // What may be null is named last, as people do.
        let (null, others): (Vec<&Value>, Vec<&Value>) = all.iter().partition(|one| one["type"] == "null");
        return others.into_iter().chain(null).map(|one| kind(one, indent)).collect::<Vec<_>>().join(" | ");
    }
    if let Some(all) = schema["allOf"].as_array() {
        return all.iter().map(|one| joined(one, indent)).collect::<Vec<_>>().join(" & ");
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            let one = |name: &Value| {
                let mut schema = schema.clone();
                schema["type"] = name.clone();
                kind(&schema, indent)
            };
            kinds.iter().map(one).collect::<Vec<_>>().join(" | ")
        }
        Value::String(name) => match name.as_str() {
            "integer" | "number" => "number".to_owned(),
            "array" => list(schema, indent),
            "object" => object(schema, indent),
            name => name.to_owned(),
        },
        _ => "unknown".to_owned(),
    }
}

/// A type as a part of one that has all of several.
fn joined(schema: &Value, indent: &str) -> String {
    let kind = kind(schema, indent);
    if schema["oneOf"].is_array() { format!("({kind})") } else { kind }
}

fn list(schema: &Value, indent: &str) -> String {
    if let Some(parts) = schema["prefixItems"].as_array() {
        return format!("[{}]", parts.iter().map(|part| kind(part, indent)).collect::<Vec<_>>().join(", "));
    }
    let item = kind(&schema["items"], indent);
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most => {
            format!("[{}]", vec![item; usize::try_from(most).unwrap_or(0)].join(", "))
        }
        _ if item.contains(" | ") => format!("({item})[]"),
        _ => format!("{item}[]"),
    }
}

fn object(schema: &Value, indent: &str) -> String {
    let none = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&none);
    if properties.is_empty() {
        return match &schema["additionalProperties"] {
            Value::Object(_) => format!("Record<string, {}>", kind(&schema["additionalProperties"], indent)),
            _ => "unknown".to_owned(),
        };
    }
    let inner = format!("{indent}\t");
    let mut text = "{\n".to_owned();
    for (name, property) in properties {
        let optional = if is_required(schema, name) { "" } else { "?" };
        let _ = writeln!(
            text,
            "{}{inner}{name}{optional}: {};",
            remark(property, &inner),
            kind(property, &inner)
        );
    }
    text + indent + "}"
}

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|required| required.iter().any(|known| known == name))
}

fn remark(schema: &Value, indent: &str) -> String {
    let words = schema["description"].as_str().unwrap_or_default();
    if words.is_empty() {
        String::new()
    } else {
        format!("{indent}/** {} */\n", words.replace('\n', " ").replace("[`", "`").replace("`]", "`"))
    }
}

#[test]
fn the_page_knows_the_messages_as_they_are() {
    let (_, description) = described(Config::new("unused".into()).limits);
    let types = typescript(&description);
    if std::env::var_os("UPDATE_TYPES").is_some() {
        fs::write(FILE, &types).unwrap();
    }
    let known = fs::read_to_string(FILE).unwrap_or_default();
    assert!(known == types, "web/src/types.ts is out of date; see its first line");
}
