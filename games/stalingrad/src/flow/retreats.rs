//! The attacker names distances, per target hex; the defender retreats unit by unit, then withdraws as he likes
//! (STAL-RES-2 to STAL-RES-4, STAL-RET-1 to STAL-RET-9).

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    map::HexId,
    objection::{no, no_if, no_since},
};

use super::{combat, event, out_of_place};
use crate::{
    action::Action,
    battle::Cause,
    casualties::Loss,
    game::{Stalingrad, seat},
    map::Hexes,
    results::GroundResult,
    retreat::Pressure,
    units::{UnitId, Units},
};

/// The attacker says how far the defenders of each hex must go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Distances;

impl Distances {
    /// The attacked hexes for which a distance is still to be named, each with the most.
    fn open(game: &Stalingrad) -> impl Iterator<Item = (usize, HexId, u8)> {
        let fight = &game.fight;
        game.attack_in_hand().targets().iter().enumerate().filter_map(|(place, &hex)| {
            let most = [2, 1].into_iter().find(|&hexes| fight.driven[hexes - 1].meets(fight.stood[place]))?;
            Some((place, hex, most as u8))
        })
    }
}

impl Decision<Stalingrad> for Distances {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let hexes = game.numbers(Self::open(game).map(|(_, hex, _)| hex));
        let words = format!("How far must the defenders of {hexes} go?");
        Prompt::new(words, &[game.fight.result.clause(), "STAL-R6"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        for (_, hex, most) in Self::open(game) {
            out.extend((0..=most).map(|hexes| Action::Demand(hex, hexes)));
        }
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let Action::Demand(hex, hexes) = action else { return out_of_place(game, action) };
        let number = game.number(hex);
        let Some((_, _, most)) = Self::open(game).find(|&(_, open, _)| open == hex) else {
            return no_since(game.fight.result.clause(), number, || {
                format!("no distance is to be named for {number}")
            });
        };
        no_if(hexes > most, game.fight.result.clause(), number, || {
            format!("{hexes} hexes: {} allows 0 to {most}", game.fight.result.name())
        })
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Demand(hex, hexes) = action else { return };
        let Some((place, ..)) = Self::open(game).find(|&(_, open, _)| open == hex) else { return };
        let fight = &mut game.fight;
        let here = fight.stood[place] & (fight.driven[0] | fight.driven[1]);
        fight.driven.iter_mut().for_each(|driven| *driven -= here);
        if let Some(hexes) = usize::from(hexes).checked_sub(1) {
            fight.must_go[hexes] |= here;
        }
        journal.tell(|| {
            let (units, number) = (game.list(here), game.number(hex));
            let words = match hexes {
                0 => format!("{units} may stay in {number}"),
                1 => format!("1 hex of retreat from {number}: {units}"),
                _ => format!("{hexes} hexes of retreat from {number}: {units}"),
            };
            event(game, game.fight.result.clause(), words, &[hex])
        });
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        Self::open(game).next().is_some()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.goto(Retreats);
    }
}

/// What a retreat looks at.
struct Ways<'g> {
    game: &'g Stalingrad,
    pressure: Pressure,
}

impl<'g> Ways<'g> {
    fn of(game: &'g Stalingrad) -> Self {
        Self { game, pressure: game.fight.pressure(&game.field, game.attack_in_hand()) }
    }

    /// The hex that a unit left, where it is now, and how many hexes it has gone.
    fn standing(&self, unit: UnitId) -> (HexId, HexId, u8) {
        let fight = &self.game.fight;
        let origin = self.game.attack_in_hand().targets()[fight.place_of(unit)];
        let at = self.game.field.hex_of(unit).unwrap_or(origin);
        (origin, at, u8::from(fight.gone.contains(unit)))
    }

    /// Where a unit that must retreat can go next (STAL-R9: so that it can end).
    fn forced(&self, unit: UnitId) -> Hexes {
        let (field, fight) = (&self.game.field, &self.game.fight);
        let (origin, ..) = self.standing(unit);
        if fight.retreating == Some(unit) {
            return self.pressure.last_steps(field, unit, origin, fight.via);
        }
        let hexes = if fight.must_go[1].contains(unit) { 2 } else { 1 };
        self.pressure.first_steps(field, unit, origin, hexes)
    }

    /// Where a unit that may withdraw can go next.
    fn free(&self, unit: UnitId) -> Hexes {
        let (field, fight) = (&self.game.field, &self.game.fight);
        let (origin, at, gone) = self.standing(unit);
        if fight.retreating == Some(unit) {
            return self.pressure.last_steps(field, unit, origin, fight.via);
        }
        let next = self.pressure.steps(field, field.side(unit), origin, at, gone + 1);
        let goes_on = |hex: HexId| {
            fight.may_go[1].contains(unit) && !self.pressure.last_steps(field, unit, origin, hex).is_empty()
        };
        next.iter().filter(|&hex| Pressure::can_end(field, unit, hex) || goes_on(hex)).collect()
    }

