//! What can be decided, in notation and as data.

use serde::{Deserialize, Serialize};

use crate::{CounterId, Game, Hint, Pointed, Refusal, Status, Taken, Viewer, notation::Notation};

/// Something that can be decided.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Choice {
    /// As it is typed.
    pub text: String,
    /// The words of its notation that name nothing.
    pub verb: &'static str,
    /// The counters that it names, in order.
    pub units: Vec<CounterId>,
    /// The hexes that it names, in order.
    pub hexes: Vec<String>,
    /// The points of a table without hexes that it names, in millimetres from its north-west corner.
    pub points: Vec<(i32, i32)>,
    /// Whatever else it counts or numbers.
    pub numbers: Vec<u16>,
    /// How it can be shown before it is decided on.
    pub hint: Hint,
}

impl Choice {
    /// An action as a choice.
    pub(super) fn new<G: Game>(game: &G, action: &G::Action, hint: Hint) -> Self {
        let mut at = Pointed::default();
        action.points_at(&mut at);
        let Pointed { verb, units, hexes, points, numbers } = at;
        let number = |hex| game.map().map(|map| map.number(hex).to_string());
        let hexes = hexes.into_iter().filter_map(number).collect();
        Self { text: game.write(action), verb, units, hexes, points, numbers, hint }
    }
}

/// A decision that somebody asks about: named like a [`Choice`], whether it can be had or not.
#[derive(Clone, PartialEq, Eq, Default, Deserialize, Debug)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The words of its notation that name nothing.
    pub verb: String,
    /// The counters that it names, in order.
    #[serde(default)]
    pub units: Vec<CounterId>,
    /// The hexes that it names, in order.
    #[serde(default)]
    pub hexes: Vec<String>,
    /// The points that it names, in order.
    #[serde(default)]
    pub points: Vec<(i32, i32)>,
    /// Whatever else it counts or numbers.
    #[serde(default)]
    pub numbers: Vec<u16>,
}

impl From<&Choice> for Proposal {
    fn from(choice: &Choice) -> Self {
        Self {
            verb: choice.verb.to_owned(),
            units: choice.units.clone(),
            hexes: choice.hexes.clone(),
            points: choice.points.clone(),
            numbers: choice.numbers.clone(),
        }
    }
}

/// A proposal in the game's notation.
pub(super) fn spell<G: Game>(game: &G, proposal: &Proposal) -> Result<String, Refusal> {
    let unknown = || Refusal::new("", format!("there is no decision `{}` about this", proposal.verb));
    let hex = |number: &String| game.map().and_then(|map| map.find(number).ok());
    let hexes: Option<Vec<_>> = proposal.hexes.iter().map(hex).collect();
    let at = Pointed {
        verb: "",
        units: proposal.units.clone(),
        hexes: hexes.ok_or_else(unknown)?,
        points: proposal.points.clone(),
        numbers: proposal.numbers.clone(),
    };
    let mut taken = Taken::from(&at);
    let action = G::Action::formed(&proposal.verb, &mut taken).filter(|_| taken.is_empty());
    action.map(|action| game.write(&action)).ok_or_else(unknown)
}

/// A refusal with the ids of those it makes responsible. They are named as the view and the map name them.
pub(super) fn located<G: Game>(game: &G, mut refusal: Refusal) -> Refusal {
    let viewer = match game.status() {
        Status::Deciding(seat) => Viewer::Seat(seat),
        Status::Over(_) => Viewer::Spectator,
    };
    if refusal.responsible.is_empty() {
        return refusal;
    }
    let view = game.view(viewer);
    for name in &refusal.responsible {
        let counter = view.counters.iter().find(|counter| counter.name == *name);
        if let Some(counter) = counter {
            refusal.units.push(counter.id);
        } else if game.map().is_some_and(|map| map.find(name).is_ok()) {
            refusal.hexes.push(name.clone());
        }
    }
    refusal
}
