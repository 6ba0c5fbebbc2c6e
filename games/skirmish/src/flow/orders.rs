//! A unit's maneuver is chosen when its place in the order has come (SKIR-PHA-9, table 5.4).

use kit::{
    Journal, Objection, Prompt, Silent,
    flow::Decision,
    objection::{no, no_if, not_now},
    position::UnitId,
};

use super::{Performing, routing::Searched};
use crate::{
    action::{Action, Order},
    board::Pieces,
    charts::{Class, CrewEffect},
    crew::can_push,
    fire,
    game::Skirmish,
    harm::Men,
    state::Flags,
    words::Speed,
};

/// The owner picks exactly one maneuver (SKIR-PHA-9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orders {
    pub(super) unit: UnitId,
}

impl Decision<Skirmish> for Orders {
    fn prompt(self, game: &Skirmish) -> Prompt {
        let name = game.name(self.unit);
        let state = game.board.unit(self.unit);
        if !state.engaged.is_empty() {
            return Prompt::new(format!("{name} is engaged: fight on or break off?"), &["SKIR-ASL-4"]);
        }
        if game.board.rides(self.unit) {
            return Prompt::new(format!("{name} rides: get down or stay?"), &["SKIR-MAN-24"]);
        }
        if state.is(Flags::TO_COME) {
            return Prompt::new(format!("{name} may come on, or stay away"), &["SKIR-PHA-9", "SKIR-R57"]);
        }
        Prompt::new(format!("what does {name} do?"), &["SKIR-PHA-9"])
    }

    fn choices(self, game: &Skirmish, out: &mut Vec<Action>) {
        let fit = game.fitness(self.unit);
        for order in Order::ALL {
            // 5.6: a sample; a gun that sees nobody may still be told to shell a house or the ground.
            let is_idle = order == Order::Fire && !fire::can_fire(game, self.unit, false);
            if is_idle || game.may_choose::<Silent>(self.unit, order, &fit).is_err() {
                continue;
            }
            if !order.names_somebody() {
                out.push(Action::Do(order, None));
                continue;
            }
            // 5.6: a sample; a vehicle that would have to drive around something to run somebody over may still be told to.
            let drives = game.board.is_model(self.unit);
            let searched = if drives { Searched::Nearby } else { Searched::Everywhere };
            for other in game.board.everybody() {
                if game.may_name::<Silent>(self.unit, order, other, searched).is_ok() {
                    out.push(Action::Do(order, Some(other)));
                }
            }
            if order == Order::Assault {
                let houses = game.manned_houses(self.unit);
                let stormed =
                    houses.iter().filter(|house| game.may_storm::<Silent>(self.unit, *house).is_ok());
                out.extend(stormed.map(Action::Storm));
            }
        }
    }

    fn check<E: Objection>(self, game: &Skirmish, action: Action) -> Result<(), E> {
        if let Action::Storm(piece) = action {
            game.may_choose::<E>(self.unit, Order::Assault, &game.fitness(self.unit))?;
            return game.may_storm(self.unit, piece);
        }
        let Action::Do(order, about) = action else { return not_now() };
        game.may_choose(self.unit, order, &game.fitness(self.unit))?;
        match about {
            Some(other) if order.names_somebody() => {
                if other.index() >= game.board.scenario().muster.len() {
                    return no("SKIR-MAN-25", "", "there is no such unit");
                }
                game.may_name(self.unit, order, other, Searched::Everywhere)
            }
            None if !order.names_somebody() => Ok(()),
            Some(_) => no("SKIR-MAN-25", game.name(self.unit), "this maneuver names nobody"),
            None => no("SKIR-MAN-25", game.name(self.unit), "this maneuver names whom it is about"),
        }
    }

    fn effect<J: Journal>(self, game: &mut Skirmish, action: Action, _: &mut J) {
        match action {
            Action::Do(order, about) => (game.act.order, game.act.about) = (order, about),
            Action::Storm(piece) => (game.act.order, game.act.storms) = (Order::Assault, Some(piece)),
            _ => return,
        }
        game.flow.goto(Performing);
    }
}

