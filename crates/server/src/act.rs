//! What changes a game: decisions, taking back, giving up.
//!
//! Every change runs as a task of its own. A client that hangs up in the middle stops waiting for it, but does not stop
//! it half-way between the table, the disk and the other players.

use std::{borrow::Cow, future::Future, sync::Arc};

use axum::body::Bytes;
use kit::{
    Misfit, Scripted, Seat, Viewer,
    any::{AnySession, LogEntry},
};

use tracing::Instrument;

use crate::{
    archive::{Archived, dice_text, hash_of},
    bots::is_due,
    clock,
    dice::{DiceBox, Rolling},
    error::{Failure, NeededDie},
    host::Host,
    known,
    limits::Pace,
    questions,
    room::{Acted, LastAnswer, Play, Room},
    store::{Change, StepRow},
    told,
};

/// A decision as it was sent.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The revision that it answers.
    pub revision: u64,
    /// What, in the game's notation.
    pub text: String,
    /// The faces of entered dice.
    pub dice: Option<String>,
}

impl Host {
    /// Runs a change to its end, whoever still waits for it. If the game itself fails, it is read again from the disk.
    pub async fn change<T, F>(self: &Arc<Self>, room: &Arc<Room>, change: F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Failure>> + Send + 'static,
    {
        match questions::spawn(change.in_current_span()).await {
            Ok(answer) => answer,
            Err(error) => {
                self.drop_room(room);
                Err(Failure::fault(&error))
            }
        }
    }

    /// Carries out a decision of the seat that a secret opens.
    pub async fn act(
        self: &Arc<Self>,
        room: &Arc<Room>,
        secret: Option<String>,
        decision: Decision,
    ) -> Result<Bytes, Failure> {
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let work = async move {
            let mut play = own.play.lock().await;
            let pace = Pace::a_second(host.config.limits.decisions);
            let seat = play.paced_seat(secret.as_deref(), pace)?;
            let answer = host.decide(&own, &mut play, seat, &decision).await;
            if is_due(&play) {
                drop(play);
                host.wake(&own);
            }
            answer
        };
        self.change(room, work).await
    }

    /// Carries out a decision of a seat; the game is on the disk and everybody told when it returns.
    pub async fn decide(
        self: &Arc<Self>,
        room: &Arc<Room>,
        play: &mut Play,
        seat: Seat,
        decision: &Decision,
    ) -> Result<Bytes, Failure> {
        play.whole()?;
        if let Some(last) = &play.last
            && (last.revision, last.seat, &last.text) == (decision.revision, seat, &decision.text)
            && play.revision == last.revision + 1
        {
            return Ok(last.answer.clone());
        }
        if decision.revision != play.revision {
            if play.last.is_none()
                && let Some(answer) = self.again(room, play, seat, decision).await?
            {
                return Ok(answer);
            }
            return Err(Failure::stale(play.state(Viewer::Seat(seat))));
        }
        if !play.is_complete() && play.deciding().is_some() {
            let names = play.open_seats().join(" and ");
            return Err(Failure::closed(format!("nobody has taken {names} yet: the game has not begun")));
        }
        match play.deciding() {
            None => return Err(play.is_closed()),
            Some(deciding) if deciding != seat => {
                let name = play.table.seats()[usize::from(deciding.0)];
                return Err(Failure::seat(format!("{name} decides now")));
            }
            Some(_) => {}
        }
        play.torn = true;
        let rolled = roll(play, decision);
        // What was refused has changed nothing.
        play.torn = rolled.is_ok();
        let mut step = rolled.map_err(|failure| match failure.refusal() {
            Some(refusal) => {
                let (table, viewer) = (&*play.table, Viewer::Seat(seat));
                let why = |table: &dyn AnySession| table.why(&decision.text).err();
                Failure::refused(known::reason(room.game, table, viewer, refusal.clone(), why))
            }
            None => failure,
        })?;
        step.number += play.before as usize;
        let made = clock::now();
        let row = StepRow {
            revision: play.revision + 1,
            seat: seat.0,
            text: step.text.clone(),
            dice: dice_text(&step),
            hash: hash_of(&step),
            made: Some(made),
            told: Some(told::write(play.table.sides()[usize::from(seat.0)].name.as_str(), &step)),
        };
        let over = play.ending().is_some();
        let change = Change::Step { game: room.id.clone(), step: step.number as u64, row, over };
        self.keep(room, play, change).await?;
        play.revision += 1;
        play.clock.press(seat, made);
        play.rolled |= !step.dice.is_empty();
        play.forget_old();
        let answer = room.tell(play, Some(&step), Viewer::Seat(seat));
        play.last = Some(LastAnswer {
            revision: decision.revision,
            seat,
            text: decision.text.clone(),
            answer: answer.clone(),
        });
        self.metrics.decisions.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        self.tell_turn(room, play);
        Ok(answer)
    }

    /// The answer to a decision that was made before the game was read from the disk, if it is this one and the last thing
    /// that happened: it is carried out once more on the table before it.
    async fn again(
        self: &Arc<Self>,
        room: &Arc<Room>,
        play: &mut Play,
        seat: Seat,
        decision: &Decision,
    ) -> Result<Option<Bytes>, Failure> {
        if decision.revision.checked_add(1) != Some(play.revision) || play.resync_revision == play.revision {
            return Ok(None);
        }
        let repeated = decision.clone();
        let repeat = move |archived: Archived| {
            let Some(row) = archived.steps.last().filter(|row| row.seat == seat.0) else { return Ok(None) };
            let number = archived.steps.len();
            let mut earlier = archived.table.at(number - 1);
            let step = roll_on(&mut *earlier, &archived.dice, number as u64, &repeated);
            Ok(step.ok().filter(|step| step.text == row.text && dice_text(step) == row.dice))
        };
        let Some(step) = self.archive(room.id.clone(), repeat).await? else { return Ok(None) };
        let acted = Acted { standing: play.standing(), step: Cow::Owned(step.seen_by(Viewer::Seat(seat))) };
        let answer: Bytes = serde_json::to_vec(&acted).map_err(|error| Failure::fault(&error))?.into();
        play.last = Some(LastAnswer {
            revision: decision.revision,
            seat,
            text: decision.text.clone(),
            answer: answer.clone(),
        });
        Ok(Some(answer))
    }

    /// Takes back the last decision of the seat that a secret opens.
    pub async fn undo(
        self: &Arc<Self>,
        room: &Arc<Room>,
        secret: Option<String>,
        revision: u64,
    ) -> Result<Bytes, Failure> {
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let work = async move {
            let mut play = own.play.lock().await;
            let seat = play.seat(secret.as_deref())?;
            if revision != play.revision {
                return Err(Failure::stale(play.state(Viewer::Seat(seat))));
            }
            if play.closed.is_some() {
                return Err(play.is_closed());
            }
            if play.ending().is_some() || play.table.undoable(seat) == 0 {
                return Err(Failure::closed("there is nothing that you can take back"));
            }
            play.torn = true;
            play.table.undo(seat);
            let (steps, revision) = (play.steps(), play.revision + 1);
            host.keep(&own, &mut play, Change::Undo { game: own.id.clone(), steps, revision }).await?;
            (play.revision, play.resync_revision, play.last) = (revision, revision, None);
            Ok(own.tell(&play, None, Viewer::Seat(seat)))
        };
        self.change(room, work).await
    }

    /// Gives the game up for the seat that a secret opens.
    pub async fn resign(
        self: &Arc<Self>,
        room: &Arc<Room>,
        secret: Option<String>,
    ) -> Result<Bytes, Failure> {
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let work = async move {
            let mut play = own.play.lock().await;
            let seat = play.seat(secret.as_deref())?;
            if play.ending().is_some() || play.closed.is_some() {
                return Err(play.is_closed());
            }
            host.resign_seat(&own, &mut play, seat).await
        };
        self.change(room, work).await
    }

    /// Gives the game up for a seat.
    pub async fn resign_seat(&self, room: &Arc<Room>, play: &mut Play, seat: Seat) -> Result<Bytes, Failure> {
        let revision = play.revision + 1;
        self.keep(room, play, Change::Resign { game: room.id.clone(), seat: seat.0, revision }).await?;
        (play.revision, play.resync_revision, play.last) = (revision, revision, None);
        play.resigned = Some(seat);
        room.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        Ok(room.tell(play, None, Viewer::Seat(seat)))
    }

    /// Writes a change of a game. If that fails, or nobody waits for its end, the table may be ahead of the disk: it is
    /// forgotten and read again.
    pub async fn keep(&self, room: &Arc<Room>, play: &mut Play, change: Change) -> Result<(), Failure> {
        play.torn = true;
        self.store.write(room.fence, change).await.map_err(|error| {
            self.drop_room(room);
            Failure::from(error)
        })?;
        play.torn = false;
        Ok(())
    }
}

/// Carries a decision out on the table, with the dice of this game. What is refused changes nothing.
fn roll(play: &mut Play, decision: &Decision) -> Result<LogEntry, Failure> {
    let number = play.steps() + 1;
    roll_on(&mut *play.table, &play.dice, number, decision)
}

/// Carries a decision out as the one with this number.
fn roll_on(
    table: &mut dyn AnySession,
    dice: &DiceBox,
    number: u64,
    decision: &Decision,
) -> Result<LogEntry, Failure> {
    match dice.kind {
        Rolling::Committed if decision.dice.is_some() => {
            Err(Failure::dice("the dice of this game are not entered: leave them out", None))
        }
        Rolling::Committed => {
            let mut derived = dice.decision(number);
            let before = table.steps();
            let step = table.act(&decision.text, &mut derived).map_err(Failure::refused)?;
            let unopened = dice.unopened();
            if !step.dice.is_empty() && !unopened.is_empty() {
                // Whoever could still choose whether to open his words must not know what they lead to.
                table.truncate(before);
                let names = unopened.join(" and ");
                return Err(Failure::closed(format!(
                    "no die is rolled before {names} opens the sealed words"
                )));
            }
            Ok(step)
        }
        Rolling::Entered => {
            let script = decision.dice.as_deref().unwrap_or("");
            let mut dice = Scripted::parse(script).map_err(|misfit| entered(&misfit))?;
            let before = table.steps();
            let step = table.act(&decision.text, &mut dice).map_err(Failure::refused)?;
            dice.finish().map_err(|misfit| {
                table.truncate(before);
                entered(&misfit)
            })?;
            Ok(step)
        }
    }
}

/// What is wrong with entered dice, and which is needed next.
fn entered(misfit: &Misfit) -> Failure {
    let needs = match misfit {
        Misfit::TooShort(held, purpose, die) => Some(NeededDie {
            place: held + 1,
            die: die.to_string(),
            sides: die.sides(),
            purpose: purpose.what,
            clause: purpose.clause.0,
        }),
        _ => None,
    };
    Failure::dice(misfit.to_string(), needs)
}
