//! A3 and B5, second half: the battles one by one (MARS-SEQ-3, MARS-SEQ-9), up to the die.

use std::borrow::Cow;

use kit::{Fought, Reading, Sums};

use super::{allocate, recovery};
use crate::{battle::reckon, prelude::*};

impl Mars {
    pub(crate) fn battle_in_hand(&self) -> &Planned {
        &self.plan.battles()[usize::from(self.fight.battle)]
    }

    /// The units in the attacked hexes of a battle.
    fn defenders(&self, battle: &Planned) -> Units {
        battle.targets().iter().flat_map(|&hex| self.field.units_in(hex)).collect()
    }

    /// Reckons the battle in hand, once for all that follows; whether it can be fought.
    fn reckon(&mut self) -> bool {
        let assault = meeting(self, self.battle_in_hand()).assault(&self.field);
        let reckoned = Reckoned::new(&assault, &mut Sums::default());
        reckoned.map(|reckoned| self.fight.reckoned = reckoned).is_ok()
    }
}

/// A battle as it stands now (MARS-ODD-6, MARS-SUP-10).
pub(super) fn meeting<'b>(game: &Mars, battle: &'b Planned) -> Meeting<'b> {
    let options = game.house.of_battle(game.fight.index);
    let (side, turn, supplies) = (game.phasing, game.turn, Supplies::of(&game.field));
    Meeting {
        moment: Moment::Resolution,
        probe: game.fight.probe,
        no_retreat: game.fight.no_retreat,
        // MARS-RET-6: whoever was not there when the attacks were allocated.
        newcomers: game.defenders(battle) - game.plan.defenders(),
        ..battle.meeting(&Battling { side, turn, options, supplies })
    }
}

/// The next battle is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battles;

