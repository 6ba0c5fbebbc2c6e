//! A.2.c and B.2.c: attacks are put together freely and judged as a whole (STAL-SEQ-5, STAL-SEQ-13), then the other side
//! answers exchange attacks (STAL-R12).

use kit::{
    Fact, Journal, Objection, Prompt, Report, Seat,
    flow::Decision,
    map::HexId,
    objection::{no, no_if, no_since},
};

use super::{Step, event, out_of_place};
use crate::{
    action::{Action, KorpsId},
    air::AirSystem,
    allocation::{Answer, Plan, Planned, Terms},
    battle::board,
    field::Status,
    game::{Stalingrad, seat},
    map::Hexes,
    units::{Side, Units},
};

impl Stalingrad {
    /// The attacks of the phase.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What judging an attack needs.
    pub(crate) fn terms(&self) -> Terms {
        Terms {
            side: self.phasing,
            turn: self.turn,
            house: self.house,
            russians_hold: self.no_retreat,
            struck_from_the_air: self.struck_from_the_air(),
        }
    }

    /// Attacks begin to be put together.
    pub(crate) fn begin_allocation(&mut self) {
        self.plan = Plan::begin(board::cut_off(&self.field));
    }

    /// Units by their names.
    pub(crate) fn list(&self, units: Units) -> String {
        units.iter().map(|unit| self.name(unit)).collect::<Vec<_>>().join(", ")
    }

    /// Hexes by their numbers.
    pub(crate) fn numbers(&self, hexes: impl IntoIterator<Item = HexId>) -> String {
        hexes.into_iter().map(|hex| self.number(hex)).collect::<Vec<_>>().join(", ")
    }

    /// The attacked hexes of an attack.
    pub(crate) fn named(&self, planned: &Planned) -> String {
        planned.targets().iter().map(|&hex| self.number(hex)).collect::<Vec<_>>().join(" and ")
    }
}

/// Attacks are allocated (STAL-ATK-3, STAL-R69).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Allocate;

impl Allocate {
    fn check_cover<E: Objection>(game: &Stalingrad, hex: HexId, korps: KorpsId) -> Result<(), E> {
        let name = &game.theatre().fliegerkorps[usize::from(korps.0)];
        no_if(game.phasing != Side::German, "STAL-AIR-5", name, || {
            "the Luftwaffe supports German attacks".into()
        })?;
        no_if(game.house.air_system == AirSystem::AirAttackTable, "STAL-OPA-5", name, || {
            "the older air system has no close support".into()
        })?;
        no_if(!game.korps_supports(korps), "STAL-R29", name, || {
            format!("{name} flies no close support in this turn")
        })?;
        if let Some(place) = game.plan.supported_by(korps.0) {
            let other = game.number(game.plan.attacks()[place].name());
            return no_since("STAL-R29", name, || {
                format!("{name} supports the attack on {other}; uncover it first")
            });
        }
        by_first(game, hex).map(|_| ())
    }

    /// The Fliegerkorps that could still be named.
    fn korps(game: &Stalingrad) -> impl Iterator<Item = KorpsId> {
        let is_default = game.phasing == Side::German && game.house.air_system == AirSystem::Default;
        game.korps().filter(move |&korps| is_default && game.korps_supports(korps))
    }
}

/// The place of the attack that goes by a hex.
pub(super) fn by_first<E: Objection>(game: &Stalingrad, hex: HexId) -> Result<usize, E> {
    if let Some(place) = game.plan.named(hex) {
        return Ok(place);
    }
    let number = game.number(hex);
    match game.plan.attack_on(hex) {
        None => no_since("STAL-R69", number, || format!("{number} is not attacked")),
        Some(place) => {
            let first = game.number(game.plan.attacks()[place].name());
            no_since("STAL-R69", number, || format!("the attack on {number} goes by its first hex, {first}"))
        }
    }
}

