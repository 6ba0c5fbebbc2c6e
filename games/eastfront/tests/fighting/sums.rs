//! Strengths, columns, results and payments read a second time: plain sums, straight from the words of the ledger.

use std::collections::BTreeSet;

use kit::{Game, map::HexId};
use sandtable_eastfront::{
    Arm, Class, CombatResult, EastFront, Hexside, Nation, Side, Size, Weather, board::Status, roster::UnitId,
};

use super::literal::Literal;

/// The combat results table as the source prints it, from the 1 to the 6.
const TABLE: [&str; 6] = [
    "AE AE AE AE X X D dw DR DR DE",
    "AE AE AE X - D dw DW DR DE DE",
    "AE AE - - D dw DW DR DE DE BR",
    "AE D/AE - D dw DW DR DR DE BR BR",
    "AE - D dw DW DR DR DE BR BR BR",
    "D/AE D DR DR DR DR DE BR BR BR BR",
];

/// The eleven odds (EAST-CRT-2).
pub const ODDS: [(u32, u32); 11] =
    [(1, 4), (1, 3), (1, 2), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1), (7, 1), (10, 1)];

/// What a face gives in a column.
pub fn result(face: u16, column: usize) -> &'static str {
    TABLE[usize::from(face) - 1].split(' ').nth(column).unwrap()
}

fn is_infantry(arm: Arm) -> bool {
    matches!(arm, Arm::Infantry | Arm::Mountain | Arm::Motorised)
}

/// An attack on one hex.
pub struct Combat<'l, 'g> {
    game: &'g EastFront,
    literal: &'l Literal<'g>,
    pub target: HexId,
    pub attackers: Vec<UnitId>,
    pub defenders: Vec<UnitId>,
}

impl<'l, 'g> Combat<'l, 'g> {
    pub fn of(game: &'g EastFront, literal: &'l Literal<'g>, target: HexId, attackers: Vec<UnitId>) -> Self {
        let defenders = literal.in_hex(target);
        let defenders = defenders.into_iter().filter(|&unit| literal.side(unit) != game.phasing()).collect();
        Self { game, literal, target, attackers, defenders }
    }

    fn factors(&self, unit: UnitId) -> (u32, u32) {
        let piece = self.game.board().piece(unit);
        (piece.attack.into(), piece.defence.into())
    }

    /// What a unit attacks across.
    fn across(&self, unit: UnitId) -> Hexside {
        let from = self.literal.hex(unit);
        let steps = self.literal.steps(self.target);
        let (way, _) = steps.into_iter().find(|&(_, hex)| hex == from).unwrap();
        self.literal.across(self.target, way, from)
    }

    /// Twice the attack strength: EAST-CRT-1, EAST-TER-5, EAST-TER-13.
    fn attack(&self) -> u32 {
        let strength = |&unit: &UnitId| {
            let (attack, _) = self.factors(unit);
            let is_halved = match self.across(unit) {
                Hexside::Lake => true,
                Hexside::Kerch => !self.literal.has_black_sea(self.game.phasing()),
                _ => false,
            };
            if is_halved { attack } else { attack * 2 }
        };
        self.attackers.iter().map(strength).sum()
    }

    /// EAST-TER-6 to EAST-TER-8, EAST-TER-15 to EAST-TER-17, EAST-TER-19, EAST-TER-23 to EAST-TER-26.
    pub fn modified(&self, unit: UnitId) -> u32 {
        let (literal, theatre) = (self.literal, self.game.theatre());
        let piece = self.game.board().piece(unit);
        let (infantry, size) = (is_infantry(piece.counter.arm), piece.counter.size);
        let soviet = piece.counter.nation == Nation::Soviet;
        let terrain = literal.layer("terrain", self.target);
        let place = theatre.place(self.target);
        let class = place.map(|place| place.class);
        let mut factors = self.factors(unit).1;
        let mut add = |applies: bool| factors += u32::from(applies && infantry);
        add(terrain == "swamp" && !literal.freezes(self.target) && soviet);
        add(terrain == "hills");
        add(terrain == "mountain");
        add(place.is_some_and(|place| place.fortress) && soviet);
        add(class == Some(Class::MajorCity));
        add(class == Some(Class::DotCity) && matches!(size, Size::Army | Size::Corps));
        let from: BTreeSet<HexId> = self.attackers.iter().map(|&unit| literal.hex(unit)).collect();
        let is_fortified = literal
            .steps(self.target)
            .into_iter()
            .filter(|(_, hex)| from.contains(hex))
            .all(|(way, _)| theatre.forts(self.target).contains(way));
        add(self.game.month() >= 3 && is_fortified && soviet);
        if class == Some(Class::VictoryCity) { factors * 2 } else { factors }
    }

    /// EAST-TER-20: the factors of an untaken city, against the Axis alone.
    pub fn intrinsic(&self) -> u32 {
        if self.game.phasing() == Side::Soviet || !self.literal.stands(self.target) {
            return 0;
        }
        let name = self.game.theatre().place(self.target).map_or("", |place| place.name.as_str());
        if ["Leningrad", "Moscow"].contains(&name) { 2 } else { 1 }
    }

    pub fn defence(&self) -> u32 {
        self.defenders.iter().map(|&unit| self.modified(unit)).sum::<u32>() + self.intrinsic()
    }

