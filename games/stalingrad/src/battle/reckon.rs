//! Strengths and column shifts, line by line.

use kit::{Column, Factor, Part, Refusal, Tally};

use super::{
    attack::{Attack, AttackStage, Defender, Targets},
    losses::Units,
};
use crate::{
    charts::Charts,
    hexes::Hex,
    units::{Arm, Side, Unit, UnitKind},
};

impl<'u> Attack<'u> {
    /// STAL-TER-3, STAL-R56: the attackers across a balka to any of the attacked hexes.
    pub(super) fn across_a_balka(&self, targets: &Targets) -> Units {
        let mut across = Units::default();
        if self.sites.iter().all(|site| site.balkas.is_empty()) {
            return across;
        }
        for (place, attacker) in self.attackers.iter().enumerate().filter(|(_, unit)| !unit.dropped_out) {
            if targets.iter().any(|&target| self.is_balka(attacker.at, target)) {
                across = across.with(place);
            }
        }
        across
    }

    /// STAL-PAN-2, STAL-R8, STAL-R58: another ground unit of the attacker is in the hex.
    fn attacker_has_company(&self, place: usize, at: Hex) -> bool {
        self.attackers.iter().enumerate().any(|(other, attacker)| other != place && attacker.at == at)
            || self.bystanders.iter().any(|other| other.at == at)
    }

    /// STAL-PAN-3 and STAL-R7 on attack: a panzer of the same attack in the hex, every attacked hex open. One is as
    /// good as several (STAL-PAN-4), and it does not help itself.
    fn attacker_is_with_panzer(&self, place: usize, at: Hex) -> bool {
        self.attackers.iter().enumerate().any(|(other, attacker)| {
            other != place
                && attacker.at == at
                && !attacker.dropped_out
                && attacker.unit.kind == UnitKind::Panzer
        })
    }

    /// STAL-PAN-3 on defence: the hex is open, or all attackers come across all-open hex-sides.
    fn panzers_help_the_defence(&self, at: Hex) -> bool {
        self.nature(at).is_open
            || self.fighting().all(|attacker| attacker.at != at && self.is_open_side(attacker.at, at))
    }

