//! Allocation of attacks (STAL-ATK-1 to STAL-ATK-14): put together freely, judged as a whole (STAL-R69).

mod duties;

use kit::{Objection, Sums, map::HexId, objection::no_since};

use crate::{
    battle::{AttackStage, Battle, board::Meeting},
    field::{Field, Status},
    game::House,
    map::Hexes,
    units::{Side, UnitId, Units},
};

/// An attack needs a Russian who makes it or a Russian who suffers it, and everybody is in one at most.
const MOST_ATTACKS: usize = 28;

/// All hexes around an attacker.
const MOST_TARGETS: usize = Planned::MOST_TARGETS;

/// What the defender has answered to an exchange attack (STAL-R12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Nothing, or he was not asked.
    None,
    /// The exchange stands.
    Consents,
    /// The attack is a plain one, and No Retreat orders are not given for it any more.
    Refuses,
    /// The defenders hold, and so the exchange stands.
    Holds,
}

/// An attack that is planned or waits for its die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Planned {
    /// Who attacks.
    pub attackers: Units,
    targets: [HexId; MOST_TARGETS],
    count: u8,
    /// The Fliegerkorps that support it, one bit each (STAL-AIR-5).
    pub support: u8,
    /// Whether it is an exchange attack (STAL-EXC-1).
    pub exchange: bool,
    /// The defender's answer to that.
    pub answer: Answer,
    /// STAL-R79: whether it is resolved in the first group, fixed at allocation.
    pub first_group: bool,
    /// Whether its odds let it be made (STAL-CRT-5).
    allowed: bool,
}

impl Planned {
    /// All hexes around an attacker.
    pub const MOST_TARGETS: usize = 6;

    const NONE: Self = Self {
        attackers: Units::NONE,
        targets: [HexId::NONE; MOST_TARGETS],
        count: 0,
        support: 0,
        exchange: false,
        answer: Answer::None,
        first_group: false,
        allowed: false,
    };

    /// The attacked hexes, the one that names the attack first.
    pub fn targets(&self) -> &[HexId] {
        &self.targets[..usize::from(self.count)]
    }

    /// The hex that names it.
    pub const fn name(&self) -> HexId {
        self.targets[0]
    }

    /// Its attacked hexes as a set.
    pub fn area(&self) -> Hexes {
        self.targets().iter().copied().collect()
    }

    /// STAL-ATK-9, STAL-R70: whether some attacker shares the attacked hex.
    fn is_within(&self, field: &Field) -> bool {
        self.attackers.iter().any(|unit| field.hex_of(unit) == Some(self.name()))
    }
}

/// What judging a planned attack needs besides the field.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub(crate) side: Side,
    pub(crate) turn: u8,
    pub(crate) house: House,
    /// STAL-NOR-4: the order to all Russians.
    pub(crate) russians_hold: bool,
    /// STAL-OPA-3: the hexes that the Fliegerkorps attacked in the older air system; no hex where they did not.
    pub(crate) struck_from_the_air: [HexId; 2],
}

/// The attacks of a combat step: first being put together, then waiting for their dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    attacks: [Planned; MOST_ATTACKS],
    len: u8,
    /// Everybody who attacks.
    attackers: Units,
    /// Everybody's want of supply when the allocation began; nobody moves before it is closed.
    cut_off: Units,
    /// Defenders who have left their hex in this phase (STAL-RET-10).
    pub(crate) displaced: Units,
}

impl Plan {
    /// No attacks.
    pub const EMPTY: Self = Self {
        attacks: [Planned::NONE; MOST_ATTACKS],
        len: 0,
        attackers: Units::NONE,
        cut_off: Units::NONE,
        displaced: Units::NONE,
    };

    /// No attacks yet.
    pub fn begin(cut_off: Units) -> Self {
        Self { cut_off, ..Self::EMPTY }
    }

    /// The attacks in the order in which they were planned.
    pub fn attacks(&self) -> &[Planned] {
        &self.attacks[..usize::from(self.len)]
    }

