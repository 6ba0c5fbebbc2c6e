//! Long Russian moves on the west bank, bombed from the fourth hex on.

use std::collections::BTreeMap;

use kit::{Chain, Chart, Dice, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    air::{AirSystem, bomb_unit},
    charts::charts,
    hexes::Hex,
    index::DieIndex,
    results::Fate,
    terrain::Terrain,
    turns::{back_after, check_turn},
    units::{Side, Unit, UnitKind},
};

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

/// A Russian unit and its way.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The unit that moves.
    pub unit: Unit,
    /// Where it begins.
    pub from: Hex,
    /// The hexes it enters, in order.
    pub path: Vec<Hex>,
    /// How many Fliegerkorps can fly.
    pub flyable: u8,
    /// Whether it was out of supply when the movement began.
    #[serde(default)]
    pub unsupplied: bool,
    /// Whether it is Disrupted.
    #[serde(default)]
    pub disrupted: bool,
    /// Hexes of the path in which it would find no stacking room if it had to stop there.
    #[serde(default)]
    pub full: Vec<Hex>,
    /// The terrain of hexes on the path; needed for bombed ones in the older air system, open if left out.
    #[serde(default)]
    pub hexes: BTreeMap<Hex, Terrain>,
    /// Which hexes of a long move are bombed.
    #[serde(default)]
    pub long_move_attacks: LongMoveAttacks,
    /// Which air system is played.
    #[serde(default)]
    pub air_system: AirSystem,
    /// The game turn, to say when a lost unit is back.
    #[serde(default)]
    pub turn: Option<u8>,
    /// The index column of the game.
    #[serde(default)]
    pub die_index: DieIndex,
}

/// One long move.
#[derive(Clone, Debug)]
pub struct LongMove {
    index: DieIndex,
    /// For each hex entered, the column of the older chart, where that is played.
    columns: Vec<Option<usize>>,
    bombed_from: usize,
    is_bombed: bool,
}

/// How far it has come, and what has happened to it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OnTheWay {
    /// How many hexes it has entered.
    pub entered: u8,
    /// What the last bombs did.
    pub fate: Fate,
}

/// The longest way from one corner of the map to the other and back.
const LONGEST: usize = 64;

impl LongMove {
    /// STAL-MOV-5: the first hex of the move that is bombed, counted from 0.
    fn first_bombed(situation: &Situation) -> usize {
        match situation.long_move_attacks {
            LongMoveAttacks::Excess => charts().moves.free_of_attack.into(),
            LongMoveAttacks::All => 0,
        }
    }
}

impl Chain for LongMove {
    type State = OnTheWay;

    fn start(&self) -> OnTheWay {
        let unharmed = if self.is_bombed { self.bombed_from } else { self.columns.len() };
        OnTheWay { entered: unharmed as u8, fate: Fate::Unharmed }
    }

    fn is_done(&self, on_the_way: &OnTheWay) -> bool {
        on_the_way.fate != Fate::Unharmed || usize::from(on_the_way.entered) == self.columns.len()
    }

    /// STAL-MOV-5: rolled on entering the hex; D ends the move there, DE eliminates.
    fn step<D: Dice>(&self, on_the_way: &OnTheWay, dice: &mut D) -> OnTheWay {
        let purpose = Purpose::new("long move", "STAL-MOV-5");
        let fate = match self.columns[usize::from(on_the_way.entered)] {
            None => bomb_unit(self.index, 0, dice, purpose),
            // STAL-R17: AA? is ignored here, as it is no mission.
            Some(column) => charts().tables.older_air.at(self.index.roll(dice, purpose).row(), column).fate(),
        };
        OnTheWay { entered: on_the_way.entered + 1, fate }
    }
}

