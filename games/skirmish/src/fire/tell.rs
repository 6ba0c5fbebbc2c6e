//! Sentences about fire, told to whom they concern.

use kit::{Journal, position::UnitId, tabletop::Point};

use super::Aim;
use crate::{board::PieceId, building::AimPoint, game::Skirmish, harm::Men, state::Flags, tell::told};

impl Skirmish {
    /// Tells of fire: whoever does not see the firer hears only that somebody fires (5.3).
    pub(crate) fn tell_of_fire<J: Journal>(
        &self,
        firer: UnitId,
        target: UnitId,
        journal: &mut J,
        clause: &'static str,
        what: &str,
    ) {
        let side = self.board.side(firer);
        let name = self.name(firer);
        let known = self.house.open || self.board.seen[side.other() as usize].contains(firer);
        if known {
            return journal.tell(|| told(clause, format!("{name} {what}")).to(firer).to(target));
        }
        journal.tell_only(side.seat(), || told(clause, format!("{name} {what}")).to(firer).to(target));
        journal.tell_only(side.other().seat(), || told(clause, format!("Somebody {what}")).to(target));
    }

    /// Tells what the shell in the air does to a unit.
    pub(crate) fn tell_shell<J: Journal>(
        &self,
        target: UnitId,
        journal: &mut J,
        clause: &'static str,
        what: &str,
    ) {
        let (does, kind) = match self.device() {
            Some(device) => ("uses", device.with_article()),
            None if self.fire.shell.he => ("fires", "an HE shell".to_owned()),
            None => ("fires", "an AP shell".to_owned()),
        };
        let name = self.name(target);
        match self.fire.shell.firer {
            Some(firer) => {
                let words = format!("{does} {kind} at {name}: it {what}");
                self.tell_of_fire(firer, target, journal, clause, &words);
            }
            None => self.tell_about(target, journal, || told(clause, format!("{kind} at {name}: it {what}"))),
        }
    }

    /// SKIR-SPT-9, SKIR-MAN-22: a unit has fired, and is seen by whoever can see that.
    pub(crate) fn mark_fired<J: Journal>(&mut self, unit: UnitId, _: &mut J) {
        if !self.board.is(unit, Flags::FIRED_LAST) {
            self.board.unit_mut(unit).set(Flags::FIRED_LAST, true);
            self.refresh_sight(unit);
        }
    }

    /// SKIR-R95: a turret points at the last target of the action.
    pub(crate) fn aim_turret(&mut self, unit: UnitId, at: Point) {
        if !self.has_turret(unit) || self.board.is(unit, Flags::TURRET_BLOCKED) {
            return;
        }
        let bearing = self.board.model_at(unit).bearing(at).degrees();
        let turret = (bearing + 360 - self.board.unit(unit).heading) % 360;
        self.board.unit_mut(unit).turret = turret;
    }

    /// The bearers that are allotted to a target already.
    pub(crate) fn allotted_to(&self, target: UnitId) -> Men {
        let allotted = self.fire.volleys.iter().flatten().find(|allotted| allotted.target == target);
        allotted.map_or(0, |allotted| allotted.bearers)
    }

    /// What a shell at a piece is aimed at: the wall of a floor, its middle, a trench, or a linear piece.
    pub(crate) fn aim_at(&self, piece: PieceId, floor: Option<u8>, firer: UnitId) -> Option<Aim> {
        let found = self.board.terrain().piece(piece);
        let building = found.kind.building.and_then(|place| self.board.rules.get().building_at(place))?;
        let from = self.at(firer);
        if found.is_line() || building.is_open() {
            // The nearest point of it.
            let (x, y) = super::kept(self.nearest_point(piece, from));
            return Some(if found.is_line() { Aim::Line(piece, x, y) } else { Aim::Trench(piece, x, y) });
        }
        if floor.is_some_and(|floor| floor >= found.floors) || self.board.ground.ruined.contains(piece) {
            return None;
        }
        Some(Aim::Wall(piece, floor))
    }

    /// The corner or middle of a side of a piece that is nearest to a point.
    fn nearest_point(&self, piece: PieceId, from: Point) -> Point {
        let outlines = self.board.terrain().outlines(piece);
        let points = outlines.flat_map(|outline| {
            let corners: Vec<Point> = outline.corners().to_vec();
            (0..corners.len())
                .map(move |at| {
                    let (a, b) = (corners[at], corners[(at + 1) % corners.len()]);
                    Point::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y))
                })
                .collect::<Vec<_>>()
        });
        points.min_by_key(|point| point.square_to(from)).unwrap_or(from)
    }

    /// SKIR-HWF-4, SKIR-BLD-9: whether the building has what the shell in the air is aimed at.
    pub(crate) fn check_aim<E: kit::Objection>(&self) -> Option<Result<(), E>> {
        let (piece, _, aim): (PieceId, u8, AimPoint) = self.aimed_building()?;
        let (_, bombardment) = self.charge(piece, aim)?;
        Some(bombardment.check_aim::<E>())
    }

    /// SKIR-BLD-9: a gap of 100 mm is torn into a linear piece.
    pub(crate) fn open_gap(&mut self, piece: PieceId, at: Point) {
        let half = i32::from(self.board.rules.limits.gap) / 2;
        let terrain = self.board.terrain();
        for (leg, outline) in terrain.outlines(piece).enumerate() {
            let corners = outline.corners();
            if corners.len() < 2 || !kit::tabletop::Shape::point(at).is_near(outline, 10) {
                continue;
            }
            let (start, way) = (corners[0], corners[1] - corners[0]);
            let length = i64::from(way.millimetres().max(1));
            let along = (way.dot(at - start) / length) as i32;
            let gap = crate::board::Gap {
                piece: piece.0,
                leg: leg as u8,
                from: (along - half) as i16,
                to: (along + half) as i16,
            };
            self.board.ground.open_gap(gap);
        }
    }
}
