//! Before the first turn: each side places its units (SKIR-R97).

use kit::{
    Journal, Objection, Prompt, Seat,
    flow::Decision,
    objection::{no, no_if, not_now},
    position::UnitId,
    tabletop::{Bounds, Heading, Point},
};

use crate::{
    action::{Action, Degrees, Spot},
    game::Skirmish,
    placing::{Crowd, NEAR_SLOT, Placed, Standing},
    scenario::{Formation, Suggestion},
    state::{Flags, Side},
};

/// A side places its units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deploying {
    pub(crate) side: Side,
}

/// How a unit would stand: its men, or its model.
#[derive(Clone, Copy)]
pub(crate) enum Stood {
    Men(Placed),
    Model(Point),
}

impl Decision<Skirmish> for Deploying {
    fn decider(self, _: &Skirmish) -> Option<Seat> {
        Some(self.side.seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let left = game.unplaced(self.side).count();
        let words = format!("place your units ({left} are left), or take the places that are suggested");
        Prompt::new(words, &["SKIR-R97", "SKIR-GEO-6"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        out.push(Action::Suggested);
        let Some(unit) = game.unplaced(self.side).next() else { return };
        for (at, floor) in game.places_to_deploy(unit) {
            let facing = game.board.member(unit).suggestion.facing;
            for formation in [Formation::Line, Formation::Cluster] {
                let floor = (floor > 0).then_some(floor);
                if game.deployed(unit, at, facing, formation, floor.unwrap_or(0)).is_some() {
                    out.push(Action::Place(unit, Spot::from(game, at), Degrees(facing), formation, floor));
                    break;
                }
            }
        }
        let riders = game.unplaced(self.side);
        for rider in riders {
            for carrier in game.board.army(self.side) {
                if game.may_begin_aboard::<kit::Silent>(self.side, rider, carrier).is_ok() {
                    out.push(Action::Aboard(rider, carrier));
                }
            }
        }
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        match action {
            Action::Suggested => Ok(()),
            Action::Place(unit, spot, Degrees(facing), formation, floor) => {
                game.may_deploy(self.side, unit)?;
                let (name, at) = (game.name(unit), spot.at(game));
                let area = &game.board.scenario().platoon(game.board.member(unit).platoon).deploys;
                no_if(!area.holds(at.x, at.y), "SKIR-R97", name, || {
                    format!("{},{} is not in the area where {name} is placed", at.x, at.y)
                })?;
                let fits = game.deployed(unit, at, facing, formation, floor.unwrap_or(0)).is_some();
                no_if(!fits, "SKIR-R97", name, || format!("{name} finds no room there"))
            }
            Action::Aboard(rider, carrier) => game.may_begin_aboard(self.side, rider, carrier),
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        match action {
            Action::Suggested => {
                for unit in game.board.army(self.side) {
                    if game.board.is(unit, Flags::UNPLACED) {
                        game.place_as_suggested(unit);
                    }
                }
            }
            Action::Place(unit, spot, Degrees(facing), formation, floor) => {
                let stood = game.deployed(unit, spot.at(game), facing, formation, floor.unwrap_or(0));
                game.stand_at(unit, facing, stood);
            }
            Action::Aboard(rider, carrier) => game.begin_aboard(rider, carrier),
            _ => {}
        }
    }

    fn is_open(self, game: &Skirmish) -> bool {
        game.unplaced(self.side).next().is_some()
    }
}

impl Skirmish {
    /// Units of a side that still have to be placed.
    pub(crate) fn unplaced(&self, side: Side) -> impl Iterator<Item = UnitId> {
        self.board.army(side).iter().filter(|unit| self.board.is(*unit, Flags::UNPLACED))
    }

    fn may_deploy<E: Objection>(&self, side: Side, unit: UnitId) -> Result<(), E> {
        if unit.index() >= self.board.scenario().muster.len() || self.board.side(unit) != side {
            return no("SKIR-R97", "", "that is no unit of yours");
        }
        let name = self.name(unit);
        no_if(!self.board.is(unit, Flags::UNPLACED), "SKIR-R97", name, || format!("{name} is placed already"))
    }

    /// Units may begin the game aboard a carrier with room for them, or behind one that tows.
    fn may_begin_aboard<E: Objection>(&self, side: Side, rider: UnitId, carrier: UnitId) -> Result<(), E> {
        self.may_deploy(side, rider)?;
        let board = &self.board;
        if carrier.index() >= board.scenario().muster.len() || board.side(carrier) != side {
            return no("SKIR-MAN-8", "", "that is no carrier of yours");
        }
        let (name, chart) = (self.name(carrier), board.chart(carrier));
        no_if(!board.is_on_table(carrier), "SKIR-MAN-8", name, || format!("{name} is not placed yet"))?;
        if board.is_served_gun(rider) {
            return no_if(
                !self.can_tow(carrier)
                    || self.towed(carrier).is_some()
                    || !self.is_strong_enough(carrier, rider),
                "SKIR-MAN-6",
                name,
                || format!("{name} cannot tow it"),
            );
        }
        // The crew of a gun behind it is not counted (note to the charts).
        let aboard = board.riders(carrier).filter(|rider| board.is(*rider, Flags::EMBARKED));
        let aboard: u8 = aboard.map(|rider| board.unit(rider).alive).sum();
        let fits = board.chart(rider).is_team() && aboard + board.unit(rider).alive <= chart.capacity;
        no_if(!fits, "SKIR-MAN-8", name, || format!("{name} has no room for it"))
    }

    fn begin_aboard(&mut self, rider: UnitId, carrier: UnitId) {
        let flag = if self.board.is_served_gun(rider) { Flags::HOOKED } else { Flags::EMBARKED };
        let state = self.board.unit_mut(rider);
        state.set(Flags::UNPLACED, false);
        state.set(flag, true);
        state.ride(Some(carrier));
    }

    /// How a unit would stand at a place of its area; none if it finds no room (SKIR-R97: the floor is free, guns not on
    /// ground that they cannot cross, centres in the area).
    fn deployed(
        &self,
        unit: UnitId,
        at: Point,
        facing: u16,
        formation: Formation,
        floor: u8,
    ) -> Option<Stood> {
        let area = self.board.scenario().platoon(self.board.member(unit).platoon).deploys;
        let knows = Some(self.board.side(unit));
        let inside = |at: Point| area.holds(at.x, at.y);
        self.would_stand(unit, at, Heading::new(facing), (formation, floor), knows, inside)
    }

    /// How a unit would stand around a point, each man where he may; `knows` is as for [`Crowd::near`].
    pub(crate) fn would_stand(
        &self,
        unit: UnitId,
        at: Point,
        facing: Heading,
        (formation, floor): (Formation, u8),
        knows: Option<Side>,
        inside: impl Fn(Point) -> bool,
    ) -> Option<Stood> {
        let scene = self.board.scene(knows);
        let crowd = |around: &Bounds| Crowd::near(&self.board, &scene, unit, knows, around);
        if self.board.is_model(unit) {
            let shape = self.board.shape_at(unit, at, facing);
            return crowd(shape.bounds()).has_room_for_model(at, &shape).then_some(Stood::Model(at));
        }
        let around = Bounds::of(at, at).grown(420);
        let standing = Standing { anchor: at, floor, facing, formation, within: NEAR_SLOT };
        let inside = |_, at: Point, _| inside(at);
        let placed = self.board.place_team(&crowd(&around), unit, &standing, |_, _| true, inside)?;
        self.is_together(&scene, unit, &placed).then_some(Stood::Men(placed))
    }

    pub(crate) fn stand_at(&mut self, unit: UnitId, facing: u16, stood: Option<Stood>) {
        match stood {
            Some(Stood::Men(placed)) => self.board.put_team(unit, &placed),
            Some(Stood::Model(at)) => {
                let state = self.board.unit_mut(unit);
                (state.x, state.y) = (at.x as i16, at.y as i16);
            }
            None => return,
        }
        let state = self.board.unit_mut(unit);
        state.heading = facing;
        state.set(Flags::UNPLACED, false);
    }

    /// The place of the scenario, or if somebody took it the nearest one in the area.
    pub(crate) fn place_as_suggested(&mut self, unit: UnitId) {
        let Suggestion { x, y, facing, formation, floor, carrier } = self.board.member(unit).suggestion;
        if let Some(carrier) = carrier {
            if self.board.is(carrier, Flags::UNPLACED) {
                self.place_as_suggested(carrier);
            }
            if self.may_begin_aboard::<kit::Silent>(self.board.side(unit), unit, carrier).is_ok() {
                return self.begin_aboard(unit, carrier);
            }
        }
        let wanted = Point::new(x, y);
        let area = self.board.scenario().platoon(self.board.member(unit).platoon).deploys;
        let tries = [formation, Formation::Cluster, Formation::Line];
        let try_at = |game: &Self, at: Point, floor| {
            tries.into_iter().find_map(|formation| game.deployed(unit, at, facing, formation, floor))
        };
        let mut stood = try_at(self, wanted, floor);
        // Rings around it, 20 mm apart: sooner or later there is room.
        let mut ring = 20;
        while stood.is_none() && ring <= 2400 {
            let inside = |at: &Point| area.holds(at.x, at.y);
            let points = (0..360).step_by(15).map(|degrees| wanted.offset(Heading::new(degrees), ring));
            stood = points.filter(inside).find_map(|at| try_at(self, at, 0));
            ring += 20;
        }
        let is_placed = stood.is_some();
        self.stand_at(unit, facing, stood);
        assert!(is_placed, "no room for {} in its area", self.name(unit));
    }

    /// A sample of places for a unit: the suggested one, and a coarse grid over its area.
    fn places_to_deploy(&self, unit: UnitId) -> impl Iterator<Item = (Point, u8)> + use<> {
        let member = self.board.member(unit);
        let area = self.board.scenario().platoon(member.platoon).deploys;
        let suggested = (Point::new(member.suggestion.x, member.suggestion.y), member.suggestion.floor);
        let (wide, deep) = (area.east - area.west, area.north - area.south);
        let grid = (0..24).map(move |place| {
            let (column, row) = (place % 6, place / 6);
            Point::new(area.west + wide * (2 * column + 1) / 12, area.south + deep * (2 * row + 1) / 8)
        });
        [suggested].into_iter().chain(grid.map(|at| (at, 0)))
    }
}
