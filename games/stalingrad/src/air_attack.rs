//! The older air system, an option: a Fliegerkorps attacks one hex.

mod situation;

use kit::{Chain, Chart, Dice, Fact, Inquiry, Purpose, Refusal, Tally, Told, chance};
use smallvec::SmallVec;

use crate::{
    air::AirResult,
    charts::{Charts, Rules},
    hexes::Hex,
    index::DieIndex,
    results::Fate,
    terrain::Terrain,
    toll::Toll,
    units::{Side, Unit, UnitKind},
};
pub use situation::Situation;

/// A unit under the bombs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bombed<'u> {
    pub(crate) unit: &'u Unit,
    pub(crate) disrupted: bool,
}

/// Fliegerkorps over one hex.
#[derive(Clone, Debug)]
pub(crate) struct Raid<'u> {
    pub(crate) at: Hex,
    pub(crate) terrain: Terrain,
    /// Whether it is a west-bank shore hex, where the headquarters makes a strongpoint.
    pub(crate) shore: bool,
    /// Every unit in the hex, of both sides, from the top of the stack down.
    pub(crate) units: SmallVec<[Bombed<'u>; MOST]>,
    pub(crate) fliegerkorps: u8,
    pub(crate) index: DieIndex,
}

/// A raid that is allowed, up to its dice.
#[derive(Clone, Debug)]
pub struct AirAttack {
    rules: Rules,
    index: DieIndex,
    /// The column of the hex, and that of a hex which its headquarters no longer makes a strongpoint.
    column: usize,
    bare_column: usize,
    /// The place of a headquarters that makes the hex a strongpoint.
    headquarters: Option<usize>,
    korps: u8,
    sides: SmallVec<[Side; MOST]>,
    supports: bool,
}

/// Seven half-sized counters and the headquarters fill a hex (STAL-STK-1).
const MOST: usize = 8;

/// How the attack stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AirAttackProgress {
    korps: u8,
    next: u8,
    checking: bool,
    /// Whether the headquarters was out of action before the present Fliegerkorps came.
    is_bare: bool,
    /// How many Fliegerkorps have been knocked out.
    pub knocked_out: u8,
    /// Who was hit.
    pub toll: Toll,
}

impl AirAttack {
    /// STAL-OPA-3: columns of support that the Fliegerkorps still in the air give ground attacks on this hex.
    pub const fn support(&self, end: &AirAttackProgress) -> u8 {
        if self.supports { self.korps - end.knocked_out } else { 0 }
    }

    /// Goes on to the next unit that is still there, or the next Fliegerkorps.
    fn find_target(&self, progress: &mut AirAttackProgress) {
        while progress.korps < self.korps {
            while usize::from(progress.next) < self.sides.len() {
                if progress.toll.fate(progress.next.into()) != Fate::Eliminated {
                    return;
                }
                progress.next += 1;
            }
            self.next_korps(progress);
        }
    }

    /// STAL-R101: each Fliegerkorps is judged as the hex stands when it comes.
    fn next_korps(&self, progress: &mut AirAttackProgress) {
        (progress.korps, progress.next) = (progress.korps + 1, 0);
        progress.is_bare = progress.korps < self.korps
            && self.headquarters.is_some_and(|place| progress.toll.fate(place) != Fate::Unharmed);
    }
}

impl AirAttack {
    /// Refuses a raid that the rules do not allow.
    pub(crate) fn judge(rules: Rules, raid: &Raid<'_>) -> Result<Self, Refusal> {
        let Raid { terrain, shore, ref units, fliegerkorps, index, at } = *raid;
        let most = rules.air_units.fliegerkorps;
        if !(1..=most).contains(&fliegerkorps) {
            let words = format!(
                "{fliegerkorps} Fliegerkorps attack: the Luftwaffe has {most}, and one at least is needed"
            );
            return Err(Refusal::new("STAL-AIR-1", words));
        }
        if units.is_empty() || units.len() > MOST {
            let words =
                format!("{} units are in {at}: expected 1 to {MOST}, as many as a hex can hold", units.len());
            return Err(Refusal::new("STAL-STK-1", words));
        }
        // STAL-HQ-1: the UnDisrupted headquarters makes a shore hex a strongpoint.
        let headquarters =
            |bombed: &Bombed<'_>| bombed.unit.kind == UnitKind::Headquarters && !bombed.disrupted;
        let headquarters = units.iter().position(headquarters).filter(|_| shore);
        let read_as = if headquarters.is_some() { Terrain::Strongpoint } else { terrain };
        let columns = [read_as, terrain].map(|terrain| rules.nature(terrain).air_column());
        let [Some(column), Some(bare_column)] = columns else {
            let words = format!("{at} is {}: bombs fall on ground targets of the west bank", terrain.name());
            return Err(Refusal::new("STAL-OPA-1", words));
        };
        Ok(Self {
            rules,
            index,
            column,
            bare_column,
            headquarters,
            korps: fliegerkorps,
            sides: units.iter().map(|bombed| bombed.unit.side(&rules)).collect(),
            supports: rules.nature(terrain).is_open,
        })
    }
}

