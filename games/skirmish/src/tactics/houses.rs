//! HE at houses that somebody is known or likely to be in: a wall needs no spotting (SKIR-SPT-11).

use kit::{
    Silent,
    flow::Steps,
    position::UnitId,
    tabletop::{Heading, Point},
};
use smallvec::SmallVec;

use super::ground::{Field, Place};
use crate::{
    action::{Action, Degrees, Order},
    board::PieceId,
    charts::{Class, UpperPart},
    fire,
    flow::Step,
    shell::Ammunition,
};

/// Houses of a height up to this are known floor by floor.
const FLOORS: usize = 4;
/// Nobody shells a house with friends so near, in mm.
const FRIENDS: i32 = 60;

/// A house with enemies in it, as far as the side knows.
pub(super) struct House {
    piece: PieceId,
    /// What is believed to stand on each floor, in hundredths of a point.
    floors: [i32; FLOORS],
}

impl Field<'_> {
    /// The houses that enemies are in, or are likely to be in, and no friends.
    pub(super) fn manned(&self) -> SmallVec<[House; 8]> {
        let (board, terrain) = (&self.game.board, self.scene.terrain);
        let on_the_ground = board.weights().houses.on_the_ground;
        let mut houses: SmallVec<[House; 8]> = SmallVec::new();
        for watch in self.watches.iter().filter(|watch| board.is_afoot(watch.unit)) {
            let Some((piece, floor)) = watch.stand.house else { continue };
            if board.ground.burning.contains(piece) {
                continue;
            }
            let worth = i32::from(board.chart(watch.unit).points) * watch.weight;
            let place = houses.iter().position(|house| house.piece == piece).unwrap_or_else(|| {
                houses.push(House { piece, floors: [0; FLOORS] });
                houses.len() - 1
            });
            let count = usize::from(terrain.piece(piece).floors).clamp(1, FLOORS);
            let floors = &mut houses[place].floors[..count];
            if watch.weight == 100 || count == 1 {
                floors[usize::from(floor).min(count - 1)] += worth;
                continue;
            }
            let above = worth * (100 - on_the_ground).max(0) / 100 / (count as i32 - 1);
            floors[0] += worth * on_the_ground / 100;
            floors[1..].iter_mut().for_each(|floor| *floor += above);
        }
        let own = board.army(self.side);
        houses.retain(|house| {
            let near = terrain.piece(house.piece).bounds.grown(FRIENDS);
            !own.iter().any(|unit| board.is_on_table(unit) && near.holds(board.centre(unit)))
        });
        houses
    }

    /// Every wall worth a shell of a unit, with what the shell promises.
    fn walls(&self, unit: UnitId) -> impl Iterator<Item = (i32, PieceId, u8)> + use<'_> {
        let charts = self.game.board.rules.get();
        let weapon = charts
            .heavy_weapon_of(self.game.board.chart(unit))
            .filter(|weapon| weapon.he_row.is_some() && !weapon.is_mortar());
        let calibre = weapon.map_or(0, |weapon| weapon.calibre);
        let weights = &self.game.board.weights().houses;
        // How much of those on a floor one shell at its wall finds.
        let found = match calibre {
            120.. => weights.large,
            70.. => weights.medium,
            30.. => weights.small,
            _ => 0,
        };
        let houses = if found > 0 { &self.houses[..] } else { &[] };
        houses.iter().flat_map(move |house| {
            let floors = house.floors.iter().zip(0..);
            floors.map(move |(worth, floor)| (worth * found / 100, house.piece, floor))
        })
    }

    /// A shell at the wall of a floor; the middle of the front is the easy aim (SKIR-HWF-15).
    fn blast(&self, piece: PieceId, floor: u8) -> Action {
        let floor = Some(floor).filter(|floor| *floor != self.game.middle_floor(piece));
        Action::Blast(Ammunition::He, piece, floor)
    }

    /// What a shell at a wall promises.
    pub(super) fn blasting(&self, unit: UnitId, piece: PieceId, floor: Option<u8>) -> i32 {
        let floor = floor.unwrap_or_else(|| self.game.middle_floor(piece));
        let wall = self.walls(unit).find(|wall| (wall.1, wall.2) == (piece, floor));
        wall.map_or(0, |(worth, ..)| worth).max(2)
    }

    /// What all shells of a unit at the best wall within its arc promise, from where it stands.
    pub(super) fn bombardment(&self, unit: UnitId) -> i32 {
        let (shells, worthwhile) = (self.shells(unit), self.game.board.weights().houses.worthwhile);
        let mut walls: SmallVec<[_; 16]> =
            self.walls(unit).filter(|(worth, ..)| worth * shells >= worthwhile).collect();
        walls.sort_by_key(|(worth, ..)| -worth);
        let found = walls
            .iter()
            .find(|(_, piece, floor)| fire::could_order(self.game, unit, self.blast(*piece, *floor)));
        found.map_or(0, |(worth, ..)| worth * shells)
    }

    fn shells(&self, unit: UnitId) -> i32 {
        let weapon = self.game.board.rules.get().heavy_weapon_of(self.game.board.chart(unit));
        weapon.map_or(0, |weapon| weapon.shots.of(false).into())
    }

    /// The same from another place, by one ray to each wall.
    pub(super) fn bombardment_from(&self, place: &Place) -> i32 {
        let stand = self.stand(place);
        let (shells, worthwhile) = (self.shells(place.unit), self.game.board.weights().houses.worthwhile);
        let sees = |(worth, piece, floor): &(i32, PieceId, u8)| {
            let at = self.front(*piece, place.at);
            worth * shells >= worthwhile && self.eyes().sees_wall(&stand, *piece, *floor, at)
        };
        self.walls(place.unit).filter(sees).map(|(worth, ..)| worth * shells).max().unwrap_or(0)
    }

    /// The middle of the side of a house that is nearest to a point.
    fn front(&self, piece: PieceId, from: Point) -> Point {
        let sides = self.scene.outlines(piece).flat_map(|outline| {
            let corners: SmallVec<[Point; 12]> = outline.corners().iter().copied().collect();
            let next = corners.iter().copied().cycle().skip(1);
            let middle =
                |(a, b): (Point, Point)| Point::new(i32::midpoint(a.x, b.x), i32::midpoint(a.y, b.y));
            corners.iter().copied().zip(next).map(middle).collect::<SmallVec<[Point; 12]>>()
        });
        sides.min_by_key(|at| (from.square_to(*at), at.x, at.y)).unwrap_or(from)
    }

    /// Where a gun that cannot turn far looks from a place: at the best house that it could shell.
    pub(super) fn toward_house(&self, unit: UnitId, at: Point) -> Option<Heading> {
        let chart = self.game.board.chart(unit);
        let is_fixed = chart.class == Class::Gun
            || matches!(chart.upper, Some((UpperPart::Casemate, _))) && chart.is_vehicle();
        if !is_fixed {
            return None;
        }
        let best = self.walls(unit).max_by_key(|(worth, piece, floor)| (*worth, *piece, *floor));
        best.filter(|(worth, ..)| *worth > 0).map(|(_, piece, _)| at.bearing(self.front(piece, at)))
    }

    /// What is not listed and may still be worth a thought: fire at walls behind which nobody is in sight (5.6 lists a sample).
    pub(super) fn add_unlisted(&self, step: Step, unit: UnitId, actions: &mut Vec<Action>) {
        let mut wanted: SmallVec<[Action; 16]> = SmallVec::new();
        match step {
            Step::Orders(_) if self.walls(unit).any(|(worth, ..)| worth > 0) => {
                wanted.push(Action::Do(Order::Fire, None));
            }
            Step::FireOrders(orders) if !orders.moving => {
                wanted.extend(self.walls(orders.unit).map(|(_, piece, floor)| self.blast(piece, floor)));
            }
            Step::Routing(_) if self.game.board.is_model(unit) => {
                let heading = self.toward_house(unit, self.game.board.centre(unit));
                wanted.extend(heading.map(|heading| Action::Turn(Degrees(heading.degrees()))));
            }
            Step::Forming(_) if self.game.board.is_model(unit) => {
                let end = self.game.act.way.points().last().copied();
                let heading = end.and_then(|end| self.toward_house(unit, end));
                wanted.extend(heading.map(|heading| Action::Face(Degrees(heading.degrees()))));
            }
            _ => {}
        }
        for action in wanted {
            if !actions.contains(&action) && step.check::<Silent>(self.game, action).is_ok() {
                actions.push(action);
            }
        }
    }
}
