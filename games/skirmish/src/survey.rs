//! What a player asks before he orders: what a unit sees, who sees it, what a way costs and who could fire at it.
//!
//! Everything here is reckoned from what the asking side has in sight.

use kit::{
    Refusal,
    position::UnitId,
    tabletop::{Bounds, Point},
};

use crate::{
    board::{Eyes, March, Mover, PieceId, Price, Scene, Stand, path},
    charts::{Class, Unit},
    spotting::Status,
    state::{Board, Flags, Side},
};

/// The side of the squares in which sight is shown, in mm.
const SQUARE: i32 = 40;
/// How often a way is tested for reactions, in micrometres (SKIR-MAN-20).
const EVERY: u64 = 20_000;

/// How well a man would be seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Exposure {
    /// Only while he fires.
    Firing,
    /// While he moves or fires.
    Moving,
    /// Even if he keeps still.
    Always,
}

/// A rectangle of the table in which infantry would be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patch {
    /// Where it is, in mm.
    pub bounds: Bounds,
    /// How well.
    pub exposure: Exposure,
}

/// A rectangle of the table in which infantry would not be seen, or not always.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shade {
    /// Where it is, in mm.
    pub bounds: Bounds,
    /// How well it would be seen; not at all without.
    pub exposure: Option<Exposure>,
}

/// A part of a way and its price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// From here, in micrometres from the start.
    pub from: u64,
    /// To here.
    pub to: u64,
    /// The ground; none where it is open.
    pub ground: Option<PieceId>,
    /// What it costs in points; none where it is impassable.
    pub points: Option<u64>,
}

/// What is to be known about a way before it is gone.
#[derive(Clone, Debug)]
pub struct Prospect {
    /// The price, or why it may not be gone.
    pub price: Result<Price, Refusal>,
    /// Points there are (SKIR-MOV-5).
    pub budget: u64,
    /// Its parts by ground.
    pub stages: Vec<Stage>,
    /// Enemies in sight who would spot the mover on the way, and from where on, in micrometres (SKIR-MAN-20).
    pub watchers: Vec<(UnitId, u64)>,
    /// Enemies in sight whom the mover itself would spot from the end of the way.
    pub in_view: Vec<UnitId>,
}

impl Board {
    /// Where the eyes of a unit are.
    fn eyes_of(&self, scene: &Scene<'_>, unit: UnitId) -> Vec<Stand> {
        if !self.has_eyes(unit) {
            return Vec::new();
        }
        if self.is_afoot(unit) {
            self.living(unit).map(|(man, _)| self.stand(scene, unit, man)).collect()
        } else {
            vec![self.stand(scene, unit, 0)]
        }
    }

