//! A battle as a player describes it.

use super::assault::{
    self, Assault, MOST_UNITS, Options, Origins, Place, Readiness, Target, check_readiness,
};
use crate::{prelude::*, units::UnitRef};

/// One battle: who attacks what from where, and in what state everybody is.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The scenario on whose map it is fought: then rivers, the frontline, towns, forest and the side on which a hex lay
    /// are read off the map by the numbers of the hexes or the names of towns, and need not be said.
    #[serde(default)]
    pub scenario: Option<Scenario>,
    /// Whose attack it is.
    pub side: Side,
    /// The game-turn, 1 to 11; on turn 1 Russian attack factors count double.
    pub turn: u8,
    /// Whether the attack is being planned or its die is about to be rolled.
    #[serde(default)]
    pub moment: Moment,
    /// A German attack above 2:1 may be lowered to a probe at 2:1.
    #[serde(default)]
    pub probe: bool,
    /// House options.
    #[serde(default)]
    pub options: Options,
    /// The attacking units.
    pub attackers: Vec<Attacker>,
    /// The attacked hexes, usually one.
    pub hexes: Vec<Hex>,
}

/// An attacking unit.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Attacker {
    /// The unit.
    pub unit: UnitRef,
    /// The hex it attacks from, as the attacked hexes name it.
    pub from: String,
    /// How well it is supplied.
    #[serde(default)]
    pub supply: Supply,
    /// It is Disrupted, and so may not attack.
    #[serde(default)]
    pub disrupted: bool,
    /// It has fortified in this player-turn, and so may not attack.
    #[serde(default)]
    pub fortified_this_turn: bool,
    /// It has moved farther than it may before an attack.
    #[serde(default)]
    pub moved_too_far: bool,
}

/// An attacked hex.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Hex {
    /// Its number or name.
    pub name: String,
    /// On whose side of the front it lay at the start; a scenario's map knows it.
    #[serde(default)]
    pub initially: Option<Side>,
    /// The hexes from which it is attacked over the frontline.
    #[serde(default)]
    pub over_line: Vec<String>,
    /// The hexes from which it is attacked over a river.
    #[serde(default)]
    pub over_river: Vec<String>,
    /// City, town or neither.
    #[serde(default)]
    pub place: Place,
    /// Whether it is a forest hex; matters only with the house option.
    #[serde(default)]
    pub forest: bool,
    /// Current defence (printed and fortification) of the strongest German infantry in another hex of the same
    /// defence zone; leave out if there is none.
    #[serde(default)]
    pub garrison_elsewhere: Option<Factor>,
    /// The units in it; none if only the frontline itself is attacked.
    #[serde(default)]
    pub units: Vec<Defender>,
}

/// A defending unit.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Defender {
    /// The unit.
    pub unit: UnitRef,
    /// How well it is supplied.
    #[serde(default)]
    pub supply: Supply,
    /// Whether it is Disrupted already.
    #[serde(default)]
    pub disrupted: bool,
    /// Whether it is fortified.
    #[serde(default)]
    pub fortified: bool,
    /// Whether it has been given a No Retreat order for this battle.
    #[serde(default)]
    pub no_retreat: bool,
    /// Whether it has only just retreated into this hex: it adds nothing to the defence but shares its fate.
    #[serde(default)]
    pub retreated_in: bool,
}

impl Situation {
    /// The battle as the rules see it; what cannot be meant is refused.
    pub fn assault<'s>(&'s self, charts: &'s Charts) -> Result<Assault<'s>, Refusal> {
        self.check_sizes(charts)?;
        let mut origins: SmallVec<[&str; 4]> = SmallVec::new();
        let Self { side, turn, moment, probe, options, .. } = *self;
        let (attackers, targets) = (SmallVec::new(), SmallVec::new());
        let mut assault = Assault { charts, side, turn, moment, probe, options, attackers, targets };
        for attacker in &self.attackers {
            self.may_attack(attacker, charts)?;
            let known = origins.iter().rposition(|name| *name == attacker.from);
            let place = known.unwrap_or_else(|| {
                origins.push(&attacker.from);
                origins.len() - 1
            });
            let unit = attacker.unit.unit(charts);
            assault.attackers.push(assault::Attacker { unit, origin: 1 << place, supply: attacker.supply });
        }
        let from = |names: &[String]| -> Origins {
            let bit = |name: &String| {
                origins.iter().position(|origin| origin == name).map_or(0, |place| 1 << place)
            };
            names.iter().map(bit).sum()
        };
        for hex in &self.hexes {
            let mut defenders = SmallVec::new();
            for unit in &hex.units {
                defenders.push(self.defender(hex, unit, charts)?);
            }
            assault.targets.push(Target {
                name: &hex.name,
                initially: hex.initially.ok_or_else(|| {
                    let reason = "on whose side of the front did it lie? Say `initially`, or the `scenario` whose map knows it";
                    Refusal::new("MARS-TER-4", reason).because_of(&hex.name)
                })?,
                line: from(&hex.over_line),
                river: from(&hex.over_river),
                place: hex.place,
                forest: hex.forest,
                line_strength: hex.garrison_elsewhere.max(garrison_come_in(&defenders)),
                defenders,
            });
        }
        check_empty_hexes(&assault)?;
        Ok(assault)
    }

