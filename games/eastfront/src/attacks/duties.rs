//! Must-attack (`EAST-ATT-5` to `EAST-ATT-7`, `EAST-ATT-13`, `EAST-RES-16`), and whether a declaration stands as a whole.

use kit::{Objection, Reckoning, Refusal, map::HexId, objection::no_since};

use super::plan::{Plan, Terms};
use crate::{battle::Battle, board::Board, map::Hexes, roster::UnitId};

impl Plan {
    /// Calls `found` with every Soviet attacker and hex with an Undispersed German next to it that nobody attacks, until
    /// it says stop; whether it did. Only those whose attacks are being declared raise it.
    fn any_duty(&self, board: &Board, mut found: impl FnMut(UnitId, HexId) -> bool) -> bool {
        if self.binding.is_empty() {
            return false;
        }
        let mut met: Hexes =
            self.attacks().iter().filter(|attack| attack.is_manned()).map(|attack| attack.target).collect();
        if self.is_breaking_out {
            met |= self.attacked;
        }
        let open = self.binding - met;
        (0..self.attacks().len()).filter(|&place| self.is_being_declared(place)).any(|place| {
            self.attackers(board, place).iter().any(|unit| {
                let mut prey = self.prey_of(board, unit);
                prey.any(|hex| open.contains(hex) && found(unit, hex))
            })
        })
    }

    /// The hexes that must be attacked too.
    pub(crate) fn owed(&self, board: &Board) -> Hexes {
        let mut owed = Hexes::EMPTY;
        self.any_duty(board, |_, hex| {
            owed.insert(hex);
            false
        });
        owed
    }

    /// Whether the declaration can be closed as it is (`EAST-ATT-4`).
    pub(crate) fn can_close(&self, board: &Board) -> bool {
        self.attacks().iter().all(|attack| attack.is_fine()) && !self.any_duty(board, |_, _| true)
    }

    /// The same, or why not.
    pub(crate) fn check_close<E: Objection>(&self, board: &Board, terms: Terms) -> Result<(), E> {
        if let Some(place) = self.attacks().iter().position(|attack| !attack.is_fine()) {
            return Err(E::explain(|| {
                let attack = self.meeting(board, terms, place).attack(board, None);
                let refusal = Battle::reckon(&attack, &mut Reckoning::default()).err();
                refusal.unwrap_or_else(|| Refusal::new("EAST-ATT-8", "the odds are too low"))
            }));
        }
        let mut first = None;
        self.any_duty(board, |unit, hex| {
            first = Some((unit, hex));
            true
        });
        let Some((unit, hex)) = first else { return Ok(()) };
        let clause = if self.is_breaking_out { "EAST-RES-16" } else { "EAST-ATT-5" };
        let (name, called) = (board.name(unit), board.theatre().called(hex));
        no_since(clause, name, || {
            format!(
                "{name} attacks, so the Germans next to it in {called} must be attacked too; release it or attack them"
            )
        })
    }
}
