//! Attacks that are planned or wait for their die (chapter ATT, `EAST-RES-15`).

use kit::{
    Objection, Sums,
    map::{Direction, Directions, HexId},
    objection::{Silent, no_if, refuse},
};

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
    size: u8,
    /// The place of the breakthrough attack into which it is merged, counted from 1; 0 if into none (`EAST-RES-15`).
    merged: u8,
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
    prey: [u8; UNITS],
    /// Hexes with an Undispersed German, which Soviet attackers next to them must attack (`EAST-ATT-5`).
    pub(super) binding: Hexes,
    /// Hexes for whose attack a die has been cast in this phase (`EAST-RES-16`).
    pub(super) attacked: Hexes,
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
        for unit in (fit(board, terms.side) | board.all(Status::Breakthrough)).iter() {
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
    fn is_in(&self, unit: UnitId, place: usize) -> bool {
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
    fn open_attack(&self, hex: HexId) -> Option<usize> {
        let is_one =
            |attack: &Planned| attack.target == hex && attack.is_breakthrough == self.is_breaking_out;
        self.attacks().iter().rposition(is_one)
    }

    /// Whether an attack is one of those that are being declared now.
    pub(crate) fn is_being_declared(&self, place: usize) -> bool {
        self.attacks[place].is_breakthrough == self.is_breaking_out
    }

    /// Whether it is the last wave against its hex and another can follow.
    pub(crate) fn takes_a_wave(&self, board: &Board, side: Side, place: usize) -> bool {
        let hex = self.attacks[place].target;
        self.open_attack(hex) == Some(place) && self.check_wave::<Silent>(board, side, hex).is_ok()
    }

    /// Whether units can be taken out of an attack: it is being declared, or merged into one that is.
    pub(crate) fn can_release(&self, place: usize) -> bool {
        self.is_being_declared(place) || self.attacks[place].merged > 0
    }

    /// Who can still be sent into an attack: in a breakthrough those who have won the right to it, and others who have
    /// not attacked (`EAST-RES-15`).
    fn free(&self, board: &Board, side: Side) -> Force {
        let fit = fit(board, side);
        if self.is_breaking_out { fit | board.all(Status::Breakthrough) } else { fit }
    }

    /// Whether a unit can be sent against a hex next to it that it could attack.
    fn can_join(&self, board: &Board, unit: UnitId, target: HexId) -> bool {
        let is_free = match self.attack_of(unit) {
            None => true,
            // EAST-RES-15: not if it is declared for a different hex.
            Some(place) => {
                let own = &self.attacks[place];
                self.is_breaking_out && !own.is_breakthrough && own.merged == 0 && own.target == target
            }
        };
        is_free
            && (!self.is_breaking_out || self.may_begin(board, unit, target))
            && !self.is_too_much_armour(board, unit, target)
    }

    /// A breakthrough attack is begun by somebody who has won the right to it; others join (`EAST-R90`).
    fn may_begin(&self, board: &Board, unit: UnitId, target: HexId) -> bool {
        let begun = self.open_attack(target).is_some_and(|place| self.attacks[place].size > 0);
        begun || board.is(unit, Status::Breakthrough)
    }

    /// `EAST-STK-4`, `EAST-R63`: whether a hex would send more ARM units against rough ground than it may, with all who
    /// come along.
    fn is_too_much_armour(&self, board: &Board, unit: UnitId, target: HexId) -> bool {
        if !board.is_rough(target) {
            return false;
        }
        let place = self.open_attack(target);
        let own = self.attack_of(unit);
        let comes = |other: UnitId| {
            let merges = own.is_some_and(|own| self.attack_of(other) == Some(own));
            other == unit || merges || place.is_some_and(|place| self.is_in(other, place))
        };
        let most = board.charts().armour_against_rough;
        board.theatre().map.neighbours(target).any(|hex| {
            let armour = board.units_in(hex).filter(|&other| board.piece(other).is_armour() && comes(other));
            armour.count() > most
        })
    }

    /// Calls `found` with every unit and hex that it can be sent against, until it says stop; whether it did.
    pub(crate) fn any_attack(
        &self,
        board: &Board,
        side: Side,
        mut found: impl FnMut(UnitId, HexId) -> bool,
    ) -> bool {
        let map = &board.theatre().map;
        self.free(board, side).iter().any(|unit| {
            let ways = self.prey[unit.index()];
            if ways == 0 {
                return false;
            }
            let Some(hex) = board.hex_of(unit) else { return false };
            Directions::from_bits(ways).iter().any(|way| {
                let target = map.neighbour(hex, way);
                target.is_some_and(|target| self.can_join(board, unit, target) && found(unit, target))
            })
        })
    }

    /// The hexes around a unit that it could attack, whatever the odds.
    pub(super) fn prey_of(&self, board: &Board, unit: UnitId) -> impl Iterator<Item = HexId> {
        let map = &board.theatre().map;
        let ways = Directions::from_bits(self.prey[unit.index()]);
        let hex = board.hex_of(unit);
        ways.iter().filter_map(move |way: Direction| map.neighbour(hex?, way))
    }

    /// Whether a unit can be sent against a hex, or why not.
    pub(crate) fn check_attack<E: Objection>(
        &self,
        board: &Board,
        terms: Terms,
        unit: UnitId,
        target: HexId,
    ) -> Result<(), E> {
        let theatre = board.theatre();
        let name = board.name(unit);
        let Some(hex) = board.hex_of(unit).filter(|_| board.side(unit) == terms.side) else {
            return refuse("EAST-ATT-2", name, format_args!("is no {} unit on the map", terms.side));
        };
        let has_right = self.is_breaking_out && board.is(unit, Status::Breakthrough);
        for (status, what) in [
            (Status::Dispersed, "is Dispersed and may not attack"),
            (Status::Railed, "has gone by rail this turn and may not attack"),
            (Status::Spent, "is Spent and may not attack"),
        ] {
            let excused = status == Status::Spent && has_right;
            if board.is(unit, status) && !excused {
                return refuse("EAST-ATT-1", name, what);
            }
        }
        if let Some(place) = self.attack_of(unit) {
            let own = &self.attacks[place];
            let is_declared = self.is_breaking_out && !own.is_breakthrough;
            if !is_declared || own.target != target || own.merged > 0 {
                let other = theatre.called(own.target);
                let clause = if is_declared { "EAST-RES-15" } else { "EAST-ATT-2" };
                return refuse(
                    clause,
                    name,
                    format_args!("attacks {other} already, and a unit is in one attack"),
                );
            }
        }
        no_if(!theatre.map.are_adjacent(hex, target), "EAST-ATT-2", name, || {
            format!("{name} in {} is not next to {}", theatre.called(hex), theatre.called(target))
        })?;
        no_if(!targets(board, terms.side).contains(target), "EAST-ATT-2", name, || {
            format!(
                "{} holds no enemy unit and no standing factors of a victory city",
                theatre.called(target)
            )
        })?;
        Meeting::access(board, terms, unit, target)?;
        no_if(self.is_breaking_out && !self.may_begin(board, unit, target), "EAST-RES-15", name, || {
            format!("{name} has won no breakthrough: it can only join an attack of one who has")
        })?;
        no_if(self.is_too_much_armour(board, unit, target), "EAST-STK-4", name, || {
            let most = board.charts().armour_against_rough;
            format!("each hex sends {most} ARM unit against {}, swamp or mountains", theatre.called(target))
        })
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

    /// Whether another attack on a hex can be begun (`EAST-ATT-3`).
    pub(crate) fn check_wave<E: Objection>(&self, board: &Board, side: Side, hex: HexId) -> Result<(), E> {
        let number = board.theatre().number(hex);
        let called = || board.theatre().called(hex);
        let open = self.open_attack(hex).map(|place| self.attacks[place].size);
        no_if(open.is_none(), "EAST-ATT-3", number, || {
            format!("{} is not attacked yet: the first attack needs no new wave", called())
        })?;
        no_if(open == Some(0), "EAST-ATT-3", number, || {
            format!("the new wave against {} has nobody in it yet", called())
        })?;
        no_if(!self.has_newcomer(board, side, hex), "EAST-ATT-3", number, || {
            format!("nobody is left who could attack {}", called())
        })
    }

    /// Whether somebody could begin another attack on a hex.
    fn has_newcomer(&self, board: &Board, side: Side, hex: HexId) -> bool {
        let fit = if self.is_breaking_out { board.all(Status::Breakthrough) } else { fit(board, side) };
        let mut around = board.theatre().map.neighbours(hex).flat_map(|near| board.units_in(near));
        around.any(|unit| {
            fit.contains(unit)
                && self.attack_of(unit).is_none()
                && self.prey_of(board, unit).any(|prey| prey == hex)
        })
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

/// What a side can attack: enemies, and for the Axis victory cities whose factors stand (`EAST-ATT-2`).
fn targets(board: &Board, side: Side) -> Hexes {
    let enemies = board.enemies_of(side);
    if side == Side::Axis { enemies | *board.standing() } else { enemies }
}

/// `EAST-ATT-1`: who may attack by his state.
fn fit(board: &Board, side: Side) -> Force {
    let barred = board.all(Status::Dispersed) | board.all(Status::Spent) | board.all(Status::Railed);
    board.units_of(side) - barred
}
