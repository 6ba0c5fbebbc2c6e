//! No, for programs and people.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use kit::Refusal;
use serde::Serialize;

use crate::{room::TableState, store::StoreError};

/// Why a request has no answer.
#[derive(Clone, Debug)]
pub struct Failure {
    status: StatusCode,
    detail: Box<ErrorDetail>,
    /// After how many seconds to try again.
    retry_after: Option<u64>,
    /// What has failed, for the log and nobody else.
    fault: Option<Box<str>>,
}

/// The sentence for people; for the log.
impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.detail.message)
    }
}

/// What can be told about a refused request.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// What is wrong.
    pub error: ErrorDetail,
}

/// The detail of an error; some codes bring more fields.
#[derive(Clone, Serialize, utoipa::ToSchema, Debug)]
pub struct ErrorDetail {
    /// One word for programs.
    pub code: &'static str,
    /// One sentence for people.
    pub message: String,
    /// With `stale`: the table now, as the asker sees it.
    pub state: Option<TableState>,
    /// With `refused`: the clause, the reason and who is responsible.
    pub refusal: Option<Refusal>,
    /// With `dice`: the die that is needed next.
    pub needs: Option<NeededDie>,
}

/// A real die that a decision needs.
#[derive(Clone, Serialize, utoipa::ToSchema, Debug)]
pub struct NeededDie {
    /// Its place among the dice of the decision, counted from 1.
    pub place: usize,
    /// Which die: `D6`.
    pub die: String,
    /// How many sides it has.
    pub sides: u16,
    /// What it is for.
    pub purpose: &'static str,
    /// The rule that asks for it.
    pub clause: &'static str,
}

impl Failure {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let message = shortened(message.into());
        let detail = Box::new(ErrorDetail { code, message, state: None, refusal: None, needs: None });
        Self { status, detail, retry_after: None, fault: None }
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

    /// The request is meant for another server.
    pub fn host(name: &str) -> Self {
        let name: String = name.chars().take(100).collect();
        let message = format!(
            "this server does not answer for `{name}`: whoever runs it can allow the name with --allow-host"
        );
        Self::new(StatusCode::MISDIRECTED_REQUEST, "host", message)
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
    pub fn stale(state: TableState) -> Self {
        let mut failure = Self::new(StatusCode::CONFLICT, "stale", "the game has gone on since");
        failure.detail.state = Some(state);
        failure
    }

    /// It cannot be had now.
    pub fn closed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "closed", message)
    }

    /// The rules do not allow it.
    pub fn refused(refusal: Refusal) -> Self {
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", refusal.to_string());
        failure.detail.refusal = Some(refusal);
        failure
    }

    /// Entered dice that do not fit; `needs` is the next die, if one is missing.
    pub fn dice(message: impl Into<String>, needs: Option<NeededDie>) -> Self {
        let mut failure = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "dice", message);
        failure.detail.needs = needs;
        failure
    }

    /// What cannot be set up, asked or gone on with like this.
    pub fn setup(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "setup", message)
    }

    /// Too many; try again after so many seconds.
    pub fn too_many(message: impl Into<String>, seconds: u64) -> Self {
        let mut failure = Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many", message);
        failure.retry_after = Some(seconds);
        failure
    }

    /// The server cannot do more at present.
    pub fn busy(message: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// The game is on another node, which cannot be reached.
    pub fn elsewhere() -> Self {
        Self::busy("the game goes from one node to another: ask again").after(1)
    }

    /// It may be tried again after so many seconds.
    #[must_use]
    pub const fn after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// A fault of the server. What it was goes to the log and not to the asker.
    pub fn fault(what: &dyn std::fmt::Display) -> Self {
        tracing::error!(fault = %what, "a request failed");
        let message = "the server has failed; nothing was changed";
        let mut failure = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", message);
        failure.fault = Some(what.to_string().into());
        failure
    }

    /// Why, for the log.
    pub fn cause(&self) -> String {
        self.fault.as_deref().unwrap_or(&self.detail.message).to_owned()
    }

    /// What the rules say against it, if it is they who refuse.
    pub const fn refusal(&self) -> Option<&Refusal> {
        self.detail.refusal.as_ref()
    }

    /// Whether it cannot be had now, or never again.
    pub fn is_closed(&self) -> bool {
        self.detail.code == "closed"
    }

    /// The status that it answers with.
    pub const fn status(&self) -> StatusCode {
        self.status
    }
}

/// The longest sentence about something that was sent, in bytes: the whole of it is nobody's to read back.
const LONGEST: usize = 2_000;

/// Words that may hold something that was sent, short enough to be told.
pub fn shortened(mut words: String) -> String {
    if words.len() > LONGEST {
        words.truncate(words.floor_char_boundary(LONGEST));
        words.push_str(" ...");
    }
    words
}

/// What a refusal says in a game that hides things.
pub fn silent() -> Refusal {
    Refusal::new("", "it is not among what you can decide now")
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        if error.is_passing() {
            tracing::warn!(%error, "a request has to be asked again");
            return Self::busy(
                "it cannot be kept at this moment, and whether it was is not known: ask again",
            )
            .after(1);
        }
        Self::fault(&error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let body = ErrorBody { error: *self.detail };
        let mut response = (self.status, axum::Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
