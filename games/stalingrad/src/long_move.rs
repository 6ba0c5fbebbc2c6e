//! Long Russian moves on the west bank, bombed from the fourth hex on.

mod situation;

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{
    air::{AirSystem, bomb_unit},
    charts::{Charts, Rules},
    hexes::Hex,
    index::DieIndex,
    results::Fate,
    terrain::Terrain,
    turns::{back_after, check_turn},
    units::{Side, Unit, UnitKind},
};
pub use situation::Situation;

/// STAL-R17: which hexes of a long move are bombed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum LongMoveAttacks {
    /// Each hex after the third.
    #[default]
    Excess,
    /// Every hex of a move longer than three.
    All,
}

/// A hex that a unit enters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entered {
    pub(crate) hex: Hex,
    pub(crate) terrain: Terrain,
    /// Whether it has no stacking room for the unit if it had to stop there.
    pub(crate) is_full: bool,
}

/// A Russian unit and its way.
#[derive(Clone, Debug)]
pub(crate) struct March<'u> {
    pub(crate) unit: &'u Unit,
    pub(crate) from: Hex,
    pub(crate) path: SmallVec<[Entered; 8]>,
    /// How many Fliegerkorps can fly.
    pub(crate) flyable: u8,
    /// Whether it was out of supply when the movement began.
    pub(crate) unsupplied: bool,
    pub(crate) disrupted: bool,
    pub(crate) attacks: LongMoveAttacks,
    pub(crate) air_system: AirSystem,
    pub(crate) turn: Option<u8>,
    pub(crate) index: DieIndex,
}

/// A march that is allowed, up to its dice.
#[derive(Clone, Debug)]
pub struct LongMove {
    rules: Rules,
    index: DieIndex,
    /// For each hex entered, the column of the older chart, where that is played.
    columns: SmallVec<[Option<u8>; 8]>,
    bombed_from: usize,
    is_bombed: bool,
}

/// How far it has come, and what has happened to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MarchProgress {
    /// How many hexes it has entered.
    pub entered: u8,
    /// What the last bombs did.
    pub fate: Fate,
}

/// The longest way from one corner of the map to the other and back.
const LONGEST: usize = 64;

impl LongMove {
    /// Refuses a march that the rules do not allow.
    pub(crate) fn judge(rules: Rules, march: &March<'_>) -> Result<Self, Refusal> {
        march.turn.map_or(Ok(()), |turn| check_turn(&rules, turn))?;
        march.check_unit(&rules)?;
        march.check_path(&rules)?;
        let most = rules.air_units.fliegerkorps;
        if march.flyable > most {
            let words = format!("{} Fliegerkorps can fly: the Luftwaffe has {most}", march.flyable);
            return Err(Refusal::new("STAL-AIR-1", words));
        }
        let whole_move = march.attacks == LongMoveAttacks::All;
        let ground = march.path.iter().map(|entered| entered.terrain);
        let reading = (march.index, march.air_system);
        Ok(Self::over(rules, reading, whole_move, march.flyable > 0, ground))
    }
}

impl LongMove {
    /// A march that is allowed, over ground of these kinds. STAL-MOV-5: bombed from the fourth hex on, or from the
    /// first if the whole move is.
    pub(crate) fn over(
        rules: Rules,
        (index, air_system): (DieIndex, AirSystem),
        whole_move: bool,
        flyable: bool,
        ground: impl Iterator<Item = Terrain>,
    ) -> Self {
        let column = |terrain| match air_system {
            AirSystem::Default => None,
            AirSystem::AirAttackTable => rules.nature(terrain).air_column().map(|column| column as u8),
        };
        let columns: SmallVec<[Option<u8>; 8]> = ground.map(column).collect();
        let free: usize = rules.moves.free_of_attack.into();
        let is_bombed = columns.len() > free && flyable;
        Self { rules, index, columns, bombed_from: if whole_move { 0 } else { free }, is_bombed }
    }
}

impl Chain for LongMove {
    type State = MarchProgress;

    fn start(&self) -> MarchProgress {
        let unharmed = if self.is_bombed { self.bombed_from } else { self.columns.len() };
        MarchProgress { entered: unharmed as u8, fate: Fate::Unharmed }
    }

    fn is_done(&self, progress: &MarchProgress) -> bool {
        progress.fate != Fate::Unharmed || usize::from(progress.entered) == self.columns.len()
    }

    /// STAL-MOV-5: rolled on entering the hex; D ends the move there, DE eliminates.
    fn step<D: Dice>(&self, progress: &MarchProgress, dice: &mut D) -> MarchProgress {
        let purpose = Purpose::new("long move", "STAL-MOV-5");
        let fate = match self.columns[usize::from(progress.entered)] {
            None => bomb_unit(&self.rules, self.index, 0, dice, purpose),
            // STAL-R17: AA? is ignored here, as it is no mission.
            Some(column) => {
                self.rules.tables.older_air.at(self.index.roll(dice, purpose).row(), column.into()).fate()
            }
        };
        MarchProgress { entered: progress.entered + 1, fate }
    }
}

