//! The table as a side sees it: enemies in sight, where others were seen last or are likely to be, and what is fought for.

use kit::{
    Game,
    position::UnitId,
    tabletop::{Bounds, Heading, Point},
};
use smallvec::SmallVec;

use super::{
    houses::House,
    plan::{Plan, Task},
};
use crate::{
    action::Action,
    board::{Build, Eyes, Pieces, Scene, Stand},
    charts::Class,
    game::Skirmish,
    scenario::Prize,
    spotting::Status,
    state::{Flags, Side},
    words::Shelter,
};

/// Teams with fewer men are not expected to guard anything.
const SQUAD: u8 = 5;
/// A guard is expected so near to the edge of what he holds, in mm.
const AT_THE_EDGE: i32 = 15;
/// Guards are looked for so far around it, in mm.
const AROUND: u32 = 450;
/// Somebody known so near is guard enough, in mm.
const GUARDED: u32 = 250;

/// An enemy: where he stands, was seen last, or is likely to be.
pub(super) struct Watch {
    pub(super) unit: UnitId,
    pub(super) at: Point,
    pub(super) stand: Stand,
    /// How sure it is that he is there, in hundredths.
    pub(super) weight: i32,
    /// How he shows himself.
    pub(super) status: Status,
}

/// Something that is fought for.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub(super) at: Point,
    pub(super) place: usize,
    /// In hundredths of a point.
    pub(super) worth: i32,
    /// Whether the side holds it.
    pub(super) held: bool,
    /// Whether vehicles can stand in it.
    pub(super) open: bool,
}

/// The table as a side sees it.
pub(super) struct Field<'g> {
    pub(super) game: &'g Skirmish,
    pub(super) side: Side,
    pub(super) scene: &'g Scene<'g>,
    pub(super) watches: SmallVec<[Watch; 16]>,
    pub(super) goals: SmallVec<[Goal; 4]>,
    /// Enemies whom nobody has seen and who may guard something.
    pub(super) unseen: SmallVec<[UnitId; 32]>,
    /// Houses with enemies in them, as far as the side knows.
    pub(super) houses: SmallVec<[House; 8]>,
    /// Minefields that the side knows.
    pub(super) mined: Pieces,
    plan: Option<&'g Plan>,
}

/// A unit somewhere.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) unit: UnitId,
    pub(super) at: Point,
    pub(super) floor: u8,
    pub(super) heading: Heading,
    pub(super) status: Status,
}

impl<'g> Field<'g> {
    pub(super) fn of(game: &'g Skirmish, side: Side, scene: &'g Scene<'g>) -> Self {
        let board = &game.board;
        let weights = &board.weights().enemies;
        let mut watches: SmallVec<[Watch; 16]> = SmallVec::new();
        let mut unseen: SmallVec<[UnitId; 32]> = SmallVec::new();
        for enemy in board.army(side.other()) {
            let state = board.unit(enemy);
            let in_sight = board.seen[side as usize].contains(enemy);
            if state.flags.any(Flags::GONE.and(Flags::LOST).and(Flags::UNPLACED).and(Flags::TO_COME))
                || in_sight && (state.alive == 0 || state.is(Flags::FLEEING))
            {
                continue;
            }
            if in_sight {
                let stand = if board.has_eyes(enemy) {
                    board.stand(scene, enemy, state.leader)
                } else {
                    scene.man(board.rules.get(), enemy, board.centre(enemy), 0)
                };
                let at = board.centre(enemy);
                let status = board.status(enemy);
                watches.push(Watch { unit: enemy, at, stand, weight: 100, status });
                continue;
            }
            if board.known.contains(enemy) {
                let (x, y) = board.known_at[enemy.index()];
                let at = Point::new(x.into(), y.into());
                // From where he was seen last he looks out as a man would.
                let stand = scene.man(board.rules.get(), enemy, at, 0);
                watches.push(Watch {
                    unit: enemy,
                    at,
                    stand,
                    weight: weights.seen_last,
                    status: Status::Stationary,
                });
            } else if board.chart(enemy).class == Class::Infantry && board.chart(enemy).men >= SQUAD {
                unseen.push(enemy);
            }
        }
        let goals: SmallVec<[Goal; 4]> =
            (0..board.scenario().objectives.len()).map(|place| game.goal(side, place)).collect();
        let houses = SmallVec::new();
        let fields = scene.terrain.pieces().filter(|(_, piece)| piece.is_mined());
        let fields: Pieces = fields.map(|(id, _)| id).collect();
        let mined = fields - board.ground.hidden_from(scene.terrain, side.seat().0);
        let mut field =
            Self { game, side, scene, watches, goals, unseen: SmallVec::new(), houses, mined, plan: None };
        field.expect_guards(&mut unseen);
        field.unseen = unseen;
        field.houses = field.manned();
        field
    }

    /// The same with a plan for the side.
    pub(super) fn with(self, plan: Option<&'g Plan>) -> Self {
        Self { plan, ..self }
    }

