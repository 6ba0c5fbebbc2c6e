//! Shells at buildings, trenches and walls on the table (chapters HWF, BLD, IND, FRG).

use kit::{
    Dice, Die, Journal, Purpose,
    flow::Procedure,
    position::{UnitId, Units},
    tabletop::{Point, Shape},
};

use super::{Aim, Lines, kept, weapons::men_of};
use crate::{
    board::PieceId,
    building::{AimPoint, Bombardment, Charge, Entry, Inside as Gets},
    charts::{Building, Wall},
    game::Skirmish,
    harm::{Men, Tests},
    maneuver::{Maneuver, Shooter},
    tell::told,
    words::Collapse,
};

const HIT: Purpose = Purpose::new("hit", "SKIR-HWF-2");
const WALL: Purpose = Purpose::new("wall", "SKIR-PEN-6");
const DEPTH: Purpose = Purpose::new("depth inside", "SKIR-HWF-12");
const EFFECT: Purpose = Purpose::new("building effect", "SKIR-BLD-1");

/// How a shell comes to a building.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// It hit what it was aimed at.
    Aimed,
    /// It fell on the roof (SKIR-IND-6).
    Roof,
    /// It fell into a trench.
    Trench,
    /// Its fragments strike the wall (SKIR-FRG-6).
    Fragments,
}

/// SKIR-HWF-4: the roll to hit a building, an opening, a trench, a wall or a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WallHit;

/// A shell gets in or not, and what it does there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Inside {
    pub(crate) piece: PieceId,
    pub(crate) floor: u8,
    pub(crate) way: Way,
}

impl Inside {
    /// SKIR-IND-6: on the roof: the top floor is struck.
    pub(crate) const fn roof(piece: PieceId) -> Self {
        Self { piece, floor: u8::MAX, way: Way::Roof }
    }

    /// SKIR-IND-6: in a trench.
    pub(crate) const fn trench(piece: PieceId) -> Self {
        Self { piece, floor: 0, way: Way::Trench }
    }
}

/// What became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GotIn {
    /// The wall held, or fragments missed it.
    No,
    /// AP went through (SKIR-HWF-13).
    Through,
    /// It burst so many mm inside: with a result, or only fragments under 30 mm.
    Burst(u16, Option<Collapse>),
}

impl Skirmish {
    /// The building chart of a piece.
    fn building(&self, piece: PieceId) -> Option<&'static Building> {
        let place = self.board.terrain().piece(piece).kind.building?;
        self.board.rules.get().building_at(place)
    }

    /// What the shell in the air brings to a piece, judged by the chapter.
    pub(super) fn charge(&self, piece: PieceId, aim: AimPoint) -> Option<(Charge, Bombardment)> {
        let (shell, weapon, charts) = (&self.fire.shell, self.gun(), self.board.rules.get());
        let building = self.building(piece)?;
        let from = shell.from();
        let bombardment = Bombardment {
            shooter: Shooter {
                unit: shell.firer.map_or(&charts.units[0], |unit| self.board.chart(unit)),
                maneuver: Maneuver::Fire,
                // SKIR-R42: by the house rule fragments add no CS.
                cs: if aim == AimPoint::Fragments { self.fire.burst.cs } else { shell.cs },
                men: 1,
                no_fire: false,
                fleeing: false,
            },
            building,
            aim,
            ammunition: shell.ammunition(),
            shells: 1,
            mm: super::lines::distance(from, self.aimed_point()),
            square: Lines::of(self).wall_is_square(piece, from, self.aimed_point()),
        };
        let astray = aim == AimPoint::Fragments || building.wall == Wall::None;
        let charge = match self.device() {
            Some(device) if astray => Ok(bombardment.by_stray(device, charts)),
            Some(device) => bombardment.by_hand::<kit::Silent>(device, charts),
            None => bombardment.by_gun::<kit::Silent>(weapon, charts),
        };
        charge.ok().map(|charge| (charge, bombardment))
    }

    /// What the shell in the air is aimed at, as the chapter calls it, with the piece and floor.
    pub(super) fn aimed_building(&self) -> Option<(PieceId, u8, AimPoint)> {
        match self.fire.shell.aim {
            Aim::Wall(piece, Some(floor)) => Some((piece, floor, AimPoint::FloorWall)),
            // SKIR-HWF-15: the middle of the front wall.
            Aim::Wall(piece, None) => Some((piece, self.middle_floor(piece), AimPoint::FrontWall)),
            Aim::Opening(piece, place) => {
                let opening = self.board.terrain().openings(piece)[usize::from(place)];
                let slit = opening.kind == crate::board::OpeningKind::Slit;
                Some((piece, opening.floor, if slit { AimPoint::Slit } else { AimPoint::Opening }))
            }
            Aim::Trench(piece, ..) => Some((piece, 0, AimPoint::Opening)),
            Aim::Line(piece, ..) => Some((piece, 0, AimPoint::FloorWall)),
            _ => None,
        }
    }

    /// SKIR-HWF-15: the floor that the middle of a front wall belongs to.
    pub(crate) fn middle_floor(&self, piece: PieceId) -> u8 {
        (self.board.terrain().piece(piece).floors.max(1) - 1) / 2
    }

    /// SKIR-HWF-16: the die and its hitting faces for a point of ground.
    fn faces_for_ground(&self) -> (Die, u16) {
        let charts = self.board.rules.get();
        let band = self.shell_band();
        let die = charts.die_of(band);
        let hits = charts.hits_opening(self.fire.shell.cs, die);
        (die, hits)
    }

    /// Men who are in a building on a floor, or in a trench; unit by unit.
    fn men_inside(&self, piece: PieceId, floor: Option<u8>, lines: &Lines<'_>) -> Vec<(UnitId, Men)> {
        let afoot = self.board.everybody().filter(|unit| {
            self.board.is_on_table(*unit) && self.board.is_afoot(*unit) && !self.board.rides(*unit)
        });
        let inside = |unit: UnitId| {
            let men = men_of(self.living_men(unit)).filter(|&man| match lines.indoors(unit, man) {
                Some((house, on)) => house == piece && floor.is_none_or(|floor| floor == on),
                None => lines.trench_at(self.place(unit, man)) == Some(piece),
            });
            men.fold(0, |all: Men, man| all | 1 << man)
        };
        afoot.map(|unit| (unit, inside(unit))).filter(|(_, men)| *men != 0).collect()
    }

    /// Those of them whose bases are within so many mm of a point.
    fn near(&self, unit: UnitId, men: Men, at: Point, mm: u32) -> Men {
        let at = Shape::point(at);
        men_of(men).filter(|&man| self.shape(unit, man).is_within(&at, mm)).fold(0, |all, man| all | 1 << man)
    }
}

