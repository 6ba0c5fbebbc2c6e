//! What beaten defenders do: the attacker says how far routed units go (MARS-RES-6), then the defender retreats his units
//! in the order he likes, one hex at a time (MARS-RET-1, MARS-RES-16).

use crate::{
    prelude::*,
    retreat::{Pressure, Retreat},
};

/// The attacker says how far each routed unit goes (MARS-RES-6, MARS-R19).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rout;

impl Rout {
    /// The most hexes that the attacker may drive a routed unit (MARS-RES-6).
    fn most(game: &Mars) -> u8 {
        game.theatre().charts.retreats.routed
    }
}

impl Decision<Mars> for Rout {
    fn prompt(self, game: &Mars) -> Prompt {
        let (most, routed) = (Self::most(game), game.list(game.fight.routed));
        let words = format!("how far, 0 to {most} hexes, do routed units go: {routed}?");
        Prompt::new(words, &["MARS-RES-6", "MARS-RES-7"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        for unit in game.fight.routed {
            out.extend((0..=Self::most(game)).map(|hexes| Action::Rout(unit, hexes)));
        }
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        let Action::Rout(unit, hexes) = action else { return game.out_of_place(action) };
        let (name, most) = (game.name(unit), Self::most(game));
        no_if(!game.fight.routed.contains(unit), "MARS-RES-6", name, || format!("{name} is not routed"))?;
        no_if(hexes > most, "MARS-RES-6", name, || {
            format!("a routed unit goes 0 to {most} hexes, not {hexes}")
        })?;
        Ok(())
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        let Action::Rout(unit, hexes) = action else { return };
        game.fight.routed.remove(unit);
        if hexes > 0 && game.fight.no_retreat.contains(unit) {
            // MARS-NRT-2: it counts as unable to retreat.
            game.eliminate(unit, "MARS-NRT-2", journal);
        } else if hexes > 0 {
            game.fight.must_go[usize::from(hexes) - 1].insert(unit);
        }
    }

    fn is_open(self, game: &Mars) -> bool {
        !game.fight.routed.is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Mars, journal: &mut J) {
        game.flow.goto(Retreats);
        settle_stuck(game, journal);
    }
}

/// The defender retreats (MARS-RET-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Retreats;

fn way_back(game: &Mars, unit: UnitId) -> Option<Retreat<'_>> {
    let pressure = Pressure { attacked_from: game.fight.attacked_from, unresolved: game.plan.attacked() };
    Retreat::of(&game.field, unit, &pressure)
}

/// Whether a defender of the battle in hand could retreat so many hexes.
pub(crate) fn can_retreat(game: &Mars, unit: UnitId, hexes: usize) -> bool {
    way_back(game, unit).is_some_and(|retreat| !retreat.next_steps(&[], hexes).is_empty())
}

/// The way that a unit has gone so far.
fn so_far(game: &Mars, unit: UnitId) -> &[HexId] {
    if game.fight.retreating == Some(unit) { game.fight.route.hexes() } else { &[] }
}

/// The hexes that a pending unit has to retreat and may retreat.
fn demanded(game: &Mars, unit: UnitId) -> (usize, usize) {
    game.fight.demanded(&game.theatre().charts.retreats, unit)
}

/// The hexes that a pending unit can go into next.
fn next_steps(game: &Mars, unit: UnitId) -> Hexes {
    let (least, most) = demanded(game, unit);
    let so_far = so_far(game, unit);
    // Whoever may choose how far to go looks one hex ahead; whoever must go two may not end up where he cannot.
    let length = least.max(so_far.len() + 1);
    if length > most {
        return Hexes::EMPTY;
    }
    way_back(game, unit).map_or(Hexes::EMPTY, |retreat| retreat.next_steps(so_far, length))
}

/// Whether a unit on its way has gone as far as it must; a routed one goes as far as the attacker says (MARS-RES-6).
fn may_halt(game: &Mars, unit: UnitId) -> bool {
    game.fight.route.hexes().len() >= demanded(game, unit).0
}

/// Units that can be chosen now.
fn movers(game: &Mars) -> Units {
    game.fight.retreating.map_or_else(|| game.fight.pending(), Units::of)
}

impl Decision<Mars> for Retreats {
    fn decider(self, game: &Mars) -> Option<Seat> {
        Some(seat(game.phasing.enemy()))
    }