    fn check_sizes(&self, charts: &Charts) -> Result<(), Refusal> {
        let (turn, last) = (self.turn, charts.calendar.len());
        if turn == 0 || usize::from(turn) > last {
            return no_since("MARS-GEN-2", "", || {
                format!("there is no turn {turn}: the game has turns 1 to {last}")
            });
        }
        if self.attackers.is_empty() || self.hexes.is_empty() {
            let reason = "an attack needs at least one attacking unit and one attacked hex";
            return Err(Refusal::new("MARS-ATT-1", reason));
        }
        // A hex in which nobody counts reads a result of its own.
        let readers =
            |hex: &Hex| hex.units.len() + usize::from(hex.units.iter().all(|unit| unit.retreated_in));
        let readings: usize = self.hexes.iter().map(readers).sum();
        if self.attackers.len() > MOST_UNITS || readings > MOST_UNITS || self.hexes.len() > MOST_TARGETS {
            return no_since("MARS-ATT-4", "", || {
                format!(
                    "at most {MOST_UNITS} attackers, {MOST_UNITS} defenders and {MOST_TARGETS} hexes can meet in one battle"
                )
            });
        }
        Ok(())
    }

    /// Whether a unit that a player names as an attacker can be one.
    fn may_attack(&self, attacker: &Attacker, charts: &Charts) -> Result<(), Refusal> {
        let unit = attacker.unit.unit(charts);
        let name = &unit.name;
        if unit.side != self.side {
            let (side, attack) = (unit.side, self.side);
            return refuse("MARS-ATT-1", name, format_args!("is {side}, the attack is {attack}"));
        }
        if !unit.attack.is_positive() {
            return refuse("MARS-ODD-1", name, "has no attack factor");
        }
        if self.moment == Moment::Resolution {
            return Ok(());
        }
        let Attacker { disrupted, supply, fortified_this_turn, moved_too_far, .. } = *attacker;
        check_readiness(name, Readiness { disrupted, supply, fortified_this_turn, moved_too_far })
    }

    /// A defending unit, if it can be one and be fortified as it is said to be.
    fn defender<'s>(
        &self,
        hex: &Hex,
        defender: &'s Defender,
        charts: &'s Charts,
    ) -> Result<assault::Defender<'s>, Refusal> {
        let unit = defender.unit.unit(charts);
        let (name, order) = (&unit.name, defender.unit.order());
        let infantry = charts.roster.arms[unit.kind as usize].class == Class::Infantry;
        let Defender { supply, disrupted, fortified, no_retreat, retreated_in, .. } = *defender;
        if unit.side == self.side {
            let (hex, side) = (&hex.name, self.side);
            return refuse("MARS-ATT-1", name, format_args!("in {hex} is {side} itself"));
        }
        if !unit.defence.is_positive() {
            return refuse("MARS-ODD-1", name, "has no defence factor");
        }
        if fortified && !infantry {
            return refuse("MARS-FOR-1", name, "is of the mobile class and cannot be fortified");
        }
        if fortified && retreated_in {
            return refuse("MARS-FOR-4", name, "has retreated and so is no longer fortified");
        }
        Ok(assault::Defender {
            unit,
            order,
            infantry,
            supply,
            disrupted,
            fortified,
            no_retreat,
            retreated_in,
        })
    }
}

/// MARS-RES-18: a hex that was attacked without units has the strength of a garrison that has retreated into it since.
fn garrison_come_in(defenders: &[assault::Defender<'_>]) -> Option<Factor> {
    let garrisons = defenders.iter().filter(|unit| unit.infantry && unit.unit.side == Side::German);
    let strongest = garrisons.map(assault::Defender::current_defence).max();
    strongest.filter(|_| defenders.iter().all(|unit| unit.retreated_in))
}

/// A hex without units is attacked alone, over the line, and only if the line there has a strength.
fn check_empty_hexes(assault: &Assault<'_>) -> Result<(), Refusal> {
    const RULE: &str = "MARS-ATT-5";
    let Some(empty) = assault.targets.iter().find(|target| target.defenders.is_empty()) else {
        return Ok(());
    };
    let name = empty.name;
    if assault.targets.len() > 1 {
        return refuse(RULE, name, "holds no unit, so it can only be attacked in a battle of its own");
    }
    // A Russian meets a garrisoned zone, a German the far side of the line (MARS-TER-6, MARS-TER-12); a zone without
    // garrison has no strength (MARS-TER-10).
    let has_strength = match assault.side {
        Side::Russian => empty.initially == Side::German && empty.line_strength.is_some(),
        Side::German => empty.initially == Side::Russian,
    };
    if !has_strength {
        return refuse(
            RULE,
            name,
            "holds no unit and its frontline has no strength: there is nothing to attack",
        );
    }
    if !assault.comes_over_the_line_only(empty) {
        let refusal = Refusal::new(
            RULE,
            format!("{name} holds no unit, so every attacker must come over the frontline"),
        );
        let strays = assault.attackers.iter().filter(|attacker| attacker.origin & empty.line == 0);
        return Err(strays.fold(refusal, |refusal, stray| refusal.because_of(&stray.unit.name)));
    }
    Ok(())
}
