//! The literal reading of the Russian bank: boats, hazards, the tractor factory, arrivals, the guns, and the end of the
//! battle, compared with whole games.

use std::collections::BTreeSet;

use kit::{Game, Rolled, Setup, Status, random_play::RandomPlayer};
use sandtable_stalingrad::{
    action::{Action, KorpsId},
    bank::Light,
    field::{Aside, Location},
    flow::Step,
    game::Stalingrad,
    units::{Side, UnitId, UnitKind},
};

use crate::{
    reading::{Hex, Table, adjacent, distance, neighbours},
    referee::{Written, hex, id, keen},
};

/// Lines 98 to 111 of the seed, by index value.
const CROSSING: [[&str; 4]; 6] = [
    ["Ready", "Ready", "Crossed", "Crossed"],
    ["Ready", "Crossed", "Crossed", "Crossed"],
    ["Crossed", "Crossed", "Crossed", "-"],
    ["Crossed", "Crossed", "-", "-"],
    ["Crossed", "-", "-", "Destroyed"],
    ["-", "-", "Destroyed", "Destroyed"],
];

const SUMMIT: Hex = (12, 12);
const FACTORY: [Hex; 2] = [(14, 5), (14, 6)];

/// What a player keeps count of beside the map.
#[derive(Default)]
struct Bank {
    turn: u8,
    /// Boats lost and not yet restored.
    short: u8,
    used: [u8; 2],
    tried: [BTreeSet<UnitId>; 2],
    chased: BTreeSet<u8>,
    intercepted: Option<u8>,
    fired: bool,
    first: Option<(Vec<Hex>, bool)>,
    met: std::collections::BTreeMap<&'static str, u32>,
}

fn boats(kind: UnitKind) -> u8 {
    if matches!(kind, UnitKind::RifleDivision | UnitKind::TankBrigade) { 2 } else { 1 }
}

fn german(game: &Stalingrad, at: Hex) -> bool {
    game.field().german.contains(id(game.field(), at))
}

impl Bank {
    fn meet(&mut self, what: &'static str) {
        *self.met.entry(what).or_default() += 1;
    }

    /// STAL-VOL-1, STAL-VOL-8, STAL-R24, STAL-R25
    fn left(&self, light: usize) -> u8 {
        (3 - self.short).saturating_sub(self.used[light])
    }

    fn korps_over_the_river(&self, game: &Stalingrad) -> Vec<u8> {
        let korps = 0..game.theatre().fliegerkorps.len() as u8;
        korps.filter(|&korps| game.can_fly(KorpsId(korps)) && !self.chased.contains(&korps)).collect()
    }

    /// STAL-VOL-9 to STAL-VOL-12
    fn hazard(&self, game: &Stalingrad, table: &Table, at: Hex, by_day: bool) -> usize {
        let germans = || table.pieces.iter().filter(|piece| piece.side == Side::German);
        let beside = germans().any(|piece| adjacent(piece.hex, at));
        let held = table.stands(Side::Russian, at);
        if by_day && !self.korps_over_the_river(game).is_empty() || beside && !held {
            return 3;
        }
        let on_the_shore = germans().any(|piece| table.shore(piece.hex) && distance(piece.hex, at) <= 3);
        let headquarters =
            table.pieces.iter().any(|piece| piece.kind == UnitKind::Headquarters && piece.hex == at);
        let worse = i32::from(german(game, SUMMIT) && distance(SUMMIT, at) <= 4)
            + i32::from(on_the_shore)
            + i32::from(beside)
            + i32::from(game.turn() >= 12)
            - i32::from(headquarters);
        worse.clamp(0, 3) as usize
    }

    fn waiting(game: &Stalingrad) -> Vec<UnitId> {
        let waits = |unit: &UnitId| game.field().place_of(*unit) == Location::Aside(Aside::EastBank);
        game.theatre().units.iter().filter(waits).collect()
    }

