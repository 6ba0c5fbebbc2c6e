//! The attacks one by one, up to the first choice about losses (`EAST-RES-14`).

use std::borrow::Cow;

use kit::{
    Dice, Die, Fought, Journal, Objection, Prompt, Purpose, Reading, Report, Seat,
    flow::{Decision, Procedure},
    objection::{no_if, no_since},
    walk,
};

use super::{Step, advance::Advance, attack::Declare, event, exchange::Exchanging, out_of_place};
use crate::{
    action::Action,
    attacks::{Fight, Plan, fight::MOST_DEFENDERS},
    battle::{Battle, board::Meeting},
    board::Status,
    charts::DefenderEffect,
    game::{EastFront, seat},
    results::CombatResult,
    roster::{Force, UnitId},
    terrain::Ground,
    unit::{Nation, Side},
};

impl EastFront {
    /// The combat in hand as it stood before anybody was lost or left.
    pub(super) fn meeting_in_hand(&self) -> Meeting {
        let Fight { target, attackers, is_breakthrough, ordered, is_refused, .. } = self.fight;
        let meeting = Meeting::new(self.terms(), target, attackers, is_breakthrough);
        Meeting { ordered, refuses: is_refused, ..meeting }
    }

    /// The same with its strengths, its column and the ways back of its defenders.
    pub(super) fn battle_in_hand(&self) -> Option<Battle> {
        self.meeting_in_hand().reckon(&self.board, Some(&self.plan))
    }

    /// The hex that is fought for, as players call it.
    pub(super) fn battlefield(&self) -> String {
        self.theatre().called(self.fight.target)
    }

    /// An attack of the plan is taken in hand.
    fn take_in_hand(&mut self, place: usize) {
        let planned = self.plan.attacks()[place];
        let (board, enemy) = (&self.board, self.phasing.other());
        let attackers = self.plan.attackers(board, place);
        let mut fight = Fight {
            target: planned.target,
            attackers,
            is_breakthrough: planned.is_breakthrough,
            ..Fight::NONE
        };
        let hexes = board.theatre().map.neighbours(planned.target);
        let from = hexes.filter(|&hex| board.units_in(hex).any(|unit| attackers.contains(unit)));
        fight.from.iter_mut().zip(from).for_each(|(place, hex)| *place = hex);
        let defenders = board.units_of_in(enemy, planned.target);
        fight.defenders.iter_mut().zip(defenders).for_each(|(place, unit)| *place = Some(unit));
        self.fight = fight;
    }
}

/// The next attack is chosen (`EAST-ATT-4`); it must be resolved unless it lapses or is cancelled (`EAST-R62`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battles;

