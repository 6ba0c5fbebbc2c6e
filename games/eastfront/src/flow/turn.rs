//! Game turns and player turns (chapter SEQ).

use kit::{
    Dice, Die, Journal, Objection, Prompt, Purpose, Seat,
    flow::{Decision, Over, Procedure},
    map::HexId,
};

use super::{Conversion, Displaced, Excess, Move, Muster, Ride, Step, event, out_of_place};
use crate::{
    action::Action,
    battle::AttackPhase,
    board::Status,
    game::{EastFront, seat},
    map::Hexes,
    unit::Side,
    victory,
    weather::Weather,
};

/// Turn Start (`EAST-SEQ-2`): the date and the weather.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnStart;

/// The die of `EAST-H2`.
const OCTOBER_DIE: Purpose = Purpose::new("october", "EAST-H2");

impl Procedure<EastFront> for TurnStart {
    /// The weather of October and November, where a die settles it.
    type End = Option<[Weather; 2]>;

    fn throw<D: Dice>(self, game: &EastFront, dice: &mut D) -> Self::End {
        let rolls = game.house.october_die
            && game.theatre().fixed_weather.is_none()
            && game.charts().is_october(game.month());
        rolls.then(|| game.charts().october(dice.roll(Die::D6, OCTOBER_DIE)))
    }

    fn apply<J: Journal>(self, game: &mut EastFront, end: Self::End, journal: &mut J) {
        let november = game.november.take();
        let weather = match end {
            Some([october, november]) => {
                game.november = Some(november);
                october
            }
            None => november.unwrap_or_else(|| game.calendar_weather()),
        };
        game.set_weather(weather);
        game.phasing = Side::Axis;
        journal.tell(|| {
            let month = game.charts().month(game.month()).map_or("", |month| month.name.as_str());
            event(game, "EAST-SEQ-2", format!("turn {}, {month}: {weather}", game.turn), &[])
        });
        game.drown(journal);
        // EAST-VIC-6: at once.
        if game.ends_by_annihilation(journal) {
            return;
        }
        game.flow.goto(PlayerTurn::Beginning);
        game.flow.call(Holding);
    }
}

impl EastFront {
    /// The weather of the calendar (`EAST-WEA-1`).
    pub(crate) fn calendar_weather(&self) -> Weather {
        let of_month = || self.charts().month(self.month()).map_or(Weather::Good, |month| month.weather);
        self.theatre().fixed_weather.unwrap_or_else(of_month)
    }

    /// Sets the weather, and frost with it (`EAST-WEA-5`).
    pub(crate) fn set_weather(&mut self, weather: Weather) {
        self.weather = weather;
        let freezes = self.charts().weather(weather).freezes;
        if freezes != self.board.is_frozen() {
            self.board.freeze(freezes);
        }
    }

    /// `EAST-MOV-7`: whoever stands on a lake that is not frozen any more is lost.
    fn drown<J: Journal>(&mut self, journal: &mut J) {
        let held = self.board.held_by(Side::Axis) | self.board.held_by(Side::Soviet);
        let lakes: Hexes = (held & self.theatre().lakes) - *self.board.ground();
        for hex in lakes {
            while let Some(unit) = self.board.unit_in(hex) {
                journal.tell(|| {
                    let words = format!("the ice of {} breaks under {}", self.number(hex), self.name(unit));
                    event(self, "EAST-MOV-7", words, &[hex]).to(unit)
                });
                self.board.eliminate(unit, self.turn);
            }
        }
    }

    /// The game is over if a side has nobody left (`EAST-VIC-6`); whether it is.
    pub(crate) fn ends_by_annihilation<J: Journal>(&mut self, journal: &mut J) -> bool {
        if let Some(ending) = victory::annihilation(self) {
            self.end(ending, journal);
            return true;
        }
        false
    }

    /// The game ends.
    pub(crate) fn end<J: Journal>(&mut self, ending: victory::Ending, journal: &mut J) {
        self.ending = Some(ending);
        journal.tell(|| event(self, ending.clause(), ending.words(), &[]));
        while self.flow.live().len() > 1 {
            self.flow.done();
        }
        self.flow.goto(Over);
    }
}

