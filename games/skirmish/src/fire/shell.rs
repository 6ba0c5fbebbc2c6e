//! One shell at a model or a man: the roll to hit, the part, the armor, the effect (chapters HWF, PEN, EFF).

use kit::{
    Dice, Journal, Objection, Prompt, Seat,
    flow::{Decision, Procedure},
    objection::{no_if, not_now},
    position::UnitId,
};

use super::{Aim, Lines, Stray, lines::distance};
use crate::{
    action::Action,
    attack::{Attack, Choice, Shot, Strike},
    charts::{Band, EffectId},
    game::Skirmish,
    geometry::{Aspect, Face},
    harm::Tests,
    words::Shelter,
};

/// The place of `choice` among the parts of an attack.
const CHOICE: u8 = 3;

impl Skirmish {
    /// SKIR-HWF-2: the band of the shell in the air.
    pub(crate) fn shell_band(&self) -> Band {
        if self.fire.shell.device.is_some() {
            return Band::Device;
        }
        let to = match self.fire.shell.aim {
            Aim::Model(unit) => self.board.model_at(unit),
            Aim::Man(unit, man) => self.place(unit, man),
            _ => self.aimed_point(),
        };
        self.gun().ranges.band(distance(self.fire.shell.from(), to)).unwrap_or(Band::Long)
    }

    /// The shot of the shell in the air at the target it is aimed at.
    pub(crate) fn shot_at(&self, target: UnitId, choice: Choice, lines: &Lines<'_>) -> Shot {
        let (shell, weapon) = (&self.fire.shell, self.gun());
        let [hull, turret] = if self.board.is_model(target) {
            self.aspects(target, shell.from())
        } else {
            [Aspect { face: Face::Front, square: true }; 2]
        };
        let above = match shell.firer {
            Some(_) => i32::from(shell.height) - lines.elevation(target, None),
            None => 0,
        };
        let device = self.device();
        let row = match device {
            Some(device) => device.row,
            None if shell.he => weapon.he_row,
            None => weapon.ap_row,
        };
        // SKIR-PEN-4: placed by hand it is always square on.
        let placed = |aspect: Aspect| Aspect { square: aspect.square || device.is_some(), ..aspect };
        Shot {
            band: self.shell_band(),
            cs: shell.cs,
            // SKIR-ASL-7: devices read the stationary index.
            moving: self.has_moved(target) && device.is_none(),
            row,
            calibre: self.blast().1,
            hull: placed(hull),
            turret: placed(turret),
            choice,
            from_above: above >= self.board.rules.limits.above.into(),
        }
    }

    /// The attack of the shell in the air on its target.
    pub(crate) fn attack(&self, choice: Choice) -> Option<Attack> {
        let lines = Lines::of(self);
        let charts = self.board.rules.get();
        match self.fire.shell.aim {
            Aim::Model(unit) => {
                let chart = self.board.chart(unit);
                if self.fire.shell.inside {
                    // SKIR-ASL-6: in the open top there is no armor.
                    let shot = self.shot_at(unit, Choice::OpenTop, &lines);
                    return Some(Attack::from_the_sky(chart, Shelter::None, &shot, charts));
                }
                let shot = self.shot_at(unit, choice, &lines);
                let attack = Attack::on(chart, Shelter::None, &shot, charts);
                let sure = self.fire.shell.device.is_some()
                    && chart.is_vehicle()
                    && !self.house.devices_use_table_only;
                Some(if sure { crate::device::strikes_for_sure(attack) } else { attack })
            }
            Aim::Man(unit, man) => {
                let shot = self.shot_at(unit, choice, &lines);
                let shelter = lines.shelter_of_man(unit, man, self.fire.shell.from());
                Some(Attack::on_man(shelter, &shot, charts))
            }
            _ => None,
        }
    }

    /// Whether the shell in the air bursts where it hits (SKIR-HWF-18).
    pub(crate) fn bursts(&self) -> bool {
        self.fire.shell.he || self.gun().is_launcher()
    }
}

/// SKIR-HWF-1: the roll to hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hit;

