//! Phases C and E: attacks are put together by clicks and checked as a whole (`EAST-ATT-4`); breakthrough attacks likewise
//! (`EAST-RES-15`).

use kit::{
    Journal, Objection, Prompt,
    flow::Decision,
    map::HexId,
    objection::{no_if, no_since},
};

use super::{combat::Battles, event, out_of_place};
use crate::{action::Action, board::Status, game::EastFront, map::Hexes, roster::Force};

impl EastFront {
    /// Units by their names.
    pub(crate) fn list(&self, units: Force) -> String {
        units.iter().map(|unit| self.name(unit)).collect::<Vec<_>>().join(", ")
    }

    /// Hexes as players call them.
    pub(crate) fn called(&self, hexes: impl IntoIterator<Item = HexId>) -> String {
        hexes.into_iter().map(|hex| self.theatre().called(hex)).collect::<Vec<_>>().join(", ")
    }

    /// The attack that a player calls by its hex and its wave.
    pub(super) fn attack_named<E: Objection>(&self, hex: HexId, wave: Option<u8>) -> Result<usize, E> {
        let wave = wave.unwrap_or(1);
        if let Some(place) = self.plan.named(hex, wave) {
            return Ok(place);
        }
        no_since("EAST-ATT-4", self.number(hex), || {
            let called = self.theatre().called(hex);
            if wave > 1 {
                format!("{called} has no attack number {wave}")
            } else {
                format!("{called} is not attacked")
            }
        })
    }

    /// How players call an attack: its hex, and its wave if it is not the first.
    pub(crate) fn wave_of(&self, place: usize) -> (HexId, Option<u8>) {
        let wave = self.plan.wave(place);
        (self.plan.attacks()[place].target, (wave > 1).then_some(wave))
    }
}

/// The player declares his attacks: those of the phase, or those out of a breakthrough.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Declare;

impl Decision<EastFront> for Declare {
    fn prompt(self, game: &EastFront) -> Prompt {
        let plan = &game.plan;
        let (clause, duty) =
            if plan.is_breaking_out { ("EAST-RES-15", "EAST-RES-16") } else { ("EAST-ATT-4", "EAST-ATT-5") };
        let owed = plan.owed(&game.board);
        if !owed.is_empty() {
            let words =
                format!("Germans next to your attackers must be attacked too: {}", game.called(owed.iter()));
            return Prompt::new(words, &[duty, "EAST-ATT-7", clause]);
        }
        let words = match (plan.is_breaking_out, plan.can_close(&game.board)) {
            (_, false) => "An attack is below 1:4 and is not allowed: strengthen it or take it back",
            (true, true) => "Breakthrough: who attacks once more, and what?",
            (false, true) => "Who attacks what? All attacks of the phase are declared now",
        };
        Prompt::new(words, &[clause, "EAST-ATT-2", "EAST-ATT-3"])
    }

    fn choices(self, game: &EastFront, out: &mut Vec<Action>) {
        let (plan, board) = (&game.plan, &game.board);
        if plan.can_close(board) {
            out.push(Action::Done);
        }
        let declared = || (0..plan.attacks().len()).filter(|&place| plan.is_being_declared(place));
        if declared().next().is_some() {
            out.push(Action::Pass);
        }
        let (mut once, mut often) = (Hexes::EMPTY, Hexes::EMPTY);
        plan.any_attack(board, game.phasing, |unit, hex| {
            out.push(Action::Attack(unit, hex));
            if !once.insert(hex) {
                often.insert(hex);
            }
            false
        });
        let many = often.iter().filter(|&hex| plan.stormers(board, game.phasing, hex).len() > 1);
        out.extend(many.map(Action::Storm));
        for place in declared() {
            let (hex, wave) = game.wave_of(place);
            if plan.takes_a_wave(board, game.phasing, place) {
                out.push(Action::Wave(hex));
            }
            out.push(Action::Drop(hex, wave));
            out.extend(plan.attackers(board, place).iter().map(Action::Release));
        }
    }