    /// STAL-CRT-3 for an attacker: factor, panzer, balka.
    pub(super) fn attack_strength<T: Tally<'u>>(
        &self,
        place: usize,
        is_across_a_balka: bool,
        all_open: bool,
        tally: &mut T,
    ) -> Factor {
        let attacker = &self.attackers[place];
        let mut sum = Running::of(attacker.unit, Part::ATTACK, tally);
        let needs_company = attacker.unit.kind.needs_company() && self.nature(attacker.at).is_city;
        let alone = needs_company && !self.attacker_has_company(place, attacker.at);
        sum.print_factor(&self.rules, attacker.unit, alone);
        if all_open
            && attacker.unit.side(&self.rules) == Side::German
            && self.attacker_is_with_panzer(place, attacker.at)
        {
            sum.add(
                Factor::whole(self.rules.changes.beside_a_panzer),
                "a panzer beside it, against open ground",
                "STAL-PAN-3",
            );
        }
        if is_across_a_balka {
            sum.become_share(
                self.rules.changes.across_a_balka.of(sum.strength),
                "halved across a balka",
                "STAL-TER-3",
            );
        }
        sum.strength
    }

    /// STAL-CRT-3 for a defender: factor, panzer, strongpoint or headquarters.
    pub(super) fn defence_strength<T: Tally<'u>>(&self, place: usize, tally: &mut T) -> Factor {
        let Defender { unit, at, .. } = self.defenders[place];
        let mut sum = Running::of(unit, Part::DEFENCE, tally);
        let others = || {
            self.defenders.iter().enumerate().filter(|(other, defender)| *other != place && defender.at == at)
        };
        let alone = unit.kind.needs_company() && self.nature(at).is_city && others().next().is_none();
        sum.print_factor(&self.rules, unit, alone);
        if unit.side(&self.rules) == Side::German {
            let panzer = others().any(|(_, other)| other.unit.kind == UnitKind::Panzer);
            if panzer && self.panzers_help_the_defence(at) {
                sum.add(
                    Factor::whole(self.rules.changes.beside_a_panzer),
                    "a panzer beside it, attacked in the open",
                    "STAL-PAN-3",
                );
            }
            return sum.strength;
        }
        let changes = &self.rules.changes;
        // STAL-TER-7: never doubled twice; STAL-HQ-2: the headquarters itself not at all; STAL-DIS-3: Disrupted or not.
        match self.rules.arm(unit.kind) {
            Arm::Headquarters => {}
            Arm::Infantry if self.nature(at).is_strong => {
                let doubled = changes.in_a_strongpoint.of(sum.strength);
                sum.become_share(doubled, "doubled in a strongpoint or on the summit", "STAL-TER-7");
            }
            _ if self.has_headquarters(at) => {
                let doubled = changes.with_the_headquarters.of(sum.strength);
                sum.become_share(doubled, "doubled with the headquarters", "STAL-HQ-1");
            }
            Arm::Armour | Arm::Infantry => {}
        }
        sum.strength
    }

    /// STAL-CRT-4: all shifts, added up in the tally.
    pub(super) fn shifts<T: Tally<'u>>(&self, targets: &Targets, strengths: &[Factor], tally: &mut T) {
        let shifts = &self.rules.shifts;
        let mut shift =
            |columns: i32, why, clause| tally.add(Part::SHIFT, Factor::whole(columns), "", why, clause);
        if self.close_support > 0 {
            let in_city = targets.iter().any(|&hex| self.nature(hex).is_city || self.has_headquarters(hex));
            let each = if in_city { shifts.support_in_the_city } else { shifts.support_in_the_open };
            let why = if in_city {
                "close support in the city or on a strongpoint"
            } else {
                "close support in the open"
            };
            shift(each * i32::from(self.close_support), why, "STAL-AIR-5");
        }
        if self.older_support > 0 {
            shift(
                shifts.older_support * i32::from(self.older_support),
                "air support in clear terrain",
                "STAL-OPA-3",
            );
        }
        if self.is_half_disrupted(strengths) {
            shift(shifts.disrupted, "half of the defence or more is Disrupted", "STAL-DIS-2");
        }
        if self.defenders.iter().any(|defender| defender.unsupplied) {
            shift(shifts.unsupplied_defenders, "an unsupplied defender", "STAL-SUP-6");
        }
        if self.fighting().any(|attacker| attacker.unsupplied) {
            shift(shifts.unsupplied_attackers, "an unsupplied attacker", "STAL-SUP-6");
        }
        if self.is_around_the_headquarters() {
            shift(shifts.headquarters, "all attackers in or next to the headquarters' hex", "STAL-HQ-3");
        }
    }

    /// STAL-DIS-2: measured in modified strength.
    fn is_half_disrupted(&self, strengths: &[Factor]) -> bool {
        let disrupted: Factor = self
            .defenders
            .iter()
            .zip(strengths)
            .filter(|(defender, _)| defender.disrupted)
            .map(|(_, strength)| *strength)
            .sum();
        let all: Factor = strengths.iter().copied().sum();
        disrupted.is_positive() && disrupted.doubled() >= all
    }

    /// STAL-HQ-3: every attacking Russian in or next to the hex of the undisrupted headquarters.
    fn is_around_the_headquarters(&self) -> bool {
        if self.side != Side::Russian {
            return false;
        }
        let attacking = self.fighting().find(|attacker| attacker.unit.kind == UnitKind::Headquarters);
        let headquarters = attacking.map(|attacker| attacker.at).or(self.headquarters);
        headquarters.is_some_and(|at| self.fighting().all(|attacker| attacker.at.distance(at) <= 1))
    }

    /// Whether attackers have dropped out since the attack was announced.
    pub(crate) fn has_dropouts(&self) -> bool {
        self.has_gaps || self.attackers.iter().any(|attacker| attacker.dropped_out)
    }

    /// STAL-CRT-5, STAL-R2, STAL-CRT-6, STAL-ATK-12: the column that is read, or none if the attack is cancelled.
    pub(super) fn column(
        &self,
        attack: Factor,
        defence: Factor,
        shift: i16,
    ) -> Result<Option<Column>, Refusal> {
        let ladder = &self.rules.ladder;
        let raw = ladder.reach(attack, defence);
        let shifted = raw.map(|column| column.shifted(shift)).filter(|column| *column >= Column(0));
        if let Some(column) = shifted {
            return Ok(Some(ladder.clamp(column)));
        }
        let lowest = || &self.rules.tables.crt.sheet().heads()[0];
        match self.stage {
            AttackStage::Allocation if raw.is_none() => {
                let words = format!("{attack} against {defence} is less than the lowest odds, {}", lowest());
                Err(Refusal::new("STAL-CRT-5", words))
            }
            AttackStage::Allocation => {
                let words =
                    format!("{attack} against {defence} with a shift of {shift} leads below {}", lowest());
                Err(Refusal::new("STAL-CRT-5", words))
            }
            // STAL-CRT-6: attackers have dropped out.
            AttackStage::Resolution if self.has_dropouts() && !self.stands => Ok(None),
            // STAL-R59: defenders have come; strengths below 1:5 are held there, then shifted, then held again.
            AttackStage::Resolution => Ok(Some(ladder.clamp(raw.unwrap_or(Column(0)).shifted(shift)))),
        }
    }
}

/// One unit's strength on its way into the tally.
struct Running<'t, 'u, T> {
    tally: &'t mut T,
    part: Part,
    who: &'u str,
    strength: Factor,
}

impl<'t, 'u, T: Tally<'u>> Running<'t, 'u, T> {
    fn of(unit: &'u Unit, part: Part, tally: &'t mut T) -> Self {
        Self { tally, part, who: &unit.name, strength: Factor::ZERO }
    }

    fn add(&mut self, amount: Factor, why: &'static str, clause: &'static str) {
        self.strength += amount;
        self.tally.add(self.part, amount, self.who, why, clause);
    }

    /// A multiplication is a line that adds the difference.
    fn become_share(&mut self, changed: Factor, why: &'static str, clause: &'static str) {
        self.add(changed - self.strength, why, clause);
    }

    /// STAL-UNI-2; STAL-PAN-2: half for a lone panzer or pioneer in the city.
    fn print_factor(&mut self, charts: &Charts, unit: &Unit, alone: bool) {
        self.add(unit.factor, "factor", "STAL-UNI-2");
        if alone {
            let half = charts.changes.alone_in_the_city.of(unit.factor);
            self.become_share(half, "alone in the city", "STAL-PAN-2");
        }
    }
}
