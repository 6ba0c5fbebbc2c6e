//! Who comes, who is rebuilt, where and at what price (chapter REP).

use std::cell::OnceCell;

use kit::{
    Objection,
    map::HexId,
    objection::{no, no_if, no_since},
};

use crate::{
    board::{Aside, Location},
    game::EastFront,
    map::Hexes,
    roster::{Force, UnitId},
    stacking,
    supply::Supply,
    terrain::Country,
    theatre::{Contest, Start},
    unit::{Arm, Nation, Side},
};

/// The places where units of the phasing side can appear. Supply is traced only if somebody asks.
#[derive(Debug)]
pub struct Depot {
    side: Side,
    /// Cities that the side controls, outside enemy zones of control.
    cities: Hexes,
    supply: OnceCell<Supply>,
}

impl Depot {
    /// Of the side whose player turn it is.
    pub fn of(game: &EastFront) -> Self {
        let (board, side) = (&game.board, game.phasing);
        let cities = (game.theatre().cities & board.controlled_by(side)) - *board.enemy_zones(side);
        Self { side, cities, supply: OnceCell::new() }
    }

    fn supplied(&self, game: &EastFront, nation: Nation) -> &Hexes {
        // EAST-R58: for the Axis a German line counts, for Finns a Finnish one.
        self.supply.get_or_init(|| Supply::of(&game.board, self.side)).hexes(nation)
    }

    /// Where a unit that is due can appear: at its place, or if that is barred at the nearest other ones (`EAST-REP-1`,
    /// `EAST-R58`).
    pub fn arrivals(&self, game: &EastFront, unit: UnitId) -> Hexes {
        let Some(place) = game.arrival_place(unit) else { return Hexes::EMPTY };
        if game.bar_to_arrival(unit, place).is_none() {
            return Hexes::of(place);
        }
        let (board, theatre) = (&game.board, game.theatre());
        let open = if theatre.contest == Contest::Gate {
            (theatre.eastern_edge & board.controlled_by(self.side)) - *board.enemy_zones(self.side)
        } else {
            let nation = board.nation(unit);
            (self.cities & *self.supplied(game, nation)) - theatre.barred_to(nation)
        };
        nearest(game, place, stacking::with_room(board, unit, open))
    }

    /// Where a unit can be rebuilt, or an ally comes back (`EAST-REP-5`, `EAST-REP-8`, `EAST-R70`).
    pub fn rebuilding(&self, game: &EastFront, unit: UnitId) -> Hexes {
        let (board, theatre) = (&game.board, game.theatre());
        let nation = board.nation(unit);
        match nation {
            Nation::Soviet => {
                let cities = self.cities & *self.supplied(game, nation);
                let open =
                    (cities | (theatre.eastern_edge & board.controlled_by(Side::Soviet))) - game.rebuilt_at;
                stacking::with_room(board, unit, open)
            }
            Nation::German => {
                let bases = ["Warsaw", "Koenigsberg"].into_iter().filter_map(|name| theatre.hex_named(name));
                let base = bases.into_iter().find(|&base| board.controls(Side::Axis, base));
                let free = !*board.enemy_zones(Side::Axis);
                base.map_or(Hexes::EMPTY, |base| overflow(game, unit, base, free))
            }
            _ => {
                let base = match nation {
                    Nation::Romanian => "Jassy",
                    Nation::Finnish => "Helsinki",
                    _ => "Warsaw",
                };
                let base = theatre.hex_named(base);
                base.map_or(Hexes::EMPTY, |base| overflow(game, unit, base, !Hexes::EMPTY))
            }
        }
    }

    /// Whether a unit can be rebuilt there, or why not.
    pub fn check_rebuilding<E: Objection>(
        &self,
        game: &EastFront,
        unit: UnitId,
        hex: HexId,
    ) -> Result<(), E> {
        if self.rebuilding(game, unit).contains(hex) {
            return Ok(());
        }
        let (board, name, number) = (&game.board, game.name(unit), game.number(hex));
        no_if(!board.controls(self.side, hex), "EAST-REP-5", name, || format!("{number} is the enemy's"))?;
        let is_soviet = self.side == Side::Soviet;
        no_if(is_soviet && game.rebuilt_at.contains(hex), "EAST-REP-5", name, || {
            format!("a unit has been rebuilt in {number} this turn")
        })?;
        stacking::check_room(board, unit, hex)?;
        let clause =
            if board.nation(unit) == Nation::German || is_soviet { "EAST-REP-5" } else { "EAST-REP-8" };
        no_since(clause, name, || {
            format!(
                "{number} is no place where it can be rebuilt: out of supply, in a zone of control, or elsewhere"
            )
        })
    }
}