impl Procedure<Skirmish> for Hit {
    type End = Strike;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Strike {
        game.attack(Choice::Best).map_or(Strike::Miss, |attack| attack.hit(dice))
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, strike: Strike, journal: &mut J) {
        let (target, man) = match game.fire.shell.aim {
            Aim::Model(unit) => (unit, 0),
            Aim::Man(unit, man) => (unit, man),
            _ => return game.flow.done(),
        };
        match strike {
            // SKIR-ASL-8: the device is there; whoever it was meant for is unharmed.
            Strike::Miss if game.fire.shell.device.is_some() => {
                let at = game.place(target, man);
                game.burst(at, Lines::of(game).indoors(target, man), Some((target, man)));
            }
            Strike::Miss => {
                game.tell_shell(target, journal, "SKIR-HWF-2", "misses");
                if game.fire.shell.he { game.flow.goto(Stray) } else { game.flow.goto(Tests) }
            }
            Strike::Part(CHOICE) if game.fire.shell.inside => {
                game.flow.goto(Pierce { place: CHOICE, choice: Choice::OpenTop });
            }
            Strike::Part(CHOICE) => game.flow.goto(PickPart),
            Strike::Part(place) => game.flow.goto(Pierce { place, choice: Choice::Best }),
            Strike::Dead | Strike::Saved => {
                let dead = strike == Strike::Dead;
                let words = if dead { "kills a man" } else { "hits a man whom his shelter saves" };
                game.tell_shell(target, journal, "SKIR-HWF-7", words);
                let at = game.place(target, man);
                game.owe_cant_fire(target);
                // SKIR-ASL-8: a device attacks everybody in its radius but through walls.
                let lines = Lines::of(game);
                let by_hand = game.fire.shell.device.is_some();
                let inside = if by_hand { lines.indoors(target, man) } else { lines.kept_in(target, man) };
                drop(lines);
                if game.bursts() {
                    game.burst(at, inside, Some((target, man)));
                } else {
                    game.flow.goto(Tests);
                }
                if dead {
                    game.lose_men(target, 1 << man, false, journal);
                }
            }
        }
    }
}

/// SKIR-HWF-6, SKIR-HWF-9: the firer picks the part that is struck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PickPart;

impl PickPart {
    /// The parts that there are.
    fn parts(game: &Skirmish) -> impl Iterator<Item = Choice> {
        let target = match game.fire.shell.aim {
            Aim::Model(unit) => Some(unit),
            _ => None,
        };
        let chart = target.map(|unit| game.board.chart(unit));
        let above = target.is_some_and(|unit| game.shot_at(unit, Choice::Best, &Lines::of(game)).from_above);
        Choice::ALL.into_iter().filter(move |choice| {
            chart.is_some_and(|chart| match choice {
                Choice::Best => false,
                Choice::Body | Choice::RunningGear => true,
                Choice::Upper => chart.upper.is_some(),
                Choice::TopOfBody => above && !chart.open_top,
                Choice::TopOfUpper => above && !chart.open_top && chart.upper.is_some(),
                Choice::OpenTop => above && chart.open_top,
            })
        })
    }
}

impl Decision<Skirmish> for PickPart {
    fn decider(self, game: &Skirmish) -> Option<Seat> {
        Some(game.fire.shell.side.seat())
    }

