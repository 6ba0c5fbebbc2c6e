//! The decisions of the game, and how a person writes them.

use std::fmt::Write;

use kit::{
    Pointed, Taken,
    notation::Arg,
    position::{Roster, UnitId},
    tabletop::Point,
};

use crate::{
    attack::Choice,
    board::PieceId,
    clash::Tool,
    game::Skirmish,
    scenario::{Formation, PlatoonId},
    shell::Ammunition,
    words::printed,
};

printed! {
    /// What a unit does when its place in the order has come (SKIR-PHA-9).
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Order {
        /// SKIR-MAN-2.
        Lurk = "lurk",
        /// SKIR-MAN-3.
        Conceal = "conceal",
        /// SKIR-MAN-4.
        Fire = "fire",
        /// SKIR-MAN-5.
        Move = "move",
        /// SKIR-MAN-6.
        HookOn = "hook-on",
        /// SKIR-MAN-7.
        Unhook = "unhook",
        /// SKIR-MAN-8.
        Embark = "embark",
        /// SKIR-MAN-9.
        Disembark = "disembark",
        /// SKIR-MAN-12.
        MoveAndFire = "move-and-fire",
        /// SKIR-MAN-12, the other way round.
        FireAndMove = "fire-and-move",
        /// SKIR-MAN-13.
        FireAndConceal = "fire-and-conceal",
        /// SKIR-MAN-14.
        UnhookAndFire = "unhook-and-fire",
        /// SKIR-MAN-14, the other way round.
        FireAndUnhook = "fire-and-unhook",
        /// SKIR-MAN-15.
        HookAndFire = "hook-and-fire",
        /// SKIR-MAN-15, the other way round.
        FireAndHook = "fire-and-hook",
        /// SKIR-MAN-16.
        LoadAndFire = "load-and-fire",
        /// SKIR-MAN-16, the other way round.
        FireAndLoad = "fire-and-load",
        /// SKIR-MAN-17.
        UnloadAndMove = "unload-and-move",
        /// SKIR-MAN-17, the other way round.
        MoveAndUnload = "move-and-unload",
        /// SKIR-MAN-18.
        Assault = "assault",
        /// SKIR-MAN-24: who rides stays where he is; who is to come stays away.
        Stay = "stay",
        /// SKIR-ASL-4: a further round.
        Melee = "melee",
        /// SKIR-ASL-4: becomes fleeing.
        BreakOff = "break-off",
        /// SKIR-MAN-1: forced on a fleeing unit; nobody chooses it.
        Recover = "recover",
    }
}

/// A point of the table in mm, as actions hold it: from the north-west corner. People read and write it from the
/// south-west corner, as the rules measure (SKIR-GEO-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spot {
    east: i16,
    from_north: i16,
}

impl Spot {
    /// A point by its coordinates.
    pub fn of(game: &Skirmish, x: i32, y: i32) -> Self {
        Self { east: x as i16, from_north: (game.board.scenario().depth - y) as i16 }
    }

    /// Its coordinates: to the east and to the north.
    pub fn xy(self, game: &Skirmish) -> (i32, i32) {
        (self.east.into(), game.board.scenario().depth - i32::from(self.from_north))
    }
}

impl Arg<Skirmish> for Spot {
    fn write(self, names: &Skirmish, out: &mut String) {
        let (x, y) = self.xy(names);
        let _ = write!(out, "{x},{y}");
    }

    fn read(text: &str, names: &Skirmish) -> Result<Self, String> {
        let numbers = text.split_once(',').map(|(x, y)| (x.trim().parse(), y.trim().parse()));
        let Some((Ok(x), Ok(y))) = numbers else { return Err(String::new()) };
        let scenario = names.board.scenario();
        if (0..=scenario.width).contains(&x) && (0..=scenario.depth).contains(&y) {
            Ok(Self::of(names, x, y))
        } else {
            Err(format!("{text} is not on the table of {} by {} mm", scenario.width, scenario.depth))
        }
    }

    fn point(self, at: &mut Pointed) {
        at.point(self.east.into(), self.from_north.into());
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        let (east, north) = from.point()?;
        Some(Self { east: east.try_into().ok()?, from_north: north.try_into().ok()? })
    }
}