/// A city, or if it is full or closed the hexes beside it (`EAST-REP-5`, `EAST-REP-8`).
fn overflow(game: &EastFront, unit: UnitId, base: HexId, free: Hexes) -> Hexes {
    let board = &game.board;
    let open = board.controlled_by(Side::Axis) & board.open_to(unit) & free;
    let city = stacking::with_room(board, unit, Hexes::of(base) & open);
    if !city.is_empty() {
        return city;
    }
    let beside: Hexes = game.theatre().map.neighbours(base).collect();
    stacking::with_room(board, unit, beside & open)
}

/// Of some hexes those that are nearest to another.
fn nearest(game: &EastFront, to: HexId, hexes: Hexes) -> Hexes {
    let map = &game.theatre().map;
    let least = hexes.iter().map(|hex| map.distance(to, hex)).min();
    hexes.iter().filter(|&hex| Some(map.distance(to, hex)) == least).collect()
}

impl EastFront {
    /// Units of the phasing side that may appear now (`EAST-REP-1`).
    pub(crate) fn arriving(&self) -> Force {
        let is_due = |unit: &UnitId| matches!(self.board.place_of(*unit), Location::Aside(Aside::Due(turn)) if turn <= self.turn);
        let beside_map = self.theatre().units & self.board.all_of(self.phasing);
        (beside_map - self.board.on_map()).iter().filter(is_due).collect()
    }

    /// The place a unit comes to; another one if it comes back after a withdrawal (`EAST-REP-12`).
    pub(crate) fn arrival_place(&self, unit: UnitId) -> Option<HexId> {
        let Location::Aside(Aside::Due(due)) = self.board.place_of(unit) else { return None };
        let back = self.theatre().withdrawals.iter().filter(|leaving| leaving.unit == unit);
        let back = back.filter_map(|leaving| leaving.back).find(|(turn, _)| *turn == due);
        match (back, self.theatre().starts[unit.index()]) {
            (Some((_, hex)), _) | (None, Start::Turn(_, hex)) => Some(hex),
            _ => None,
        }
    }

    /// Why a unit cannot appear in its place: the rule and the words.
    fn bar_to_arrival(&self, unit: UnitId, hex: HexId) -> Option<(&'static str, String)> {
        let (board, side) = (&self.board, self.phasing);
        if !board.controls(side, hex) {
            return Some(("EAST-REP-1", format!("{} is the enemy's", self.theatre().called(hex))));
        }
        if board.enemy_zones(side).contains(hex) {
            let words = format!("{} is in an enemy zone of control", self.theatre().called(hex));
            return Some(("EAST-REP-1", words));
        }
        let is_full = !stacking::has_room(board, unit, hex);
        is_full.then(|| ("EAST-REP-1", format!("{} is full", self.theatre().called(hex))))
    }

    pub(crate) fn check_arrival<E: Objection>(&self, unit: UnitId, hex: HexId) -> Result<(), E> {
        let name = self.name(unit);
        if !self.arriving().contains(unit) {
            return no("EAST-REP-1", name, "it is not due");
        }
        if Depot::of(self).arrivals(self, unit).contains(hex) {
            return Ok(());
        }
        let place = self.arrival_place(unit).unwrap_or(hex);
        match self.bar_to_arrival(unit, place) {
            None => no_since("EAST-REP-1", name, || format!("it comes to {}", self.theatre().called(place))),
            Some((clause, words)) => no_since(clause, name, || {
                format!("{words}, and {} is none of the nearest open cities in supply", self.number(hex))
            }),
        }
    }

    /// What a unit costs to rebuild: infantry and armour factors (`EAST-REP-3`); nothing for an ally (`EAST-REP-8`).
    pub(crate) fn price(&self, unit: UnitId) -> [u16; 2] {
        let piece = self.board.piece(unit);
        match piece.nation() {
            Nation::German | Nation::Soviet if piece.arm() == Arm::Armour => [0, piece.attack.into()],
            Nation::German | Nation::Soviet => [piece.defence.into(), 0],
            _ => [0, 0],
        }
    }

    /// `EAST-REP-2`: armour factors may be spent as infantry factors, not the reverse.
    fn can_pay(&self, unit: UnitId) -> bool {
        let ([infantry, armour], [has, tanks]) = (self.price(unit), self.stores(self.phasing));
        armour <= tanks && infantry + armour <= has + tanks
    }

    pub(crate) fn pay_for(&mut self, unit: UnitId) {
        let [infantry, armour] = self.price(unit);
        let [has, tanks] = &mut self.stores[self.phasing as usize];
        let from_infantry = infantry.min(*has);
        *has -= from_infantry;
        *tanks -= armour + infantry - from_infantry;
    }

