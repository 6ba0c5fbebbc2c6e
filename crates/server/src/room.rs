//! A game in play: the table, who sits at it and who watches.

use std::{
    borrow::Cow,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Instant,
};

use axum::body::Bytes;
use kit::{
    Seat, Status, View, Viewer,
    any::{AnySession, Choice, LogEntry, Playable},
    patch::Difference,
};
use serde::Serialize;

use crate::{
    archive::Archived,
    bots::SeatedBot,
    clock::{self, Clock},
    dice::DiceBox,
    error::Failure,
    limits::{Bucket, Pace},
    mailbox::Slot,
    presence::Presence,
    secret::{print, same},
    store::{SeatRow, lease::Fence},
    terms::Terms,
};

/// Decisions that are kept in memory before they are left to the disk.
const KEPT: usize = 16;

/// A game in play.
pub struct Room {
    /// Its public name.
    pub id: String,
    /// What its changes are written under.
    pub fence: Fence,
    /// What is played.
    pub game: &'static dyn Playable,
    /// The version of the rules that it is played by.
    pub rules: u32,
    /// Whether it was over when it was read.
    pub was_over: bool,
    /// Which game and step it goes on from.
    pub forked: Option<String>,
    /// What was agreed on beside the rules.
    pub terms: Terms,
    /// When it was set up, in seconds since 1970.
    pub created: u64,
    /// What differs from the published game.
    pub variant: Vec<Difference>,
    /// The game itself. Whoever changes it holds it until the change is on the disk and told.
    pub play: tokio::sync::Mutex<Play>,
    /// Who is told of changes.
    pub watchers: Mutex<Vec<Watcher>>,
    /// What they have been told about each other.
    pub presence: Presence,
    /// Whether a seat has a new secret that nobody has used yet.
    pub renewing: AtomicBool,
    /// Tells a program at this table to stop thinking.
    pub stop: AtomicBool,
    begun: Instant,
    touched: AtomicU64,
}

/// The game itself.
pub struct Play {
    /// The table; its history begins with decision `before`.
    pub table: Box<dyn AnySession>,
    /// How many decisions the table does not know any more.
    pub before: u64,
    /// Whether a change has begun and not come to its end: then the table cannot be trusted.
    pub torn: bool,
    /// Counts every change.
    pub revision: u64,
    /// The revision of the last change that was no decision: who has seen less reads the table again.
    pub resync_revision: u64,
    /// Who sits where.
    pub seats: Vec<SeatRow>,
    /// Where the dice come from.
    pub dice: DiceBox,
    /// Whether a die has been rolled: nothing can be contributed after that.
    pub rolled: bool,
    /// Who has given up.
    pub resigned: Option<Seat>,
    /// Why it can be read and not played on, if that is so.
    pub closed: Option<String>,
    /// How many decisions hold by the rules of this program; all of them unless it is closed.
    pub holding: u64,
    /// How long the seats have taken.
    pub clock: Clock,
    /// The last decision, to answer it again if the answer got lost.
    pub last: Option<LastAnswer>,
    /// How fast each seat decides.
    pub paces: Vec<Bucket>,
    /// The program in each seat that has one and has decided something.
    pub programs: Vec<SeatedBot>,
    /// Whether a program is at work.
    pub thinking: bool,
    /// The seat that was last notified that it is its turn.
    pub notified_seat: Option<Seat>,
}

/// A decision that was answered.
pub struct LastAnswer {
    /// The revision it answered.
    pub revision: u64,
    /// Who decided.
    pub seat: Seat,
    /// What was sent.
    pub text: String,
    /// The answer.
    pub answer: Bytes,
}

/// Somebody who is told of changes.
pub struct Watcher {
    /// Who it is.
    pub viewer: Viewer,
    /// Where it is told.
    pub to: Slot,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema, Debug)]
pub struct Ending {
    /// Who has won; nobody in a draw.
    pub winner: Option<Seat>,
    /// By how much, in the game's own points; 0 after a resignation.
    pub margin: i32,
    /// Who has given up.
    pub resigned: Option<Seat>,
}

/// How a game stands, for whoever is told of a change.
#[derive(Clone, Copy, Serialize, utoipa::ToSchema)]
pub struct Standing {
    /// Counts every change.
    pub revision: u64,
    /// How many decisions stand.
    pub steps: u64,
    /// Whose decision it is.
    pub deciding: Option<Seat>,
    /// How it ended.
    pub outcome: Option<Ending>,
}

/// A decision that was made, and how the game stands after it.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Acted<'s> {
    #[serde(flatten)]
    pub standing: Standing,
    /// The decision.
    #[schema(value_type = LogEntry)]
    pub step: Cow<'s, LogEntry>,
}

/// The table as one viewer sees it, and what he can decide.
#[derive(Clone, Serialize, utoipa::ToSchema, Debug)]
pub struct TableState {
    /// Counts every change.
    pub revision: u64,
    /// After how many decisions it is seen.
    pub step: u64,
    /// How many decisions there are.
    pub steps: u64,
    /// The asker's seat; null for a spectator.
    pub you: Option<Seat>,
    /// Whose decision it is now.
    pub deciding: Option<Seat>,
    /// How it ended.
    pub outcome: Option<Ending>,
    /// How many decisions the asker can take back.
    pub undoable: u64,
    /// What he sees.
    pub view: View,
    /// What he can decide now.
    pub choices: Vec<Choice>,
}

