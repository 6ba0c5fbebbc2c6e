//! Where the unit in hand goes, and how it stands there (SKIR-MOV-5, SKIR-MOV-14, 5.6).

use kit::{
    Journal, Objection, Prompt, Silent,
    flow::Decision,
    objection::{no, no_if, not_now},
    position::UnitId,
    tabletop::{Bounds, Heading, Point, Shape},
};
use smallvec::SmallVec;

use super::{Forming, Marching};
use crate::{
    act::{CORNERS, Way, kept},
    action::{Action, Degrees, Order, Spot},
    board::{Encounter, March, Meeting, Mover, Obstacle, Scene, path},
    clash::is_at_wall,
    game::Skirmish,
    placing::Crowd,
    scenario::Edge,
    state::{Flags, Side},
};

/// SKIR-MOV-5: the shortest move, in micrometres.
pub(super) const SHORTEST: u64 = 10_000;

/// A way from corner to corner.
pub(crate) type Corners = SmallVec<[Point; CORNERS]>;

/// How far a way is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Searched {
    /// Straight, or through an opening of a building.
    Nearby,
    /// On the grid too.
    Everywhere,
}

/// Where the unit in hand goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Routing {
    pub(crate) unit: UnitId,
}

impl Skirmish {
    /// How the unit in hand moves in its maneuver, by what its side knows.
    pub(crate) fn mover(&self, scene: &Scene<'_>, unit: UnitId, backwards: bool) -> Mover {
        let order = self.act.order;
        let mover = Mover::new(scene, &self.board, unit, order.divisor(), order == Order::Assault);
        if backwards { mover.in_reverse() } else { mover }
    }

    /// Where its way has come to: the start, or the last point that was named.
    pub(crate) fn way_so_far(&self, unit: UnitId) -> Corners {
        if self.act.way.has_begun() {
            return self.act.way.points();
        }
        [self.board.centre(unit)].into_iter().collect()
    }

    /// SKIR-MOV-16: how many floors are climbed from where a unit is to a floor at a point.
    fn climbs(&self, scene: &Scene<'_>, unit: UnitId, to: Point, floor: u8) -> u8 {
        if !self.board.is_afoot(unit) {
            return 0;
        }
        let house = |at: Point| scene.ground(at).filter(|piece| scene.is_building(*piece));
        let state = self.board.unit(unit);
        let from = self.board.men(unit)[usize::from(state.leader)];
        let (here, there) = (house(from.at()), house(to));
        let now = if here.is_some() { from.floor } else { 0 };
        if here.is_some() && here == there { now.abs_diff(floor) } else { now + floor }
    }

    /// The floor on which a unit ends: the one it names, or else the one it is on as long as it stays in its house.
    pub(super) fn floor_at(&self, scene: &Scene<'_>, unit: UnitId, to: Point, floor: Option<u8>) -> u8 {
        if let Some(floor) = floor {
            return floor;
        }
        if !self.board.is_afoot(unit) {
            return 0;
        }
        let house = |at: Point| scene.ground(at).filter(|piece| scene.is_building(*piece));
        let leader = self.board.men(unit)[usize::from(self.board.unit(unit).leader)];
        let here = house(leader.at());
        if here.is_some() && here == house(to) { leader.floor } else { 0 }
    }

    /// The whole way to a destination: straight from the last point that was named if that is allowed, otherwise the
    /// cheapest one.
    pub(crate) fn way_to<E: Objection>(
        &self,
        march: &March<'_>,
        scene: &Scene<'_>,
        unit: UnitId,
        to: Point,
        floor: Option<u8>,
    ) -> Result<Corners, E> {
        self.way_within(march, scene, unit, (to, floor), Searched::Everywhere)
    }

    /// The same, looked for no farther than asked.
    pub(crate) fn way_within<E: Objection>(
        &self,
        march: &March<'_>,
        scene: &Scene<'_>,
        unit: UnitId,
        (to, floor): (Point, Option<u8>),
        searched: Searched,
    ) -> Result<Corners, E> {
        let name = self.name(unit);
        let floor = self.floor_at(scene, unit, to, floor);
        if floor > 0 {
            let piece = scene.ground(to).filter(|piece| scene.is_building(*piece));
            let floors = piece.map_or(0, |piece| scene.terrain.piece(piece).floors);
            no_if(floor >= floors || !self.board.is_afoot(unit), "SKIR-MOV-16", name, || {
                format!("there is no floor {floor} at {},{}", to.x, to.y)
            })?;
        }
        let climbs = self.climbs(scene, unit, to, floor);
        let mut way = self.way_so_far(unit);
        let from = way[way.len() - 1];
        no_if(way.len() >= CORNERS, "SKIR-MOV-14", name, || "the way has too many corners".to_owned())?;
        way.push(to);
        no_if(path::length(&way) < SHORTEST && climbs == 0, "SKIR-MAN-5", name, || {
            "a move is at least 10 mm long".to_owned()
        })?;
        let straight = march.judge::<E>(&way, climbs);
        if straight.is_ok() {
            return Ok(way);
        }
        way.pop();
        let found = match searched {
            Searched::Nearby => march.way_through_doors(from, to),
            Searched::Everywhere => march.way_around(from, to),
        };
        if let Some(corners) = found {
            way.extend(corners.into_iter().skip(1));
            if way.len() <= CORNERS && march.judge::<Silent>(&way, climbs).is_ok() {
                return Ok(way);
            }
        }
        straight.map(|_| way)
    }

