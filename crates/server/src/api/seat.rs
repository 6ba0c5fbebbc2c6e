//! What the owner of a seat can do with it.

use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::Ordering},
};

use axum::{Json, extract::State};
use kit::Viewer;
use serde::{Deserialize, Serialize};

use super::{Named, Secret, Sent, Shared};
use crate::{
    clock,
    dice::{DiceBox, Rolling, seal},
    error::Failure,
    limits::Pace,
    secret,
    store::Change,
    webhook,
};

/// The longest contribution to the dice.
pub const LONGEST: usize = 200;

/// A seat and the way to it.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SeatLink {
    pub seat: u8,
    pub name: &'static str,
    /// `link`, `here` or `bot:SPEC`.
    pub who: String,
    /// What opens the seat; told once. A program has none.
    pub secret: Option<String>,
    /// The page of the seat.
    pub link: Option<String>,
}

/// The page of a seat.
pub fn link(id: &str, secret: &str) -> String {
    format!("/game/{id}#{secret}")
}

/// A new secret for the asker's seat; the old one ends when it is first used
#[utoipa::path(post, path = "/api/games/{id}/seat/renew", tag = "seat", params(("id" = String, Path)),
    security(("seat" = [])), responses((status = 200, body = SeatLink)))]
pub async fn renew(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(old): Secret,
) -> Result<Json<SeatLink>, Failure> {
    let room = host.room_for(&id, old.as_deref()).await?;
    let (own, to) = (Arc::clone(&host), Arc::clone(&room));
    let renew = async move {
        let mut play = to.play.lock().await;
        let seat = play.seat(old.as_deref())?;
        let new = secret::seat_secret();
        let print = secret::print(&new);
        // Whoever does not get the answer does not know the new one: the old one holds until that is used.
        own.keep(&to, &mut play, Change::Renew { game: to.id.clone(), seat: seat.0, print }).await?;
        play.seats[usize::from(seat.0)].next = Some(print);
        to.renewing.store(true, Ordering::Relaxed);
        Ok(Json(SeatLink {
            seat: seat.0,
            name: play.table.seats()[usize::from(seat.0)],
            who: play.seats[usize::from(seat.0)].who.clone(),
            link: Some(link(&to.id, &new)),
            secret: Some(new),
        }))
    };
    host.change(&room, renew).await
}

/// Words that are mixed into the dice, or the seal on them: one of both.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Contribution {
    /// Any words, or better something random; those that were sealed, if any were.
    #[serde(default)]
    #[schema(max_length = 200)]
    words: Option<String>,
    /// SHA-256 of words that are opened later, in hexadecimal: `docs/verify.md` says of what exactly.
    #[serde(default)]
    #[schema(max_length = 64)]
    seal: Option<String>,
}

/// Checks words that are to be mixed into the dice: a record writes them in a line.
pub fn readable(words: &str) -> Result<String, Failure> {
    let words = words.trim();
    // Some readers of a record take these for ends of lines as well.
    let ends_line = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}');
    if words.is_empty() || words.len() > LONGEST || words.contains(ends_line) {
        return Err(Failure::malformed("a contribution is one line of 1 to 200 bytes"));
    }
    Ok(words.to_owned())
}

/// What was added to the dice.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Contributed {
    /// All contributions, by seat.
    contributions: BTreeMap<String, String>,
    /// The seals on words, by seat.
    sealed: BTreeMap<String, String>,
}

/// Words of the asker's seat mixed into the dice, until the first die; or first the seal on them
#[utoipa::path(post, path = "/api/games/{id}/seat/contribution", tag = "seat", params(("id" = String, Path)),
    request_body = Contribution, security(("seat" = [])), responses((status = 200, body = Contributed)))]
pub async fn contribution(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<Contribution>,
) -> Result<Json<Contributed>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let (own, to) = (Arc::clone(&host), Arc::clone(&room));
    let add = async move {
        let mut play = to.play.lock().await;
        let seat = play.seat(secret.as_deref())?;
        if play.rolled
            || play.closed.is_some()
            || play.ending().is_some()
            || play.dice.kind == Rolling::Entered
        {
            return Err(Failure::closed("nothing can be added to the dice any more"));
        }
        let name = play.table.seats()[usize::from(seat.0)];
        let mut dice = play.dice.clone();
        match (asked.words, asked.seal) {
            (Some(words), None) => add_words(&mut dice, name, readable(&words)?)?,
            (None, Some(sealed)) => add_seal(&mut dice, name, sealed)?,
            _ => return Err(Failure::malformed("send words or the seal on them")),
        }
        let text = serde_json::to_string(&dice).map_err(|error| Failure::fault(&error))?;
        own.keep(&to, &mut play, Change::Dice { game: to.id.clone(), dice: text }).await?;
        play.dice = dice;
        // A program waits until all words are open.
        own.wake(&to);
        let (contributions, sealed) = (play.dice.contributions.clone(), play.dice.sealed.clone());
        Ok(Json(Contributed { contributions, sealed }))
    };
    host.change(&room, add).await
}