    fn check<E: Objection>(self, game: &EastFront, action: Action) -> Result<(), E> {
        let (plan, board) = (&game.plan, &game.board);
        match action {
            Action::Done => plan.check_close(board, game.terms()),
            Action::Pass => {
                let mut declared = 0..plan.attacks().len();
                no_if(!declared.any(|place| plan.is_being_declared(place)), "EAST-ATT-4", "", || {
                    "there is no attack to take back; close the declaration".into()
                })
            }
            Action::Attack(unit, hex) => plan.check_attack(board, game.terms(), unit, hex),
            Action::Storm(hex) => {
                let many = plan.stormers(board, game.phasing, hex).len() > 1;
                no_if(!many, "EAST-ATT-2", game.number(hex), || {
                    format!("no two units can be sent against {}", game.theatre().called(hex))
                })
            }
            Action::Wave(hex) => plan.check_wave(board, game.phasing, hex),
            Action::Release(unit) => {
                let is_in = plan.attack_of(unit).is_some_and(|place| plan.can_release(place));
                no_if(!is_in, "EAST-ATT-4", game.name(unit), || {
                    format!("{} is in no attack that is being declared", game.name(unit))
                })
            }
            Action::Drop(hex, wave) => {
                let place = game.attack_named(hex, wave)?;
                no_if(!plan.is_being_declared(place), "EAST-R62", game.number(hex), || {
                    format!("the attack on {} is declared and must be resolved", game.theatre().called(hex))
                })
            }
            _ => out_of_place(game, action),
        }
    }

    fn effect<J: Journal>(self, game: &mut EastFront, action: Action, journal: &mut J) {
        let terms = game.terms();
        let EastFront { plan, board, .. } = game;
        match action {
            Action::Attack(unit, hex) => plan.attack(board, terms, unit, hex),
            Action::Storm(hex) => {
                let all = plan.stormers(board, terms.side, hex);
                for unit in all {
                    // EAST-STK-4: who came before may leave no room for another ARM unit.
                    if plan.stormers(board, terms.side, hex).contains(unit) {
                        plan.attack(board, terms, unit, hex);
                    }
                }
            }
            Action::Wave(hex) => plan.begin_wave(hex),
            Action::Release(unit) => plan.release(board, terms, unit),
            Action::Drop(hex, wave) => {
                if let Some(place) = plan.named(hex, wave.unwrap_or(1)) {
                    plan.take_out(place);
                }
            }
            Action::Pass => {
                plan.drop_all();
                self.pass(game, journal);
            }
            _ => self.pass(game, journal),
        }
    }

    fn is_open(self, game: &EastFront) -> bool {
        let plan = &game.plan;
        let has_any = (0..plan.attacks().len()).any(|place| plan.is_being_declared(place));
        has_any || plan.any_attack(&game.board, game.phasing, |_, _| true)
    }

    /// The declaration is closed. Attacks of the phase are resolved from here on; breakthrough attacks come before those
    /// that wait (`EAST-RES-15`).
    fn pass<J: Journal>(self, game: &mut EastFront, journal: &mut J) {
        let is_breaking_out = game.plan.is_breaking_out;
        game.plan.close();
        let rights = game.board.all(Status::Breakthrough);
        game.board.clear(rights, Status::Breakthrough);
        if J::LISTENS {
            for place in (0..game.plan.attacks().len())
                .filter(|&place| game.plan.attacks()[place].is_breakthrough == is_breaking_out)
            {
                journal.tell(|| {
                    let target = game.plan.attacks()[place].target;
                    let attackers = game.list(game.plan.attackers(&game.board, place));
                    let how = if is_breaking_out {
                        "will be attacked out of the breakthrough"
                    } else {
                        "will be attacked"
                    };
                    let clause = if is_breaking_out { "EAST-RES-15" } else { "EAST-ATT-4" };
                    event(
                        game,
                        clause,
                        format!("{} {how} by {attackers}", game.theatre().called(target)),
                        &[target],
                    )
                });
            }
        }
        if is_breaking_out { game.flow.done() } else { game.flow.goto(Battles) }
    }
}
