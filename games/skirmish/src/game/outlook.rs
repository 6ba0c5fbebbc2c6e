//! What an order leads to, while a player still points: the way and its price, who would see it, the lines of fire.
//!
//! Everything is reckoned from what the side in hand knows.

use kit::{
    LineLook, Outlook, Sighting, Silent, Standpoint, TableLine, WayStage,
    flow::{Decision as _, OnStack as _},
    position::UnitId,
    tabletop::Point,
};

use super::Skirmish;
use crate::{
    action::{Action, Degrees, Order},
    board::{March, path},
    fire::{FireOrders, Lines, men_of},
    flow::Step,
    state::Board,
};

/// A length in cm with a figure behind the point.
fn centimetres(micrometres: u64) -> String {
    let tenths = (micrometres + 500) / 1000;
    format!("{}.{}", tenths / 10, tenths % 10)
}

impl Skirmish {
    /// What an action leads to.
    pub(super) fn outlook_of(&self, action: &Action) -> Option<Outlook> {
        match (self.flow().top(), *action) {
            (Step::Routing(step), Action::To(spot, floor)) => {
                Some(self.way_ahead(step.unit, spot.at(self), floor, false, true))
            }
            (Step::Routing(step), Action::Via(spot)) => {
                Some(self.way_ahead(step.unit, spot.at(self), None, false, false))
            }
            (Step::Routing(step), Action::Back(spot)) => {
                Some(self.way_ahead(step.unit, spot.at(self), None, true, false))
            }
            (Step::Routing(step), Action::Turn(Degrees(to))) => {
                Some(self.standing(step.unit, self.board.model_at(step.unit), to))
            }
            (Step::Forming(step), Action::Face(Degrees(to))) => {
                let way = self.way_so_far(step.unit);
                Some(self.standing(step.unit, way[way.len() - 1], to))
            }
            (Step::Forming(step), Action::Form(formation, Degrees(facing))) => {
                let ranks = self.formed(step.unit, formation, facing)?;
                let men = self.board.living(step.unit);
                let stand = |(man, _)| {
                    let (x, y) = ranks.ends[usize::from(man)];
                    self.stand_on_screen(Point::new(x.into(), y.into()), facing, 20, 20)
                };
                Some(Outlook { stands: men.map(stand).collect(), ..Outlook::default() })
            }
            (Step::Deploying(step), Action::Place(unit, ..)) => {
                step.check::<Silent>(self, *action).ok()?;
                let mut placed = *self;
                step.effect(&mut placed, *action, &mut ());
                Some(Outlook { stands: placed.stands_of(unit), ..Outlook::default() })
            }
            (Step::FireOrders(orders), _) => self.aim(orders, action),
            _ => None,
        }
    }

    fn stand_on_screen(&self, at: Point, facing: u16, width: u32, depth: u32) -> Standpoint {
        let (x, y) = self.on_screen(at);
        Standpoint { x, y, facing, width, depth }
    }

    /// Where a unit stands.
    fn stands_of(&self, unit: UnitId) -> Vec<Standpoint> {
        let heading = self.board.unit(unit).heading;
        if self.board.is_afoot(unit) {
            let men = self.board.living(unit);
            return men.map(|(_, man)| self.stand_on_screen(man.at(), heading, 20, 20)).collect();
        }
        let size = self.board.chart(unit).size;
        vec![self.stand_on_screen(self.board.model_at(unit), heading, size.width.into(), size.length.into())]
    }

    /// A model that looks somewhere.
    fn standing(&self, unit: UnitId, at: Point, facing: u16) -> Outlook {
        let size = self.board.chart(unit).size;
        let stand = self.stand_on_screen(at, facing, size.width.into(), size.length.into());
        Outlook { stands: vec![stand], note: format!("heading {facing}°"), ..Outlook::default() }
    }