/// Whole degrees clockwise from north, 0 to 359.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Degrees(pub u16);

impl Arg<Skirmish> for Degrees {
    fn write(self, _: &Skirmish, out: &mut String) {
        out.push_str(&self.0.to_string());
    }

    fn read(text: &str, _: &Skirmish) -> Result<Self, String> {
        let degrees = text.parse().map_err(|_| String::new())?;
        if degrees < 360 { Ok(Self(degrees)) } else { Err(format!("a heading is 0 to 359, not {degrees}")) }
    }

    fn point(self, at: &mut Pointed) {
        at.number(self.0);
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.number().filter(|degrees| *degrees < 360).map(Self)
    }
}

/// Arguments that have a name each.
macro_rules! named {
    ($($of:ty, $what:literal;)*) => {$(
        impl Arg<Skirmish> for $of {
            fn write(self, _: &Skirmish, out: &mut String) {
                out.push_str(self.name());
            }

            fn read(text: &str, _: &Skirmish) -> Result<Self, String> {
                let known = Self::ALL.into_iter().find(|one| one.name().eq_ignore_ascii_case(text));
                known.ok_or_else(|| if text.is_empty() { String::new() } else { format!("there is no {} `{text}`", $what) })
            }

            fn point(self, at: &mut Pointed) {
                at.number(self as u16);
            }

            fn take(from: &mut Taken<'_>) -> Option<Self> {
                Self::ALL.get(usize::from(from.number()?)).copied()
            }
        }
    )*};
}

named! {
    Order, "maneuver";
    Ammunition, "ammunition";
    Choice, "part";
    Tool, "device";
    Formation, "formation";
}

impl Arg<Skirmish> for PlatoonId {
    fn write(self, names: &Skirmish, out: &mut String) {
        out.push_str(&names.board.scenario().platoon(self).name);
    }

    fn read(text: &str, names: &Skirmish) -> Result<Self, String> {
        let scenario = names.board.scenario();
        let known = scenario.platoon_ids().find(|id| scenario.platoon(*id).name.eq_ignore_ascii_case(text));
        known.ok_or_else(|| {
            if text.is_empty() { String::new() } else { format!("there is no platoon `{text}`") }
        })
    }

    fn point(self, at: &mut Pointed) {
        at.number(self.0.into());
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.number()?.try_into().ok().map(Self)
    }
}

impl Arg<Skirmish> for PieceId {
    fn write(self, names: &Skirmish, out: &mut String) {
        out.push_str(&names.board.terrain().piece(self).id);
    }

    fn read(text: &str, names: &Skirmish) -> Result<Self, String> {
        names.board.terrain().named(text).ok_or_else(|| {
            if text.is_empty() { String::new() } else { format!("there is no piece of terrain `{text}`") }
        })
    }

    fn point(self, at: &mut Pointed) {
        at.number(self.0.into());
    }

    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.number()?.try_into().ok().map(Self)
    }
}

impl Roster for Skirmish {
    fn unit_name(&self, unit: UnitId) -> Option<&str> {
        self.board.scenario().muster.get(unit.index()).map(|member| member.name.as_str())
    }
}

