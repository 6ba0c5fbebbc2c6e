//! A plan for the whole side: what is taken next, by which platoons, and when all of them go at once.
//!
//! Whoever is to take something gathers in cover near it, out of sight as far as the side knows. When there is just time
//! enough left they go together; until then everybody fires.

use kit::{
    Manner,
    position::UnitId,
    tabletop::{Bounds, Point},
};
use smallvec::SmallVec;

use super::ground::{Field, Goal, Place};
use crate::{
    charts::Class,
    game::OBJECTIVES,
    scenario::PlatoonId,
    spotting::Status,
    state::{Flags, UNITS},
    words::Shelter,
};

/// Places to gather are looked for on a grid of so many mm, from so near to so far from what is to be taken.
const GRID: usize = 60;
const NEAREST: i32 = 100;
const FARTHEST: i32 = 260;
/// Two teams do not gather closer together than this, in mm.
const APART: u32 = 90;
/// Guards stand within so many mm of what they guard.
const NEAR_BY: i32 = 120;

/// What a unit is there for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Task {
    /// What it finds best.
    #[default]
    Free,
    /// It gathers at a place, to go for an objective later.
    Gather(u8, Point),
    /// It goes for an objective, together with others.
    Rush(u8),
}

impl Task {
    /// Which objective it is about.
    pub(super) const fn goal(self) -> Option<usize> {
        match self {
            Self::Free => None,
            Self::Gather(goal, _) | Self::Rush(goal) => Some(goal as usize),
        }
    }
}

/// What a side has planned for a turn.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    tasks: [Task; UNITS],
    /// What is being attacked by all at once.
    going: [bool; OBJECTIVES],
}

impl Default for Plan {
    fn default() -> Self {
        Self { tasks: [Task::Free; UNITS], going: [false; OBJECTIVES] }
    }
}

impl Plan {
    /// What a unit is there for.
    pub(super) const fn task(&self, unit: UnitId) -> Task {
        self.tasks[unit.index()]
    }
}

/// A platoon that can take something.
struct Group {
    teams: SmallVec<[UnitId; 8]>,
    middle: Point,
    /// In hundredths of a point.
    strength: i32,
}

/// What is to be taken, what is believed to guard it, and who goes for it.
struct Errand {
    goal: Goal,
    guards: i32,
    sent: SmallVec<[Group; 4]>,
}