impl Procedure<Skirmish> for WallHit {
    /// Whether it hit.
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        let (of, faces) = match game.aimed_building() {
            None => game.faces_for_ground(),
            Some((piece, _, aim)) => match game.charge(piece, aim).map(|(charge, _)| charge.entry) {
                Some(Entry::Faces(of, faces)) => (of, faces),
                Some(Entry::Sure) => return true,
                _ => return false,
            },
        };
        !dice.at_most(of, of.sides() - faces, HIT)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, hit: bool, journal: &mut J) {
        let what = game.aimed_building();
        journal.tell(|| {
            told("SKIR-HWF-4", if hit { "The shell hits".into() } else { "The shell misses".to_owned() })
        });
        match (hit, what) {
            (false, _) if game.fire.shell.he => game.flow.goto(super::Stray),
            (false, _) => game.flow.goto(Tests),
            (true, Some((piece, floor, _))) => game.flow.goto(Inside { piece, floor, way: Way::Aimed }),
            // SKIR-HWF-16: it bursts at the point.
            (true, None) => game.burst(game.aimed_point(), None, None),
        }
    }
}

impl Procedure<Skirmish> for Inside {
    type End = GotIn;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> GotIn {
        let aim = match self.way {
            Way::Aimed => game.aimed_building().map_or(AimPoint::Roof, |(_, _, aim)| aim),
            Way::Roof => AimPoint::Roof,
            Way::Trench => AimPoint::Opening,
            Way::Fragments => AimPoint::Fragments,
        };
        let Some((charge, target)) = game.charge(self.piece, aim) else { return GotIn::No };
        let charts = game.board.rules.get();
        // SKIR-BLD-1: what is too small to do anything to a building is not rolled for.
        if self.way == Way::Fragments && charge.inside == Gets::Bursts(None) {
            return GotIn::No;
        }
        if let (Way::Fragments, Entry::Faces(of, faces)) = (self.way, charge.entry)
            && dice.at_most(of, of.sides() - faces, HIT)
        {
            return GotIn::No;
        }
        let building = target.building;
        if building.wall != Wall::None && !aim.is_opening() {
            let needs = charge.shot.needs(building.cm, charge.shot.hull.square, charts);
            let of = charts.die_of(charge.shot.band);
            if needs > of.sides() || dice.at_most(of, needs - 1, WALL) {
                return GotIn::No;
            }
        }
        if charge.inside == Gets::Pierces {
            return GotIn::Through;
        }
        // SKIR-HWF-12: through an opening it bursts D6 cm inside; in a trench where it was aimed.
        let opening = aim.is_opening() && building.wall != Wall::None;
        let depth = if opening { dice.roll(Die::D6, DEPTH) * 10 } else { 0 };
        let collapse = match charge.inside {
            Gets::Bursts(Some(index)) => {
                let chart = &charts.tables.collapse;
                Some(*chart.at(chart.row_at(index, dice.roll(Die::D10, EFFECT).into()), building.column))
            }
            // SKIR-ASL-7: a hand bomb has a blast radius without a roll.
            Gets::Blast => Some(Collapse::BlastRadius),
            _ => None,
        };
        GotIn::Burst(depth, collapse)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, end: GotIn, journal: &mut J) {
        let name = &game.board.terrain().piece(self.piece).name;
        let from = game.fire.shell.from();
        let struck = match self.way {
            Way::Aimed => game.aimed_point(),
            _ => game.fire.burst.at(),
        };
        match end {
            GotIn::No if self.way == Way::Fragments => {}
            GotIn::No => {
                journal
                    .tell(|| told("SKIR-PEN-6", format!("The {} does not get into {name}", game.missile())));
                // SKIR-PEN-9: it bursts outside.
                if game.fire.shell.he {
                    game.burst(struck, None, None);
                    // SKIR-IND-6, SKIR-R125: harmless for those inside.
                    game.fire.burst.struck = Some(self.piece);
                } else {
                    game.flow.goto(Tests);
                }
                return;
            }
            GotIn::Through => {
                journal.tell(|| told("SKIR-HWF-13", format!("The shell goes through {name}")));
                game.flow.goto(Tests);
                game.kill_in_line(self, from, struck, journal);
                return;
            }
            GotIn::Burst(depth, None) if self.way != Way::Fragments => {
                // SKIR-BLD-1: under 30 mm fragments only, on whoever is on that floor or near in the open.
                journal
                    .tell(|| told("SKIR-BLD-1", format!("The shell bursts in {name}, too small to do more")));
                let at = struck.offset(from.bearing(struck), depth.into());
                let floor = self.floor.min(game.board.terrain().piece(self.piece).floors.saturating_sub(1));
                let open = game.building(self.piece).is_none_or(Building::is_open);
                game.burst(at, (!open).then_some((self.piece, floor)), None);
                game.fire.burst.struck = (!open).then_some(self.piece);
                return;
            }
            GotIn::Burst(depth, collapse) => {
                let at = struck.offset(from.bearing(struck), depth.into());
                if let Some(collapse) = collapse {
                    self.collapse(game, at, collapse, journal);
                }
            }
        }
        if self.way == Way::Fragments {
            return game.flow.goto(WallSplinters);
        }
        if self.way == Way::Trench || matches!(game.fire.shell.aim, Aim::Trench(..) | Aim::Line(..)) {
            // Others near it are attacked by fragments; those in the trench have been dealt with.
            game.burst(struck, None, None);
            game.fire.burst.struck = Some(self.piece);
        } else {
            game.flow.goto(Tests);
        }
    }
}

