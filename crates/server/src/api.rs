//! What the server answers, and the description of it.

mod coach;
mod game;
mod history;
mod map;
mod offers;
mod play;
mod position;
mod seat;
mod service;
mod setup;
mod shelf;
mod talk;
#[cfg(test)]
mod typescript;

use std::{collections::BTreeSet, future::poll_fn, pin::Pin, sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    body::{Body, Bytes},
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::{header, request::Parts},
    response::{IntoResponse, Response},
};
use http_body::Body as _;
use kit::content::in_words;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use utoipa::{
    OpenApi,
    openapi::{self, ContentBuilder, RefOr, ResponseBuilder},
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub use seat::{SeatLink, link};
pub use setup::import;

use crate::{bodies::Share, config::Limits, door::Visit, error::Failure, host::Host};

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// What handlers share.
pub type Shared = axum::extract::State<Arc<Host>>;

/// The heading of the description; the rest is collected from the handlers.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Sandtable",
        description = "Hosts board war games: every rule enforced, exact odds that say why, honest dice.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(crate::error::ErrorBody, crate::presence::Online)),
    modifiers(&Security)
)]
struct Description;

/// The secret of a seat, as the description names it.
struct Security;

impl utoipa::Modify for Security {
    fn modify(&self, api: &mut openapi::OpenApi) {
        let scheme = openapi::security::Http::new(openapi::security::HttpAuthScheme::Bearer);
        if let Some(components) = api.components.as_mut() {
            components.add_security_scheme("seat", openapi::security::SecurityScheme::Http(scheme));
        }
    }
}

/// All addresses under `/api`, with their description among them.
pub fn router(limits: Limits) -> Router<Arc<Host>> {
    let (router, description) = described(limits);
    let text: Bytes = description.to_string().into();
    let answer = move || {
        let text = text.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], text) }
    };
    router.route("/api/openapi.json", axum::routing::get(answer))
}

/// All addresses but that of the description, and the description.
fn described(limits: Limits) -> (Router<Arc<Host>>, Value) {
    let large = OpenApiRouter::new()
        .routes(routes!(setup::create))
        .routes(routes!(service::verify_record))
        .layer(Extension(BodyLimit(limits.record)));
    let small = OpenApiRouter::new()
        .routes(routes!(shelf::list))
        .routes(routes!(shelf::one))
        .routes(routes!(shelf::map))
        .routes(routes!(shelf::ground))
        .routes(routes!(shelf::tables))
        .routes(routes!(shelf::table))
        .routes(routes!(shelf::rules))
        .routes(routes!(shelf::kind, shelf::ask))
        .routes(routes!(game::summary))
        .routes(routes!(game::map))
        .routes(routes!(game::tables))
        .routes(routes!(game::table))
        .routes(routes!(game::state))
        .routes(routes!(game::events))
        .routes(routes!(game::overlay))
        .routes(routes!(game::plans))
        .routes(routes!(coach::coached, coach::begin, coach::stop))
        .routes(routes!(play::act))
        .routes(routes!(play::undo))
        .routes(routes!(play::resign))
        .routes(routes!(play::why))
        .routes(routes!(play::odds))
        .routes(routes!(play::chances))
        .routes(routes!(history::story))
        .routes(routes!(history::record))
        .routes(routes!(history::dice))
        .routes(routes!(setup::fork))
        .routes(routes!(position::look))
        .routes(routes!(position::of_game))
        .routes(routes!(history::luck))
        .routes(routes!(offers::offers))
        .routes(routes!(offers::take))
        .routes(routes!(seat::renew))
        .routes(routes!(seat::contribution))
        .routes(routes!(seat::webhook))
        .routes(routes!(seat::name))
        .routes(routes!(talk::talk, talk::say, talk::unsay))
        .layer(Extension(BodyLimit(limits.body)));
    let (router, mut api) =
        OpenApiRouter::with_openapi(Description::openapi()).merge(large).merge(small).split_for_parts();
    describe_errors(&mut api);
    let mut description = json!(api);
    answers_are_whole(&mut description);
    (router, description)
}

/// Every answer has all its fields, and what is not there is null; only in what is asked of the server may something be
/// left out.
fn answers_are_whole(description: &mut Value) {
    let mut asked = BTreeSet::new();
    for path in description["paths"].as_object().into_iter().flat_map(Map::values) {
        for operation in path.as_object().into_iter().flat_map(Map::values) {
            add_named(&operation["requestBody"], &description["components"]["schemas"], &mut asked);
        }
    }
    let schemas = description["components"]["schemas"].as_object_mut().into_iter().flatten();
    for (_, schema) in schemas.filter(|(name, _)| !asked.contains(*name)) {
        require_all(schema);
    }
}