impl Field<'_> {
    /// The plan for this turn, by what the side knows; `before` says what it had begun.
    ///
    /// What is easiest for its worth comes first, and gets the nearest platoons, as many as it needs; those that are left
    /// go with the nearest of the others.
    pub(super) fn planned(&self, before: &Plan, manner: &Manner) -> Plan {
        let weights = &self.game.board.weights().plan;
        let mut plan = Plan::default();
        let mut groups = self.groups();
        let mut open: SmallVec<[(i64, Goal, i32); 4]> = SmallVec::new();
        for goal in self.goals.iter().filter(|goal| !goal.held) {
            let guards = self.guards(goal);
            let nearest =
                groups.iter().map(|group| (goal.at - group.middle).millimetres()).min().unwrap_or(0);
            let trouble = i64::from(guards) + i64::from(nearest) * i64::from(weights.farness) + 2000;
            let liking = i64::from(manner.fancy(goal.place));
            open.push((-i64::from(goal.worth) * 1000 * liking / trouble, *goal, guards));
        }
        open.sort_by_key(|(ease, goal, _)| (*ease, goal.place));
        let mut errands: SmallVec<[Errand; 4]> = SmallVec::new();
        for (_, goal, guards) in open {
            groups.sort_by_key(|group| group.middle.square_to(goal.at));
            let mut sent: SmallVec<[Group; 4]> = SmallVec::new();
            let mut strength = 0;
            while (strength * 100 < guards * weights.strong || sent.is_empty()) && !groups.is_empty() {
                let group = groups.remove(0);
                strength += group.strength;
                sent.push(group);
            }
            if errands.is_empty() || strength * 100 >= guards * weights.enough {
                errands.push(Errand { goal, guards, sent });
                continue;
            }
            // Too few for it: they help the others.
            for group in sent {
                let near = |place: &usize| errands[*place].goal.at.square_to(group.middle);
                if let Some(place) = (0..errands.len()).min_by_key(near) {
                    errands[place].sent.push(group);
                }
            }
        }
        for errand in errands {
            self.assign(&mut plan, before, errand, manner);
        }
        plan
    }

    /// The platoons that have teams to take something with.
    fn groups(&self) -> SmallVec<[Group; 6]> {
        let scenario = self.game.board.scenario();
        let own = scenario.platoon_ids().filter(|id| scenario.platoon(*id).side == self.side);
        own.filter_map(|id| self.group(id)).collect()
    }

    fn group(&self, platoon: PlatoonId) -> Option<Group> {
        let board = &self.game.board;
        let teams: SmallVec<[UnitId; 8]> =
            board.scenario().platoon(platoon).members.iter().filter(|unit| self.storms(*unit)).collect();
        let count = teams.len() as i32;
        let sum = teams.iter().fold((0, 0), |sum, unit| {
            let at = board.centre(*unit);
            (sum.0 + at.x, sum.1 + at.y)
        });
        let strength = teams.iter().map(|unit| self.game.worth_of(*unit)).sum();
        (count > 0).then(|| Group { middle: Point::new(sum.0 / count, sum.1 / count), teams, strength })
    }

    /// Whether a unit is a team that takes things.
    fn storms(&self, unit: UnitId) -> bool {
        let (board, state) = (&self.game.board, self.game.board.unit(unit));
        board.chart(unit).class == Class::Infantry
            && board.is_on_table(unit)
            && !board.rides(unit)
            && !state.flags.any(Flags::FLEEING.and(Flags::LOST).and(Flags::GONE))
            && state.alive > 2
            && !self.is_slow_to_fire(unit)
    }

    /// What is believed to guard an objective, in hundredths of a point: those who were seen near it, and a part of those who
    /// were not seen at all.
    fn guards(&self, goal: &Goal) -> i32 {
        let board = &self.game.board;
        let near = self.game.bounds_of(goal.place).grown(NEAR_BY);
        let all: i32 = self.goals.iter().filter(|other| !other.held).map(|other| other.worth).sum();
        let worth = |unit: UnitId| i32::from(board.chart(unit).points) * 100;
        let seen = self.watches.iter().filter(|watch| watch.weight >= 50 && board.is_afoot(watch.unit));
        let seen: i32 = seen.filter(|watch| near.holds(watch.at)).map(|watch| worth(watch.unit)).sum();
        let unseen: i32 = self.unseen.iter().map(|unit| worth(*unit)).sum();
        seen + unseen / 100 * board.weights().plan.unseen * (goal.worth / 100) / (all / 100).max(1)
    }

    /// Gives the teams of some platoons their places, or lets all go.
    fn assign(&self, plan: &mut Plan, before: &Plan, errand: Errand, manner: &Manner) {
        let Errand { goal, guards, sent } = errand;
        let board = &self.game.board;
        let weights = &board.weights().plan;
        let bounds = self.game.bounds_of(goal.place);
        let mut teams: SmallVec<[(i32, UnitId); 24]> = SmallVec::new();
        for team in sent.into_iter().flat_map(|group| group.teams) {
            teams.push((off(&bounds, board.centre(team)), team));
        }
        teams.sort_unstable();
        let mut places = self.places(&bounds);
        let (mut whole, mut farthest) = (0, 0);
        for &(far, team) in &teams {
            let at = board.centre(team);
            let reach = board.chart(team).tactical as i32;
            whole += self.game.worth_of(team);
            farthest = farthest.max((far - reach).max(0) / reach.max(1));
            let best = places
                .iter()
                .copied()
                .enumerate()
                .min_by_key(|(place, (cost, spot))| (*cost + (*spot - at).millimetres() as i32, *place));
            let Some((_, (_, spot))) = best else { continue };
            places.retain(|(_, other)| !other.is_within(spot, APART));
            plan.tasks[team.index()] = Task::Gather(goal.place as u8, spot);
        }
        let left = i32::from(board.scenario().turns) - i32::from(self.game.turn);
        let begun = before.going[goal.place] && whole * 100 >= guards * weights.weak;
        // Whoever is bold goes earlier, whoever keeps a reserve later.
        let time = weights.turns + (manner.boldness - 100) / 50 - manner.reserve / 15
            + (manner.fancy(goal.place + 7) - 100) / 20;
        let unguarded = whole * 100 >= guards * weights.over;
        if left <= farthest + time || begun || unguarded {
            plan.going[goal.place] = true;
            for (_, team) in teams {
                plan.tasks[team.index()] = Task::Rush(goal.place as u8);
            }
        }
    }

    /// Places near an objective in cover and out of sight, with what each costs: how far it is, and who could fire there.
    fn places(&self, bounds: &Bounds) -> Vec<(i32, Point)> {
        let board = &self.game.board;
        let Some(unit) = board.army(self.side).iter().find(|unit| self.storms(*unit)) else {
            return Vec::new();
        };
        let wide = bounds.grown(FARTHEST);
        let (xs, ys) = (wide.least.x..=wide.most.x, wide.least.y..=wide.most.y);
        let mut places = Vec::new();
        for y in ys.step_by(GRID) {
            for x in xs.clone().step_by(GRID) {
                let at = Point::new(x, y);
                let far = off(bounds, at);
                if !(NEAREST..=FARTHEST).contains(&far) || !self.scene.terrain.holds(at) {
                    continue;
                }
                let place =
                    Place { at, floor: 0, status: Status::Stationary, ..self.here(unit, Status::Stationary) };
                let (exposure, shelter) = self.exposure(&place);
                let whole = i32::from(board.chart(unit).points) * 100;
                if (shelter >= Shelter::Soft || exposure == 0) && exposure * 5 < whole {
                    places.push((far + exposure * 300 / whole, at));
                }
            }
        }
        places
    }
}

/// How far a point is from a rectangle, in mm.
fn off(bounds: &Bounds, at: Point) -> i32 {
    let near =
        Point::new(at.x.clamp(bounds.least.x, bounds.most.x), at.y.clamp(bounds.least.y, bounds.most.y));
    (at - near).millimetres() as i32
}
