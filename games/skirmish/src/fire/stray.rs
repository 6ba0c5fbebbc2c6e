//! Where shells fall that do not hit: scatter and mortars (chapters SCT, IND).

use kit::{
    Dice, Die, Journal, Purpose,
    flow::Procedure,
    position::UnitId,
    tabletop::{Heading, Point},
};

use super::{Aim, Inside, Lines, kept, shell::SkyStrike};
use crate::{
    board::{Opening, PieceId},
    charts::BelowOne,
    game::Skirmish,
    harm::{BASE, Tests},
    scatter::ScatterKind,
    tell::told,
};

const DISTANCE: Purpose = Purpose::new("scatter distance", "SKIR-SCT-1");
const LOBBED: Purpose = Purpose::new("scatter distance", "SKIR-SCT-3");
const ARROW: Purpose = Purpose::new("scatter arrow", "SKIR-SCT-7");

/// Where a shell that strayed came down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fallen {
    /// It flew over the target (SKIR-SCT-8).
    Over,
    /// So many mm from where it began to stray, in this direction; 0 is the very point.
    Off(u16, u16),
}

impl Skirmish {
    /// SKIR-SCT-7: any of 360 headings; SKIR-R34: of eight along the line of fire, by the house rule.
    fn arrow<D: Dice>(&self, line: Heading, dice: &mut D) -> Heading {
        if self.house.eight_way {
            return line.turned(i32::from(dice.roll(Die::D8, ARROW) - 1) * 45);
        }
        Heading::new(dice.roll(Die::DEGREES, ARROW) % 360)
    }

    /// The dice of a case of scatter: how many mm, and whether that is the very point (SKIR-SCT-6).
    fn scatter<D: Dice>(&self, kind: ScatterKind, purpose: Purpose, dice: &mut D) -> u16 {
        let case = &self.board.rules.get().scatter[kind as usize];
        let shell = &self.fire.shell;
        let sum: u16 = case.formula.dice.iter().map(|&die| dice.roll(die, purpose)).sum();
        let less = u16::from(shell.cs) + if case.formula.less_rank { u16::from(shell.cr) } else { 0 };
        debug_assert!(case.below_one == BelowOne::Exact || !case.formula.less_rank);
        sum.saturating_sub(less) * 10
    }

    /// SKIR-GEO-15: the heading of the line of fire.
    fn line_of_fire(&self) -> Heading {
        self.fire.shell.from().bearing(self.aimed_point())
    }

    /// The point that the shell in the air is aimed at.
    pub(crate) fn aimed_point(&self) -> Point {
        match self.fire.shell.aim {
            Aim::Nothing => self.fire.shell.from(),
            Aim::Model(unit) => self.board.model_at(unit),
            Aim::Man(unit, man) => self.place(unit, man),
            Aim::Trench(_, x, y) | Aim::Line(_, x, y) | Aim::Ground(x, y) => Point::new(x.into(), y.into()),
            Aim::Wall(piece, floor) => Lines::of(self).wall_point(piece, floor, self.fire.shell.from()),
            Aim::Opening(piece, place) => Lines::of(self).opening_point(piece, place),
        }
    }

    /// SKIR-SCT-1, SKIR-R90: where a missed shell comes down: so far beyond the edge of the target in this direction.
    pub(super) fn astray(&self, mm: u16, heading: Heading) -> Point {
        let aimed = self.aimed_point();
        match self.fire.shell.aim {
            Aim::Model(unit) => beyond_edge(aimed, self.board.model_shape(unit).corners(), heading, mm),
            Aim::Man(unit, man) => match self.window_of(unit, man) {
                Some((_, window)) => window.offset(heading, mm.into()),
                None => aimed.offset(heading, i32::from(BASE) + i32::from(mm)),
            },
            _ => aimed.offset(heading, mm.into()),
        }
    }

    /// SKIR-SCT-1: the opening at which a man in a building is seen from where the shell came, and the building.
    fn window_of(&self, unit: UnitId, man: u8) -> Option<(PieceId, Point)> {
        let (piece, floor) = Lines::of(self).indoors(unit, man)?;
        let (at, from, charts) = (self.place(unit, man), self.fire.shell.from(), self.board.rules.get());
        let openings = self.board.terrain().openings(piece).iter();
        let shows = |opening: &&Opening| {
            let way = from - opening.at;
            opening.floor == floor
                && charts.passes_opening(opening.normal.dot(way), opening.normal.cross(way))
        };
        // Of those that show him the one nearest to him; whoever fires from inside sees him at none.
        let seen = openings.filter(shows).min_by_key(|opening| opening.at.square_to(at));
        Some((piece, seen.map_or(at, |opening| opening.at)))
    }