    /// SKIR-PHA-9: where a unit that comes on begins.
    fn may_enter<E: Objection>(&self, unit: UnitId, at: Point) -> Result<(), E> {
        let name = self.name(unit);
        let platoon = self.board.scenario().platoon(self.board.member(unit).platoon);
        let Some(entry) = platoon.enters else { return no("SKIR-MOV-13", name, "it does not come on") };
        let terrain = self.board.terrain();
        let (on_edge, along) = match entry.edge {
            Edge::South => (at.y == 0, at.x),
            Edge::North => (at.y == terrain.depth, at.x),
            Edge::West => (at.x == 0, at.y),
            Edge::East => (at.x == terrain.width, at.y),
        };
        no_if(!on_edge || !(entry.from..=entry.to).contains(&along), "SKIR-MOV-13", name, || {
            format!("{name} comes on by its edge, between {} and {} mm", entry.from, entry.to)
        })
    }

    /// The heading with which a unit comes on.
    fn inward(&self, unit: UnitId) -> u16 {
        let platoon = self.board.scenario().platoon(self.board.member(unit).platoon);
        match platoon.enters.map(|entry| entry.edge) {
            Some(Edge::North) => 180,
            Some(Edge::West) => 90,
            Some(Edge::East) => 270,
            _ => 0,
        }
    }

    fn entry_points(&self, unit: UnitId) -> impl Iterator<Item = Point> + use<> {
        let platoon = self.board.scenario().platoon(self.board.member(unit).platoon);
        let terrain = self.board.terrain();
        platoon.enters.into_iter().flat_map(move |entry| {
            (0..=8).map(move |place| {
                let along = entry.from + (entry.to - entry.from) * place / 8;
                match entry.edge {
                    Edge::South => Point::new(along, 0),
                    Edge::North => Point::new(along, terrain.depth),
                    Edge::West => Point::new(0, along),
                    Edge::East => Point::new(terrain.width, along),
                }
            })
        })
    }

    /// SKIR-MOV-8: the wrecks that a way pushes aside: at its end they are elsewhere.
    fn pushed_on(&self, march: &March<'_>, way: &[Point]) -> SmallVec<[Shape; 2]> {
        let has_wrecks = self.board.everybody().any(|unit| self.board.leaves_thing(unit));
        if !has_wrecks || self.board.is_afoot(march.mover.unit) {
            return SmallVec::new();
        }
        let pushed = |met: &Encounter| match (met.kind, met.with) {
            (Meeting::Push, Obstacle::Wreck(wreck)) => Some(self.board.model_shape(wreck)),
            _ => None,
        };
        march.encounters(way).iter().filter_map(pushed).collect()
    }

    /// Whether a model may turn to a heading where it stands, when these things have been pushed out of its way.
    pub(super) fn may_turn_to(
        &self,
        scene: &Scene<'_>,
        unit: UnitId,
        at: Point,
        degrees: u16,
        pushed: &[Shape],
    ) -> bool {
        let shape = self.board.shape_at(unit, at, Heading::new(degrees));
        let side = Some(self.board.side(unit));
        let crowd = Crowd::near(&self.board, scene, unit, side, shape.bounds()).without(pushed);
        crowd.has_room_for_model(at, &shape)
    }

    /// The wrecks that the way in hand pushes aside.
    pub(super) fn pushed_on_the_way(&self, scene: &Scene<'_>, unit: UnitId) -> SmallVec<[Shape; 2]> {
        let march = March::new(scene, &self.board, self.mover(scene, unit, self.act.way.backwards));
        self.pushed_on(&march, &self.act.way.points())
    }

    /// The known enemy nearest to a point.
    pub(crate) fn nearest_known_enemy(&self, side: Side, at: Point) -> Option<Point> {
        let seen = self.board.seen[side as usize];
        seen.iter()
            .map(|enemy| self.board.centre(enemy))
            .min_by_key(|enemy| (at.square_to(*enemy), enemy.x, enemy.y))
    }
}