impl Room {
    /// A stored game on the table again.
    pub fn new(archived: Archived, fence: Fence, pace: Pace) -> Self {
        let revision = archived.revision();
        let Archived { row, game, table, steps, dice, closed } = archived;
        let since = usize::try_from(dice.since.saturating_sub(1)).unwrap_or(usize::MAX);
        let rolled = steps.iter().skip(since).any(|step| !step.dice.is_empty());
        let paces = row.seats.iter().map(|_| Bucket::full(pace)).collect();
        let programs = row.seats.iter().map(|_| SeatedBot::default()).collect();
        let clock =
            Clock::read(row.seats.len(), row.begun.unwrap_or(row.created) * 1_000, &steps, clock::now());
        let differences = game.rulebook().differences;
        let patch = table.setup().patch.clone();
        let variant = patch.and_then(|patch| differences(&patch).ok()).unwrap_or_default();
        let holding = if closed.is_some() { table.steps() as u64 } else { u64::MAX };
        let mut play = Play {
            // Of a game that does not hold any more the table knows the beginning only.
            before: (steps.len() - table.steps().min(steps.len())) as u64,
            table,
            torn: false,
            revision,
            resync_revision: row.revision,
            seats: row.seats,
            dice,
            rolled,
            resigned: row.resigned.map(Seat),
            holding,
            closed,
            clock,
            last: None,
            paces,
            programs,
            thinking: false,
            notified_seat: None,
        };
        play.forget(0);
        play.notified_seat = play.deciding();
        let renewing = AtomicBool::new(play.seats.iter().any(|seat| seat.next.is_some()));
        Self {
            id: row.id,
            fence,
            game,
            rules: row.rules,
            was_over: row.over,
            forked: row.forked,
            terms: Terms::read(&row.terms),
            created: row.created,
            variant,
            play: tokio::sync::Mutex::new(play),
            watchers: Mutex::default(),
            presence: Presence::default(),
            renewing,
            stop: AtomicBool::new(false),
            begun: Instant::now(),
            touched: AtomicU64::new(0),
        }
    }

    /// Somebody has asked for it.
    pub fn touch(&self) {
        self.touched.store(self.begun.elapsed().as_secs(), Ordering::Relaxed);
    }

    /// For how many seconds nobody has asked for it.
    pub fn untouched(&self) -> u64 {
        self.begun.elapsed().as_secs().saturating_sub(self.touched.load(Ordering::Relaxed))
    }

    /// Whether anybody is told of changes.
    pub fn is_watched(&self) -> bool {
        self.watchers.lock().is_ok_and(|mut watchers| {
            watchers.retain(|watcher| !watcher.to.is_closed());
            !watchers.is_empty()
        })
    }

    /// Tells everybody, each what he may know; the answer is what `asker` is told. Whoever does not keep up is cut off:
    /// he comes again and says where he was.
    pub fn tell(&self, play: &Play, step: Option<&LogEntry>, asker: Viewer) -> Bytes {
        let name = if step.is_some() { "step" } else { "sync" };
        let hides = self.game.hides();
        let said = |viewer: Viewer| {
            let seen = |step| {
                if hides { Cow::Owned(LogEntry::clone(step).seen_by(viewer)) } else { Cow::Borrowed(step) }
            };
            let standing = play.standing();
            match step.map(seen) {
                Some(step) => serde_json::to_vec(&Acted { standing, step }),
                None => serde_json::to_vec(&standing),
            }
            .unwrap_or_default()
        };
        let answer = said(asker);
        let frame = |data: &[u8]| frame(name, play.revision, data);
        let mut frames: Vec<(Viewer, Bytes)> = vec![(asker, frame(&answer))];
        if let Ok(mut watchers) = self.watchers.lock() {
            watchers.retain(|watcher| {
                let known = frames.iter().position(|(viewer, _)| !hides || *viewer == watcher.viewer);
                let place = known.unwrap_or_else(|| {
                    frames.push((watcher.viewer, frame(&said(watcher.viewer))));
                    frames.len() - 1
                });
                watcher.to.put(frames[place].1.clone())
            });
        }
        answer.into()
    }
}

/// Who asks: nobody in particular without a secret.
pub fn viewer(seats: &[SeatRow], secret: Option<&str>) -> Result<Viewer, Failure> {
    let Some(secret) = secret else { return Ok(Viewer::Spectator) };
    let print = print(secret);
    let mut found = None;
    // Every seat is compared, so that the time tells nothing.
    for (number, seat) in seats.iter().enumerate() {
        // Both are compared, for the same reason.
        let opens = [&seat.print, &seat.next].map(|known| known.as_ref().is_some_and(|it| same(it, &print)));
        if opens.contains(&true) {
            found = Some(Seat(number as u8));
        }
    }
    found.map(Viewer::Seat).ok_or_else(Failure::secret)
}