    /// What a unit is there for.
    pub(super) fn task(&self, unit: UnitId) -> Task {
        self.plan.map_or(Task::Free, |plan| plan.task(unit))
    }

    /// Whoever has not been seen guards what the enemy holds, from there or from cover around it, and looks toward us.
    fn expect_guards(&mut self, unseen: &mut SmallVec<[UnitId; 32]>) {
        if unseen.is_empty() || self.goals.iter().all(|goal| goal.held) {
            return;
        }
        let board = &self.game.board;
        let (scene, rules) = (self.scene, board.rules.get());
        let weights = &board.weights().enemies;
        let own: SmallVec<[Point; 24]> = board
            .army(self.side)
            .iter()
            .filter(|unit| board.is_on_table(*unit))
            .map(|unit| board.centre(unit))
            .collect();
        let count = own.len().max(1) as i32;
        let middle = own.iter().fold((0, 0), |(x, y), at| (x + at.x, y + at.y));
        let middle = Point::new(middle.0 / count, middle.1 / count);
        let toward = |bounds: &Bounds| {
            let within = |wanted: i32, least: i32, most: i32| {
                let (least, most) = (least + AT_THE_EDGE, most - AT_THE_EDGE);
                if least < most { wanted.clamp(least, most) } else { i32::midpoint(least, most) }
            };
            let edge = Point::new(
                within(middle.x, bounds.least.x, bounds.most.x),
                within(middle.y, bounds.least.y, bounds.most.y),
            );
            let centre = Point::new(
                i32::midpoint(bounds.least.x, bounds.most.x),
                i32::midpoint(bounds.least.y, bounds.most.y),
            );
            (edge, centre)
        };
        let mut posts: SmallVec<[Point; 16]> = SmallVec::new();
        for goal in self.goals.iter().filter(|goal| !goal.held) {
            if !self.watches.iter().any(|watch| watch.at.is_within(goal.at, GUARDED)) {
                posts.push(toward(&self.game.bounds_of(goal.place)).0);
            }
        }
        let goals = posts.clone();
        let held = |at: Point| self.goals.iter().any(|goal| !goal.held && goal.at.is_within(at, AROUND));
        for (id, piece) in scene.terrain.pieces() {
            let (edge, centre) = toward(&piece.bounds);
            if posts.len() >= unseen.len() {
                break;
            }
            if piece.is_line() || piece.is_mined() || !held(centre) {
                continue;
            }
            let at = if scene.holds(id, edge) { edge } else { centre };
            let stand = scene.man(rules, unseen[0], at, 0);
            if scene.shelter(&stand, middle) >= Shelter::Soft {
                posts.push(at);
            }
        }
        // The strongest first.
        unseen.sort_by_key(|unit| std::cmp::Reverse((board.chart(*unit).points, unit.index())));
        for (unit, at) in unseen.iter().zip(posts) {
            let stand = scene.man(rules, *unit, at, 0);
            self.watches.push(Watch {
                unit: *unit,
                at,
                stand,
                weight: if goals.contains(&at) { weights.likely } else { weights.near },
                status: Status::Stationary,
            });
        }
    }

