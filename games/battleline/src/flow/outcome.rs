//! The Combat Phase from the result on: flips, retreats, routs, rampages, leaders, advance (LINE-X-CMB-8, f to i).

use kit::{Dice, Die, Event, Journal, Refusal, map::HexId};

use super::{After, Combat, Step, number, tell};
use crate::{
    action::Action,
    advance,
    army::{LeaderId, UnitId, Units},
    battle::{
        Fate,
        results::{CARRY_AWAY, fate},
    },
    charts::{Code, Struck, charts},
    command,
    field::{Field, Mark, Post},
    game::Battleline,
    leader,
    morale::carry_away_morale,
    movement::ANY_FACING,
    objection::no,
    retreat::{self, Flight, Way},
    stampede,
    troops::Status,
};

/// From where a beaten unit must get away: the defender from the lead, an attacker from the defender's hex (LINE-R11).
pub(crate) fn away_from(game: &Battleline, unit: UnitId) -> HexId {
    if unit == game.combat.defender { game.field.hex(game.combat.lead) } else { game.combat.hex }
}

/// The friendly units from which the owner of a homeless leader chooses.
fn refuges(game: &Battleline, leader: LeaderId) -> Units {
    match game.field.post(leader) {
        Post::Homeless(from) => command::refuges(&game.field, game.battlefield().leader(leader).side, from),
        _ => Units::NONE,
    }
}

pub(super) fn actions(game: &Battleline, out: &mut Vec<Action>) {
    match game.step {
        Step::Order => out.extend(game.combat.fleeing.iter().map(Action::Next)),
        Step::Fleeing { unit, flight } => {
            let mut ways = retreat::ways(&game.field, unit, away_from(game, unit), flight);
            retreat::by_choice(&game.field, unit, &mut ways);
            out.extend(ways.iter().map(|way| Action::Retreat(way.end)));
        }
        Step::Refuge(leader) => out.extend(refuges(game, leader).iter().map(Action::With)),
        Step::Advancing => out.extend([Action::Hold, Action::Advance]),
        _ => {}
    }
}

pub(super) fn check(game: &Battleline, action: Action) -> Option<Result<(), Refusal>> {
    let field = &game.field;
    Some(match (game.step, action) {
        (Step::Advancing, Action::Hold | Action::Advance) => Ok(()),
        (Step::Order, Action::Next(unit)) if game.combat.fleeing.contains(unit) => Ok(()),
        (Step::Order, Action::Next(unit)) => {
            no("LINE-R9", field.name(unit), "it is not one of the attackers that must retreat")
        }
        (Step::Fleeing { unit, flight }, Action::Retreat(end)) => {
            retreat::check_way(field, unit, away_from(game, unit), flight, end).map(|_| ())
        }
        (Step::Refuge(leader), Action::With(unit)) if refuges(game, leader).contains(unit) => Ok(()),
        (Step::Refuge(_), Action::With(unit)) => {
            no("LINE-X-CMD-6", field.name(unit), "he goes to the nearest friendly unit on the map")
        }
        _ => return None,
    })
}

pub(super) fn perform<D: Dice, J: Journal>(
    game: &mut Battleline,
    action: Action,
    dice: &mut D,
    journal: &mut J,
) {
    match (game.step, action) {
        (_, Action::Next(unit)) => flee(game, unit, dice, journal),
        (Step::Fleeing { unit, flight }, Action::Retreat(end)) => {
            let ways = retreat::ways(&game.field, unit, away_from(game, unit), flight);
            if let Some(way) = ways.into_iter().find(|way| way.end == end) {
                go(game, unit, flight, way, dice, journal);
            }
        }
        (Step::Refuge(leader), Action::With(unit)) => {
            take_refuge(game, leader, unit, journal);
            leaders(game, dice, journal);
        }
        (_, Action::Advance) => advance(game, journal),
        (_, Action::Hold) => end_combat(game),
        _ => {}
    }
}