/// The Soviet player orders No Retreat for the whole turn or does not (`EAST-NRO-1`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Holding;

impl Decision<EastFront> for Holding {
    fn decider(self, _: &EastFront) -> Option<Seat> {
        Some(seat(Side::Soviet))
    }

    fn prompt(self, game: &EastFront) -> Prompt {
        let words = format!("Turn {}: do all Soviet units hold this turn, or may they retreat?", game.turn);
        Prompt::new(words, &["EAST-SEQ-2", "EAST-NRO-1", "EAST-NRO-2"])
    }

    fn choices(self, _: &EastFront, out: &mut Vec<Action>) {
        out.extend([Action::Retreats, Action::NoRetreat]);
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        match action {
            Action::Retreats | Action::NoRetreat => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        game.no_retreat = action == Action::NoRetreat;
        if game.no_retreat {
            journal.tell(|| {
                event(game, "EAST-NRO-1", "not a step back: no Soviet unit retreats this turn".into(), &[])
            });
        }
        game.flow.done();
    }
}

/// A player turn by the phase that comes next (`EAST-SEQ-3`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerTurn {
    /// The player turn begins.
    Beginning,
    /// A: reinforcements and replacements.
    Arrivals,
    /// B: rail movement.
    Rail,
    /// C: Prepared Attacks.
    Prepared,
    /// D: operational movement.
    Movement,
    /// The end of D: who does not fit is lost (`EAST-STK-6`).
    Crowding,
    /// E: Operational Attacks.
    Operational,
    /// F and G: recovery and supply.
    Recovery,
    /// H: rail conversion.
    Conversion,
    /// I and J: re-facing and victory.
    Refacing,
}

impl PlayerTurn {
    /// What follows an attack phase.
    pub const fn after(phase: AttackPhase) -> Self {
        match phase {
            AttackPhase::Prepared => Self::Movement,
            AttackPhase::Operational => Self::Recovery,
        }
    }
}

impl Procedure<EastFront> for PlayerTurn {
    type End = ();

    fn throw<D: Dice>(self, _: &EastFront, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut EastFront, (): (), journal: &mut J) {
        if game.ends_by_annihilation(journal) {
            return;
        }
        let side = game.phasing;
        let (next, step): (Self, Option<Step>) = match self {
            Self::Beginning => {
                game.begin_player_turn(journal);
                (Self::Arrivals, Some(Displaced::first(game).into()))
            }
            Self::Arrivals => (Self::Rail, Some(Muster::START.into())),
            Self::Rail => {
                game.begin_rail_movement();
                (Self::Prepared, Some(Ride::START.into()))
            }
            Self::Prepared => {
                game.flow.goto(Self::Movement);
                return game.begin_attacks(AttackPhase::Prepared);
            }
            Self::Movement => (Self::Crowding, Some(Move::START.into())),
            Self::Crowding => {
                game.last_march = None;
                (Self::Operational, Some(Excess.into()))
            }
            Self::Operational => {
                game.flow.goto(Self::Recovery);
                return game.begin_attacks(AttackPhase::Operational);
            }
            Self::Recovery => {
                game.recover(journal);
                game.judge_supply(journal);
                // EAST-VIC-6: at once.
                if game.ends_by_annihilation(journal) {
                    return;
                }
                game.begin_conversion();
                (Self::Conversion, (side == Side::Axis).then(|| Conversion.into()))
            }
            Self::Conversion => {
                if side == Side::Axis {
                    game.board.lose_conversions();
                }
                (Self::Refacing, None)
            }
            Self::Refacing => return game.end_player_turn(journal),
        };
        game.flow.goto(next);
        if let Some(step) = step {
            game.flow.call(step);
        }
    }
}