    /// What may be decided on the Russian bank; nothing elsewhere.
    fn meant(&self, game: &Stalingrad) -> Option<Vec<Action>> {
        let field = game.field();
        let mut all = vec![Action::Done];
        match game.step() {
            Step::Crossings(crossings) => {
                let table = Table::of(field);
                let light = usize::from(crossings.light() == Light::Day);
                for unit in Self::waiting(game) {
                    if self.tried[light].contains(&unit) || boats(field.unit(unit).kind) > self.left(light) {
                        continue;
                    }
                    // STAL-VOL-12, STAL-R84: a shore hex without Germans and with room.
                    let mut there = table.pieces.first()?.clone();
                    let printed = field.unit(unit);
                    (there.id, there.kind, there.side) = (unit, printed.kind, Side::Russian);
                    there.parent.clone_from(&printed.parent);
                    let land = table.ground.keys().copied().filter(|&at| table.shore(at));
                    let free = land.filter(|&at| !table.stands(Side::German, at) && table.room(&there, at));
                    all.extend(free.map(|at| Action::Cross(unit, id(field, at))));
                }
                // STAL-AIR-9, STAL-R85
                let may = light == 1
                    && all.len() > 1
                    && game.theatre().russian_air
                    && game.russian_air_flies()
                    && self.intercepted != Some(game.turn());
                let flights = self.korps_over_the_river(game).into_iter().filter(|_| may);
                all.extend(flights.map(|korps| Action::Intercept(KorpsId(korps))));
            }
            Step::Repairs(_) => {
                let table = Table::of(field);
                let wreck = |unit: &UnitId| {
                    field.is_kind(*unit, UnitKind::TankBrigade)
                        && matches!(field.place_of(*unit), Location::Aside(Aside::Track(_)))
                };
                for unit in game.theatre().units.iter().filter(wreck) {
                    let mut there = table.pieces.first()?.clone();
                    (there.id, there.kind, there.side) = (unit, UnitKind::TankBrigade, Side::Russian);
                    there.parent.clone_from(&field.unit(unit).parent);
                    let free = FACTORY.into_iter().filter(|&at| {
                        !german(game, at) && !table.stands(Side::German, at) && table.room(&there, at)
                    });
                    all.extend(free.map(|at| Action::Repair(unit, id(field, at))));
                }
            }
            Step::Firing(_) => {
                // STAL-ART-1, STAL-ART-2, STAL-R34
                assert!(game.turn() >= 2 && !field.guns_disrupted && !self.fired);
                let (table, guns) = (Table::of(field), hex(field, field.guns));
                for &reference in table.ground.keys().filter(|&&at| distance(at, guns) <= 3) {
                    for (place, one) in neighbours(reference).into_iter().enumerate() {
                        let other = neighbours(reference)[(place + 1) % 6];
                        let three = [reference, one, other];
                        let on_map = three.iter().all(|at| table.ground.contains_key(at));
                        if on_map && three.iter().any(|&at| table.stands(Side::German, at)) {
                            let (low, high) = (one.min(other), one.max(other));
                            let [reference, low, high] = [reference, low, high].map(|at| id(field, at));
                            all.push(Action::Barrage(reference, low, high));
                        }
                    }
                }
            }
            _ => return None,
        }
        Some(all)
    }

