//! No, for programs and people.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use kit::Refusal;
use serde::Serialize;
use serde_json::{Value, json};

use crate::store::StoreError;

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub struct Failure {
    status: StatusCode,
    code: &'static str,
    message: String,
    more: Vec<(&'static str, Value)>,
}

/// What can be told about a refused request.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: ErrorDetail,
}

/// The detail of an error; some codes bring more fields.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ErrorDetail {
    /// One word for programs.
    pub code: String,
    /// One sentence for people.
    pub message: String,
    /// With `stale`: the state now, as the asker sees it.
    #[schema(value_type = Option<Object>)]
    pub state: Option<Value>,
    /// With `refused`: the clause, the reason and who is responsible.
    #[schema(value_type = Option<Object>)]
    pub refusal: Option<Value>,
    /// With `dice`: the die that is needed next.
    #[schema(value_type = Option<Object>)]
    pub needs: Option<Value>,
}

impl Failure {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), more: Vec::new() }
    }

    /// The request cannot be read.
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "malformed", message)
    }

    /// The body is no JSON by its own account.
    pub fn no_json() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "malformed", "send JSON: Content-Type application/json")
    }

    /// The secret opens nothing here.
    pub fn secret() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "secret", "this secret opens no seat of this game")
    }

    /// The asker may not.
    pub fn seat(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "seat", message)
    }

    /// The operator has not allowed it.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", message)
    }

    /// There is no such thing.
    pub fn unknown(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown", format!("there is no such {what}"))
    }

    /// The path knows other methods.
    pub fn method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this address does not take this method")
    }

    /// The body does not arrive.
    pub fn too_slow() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, "too-slow", "the request takes too long to arrive")
    }

    /// The body is larger than allowed.
    pub fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", "the request is too large")
    }

    /// The action answers an earlier revision.
    pub fn stale(state: Value) -> Self {
        let mut failure = Self::new(StatusCode::CONFLICT, "stale", "the game has gone on since");
        failure.more.push(("state", state));
        failure
    }

    /// It cannot be had now.
    pub fn closed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "closed", message)
    }

    /// The rules do not allow it.
    pub fn refused(refusal: &Refusal) -> Self {
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", refusal.to_string());
        failure.more.push(("refusal", json!(refusal)));
        failure
    }

    /// Entered dice that do not fit; `needs` is the next die, if one is missing.
    pub fn dice(message: impl Into<String>, needs: Option<Value>) -> Self {
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "dice", message);
        failure.more.extend(needs.map(|needs| ("needs", needs)));
        failure
    }

    /// What cannot be set up, asked or gone on with like this.
    pub fn setup(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "setup", message)
    }

    /// Too many; try again after so many seconds.
    pub fn too_many(message: impl Into<String>, seconds: u64) -> Self {
        let mut failure = Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message);
        failure.more.push(("retry_after", json!(seconds)));
        failure
    }

    /// The server cannot do more at present.
    pub fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// A fault of the server. What it was goes to the log and not to the asker.
    pub fn fault(what: &dyn std::fmt::Display) -> Self {
        tracing::error!(fault = %what, "a request failed");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", "the server has failed; nothing was changed")
    }

    /// The status that it answers with.
    pub const fn status(&self) -> StatusCode {
        self.status
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::fault(&error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let mut detail = json!({"code": self.code, "message": self.message});
        let mut retry = None;
        for (name, value) in self.more {
            if name == "retry_after" {
                retry = value.as_u64();
            } else {
                detail[name] = value;
            }
        }
        let mut response = (self.status, axum::Json(json!({"error": detail}))).into_response();
        if let Some(seconds) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
