//! Flame-throwers and burning petrol on the table (chapter INC).

use kit::{
    Dice, Die, Journal, Objection, Purpose,
    flow::Procedure,
    objection::no_if,
    position::{UnitId, Units},
    tabletop::{Point, Shape},
};

use crate::{
    charts::Class,
    condition::is_spared,
    fire::{Aim, Burst, Lines, Shell, kept, men_of},
    game::Skirmish,
    harm::{BASE, Men, Tests},
    state::Store,
    tell::told,
    words::{Dead, Effect},
};

const BURN: Purpose = Purpose::new("flames", "SKIR-INC-1");

/// Flames on one unit after another; then the tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Flames {
    /// A flame-thrower's rectangle; else the circle of a Molotov bomb.
    pub(crate) thrower: bool,
}

/// What flames did to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Burnt {
    /// It is not touched.
    Nothing,
    /// Men: these are dead, and flames went out on others.
    Men(Men, bool),
    /// A vehicle, by the face of its die.
    Vehicle(u16),
}

impl Skirmish {
    /// SKIR-INC-1: the area that burns.
    fn flames(&self, thrower: bool) -> Shape {
        if !thrower {
            return Shape::disc(self.fire.burst.at(), u16::from(self.fire.burst.radius) * 10);
        }
        let from = self.fire.shell.from();
        let heading = from.bearing(self.aimed_point());
        let length = self.board.rules.flame_length as i32;
        // The rectangle begins at the base of its carrier.
        let middle = from.offset(heading, i32::from(BASE) + length / 2);
        Shape::model(middle, heading, length as u16, FLAME_WIDTH)
    }

    /// SKIR-INC-1, SKIR-INC-2: who of a unit is touched; through walls only by an opening that the line passes.
    fn touched(&self, unit: UnitId, area: &Shape, lines: &Lines<'_>) -> Men {
        if !self.board.is_on_table(unit) || self.board.rides(unit) {
            return 0;
        }
        if self.board.is_model(unit) {
            return Men::from(self.board.model_shape(unit).is_within(area, 0));
        }
        let aimed = match self.fire.shell.aim {
            Aim::Man(target, man) => lines.indoors(target, man),
            Aim::Opening(piece, _) => Some((piece, 0)),
            _ => None,
        };
        let hit = men_of(self.living_men(unit)).filter(|&man| {
            let inside = lines.indoors(unit, man);
            (inside.is_none() || inside == aimed)
                && self.fire.burst.spared != Some((unit, man))
                && self.shape(unit, man).is_within(area, 0)
        });
        hit.fold(0, |men, man| men | 1 << man)
    }

    /// SKIR-INC-6: judges a burst of a flame-thrower at a unit; gives it ready.
    pub(crate) fn check_flame<E: Objection>(
        &self,
        unit: UnitId,
        target: UnitId,
        lines: &Lines<'_>,
    ) -> Result<(Shell, u8), E> {
        let (board, name) = (&self.board, self.name(unit));
        let chart = board.chart(unit);
        let bearer = board.living(unit).map(|(man, _)| man).find(|&man| {
            chart.arms.get(usize::from(man)).is_some_and(|arm| arm.flame) && self.fire.spent >> man & 1 == 0
        });
        let Some(bearer) =
            bearer.filter(|_| board.is_afoot(unit) && board.unit(unit).store(Store::Flames) > 0)
        else {
            return kit::objection::no_since("SKIR-INC-6", name, || {
                format!("{name} has no flame-thrower ready")
            });
        };
        let from = self.place(unit, bearer);
        let hittable = lines.hittable(unit, target);
        let reach = board.rules.flame_length;
        let seen = |man: &u8| {
            lines.sees(unit, Some(bearer), target, *man)
                && self.shape(target, *man).is_within(&Shape::disc(from, BASE), reach)
        };
        let man = men_of(hittable).filter(seen).min_by_key(|&man| self.place(target, man).square_to(from));
        no_if(man.is_none(), "SKIR-INC-6", self.name(target), || {
            format!("a flame-thrower reaches {reach} mm, at a unit in sight")
        })?;
        let man = man.unwrap_or(0);
        let aim = if board.is_model(target) { Aim::Model(target) } else { Aim::Man(target, man) };
        let shell = Shell {
            firer: Some(unit),
            side: board.side(unit),
            weapon: 0,
            cs: chart.cs,
            cr: 0,
            he: true,
            device: None,
            inside: false,
            from: kept(from),
            height: lines.elevation(unit, Some(bearer)) as i16,
            aim,
        };
        Ok((shell, bearer))
    }

