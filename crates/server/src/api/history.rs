//! What happened: the story, the record, the dice.

use std::ops::Range;

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use kit::any::LogEntry;
use serde::{Deserialize, Serialize};

use super::{Asked, Named, Secret, Shared, game::DiceData};
use crate::{
    archive::{self, Archived, StoryStep},
    error::Failure,
    host::Host,
    luck::LuckData,
    room::{self, Room},
};

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
    #[schema(value_type = Vec<LogEntry>)]
    steps: Vec<StoryStep>,
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
    let room = match host.room_for(&id, secret.as_deref()).await {
        // A game that this program cannot set up any more is told as it was.
        Err(failure) if failure.is_closed() => {
            let kept = host.kept(id).await?;
            let viewer = room::viewer(&kept.row.seats, secret.as_deref())?;
            let total = kept.steps.len() as u64;
            let steps = archive::told(&kept.steps, part.of(total), viewer);
            return Ok(Json(StoryData { total, steps }));
        }
        room => room?,
    };
    let viewer = room.play.lock().await.viewer(secret.as_deref())?;
    let tell = move |archived: Archived| {
        let total = archived.steps.len() as u64;
        Ok(StoryData { total, steps: archived.story(part.of(total), viewer) })
    };
    host.archive(room.id.clone(), tell).await.map(Json)
}

impl Part {
    /// Which decisions these are, of so many.
    fn of(&self, total: u64) -> Range<usize> {
        let from = self.from.unwrap_or(0).min(total);
        let to = self.to.unwrap_or(total).min(total).min(from + MOST).max(from);
        from as usize..to as usize
    }
}

/// Whether the whole truth may be told: always where nothing is hidden, otherwise after the end.
pub async fn open(room: &Room, secret: Option<&str>) -> Result<bool, Failure> {
    let play = room.play.lock().await;
    play.viewer(secret)?;
    let over = play.ending().is_some() || (play.closed.is_some() && room.was_over);
    if over || !room.game.hides() {
        return Ok(over);
    }
    Err(hidden())
}

fn hidden() -> Failure {
    Failure::closed("this game hides things: its record opens when it is over")
}

/// The record as text
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "history", params(("id" = String, Path)),
    security((), ("seat" = [])), responses((status = 200, body = String, content_type = "text/plain")))]
pub async fn record(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Response, Failure> {
    let (text, name) = match host.room_for(&id, secret.as_deref()).await {
        Err(failure) if failure.is_closed() => {
            let kept = host.kept(id).await?;
            room::viewer(&kept.row.seats, secret.as_deref())?;
            if kept.hides() && !kept.row.over {
                return Err(hidden());
            }
            (kept.record(&host.shelf, kept.row.over)?, format!("{}-{}", kept.row.game, kept.row.id))
        }
        room => {
            let room = room?;
            let over = open(&room, secret.as_deref()).await?;
            let text = host.archive(room.id.clone(), move |archived| archived.record(over)).await?;
            (text, format!("{}-{}", room.game.name(), room.id))
        }
    };
    let name = format!("attachment; filename=\"{name}.record\"");
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
    purpose: String,
    clause: String,
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
    let tell = move |archived: Archived| {
        let rolls = archived.dice().into_iter().flat_map(|(step, dice)| {
            dice.into_iter().enumerate().map(move |(index, die)| RollData {
                step,
                index,
                purpose: die.purpose,
                clause: die.clause,
                die: die.die,
                face: die.face,
            })
        });
        Ok(RollsData { dice: DiceData::new(&archived.dice, over), rolls: rolls.collect() })
    };
    host.archive(room.id.clone(), tell).await
}

/// How much of the game the dice have decided, roll by roll, with exact chances
#[utoipa::path(get, path = "/api/games/{id}/luck", tag = "history", params(("id" = String, Path)),
    security((), ("seat" = [])), responses((status = 200, body = LuckData)))]
pub async fn luck(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<LuckData>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let over = open(&room, secret.as_deref()).await?;
    if !over {
        return Err(Failure::closed("luck is weighed when the game is over"));
    }
    let (game, weigh) = (room.game, host.shelf.luck);
    let weighed = move |archived: Archived| {
        let record = archived.record(over)?;
        weigh(game, &record).map_err(|error| Failure::closed(error.to_string()))
    };
    host.archive(room.id.clone(), weighed).await.map(Json)
}
