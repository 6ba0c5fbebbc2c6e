//! Attacks that are planned or wait for their die (chapter ATT, `EAST-RES-15`).

use std::hash::{Hash, Hasher};

use kit::{
    Sums,
    map::{Directions, HexId},
    objection::Silent,
};

use super::joining::{fit, targets};
use crate::{
    battle::{AttackPhase, Battle, HouseRules, board::Meeting},
    board::{Board, Status},
    map::Hexes,
    roster::{Force, UNITS, UnitId},
    unit::{Nation, Side},
    weather::Weather,
};

/// What judging an attack needs besides the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) side: Side,
    /// The turn of the calendar.
    pub(crate) month: u8,
    pub(crate) weather: Weather,
    pub(crate) phase: AttackPhase,
    pub(crate) house: HouseRules,
    /// `EAST-NRO-1`: the order to all Soviet units.
    pub(crate) no_retreat: bool,
}

/// An attack that is planned or waits for its die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Planned {
    /// The attacked hex.
    pub target: HexId,
    /// Whether it comes out of a breakthrough (`EAST-RES-15`).
    pub is_breakthrough: bool,
    /// Whether its odds let it be made (`EAST-ATT-8`).
    is_allowed: bool,
    /// How many units are in it, not counting those of attacks that are merged into it.
    pub(super) size: u8,
    /// The place of the breakthrough attack into which it is merged, counted from 1; 0 if into none (`EAST-RES-15`).
    pub(super) merged: u8,
    /// How far its units may advance if it lapses, ARM and MOT first: by the combat that emptied the hex (`EAST-R73`).
    pub(crate) emptied: [u8; 2],
}

impl Planned {
    const NONE: Self = Self {
        target: HexId::NONE,
        is_breakthrough: false,
        is_allowed: false,
        size: 0,
        merged: 0,
        emptied: [0; 2],
    };

    /// Whether somebody is in it.
    pub(super) const fn is_manned(self) -> bool {
        self.size > 0
    }

    /// Whether its odds let it be made (`EAST-ATT-8`); a wave without units falls away.
    pub(super) const fn is_fine(self) -> bool {
        self.is_allowed || self.size == 0
    }
}

/// The attacks of a phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    attacks: [Planned; UNITS],
    len: u8,
    /// The phase: C or E.
    pub(crate) phase: AttackPhase,
    /// Whether breakthrough attacks are being declared, or those of the phase.
    pub(crate) is_breaking_out: bool,
    /// In which attack each unit is, counted from 1; 0 in none.
    attack_of: [u8; UNITS],
    /// Where each unit could attack, whatever the odds.
    pub(super) prey: [u8; UNITS],
    /// Hexes with an Undispersed German, which Soviet attackers next to them must attack (`EAST-ATT-5`); nobody else binds
    /// anybody (`EAST-ATT-6`).
    pub(super) binding: Hexes,
    /// Hexes for whose attack a die has been cast in this phase (`EAST-RES-16`).
    pub(super) attacked: Hexes,
}

/// Attacks that do not exist are not hashed: they would be most of a state's hash.
impl Hash for Plan {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { attacks: _, len: _, phase, is_breaking_out, attack_of, prey, binding, attacked } = self;
        (self.attacks(), phase, is_breaking_out, attack_of, prey, binding, attacked).hash(state);
    }
}

impl Plan {
    /// No attacks.
    pub const EMPTY: Self = Self {
        attacks: [Planned::NONE; UNITS],
        len: 0,
        phase: AttackPhase::Prepared,
        is_breaking_out: false,
        attack_of: [0; UNITS],
        prey: [0; UNITS],
        binding: Hexes::EMPTY,
        attacked: Hexes::EMPTY,
    };

    /// No attacks yet: a phase begins.
    pub(crate) fn begin(board: &Board, terms: Terms) -> Self {
        let mut plan = Self { phase: terms.phase, ..Self::EMPTY };
        plan.survey(board, terms);
        plan
    }

    /// Breakthrough attacks may be declared (`EAST-RES-15`).
    pub(crate) fn break_out(&mut self, board: &Board, terms: Terms) {
        self.is_breaking_out = true;
        self.survey(board, terms);
    }

