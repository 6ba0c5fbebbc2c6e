//! The unit in hand goes its way: lurkers, mines, wire and walls on it (SKIR-MAN-20, SKIR-MOV-8 to SKIR-MOV-17).

use kit::{
    Dice, Journal,
    flow::Procedure,
    position::{UnitId, Units},
    tabletop::{Bounds, Point},
};
use smallvec::SmallVec;

use super::Reacting;
use crate::{
    act::{kept, unkept},
    action::Order,
    board::{Encounter, March, Meeting, Obstacle, PieceId, path},
    charts::Test,
    clash::{Mine, Overrun},
    fire,
    game::Skirmish,
    placing::{Crowd, FORCED, MOST_MEN},
    state::Flags,
    tell::told,
    words::Speed,
};

/// SKIR-MAN-20: lurkers are asked every so many micrometres.
const WATCHED: u32 = 20_000;
/// SKIR-MIN-2: a mine goes off so far inside, in micrometres.
const INTO_MINES: u32 = 20_000;

/// What the dice of the last encounter decide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// Whether a mine went off.
    Mines,
    /// Whether the wire or cliff was passed.
    Dodge,
    /// Whether the vehicle drove on past what it touched.
    Overrun,
}

/// Goes on along the way in hand until something happens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Marching;

impl Procedure<Skirmish> for Marching {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), journal: &mut J) {
        game.march_on(journal);
    }
}

/// SKIR-MOV-10: a team dodges wire, or climbs a cliff.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Dodging {
    unit: UnitId,
}

impl Procedure<Skirmish> for Dodging {
    type End = bool;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> bool {
        game.board.rules.get().passes(Test::Dodge, game.nerve(self.unit), dice)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, passed: bool, journal: &mut J) {
        game.harm.passed = passed;
        let name = game.name(self.unit);
        let words = if passed { "gets past the obstacle" } else { "does not get past the obstacle" };
        game.tell_about(self.unit, journal, || told("SKIR-MOV-10", format!("{name} {words}")));
        game.flow.done();
    }
}

impl Skirmish {
    /// Whether the unit in hand cannot go on with its action (SKIR-MAN-23).
    pub(crate) fn is_stopped(&self, unit: UnitId) -> bool {
        let state = self.board.unit(unit);
        let flees = state.is(Flags::FLEEING) && self.act.order != Order::Recover;
        let stuck = self.board.is_model(unit) && state.speed == Speed::Stopped;
        self.act.ended || !self.board.is_on_table(unit) || flees || stuck
    }

    /// The movement part begins (SKIR-SPT-9, SKIR-MIN-8, SKIR-MOV-17).
    fn begin_march(&mut self, unit: UnitId, points: &[Point]) {
        let order = self.act.order;
        self.act.turret = self.turret_heading(unit).degrees();
        let state = self.board.unit_mut(unit);
        state.set(Flags::TO_COME, false);
        // SKIR-R73: whoever conceals himself counts as stationary on the way too.
        state.set(Flags::MOVED_LAST, !order.conceals());
        if order.conceals() {
            state.set(Flags::FIRED_LAST, false);
        }
        if !matches!(order, Order::UnloadAndMove | Order::MoveAndUnload) {
            state.set(Flags::MOVED_THIS_TURN, true);
        }
        let length = path::length(points);
        let scene = self.board.scene(None);
        let march = March::new(&scene, &self.board, self.mover(&scene, unit, self.act.way.backwards));
        let affordable = if order == Order::Recover { length } else { march.truly_affordable(points) };
        let met = march.runs_into(points);
        let limit = met.map_or(affordable, |(at, _)| at.min(affordable)).min(length);
        if let Some((at, enemy)) = met
            && at <= affordable
        {
            // SKIR-MOV-17: they are spotted by the mover.
            let side = self.board.side(unit);
            self.board.seen[side as usize].insert(enemy);
            self.board.known.insert(enemy);
            self.board.known_at[enemy.index()] = kept(self.board.centre(enemy));
        }
        self.act.way.limit = limit as u32;
        self.act.way.has_set_off = true;
    }