    pub(crate) fn attacks_mut(&mut self) -> &mut [Planned] {
        &mut self.attacks[..usize::from(self.len)]
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Everybody who attacks.
    pub const fn attackers(&self) -> Units {
        self.attackers
    }

    /// Every attacked hex.
    pub fn attacked(&self) -> Hexes {
        self.attacks().iter().fold(Hexes::EMPTY, |all, attack| all | attack.area())
    }

    /// The attack on a hex.
    pub fn attack_on(&self, hex: HexId) -> Option<usize> {
        self.attacks().iter().position(|attack| attack.targets().contains(&hex))
    }

    /// The attack that goes by a hex.
    pub fn named(&self, hex: HexId) -> Option<usize> {
        self.attacks().iter().position(|attack| attack.name() == hex)
    }

    /// Which attack a Fliegerkorps supports.
    pub fn supported_by(&self, korps: u8) -> Option<usize> {
        self.attacks().iter().position(|attack| attack.support >> korps & 1 == 1)
    }

    /// What a unit in a hex may attack: enemies around it, or those who share its hex (STAL-ATK-9).
    fn prey(field: &Field, side: Side, from: HexId) -> Hexes {
        let enemies = field.held_by(side.enemy());
        if enemies.contains(from) { Hexes::of(from) } else { field.theatre().near(from) & enemies }
    }

    /// STAL-ATK-3, STAL-R36, STAL-R70: whether a unit can join what attacks a hex.
    fn fits(&self, field: &Field, from: HexId, target: HexId) -> bool {
        let Some(attack) = self.attack_on(target).map(|place| &self.attacks[place]) else { return true };
        if from == target {
            return attack.count == 1;
        }
        attack.area().is_subset(field.theatre().near(from))
    }

    /// Who can still be sent into an attack.
    fn ready(&self, field: &Field, side: Side) -> Units {
        let used = field.all(Status::Disrupted) | field.all(Status::Attacked) | self.attackers;
        field.units_of(side) - used
    }

    /// Calls `found` with every unit and hex that it can be sent against, until it says stop; whether it did.
    pub fn any_attack(
        &self,
        field: &Field,
        side: Side,
        mut found: impl FnMut(UnitId, HexId) -> bool,
    ) -> bool {
        let enemies = field.held_by(side.enemy());
        let near = field.theatre().beside(enemies) | enemies;
        self.ready(field, side).iter().any(|unit| {
            field.hex_of(unit).filter(|&from| near.contains(from)).is_some_and(|from| {
                let mut prey = Self::prey(field, side, from).iter();
                prey.any(|target| self.fits(field, from, target) && found(unit, target))
            })
        })
    }

    /// Whether a unit can be sent against a hex, or why not.
    pub fn check_attack<E: Objection>(
        &self,
        field: &Field,
        side: Side,
        unit: UnitId,
        target: HexId,
    ) -> Result<(), E> {
        let theatre = field.theatre();
        let (name, number) = (field.name(unit), theatre.name(target));
        let Some(from) = field.hex_of(unit).filter(|_| field.side(unit) == side) else {
            return no_since("STAL-ATK-1", name, || {
                format!("{name} is no {} unit on the west bank", side.name())
            });
        };
        if field.is_disrupted(unit) {
            return no_since("STAL-ATK-11", name, || format!("{name} is Disrupted and does not attack"));
        }
        if let Some(attack) = self.attacks().iter().find(|attack| attack.attackers.contains(unit)) {
            let other = theatre.name(attack.name());
            return no_since("STAL-ATK-1", name, || {
                format!("{name} attacks {other} already, and a unit attacks once; release it first")
            });
        }
        if field.is(unit, Status::Attacked) {
            return no_since("STAL-ATK-1", name, || format!("{name} has attacked in this game turn"));
        }
        if !theatre.land.contains(target) {
            return no_since("STAL-ATK-10", name, || format!("no attack crosses the Volga to {number}"));
        }
        if !field.held_by(side.enemy()).contains(target) {
            return no_since("STAL-ATK-3", name, || format!("no enemy unit is in {number}"));
        }
        if !Self::prey(field, side, from).contains(target) {
            let from_number = theatre.name(from);
            if field.is_mixed(from) {
                return no_since("STAL-ATK-9", name, || {
                    format!("{name} shares {from_number} with the enemy and attacks nobody in {number}")
                });
            }
            return no_since("STAL-ATK-3", name, || {
                format!("{name} in {from_number} is not next to {number}")
            });
        }
        if self.fits(field, from, target) {
            return Ok(());
        }
        let clause = if from == target { "STAL-R70" } else { "STAL-ATK-3" };
        no_since(clause, name, || {
            format!("the attack on {number} has other target hexes that {name} does not reach")
        })
    }

    /// Hexes that can be taken into an attack: enemies next to every attacker, not attacked yet.
    pub fn inclusions(&self, field: &Field, side: Side, attack: &Planned) -> Hexes {
        if attack.is_within(field) || usize::from(attack.count) == MOST_TARGETS {
            return Hexes::EMPTY;
        }
        let mut common = field.held_by(side.enemy()) - self.attacked();
        for hex in field.hexes_of(attack.attackers) {
            common &= field.theatre().near(hex);
        }
        common
    }

    /// Whether a hex can be taken into the attack on another, or why not.
    pub fn check_inclusion<E: Objection>(
        &self,
        field: &Field,
        side: Side,
        new: HexId,
        known: HexId,
    ) -> Result<(), E> {
        let theatre = field.theatre();
        let (number, with) = (theatre.name(new), theatre.name(known));
        let Some(attack) = self.named(known).map(|place| &self.attacks[place]) else {
            return no_since("STAL-ATK-3", with, || format!("no attack goes by {with}"));
        };
        if self.inclusions(field, side, attack).contains(new) {
            return Ok(());
        }
        if self.attacked().contains(new) {
            return no_since("STAL-ATK-3", number, || {
                format!("{number} is attacked already, and a hex is attacked once")
            });
        }
        if !field.held_by(side.enemy()).contains(new) {
            return no_since("STAL-ATK-3", number, || format!("no enemy unit is in {number}"));
        }
        if attack.is_within(field) {
            return no_since("STAL-R70", with, || {
                format!("an attacker shares {with} with the enemy, so it is the only target")
            });
        }
        let is_far = |unit: &UnitId| field.hex_of(*unit).is_none_or(|from| !theatre.near(from).contains(new));
        let far = attack.attackers.iter().find(is_far).map_or("", |unit| field.name(unit));
        let reason = || format!("{far} attacks {with} but is not next to {number}");
        Err(E::raise("STAL-ATK-3", number, reason).blame([far]))
    }

    /// Sends a unit against a hex; the attack is made if it is the first.
    pub fn attack(&mut self, field: &Field, unit: UnitId, target: HexId, terms: Terms) {
        let place = self.attack_on(target).unwrap_or_else(|| {
            let place = usize::from(self.len);
            self.attacks[place] = Planned::NONE;
            self.attacks[place].targets[0] = target;
            self.attacks[place].count = 1;
            self.len += 1;
            place
        });
        self.attacks[place].attackers.insert(unit);
        self.attackers.insert(unit);
        self.judge(field, place, terms);
    }

    /// Takes a hex into the attack on another.
    pub fn include(&mut self, field: &Field, new: HexId, known: HexId, terms: Terms) {
        let Some(place) = self.named(known) else { return };
        let attack = &mut self.attacks[place];
        attack.targets[usize::from(attack.count)] = new;
        attack.count += 1;
        self.judge(field, place, terms);
    }

    /// Takes a unit out of its attack, which falls away with its last attacker.
    pub fn release(&mut self, field: &Field, unit: UnitId, terms: Terms) {
        let Some(place) = self.attacks().iter().position(|attack| attack.attackers.contains(unit)) else {
            return;
        };
        self.attackers.remove(unit);
        self.attacks[place].attackers.remove(unit);
        if self.attacks[place].attackers.is_empty() {
            self.take_out(place);
        } else {
            self.judge(field, place, terms);
        }
    }

    /// Takes an attack back, or out of the list once it is over.
    pub fn take_out(&mut self, place: usize) {
        self.attackers -= self.attacks[place].attackers;
        let len = usize::from(self.len);
        self.attacks[place..len].rotate_left(1);
        self.attacks[len - 1] = Planned::NONE;
        self.len -= 1;
    }

    /// Takes all attacks back.
    pub fn drop_all(&mut self) {
        *self = Self::begin(self.cut_off);
    }

    /// Changes the support or the flag of an attack.
    pub fn change(&mut self, field: &Field, place: usize, terms: Terms, how: impl FnOnce(&mut Planned)) {
        how(&mut self.attacks[place]);
        self.judge(field, place, terms);
    }

    fn judge(&mut self, field: &Field, place: usize, terms: Terms) {
        let attack = self.meeting(place, terms).attack(field);
        let planned = &mut self.attacks[place];
        planned.allowed = Battle::reckon(&attack, &mut Sums::default()).is_ok();
        planned.first_group = is_across_a_balka(field, planned);
    }

    /// An attack of the plan as it would be judged at allocation.
    pub(crate) fn meeting(&self, place: usize, terms: Terms) -> Meeting<'_> {
        Meeting {
            side: terms.side,
            turn: terms.turn,
            stage: AttackStage::Allocation,
            house: terms.house,
            planned: &self.attacks[place],
            struck_from_the_air: terms.struck_from_the_air,
            no_retreat: terms.side == Side::German && terms.russians_hold,
            risked: Units::NONE,
            cut_off: self.cut_off,
            newcomers: Units::NONE,
            finds_ways: false,
        }
    }
}

/// STAL-TER-3: whether some attacker attacks across a balka.
fn is_across_a_balka(field: &Field, attack: &Planned) -> bool {
    let theatre = field.theatre();
    let from = field.hexes_of(attack.attackers);
    from.iter().any(|hex| attack.targets().iter().any(|&target| theatre.is_balka(hex, target)))
}