impl Order {
    /// SKIR-MAN-12 to SKIR-MAN-18.
    pub(crate) const fn is_complex(self) -> bool {
        matches!(
            self,
            Self::MoveAndFire
                | Self::FireAndMove
                | Self::FireAndConceal
                | Self::UnhookAndFire
                | Self::FireAndUnhook
                | Self::HookAndFire
                | Self::FireAndHook
                | Self::LoadAndFire
                | Self::FireAndLoad
                | Self::UnloadAndMove
                | Self::MoveAndUnload
                | Self::Assault
        )
    }

    /// Whether it has a movement in it.
    pub(crate) const fn moves(self) -> bool {
        matches!(
            self,
            Self::Conceal
                | Self::Move
                | Self::MoveAndFire
                | Self::FireAndMove
                | Self::FireAndConceal
                | Self::UnloadAndMove
                | Self::MoveAndUnload
                | Self::Assault
        )
    }

    /// SKIR-MOV-3: what it makes of the speed.
    pub const fn divisor(self) -> u8 {
        match self {
            Self::MoveAndFire | Self::FireAndMove | Self::UnloadAndMove | Self::MoveAndUnload => 2,
            Self::Conceal | Self::FireAndConceal => 4,
            _ => 1,
        }
    }

    /// SKIR-MAN-3, SKIR-MAN-13: whoever conceals himself counts as stationary, also on the way (SKIR-R73).
    pub(crate) const fn conceals(self) -> bool {
        matches!(self, Self::Conceal | Self::FireAndConceal)
    }

    /// Whether it says whom it is about.
    pub(crate) const fn names_somebody(self) -> bool {
        matches!(
            self,
            Self::HookOn
                | Self::HookAndFire
                | Self::FireAndHook
                | Self::Embark
                | Self::LoadAndFire
                | Self::FireAndLoad
                | Self::UnloadAndMove
                | Self::MoveAndUnload
                | Self::Assault
                | Self::Melee
        )
    }

    /// SKIR-MAN-19: whether it is about fire, so that a unit without fire may not choose it.
    const fn needs_fire(self) -> bool {
        matches!(self, Self::Fire | Self::MoveAndFire | Self::FireAndMove | Self::FireAndConceal)
    }
}

/// What holds for a unit whatever it wants to do: reckoned once for all maneuvers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fitness {
    /// SKIR-MAN-19: why only simple maneuvers are open to it.
    simple_only: Option<&'static str>,
    can_move: bool,
    burning: bool,
}

/// The rows of table 5.4.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Infantry,
    Mortar,
    Gun,
    Unarmored,
    Armored,
}

impl Skirmish {
    fn sort(&self, unit: UnitId) -> Sort {
        let chart = self.board.chart(unit);
        if self.board.is(unit, Flags::ON_FOOT) {
            return Sort::Infantry;
        }
        match chart.class {
            Class::Infantry => Sort::Infantry,
            Class::Mortar => Sort::Mortar,
            Class::Gun => Sort::Gun,
            Class::Vehicle(_) if chart.is_armored() => Sort::Armored,
            Class::Vehicle(_) => Sort::Unarmored,
        }
    }

    /// What holds for a unit whatever it wants to do.
    pub(crate) fn fitness(&self, unit: UnitId) -> Fitness {
        let simple_only = if self.suffers(unit, CrewEffect::SimpleOnly) {
            Some("SKIR-CRW-2")
        } else if !self.is_in_communication(unit) {
            Some("SKIR-COM-5")
        } else {
            None
        };
        Fitness { simple_only, can_move: self.can_move(unit), burning: self.is_in_a_fire(unit) }
    }

