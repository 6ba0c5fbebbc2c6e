//! Compiled with `src/inquiry/schema.rs`, whose inside it looks at.

use super::*;

#[test]
fn whatever_may_be_left_out_has_its_default() {
    let mut schema = json!({
        "properties": {
            "unit": { "type": "string" },
            "turn": { "type": ["integer", "null"] },
            "choice": { "anyOf": [{ "$ref": "#/$defs/Choice" }, { "type": "null" }] },
            "friends": { "type": "array" },
            "options": { "$ref": "#/$defs/Options" },
            "shells": { "type": "integer", "default": 1 },
        },
        "required": ["unit"],
        "$defs": { "Options": { "properties": { "aid": { "type": "array" } } }, "Choice": { "enum": ["a"] } },
    });
    complete(&mut schema);
    let default = |field: &str| schema["properties"][field].get("default").cloned();
    assert_eq!(default("unit"), None);
    assert_eq!([default("turn"), default("choice")], [Some(Value::Null), Some(Value::Null)]);
    assert_eq!([default("friends"), default("options")], [Some(json!([])), Some(json!({}))]);
    assert_eq!(default("shells"), Some(json!(1)));
    assert_eq!(schema["$defs"]["Options"]["properties"]["aid"]["default"], json!([]));
}
