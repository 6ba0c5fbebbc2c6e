//! The Movement Phase: Deputy, trumpets, moves, marches, exchanges, entries, transfers and the detachment.

use kit::{Dice, Event, Journal, Refusal, Sums, map::HexId};

use super::{After, Step, number, tell, turned};
use crate::{
    action::Action,
    army::{LeaderId, UnitId, Units},
    battlefield::Scenario,
    charts::{self, charts},
    command, exchange,
    facing::Direction,
    field::{Mark, Post},
    game::Battleline,
    march,
    morale::{PARTS, due::must_hear_trumpets, situation::Test},
    movement::{self, ANY_FACING, Facings},
    objection::{Objection, Silent, no},
    reinforcement,
    troop::{Occasion, test_morale},
};

/// A player's turn begins: marks are cleared, then comes the Deputy, then the trumpets (LINE-X-SEQ-3, LINE-R39).
pub(super) fn begin<J: Journal>(game: &mut Battleline, journal: &mut J) {
    game.field.begin_movement(game.active);
    let (turn, name) = (game.turn, &game.battlefield().sides[game.active as usize].name);
    journal.tell(|| {
        let words = format!("Turn {turn}: {name} moves.");
        Event { words, clause: "LINE-X-SEQ-2", hexes: Vec::new() }
    });
    game.step = if command::owes_deputy(&game.field, game.active, game.deputy_used[game.active as usize]) {
        Step::Deputy
    } else {
        after_deputy(game)
    };
}

fn after_deputy(game: &Battleline) -> Step {
    if listeners(game).is_empty() { Step::Movement } else { Step::Trumpets }
}

/// The elephants that must test before the trumpets (LINE-X-ZAM-3).
fn listeners(game: &Battleline) -> Units {
    let field = &game.field;
    let battlefield = field.battlefield();
    if battlefield.scenario != Scenario::Zama {
        return Units::NONE;
    }
    let enemies = field.units_of(game.active.other());
    let hears = |unit: &UnitId| {
        let distance = |enemy| battlefield.map.distance(field.hex(enemy), field.hex(*unit)) as u8;
        enemies.iter().map(distance).min().is_some_and(|distance| {
            let scenario = Some(battlefield.scenario);
            let troop = field.troop(*unit);
            must_hear_trumpets::<Silent>(field.name(*unit), &troop, scenario, game.turn, distance).is_ok()
        })
    };
    (field.units_of(game.active) & battlefield.elephants).iter().filter(hears).collect()
}

/// Whether anything is left to do in the phase.
pub(super) fn is_open(game: &Battleline) -> bool {
    let (field, side) = (&game.field, game.active);
    !movement::movable(field, side).is_empty()
        || command::may_transfer(field, side).next().is_some()
        || !reinforcement::entering(field, side, game.turn).is_empty()
}

pub(super) fn actions(game: &Battleline, out: &mut Vec<Action>) {
    let (field, side) = (&game.field, game.active);
    match game.step {
        Step::Deputy => out.extend(field.units_of(side).iter().map(Action::With)),
        Step::Trumpets => out.push(Action::Listen),
        Step::Movement => {
            let movable = movement::movable(field, side) | reinforcement::entering(field, side, game.turn);
            out.extend(movable.iter().map(Action::Pick));
            out.extend(command::may_transfer(field, side).map(Action::Transfer));
            out.extend(detachable(game).iter().map(Action::Detach));
            out.push(Action::Done);
        }
        Step::Moving(unit) => {
            out.extend(movement::range(field, unit, game.turn).destinations().iter().map(Action::To));
            out.extend(march::range(field, unit, game.turn).iter().map(Action::March));
            out.extend(exchange::relieving(field, unit).iter().map(Action::Exchange));
        }
        Step::Entering(unit) => {
            out.extend(reinforcement::entries(field, unit, game.turn).iter().map(Action::Enter));
        }
        Step::Arriving(unit, entry) => {
            out.extend(reinforcement::range(field, unit, entry).destinations().iter().map(Action::To));
            out.extend(reinforcement::march_range(field, unit, entry).iter().map(Action::March));
        }
        Step::Turning { unit, facings, .. } => {
            // Facing unchanged is offered first.
            let now = field.facing(unit);
            let others = Direction::ALL.into_iter().filter(|&way| way != now);
            let ways = std::iter::once(now).chain(others);
            out.extend(ways.filter(|way| facings >> way.index() & 1 == 1).map(Action::Face));
        }
        Step::Transferring(leader) => out.extend(command::destinations(field, leader).map(Action::With)),
        Step::Detaching => {
            out.extend(detachable(game).iter().map(Action::Detach));
            out.push(Action::Done);
        }
        _ => {}
    }
}