    /// SKIR-MOV-5, SKIR-MAN-20: a way ground by ground, who would see it, whom it would see.
    fn way_ahead(&self, unit: UnitId, to: Point, floor: Option<u8>, backwards: bool, ends: bool) -> Outlook {
        let board = &self.board;
        let way = {
            let scene = board.scene(Some(board.side(unit)));
            let march = March::new(&scene, board, self.mover(&scene, unit, backwards));
            let found = if ends { self.way_to::<Silent>(&march, &scene, unit, to, floor).ok() } else { None };
            found.unwrap_or_else(|| {
                let mut straight = self.way_so_far(unit);
                straight.push(to);
                straight
            })
        };
        let order = self.act.order;
        let prospect = board.prospect_of(unit, order.divisor(), &way, order == Order::Assault, backwards);
        let budget = prospect.budget.max(1);
        let mut spent = 0_u64;
        let mut stages = Vec::new();
        for stage in &prospect.stages {
            let at = self.on_screen(path::point_at(&way, stage.to));
            let ground =
                stage.ground.map_or("open ground", |piece| board.terrain().piece(piece).terrain.as_str());
            let (words, beyond) = match stage.points {
                Some(points) => {
                    spent += points;
                    (format!("{} · {} %", ground.to_lowercase(), spent * 100 / budget), spent > budget)
                }
                None => (format!("{}: no way", ground.to_lowercase()), true),
            };
            stages.push(WayStage { x: at.0, y: at.1, words, beyond });
        }
        let length = path::length(&way);
        let note = format!("{} cm, {} % of its movement", centimetres(length), spent * 100 / budget);
        let sighting = |&(enemy, at): &(UnitId, u64)| {
            let (x, y) = self.on_screen(path::point_at(&way, at));
            Sighting { unit: enemy.into(), x, y }
        };
        let (at, heading) = path::at(&way, length);
        let size = board.chart(unit).size;
        let (width, depth) =
            if board.is_afoot(unit) { (20, 20) } else { (size.width.into(), size.length.into()) };
        let facing = if backwards { heading.opposite() } else { heading }.degrees();
        let lines = prospect.in_view.iter().map(|enemy| TableLine {
            points: vec![self.on_screen(at), self.on_screen(board.centre(*enemy))],
            look: LineLook::Sight,
            words: format!("{} would be in sight", self.name(*enemy)),
            ..TableLine::default()
        });
        Outlook {
            way: way.iter().map(|at| self.on_screen(*at)).collect(),
            stages,
            note,
            stands: vec![self.stand_on_screen(at, facing, width, depth)],
            watchers: prospect.watchers.iter().map(sighting).collect(),
            sees: prospect.in_view.iter().map(|enemy| (*enemy).into()).collect(),
            lines: lines.collect(),
            report: None,
        }
    }

    /// SKIR-R92: the lines of a unit's weapons to a target, and what comes of it.
    pub(super) fn aim(&self, orders: FireOrders, action: &Action) -> Option<Outlook> {
        let target = match *action {
            Action::Volley(target)
            | Action::Allot(_, target)
            | Action::Shoot(_, target, _)
            | Action::Flame(target)
            | Action::Use(_, target, _) => target,
            Action::BlastAt(spot) => {
                let lines = Lines::known_to(self, orders.unit);
                let to = spot.at(self);
                let (_, bearer) = self.heavy_weapon(orders.unit)?;
                let from = bearer
                    .map_or_else(|| self.board.model_at(orders.unit), |man| self.place(orders.unit, man));
                let passes = lines.sees_point(orders.unit, bearer, to);
                let line = self.firing_line(from, to, passes, String::new());
                return Some(Outlook { lines: vec![line], ..Outlook::default() });
            }
            _ => return None,
        };
        if !self.board.knows(self.board.side(orders.unit), target) {
            return None;
        }
        let lines = Lines::known_to(self, orders.unit);
        let hittable = lines.hittable(orders.unit, target);
        let mut drawn = Vec::new();
        if let Action::Shoot(_, _, man) = *action {
            let (_, bearer) = self.heavy_weapon(orders.unit)?;
            let from =
                bearer.map_or_else(|| self.board.model_at(orders.unit), |man| self.place(orders.unit, man));
            let man = man.unwrap_or(0);
            let passes = lines.sees(orders.unit, bearer, target, man);
            drawn.push(self.firing_line(from, self.place(target, man), passes, String::new()));
        } else {
            for gun in self.light_weapons(orders.unit, 0, 0) {
                let band = self.band(orders.unit, &gun, target, hittable, orders.moving, &lines);
                let nearest = nearest_man(&self.board, target, gun.from);
                let at = self.place(target, nearest);
                drawn.push(self.firing_line(gun.from, at, band.is_some(), gun.weapon.id.clone()));
            }
        }
        let report = orders.report(self, *action);
        let hit = men_of(hittable).count();
        let note =
            if self.board.is_afoot(target) { format!("{hit} of its men can be hit") } else { String::new() };
        Some(Outlook { lines: drawn, report, note, ..Outlook::default() })
    }

    fn firing_line(&self, from: Point, to: Point, passes: bool, words: String) -> TableLine {
        TableLine {
            points: vec![self.on_screen(from), self.on_screen(to)],
            look: if passes { LineLook::Fire } else { LineLook::Blocked },
            words,
            ..TableLine::default()
        }
    }
}

/// The man of a unit nearest to a point; 0 for a model.
fn nearest_man(board: &Board, unit: UnitId, from: Point) -> u8 {
    if !board.is_afoot(unit) {
        return 0;
    }
    board.living(unit).min_by_key(|(man, place)| (from.square_to(place.at()), *man)).map_or(0, |(man, _)| man)
}