    fn prompt(self, game: &Mars) -> Prompt {
        let Some(unit) = game.fight.retreating else {
            let pending = game.list(game.fight.pending());
            let words = format!("which unit retreats next, and where to: {pending}?");
            return Prompt::new(words, &["MARS-RET-1", "MARS-RES-16"]);
        };
        let name = game.name(unit);
        let words = if may_halt(game, unit) {
            format!("does {name} go farther?")
        } else {
            format!("where does {name} go on to?")
        };
        Prompt::new(words, &["MARS-RET-1", "MARS-RES-8", "MARS-RES-10"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        for unit in movers(game) {
            out.extend(next_steps(game, unit).iter().map(|hex| Action::Retreat(unit, hex)));
        }
        match game.fight.retreating {
            Some(unit) if may_halt(game, unit) => out.push(Action::Halt),
            Some(_) => {}
            None => out.extend(game.fight.may_go.iter().map(Action::Stand)),
        }
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        match (action, game.fight.retreating) {
            (Action::Retreat(unit, hex), _) if movers(game).contains(unit) => check_step(game, unit, hex),
            (Action::Retreat(unit, _), Some(other)) => {
                let (name, other) = (game.name(unit), game.name(other));
                refuse("MARS-RES-16", other, format_args!("is on its way; {name} has to wait"))
            }
            (Action::Retreat(unit, _), None) => {
                refuse("MARS-RET-1", game.name(unit), "does not have to retreat and may not")
            }
            (Action::Halt, Some(unit)) if may_halt(game, unit) => Ok(()),
            (Action::Halt, Some(unit)) => {
                let (name, least) = (game.name(unit), demanded(game, unit).0);
                refuse("MARS-RES-6", name, format_args!("has been driven {least} hexes and goes on"))
            }
            (Action::Stand(unit), None) if game.fight.may_go.contains(unit) => Ok(()),
            (Action::Stand(unit), None) => refuse(
                "MARS-RES-10",
                game.name(unit),
                "cannot stay: only a German unit that reads D may choose",
            ),
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        match (action, game.fight.retreating) {
            (Action::Retreat(unit, hex), _) => go(game, unit, hex, journal),
            (Action::Halt, Some(unit)) => arrive(game, unit, journal),
            (Action::Stand(unit), _) => {
                game.fight.settle(unit);
                game.disrupt(unit, "MARS-RES-10", journal);
                settle_stuck(game, journal);
            }
            _ => {}
        }
    }

    fn is_open(self, game: &Mars) -> bool {
        !game.fight.pending().is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Mars, _: &mut J) {
        game.flow.goto(Advance);
    }
}

fn check_step<E: Objection>(game: &Mars, unit: UnitId, hex: HexId) -> Result<(), E> {
    if next_steps(game, unit).contains(hex) {
        return Ok(());
    }
    let mut route = so_far(game, unit).to_vec();
    route.push(hex);
    if let Some(retreat) = way_back(game, unit) {
        retreat.check(&route)?;
    }
    let (number, name, least) = (game.number(hex), game.name(unit), demanded(game, unit).0);
    no_since("MARS-RES-7", number, || format!("from {number} {name} could not go on to make {least} hexes"))
}

/// A unit goes one hex. Whoever must go on and has one way only takes it.
fn go<J: Journal>(game: &mut Mars, unit: UnitId, hex: HexId, journal: &mut J) {
    let fight = &mut game.fight;
    fight.retreating = Some(unit);
    fight.route = fight.route.then(hex);
    let len = fight.route.hexes().len();
    let (least, most) = demanded(game, unit);
    if len < least {
        let next = next_steps(game, unit);
        if let (Some(hex), 1) = (next.first(), next.len()) {
            go(game, unit, hex, journal);
        }
    } else if len == most || next_steps(game, unit).is_empty() {
        arrive(game, unit, journal);
    }
}

/// Settles units that cannot retreat any more.
fn settle_stuck<J: Journal>(game: &mut Mars, journal: &mut J) {
    for unit in game.fight.pending() {
        if next_steps(game, unit).is_empty() {
            cannot_go(game, unit, journal);
        }
    }
}

/// MARS-RET-4, MARS-RET-9, MARS-RES-7, MARS-RES-9, MARS-R22, MARS-R23
fn cannot_go<J: Journal>(game: &mut Mars, unit: UnitId, journal: &mut J) {
    let must = (game.fight.must_go[0] | game.fight.must_go[1]).contains(unit);
    let withdrawing = game.fight.withdrawing.contains(unit);
    let crowded_out = way_back(game, unit).is_some_and(|retreat| retreat.is_crowded_out());
    game.fight.settle(unit);
    if must {
        game.eliminate(unit, "MARS-RES-7", journal);
    } else if withdrawing && crowded_out {
        game.eliminate(unit, "MARS-RET-9", journal);
    } else {
        game.disrupt(unit, if withdrawing { "MARS-RES-9" } else { "MARS-RES-10" }, journal);
    }
}

/// A retreat is complete.
fn arrive<J: Journal>(game: &mut Mars, unit: UnitId, journal: &mut J) {
    let route =
        way_back(game, unit).and_then(|retreat| retreat.check::<Silent>(game.fight.route.hexes()).ok());
    let (Some(route), Some(start)) = (route, game.field.hex_of(unit)) else { return };
    let (hexes, withdrawing) = (route.hexes().len(), game.fight.withdrawing.contains(unit));
    let may_go = game.fight.may_go.contains(unit);
    game.fight.settle(unit);
    note_ground(game, unit, start, route.hexes());
    game.field.go(unit, route.hexes());
    game.plan.has_left(unit);
    journal.tell(|| {
        let way: Vec<&str> = route.hexes().iter().map(|&hex| game.number(hex)).collect();
        let words = format!("{} retreats to {}", game.name(unit), way.join(", "));
        game.event("MARS-RET-1", words, route.hexes()).to(unit)
    });
    // MARS-RES-8: Germans and Guards withdraw one hex in order; MARS-RES-10: so does a German instead of a D.
    let in_order = game.theatre().charts.retreats.in_order(Nation::of(game.field.unit(unit)));
    let shaken = if withdrawing { hexes > 1 || !in_order } else { may_go && hexes > 1 };
    if shaken {
        game.disrupt(unit, if withdrawing { "MARS-RES-8" } else { "MARS-RES-10" }, journal);
    }
    settle_stuck(game, journal);
}

/// What a retreat leaves behind matters to the advance (MARS-ADV-1, MARS-ADV-4).
fn note_ground(game: &mut Mars, unit: UnitId, start: HexId, route: &[HexId]) {
    let targets = game.battle_in_hand().targets();
    let Some(place) = targets.iter().position(|&target| target == start) else { return };
    let worth = game.fight.worth(unit);
    let way = game.theatre().map.direction(start, route[0]);
    let ground = &mut game.fight.grounds[place];
    ground.retreated += worth;
    ground.was_left = true;
    if let Some(way) = way.filter(|_| route.len() > 1) {
        ground.ways.insert(way);
    }
}
