//! The attacks one by one, up to the first choice about losses (`EAST-RES-14`).

use kit::{
    Dice, Die, Journal, Objection, Prompt, Purpose,
    flow::{Decision, Procedure},
    objection::no_since,
};

use super::{advance::Advance, attack::Declare, event, orders::Refusing, out_of_place, outlook};
use crate::{
    action::Action,
    attacks::{Fight, Plan},
    battle::{Battle, board::Meeting},
    board::Status,
    game::EastFront,
    results::CombatResult,
    unit::Side,
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
        outlook::tell_roll(game, rolled, journal);
        // EAST-SEQ-5
        for unit in game.fight.attackers {
            game.board.set(unit, Status::Spent, true);
        }
        game.flow.goto(Refusing);
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
        for unit in attackers {
            game.board.set(unit, Status::Breakthrough, true);
        }
        let terms = game.terms();
        game.plan.break_out(&game.board, terms);
        game.flow.goto(Declare);
    }
}