impl March<'_> {
    fn check_unit(&self, charts: &Charts) -> Result<(), Refusal> {
        let Self { unit, ref path, unsupplied, disrupted, .. } = *self;
        let refuse = |clause, words: String| Err(Refusal::new(clause, words).because_of(&unit.name));
        if unit.side(charts) != Side::Russian {
            return refuse(
                "STAL-MOV-5",
                format!("{} is German: only long Russian moves are bombed", unit.name),
            );
        }
        if disrupted {
            return refuse("STAL-DIS-1", format!("{} is Disrupted and does not move", unit.name));
        }
        let moves = charts.moves;
        if unit.kind == UnitKind::Headquarters && path.len() > moves.headquarters.into() {
            return refuse(
                "STAL-MOV-7",
                format!("the headquarters moves at most {} hexes, not {}", moves.headquarters, path.len()),
            );
        }
        if unsupplied && path.len() > moves.unsupplied.into() {
            return refuse(
                "STAL-MOV-8",
                format!(
                    "{} is unsupplied and moves at most {} hex, not {}",
                    unit.name,
                    moves.unsupplied,
                    path.len()
                ),
            );
        }
        Ok(())
    }

    fn check_path(&self, charts: &Charts) -> Result<(), Refusal> {
        let path = &self.path;
        if path.is_empty() || path.len() > LONGEST {
            let words = format!("the path has {} hexes: expected 1 to {LONGEST}", path.len());
            return Err(Refusal::new("STAL-MOV-1", words));
        }
        let mut here = self.from;
        for &Entered { hex: next, terrain, .. } in path {
            if !here.is_next_to(next) {
                let words = format!("{next} is not next to {here}: a move goes from hex to hex");
                return Err(Refusal::new("STAL-MOV-1", words).because_of(next.to_string()));
            }
            if !charts.nature(terrain).is_land() {
                let words = format!("{next} is no ground on the west bank: the Volga is crossed by boat");
                return Err(Refusal::new("STAL-MOV-6", words).because_of(next.to_string()));
            }
            here = next;
        }
        Ok(())
    }
}

impl Inquiry for LongMove {
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "long-move";
    const TITLE: &'static str = "a Russian unit moves more than three hexes under the Luftwaffe";
    const EXAMPLE: &'static str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/long-move.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, &situation.march(rules.get()))
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let March { path, flyable, .. } = situation.march(&self.rules);
        let length = path.len();
        let words = if self.is_bombed {
            let attacks = length - self.bombed_from;
            format!(
                "{length} hexes, bombed on entering {attacks} of them, the first being {}",
                path[self.bombed_from].hex
            )
        } else if flyable == 0 {
            format!("{length} hexes, no Fliegerkorps can fly: nobody is bombed")
        } else {
            format!("{length} hexes: no more than {} are free of bombs", self.rules.moves.free_of_attack)
        };
        vec![
            Fact::new("move", words, "STAL-MOV-5"),
            Fact::new("interception", "not possible: it is no mission", "STAL-R17"),
        ]
    }

    fn chart(&self) -> Option<Chart> {
        let bombed = self.columns.get(self.bombed_from..).unwrap_or_default();
        let mut columns: Vec<usize> = bombed.iter().flatten().map(|&column| column.into()).collect();
        if columns.is_empty() {
            return Some(Chart { table: "air", columns: vec!["Mass Bombing".into()] });
        }
        columns.sort_unstable();
        columns.dedup();
        let heads = self.rules.tables.older_air.sheet().heads();
        let columns = columns.into_iter().map(|column| heads[column].clone()).collect();
        Some(Chart { table: "air-attack", columns })
    }

    fn tell(&self, situation: &Situation, end: &MarchProgress) -> Told {
        let March { unit, path, turn, .. } = situation.march(&self.rules);
        let name = &unit.name;
        let Entered { hex: at, is_full, .. } = path[usize::from(end.entered.max(1)) - 1];
        let one = Factor::ONE;
        let told = match end.fate {
            Fate::Unharmed => Told::new("-", format!("{name} arrives in {at}")),
            Fate::Disrupted if is_full => {
                let words = format!(
                    "{name} is Disrupted and stops in {at}, which is full: its owner removes what is too much"
                );
                Told::new("D", words).measuring("Disrupted", one)
            }
            Fate::Disrupted => {
                Told::new("D", format!("{name} is Disrupted and stops in {at}")).measuring("Disrupted", one)
            }
            Fate::Eliminated if unit.replaced => {
                let back = back_after(&self.rules, self.rules.delays.bombed, turn);
                Told::new("DE", format!("{name} is eliminated in {at}, {back}")).measuring("eliminated", one)
            }
            Fate::Eliminated => {
                Told::new("DE", format!("{name} is eliminated in {at} for good")).measuring("eliminated", one)
            }
        };
        told.to(name).by("STAL-MOV-5").measuring("hexes moved", Factor::whole(end.entered.into()))
    }
}
