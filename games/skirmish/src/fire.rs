//! Fire on the table: who bears on whom, and every shot from the order to the last test.

mod aiming;
mod burst;
#[cfg(test)]
mod examples;
mod forecast;
mod house;
mod lines;
mod listing;
mod orders;
mod shell;
mod stray;
mod tell;
mod volley;
mod weapons;

pub use burst::Splinters;
pub use forecast::{Forecast, forecast, reports};
pub use house::{Inside, WallHit, WallSplinters, Way};
pub use orders::{FireOrders, can_fire, can_harm, can_shell_ground, could_order};
pub use shell::{Hit, PickPart, Pierce, SkyStrike};
pub use stray::{Lob, Stray};
pub use volley::{Allotment, Volleys};

pub(crate) use lines::Lines;
pub(crate) use stray::beyond_edge;
pub(crate) use weapons::men_of;

use kit::{
    position::{UnitId, Units},
    tabletop::Point,
};

use crate::{
    board::PieceId,
    charts::{Device, HeavyWeapon},
    game::Skirmish,
    harm::Men,
    shell::Ammunition,
    state::Side,
};

/// At how many units one unit splits its light weapons at the most.
pub const VOLLEYS: usize = 4;

/// The fire of the unit in hand, and the shell in the air.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fire {
    /// Shells of its heavy weapon fired in this action.
    pub(crate) shells: u8,
    /// Devices used in this action.
    pub(crate) devices: u8,
    /// Men, or mounts of a vehicle, that have fired, are allotted or have used a device: one bit each.
    pub(crate) spent: Men,
    /// SKIR-LWF-2: whom its light weapons fire at, and which of them.
    pub(crate) volleys: [Option<Allotment>; VOLLEYS],
    /// SKIR-HWF-21: its light weapons have opened fire; nothing more is allotted.
    pub(crate) opened: bool,
    /// The shell in the air.
    pub(crate) shell: Shell,
    /// What has burst.
    pub(crate) burst: Burst,
}

impl Fire {
    /// Nobody has fired.
    pub const NONE: Self = Self {
        shells: 0,
        devices: 0,
        spent: 0,
        volleys: [None; VOLLEYS],
        opened: false,
        shell: Shell::NONE,
        burst: Burst::NONE,
    };

    /// A new action begins, or somebody else fires.
    pub(crate) const fn begin(&mut self) {
        *self = Self::NONE;
    }
}

/// What a shell, or a device, is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// Nothing.
    Nothing,
    /// The model of a unit.
    Model(UnitId),
    /// One man of a team (SKIR-HWF-5).
    Man(UnitId, u8),
    /// The wall of a building: of this floor, or its middle as the easy aim (SKIR-HWF-15).
    Wall(PieceId, Option<u8>),
    /// An opening by its place in the building's list (SKIR-HWF-12).
    Opening(PieceId, u8),
    /// A trench, at a point of it (SKIR-HWF-12).
    Trench(PieceId, i16, i16),
    /// A garden wall or sand bags, at a point (SKIR-BLD-9).
    Line(PieceId, i16, i16),
    /// A point of ground in mm (SKIR-HWF-16).
    Ground(i16, i16),
}

/// Who fires a shell, what it is, and what it is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shell {
    /// The unit; nobody for a battery behind the table.
    pub(crate) firer: Option<UnitId>,
    pub(crate) side: Side,
    /// The heavy weapon by its place in the chart.
    pub(crate) weapon: u8,
    pub(crate) cs: u8,
    pub(crate) cr: u8,
    pub(crate) he: bool,
    /// A device by its place in the chart, in place of a shell.
    pub(crate) device: Option<u8>,
    /// A device goes into the open top of a vehicle, or by an opening into a house (SKIR-ASL-6, SKIR-TST-8).
    pub(crate) inside: bool,
    /// Where it comes from, in mm.
    pub(crate) from: (i16, i16),
    /// SKIR-R136: the elevation of whoever fires it, in mm.
    pub(crate) height: i16,
    pub(crate) aim: Aim,
}

impl Shell {
    const NONE: Self = Self {
        firer: None,
        side: Side::A,
        weapon: 0,
        cs: 0,
        cr: 0,
        he: false,
        device: None,
        inside: false,
        from: (0, 0),
        height: 0,
        aim: Aim::Nothing,
    };

    /// Where it comes from.
    pub(crate) fn from(&self) -> Point {
        Point::new(self.from.0.into(), self.from.1.into())
    }

    /// AP or HE.
    pub(crate) const fn ammunition(&self) -> Ammunition {
        if self.he { Ammunition::He } else { Ammunition::Ap }
    }
}

/// Something that has burst, and whom its fragments have still to reach (SKIR-FRG-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Burst {
    /// Where, in mm.
    pub(crate) at: (i16, i16),
    /// In which building, and on which floor.
    pub(crate) inside: Option<(PieceId, u8)>,
    /// How far its fragments reach, in cm.
    pub(crate) radius: u8,
    /// Its calibre in mm, for shelter.
    pub(crate) calibre: u16,
    /// Combat Skill of the unit that fired it.
    pub(crate) cs: u8,
    /// Who was struck himself and gets no fragments (SKIR-EFF-3): a unit, and the man of a team.
    pub(crate) spared: Option<(UnitId, u8)>,
    /// Units that have still to be asked.
    pub(crate) left: Units,
    /// SKIR-R125: the trench or building that the shell itself has struck: its fragments do not strike it once more.
    pub(crate) struck: Option<PieceId>,
    /// Buildings that have still to be asked: their places from this one on (SKIR-FRG-6).
    pub(crate) walls_from: u8,
}

impl Burst {
    pub(crate) const NONE: Self = Self {
        at: (0, 0),
        inside: None,
        radius: 0,
        calibre: 0,
        cs: 0,
        spared: None,
        left: Units::NONE,
        struck: None,
        walls_from: u8::MAX,
    };

    /// Where.
    pub(crate) fn at(&self) -> Point {
        Point::new(self.at.0.into(), self.at.1.into())
    }
}

/// A point as the state keeps it.
pub(crate) const fn kept(at: Point) -> (i16, i16) {
    (at.x as i16, at.y as i16)
}

impl Skirmish {
    /// A unit has fired enough. SKIR-ASL-8: in the rest of its action its men who fired use no device.
    pub(crate) fn cease_fire(&mut self, unit: UnitId) {
        if self.act.unit == Some(unit) {
            self.act.spent |= self.fire.spent;
        }
        self.fire.begin();
    }

    /// The device in the air, if it is none of a gun.
    pub(crate) fn device(&self) -> Option<&'static Device> {
        self.fire.shell.device.map(|place| &self.board.rules.get().devices[usize::from(place)])
    }

    /// What is in the air, in a sentence: a shell, or a device by its name.
    pub(crate) fn missile(&self) -> &'static str {
        self.device().map_or("shell", |device| &device.name)
    }

    /// How far fragments of what is in the air reach, in cm, and its calibre for shelter.
    pub(crate) fn blast(&self) -> (u8, u16) {
        match self.device() {
            Some(device) => (device.radius, device.calibre),
            None => (self.gun().radius, self.gun().calibre),
        }
    }

    /// The heavy weapon of the shell in the air.
    pub(crate) fn gun(&self) -> &'static HeavyWeapon {
        &self.board.rules.get().heavy[usize::from(self.fire.shell.weapon)]
    }
}
