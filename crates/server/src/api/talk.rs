//! What players say to each other.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};

use super::{Asked, Named, Secret, Sent, Shared};
use crate::{
    error::Failure,
    talk::{Said, TalkLine},
};

/// Which part of the talk.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct After {
    /// The number of the last line that is known; without it everything is told.
    after: Option<u64>,
}

/// The talk of a game.
#[derive(Serialize, utoipa::ToSchema)]
pub struct TalkData {
    /// The lines in order, at most 500: older ones are gone.
    talk: Vec<TalkLine>,
}

/// What the players have said; for them alone
#[utoipa::path(get, path = "/api/games/{id}/talk", tag = "talk", params(("id" = String, Path), After),
    security(("seat" = [])), responses((status = 200, body = TalkData)))]
pub async fn talk(
    State(host): Shared,
    Named(id): Named<String>,
    Asked(part): Asked<After>,
    Secret(secret): Secret,
) -> Result<Json<TalkData>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let talk = host.talk(&room, secret.as_deref(), part.after.unwrap_or(0)).await?;
    Ok(Json(TalkData { talk }))
}

/// Something to say to the other players.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// One line; may be left out where it points at something.
    #[serde(default)]
    #[schema(max_length = 500)]
    words: String,
    /// A hex or a counter to point at.
    #[serde(default)]
    #[schema(max_length = 100)]
    at: Option<String>,
}

/// Says something to the other players, or points at something
#[utoipa::path(post, path = "/api/games/{id}/talk", tag = "talk", params(("id" = String, Path)),
    request_body = Saying, security(("seat" = [])), responses((status = 200, body = TalkLine)))]
pub async fn say(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(Saying { words, at }): Sent<Saying>,
) -> Result<Json<TalkLine>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    host.say(&room, secret, Said { words, at }).await.map(Json)
}

/// Deletes all that the asker's seat has said, its player's name, and where it wanted to be told of its turns
#[utoipa::path(delete, path = "/api/games/{id}/talk", tag = "talk", params(("id" = String, Path)),
    security(("seat" = [])), responses((status = 200, body = TalkData)))]
pub async fn unsay(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<TalkData>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    host.unsay(&room, secret.clone()).await?;
    host.talk(&room, secret.as_deref(), 0).await.map(|talk| Json(TalkData { talk }))
}
