//! A.2.f and B.2.e: the attacks one by one (STAL-SEQ-8, STAL-SEQ-15), up to the die (STAL-R53).

use kit::{
    Dice, Fought, Journal, Objection, Prompt, Purpose, Reading, Seat,
    flow::{Decision, Procedure},
    map::HexId,
    objection::{no, no_since},
};

use super::{Step, allocate::by_first, event, losses::Buying, out_of_place};
use crate::{
    action::Action,
    allocation::{Answer, Plan, Planned},
    battle::{
        AttackStage,
        board::{self, Meeting},
    },
    engagement::Fight,
    field::Status,
    game::{Stalingrad, seat},
    index::IndexValue,
    results::GroundResult,
    units::{Side, UnitId, Units},
};

impl Stalingrad {
    /// The attack in hand.
    pub(crate) fn attack_in_hand(&self) -> &Planned {
        &self.plan.attacks()[usize::from(self.fight.place)]
    }
}

/// An attack as it stands now (STAL-ATK-12).
pub(super) fn meeting<'p>(game: &Stalingrad, planned: &'p Planned) -> Meeting<'p> {
    let no_retreat = match game.phasing {
        Side::German => game.no_retreat,
        Side::Russian => planned.answer == Answer::Holds || game.fight.no_retreat,
    };
    Meeting {
        side: game.phasing,
        turn: game.turn,
        stage: AttackStage::Resolution,
        house: game.house,
        planned,
        struck_from_the_air: game.struck_from_the_air(),
        no_retreat,
        risked: game.fight.risked,
        cut_off: board::cut_off(&game.field),
        newcomers: game.plan.displaced,
        finds_ways: false,
    }
}

/// The next attack is chosen; those across a balka come first (STAL-TER-3, STAL-R79).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Battles;

impl Battles {
    fn is_next(plan: &Plan, attack: &Planned) -> bool {
        attack.first_group || !plan.attacks().iter().any(|other| other.first_group)
    }
}