    /// Goes on until a lurker is triggered, something is met, or the way ends.
    fn march_on<J: Journal>(&mut self, journal: &mut J) {
        let Some(unit) = self.act.unit else { return self.flow.done() };
        let points = self.act.way.points();
        if !self.act.way.has_set_off {
            self.begin_march(unit, &points);
        }
        if self.is_stopped(unit) {
            return self.halt(unit, &points, journal);
        }
        match std::mem::take(&mut self.act.way.pending) {
            Pending::Nothing => {}
            Pending::Mines | Pending::Dodge | Pending::Overrun if self.harm.passed => {}
            Pending::Mines => {
                // SKIR-MIN-2: its movement ends 20 mm inside, or where it stood.
                let inside = if self.act.way.gone == 0 { 0 } else { INTO_MINES };
                self.act.way.gone = (self.act.way.gone + inside).min(self.act.way.limit);
                return self.stop_short(unit, &points, journal);
            }
            Pending::Dodge => return self.stop_short(unit, &points, journal),
            Pending::Overrun => {
                // SKIR-ASL-9: it stops in contact with what it has rammed.
                self.act.ended = true;
                self.tell_move(unit, journal);
                return self.flow.done();
            }
        }
        if self.act.order == Order::Assault && self.board.is_model(unit) && self.overruns(unit, &points) {
            return;
        }
        let encounters = self.encounters(unit, &points);
        let next =
            encounters.get(usize::from(self.act.way.met)).filter(|met| met.at <= self.act.way.limit.into());
        let mut stop = next.map_or(self.act.way.limit, |met| met.at as u32);
        let drives = self.act.order == Order::Assault && self.board.is_model(unit);
        let leg = usize::from(self.act.way.driven) + 2;
        if drives && leg <= points.len() {
            stop = stop.min(path::length(&points[..leg]) as u32);
        }
        if self.meets_lurkers(unit, &points, stop) {
            return;
        }
        if drives && self.act.way.gone < stop && next.is_none_or(|met| met.at > stop.into()) {
            self.act.way.gone = stop;
            self.stand_along(unit, &points, stop);
            return;
        }
        match next {
            Some(met) => self.meet(unit, &points, *met),
            None => self.arrive(unit, &points, journal),
        }
    }

    /// SKIR-ASL-9: an armored vehicle that has come to the end of a leg drives over whoever is on it. Legs end the stretches
    /// of its march one after the other.
    fn overruns(&mut self, unit: UnitId, points: &[Point]) -> bool {
        let leg = usize::from(self.act.way.driven);
        let end = path::length(&points[..(leg + 2).min(points.len())]) as u32;
        if leg + 1 >= points.len()
            || self.act.way.gone < end.min(self.act.way.limit)
            || self.act.way.gone == 0
        {
            return false;
        }
        self.act.way.driven += 1;
        self.act.way.pending = Pending::Overrun;
        self.flow.call(Overrun::new(unit, kept(points[leg])));
        true
    }

    /// SKIR-MAN-20: goes on to the first point up to `stop` where a lurker is triggered, who is asked.
    fn meets_lurkers(&mut self, unit: UnitId, points: &[Point], stop: u32) -> bool {
        if self.house.no_reaction || self.lurkers(unit).is_empty() {
            return false;
        }
        let last = self.act.way.limit;
        while u32::from(self.act.way.watched) * WATCHED <= stop || stop == last && self.act.way.gone < last {
            let at = (u32::from(self.act.way.watched) * WATCHED).min(last);
            self.act.way.watched += 1;
            self.act.way.gone = at;
            self.stand_along(unit, points, at);
            let asked = self.act.held | self.act.used;
            let triggered: Units = (self.lurkers(unit) - asked)
                .iter()
                .filter(|lurker| fire::can_harm(self, *lurker, unit))
                .collect();
            if !triggered.is_empty() {
                self.flow.call(Reacting { lurkers: triggered });
                return true;
            }
            if at == last {
                break;
            }
        }
        false
    }

