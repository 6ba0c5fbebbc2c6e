//! The defender retreats his units in the order he likes, one hex at a time (MARS-RET-1, MARS-RES-16).

use kit::{Journal, Prompt, Refusal, map::HexId};

use super::{advance, event, list, out_of_place};
use crate::{
    action::Action,
    area::Area,
    field::Location,
    flow::Step,
    game::Mars,
    retreat::{self, Pressure, Retreat},
    roster::{UnitId, Units},
    units::Side,
};

pub(super) fn prompt(game: &Mars) -> Prompt {
    if let Some(unit) = game.fight.retreating {
        let words = if may_halt(game, unit) {
            format!("does {unit} go farther?")
        } else {
            format!("where does {unit} go on to?")
        };
        return Prompt::new(words, &["MARS-RET-1", "MARS-RES-8", "MARS-RES-10"]);
    }
    let words = format!("which unit retreats next, and where to: {}?", list(game.fight.pending()));
    Prompt::new(words, &["MARS-RET-1", "MARS-RES-16"])
}

/// The way back of a unit.
fn way_back(game: &Mars, unit: UnitId) -> Option<Retreat<'_>> {
    let pressure = Pressure { attacked_from: game.fight.attacked_from, unresolved: game.plan.attacked() };
    Retreat::of(&game.field, unit, &pressure)
}

/// The hexes that a pending unit can go into next.
fn next_steps(game: &Mars, unit: UnitId) -> Area {
    let (least, most) = game.fight.demanded(unit);
    let so_far = if game.fight.retreating == Some(unit) { game.fight.route() } else { &[] };
    // Whoever may choose how far to go looks one hex ahead; whoever must go two may not end up where he cannot.
    let length = least.max(so_far.len() + 1);
    if length > most {
        return Area::EMPTY;
    }
    way_back(game, unit).map_or(Area::EMPTY, |retreat| retreat.next_steps(so_far, length))
}

/// Whether a unit on its way has gone as far as it must; a routed one goes as far as the attacker says (MARS-RES-6).
fn may_halt(game: &Mars, unit: UnitId) -> bool {
    game.fight.route().len() >= game.fight.demanded(unit).0
}

/// Units that can be chosen now.
fn movers(game: &Mars) -> Units {
    game.fight.retreating.map_or_else(|| game.fight.pending(), Units::of)
}

pub(super) fn actions(game: &Mars, out: &mut Vec<Action>) {
    for unit in movers(game).iter() {
        out.extend(next_steps(game, unit).iter().map(|hex| Action::Retreat(unit, hex)));
    }
    match game.fight.retreating {
        Some(unit) if may_halt(game, unit) => out.push(Action::Halt),
        Some(_) => {}
        None => out.extend(game.fight.may_go.iter().map(Action::Stand)),
    }
}

pub(super) fn check(game: &Mars, action: Action) -> Result<(), Refusal> {
    match (action, game.fight.retreating) {
        (Action::Retreat(unit, hex), _) if movers(game).contains(unit) => check_step(game, unit, hex),
        (Action::Retreat(unit, _), Some(other)) => {
            let words = format!("{other} is on its way; {unit} has to wait");
            Err(Refusal::new("MARS-RES-16", words).because_of(other.name()))
        }
        (Action::Retreat(unit, _), None) => {
            let words = format!("{unit} does not have to retreat and may not");
            Err(Refusal::new("MARS-RET-1", words).because_of(unit.name()))
        }
        (Action::Halt, Some(unit)) if may_halt(game, unit) => Ok(()),
        (Action::Halt, Some(unit)) => {
            let words = format!("{unit} has been driven {} hexes and goes on", game.fight.demanded(unit).0);
            Err(Refusal::new("MARS-RES-6", words).because_of(unit.name()))
        }
        (Action::Stand(unit), None) if game.fight.may_go.contains(unit) => Ok(()),
        (Action::Stand(unit), None) => {
            let words = format!("{unit} cannot stay: only a German unit that reads D may choose");
            Err(Refusal::new("MARS-RES-10", words).because_of(unit.name()))
        }
        _ => Err(out_of_place(game, action)),
    }
}

fn check_step(game: &Mars, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    if next_steps(game, unit).contains(hex) {
        return Ok(());
    }
    let so_far = if game.fight.retreating == Some(unit) { game.fight.route() } else { &[] };
    let mut route = so_far.to_vec();
    route.push(hex);
    if let Some(retreat) = way_back(game, unit) {
        retreat.check(&route)?;
    }
    let (least, _) = game.fight.demanded(unit);
    let number = game.theatre().name(hex);
    let words = format!("from {number} {unit} could not go on to make {least} hexes");
    Err(Refusal::new("MARS-RES-7", words).because_of(number))
}

pub(super) fn begin<J: Journal>(game: &mut Mars, journal: &mut J) {
    game.step = Step::Retreats;
    go_on(game, journal);
}

/// Settles units that cannot retreat any more; when nobody is left, the attacker advances.
fn go_on<J: Journal>(game: &mut Mars, journal: &mut J) {
    for unit in game.fight.pending().iter() {
        if next_steps(game, unit).is_empty() {
            cannot_go(game, unit, journal);
        }
    }
    if game.fight.pending().is_empty() {
        advance::begin(game, journal);
    }
}

