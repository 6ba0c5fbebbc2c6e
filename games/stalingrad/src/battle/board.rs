//! An attack as it stands on the map: units, hexes, orders and supply read off the field.

use kit::{Chart, Inquiry, Reckoning, Report, Sums, chance, map::HexId};
use smallvec::SmallVec;

use super::{Attack, AttackStage, Attacker, Battle, Defender, Site, WayOut, words};
use crate::{
    allocation::Planned,
    charts::Charts,
    field::{Field, Status},
    game::House,
    retreat::Pressure,
    supply::Supply,
    units::{Placed, Side, UnitId, Units},
};

/// What an attack on the map is made of besides the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting<'p> {
    /// Whose attack it is.
    pub side: Side,
    /// The game turn.
    pub turn: u8,
    /// Announced, or about to be rolled.
    pub stage: AttackStage,
    pub house: House,
    /// Who attacks what, with which support.
    pub planned: &'p Planned,
    /// STAL-OPA-3: the hexes that the Fliegerkorps attacked in the older air system.
    pub struck_from_the_air: [HexId; 2],
    /// Whether the defenders are ordered not to retreat, besides those who always are.
    pub no_retreat: bool,
    /// STAL-EXC-5: attackers risked in an exchange attack; all if there is none.
    pub risked: Units,
    /// Everybody who is out of supply.
    pub cut_off: Units,
    /// Defenders who have come into an attacked hex since the attacks were announced (STAL-RET-10).
    pub newcomers: Units,
    /// Whether defenders are looked at for a way back; otherwise that is found out when they retreat (STAL-R53).
    pub finds_ways: bool,
}

/// Everybody on the map who is out of supply (STAL-SUP-6).
pub(crate) fn cut_off(field: &Field) -> Units {
    Supply::of(field, Side::German).cut_off(field) | Supply::of(field, Side::Russian).cut_off(field)
}

/// The units in the attacked hexes, hex by hex.
pub(crate) fn defenders<'f>(
    field: &'f Field,
    side: Side,
    targets: &'f [HexId],
) -> impl Iterator<Item = UnitId> + 'f {
    targets.iter().flat_map(move |&hex| field.units_of_in(side.enemy(), hex))
}

/// The attackers who are still on the map, in their order.
pub(crate) fn attackers(field: &Field, planned: &Planned) -> impl Iterator<Item = UnitId> {
    (planned.attackers & field.on_map()).iter()
}