    /// Enemies with a reaction in hand (SKIR-MAN-2, SKIR-MAN-20).
    pub(crate) fn lurkers(&self, unit: UnitId) -> Units {
        let enemies = self.board.army(self.board.side(unit).other());
        let ready = |enemy: &UnitId| {
            let state = self.board.unit(*enemy);
            state.is(Flags::LURKING)
                && !state
                    .flags
                    .any(Flags::NO_FIRE.and(Flags::FLEEING).and(Flags::EMBARKED).and(Flags::HOOKED))
                && state.engaged.is_empty()
                && self.board.is_on_table(*enemy)
        };
        enemies.iter().filter(ready).collect()
    }

    /// What is met on the way, with every minefield counted.
    fn encounters(&self, unit: UnitId, points: &[Point]) -> SmallVec<[Encounter; 4]> {
        let scene = self.board.scene(None);
        let march = March::new(&scene, &self.board, self.mover(&scene, unit, self.act.way.backwards));
        let mut met = march.encounters(points);
        if self.board.is_afoot(unit) {
            self.meet_beside_the_leader(unit, points, &march, &mut met);
        }
        met
    }

    /// SKIR-MOV-14: mines and wire that only other men touch are met once, by the first of them in the list: the team has come
    /// as far along the leader's way as he along his.
    fn meet_beside_the_leader(
        &self,
        unit: UnitId,
        points: &[Point],
        march: &March<'_>,
        met: &mut SmallVec<[Encounter; 4]>,
    ) {
        let ranks = &self.act.ranks;
        let ends = |man: usize| Bounds::of(unkept(ranks.starts[man]), unkept(ranks.ends[man]));
        let mut around = points.iter().fold(Bounds::of(points[0], points[0]), |all, at| all.with(*at));
        for (man, _) in self.board.living(unit) {
            let own = ends(man.into());
            around = around.with(own.least).with(own.most);
        }
        let (terrain, charts, chart) = (self.board.terrain(), self.board.rules.get(), self.board.chart(unit));
        let asks = |piece: PieceId| chart.going_afoot(charts, terrain.piece(piece).kind.row).dodge;
        if !terrain.maybe_within(&around).iter().any(asks) {
            return;
        }
        let leader = usize::from(self.board.unit(unit).leader);
        let whole = path::length(points);
        for (man, _) in self.board.living(unit).filter(|(man, _)| usize::from(*man) != leader) {
            let way = self.way_of(man.into(), points);
            let length = path::length(&way);
            for own in march.encounters(&way) {
                let known = met.iter().any(|known| (known.with, known.kind) == (own.with, own.kind));
                if !known && matches!(own.kind, Meeting::Mines | Meeting::Dodge) {
                    let at = (own.at * whole).checked_div(length).unwrap_or(0);
                    met.push(Encounter { at, ..own });
                }
            }
        }
        met.sort_by_key(|encounter| encounter.at);
    }

    /// The unit has come to something.
    fn meet(&mut self, unit: UnitId, points: &[Point], met: Encounter) {
        self.act.way.met += 1;
        self.act.way.gone = met.at as u32;
        self.stand_along(unit, points, met.at as u32);
        match (met.kind, met.with) {
            (Meeting::Mines, with) => {
                if let Obstacle::Piece(piece) = with {
                    // SKIR-MOV-9, SKIR-MIN-6: mines are known once somebody has tested on them.
                    self.board.ground.known_mines.insert(piece);
                }
                self.act.way.pending = Pending::Mines;
                self.flow.call(Mine { unit });
            }
            (Meeting::Dodge, _) => {
                self.act.way.pending = Pending::Dodge;
                self.flow.call(Dodging { unit });
            }
            (Meeting::Remove, Obstacle::Piece(piece)) => {
                let gaps: SmallVec<[_; 4]> = {
                    let scene = self.board.scene(None);
                    let mover = self.mover(&scene, unit, self.act.way.backwards);
                    let legs = points.windows(2);
                    legs.flat_map(|leg| scene.gaps(&mover, leg[0], leg[1], piece)).collect()
                };
                gaps.into_iter().for_each(|gap| self.board.ground.open_gap(gap));
            }
            (Meeting::Push, obstacle) => self.push_aside(unit, points, obstacle),
            (Meeting::Ruin, Obstacle::Piece(piece)) => {
                self.board.ground.ruined.insert(piece);
                self.flow.call(super::Collapsing { piece: piece.0, from: 0 });
            }
            (Meeting::Remove | Meeting::Ruin, Obstacle::Wreck(_)) => {}
        }
    }

