//! What a question leaves out, and what therefore counts.

use serde::Serialize;
use serde_json::{Map, Value};

/// A field that a question leaves out, with what counts in its place.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Assumed {
    /// The part of the question that it belongs to: `attackers`, `target.bearing`; empty for the question itself.
    pub part: String,
    /// Its name.
    pub field: String,
    /// What counts: `no`, `none`, `front`, `1`; `as usual` where its description tells, `off the map` where a map was read.
    pub value: String,
    /// How many of the part leave it out, where others say it.
    pub some: Option<u32>,
}

/// What `said` leaves out of everything that `schema` knows; `off_map` are the fields that a scenario's map brings.
pub(super) fn left_out(schema: &Value, said: &Value, off_map: &[&str]) -> Vec<Assumed> {
    let off_map = if said.get("scenario").is_some_and(Value::is_string) { off_map } else { &[] };
    let mut search = Search { root: schema, off_map, found: Vec::new() };
    search.object(schema, said, "");
    search.found.into_iter().map(Found::told).collect()
}

struct Found {
    assumed: Assumed,
    left_out: u32,
    said: u32,
}

impl Found {
    fn told(self) -> Assumed {
        let some = (self.said > 0 && self.left_out > 0).then_some(self.left_out);
        Assumed { some, ..self.assumed }
    }
}

struct Search<'s> {
    root: &'s Value,
    off_map: &'s [&'s str],
    found: Vec<Found>,
}

impl Search<'_> {
    fn object(&mut self, schema: &Value, said: &Value, part: &str) {
        let Some(fields) = schema.get("properties").and_then(Value::as_object) else { return };
        let needed = schema.get("required").and_then(Value::as_array);
        for (name, field) in fields {
            let below = if part.is_empty() { name.clone() } else { format!("{part}.{name}") };
            match said.get(name) {
                Some(value) => {
                    self.entry(part, name).said += 1;
                    self.value(field, value, &below);
                }
                // Refused, and never assumed.
                None if needed.is_some_and(|needed| needed.iter().any(|one| one == name)) => {}
                None => {
                    // A group that is left out whole is told by its fields.
                    if let Some(group) = self.group(field) {
                        self.object(&group, &Value::Object(Map::new()), &below);
                        continue;
                    }
                    let off_map = self.off_map.contains(&name.as_str());
                    let value = if off_map { "off the map".to_owned() } else { usual(field) };
                    let entry = self.entry(part, name);
                    entry.left_out += 1;
                    entry.assumed.value = value;
                }
            }
        }
        // Only what somebody leaves out is told.
        if part.is_empty() {
            self.found.retain(|found| found.left_out > 0);
        }
    }

    fn value(&mut self, schema: &Value, said: &Value, part: &str) {
        match said {
            Value::Array(items) => {
                let Some(item) = self.resolved(schema).get("items").cloned() else { return };
                for one in items {
                    self.value(&item, one, part);
                }
            }
            Value::Object(fields) => {
                let schema = self.resolved(schema);
                let either =
                    ["oneOf", "anyOf"].iter().filter_map(|key| schema.get(*key)?.as_array()).flatten();
                let of_fields =
                    either.map(|one| self.resolved(one)).find(|one| one.get("properties").is_some());
                let named = schema.get("patternProperties").or_else(|| schema.get("additionalProperties"));
                match (of_fields, named) {
                    (Some(own), _) => self.object(&own, said, part),
                    (None, Some(Value::Object(named))) if schema.get("properties").is_none() => {
                        // Several things by their names.
                        let item = named.values().next().filter(|one| one.is_object()).cloned();
                        let item = item.unwrap_or_else(|| Value::Object(named.clone()));
                        fields.values().for_each(|one| self.value(&item, one, part));
                    }
                    _ => self.object(&schema, said, part),
                }
            }
            _ => {}
        }
    }

    fn entry(&mut self, part: &str, field: &str) -> &mut Found {
        let known = self
            .found
            .iter()
            .position(|found| (&*found.assumed.part, &*found.assumed.field) == (part, field));
        let place = known.unwrap_or_else(|| {
            let assumed =
                Assumed { part: part.to_owned(), field: field.to_owned(), value: String::new(), some: None };
            self.found.push(Found { assumed, left_out: 0, said: 0 });
            self.found.len() - 1
        });
        &mut self.found[place]
    }

    /// What a reference leads to.
    fn resolved(&self, schema: &Value) -> Value {
        let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
        let part = name.and_then(|name| self.root.get("$defs")?.get(name));
        part.unwrap_or(schema).clone()
    }

    /// The fields of a group that may be left out whole, if the field is one that then still has values.
    fn group(&self, field: &Value) -> Option<Value> {
        if field.get("default").is_some_and(Value::is_null) {
            return None;
        }
        Some(self.resolved(field)).filter(|group| group.get("properties").is_some())
    }
}

/// What counts where a field is left out, in words.
fn usual(field: &Value) -> String {
    match field.get("default") {
        Some(Value::Bool(true)) => "yes".to_owned(),
        Some(Value::Bool(false)) => "no".to_owned(),
        Some(Value::Array(items)) if items.is_empty() => "none".to_owned(),
        Some(Value::Object(fields)) if fields.is_empty() => "none".to_owned(),
        Some(Value::String(words)) => words.clone(),
        Some(Value::Null) | None => "as usual".to_owned(),
        Some(value) => value.to_string(),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/assumed.rs"]
mod tests;
