//! The rules of the map read a second time: slow, plain, straight from the ledger, from the drawn map and not from the
//! tables of the game.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use kit::map::{Direction, HexId, HexMap};
use sandtable_eastfront::{
    Arm, EastFront, Nation, Side, Size, Weather,
    board::{Board, Status},
    roster::UnitId,
};

/// What lies between two hexes, with frost (`EAST-WEA-5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Between {
    Open,
    Sea,
    Lake,
    Strait,
}

pub struct Reader<'g> {
    pub board: &'g Board,
    map: &'g HexMap,
    weather: Weather,
    turn: u8,
}

impl<'g> Reader<'g> {
    pub fn of(game: &'g EastFront) -> Self {
        Self { board: game.board(), map: &game.theatre().map, weather: game.weather(), turn: game.month() }
    }

    fn layer(&self, name: &str, hex: HexId) -> &str {
        self.map.layer(name).unwrap().name_at(hex)
    }

    fn has_side(&self, feature: &str, hex: HexId, way: Direction) -> bool {
        self.map.side(feature).is_some_and(|side| side.at(hex).contains(way))
    }

    fn has_link(&self, network: &str, hex: HexId, way: Direction) -> bool {
        self.map.link(network).is_some_and(|link| link.at(hex).contains(way))
    }

    fn is_rail(&self, hex: HexId, way: Direction) -> bool {
        self.has_link("standard-gauge rail", hex, way) || self.has_link("broad-gauge rail", hex, way)
    }

    fn on_rail(&self, hex: HexId) -> bool {
        self.map.steps(hex).any(|(way, _)| self.is_rail(hex, way))
    }

    /// EAST-WEA-5
    fn is_frozen(&self, hex: HexId) -> bool {
        self.weather == Weather::Subarctic && self.layer("weather", hex) == "north-east"
    }

    /// EAST-MOV-7: land in play, or a frozen lake.
    pub fn is_ground(&self, hex: HexId) -> bool {
        match self.layer("terrain", hex) {
            "sea" => false,
            "lake" => self.is_frozen(hex),
            _ => self.layer("country", hex) != "neutral",
        }
    }

    fn between(&self, hex: HexId, way: Direction) -> Between {
        let other = self.map.neighbour(hex, way).unwrap();
        if self.has_side("sea", hex, way) {
            Between::Sea
        } else if self.has_side("strait", hex, way) {
            Between::Strait
        } else if self.has_side("lake", hex, way) && !(self.is_frozen(hex) && self.is_frozen(other)) {
            Between::Lake
        } else {
            Between::Open
        }
    }

    fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + '_ {
        let board = self.board;
        board
            .on_map()
            .iter()
            .filter(move |&unit| board.side(unit) == side)
            .map(|unit| (unit, board.hex_of(unit).unwrap()))
    }

    fn stands(&self, side: Side, hex: HexId) -> bool {
        self.on_map(side).any(|(_, at)| at == hex)
    }

    /// EAST-ZOC-1, EAST-ZOC-2
    pub fn zones(&self, side: Side) -> BTreeSet<HexId> {
        let mut zones = BTreeSet::new();
        for (unit, hex) in self.on_map(side) {
            if self.board.is(unit, Status::Dispersed) {
                continue;
            }
            for (way, other) in self.map.steps(hex) {
                if self.between(hex, way) == Between::Open && self.is_ground(other) {
                    zones.insert(other);
                }
            }
        }
        zones
    }

    /// EAST-WEA-2, EAST-R76, by the words of the rule.
    fn factor(&self, unit: UnitId) -> u8 {
        let piece = self.board.piece(unit);
        let printed = piece.movement;
        let wintry = matches!(self.weather, Weather::Snow | Weather::Subarctic);
        let like_soviets = matches!(piece.nation(), Nation::Soviet | Nation::Finnish);
        let foot = matches!(piece.arm(), Arm::Infantry | Arm::Mountain);
        let most = if self.weather == Weather::Mud {
            if !like_soviets && piece.arm() == Arm::Infantry && piece.size() == Size::Army { 2 } else { 3 }
        } else if wintry && !like_soviets {
            if foot { 2 } else { 3 }
        } else {
            printed
        };
        printed.min(most)
    }

    fn is_road(&self, hex: HexId, way: Direction) -> bool {
        // EAST-WEA-3
        self.has_link(if self.weather == Weather::Mud { "highway" } else { "road" }, hex, way)
    }

    /// EAST-MOV-7, EAST-MOV-8, EAST-MOV-10, EAST-STK-7, EAST-STK-8
    fn may_be_in(&self, unit: UnitId, hex: HexId) -> bool {
        let piece = self.board.piece(unit);
        let country = self.layer("country", hex);
        let has_factors = piece.side == Side::Axis && self.board.standing().contains(hex);
        let is_barred = match piece.nation() {
            Nation::Hungarian => country == "Romania",
            Nation::Finnish => self.map.number(hex).row > 5,
            Nation::Soviet => self.turn == 1 && ["Finland", "Romania", "Hungary"].contains(&country),
            _ => false,
        };
        self.is_ground(hex) && !self.stands(piece.side.other(), hex) && !has_factors && !is_barred
    }

    /// EAST-STK-1, EAST-STK-2, EAST-STK-3, EAST-STK-7
    pub fn has_room(&self, unit: UnitId, hex: HexId) -> bool {
        let board = self.board;
        let mut stack: Vec<UnitId> = board
            .on_map()
            .iter()
            .filter(|&other| board.hex_of(other) == Some(hex) && other != unit)
            .collect();
        stack.push(unit);
        let count = |wanted: &dyn Fn(UnitId) -> bool| stack.iter().filter(|&&unit| wanted(unit)).count();
        let armies = count(&|unit| board.piece(unit).size() == Size::Army);
        let armour = count(&|unit| board.piece(unit).arm() == Arm::Armour);
        let rough = self.layer("terrain", hex) == "mountain"
            || (self.layer("terrain", hex) == "swamp" && !self.is_frozen(hex));
        let both = count(&|unit| board.nation(unit) == Nation::Romanian) > 0
            && count(&|unit| board.nation(unit) == Nation::Hungarian) > 0;
        stack.len() <= 2 && armies <= 1 && (armour <= 1 || !rough) && !both
    }

    /// Every hex where an operational move of a unit can end, with the least that it costs in half factors:
    /// EAST-MOV-1 to EAST-MOV-10, EAST-ZOC-3, EAST-ZOC-4.
    pub fn moves(&self, unit: UnitId) -> BTreeMap<HexId, u8> {
        let board = self.board;
        let (piece, start) = (board.piece(unit), board.hex_of(unit).unwrap());
        let zones = self.zones(piece.side.other());
        let mobile = matches!(piece.arm(), Arm::Armour | Arm::Motorised);
        let on_foot = matches!(piece.arm(), Arm::Infantry | Arm::Mountain);
        let slips = mobile && piece.nation() == Nation::German;
        let factor = self.factor(unit);
        let mut seen = BTreeSet::new();
        let (mut ends, mut ferried) = (BTreeMap::new(), Vec::new());
        let mut open = vec![(start, 0u8, true)];
        while let Some((hex, spent, by_road)) = open.pop() {
            if !seen.insert((hex, spent, by_road)) || (spent > 0 && zones.contains(&hex)) {
                continue;
            }
            for (way, to) in self.map.steps(hex) {
                let first = spent == 0;
                if !self.may_be_in(unit, to)
                    || (zones.contains(&hex) && zones.contains(&to) && !(slips && first))
                {
                    continue;
                }
                match self.between(hex, way) {
                    Between::Sea => {}
                    Between::Lake | Between::Strait => {
                        if first {
                            ferried.push(to);
                        }
                    }
                    Between::Open => {
                        let road = self.is_road(hex, way);
                        let cost = spent + if mobile && road { 1 } else { 2 };
                        let by_road = by_road && road;
                        let bonus = u8::from(on_foot && by_road);
                        if cost <= 2 * (factor + bonus) {
                            let least = ends.entry(to).or_insert(cost);
                            *least = cost.min(*least);
                            open.push((to, cost, by_road));
                        }
                    }
                }
            }
        }
        for hex in ferried {
            ends.entry(hex).or_insert(2);
        }
        ends.remove(&start);
        ends.retain(|&hex, _| self.has_room(unit, hex));
        ends
    }

    /// EAST-CTL-1
    fn controls(&self, side: Side, hex: HexId) -> bool {
        let land =
            !matches!(self.layer("terrain", hex), "sea" | "lake") && self.layer("country", hex) != "neutral";
        land && self.board.controls(side, hex)
    }

    /// EAST-RAIL-2, EAST-SUP-4, EAST-SUP-5
    fn usable_rail(&self, side: Side, hex: HexId) -> bool {
        let gauge = side == Side::Soviet
            || self.layer("country", hex) != "USSR"
            || self.board.converted().contains(hex);
        self.on_rail(hex) && gauge && self.controls(side, hex)
    }

    /// EAST-RAIL-2, EAST-R72
    fn runs_through(&self, unit: UnitId, hex: HexId, zones: &BTreeSet<HexId>) -> bool {
        self.usable_rail(self.board.side(unit), hex) && !zones.contains(&hex) && self.may_be_in(unit, hex)
    }

    /// EAST-RAIL-1, EAST-RAIL-2: whether a unit stands where a train can be boarded, `zones` being those of the enemy.
    pub fn is_at_station(&self, unit: UnitId, zones: &BTreeSet<HexId>) -> bool {
        let start = self.board.hex_of(unit).unwrap();
        // No rail movement on the learning map.
        self.map.len() != 64 && self.map.place_at(start).is_some() && self.runs_through(unit, start, zones)
    }

    /// EAST-RAIL-1, EAST-RAIL-2, EAST-R72: where a unit can go by rail.
    pub fn rides(&self, unit: UnitId) -> BTreeSet<HexId> {
        let start = self.board.hex_of(unit).unwrap();
        let zones = self.zones(self.board.side(unit).other());
        let is_open = |hex: HexId| self.runs_through(unit, hex, &zones);
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::new();
        if self.is_at_station(unit, &zones) {
            seen.insert(start);
            queue.push_back(start);
        }
        while let Some(hex) = queue.pop_front() {
            for (way, to) in self.map.steps(hex) {
                if self.is_rail(hex, way) && is_open(to) && seen.insert(to) {
                    queue.push_back(to);
                }
            }
        }
        seen.remove(&start);
        seen.retain(|&hex| self.map.place_at(hex).is_some() && self.has_room(unit, hex));
        seen
    }

    /// EAST-TER-12
    fn has_black_sea(&self, side: Side) -> bool {
        let bases = ["Odessa", "Sevastopol", "Novorossiysk"];
        let held = bases
            .iter()
            .filter(|name| self.map.place(name).is_some_and(|base| self.controls(side, base.hex)));
        held.count() >= 2
    }

    /// EAST-SUP-4, EAST-SUP-5
    fn is_source(&self, side: Side, finnish: bool, overland: bool, hex: HexId) -> bool {
        if !self.controls(side, hex) {
            return false;
        }
        let column = self.map.number(hex).column;
        if self.map.len() == 64 {
            return column == if side == Side::Axis { 0 } else { 7 };
        }
        let name = self.map.place_at(hex).map_or("", |place| place.name.as_str());
        let black = ["Odessa", "Nikolaev", "Sevastopol", "Kerch", "Novorossiysk", "Tuapse", "Constanta"];
        let by_sea = !overland && black.contains(&name) && self.has_black_sea(side);
        match side {
            Side::Soviet => {
                column == 44
                    || ["Vologda", "Kazan", "Syzran", "Saratov", "Astrakhan", "Grozny"].contains(&name)
                    || by_sea
            }
            Side::Axis => {
                ["Koenigsberg", "Warsaw", "Cracow", "Budapest", "Bucharest"].contains(&name)
                    || (!overland && ["Memel", "Libau", "Riga", "Tallinn"].contains(&name))
                    || by_sea
                    || (finnish && ["Helsinki", "Viipuri"].contains(&name))
            }
        }
    }

    /// EAST-SUP-2, EAST-SUP-3, EAST-R60, EAST-R74: whether a unit of a nation that stood in a hex could trace a line.
    pub fn is_supplied(&self, nation: Nation, overland: bool, from: HexId, zones: &BTreeSet<HexId>) -> bool {
        let side = nation.side();
        let finnish = nation == Nation::Finnish;
        let ladoga = self.map.zones("region").and_then(|group| group.zone("Ladoga"));
        let is_ladoga = |hex: HexId| {
            self.layer("terrain", hex) == "lake" && ladoga.is_some_and(|lake| lake.hexes.contains(&hex))
        };
        let is_open = |hex: HexId| {
            if side == Side::Soviet && is_ladoga(hex) {
                return !overland && !self.stands(Side::Axis, hex);
            }
            self.is_ground(hex)
                && !self.stands(side.other(), hex)
                && !(side == Side::Axis && self.board.standing().contains(hex))
                && (hex == from || !zones.contains(&hex) || self.stands(side, hex))
        };
        let has_rail = self.map.len() != 64;
        let mut by_rail: BTreeMap<HexId, bool> = BTreeMap::new();
        let mut reaches_source = |hex: HexId| {
            *by_rail.entry(hex).or_insert_with(|| {
                let mut seen = BTreeSet::from([hex]);
                let mut queue = VecDeque::from([hex]);
                while let Some(at) = queue.pop_front() {
                    if self.is_source(side, finnish, overland, at) {
                        return true;
                    }
                    for (way, to) in self.map.steps(at) {
                        if self.is_rail(at, way)
                            && self.usable_rail(side, to)
                            && is_open(to)
                            && seen.insert(to)
                        {
                            queue.push_back(to);
                        }
                    }
                }
                false
            })
        };
        let mut seen = BTreeSet::from([from]);
        let mut ring = vec![from];
        for _ in 0..=6 {
            for &hex in &ring {
                let is_head = self.is_source(side, finnish, overland, hex)
                    || (has_rail && self.usable_rail(side, hex) && reaches_source(hex));
                if is_head {
                    return true;
                }
            }
            let mut next = Vec::new();
            for &hex in &ring {
                for (way, to) in self.map.steps(hex) {
                    let passes = match self.between(hex, way) {
                        Between::Open => true,
                        Between::Strait => self.has_black_sea(side),
                        Between::Sea | Between::Lake => false,
                    };
                    if passes && is_open(to) && seen.insert(to) {
                        next.push(to);
                    }
                }
            }
            ring = next;
        }
        false
    }

    /// EAST-CTL-2
    pub fn convertible(&self) -> BTreeSet<HexId> {
        if self.map.len() == 64 {
            return BTreeSet::new();
        }
        let zones = self.zones(Side::Soviet);
        let is_one = |hex: &HexId| {
            self.on_rail(*hex)
                && self.controls(Side::Axis, *hex)
                && self.layer("country", *hex) == "USSR"
                && !self.board.converted().contains(*hex)
                && (!zones.contains(hex) || self.stands(Side::Axis, *hex))
                && self
                    .map
                    .steps(*hex)
                    .any(|(way, to)| self.is_rail(*hex, way) && self.usable_rail(Side::Axis, to))
        };
        self.map.hexes().filter(is_one).collect()
    }
}