    /// SKIR-MOV-8: a barricade or wreck is pushed out of the way.
    fn push_aside(&mut self, unit: UnitId, points: &[Point], obstacle: Obstacle) {
        let by = {
            let scene = self.board.scene(None);
            let mover = self.mover(&scene, unit, self.act.way.backwards);
            let pushed = |leg: &[Point]| {
                let crosses = match obstacle {
                    Obstacle::Piece(piece) => {
                        scene.outlines(piece).any(|outline| mover.sweep(leg[0], leg[1]).enters(outline))
                    }
                    Obstacle::Wreck(wreck) => {
                        mover.sweep(leg[0], leg[1]).overlaps(&self.board.model_shape(wreck))
                    }
                };
                if crosses { scene.push(&mover, leg[0], leg[1], obstacle) } else { None }
            };
            points.windows(2).find_map(pushed)
        };
        let Some(by) = by else { return };
        match obstacle {
            Obstacle::Piece(piece) => {
                // The greatest number of pieces that were pushed is far above what a table has.
                let _ = self.board.ground.push(piece, by);
            }
            Obstacle::Wreck(wreck) => {
                let at = kept(self.board.model_at(wreck) + by);
                let state = self.board.unit_mut(wreck);
                (state.x, state.y) = at;
            }
        }
    }

    /// SKIR-R73: everybody stands at his share of his own way.
    fn stand_along(&mut self, unit: UnitId, points: &[Point], gone: u32) {
        if self.board.is_model(unit) {
            let (at, bearing) = path::at(points, gone.into());
            let bearing = if self.act.way.backwards { bearing.opposite() } else { bearing };
            let state = self.board.unit_mut(unit);
            (state.x, state.y) = kept(at);
            if points.len() > 1 {
                state.heading = bearing.degrees();
            }
            return;
        }
        let whole = path::length(points);
        for man in 0..self.board.men(unit).len() {
            if !self.board.men(unit)[man].alive {
                continue;
            }
            let way = self.way_of(man, points);
            let share = (path::length(&way) * u64::from(gone)).checked_div(whole).unwrap_or(0);
            let (at, _) = path::at(&way, share);
            let state = &mut self.board.men_mut(unit)[man];
            (state.x, state.y) = kept(at);
        }
    }

    /// SKIR-MOV-14: the way of one man.
    fn way_of(&self, man: usize, points: &[Point]) -> SmallVec<[Point; 16]> {
        let ranks = &self.act.ranks;
        let mut way: SmallVec<[Point; 16]> = [unkept(ranks.starts[man])].into_iter().collect();
        if ranks.followers >> man & 1 == 1 {
            way.extend(points.iter().copied());
        }
        way.push(unkept(ranks.ends[man]));
        way
    }

    /// The way is gone as far as it leads.
    fn arrive<J: Journal>(&mut self, unit: UnitId, points: &[Point], journal: &mut J) {
        let length = path::length(points) as u32;
        self.act.way.gone = self.act.way.limit;
        if self.act.way.limit < length {
            // SKIR-MOV-17, SKIR-MIN-8: cut short; what is left of the action goes on.
            self.stand_along(unit, points, self.act.way.limit);
            self.stand_legally(unit, journal);
        } else {
            self.stand_at_the_end(unit, points);
        }
        self.tell_move(unit, journal);
        self.leave_by_the_edge(unit, journal);
        self.flow.done();
    }