    /// Whether the unit in hand may stop where it is.
    fn may_halt(&self, unit: UnitId, is_forced: bool) -> bool {
        let (field, via) = (&self.game.field, self.game.fight.via);
        let (origin, ..) = self.standing(unit);
        // STAL-RET-9, STAL-R75
        let far_enough = !is_forced || Pressure::one_is_enough(field, unit, origin, via);
        far_enough && Pressure::can_end(field, unit, via)
    }
}

/// Who can be moved now.
fn movers(game: &Stalingrad, is_forced: bool) -> Units {
    let all = if is_forced { game.fight.pending() } else { game.fight.free() };
    game.fight.retreating.map_or(all, Units::of)
}

fn next_steps(game: &Stalingrad, ways: &Ways<'_>, unit: UnitId, is_forced: bool) -> Hexes {
    if !movers(game, is_forced).contains(unit) {
        Hexes::EMPTY
    } else if is_forced {
        ways.forced(unit)
    } else {
        ways.free(unit)
    }
}

fn can_anybody_go(game: &Stalingrad, is_forced: bool) -> bool {
    let ways = Ways::of(game);
    movers(game, is_forced).iter().any(|unit| !next_steps(game, &ways, unit, is_forced).is_empty())
}

/// Each unit goes its own way (STAL-RET-7).
fn list_steps(game: &Stalingrad, is_forced: bool, out: &mut Vec<Action>) {
    let ways = Ways::of(game);
    for unit in movers(game, is_forced) {
        let hexes = next_steps(game, &ways, unit, is_forced);
        out.extend(hexes.iter().map(|hex| Action::Retreat(unit, hex)));
    }
    if game.fight.retreating.map_or(!is_forced, |unit| ways.may_halt(unit, is_forced)) {
        out.push(Action::Halt);
    }
}

fn check_step<E: Objection>(game: &Stalingrad, unit: UnitId, hex: HexId, is_forced: bool) -> Result<(), E> {
    let ways = Ways::of(game);
    let (name, number) = (game.name(unit), game.number(hex));
    if let Some(other) = game.fight.retreating.filter(|&other| other != unit) {
        let other = game.name(other);
        return no_since("STAL-RET-1", other, || format!("{other} is on its way; {name} has to wait"));
    }
    if !movers(game, is_forced).contains(unit) {
        return no_since("STAL-RET-1", name, || format!("{name} has no retreat to make"));
    }
    if next_steps(game, &ways, unit, is_forced).contains(hex) {
        return Ok(());
    }
    let (origin, at, gone) = ways.standing(unit);
    let (from, step) = if game.fight.retreating == Some(unit) { (game.fight.via, 2) } else { (at, gone + 1) };
    let clause = ways.pressure.forbids(&game.field, game.field.side(unit), origin, from, hex, step);
    let clause = clause.unwrap_or("STAL-RET-8");
    let words = || format!("{name} cannot retreat into {number}: {}", why_barred(game, clause, from, hex));
    Err(E::raise(clause, name, words).blame([number]))
}

/// What a clause has against a step of a retreat, in words.
fn why_barred(game: &Stalingrad, clause: &str, from: HexId, to: HexId) -> String {
    let theatre = game.theatre();
    let words = match clause {
        "STAL-RET-1" if !theatre.map.are_adjacent(from, to) => {
            return format!("it is not next to {}", game.number(from));
        }
        "STAL-RET-1" if !theatre.land.contains(to) => "nobody retreats over the Volga",
        "STAL-RET-1" if game.field.held_by(game.phasing).contains(to) => "enemies are in it",
        "STAL-RET-1" => "it was attacked in this combat",
        "STAL-RET-2" => "in the open the way goes on away from the attacked hex",
        "STAL-RET-3" => "it lies closer to an attacker",
        "STAL-RET-4" => "the open side between them touches a hex from which the attack came",
        "STAL-RET-5" => "it is empty open ground next to an UnDisrupted enemy",
        "STAL-RET-6" => "it is an empty city hex next to an attacker",
        _ => "the retreat could not end there, nor go on from there as far as it must",
    };
    words.to_owned()
}

/// A unit has taken a step; if its way ends here, it is moved.
fn step<J: Journal>(game: &mut Stalingrad, unit: UnitId, hex: HexId, is_forced: bool, journal: &mut J) {
    let two = if is_forced { game.fight.must_go[1] } else { game.fight.may_go[1] };
    if game.fight.retreating.is_none() && two.contains(unit) {
        (game.fight.retreating, game.fight.via) = (Some(unit), hex);
        let ways = Ways::of(game);
        let (origin, ..) = ways.standing(unit);
        if !ways.pressure.last_steps(&game.field, unit, origin, hex).is_empty() {
            return;
        }
    }
    arrive(game, unit, hex, is_forced, journal);
}