/// Applies a result: second disruptions first, all flips at once, then the flights (LINE-CRT-5, LINE-CRT-6, LINE-R36).
pub(super) fn strike<D: Dice, J: Journal>(game: &mut Battleline, code: Code, dice: &mut D, journal: &mut J) {
    game.combat.code = code;
    let combat = game.combat;
    let struck: Units = match charts().result(code).strikes {
        Struck::Defender => Units::of(combat.defender),
        Struck::Attacker if game.house_rules.all_attackers_suffer => {
            combat.attackers().iter().copied().collect()
        }
        // LINE-X-CMB-7, LINE-R9
        Struck::Attacker => Units::of(combat.lead),
    };
    for unit in struck.iter() {
        match fate(code, &game.field.troop(unit), game.house_rules, || true, || true) {
            Fate::Eliminated => eliminate(game, unit, journal),
            Fate::Disrupted => flip(game, unit, journal),
            _ => {
                game.field.set(unit, Mark::Disrupted, true);
                game.combat.fleeing.insert(unit);
            }
        }
    }
    flights(game, dice, journal);
}

fn flip<J: Journal>(game: &mut Battleline, unit: UnitId, journal: &mut J) {
    game.field.set(unit, Mark::Disrupted, true);
    let field = &game.field;
    tell(journal, "LINE-RES-1", field, [unit], || format!("{} is Disrupted.", field.name(unit)));
}

fn eliminate<J: Journal>(game: &mut Battleline, unit: UnitId, journal: &mut J) {
    let field = &game.field;
    tell(journal, "LINE-RES-11", field, [unit], || {
        format!("{} is eliminated: {} loss points.", field.name(unit), field.piece(unit).figures.value)
    });
    game.field.eliminate(unit);
}

/// The next beaten unit leaves, or all are gone and the leaders are looked after.
pub(super) fn flights<D: Dice, J: Journal>(game: &mut Battleline, dice: &mut D, journal: &mut J) {
    let fleeing = game.combat.fleeing;
    match fleeing.first() {
        None => leaders(game, dice, journal),
        Some(unit) if fleeing.len() == 1 => flee(game, unit, dice, journal),
        Some(_) => game.step = Step::Order,
    }
}

/// A beaten unit, flipped already, leaves its hex: retreat, else rout, else elimination (LINE-RES-6, LINE-RES-10,
/// LINE-RES-18, LINE-RES-22, LINE-R12).
fn flee<D: Dice, J: Journal>(game: &mut Battleline, unit: UnitId, dice: &mut D, journal: &mut J) {
    game.combat.fleeing.remove(unit);
    let (field, from) = (&game.field, away_from(game, unit));
    let mut troop = field.troop(unit);
    // The flip belongs to this very result and is no second disruption.
    troop.status = Status::GoodOrder;
    let safe = |flight| !retreat::ways(field, unit, from, flight).is_empty();
    let code = game.combat.code;
    match fate(code, &troop, game.house_rules, || safe(Flight::Retreat), || safe(Flight::Rout)) {
        Fate::Retreats => choose_way(game, unit, Flight::Retreat, dice, journal),
        Fate::Routs => choose_way(game, unit, Flight::Rout, dice, journal),
        Fate::Rampages => {
            stampede::run(&mut game.field, unit, dice, journal);
            flights(game, dice, journal);
        }
        _ => {
            eliminate(game, unit, journal);
            flights(game, dice, journal);
        }
    }
}

/// The owner chooses where it goes, unless there is one way only.
pub(super) fn choose_way<D: Dice, J: Journal>(
    game: &mut Battleline,
    unit: UnitId,
    flight: Flight,
    dice: &mut D,
    journal: &mut J,
) {
    let ways = retreat::ways(&game.field, unit, away_from(game, unit), flight);
    match ways.as_slice() {
        [way] => go(game, unit, flight, *way, dice, journal),
        _ => game.step = Step::Fleeing { unit, flight },
    }
}

