//! What can be known before a decision: exact chances from the chains that are played, in numbers and in a few words.

use std::cmp::Reverse;

use kit::{Distribution, Fraction, Viewer, chance, map::HexId};

use crate::{
    action::{Action, KorpsId},
    air::AirResult,
    bank::Light,
    bombing::{BombLine, Bombing},
    crossing::Landing,
    field::SniperId,
    flow::{Step, Triangle},
    game::Stalingrad,
    interception::Over,
    results::Fate,
    skies::Errand,
    units::{Side, UnitId},
};

/// The chances of a unit under bombs or shells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Danger {
    /// The unit.
    pub unit: UnitId,
    /// That it is eliminated.
    pub eliminated: Fraction,
    /// That it is Disrupted.
    pub disrupted: Fraction,
}

impl Danger {
    fn of(unit: UnitId, odds: &Distribution<Fate>) -> Self {
        let chance = |fate| odds.chance(|&found| found == fate);
        Self { unit, eliminated: chance(Fate::Eliminated), disrupted: chance(Fate::Disrupted) }
    }
}

impl Stalingrad {
    fn bomb_lines(&self, korps: KorpsId) -> Vec<BombLine> {
        let laid = self.skies.laid(korps).iter();
        laid.map(|line| BombLine { from: self.theatre().hex(line.from), hexes: line.hexes }).collect()
    }

    /// What the lines that are laid do to every unit that they can reach, also where a bombardier errs; all missions
    /// getting through (STAL-AIR-12 to STAL-AIR-14).
    pub fn bombing_odds(&self) -> Vec<Danger> {
        let is_bombing = |korps: &KorpsId| self.errand(*korps) == Errand::Bombing;
        let lines: Vec<Vec<BombLine>> =
            self.korps().filter(is_bombing).map(|korps| self.bomb_lines(korps)).collect();
        self.dangers_under(&lines)
    }

    /// What one more line would do.
    pub fn line_odds(&self, from: HexId, hexes: u8) -> Vec<Danger> {
        self.dangers_under(&[vec![BombLine { from: self.theatre().hex(from), hexes }]])
    }

    fn dangers_under(&self, lines: &[Vec<BombLine>]) -> Vec<Danger> {
        let (field, theatre) = (&self.field, self.theatre());
        let danger = |unit: UnitId| {
            let at = theatre.hex(field.hex_of(unit)?);
            if !lines.iter().flatten().any(|line| line.may_reach(at)) {
                return None;
            }
            let (index, wear) = (self.house.index, self.bombing_wear());
            let place = (at, field.side(unit));
            let alone = Bombing::of_one(field.rules(), index, wear, lines.iter().cloned(), place);
            Some(Danger::of(unit, &chance::odds(&alone).ok()?.map(|end| end.toll.fate(0))))
        };
        field.on_map().iter().filter_map(danger).collect()
    }

    /// What so many Fliegerkorps of the older air system do to every unit in a hex (STAL-OPA-1).
    pub fn strike_odds(&self, hex: HexId, fliegerkorps: u8) -> Vec<Danger> {
        let Some(odds) = self.strike_on(hex, fliegerkorps).and_then(|attack| chance::odds(&attack).ok())
        else {
            return Vec::new();
        };
        let units = self.field.units_in(hex).enumerate();
        units.map(|(place, unit)| Danger::of(unit, &odds.map(|end| end.toll.fate(place)))).collect()
    }

    /// What air combat can come to (STAL-AIR-3).
    pub fn interception_odds(&self, over: Over) -> Option<Distribution<AirResult>> {
        let odds = chance::odds(&self.air_combat(over)?).ok()?;
        Some(odds.map(|result| result.unwrap_or(AirResult::Nothing)))
    }

    /// What a barrage does to everybody in the triangle, if this unit is rolled for first.
    pub fn barrage_dangers(&self, triangle: Triangle, first: UnitId) -> Vec<Danger> {
        let units = self.under_fire(triangle);
        let danger = |unit| Some(Danger::of(unit, &self.barrage_odds(triangle, first, unit)?));
        units.filter_map(danger).collect()
    }

    /// The chance that the tractor factory repairs a brigade (STAL-REP-5).
    pub fn repair_odds(&self, unit: UnitId) -> Option<Fraction> {
        let odds = chance::odds(&self.repair(unit).ok()?).ok()?;
        Some(odds.chance(|end| *end == Some(true)))
    }