    /// Infantry, as it is looked for.
    fn infantry(&self) -> &'static Unit {
        let units = &self.rules.get().units;
        units.iter().find(|unit| unit.class == Class::Infantry).unwrap_or(&units[0])
    }

    /// SKIR-SPT-2: where on the table a unit would spot infantry, and what that would have to do.
    pub fn sees_ground(&self, unit: UnitId) -> Vec<Patch> {
        let scene = self.scene(Some(self.side(unit)));
        let watchers = self.eyes_of(&scene, unit);
        self.patches(&scene, |eyes, target| self.exposure(eyes, &watchers, target))
    }

    /// Where on the table a unit of this side would be spotted by enemies in sight.
    pub fn danger_ground(&self, side: Side) -> Vec<Patch> {
        let scene = self.scene(Some(side));
        let watchers: Vec<Stand> =
            self.seen[side as usize].iter().flat_map(|enemy| self.eyes_of(&scene, enemy)).collect();
        self.patches(&scene, |eyes, target| self.exposure(eyes, &watchers, target))
    }

    /// How well a man would be seen by any of these.
    fn exposure(&self, eyes: &Eyes<'_>, watchers: &[Stand], target: &Stand) -> Option<Exposure> {
        let spots = |status| watchers.iter().any(|eye| eyes.spots(eye, target, self.infantry(), status));
        // The farthest figure first: who is not seen firing is not seen at all.
        if !spots(Status::Firing) {
            None
        } else if spots(Status::Stationary) {
            Some(Exposure::Always)
        } else if spots(Status::Moving) {
            Some(Exposure::Moving)
        } else {
            Some(Exposure::Firing)
        }
    }

    /// Where a unit would not spot infantry that keeps still.
    pub fn hidden_ground(&self, unit: UnitId) -> Vec<Shade> {
        let scene = self.scene(Some(self.side(unit)));
        let watchers = self.eyes_of(&scene, unit);
        let shades = self.squares(&scene, |eyes, target| self.exposure(eyes, &watchers, target));
        shades.into_iter().filter(|shade| shade.exposure != Some(Exposure::Always)).collect()
    }

    /// The squares in which somebody would be seen.
    fn patches(
        &self,
        scene: &Scene<'_>,
        exposure: impl Fn(&Eyes<'_>, &Stand) -> Option<Exposure>,
    ) -> Vec<Patch> {
        let seen = |shade: Shade| shade.exposure.map(|exposure| Patch { bounds: shade.bounds, exposure });
        self.squares(scene, exposure).into_iter().filter_map(seen).collect()
    }

    /// The table in squares; those that are alike side by side become one.
    fn squares(
        &self,
        scene: &Scene<'_>,
        exposure: impl Fn(&Eyes<'_>, &Stand) -> Option<Exposure>,
    ) -> Vec<Shade> {
        let terrain = self.terrain();
        let eyes = self.eyes(scene);
        // A unit that is no unit of the table.
        let nobody = UnitId::new(crate::state::UNITS);
        let mut shades: Vec<Shade> = Vec::new();
        for row in 0..(terrain.depth + SQUARE - 1) / SQUARE {
            let begins = shades.len();
            for column in 0..(terrain.width + SQUARE - 1) / SQUARE {
                let corner = Point::new(column * SQUARE, row * SQUARE);
                let middle = Point::new(corner.x + SQUARE / 2, corner.y + SQUARE / 2);
                let target = scene.man(self.rules.get(), nobody, middle, 0);
                let exposure = exposure(&eyes, &target);
                let end = Point::new(
                    (corner.x + SQUARE).min(terrain.width),
                    (corner.y + SQUARE).min(terrain.depth),
                );
                match shades[begins..].last_mut() {
                    Some(shade) if shade.exposure == exposure => shade.bounds.most = end,
                    _ => shades.push(Shade { bounds: Bounds::of(corner, end), exposure }),
                }
            }
        }
        shades
    }

    /// Enemies in sight who spot a unit where it stands.
    pub fn seen_by(&self, unit: UnitId) -> Vec<UnitId> {
        self.seen[self.side(unit) as usize].iter().filter(|enemy| self.spots(*enemy, unit)).collect()
    }

    /// SKIR-MOV-5, SKIR-MAN-20: what a way of a model, or of a team's leader, costs ground by ground, and who would spot it
    /// on the way; `divisor` is the maneuver's.
    pub fn prospect(&self, unit: UnitId, divisor: u8, way: &[Point], assaults: bool) -> Prospect {
        self.prospect_of(unit, divisor, way, assaults, false)
    }

    /// The same for a vehicle that may drive backwards.
    pub fn prospect_of(
        &self,
        unit: UnitId,
        divisor: u8,
        way: &[Point],
        assaults: bool,
        backwards: bool,
    ) -> Prospect {
        let side = self.side(unit);
        let scene = self.scene(Some(side));
        let mover = Mover::new(&scene, self, unit, divisor, assaults);
        let mover = if backwards { mover.in_reverse() } else { mover };
        let march = March::new(&scene, self, mover);
        let mut stages: Vec<Stage> = Vec::new();
        let whole = march.divided_by(way);
        path::stretches(&scene, way, self.ground.hidden_from(self.terrain(), side.seat().0), |stretch| {
            let points = mover.price(&scene, stretch, whole).map(|price| price * stretch.mm());
            let ground = stretch.mines.or(stretch.ground);
            match stages.last_mut() {
                Some(stage) if stage.ground == ground => {
                    stage.to = stretch.to;
                    stage.points = stage.points.zip(points).map(|(a, b)| a + b);
                }
                _ => stages.push(Stage { from: stretch.from, to: stretch.to, ground, points }),
            }
        });
        let length = path::length(way);
        let eyes = self.eyes(&scene);
        let chart = self.looked_for_as(unit);
        let stand_at = |micrometres: u64| self.stand_on_way(&scene, &mover, way, micrometres);
        // It is seen moving as soon as it goes.
        let mut watchers = Vec::new();
        for enemy in self.seen[side as usize].iter().filter(|enemy| !self.is(*enemy, Flags::FLEEING)) {
            let watching = self.eyes_of(&scene, enemy);
            let places = (0..=length / EVERY).map(|step| step * EVERY).chain([length]);
            let first = places.into_iter().find(|micrometres| {
                let target = stand_at(*micrometres);
                watching.iter().any(|eye| eyes.spots(eye, &target, chart, Status::Moving))
            });
            watchers.extend(first.map(|at| (enemy, at)));
        }
        watchers.sort_by_key(|(enemy, at)| (*at, *enemy));
        let end = stand_at(length);
        let shows = |enemy: &UnitId| {
            let (looked_for, status) = (self.looked_for_as(*enemy), self.status(*enemy));
            self.eyes_of(&scene, *enemy).iter().any(|body| eyes.spots(&end, body, looked_for, status))
        };
        let in_view = self.seen[side as usize].iter().filter(shows).collect();
        let price = march.judge::<Refusal>(way, 0);
        Prospect { price, budget: mover.budget, stages, watchers, in_view }
    }

    /// The leader or the model somewhere on a way.
    fn stand_on_way(&self, scene: &Scene<'_>, mover: &Mover, way: &[Point], micrometres: u64) -> Stand {
        let (at, _) = path::at(way, micrometres);
        if mover.is_afoot {
            return scene.man(self.rules.get(), mover.unit, at, 0);
        }
        let (from, to) = path::leg_at(way, micrometres);
        let shape = mover.shape(at, mover.facing(from, to));
        let standing = self.stand(scene, mover.unit, 0);
        let height = self.chart(mover.unit).size.height;
        scene.model(self.rules.get(), mover.unit, at, (shape, height), standing.build)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Rules;

    fn place(board: &mut Board, chart: &str, x: i16, y: i16) -> UnitId {
        let unit = board
            .everybody()
            .find(|unit| board.chart(*unit).id == chart && !board.is_on_table(*unit))
            .expect("the scenario has one");
        let state = board.unit_mut(unit);
        state.set(Flags::UNPLACED, false);
        (state.x, state.y) = (x, y);
        for (n, man) in (0..).zip(board.men_mut(unit)) {
            (man.x, man.y) = (x + 30 * n, y);
        }
        unit
    }

    /// SKIR-SPT-2: what a squad sees of the farm, and how well.
    #[test]
    fn ground_is_shaded_by_what_a_man_on_it_would_show() {
        let mut board = Board::new(Rules::published(), 0);
        let squad = place(&mut board, "G-RIF", 300, 100);
        let patches = board.sees_ground(squad);
        let at = |x, y| {
            let holds = |patch: &&Patch| patch.bounds.holds(Point::new(x, y));
            patches.iter().find(holds).map(|patch| patch.exposure)
        };
        // Open ground nearby, the crops, behind the wooden house, and across the table.
        assert_eq!(at(380, 60), Some(Exposure::Always));
        assert_eq!(at(300, 380), Some(Exposure::Always));
        assert_eq!(at(180, 420), Some(Exposure::Always));
        assert_eq!(at(500, 800), None);
        assert_eq!(at(1180, 1180), Some(Exposure::Firing));
        assert_eq!(at(700, 1060), Some(Exposure::Moving));
    }

    /// SKIR-MOV-5, SKIR-MAN-20: a way through the crops toward a machine gun.
    #[test]
    fn a_way_is_priced_and_watched() {
        let mut board = Board::new(Rules::published(), 0);
        let squad = place(&mut board, "G-RIF", 820, 500);
        let maxim = place(&mut board, "S-MAX", 820, 830);
        let way = [Point::new(820, 500), Point::new(930, 500)];
        let prospect = board.prospect(squad, 1, &way, false);
        assert_eq!(prospect.price.as_ref().map(|price| price.points).ok(), Some(100 * 12 + 10 * 24));
        let stages: Vec<_> = prospect.stages.iter().map(|stage| (stage.to / 1000, stage.points)).collect();
        assert_eq!(stages, [(100, Some(1200)), (110, Some(240))]);
        // Nobody is told about an enemy who is out of sight.
        assert!(prospect.watchers.is_empty() && prospect.in_view.is_empty());
        board.seen[0] = kit::position::Units::of(maxim);
        let prospect = board.prospect(squad, 1, &way, false);
        assert_eq!(prospect.watchers, [(maxim, 0)]);
        assert_eq!(prospect.in_view, [maxim]);
        assert_eq!(board.seen_by(squad), [maxim]);
        // Too far: the refusal stands beside the price.
        let far = [way[0], Point::new(1100, 500)];
        let prospect = board.prospect(squad, 1, &far, false);
        assert_eq!(
            prospect.price.map_err(|refusal| refusal.clause.to_string()),
            Err("SKIR-MOV-5".to_owned())
        );
        assert!(!board.danger_ground(Side::A).is_empty() && board.danger_ground(Side::B).is_empty());
    }
}
