//! One shot on the heavy weapons charts: what each die face strikes, and what it takes to get through.

use kit::{Dice, Die, Purpose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{ArmorRow, Band, Charts, Class, EffectColumn, EffectId, Unit, UpperPart},
    condition::is_spared,
    geometry::{Aspect, Face},
    words::{Effect, Mark, Shelter},
};

/// What a die face strikes on this target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strike {
    /// Nothing.
    Miss,
    /// A part, by its place in the attack.
    Part(u8),
    /// The soldier dies.
    Dead,
    /// The soldier is hit but his shelter saves him.
    Saved,
}

/// The part that the firer takes when the chart says `choice` (SKIR-HWF-6, SKIR-HWF-9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// Whichever wrecks the target most often; of equals whichever stops it or silences its main gun most often, then
    /// whichever lets most shots through; of equals still the first of body, turret or casemate, running gear, top.
    #[default]
    Best,
    /// The body.
    Body,
    /// The turret or casemate.
    Upper,
    /// Track or wheel.
    RunningGear,
    /// The roof over the body, from at least 50 mm above.
    TopOfBody,
    /// The roof of turret or casemate, from at least 50 mm above.
    TopOfUpper,
    /// The open top, from at least 50 mm above.
    OpenTop,
}

impl Choice {
    pub(crate) const ALL: [Self; 7] = [
        Self::Best,
        Self::Body,
        Self::Upper,
        Self::RunningGear,
        Self::TopOfBody,
        Self::TopOfUpper,
        Self::OpenTop,
    ];

    /// As players write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Body => "body",
            Self::Upper => "upper",
            Self::RunningGear => "running-gear",
            Self::TopOfBody => "top-of-body",
            Self::TopOfUpper => "top-of-upper",
            Self::OpenTop => "open-top",
        }
    }
}

/// A part of the target: the least die that gets through, and the effects column it leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// As the player reads it.
    pub name: &'static str,
    /// The least die that penetrates; 0 where none is rolled, more than any die where nothing gets through.
    pub needs: u16,
    /// The armor in cm.
    pub armor: u8,
    /// Where its effects stand.
    pub column: EffectColumn,
}

/// More than any die shows.
pub const IMPENETRABLE: u16 = u16::MAX;

/// Places of the parts in an attack.
mod place {
    pub const BODY: usize = 0;
    pub const UPPER: usize = 1;
    pub const RUNNING: usize = 2;
    pub const SHIELD: usize = 0;
    pub const GUN: usize = 1;
    pub const CHOICE: usize = 3;
}

/// How one shot comes: what a gunner, a burst or a man with a device brings to the charts.
#[derive(Clone, Copy, Debug)]
pub struct Shot {
    /// The band, which has the dice to hit and to penetrate (SKIR-HWF-2, SKIR-PEN-1).
    pub band: Band,
    /// The firer's CS.
    pub cs: u8,
    /// Whether the moving index is read (SKIR-HWF-3: never for fragments and buildings).
    pub moving: bool,
    /// The row of ARMOR PENETRATION; none cannot get through anything.
    pub row: Option<ArmorRow>,
    /// For shelter, in mm (SKIR-HWF-8).
    pub calibre: u16,
    /// How it meets the hull.
    pub hull: Aspect,
    /// How it meets the turret.
    pub turret: Aspect,
    /// What the firer takes on `choice`.
    pub choice: Choice,
    /// Whether he stands at least 50 mm higher (SKIR-HWF-9).
    pub from_above: bool,
}

impl Shot {
    /// The fragments of a burst on the side that `hull` tells (SKIR-FRG-2, SKIR-FRG-4).
    pub fn fragments(
        cs: u8,
        calibre: u16,
        [hull, turret]: [Aspect; 2],
        choice: Choice,
        charts: &Charts,
    ) -> Self {
        let left = |aspect: Aspect| Aspect { square: false, ..aspect };
        Self {
            band: Band::Fragments,
            cs,
            moving: false,
            row: Some(charts.fragment_row),
            calibre,
            hull: left(hull),
            turret: left(turret),
            choice,
            from_above: false,
        }
    }

    /// SKIR-PEN-2, SKIR-PEN-5: the least die through so many cm at this angle.
    pub fn needs(&self, cm: u8, square: bool, charts: &Charts) -> u16 {
        if cm == 0 {
            return 0;
        }
        let half = if square { &charts.tables.square } else { &charts.tables.oblique };
        let Some(ArmorRow(row)) = self.row else { return IMPENETRABLE };
        // What no column covers is thicker than the chart knows.
        let column = half.sheet().column_for(cm.into());
        column.and_then(|column| *half.at(row.into(), column)).unwrap_or(IMPENETRABLE)
    }
}

/// A shot at one target, ready for its dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// The die to hit.
    pub die: Die,
    /// What each of its faces strikes.
    pub faces: [Strike; 12],
    /// The die to penetrate.
    pub pierce: Die,
    /// The parts.
    pub parts: [Part; 4],
    /// Whether effects are read under fragments (SKIR-EFF-1).
    pub by_fragments: bool,
    /// What is struck without a roll to hit: an indirect shell on its target (SKIR-IND-5).
    pub sure: Option<Strike>,
}