pub(super) fn check(game: &Battleline, action: Action) -> Option<Result<(), Refusal>> {
    let (field, side, turn) = (&game.field, game.active, game.turn);
    Some(match (game.step, action) {
        (Step::Trumpets, Action::Listen) | (Step::Movement | Step::Detaching, Action::Done) => Ok(()),
        (Step::Deputy, Action::With(unit)) => check_deputy(game, unit),
        (Step::Movement, Action::Pick(unit)) => check_pick(game, unit),
        (Step::Movement, Action::Transfer(leader)) => check_leader(game, leader),
        (Step::Movement | Step::Detaching, Action::Detach(unit)) => check_detaching(game, unit),
        (Step::Moving(unit), Action::To(to)) => movement::check_move(field, unit, turn, to).map(|_| ()),
        (Step::Moving(unit), Action::March(to)) => march::check_march(field, unit, turn, to),
        (Step::Moving(unit), Action::Exchange(rear)) => exchange::check_exchange(field, unit, rear),
        (Step::Entering(unit), Action::Enter(hex)) => check_entry(game, unit, hex),
        (Step::Arriving(unit, entry), Action::To(to)) => {
            reinforcement::check_move(field, unit, entry, to).map(|_| ())
        }
        (Step::Arriving(unit, entry), Action::March(to)) => {
            reinforcement::check_march(field, unit, entry, to)
        }
        (Step::Turning { unit, facings, then }, Action::Face(way)) => {
            check_facing(game, unit, facings, then, way)
        }
        (Step::Transferring(leader), Action::With(unit)) => command::check(field, side, leader, unit),
        _ => return None,
    })
}

fn check_deputy(game: &Battleline, unit: UnitId) -> Result<(), Refusal> {
    if game.field.units_of(game.active).contains(unit) {
        return Ok(());
    }
    no("LINE-X-CMD-7", game.field.name(unit), "a Deputy joins a friendly unit on the map")
}

fn check_pick(game: &Battleline, unit: UnitId) -> Result<(), Refusal> {
    movement::may_move::<Refusal>(&game.field, game.active, unit)?;
    if game.field.waiting().contains(unit) {
        reinforcement::check_entering(&game.field, unit, game.turn)
    } else {
        Ok(())
    }
}

fn check_leader(game: &Battleline, leader: LeaderId) -> Result<(), Refusal> {
    let field = &game.field;
    if command::may_transfer(field, game.active).any(|known| known == leader) {
        return Ok(());
    }
    let name = &field.battlefield().leader(leader).name;
    let reason = if field.battlefield().leader(leader).side != game.active {
        "a leader transfers in his own side's Movement Phase"
    } else if field.has_transferred(leader) {
        "he has transferred in this phase, and a leader does so once"
    } else if matches!(field.post(leader), Post::With(_)) {
        "no other friendly unit is near enough"
    } else {
        "he is not on the map"
    };
    no("LINE-X-CMD-2", name, reason)
}