    pub(super) fn eyes(&self) -> Eyes<'_> {
        self.game.board.eyes(self.scene)
    }

    /// How a unit would stand there.
    pub(super) fn stand(&self, place: &Place) -> Stand {
        let board = &self.game.board;
        if board.is_afoot(place.unit) || board.rides(place.unit) {
            return self.scene.man(board.rules.get(), place.unit, place.at, place.floor);
        }
        let chart = board.chart(place.unit);
        let shape = board.shape_at(place.unit, place.at, place.heading);
        self.scene.model(board.rules.get(), place.unit, place.at, (shape, chart.size.height), Build::Model)
    }

    /// A unit where it is.
    pub(super) fn here(&self, unit: UnitId, status: Status) -> Place {
        let board = &self.game.board;
        let state = board.unit(unit);
        let floor = if board.is_afoot(unit) && !board.rides(unit) {
            board.men(unit)[usize::from(state.leader)].floor
        } else {
            0
        };
        Place { unit, at: board.centre(unit), floor, heading: Heading::new(state.heading), status }
    }

    /// Where the most dangerous gun is that the side knows of.
    pub(super) fn danger(&self, at: Point) -> Option<Point> {
        let charts = self.game.board.rules.get();
        let pierces = |unit: UnitId| {
            let weapon = charts.heavy_weapon_of(self.game.board.chart(unit));
            weapon.is_some_and(|weapon| weapon.ap_row.is_some() && weapon.ranges.long >= 800)
        };
        let guns = self.watches.iter().filter(|watch| pierces(watch.unit));
        let nearest = guns.map(|watch| watch.at).min_by_key(|gun| (at.square_to(*gun), gun.x, gun.y));
        nearest.or_else(|| self.nearest(at))
    }

    /// The nearest enemy whom the side knows of, or expects.
    pub(super) fn nearest(&self, at: Point) -> Option<Point> {
        self.watches.iter().map(|watch| watch.at).min_by_key(|enemy| (at.square_to(*enemy), enemy.x, enemy.y))
    }

    /// A vehicle keeps its front to the most dangerous gun it knows of; others look where they go.
    pub(super) fn heading_at(&self, unit: UnitId, from: Point, at: Point) -> Heading {
        let board = &self.game.board;
        if board.is_afoot(unit) || !board.chart(unit).is_armored() && board.chart(unit).is_vehicle() {
            return from.bearing(at);
        }
        if let Some(house) = self.toward_house(unit, at).filter(|_| !self.sees_armor()) {
            return house;
        }
        self.danger(at).map_or_else(|| from.bearing(at), |gun| at.bearing(gun))
    }

    /// Whether an armored vehicle of the enemy is in sight.
    pub(super) fn sees_armor(&self) -> bool {
        let board = &self.game.board;
        self.watches.iter().any(|watch| {
            watch.weight == 100 && board.is_model(watch.unit) && board.chart(watch.unit).is_armored()
        })
    }

    /// What a unit goes for or guards: what the plan says, or much worth nearby; none if nothing is fought for.
    pub(super) fn goal_of(&self, unit: UnitId, at: Point) -> Option<Goal> {
        if let Some(place) = self.task(unit).goal() {
            return self.goals.iter().find(|goal| goal.place == place).copied();
        }
        // Whoever alone holds something stays with it.
        let alone = |goal: &&Goal| {
            goal.held && self.game.is_inside(goal.place, at) && !self.somebody_in(goal, unit, true)
        };
        let fights = self.game.board.chart(unit).class == Class::Infantry;
        if let Some(goal) = self.goals.iter().find(alone).filter(|_| fights) {
            return Some(*goal);
        }
        let attacks = self.goals.iter().any(|goal| !goal.held);
        let rank = |goal: &&Goal| {
            let far = i64::from((goal.at - at).millimetres()) + 300;
            // Those who take things go for what they have not; one in the neighbourhood stays with what they have.
            let wanted = if goal.held && attacks && fights { 40 } else { 100 };
            i64::from(goal.worth) * wanted * 100 / far
        };
        self.goals.iter().max_by_key(rank).copied()
    }

    /// Whether another steady unit of the side, or an enemy whom it sees, stands in what is fought for.
    pub(super) fn somebody_in(&self, goal: &Goal, but: UnitId, own: bool) -> bool {
        let board = &self.game.board;
        let side = if own { self.side } else { self.side.other() };
        let units = board.army(side);
        let units = if own { units } else { units & board.seen[self.side as usize] };
        units.iter().any(|unit| {
            unit != but
                && board.is_on_table(unit)
                && !board.is(unit, Flags::FLEEING)
                && !board.rides(unit)
                && self.game.is_inside(goal.place, board.centre(unit))
        })
    }

    /// All that can be decided.
    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.game.actions(&mut actions);
        actions
    }
}

impl Skirmish {
    /// What is fought for lies within these bounds.
    pub(super) fn bounds_of(&self, place: usize) -> Bounds {
        match &self.board.scenario().objectives[place].prize {
            Prize::Circle(x, y, radius) => {
                Bounds::of(Point::new(*x, *y), Point::new(*x, *y)).grown(radius / 2)
            }
            Prize::Piece(id) => {
                let terrain = self.board.terrain();
                terrain.named(id).map_or_else(
                    || Bounds::of(Point::default(), Point::default()),
                    |piece| terrain.piece(piece).bounds,
                )
            }
        }
    }

    /// Something that is fought for, as a side sees it.
    fn goal(&self, side: Side, place: usize) -> Goal {
        let objective = &self.board.scenario().objectives[place];
        let bounds = self.bounds_of(place);
        let at = Point::new(
            i32::midpoint(bounds.least.x, bounds.most.x),
            i32::midpoint(bounds.least.y, bounds.most.y),
        );
        let open = match &objective.prize {
            Prize::Circle(..) => true,
            Prize::Piece(id) => {
                let terrain = self.board.terrain();
                terrain.named(id).is_none_or(|piece| terrain.piece(piece).floors == 0)
            }
        };
        Goal { at, place, worth: objective.worth * 100, held: self.holders[place] == side, open }
    }

    /// Whether a point lies in what is fought for.
    pub(super) fn is_inside(&self, place: usize, at: Point) -> bool {
        match &self.board.scenario().objectives[place].prize {
            Prize::Circle(x, y, radius) => Point::new(*x, *y).is_within(at, *radius as u32),
            Prize::Piece(id) => {
                let terrain = self.board.terrain();
                terrain
                    .named(id)
                    .is_some_and(|piece| terrain.outlines(piece).any(|outline| outline.holds(at)))
            }
        }
    }
}
