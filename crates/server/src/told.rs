//! What was told of a decision when it was made. It is kept beside the decision: a later program may play by other rules
//! and could not tell it again.

use kit::{Seat, Viewer, any::LogEntry, inquiry::RollText};
use serde::{Deserialize, Serialize};

use crate::store::StepRow;

/// What was told of a decision, as it is kept. Fields that say nothing are left out.
#[derive(Deserialize, Default, Debug)]
pub struct Told {
    /// The name of the side.
    pub side: String,
    /// When: turn and phase before the decision.
    moment: String,
    /// What was decided, as the other sides may read it, in a game that hides things.
    #[serde(default)]
    others: Option<String>,
    #[serde(default)]
    dice: Vec<ToldDie>,
    #[serde(default)]
    events: Vec<ToldEvent>,
}

/// A die.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct ToldDie {
    pub purpose: String,
    pub clause: String,
    pub die: String,
    pub face: u16,
}

impl From<&RollText> for ToldDie {
    fn from(die: &RollText) -> Self {
        Self {
            purpose: die.purpose.to_owned(),
            clause: die.clause.to_owned(),
            die: die.die.clone(),
            face: die.face,
        }
    }
}

/// Something that happened.
#[derive(Clone, Deserialize, Debug)]
struct ToldEvent {
    words: String,
    #[serde(default)]
    clause: String,
    /// Who alone may know of it.
    #[serde(default)]
    only: Option<u8>,
}

/// The same as it is written, straight from the decision.
#[derive(Serialize)]
struct Telling<'s> {
    side: &'s str,
    moment: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    others: Option<&'s str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dice: Vec<TellingDie<'s>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<TellingEvent<'s>>,
}

#[derive(Serialize)]
struct TellingDie<'s> {
    purpose: &'s str,
    clause: &'s str,
    die: &'s str,
    face: u16,
}

#[derive(Serialize)]
struct TellingEvent<'s> {
    words: &'s str,
    #[serde(skip_serializing_if = "str::is_empty")]
    clause: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    only: Option<u8>,
}

/// What is told of a decision by a side, as it is stored.
pub fn write(side: &str, step: &LogEntry) -> String {
    let private = |place: usize| step.secrets.private.iter().find(|(secret, _)| *secret == place);
    let telling = Telling {
        side,
        moment: &step.moment,
        others: step.secrets.hides.then_some(step.secrets.text_for_others.as_str()),
        dice: step.dice.iter().map(TellingDie::from).collect(),
        events: step
            .events
            .iter()
            .enumerate()
            .map(|(place, event)| TellingEvent {
                words: &event.words,
                clause: event.clause,
                only: private(place).map(|(_, seat)| seat.0),
            })
            .collect(),
    };
    serde_json::to_string(&telling).unwrap_or_default()
}

impl<'s> From<&'s RollText> for TellingDie<'s> {
    fn from(die: &'s RollText) -> Self {
        Self { purpose: die.purpose, clause: die.clause, die: &die.die, face: die.face }
    }
}

impl Told {
    /// What was told of a stored decision: of one from before this was kept, only what else is known of it.
    pub fn of(row: &StepRow) -> Self {
        let told = row.told.as_deref().and_then(|told| serde_json::from_str(told).ok());
        told.unwrap_or_else(|| {
            let die = |part: &str| {
                let (purpose, face) = part.trim().rsplit_once(':')?;
                let (purpose, face) = (purpose.to_owned(), face.parse().ok()?);
                Some(ToldDie { purpose, clause: String::new(), die: String::new(), face })
            };
            Self { dice: row.dice.split(',').filter_map(die).collect(), ..Self::default() }
        })
    }

    /// Whether anything was hidden when it was told.
    pub const fn hides(&self) -> bool {
        self.others.is_some()
    }

    /// The dice that followed.
    pub fn dice(&self) -> &[ToldDie] {
        &self.dice
    }

    /// The decision with this number as a viewer may know it.
    pub fn entry(self, number: usize, row: &StepRow, viewer: Viewer) -> ToldEntry {
        let hides = self.hides();
        let is_own = viewer == Viewer::Seat(Seat(row.seat));
        let text = self.others.filter(|_| !is_own).unwrap_or_else(|| row.text.clone());
        let open = |event: &ToldEvent| event.only.is_none_or(|seat| viewer == Viewer::Seat(Seat(seat)));
        let seen = |event: ToldEvent| SeenEvent {
            words: event.words,
            clause: event.clause,
            hexes: Vec::new(),
            units: Vec::new(),
        };
        ToldEntry {
            number,
            seat: Seat(row.seat),
            moment: self.moment,
            text,
            dice: self.dice,
            events: self.events.into_iter().filter(open).map(seen).collect(),
            cells: Vec::new(),
            hash: if hides { String::new() } else { format!("{:016x}", row.hash) },
        }
    }
}

/// A decision as it was told, in the form of a [`LogEntry`].
#[derive(Serialize, Debug)]
pub struct ToldEntry {
    number: usize,
    seat: Seat,
    moment: String,
    text: String,
    dice: Vec<ToldDie>,
    events: Vec<SeenEvent>,
    cells: Vec<()>,
    hash: String,
}

#[derive(Serialize, Debug)]
struct SeenEvent {
    words: String,
    clause: String,
    hexes: Vec<()>,
    units: Vec<()>,
}