fn check_entry(game: &Battleline, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    if reinforcement::entries(&game.field, unit, game.turn).contains(hex) {
        return Ok(());
    }
    let reason =
        "it enters at its stated hex, or at the nearest of that edge that is free of units and zones";
    no("LINE-X-OPS-5", game.field.name(unit), reason)
}

fn check_facing(
    game: &Battleline,
    unit: UnitId,
    facings: Facings,
    then: After,
    way: Direction,
) -> Result<(), Refusal> {
    if facings >> way.index() & 1 == 1 {
        return Ok(());
    }
    let clause = match then {
        After::Advance => "LINE-X-ADV-3",
        _ => "LINE-X-MOV-6",
    };
    let name = game.field.name(unit);
    Err(Refusal::raise(clause, name, || format!("{name} cannot turn to {way} there with what it has left")))
}

/// Those who may be named for the detachment: one of each type, before they move (LINE-X-CYN-3).
fn detachable(game: &Battleline) -> Units {
    if game.battlefield().scenario != Scenario::Cynoscephalae {
        return Units::NONE;
    }
    let units = movement::movable(&game.field, game.active).iter();
    units.filter(|&unit| detaching::<Silent>(game, unit).is_ok()).collect()
}

fn check_detaching(game: &Battleline, unit: UnitId) -> Result<(), Refusal> {
    detaching(game, unit)
}

fn detaching<E: Objection>(game: &Battleline, unit: UnitId) -> Result<(), E> {
    let (field, name) = (&game.field, game.field.name(unit));
    let Some(kind) = field.piece(unit).detachment.filter(|_| field.side(unit) == game.active) else {
        return no("LINE-X-CYN-3", name, "a detachment is of one PRI, one TRI and one SOC of Rome");
    };
    let (first, _) = charts().battles.detachment;
    if game.turn < first {
        return no("LINE-X-CYN-3", name, "a detachment is called from turn 3 on");
    }
    if game.detachment_used && game.step != Step::Detaching {
        return no("LINE-X-CYN-3", name, "a detachment is called once in a game");
    }
    if !movement::movable(field, game.active).contains(unit) {
        return no("LINE-X-CYN-3", name, "it must be on the map and not have moved");
    }
    let named = field.all(Mark::Detached);
    if named.iter().any(|other| field.piece(other).detachment == Some(kind)) {
        return no("LINE-X-CYN-3", name, "one of its type is named already");
    }
    Ok(())
}

pub(super) fn perform<D: Dice, J: Journal>(
    game: &mut Battleline,
    action: Action,
    dice: &mut D,
    journal: &mut J,
) {
    match (game.step, action) {
        (Step::Deputy, Action::With(unit)) => place_deputy(game, unit, journal),
        (Step::Trumpets, _) => blow_trumpets(game, dice, journal),
        (_, Action::Pick(unit)) => pick(game, unit),
        (_, Action::Transfer(leader)) => game.step = Step::Transferring(leader),
        (Step::Transferring(leader), Action::With(unit)) => {
            game.field.transfer(leader, unit);
            game.step = Step::Movement;
            let field = &game.field;
            tell(journal, "LINE-X-CMD-2", field, [unit], || {
                format!("{} joins {}.", field.battlefield().leader(leader).name, field.name(unit))
            });
        }
        (_, Action::Detach(unit)) => detach(game, unit, journal),
        (Step::Moving(unit), Action::To(to)) => {
            let facings = movement::facings_at(&game.field, unit, game.turn, to);
            go(game, unit, to, facings, dice, journal);
        }
        (Step::Arriving(unit, entry), Action::To(to)) => {
            let facings = reinforcement::range(&game.field, unit, entry).facings(to);
            go(game, unit, to, facings, dice, journal);
        }
        (Step::Moving(unit) | Step::Arriving(unit, _), Action::March(to)) => {
            go(game, unit, to, ANY_FACING, dice, journal);
            game.field.set(unit, Mark::Marching, true);
        }
        (Step::Moving(front), Action::Exchange(rear)) => {
            exchange::make(&mut game.field, front, rear);
            game.step = Step::Movement;
            let field = &game.field;
            tell(journal, "LINE-X-EXC-1", field, [rear, front], || {
                format!("{} relieves {}.", field.name(rear), field.name(front))
            });
        }
        (Step::Entering(unit), Action::Enter(hex)) => game.step = Step::Arriving(unit, hex),
        _ => {}
    }
}