/// It goes, those in its way test, and it faces as the rule says (LINE-X-RET-1, LINE-X-MOR-5).
fn go<D: Dice, J: Journal>(
    game: &mut Battleline,
    unit: UnitId,
    flight: Flight,
    way: Way,
    dice: &mut D,
    journal: &mut J,
) {
    let passed = retreat::passed(&game.field, unit, &way);
    let field = &mut game.field;
    field.move_to(unit, way.end);
    field.set(unit, Mark::Retreated, true);
    let field = &game.field;
    let (does, clause) = match flight {
        Flight::Retreat => ("retreats", "LINE-RES-4"),
        Flight::Rout => ("routs", "LINE-RES-8"),
        Flight::Evasion => ("goes", "LINE-X-EVA-1"),
    };
    tell(journal, clause, field, [unit], || {
        format!("{} {does} to {}.", field.name(unit), number(field, way.end))
    });
    if flight == Flight::Rout {
        for friend in passed {
            carry_away(&mut game.field, unit, friend, dice, journal);
        }
    }
    match retreat::facing_after(flight, &way) {
        Some(facing) => {
            game.field.turn(unit, facing);
            flights(game, dice, journal);
        }
        None => game.step = Step::Turning { unit, facings: ANY_FACING, then: After::Evasion },
    }
}

/// A friend through whom a rout leads tests (LINE-X-MOR-5).
fn carry_away<D: Dice, J: Journal>(
    field: &mut Field,
    runner: UnitId,
    friend: UnitId,
    dice: &mut D,
    journal: &mut J,
) {
    let Some(morale) = carry_away_morale(&field.troop(runner), &field.troop(friend)) else { return };
    let stands = dice.at_most(Die::D6, morale, CARRY_AWAY);
    if !stands {
        field.set(friend, Mark::Disrupted, true);
    }
    let field = &*field;
    tell(journal, "LINE-X-MOR-5", field, [friend], || {
        let does = if stands { "lets the routers through" } else { "is carried away and Disrupted" };
        format!("{} {does}.", field.name(friend))
    });
}

/// Leaders without a unit roll; those who live join the nearest friends (LINE-X-CMD-6, LINE-R35).
fn leaders<D: Dice, J: Journal>(game: &mut Battleline, dice: &mut D, journal: &mut J) {
    for place in 0..game.battlefield().leaders.len() {
        let leader = LeaderId::new(place);
        let Post::Homeless(hex) = game.field.post(leader) else { continue };
        let refuges = refuges(game, leader);
        let line = game.battlefield().leader(leader);
        let Some(nearest) = refuges.first().filter(|_| !leader::falls(dice)) else {
            game.field.lose_leader(leader);
            let number = |hex| game.battlefield().number(hex);
            journal.tell(|| {
                let words = format!("{} falls: {} loss points.", line.name, line.value);
                Event { words, clause: "LINE-X-CMD-6", hexes: vec![number(hex)] }
            });
            continue;
        };
        if refuges.len() > 1 {
            game.step = Step::Refuge(leader);
            return;
        }
        take_refuge(game, leader, nearest, journal);
    }
    after_leaders(game, journal);
}

fn take_refuge<J: Journal>(game: &mut Battleline, leader: LeaderId, unit: UnitId, journal: &mut J) {
    game.field.attach(leader, unit);
    let field = &game.field;
    tell(journal, "LINE-X-CMD-6", field, [unit], || {
        format!("{} gets away to {}.", field.battlefield().leader(leader).name, field.name(unit))
    });
}

/// The lead may or must advance into the hex of the defender (LINE-X-ADV-1, LINE-X-ADV-4).
fn after_leaders<J: Journal>(game: &mut Battleline, journal: &mut J) {
    let Combat { lead, hex, .. } = game.combat;
    if !advance::may_advance(&game.field, lead, hex) {
        end_combat(game);
    } else if advance::must_advance(&game.field, lead) {
        advance(game, journal);
    } else {
        game.step = Step::Advancing;
    }
}

fn advance<J: Journal>(game: &mut Battleline, journal: &mut J) {
    let Combat { lead, hex, .. } = game.combat;
    game.field.move_to(lead, hex);
    let facings = advance::facings(&game.field, lead);
    game.step = Step::Turning { unit: lead, facings, then: After::Advance };
    let field = &game.field;
    tell(journal, "LINE-X-ADV-1", field, [lead], || {
        format!("{} advances to {}.", field.name(lead), number(field, hex))
    });
}

/// The combat is over; the next may be announced.
pub(super) fn end_combat(game: &mut Battleline) {
    game.combat = Combat::NONE;
    game.step = Step::Combat;
}