/// A server-sent event.
pub fn frame(event: &str, revision: u64, data: &[u8]) -> Bytes {
    let mut bytes = format!("event: {event}\nid: {revision}\ndata: ").into_bytes();
    bytes.extend_from_slice(data);
    bytes.extend_from_slice(b"\n\n");
    bytes.into()
}

impl Play {
    /// How many decisions stand.
    pub fn steps(&self) -> u64 {
        self.before + self.table.steps() as u64
    }

    /// Whose decision it is; nobody's when it is over.
    pub fn deciding(&self) -> Option<Seat> {
        match self.table.status() {
            Status::Deciding(seat) if self.resigned.is_none() && self.closed.is_none() => Some(seat),
            _ => None,
        }
    }

    /// How it ended.
    pub fn ending(&self) -> Option<Ending> {
        match (self.table.status(), self.resigned) {
            (Status::Over(outcome), _) => {
                Some(Ending { winner: outcome.winner, margin: outcome.margin, resigned: None })
            }
            (_, Some(loser)) => {
                // Where there are two sides the other one has won.
                let others: Vec<Seat> =
                    (0..self.seats.len() as u8).map(Seat).filter(|seat| *seat != loser).collect();
                let winner = if let [winner] = others[..] { Some(winner) } else { None };
                Some(Ending { winner, margin: 0, resigned: Some(loser) })
            }
            _ => None,
        }
    }

    /// Why nobody can decide anything.
    pub fn is_closed(&self) -> Failure {
        Failure::closed(self.closed.as_deref().unwrap_or("the game is over"))
    }

    /// How it stands.
    pub fn standing(&self) -> Standing {
        Standing {
            revision: self.revision,
            steps: self.steps(),
            deciding: self.deciding(),
            outcome: self.ending(),
        }
    }

    /// Whether the table can be trusted. If not, whoever asks next gets it from the disk.
    pub fn whole(&self) -> Result<(), Failure> {
        if self.torn { Err(Failure::busy("the game is being read again: ask once more")) } else { Ok(()) }
    }

    /// Who asks: nobody in particular without a secret.
    pub fn viewer(&self, secret: Option<&str>) -> Result<Viewer, Failure> {
        self.whole()?;
        viewer(&self.seats, secret)
    }

    /// The seat whose new secret this is, if it was not used before.
    pub fn renewed_seat(&self, secret: &str) -> Option<Seat> {
        let print = print(secret);
        let is_next = |row: &SeatRow| row.next.as_ref().is_some_and(|next| same(next, &print));
        self.seats.iter().position(is_next).map(|seat| Seat(seat as u8))
    }

    /// The seat that asks.
    pub fn seat(&self, secret: Option<&str>) -> Result<Seat, Failure> {
        match self.viewer(secret)? {
            Viewer::Seat(seat) => Ok(seat),
            Viewer::Spectator => Err(Failure::seat("a spectator may only watch")),
        }
    }

    /// The seat that asks for a change, if it does not ask too often.
    pub fn paced_seat(&mut self, secret: Option<&str>, pace: Pace) -> Result<Seat, Failure> {
        let seat = self.seat(secret)?;
        let wait = self.paces[usize::from(seat.0)].take(pace);
        wait.map_err(|wait| {
            Failure::too_many(
                "too much at once; whoever runs the server sets the limit with --max-decisions",
                wait.as_secs() + 1,
            )
        })?;
        Ok(seat)
    }

    /// What a viewer sees, and what he can decide.
    pub fn state(&self, viewer: Viewer) -> TableState {
        let mut state = self.state_of(&*self.table, viewer, self.steps().min(self.holding));
        if let Viewer::Seat(seat) = viewer {
            if self.deciding() == Some(seat) {
                state.choices = self.table.choices();
            }
            if self.ending().is_none() && self.closed.is_none() {
                state.undoable = self.table.undoable(seat) as u64;
            }
        }
        state
    }

    /// What a viewer sees of a table of this game.
    pub fn state_of(&self, table: &dyn AnySession, viewer: Viewer, step: u64) -> TableState {
        TableState {
            revision: self.revision,
            step,
            steps: self.steps(),
            you: if let Viewer::Seat(seat) = viewer { Some(seat) } else { None },
            deciding: self.deciding(),
            outcome: self.ending(),
            undoable: 0,
            view: table.view(viewer),
            choices: Vec::new(),
        }
    }

    /// Leaves decisions to the disk that nobody can take back, if more than `most` are in memory. While some can still be
    /// taken back, twice as many stay: the state before those has to be played again.
    pub fn forget(&mut self, most: usize) {
        let steps = self.table.steps();
        let undoable =
            (0..self.seats.len() as u8).map(|seat| self.table.undoable(Seat(seat))).max().unwrap_or(0);
        let settled = steps - undoable;
        let most = if undoable == 0 { most } else { most * 2 };
        if steps > most && settled > 0 {
            self.table.drop_oldest(settled);
            self.before += settled as u64;
        }
    }

    /// Leaves old decisions to the disk when there are many.
    pub fn forget_old(&mut self) {
        self.forget(KEPT);
    }
}
