//! The sequence of play (STAL-SEQ-1 to STAL-SEQ-17) as steps on a stack.
//!
//! Every step stands in the file of its chapter, with its prompt, its choices, its refusals and what each choice does. A
//! step in which nothing can be decided is passed over.

mod air;
pub(crate) mod allocate;
mod bombs;
mod combat;
mod crossing;
mod friendly;
mod guns;
mod losses;
mod movement;
mod retreats;
mod river;
mod snipers;

pub use air::{AirCombat, Intercepting, Missions};
pub use allocate::{Allocate, Answers};
pub use bombs::{Bombardier, Bombs, Raids, Silencing, Strike};
pub use combat::{Aftermath, Battles, CombatRoll, Orders, Risks};
pub use crossing::{Boats, Crossings, SniperBoat, SniperReturns};
pub use friendly::{FriendlyBombs, Misdirection};
pub use guns::{Firing, FirstRoll, Ranging, Shells, Triangle};
pub use losses::{Buying, Losses, Sacrifice};
pub use movement::{Excess, March, Move};
pub use retreats::{Distances, Retreats, Withdrawals};
pub use river::{Disbanding, HoldOrder, Repairing, Repairs, RiverTurn};
pub use snipers::{AnswerShot, Answering, Posting, ShootingBack, Shot, ShotBack, Sniping};

use kit::{
    Dice, Event, Game, Journal, Objection, Refusal, Sheet,
    flow::{Over, Procedure},
    map::HexId,
};

use crate::{
    action::Action, advance::Advance, deployment::SetUp, field::Status, game::Stalingrad,
    reinforcement::Arrivals, supply::Supply, units::Side, victory,
};

kit::steps! {
    /// What is being decided, or happens by itself.
    pub enum Step of Stalingrad {
        decisions {
            SetUp,
            Arrivals,
            Move,
            Excess,
            Allocate,
            Answers,
            Battles,
            Risks,
            Orders,
            Buying,
            Losses,
            Sacrifice,
            Distances,
            Retreats,
            Withdrawals,
            Misdirection,
            Advance,
            Missions,
            Intercepting,
            Posting,
            Sniping,
            Answering,
            ShootingBack,
            HoldOrder,
            Disbanding,
            Repairs,
            Crossings,
            SniperReturns,
            Firing,
            FirstRoll,
            Over,
        }
        procedures {
            PlayerTurn,
            March,
            CombatRoll,
            FriendlyBombs,
            Aftermath,
            AirCombat,
            Raids,
            Bombardier,
            Bombs,
            Silencing,
            Strike,
            Shot,
            AnswerShot,
            ShotBack,
            RiverTurn,
            Repairing,
            Boats,
            SniperBoat,
            Ranging,
            Shells,
        }
    }
}

const _: () = assert!(size_of::<Step>() <= 16, "frames are small");

/// A player turn by the step that comes next (STAL-SEQ-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerTurn {
    /// The turn begins.
    Beginning,
    /// A.1 (STAL-SEQ-2); B.1 (STAL-SEQ-10).
    Arrivals,
    /// A.2.a (STAL-SEQ-3); B.2.a (STAL-SEQ-11).
    Bombardment,
    /// A.2.b, B.2.b (STAL-SEQ-4, STAL-SEQ-12).
    Movement,
    /// The end of A.2.b: snipers are placed (STAL-SNP-1).
    Snipers,
    /// A.2.c, B.2.c (STAL-SEQ-5, STAL-SEQ-13).
    Allocation,
    /// A.2.d, B.2.d: who is not attacked recovers (STAL-SEQ-6, STAL-SEQ-14).
    Recovery,
    /// A.2.e: snipers fire (STAL-SEQ-7).
    SniperFire,
    /// A.2.f, B.2.e (STAL-SEQ-8, STAL-SEQ-15).
    Combat,
    /// A.2.g: victory, then supply (STAL-SEQ-9); B.2.f: the guns fire defensively (STAL-SEQ-16).
    End,
    /// The player turn is over.
    Next,
}

impl Procedure<Stalingrad> for PlayerTurn {
    type End = ();

