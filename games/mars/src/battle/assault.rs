//! A battle as the rules see it: units, hexes and crossings, without files or map.

use kit::{Factor, Refusal};
use smallvec::SmallVec;

use super::{
    results::Results,
    situation::{DieIndex, Moment, Options, Place, Situation},
};
use crate::{
    charts,
    units::{Side, Supply, Unit},
};

/// The most attackers or attacked units of one battle; the map cannot bring more together.
pub const MOST_UNITS: usize = Results::MOST;

/// The hexes that attackers come from, a bit each.
pub type Origins = u32;

/// An attacking unit.
#[derive(Clone, Copy, Debug)]
pub struct Attacker<'s> {
    /// The unit.
    pub unit: &'s Unit,
    /// The bit of the hex it attacks from.
    pub origin: Origins,
    /// Its supply now.
    pub supply: Supply,
}

/// A defending unit.
#[derive(Clone, Copy, Debug)]
pub struct Defender<'s> {
    /// The unit.
    pub unit: &'s Unit,
    /// Its supply now.
    pub supply: Supply,
    /// Disrupted before this battle.
    pub disrupted: bool,
    /// Fortified.
    pub fortified: bool,
    /// Under a No Retreat order (MARS-NRT-1).
    pub no_retreat: bool,
    /// Only just retreated into the hex: counts nothing in the defence (MARS-RET-6).
    pub retreated_in: bool,
}

impl Defender<'_> {
    /// Printed defence and fortification (MARS-FOR-3); Disruption takes neither away (MARS-FOR-5, MARS-DIS-1).
    pub fn current_defence(&self) -> Factor {
        self.unit.defence + if self.fortified { self.unit.fort } else { Factor::ZERO }
    }
}

/// An attacked hex.
#[derive(Clone, Debug)]
pub struct Target<'s> {
    /// Its name.
    pub name: &'s str,
    /// On whose side of the front it lay at the start.
    pub initially: Side,
    /// From where it is attacked over the frontline.
    pub line: Origins,
    /// From where it is attacked over a river.
    pub river: Origins,
    /// What is built there.
    pub place: Place,
    /// Whether it is a forest hex.
    pub forest: bool,
    /// Defence of the strongest garrison elsewhere in its zone.
    pub garrison_elsewhere: Option<Factor>,
    /// The units in it.
    pub defenders: SmallVec<[Defender<'s>; 5]>,
}