    /// SKIR-SCT-9: the building that the shell in the air is aimed at, and the point from which a miss strays.
    fn aimed_building_and_start(&self) -> Option<(PieceId, Point)> {
        match self.fire.shell.aim {
            Aim::Wall(piece, _) | Aim::Opening(piece, _) | Aim::Line(piece, ..) => {
                Some((piece, self.aimed_point()))
            }
            Aim::Man(unit, man) => self.window_of(unit, man),
            _ => None,
        }
    }
}

/// SKIR-R90: the ray from the centre leaves the footprint, goes on for so many mm, and each coordinate is rounded once.
pub(crate) fn beyond_edge(centre: Point, corners: &[Point], heading: Heading, mm: u16) -> Point {
    const MILLION: i128 = 1_000_000;
    let (sine, cosine) = (i128::from(heading.sine()), i128::from(heading.cosine()));
    let mut farthest = (0i128, 1i128);
    for (place, &from) in corners.iter().enumerate() {
        let to = corners[(place + 1) % corners.len()];
        let (ax, ay) = (i128::from(from.x - centre.x), i128::from(from.y - centre.y));
        let (sx, sy) = (i128::from(to.x - from.x), i128::from(to.y - from.y));
        // Centre + t * direction = from + u * side, with 0 <= u <= 1.
        let across = sine * sy - cosine * sx;
        let (mut t, mut u, mut by) = (ax * sy - ay * sx, ax * cosine - ay * sine, across);
        if by < 0 {
            (t, u, by) = (-t, -u, -by);
        }
        if by > 0 && t > 0 && (0..=by).contains(&u) && t * farthest.1 > farthest.0 * by {
            farthest = (t, by);
        }
    }
    // The way is direction * (t / by + mm / million): the direction is a million long.
    let (t, by) = farthest;
    let way = |part: i128| {
        let dividend = part * (t * MILLION + i128::from(mm) * by);
        round_half_away(dividend, by * MILLION)
    };
    Point::new(centre.x + way(sine), centre.y + way(cosine))
}

fn round_half_away(dividend: i128, divisor: i128) -> i32 {
    ((2 * dividend + dividend.signum() * divisor) / (2 * divisor)) as i32
}

/// SKIR-SCT-1: an HE shell that missed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stray;

impl Procedure<Skirmish> for Stray {
    type End = Fallen;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Fallen {
        let mm = game.scatter(ScatterKind::DirectHe, DISTANCE, dice);
        let line = game.line_of_fire();
        let arrow = game.arrow(line, dice);
        // SKIR-SCT-8: toward the target it flies over.
        let over = if game.house.eight_way { 0 } else { game.board.rules.limits.overflight };
        if line.off(arrow) <= over { Fallen::Over } else { Fallen::Off(mm, arrow.degrees()) }
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, end: Fallen, journal: &mut J) {
        let Fallen::Off(mm, degrees) = end else {
            journal.tell(|| told("SKIR-SCT-8", format!("The {} flies over", game.missile())));
            return game.flow.goto(Tests);
        };
        let at = game.astray(mm, Heading::new(degrees));
        // SKIR-SCT-9: never a direct hit on the target just missed.
        let missed = match game.fire.shell.aim {
            Aim::Model(unit) => Some((unit, 0)),
            Aim::Man(unit, man) => Some((unit, man)),
            _ => None,
        };
        game.lands(at, false, missed, journal);
    }
}

/// SKIR-SCT-3 to SKIR-SCT-5: a mortar grenade, or an indirect shell: it falls about its point, from above.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lob {
    pub(crate) kind: ScatterKind,
}

impl Procedure<Skirmish> for Lob {
    type End = Fallen;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Fallen {
        let mm = game.scatter(self.kind, LOBBED, dice);
        let arrow = game.arrow(game.line_of_fire(), dice);
        Fallen::Off(mm, if mm == 0 { 0 } else { arrow.degrees() })
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, end: Fallen, journal: &mut J) {
        let Fallen::Off(mm, degrees) = end else { return game.flow.goto(Tests) };
        let at = game.aimed_point().offset(Heading::new(degrees), mm.into());
        game.lands(at, true, None, journal);
    }
}

