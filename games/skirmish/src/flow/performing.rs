//! An action is carried out part by part.

use kit::{
    Dice, Journal,
    flow::Procedure,
    position::{UnitId, Units},
};

use super::{Alighting, Marching, Orders, Over, Reacting, Routing, Unhooking};
use crate::{
    act::Act,
    action::Order,
    clash::{Dare, DeviceOrders, Melee, Rally, Storming},
    fire::{self, FireOrders},
    game::Skirmish,
    state::Flags,
    tell::told,
    victory,
};

/// A part of a maneuver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Fire with the Stationary number of shots.
    Fire,
    /// Fire with the Moving number of shots.
    FireMoving,
    /// Lurkers react to the fire (SKIR-MAN-20).
    Answer,
    /// Movement.
    Go,
    Hook,
    Unhook,
    /// The unit itself boards the carrier it names.
    Embark,
    /// The unit itself gets down.
    Disembark,
    /// The carrier takes a team aboard.
    Load,
    /// The carrier puts a team down.
    Unload,
    /// The CT before an assault (SKIR-ASL-2).
    Dare,
    /// What it decided.
    Dared,
    /// The men close up to whom they fight (SKIR-R64).
    CloseUp,
    /// The fight itself.
    Clash,
    /// Who lost heart in it runs (SKIR-ASL-4).
    Rout,
    /// CTs of the leaders (SKIR-MAN-1).
    Rally,
    /// What they decided.
    Rallied,
    /// Becomes fleeing (SKIR-ASL-4).
    BreakOff,
}

/// SKIR-MAN-1 to SKIR-MAN-18: what a maneuver is made of, in order.
const fn parts(order: Order) -> &'static [Part] {
    use Part::{
        Answer, BreakOff, Clash, CloseUp, Dare, Dared, Disembark, Embark, Fire, FireMoving, Go, Hook, Load,
        Rallied, Rally, Rout, Unhook, Unload,
    };
    match order {
        Order::Lurk | Order::Stay => &[],
        Order::Conceal | Order::Move => &[Go],
        Order::Fire => &[Fire, Answer],
        Order::HookOn => &[Hook],
        Order::Unhook => &[Unhook],
        Order::Embark => &[Embark],
        Order::Disembark => &[Disembark],
        Order::MoveAndFire => &[Go, FireMoving, Answer],
        Order::FireAndMove | Order::FireAndConceal => &[FireMoving, Answer, Go],
        Order::UnhookAndFire => &[Unhook, Fire, Answer],
        Order::FireAndUnhook => &[Fire, Answer, Unhook],
        Order::HookAndFire => &[Hook, Fire, Answer],
        Order::FireAndHook => &[Fire, Answer, Hook],
        Order::LoadAndFire => &[Load, Fire, Answer],
        Order::FireAndLoad => &[Fire, Answer, Load],
        Order::UnloadAndMove => &[Unload, Go, FireMoving, Answer],
        Order::MoveAndUnload => &[Go, Unload, FireMoving, Answer],
        Order::Assault => &[FireMoving, Answer, Dare, Dared, Go, CloseUp, Clash, Rout],
        Order::Melee => &[CloseUp, Clash, Rout],
        Order::BreakOff => &[BreakOff],
        Order::Recover => &[Rally, Rallied],
    }
}

/// Goes through the parts of the maneuver in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Performing;

impl Procedure<Skirmish> for Performing {
    type End = ();

    fn throw<D: Dice>(self, _: &Skirmish, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Skirmish, (): (), journal: &mut J) {
        let Act { unit: Some(unit), order, part, .. } = game.act else { return game.flow.done() };
        let is_over = game.act.ended || !game.board.is_on_table(unit) && !game.board.is(unit, Flags::TO_COME);
        let flees = game.board.is(unit, Flags::FLEEING) && !matches!(order, Order::Recover | Order::BreakOff);
        match parts(order).get(usize::from(part)) {
            Some(part) if !is_over && !flees => {
                game.act.part += 1;
                game.perform_part(unit, *part, journal);
            }
            _ => game.fire_late(journal),
        }
    }
}

