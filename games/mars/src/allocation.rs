//! Allocation of attacks (MARS-ATT-1 to MARS-ATT-10): battles put together freely, judged as a whole.

use kit::{Sums, map::search::Path};

use crate::{
    battle::assault::{Readiness, check_readiness},
    prelude::*,
};

/// As many battles as a side has units: everybody attacks at most once (MARS-ATT-3).
const MOST_BATTLES: usize = 35;

/// A battle that is planned or waits for its die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Planned {
    pub attackers: Units,
    targets: Path<MOST_TARGETS>,
    /// The strength of an attacked hex without units, 0 if units are attacked (MARS-ATT-5).
    strength: u8,
    /// Whether its odds let it be made (MARS-ODD-6).
    allowed: bool,
}

impl Planned {
    pub fn targets(&self) -> &[HexId] {
        self.targets.hexes()
    }

    /// The strength of the line that is attacked, if a hex without units is.
    pub fn line_strength(&self) -> Option<u8> {
        (self.strength > 0).then_some(self.strength)
    }

    /// Whether its odds let it be made (MARS-ODD-6).
    pub const fn is_allowed(&self) -> bool {
        self.allowed
    }

    fn area(&self) -> Hexes {
        self.targets().iter().copied().collect()
    }

    pub fn meeting(&self, battling: &Battling) -> Meeting<'_> {
        battling.meeting(self.attackers, self.targets(), self.line_strength())
    }

    /// Whether its odds let it be made (MARS-ODD-6).
    fn may_be_made(&self, field: &Field, battling: &Battling) -> bool {
        // Reckoned as if it were to be rolled, which refuses nothing and makes no words.
        let meeting = Meeting { moment: Moment::Resolution, ..self.meeting(battling) };
        Reckoned::new(&meeting.assault(field), &mut Sums::default()).is_ok_and(|it| it.may_be_allocated())
    }
}

/// The attacks of a combat step: first being put together, then waiting for their dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Plan {
    battles: List<Planned, MOST_BATTLES>,
    attacked: Hexes,
    attackers: Units,
    /// Hexes that must be attacked too and are not (MARS-ATT-6).
    unmet: Hexes,
    /// Who could attack when the allocation began (MARS-ATT-2).
    ready: Units,
    /// Everybody's supply when the allocation began.
    supplies: Supplies,
    /// What could be attacked then: hexes with enemies, and hexes whose line has a strength.
    held: Hexes,
    lines: Hexes,
    /// Who stood in the attacked hexes when the allocation was bound, and has not retreated since.
    defenders: Units,
}

impl Plan {
    /// No attacks yet; who may attack and what can be attacked is settled now.
    pub fn begin(field: &Field, side: Side) -> Self {
        let supplies = Supplies::of(field);
        let weak = field.all(Status::Disrupted) | field.all(Status::DugIn) | field.all(Status::Strained);
        Self {
            ready: field.units_of(side) - weak - supplies.isolated,
            supplies,
            held: field.enemies_of(side),
            lines: lines_with_strength(field, side),
            ..Self::default()
        }
    }

    /// The battles in the order in which they were planned.
    pub fn battles(&self) -> &[Planned] {
        &self.battles
    }

    pub fn is_empty(&self) -> bool {
        self.battles.is_empty()
    }

    pub const fn attacked(&self) -> Hexes {
        self.attacked
    }

    pub const fn attackers(&self) -> Units {
        self.attackers
    }

    /// Hexes that must be attacked too (MARS-ATT-6).
    pub const fn unmet(&self) -> Hexes {
        self.unmet
    }

    pub const fn supplies(&self) -> Supplies {
        self.supplies
    }

    pub fn battle_at(&self, hex: HexId) -> Option<usize> {
        if !self.attacked.contains(hex) {
            return None;
        }
        self.battles().iter().position(|battle| battle.targets().contains(&hex))
    }

    fn battle_of(&self, unit: UnitId) -> Option<usize> {
        self.battles().iter().position(|battle| battle.attackers.contains(unit))
    }

    /// Whether everything is legal as a whole (MARS-ATT-8). No battle at all always is.
    pub fn is_legal(&self) -> bool {
        self.unmet.is_empty() && self.battles().iter().all(|battle| battle.allowed)
    }