/// Adds words. Those of a seat that has sealed some must be the ones; once anybody has sealed something, words that were
/// not sealed could have been chosen to suit it.
fn add_words(dice: &mut DiceBox, name: &str, words: String) -> Result<(), Failure> {
    if dice.lapsed.contains(name) {
        return Err(Failure::closed("your sealed words were not opened in time: the dice go without them"));
    }
    match dice.sealed.get(name) {
        Some(sealed) if *sealed != seal(&words) => {
            return Err(Failure::closed("these are not the words that you have sealed"));
        }
        None if !dice.sealed.is_empty() => {
            return Err(Failure::closed("others have sealed their words: seal yours before you open them"));
        }
        _ => {}
    }
    dice.contributions.insert(name.to_owned(), words);
    Ok(())
}

/// Adds a seal. When words are open, whoever seals his could have chosen them to suit those.
fn add_seal(dice: &mut DiceBox, name: &str, seal: String) -> Result<(), Failure> {
    if seal.len() != 64 || !seal.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return Err(Failure::malformed("a seal is a SHA-256 in small hexadecimal digits"));
    }
    if dice.sealed.get(name) == Some(&seal) {
        return Ok(());
    }
    let is_open = dice.sealed.keys().any(|name| dice.contributions.contains_key(name));
    if is_open || dice.sealed.contains_key(name) || dice.contributions.contains_key(name) {
        return Err(Failure::closed("it is too late to seal words"));
    }
    dice.sealed.insert(name.to_owned(), seal);
    dice.sealed_at = clock::now() / 1_000;
    Ok(())
}

/// Where to tell that it is the seat's turn.
#[derive(Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookData {
    /// A public address, or null for none.
    #[schema(max_length = 500)]
    url: Option<String>,
}

/// Where to tell that it is the asker's turn
#[utoipa::path(put, path = "/api/games/{id}/seat/webhook", tag = "seat", params(("id" = String, Path)),
    request_body = WebhookData, security(("seat" = [])), responses((status = 200, body = WebhookData)))]
pub async fn webhook(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<WebhookData>,
) -> Result<Json<WebhookData>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let (own, to) = (Arc::clone(&host), Arc::clone(&room));
    let set = async move {
        let mut play = to.play.lock().await;
        let seat = play.seat(secret.as_deref())?;
        if !own.config.webhooks {
            return Err(Failure::forbidden("this server announces no turns"));
        }
        if let Some(url) = &asked.url {
            webhook::check(url).map_err(Failure::malformed)?;
        }
        let change = Change::Webhook { game: to.id.clone(), seat: seat.0, url: asked.url.clone() };
        own.keep(&to, &mut play, change).await?;
        play.seats[usize::from(seat.0)].webhook.clone_from(&asked.url);
        Ok(Json(asked))
    };
    host.change(&room, set).await
}

/// The longest name of a player, in letters.
const LONGEST_NAME: usize = 40;

/// Accents upon one letter: more would lie over the lines above and below.
const MOST_ACCENTS: usize = 3;

/// What a player calls himself.
#[derive(Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerName {
    /// One line; empty to be nobody in particular again.
    #[schema(max_length = 40)]
    name: String,
}

/// A name that others can read for what it is: one short line, without letters that cannot be seen or that turn the
/// line around.
fn speakable(name: &str) -> Result<String, Failure> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_unseen = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    // What joins several signs into one picture may stand between these.
    let bare = name.replace("\u{fe0f}\u{200d}", "\u{fe0f}");
    let is_accent = |letter: char| matches!(letter, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}');
    let accents = name.split(|letter| !is_accent(letter)).map(|run| run.chars().count()).max();
    if name.chars().count() > LONGEST_NAME || bare.contains(is_unseen) || accents > Some(MOST_ACCENTS) {
        return Err(Failure::malformed("a name is one line of at most 40 letters that can be seen"));
    }
    Ok(name)
}

/// What the player in the asker's seat calls himself; everybody can read it, and no record holds it
#[utoipa::path(put, path = "/api/games/{id}/seat/name", tag = "seat", params(("id" = String, Path)),
    request_body = PlayerName, security(("seat" = [])), responses((status = 200, body = PlayerName)))]
pub async fn name(
    State(host): Shared,
    Named(id): Named<String>,
    Secret(secret): Secret,
    Sent(asked): Sent<PlayerName>,
) -> Result<Json<PlayerName>, Failure> {
    let room = host.room_for(&id, secret.as_deref()).await?;
    let (own, to) = (Arc::clone(&host), Arc::clone(&room));
    let set = async move {
        let mut play = to.play.lock().await;
        let seat = play.paced_seat(secret.as_deref(), Pace::a_second(own.config.limits.decisions))?;
        let name = speakable(&asked.name)?;
        if play.seats[usize::from(seat.0)].player != name {
            let change = Change::Player { game: to.id.clone(), seat: seat.0, name: name.clone() };
            own.keep(&to, &mut play, change).await?;
            play.seats[usize::from(seat.0)].player.clone_from(&name);
            // Whoever has the page open reads who sits there.
            to.tell(&play, None, Viewer::Seat(seat));
        }
        Ok(Json(PlayerName { name }))
    };
    host.change(&room, set).await
}
