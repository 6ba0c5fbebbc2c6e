//! Who goes where: first those who can join a promising attack, then those who are needed to hold something, then
//! everybody else to a better place.

use std::cmp::Reverse;

use kit::{Manner, map::HexId, random_play::RandomPlayer};

use super::{
    Note,
    values::{Values, danger, strength_in},
    weights::{Gathering, Places},
};
use crate::{
    field::{Field, Status},
    game::Stalingrad,
    map::Hexes,
    movement::MoveRange,
    stacking,
    units::{Side, UnitId, UnitKind, Units},
};

/// A move: a unit and where it ends.
pub(super) type Move = (UnitId, HexId);

/// A Russian move of so many hexes is not bombed.
const UNBOMBED: usize = 3;
/// So many units at most are sent to a strongpoint in a turn.
const MOST_REINFORCED: usize = 3;

/// Moves being planned on a map of their own.
struct Planning<'g> {
    values: Values<'g>,
    side: Side,
    /// The map as it is after the moves planned so far.
    field: Field,
    /// Units that have no plan yet and may move.
    free: Units,
    moves: Vec<Move>,
    notes: Vec<Note>,
}

/// The moves of a good player, the first one last; what they are for is noted.
pub(super) fn planned(game: &Stalingrad, manner: &Manner, notes: &mut Vec<Note>) -> Vec<Move> {
    let mut planning = Planning::new(game, manner);
    match planning.side {
        Side::German => {
            planning.seize_what_is_empty();
            planning.gather_for_attacks();
        }
        // Russians who leave their strongpoints to attack are missed there: they strike back from where they stand, unless
        // somebody who looks ahead has found that it pays.
        Side::Russian => {
            planning.man_the_strongpoints();
            if manner.boldness >= planning.gathering().strikes_back {
                planning.gather_for_attacks();
            }
        }
    }
    planning.improve_places();
    planning.moves.reverse();
    notes.append(&mut planning.notes);
    planning.moves
}

/// The moves of a beginner: some units go somewhere better, some just go.
pub(super) fn at_random(game: &Stalingrad, chance: &mut RandomPlayer) -> Vec<Move> {
    let manner = Manner::STEADY;
    let mut planning = Planning::new(game, &manner);
    for unit in planning.free {
        let ends: Vec<HexId> = planning.ends(unit).iter().collect();
        if ends.is_empty() || chance.pick(3) == 0 {
            continue;
        }
        let tries = (0..2).map(|_| ends[chance.pick(ends.len())]);
        let best = tries.max_by_key(|&hex| planning.place(unit, hex));
        let here = planning.field.hex_of(unit).map_or(0, |hex| planning.place(unit, hex));
        let is_rash = chance.pick(2) == 0;
        if let Some(hex) = best.filter(|&hex| is_rash || planning.place(unit, hex) > here) {
            planning.go(unit, hex);
        }
    }
    planning.moves.reverse();
    planning.moves
}

impl<'g> Planning<'g> {
    fn new(game: &'g Stalingrad, manner: &'g Manner) -> Self {
        let field = game.field;
        let still = field.all(Status::Disrupted) | field.all(Status::Moved);
        let free = field.units_of(game.phasing) - still;
        let values = Values::of(game, manner);
        Self { values, side: game.phasing, field, free, moves: Vec::new(), notes: Vec::new() }
    }