const HIT: Purpose = Purpose::new("hit", "SKIR-HWF-2");
const FRAGMENT_HIT: Purpose = Purpose::new("fragments", "SKIR-FRG-2");
const PIERCE: Purpose = Purpose::new("penetration", "SKIR-PEN-1");
const EFFECT: Purpose = Purpose::new("effect", "SKIR-EFF-1");

impl Attack {
    /// A shot at a vehicle, a gun, or one man of a team in this shelter.
    pub fn on(unit: &Unit, shelter: Shelter, shot: &Shot, charts: &Charts) -> Self {
        let column = fire_column(unit, charts);
        match unit.class {
            Class::Vehicle(size) => {
                Self::in_column(column, shelter, shot, vehicle_parts(unit, size, shot, charts), charts)
            }
            Class::Gun => Self::in_column(column, shelter, shot, gun_parts(unit, shot, charts), charts),
            Class::Infantry | Class::Mortar => Self::on_man(shelter, shot, charts),
        }
    }

    /// SKIR-HWF-5: a shot at one man in this shelter.
    pub fn on_man(shelter: Shelter, shot: &Shot, charts: &Charts) -> Self {
        // He has no parts.
        let himself = Part { name: "man", needs: 0, armor: 0, column: charts.columns.gun };
        Self::in_column(charts.columns.soldier, shelter, shot, [himself; 4], charts)
    }

    fn in_column(column: usize, shelter: Shelter, shot: &Shot, parts: [Part; 4], charts: &Charts) -> Self {
        let shelter = charts.shelter_against(shelter, shot.calibre);
        let die = charts.die_of(shot.band);
        let mut faces = [Strike::Miss; 12];
        for face in 1..=die.sides() {
            faces[usize::from(face - 1)] = match mark(column, shot, face, charts) {
                Mark::Miss | Mark::Hit => Strike::Miss,
                Mark::Body => Strike::Part(place::BODY as u8),
                Mark::Upper => Strike::Part(place::UPPER as u8),
                Mark::Track | Mark::Wheel | Mark::WheelOrTrack => Strike::Part(place::RUNNING as u8),
                Mark::Choice => Strike::Part(place::CHOICE as u8),
                Mark::Shield => Strike::Part(place::SHIELD as u8),
                Mark::Gun => Strike::Part(place::GUN as u8),
                Mark::Dead(spares) if is_spared(shelter, spares) => Strike::Saved,
                Mark::Dead(_) => Strike::Dead,
            };
        }
        let by_fragments = shot.band == Band::Fragments;
        Self { die, faces, pierce: die, parts, by_fragments, sure: None }
    }

    /// SKIR-IND-5: an indirect shell that lands on the unit itself: the top, or the open top, no roll to hit.
    pub fn from_the_sky(unit: &Unit, shelter: Shelter, shot: &Shot, charts: &Charts) -> Self {
        let mut attack = Self::on(unit, shelter, shot, charts);
        attack.sure = Some(match unit.class {
            Class::Vehicle(_) => Strike::Part(place::CHOICE as u8),
            Class::Gun => Strike::Part(place::GUN as u8),
            Class::Infantry | Class::Mortar if shelter == Shelter::Hard => Strike::Saved,
            Class::Infantry | Class::Mortar => Strike::Dead,
        });
        attack
    }

    /// How many faces of the die strike the part at a place.
    pub fn faces_that_strike(&self, place: u8) -> usize {
        match self.sure {
            Some(strike) => usize::from(strike == Strike::Part(place)) * usize::from(self.die.sides()),
            None => self.faces.iter().filter(|&&strike| strike == Strike::Part(place)).count(),
        }
    }

    /// The part at a place.
    #[inline]
    pub fn part(&self, place: u8) -> &Part {
        &self.parts[usize::from(place)]
    }

    /// SKIR-HWF-1: the roll to hit.
    #[inline]
    pub fn hit<D: Dice>(&self, dice: &mut D) -> Strike {
        if let Some(strike) = self.sure {
            return strike;
        }
        let purpose = if self.by_fragments { FRAGMENT_HIT } else { HIT };
        dice.read(self.die, &self.faces, purpose)
    }

    /// SKIR-PEN-2: whether the part is pierced; without armor nothing is rolled.
    #[inline]
    pub fn pierces<D: Dice>(&self, place: u8, dice: &mut D) -> bool {
        let needs = self.part(place).needs;
        match needs {
            0 => true,
            // SKIR-PEN-7: a die that cannot help is not rolled.
            needs if needs > self.pierce.sides() => false,
            _ => !dice.at_most(self.pierce, needs - 1, PIERCE),
        }
    }

    /// SKIR-EFF-1: the roll on the effects chart.
    #[inline]
    pub fn effect<D: Dice>(&self, place: u8, charts: &Charts, dice: &mut D) -> EffectId {
        let row = charts.effects.row(self.part(place).column, self.by_fragments);
        dice.read(Die::D10, row, EFFECT)
    }
}