/// A battle before it is reckoned.
#[derive(Clone, Debug)]
pub struct Assault<'s> {
    /// Whose attack it is.
    pub side: Side,
    /// The game-turn.
    pub turn: u8,
    /// Planned, or about to be rolled.
    pub moment: Moment,
    /// Lowered to 2:1 by a German attacker.
    pub probe: bool,
    /// House options.
    pub options: Options,
    /// The attackers.
    pub attackers: SmallVec<[Attacker<'s>; 16]>,
    /// The attacked hexes.
    pub targets: SmallVec<[Target<'s>; 4]>,
}

impl<'s> Assault<'s> {
    /// Reads a player's description; what cannot be meant is refused.
    pub fn read(situation: &'s Situation) -> Result<Self, Refusal> {
        check_sizes(situation)?;
        let mut origins: SmallVec<[&str; 4]> = SmallVec::new();
        let mut attackers = SmallVec::new();
        for attacker in &situation.attackers {
            let unit = attacker.unit.unit();
            may_attack(situation, attacker)?;
            let known = origins.iter().rposition(|name| *name == attacker.from);
            let place = known.unwrap_or_else(|| {
                origins.push(&attacker.from);
                origins.len() - 1
            });
            attackers.push(Attacker { unit, origin: 1 << place, supply: attacker.supply });
        }
        let from = |names: &[String]| -> Origins {
            let bit = |name: &String| {
                origins.iter().position(|origin| origin == name).map_or(0, |place| 1 << place)
            };
            names.iter().map(bit).sum()
        };
        let mut targets = SmallVec::new();
        for hex in &situation.hexes {
            let mut defenders = SmallVec::new();
            for defender in &hex.units {
                defenders.push(Defender {
                    unit: defends(situation.side, hex.name.as_str(), defender.unit.unit())?,
                    supply: defender.supply,
                    disrupted: defender.disrupted,
                    fortified: fortified(defender)?,
                    no_retreat: defender.no_retreat,
                    retreated_in: defender.retreated_in,
                });
            }
            targets.push(Target {
                name: &hex.name,
                initially: hex.initially,
                line: from(&hex.over_line),
                river: from(&hex.over_river),
                place: hex.place,
                forest: hex.forest,
                garrison_elsewhere: hex.garrison_elsewhere,
                defenders,
            });
        }
        let Situation { side, turn, moment, probe, options, .. } = *situation;
        let assault = Self { side, turn, moment, probe, options, attackers, targets };
        assault.check_empty_hexes()?;
        Ok(assault)
    }

    /// Whether the die is read by index A, where a 6 is best (MARS-CRT-1, MARS-R1).
    pub fn reads_index_a(&self) -> bool {
        match self.options.die_index {
            DieIndex::BySide => self.side == Side::Russian,
            DieIndex::A => true,
            DieIndex::B => false,
        }
    }

    /// How many times an attack factor counts in the odds and in losses (MARS-SET-8).
    pub fn attack_times(&self) -> i32 {
        match self.side {
            Side::Russian => charts().russian_times[usize::from(self.turn) - 1],
            Side::German => 1,
        }
    }

    /// Whether every attacker attacks this hex over the frontline.
    pub fn comes_over_the_line_only(&self, target: &Target<'_>) -> bool {
        self.attackers.iter().all(|attacker| attacker.origin & target.line != 0)
    }

    /// A hex without units is attacked alone, over the line, and only if the line there has a strength.
    fn check_empty_hexes(&self) -> Result<(), Refusal> {
        const RULE: &str = "MARS-ATT-5";
        let Some(empty) = self.targets.iter().find(|target| target.defenders.is_empty()) else {
            return Ok(());
        };
        let name = empty.name;
        if self.targets.len() > 1 {
            let reason = format!("{name} holds no unit, so it can only be attacked in a battle of its own");
            return Err(Refusal::new(RULE, reason).because_of(name));
        }
        // A Russian meets a garrisoned zone, a German the far side of the line (MARS-TER-6, MARS-TER-12); a zone
        // without garrison has no strength (MARS-TER-10).
        let has_strength = match self.side {
            Side::Russian => empty.initially == Side::German && empty.garrison_elsewhere.is_some(),
            Side::German => empty.initially == Side::Russian,
        };
        if !has_strength {
            let reason =
                format!("{name} holds no unit and its frontline has no strength: there is nothing to attack");
            return Err(Refusal::new(RULE, reason).because_of(name));
        }
        if !self.comes_over_the_line_only(empty) {
            let refusal = Refusal::new(
                RULE,
                format!("{name} holds no unit, so every attacker must come over the frontline"),
            );
            let strays = self.attackers.iter().filter(|attacker| attacker.origin & empty.line == 0);
            return Err(strays.fold(refusal, |refusal, stray| refusal.because_of(&stray.unit.name)));
        }
        Ok(())
    }
}

fn check_sizes(situation: &Situation) -> Result<(), Refusal> {
    let last = charts().russian_times.len();
    if situation.turn == 0 || usize::from(situation.turn) > last {
        return Err(Refusal::new(
            "MARS-GEN-2",
            format!("there is no turn {}: the game has turns 1 to {last}", situation.turn),
        ));
    }
    let defenders: usize = situation.hexes.iter().map(|hex| hex.units.len()).sum();
    if situation.attackers.is_empty() || situation.hexes.is_empty() {
        return Err(Refusal::new(
            "MARS-ATT-1",
            "an attack needs at least one attacking unit and one attacked hex",
        ));
    }
    if situation.attackers.len() > MOST_UNITS || defenders > MOST_UNITS || situation.hexes.len() > 6 {
        let reason = format!(
            "at most {MOST_UNITS} attackers, {MOST_UNITS} defenders and 6 hexes can meet in one battle"
        );
        return Err(Refusal::new("MARS-ATT-4", reason));
    }
    Ok(())
}

/// The state in which a unit would attack.
#[derive(Clone, Copy, Debug)]
pub struct Readiness {
    /// It is Disrupted.
    pub disrupted: bool,
    /// How well it is supplied.
    pub supply: Supply,
    /// It has fortified in this player-turn.
    pub fortified_this_turn: bool,
    /// It has moved farther than an attacker may.
    pub moved_too_far: bool,
}

/// Who may be allocated to an attack: fresh, supplied, rested units (MARS-ATT-2, MARS-DIS-1, MARS-SUP-11).
pub fn check_readiness(unit: &Unit, readiness: &Readiness) -> Result<(), Refusal> {
    let name = &unit.name;
    let refuse = |clause: &'static str, reason: String| Err(Refusal::new(clause, reason).because_of(name));
    if readiness.disrupted {
        return refuse("MARS-DIS-1", format!("{name} is Disrupted"));
    }
    if readiness.supply == Supply::Isolated {
        return refuse("MARS-SUP-11", format!("{name} is isolated"));
    }
    if readiness.fortified_this_turn {
        return refuse("MARS-ATT-2", format!("{name} has fortified in this player-turn"));
    }
    if readiness.moved_too_far {
        return refuse("MARS-ATT-2", format!("{name} has moved too far"));
    }
    Ok(())
}

/// Whether a unit that a player names as an attacker can be one.
fn may_attack(situation: &Situation, attacker: &super::situation::Attacker) -> Result<(), Refusal> {
    let unit = attacker.unit.unit();
    let name = &unit.name;
    let refuse = |clause: &'static str, reason: String| Err(Refusal::new(clause, reason).because_of(name));
    if unit.side != situation.side {
        return refuse("MARS-ATT-1", format!("{name} is {}, the attack is {}", unit.side, situation.side));
    }
    if !unit.attack.is_positive() {
        return refuse("MARS-ODD-1", format!("{name} has no attack factor"));
    }
    if situation.moment == Moment::Resolution {
        return Ok(());
    }
    check_readiness(
        unit,
        &Readiness {
            disrupted: attacker.disrupted,
            supply: attacker.supply,
            fortified_this_turn: attacker.fortified_this_turn,
            moved_too_far: attacker.moved_too_far,
        },
    )
}

fn defends<'s>(attacking: Side, hex: &str, unit: &'s Unit) -> Result<&'s Unit, Refusal> {
    if unit.side == attacking {
        let reason = format!("{} in {hex} is {attacking} itself", unit.name);
        return Err(Refusal::new("MARS-ATT-1", reason).because_of(&unit.name));
    }
    if !unit.defence.is_positive() {
        return Err(
            Refusal::new("MARS-ODD-1", format!("{} has no defence factor", unit.name)).because_of(&unit.name)
        );
    }
    Ok(unit)
}

fn fortified(defender: &super::situation::Defender) -> Result<bool, Refusal> {
    let unit = defender.unit.unit();
    if defender.fortified && !unit.is_infantry() {
        let reason = format!("{} is of the mobile class and cannot be fortified", unit.name);
        return Err(Refusal::new("MARS-FOR-1", reason).because_of(&unit.name));
    }
    if defender.fortified && defender.retreated_in {
        let reason = format!("{} has retreated and so is no longer fortified", unit.name);
        return Err(Refusal::new("MARS-FOR-4", reason).because_of(&unit.name));
    }
    Ok(defender.fortified)
}