    fn follow(&mut self, before: &Stalingrad, action: Action, after: &Stalingrad, faces: &[(&str, u16)]) {
        let (field, then) = (before.field(), after.field());
        if matches!(before.step(), Step::HoldOrder(_)) && self.turn != before.turn() {
            (self.turn, self.used, self.fired) = (before.turn(), [0, 0], false);
            self.tried = <[BTreeSet<UnitId>; 2]>::default();
            self.short = self.short.saturating_sub(1);
        }
        if before.turn() != after.turn() {
            self.chased.clear();
        }
        match (before.step(), action) {
            (Step::HoldOrder(_), Action::NoRetreat | Action::Retreats) => {
                // STAL-REP-1, STAL-REP-4
                for unit in before.theatre().units.iter().filter(|&unit| field.side(unit) == Side::Russian) {
                    let (was, is) = (field.place_of(unit), then.place_of(unit));
                    let due = match was {
                        Location::Aside(Aside::Calendar(turn) | Aside::Track(turn)) => turn <= before.turn(),
                        _ => false,
                    };
                    let expected = if due { Location::Aside(Aside::EastBank) } else { was };
                    assert_eq!(is, expected, "{} in turn {}", field.name(unit), before.turn());
                }
            }
            (Step::Intercepting(_), Action::Intercept(_)) => self.intercepted = Some(before.turn()),
            (Step::Crossings(_), Action::Intercept(korps)) => {
                self.intercepted = Some(before.turn());
                // STAL-AIR-3, STAL-AIR-9
                if faces[0].1 >= 5 {
                    self.chased.insert(korps.0);
                }
                self.meet("interception on the river");
            }
            (Step::Crossings(crossings), Action::Cross(unit, to)) => {
                let by_day = crossings.light() == Light::Day;
                let at = hex(field, to);
                let column = self.hazard(before, &Table::of(field), at, by_day);
                let result = CROSSING[usize::from(faces[0].1) - 1][column];
                self.used[usize::from(by_day)] += boats(field.unit(unit).kind);
                self.tried[usize::from(by_day)].insert(unit);
                let track =
                    if field.unit(unit).replaced { Aside::Track(before.turn() + 3) } else { Aside::Gone };
                let expected = match result {
                    "Ready" | "Crossed" => Location::Hex(to),
                    "-" => Location::Aside(Aside::EastBank),
                    _ => Location::Aside(track),
                };
                assert_eq!(then.place_of(unit), expected, "{} to {at:?}: {result}", field.name(unit));
                assert_eq!(then.is_disrupted(unit), result == "Crossed");
                if result == "Destroyed" {
                    // STAL-R25: not below 0.
                    self.short = (self.short + 1).min(3);
                }
                self.meet(result);
            }
            (Step::Repairs(_), Action::Repair(unit, at)) => {
                // STAL-REP-5, STAL-R41, STAL-R60
                let table = Table::of(field);
                let taken = FACTORY.into_iter().filter(|&at| german(before, at)).count();
                let beside =
                    FACTORY.into_iter().flat_map(neighbours).any(|at| table.stands(Side::German, at));
                let repaired = match (taken, beside) {
                    (1, _) => faces[0].1 <= 2,
                    (_, true) => faces[0].1 <= 4,
                    _ => faces.is_empty(),
                };
                assert_eq!(then.hex_of(unit) == Some(at), repaired, "{taken} taken, {beside}");
                assert!(!then.is_disrupted(unit));
                self.meet("repair");
            }
            (Step::Firing(_), Action::Barrage(reference, one, other)) => {
                self.fired = true;
                let three = [reference, one, other].map(|at| hex(field, at)).to_vec();
                let table = Table::of(field);
                let observed =
                    table.stands(Side::Russian, SUMMIT) && distance(hex(field, reference), SUMMIT) <= 4;
                self.first = Some((three, observed));
                self.shell(before, None, after, faces);
            }
            (Step::FirstRoll(_), Action::First(unit)) => self.shell(before, Some(unit), after, faces),
            _ => {}
        }
        self.judge_the_end(before, after);
    }

    /// STAL-ART-3 to STAL-ART-5, STAL-ART-9, STAL-R34: who is Disrupted by these dice.
    fn shell(
        &mut self,
        before: &Stalingrad,
        first: Option<UnitId>,
        after: &Stalingrad,
        faces: &[(&str, u16)],
    ) {
        let Some((mut three, observed)) = self.first.clone().filter(|_| !faces.is_empty()) else { return };
        let table = Table::of(before.field());
        let inside = |three: &[Hex]| -> Vec<UnitId> {
            table.pieces.iter().filter(|piece| three.contains(&piece.hex)).map(|piece| piece.id).collect()
        };
        let (mut faces, mut hit) = (faces.iter(), BTreeSet::new());
        let mut units = inside(&three);
        if observed {
            self.meet("observed");
        } else if faces.next().unwrap().1 <= 2 {
            let first = first.unwrap_or(units[0]);
            hit.insert(first);
            units.retain(|unit| *unit != first);
            self.meet("on target");
        } else {
            let way = usize::from(faces.next().unwrap().1) - 1;
            for at in &mut three {
                *at = neighbours(*at)[way];
            }
            units = inside(&three);
            self.meet("off target");
        }
        for unit in units {
            if faces.next().unwrap().1 <= 2 {
                hit.insert(unit);
            }
        }
        assert!(faces.next().is_none());
        for piece in &table.pieces {
            let expected = piece.disrupted || hit.contains(&piece.id);
            assert_eq!(after.field().is_disrupted(piece.id), expected, "{:?} under {three:?}", piece.hex);
        }
        self.first = None;
    }

