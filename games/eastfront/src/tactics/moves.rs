//! Who goes where: first those who are cut off, then those who can join a promising attack, then those who close a pocket,
//! then everybody else to a better place.

use std::cmp::Reverse;

use kit::{Manner, map::HexId, random_play::RandomPlayer};

use super::{
    Note,
    attacks::Search,
    line::Ground,
    values::{self, Values},
};
use crate::{
    battle::AttackPhase,
    board::Board,
    flow::Ride,
    game::EastFront,
    map::Hexes,
    movement::MoveRange,
    roster::{Force, UnitId},
    stacking,
    unit::Side,
};

/// A move: a unit and where it ends.
pub(super) type Move = (UnitId, HexId);

/// So many units are sent against one hex at most.
const MOST_SENT: usize = 5;
/// Against a city of the great map more are sent, even where the next one alone does not yet bring a better column.
const MOST_SENT_TO_CITY: usize = 10;

/// Who is farther than this from every enemy holds no ring.
pub(super) const RING: u8 = 3;

/// Moves being planned on a map of their own.
pub(super) struct Planning<'g> {
    pub(super) values: &'g Values<'g>,
    pub(super) ground: Ground<'g>,
    pub(super) side: Side,
    /// The map as it is after the moves planned so far.
    pub(super) board: Board,
    /// Where each free unit could go at the start; enemies do not move meanwhile.
    reached: Vec<(UnitId, Hexes)>,
    /// Units that have no plan yet and may move.
    pub(super) free: Force,
    moves: Vec<Move>,
    pub(super) notes: Vec<Note>,
}

/// The moves of a good player, the first one last; what they are for is noted.
pub(super) fn planned(game: &EastFront, manner: &Manner, notes: &mut Vec<Note>) -> Vec<Move> {
    let values = Values::of(game, manner);
    let mut planning = Planning::new(game, &values);
    planning.escape();
    if planning.values.has_depth() {
        planning.open_ways();
    }
    if planning.plans_pockets() {
        planning.close_pockets();
    }
    planning.gather_for_attacks();
    if planning.side == Side::Axis {
        planning.close_pockets();
    } else {
        planning.man_the_cities();
    }
    planning.improve_places();
    planning.moves.reverse();
    notes.append(&mut planning.notes);
    planning.moves
}

/// The moves of a beginner: some units go somewhere better.
pub(super) fn at_random(game: &EastFront, chance: &mut RandomPlayer) -> Vec<Move> {
    let manner = Manner::STEADY;
    let values = Values::of(game, &manner);
    let mut planning = Planning::new(game, &values);
    for unit in planning.free {
        let ends: Vec<HexId> = planning.ends(unit).iter().collect();
        if ends.is_empty() || chance.pick(3) == 0 {
            continue;
        }
        let tries: Vec<HexId> = (0..3).map(|_| ends[chance.pick(ends.len())]).collect();
        let best = tries.into_iter().max_by_key(|&hex| planning.place(unit, hex));
        let here = planning.board.hex_of(unit).map_or(0, |hex| planning.place(unit, hex));
        if let Some(hex) = best.filter(|&hex| planning.place(unit, hex) > here) {
            planning.go(unit, hex);
        }
    }
    planning.moves.reverse();
    planning.moves
}