    /// Whether a unit can move at all (SKIR-MIN-7, SKIR-MOV-15, SKIR-MAN-11).
    pub(crate) fn can_move(&self, unit: UnitId) -> bool {
        let (chart, state) = (self.board.chart(unit), self.board.unit(unit));
        let afoot = self.board.is_afoot(unit);
        let stuck = state.speed == Speed::Stopped || state.is(Flags::CARRIAGE_BLOCKED);
        afoot || !stuck && can_push(chart, state.alive) && !state.is(Flags::BOARDED)
    }

    /// SKIR-BLD-5: whether one of its men stands in a burning building.
    pub(crate) fn is_in_a_fire(&self, unit: UnitId) -> bool {
        let burning = self.board.ground.burning;
        !burning.is_empty() && self.men_in(unit, burning) != 0
    }

    /// The men of a team who stand in one of these pieces.
    pub(crate) fn men_in(&self, unit: UnitId, pieces: Pieces) -> Men {
        if !self.board.is_on_table(unit) || self.board.rides(unit) || !self.board.is_afoot(unit) {
            return 0;
        }
        let scene = self.board.scene(None);
        let inside = |at| scene.ground(at).is_some_and(|piece| pieces.contains(piece));
        self.board
            .living(unit)
            .filter(|(_, man)| inside(man.at()))
            .fold(0, |men, (place, _)| men | 1 << place)
    }

    /// Judges a maneuver as far as it does not depend on whom it is about (table 5.4, SKIR-MAN-19, SKIR-MAN-24).
    pub(crate) fn may_choose<E: Objection>(
        &self,
        unit: UnitId,
        order: Order,
        fit: &Fitness,
    ) -> Result<(), E> {
        let (name, state, words) = (self.name(unit), self.board.unit(unit), order.name());
        let refuse = |clause, why: &str| no(clause, name, why);
        match order {
            Order::Recover => return refuse("SKIR-MAN-1", "only who flees recovers"),
            Order::Stay if self.board.rides(unit) || state.is(Flags::TO_COME) => return Ok(()),
            Order::Stay => return refuse("SKIR-MAN-24", "it does not ride"),
            Order::Melee | Order::BreakOff if !state.engaged.is_empty() => return Ok(()),
            Order::Melee | Order::BreakOff => return refuse("SKIR-ASL-4", "it is not engaged"),
            Order::Disembark if state.is(Flags::EMBARKED) => return Ok(()),
            Order::Disembark => return refuse("SKIR-MAN-9", "it is not aboard"),
            Order::Move | Order::MoveAndFire if state.is(Flags::TO_COME) => {}
            _ if state.is(Flags::TO_COME) => {
                return refuse("SKIR-PHA-9", "reinforcements come on by Move or Move and fire");
            }
            _ if self.board.rides(unit) => return refuse("SKIR-MAN-24", "it rides"),
            _ if !state.engaged.is_empty() => return refuse("SKIR-ASL-4", "it is engaged"),
            Order::Move => {}
            _ if fit.burning && fit.can_move => {
                return refuse("SKIR-BLD-5", "it must leave the burning building");
            }
            _ => {}
        }
        self.suits(unit, order)?;
        if order.is_complex()
            && let Some(clause) = fit.simple_only
        {
            let reason = if clause == "SKIR-COM-5" {
                "it is out of communication with its platoon: simple maneuvers only"
            } else {
                "half of its crew or more are dead: simple maneuvers only"
            };
            return refuse(clause, reason);
        }
        no_if(order.needs_fire() && state.is(Flags::NO_FIRE), "SKIR-MAN-19", name, || {
            format!("{name} has lost its fire this turn: {words} is not open to it")
        })?;
        no_if(order.moves() && !fit.can_move, "SKIR-MIN-7", name, || format!("{name} cannot move"))?;
        if order == Order::Fire {
            let has_target = fire::can_fire(self, unit, false) || fire::can_shell_ground(self, unit);
            no_if(!has_target, "SKIR-MAN-25", name, || {
                format!("{name} has no target in sight, range and arc")
            })?;
        }
        if matches!(order, Order::Unhook | Order::UnhookAndFire | Order::FireAndUnhook) {
            return self.may_unhook(unit);
        }
        Ok(())
    }