    /// STAL-VIC-1, STAL-VIC-2, STAL-R37, STAL-R68
    fn judge_the_end(&mut self, before: &Stalingrad, after: &Stalingrad) {
        let ten =
            [(14, 5), (14, 6), (14, 7), (14, 8), (14, 9), (14, 10), (13, 12), (12, 15), (13, 16), (12, 17)];
        let is_city = before.theatre().last_turn() == 13;
        let wanted: &[Hex] = if is_city { &ten } else { &[(14, 9), (14, 10)] };
        let table = Table::of(after.field());
        let taken = wanted.iter().all(|&at| german(after, at) && !table.stands(Side::Russian, at));
        let headquarters = table.pieces.iter().find(|piece| piece.kind == UnitKind::Headquarters);
        let out = !is_city || headquarters.is_none_or(|piece| !table.stalingrad(piece.hex));
        match after.status() {
            Status::Over(outcome) if after.phasing() == Side::German => {
                assert!(taken && out && outcome.winner == Some(Side::German.into()));
                self.meet("the city has fallen");
            }
            Status::Over(outcome) => {
                assert!(
                    outcome.winner == Some(Side::Russian.into())
                        && after.turn() == after.theatre().last_turn()
                );
            }
            Status::Deciding(_) => {
                let closed = before.phasing() == Side::German && after.phasing() == Side::Russian;
                let lately = matches!(before.step(), Step::SetUp(_));
                assert!(lately || !closed || !(taken && out), "nobody noticed that the city has fallen");
            }
        }
    }
}

/// STAL-VOL-1 to STAL-VOL-12, STAL-AIR-9, STAL-REP-1, STAL-REP-4 to STAL-REP-6, STAL-ART-1 to STAL-ART-5, STAL-ART-9,
/// STAL-VIC-1, STAL-VIC-2
#[test]
fn the_russian_bank_is_as_the_rules_have_it() {
    let mut met = std::collections::BTreeMap::new();
    for seed in 0..48 {
        let scenario = if seed % 6 == 0 { "historical" } else { "red-october" };
        let mut game = Stalingrad::start(&Setup::of(scenario)).unwrap();
        let (mut player, mut bank) = (RandomPlayer::seeded(seed), Bank { met, ..Bank::default() });
        let mut dice = Written { dice: Rolled::seeded(seed), faces: Vec::new() };
        let mut actions = Vec::new();
        while !matches!(game.status(), Status::Over(_)) {
            actions.clear();
            game.actions(&mut actions);
            let write = |actions: &[Action]| -> BTreeSet<String> {
                actions.iter().map(|action| game.write(action)).collect()
            };
            // The count of the turn is made when its first question is asked.
            if let Some(meant) = bank.meant(&game) {
                assert_eq!(write(&actions), write(&meant), "{scenario} {seed} turn {}", game.turn());
            }
            let action = keen(&game, &actions, 3, &mut player);
            let before = game;
            dice.faces.clear();
            game.apply(&action, &mut dice, &mut ()).unwrap();
            bank.follow(&before, action, &game, &dice.faces);
        }
        met = bank.met;
    }
    for what in ["Ready", "Crossed", "-", "Destroyed", "repair", "observed", "on target", "off target"] {
        assert!(met.get(what).is_some_and(|times| *times > 2), "{what} was not met: {met:?}");
    }
}