impl EastFront {
    fn begin_player_turn<J: Journal>(&mut self, journal: &mut J) {
        let side = self.phasing;
        let everybody = self.board.all_of(side);
        for status in [Status::DispersedBefore, Status::Spent, Status::Railed, Status::Moved, Status::Rebuilt]
        {
            self.board.clear(everybody, status);
        }
        // EAST-R71
        for unit in self.board.units_of(side) & self.board.all(Status::Dispersed) {
            self.board.set(unit, Status::DispersedBefore, true);
        }
        self.rebuilt_at = Hexes::EMPTY;
        journal.tell(|| event(self, "EAST-SEQ-3", format!("turn {}: {side} player turn", self.turn), &[]));
        if side == Side::Axis {
            self.withdraw(journal);
            self.nations_leave(journal);
        }
        self.receive_factors();
    }

    /// Phases I and J (`EAST-SEQ-5`, `EAST-VIC-2` to `EAST-VIC-5`), then the other player or the next turn.
    fn end_player_turn<J: Journal>(&mut self, journal: &mut J) {
        let side = self.phasing;
        self.board.clear(self.board.all_of(side), Status::Spent);
        if let Some(ending) = victory::determination(self) {
            return self.end(ending, journal);
        }
        if side == Side::Axis {
            self.phasing = Side::Soviet;
            return self.flow.goto(PlayerTurn::Beginning);
        }
        if self.turn == self.theatre().last_turn {
            let ending = victory::at_the_end(self);
            return self.end(ending, journal);
        }
        // EAST-SEQ-9
        for side in [Side::Axis, Side::Soviet] {
            for status in [Status::Railed, Status::Moved, Status::Rebuilt, Status::DispersedBefore] {
                self.board.clear(self.board.all_of(side), status);
            }
        }
        self.no_retreat = false;
        self.turn += 1;
        self.flow.goto(TurnStart);
    }

    /// Phase F (`EAST-DSP-3`): who was Dispersed before this player turn and is in supply now recovers.
    fn recover<J: Journal>(&mut self, journal: &mut J) {
        let side = self.phasing;
        let waiting = self.board.all(Status::DispersedBefore)
            & self.board.all(Status::Dispersed)
            & self.board.units_of(side);
        if waiting.is_empty() {
            return;
        }
        let supply = crate::supply::Supply::of(&self.board, side);
        let recovering = waiting.iter().filter(|&unit| supply.reaches_unit(&self.board, unit));
        let recovering: crate::roster::Force = recovering.collect();
        for unit in recovering {
            self.board.set(unit, Status::Dispersed, false);
            journal.tell(|| {
                let hex = self.board.hex_of(unit).unwrap_or(HexId::NONE);
                event(self, "EAST-DSP-3", format!("{} recovers", self.name(unit)), &[hex]).to(unit)
            });
        }
    }

    /// Phase G (`EAST-SUP-1`, `EAST-SUP-6`): all are judged on the same position (`EAST-R61`). Supply matters nowhere else but
    /// for recovery, arrivals and victory (`EAST-SUP-7`).
    fn judge_supply<J: Journal>(&mut self, journal: &mut J) {
        let side = self.phasing;
        let units = self.board.units_of(side);
        let supply = crate::supply::Supply::of(&self.board, side);
        let cut: crate::roster::Force =
            units.iter().filter(|&unit| !supply.reaches_unit(&self.board, unit)).collect();
        for unit in units - cut {
            if self.board.isolated(unit) > 0 {
                self.board.set_isolated(unit, 0);
            }
        }
        for unit in cut {
            let hex = self.board.hex_of(unit).unwrap_or(HexId::NONE);
            let phases = self.board.isolated(unit) + 1;
            let in_stronghold = self.theatre().strongholds.contains(hex);
            let is_lost = self.charts().is_starved(phases, in_stronghold);
            journal.tell(|| {
                let what = if is_lost { "and is lost" } else { "and is Dispersed" };
                let words =
                    format!("{} in {} is out of supply {what}", self.name(unit), self.theatre().called(hex));
                event(self, "EAST-SUP-6", words, &[hex]).to(unit)
            });
            if is_lost {
                self.board.eliminate(unit, self.turn);
            } else {
                self.board.disperse(unit);
                self.board.set_isolated(unit, phases);
            }
        }
    }
}
