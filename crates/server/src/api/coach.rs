//! The coach: where a game that is over was lost.

use std::sync::{Arc, atomic::Ordering};

use axum::{Extension, Json, extract::State};
use kit::coach::Coaching;
use serde::Serialize;

use super::{Named, Secret, Shared};
use crate::{coaches::Job, error::Failure, guard::Address, host::Host, room::Room};

/// How far the coach is with a game.
#[derive(Serialize, utoipa::ToSchema)]
pub struct CoachData {
    /// Whether he was asked to go through it.
    asked: bool,
    /// Lines of play so far, and about how many there will be.
    progress: [u64; 2],
    /// What he says; null until he has gone through it.
    coaching: Option<Coaching>,
    /// Why he has nothing to say.
    failure: Option<String>,
}

impl CoachData {
    fn of(job: Option<&Job>) -> Self {
        let answer = job.and_then(|job| job.answer.get());
        Self {
            asked: job.is_some(),
            progress: job.map_or([0; 2], |job| job.watch.progress()),
            coaching: answer.and_then(|answer| answer.as_ref().ok()).cloned(),
            failure: answer.and_then(|answer| answer.as_ref().err()).cloned(),
        }
    }
}

/// The game, if it is over; `seated` is whether only its players may ask.
async fn over(host: &Arc<Host>, id: &str, secret: Option<&str>, seated: bool) -> Result<Arc<Room>, Failure> {
    let room = host.room_for(id, secret).await?;
    let is_over = {
        let play = room.play.lock().await;
        if seated {
            play.seat(secret)?;
        } else {
            play.viewer(secret)?;
        }
        play.ending().is_some()
    };
    if !is_over {
        return Err(Failure::closed("the coach speaks when the game is over"));
    }
    Ok(room)
}

/// What the coach says about a game that is over, or how far he is
#[utoipa::path(get, path = "/api/games/{id}/coach", tag = "history", params(("id" = String, Path)),
    security((), ("seat" = [])), responses((status = 200, body = CoachData)))]
pub async fn coached(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<CoachData>, Failure> {
    let room = over(&host, &id, secret.as_deref(), false).await?;
    Ok(Json(CoachData::of(host.coaches.job(&room.id).as_deref())))
}

/// Asks the coach to go through a game that is over: for those who played it
#[utoipa::path(post, path = "/api/games/{id}/coach", tag = "history", params(("id" = String, Path)),
    security(("seat" = [])), responses((status = 200, body = CoachData)))]
pub async fn begin(
    State(host): Shared,
    Extension(Address(address)): Extension<Address>,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<CoachData>, Failure> {
    let room = over(&host, &id, secret.as_deref(), true).await?;
    let job = host.coach(&room.id, address)?;
    Ok(Json(CoachData::of(Some(&job))))
}

/// Stops him: he then says what he has found so far
#[utoipa::path(delete, path = "/api/games/{id}/coach", tag = "history", params(("id" = String, Path)),
    security(("seat" = [])), responses((status = 200, body = CoachData)))]
pub async fn stop(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<CoachData>, Failure> {
    let room = over(&host, &id, secret.as_deref(), true).await?;
    let job = host.coaches.job(&room.id);
    if let Some(job) = &job {
        job.watch.stop.store(true, Ordering::Relaxed);
    }
    Ok(Json(CoachData::of(job.as_deref())))
}