/// MARS-RET-4, MARS-RET-9, MARS-RES-7, MARS-RES-9, MARS-R22, MARS-R23
fn cannot_go<J: Journal>(game: &mut Mars, unit: UnitId, journal: &mut J) {
    let must = (game.fight.must_go[0] | game.fight.must_go[1]).contains(unit);
    let withdrawing = game.fight.withdrawing.contains(unit);
    let crowded_out = way_back(game, unit).is_some_and(|retreat| retreat.is_crowded_out());
    game.fight.settle(unit);
    if must {
        eliminate(game, unit, "MARS-RES-7", journal);
    } else if withdrawing && crowded_out {
        eliminate(game, unit, "MARS-RET-9", journal);
    } else {
        disrupt(game, unit, if withdrawing { "MARS-RES-9" } else { "MARS-RES-10" }, journal);
    }
}

pub(super) fn perform<J: Journal>(game: &mut Mars, action: Action, journal: &mut J) {
    match action {
        Action::Retreat(unit, hex) => {
            let fight = &mut game.fight;
            fight.retreating = Some(unit);
            fight.route[usize::from(fight.route_len)] = hex;
            fight.route_len += 1;
            let (least, most) = fight.demanded(unit);
            let len = usize::from(fight.route_len);
            let goes_on = len < least || (len < most && !next_steps(game, unit).is_empty());
            if goes_on && len >= least {
                return; // the owner says whether it goes farther
            }
            if goes_on {
                return force_on(game, unit, journal);
            }
            arrive(game, unit, journal);
        }
        Action::Halt => {
            if let Some(unit) = game.fight.retreating {
                arrive(game, unit, journal);
            }
        }
        Action::Stand(unit) => {
            game.fight.settle(unit);
            disrupt(game, unit, "MARS-RES-10", journal);
            go_on(game, journal);
        }
        _ => {}
    }
}

/// A unit that must go on and has one way only takes it.
fn force_on<J: Journal>(game: &mut Mars, unit: UnitId, journal: &mut J) {
    let next = next_steps(game, unit);
    if let (Some(hex), 1) = (next.iter().next(), next.len()) {
        perform(game, Action::Retreat(unit, hex), journal);
    }
}

/// A retreat is complete.
fn arrive<J: Journal>(game: &mut Mars, unit: UnitId, journal: &mut J) {
    let Some(route) = way_back(game, unit).and_then(|retreat| retreat.check(game.fight.route()).ok()) else {
        return;
    };
    let Some(start) = game.field.hex_of(unit) else { return };
    let (hexes, withdrawing) = (route.hexes().len(), game.fight.withdrawing.contains(unit));
    let may_go = game.fight.may_go.contains(unit);
    game.fight.settle(unit);
    note_ground(game, unit, start, route.hexes());
    retreat::make(&mut game.field, unit, &route);
    game.plan.has_left(unit);
    journal.tell(|| {
        let way: Vec<&str> = route.hexes().iter().map(|&hex| game.theatre().name(hex)).collect();
        event(game, "MARS-RET-1", format!("{unit} retreats to {}", way.join(", ")), route.hexes())
    });
    let piece = game.field.piece(unit);
    // MARS-RES-8: Germans and Guards withdraw one hex in order; MARS-RES-10: so does a German instead of a D.
    let in_order = piece.side == Side::German || piece.guards;
    let shaken = if withdrawing { hexes > 1 || !in_order } else { may_go && hexes > 1 };
    if shaken {
        disrupt(game, unit, if withdrawing { "MARS-RES-8" } else { "MARS-RES-10" }, journal);
    }
    go_on(game, journal);
}

/// What a retreat leaves behind matters to the advance (MARS-ADV-1, MARS-ADV-4).
fn note_ground(game: &mut Mars, unit: UnitId, start: HexId, route: &[HexId]) {
    let battle = game.plan.battles()[usize::from(game.fight.battle)];
    let Some(place) = battle.targets().iter().position(|&target| target == start) else { return };
    let worth = game.fight.worth(unit);
    let way = game.theatre().map.direction(start, route[0]);
    let ground = &mut game.fight.grounds[place];
    ground.retreated += worth;
    ground.was_left = true;
    if let Some(way) = way.filter(|_| route.len() > 1) {
        ground.ways.insert(way);
    }
}

/// A defender is eliminated.
pub(super) fn eliminate<J: Journal>(game: &mut Mars, unit: UnitId, clause: &'static str, journal: &mut J) {
    let hex = game.field.hex_of(unit);
    game.field.remove(unit, Location::Eliminated);
    journal.tell(|| event(game, clause, format!("{unit} is eliminated"), hex.as_slice()));
}

/// A defender becomes Disrupted.
pub(super) fn disrupt<J: Journal>(game: &mut Mars, unit: UnitId, clause: &'static str, journal: &mut J) {
    game.fight.shake(&mut game.field, unit);
    journal.tell(|| event(game, clause, format!("{unit} is Disrupted"), game.field.hex_of(unit).as_slice()));
}