    /// Calls `found` with every unit and hex that it can be allocated against, until it says stop; whether it did.
    #[inline]
    pub fn any_attack(&self, field: &Field, mut found: impl FnMut(UnitId, HexId) -> bool) -> bool {
        let map = &field.theatre().map;
        let near = field.theatre().neighbours.of(self.held | self.lines);
        (self.ready - self.attackers).iter().any(|unit| {
            field.hex_of(unit).filter(|&from| near.contains(from)).is_some_and(|from| {
                let mut around = map.neighbours(from);
                around.any(|target| self.may_attack(field, from, target) && found(unit, target))
            })
        })
    }

    /// Whether a unit in a hex next to a target can attack it (MARS-ATT-4, MARS-ATT-5).
    fn may_attack(&self, field: &Field, from: HexId, target: HexId) -> bool {
        if self.held.contains(target) {
            // With several attacked hexes everybody is next to each of them.
            let map = &field.theatre().map;
            return self.battle_at(target).is_none_or(|battle| {
                self.battles[battle].targets().iter().all(|&other| map.are_adjacent(from, other))
            });
        }
        self.lines.contains(target) && crosses_line(field, from, target)
    }

    /// Calls `found` with every hex that can be taken into a battle, and the first hex of that battle.
    pub fn each_inclusion(&self, field: &Field, mut found: impl FnMut(HexId, HexId)) {
        for battle in self.battles() {
            if let Some(&first) = battle.targets().first().filter(|_| battle.strength == 0) {
                for hex in self.common_targets(field, battle) - self.attacked {
                    found(hex, first);
                }
            }
        }
    }

    /// Hexes with enemies next to every attacker of a battle.
    fn common_targets(&self, field: &Field, battle: &Planned) -> Hexes {
        let neighbours = &field.theatre().neighbours;
        let hexes = field.hexes_of(battle.attackers);
        hexes.iter().fold(self.held, |common, hex| common & neighbours.of(Hexes::of(hex)))
    }

    /// Whether a unit can be allocated against a hex, or why not.
    pub fn check_attack<E: Objection>(
        &self,
        field: &Field,
        side: Side,
        unit: UnitId,
        target: HexId,
    ) -> Result<(), E> {
        let theatre = field.theatre();
        let (name, number) = (field.name(unit), theatre.name(target));
        let Some(from) = field.hex_of(unit).filter(|_| field.unit(unit).side == side) else {
            return refuse("MARS-ATT-1", name, format_args!("is not a {side} unit on the map"));
        };
        let readiness = Readiness {
            disrupted: field.is(unit, Status::Disrupted),
            supply: self.supplies.status(unit),
            fortified_this_turn: field.is(unit, Status::DugIn),
            moved_too_far: field.is(unit, Status::Strained),
        };
        check_readiness(name, readiness)?;
        if let Some(battle) = self.battle_of(unit) {
            let against = theatre.name(self.battles[battle].targets()[0]);
            return refuse(
                "MARS-ATT-3",
                name,
                format_args!("attacks {against} already, and a unit attacks once; release it first"),
            );
        }
        if !theatre.map.are_adjacent(from, target) {
            let from = theatre.name(from);
            return refuse("MARS-ATT-1", name, format_args!("in {from} is not next to {number}"));
        }
        if !self.held.contains(target) {
            return self.check_line(field, side, unit, from, target);
        }
        let others = self.battle_at(target).map_or(&[][..], |battle| self.battles[battle].targets());
        let far = others.iter().find(|&&other| !theatre.map.are_adjacent(from, other));
        let Some(other) = far.map(|&other| theatre.name(other)) else { return Ok(()) };
        let reason =
            || format!("{name} is not next to {other}, which is attacked in the same battle as {number}");
        Err(E::raise("MARS-ATT-4", name, reason).blame([other]))
    }

    /// A hex without enemies can be attacked only for its line, and only over it (MARS-ATT-5).
    fn check_line<E: Objection>(
        &self,
        field: &Field,
        side: Side,
        unit: UnitId,
        from: HexId,
        target: HexId,
    ) -> Result<(), E> {
        let number = field.theatre().name(target);
        let words = if field.held_by(side).contains(target) {
            format!("{number} is held by {side} units")
        } else if !self.lines.contains(target) {
            format!("{number} holds no unit and its frontline has no strength: there is nothing to attack")
        } else if !crosses_line(field, from, target) {
            let from = field.theatre().name(from);
            format!("{number} holds no unit and can be attacked over the frontline only, not from {from}")
        } else {
            return Ok(());
        };
        Err(E::raise("MARS-ATT-5", number, || words).blame([field.name(unit)]))
    }

