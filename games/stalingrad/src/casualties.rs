//! Units lost in ground combat: when they are back, and what becomes of their snipers and of the headquarters.

use kit::{Journal, map::HexId};

use crate::{
    battle::Cause,
    field::{Aside, Field, SniperId, SniperPlace},
    flow::event,
    game::Stalingrad,
    units::{Side, UnitId, UnitKind},
};

/// How a unit was lost in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// By the result of the combat.
    Combat(Cause),
    /// By friendly bombs (STAL-AIR-6).
    FriendlyBombs,
}

impl Loss {
    const fn clause(self) -> &'static str {
        match self {
            Self::Combat(Cause::Eliminated) => "STAL-RES-1",
            Self::Combat(Cause::AttackFailed) => "STAL-RES-8",
            Self::Combat(Cause::Exchanged) => "STAL-EXC-11",
            Self::FriendlyBombs => "STAL-AIR-6",
        }
    }
}

impl Field {
    /// The snipers of a side in a hex.
    pub fn posted_in(&self, side: Side, hex: HexId) -> impl Iterator<Item = SniperId> {
        SniperId::all().filter(move |id| {
            id.side() == side && self.snipers[usize::from(id.0)].place == SniperPlace::Posted(hex)
        })
    }
}

impl Stalingrad {
    /// A unit is lost in combat (STAL-REP-2, STAL-REP-3, STAL-EXC-11).
    pub(crate) fn lose<J: Journal>(&mut self, unit: UnitId, loss: Loss, journal: &mut J) {
        let Some(hex) = self.field.hex_of(unit) else { return };
        let side = self.field.side(unit);
        let delays = &self.field.charts().delays;
        let delay = match loss {
            Loss::Combat(Cause::Eliminated) => delays.eliminated,
            Loss::Combat(Cause::AttackFailed) => delays.attackers_eliminated,
            Loss::Combat(Cause::Exchanged) => delays.exchanged,
            Loss::FriendlyBombs => delays.bombed,
        };
        // STAL-HQ-6, STAL-R42: surrounded, orders disregarded.
        let for_good = self.field.is_kind(unit, UnitKind::Headquarters) && side != self.phasing && {
            let planned = &self.plan.attacks()[usize::from(self.fight.place)];
            self.fight.pressure(&self.field, planned).steps(&self.field, side, hex, hex, 1).is_empty()
        };
        if for_good {
            self.field.remove(unit, Aside::Gone);
        } else {
            self.field.eliminate(unit, self.turn, delay);
        }
        journal.tell(|| {
            let back = match self.field.place_of(unit) {
                kit::position::Place::Aside(Aside::Track(turn)) if turn <= self.theatre().last_turn() => {
                    format!(", back in turn {turn}")
                }
                kit::position::Place::Aside(Aside::Track(_)) => ", too late to come back".to_owned(),
                _ if side == Side::Russian => " for good".to_owned(),
                _ => String::new(),
            };
            let words = format!("{} is eliminated in {}{back}", self.name(unit), self.number(hex));
            event(self, if for_good { "STAL-HQ-6" } else { loss.clause() }, words, &[hex]).to(unit)
        });
        if !self.field.held_by(side).contains(hex) {
            self.bereave_snipers(side, hex, loss, journal);
        }
    }

    /// The snipers of a hex whose last friend has been lost (STAL-SNP-6, STAL-SNP-7, STAL-SNP-11, STAL-R80).
    fn bereave_snipers<J: Journal>(&mut self, side: Side, hex: HexId, loss: Loss, journal: &mut J) {
        let posted: Vec<SniperId> = self.field.posted_in(side, hex).collect();
        let target = self.plan.attacks().get(usize::from(self.fight.place));
        let target = target.and_then(|planned| planned.targets().iter().position(|&target| target == hex));
        let last_out = target.and_then(|place| self.fight.last_out[place]);
        let refuge = last_out.filter(|_| side != self.phasing).and_then(|unit| self.field.hex_of(unit));
        for id in posted {
            let (place, clause, words) = match (refuge, loss) {
                (Some(refuge), _) => {
                    (SniperPlace::Posted(refuge), "STAL-R80", "follows the last to get away")
                }
                (None, Loss::Combat(Cause::Exchanged)) => {
                    let turn = self.turn + self.field.charts().delays.sniper;
                    (SniperPlace::Returning(turn), "STAL-SNP-7", "has lost his stack and comes back later")
                }
                (None, Loss::Combat(Cause::AttackFailed)) => {
                    (SniperPlace::Ready, "STAL-SNP-11", "is taken off the map unharmed")
                }
                (None, _) => (SniperPlace::Gone, "STAL-SNP-6", "is lost with his stack"),
            };
            self.move_sniper(id, place, clause, words, hex, journal);
        }
    }

    /// A unit has retreated from a hex: the snipers there go with it if it was the last (STAL-SNP-9, STAL-R80).
    pub(crate) fn take_snipers_along<J: Journal>(&mut self, unit: UnitId, from: HexId, journal: &mut J) {
        let side = self.field.side(unit);
        let Some(to) = self.field.hex_of(unit).filter(|_| !self.field.held_by(side).contains(from)) else {
            return;
        };
        let posted: Vec<SniperId> = self.field.posted_in(side, from).collect();
        for id in posted {
            self.move_sniper(id, SniperPlace::Posted(to), "STAL-SNP-9", "goes along", from, journal);
        }
    }

    fn move_sniper<J: Journal>(
        &mut self,
        id: SniperId,
        place: SniperPlace,
        clause: &'static str,
        words: &str,
        hex: HexId,
        journal: &mut J,
    ) {
        // STAL-R102: what was seen of him is remembered until he is placed anew.
        self.field.snipers[usize::from(id.0)].place = place;
        journal.tell(|| {
            let whose = id.side().name();
            event(self, clause, format!("the {whose} sniper in {} {words}", self.number(hex)), &[hex])
        });
    }
}
