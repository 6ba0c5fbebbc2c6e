//! When an allocation can be closed: whom attackers must attack too (STAL-ATK-4 to STAL-ATK-9), which attacks must be
//! exchanges (STAL-EXC-9).

use kit::{Objection, Sums, map::HexId};

use super::{Plan, Planned, Terms};
use crate::{
    battle::Battle,
    field::{Field, Status},
    map::Hexes,
    units::{Side, UnitId},
};

impl Plan {
    /// STAL-ATK-4: the hexes whose undisrupted units must be attacked because of this attacker in his hex.
    fn asked_by(field: &Field, side: Side, attack: &Planned, from: HexId) -> Hexes {
        let theatre = field.theatre();
        // STAL-ATK-9: in a shared hex only that hex.
        if attack.area().contains(from) {
            return Hexes::EMPTY;
        }
        // STAL-ATK-7
        if side == Side::German && field.headquarters().is_none() {
            return Hexes::EMPTY;
        }
        // STAL-ATK-6
        let exempt = theatre.stalingrad | Hexes::of(theatre.summit);
        if side == Side::Russian && exempt.contains(from) && attack.area().is_subset(exempt) {
            return Hexes::EMPTY;
        }
        // STAL-ATK-8
        let enemy = side.enemy();
        let firm = field.hexes_of(field.units_of(enemy) - field.all(Status::Disrupted));
        // STAL-ATK-5
        let near = theatre.near(from) & firm;
        near.iter().filter(|&hex| !theatre.is_balka(from, hex)).collect()
    }

    /// An attacker and a hex beside him that must be attacked too (STAL-ATK-4).
    fn unmet(&self, field: &Field, side: Side) -> Option<(UnitId, HexId)> {
        let attacked = self.attacked();
        self.attacks().iter().find_map(|attack| {
            attack.attackers.iter().find_map(|unit| {
                let from = field.hex_of(unit)?;
                let missing = Self::asked_by(field, side, attack, from) - attacked;
                Some((unit, missing.first()?))
            })
        })
    }

    /// The hexes that must be attacked too and are not (STAL-ATK-4).
    pub fn uncovered(&self, field: &Field, side: Side) -> Hexes {
        let mut all = Hexes::EMPTY;
        for attack in self.attacks() {
            for from in field.hexes_of(attack.attackers) {
                all |= Self::asked_by(field, side, attack, from);
            }
        }
        all - self.attacked()
    }

    /// STAL-EXC-9, STAL-R50, STAL-R87: an attacker of an exchange attack, and an attacked hex beside him that is not in
    /// one.
    fn plain_beside_exchange(&self, field: &Field) -> Option<(UnitId, HexId)> {
        let plain = self.attacks().iter().filter(|attack| !attack.exchange);
        let plain = plain.fold(Hexes::EMPTY, |all, attack| all | attack.area());
        self.attacks().iter().filter(|attack| attack.exchange).find_map(|attack| {
            attack.attackers.iter().find_map(|unit| {
                let from = field.hex_of(unit)?;
                if attack.area().contains(from) {
                    return None;
                }
                Some((unit, (field.theatre().near(from) & plain).first()?))
            })
        })
    }

    /// Whether the allocation can be closed, or why not (STAL-ATK-13, STAL-R69). No attack at all always can.
    pub fn check_close<E: Objection>(&self, field: &Field, terms: Terms) -> Result<(), E> {
        let theatre = field.theatre();
        for (place, planned) in self.attacks().iter().enumerate().filter(|(_, attack)| !attack.allowed) {
            let attack = self.meeting(place, terms).attack(field);
            if let Err(refusal) = Battle::reckon(&attack, &mut Sums::default()) {
                let who = planned.targets().iter().map(|&hex| theatre.name(hex));
                return Err(E::explain(|| refusal).blame(who));
            }
        }
        if let Some((unit, hex)) = self.unmet(field, terms.side) {
            let (name, number) = (field.name(unit), theatre.name(hex));
            let is_firm = |enemy: &UnitId| !field.is_disrupted(*enemy);
            let enemy = field.units_of_in(terms.side.enemy(), hex).find(is_firm);
            let enemy = enemy.map_or("", |enemy| field.name(enemy));
            let reason = || format!("{name} attacks beside {enemy} in {number}, which must be attacked too");
            return Err(E::raise("STAL-ATK-4", enemy, reason).blame([name]));
        }
        if let Some((unit, hex)) = self.plain_beside_exchange(field) {
            let (name, number) = (field.name(unit), theatre.name(hex));
            let reason = || {
                format!(
                    "{name} makes an exchange attack beside {number}, which is attacked and must be in one too"
                )
            };
            return Err(E::raise("STAL-EXC-9", name, reason).blame([number]));
        }
        Ok(())
    }

    /// Whether the allocation can be closed.
    pub fn can_close(&self, field: &Field, side: Side) -> bool {
        self.attacks().iter().all(|attack| attack.allowed)
            && self.uncovered(field, side).is_empty()
            && self.plain_beside_exchange(field).is_none()
    }
}