impl Chain for AirAttack {
    type State = AirAttackProgress;

    fn start(&self) -> AirAttackProgress {
        AirAttackProgress {
            korps: 0,
            next: 0,
            checking: false,
            is_bare: false,
            knocked_out: 0,
            toll: Toll::default(),
        }
    }

    fn is_done(&self, progress: &AirAttackProgress) -> bool {
        progress.korps == self.korps
    }

    fn step<D: Dice>(&self, progress: &AirAttackProgress, dice: &mut D) -> AirAttackProgress {
        let mut now = *progress;
        if progress.checking {
            // STAL-OPA-4, STAL-R31: knocked out, it spares the rest of the hex.
            let value = self.index.roll(dice, Purpose::new("aircraft check", "STAL-OPA-4"));
            let table = &self.rules.tables.aircraft_check;
            now.checking = false;
            if *table.look_up(value.0.into(), 0) == AirResult::GermanOut {
                now.knocked_out += 1;
                self.next_korps(&mut now);
            } else {
                now.next += 1;
            }
        } else {
            let value = self.index.roll(dice, Purpose::new("air attack", "STAL-OPA-1"));
            let column = if progress.is_bare { self.bare_column } else { self.column };
            let result = *self.rules.tables.older_air.at(value.row(), column);
            now.toll.suffer(now.next.into(), result.fate());
            now.checking = result == AirResult::AircraftCheck;
            now.next += u8::from(!now.checking);
        }
        if !now.checking {
            self.find_target(&mut now);
        }
        now
    }
}

impl Inquiry for AirAttack {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "air-attack";
    const TITLE: &'static str = "a Fliegerkorps attacks one hex (older air system, an option)";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/air-attack.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, &situation.raid(rules.get()))
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let column = &self.rules.tables.older_air.sheet().heads()[self.column];
        let support = if self.supports {
            "one column for German ground attacks here, for each Fliegerkorps not knocked out"
        } else {
            "none: only open hexes are supported in the older system"
        };
        let mut facts = vec![
            Fact::new("column", column.clone(), "STAL-OPA-1"),
            Fact::new("support", support, if self.supports { "STAL-OPA-3" } else { "STAL-OPA-5" }),
            Fact::new(
                "other missions",
                "mass bombing and silencing are as in the default system",
                "STAL-OPA-2",
            ),
        ];
        if let Ok(odds) = chance::odds(self) {
            for (place, bombed) in situation.raid(&self.rules).units.iter().enumerate() {
                let [eliminated, disrupted] = [Fate::Eliminated, Fate::Disrupted]
                    .map(|fate| odds.chance(|end| end.toll.fate(place) == fate));
                let words = format!("{}: eliminated {eliminated}, Disrupted {disrupted}", bombed.unit.name);
                facts.push(Fact::new("unit", words, "STAL-OPA-1"));
            }
        }
        if self.sides.contains(&Side::German) {
            let words = format!("German units in {} are attacked like the Russians", situation.at);
            facts.push(Fact::new("friends", words, "STAL-OPA-1"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        let head = self.rules.tables.older_air.sheet().heads()[self.column].clone();
        Some(Chart { table: "air-attack", columns: vec![head] })
    }

    fn tell(&self, situation: &Situation, end: &AirAttackProgress) -> Told {
        let raid = situation.raid(&self.rules);
        let units: Vec<&Unit> = raid.units.iter().map(|bombed| bombed.unit).collect();
        let mut told = end.toll.tell(&self.rules, &units);
        let mut words = Vec::new();
        if !told.words.is_empty() {
            words.push(told.words);
        }
        if end.knocked_out > 0 {
            words.push(format!("{} Fliegerkorps knocked out", end.knocked_out));
        }
        if self.supports {
            words.push(format!("support +{}", self.support(end)));
        }
        told.words = words.join("; ");
        told.by("STAL-AIR-7")
            .measuring("Fliegerkorps knocked out", kit::Factor::whole(end.knocked_out.into()))
    }
}
