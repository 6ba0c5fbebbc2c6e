//! Setting games up: new, from a record, from an earlier step of another game.

use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, atomic::Ordering},
};

use axum::{Extension, Json, extract::State, http::StatusCode};
use kit::{
    RecordHead, Setup, Status,
    any::{AnySession, Playable},
};
use serde::{Deserialize, Serialize};

use super::{
    Named, Secret, Sent, Shared, history,
    seat::{SeatLink, link, readable},
};
use crate::{
    archive::{dice_text, hash_of},
    bots, clock,
    dice::{DiceBox, Rolling},
    error::Failure,
    guard::Address,
    host::Host,
    offers::OPEN,
    secret,
    store::{Change, GameRow, SeatRow, StepRow},
    terms::{Late, Terms, TimeLimit},
    told,
    variant::PatchFile,
    verify::glance,
};

/// A game to be set up.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Which game; left out where a record is given.
    game: Option<String>,
    /// The scenario; without it the first.
    scenario: Option<String>,
    /// House options by name.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Makes it a variant: other values for cells of tables, maps and scenarios.
    patch: Option<PatchFile>,
    /// Goes on from a record instead.
    record: Option<String>,
    /// Who sits where: `link`, `here`, `bot:SPEC` or `open` (offered to everybody) by the name of the side; a side that is
    /// not named is `link`.
    #[serde(default)]
    seats: BTreeMap<String, String>,
    /// Who rolls the dice; the server unless you say so.
    dice: Option<Rolling>,
    /// Words of yours that are mixed into the dice.
    contribution: Option<String>,
    /// How long each decision may take, and what becomes of one that is late.
    time: Option<TimeLimit>,
    /// What the list of open seats says about it.
    #[schema(max_length = 100)]
    words: Option<String>,
}

/// A game to be gone on with from an earlier step.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    /// After how many decisions.
    step: u64,
    /// Who sits where, as in a new game.
    #[serde(default)]
    seats: BTreeMap<String, String>,
    /// Who rolls the dice.
    dice: Option<Rolling>,
    /// Words of yours that are mixed into the dice.
    contribution: Option<String>,
}

/// A game that was set up, with the ways to it.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Created {
    id: String,
    /// The page for spectators.
    link: String,
    seats: Vec<SeatLink>,
}

/// Who sits down, and with which dice.
struct Company {
    seats: BTreeMap<String, String>,
    dice: Rolling,
    contribution: Option<String>,
    forked: Option<String>,
    terms: Terms,
    /// Who asks for it; nobody where whoever runs the server does.
    address: Option<IpAddr>,
}

/// Sets a game up
#[utoipa::path(post, path = "/api/games", tag = "setup", request_body = NewGame,
    responses((status = 201, body = Created)))]
pub async fn create(
    State(host): Shared,
    Extension(Address(address)): Extension<Address>,
    Sent(asked): Sent<NewGame>,
) -> Result<(StatusCode, Json<Created>), Failure> {
    admit(&host, address)?;
    let contribution = asked.contribution.as_deref().map(readable).transpose()?;
    let dice = asked.dice.unwrap_or(Rolling::Committed);
    let terms = Terms::asked(asked.words.as_deref(), asked.time)?;
    if dice == Rolling::Entered && terms.time.is_some_and(|time| time.late == Late::Program) {
        return Err(Failure::setup("a program cannot enter dice: who is late has to give up"));
    }
    let company =
        Company { seats: asked.seats, dice, contribution, forked: None, terms, address: Some(address) };
    let shelf = host.shelf;
    let find = |name: &str| shelf.playable(name).ok_or_else(|| Failure::unknown("playable game"));
    let (game, table) = match (asked.game, asked.record) {
        (Some(name), None) => {
            let game = find(&name)?;
            let setup = setup(game, asked.scenario, asked.options, asked.patch.as_ref())?;
            if let Some(patch) = &setup.patch {
                host.admit_variant(game, patch).await?;
            }
            let start = move || game.start(&setup).map_err(|error| Failure::setup(error.to_string()));
            (game, host.ask(start).await?)
        }
        (None, Some(record)) if asked.patch.is_none() => opened(&host, record).await?,
        _ => return Err(Failure::malformed("name either a game or a record, which brings its patch along")),
    };
    seat_all(&host, game, table, company).await
}

