//! Operational movement: A.2.b and B.2.b (STAL-SEQ-4, STAL-SEQ-12).

use kit::{
    Dice, Journal, Objection, Prompt, Seat, chance,
    flow::{Decision, Procedure},
    map::HexId,
    objection::{no, no_if},
};

use super::{event, out_of_place};
use crate::{
    action::Action,
    field::Status,
    game::{Stalingrad, seat},
    long_move::{LongMove, MarchProgress},
    movement::{Elbowroom, MoveRange, Way},
    results::Fate,
    stacking,
    units::{Side, UnitId, UnitKind, Units},
};

impl Stalingrad {
    /// The units of the phasing side that have not moved and are fit to.
    fn rested(&self) -> Units {
        let field = &self.field;
        field.units_of(self.phasing) - field.all(Status::Disrupted) - field.all(Status::Moved)
    }

    /// The units of the phasing side that can still move and have somewhere to go.
    pub(crate) fn movable(&self) -> Units {
        let room = Elbowroom::of(&self.field, self.phasing);
        self.rested().iter().filter(|&unit| room.can_leave(&self.field, unit)).collect()
    }

    /// Whether anybody can still move.
    fn is_anybody_movable(&self) -> bool {
        let room = Elbowroom::of(&self.field, self.phasing);
        self.rested().iter().any(|unit| room.can_leave(&self.field, unit))
    }

    /// Where a unit can move to. STAL-R82: its supply is judged when it begins to move.
    pub(crate) fn range(&self, unit: UnitId) -> MoveRange<'_> {
        MoveRange::alone(&self.field, unit)
    }

    /// STAL-MOV-5: the bombs on a long Russian move.
    pub(crate) fn bombs_on(&self, unit: UnitId, way: &Way) -> LongMove {
        let is_target = self.field.side(unit) == Side::Russian && self.flyable_korps() > 0;
        let ground = way.hexes().iter().map(|&hex| self.theatre().terrain(hex));
        let reading = (self.house.index, self.house.air_system);
        LongMove::over(self.field.rules(), reading, self.house.attack_whole_move, is_target, ground)
    }
}

/// Units move one at a time, in any order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The unit in hand.
    pub(crate) picked: Option<UnitId>,
}

impl Move {
    pub(crate) const START: Self = Self { picked: None };

    /// STAL-ART-6: the guns are moved in the Russian movement.
    fn moves_guns(game: &Stalingrad) -> bool {
        game.phasing == Side::Russian && game.guns_can_move()
    }

    fn check_pick<E: Objection>(game: &Stalingrad, unit: UnitId) -> Result<(), E> {
        let (field, name) = (&game.field, game.name(unit));
        if field.side(unit) != game.phasing {
            return no("STAL-MOV-1", name, "it is not its side's turn to move");
        }
        no_if(field.hex_of(unit).is_none(), "STAL-MOV-1", name, || "it is not on the map".into())?;
        no_if(field.is_disrupted(unit), "STAL-DIS-1", name, || "it is Disrupted and does not move".into())?;
        no_if(field.is(unit, Status::Moved), "STAL-MOV-1", name, || "it has moved already".into())?;
        let can_leave = Elbowroom::of(field, game.phasing).can_leave(field, unit);
        let is_mixed = field.hex_of(unit).is_some_and(|hex| field.is_mixed(hex));
        no_if(!can_leave, if is_mixed { "STAL-HUG-3" } else { "STAL-ZOC-4" }, name, || {
            "it has nowhere to go: enemies, their zones of control and full hexes close every way".into()
        })
    }
}