fn require_all(schema: &mut Value) {
    for parts in ["allOf", "oneOf"] {
        schema.get_mut(parts).and_then(Value::as_array_mut).into_iter().flatten().for_each(require_all);
    }
    let names = schema["properties"].as_object().map(|all| all.keys().cloned().collect::<Vec<_>>());
    if let Some(names) = names {
        schema["required"] = json!(names);
    }
}

/// Adds the names of all schemas that a part of the description leads to.
fn add_named(part: &Value, schemas: &Value, found: &mut BTreeSet<String>) {
    match part {
        Value::Object(fields) => {
            let name = part["$ref"].as_str().and_then(|path| path.rsplit('/').next());
            if let Some(name) = name
                && found.insert(name.to_owned())
            {
                add_named(&schemas[name], schemas, found);
            }
            fields.values().for_each(|field| add_named(field, schemas, found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| add_named(part, schemas, found)),
        _ => {}
    }
}

/// Every address can answer with an error, and every error looks alike.
fn describe_errors(api: &mut openapi::OpenApi) {
    let body = ContentBuilder::new().schema(Some(openapi::Ref::from_schema_name("ErrorBody"))).build();
    let error = |words: &str| {
        RefOr::T(ResponseBuilder::new().description(words).content("application/json", body.clone()).build())
    };
    for path in api.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.post, &mut path.put, &mut path.delete];
        for operation in operations.into_iter().flatten() {
            let responses = &mut operation.responses.responses;
            responses.insert("4XX".into(), error("It cannot be had: `error.code` says why."));
            responses.insert("503".into(), error("The server is busy or stops."));
        }
    }
}

/// A body in JSON.
pub struct Sent<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
            return Err(Failure::no_json());
        }
        let visit = request.extensions().get::<Arc<Visit>>().cloned();
        let most = request.extensions().get::<BodyLimit>().map_or(0, |limit| limit.0);
        let (parts, body) = request.into_parts();
        let bytes = whole_body(&parts, body, most).await?;
        if let Some(visit) = visit {
            visit.is_being_answered();
        }
        serde_json::from_slice(&bytes).map(Self).map_err(|error| Failure::malformed(unread(&error)))
    }
}

/// Why JSON cannot be read, without the names of types.
fn unread(error: &serde_json::Error) -> String {
    let whole = error.to_string();
    let (words, place) = whole.rsplit_once(" at line ").unwrap_or((&whole, ""));
    let at = if place.is_empty() { String::new() } else { format!(" at line {place}") };
    format!("{}{at}", in_words(words))
}

/// The largest body of an address.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimit(pub usize);

/// The whole body of a request, as far as there is room for it, within the time for it.
pub async fn whole_body(parts: &Parts, body: Body, most: usize) -> Result<Bytes, Failure> {
    let share = parts.extensions.get::<Arc<Share>>().cloned();
    let bytes = tokio::time::timeout(PATIENCE, whole(body, most, share)).await;
    Ok(bytes.map_err(|_| Failure::too_slow())??.into())
}

async fn whole(mut body: Body, most: usize, share: Option<Arc<Share>>) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| Failure::malformed("the request broke off"))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > most {
            return Err(Failure::too_large());
        }
        if let Some(share) = &share {
            share.add(data.len())?;
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
}

/// What stands behind the `?` of an address.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(|error| {
            let whole = error.body_text();
            let words = whole.strip_prefix("Failed to deserialize query string: ").unwrap_or(&whole);
            Failure::malformed(format!("behind the `?` of the address: {}", in_words(words)))
        })
    }
}

/// The names in an address.
pub struct Named<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(named)| Self(named)).map_err(|_| Failure::unknown("address"))
    }
}

/// The secret of the seat that asks; none for a spectator.
pub struct Secret(pub Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for Secret {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let Some(value) = parts.headers.get(header::AUTHORIZATION) else { return Ok(Self(None)) };
        let value = value.to_str().ok().and_then(|value| value.split_once(' '));
        match value {
            Some((scheme, secret)) if scheme.eq_ignore_ascii_case("bearer") => {
                Ok(Self(Some(secret.trim().to_owned())))
            }
            _ => Err(Failure::secret()),
        }
    }
}

/// JSON that is ready.
pub fn ready(bytes: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], bytes).into_response()
}