    /// SKIR-MIN-2, SKIR-MOV-10, SKIR-R131: the movement ends where the unit is, and what is left of its action goes on; an assault that
    /// is stopped is over (SKIR-ASL-1).
    fn stop_short<J: Journal>(&mut self, unit: UnitId, points: &[Point], journal: &mut J) {
        if self.act.order == Order::Assault {
            return self.halt(unit, points, journal);
        }
        self.act.way.limit = self.act.way.gone;
        self.arrive(unit, points, journal);
    }

    fn stand_at_the_end(&mut self, unit: UnitId, points: &[Point]) {
        let facing = self.act.facing;
        if self.board.is_model(unit) {
            self.stand_along(unit, points, self.act.way.limit);
            let state = self.board.unit_mut(unit);
            state.heading = facing;
            // SKIR-R95: after a move without fire a turret points ahead; after fire where its last target was.
            if !state.is(Flags::TURRET_BLOCKED) {
                let fired = state.is(Flags::FIRED_LAST);
                state.turret = if fired { (self.act.turret + 360 - facing) % 360 } else { 0 };
            }
            return;
        }
        let ranks = self.act.ranks;
        for (place, man) in self.board.men_mut(unit).iter_mut().enumerate() {
            if man.alive {
                (man.x, man.y) = ranks.ends[place];
                man.floor = ranks.floors[place];
            }
        }
        self.board.unit_mut(unit).heading = facing;
    }

    /// SKIR-MAN-23: the action ends where the unit is.
    fn halt<J: Journal>(&mut self, unit: UnitId, points: &[Point], journal: &mut J) {
        self.act.ended = true;
        if self.board.is_on_table(unit) {
            self.stand_along(unit, points, self.act.way.gone);
            self.stand_legally(unit, journal);
            self.tell_move(unit, journal);
        }
        self.flow.done();
    }

    /// SKIR-R68, SKIR-R73: men who stand where nobody may stand go to the nearest legal point; who finds none is lost.
    pub(crate) fn stand_legally<J: Journal>(&mut self, unit: UnitId, journal: &mut J) {
        if self.board.is_model(unit) {
            return;
        }
        let men = self.board.rank_and_file(unit);
        let mut placed: SmallVec<[(Point, u8); MOST_MEN]> = SmallVec::new();
        let mut found: SmallVec<[Option<(Point, u8)>; MOST_MEN]> = SmallVec::new();
        {
            let scene = self.board.scene(None);
            let centre = self.board.centre(unit);
            let around = Bounds::of(centre, centre).grown(600);
            let crowd = Crowd::near(&self.board, &scene, unit, None, &around);
            for &man in &men {
                let man = self.board.men(unit)[usize::from(man)];
                let place = crowd.place_man(man.at(), man.floor, &placed, FORCED, |_| true, |_, _| true);
                placed.extend(place);
                found.push(place);
            }
        }
        let mut lost = 0;
        for (&man, place) in men.iter().zip(found) {
            match place {
                Some((at, floor)) => {
                    let man = &mut self.board.men_mut(unit)[usize::from(man)];
                    ((man.x, man.y), man.floor) = (kept(at), floor);
                }
                None => lost |= 1 << man,
            }
        }
        self.lose_men(unit, lost, true, journal);
    }

    fn tell_move<J: Journal>(&self, unit: UnitId, journal: &mut J) {
        let (name, gone) = (self.name(unit), self.act.way.gone / 10_000);
        let words = match self.act.order {
            Order::Recover if self.board.is(unit, Flags::FLEEING) => "flees",
            order if order.conceals() => "creeps",
            _ => "moves",
        };
        self.tell_about(unit, journal, || {
            let what = match self.act.way.gone {
                0 if self.act.way.climbs > 0 => "goes to another floor".to_owned(),
                0 => "turns in place".to_owned(),
                _ if gone == 0 => format!("{words} less than a cm"),
                _ => format!("{words} {gone} cm"),
            };
            told("SKIR-MAN-5", format!("{name} {what}"))
        });
    }
}