impl Skirmish {
    fn perform_part<J: Journal>(&mut self, unit: UnitId, part: Part, journal: &mut J) {
        let about = self.act.about;
        match (part, about) {
            (Part::Fire | Part::FireMoving, _) if !self.board.is(unit, Flags::NO_FIRE) => {
                self.flow.call(FireOrders { unit, moving: part == Part::FireMoving, only: None });
            }
            (Part::Answer, _) => self.be_answered(unit),
            (Part::Go, _) if self.can_move(unit) => self.flow.call(Routing { unit }),
            (Part::Hook, Some(gun)) if self.may_hook::<kit::Silent>(unit, gun).is_ok() => {
                self.hook(unit, gun, journal);
            }
            (Part::Unhook, _) => self.flow.call(Unhooking { carrier: unit }),
            (Part::Embark, Some(carrier)) => self.embark(carrier, unit, journal),
            (Part::Load, Some(team)) if self.may_board::<kit::Silent>(unit, team).is_ok() => {
                self.embark(unit, team, journal);
            }
            (Part::Disembark, _) => self.flow.call(Alighting { team: unit }),
            (Part::Unload, Some(team)) if self.board.is(team, Flags::EMBARKED) => {
                self.flow.call(Alighting { team });
            }
            // SKIR-R130: fire that has removed its target leaves nobody to assault.
            (Part::Dare, Some(target)) if !self.board.is_on_table(target) => self.act.ended = true,
            (Part::Dare, Some(target)) if self.needs_daring(unit, target) => self.flow.call(Dare { unit }),
            (Part::Dare, None) if self.house.ct_all_assaults => self.flow.call(Dare { unit }),
            (Part::Dare, _) => self.harm.passed = true,
            (Part::Dared, _) => self.act.ended |= !self.harm.passed,
            (Part::CloseUp, Some(target)) => self.close_up(unit, target, journal),
            (Part::Clash, Some(target)) => self.clash(unit, target),
            (Part::Clash, None) => {
                if let Some(piece) = self.act.storms {
                    self.flow.call(Storming { unit, piece });
                }
            }
            (Part::Rout, _) => self.rout(journal),
            (Part::Rally, _) => self.flow.call(Rally { unit }),
            (Part::Rallied, _) => {
                if !self.board.is(unit, Flags::FLEEING) {
                    // SKIR-MAN-1: recovered, it may move.
                    if self.can_move(unit) {
                        self.flow.call(Routing { unit });
                    }
                } else if self.set_out_for_home(unit) {
                    self.flow.call(Marching);
                }
            }
            (Part::BreakOff, _) => {
                self.disengage(unit);
                self.board.unit_mut(unit).set(Flags::FLEEING, true);
                let name = self.name(unit);
                self.tell_about(unit, journal, || told("SKIR-ASL-4", format!("{name} breaks off and flees")));
            }
            _ => {}
        }
    }

    /// SKIR-MAN-20: lurkers react right after the fire of the unit in hand.
    fn be_answered(&mut self, unit: UnitId) {
        if !self.board.is(unit, Flags::FIRED_LAST) || self.house.no_reaction {
            return;
        }
        let lurkers = self.lurkers(unit) - self.act.used;
        let triggered: Units = lurkers.iter().filter(|lurker| fire::can_harm(self, *lurker, unit)).collect();
        if !triggered.is_empty() {
            self.flow.call(Reacting { lurkers: triggered });
        }
    }

    /// SKIR-ASL-2, SKIR-ASL-6, SKIR-R46: whether an assault asks for courage.
    fn needs_daring(&self, unit: UnitId, target: UnitId) -> bool {
        let board = &self.board;
        let open = board.is_afoot(target) || board.is_served_gun(target) || board.chart(target).open_top;
        self.house.ct_all_assaults || board.is_afoot(unit) && open
    }