impl Decision<Stalingrad> for Move {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        match self.picked {
            None => {
                let clause = if game.phasing == Side::German { "STAL-SEQ-4" } else { "STAL-SEQ-12" };
                Prompt::new("Move your units, one at a time", &[clause, "STAL-MOV-1"])
            }
            Some(unit) if game.way.hexes().is_empty() => Prompt::new(
                format!("Where does {} move?", game.name(unit)),
                &["STAL-MOV-1", "STAL-MOV-2", "STAL-ZOC-2"],
            ),
            Some(unit) => Prompt::new(
                format!("{}: go on with the way, or march", game.name(unit)),
                &["STAL-R73", "STAL-MOV-2"],
            ),
        }
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        let Some(unit) = self.picked else {
            out.extend(game.movable().iter().map(Action::Pick));
            if Self::moves_guns(game) {
                let free = game.theatre().east_bank.iter().filter(|&hex| hex != game.field.guns);
                out.extend(free.map(Action::Guns));
            }
            return out.push(Action::Done);
        };
        let range = game.range(unit);
        if game.way.hexes().is_empty() {
            out.extend(range.ends().iter().map(Action::To));
        } else if range.check_way::<kit::objection::Silent>(&game.way).is_ok() {
            out.push(Action::Done);
        }
        out.extend(range.next_steps(&game.way).iter().map(Action::Step));
        out.push(Action::Stay);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match (action, self.picked) {
            (Action::Pick(unit), None) => Self::check_pick(game, unit),
            (Action::Guns(hex), None) if game.phasing == Side::Russian => game.check_guns_move(hex),
            (Action::Done, None) | (Action::Stay, Some(_)) => Ok(()),
            (Action::To(hex), Some(unit)) if game.way.hexes().is_empty() => game.range(unit).check(hex),
            (Action::Step(hex), Some(unit)) => game.range(unit).check_step(&game.way, hex),
            (Action::Done, Some(unit)) => game.range(unit).check_way(&game.way),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        match (action, self.picked) {
            (Action::Guns(hex), _) => game.move_guns(hex, journal),
            (Action::Pick(unit), _) => game.flow.goto(Self { picked: Some(unit) }),
            (Action::To(hex), Some(unit)) => {
                game.way = MoveRange::way_to(&game.field, unit, hex).unwrap_or(Way::NOWHERE);
                game.flow.goto(Self::START);
                game.flow.call(March { unit });
            }
            (Action::Step(hex), _) => game.way = game.way.then(hex),
            (Action::Done, Some(unit)) => {
                game.flow.goto(Self::START);
                game.flow.call(March { unit });
            }
            // Whoever is let go has not moved, and can be taken up again.
            (Action::Stay, Some(_)) => {
                game.way = Way::NOWHERE;
                game.flow.goto(Self::START);
            }
            _ => game.flow.done(),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        self.picked.is_some() || Self::moves_guns(game) || game.is_anybody_movable()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}

/// A unit goes its way; a long Russian move is bombed hex by hex (STAL-MOV-5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct March {
    unit: UnitId,
}

impl Procedure<Stalingrad> for March {
    type End = MarchProgress;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> MarchProgress {
        chance::roll(&game.bombs_on(self.unit, &game.way), dice)
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: MarchProgress, journal: &mut J) {
        let unit = self.unit;
        let way = std::mem::replace(&mut game.way, Way::NOWHERE);
        game.flow.done();
        let from = game.field.hex_of(unit).unwrap_or(HexId::NONE);
        let Some(&hex) = way.hexes().get(usize::from(end.entered) - 1) else { return };
        game.field.move_to(unit, hex);
        game.field.set(unit, Status::Moved, true);
        journal.tell(|| {
            let words = format!("{} moves to {}", game.name(unit), game.number(hex));
            event(game, "STAL-MOV-1", words, &[from, hex]).to(unit)
        });
        // STAL-MOV-7, STAL-HQ-4: any move Disrupts the headquarters.
        if game.field.is_kind(unit, UnitKind::Headquarters) {
            game.field.set(unit, Status::Disrupted, true);
        }
        match end.fate {
            Fate::Unharmed => {}
            Fate::Disrupted => {
                game.field.set(unit, Status::Disrupted, true);
                journal.tell(|| {
                    let words =
                        format!("bombs stop {} in {}: it is Disrupted", game.name(unit), game.number(hex));
                    event(game, "STAL-MOV-5", words, &[hex]).to(unit)
                });
            }
            Fate::Eliminated => {
                let delay = game.field.charts().delays.bombed;
                game.field.eliminate(unit, game.turn, delay);
                journal.tell(|| {
                    let words = format!("bombs destroy {} in {}", game.name(unit), game.number(hex));
                    event(game, "STAL-MOV-5", words, &[hex]).to(unit)
                });
            }
        }
        game.field.lift_lone_snipers();
        game.field.settle_control();
        if stacking::is_overstacked(&game.field, hex) {
            game.flow.call(Excess { hex, side: game.field.side(unit) });
        }
    }
}

/// STAL-STK-1: too many units in a hex; the owner takes some away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Excess {
    hex: HexId,
    side: Side,
}

impl Decision<Stalingrad> for Excess {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(self.side))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let words = format!("Too many units in {}: which one is eliminated?", game.number(self.hex));
        Prompt::new(words, &["STAL-STK-1"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend(game.field.units_of_in(self.side, self.hex).map(Action::Lose));
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let Action::Lose(unit) = action else { return out_of_place(game, action) };
        let is_one = game.field.hex_of(unit) == Some(self.hex) && game.field.side(unit) == self.side;
        no_if(!is_one, "STAL-STK-1", game.name(unit), || {
            format!("it is none of the units of its side in {}", game.number(self.hex))
        })
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Lose(unit) = action else { return };
        let delay = game.field.charts().delays.overstacked;
        game.field.eliminate(unit, game.turn, delay);
        journal.tell(|| {
            let words = format!("{} finds no room in {} and is lost", game.name(unit), game.number(self.hex));
            event(game, "STAL-STK-1", words, &[self.hex]).to(unit)
        });
        game.field.lift_lone_snipers();
        game.field.settle_control();
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        stacking::is_overstacked(&game.field, self.hex)
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.done();
    }
}