impl Decision<EastFront> for Battles {
    fn prompt(self, game: &EastFront) -> Prompt {
        let is_breakthrough = game.plan.attacks().iter().any(|attack| attack.is_breakthrough);
        if is_breakthrough {
            let words = "Which breakthrough attack is resolved next? They come before the others";
            return Prompt::new(words, &["EAST-RES-15", "EAST-R62"]);
        }
        Prompt::new("Which attack is resolved next?", &["EAST-ATT-4", "EAST-R62"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.extend(game.plan.next().map(|place| {
            let (hex, wave) = game.wave_of(place);
            Action::Resolve(hex, wave)
        }));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let Action::Resolve(hex, wave) = action else { return out_of_place(game, action) };
        let place = game.attack_named(hex, wave)?;
        if game.plan.next().any(|next| next == place) {
            return Ok(());
        }
        let first = game.plan.next().next().map_or(hex, |next| game.plan.attacks()[next].target);
        let first = game.theatre().called(first);
        no_since("EAST-RES-15", game.number(hex), || {
            format!("the breakthrough attack on {first} comes first")
        })
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        let Action::Resolve(hex, wave) = action else { return };
        let Some(place) = game.plan.named(hex, wave.unwrap_or(1)) else { return };
        game.take_in_hand(place);
        let emptied = game.plan.attacks()[place].emptied;
        game.plan.take_out(place);
        let is_empty = game.fight.defenders().next().is_none();
        let stands = game.phasing == Side::Axis && game.board.standing().contains(hex);
        if is_empty && !stands {
            return lapse(game, emptied, journal);
        }
        let Some(battle) = game.meeting_in_hand().reckon(&game.board, None) else {
            journal.tell(|| {
                let words = format!(
                    "the attack on {} is cancelled: others have come to its help",
                    game.battlefield()
                );
                event(game, "EAST-ATT-12", words, &[hex])
            });
            game.fight = Fight::NONE;
            return;
        };
        game.fight.column = battle.printed_column();
        game.plan.strike(hex);
        game.flow.call(CombatRoll);
    }

    fn is_open(self, game: &EastFront) -> bool {
        !game.plan.is_empty()
    }

    fn pass<J: Journal>(self, game: &mut EastFront, _: &mut J) {
        game.plan = Plan::EMPTY;
        game.fight = Fight::NONE;
        game.flow.done();
    }
}

/// `EAST-ATT-11`: nobody is there any more. The units have not attacked, but may advance under the limits of the combat
/// that emptied the hex (`EAST-R73`).
fn lapse<J: Journal>(game: &mut EastFront, emptied: [u8; 2], journal: &mut J) {
    journal.tell(|| {
        let words = format!("the attack on {} lapses: nobody is left to attack", game.battlefield());
        event(game, "EAST-ATT-11", words, &[game.fight.target])
    });
    game.fight.reach = emptied;
    game.fight.is_lapsed = true;
    game.flow.call(Advance);
}

/// The one die of a combat (`EAST-CRT-5`). The column was reckoned before: all that is left is to read the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CombatRoll;

impl Procedure<EastFront> for CombatRoll {
    type End = CombatResult;

    fn throw<D: Dice>(self, game: &EastFront, dice: &mut D) -> CombatResult {
        let face = dice.roll(Die::D6, Purpose::new("battle", "EAST-CRT-5"));
        *game.charts().tables.crt.look_up(face.into(), game.fight.column.into())
    }

    fn apply<J: Journal>(self, game: &mut EastFront, rolled: CombatResult, journal: &mut J) {
        game.fight.rolled = Some(rolled);
        tell_roll(game, rolled, journal);
        // EAST-SEQ-5
        for unit in game.fight.attackers.iter() {
            game.board.set(unit, Status::Spent, true);
        }
        game.flow.goto(Refusing);
    }
}

fn tell_roll<J: Journal>(game: &EastFront, rolled: CombatResult, journal: &mut J) {
    if !J::LISTENS {
        return;
    }
    let column = usize::from(game.fight.column);
    let sheet = game.charts().tables.crt.sheet();
    journal.tell(|| {
        let battle = game.meeting_in_hand().reckon(&game.board, None);
        let odds = battle.map_or_else(String::new, |battle| {
            let (attack, defence) = battle.strengths();
            format!("{attack} against {defence}, ")
        });
        let (code, meaning) = (rolled.printed(), rolled.meaning());
        let words =
            format!("{}: {odds}column {}: {code}, {meaning}", game.battlefield(), sheet.heads()[column]);
        event(game, rolled.clause(), words, &[game.fight.target])
    });
    if let Some(row) = journal.face(0).and_then(|face| sheet.row_for(0, face.into())) {
        journal.cell(|| sheet.cell(row, column, game.battlefield()));
    }
    journal.battle(|| fought(game, rolled));
}

/// The combat for studies: what was read, and what the die could have given.
fn fought(game: &EastFront, rolled: CombatResult) -> Fought {
    let column = usize::from(game.fight.column);
    let crt = &game.charts().tables.crt;
    let mut chances: Vec<(Cow<'static, str>, u32)> = Vec::new();
    for face in 1..=6 {
        let name = crt.look_up(face, column).printed();
        match chances.iter_mut().find(|(known, _)| known == name) {
            Some((_, faces)) => *faces += 1,
            None => chances.push((name.into(), 1)),
        }
    }
    let reading = |who: &'static str| Reading {
        who: who.into(),
        hex: game.number(game.fight.target).into(),
        column: crt.sheet().heads()[column].as_str().into(),
        result: rolled.printed().into(),
        chances: chances.clone(),
    };
    let mut readings: Vec<Reading> = game.fight.defenders().map(|unit| reading(game.name(unit))).collect();
    if readings.is_empty() {
        // EAST-TER-22: the city fights without units.
        readings
            .push(reading(game.theatre().place(game.fight.target).map_or("", |place| place.name.as_str())));
    }
    Fought {
        seat: seat(game.phasing),
        attackers: game.fight.attackers.iter().map(|unit| game.name(unit).into()).collect(),
        readings,
    }
}

/// In mountains the defender may refuse an X before anything else (`EAST-EXC-14`, `EAST-R57`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Refusing;

impl Decision<EastFront> for Refusing {
    fn decider(self, game: &EastFront) -> Option<Seat> {
        Some(seat(game.phasing.other()))
    }

    fn prompt(self, game: &EastFront) -> Prompt {
        let words = format!(
            "An exchange in the mountains of {}: refuse it and withdraw 1 hex instead?",
            game.battlefield()
        );
        Prompt::new(words, &["EAST-EXC-14"])
    }

    fn choices(self, _: &EastFront, out: &mut Vec<Action>) {
        out.extend([Action::Accept, Action::Refuse]);
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match action {
            Action::Accept | Action::Refuse => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        game.fight.is_answered = true;
        game.fight.is_refused = action == Action::Refuse;
        if game.fight.is_refused {
            journal.tell(|| {
                let words = format!("the exchange in {} is refused: it becomes dw", game.battlefield());
                event(game, "EAST-EXC-14", words, &[game.fight.target])
            });
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        let fight = &game.fight;
        let is_infantry = |unit: UnitId| game.board.piece(unit).arm().is_infantry();
        fight.rolled == Some(CombatResult::Exchange)
            && !fight.is_answered
            && game.theatre().ground(fight.target) == Ground::Mountain
            && fight.defenders().any(is_infantry)
    }

    fn pass<J: Journal>(self, game: &mut EastFront, _: &mut J) {
        game.flow.goto(Orders);
    }
}

/// The Axis player orders defending Germans to stand, each by itself and knowing the die (`EAST-NRO-3`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orders;

impl Orders {
    /// Germans for whom an order would make a difference (`EAST-R78`).
    fn askable(game: &EastFront) -> Force {
        let Some(rolled) = game.fight.rolled else { return Force::NONE };
        let moves =
            game.charts().effect(rolled).defenders == DefenderEffect::Retreat || game.fight.is_refused;
        if game.phasing == Side::Axis || !moves {
            return Force::NONE;
        }
        let is_german = |unit: &UnitId| game.board.nation(*unit) == Nation::German;
        if !game.fight.defenders().any(|unit| is_german(&unit)) {
            return Force::NONE;
        }
        let Some(battle) = game.battle_in_hand() else { return Force::NONE };
        let aftermath = battle.resolve(rolled);
        let places = game.fight.defenders().enumerate();
        let matters = places.filter(|&(place, _)| battle.fate_if_ordered(&aftermath, place).is_some());
        matters.map(|(_, unit)| unit).collect()
    }
}

impl Decision<EastFront> for Orders {
    fn decider(self, game: &EastFront) -> Option<Seat> {
        Some(seat(game.phasing.other()))
    }

    fn prompt(self, game: &EastFront) -> Prompt {
        let code = game.fight.rolled.map_or("", CombatResult::printed);
        let words = format!("{code} in {}: which Germans are ordered not to retreat?", game.battlefield());
        Prompt::new(words, &["EAST-NRO-3", "EAST-NRO-2"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        out.push(Action::Done);
        out.extend(Self::askable(game).iter().map(Action::Hold));
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match action {
            Action::Done => Ok(()),
            Action::Hold(unit) => {
                let name = game.name(unit);
                no_if(!game.fight.defenders().any(|known| known == unit), "EAST-NRO-3", name, || {
                    format!("{name} does not defend here")
                })?;
                no_if(game.board.nation(unit) != Nation::German, "EAST-NRO-4", name, || {
                    format!(
                        "{name} is {}: allies of the Axis are never ordered to stand",
                        game.board.nation(unit)
                    )
                })?;
                no_if(!Self::askable(game).contains(unit), "EAST-R78", name, || {
                    format!("the order would change nothing for {name}")
                })
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        let Action::Hold(unit) = action else { return self.pass(game, journal) };
        game.fight.ordered.insert(unit);
        journal.tell(|| {
            let words = format!("{} is ordered not to retreat from {}", game.name(unit), game.battlefield());
            event(game, "EAST-NRO-3", words, &[game.fight.target]).to(unit)
        });
    }

    fn is_open(self, game: &EastFront) -> bool {
        !Self::askable(game).is_empty()
    }

    /// Conversions (`EAST-CNV-1` to `EAST-CNV-4`, `EAST-NRO-2`): what becomes of everyone.
    fn pass<J: Journal>(self, game: &mut EastFront, journal: &mut J) {
        let (Some(rolled), Some(battle)) = (game.fight.rolled, game.battle_in_hand()) else {
            return game.flow.goto(CombatEnd);
        };
        let aftermath = battle.resolve(rolled);
        let effect = game.charts().effect(aftermath.result);
        game.fight.take(&aftermath);
        (game.fight.length, game.fight.scatters) = (effect.hexes, effect.dispersed);
        game.fight.allow(battle.reach(aftermath.result));
        game.fight.breaks_through = battle.allows_second_attack(&aftermath);
        if let Some(price) = battle.price_of_ae(&aftermath) {
            let fight = &mut game.fight;
            (fight.due, fight.pool, fight.shakes) = (price, fight.attackers, true);
            if game.house.all_attackers_on_ae {
                game.fight.named = game.fight.attackers;
            }
        }
        tell_conversions(game, rolled, &battle, &aftermath, journal);
        game.flow.goto(Exchanging);
    }
}

fn tell_conversions<J: Journal>(
    game: &EastFront,
    rolled: CombatResult,
    battle: &Battle,
    aftermath: &crate::battle::Aftermath,
    journal: &mut J,
) {
    if aftermath.result != rolled {
        journal.tell(|| {
            let clause = battle.clause_of_change(rolled, aftermath);
            let (was, is) = (rolled.printed(), aftermath.result);
            let words = format!("{was} becomes {}: {}", is.printed(), is.meaning());
            event(game, clause, words, &[game.fight.target])
        });
    } else if aftermath.fates.len() == MOST_DEFENDERS && aftermath.fates[0] != aftermath.fates[1] {
        journal.tell(|| {
            let fates = game.fight.defenders().zip(&aftermath.fates);
            let words: Vec<String> =
                fates.map(|(unit, fate)| format!("{} {fate}", game.name(unit))).collect();
            event(game, "EAST-CNV-4", words.join("; "), &[game.fight.target])
        });
    }
}

/// The combat in hand is over: attacks that wait for the hex learn that it is empty, and breakthrough attacks follow
/// (`EAST-RES-15`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CombatEnd;

impl Procedure<EastFront> for CombatEnd {
    type End = ();

    fn throw<D: Dice>(self, _: &EastFront, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut EastFront, (): (), _: &mut J) {
        let Fight { target, attackers, reach, shortest, breaks_through, is_lapsed, .. } = game.fight;
        if !is_lapsed && game.board.units_of_in(game.phasing.other(), target).next().is_none() {
            // EAST-R73
            for attack in game.plan.attacks_mut().iter_mut().filter(|attack| attack.target == target) {
                attack.emptied = reach.map(|hexes| hexes.min(shortest));
            }
        }
        game.fight = Fight::NONE;
        if !breaks_through {
            return game.flow.done();
        }
        for unit in attackers.iter() {
            game.board.set(unit, Status::Breakthrough, true);
        }
        let terms = game.terms();
        game.plan.break_out(&game.board, terms);
        game.flow.goto(Declare);
    }
}

/// What is asked about: the attacks that are planned, or the one in hand before its die.
fn asked(game: &EastFront) -> std::ops::Range<usize> {
    match game.step() {
        Step::Declare(_) | Step::Battles(_) => 0..game.plan.attacks().len(),
        _ => 0..0,
    }
}

/// The odds of the attacks that are planned: the dice are those of the played sequence.
pub(crate) fn odds(game: &EastFront) -> Vec<Report> {
    let terms = game.terms();
    let report = |place: usize| {
        let throws = |column: u8| {
            let mut then = *game;
            then.fight.column = column;
            walk::throws(CombatRoll, &then)
        };
        game.plan.meeting(&game.board, terms, place).report(&game.board, &game.plan, throws)
    };
    asked(game).filter_map(report).collect()
}

/// The attacks whose odds are told, each with its column if it may be made: for arrows on the map.
pub(crate) fn columns(game: &EastFront) -> Vec<(usize, Option<String>)> {
    let terms = game.terms();
    let column = |place: usize| {
        let battle = game.plan.meeting(&game.board, terms, place).reckon(&game.board, None);
        (place, battle.map(|battle| battle.column().to_owned()))
    };
    asked(game).map(column).collect()
}