/// Who goes by rail, the first one last: from places where nobody is needed to those where somebody is.
pub(super) fn rides(game: &EastFront, manner: &Manner) -> Vec<Move> {
    let values = Values::of(game, manner);
    let mut planning = Planning::new(game, &values);
    let worth_riding = values.weights().moves.worth_riding;
    let mut left = game.rail_left;
    let mut offers: Vec<(i32, UnitId, HexId)> = Vec::new();
    let passengers = game.passengers();
    for unit in passengers {
        let Some(here) = planning.board.hex_of(unit) else { continue };
        // Who is near the enemy already has better things to do.
        if planning.ground.to_enemy(here) <= 3 {
            continue;
        }
        let stays = planning.place(unit, here) + planning.leaving(unit, here);
        let points = i32::from(game.rail_points(unit));
        let gain = |hex: HexId| (planning.place(unit, hex) - stays) / points;
        let best = Ride::ends(game, unit)
            .iter()
            .map(|hex| (gain(hex), hex))
            .max_by_key(|&(gain, hex)| (gain, Reverse(hex)));
        offers.extend(best.filter(|(gain, _)| *gain >= worth_riding).map(|(gain, hex)| (gain, unit, hex)));
    }
    offers.sort_by_key(|&(gain, unit, _)| (Reverse(gain), unit));
    for (_, unit, hex) in offers {
        let points = game.rail_points(unit);
        if points > left || !stacking::has_room(&planning.board, unit, hex) {
            continue;
        }
        // Others may have gone there meanwhile.
        let here = planning.board.hex_of(unit).unwrap_or(hex);
        if planning.place(unit, hex) - planning.place(unit, here) >= worth_riding {
            left -= points;
            planning.go(unit, hex);
        }
    }
    planning.moves.reverse();
    planning.moves
}