    /// Table 5.4, SKIR-R53: whether a unit has a weapon with shots in a maneuver that moves; every team has hand bombs.
    fn fires_moving(&self, unit: UnitId) -> bool {
        let heavy = || self.heavy_weapon(unit).is_some_and(|(weapon, _)| weapon.shots.of(true) > 0);
        let light = || self.light_weapons(unit, 0, 0).iter().any(|gun| gun.weapon.shots.of(true) > 0);
        self.board.is_afoot(unit) || heavy() || light()
    }

    /// Table 5.4: whether a unit of this sort may choose the maneuver.
    fn suits<E: Objection>(&self, unit: UnitId, order: Order) -> Result<(), E> {
        use Sort::{Armored, Gun, Infantry, Mortar, Unarmored};
        let (sort, chart, name) = (self.sort(unit), self.board.chart(unit), self.name(unit));
        let small = || {
            let weapon = self.board.rules.get().heavy_weapon_of(chart);
            weapon.is_none_or(|weapon| weapon.calibre <= 60)
        };
        let (fits, clause) = match order {
            Order::Conceal => (sort == Infantry || matches!(sort, Mortar | Gun) && small(), "SKIR-MAN-3"),
            Order::FireAndConceal => {
                let hides = sort == Infantry || matches!(sort, Mortar | Gun) && small();
                (hides && self.fires_moving(unit), "SKIR-MAN-13")
            }
            Order::HookOn | Order::Unhook => (self.can_tow(unit), "SKIR-MAN-6"),
            Order::HookAndFire | Order::FireAndHook => (self.can_tow(unit), "SKIR-MAN-15"),
            Order::UnhookAndFire | Order::FireAndUnhook => (self.can_tow(unit), "SKIR-MAN-14"),
            Order::Embark => (matches!(sort, Infantry | Mortar), "SKIR-MAN-8"),
            Order::LoadAndFire | Order::FireAndLoad => (chart.capacity > 0, "SKIR-MAN-16"),
            Order::UnloadAndMove | Order::MoveAndUnload => (chart.capacity > 0, "SKIR-MAN-17"),
            Order::Assault => (matches!(sort, Infantry | Armored), "SKIR-MAN-18"),
            Order::Fire => (true, "SKIR-MAN-4"),
            Order::MoveAndFire | Order::FireAndMove => (self.fires_moving(unit), "SKIR-MAN-12"),
            _ => (matches!(sort, Infantry | Mortar | Gun | Unarmored | Armored), "SKIR-MAN-5"),
        };
        no_if(!fits, clause, name, || format!("{name} cannot do that: {}", order.name()))
    }

    /// Judges whom a maneuver is about (SKIR-MAN-6, SKIR-MAN-8, SKIR-MAN-16 to SKIR-MAN-18, SKIR-ASL-4).
    pub(crate) fn may_name<E: Objection>(
        &self,
        unit: UnitId,
        order: Order,
        other: UnitId,
        searched: Searched,
    ) -> Result<(), E> {
        match order {
            Order::HookOn | Order::HookAndFire | Order::FireAndHook => self.may_hook(unit, other),
            Order::Embark => self.may_board(other, unit),
            Order::LoadAndFire | Order::FireAndLoad => self.may_board(unit, other),
            Order::UnloadAndMove | Order::MoveAndUnload => self.may_set_down(unit, other),
            Order::Assault => self.may_assault(unit, other, searched),
            Order::Melee => {
                no_if(!self.board.unit(unit).engaged.contains(other), "SKIR-ASL-4", self.name(unit), || {
                    format!("{} is not engaged with it", self.name(unit))
                })
            }
            _ => Ok(()),
        }
    }
}