    /// A flame-thrower fires a burst, in a step that is called.
    pub(crate) fn flame<J: Journal>(&mut self, unit: UnitId, target: UnitId, journal: &mut J) {
        let lines = Lines::known_to(self, unit);
        let ready = self.check_flame::<kit::Silent>(unit, target, &lines);
        drop(lines);
        let Ok((shell, bearer)) = ready else { return };
        self.fire.shell = shell;
        self.fire.spent |= 1 << bearer;
        self.board.unit_mut(unit).devices[Store::Flames as usize] -= 1;
        self.mark_fired(unit, journal);
        self.tell_of_fire(unit, target, journal, "SKIR-INC-6", "fires a flame-thrower");
        // SKIR-INC-1: everybody in the rectangle, friends too; it begins before the man who carries it.
        let left = self.board.everybody().collect::<Units>();
        self.fire.burst = Burst { spared: Some((unit, bearer)), left, ..Burst::NONE };
        self.flow.call(Flames { thrower: true });
    }
}

/// SKIR-INC-1: note to the charts, in mm.
const FLAME_WIDTH: u16 = 30;

impl Procedure<Skirmish> for Flames {
    type End = Burnt;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Burnt {
        let Some(unit) = game.fire.burst.left.first() else { return Burnt::Nothing };
        let (lines, charts) = (Lines::of(game), game.board.rules.get());
        let touched = game.touched(unit, &game.flames(self.thrower), &lines);
        if touched == 0 {
            return Burnt::Nothing;
        }
        let chart = game.board.chart(unit);
        if game.board.is_model(unit) && chart.is_vehicle() {
            return Burnt::Vehicle(dice.roll(Die::D10, BURN));
        }
        // SKIR-INC-7: crews of guns burn as soldiers, every man of them.
        let from = self.from(game);
        let gun = game.board.is_model(unit);
        let men = if gun { ((1u32 << game.board.unit(unit).alive) - 1) as Men } else { touched };
        let (mut dead, mut singed) = (0, false);
        for man in men_of(men) {
            let face = dice.roll(Die::D10, BURN);
            let effect = charts.tables.flames.look_up(face.into(), charts.columns.burnt_soldier);
            let shelter =
                if gun { lines.shelter_of_model(unit, from) } else { lines.shelter_of_man(unit, man, from) };
            if effect.dead == Dead::All && !is_spared(shelter, effect.spares) {
                dead |= 1 << man;
            }
            singed |= effect.cant_fire;
        }
        Burnt::Men(dead, singed)
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, end: Burnt, journal: &mut J) {
        let Some(unit) = game.fire.burst.left.first() else { return game.flow.goto(Tests) };
        game.fire.burst.left.remove(unit);
        let name = game.name(unit);
        match end {
            Burnt::Nothing => {}
            Burnt::Vehicle(face) => {
                let charts = game.board.rules.get();
                let Class::Vehicle(size) = game.board.chart(unit).class else { return };
                let effect = *charts.tables.flames.look_up(face.into(), charts.sizes[size].flame);
                game.tell_about(unit, journal, || told("SKIR-INC-1", format!("flames reach {name}")));
                game.suffer(unit, &effect, false, journal);
            }
            Burnt::Men(dead, singed) => {
                game.tell_about(unit, journal, || told("SKIR-INC-1", format!("flames reach {name}")));
                if singed {
                    game.owe_cant_fire(unit);
                }
                if game.board.is_afoot(unit) {
                    game.lose_men(unit, dead, false, journal);
                } else if dead != 0 {
                    let effect = Effect { dead: Dead::Some(dead.count_ones() as u8), ..Effect::NOTHING };
                    game.suffer(unit, &effect, false, journal);
                }
            }
        }
    }
}

impl Flames {
    fn from(self, game: &Skirmish) -> Point {
        if self.thrower { game.fire.shell.from() } else { game.fire.burst.at() }
    }
}