    /// The fight that an assault leads to, if it has led to contact.
    fn clash(&mut self, unit: UnitId, target: UnitId) {
        // SKIR-ASL-5: the crew of a gun fights on where it is; a vehicle has driven over whom it met.
        let drives = self.board.is_model(unit) && !self.board.is_served_gun(unit);
        if !self.board.is_on_table(target) || drives || !self.is_in_contact(unit, target) {
            return;
        }
        if self.board.is_afoot(target) || self.board.is_served_gun(target) {
            self.flow.call(Melee { attacker: unit, defender: target });
        } else {
            self.flow.call(DeviceOrders { unit, target });
        }
    }

    /// The place of a unit in the order has come.
    pub(crate) fn begin_action<J: Journal>(&mut self, unit: UnitId, _: &mut J) {
        self.waiting.remove(unit);
        self.act = Act { unit: Some(unit), ..Act::NONE };
        self.fire.begin();
        let state = self.board.unit_mut(unit);
        // SKIR-SPT-9: what it did before counts no longer.
        state.set(Flags::MOVED_LAST.and(Flags::FIRED_LAST).and(Flags::LURKING).and(Flags::LURKED), false);
        if state.is(Flags::FLEEING) {
            // SKIR-MOR-4, SKIR-MOR-5, SKIR-PHA-10: a fleeing unit has no choice.
            self.act.order = Order::Recover;
            self.flow.call(Performing);
        } else {
            self.flow.call(Orders { unit });
        }
    }

    /// SKIR-MAN-21: lurkers that were too slow fire now, if they still can; then the action is over.
    fn fire_late<J: Journal>(&mut self, journal: &mut J) {
        let Some(unit) = self.act.unit else { return self.flow.done() };
        self.act.ended = true;
        while let Some(lurker) = self.act.late.first() {
            self.act.late.remove(lurker);
            let steady = !self.board.is(lurker, Flags::FLEEING) && !self.board.is(lurker, Flags::NO_FIRE);
            if steady && self.board.is_on_table(unit) && fire::can_harm(self, lurker, unit) {
                self.fire.begin();
                return self.flow.call(FireOrders { unit: lurker, moving: false, only: Some(unit) });
            }
        }
        self.finish_action(journal);
    }

    /// SKIR-PHA-8: the unit has acted.
    fn finish_action<J: Journal>(&mut self, journal: &mut J) {
        let Some(unit) = self.act.unit else { return self.flow.done() };
        let order = self.act.order;
        let state = self.board.unit_mut(unit);
        state.set(Flags::ACTED, true);
        state.set(Flags::LURKING.and(Flags::LURKED), order == Order::Lurk);
        if order.conceals() {
            // SKIR-MAN-3, SKIR-MAN-13: it ends as stationary for both purposes.
            state.set(Flags::MOVED_LAST.and(Flags::FIRED_LAST), false);
        }
        if order == Order::Lurk {
            let name = self.name(unit);
            journal.tell_only(self.board.side(unit).seat(), || {
                told("SKIR-MAN-2", format!("{name} lurks")).to(unit)
            });
        }
        self.take_up_guns(unit, journal);
        self.refresh_sight(unit);
        self.act = Act::NONE;
        self.flow.done();
        // SKIR-VIC-3: checked after every action.
        if victory::is_decided(self) {
            self.flow.goto(Over);
        }
    }

    /// SKIR-HWF-14: whether the unit in hand was halted with its fire still to come.
    pub(crate) fn fire_is_to_come(&self, unit: UnitId) -> bool {
        let rest = parts(self.act.order).get(usize::from(self.act.part)..).unwrap_or(&[]);
        self.act.unit == Some(unit)
            && !self.act.ended
            && rest.iter().any(|part| matches!(part, Part::Fire | Part::FireMoving))
    }
}
