//! Deciding, and asking before one decides.

use std::cell::LazyCell;

use axum::{Json, extract::State, response::Response};
use kit::{
    Outlook, Refusal, Report, Viewer,
    any::{AnySession, Playable, Proposal},
};
use serde::{Deserialize, Serialize};

use super::{Named, Secret, Sent, Shared, ready};
use crate::{
    act::Decision,
    error::Failure,
    host::Host,
    known,
    room::{Acted, Standing},
};

/// The longest decision.
const LONGEST: usize = 1_000;

/// A decision.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActRequest {
    /// The revision that was shown when the player decided.
    revision: u64,
    /// What, in the game's notation.
    #[schema(max_length = 1000)]
    text: String,
    /// The faces of entered dice, such as `battle:4, 3`.
    #[schema(max_length = 1000)]
    dice: Option<String>,
}

/// Decides
#[utoipa::path(post, path = "/api/games/{id}/act", tag = "play", params(("id" = String, Path)),
    request_body = ActRequest, security(("seat" = [])), responses((status = 200, body = Acted<'static>)))]
pub async fn act(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<ActRequest>,
) -> Result<Response, Failure> {
    short(&asked.text)?;
    short(asked.dice.as_deref().unwrap_or(""))?;
    let room = host.room_for(&id, secret.as_deref()).await?;
    let decision = Decision { revision: asked.revision, text: asked.text, dice: asked.dice };
    host.act(&room, secret, decision).await.map(ready)
}

fn short(text: &str) -> Result<(), Failure> {
    if text.len() > LONGEST { Err(Failure::malformed("a decision is shorter than that")) } else { Ok(()) }
}

/// Which decision is taken back.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UndoRequest {
    /// The revision that was shown.
    revision: u64,
}

/// Takes back the asker's last decision
#[utoipa::path(post, path = "/api/games/{id}/undo", tag = "play", params(("id" = String, Path)),
    request_body = UndoRequest, security(("seat" = [])), responses((status = 200, body = Standing)))]
pub async fn undo(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<UndoRequest>,
) -> Result<Response, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    host.undo(&room, secret, asked.revision).await.map(ready)
}

/// Gives the game up
#[utoipa::path(post, path = "/api/games/{id}/resign", tag = "play", params(("id" = String, Path)),
    security(("seat" = [])), responses((status = 200, body = Standing)))]
pub async fn resign(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Response, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    host.resign(&room, secret).await.map(ready)
}

/// A decision that is only asked about.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TextRequest {
    /// What, in the game's notation.
    #[schema(max_length = 1000)]
    text: String,
}

/// A decision that is asked about: in the game's notation, or by its verb and what it names, as a choice lists them.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(
    untagged,
    expecting = "expected either `text`, a decision as it is typed, or `verb` with what it names: `units`, `hexes`, `points` and `numbers`"
)]
pub enum WhyRequest {
    /// As it is typed.
    Written(TextRequest),
    /// As data.
    Named(Proposal),
}

/// Whether the rules allow something.
#[derive(Serialize, utoipa::ToSchema)]
pub struct WhyData {
    /// The decision as it is typed; empty where there is no such decision.
    text: String,
    allowed: bool,
    /// The clause, the reason and who is responsible.
    refusal: Option<Refusal>,
    /// What it leads to on a table without hexes, by what the asker knows.
    outlook: Option<Outlook>,
}

/// The table of the side that decides: nobody else may ask about its decisions.
async fn own_table(
    host: &std::sync::Arc<Host>,
    id: &str,
    secret: Option<&str>,
) -> Result<(&'static dyn Playable, Viewer, Box<dyn AnySession>), Failure> {
    let room = host.room_for(id, secret).await?;
    let play = room.play.lock().await;
    let seat = play.seat(secret)?;
    match play.deciding() {
        None => Err(play.is_closed()),
        Some(deciding) if deciding != seat => Err(Failure::seat("it is not your decision")),
        Some(_) => Ok((room.game, Viewer::Seat(seat), play.table.snapshot())),
    }
}

