//! A game as its players and spectators see it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use kit::{CounterId, Overlay, Seat, Sheet, Viewer, patch::Difference};
use serde::{Deserialize, Serialize};

use super::{
    Asked, Named, Secret, Shared,
    map::MapData,
    shelf::{ChartData, ChartList},
};
use crate::{
    bots, clock,
    dice::{DiceBox, Rolling},
    error::Failure,
    host::Host,
    room::{Ending, TableState},
    terms::TimeLimit,
};

/// What is played, who sits where, how far it is.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Summary {
    id: String,
    /// Which game.
    game: &'static str,
    title: &'static str,
    scenario: String,
    options: BTreeMap<String, String>,
    /// What differs from the published game, cell by cell.
    variant: Vec<Difference>,
    rules: u32,
    /// Whether one side knows what another does not.
    hides: bool,
    seats: Vec<SeatData>,
    /// The asker's seat; null for a spectator.
    you: Option<Seat>,
    revision: u64,
    steps: u64,
    deciding: Option<Seat>,
    outcome: Option<Ending>,
    /// Why it can be read and not played on, if that is so: other rules, mostly.
    closed: Option<String>,
    /// Whether a program is at work.
    thinking: bool,
    /// For how many milliseconds the decision has been waited for; null where it is not known, and after the end.
    waiting: Option<u64>,
    /// Which game and step it goes on from.
    forked: Option<String>,
    /// What whoever set it up has said about it.
    words: String,
    /// How long a decision may take.
    time: Option<TimeLimit>,
    dice: DiceData,
}

/// Who sits in a seat.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SeatData {
    seat: u8,
    name: &'static str,
    /// `link`, `here`, `bot:SPEC`, or `open` for a seat that nobody has taken yet.
    who: String,
    /// What the player calls himself; empty where he does not.
    player: String,
    /// Whether somebody who holds the seat listens to the live stream; null for a program.
    online: Option<bool>,
    /// How many milliseconds the decisions of this seat have taken.
    spent: u64,
}

/// Where the dice come from.
#[derive(Serialize, utoipa::ToSchema)]
pub struct DiceData {
    kind: Rolling,
    /// Published before the first decision; null where the players roll.
    commitment: Option<String>,
    /// The whole promise in one line, to be kept: `/verify` and `sandtable verify` compare it; null where the players roll.
    receipt: Option<String>,
    /// The name that goes into the dice.
    game: String,
    /// What was added, by seat; `table` for whoever set the game up.
    contributions: BTreeMap<String, String>,
    /// The seals on words that seats open later, by seat.
    sealed: BTreeMap<String, String>,
    /// Seats whose sealed words were not opened in time: the dice go without them.
    lapsed: BTreeSet<String>,
    /// The first decision whose dice follow from the secret.
    since: u64,
    /// Revealed when the game is over.
    secret: Option<String>,
}

impl DiceData {
    /// What everybody may know of a dice box.
    pub fn new(dice: &DiceBox, over: bool) -> Self {
        Self {
            kind: dice.kind,
            commitment: dice.commitment(),
            receipt: dice.receipt(),
            game: dice.game.clone(),
            contributions: dice.contributions.clone(),
            sealed: dice.sealed.clone(),
            lapsed: dice.lapsed.clone(),
            since: dice.since,
            secret: (over && dice.kind == Rolling::Committed).then(|| dice.secret.clone()),
        }
    }
}

/// What is played, who sits where, how far it is
#[utoipa::path(get, path = "/api/games/{id}", tag = "game", params(("id" = String, Path)),
    security((), ("seat" = [])), responses((status = 200, body = Summary)))]
pub async fn summary(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<Summary>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let play = room.play.lock().await;
    let viewer = play.viewer(secret.as_deref())?;
    let names = play.table.seats().into_iter().zip(&play.seats).zip(room.online(&play)).enumerate();
    let seats = names.map(|(seat, ((name, row), online))| SeatData {
        seat: seat as u8,
        name,
        who: row.who.clone(),
        player: row.player.clone(),
        online,
        spent: play.clock.spent(seat),
    });
    let seats = seats.collect();
    let (setup, outcome) = (play.table.setup(), play.ending());
    Ok(Json(Summary {
        id: room.id.clone(),
        game: room.game.name(),
        title: room.game.rulebook().title(),
        scenario: setup.scenario.clone(),
        options: setup.options.clone(),
        variant: room.variant.clone(),
        rules: room.rules,
        hides: room.game.hides(),
        seats,
        you: if let Viewer::Seat(seat) = viewer { Some(seat) } else { None },
        revision: play.revision,
        steps: play.steps(),
        deciding: play.deciding(),
        outcome,
        closed: play.closed.clone(),
        thinking: play.thinking,
        waiting: play.deciding().and_then(|_| play.clock.waited(clock::now())),
        forked: room.forked.clone(),
        words: room.terms.words.clone(),
        time: room.terms.time,
        dice: DiceData::new(&play.dice, outcome.is_some()),
    }))
}

/// The map of a game
#[utoipa::path(get, path = "/api/games/{id}/map", tag = "game", params(("id" = String, Path)),
    responses((status = 200, body = MapData)))]
pub async fn map(State(host): Shared, Named(id): Named<String>) -> Result<Json<MapData>, Failure> {
    let room = host.room(&id).await?;
    let map = room.play.lock().await.table.map();
    map.map(|map| Json(map.into())).ok_or_else(|| Failure::unknown("map"))
}

/// The charts of a game as they hold at its table.
async fn sheets(host: &Arc<Host>, id: &str) -> Result<(&'static str, Vec<&'static Sheet>), Failure> {
    let room = host.room(id).await?;
    let patch = room.play.lock().await.table.setup().patch.clone();
    let book = room.game.rulebook();
    let read = move || (book.sheets)(patch.as_deref()).map_err(|error| Failure::fault(&error));
    Ok((book.name, host.ask(read).await?))
}

