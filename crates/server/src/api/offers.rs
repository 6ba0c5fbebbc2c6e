//! Open seats: the list of them, and how one is taken.

use axum::{Extension, Json, extract::State};
use serde::{Deserialize, Serialize};

use super::{Named, Secret, Sent, Shared, seat::SeatLink};
use crate::{
    error::Failure,
    guard::Address,
    terms::{Terms, TimeLimit},
};

/// Games that wait for a player.
#[derive(Serialize, utoipa::ToSchema)]
pub struct OfferList {
    /// The newest first.
    offers: Vec<OfferData>,
}

/// An open seat.
#[derive(Serialize, utoipa::ToSchema)]
pub struct OfferData {
    /// The game.
    id: String,
    /// Which game is played.
    game: &'static str,
    title: &'static str,
    scenario: String,
    /// The open seat.
    seat: u8,
    /// Its side.
    name: &'static str,
    /// What those who sit at the table already call themselves.
    players: Vec<String>,
    /// What whoever offers it says about it.
    words: String,
    /// How long a decision may take.
    time: Option<TimeLimit>,
    /// Since when it is offered, in seconds since 1970.
    created: u64,
}

/// The open seats
#[utoipa::path(get, path = "/api/offers", tag = "setup", responses((status = 200, body = OfferList)))]
pub async fn offers(State(host): Shared) -> Result<Json<OfferList>, Failure> {
    let offers = host.offers().await?;
    let offers = offers.into_iter().filter_map(|row| {
        let game = host.shelf.playable(&row.game)?;
        let name = *game.seats(&row.scenario).get(usize::from(row.seat))?;
        let Terms { words, time } = Terms::read(&row.terms);
        Some(OfferData {
            id: row.id,
            game: game.name(),
            title: game.rulebook().title(),
            scenario: row.scenario,
            seat: row.seat,
            name,
            players: row.players.lines().map(str::to_owned).collect(),
            words,
            time,
            created: row.created,
        })
    });
    Ok(Json(OfferList { offers: offers.collect() }))
}

/// Which seat.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpenSeat {
    seat: u8,
}

/// Takes an open seat: its secret, which must be used to keep it. Who sits at the table can ask for it to pass it on
#[utoipa::path(post, path = "/api/games/{id}/seat/take", tag = "seat", params(("id" = String, Path)),
    request_body = OpenSeat, security((), ("seat" = [])), responses((status = 200, body = SeatLink)))]
pub async fn take(
    State(host): Shared,
    Extension(Address(address)): Extension<Address>,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<OpenSeat>,
) -> Result<Json<SeatLink>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    host.takes.take(address).map_err(|wait| {
        Failure::too_many(
            "you take seats too fast; whoever runs the server sets the limit with --max-takes-an-hour",
            wait,
        )
    })?;
    host.take(&room, asked.seat, secret).await.map(Json)
}
