//! Fragments on everybody in the radius, friend and foe (chapter FRG).

use kit::{
    Dice, Journal,
    flow::Procedure,
    position::{UnitId, Units},
    tabletop::{Point, Shape},
};

use super::{Burst, Lines, WallSplinters, kept, weapons::men_of};
use crate::{
    attack::{Attack, Choice, Shot, Strike},
    board::PieceId,
    charts::EffectId,
    game::Skirmish,
    geometry::{Aspect, Face},
    harm::Men,
    tell::told,
    words::Shelter,
};

impl Skirmish {
    /// The shell in the air bursts at a point: its fragments come next, in place of the step at work.
    pub(crate) fn burst(&mut self, at: Point, inside: Option<(PieceId, u8)>, spared: Option<(UnitId, u8)>) {
        let (radius, calibre) = self.blast();
        let burst = Burst {
            at: kept(at),
            inside,
            radius,
            calibre,
            cs: self.fire.shell.cs,
            spared,
            left: Units::NONE,
            struck: None,
            walls_from: 0,
        };
        self.set_off(burst);
    }

    /// SKIR-FRG-1: whoever is within the radius is asked, unit after unit, in place of the step at work.
    pub(crate) fn set_off(&mut self, mut burst: Burst) {
        let reach = u32::from(burst.radius) * 10;
        let at = Shape::point(burst.at());
        if self.house.fragments_no_cs {
            burst.cs = 0;
        }
        let near = |unit: &UnitId| {
            self.board.is_on_table(*unit)
                && !self.board.rides(*unit)
                && self.board.bodies(*unit).iter().any(|shape| shape.is_within(&at, reach))
        };
        burst.left =
            if burst.radius == 0 { Units::NONE } else { self.board.everybody().filter(near).collect() };
        self.fire.burst = burst;
        self.flow.goto(Splinters);
    }

    /// SKIR-FRG-1: the men of a team whom the burst attacks.
    pub(crate) fn men_in_burst(&self, unit: UnitId, lines: &Lines<'_>) -> Men {
        let burst = &self.fire.burst;
        let (at, reach) = (Shape::point(burst.at()), u32::from(burst.radius) * 10);
        let attacked = |man: &u8| {
            burst.spared != Some((unit, *man))
                && self.shape(unit, *man).is_within(&at, reach)
                && lines.burst_reaches(burst.at(), burst.inside, unit, *man)
                && !self.is_caught_in_trench(unit, *man, lines)
        };
        men_of(self.living_men(unit)).filter(attacked).fold(0, |men, man| men | 1 << man)
    }

    /// SKIR-IND-6: whoever is in the trench in which it burst has been dealt with.
    fn is_caught_in_trench(&self, unit: UnitId, man: u8, lines: &Lines<'_>) -> bool {
        let struck = self.fire.burst.struck;
        struck.is_some() && lines.trench_at(self.place(unit, man)) == struck
    }

    /// SKIR-FRG-2, SKIR-FRG-4: the fragments as a shot at a model, which shows a face to the burst.
    fn fragments_at(&self, aspects: [Aspect; 2]) -> Shot {
        let Burst { cs, calibre, .. } = self.fire.burst;
        // SKIR-FRG-9, SKIR-R124: the firer's best part, never the top.
        Shot::fragments(cs, calibre, aspects, Choice::Best, self.board.rules.get())
    }
}

/// Fragments on one unit after another (SKIR-FRG-2, SKIR-FRG-3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Splinters;

/// What fragments did to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Splintered {
    /// Nobody is left to ask, or it was not hit.
    Nothing,
    /// A model was hit; its armor may have held.
    Model(Option<EffectId>),
    /// Men were hit; these are dead.
    Men(Men),
}

impl Procedure<Skirmish> for Splinters {
    type End = Splintered;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Splintered {
        let Some(unit) = game.fire.burst.left.first() else { return Splintered::Nothing };
        let (charts, lines, at) = (game.board.rules.get(), Lines::of(game), game.fire.burst.at());
        if game.board.is_model(unit) {
            // SKIR-EFF-3: a full shot includes its fragments.
            let spared = game.fire.burst.spared.is_some_and(|(spared, _)| spared == unit);
            if spared || !lines.burst_reaches(at, game.fire.burst.inside, unit, 0) {
                return Splintered::Nothing;
            }
            let shot = game.fragments_at(game.aspects(unit, at));
            let attack = Attack::on(game.board.chart(unit), Shelter::None, &shot, charts);
            return match attack.hit(dice) {
                Strike::Part(place) if attack.pierces(place, dice) => {
                    Splintered::Model(Some(attack.effect(place, charts, dice)))
                }
                Strike::Part(_) => Splintered::Model(None),
                _ => Splintered::Nothing,
            };
        }
        let shot = game.fragments_at([Aspect { face: Face::Front, square: false }; 2]);
        let (mut dead, mut hit) = (0, false);
        for man in men_of(game.men_in_burst(unit, &lines)) {
            let shelter = lines.shelter_of_man(unit, man, at);
            match Attack::on_man(shelter, &shot, charts).hit(dice) {
                Strike::Dead => (dead, hit) = (dead | 1 << man, true),
                Strike::Saved => hit = true,
                _ => {}
            }
        }
        if hit { Splintered::Men(dead) } else { Splintered::Nothing }
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, end: Splintered, journal: &mut J) {
        let Some(unit) = game.fire.burst.left.first() else { return game.flow.goto(WallSplinters) };
        game.fire.burst.left.remove(unit);
        let name = game.name(unit);
        if end == Splintered::Nothing {
            return;
        }
        // SKIR-FRG-7: to be hit is enough.
        game.owe_cant_fire(unit);
        match end {
            Splintered::Nothing => {}
            Splintered::Model(None) => {
                game.tell_about(unit, journal, || {
                    told("SKIR-FRG-4", format!("fragments do not get into {name}"))
                });
            }
            Splintered::Model(Some(effect)) => {
                game.tell_about(unit, journal, || told("SKIR-FRG-5", format!("fragments hit {name}")));
                let charts = game.board.rules.get();
                game.suffer(unit, charts.effects.by_id(effect), true, journal);
            }
            Splintered::Men(dead) => {
                let men = dead.count_ones();
                game.tell_about(unit, journal, || {
                    let words = match men {
                        0 => "shelter saves everybody".to_owned(),
                        1 => "a man falls".to_owned(),
                        men => format!("{men} men fall"),
                    };
                    told("SKIR-FRG-3", format!("fragments reach {name}: {words}"))
                });
                game.lose_men(unit, dead, false, journal);
            }
        }
    }
}
