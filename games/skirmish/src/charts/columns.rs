//! The effects chart laid out for its look-ups, and columns that rules name.

use kit::{ContentError, Sheet, Table};

use super::Tables;
use crate::words::Effect;

/// The effects chart laid out for one look-up: a column, then a die face from 1 to 10.
#[derive(Clone, Debug)]
pub(crate) struct Effects {
    all: Vec<Effect>,
    fates: Vec<EffectId>,
    full: Vec<[EffectId; 10]>,
    fragments: Vec<[EffectId; 10]>,
}

/// An effect of the chart; equal effects have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EffectId(u16);

impl EffectId {
    /// No effect at all.
    pub const NOTHING: Self = Self(0);
}

impl Effects {
    /// What each face from 1 to 10 does in a column (SKIR-EFF-1, SKIR-EFF-2).
    #[inline]
    pub fn row(&self, column: EffectColumn, by_fragments: bool) -> &[EffectId; 10] {
        let rows = if by_fragments { &self.fragments } else { &self.full };
        &rows[usize::from(column.0)]
    }

    /// The effect itself.
    #[inline]
    pub fn by_id(&self, id: EffectId) -> &Effect {
        &self.all[usize::from(id.0)]
    }

    /// What of an effect decides whether a model and its men live.
    #[inline]
    pub fn fate(&self, id: EffectId) -> EffectId {
        self.fates[usize::from(id.0)]
    }

    /// How many of the ten faces do something that is asked.
    pub fn faces(&self, column: EffectColumn, by_fragments: bool, does: impl Fn(&Effect) -> bool) -> u16 {
        self.row(column, by_fragments).iter().filter(|&&id| does(self.by_id(id))).count() as u16
    }

    /// The id of an effect, which is added if it is new.
    fn id_of(&mut self, effect: Effect) -> EffectId {
        let known = self.all.iter().position(|known| *known == effect);
        EffectId(known.unwrap_or_else(|| {
            self.all.push(effect);
            self.all.len() - 1
        }) as u16)
    }
}

/// A column of HEAVY WEAPONS EFFECTS (SKIR-EFF-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EffectColumn(pub u8);

/// Columns of the charts that rules name and no size class does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Columns {
    // HEAVY WEAPONS FIRE (SKIR-HWF-4, SKIR-HWF-5).
    pub(crate) soldier: usize,
    pub(crate) artillery: usize,
    pub(crate) front_wall: usize,
    pub(crate) floor_wall: usize,
    pub(crate) bunker: usize,
    pub(crate) opening: usize,
    pub(crate) slit: usize,
    // HEAVY WEAPONS EFFECTS (SKIR-EFF-4).
    pub(crate) open_top: EffectColumn,
    pub(crate) turret: EffectColumn,
    pub(crate) casemate: EffectColumn,
    pub(crate) track: EffectColumn,
    pub(crate) wheel: EffectColumn,
    pub(crate) ramming: EffectColumn,
    pub(crate) gun: EffectColumn,
    // MINEFIELD EFFECTS.
    pub(crate) mined_team: usize,
    // INCENDIARY WEAPONS EFFECTS.
    pub(crate) burnt_soldier: usize,
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
pub(super) fn lay_out(chart: &Table<Effect>) -> Result<Effects, ContentError> {
    let mut effects =
        Effects { all: vec![Effect::NOTHING], fates: Vec::new(), full: Vec::new(), fragments: Vec::new() };
    for column in 0..chart.sheet().heads().len() {
        let full = by_face(chart, 0, column)?.map(|effect| effects.id_of(effect));
        let fragments = by_face(chart, 1, column)?.map(|effect| effects.id_of(effect));
        effects.full.push(full);
        effects.fragments.push(fragments);
    }
    // Fates are effects too, and their own fates.
    let mut place = 0;
    while let Some(effect) = effects.all.get(place).copied() {
        let fate = effects.id_of(effect.fate());
        effects.fates.push(fate);
        place += 1;
    }
    Ok(effects)
}

fn by_face(chart: &Table<Effect>, index: usize, column: usize) -> Result<[Effect; 10], ContentError> {
    let mut faces = [Effect::NOTHING; 10];
    for (face, place) in (1..).zip(&mut faces) {
        let effect = *chart.at(chart.sheet().covering(index, face)?, column);
        let wheel = chart.sheet().column_named(WHEEL) == Some(column);
        *place = if wheel { effect.on_a_wheel() } else { effect };
    }
    Ok(faces)
}