    /// EAST-CRT-3, EAST-CRT-4, EAST-SEQ-8, EAST-TER-1 to EAST-TER-4, EAST-TER-11, EAST-WEA-4.
    fn shift(&self) -> i32 {
        let side = self.game.phasing();
        let german = self.defenders.iter().any(|&unit| self.literal.nation(unit) == Nation::German);
        let sides: Vec<Hexside> = self.attackers.iter().map(|&unit| self.across(unit)).collect();
        let mut shift = 0;
        if sides.iter().all(|side| *side != Hexside::Plain) {
            let river = sides.contains(&Hexside::River);
            let kerch = sides.contains(&Hexside::Kerch) && self.literal.has_black_sea(side);
            let river = if !river {
                0
            } else if german {
                2
            } else {
                1
            };
            shift -= river.max(i32::from(kerch));
        }
        let printed = |units: &[UnitId]| units.iter().map(|&unit| self.factors(unit).1).sum::<u32>();
        let is_dispersed = |unit: &UnitId| self.literal.is(*unit, Status::Dispersed);
        let dispersed: Vec<UnitId> = self.defenders.iter().copied().filter(is_dispersed).collect();
        if !dispersed.is_empty() && printed(&dispersed) * 2 >= printed(&self.defenders) {
            shift += 1;
        }
        if side == Side::Axis && self.game.month() == 1 && self.game.moment().contains("phase C") {
            shift += 1;
        }
        let finns_alone = self.defenders.iter().all(|&unit| self.literal.nation(unit) == Nation::Finnish);
        if side == Side::Soviet
            && self.game.weather() == Weather::Subarctic
            && self.literal.layer("weather", self.target) == "north-east"
            && self.game.theatre().place(self.target).is_none()
            && !finns_alone
        {
            shift += 1;
        }
        shift
    }

    /// The column that is read, if the odds before shifts are 1:4 at least (EAST-ATT-8, EAST-CRT-2).
    pub fn column(&self) -> Option<usize> {
        let (attack, defence) = (self.attack(), self.defence() * 2);
        let reached = ODDS.iter().rposition(|&(one, to)| attack * to >= defence * one)?;
        Some((reached as i32 + self.shift()).clamp(0, 10) as usize)
    }

    /// Who can pay: EAST-EXC-6, EAST-EXC-12.
    fn payers(&self, voluntary: bool) -> Vec<UnitId> {
        let pays = |unit: &UnitId| match self.literal.nation(*unit) {
            Nation::German | Nation::Soviet => true,
            Nation::Finnish => !voluntary,
            Nation::Hungarian | Nation::Italian | Nation::Romanian => false,
        };
        self.attackers.iter().copied().filter(pays).collect()
    }

    /// Twice the price of every set of defenders that can be paid for (EAST-EXC-2, EAST-EXC-4, EAST-EXC-9); `rate` is
    /// twice the rate of a voluntary exchange.
    pub fn affordable(&self, rate: Option<u32>) -> Vec<(Vec<UnitId>, u32)> {
        let purse: u32 =
            self.payers(rate.is_some()).iter().map(|&unit| self.factors(unit).0).sum::<u32>() * 2;
        let count = self.defenders.len();
        let mut sets = Vec::new();
        for set in 1..1 << count {
            let units: Vec<UnitId> =
                (0..count).filter(|place| set >> place & 1 == 1).map(|place| self.defenders[place]).collect();
            let mut worth: u32 = units.iter().map(|&unit| self.modified(unit)).sum();
            if units.len() == count {
                worth += self.intrinsic();
            }
            let price = worth * rate.unwrap_or(2);
            if price <= purse {
                sets.push((units, price));
            }
        }
        sets
    }

    /// Sets of attackers who pay a price without waste (EAST-RES-13), all of them if they do not suffice (EAST-RES-11);
    /// `due` is twice the price.
    pub fn payments(&self, payers: &[UnitId], due: u32) -> Vec<BTreeSet<usize>> {
        let worth = |set: u32| -> u32 {
            let chosen = payers.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            chosen.map(|(_, &unit)| self.factors(unit).0 * 2).sum()
        };
        let all = (1u32 << payers.len()) - 1;
        let names = |set: u32| {
            let chosen = payers.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            chosen.map(|(_, unit)| unit.index()).collect()
        };
        if worth(all) < due {
            return vec![names(all)];
        }
        let suffices = |set: u32| worth(set) >= due;
        let spares =
            |set: u32| (0..payers.len()).any(|place| set >> place & 1 == 1 && suffices(set & !(1 << place)));
        (0..=all).filter(|&set| suffices(set) && !spares(set)).map(names).collect()
    }

    /// Who pays in an exchange at this rate, or for an AE without one.
    pub fn purse(&self, rate: Option<u32>, is_exchange: bool) -> Vec<UnitId> {
        if is_exchange { self.payers(rate.is_some()) } else { self.attackers.clone() }
    }

    /// Twice the rate of a voluntary exchange if one is open to this attack at all (EAST-EXC-8, EAST-EXC-9, EAST-EXC-11).
    pub fn rate(&self, rolled: CombatResult) -> Option<u32> {
        let allowed = self.game.phasing() == Side::Axis
            && matches!(self.game.weather(), Weather::Good | Weather::HardFrost)
            && !self.defenders.is_empty()
            && self.attackers.iter().any(|&unit| self.literal.nation(unit) == Nation::German);
        match rolled {
            CombatResult::Retreat if allowed => Some(1),
            CombatResult::DispersedWithdrawal if allowed => Some(2),
            CombatResult::Withdrawal if allowed => Some(4),
            CombatResult::Nothing if allowed => Some(6),
            _ => None,
        }
    }
}
