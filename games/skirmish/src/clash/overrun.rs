//! An armored vehicle drives over men, guns and unarmored vehicles (SKIR-ASL-9 to SKIR-ASL-11).

use kit::{
    Dice, Die, Journal, Purpose,
    flow::Procedure,
    position::{UnitId, Units},
    tabletop::{Bounds, Point, Shape, Vector},
};

use crate::{
    charts::{Class, EffectId, Test},
    fire::men_of,
    game::Skirmish,
    harm::{BASE, Men, Tests},
    nerve::Nerve,
    placing::Crowd,
    tell::told,
};

/// A leg of the way of a vehicle that assaults: it stands at the end of the leg.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Overrun {
    /// Who drives.
    pub vehicle: UnitId,
    /// Where the leg began, in mm.
    pub from: (i16, i16),
    /// Who has been asked: units up to this number.
    pub(crate) next: u8,
}

/// What happened to a unit in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swept {
    /// Nobody is left to ask.
    Nobody,
    /// These men did not get away; the others do if they have room.
    Men(Men),
    /// A model got out of the way, or was rammed.
    Model(Option<EffectId>),
}

/// Farther than any model has to go to be clear of another, in mm.
const ASIDE: i64 = 300;

const RAM: Purpose = Purpose::new("ramming", "SKIR-ASL-10");

impl Overrun {
    /// A leg of this vehicle.
    pub const fn new(vehicle: UnitId, from: (i16, i16)) -> Self {
        Self { vehicle, from, next: 0 }
    }

    fn from(self) -> Point {
        Point::new(self.from.0.into(), self.from.1.into())
    }

    /// SKIR-MOV-11: the ground swept on the leg.
    fn swept(self, game: &Skirmish) -> Shape {
        let at = game.board.model_at(self.vehicle);
        let start = game.board.shape_at(self.vehicle, self.from(), game.hull_heading(self.vehicle));
        start.swept(at - self.from())
    }

    /// SKIR-ASL-11: enemies in the way who can be driven over.
    fn victims(self, game: &Skirmish) -> Units {
        let board = &game.board;
        let swept = self.swept(game);
        let enemies = board.army(board.side(self.vehicle).other());
        let in_the_way = |unit: &UnitId| {
            board.is_on_table(*unit)
                && !board.rides(*unit)
                && !(board.is_model(*unit) && board.chart(*unit).is_armored())
                && if board.is_afoot(*unit) {
                    Self::men(game, *unit, &swept) != 0
                } else {
                    board.model_shape(*unit).is_within(&swept, 0)
                }
        };
        enemies.iter().filter(in_the_way).collect()
    }

    /// SKIR-ASL-11: the men of a team in the way; those in houses, bunkers and trenches are not.
    fn men(game: &Skirmish, unit: UnitId, swept: &Shape) -> Men {
        let hit = men_of(game.living_men(unit)).filter(|&man| {
            game.shape(unit, man).is_within(swept, 0)
                && game.board.indoors(unit, man).is_none()
                && game.board.trench_at(game.place(unit, man)).is_none()
        });
        hit.fold(0, |men, man| men | 1 << man)
    }

    fn current(self, game: &Skirmish) -> Option<UnitId> {
        self.victims(game).iter().find(|unit| unit.0 >= self.next)
    }

    /// SKIR-ASL-9: where a man steps aside to, perpendicular to the way, to the nearer side; none if both are blocked.
    fn aside(self, game: &Skirmish, unit: UnitId, man: u8) -> Option<Point> {
        let at = game.place(unit, man);
        let way = game.board.model_at(self.vehicle) - self.from();
        let length = i64::from(way.millimetres().max(1));
        let half = i64::from(game.board.chart(self.vehicle).size.width) / 2 + i64::from(BASE) + 1;
        let off = way.cross(at - self.from());
        // To the left of the way the cross product is positive.
        let near = if off >= 0 { 1 } else { -1 };
        let step = |side: i64| {
            let now = off / length;
            let by = side * half - now;
            let part = |whole: i64| kit::tabletop::rounded(whole * by, length) as i32;
            at + Vector::new(part(-i64::from(way.y)), part(way.x.into()))
        };
        [near, -near].into_iter().map(step).find(|to| game.has_room(unit, man, *to))
    }

    /// SKIR-ASL-9: where a gun or vehicle that dodged stands: perpendicular to the way, to the nearer side just clear of it,
    /// or to the other; none if both are blocked.
    fn clear_of(self, game: &Skirmish, unit: UnitId) -> Option<Point> {
        let board = &game.board;
        let (way, swept) = (board.model_at(self.vehicle) - self.from(), self.swept(game));
        let (at, heading) = (board.model_at(unit), game.hull_heading(unit));
        let length = i64::from(way.millimetres().max(1));
        let near = if way.cross(at - self.from()) >= 0 { 1 } else { -1 };
        let shifted = |side: i64, mm: i64| {
            let part = |whole: i64| kit::tabletop::rounded(whole * side * mm, length) as i32;
            at + Vector::new(part(-i64::from(way.y)), part(way.x.into()))
        };
        let clear = |side: i64| {
            let mut ways = (0..ASIDE).map(|mm| shifted(side, mm));
            ways.find(|to| !board.shape_at(unit, *to, heading).is_within(&swept, 0))
        };
        let scene = board.scene(None);
        let has_room = |to: &Point| {
            let shape = board.shape_at(unit, *to, heading);
            Crowd::near(board, &scene, unit, None, shape.bounds()).has_room_for_model(*to, &shape)
        };
        [near, -near].into_iter().filter_map(clear).find(has_room)
    }
}