impl Inside {
    /// SKIR-BLD-3 to SKIR-BLD-9.
    fn collapse<J: Journal>(self, game: &mut Skirmish, at: Point, collapse: Collapse, journal: &mut J) {
        let Self { piece, .. } = self;
        let terrain = game.board.terrain();
        let found = terrain.piece(piece);
        let floor = self.floor.min(found.floors.saturating_sub(1));
        let open = game.building(piece).is_none_or(Building::is_open);
        let lines = Lines::of(game);
        let radius = u32::from(game.blast().0) * 10;
        let limits = &game.board.rules.get().limits;
        let name = &found.name;
        journal.tell(|| {
            told("SKIR-BLD-1", format!("The {} bursts in {name}: {}", game.missile(), collapse.in_words()))
        });
        let is_line = found.is_line();
        let inside = if is_line {
            // SKIR-BLD-9: behind sand bags or a garden wall.
            game.men_behind(piece, game.fire.shell.from())
        } else {
            game.men_inside(piece, (!open && collapse != Collapse::Destroyed).then_some(floor), &lines)
        };
        drop(lines);
        for (unit, men) in inside {
            let fallen = match collapse {
                Collapse::BlastRadius => game.near(unit, men, at, radius),
                _ if open => game.near(unit, men, at, limits.open_reach.into()),
                _ => men,
            };
            // SKIR-HWF-14: whoever is out of its reach was not hit.
            if fallen != 0 {
                game.owe_cant_fire(unit);
                game.lose_men(unit, fallen, false, journal);
            }
        }
        if open {
            if collapse == Collapse::Destroyed && is_line {
                game.open_gap(piece, at);
            }
            return;
        }
        if collapse != Collapse::BlastRadius {
            game.lose_models_inside(piece, journal);
        }
        match collapse {
            Collapse::OnFire => game.set_fire(piece, journal),
            Collapse::Destroyed => {
                game.board.ground.ruined.insert(piece);
                game.board.ground.burning.remove(piece);
            }
            _ => {}
        }
    }
}