fn check_unit(situation: &Situation) -> Result<(), Refusal> {
    let Situation { unit, path, unsupplied, disrupted, .. } = situation;
    let refuse = |clause, words: String| Err(Refusal::new(clause, words).because_of(&unit.name));
    if unit.side() != Side::Russian {
        return refuse("STAL-MOV-5", format!("{} is German: only long Russian moves are bombed", unit.name));
    }
    if *disrupted {
        return refuse("STAL-DIS-1", format!("{} is Disrupted and does not move", unit.name));
    }
    let moves = charts().moves;
    if unit.kind == UnitKind::Headquarters && path.len() > moves.headquarters.into() {
        return refuse(
            "STAL-MOV-7",
            format!("the headquarters moves at most {} hexes, not {}", moves.headquarters, path.len()),
        );
    }
    if *unsupplied && path.len() > moves.unsupplied.into() {
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

fn check_path(situation: &Situation) -> Result<(), Refusal> {
    let Situation { from, path, hexes, .. } = situation;
    if path.is_empty() || path.len() > LONGEST {
        let words = format!("the path has {} hexes: expected 1 to {LONGEST}", path.len());
        return Err(Refusal::new("STAL-MOV-1", words));
    }
    let mut here = *from;
    for &next in path {
        if !here.is_next_to(next) {
            let words = format!("{next} is not next to {here}: a move goes from hex to hex");
            return Err(Refusal::new("STAL-MOV-1", words).because_of(next.to_string()));
        }
        if hexes.get(&next).is_some_and(|terrain| !terrain.is_land()) {
            let words = format!("{next} is no ground on the west bank: the Volga is crossed by boat");
            return Err(Refusal::new("STAL-MOV-6", words).because_of(next.to_string()));
        }
        here = next;
    }
    Ok(())
}

impl Inquiry for LongMove {
    type Situation = Situation;
    const KIND: &'static str = "long-move";
    const TITLE: &'static str = "a Russian unit moves more than three hexes under the Luftwaffe";
    const EXAMPLE: &'static str = include_str!("../../../examples/stalingrad/long-move.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        situation.turn.map_or(Ok(()), check_turn)?;
        check_unit(situation)?;
        check_path(situation)?;
        let most = charts().air_numbers.fliegerkorps;
        if situation.flyable > most {
            let words = format!("{} Fliegerkorps can fly: the Luftwaffe has {most}", situation.flyable);
            return Err(Refusal::new("STAL-AIR-1", words));
        }
        let column = |hex: &Hex| match situation.air_system {
            AirSystem::Default => None,
            AirSystem::AirAttackTable => {
                situation.hexes.get(hex).copied().unwrap_or(Terrain::Open).air_column()
            }
        };
        let is_long = situation.path.len() > charts().moves.free_of_attack.into();
        Ok(Self {
            index: situation.die_index,
            columns: situation.path.iter().map(column).collect(),
            bombed_from: Self::first_bombed(situation),
            is_bombed: is_long && situation.flyable > 0,
        })
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let length = self.columns.len();
        let words = if self.is_bombed {
            let attacks = length - self.bombed_from;
            format!(
                "{length} hexes, bombed on entering {attacks} of them, the first being {}",
                situation.path[self.bombed_from]
            )
        } else if situation.flyable == 0 {
            format!("{length} hexes, no Fliegerkorps can fly: nobody is bombed")
        } else {
            format!("{length} hexes: no more than {} are free of bombs", charts().moves.free_of_attack)
        };
        vec![
            Fact::new("move", words, "STAL-MOV-5"),
            Fact::new("interception", "not possible: it is no mission", "STAL-R17"),
        ]
    }

    fn chart(&self) -> Option<Chart> {
        let bombed = self.columns.get(self.bombed_from..).unwrap_or_default();
        let mut columns: Vec<usize> = bombed.iter().flatten().copied().collect();
        if columns.is_empty() {
            return Some(Chart { table: "air", columns: vec!["Mass Bombing".into()] });
        }
        columns.sort_unstable();
        columns.dedup();
        let heads = charts().tables.older_air.sheet().heads();
        let columns = columns.into_iter().map(|column| heads[column].clone()).collect();
        Some(Chart { table: "air-attack", columns })
    }

    fn tell(&self, situation: &Situation, end: &OnTheWay) -> Told {
        let name = &situation.unit.name;
        let at = situation.path[usize::from(end.entered.max(1)) - 1];
        let one = Factor::ONE;
        let told = match end.fate {
            Fate::Unharmed => Told::new("-", format!("{name} arrives in {at}")),
            Fate::Disrupted if situation.full.contains(&at) => {
                let words = format!(
                    "{name} is Disrupted and stops in {at}, which is full: its owner removes what is too much"
                );
                Told::new("D", words).measuring("Disrupted", one)
            }
            Fate::Disrupted => {
                Told::new("D", format!("{name} is Disrupted and stops in {at}")).measuring("Disrupted", one)
            }
            Fate::Eliminated if situation.unit.replaced => {
                let back = back_after(charts().delays.bombed, situation.turn);
                Told::new("DE", format!("{name} is eliminated in {at}, {back}")).measuring("eliminated", one)
            }
            Fate::Eliminated => {
                Told::new("DE", format!("{name} is eliminated in {at} for good")).measuring("eliminated", one)
            }
        };
        told.by("STAL-MOV-5").measuring("hexes moved", Factor::whole(end.entered.into()))
    }
}