impl Meeting<'_> {
    /// The attack as the rules see it.
    pub fn attack(&self, field: &Field) -> Attack<'static> {
        let theatre = field.theatre();
        let planned = self.planned;
        let targets = planned.targets();
        let is_resolved = self.stage == AttackStage::Resolution;
        let headquarters = field.headquarters().filter(|_| !field.is_disrupted(theatre.headquarters));
        let close_support = planned.support.count_ones() as u8;
        let mut attack = Attack {
            rules: field.rules(),
            side: self.side,
            stage: self.stage,
            turn: Some(self.turn),
            attackers: SmallVec::new(),
            defenders: SmallVec::new(),
            bystanders: SmallVec::new(),
            sites: SmallVec::new(),
            headquarters: headquarters.map(|hex| theatre.hex(hex)),
            close_support,
            older_support: self.older_support(field),
            no_retreat: self.no_retreat,
            demand: field.charts().conduct(crate::results::GroundResult::Routed).demand,
            exchange: planned.exchange,
            // STAL-R12: asked after the allocation; STAL-R78: once it stands, it stands for newcomers too.
            consent: planned.exchange,
            snipers: snipers(field, self.side.enemy(), targets),
            friendly_bombing: None,
            air_system: self.house.air_system,
            index: self.house.index,
            has_gaps: !(planned.attackers - field.on_map()).is_empty(),
            stands: false,
        };
        let mut sites: SmallVec<[HexId; 8]> = SmallVec::new();
        let mut know = |hex: HexId| {
            if !sites.contains(&hex) {
                sites.push(hex);
            }
        };
        for unit in attackers(field, planned) {
            let Some(hex) = field.hex_of(unit) else { continue };
            know(hex);
            let disrupted = field.is_disrupted(unit);
            attack.attackers.push(Attacker {
                unit: field.unit(unit),
                at: theatre.hex(hex),
                disrupted: disrupted && !is_resolved,
                unsupplied: self.cut_off.contains(unit),
                has_attacked: !is_resolved && field.is(unit, Status::Attacked),
                // STAL-SNP-8: a Disrupted attacker attacks no longer.
                dropped_out: disrupted && is_resolved,
                risked: self.risked.contains(unit),
            });
        }
        let pressure = Pressure::of(field, planned.attackers, targets);
        for unit in defenders(field, self.side, targets) {
            let Some(hex) = field.hex_of(unit) else { continue };
            know(hex);
            let way_out = if self.finds_ways { pressure.way_out(field, unit) } else { WayOut::Free };
            attack.defenders.push(Defender {
                unit: field.unit(unit),
                at: theatre.hex(hex),
                disrupted: field.is_disrupted(unit),
                unsupplied: self.cut_off.contains(unit),
                way_out,
                hit_before: field.is(unit, Status::Struck),
            });
        }
        let mut near = field.hexes_of(planned.attackers & field.on_map());
        if close_support > 0 {
            // STAL-AIR-6: whoever is near enough to be bombed by friends.
            near |= theatre.beside(targets.iter().copied().collect()) & theatre.urban;
        }
        for hex in near & field.held_by(self.side) {
            for unit in field.units_of_in(self.side, hex).filter(|&unit| !planned.attackers.contains(unit)) {
                know(hex);
                attack.bystanders.push(Placed { unit: field.unit(unit), at: theatre.hex(hex) });
            }
        }
        attack.sites.extend(sites.into_iter().map(|hex| Site {
            hex: theatre.hex(hex),
            terrain: theatre.terrain(hex),
            shore: theatre.shore.contains(hex),
            balkas: theatre.balkas(hex),
            open_sides: kit::map::Directions::NONE,
        }));
        attack
    }

    /// STAL-OPA-3, STAL-OPA-5: only in the open; STAL-R106: every hex of the attack.
    fn older_support(&self, field: &Field) -> u8 {
        let targets = self.planned.area();
        if self.side != Side::German || !targets.is_subset(field.theatre().open) {
            return 0;
        }
        self.struck_from_the_air.iter().filter(|&&hex| targets.contains(hex)).count() as u8
    }

    /// The attack as it stands, none if it is found to be cancelled.
    ///
    /// STAL-R67: where attackers have dropped out, it is tried first without those who came later, who alone never cancel
    /// an attack.
    fn settled(&self, field: &Field) -> Option<Attack<'static>> {
        let mut attack = self.attack(field);
        if attack.has_dropouts() && !self.newcomers.is_empty() {
            let mut first = attack.clone();
            let came: SmallVec<[bool; 8]> = defenders(field, self.side, self.planned.targets())
                .map(|unit| self.newcomers.contains(unit))
                .collect();
            let mut places = came.iter();
            first.defenders.retain(|_| places.next() == Some(&false));
            if !first.defenders.is_empty() {
                Battle::reckon(&first, &mut Sums::default()).ok()?.column()?;
                attack.stands = true;
            }
        }
        Some(attack)
    }

    /// The attack with its strengths and column; none if it is cancelled, or nobody is left to attack or to be attacked
    /// (STAL-CRT-6).
    pub fn reckon(&self, field: &Field) -> Option<Battle> {
        let attack = self.settled(field)?;
        if attack.fighting().next().is_none() || attack.defenders.is_empty() {
            return None;
        }
        Battle::reckon(&attack, &mut Sums::default()).ok().filter(|battle| battle.column().is_some())
    }

    /// The odds of the attack with reasons; nothing for one that may not be made.
    pub fn report(&self, field: &Field) -> Option<Report> {
        let attack = self.settled(field)?;
        let mut reckoning = Reckoning::default();
        let battle = Battle::reckon(&attack, &mut reckoning).ok()?;
        let odds = chance::odds(&battle).ok()?;
        let tell = |end: &super::BattleProgress| words::tell(&battle, &attack, *end);
        let mut report = Report::of(Battle::KIND, Battle::TITLE, &reckoning, &odds, tell);
        report.facts = words::facts(&battle, &attack);
        report.chart = battle.column().map(|column| chart(&battle.rules, column));
        Some(report)
    }

    /// The column in which the attack is read; none for one that may not be made. Cheap beside the whole report.
    pub fn column(&self, field: &Field) -> Option<String> {
        let attack = self.settled(field)?;
        let battle = Battle::reckon(&attack, &mut Reckoning::default()).ok()?;
        battle.column().map(|column| head(&battle.rules, column))
    }
}

fn head(charts: &Charts, column: kit::Column) -> String {
    charts.tables.crt.sheet().heads()[charts.ladder.printed(column)].clone()
}

fn chart(charts: &Charts, column: kit::Column) -> Chart {
    Chart { table: "crt", columns: vec![head(charts, column)] }
}

/// The attacked hexes with a sniper of the defender.
fn snipers(field: &Field, side: Side, targets: &[HexId]) -> SmallVec<[crate::hexes::Hex; 2]> {
    let posted = targets.iter().filter(|&&hex| field.posted_in(side, hex).next().is_some());
    posted.map(|&hex| field.theatre().hex(hex)).collect()
}
