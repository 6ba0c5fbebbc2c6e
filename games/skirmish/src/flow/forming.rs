//! How the unit in hand stands at the end of its way (SKIR-GEO-6, SKIR-MOV-14).

use kit::{
    Journal, Objection, Prompt,
    flow::Decision,
    objection::{no_if, not_now},
    position::UnitId,
    tabletop::{Bounds, Heading, Point},
};
use smallvec::SmallVec;

use super::{Marching, routing::Corners};
use crate::{
    act::{Ranks, kept, unkept},
    action::{Action, Degrees, Order},
    board::{March, Scene, path},
    game::Skirmish,
    placing::{Crowd, MOST_MEN, NEAR_SLOT, Placed, Standing},
    scenario::Formation,
};

/// How the unit in hand stands at the end of its way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Forming {
    pub(crate) unit: UnitId,
}

impl Forming {
    /// Where it looks if nobody says otherwise: along its last leg.
    pub(crate) fn ahead(self, game: &Skirmish) -> u16 {
        let way = game.act.way.points();
        let heading = way.len().checked_sub(2).map(|last| way[last].bearing(way[last + 1]));
        let heading = heading.map(|ahead| if game.act.way.backwards { ahead.opposite() } else { ahead });
        heading.map_or(game.board.unit(self.unit).heading, Heading::degrees)
    }

    /// Along its last leg, and toward the nearest known enemy.
    fn facings(self, game: &Skirmish) -> SmallVec<[u16; 2]> {
        let mut facings: SmallVec<[u16; 2]> = [self.ahead(game)].into_iter().collect();
        let end = *game.act.way.points().last().unwrap_or(&Point::default());
        let enemy = game.nearest_known_enemy(game.board.side(self.unit), end);
        if let Some(toward) = enemy.map(|enemy| end.bearing(enemy).degrees())
            && toward != facings[0]
        {
            facings.push(toward);
        }
        facings
    }
}

