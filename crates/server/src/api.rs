//! What the server answers, and the description of it.

mod game;
mod history;
mod map;
mod play;
mod seat;
mod service;
mod setup;
mod shelf;
mod talk;

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;
use utoipa::{
    OpenApi,
    openapi::{self, ContentBuilder, RefOr, ResponseBuilder},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{error::Failure, host::Host};

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
    components(schemas(crate::error::ErrorBody)),
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

/// All addresses under `/api`, and their description.
pub fn router(host: &Arc<Host>) -> (Router<Arc<Host>>, openapi::OpenApi) {
    let limits = host.config.limits;
    let large = OpenApiRouter::new()
        .routes(routes!(setup::create))
        .routes(routes!(service::verify_record))
        .layer(DefaultBodyLimit::max(limits.record));
    let small = OpenApiRouter::new()
        .routes(routes!(shelf::list))
        .routes(routes!(shelf::one))
        .routes(routes!(shelf::map))
        .routes(routes!(shelf::tables))
        .routes(routes!(shelf::table))
        .routes(routes!(shelf::rules))
        .routes(routes!(shelf::kind, shelf::ask))
        .routes(routes!(game::summary))
        .routes(routes!(game::map))
        .routes(routes!(game::state))
        .routes(routes!(game::events))
        .routes(routes!(game::overlay))
        .routes(routes!(game::plans))
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
        .routes(routes!(seat::renew))
        .routes(routes!(seat::contribution))
        .routes(routes!(seat::webhook))
        .routes(routes!(talk::talk, talk::say))
        .layer(DefaultBodyLimit::max(limits.body));
    let (router, mut api) =
        OpenApiRouter::with_openapi(Description::openapi()).merge(large).merge(small).split_for_parts();
    describe_errors(&mut api);
    let text: Bytes = serde_json::to_vec(&api).unwrap_or_default().into();
    let described = move || {
        let text = text.clone();
        async move { ([(header::CONTENT_TYPE, "application/json")], text) }
    };
    (router.route("/api/openapi.json", axum::routing::get(described)), api)
}

/// Every address can answer with an error, and every error looks alike.
fn describe_errors(api: &mut openapi::OpenApi) {
    let body = ContentBuilder::new().schema(Some(openapi::Ref::from_schema_name("ErrorBody"))).build();
    let error = |words: &str| {
        RefOr::T(ResponseBuilder::new().description(words).content("application/json", body.clone()).build())
    };
    for path in api.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.post, &mut path.put];
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

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
            return Err(Failure::no_json());
        }
        let bytes = tokio::time::timeout(PATIENCE, Bytes::from_request(request, state)).await;
        let bytes = bytes.map_err(|_| Failure::too_slow())?.map_err(|rejection| {
            match rejection.into_response().status() {
                StatusCode::PAYLOAD_TOO_LARGE => Failure::too_large(),
                _ => Failure::malformed("the request broke off"),
            }
        })?;
        serde_json::from_slice(&bytes).map(Self).map_err(|error| Failure::malformed(error.to_string()))
    }
}

/// What stands behind the `?` of an address.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(|error| Failure::malformed(error.body_text()))
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