kit::notation! {
    /// One decision: a click.
    pub enum Action by Skirmish {
        /// A unit is placed before the game: its leader or model there.
        Place(unit: UnitId, spot: Spot, facing: Degrees, formation: Formation, floor: Option<u8>)
            = ["place" unit "at" spot "facing" facing formation floor];
        /// A unit begins aboard or behind its carrier.
        Aboard(unit: UnitId, carrier: UnitId) = ["aboard" unit "in" carrier];
        /// Whoever of the side is not placed yet stands where the scenario suggests it.
        Suggested = ["suggested"];
        /// A unit asks the battery for indirect fire.
        Request(unit: UnitId) = ["request" "by" unit];
        /// Nobody asks the battery.
        NoRequest = ["no-request"];
        /// A target marker is laid.
        Mark(spot: Spot) = ["mark" spot];
        /// All markers lie on one point.
        MarkAll(spot: Spot) = ["mark-all" spot];
        /// The markers lie in a cross of 60 mm.
        MarkCross(spot: Spot) = ["mark-cross" spot];
        /// No more markers.
        Marked = ["marked"];
        /// A platoon maneuvers.
        Declare(platoon: PlatoonId) = ["declare" platoon];
        /// A maneuver chip is played.
        Chip = ["chip"];
        /// This unit acts next.
        Next(unit: UnitId) = ["next" unit];
        /// The unit's maneuver; assault, hook-on, embark, load and unload name whom they are about.
        Do(maneuver: Order, unit: Option<UnitId>) = ["do" maneuver unit];
        /// Reinforcements begin at this point of their edge.
        Enter(spot: Spot) = ["enter" "at" spot];
        /// The way leads through this point.
        Via(spot: Spot) = ["via" spot];
        /// The way ends there, by the cheapest way.
        To(spot: Spot, floor: Option<u8>) = ["to" spot floor];
        /// The vehicle drives straight backwards to there.
        Back(spot: Spot) = ["back" "to" spot];
        /// The model turns in place.
        Turn(facing: Degrees) = ["turn" "to" facing];
        /// Where a model looks at the end of its way.
        Face(facing: Degrees) = ["face" facing];
        /// How a team stands at the end of its way.
        Form(formation: Formation, facing: Degrees) = ["form" formation "facing" facing];
        /// A man of a team, from 0, is placed by hand at the end of its way; the formation is for the others.
        Man(man: u8, spot: Spot) = ["man" man "at" spot];
        /// A lurking unit tries to fire.
        React(unit: UnitId) = ["react" "with" unit];
        /// Nobody reacts; or nothing more is fired.
        Hold = ["hold"];
        /// All light weapons that are not allotted yet fire at a unit.
        Volley(unit: UnitId) = ["volley" "at" unit];
        /// One light weapon, by its man or mount, is allotted to a unit.
        Allot(bearer: u8, unit: UnitId) = ["allot" bearer "to" unit];
        /// A shell goes at a unit; of a team one man is named, from 0.
        Shoot(ammunition: Ammunition, unit: UnitId, man: Option<u8>) = ["shoot" ammunition "at" unit man];
        /// A shell goes at a building: the middle of its front wall, or the wall of a floor; or at a trench, a wall or sand bags.
        Blast(ammunition: Ammunition, piece: PieceId, floor: Option<u8>) = ["blast" ammunition piece floor];
        /// A shell goes at an opening of a building, by its number from 0.
        BlastOpening(ammunition: Ammunition, piece: PieceId, opening: u8) = ["blast-opening" ammunition piece opening];
        /// An HE shell goes at a point of ground.
        BlastAt(spot: Spot) = ["blast-at" spot];
        /// A device goes at a unit; of a team one man is named.
        Use(tool: Tool, unit: UnitId, man: Option<u8>) = ["use" tool "on" unit man];
        /// A device goes into the open top of a vehicle.
        PutInto(tool: Tool, unit: UnitId) = ["put" tool "into" unit];
        /// A building is assaulted with devices.
        Storm(piece: PieceId) = ["storm" piece];
        /// A device goes at the wall of the building that is stormed.
        Plant(tool: Tool, piece: PieceId) = ["plant" tool "at" piece];
        /// A device goes into it by an opening, by its number from 0.
        Toss(tool: Tool, piece: PieceId, opening: u8) = ["toss" tool "into" piece opening];
        /// A flame-thrower fires at a unit.
        Flame(unit: UnitId) = ["flame" unit];
        /// The part that a shell strikes by choice.
        Part(part: Choice) = ["part" part];
        /// The next shell goes to the marker with this number, from 1.
        Drop(marker: u8) = ["shell" "to" marker];
    }
}

impl Spot {
    /// The same as a point.
    pub fn at(self, game: &Skirmish) -> Point {
        let (x, y) = self.xy(game);
        Point::new(x, y)
    }

    /// A point as an action holds it.
    pub fn from(game: &Skirmish, at: Point) -> Self {
        Self::of(game, at.x, at.y)
    }
}
