//! The charts of the game, read once from `data/tables` into what they mean.

use kit::OddsLadder;

use crate::{prelude::*, troops::UnitType};

mod effects;
mod lists;

pub use effects::Code;
pub(crate) use effects::{Becomes, Consequence, DirectionEffect, Modifier, Struck, Sum, When};
pub use lists::Test;
pub(crate) use lists::{
    BattleFigures, BattleTypes, ClassLine, CostLine, MissileModifiers, StepPrice, TestLine, Values,
};

kit::charts! {
    /// The tables as printed.
    pub(crate) struct Tables {
        /// Table 4.
        crt: Code = "crt",
        /// Table 5.
        attack_direction: DirectionEffect = "attack-direction",
        /// What each code of Table 4 does.
        results: String = "results",
        facing: String = "facing",
        marching: Row = "marching",
        /// Table 1.
        units: String = "units",
        classes: String = "classes",
        /// Table 2: lines of [`Terrain`] and [`CostLine`], a column for each [`Class`].
        movement_costs: StepPrice = "movement-costs",
        /// Table 3.
        combat_modifiers: String = "combat-modifiers",
        missile_modifiers: i32 = "missile-modifiers",
        tests: String = "tests",
        leaders: String = "leaders",
        leader_fate: LeaderFate = "leader-fate",
        scenario_modifiers: String = "scenario-modifiers",
        /// Which way a unit faces after a move that it did not choose.
        retreat_facing: String = "retreat-facing",
        values: i32 = "values",
    }
}

/// The tables and what the combat chapter reads from them.
#[derive(Debug)]
pub struct Charts {
    pub(crate) tables: Tables,
    /// The columns of Table 4 (LINE-R1, LINE-R2).
    pub ladder: OddsLadder,
    /// The same with the option `five_inclusive` (LINE-R2).
    pub(crate) ladder_five_inclusive: OddsLadder,
    rows: [Row; 6],
    /// The results of the six faces of the die, by column of Table 4.
    codes: Vec<[Code; 6]>,
    results: [Consequence; 7],
    /// Table 1.
    pub units: Vec<UnitType>,
    classes: [ClassLine; 7],
    pub(crate) leaders: Vec<Leader>,
    pub(crate) modifiers: Vec<Modifier>,
    pub(crate) missiles: MissileModifiers,
    tests: [TestLine; 7],
    pub(crate) values: Values,
    pub(crate) battles: BattleFigures,
    pub(crate) battle_types: BattleTypes,
}

impl Charts {
    pub(crate) fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let tables = Tables::load(sources)?;
        let crt = tables.crt.sheet();
        let plain: Vec<&str> = crt.heads().iter().map(|head| head.trim_start_matches('>')).collect();
        Ok(Self {
            codes: (0..plain.len())
                .map(|column| [1, 2, 3, 4, 5, 6].map(|face| *tables.crt.look_up(face, column)))
                .collect(),
            ladder: crt.ladder(),
            ladder_five_inclusive: OddsLadder::parse(&plain).expect("the same columns without a sign"),
            rows: effects::rows(tables.facing.sheet())?,
            results: tables.results.sheet().rows_named(Code::ALL.map(Code::name))?,
            units: lists::units(tables.units.sheet())?,
            classes: tables.classes.sheet().rows_named(Class::ALL.map(Class::name))?,
            leaders: tables.leaders.sheet().rows_as()?,
            modifiers: tables.combat_modifiers.sheet().rows_as()?,
            missiles: tables.missile_modifiers.sheet().column_as("Change")?,
            tests: tables.tests.sheet().rows_named(Test::ALL.map(Test::name))?,
            values: tables.values.sheet().column_as("Number")?,
            battles: tables.scenario_modifiers.sheet().column_as("Value")?,
            battle_types: tables.scenario_modifiers.sheet().column_as("Types")?,
            tables,
        })
    }

    /// The place of the type with this code on Table 1, or which there are.
    pub(crate) fn unit(&self, code: &str) -> Result<usize, String> {
        self.units.iter().position(|unit| unit.code == code).ok_or_else(|| {
            let known: Vec<&str> = self.units.iter().map(|unit| unit.code.as_str()).collect();
            format!("found unit type `{code}`, expected one of {}", known.join(", "))
        })
    }

    pub(crate) fn leader(&self, name: &str) -> Option<&Leader> {
        self.leaders.iter().find(|leader| leader.name == name)
    }

    /// The columns of Table 4, with the last one from "more than 5" or from 5 on (LINE-R2).
    pub(crate) const fn ladder(&self, five_inclusive: bool) -> &OddsLadder {
        if five_inclusive { &self.ladder_five_inclusive } else { &self.ladder }
    }

    /// The heads of the columns of Table 4.
    pub(crate) fn heads(&self) -> &[String] {
        self.tables.crt.sheet().heads()
    }

    /// What the six faces of the die give in a column of Table 4.
    #[inline]
    pub(crate) fn codes(&self, column: u8) -> &[Code; 6] {
        &self.codes[usize::from(column)]
    }

    /// What Table 5 does in a row.
    pub(crate) fn direction(&self, row: Row) -> &DirectionEffect {
        self.tables.attack_direction.look_up(row.number().into(), 0)
    }

    /// The row of Table 5 in which a place round a unit lies (LINE-X-MAP-3, LINE-R5).
    pub const fn row(&self, place: Place) -> Row {
        self.rows[place as usize]
    }

    /// The row of Table 5 in which a direction lies for a unit that looks another way.
    pub(crate) const fn row_towards(&self, way: Direction, facing: Direction) -> Row {
        self.row(Place::seen(way, facing))
    }

    /// The row used against a Marching unit (LINE-X-STA-2).
    pub(crate) fn row_when_marching(&self, row: Row) -> Row {
        *self.tables.marching.look_up(row.number().into(), 0)
    }

    /// What a code of Table 4 does.
    pub(crate) fn result(&self, code: Code) -> &Consequence {
        &self.results[code as usize]
    }

    pub(crate) fn class(&self, class: Class) -> &ClassLine {
        &self.classes[class as usize]
    }

    /// What a Morale Test takes into account.
    pub(crate) fn test(&self, test: Test) -> &TestLine {
        &self.tests[test as usize]
    }

    /// What a class pays for a line of Table 2.
    pub(crate) fn step(&self, line: CostLine, class: Class) -> Option<i32> {
        self.tables.movement_costs.at(Terrain::ALL.len() + line as usize, class as usize).0
    }

    /// What a class pays to enter terrain.
    pub(crate) fn enter(&self, terrain: Terrain, class: Class) -> Option<i32> {
        self.tables.movement_costs.at(terrain as usize, class as usize).0
    }
}

kit::spelled! {
    /// What becomes of a leader (LINE-X-CMD-6).
    pub(crate) enum LeaderFate {
        Falls = "falls",
        /// He goes to the nearest friendly unit.
        Escapes = "escapes",
    }
}

#[cfg(test)]
#[path = "../tests/unit/charts.rs"]
mod tests;