impl Decision<Skirmish> for Forming {
    fn prompt(self, game: &Skirmish) -> Prompt {
        let name = game.name(self.unit);
        if game.board.is_afoot(self.unit) {
            return Prompt::new(
                format!("how does {name} stand at the end of its way?"),
                &["SKIR-GEO-6", "SKIR-MOV-14"],
            );
        }
        Prompt::new(format!("where does {name} look at the end of its way?"), &["SKIR-MOV-11"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let unit = self.unit;
        let scene = game.board.scene(Some(game.board.side(unit)));
        if game.board.is_model(unit) {
            let end = *game.act.way.points().last().unwrap_or(&Point::default());
            let pushed = game.pushed_on_the_way(&scene, unit);
            let free = self.facings(game).into_iter();
            let free = free.filter(|to| game.may_turn_to(&scene, unit, end, *to, &pushed));
            out.extend(free.map(|to| Action::Face(Degrees(to))));
            return;
        }
        let Some(drill) = Drill::new(game, &scene, unit) else { return out.push(Action::Hold) };
        let formations = [Formation::Line, Formation::Spread, Formation::Cluster, Formation::Column];
        let facings = self.facings(game);
        for (place, facing) in facings.into_iter().enumerate() {
            for formation in formations.into_iter().take(if place == 0 { 4 } else { 1 }) {
                if drill.formed(formation, facing).is_some() {
                    out.push(Action::Form(formation, Degrees(facing)));
                }
            }
        }
        if out.is_empty() {
            // SKIR-R103: nobody finds room there; the team stays where it is.
            out.push(Action::Hold);
        }
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        let (unit, name) = (self.unit, game.name(self.unit));
        match action {
            Action::Face(Degrees(to)) if game.board.is_model(unit) => {
                let end = *game.act.way.points().last().unwrap_or(&Point::default());
                let scene = game.board.scene(Some(game.board.side(unit)));
                let pushed = game.pushed_on_the_way(&scene, unit);
                let has_room = game.may_turn_to(&scene, unit, end, to, &pushed);
                no_if(!has_room, "SKIR-MOV-11", name, || format!("there is no room for {name} to turn so"))
            }
            Action::Form(formation, Degrees(facing)) if game.board.is_afoot(unit) => {
                no_if(game.formed(unit, formation, facing).is_none(), "SKIR-GEO-6", name, || {
                    format!("somebody of {name} finds no place within 80 mm of his slot that he can reach")
                })
            }
            Action::Man(man, spot) if game.board.is_afoot(unit) => {
                let scene = game.board.scene(Some(game.board.side(unit)));
                let at = spot.at(game);
                let fits = Drill::new(game, &scene, unit).is_some_and(|drill| drill.may_place(man, at));
                no_if(!fits, "SKIR-GEO-6", name, || {
                    format!("man {man} of {name} cannot be placed at {},{}", at.x, at.y)
                })
            }
            Action::Hold if game.board.is_afoot(unit) => {
                let mut listed = Vec::new();
                self.choices(game, &mut listed);
                no_if(listed != [Action::Hold], "SKIR-GEO-6", name, || format!("{name} finds room"))
            }
            _ => not_now(),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        match action {
            Action::Man(man, spot) => {
                game.act.hands[usize::from(man)] = kept(spot.at(game));
                game.act.by_hand |= 1 << man;
                return;
            }
            Action::Face(Degrees(to)) => game.act.facing = to,
            Action::Form(formation, Degrees(facing)) => {
                game.act.facing = facing;
                if let Some(ranks) = game.formed(self.unit, formation, facing) {
                    game.act.ranks = ranks;
                }
            }
            _ => return game.flow.done(),
        }
        game.flow.goto(Marching);
    }
}

/// The end of the way in hand, ready to try formations at.
struct Drill<'g> {
    game: &'g Skirmish,
    unit: UnitId,
    march: March<'g>,
    crowd: Crowd<'g>,
    way: Corners,
    end: Point,
    /// The length of the leader's way in micrometres.
    length: u64,
}

impl<'g> Drill<'g> {
    /// None if there is no way in hand.
    fn new(game: &'g Skirmish, scene: &'g Scene<'g>, unit: UnitId) -> Option<Self> {
        let way = game.act.way.points();
        let end = *way.last()?;
        let around = Bounds::of(end, end).grown(420);
        let target = game.act.about.filter(|_| game.act.order == Order::Assault);
        let side = game.board.side(unit);
        let crowd = Crowd::near(&game.board, scene, unit, Some(side), &around).against(target);
        let march = March::new(scene, &game.board, game.mover(scene, unit, false));
        let length = path::length(&way);
        Some(Self { game, unit, march, crowd, way, end, length })
    }

    /// Whether a man gets to a point within the allowance: straight, or behind the leader, which is told.
    fn goes(&self, start: Point, at: Point, climbs: u8) -> Option<Follows> {
        if self.march.may_go(&[start, at], climbs) {
            return Some(Follows(false));
        }
        let joins = (self.way[0] - start).micrometres() + self.length + (at - self.end).micrometres();
        if self.march.is_too_far(joins) {
            return None;
        }
        let mut behind: SmallVec<[Point; 16]> = [start].into_iter().collect();
        behind.extend(self.way.iter().copied());
        behind.push(at);
        self.march.may_go(&behind, climbs).then_some(Follows(true))
    }

    /// SKIR-GEO-6: whether a man may be placed at a point by hand: there is room, and he gets there.
    fn may_place(&self, man: u8, at: Point) -> bool {
        let Self { game, unit, .. } = *self;
        let leads = game.board.unit(unit).leader == man;
        let standing = game.board.living(unit).find(|(known, _)| *known == man).map(|(_, man)| man);
        let Some(start) = standing.filter(|_| !leads) else { return false };
        let house = game.board.building_at(at);
        let floor = if house.is_some() { game.act.way.floor } else { 0 };
        self.crowd.has_room_for_man(at, floor, &[])
            && self.goes(start.at(), at, game.act.way.climbs).is_some()
    }

    /// SKIR-MOV-14: how a team would stand at the end of the way in hand, each man on a way of his own within the allowance:
    /// straight, or behind the leader.
    fn formed(&self, formation: Formation, facing: u16) -> Option<Ranks> {
        let Self { game, unit, end, .. } = *self;
        let board = &game.board;
        let standing = Standing {
            anchor: end,
            floor: game.act.way.floor,
            facing: Heading::new(facing),
            formation,
            within: NEAR_SLOT,
        };
        let leader = board.unit(unit).leader;
        let followers = std::cell::Cell::new(0_u16);
        let start = |man: u8| board.men(unit)[usize::from(man)];
        // However he goes, it is no shorter than the straight line.
        let could = |man: u8, at: Point| {
            if man == leader { at == end } else { !self.march.is_beyond(start(man).at(), at) }
        };
        let reaches = |man: u8, at: Point, floor: u8| {
            if man == leader {
                return at == end;
            }
            let stays = floor == start(man).floor && game.act.way.climbs == 0;
            let climbs = if stays { 0 } else { game.act.way.climbs };
            let goes = self.goes(start(man).at(), at, climbs);
            if goes == Some(Follows(true)) {
                followers.set(followers.get() | 1 << man);
            }
            goes.is_some()
        };
        let by_hand = |man: u8| game.placed_by_hand(man);
        let placed = board.place_team_around(&self.crowd, unit, &standing, by_hand, could, reaches)?;
        if !game.is_together(self.march.scene(), unit, &placed) {
            return None;
        }
        let mut starts = [(0, 0); MOST_MEN];
        for (start, man) in starts.iter_mut().zip(board.men(unit)) {
            *start = (man.x, man.y);
        }
        Some(Ranks::to(starts, &placed, followers.get()))
    }
}

/// Whether a man goes behind the leader.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Follows(bool);

impl Skirmish {
    /// SKIR-GEO-6: where a man of the team in hand was placed by hand.
    fn placed_by_hand(&self, man: u8) -> Option<Point> {
        (self.act.by_hand >> man & 1 == 1).then(|| unkept(self.act.hands[usize::from(man)]))
    }

    /// How the team in hand would stand at the end of its way.
    pub(crate) fn formed(&self, unit: UnitId, formation: Formation, facing: u16) -> Option<Ranks> {
        let scene = self.board.scene(Some(self.board.side(unit)));
        Drill::new(self, &scene, unit)?.formed(formation, facing)
    }

    /// SKIR-COM-1, SKIR-R127: everybody is linked to the leader by gaps of at most 80 mm, or 160 mm in sight, centre to centre.
    pub(super) fn is_together(&self, scene: &Scene<'_>, unit: UnitId, placed: &Placed) -> bool {
        let men = self.board.rank_and_file(unit);
        let at = |man: u8| placed.at[usize::from(man)];
        let mut linked: SmallVec<[u8; MOST_MEN]> = men.iter().copied().take(1).collect();
        let mut left: SmallVec<[u8; MOST_MEN]> = men.iter().copied().skip(1).collect();
        let (blind, in_sight) = (80, 160);
        let eyes = self.board.eyes(scene);
        let stand =
            |man: u8| scene.man(self.board.rules.get(), unit, at(man), placed.floors[usize::from(man)]);
        while !left.is_empty() {
            let next = left.iter().position(|man| {
                linked.iter().any(|other| {
                    at(*man).is_within(at(*other), blind)
                        || at(*man).is_within(at(*other), in_sight)
                            && eyes.shows(&stand(*other), &stand(*man), 80)
                })
            });
            let Some(next) = next else { return false };
            linked.push(left.remove(next));
        }
        true
    }
}
