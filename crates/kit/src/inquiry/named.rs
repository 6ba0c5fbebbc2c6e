//! What a question names by its name, or describes.

use std::{fmt, marker::PhantomData};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};

/// Reads a unit of the charts by its name, or one of a player's own by its figures, which are written as `O`.
pub fn named_or_own<'de, D: Deserializer<'de>, T, O: Deserialize<'de>>(
    source: D,
    expected: &'static str,
    named: impl FnOnce(&str) -> Result<T, String>,
    own: impl FnOnce(O) -> Result<T, String>,
) -> Result<T, D::Error> {
    source.deserialize_any(Reader { expected, named, own, figures: PhantomData })
}

/// The schema of what [`named_or_own`] reads; all `names`, where there are few.
pub fn schema_of_named_or_own<O: JsonSchema>(
    generator: &mut SchemaGenerator,
    about: &str,
    names: Option<Vec<&str>>,
) -> Schema {
    let own = generator.subschema_for::<O>();
    match names {
        None => json_schema!({ "description": about, "anyOf": [{ "type": "string" }, own] }),
        Some(names) => {
            json_schema!({ "description": about, "oneOf": [{ "type": "string", "enum": names }, own] })
        }
    }
}

struct Reader<N, F, O> {
    expected: &'static str,
    named: N,
    own: F,
    figures: PhantomData<O>,
}

impl<'de, T, O, N, F> Visitor<'de> for Reader<N, F, O>
where
    O: Deserialize<'de>,
    N: FnOnce(&str) -> Result<T, String>,
    F: FnOnce(O) -> Result<T, String>,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        (self.named)(name).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        (self.own)(O::deserialize(MapAccessDeserializer::new(map))?).map_err(A::Error::custom)
    }
}