impl<'g> Planning<'g> {
    fn new(game: &'g EastFront, values: &'g Values<'g>) -> Self {
        let board = game.board;
        let free = board.movable(game.phasing);
        let season = game.season();
        let reached =
            free.iter().map(|unit| (unit, MoveRange::new(&board, unit, season).reached())).collect();
        let ground = Ground::new(values, &board, game.phasing);
        Self {
            values,
            ground,
            side: game.phasing,
            board,
            reached,
            free,
            moves: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Where a unit can go on the map as it is planned.
    pub(super) fn ends(&self, unit: UnitId) -> Hexes {
        let reached = self.reached.iter().find(|(known, _)| *known == unit).map(|(_, hexes)| *hexes);
        stacking::with_room(&self.board, unit, reached.unwrap_or(Hexes::EMPTY))
    }

    fn place(&self, unit: UnitId, hex: HexId) -> i32 {
        self.ground.place(&self.board, unit, hex)
    }

    pub(super) fn go(&mut self, unit: UnitId, hex: HexId) {
        self.board.move_to(unit, hex);
        self.free.remove(unit);
        self.moves.push((unit, hex));
    }

    /// Who is out of supply goes back to where there is some, if he can.
    fn escape(&mut self) {
        let supplied = self.ground.supplied;
        for unit in self.free {
            let Some(here) = self.board.hex_of(unit) else { continue };
            if supplied.contains(here) || self.ground.holds_out(here) {
                continue;
            }
            let ends = self.ends(unit) & supplied;
            let best = ends.iter().map(|hex| (self.place(unit, hex), Reverse(hex))).max();
            if let Some((_, Reverse(hex))) = best {
                self.notes.push(Note::Escapes { unit, to: hex });
                self.go(unit, hex);
            }
        }
    }

    /// Sends units against the best targets, each to the hex from which the attack of phase E is worth most by its exact
    /// odds: so they come from opposite sides, and retreats turn into eliminations.
    fn gather_for_attacks(&mut self) {
        let fit = |planning: &Self| super::attacks::fit(planning.values.game, &planning.board);
        let weights = &self.values.weights().moves;
        let mut engaged = Force::NONE;
        let ring = self.ring();
        let mut targets = self.targets();
        targets.sort_by_key(|&(worth, hex)| (Reverse(worth), hex));
        for (_, target) in targets {
            let around: Hexes = self.values.theatre().map.neighbours(target).collect();
            let mut coming: Vec<(UnitId, Hexes)> = Vec::new();
            for unit in self.free {
                let stays = ring.contains(unit)
                    || self
                        .board
                        .hex_of(unit)
                        .is_some_and(|hex| around.contains(hex) || self.is_needed(unit, hex));
                let ends = self.ends(unit) & around & self.ground.safe_for(&self.board, unit);
                if !stays && !ends.is_empty() {
                    coming.push((unit, ends));
                }
            }
            let before = self.board;
            let mut sent: Vec<Move> = Vec::new();
            let mut gain = Search::new(self.values, &self.board, AttackPhase::Operational)
                .attack(target, fit(self) - engaged)
                .map_or(0, |draft| draft.gain);
            let is_city = self.plans_pockets() && self.values.theatre().fortified_cities.contains(target);
            let most = if is_city { MOST_SENT_TO_CITY } else { MOST_SENT };
            while sent.len() < most {
                let mut best: Option<(i32, UnitId, HexId)> = None;
                for (unit, ends) in &coming {
                    if sent.iter().any(|(known, _)| known == unit) {
                        continue;
                    }
                    for hex in stacking::with_room(&self.board, *unit, *ends) {
                        let mut then = self.board;
                        then.move_to(*unit, hex);
                        let search = Search::new(self.values, &then, AttackPhase::Operational);
                        let free = super::attacks::fit(self.values.game, &then) - engaged;
                        let Some(draft) = search.attack(target, free) else { continue };
                        let value = draft.gain - self.detour(*unit, hex);
                        if best.is_none_or(|(known, ..)| value > known) {
                            best = Some((value, *unit, hex));
                        }
                    }
                }
                // Two are often needed before the odds are worth anything.
                let Some((value, unit, hex)) = best else { break };
                let enough = !is_city && sent.len() >= 2 && value <= gain;
                if enough || value + (if is_city { weights.city_promise } else { weights.promise }) < gain {
                    break;
                }
                gain = gain.max(value);
                self.board.move_to(unit, hex);
                sent.push((unit, hex));
            }
            let search = Search::new(self.values, &self.board, AttackPhase::Operational);
            let last = search.attack(target, fit(self) - engaged);
            match last.filter(|draft| draft.gain >= weights.worth_gathering) {
                Some(draft) => {
                    engaged |= draft.attackers;
                    let own: Vec<Move> =
                        sent.into_iter().filter(|(unit, _)| draft.attackers.contains(*unit)).collect();
                    self.board = before;
                    if !own.is_empty() {
                        let units = own.iter().map(|(unit, _)| *unit).collect();
                        self.notes.push(Note::Gathered { target, units });
                    }
                    for (unit, hex) in own {
                        self.go(unit, hex);
                    }
                    // Who stands beside the target already stays for the attack.
                    self.free -= draft.attackers;
                }
                None => self.board = before,
            }
        }
    }

    /// What speaks against sending a unit to a hex.
    fn detour(&self, unit: UnitId, hex: HexId) -> i32 {
        let supplied =
            if self.ground.supplied.contains(hex) { 0 } else { self.values.weights().moves.unsupplied };
        supplied + i32::from(!self.board.piece(unit).is_mobile())
    }

    /// Enemy stacks that free units can come to, with a first guess of what they are worth.
    fn targets(&self) -> Vec<(i32, HexId)> {
        let near = self.reached.iter().fold(Hexes::EMPTY, |all, (_, hexes)| all | *hexes);
        let near = self.values.theatre().neighbours.of(near | self.board.held_by(self.side));
        let enemies = self.board.enemies_of(self.side) & near;
        let empty =
            if self.side == Side::Axis { (*self.board.standing() & near) - enemies } else { Hexes::EMPTY };
        let guess = |hex: HexId| {
            let units = self.board.units_of_in(self.side.other(), hex);
            let (worth, defence) = units.fold((0, 1), |(worth, defence), unit| {
                (
                    worth + values::worth(&self.board, unit),
                    defence + i32::from(self.board.piece(unit).defence),
                )
            });
            self.values.taking(self.side, hex) + worth + worth * 4 / defence
        };
        (enemies | empty).iter().map(|hex| (guess(hex), hex)).collect()
    }

    /// Whether a unit is the only one that holds what must be held.
    pub(super) fn is_needed(&self, unit: UnitId, hex: HexId) -> bool {
        let alone = self.board.units_in(hex).all(|other| other == unit);
        alone && self.values.theatre().fortified_cities.contains(hex) && self.ground.to_enemy(hex) <= 4
    }

    /// Cities that could be reached by the enemy and hold nobody, or too few, are manned.
    fn man_the_cities(&mut self) {
        let theatre = self.values.theatre();
        let all: u32 = theatre.victory_cities.iter().map(|city| u32::from(city.points)).sum();
        let mut posts: Vec<(i32, HexId)> = theatre
            .victory_cities
            .iter()
            .filter(|city| self.board.controls(self.side, city.hex) && self.ground.to_enemy(city.hex) <= 7)
            .map(|city| (i32::from(city.points) * 10 - i32::from(self.ground.to_enemy(city.hex)), city.hex))
            .collect();
        posts.sort_by_key(|&(worth, hex)| (Reverse(worth), hex));
        for (_, post) in posts {
            let held: i32 = self
                .board
                .units_of_in(self.side, post)
                .map(|unit| i32::from(self.board.piece(unit).defence))
                .sum();
            // Where one city decides, everybody who finds room goes in.
            let decides = theatre.victory_city(post).is_some_and(|city| u32::from(city.points) * 2 >= all);
            if held >= if decides { 8 } else { 4 } {
                for unit in self.board.units_of_in(self.side, post).collect::<Vec<_>>() {
                    self.free.remove(unit);
                }
                continue;
            }
            let can_come = |unit: &UnitId| {
                let here = self.board.hex_of(*unit).unwrap_or(post);
                here != post && !self.is_needed(*unit, here) && self.ends(*unit).contains(post)
            };
            let strength = |unit: &UnitId| (self.board.piece(*unit).defence, Reverse(*unit));
            if let Some(unit) = self.free.iter().filter(can_come).max_by_key(strength) {
                self.notes.push(Note::Manned { post, unit });
                self.go(unit, post);
            }
            for unit in self.board.units_of_in(self.side, post).collect::<Vec<_>>() {
                self.free.remove(unit);
            }
        }
    }

    /// Everybody who has no plan yet goes where he is worth more: those nearest to the enemy first, so that the line is
    /// laid before it is filled up.
    fn improve_places(&mut self) {
        let mut units: Vec<UnitId> = self.free.iter().collect();
        let distance =
            |unit: UnitId| self.board.hex_of(unit).map_or(u8::MAX, |hex| self.ground.to_enemy(hex));
        units.sort_by_key(|&unit| (distance(unit), unit));
        let held_back = self.values.manner.reserve as usize;
        for (number, unit) in units.into_iter().enumerate() {
            if held_back > 0 && (number * held_back) % 100 >= 100 - held_back {
                continue;
            }
            let Some(here) = self.board.hex_of(unit) else { continue };
            // A unit does not cover its own hex: the line without it is what counts.
            let mut without = self.board;
            without.remove(unit, crate::board::Aside::Gone);
            if self.side == Side::Soviet && self.values.has_depth() {
                self.ground.trace(&without);
            }
            // Nor does it trap anybody: whoever holds a ring stays in it.
            let loose = self.plans_pockets().then(|| self.trapped(&without));
            let place = |hex: HexId| {
                let place = self.ground.place(&without, unit, hex);
                let Some(loose) = loose.filter(|_| self.ground.to_enemy(hex) <= RING) else { return place };
                let mut then = without;
                then.place(unit, hex);
                place + self.trapped(&then) - loose
            };
            let stays = place(here) + self.values.weights().moves.worth_going + self.leaving(unit, here);
            let fancy = |hex: HexId| place(hex) * self.values.manner.fancy(hex.index()).clamp(90, 110) / 100;
            let best = self.ends(unit).iter().map(|hex| (fancy(hex), Reverse(hex))).max();
            if let Some((_, Reverse(hex))) = best.filter(|(value, _)| *value > stays) {
                self.go(unit, hex);
            }
        }
    }

    /// What is given up by leaving a hex that nobody else holds.
    fn leaving(&self, unit: UnitId, hex: HexId) -> i32 {
        if self.is_needed(unit, hex) { self.values.weights().moves.keeps_city } else { 0 }
    }
}