impl Skirmish {
    /// SKIR-HWF-13: every man whose base the line of fire touches inside, on that floor.
    fn kill_in_line<J: Journal>(&mut self, inside: Inside, from: Point, struck: Point, journal: &mut J) {
        let lines = Lines::of(self);
        let heading = from.bearing(struck);
        let end = struck.offset(heading, FAR);
        let lane = Shape::lane(struck, end, 0);
        let men = self.men_inside(inside.piece, Some(inside.floor), &lines);
        drop(lines);
        for (unit, men) in men {
            let hit = men_of(men).filter(|&man| self.shape(unit, man).is_within(&lane, 0));
            let fallen = hit.fold(0, |all, man| all | 1 << man);
            if fallen != 0 {
                self.owe_cant_fire(unit);
                self.lose_men(unit, fallen, false, journal);
            }
        }
    }

    /// SKIR-BLD-9: men within 20 mm behind a wall or sand bags, seen from the firer.
    fn men_behind(&self, piece: PieceId, from: Point) -> Vec<(UnitId, Men)> {
        let lines = Lines::of(self);
        let afoot = self.board.everybody().filter(|unit| {
            self.board.is_on_table(*unit) && self.board.is_afoot(*unit) && !self.board.rides(*unit)
        });
        let behind = |unit: UnitId| {
            let men = men_of(self.living_men(unit))
                .filter(|&man| lines.lines_between(unit, man, from).contains(piece));
            men.fold(0, |all: Men, man| all | 1 << man)
        };
        afoot.map(|unit| (unit, behind(unit))).filter(|(_, men)| *men != 0).collect()
    }

    /// SKIR-BLD-8: guns in a building go with their crews.
    fn lose_models_inside<J: Journal>(&mut self, piece: PieceId, journal: &mut J) {
        let lines = Lines::of(self);
        let inside: Units = self
            .board
            .everybody()
            .filter(|unit| {
                self.board.is_on_table(*unit) && self.board.is_model(*unit) && !self.board.rides(*unit)
            })
            .filter(|unit| lines.building_at(self.board.model_at(*unit)) == Some(piece))
            .collect();
        drop(lines);
        for unit in inside {
            let name = self.name(unit);
            self.tell_about(unit, journal, || told("SKIR-BLD-8", format!("{name} is lost in the building")));
            self.board.unit_mut(unit).hull = crate::words::Hull::Destroyed;
            self.remove(unit);
        }
    }

    /// SKIR-BLD-5: the building burns; every unit in it that lives tests its courage.
    pub(crate) fn set_fire<J: Journal>(&mut self, piece: PieceId, journal: &mut J) {
        if !self.board.ground.burning.contains(piece) {
            self.board.ground.burning.insert(piece);
            self.board.ground.fresh_fires.insert(piece);
        }
        let name = &self.board.terrain().piece(piece).name;
        journal.tell(|| told("SKIR-BLD-5", format!("{name} burns")));
        let lines = Lines::of(self);
        let inside = self.men_inside(piece, None, &lines);
        drop(lines);
        for (unit, _) in inside {
            self.harm.courage.insert(unit);
        }
    }
}

/// Farther than any building is deep, in mm.
const FAR: i32 = 2000;

/// SKIR-FRG-6: fragments strike buildings near a burst outside, one after the other; then the tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WallSplinters;

impl Procedure<Skirmish> for WallSplinters {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), _: &mut J) {
        let burst = game.fire.burst;
        let reach = u32::from(burst.radius) * 10;
        let next = game.board.terrain().pieces().map(|(piece, _)| piece).find(|piece| {
            burst.inside.is_none()
                && burst.radius > 0
                && piece.0 >= burst.walls_from
                && burst.struck != Some(*piece)
                && Lines::of(game).is_standing_building(*piece)
                && Lines::of(game).is_near(*piece, burst.at(), reach)
        });
        let Some(piece) = next else { return game.flow.goto(Tests) };
        game.fire.burst.walls_from = piece.0 + 1;
        game.fire.burst.at = kept(burst.at());
        game.flow.goto(Inside { piece, floor: 0, way: Way::Fragments });
    }
}