/// Whether the rules allow something, or why not
#[utoipa::path(post, path = "/api/games/{id}/why", tag = "play", params(("id" = String, Path)),
    request_body = WhyRequest, security(("seat" = [])), responses((status = 200, body = WhyData)))]
pub async fn why(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<WhyRequest>,
) -> Result<Json<WhyData>, Failure> {
    if let WhyRequest::Written(TextRequest { text }) = &asked {
        short(text)?;
    }
    let (game, viewer, table) = own_table(&host, &id, secret.as_deref()).await?;
    host.ask(move || Ok(Json(judged(game, viewer, &*table, asked)))).await
}

/// What is said of a decision, as far as the viewer may know.
fn judged(game: &dyn Playable, viewer: Viewer, table: &dyn AnySession, asked: WhyRequest) -> WhyData {
    let twins = LazyCell::new(|| known::Twins::of(game, table, viewer));
    let reason = |refusal, ask: &dyn Fn(&dyn AnySession) -> Option<Refusal>| twins.reason(refusal, ask);
    let text = match asked {
        WhyRequest::Written(TextRequest { text }) => Ok(text),
        WhyRequest::Named(proposal) => table
            .spell(&proposal)
            .map_err(|refusal| reason(refusal, &|table: &dyn AnySession| table.spell(&proposal).err())),
    };
    let (text, refusal) = match text {
        Ok(text) => {
            let refusal = table.why(&text).err();
            let refusal =
                refusal.map(|refusal| reason(refusal, &|table: &dyn AnySession| table.why(&text).err()));
            (text, refusal)
        }
        Err(refusal) => (String::new(), Some(refusal)),
    };
    let outlook = twins.told(table, |table: &dyn AnySession| table.outlook(&text));
    WhyData { text, allowed: refusal.is_none(), refusal, outlook }
}

/// Exact odds.
#[derive(Serialize, utoipa::ToSchema)]
pub struct OddsData {
    /// Reports, as a question about a situation is answered.
    reports: Vec<Report>,
}

/// Exact odds of what is being put together or is about to be rolled
#[utoipa::path(get, path = "/api/games/{id}/odds", tag = "play", params(("id" = String, Path)),
    security((), ("seat" = [])), responses((status = 200, body = OddsData)))]
pub async fn odds(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
) -> Result<Json<OddsData>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let (viewer, table) = {
        let play = room.play.lock().await;
        let viewer = play.viewer(secret.as_deref())?;
        if play.deciding().is_none() {
            return Ok(Json(OddsData { reports: Vec::new() }));
        }
        (viewer, play.table.snapshot())
    };
    let game = room.game;
    let odds = move || {
        let reports = known::odds(game, &*table, viewer, |table: &dyn AnySession| table.odds());
        Ok(Json(OddsData { reports }))
    };
    host.ask(odds).await
}

/// What one decision can lead to.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ChancesData {
    /// Null where no die is rolled, too many are, or the dice would tell a secret.
    report: Option<Report>,
}

/// What one decision can lead to
#[utoipa::path(post, path = "/api/games/{id}/chances", tag = "play", params(("id" = String, Path)),
    request_body = TextRequest, security(("seat" = [])), responses((status = 200, body = ChancesData)))]
pub async fn chances(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<TextRequest>,
) -> Result<Json<ChancesData>, Failure> {
    short(&asked.text)?;
    let (game, viewer, table) = own_table(&host, &id, secret.as_deref()).await?;
    let why = |table: &dyn AnySession| table.why(&asked.text).err();
    if let Some(refusal) = why(&*table) {
        return Err(Failure::refused(known::reason(game, &*table, viewer, refusal, why)));
    }
    if game.hides() {
        // The walk goes over one state, and what it finds may hang on what the asker cannot know.
        return Ok(Json(ChancesData { report: None }));
    }
    let walk = move || Ok(Json(ChancesData { report: table.chances(&asked.text).ok().flatten() }));
    host.ask(walk).await
}