    /// Units in the pool that were lost before this turn (`EAST-REP-3`).
    fn lost_before(&self) -> Force {
        let is_lost = |unit: &UnitId| matches!(self.board.place_of(*unit), Location::Aside(Aside::Pool(turn)) if turn < self.turn);
        (self.board.all_of(self.phasing) - self.board.on_map()).iter().filter(is_lost).collect()
    }

    fn is_ally(&self, unit: UnitId) -> bool {
        !matches!(self.board.nation(unit), Nation::German | Nation::Soviet)
    }

    /// Allies of the Axis who come back for nothing, in April (`EAST-REP-8`).
    pub(crate) fn returning(&self) -> Force {
        if !self.theatre().replacements || !self.charts().is_april(self.month()) {
            return Force::NONE;
        }
        self.lost_before().iter().filter(|&unit| self.is_ally(unit)).collect()
    }

    /// Units that can be rebuilt now, allies in April among them.
    pub(crate) fn rebuildable(&self) -> Force {
        if !self.theatre().replacements {
            return Force::NONE;
        }
        let is_april = self.charts().is_april(self.month());
        let can = |&unit: &UnitId| (!self.is_ally(unit) || is_april) && self.can_pay(unit);
        self.lost_before().iter().filter(can).collect()
    }

    pub(crate) fn check_rebuilding<E: Objection>(&self, unit: UnitId) -> Result<(), E> {
        let name = self.name(unit);
        no_if(!self.theatre().replacements, "EAST-REP-2", name, || "there are no replacements here".into())?;
        no_if(self.board.side(unit) != self.phasing, "EAST-REP-3", name, || "it is the enemy's".into())?;
        let Location::Aside(Aside::Pool(turn)) = self.board.place_of(unit) else {
            return no("EAST-REP-3", name, "it is not in the pool");
        };
        no_if(turn >= self.turn, "EAST-REP-3", name, || "it was lost in this very turn".into())?;
        let waits = self.is_ally(unit) && !self.charts().is_april(self.month());
        no_if(waits, "EAST-REP-8", name, || "allies of the Axis come back in April only".into())?;
        no_if(!self.can_pay(unit), "EAST-REP-3", name, || {
            let ([infantry, armour], [has, tanks]) = (self.price(unit), self.stores(self.phasing));
            format!(
                "it costs {infantry} infantry and {armour} armour factors, and {has} and {tanks} are in store"
            )
        })
    }

    /// Whether there is anything to decide in phase A.
    pub(crate) fn can_muster(&self) -> bool {
        self.theatre().replacements || {
            let depot = Depot::of(self);
            self.arriving().iter().any(|unit| !depot.arrivals(self, unit).is_empty())
        }
    }

    /// `EAST-REP-2`, `EAST-REP-6`: what phase A brings.
    pub(crate) fn receive_factors(&mut self) {
        if !self.theatre().replacements || self.turn < 2 {
            return;
        }
        let month = self.charts().factors(self.month());
        let [infantry, armour] = match self.phasing {
            Side::Axis => [month.german_infantry, month.german_armour],
            Side::Soviet => self.soviet_factors(),
        };
        let store = &mut self.stores[self.phasing as usize];
        store[0] += u16::from(infantry);
        store[1] += u16::from(armour);
    }

    /// What the Soviet cities and Siberia give in this turn (`EAST-REP-6`).
    pub(crate) fn soviet_factors(&self) -> [u8; 2] {
        let month = self.charts().factors(self.month());
        let cities =
            self.theatre().victory_cities.iter().filter(|city| self.board.controls(Side::Soviet, city.hex));
        cities.fold([month.siberian_infantry, month.siberian_armour], |[infantry, armour], city| {
            [infantry + city.infantry, armour + city.armour]
        })
    }

    /// Whether a unit that is to be withdrawn stays in the pool and can be rebuilt (`EAST-R59`).
    pub(crate) fn is_rebuilt_after(&self, unit: UnitId) -> bool {
        !self.is_ally(unit)
    }

    /// Units of a side that stand in closed Finland.
    pub(crate) fn displaced(&self, side: Side) -> Force {
        if !self.board.is_finland_closed() {
            return Force::NONE;
        }
        let finland = self.theatre().country(Country::Finland);
        let is_there = |unit: &UnitId| self.board.hex_of(*unit).is_some_and(|hex| finland.contains(hex));
        self.board.units_of(side).iter().filter(is_there).collect()
    }

    /// The nearest friendly hexes with room outside Finland (`EAST-R59`).
    pub(crate) fn refuges(&self, unit: UnitId) -> Hexes {
        let board = &self.board;
        let Some(hex) = board.hex_of(unit) else { return Hexes::EMPTY };
        let open = board.controlled_by(board.side(unit)) & board.open_to(unit);
        nearest(self, hex, stacking::with_room(board, unit, open))
    }
}