impl Decision<Stalingrad> for Battles {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let clause = if game.phasing == Side::German { "STAL-SEQ-8" } else { "STAL-SEQ-15" };
        Prompt::new("Which attack is resolved next?", &[clause, "STAL-TER-3", "STAL-ATK-12"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        let next = game.plan.attacks().iter().filter(|attack| Self::is_next(&game.plan, attack));
        out.extend(next.map(|attack| Action::Resolve(attack.name())));
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let Action::Resolve(hex) = action else { return out_of_place(game, action) };
        let place = by_first(game, hex)?;
        if Self::is_next(&game.plan, &game.plan.attacks()[place]) {
            return Ok(());
        }
        let first = game.plan.attacks().iter().find(|attack| attack.first_group);
        let first = first.map_or("", |attack| game.number(attack.name()));
        no_since("STAL-TER-3", first, || format!("the attack on {first} crosses a balka and comes first"))
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        let Action::Resolve(hex) = action else { return };
        let Some(place) = game.plan.named(hex) else { return };
        let planned = game.plan.attacks()[place];
        game.fight = Fight::begin(place, &game.field, game.phasing, &planned);
        game.flow.call(Aftermath);
        let Some(battle) = meeting(game, &planned).reckon(&game.field) else {
            return journal.tell(|| {
                let words = format!(
                    "the attack on {} is cancelled: too few are left to make it",
                    game.named(&planned)
                );
                event(game, "STAL-CRT-6", words, planned.targets())
            });
        };
        let ladder = &game.field.charts().ladder;
        game.fight.column = battle.column().map_or(0, |column| ladder.printed(column) as u8);
        game.fight.can_bomb_friends = battle.can_bomb_friends();
        game.flow.call(Risks);
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        !game.plan.is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        let everybody = game.field.on_map();
        game.field.clear(everybody, Status::Struck);
        game.field.clear(everybody, Status::Attackee);
        game.plan = Plan::EMPTY;
        game.flow.done();
    }
}

/// The German names the units that he risks in an exchange attack (STAL-EXC-5), then the die is cast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Risks;

impl Risks {
    /// Attackers who could still be risked.
    fn left(game: &Stalingrad) -> Units {
        game.attack_in_hand().attackers
            & (game.field.on_map() - game.field.all(Status::Disrupted) - game.fight.risked)
    }
}

impl Decision<Stalingrad> for Risks {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let words = if game.fight.risked.is_empty() {
            "Which units are risked in the exchange? At least one".to_owned()
        } else {
            format!("Risked: {}. Who else, or is the die cast?", game.list(game.fight.risked))
        };
        Prompt::new(words, &["STAL-EXC-5"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        if !game.fight.risked.is_empty() {
            out.push(Action::Roll);
        }
        out.extend(Self::left(game).iter().map(Action::Risk));
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Roll if game.fight.risked.is_empty() => {
                no("STAL-EXC-5", "", "at least one unit is risked")
            }
            Action::Roll => Ok(()),
            Action::Risk(unit) if Self::left(game).contains(unit) => Ok(()),
            Action::Risk(unit) => {
                let name = game.name(unit);
                no_since("STAL-EXC-5", name, || format!("{name} is risked already or does not attack here"))
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        match action {
            Action::Risk(unit) => game.fight.risked |= Units::of(unit),
            _ => game.flow.goto(Orders),
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        game.phasing == Side::German
            && game.attack_in_hand().exchange
            && (game.fight.risked.is_empty() || !Self::left(game).is_empty())
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.goto(Orders);
    }
}

/// The German decides whether those who are attacked hold (STAL-NOR-3), then the die is cast.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Orders;

impl Decision<Stalingrad> for Orders {
    fn decider(self, game: &Stalingrad) -> Option<Seat> {
        Some(seat(game.phasing.enemy()))
    }

    fn prompt(self, game: &Stalingrad) -> Prompt {
        let defenders = game.list(game.fight.defenders());
        Prompt::new(format!("No Retreat orders for {defenders}?"), &["STAL-NOR-3", "STAL-NOR-1"])
    }

    fn choices(self, _: &Stalingrad, out: &mut Vec<Action>) {
        out.extend([Action::Retreats, Action::NoRetreat]);
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        match action {
            Action::Retreats | Action::NoRetreat => Ok(()),
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, journal: &mut J) {
        game.fight.no_retreat = action == Action::NoRetreat;
        game.fight.is_ordered = true;
        if game.fight.no_retreat {
            journal.tell(|| {
                let words = format!("{} have orders to hold", game.list(game.fight.defenders()));
                event(game, "STAL-NOR-3", words, game.attack_in_hand().targets())
            });
        }
    }

    /// STAL-R12: an answer to an exchange attack has settled it.
    fn is_open(self, game: &Stalingrad) -> bool {
        game.phasing == Side::Russian
            && !game.fight.is_ordered
            && game.attack_in_hand().answer == Answer::None
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.goto(CombatRoll);
    }
}

/// What the die of a combat says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rolled {
    /// The printed result.
    pub result: GroundResult,
    /// Whether it was the worst roll where that makes friends be bombed (STAL-AIR-6).
    pub bombs_friends: bool,
}

/// The die is cast (STAL-CRT-1). The column was reckoned before, so that all that is left is to read the chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CombatRoll;

impl CombatRoll {
    fn read(game: &Stalingrad, index: IndexValue) -> Rolled {
        let result = *game.field.charts().tables.crt.at(index.row(), game.fight.column.into());
        let bombs_friends = game.fight.can_bomb_friends && index == IndexValue::WORST;
        Rolled { result, bombs_friends }
    }
}

impl Procedure<Stalingrad> for CombatRoll {
    type End = Rolled;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> Rolled {
        Self::read(game, game.house.index.roll(dice, Purpose::new("battle", "STAL-CRT-1")))
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: Rolled, journal: &mut J) {
        let planned = *game.attack_in_hand();
        let Some(battle) = meeting(game, &planned).reckon(&game.field) else { return game.flow.done() };
        let consequences = battle.consequences(end.result);
        game.fight.note(&game.field, game.phasing, &planned, &battle, &consequences);
        game.fight.bombs_friends = end.bombs_friends;
        let charts = game.field.charts();
        let sheet = charts.tables.crt.sheet();
        let head = &sheet.heads()[usize::from(game.fight.column)];
        journal.tell(|| {
            let odds = format!("{} against {}", battle.attack, battle.defence);
            let words = format!("{}: {odds}, {head}: {}", game.named(&planned), end.result.name());
            event(game, end.result.clause(), words, planned.targets())
        });
        if let Some(face) = journal.face(0) {
            let row = game.house.index.read(face).row();
            journal.cell(|| sheet.cell(row, game.fight.column.into(), game.named(&planned)));
        }
        journal.battle(|| fought(game, &planned, end.result));
        for place in 0..consequences.defenders.len() {
            if !planned.exchange && battle.effective(end.result, place) != end.result {
                let effective = battle.effective(end.result, place);
                let unit = board::defenders(&game.field, game.phasing, planned.targets()).nth(place);
                journal.tell(|| {
                    let name = unit.map_or("", |unit| game.name(unit));
                    let words = format!("{} becomes {} for {name}", end.result.name(), effective.name());
                    event(game, battle.conversion(end.result, place), words, planned.targets())
                });
            }
        }
        game.flow.goto(Buying);
    }
}

/// The combat for studies: what was read, and what the die could have given.
fn fought(game: &Stalingrad, planned: &Planned, result: GroundResult) -> Fought {
    let charts = game.field.charts();
    let column = usize::from(game.fight.column);
    let rows = 0..usize::from(IndexValue::WORST.0);
    let chances = Reading::weigh(rows.map(|row| (charts.tables.crt.at(row, column).name(), 1)));
    let reading = |unit: UnitId| Reading {
        who: game.name(unit).into(),
        hex: game.field.hex_of(unit).map_or("", |hex: HexId| game.number(hex)).into(),
        column: charts.tables.crt.sheet().heads()[column].as_str().into(),
        result: result.name().into(),
        chances: chances.clone(),
    };
    Fought {
        seat: seat(game.phasing),
        attackers: planned.attackers.iter().map(|unit| game.name(unit).into()).collect(),
        readings: game.fight.defenders().iter().map(reading).collect(),
    }
}

/// The combat in hand is over: who was attacked may recover (STAL-DIS-4), hexes change hands (STAL-R63), and the next one
/// is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Aftermath;

impl Procedure<Stalingrad> for Aftermath {
    type End = ();

    fn throw<D: Dice>(self, _: &Stalingrad, _: &mut D) {}

    fn apply<J: Journal>(self, game: &mut Stalingrad, (): (), journal: &mut J) {
        let attacked = game.fight.defenders();
        game.field.lift_lone_snipers();
        game.field.settle_control();
        game.recover(attacked - game.field.all(Status::Struck), journal);
        game.plan.take_out(usize::from(game.fight.place));
        game.fight = Fight::NONE;
        game.flow.done();
    }
}

/// What follows the losses and the retreats.
pub(super) fn after_retreats(game: &mut Stalingrad) {
    let next: Step = super::friendly::Misdirection.into();
    game.flow.goto(next);
}
