//! The effects chart laid out for its look-ups, and columns that rules name.

use kit::{ContentError, Sheet, Table};

use super::Tables;
use crate::words::Effect;

/// The effects chart laid out for one look-up: a column, then a die face from 1 to 10.
#[derive(Clone, Debug)]
pub struct Effects {
    full: Vec<[Effect; 10]>,
    fragments: Vec<[Effect; 10]>,
}

impl Effects {
    /// What a face from 1 to 10 does in a column (SKIR-EFF-1, SKIR-EFF-2).
    #[inline]
    pub fn at(&self, column: EffectColumn, face: u16, by_fragments: bool) -> &Effect {
        let rows = if by_fragments { &self.fragments } else { &self.full };
        &rows[usize::from(column.0)][usize::from(face - 1)]
    }

    /// How many of the ten faces wreck the model.
    pub fn wrecking_faces(&self, column: EffectColumn, by_fragments: bool) -> u16 {
        (1..=10).filter(|&face| self.at(column, face, by_fragments).wrecks()).count() as u16
    }
}

/// A column of HEAVY WEAPONS EFFECTS (SKIR-EFF-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EffectColumn(pub u8);

/// Columns of the charts that rules name and no size class does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// HEAVY WEAPONS FIRE at one soldier (SKIR-HWF-5).
    pub soldier: usize,
    /// HEAVY WEAPONS FIRE at a gun.
    pub artillery: usize,
    /// HEAVY WEAPONS FIRE at the middle of a front wall.
    pub front_wall: usize,
    /// HEAVY WEAPONS FIRE at the wall of one floor.
    pub floor_wall: usize,
    /// HEAVY WEAPONS FIRE at a bunker.
    pub bunker: usize,
    /// HEAVY WEAPONS FIRE at a door, window, trench or point of ground.
    pub opening: usize,
    /// HEAVY WEAPONS FIRE at a slit.
    pub slit: usize,
    /// EFFECTS into an open top.
    pub open_top: EffectColumn,
    /// EFFECTS on a turret.
    pub turret: EffectColumn,
    /// EFFECTS on a casemate.
    pub casemate: EffectColumn,
    /// EFFECTS on a track.
    pub track: EffectColumn,
    /// EFFECTS on a wheel.
    pub wheel: EffectColumn,
    /// EFFECTS of ramming.
    pub ramming: EffectColumn,
    /// EFFECTS on a gun.
    pub gun: EffectColumn,
    /// MINEFIELD EFFECTS on a team.
    pub mined_team: usize,
    /// INCENDIARY WEAPONS EFFECTS on a soldier.
    pub burnt_soldier: usize,
}

impl Columns {
    pub(super) fn read(tables: &Tables) -> Result<Self, ContentError> {
        let fire = |head| find(tables.fire.sheet(), head);
        let effect = |head| Ok(EffectColumn(find(tables.effects.sheet(), head)? as u8));
        Ok(Self {
            soldier: fire("Soldier (single)")?,
            artillery: fire("Artillery")?,
            front_wall: fire("Building (center of front wall)")?,
            floor_wall: fire("Building (Wall of one floor)")?,
            bunker: fire("Bunker (center of front wall)")?,
            opening: fire("Door, Window, Trench")?,
            slit: fire("Slit of bunker, pill box")?,
            open_top: effect("Into the open top")?,
            turret: effect("Turret of Tank, Armored-car")?,
            casemate: effect("Casemate of Tank, SPG, Assault-gun")?,
            track: effect("Track, crawler")?,
            wheel: effect(WHEEL)?,
            ramming: effect("Body of Jeep, Car, Bike Ramming")?,
            gun: effect("Artillery unit (cannon, howitzer)")?,
            mined_team: find(tables.mines.sheet(), "Infantry team, artillery team")?,
            burnt_soldier: find(tables.flames.sheet(), "Soldier")?,
        })
    }
}

/// The column with this head, which the rules name.
fn find(sheet: &Sheet, head: &str) -> Result<usize, ContentError> {
    sheet.read_with(0, head, "a cell", |_| sheet.column_named(head))
}

const WHEEL: &str = "Wheel";

/// SKIR-EFF-2: the chart by faces, in both of its indexes.
pub(super) fn lay_out(effects: &Table<Effect>) -> Effects {
    let wheel = effects.sheet().column_named(WHEEL);
    let column = |index: usize, column: usize| {
        std::array::from_fn(|place| {
            let row = effects.row_for(index, place as u32 + 1).expect("the chart covers a D10");
            let effect = *effects.at(row, column);
            if Some(column) == wheel { effect.on_a_wheel() } else { effect }
        })
    };
    let columns = 0..effects.sheet().heads().len();
    Effects {
        full: columns.clone().map(|place| column(0, place)).collect(),
        fragments: columns.map(|place| column(1, place)).collect(),
    }
}