    fn prompt(self, game: &Skirmish) -> Prompt {
        let name = match game.fire.shell.aim {
            Aim::Model(unit) => game.name(unit),
            _ => "",
        };
        Prompt::new(format!("which part of {name} is struck?"), &["SKIR-HWF-6", "SKIR-HWF-9"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        out.extend(Self::parts(game).map(Action::Part));
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        let Action::Part(choice) = action else { return not_now() };
        no_if(!Self::parts(game).any(|part| part == choice), "SKIR-HWF-9", "", || {
            "there is no such part to choose".to_owned()
        })
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        if let Action::Part(choice) = action {
            game.flow.goto(Pierce { place: CHOICE, choice });
        }
    }
}

/// SKIR-PEN-2, SKIR-EFF-1: through the armor, and what that does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pierce {
    pub(crate) place: u8,
    pub(crate) choice: Choice,
}

impl Procedure<Skirmish> for Pierce {
    /// The effect, or none if the armor held.
    type End = Option<EffectId>;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Option<EffectId> {
        let attack = game.attack(self.choice)?;
        let through = attack.pierces(self.place, dice);
        through.then(|| attack.effect(self.place, game.board.rules.get(), dice))
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, effect: Option<EffectId>, journal: &mut J) {
        let Aim::Model(target) = game.fire.shell.aim else { return game.flow.done() };
        let part = game.attack(self.choice).map_or("", |attack| attack.part(self.place).name);
        let words = match effect {
            None => format!("hits the {part}, which holds"),
            Some(_) => format!("strikes the {part}"),
        };
        game.tell_shell(target, journal, "SKIR-PEN-2", &words);
        game.owe_cant_fire(target);
        // SKIR-PEN-9, SKIR-R122: it bursts there, whether it got through or not.
        if game.bursts() {
            game.burst(game.board.model_at(target), None, Some((target, 0)));
        } else {
            game.flow.goto(Tests);
        }
        if let Some(effect) = effect {
            let charts = game.board.rules.get();
            game.suffer(target, charts.effects.by_id(effect), true, journal);
        }
    }
}

/// SKIR-IND-5: a shell has fallen right on a model or a man: no roll to hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SkyStrike {
    pub(crate) unit: UnitId,
    pub(crate) man: u8,
}

/// What a shell did to whom it fell on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Struck {
    /// The armor held.
    Held,
    /// A model, by the effects chart.
    Model(EffectId),
    /// The man is dead.
    Dead,
    /// Hard shelter saved him.
    Saved,
}

impl SkyStrike {
    fn attack(self, game: &Skirmish) -> Attack {
        let (chart, charts, lines) = (game.board.chart(self.unit), game.board.rules.get(), Lines::of(game));
        let at = game.fire.burst.at();
        // SKIR-IND-5: turret or casemate within one third of the width from the centre, else the body.
        let upper = 9 * game.place(self.unit, self.man).square_to(at) <= i64::from(chart.size.width).pow(2);
        let choice = match (chart.open_top, upper) {
            (true, _) => Choice::OpenTop,
            (false, true) => Choice::TopOfUpper,
            (false, false) => Choice::TopOfBody,
        };
        let shot = Shot { band: Band::Indirect, ..game.shot_at(self.unit, choice, &lines) };
        Attack::from_the_sky(chart, Shelter::None, &shot, charts)
    }
}

impl Procedure<Skirmish> for SkyStrike {
    type End = Struck;

    fn throw<D: Dice>(self, game: &Skirmish, dice: &mut D) -> Struck {
        if game.board.is_afoot(self.unit) {
            let shelter = Lines::of(game).shelter_of_man(self.unit, self.man, game.fire.burst.at());
            return if shelter == Shelter::Hard { Struck::Saved } else { Struck::Dead };
        }
        let attack = self.attack(game);
        let Strike::Part(place) = attack.hit(dice) else { return Struck::Held };
        if attack.pierces(place, dice) {
            Struck::Model(attack.effect(place, game.board.rules.get(), dice))
        } else {
            Struck::Held
        }
    }

    fn apply<J: Journal>(self, game: &mut Skirmish, end: Struck, journal: &mut J) {
        let Self { unit, man } = self;
        game.owe_cant_fire(unit);
        game.burst(game.fire.burst.at(), None, Some((unit, man)));
        match end {
            Struck::Held => game.tell_shell(unit, journal, "SKIR-IND-5", "does not get through the top"),
            Struck::Model(effect) => {
                let charts = game.board.rules.get();
                game.suffer(unit, charts.effects.by_id(effect), true, journal);
            }
            Struck::Dead => {
                game.lose_men(unit, 1 << man, false, journal);
            }
            Struck::Saved => game.tell_shell(unit, journal, "SKIR-IND-5", "does no harm in hard shelter"),
        }
    }
}