fn place_deputy<J: Journal>(game: &mut Battleline, unit: UnitId, journal: &mut J) {
    let deputy = game.battlefield().deputy(game.active);
    game.field.attach(deputy, unit);
    game.deputy_used[game.active as usize] = true;
    game.step = after_deputy(game);
    let field = &game.field;
    tell(journal, "LINE-X-CMD-7", field, [unit], || {
        format!("A Deputy takes command with {}.", field.name(unit))
    });
}

/// Each elephant unit near the Romans tests, in the order of ids; those that fail stay where they are (LINE-X-ZAM-3).
fn blow_trumpets<D: Dice, J: Journal>(game: &mut Battleline, dice: &mut D, journal: &mut J) {
    for unit in listeners(game).iter() {
        let occasion = Occasion::plain(charts::Test::Trumpets);
        let troop = game.field.troop(unit);
        let morale = test_morale(&mut Sums::default(), PARTS[0], "", &troop, occasion);
        let obeys = dice.at_most(kit::Die::D6, morale, Test::Trumpets.purpose());
        game.field.set(unit, Mark::Frozen, !obeys);
        let field = &game.field;
        tell(journal, "LINE-X-ZAM-3", field, [unit], || {
            let does = if obeys { "does not mind the trumpets" } else { "is held by the trumpets" };
            format!("{} {does}.", field.name(unit))
        });
    }
    game.step = Step::Movement;
}

fn pick(game: &mut Battleline, unit: UnitId) {
    if game.field.waiting().contains(unit) {
        let entries = reinforcement::entries(&game.field, unit, game.turn);
        game.step = match entries.first() {
            Some(hex) if entries.len() == 1 => Step::Arriving(unit, hex),
            _ => Step::Entering(unit),
        };
    } else {
        game.step = Step::Moving(unit);
    }
}

fn detach<J: Journal>(game: &mut Battleline, unit: UnitId, journal: &mut J) {
    game.field.set(unit, Mark::Detached, true);
    game.detachment_used = true;
    game.step = Step::Detaching;
    if detachable(game).is_empty() {
        game.step = Step::Movement;
    }
    let field = &game.field;
    tell(journal, "LINE-X-CYN-3", field, [unit], || {
        format!("{} acts on its own in this phase, as if in command.", field.name(unit))
    });
}

/// The unit goes to its destination and has moved; then it sets its facing.
fn go<D: Dice, J: Journal>(
    game: &mut Battleline,
    unit: UnitId,
    to: HexId,
    facings: Facings,
    dice: &mut D,
    journal: &mut J,
) {
    let from = game.field.hex(unit);
    if from.is_some() {
        game.field.move_to(unit, to);
    } else {
        game.field.place(unit, to, Direction::ALL[facings.trailing_zeros() as usize]);
    }
    game.field.set(unit, Mark::Moved, true);
    let field = &game.field;
    if from != to {
        tell(journal, "LINE-X-MOV-1", field, [unit], || {
            let start = from.some().map_or_else(|| "the edge".to_owned(), |from| number(field, from));
            format!("{} goes from {start} to {}.", field.name(unit), number(field, to))
        });
    }
    if facings.is_power_of_two() {
        game.field.turn(unit, Direction::ALL[facings.trailing_zeros() as usize]);
        turned(game, unit, After::Move, dice, journal);
    } else {
        game.step = Step::Turning { unit, facings, then: After::Move };
    }
}