    /// Finds who could attack what in this position, and what binds Soviet attackers (`EAST-ATT-13`, `EAST-R63`).
    fn survey(&mut self, board: &Board, terms: Terms) {
        let theatre = board.theatre();
        let targets = targets(board, terms.side);
        let near = theatre.neighbours.of(targets);
        self.prey = [0; UNITS];
        for unit in fit(board, terms.side) | board.all(Status::Breakthrough) {
            let Some(hex) = board.hex_of(unit).filter(|&hex| near.contains(hex)) else { continue };
            let mut ways = Directions::NONE;
            for (way, target) in theatre.map.steps(hex).filter(|&(_, target)| targets.contains(target)) {
                if Meeting::access::<Silent>(board, terms, unit, target).is_ok() {
                    ways.insert(way);
                }
            }
            self.prey[unit.index()] = ways.bits();
        }
        if terms.side == Side::Soviet {
            let germans = theatre.nations[Nation::German as usize];
            self.binding = board.hexes_of((germans & board.on_map()) - board.all(Status::Dispersed));
        }
    }

    /// The attacks in the order in which they were planned.
    pub fn attacks(&self) -> &[Planned] {
        &self.attacks[..usize::from(self.len)]
    }

    pub(crate) fn attacks_mut(&mut self) -> &mut [Planned] {
        &mut self.attacks[..usize::from(self.len)]
    }

    /// Whether breakthrough attacks are being declared (`EAST-RES-15`).
    pub const fn is_breaking_out(&self) -> bool {
        self.is_breaking_out
    }