impl Skirmish {
    /// SKIR-SCT-9, SKIR-IND-5, SKIR-IND-6: a shell comes down at a point, in place of the step at work.
    fn lands<J: Journal>(
        &mut self,
        at: Point,
        from_above: bool,
        missed: Option<(UnitId, u8)>,
        journal: &mut J,
    ) {
        let scenario = self.board.scenario();
        if at.x < 0 || at.y < 0 || at.x > scenario.width || at.y > scenario.depth {
            journal.tell(|| told("SKIR-SCT-9", format!("The {} falls beyond the table", self.missile())));
            return self.flow.goto(Tests);
        }
        if self.is_molotov() {
            // SKIR-INC-2, SKIR-R133: what went astray has passed no opening.
            let (x, y) = kept(at);
            self.fire.shell.aim = Aim::Ground(x, y);
            return self.burn_at(at);
        }
        let lines = Lines::of(self);
        if let Some(piece) = lines.building_at(at) {
            if from_above {
                self.fire.burst.at = kept(at);
                return self.flow.goto(Inside::roof(piece));
            }
            // At the start point if that building was aimed at, otherwise where the line meets it.
            let aimed = self.aimed_building_and_start().filter(|(known, _)| *known == piece);
            let outside =
                aimed.map_or_else(|| lines.where_it_meets(piece, self.aimed_point(), at), |(_, start)| start);
            journal.tell(|| told("SKIR-SCT-9", format!("The {} bursts against a wall", self.missile())));
            return self.burst(outside, None, None);
        }
        let trench = lines.trench_at(at);
        let direct = self.under(at).filter(|struck| Some(*struck) != missed);
        if let Some((unit, man)) = direct {
            let name = self.name(unit);
            self.tell_about(unit, journal, || {
                told("SKIR-IND-5", format!("The {} falls right on {name}", self.missile()))
            });
            self.fire.burst.at = kept(at);
            return self.flow.goto(SkyStrike { unit, man });
        }
        let (x, y) = kept(at);
        journal.tell(|| told("SKIR-FRG-1", format!("The {} bursts at {x},{y}", self.missile())));
        if let (Some(piece), true) = (trench, self.fire.shell.he) {
            self.fire.burst.at = kept(at);
            return self.flow.goto(Inside::trench(piece));
        }
        self.burst(at, None, None);
    }

    /// SKIR-SCT-9: whose footprint or base holds a point; models first, then men in the order of their units.
    fn under(&self, at: Point) -> Option<(UnitId, u8)> {
        let on_table = || {
            self.board.everybody().filter(|unit| self.board.is_on_table(*unit) && !self.board.rides(*unit))
        };
        let model =
            on_table().find(|unit| self.board.is_model(*unit) && self.board.model_shape(*unit).holds(at));
        model.map(|unit| (unit, 0)).or_else(|| {
            let lines = Lines::of(self);
            on_table().filter(|unit| self.board.is_afoot(*unit)).find_map(|unit| {
                let mut men = self.board.living(unit);
                men.find(|(man, standing)| {
                    standing.at().is_within(at, BASE.into()) && lines.indoors(unit, *man).is_none()
                })
                .map(|(man, _)| (unit, man))
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::tabletop::Shape;

    /// SKIR-R90, SKIR-GEO-1: straight ahead half the length and the scatter; a slanting way is rounded once.
    #[test]
    fn a_stray_shell_starts_at_the_edge() {
        let centre = Point::new(1000, 1000);
        let tank = Shape::model(centre, Heading::new(0), 82, 42);
        let at = |degrees, mm| beyond_edge(centre, tank.corners(), Heading::new(degrees), mm);
        assert_eq!(at(0, 30), Point::new(1000, 1071));
        assert_eq!(at(90, 0), Point::new(1021, 1000));
        assert_eq!(at(180, 10), Point::new(1000, 949));
        // At 45 degrees the side is met after 21 * sqrt 2 mm: 21 and 21; 40 mm more are 28.28 each.
        assert_eq!(at(45, 40), Point::new(1049, 1049));
    }
}