/// Sets a game up from a record for whoever runs the server: the answer as JSON.
pub async fn import(host: &Arc<Host>, record: String) -> Result<String, Failure> {
    let (game, table) = opened(host, record).await?;
    let seats = BTreeMap::new();
    let (terms, address) = (Terms::default(), None);
    let company =
        Company { seats, dice: Rolling::Committed, contribution: None, forked: None, terms, address };
    let (_, Json(made)) = seat_all(host, game, table, company).await?;
    serde_json::to_string_pretty(&made).map_err(|error| Failure::fault(&error))
}

/// The game and the table of a record.
async fn opened(
    host: &Arc<Host>,
    record: String,
) -> Result<(&'static dyn Playable, Box<dyn AnySession>), Failure> {
    glance(&record).map_err(Failure::setup)?;
    let head = RecordHead::read(&record).map_err(|error| Failure::setup(error.to_string()))?;
    let game = host.shelf.playable(&head.game).ok_or_else(|| Failure::unknown("playable game"))?;
    if let Some(patch) = &head.setup.patch {
        host.admit_variant(game, patch).await?;
    }
    let open = move || match game.open(&record).map_err(|error| Failure::setup(error.to_string()))? {
        (table, None) => Ok(table),
        (_, Some(fault)) => Err(Failure::setup(format!("the record does not hold: {fault}"))),
    };
    Ok((game, host.ask(open).await?))
}

/// A new game from an earlier step
#[utoipa::path(post, path = "/api/games/{id}/fork", tag = "setup", params(("id" = String, Path)),
    request_body = Fork, security((), ("seat" = [])), responses((status = 201, body = Created)))]
pub async fn fork(
    State(host): Shared,
    Extension(Address(address)): Extension<Address>,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<Fork>,
) -> Result<(StatusCode, Json<Created>), Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    history::open(&room, secret.as_deref()).await?;
    if asked.step > room.play.lock().await.steps() {
        return Err(Failure::unknown("step"));
    }
    admit(&host, address)?;
    let contribution = asked.contribution.as_deref().map(readable).transpose()?;
    let company = Company {
        seats: asked.seats,
        dice: asked.dice.unwrap_or(Rolling::Committed),
        contribution,
        forked: Some(format!("{} {}", room.id, asked.step)),
        terms: Terms::default(),
        address: Some(address),
    };
    let at = asked.step as usize;
    let table = host.archive(room.id.clone(), move |archived| archived.at(at)).await?;
    seat_all(&host, room.game, table, company).await
}

/// Whether an address may set up one more game.
fn admit(host: &Host, address: IpAddr) -> Result<(), Failure> {
    if host.games.load(Ordering::Relaxed) >= host.config.limits.games {
        return Err(Failure::too_many("this server has as many games as it can keep", 3_600));
    }
    host.creations.take(address).map_err(|wait| {
        Failure::too_many(
            "you set up games too fast; whoever runs the server sets the limit with --max-games-an-hour",
            wait,
        )
    })
}

/// What is to be played; the game checks it.
fn setup(
    game: &dyn Playable,
    scenario: Option<String>,
    mut options: BTreeMap<String, String>,
    patch: Option<&PatchFile>,
) -> Result<Setup, Failure> {
    let first = game.profile().scenarios.first();
    let scenario = scenario.or_else(|| first.map(|first| first.name.clone())).unwrap_or_default();
    let mut patch = patch.map(PatchFile::read).transpose()?;
    if let Some(patch) = &mut patch {
        // What is asked for goes before what the patch has agreed on.
        for (name, value) in std::mem::take(&mut patch.options) {
            options.entry(name).or_insert(value);
        }
    }
    let patch = patch.filter(|patch| !patch.changes.is_empty() || patch.game != game.name());
    Ok(Setup { scenario, options, patch: patch.map(Arc::new) })
}