impl Procedure<Skirmish> for Overrun {
    type End = Swept;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Swept {
        let Some(unit) = self.current(game) else { return Swept::Nobody };
        let charts = game.board.rules.get();
        let nerve = Nerve { cs: game.board.chart(unit).cs, cr: 0 };
        if game.board.is_afoot(unit) {
            let swept = self.swept(game);
            let caught = men_of(Self::men(game, unit, &swept))
                .filter(|_| !charts.passes(Test::Dodge, nerve, dice))
                .fold(0, |men: Men, man| men | 1 << man);
            return Swept::Men(caught);
        }
        // SKIR-ASL-9: blocked on both sides it is rammed although it dodged.
        if charts.passes(Test::Dodge, nerve, dice) && self.clear_of(game, unit).is_some() {
            return Swept::Model(None);
        }
        // SKIR-ASL-10: a full shot in the column of jeeps, or of guns.
        let gun = game.board.chart(unit).class == Class::Gun;
        let column = if gun { charts.columns.gun } else { charts.columns.ramming };
        Swept::Model(Some(dice.read(Die::D10, charts.effects.row(column, false), RAM)))
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, end: Swept, journal: &mut J) {
        let Some(unit) = self.current(game) else {
            game.harm.passed = true;
            return game.flow.goto(Tests);
        };
        game.flow.goto(Self { next: unit.0 + 1, ..self });
        let (name, driver) = (game.name(unit), game.name(self.vehicle));
        match end {
            Swept::Nobody => {}
            Swept::Men(caught) => {
                let swept = self.swept(game);
                let all = Self::men(game, unit, &swept);
                let mut fallen = caught;
                for man in men_of(all & !caught) {
                    match self.aside(game, unit, man) {
                        Some(to) => game.put_man(unit, man, to),
                        // SKIR-ASL-9: blocked on both sides he is rammed.
                        None => fallen |= 1 << man,
                    }
                }
                journal.tell(|| {
                    told("SKIR-ASL-9", format!("{driver} drives over {name}")).to(self.vehicle).to(unit)
                });
                game.lose_men(unit, fallen, false, journal);
            }
            Swept::Model(None) => {
                journal
                    .tell(|| told("SKIR-ASL-9", format!("{name} gets out of the way of {driver}")).to(unit));
                if let Some(to) = self.clear_of(game, unit) {
                    let state = game.board.unit_mut(unit);
                    (state.x, state.y) = (to.x as i16, to.y as i16);
                }
            }
            Swept::Model(Some(effect)) => {
                journal
                    .tell(|| told("SKIR-ASL-10", format!("{driver} rams {name}")).to(self.vehicle).to(unit));
                game.stop_in_contact(self.vehicle, self.from(), unit);
                game.harm.passed = false;
                game.flow.goto(Tests);
                let charts = game.board.rules.get();
                game.suffer(unit, charts.effects.by_id(effect), false, journal);
            }
        }
    }
}

impl Skirmish {
    fn put_man(&mut self, unit: UnitId, man: u8, to: Point) {
        let man = &mut self.board.men_mut(unit)[usize::from(man)];
        (man.x, man.y) = (to.x as i16, to.y as i16);
    }

    /// Whether a man could stand at a point (SKIR-MOV-12).
    fn has_room(&self, unit: UnitId, man: u8, to: Point) -> bool {
        let scene = self.board.scene(None);
        let crowd = Crowd::near(&self.board, &scene, unit, None, &Bounds::of(to, to));
        let others = self.board.living(unit).filter(|(other, _)| *other != man);
        let others: smallvec::SmallVec<[(Point, u8); 12]> =
            others.map(|(_, other)| (other.at(), other.floor)).collect();
        crowd.has_room_for_man(to, 0, &others)
    }

    /// SKIR-ASL-9: the vehicle stops where it first touches what it rams.
    fn stop_in_contact(&mut self, vehicle: UnitId, from: Point, unit: UnitId) {
        let way = self.board.model_at(vehicle) - from;
        let length = i64::from(way.millimetres().max(1));
        let heading = self.hull_heading(vehicle);
        let target = self.board.model_shape(unit);
        let at = |mm: i64| {
            let part = |whole: i32| kit::tabletop::rounded(i64::from(whole) * mm, length) as i32;
            from + Vector::new(part(way.x), part(way.y))
        };
        let touch =
            (0..=length).find(|mm| self.board.shape_at(vehicle, at(*mm), heading).is_within(&target, 0));
        let to = at(touch.unwrap_or(length).saturating_sub(1).max(0));
        let state = self.board.unit_mut(vehicle);
        (state.x, state.y) = (to.x as i16, to.y as i16);
    }
}
