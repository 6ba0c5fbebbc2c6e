//! The JSON schema of a situation, with the default of every field that may be left out.

use serde_json::{Map, Value, json};

/// Writes down the defaults that follow from a field's type alone: nothing for what may be nothing, no entry for a list,
/// and everything left out for a group of fields that may all be left out.
pub(super) fn complete(schema: &mut Value) {
    let optional_groups = optional_groups(schema);
    complete_object(schema, &optional_groups);
    if let Some(parts) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        for part in parts.values_mut() {
            complete_object(part, &optional_groups);
        }
    }
}

/// The parts of which every field may be left out.
fn optional_groups(schema: &Value) -> Vec<String> {
    let Some(parts) = schema.get("$defs").and_then(Value::as_object) else { return Vec::new() };
    let all_optional = |part: &Value| {
        part.get("properties").is_some()
            && part.get("required").and_then(Value::as_array).is_none_or(Vec::is_empty)
    };
    let optional = parts.iter().filter(|(_, part)| all_optional(part));
    optional.map(|(name, _)| format!("#/$defs/{name}")).collect()
}

fn complete_object(object: &mut Value, optional_groups: &[String]) {
    let required: Vec<String> = object
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).map(str::to_owned).collect())
        .unwrap_or_default();
    let Some(fields) = object.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (name, field) in fields {
        let Some(field) = field.as_object_mut().filter(|_| !required.contains(name)) else { continue };
        if let (false, Some(default)) = (field.contains_key("default"), default_of(field, optional_groups)) {
            field.insert("default".to_owned(), default);
        }
    }
}

fn default_of(field: &Map<String, Value>, optional_groups: &[String]) -> Option<Value> {
    let is_null = |kind: &Value| kind == "null" || kind.get("type").is_some_and(|kind| kind == "null");
    let kinds = ["type", "anyOf"].iter().filter_map(|key| field.get(*key)?.as_array()).flatten();
    if kinds.into_iter().any(is_null) {
        return Some(Value::Null);
    }
    if field.get("type").is_some_and(|kind| kind == "array") {
        return Some(json!([]));
    }
    // Things by their names: none of them.
    if field.get("type").is_some_and(|kind| kind == "object") && field.get("properties").is_none() {
        return Some(json!({}));
    }
    let named = field.get("$ref").and_then(Value::as_str)?;
    optional_groups.iter().any(|group| group == named).then(|| json!({}))
}

#[cfg(test)]
#[path = "../../tests/unit/schema.rs"]
mod tests;