    fn throw<D: Dice>(self, _: &Stalingrad, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Stalingrad, (): (), journal: &mut J) {
        let is_german = game.phasing == Side::German;
        let (next, step): (Self, Option<Step>) = match self {
            Self::Beginning => {
                begin_player_turn(game, journal);
                (Self::Arrivals, None)
            }
            Self::Arrivals => {
                let step: Step = if is_german { Arrivals.into() } else { RiverTurn::Boats.into() };
                (Self::Bombardment, Some(step))
            }
            Self::Bombardment => {
                let step: Step = if is_german { Missions::START.into() } else { Firing.into() };
                (Self::Movement, Some(step))
            }
            Self::Movement => (Self::Snipers, Some(Move::START.into())),
            Self::Snipers => (Self::Allocation, is_german.then(|| Posting::begin(game).into())),
            Self::Allocation => {
                game.begin_allocation();
                (Self::Recovery, Some(Allocate.into()))
            }
            Self::Recovery => {
                game.recover_the_unattacked(journal);
                (Self::SniperFire, None)
            }
            Self::SniperFire => (Self::Combat, is_german.then(|| Sniping.into())),
            Self::Combat => (Self::End, Some(Battles.into())),
            Self::End if is_german => return end_german_turn(game, journal),
            Self::End => (Self::Next, Some(Firing.into())),
            Self::Next => return end_player_turn(game),
        };
        game.flow.goto(next);
        if let Some(step) = step {
            game.flow.call(step);
        }
    }
}

/// A player turn begins. Moves and attacks are counted by the game turn, which is the same: a side has one player turn in
/// it (STAL-SEQ-17).
fn begin_player_turn<J: Journal>(game: &mut Stalingrad, journal: &mut J) {
    let (turn, side) = (game.turn, game.phasing);
    let everybody = game.field.all_of(side);
    for status in [Status::Moved, Status::Attacked, Status::TriedNight, Status::TriedDay, Status::Volunteered]
    {
        game.field.clear(everybody, status);
    }
    if side == Side::German {
        game.skies.begin_turn();
        game.panzers_due += game.theatre().turn(turn).panzer_replacements;
    }
    journal.tell(|| {
        let dates = &game.theatre().turn(turn).dates;
        event(game, "STAL-SEQ-1", format!("turn {turn} ({dates}): {} player turn", side.name()), &[])
    });
}

/// STAL-SEQ-9: victory is looked at first (STAL-R38), then Germans out of supply are eliminated (STAL-SUP-7).
fn end_german_turn<J: Journal>(game: &mut Stalingrad, journal: &mut J) {
    if victory::has_german_won(game) {
        journal.tell(|| event(game, "STAL-VIC-1", "the city has fallen".into(), &[]));
        return game.flow.goto(Over);
    }
    // STAL-R82: found for all before anybody is taken off.
    let lost = Supply::of(&game.field, Side::German).cut_off(&game.field);
    for unit in lost {
        let hex = game.field.hex_of(unit).unwrap_or(HexId::NONE);
        journal.tell(|| {
            let words = format!("{} is out of supply in {} and is lost", game.name(unit), game.number(hex));
            event(game, "STAL-SUP-7", words, &[hex]).to(unit)
        });
        game.field.eliminate(unit, game.turn, 0);
    }
    game.field.lift_lone_snipers();
    game.field.settle_control();
    game.flow.goto(PlayerTurn::Next);
}

fn end_player_turn(game: &mut Stalingrad) {
    if game.phasing == Side::Russian {
        // STAL-ART-7: silenced guns recover by themselves.
        game.field.guns_disrupted = false;
        // STAL-VIC-2
        if game.turn == game.theatre().last_turn() {
            return game.flow.goto(Over);
        }
        game.turn += 1;
    }
    game.phasing = game.phasing.enemy();
    game.flow.goto(PlayerTurn::Beginning);
}

/// An action that does not belong to the step.
pub(crate) fn out_of_place<E: Objection>(game: &Stalingrad, action: Action) -> Result<(), E> {
    Err(E::explain(|| {
        let asked = game.prompt();
        let clause = asked.clauses.first().copied().unwrap_or("STAL-SEQ-1");
        let (action, asked) = (game.write(&action), asked.words);
        let words = format!("`{action}` does not answer what is asked now: {asked}");
        Refusal::new(clause, words).elsewhere()
    }))
}

impl Stalingrad {
    /// Points at the cell of a chart that the first die of a throw has led to.
    pub(crate) fn read_cell<J: Journal>(&self, chart: &Sheet, column: usize, who: &str, journal: &mut J) {
        if let Some(face) = journal.face(0) {
            journal.cell(|| chart.cell(self.house.index.read(face).row(), column, who));
        }
    }
}

/// An event in some hexes.
pub(crate) fn event(game: &Stalingrad, clause: &'static str, words: String, hexes: &[HexId]) -> Event {
    let hexes = hexes.iter().map(|&hex| game.number(hex).to_owned()).collect();
    Event { words, clause, hexes, units: Vec::new() }
}

#[cfg(test)]
mod tests;