    /// What a decision of the air, the snipers, the river or the guns risks and may bring, in a few words for who decides
    /// it; empty for any other.
    pub fn risk_note(&self, action: &Action) -> String {
        match *action {
            Action::Cross(unit, hex) => {
                let is_night = matches!(self.step(), Step::Crossings(step) if step.light() == Light::Night);
                let light = if is_night { Light::Night } else { Light::Day };
                let now = self.crossing_odds(unit, hex, light).map(|odds| landing_words(&odds));
                let whole = self.whole_crossing_odds(unit, hex).filter(|_| is_night);
                let whole = whole.map(|odds| format!("; with a try by day {}", landing_words(&odds)));
                now.unwrap_or_default() + &whole.unwrap_or_default()
            }
            Action::Return(_, hex) => {
                self.return_odds(hex).map_or_else(String::new, |odds| landing_words(&odds))
            }
            Action::Fire(sniper, _) => self.hit_words(sniper) + &self.duel_words(sniper),
            Action::Answer(sniper) => self.hit_words(sniper),
            Action::First(first) => match self.step() {
                Step::FirstRoll(step) => self.danger_words(self.barrage_dangers(step.triangle(), first)),
                _ => String::new(),
            },
            Action::ShootBack => match self.step() {
                Step::ShootingBack(step) => self.hit_words(step.shooter()),
                _ => String::new(),
            },
            Action::Repair(unit, _) => self
                .repair_odds(unit)
                .map_or_else(String::new, |chance| format!("repaired {} %", chance.percent())),
            Action::LineTo(hex) => match self.step() {
                Step::Missions(step) => {
                    let hexes = self.theatre().map.distance(step.line_from(), hex) as u8 + 1;
                    self.danger_words(self.line_odds(step.line_from(), hexes))
                }
                _ => String::new(),
            },
            Action::Strike(hex, _) => self.danger_words(self.strike_odds(hex, 1)),
            Action::Intercept(_) => {
                let is_river = matches!(self.step(), Step::Crossings(_));
                let over = if is_river { Over::River } else { Over::Mission };
                let charts = self.field.charts();
                self.interception_odds(over).map_or_else(String::new, |odds| {
                    let lost = odds.chance(|&result| !charts.sortie(result).flies());
                    format!("sent home {} %", lost.percent())
                })
            }
            Action::Barrage(hex, second, third) => {
                let triangle = Triangle::new(hex, second, third);
                let first = self.under_fire(triangle).find(|&unit| self.field.side(unit) == Side::German);
                first.map_or_else(String::new, |first| {
                    self.danger_words(self.barrage_dangers(triangle, first))
                })
            }
            _ => String::new(),
        }
    }

    /// The chance of a hit as the owner knows it: only he is asked for this decision.
    fn hit_words(&self, sniper: SniperId) -> String {
        let chance = self.sniper_odds(Viewer::from(sniper.side()), sniper);
        format!("hits {} %", chance.percent())
    }

    /// What an answer would bring, for the Russian who does not know the number of the German: a mixture over all that he
    /// could be (STAL-SNP-3, STAL-SNP-4).
    fn duel_words(&self, russian: SniperId) -> String {
        let Some(german) = self.answerers(russian).next() else { return String::new() };
        let odds = self.duel_odds(Viewer::from(Side::Russian), russian, Some(german));
        odds.map_or_else(String::new, |odds| {
            let falls = odds.chance(|end| end.russian_killed);
            let kills = odds.chance(|end| end.german_killed);
            format!("; if answered he falls {} %, the German {} %", falls.percent(), kills.percent())
        })
    }

    /// Those in most danger first: a scattered line can reach many.
    fn danger_words(&self, mut dangers: Vec<Danger>) -> String {
        dangers.sort_by_key(|danger| Reverse((danger.eliminated, danger.disrupted)));
        let words = dangers.iter().map(|danger| {
            let name = self.name(danger.unit);
            let dead = if danger.eliminated == Fraction::new(0, 1) {
                String::new()
            } else {
                format!("DE {} %, ", danger.eliminated.percent())
            };
            format!("{name} {dead}D {} %", danger.disrupted.percent())
        });
        words.collect::<Vec<_>>().join("; ")
    }
}

fn landing_words(odds: &Distribution<Landing>) -> String {
    let across = odds.chance(|landing| landing.is_across());
    let lost = odds.chance(|&landing| landing == Landing::Destroyed);
    format!("across {} %, lost {} %", across.percent(), lost.percent())
}