impl Decision<Mars> for Battles {
    fn prompt(self, _: &Mars) -> Prompt {
        Prompt::new("which battle is fought next?", &["MARS-SEQ-3"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        out.extend(game.plan.battles().iter().map(|battle| Action::Fight(battle.targets()[0])));
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        match action {
            Action::Fight(hex) => allocate::named_by_first(game, hex),
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        let Action::Fight(hex) = action else { return };
        let Some(place) = game.plan.battle_at(hex) else { return };
        let battle = game.plan.battles()[place];
        let defenders = game.defenders(&battle) & game.plan.defenders();
        game.fight = Fight::begin(place, battle.attackers, defenders, &game.field);
        game.flow.call(Aftermath);
        if battle.line_strength().is_some() && !game.field.enemies_of(game.phasing).contains(hex) {
            // MARS-RES-18: a hex without units is looked at again when its turn comes.
            let mut tell =
                |game: &Mars, words: &str| journal.tell(|| game.event("MARS-RES-18", words.into(), &[hex]));
            if game.field.held_by(game.phasing).contains(hex) {
                return tell(game, "the hex has been entered meanwhile: no battle");
            }
            if game.phasing == Side::Russian && garrison_strength(&game.field, hex, true).is_none() {
                tell(game, "no garrison is left in the zone: the hex is open without a roll");
                game.fight.open_without_roll();
                return game.flow.call(Advance);
            }
        }
        // A battle that could be allocated can be fought, whatever its odds have become (MARS-ODD-6).
        if game.reckon() {
            game.flow.call(Terms);
        }
    }

    fn is_open(self, game: &Mars) -> bool {
        !game.plan.is_empty()
    }
}

/// The attacker settles how the die is read: first the probe, then the index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terms;

impl Terms {
    /// Whether the attacker may still lower the odds to a probe: a German whose odds against some defender are above it
    /// (MARS-ODD-7, MARS-R27).
    fn may_probe(game: &Mars) -> bool {
        let probe = game.theatre().charts.probe;
        !game.fight.terms_settled
            && game.phasing == Side::German
            && game.fight.reckoned.readings.iter().any(|reading| reading.final_odds > probe)
    }
}

impl Decision<Mars> for Terms {
    fn prompt(self, game: &Mars) -> Prompt {
        if Self::may_probe(game) {
            return Prompt::new("is the attack made in full, or as a probe at 2:1?", &["MARS-ODD-7"]);
        }
        Prompt::new("by which index is the die read?", &["MARS-R1"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        if Self::may_probe(game) {
            out.extend([Action::Full, Action::Probe]);
        } else {
            out.extend([Action::IndexA, Action::IndexB]);
        }
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        match action {
            Action::Full | Action::Probe if Self::may_probe(game) => Ok(()),
            Action::IndexA | Action::IndexB if !Self::may_probe(game) => Ok(()),
            Action::Probe if game.phasing == Side::Russian => no("MARS-ODD-7", "", "Russians never probe"),
            _ => game.out_of_place(action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, _: &mut J) {
        match action {
            Action::Probe => game.fight.probe = true,
            Action::IndexA => game.fight.index = DieIndex::A,
            Action::IndexB => game.fight.index = DieIndex::B,
            _ => {}
        }
        game.fight.terms_settled = true;
        if action != Action::Full && !game.reckon() {
            game.flow.done();
        }
    }

    fn is_open(self, game: &Mars) -> bool {
        let index = game.house.attacker_chooses_index && game.fight.index == DieIndex::BySide;
        index || Self::may_probe(game)
    }

    fn pass<J: Journal>(self, game: &mut Mars, _: &mut J) {
        game.fight.terms_settled = true;
        game.flow.goto(Orders);
    }
}

/// The defender gives No Retreat orders (MARS-NRT-1), then the die is cast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orders;

impl Decision<Mars> for Orders {
    fn decider(self, game: &Mars) -> Option<Seat> {
        Some(seat(game.phasing.enemy()))
    }

    fn prompt(self, _: &Mars) -> Prompt {
        let words = "which units are ordered not to retreat? Then the die is cast";
        Prompt::new(words, &["MARS-NRT-1", "MARS-R18"])
    }

    fn choices(self, game: &Mars, out: &mut Vec<Action>) {
        out.push(Action::Roll);
        let free = game.defenders(game.battle_in_hand()) - game.fight.no_retreat;
        out.extend(free.iter().map(Action::NoRetreat));
    }

    fn check<E: Objection>(self, game: &Mars, action: Action) -> Result<(), E> {
        let unit = match action {
            Action::Roll => return Ok(()),
            Action::NoRetreat(unit) => unit,
            _ => return game.out_of_place(action),
        };
        let what = if game.fight.no_retreat.contains(unit) {
            "has its order already"
        } else if game.defenders(game.battle_in_hand()).contains(unit) {
            return Ok(());
        } else {
            "does not defend in this battle"
        };
        refuse("MARS-NRT-1", game.name(unit), what)
    }

    fn effect<J: Journal>(self, game: &mut Mars, action: Action, journal: &mut J) {
        let Action::NoRetreat(unit) = action else { return game.flow.goto(BattleRoll) };
        game.fight.no_retreat.insert(unit);
        let words = || format!("{} is ordered not to retreat", game.name(unit));
        journal.tell(|| game.event("MARS-NRT-1", words(), game.field.hex_of(unit).as_slice()));
    }

    fn is_open(self, game: &Mars) -> bool {
        !game.defenders(game.battle_in_hand()).is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Mars, _: &mut J) {
        game.flow.goto(BattleRoll);
    }
}

/// The die of the battle is cast (MARS-CRT-1, MARS-CRT-2). It was reckoned before, so that all that is left is to read
/// the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BattleRoll;

impl Procedure<Mars> for BattleRoll {
    type End = End;

    fn throw<D: Dice>(self, game: &Mars, dice: &mut D) -> End {
        game.fight.reckoned.throw(&game.theatre().charts, dice)
    }

    fn apply<J: Journal>(self, game: &mut Mars, end: End, journal: &mut J) {
        let planned = *game.battle_in_hand();
        let times = game.theatre().charts.attack_times(game.phasing, game.turn);
        game.fight.note(&game.field, planned.targets(), &end, times);
        let reckoned = &game.fight.reckoned;
        let charts = &game.theatre().charts;
        journal.tell(|| {
            let read = |(reading, result): (&reckon::TargetReading, CrtResult)| {
                let (who, _) = reader(game, &planned, reading);
                format!("{who} {} ({})", result.name(), charts.head(reading.column))
            };
            let readings: Vec<String> = reckoned.readings.iter().zip(end.results.iter()).map(read).collect();
            let words = format!("{} against {}: {}", reckoned.attack, reckoned.defence, readings.join(", "));
            game.event("MARS-CRT-2", words, planned.targets())
        });
        // The cell of the chart that each defender read.
        if let Some(row) = journal.face(0).map(|face| reckoned.row(charts, face)) {
            let sheet = charts.tables.crt.sheet();
            for reading in reckoned.readings.iter() {
                journal
                    .cell(|| sheet.cell(row, reading.column.0 as usize, reader(game, &planned, reading).0));
            }
        }
        journal.battle(|| fought(game, &planned, &end));
        Losses::name_forced(game);
        game.flow.goto(Losses);
    }
}

/// Who reads a result, and the hex it is in: a unit, or the line of an empty hex.
fn reader(game: &Mars, planned: &Planned, reading: &reckon::TargetReading) -> (&'static str, HexId) {
    let hex = planned.targets()[reading.hex()];
    let unit = reading.unit().and_then(|place| game.field.units_in(hex).nth(place));
    (unit.map_or_else(|| game.number(hex), |unit| game.name(unit)), hex)
}

/// The battle for studies: columns, results, and what the die could have given.
fn fought(game: &Mars, planned: &Planned, end: &End) -> Fought {
    let (charts, reckoned) = (&game.theatre().charts, &game.fight.reckoned);
    let ends = reckoned.ends(charts);
    let reading = |(place, reading): (usize, &reckon::TargetReading)| {
        let (who, hex) = reader(game, planned, reading);
        let at = |end: &End| end.results.get(place).map_or("-", CrtResult::name);
        let chances = Reading::weigh(ends.iter().map(|end| (at(end), 1)));
        let (hex, column) = (game.number(hex).into(), charts.head(reading.column).into());
        Reading { who: who.into(), hex, column, result: at(end).into(), chances }
    };
    Fought {
        seat: seat(game.phasing),
        attackers: game.field.names(planned.attackers).map(Cow::from).collect(),
        readings: reckoned.readings.iter().enumerate().map(reading).collect(),
    }
}

/// The battle in hand is over: Russians that were attacked may recover (MARS-SEQ-9), and the next one is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aftermath;

impl Procedure<Mars> for Aftermath {
    type End = ();

    fn throw<D: Dice>(self, _: &Mars, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Mars, (): (), journal: &mut J) {
        if game.phasing == Side::German {
            recovery::of_attacked_russians(game, journal);
        }
        game.plan.finish(usize::from(game.fight.battle));
        game.fight = Fight::default();
        game.flow.done();
    }
}
