//! Running for the home edge: who was not rallied, and who lost heart in a melee (SKIR-MOR-5, SKIR-ASL-4, SKIR-R68).

use kit::{
    Journal,
    position::{UnitId, Units},
    tabletop::{Bounds, Heading, Point},
};
use smallvec::SmallVec;

use crate::{
    act::{Ranks, kept},
    board::{March, Mover, path},
    game::Skirmish,
    placing::{Crowd, FORCED, Standing},
    scenario::{Edge, Formation},
    state::Flags,
    tell::told,
};

/// SKIR-R77: a model has reached its edge when its centre is so near, in mm.
const AT_THE_EDGE: i32 = 60;

impl Skirmish {
    /// SKIR-ASL-4: whoever lost heart in a melee runs at once: a free retreat.
    pub(crate) fn rout<J: Journal>(&mut self, journal: &mut J) {
        let routed = std::mem::take(&mut self.harm.routed);
        for unit in routed {
            if self.board.is_on_table(unit) && self.board.is_afoot(unit) {
                self.run_at_once(unit, journal);
            }
        }
    }

    fn home(&self, unit: UnitId) -> Edge {
        self.board.scenario().home[self.board.side(unit) as usize]
    }

    /// SKIR-MOR-5: the way home as far as its movement leads.
    fn way_home(&self, unit: UnitId) -> Option<SmallVec<[Point; 8]>> {
        let scene = self.board.scene(Some(self.board.side(unit)));
        let mover = Mover::new(&scene, &self.board, unit, 1, false);
        let march = March::new(&scene, &self.board, mover);
        let way = march.way_home(self.board.centre(unit), self.home(unit))?;
        let cut = path::cut(&way, march.farthest_along(&way));
        (cut.len() > 1).then_some(cut)
    }

    /// A fleeing unit that was not rallied sets out for its home edge; false if it has no way.
    pub(crate) fn set_out_for_home(&mut self, unit: UnitId) -> bool {
        if !self.can_move(unit) {
            return false;
        }
        let Some(way) = self.way_home(unit) else { return false };
        self.act.way = crate::act::Way::NONE;
        for at in &way {
            if !self.act.way.add(*at) {
                break;
            }
        }
        let points = self.act.way.points();
        let (last, end) = (points[points.len() - 2], points[points.len() - 1]);
        self.act.facing = last.bearing(end).degrees();
        if self.board.is_afoot(unit) {
            let facing = self.home_heading(unit);
            self.act.facing = facing.degrees();
            self.act.ranks = self.clustered(unit, end, facing);
        }
        true
    }

    fn home_heading(&self, unit: UnitId) -> Heading {
        Heading::new(match self.home(unit) {
            Edge::North => 0,
            Edge::East => 90,
            Edge::South => 180,
            Edge::West => 270,
        })
    }

    /// SKIR-R89, SKIR-R68: a retreating team is in CLUSTER; whoever finds no place near is placed where there is one.
    fn clustered(&self, unit: UnitId, anchor: Point, facing: Heading) -> Ranks {
        let scene = self.board.scene(None);
        let around = Bounds::of(anchor, anchor).grown(420);
        let crowd = Crowd::near(&self.board, &scene, unit, None, &around);
        let standing = Standing { anchor, floor: 0, facing, formation: Formation::Cluster, within: FORCED };
        let mut ranks = Ranks::NONE;
        let men = self.board.men(unit);
        for (place, man) in men.iter().enumerate() {
            ranks.starts[place] = (man.x, man.y);
            ranks.ends[place] = kept(anchor);
        }
        if let Some(placed) = self.board.place_team(&crowd, unit, &standing, |_, _| true, |_, _, _| true) {
            (ranks.ends, ranks.floors) = (placed.at.map(kept), placed.floors);
        }
        // They run in the leader's tracks.
        ranks.followers = u16::MAX;
        ranks
    }

    /// SKIR-ASL-4: a free retreat in the enemy's action, without tests on the way.
    fn run_at_once<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        let Some(way) = self.way_home(unit) else { return };
        let end = way[way.len() - 1];
        let ranks = self.clustered(unit, end, self.home_heading(unit));
        for (place, man) in self.board.men_mut(unit).iter_mut().enumerate() {
            if man.alive {
                (man.x, man.y) = ranks.ends[place];
                man.floor = ranks.floors[place];
            }
        }
        let state = self.board.unit_mut(unit);
        state.set(Flags::MOVED_LAST, true);
        state.set(Flags::LURKING.and(Flags::LURKED), false);
        self.stand_legally(unit, journal);
        self.leave_by_the_edge(unit, journal);
    }

    /// SKIR-MOR-5, SKIR-R77: a fleeing unit that has reached its home edge is gone, and whoever rides in it or behind it
    /// (SKIR-R138).
    pub(crate) fn leave_by_the_edge<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        if !self.board.is_on_table(unit) || !self.board.is(unit, Flags::FLEEING) {
            return;
        }
        let (at, terrain) = (self.board.centre(unit), self.board.terrain());
        let off = match self.home(unit) {
            Edge::South => at.y,
            Edge::North => terrain.depth - at.y,
            Edge::West => at.x,
            Edge::East => terrain.width - at.x,
        };
        let near = if self.board.is_afoot(unit) { 0 } else { AT_THE_EDGE };
        if off <= near {
            let gone: Units = self.board.riders(unit).chain([unit]).collect();
            for unit in gone {
                let name = self.name(unit);
                self.tell_about(unit, journal, || told("SKIR-MOR-5", format!("{name} flees from the table")));
                self.remove(unit);
            }
        }
    }
}