    /// Hexes for whose attack a die has been cast in this phase (`EAST-RES-16`).
    pub const fn attacked(&self) -> &Hexes {
        &self.attacked
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The attack in which a unit is.
    pub fn attack_of(&self, unit: UnitId) -> Option<usize> {
        usize::from(self.attack_of[unit.index()]).checked_sub(1)
    }

    /// Whether an attack on a hex is still to be resolved (`EAST-RET-3`).
    pub fn is_pending(&self, hex: HexId) -> bool {
        self.attacks().iter().any(|attack| attack.target == hex && attack.size > 0)
    }

    /// The units of an attack, and of those that are merged into it. They are all next to its target.
    pub fn attackers(&self, board: &Board, place: usize) -> Force {
        let around = board.theatre().map.neighbours(self.attacks[place].target);
        around.flat_map(|hex| board.units_in(hex)).filter(|&unit| self.is_in(unit, place)).collect()
    }

    /// Whether a unit is in an attack, or in one that is merged into it.
    pub(super) fn is_in(&self, unit: UnitId, place: usize) -> bool {
        self.attack_of(unit).is_some_and(|own| self.merged_into(own) == place)
    }

    /// The attack into which another is merged, or that one itself.
    pub(super) fn merged_into(&self, place: usize) -> usize {
        usize::from(self.attacks[place].merged).checked_sub(1).unwrap_or(place)
    }

    /// Which of the attacks on the same hex it is, counted from 1 (`EAST-ATT-3`).
    pub fn wave(&self, place: usize) -> u8 {
        let attack = &self.attacks[place];
        let like = |other: &&Planned| {
            other.target == attack.target && other.is_breakthrough == attack.is_breakthrough
        };
        1 + self.attacks[..place].iter().filter(like).count() as u8
    }

    /// The attack that a player calls by its hex and its wave; a breakthrough attack comes before those that wait.
    pub fn named(&self, hex: HexId, wave: u8) -> Option<usize> {
        let kinds = [true, false];
        kinds.into_iter().find_map(|kind| {
            let is_one = |place: &usize| {
                let attack = &self.attacks[*place];
                (attack.target, attack.is_breakthrough) == (hex, kind) && self.wave(*place) == wave
            };
            (0..self.attacks().len()).find(is_one)
        })
    }

    /// The attacks of which one is resolved next: breakthrough attacks first (`EAST-RES-15`).
    pub fn next(&self) -> impl Iterator<Item = usize> {
        let is_breakthrough = self.attacks().iter().any(|attack| attack.is_breakthrough);
        (0..self.attacks().len()).filter(move |&place| self.attacks[place].is_breakthrough == is_breakthrough)
    }

    /// The attack that takes in the next unit sent against a hex: the last wave that is being declared.
    pub(super) fn open_attack(&self, hex: HexId) -> Option<usize> {
        let is_one =
            |attack: &Planned| attack.target == hex && attack.is_breakthrough == self.is_breaking_out;
        self.attacks().iter().rposition(is_one)
    }

    /// Whether an attack is one of those that are being declared now.
    pub(crate) fn is_being_declared(&self, place: usize) -> bool {
        self.attacks[place].is_breakthrough == self.is_breaking_out
    }

    /// Whether units can be taken out of an attack: it is being declared, or merged into one that is.
    pub(crate) fn can_release(&self, place: usize) -> bool {
        self.is_being_declared(place) || self.attacks[place].merged > 0
    }

    /// Sends a unit against a hex; the attack is made if it is the first. In a breakthrough an attack that waits for the
    /// same hex comes along as a whole (`EAST-RES-15`).
    pub(crate) fn attack(&mut self, board: &Board, terms: Terms, unit: UnitId, target: HexId) {
        let place = self.open_attack(target).unwrap_or_else(|| self.add(target));
        if let Some(own) = self.attack_of(unit) {
            self.attacks[own].merged = place as u8 + 1;
        } else {
            self.attack_of[unit.index()] = place as u8 + 1;
            self.attacks[place].size += 1;
        }
        self.judge(board, terms, place);
    }

    fn add(&mut self, target: HexId) -> usize {
        let place = usize::from(self.len);
        self.attacks[place] = Planned { target, is_breakthrough: self.is_breaking_out, ..Planned::NONE };
        self.len += 1;
        place
    }

    /// Whoever is sent against a hex from now on attacks in a new wave.
    pub(crate) fn begin_wave(&mut self, hex: HexId) {
        self.add(hex);
    }

    /// Takes a unit out of its attack, which falls away with its last attacker; an attack that was merged waits again.
    pub(crate) fn release(&mut self, board: &Board, terms: Terms, unit: UnitId) {
        let Some(place) = self.attack_of(unit) else { return };
        if self.attacks[place].merged > 0 {
            let into = self.merged_into(place);
            self.attacks[place].merged = 0;
            return self.judge(board, terms, into);
        }
        self.attack_of[unit.index()] = 0;
        self.attacks[place].size -= 1;
        // EAST-RES-15: those who joined do not attack without one who has won the right.
        let goes_on = self.attacks[place].size > 0
            && (!self.attacks[place].is_breakthrough
                || self.attackers(board, place).iter().any(|other| board.is(other, Status::Breakthrough)));
        if goes_on { self.judge(board, terms, place) } else { self.take_out(place) }
    }

    /// Takes an attack back, or out of the list once it is over.
    pub(crate) fn take_out(&mut self, place: usize) {
        let number = place as u8 + 1;
        let len = usize::from(self.len);
        for own in &mut self.attack_of {
            match (*own).cmp(&number) {
                std::cmp::Ordering::Equal => *own = 0,
                std::cmp::Ordering::Greater => *own -= 1,
                std::cmp::Ordering::Less => {}
            }
        }
        for attack in &mut self.attacks[..len] {
            match attack.merged.cmp(&number) {
                std::cmp::Ordering::Equal => attack.merged = 0,
                std::cmp::Ordering::Greater => attack.merged -= 1,
                std::cmp::Ordering::Less => {}
            }
        }
        self.attacks[place..len].rotate_left(1);
        self.attacks[len - 1] = Planned::NONE;
        self.len -= 1;
    }

    /// Takes all attacks back that are being declared.
    pub(crate) fn drop_all(&mut self) {
        for place in (0..self.attacks().len()).rev() {
            if self.is_being_declared(place) {
                self.take_out(place);
            }
        }
    }

    /// The declaration is closed: waves without units fall away, and what is merged is one attack.
    pub(crate) fn close(&mut self) {
        for place in (0..self.attacks().len()).rev() {
            if self.attacks[place].merged > 0 {
                let into = self.attacks[place].merged;
                let number = place as u8 + 1;
                for own in &mut self.attack_of {
                    if *own == number {
                        *own = into;
                    }
                }
                self.attacks[usize::from(into) - 1].size += self.attacks[place].size;
            }
            if self.attacks[place].merged > 0 || self.attacks[place].size == 0 {
                self.take_out(place);
            }
        }
        self.is_breaking_out = false;
        self.prey = [0; UNITS];
        self.binding = Hexes::EMPTY;
    }

    /// A die is cast for the attack on a hex.
    pub(crate) fn strike(&mut self, hex: HexId) {
        self.attacked.insert(hex);
    }

    fn judge(&mut self, board: &Board, terms: Terms, place: usize) {
        let attack = self.meeting(board, terms, place).attack(board, None);
        self.attacks[place].is_allowed = Battle::reckon(&attack, &mut Sums::default()).is_ok();
    }

    /// An attack of the plan as it would be fought now.
    pub(crate) fn meeting(&self, board: &Board, terms: Terms, place: usize) -> Meeting {
        let Planned { target, is_breakthrough, .. } = self.attacks[place];
        Meeting::new(terms, target, self.attackers(board, place), is_breakthrough)
    }
}
