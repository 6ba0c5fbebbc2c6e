//! What happened: the story, the record, the dice.

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use kit::any::LogEntry;
use serde::{Deserialize, Serialize};

use super::{Asked, Named, Secret, Shared, game::DiceData};
use crate::{error::Failure, host::Host, room::Room};

/// Decisions that are told at once.
const MOST: u64 = 500;

/// Which part of the story.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Part {
    /// The first decision, counted from 0.
    from: Option<u64>,
    /// The decision before which it ends; at most 500 are told at once.
    to: Option<u64>,
}

/// Decisions with what happened.
#[derive(Serialize, utoipa::ToSchema)]
pub struct StoryData {
    /// How many there are in all.
    total: u64,
    /// The decisions in order.
    steps: Vec<LogEntry>,
}

/// Decisions with their dice and events
#[utoipa::path(get, path = "/api/games/{id}/story", tag = "history", params(("id" = String, Path), Part),
    security((), ("seat" = [])), responses((status = 200, body = StoryData)))]
pub async fn story(
    State(host): Shared,
    Named(id): Named<String>,
    Asked(part): Asked<Part>,
    Secret(secret): Secret,
) -> Result<Json<StoryData>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let viewer = room.play.lock().await.viewer(secret.as_deref())?;
    let tell = move |archived: crate::archive::Archived| {
        let total = archived.table.steps() as u64;
        let from = part.from.unwrap_or(0).min(total);
        let to = part.to.unwrap_or(total).min(total).min(from + MOST).max(from);
        let steps = archived.table.story(from as usize..to as usize);
        Ok(StoryData { total, steps: steps.into_iter().map(|step| step.seen_by(viewer)).collect() })
    };
    host.archive(room.id.clone(), tell).await.map(Json)
}

/// Whether the whole truth may be told: always where nothing is hidden, otherwise after the end.
pub async fn open(room: &Room, secret: Option<&str>) -> Result<bool, Failure> {
    let play = room.play.lock().await;
    play.viewer(secret)?;
    let over = play.ending().is_some();
    if over || !room.game.hides() {
        return Ok(over);
    }
    Err(Failure::closed("this game hides things: its record opens when it is over"))
}

/// The record as text
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "history", params(("id" = String, Path)),
    security((), ("seat" = [])), responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn record(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Response, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let over = open(&room, secret.as_deref()).await?;
    let text = host.archive(room.id.clone(), move |archived| Ok(archived.record(over))).await?;
    let name = format!("attachment; filename=\"{}-{}.record\"", room.game.name(), room.id);
    let head =
        [(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((head, text).into_response())
}

/// Every die of a game.
#[derive(Serialize, utoipa::ToSchema)]
pub struct RollsData {
    /// Where they come from.
    dice: DiceData,
    /// Every die so far.
    rolls: Vec<RollData>,
}

/// A die.
#[derive(Serialize, utoipa::ToSchema)]
pub struct RollData {
    /// The decision, counted from 1.
    step: usize,
    /// Its place in the decision, counted from 0.
    index: usize,
    purpose: &'static str,
    clause: &'static str,
    /// Which die: `D6`.
    die: String,
    face: u16,
}

/// Commitment, contributions, every die so far; the secret after the end
#[utoipa::path(get, path = "/api/games/{id}/dice", tag = "history", params(("id" = String, Path)),
    security((), ("seat" = [])), responses((status = 200, body = RollsData)))]
pub async fn dice(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<RollsData>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let over = open(&room, secret.as_deref()).await?;
    rolls(&host, &room, over).await.map(Json)
}

async fn rolls(host: &std::sync::Arc<Host>, room: &Room, over: bool) -> Result<RollsData, Failure> {
    let tell = move |archived: crate::archive::Archived| {
        let story = archived.table.story(0..archived.table.steps());
        let dice = DiceData::new(&archived.dice, over);
        let rolls = story.into_iter().flat_map(|step| {
            let number = step.number;
            step.dice.into_iter().enumerate().map(move |(index, die)| RollData {
                step: number,
                index,
                purpose: die.purpose,
                clause: die.clause,
                die: die.die,
                face: die.face,
            })
        });
        Ok(RollsData { dice, rolls: rolls.collect() })
    };
    host.archive(room.id.clone(), tell).await
}