impl Decision<Stalingrad> for Allocate {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let clause = if game.phasing == Side::German { "STAL-SEQ-5" } else { "STAL-SEQ-13" };
        let (plan, field) = (&game.plan, &game.field);
        let uncovered = plan.uncovered(field, game.phasing);
        if !uncovered.is_empty() {
            let words = format!("{} must be attacked too", game.numbers(uncovered.iter()));
            return Prompt::new(words, &["STAL-ATK-4", "STAL-ATK-13", clause]);
        }
        let words = if plan.is_empty() {
            "Who attacks what?"
        } else if plan.can_close(field, game.phasing) {
            "Who attacks what? The attacks so far can be made"
        } else {
            "Who attacks what? An attack so far is not allowed"
        };
        Prompt::new(words, &[clause, "STAL-ATK-3", "STAL-R69"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        let (plan, field, side) = (&game.plan, &game.field, game.phasing);
        if plan.is_empty() || plan.can_close(field, side) {
            out.push(Action::Done);
        }
        if !plan.is_empty() {
            out.push(Action::Pass);
        }
        plan.any_attack(field, side, |unit, hex| {
            out.push(Action::Attack(unit, hex));
            false
        });
        for attack in plan.attacks() {
            let hex = attack.name();
            out.extend(plan.inclusions(field, side, attack).iter().map(|new| Action::Include(new, hex)));
            out.push(if attack.exchange { Action::Plain(hex) } else { Action::Exchange(hex) });
            out.push(Action::Drop(hex));
            out.extend(attack.attackers.iter().map(Action::Release));
        }
        for korps in Self::korps(game) {
            match plan.supported_by(korps.0) {
                Some(_) => out.push(Action::Uncover(korps)),
                None => out.extend(plan.attacks().iter().map(|attack| Action::Cover(attack.name(), korps))),
            }
        }
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let (plan, field, side) = (&game.plan, &game.field, game.phasing);
        match action {
            Action::Done => plan.check_close(field, game.terms()),
            Action::Pass => no_if(plan.is_empty(), "STAL-ATK-13", "", || {
                "there is no attack to take back; close the allocation".into()
            }),
            Action::Attack(unit, hex) => plan.check_attack(field, side, unit, hex),
            Action::Include(new, known) => plan.check_inclusion(field, side, new, known),
            Action::Release(unit) => {
                no_if(!plan.attackers().contains(unit), "STAL-R69", game.name(unit), || {
                    format!("{} is in no attack", game.name(unit))
                })
            }
            Action::Drop(hex) => by_first(game, hex).map(|_| ()),
            Action::Exchange(hex) => {
                let place = by_first(game, hex)?;
                no_if(plan.attacks()[place].exchange, "STAL-EXC-1", game.number(hex), || {
                    "it is an exchange attack already".into()
                })
            }
            Action::Plain(hex) => {
                let place = by_first(game, hex)?;
                no_if(!plan.attacks()[place].exchange, "STAL-EXC-1", game.number(hex), || {
                    "it is a plain attack already".into()
                })
            }
            Action::Cover(hex, korps) => Self::check_cover(game, hex, korps),
            Action::Uncover(korps) => {
                let is_named = plan.supported_by(korps.0).is_some();
                let name = &game.theatre().fliegerkorps[usize::from(korps.0)];
                no_if(!is_named, "STAL-R29", name, || format!("{name} supports no attack"))
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let terms = game.terms();
        let Stalingrad { plan, field, .. } = game;
        match action {
            Action::Attack(unit, hex) => plan.attack(field, unit, hex, terms),
            Action::Include(new, known) => plan.include(field, new, known, terms),
            Action::Release(unit) => plan.release(field, unit, terms),
            Action::Drop(hex) => {
                if let Some(place) = plan.named(hex) {
                    plan.take_out(place);
                }
            }
            Action::Exchange(hex) | Action::Plain(hex) => {
                if let Some(place) = plan.named(hex) {
                    let exchange = matches!(action, Action::Exchange(_));
                    plan.change(field, place, terms, |attack| attack.exchange = exchange);
                }
            }
            Action::Cover(hex, korps) => {
                if let Some(place) = plan.named(hex) {
                    plan.change(field, place, terms, |attack| attack.support |= 1 << korps.0);
                }
            }
            Action::Uncover(korps) => {
                if let Some(place) = plan.supported_by(korps.0) {
                    plan.change(field, place, terms, |attack| attack.support &= !(1 << korps.0));
                }
            }
            Action::Pass => {
                plan.drop_all();
                self.pass(game, journal);
            }
            _ => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        !game.plan.is_empty() || game.plan.any_attack(&game.field, game.phasing, |_, _| true)
    }

    /// The allocation is closed (STAL-ATK-12): attackers count as having attacked, and whoever is attacked waits for his
    /// combat to recover (STAL-DIS-4).
    fn pass<J: Journal>(self, game: &mut Stalingrad, journal: &mut J) {
        let enemy = game.phasing.enemy();
        for attack in game.plan.attacks() {
            journal.tell(|| {
                let kind = if attack.exchange { " in an exchange attack" } else { "" };
                let words = format!(
                    "{} will be attacked{kind} by {}",
                    game.named(attack),
                    game.list(attack.attackers)
                );
                event(game, "STAL-ATK-3", words, attack.targets())
            });
        }
        for unit in game.plan.attackers() {
            game.field.set(unit, Status::Attacked, true);
        }
        let attacked: Hexes = game.plan.attacked();
        let attacked: Units = attacked.iter().flat_map(|hex| game.field.units_of_in(enemy, hex)).collect();
        for unit in attacked {
            game.field.set(unit, Status::Attackee, true);
        }
        game.flow.goto(Answers);
    }
}

/// The defender answers exchange attacks, one after the other (STAL-EXC-1, STAL-R12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answers;

impl Answers {
    /// The first exchange attack that needs an answer: some defender is not under orders to hold. Germans may always
    /// answer with orders.
    fn asked(game: &Stalingrad) -> Option<usize> {
        let is_open = |place: &usize| {
            let planned = &game.plan.attacks()[*place];
            planned.exchange
                && planned.answer == Answer::None
                && game.plan.meeting(*place, game.terms()).attack(&game.field).needs_consent()
        };
        (0..game.plan.attacks().len()).find(is_open)
    }
}

impl Decision<Stalingrad> for Answers {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing.enemy()))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let attack = Self::asked(game).map(|place| game.named(&game.plan.attacks()[place]));
        let words = format!(
            "The attack on {} is to be an exchange attack. Do you consent?",
            attack.unwrap_or_default()
        );
        Prompt::new(words, &["STAL-EXC-1", "STAL-R12"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend([Action::Refuse, Action::Consent]);
        if game.phasing == Side::Russian {
            out.push(Action::NoRetreat);
        }
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Refuse | Action::Consent => Ok(()),
            Action::NoRetreat if game.phasing == Side::Russian => Ok(()),
            Action::NoRetreat => no("STAL-NOR-4", "", "the Russian gives his order in B.1"),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Some(place) = Self::asked(game) else { return };
        let (answer, words) = match action {
            Action::Consent => (Answer::Consents, "is accepted as an exchange attack"),
            Action::NoRetreat => (Answer::Holds, "is met with No Retreat orders, and the exchange stands"),
            _ => (Answer::Refuses, "is refused as an exchange attack and is a plain one"),
        };
        let planned = &mut game.plan.attacks_mut()[place];
        planned.answer = answer;
        planned.exchange = answer != Answer::Refuses;
        let planned = *planned;
        journal.tell(|| {
            let words = format!("the attack on {} {words}", game.named(&planned));
            event(game, "STAL-R12", words, planned.targets())
        });
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        Self::asked(game).is_some()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// The attacks whose odds are told: those that are planned, or the one in hand.
fn told(game: &Stalingrad) -> std::ops::Range<usize> {
    match game.step() {
        Step::Allocate(_) | Step::Answers(_) | Step::Battles(_) => 0..game.plan.attacks().len(),
        Step::Risks(_) | Step::Orders(_) => {
            let place = usize::from(game.fight.place);
            place..place + 1
        }
        _ => 0..0,
    }
}

fn meeting(game: &Stalingrad, place: usize) -> board::Meeting<'_> {
    match game.step() {
        Step::Allocate(_) | Step::Answers(_) => game.plan.meeting(place, game.terms()),
        _ => super::combat::meeting(game, &game.plan.attacks()[place]),
    }
}

/// The odds of the attacks that are planned, or of the one in hand.
pub(crate) fn odds(game: &Stalingrad) -> Vec<Report> {
    let report = |place: usize| {
        let planned = &game.plan.attacks()[place];
        let mut meeting = meeting(game, place);
        meeting.finds_ways = true;
        let mut report = meeting.report(&game.field)?;
        let words = format!("{} against {}", game.list(planned.attackers), game.named(planned));
        report.facts.insert(0, Fact::new("attack", words, "STAL-ATK-3"));
        Some(report)
    };
    told(game).filter_map(report).collect()
}

/// The attacks whose odds are told, each with its column if it has one.
pub(crate) fn columns(game: &Stalingrad) -> Vec<(&Planned, Option<String>)> {
    let attacks = game.plan.attacks();
    told(game).map(|place| (&attacks[place], meeting(game, place).column(&game.field))).collect()
}