impl Decision<Skirmish> for Routing {
    fn prompt(self, game: &Skirmish) -> Prompt {
        let name = game.name(self.unit);
        if game.board.is(self.unit, Flags::TO_COME) && !game.act.way.has_begun() {
            return Prompt::new(format!("where does {name} come on?"), &["SKIR-MOV-13"]);
        }
        let how = match game.act.order.divisor() {
            2 => ", with half its movement",
            4 => ", with a quarter of its movement",
            _ => "",
        };
        Prompt::new(format!("where does {name} go{how}?"), &["SKIR-MOV-3", "SKIR-MOV-5", "SKIR-MOV-14"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let unit = self.unit;
        let scene = game.board.scene(Some(game.board.side(unit)));
        if game.board.is(unit, Flags::TO_COME) && !game.act.way.has_begun() {
            let inward = game.inward(unit);
            let free = game.entry_points(unit).filter(|at| game.may_turn_to(&scene, unit, *at, inward, &[]));
            out.extend(free.map(|at| Action::Enter(Spot::from(game, at))));
            if out.is_empty() {
                out.push(Action::Hold);
            }
            return;
        }
        let march = March::new(&scene, &game.board, game.mover(&scene, unit, false));
        game.list_destinations(&march, &scene, unit, out);
        if game.board.is_model(unit) && game.act.order != Order::Assault {
            let at = game.way_so_far(unit);
            let now =
                if game.act.way.has_begun() { game.inward(unit) } else { game.board.unit(unit).heading };
            if at.len() == 1 && !game.board.is(unit, Flags::TO_COME) {
                let turns = (1..8).map(|eighth| (now + 45 * eighth) % 360);
                let free = turns.filter(|to| game.may_turn_to(&scene, unit, at[0], *to, &[]));
                out.extend(free.map(|to| Action::Turn(Degrees(to))));
            }
        }
        // SKIR-R103: whoever is hemmed in stays where he is; who has recovered need not move (SKIR-MAN-1).
        if out.is_empty() || game.act.order == Order::Recover {
            out.push(Action::Hold);
        }
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        let unit = self.unit;
        let (name, to_come) = (game.name(unit), game.board.is(unit, Flags::TO_COME));
        let scene = game.board.scene(Some(game.board.side(unit)));
        match action {
            Action::Enter(spot) if to_come && !game.act.way.has_begun() => {
                game.may_enter(unit, spot.at(game))?;
                let has_room = game.may_turn_to(&scene, unit, spot.at(game), game.inward(unit), &[]);
                no_if(!has_room, "SKIR-MOV-12", name, || format!("there is no room for {name}"))
            }
            Action::Hold if game.act.order == Order::Recover => Ok(()),
            Action::Hold => {
                let mut listed = Vec::new();
                self.choices(game, &mut listed);
                no_if(listed != [Action::Hold], "SKIR-MAN-25", name, || format!("{name} can move"))
            }
            _ if to_come && !game.act.way.has_begun() => not_now(),
            Action::Via(spot) => {
                let march = March::new(&scene, &game.board, game.mover(&scene, unit, false));
                let mut way = game.way_so_far(unit);
                no_if(way.len() + 1 >= CORNERS, "SKIR-MOV-14", name, || {
                    "the way has too many corners".to_owned()
                })?;
                no_if(game.act.order == Order::Assault, "SKIR-ASL-1", name, || {
                    "an assault ends in contact".to_owned()
                })?;
                way.push(spot.at(game));
                march.judge::<E>(&way, 0).map(|_| ())
            }
            Action::To(spot, floor) => {
                let march = March::new(&scene, &game.board, game.mover(&scene, unit, false));
                let way = game.way_to::<E>(&march, &scene, unit, spot.at(game), floor)?;
                game.may_end::<E>(&march, unit, &way, game.floor_at(&scene, unit, spot.at(game), floor))
            }
            Action::Back(spot) => {
                no_if(
                    !game.board.chart(unit).is_vehicle() || game.board.is_afoot(unit),
                    "SKIR-MOV-11",
                    name,
                    || format!("{name} has no reverse"),
                )?;
                no_if(game.act.way.has_begun(), "SKIR-MOV-11", name, || {
                    "the way has begun forwards".to_owned()
                })?;
                let march = March::new(&scene, &game.board, game.mover(&scene, unit, true));
                let way = [game.board.centre(unit), spot.at(game)];
                march.judge::<E>(&way, 0)?;
                game.may_end::<E>(&march, unit, &way, 0)
            }
            Action::Turn(Degrees(to)) => {
                no_if(game.board.is_afoot(unit) || game.act.way.has_begun(), "SKIR-MOV-11", name, || {
                    "only a model turns in place".to_owned()
                })?;
                no_if(game.act.order == Order::Assault, "SKIR-ASL-1", name, || {
                    "an assault ends in contact".to_owned()
                })?;
                let has_room = game.may_turn_to(&scene, unit, game.board.model_at(unit), to, &[]);
                no_if(!has_room, "SKIR-MOV-11", name, || format!("there is no room for {name} to turn so"))
            }
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        let unit = self.unit;
        match action {
            Action::Enter(spot) => {
                let (at, facing) = (spot.at(game), game.inward(unit));
                let state = game.board.unit_mut(unit);
                ((state.x, state.y), state.heading) = (kept(at), facing);
                game.act.way = Way::from(at);
            }
            Action::Via(spot) => {
                if !game.act.way.has_begun() {
                    game.act.way = Way::from(game.board.centre(unit));
                }
                let at = spot.at(game);
                game.act.way.add(at);
            }
            Action::To(spot, floor) => {
                let to = spot.at(game);
                let (way, floor, climbs) = {
                    let scene = game.board.scene(Some(game.board.side(unit)));
                    let march = March::new(&scene, &game.board, game.mover(&scene, unit, false));
                    let way = game.way_to::<Silent>(&march, &scene, unit, to, floor).unwrap_or_default();
                    let floor = game.floor_at(&scene, unit, to, floor);
                    (way, floor, game.climbs(&scene, unit, to, floor))
                };
                game.set_out(&way, false);
                (game.act.way.floor, game.act.way.climbs) = (floor, climbs);
                if game.act.order == Order::Assault {
                    game.rush(unit);
                } else {
                    game.flow.goto(Forming { unit });
                }
            }
            Action::Back(spot) => {
                let way = [game.board.centre(unit), spot.at(game)];
                game.set_out(&way, true);
                game.flow.goto(Forming { unit });
            }
            Action::Turn(Degrees(to)) => {
                game.set_out(&[game.board.centre(unit)], false);
                game.act.facing = to;
                game.flow.goto(Marching);
            }
            _ => game.flow.done(),
        }
    }
}

impl Skirmish {
    /// SKIR-R65: men who assault go for contact, each on his own; a vehicle looks where it drives.
    fn rush(&mut self, unit: UnitId) {
        let way = self.act.way.points();
        let ahead = way.len().checked_sub(2).map(|last| way[last].bearing(way[last + 1]).degrees());
        self.act.facing = ahead.unwrap_or(self.board.unit(unit).heading);
        if self.board.is_afoot(unit) {
            let Some(ranks) = self.charged(unit) else { return self.flow.done() };
            self.act.ranks = ranks;
        }
        self.flow.goto(Marching);
    }

    /// The way of the unit in hand is fixed.
    fn set_out(&mut self, way: &[Point], backwards: bool) {
        self.act.way = Way::NONE;
        for at in way {
            self.act.way.add(*at);
        }
        self.act.way.backwards = backwards;
    }

    /// SKIR-MOV-12: whether a model may end there; the men of a team are placed one by one later. SKIR-ASL-1: an assault ends
    /// in contact.
    pub(super) fn may_end<E: Objection>(
        &self,
        march: &March<'_>,
        unit: UnitId,
        way: &[Point],
        floor: u8,
    ) -> Result<(), E> {
        let name = self.name(unit);
        let to = way[way.len() - 1];
        if self.act.order == Order::Assault {
            if let Some(piece) = self.act.storms {
                let scene = self.board.scene(Some(self.board.side(unit)));
                return no_if(!is_at_wall(&scene, piece, to), "SKIR-ASL-1", name, || {
                    format!("the assault does not reach {}", self.board.terrain().piece(piece).name)
                });
            }
            let Some(target) = self.act.about else { return Ok(()) };
            return no_if(!self.makes_contact(march, unit, target, way), "SKIR-ASL-1", name, || {
                format!("the assault does not reach {}", self.name(target))
            });
        }
        if self.board.is_afoot(unit) {
            let side = self.board.side(unit);
            let crowd = Crowd::near(&self.board, march.scene(), unit, Some(side), &Bounds::of(to, to));
            let is_free = crowd.has_room_for_man(to, floor, &[]);
            return no_if(!is_free, "SKIR-MOV-12", name, || {
                format!("the leader of {name} cannot stand at {},{}", to.x, to.y)
            });
        }
        let heading = way
            .len()
            .checked_sub(2)
            .map_or(Heading::new(self.board.unit(unit).heading), |last| march.mover.facing(way[last], to));
        let pushed = self.pushed_on(march, way);
        let has_room = self.may_turn_to(march.scene(), unit, to, heading.degrees(), &pushed);
        no_if(!has_room, "SKIR-MOV-12", name, || format!("there is no room for {name} at {},{}", to.x, to.y))
    }
}