/// A unit ends its retreat in a hex.
fn arrive<J: Journal>(game: &mut Stalingrad, unit: UnitId, hex: HexId, is_forced: bool, journal: &mut J) {
    let from = game.field.hex_of(unit).unwrap_or(HexId::NONE);
    let place = game.fight.place_of(unit);
    game.field.move_to(unit, hex);
    game.fight.gone.insert(unit);
    game.fight.last_out[place] = Some(unit);
    game.plan.displaced.insert(unit);
    game.fight.settle(unit, is_forced);
    journal.tell(|| {
        let verb = if is_forced { "retreats" } else { "withdraws" };
        let words = format!("{} {verb} from {} to {}", game.name(unit), game.number(from), game.number(hex));
        event(game, "STAL-RET-1", words, &[from, hex]).to(unit)
    });
    game.take_snipers_along(unit, from, journal);
}

/// The defender retreats whom he must.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Retreats;

impl Decision<Stalingrad> for Retreats {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing.enemy()))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let words = match game.fight.retreating {
            Some(unit) => format!("Where does {} go on to?", game.name(unit)),
            None => format!("Who retreats next, and where to: {}?", game.list(game.fight.pending())),
        };
        Prompt::new(words, &["STAL-RET-1", game.fight.result.clause()])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        list_steps(game, true, out);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match (action, game.fight.retreating) {
            (Action::Retreat(unit, hex), _) => check_step(game, unit, hex, true),
            (Action::Halt, Some(unit)) => {
                no_if(!Ways::of(game).may_halt(unit, true), "STAL-NOR-2", game.name(unit), || {
                    format!("{} has not gone as far as it must", game.name(unit))
                })
            }
            (Action::Halt, None) => no("STAL-RET-1", "", "somebody has to retreat"),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        match (action, game.fight.retreating) {
            (Action::Retreat(unit, hex), _) => step(game, unit, hex, true, journal),
            (_, Some(unit)) => arrive(game, unit, game.fight.via, true, journal),
            _ => {}
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        !game.fight.pending().is_empty() && can_anybody_go(game, true)
    }

    /// STAL-R91: nobody of those who must go can any more. D2 becomes DE for them and D1 becomes D (STAL-NOR-1,
    /// STAL-NOR-2); who stays so does not withdraw either (STAL-R77).
    fn pass<J: Journal>(self, game: &mut Stalingrad, journal: &mut J) {
        for unit in game.fight.pending() {
            game.fight.settle(unit, true);
            game.fight.settle(unit, false);
            let is_lost = game.fight.result == GroundResult::Routed;
            let at = game.field.hex_of(unit).unwrap_or(HexId::NONE);
            journal.tell(|| {
                let end = if is_lost { "D2 becomes DE" } else { "D1 becomes D" };
                let words = format!("{} cannot retreat from {}: {end}", game.name(unit), game.number(at));
                event(game, "STAL-NOR-2", words, &[at]).to(unit)
            });
            if is_lost {
                game.lose(unit, Loss::Combat(Cause::Eliminated), journal);
            }
        }
        game.flow.goto(Withdrawals);
    }
}

/// The defender withdraws whom he likes (STAL-RES-3, STAL-RES-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Withdrawals;

impl Decision<Stalingrad> for Withdrawals {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing.enemy()))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let words = match game.fight.retreating {
            Some(unit) => format!("Does {} go on?", game.name(unit)),
            None => format!("Does anybody withdraw: {}?", game.list(game.fight.free())),
        };
        Prompt::new(words, &["STAL-RES-4", "STAL-RES-3", "STAL-RET-1"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        list_steps(game, false, out);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match (action, game.fight.retreating) {
            (Action::Retreat(unit, hex), _) => check_step(game, unit, hex, false),
            (Action::Halt, Some(unit)) => {
                no_if(!Ways::of(game).may_halt(unit, false), "STAL-RET-8", game.name(unit), || {
                    format!("there is no room for {}", game.name(unit))
                })
            }
            (Action::Halt, None) => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        match (action, game.fight.retreating) {
            (Action::Retreat(unit, hex), _) => step(game, unit, hex, false, journal),
            (_, Some(unit)) => arrive(game, unit, game.fight.via, false, journal),
            _ => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        !game.fight.free().is_empty() && can_anybody_go(game, false)
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.fight.may_go = [Units::NONE; 2];
        combat::after_retreats(game);
    }
}