/// The charts of a game, with the changes of its variant
#[utoipa::path(get, path = "/api/games/{id}/tables", tag = "game", params(("id" = String, Path)),
    responses((status = 200, body = ChartList)))]
pub async fn tables(State(host): Shared, Named(id): Named<String>) -> Result<Json<ChartList>, Failure> {
    let (game, sheets) = sheets(&host, &id).await?;
    Ok(Json(ChartList::new(game, &sheets)))
}

/// One chart of a game, with the changes of its variant
#[utoipa::path(get, path = "/api/games/{id}/tables/{table}", tag = "game",
    params(("id" = String, Path), ("table" = String, Path)), responses((status = 200, body = ChartData)))]
pub async fn table(
    State(host): Shared,
    Named((id, table)): Named<(String, String)>,
) -> Result<Json<ChartData>, Failure> {
    let (_, sheets) = sheets(&host, &id).await?;
    let sheet = sheets.into_iter().find(|sheet| sheet.id == table);
    sheet.map(|sheet| Json(sheet.into())).ok_or_else(|| Failure::unknown("table"))
}

/// Which state.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AtStep {
    /// After how many decisions; without it now.
    step: Option<u64>,
}

/// What the asker sees, and what he can decide
#[utoipa::path(get, path = "/api/games/{id}/state", tag = "game", params(("id" = String, Path), AtStep),
    security((), ("seat" = [])), responses((status = 200, body = TableState)))]
pub async fn state(
    State(host): Shared,
    Named(id): Named<String>,
    Asked(asked): Asked<AtStep>,
    Secret(secret): Secret,
) -> Result<Json<TableState>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let viewer = {
        let play = room.play.lock().await;
        let viewer = play.viewer(secret.as_deref())?;
        match asked.step {
            Some(step) if step > play.steps() => return Err(Failure::unknown("step")),
            Some(step) if step < play.steps() || step > play.holding => (viewer, step),
            _ => return Ok(Json(play.state(viewer))),
        }
    };
    let (viewer, step) = viewer;
    let table = host.archive(room.id.clone(), move |archived| archived.at(step as usize)).await?;
    let play = room.play.lock().await;
    Ok(Json(play.state_of(&*table, viewer, step)))
}

/// Live: server-sent events
#[utoipa::path(get, path = "/api/games/{id}/events", tag = "game",
    params(("id" = String, Path), ("Last-Event-ID" = Option<u64>, Header, description = "Where the stream broke off.")),
    security((), ("seat" = [])),
    responses((status = 200, description = "A stream of `step`, `sync`, `talk` and `online`.", body = String, content_type = "text/event-stream")))]
pub async fn events(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    headers: HeaderMap,
) -> Result<Response, Failure> {
    let seen = match headers
        .get("last-event-id")
        .map(|seen| seen.to_str().ok().and_then(|seen| seen.parse().ok()))
    {
        None => None,
        Some(None) => return Err(Failure::malformed("Last-Event-ID is a revision")),
        Some(seen) => seen,
    };
    let room = host.room_for(&id, secret.as_deref()).await?;
    let body = host.watch(&room, secret.as_deref(), seen).await?;
    let kind = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    Ok((kind, body).into_response())
}

/// About which counter.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AboutUnit {
    /// The id of the counter, where the overlay is about one.
    unit: Option<u16>,
}

/// Something to lay over the map
#[utoipa::path(get, path = "/api/games/{id}/overlays/{name}", tag = "game",
    params(("id" = String, Path), ("name" = String, Path), AboutUnit), security((), ("seat" = [])),
    responses((status = 200, body = Overlay)))]
pub async fn overlay(
    State(host): Shared,
    Named((id, name)): Named<(String, String)>,
    Asked(asked): Asked<AboutUnit>,
    Secret(secret): Secret,
) -> Result<Json<Overlay>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let (viewer, table) = {
        let play = room.play.lock().await;
        (play.viewer(secret.as_deref())?, play.table.snapshot())
    };
    let find = move || {
        let overlay = table.overlay(&name, viewer, asked.unit.map(CounterId));
        overlay.ok_or_else(|| Failure::unknown("overlay"))
    };
    host.ask(find).await.map(Json)
}

/// What programs were after.
#[derive(Serialize, utoipa::ToSchema)]
pub struct PlansData {
    /// One for each seat that a program has.
    plans: Vec<PlanData>,
}

/// What a program was after when it last decided.
#[derive(Serialize, utoipa::ToSchema)]
pub struct PlanData {
    seat: u8,
    name: &'static str,
    /// In its own words; none before its first decision, of programs that do not say, or while it is a secret.
    sentences: Vec<String>,
}

/// What the programs at the table were after on their last turns
#[utoipa::path(get, path = "/api/games/{id}/plans", tag = "game", params(("id" = String, Path)),
    security((), ("seat" = [])), responses((status = 200, body = PlansData)))]
pub async fn plans(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<PlansData>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let play = room.play.lock().await;
    play.viewer(secret.as_deref())?;
    // A program has no secret: whoever asks sits in another seat, and must not learn where something is hidden.
    let open = !room.game.hides() || play.ending().is_some();
    let seats = play.table.seats().into_iter().zip(&play.seats).zip(&play.programs).enumerate();
    let plans = seats.filter(|(_, ((_, row), _))| bots::spec(&row.who).is_some()).map(
        |(seat, ((name, _), program))| PlanData {
            seat: seat as u8,
            name,
            sentences: if open { program.account.clone() } else { Vec::new() },
        },
    );
    Ok(Json(PlansData { plans: plans.collect() }))
}