    /// Whether a hex can be taken into the battle against another, or why not.
    pub fn check_inclusion<E: Objection>(&self, field: &Field, new: HexId, known: HexId) -> Result<(), E> {
        let theatre = field.theatre();
        let (number, with) = (theatre.name(new), theatre.name(known));
        let Some(battle) = self.battle_at(known).map(|battle| &self.battles[battle]) else {
            let reason = || format!("{with} is not attacked, so nothing can be joined to it");
            return no_since("MARS-ATT-4", number, reason);
        };
        no_if(self.attacked.contains(new), "MARS-ATT-3", number, || {
            format!("{number} is attacked already, and a hex is attacked once")
        })?;
        if battle.strength > 0 || !self.held.contains(new) {
            let empty = if battle.strength > 0 { with } else { number };
            let reason = || format!("{empty} holds no enemy unit, so it is attacked in a battle of its own");
            return no_since("MARS-ATT-5", number, reason);
        }
        let is_far = |from| !theatre.map.are_adjacent(from, new);
        let far = battle.attackers.iter().find(|&unit| field.hex_of(unit).is_some_and(is_far));
        let Some(name) = far.map(|unit| field.name(unit)) else { return Ok(()) };
        let reason = || format!("{name} attacks {with} but is not next to {number}");
        Err(E::raise("MARS-ATT-4", number, reason).blame([name]))
    }

    /// Whether the allocation can be bound, or why not (MARS-ATT-8).
    pub fn check_legal<E: Objection>(&self, field: &Field, battling: Battling) -> Result<(), E> {
        let name = |&hex: &HexId| field.theatre().name(hex);
        for battle in self.battles().iter().filter(|battle| !battle.allowed) {
            let judged = Reckoned::new(&battle.meeting(&battling).assault(field), &mut Sums::default());
            if let Err(refusal) = judged {
                return Err(E::explain(|| refusal).blame(battle.targets().iter().map(name)));
            }
        }
        if self.unmet.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = self.unmet.iter().map(|hex| name(&hex)).collect();
        let reason = || {
            format!(
                "{} must be attacked too: next to attackers and to units they attack, with units that may not be passed by",
                names.join(", ")
            )
        };
        Err(E::raise("MARS-ATT-6", "", reason).blame(names.iter().copied()))
    }

    /// Allocates a unit; the battle is made if it is the first.
    pub fn attack(&mut self, field: &Field, unit: UnitId, target: HexId, battling: Battling) {
        let place = self.battle_at(target).unwrap_or_else(|| {
            let strength =
                if self.held.contains(target) { 0 } else { line_strength(field, battling.side, target) };
            let targets = Path::NOWHERE.then(target);
            self.battles.push(Planned { targets, strength, ..Planned::default() });
            self.battles.len() - 1
        });
        self.battles[place].attackers.insert(unit);
        self.judge(field, Some(place), battling);
    }

    /// Takes a hex into the battle against another.
    pub fn include(&mut self, field: &Field, new: HexId, known: HexId, battling: Battling) {
        let Some(place) = self.battle_at(known) else { return };
        self.battles[place].targets = self.battles[place].targets.then(new);
        self.judge(field, Some(place), battling);
    }

    /// Takes a unit out of its battle, which falls away with its last attacker.
    pub fn release(&mut self, field: &Field, unit: UnitId, battling: Battling) {
        let Some(place) = self.battle_of(unit) else { return };
        self.battles[place].attackers.remove(unit);
        if self.battles[place].attackers.is_empty() {
            self.battles.remove(place);
            self.judge(field, None, battling);
        } else {
            self.judge(field, Some(place), battling);
        }
    }

    pub fn drop_battle(&mut self, field: &Field, target: HexId, battling: Battling) {
        let Some(place) = self.battle_at(target) else { return };
        self.battles.remove(place);
        self.judge(field, None, battling);
    }

    pub fn drop_all(&mut self) {
        let Self { ready, supplies, held, lines, .. } = *self;
        *self = Self { ready, supplies, held, lines, ..Self::default() };
    }

    /// The allocation is bound: whoever comes into an attacked hex from now on is no defender of it (MARS-RET-6).
    pub fn bind(&mut self, field: &Field) {
        self.defenders = self.attacked.iter().flat_map(|hex| field.units_in(hex)).collect();
    }

    /// Who stood in the attacked hexes when the allocation was bound, and has not retreated since.
    pub const fn defenders(&self) -> Units {
        self.defenders
    }