    fn gathering(&self) -> &'static Gathering {
        &self.values.weights().gathering
    }

    fn places(&self) -> &'static Places {
        &self.values.weights().places
    }

    /// Where a unit can go on the map as it is planned.
    fn ends(&self, unit: UnitId) -> Hexes {
        MoveRange::alone(&self.field, unit).ends()
    }

    /// Where a unit can go without being bombed on its way: few Russians get through a long move (STAL-MOV-5).
    fn safe_ends(&self, unit: UnitId) -> Hexes {
        let range = MoveRange::alone(&self.field, unit);
        let ends = range.ends();
        let Some(here) = self.field.hex_of(unit) else { return ends };
        if self.side == Side::German || self.values.game.flyable_korps() == 0 {
            return ends;
        }
        let near = ends & self.values.theatre().within(here, UNBOMBED as u8);
        let is_short = |hex: &HexId| range.way(*hex).is_some_and(|way| way.hexes().len() <= UNBOMBED);
        near.iter().filter(is_short).collect()
    }

    fn go(&mut self, unit: UnitId, hex: HexId) {
        self.field.move_to(unit, hex);
        self.free.remove(unit);
        self.moves.push((unit, hex));
    }

    /// Strength in halves.
    fn strength(&self, unit: UnitId) -> i32 {
        self.field.unit(unit).factor.eighths() / 4
    }

    /// How strong a hex is held, roughly, in halves.
    fn defence(&self, hex: HexId) -> i32 {
        let doubled = self.side == Side::German
            && (self.values.theatre().strong.contains(hex) || self.field.active_headquarters() == Some(hex));
        let units = self.field.units_of_in(self.side.enemy(), hex);
        units.map(|unit| self.strength(unit) * if doubled { 2 } else { 1 }).sum()
    }

    /// How strongly a hex can be attacked from where units stand, roughly, in halves.
    fn threat(&self, by: Side, hex: HexId) -> i32 {
        strength_in(&self.field, self.values.theatre().near(hex), by)
    }

    /// Enemy-held hexes, those worth most first.
    fn targets(&self) -> Vec<HexId> {
        let enemies = self.field.held_by(self.side.enemy());
        let worth = |hex: HexId| {
            let lost: i32 =
                self.field.units_of_in(self.side.enemy(), hex).map(|unit| self.values.unit(unit)).sum();
            let easier = 200 / self.defence(hex).max(1);
            (self.values.hex(hex) + lost + easier) * self.values.manner.fancy(hex.index()) / 100
        };
        let mut targets: Vec<HexId> = enemies.iter().collect();
        targets.sort_by_key(|&hex| (Reverse(worth(hex)), hex));
        targets
    }

    /// Sends units against the best targets as long as they are strong enough together.
    fn gather_for_attacks(&mut self) {
        let (mut engaged, weights) = (Hexes::EMPTY, self.gathering());
        for target in self.targets() {
            let (theatre, before) = (self.values.theatre(), self.field);
            let need = self.defence(target) * weights.enough / 100;
            let least = self.defence(target) * weights.too_few / self.values.manner.boldness.max(1);
            let around = theatre.near(target) - self.field.held_by(self.side.enemy());
            // Those who stand there already and are not taken up by another attack.
            let mut strength: i32 = (around - engaged)
                .iter()
                .flat_map(|hex| self.field.units_of_in(self.side, hex))
                .filter(|&unit| !self.field.is_disrupted(unit))
                .map(|unit| self.strength(unit))
                .sum();
            let mut sent = Vec::new();
            let mut candidates: Vec<UnitId> = self.free.iter().collect();
            candidates.sort_by_key(|&unit| (Reverse(self.strength(unit)), unit));
            for unit in candidates {
                if strength >= need {
                    break;
                }
                // Of two who hold an objective together one may have been sent already.
                if !self.may_be_sent(unit, around) {
                    continue;
                }
                let ends = self.ends(unit) & around;
                let best = ends.iter().max_by_key(|&hex| (self.approach(unit, hex, target), Reverse(hex)));
                if let Some(hex) = best {
                    self.field.move_to(unit, hex);
                    strength += self.strength(unit);
                    sent.push((unit, hex));
                }
            }
            // Whoever stands before what is still lacking is not called away to something less.
            if self.values.is_wanted(target) && strength >= least.max(1) {
                let there = (around - engaged).iter().flat_map(|hex| self.field.units_of_in(self.side, hex));
                self.free -= there.collect::<Units>();
            }
            if strength >= least.max(1) && !sent.is_empty() {
                let units = sent.iter().map(|(unit, _)| *unit).collect();
                self.notes.push(Note::Gathered { target, units });
                engaged |= around & self.field.held_by(self.side);
                for (unit, hex) in sent {
                    self.free.remove(unit);
                    self.moves.push((unit, hex));
                }
            } else {
                self.field = before;
                if strength >= least.max(1) {
                    engaged |= around & self.field.held_by(self.side);
                }
            }
        }
    }

    /// Who holds an objective stays, the headquarters keeps away, and who stands beside the target needs not go.
    fn may_be_sent(&self, unit: UnitId, around: Hexes) -> bool {
        let Some(hex) = self.field.hex_of(unit) else { return false };
        let holds = self.values.theatre().objectives.contains(hex)
            && self.field.units_of_in(self.side, hex).count() == 1;
        !around.contains(hex) && !holds && !self.field.is_kind(unit, UnitKind::Headquarters)
    }

    /// From where a target is attacked best: not over a balka, with company, out of other enemies' reach.
    fn approach(&self, unit: UnitId, hex: HexId, target: HexId) -> i32 {
        let (theatre, weights) = (self.values.theatre(), self.gathering());
        let balka = if theatre.is_balka(hex, target) { weights.over_a_balka } else { 0 };
        let others = (self.threat(self.side.enemy(), hex) - self.defence(target)) * weights.others / 100;
        let duties = (theatre.near(hex) & self.field.held_by(self.side.enemy())).len() as i32;
        let company = self.field.units_of_in(self.side, hex).filter(|&other| other != unit).count() as i32;
        self.cover(hex) + company * weights.company
            - balka
            - others * self.values.manner.care / 100
            - duties * weights.duty
    }

    /// Buildings are better than steppe.
    fn cover(&self, hex: HexId) -> i32 {
        let (theatre, weights) = (self.values.theatre(), self.places());
        match (self.side, theatre.strong.contains(hex), theatre.city.contains(hex)) {
            (Side::Russian, true, _) => weights.strongpoint,
            (_, _, true) => weights.city,
            _ => 0,
        }
    }

    /// Germans walk into objectives that nobody holds any more.
    fn seize_what_is_empty(&mut self) {
        let theatre = self.values.theatre();
        let empty = theatre.objectives - self.field.held_by(Side::Russian) - self.field.german;
        for post in empty {
            let strength = |unit: &UnitId| {
                let here = self.field.hex_of(*unit).unwrap_or(HexId::NONE);
                (
                    self.strength(*unit)
                        - self.threat(Side::Russian, post) * self.gathering().counterstroke / 100,
                    Reverse(theatre.map.distance(here, post)),
                )
            };
            let can_come = |unit: &UnitId| self.ends(*unit).contains(post);
            if let Some(unit) = self.free.iter().filter(can_come).max_by_key(strength) {
                self.notes.push(Note::Manned { post, unit });
                self.go(unit, post);
            }
        }
    }

    /// Russians fill the strongpoints, those nearest to the enemy first, until each can stand what may come against it.
    fn man_the_strongpoints(&mut self) {
        let theatre = self.values.theatre();
        let posts = (theatre.objectives | Hexes::of(theatre.summit)) - self.field.held_by(Side::German);
        let mut posts: Vec<HexId> = posts.iter().collect();
        let manner = self.values.manner;
        posts.sort_by_key(|&hex| (Reverse(danger(&self.field, hex) * manner.fancy(hex.index())), hex));
        for _ in 0..MOST_REINFORCED {
            for &post in &posts {
                if self.is_weak(post, 0) {
                    self.send_to(post);
                }
            }
        }
    }

    /// Whether a strongpoint could be stormed, with `less` of its garrison away.
    fn is_weak(&self, post: HexId, less: i32) -> bool {
        let stands = strength_in(&self.field, Hexes::of(post), Side::Russian) - less;
        stands <= 0
            || stands * self.gathering().stormed_at < danger(&self.field, post) * self.values.manner.care
    }

    /// The nearest unit that can be spared comes to hold a strongpoint.
    fn send_to(&mut self, post: HexId) {
        let theatre = self.values.theatre();
        let can_come = |unit: &UnitId| {
            let here = self.field.hex_of(*unit).unwrap_or(HexId::NONE);
            let is_needed = theatre.objectives.contains(here) && self.is_weak(here, self.strength(*unit));
            let is_infantry =
                !matches!(self.field.piece(*unit).kind, UnitKind::Headquarters | UnitKind::TankBrigade);
            here != post && is_infantry && !is_needed && self.safe_ends(*unit).contains(post)
        };
        let nearest = |unit: &UnitId| {
            let here = self.field.hex_of(*unit).unwrap_or(HexId::NONE);
            (theatre.map.distance(here, post), Reverse(self.strength(*unit)))
        };
        if let Some(unit) = self.free.iter().filter(can_come).min_by_key(nearest) {
            self.notes.push(Note::Manned { post, unit });
            self.go(unit, post);
        }
    }

    /// What a place is worth to a unit.
    fn place(&self, unit: UnitId, hex: HexId) -> i32 {
        let whim = (self.values.manner.fancy(hex.index() * 64 + unit.index()) - 100) / 4;
        let (theatre, field, weights) = (self.values.theatre(), &self.field, self.places());
        let kind = field.piece(unit).kind;
        let strength = self.strength(unit);
        let own: i32 = field
            .units_of_in(self.side, hex)
            .filter(|&other| other != unit)
            .map(|other| self.strength(other))
            .sum::<i32>()
            + strength;
        let against = self.threat(self.side.enemy(), hex);
        let doubled =
            self.side == Side::Russian && theatre.strong.contains(hex) && kind != UnitKind::TankBrigade;
        let stands = if doubled { own * 2 } else { own };
        let exposed = (against - stands).max(0) * weights.exposed * self.values.manner.care / 100;
        if kind == UnitKind::Headquarters {
            let shore = if theatre.shore.contains(hex) { weights.headquarters_shore } else { 0 };
            let city = if theatre.stalingrad.contains(hex) { weights.headquarters_city } else { 0 };
            return shore + city + self.cover(hex) - danger(&self.field, hex) * weights.headquarters_danger;
        }
        match self.side {
            Side::German => {
                let is_alone = theatre.objectives.contains(hex) && own == strength;
                let holds = if is_alone { weights.german_post } else { 0 };
                self.values.nearness(hex) + holds + self.cover(hex) - exposed + whim
            }
            Side::Russian => {
                let empty = own == strength;
                let post = theatre.objectives.contains(hex) || hex == theatre.summit;
                let holds = if post && empty {
                    weights.russian_post
                } else if post {
                    weights.shared_post
                } else {
                    0
                };
                self.values.nearness(hex) * weights.russian_nearness / 100 + holds + self.cover(hex) - exposed
                    + whim
            }
        }
    }

    /// Everybody who has no plan yet goes where he is worth more.
    fn improve_places(&mut self) {
        let held_back = self.values.manner.reserve as usize;
        for (number, unit) in self.free.iter().enumerate() {
            if held_back > 0 && (number * held_back) % 100 >= 100 - held_back {
                continue;
            }
            let Some(here) = self.field.hex_of(unit) else { continue };
            let stays = self.place(unit, here) + self.places().worth_going + self.leaving(unit, here);
            let ends = self.safe_ends(unit);
            let far = self.side == Side::Russian;
            let near = |hex: &HexId| !far || self.values.theatre().map.distance(here, *hex) <= 3;
            let best = ends.iter().filter(near).map(|hex| (self.place(unit, hex), Reverse(hex))).max();
            if let Some((_, Reverse(hex))) = best.filter(|(value, _)| *value > stays)
                && stacking::has_room(&self.field, unit, hex)
            {
                self.go(unit, hex);
            }
        }
    }

    /// What is given up by leaving a hex that nobody else holds.
    fn leaving(&self, unit: UnitId, hex: HexId) -> i32 {
        let alone = self.field.units_of_in(self.side, hex).all(|other| other == unit);
        let post = self.values.theatre().objectives.contains(hex) || hex == self.values.theatre().summit;
        match (self.side, alone && post) {
            (Side::Russian, true) => self.places().russian_leaving,
            // Ground once taken is kept by control alone, unless a Russian can walk back in.
            (Side::German, true) if self.threat(Side::Russian, hex) > 0 => self.places().german_leaving,
            _ => 0,
        }
    }
}
