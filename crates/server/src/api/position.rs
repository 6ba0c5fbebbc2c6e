//! Positions of one's own: counters put somewhere by hand, looked at and asked about without a game.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use kit::{CounterId, Overlay, Seat, Setup, View, Viewer, any::AnySession, arrangement::POSITION};
use serde::{Deserialize, Serialize};

use super::{Asked, Named, Secret, Sent, Shared, history};
use crate::error::Failure;

/// A position to look at.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionWish {
    /// The scenario; without it the first.
    scenario: Option<String>,
    /// House options by name.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// What differs from the set-up, as in the house option `position`; empty for the set-up itself.
    #[serde(default)]
    #[schema(max_length = 32768)]
    position: String,
    /// One of the overlays on the shelf, to be laid over it.
    overlay: Option<String>,
    /// The counter that the overlay is asked about.
    unit: Option<u16>,
}

/// A position that somebody has put together.
#[derive(Serialize, utoipa::ToSchema)]
pub struct PositionData {
    /// All of it, as the house option `position` of a new game.
    position: String,
    /// Whose turn it is.
    side: Option<Seat>,
    view: View,
    /// What was asked for.
    overlay: Option<Overlay>,
}

/// A position of one's own: whether the rules allow it, how it looks, and what lies over it
#[utoipa::path(post, path = "/api/shelf/{game}/position", tag = "shelf", params(("game" = String, Path)),
    request_body = PositionWish, responses((status = 200, body = PositionData)))]
pub async fn look(
    State(host): Shared,
    Named(name): Named<String>,
    Sent(asked): Sent<PositionWish>,
) -> Result<Json<PositionData>, Failure> {
    let game = host.shelf.playable(&name).ok_or_else(|| Failure::unknown("playable game"))?;
    let look = move || {
        let first = game.profile().scenarios.first();
        let scenario = asked.scenario.or_else(|| first.map(|first| first.name.clone())).unwrap_or_default();
        let mut options = asked.options;
        options.insert(POSITION.to_owned(), asked.position);
        let table = game
            .start(&Setup { scenario, options, patch: None })
            .map_err(|error| Failure::setup(error.to_string()))?;
        let unit = asked.unit.map(CounterId);
        let overlay = match &asked.overlay {
            None => None,
            Some(name) => {
                // It is asked about a counter as its owner would, else as whoever decides.
                let View { counters, deciding, .. } = table.laid_open();
                let owner =
                    counters.iter().find(|counter| Some(counter.id) == unit).map(|counter| counter.seat);
                let viewer = owner.or(deciding).map_or(Viewer::Spectator, Viewer::Seat);
                Some(table.overlay(name, viewer, unit).ok_or_else(|| Failure::unknown("overlay"))?)
            }
        };
        let position = written(&*table)?;
        let view = table.laid_open();
        Ok(PositionData { position, side: view.deciding, view, overlay })
    };
    host.ask(look).await.map(Json)
}

fn written(table: &dyn AnySession) -> Result<String, Failure> {
    let position = table.arrangement().map(|position| position.to_string());
    position.ok_or_else(|| Failure::setup("this game takes no positions of one's own"))
}

/// Which position of a game.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AtStep {
    /// After how many decisions; without it now.
    step: Option<u64>,
}

/// A position as text.
#[derive(Serialize, utoipa::ToSchema)]
pub struct PositionText {
    /// As the house option `position` of a new game.
    position: String,
}

/// Where everybody stands in a game, as a position to set up
#[utoipa::path(get, path = "/api/games/{id}/position", tag = "history", params(("id" = String, Path), AtStep),
    security((), ("seat" = [])), responses((status = 200, body = PositionText)))]
pub async fn of_game(
    State(host): Shared,
    Named(id): Named<String>,
    Asked(asked): Asked<AtStep>,
    Secret(secret): Secret,
) -> Result<Json<PositionText>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    history::open(&room, secret.as_deref()).await?;
    let steps = room.play.lock().await.steps();
    let step = asked.step.unwrap_or(steps);
    if step > steps {
        return Err(Failure::unknown("step"));
    }
    let table = host.archive(room.id.clone(), move |archived| archived.at(step as usize)).await?;
    Ok(Json(PositionText { position: written(&*table)? }))
}
