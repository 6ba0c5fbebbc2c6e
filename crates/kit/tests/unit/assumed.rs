use serde_json::json;

use super::*;

fn schema() -> Value {
    json!({
        "properties": {
            "scenario": { "type": ["string", "null"], "default": null },
            "unit": { "type": "string" },
            "shells": { "type": "integer", "default": 1 },
            "ground": { "type": "string", "default": "open" },
            "bearing": { "$ref": "#/$defs/Bearing", "default": { "face": "front" } },
            "targets": { "type": "array", "items": { "$ref": "#/$defs/Target" } },
            "lanes": { "type": "array", "default": [], "items": { "$ref": "#/$defs/Target" } },
            "by": { "oneOf": [{ "type": "string" }, { "$ref": "#/$defs/Target" }] }
        },
        "required": ["unit", "targets", "by"],
        "$defs": {
            "Bearing": { "properties": { "face": { "type": "string", "default": "front" } } },
            "Target": {
                "properties": {
                    "name": { "type": "string" },
                    "moved": { "type": "boolean", "default": false },
                    "skill": { "type": ["integer", "null"], "default": null }
                },
                "required": ["name"]
            }
        }
    })
}

fn told(said: &Value) -> Vec<String> {
    let one = |found: Assumed| {
        let some = found.some.map(|some| format!(" ({some})")).unwrap_or_default();
        format!("{}/{} {}{some}", found.part, found.field, found.value)
    };
    left_out(&schema(), said, &["ground"]).into_iter().map(one).collect()
}

#[test]
fn everything_that_is_left_out_is_told_with_what_counts() {
    let said = json!({
        "unit": "A", "by": "somebody",
        "targets": [{ "name": "B", "moved": true }, { "name": "C" }]
    });
    let mut rows = told(&said);
    rows.sort();
    assert_eq!(
        rows,
        [
            "/ground open",
            "/lanes none",
            "/scenario as usual",
            "/shells 1",
            "bearing/face front",
            "targets/moved no (1)",
            "targets/skill as usual",
        ]
    );
}

#[test]
fn what_is_said_or_needed_or_read_off_a_map_is_not_assumed() {
    let said = json!({
        "scenario": "north", "unit": "A", "shells": 2, "bearing": { "face": "rear" }, "lanes": [],
        "by": { "name": "D", "moved": false, "skill": 1 },
        "targets": [{ "name": "B", "moved": true, "skill": 0 }]
    });
    assert_eq!(told(&said), ["/ground off the map"]);
    assert!(
        told(&json!({})).iter().all(|row| !row.contains("unit")),
        "what is needed is refused, never assumed"
    );
}