/// Gives everybody a seat and keeps the game.
async fn seat_all(
    host: &Arc<Host>,
    game: &'static dyn Playable,
    table: Box<dyn AnySession>,
    company: Company,
) -> Result<(StatusCode, Json<Created>), Failure> {
    let id = secret::game_id();
    let links = seats(host, game, &*table, &company, &id)?;
    let steps = host
        .ask(move || {
            let story = table.story(0..table.steps());
            let over = matches!(table.status(), Status::Over(_));
            Ok((story, over, table.setup().clone()))
        })
        .await;
    let (story, over, setup) = steps?;
    let mut dice = DiceBox::new(company.dice, &id, story.len() as u64 + 1);
    dice.contributions.extend(company.contribution.map(|words| ("table".to_owned(), words)));
    // What was decided elsewhere has cost nobody time here: it counts as decided when the game was set up.
    let created = clock::now() / 1_000;
    let rows: Vec<StepRow> = story
        .iter()
        .map(|step| StepRow {
            revision: step.number as u64,
            seat: step.seat.0,
            text: step.text.clone(),
            dice: dice_text(step),
            hash: hash_of(step),
            made: Some(created * 1_000),
            told: Some(told::write(links[usize::from(step.seat.0)].name, step)),
        })
        .collect();
    let json = |error: serde_json::Error| Failure::fault(&error);
    let row = GameRow {
        id: id.clone(),
        game: game.name().to_owned(),
        rules: game.rules(),
        scenario: setup.scenario,
        options: serde_json::to_string(&setup.options).map_err(json)?,
        patch: setup.patch.map_or_else(String::new, |patch| patch.write()),
        dice: serde_json::to_string(&dice).map_err(json)?,
        created,
        over,
        revision: rows.len() as u64,
        resigned: None,
        forked: company.forked,
        terms: company.terms.write(),
        begun: None,
        seats: links.iter().map(seat_row).collect(),
    };
    let offered = company.address.filter(|_| links.iter().any(|seat| seat.who == OPEN));
    let offering = match offered {
        Some(address) => Some(host.admit_offer(&id, address).await?),
        None => None,
    };
    host.store.write(host.store.fence(), Change::Begin { game: Box::new(row), steps: rows }).await?;
    drop(offering);
    host.games.fetch_add(1, Ordering::Relaxed);
    host.metrics.games.fetch_add(1, Ordering::Relaxed);
    if links.iter().any(|seat| bots::spec(&seat.who).is_some()) {
        let room = host.room(&id).await?;
        host.wake(&room);
    }
    Ok((StatusCode::CREATED, Json(Created { link: format!("/game/{id}"), id, seats: links })))
}

fn seat_row(link: &SeatLink) -> SeatRow {
    SeatRow {
        who: link.who.clone(),
        print: link.secret.as_deref().map(secret::print),
        next: None,
        webhook: None,
        player: String::new(),
    }
}

/// Who sits where, with a secret for every person.
fn seats(
    host: &Host,
    game: &'static dyn Playable,
    table: &dyn AnySession,
    company: &Company,
    id: &str,
) -> Result<Vec<SeatLink>, Failure> {
    let sides = table.seats();
    if company.seats.keys().any(|name| !sides.contains(&name.as_str())) {
        return Err(Failure::setup(format!("the sides are: {}", sides.join(", "))));
    }
    let seat = |(number, name): (usize, &&'static str)| {
        let who = company.seats.get(*name).map_or("link", String::as_str);
        let secret = match (who, bots::spec(who)) {
            ("link" | "here", _) => Some(secret::seat_secret()),
            (OPEN, _) => None,
            (_, Some(spec)) => {
                if company.dice == Rolling::Entered {
                    return Err(Failure::setup("a program cannot enter dice: let the server roll"));
                }
                let player = (host.shelf.player)(game, &table.setup().scenario, spec, 0);
                player.map_err(|error| Failure::setup(error.to_string()))?;
                None
            }
            _ => return Err(Failure::setup("a side is played by `link`, `here`, `bot:SPEC` or `open`")),
        };
        let link = secret.as_deref().map(|secret| link(id, secret));
        Ok(SeatLink { seat: number as u8, name, who: who.to_owned(), secret, link })
    };
    sides.iter().enumerate().map(seat).collect()
}