/// The cell of HEAVY WEAPONS FIRE for a face.
pub(crate) fn mark(column: usize, shot: &Shot, face: u16, charts: &Charts) -> Mark {
    let fire = &charts.tables.fire;
    let index = u32::from(face) + u32::from(shot.cs);
    let row = fire.row_at(usize::from(shot.moving), index);
    *fire.at(row, column)
}

impl Charts {
    /// SKIR-HWF-16: how many faces of a die hit in the column of doors, windows and trenches.
    pub(crate) fn hits_opening(&self, cs: u8, die: Die) -> u16 {
        let fire = &self.tables.fire;
        let hit = |face: &u16| {
            let row = fire.row_at(0, u32::from(*face) + u32::from(cs));
            *fire.at(row, self.columns.opening) == Mark::Hit
        };
        (1..=die.sides()).filter(hit).count() as u16
    }
}

/// SKIR-HWF-4, SKIR-HWF-5: the column of HEAVY WEAPONS FIRE for a unit.
pub(crate) fn fire_column(unit: &Unit, charts: &Charts) -> usize {
    match unit.class {
        Class::Vehicle(size) => charts.sizes[size].fire,
        Class::Gun => charts.columns.artillery,
        Class::Infantry | Class::Mortar => charts.columns.soldier,
    }
}

/// SKIR-HWF-10: the shield stands only toward the front; from elsewhere its hits count as the gun.
fn gun_parts(unit: &Unit, shot: &Shot, charts: &Charts) -> [Part; 4] {
    let column = charts.columns.gun;
    let gun = Part { name: "gun", needs: 0, armor: 0, column };
    let shielded = shot.hull.face == Face::Front && unit.shield > 0;
    let shield = Part {
        name: "shield",
        needs: if shielded { shot.needs(unit.shield, shot.hull.square, charts) } else { 0 },
        armor: if shielded { unit.shield } else { 0 },
        column,
    };
    [shield, gun, gun, gun]
}

/// SKIR-HWF-11: the face, the thickness and the effects column of each part.
fn vehicle_parts(unit: &Unit, size: usize, shot: &Shot, charts: &Charts) -> [Part; 4] {
    let size = &charts.sizes[size];
    let columns = &charts.columns;
    let armored = unit.is_armored();
    let part = |name, cm: u8, square, column| {
        let armor = if armored { cm } else { 0 };
        Part { name, needs: shot.needs(armor, square, charts), armor, column }
    };
    let hull = shot.hull;
    let body = part("body", unit.body[hull.face as usize], hull.square, size.body);
    let upper_column = |kind| match kind {
        UpperPart::Turret => columns.turret,
        UpperPart::Casemate => columns.casemate,
    };
    let upper = match unit.upper {
        Some((UpperPart::Turret, armor)) => {
            part("turret", armor[shot.turret.face as usize], shot.turret.square, columns.turret)
        }
        Some((UpperPart::Casemate, armor)) => {
            part("casemate", armor[hull.face as usize], hull.square, columns.casemate)
        }
        // Without turret or casemate it is the body that is struck.
        None => body,
    };
    let (name, column) = if size.tracked { ("track", columns.track) } else { ("wheel", columns.wheel) };
    let running = part(name, size.running_gear, hull.square, column);
    // SKIR-HWF-9: from above, the roof in the left half or the open top without a roll.
    let top_of_upper = unit.upper.map_or(size.body, |(kind, _)| upper_column(kind));
    let top = |column| part("top", unit.top, false, column);
    let open_top = Part { name: "open top", needs: 0, armor: 0, column: columns.open_top };
    let choice = match shot.choice {
        Choice::Body => body,
        Choice::Upper => upper,
        Choice::RunningGear => running,
        Choice::TopOfBody => top(size.body),
        Choice::TopOfUpper => top(top_of_upper),
        Choice::OpenTop => open_top,
        Choice::Best => {
            let mut best = body;
            let above = if unit.open_top { [open_top; 2] } else { [top(size.body), top(top_of_upper)] };
            let above = if shot.from_above { &above[..] } else { &[] };
            for other in [upper, running].iter().chain(above) {
                if worth(other, shot, charts) > worth(&best, shot, charts) {
                    best = *other;
                }
            }
            best
        }
    };
    [body, upper, running, choice]
}

/// In how many pairs of penetration and effect dice a part ends as a wreck, or stops or silences the target, and how many
/// penetration dice get through it.
fn worth(part: &Part, shot: &Shot, charts: &Charts) -> [u16; 3] {
    let sides = charts.die_of(shot.band).sides();
    let through = (sides + 1).saturating_sub(part.needs.max(1));
    let by_fragments = shot.band == Band::Fragments;
    let faces = |does: fn(&Effect) -> bool| charts.effects.faces(part.column, by_fragments, does);
    [through * faces(Effect::wrecks), through * faces(Effect::disables), through]
}