    /// A unit has retreated: wherever it has come to, it is no defender of that hex (MARS-RET-6).
    pub fn has_left(&mut self, unit: UnitId) {
        self.defenders.remove(unit);
    }

    pub fn finish(&mut self, place: usize) {
        let battle = self.battles.remove(place);
        self.attacked -= battle.area();
        self.attackers -= battle.attackers;
    }

    /// Looks at the whole again after one battle has changed.
    fn judge(&mut self, field: &Field, changed: Option<usize>, battling: Battling) {
        if let Some(place) = changed {
            self.battles[place].allowed = self.battles[place].may_be_made(field, &battling);
        }
        (self.attacked, self.attackers) = (Hexes::EMPTY, Units::NONE);
        for battle in self.battles.iter() {
            self.attacked |= battle.area();
            self.attackers |= battle.attackers;
        }
        self.unmet = self.duties(field, battling.side) - self.attacked;
    }

    /// Hexes that must be attacked in the same combat step (MARS-ATT-6, MARS-R26): next to an attacked hex with units
    /// and to somebody who attacks it, with Undisrupted Germans or an Undisrupted Russian korps. A line without units
    /// sets off nothing and is no duty (MARS-ATT-7). Conditions count as they are at allocation (MARS-ATT-9).
    fn duties(&self, field: &Field, side: Side) -> Hexes {
        let neighbours = &field.theatre().neighbours;
        let mut duties = Hexes::EMPTY;
        for battle in self.battles().iter().filter(|battle| battle.strength == 0) {
            let attackers = field.hexes_of(battle.attackers);
            duties |= neighbours.of(attackers) & neighbours.of(battle.area());
        }
        if duties.is_empty() { duties } else { duties & field.hexes_of(not_passed_by(field, side)) }
    }

    /// What must hold: everybody attacks once and is there, but for the battle in hand, and every hex is attacked once.
    pub fn invariants(&self, field: &Field, in_hand: Option<usize>) -> Result<(), String> {
        let (mut attackers, mut attacked) = (0, 0);
        for battle in self.battles() {
            attackers += battle.attackers.len();
            attacked += battle.targets().len();
            if battle.attackers.is_empty() {
                return Err("a battle without attackers".to_owned());
            }
        }
        let everybody = self.battles().iter().fold(Units::NONE, |all, battle| all | battle.attackers);
        if everybody.len() != attackers || self.attacked.len() != attacked {
            return Err("a unit or a hex is in two battles".to_owned());
        }
        let fighting = in_hand.map_or(Units::NONE, |place| self.battles[place].attackers);
        if !(everybody - fighting - field.on_map()).is_empty() {
            return Err("an attacker is not on the map".to_owned());
        }
        Ok(())
    }
}

/// Enemies of `side` that may not be passed by: Undisrupted Germans, or Undisrupted Russian korps (MARS-ATT-6).
fn not_passed_by(field: &Field, side: Side) -> Units {
    let enemies = field.units_of(side.enemy()) - field.all(Status::Disrupted);
    match side {
        Side::Russian => enemies,
        Side::German => enemies.iter().filter(|&unit| field.unit(unit).size == Size::Korps).collect(),
    }
}

/// Hexes without units whose line has a strength against `side` (MARS-ATT-5): of garrisoned zones for the Russian
/// (MARS-TER-6), the far side of the line for the German (MARS-TER-12).
fn lines_with_strength(field: &Field, side: Side) -> Hexes {
    let theatre = field.theatre();
    let hexes = match side {
        Side::Russian => {
            let garrisoned = |hex: &HexId| garrison_strength(field, *hex, true).is_some();
            theatre.zone_hexes.iter().filter(garrisoned).collect()
        }
        Side::German => theatre.far_side,
    };
    hexes - field.held_by(Side::Russian) - field.held_by(Side::German)
}

fn line_strength(field: &Field, side: Side, hex: HexId) -> u8 {
    match side {
        Side::Russian => garrison_strength(field, hex, true).unwrap_or(0),
        Side::German => field.theatre().charts.additions.russian_line.floor() as u8,
    }
}

/// Whether the way from one hex to the next leads over the frontline.
fn crosses_line(field: &Field, from: HexId, to: HexId) -> bool {
    let theatre = field.theatre();
    theatre.map.direction(from, to).is_some_and(|way| theatre.line.at(from).contains(way))
}
