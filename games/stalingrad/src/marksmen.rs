//! Snipers on the board: where they are, what is known of them, and what becomes of them (STAL-SNP-5 to STAL-SNP-11).
//!
//! The row of a sniper is his number, so a posted sniper is *who* lies in a hex. The other side sees where snipers are
//! and not who: whoever has not been shown since he was placed can be exchanged with any other such sniper of his side,
//! also when he is out of the battle (STAL-R102).

use kit::{Dice, Die, Distribution, Fraction, Purpose, Seat, Viewer, chance, map::HexId};

use crate::{
    field::{Field, Sniper, SniperId, SniperPlace},
    game::{Stalingrad, seat},
    sniper::{Duel, DuelProgress},
    theatre::SNIPERS,
    units::Side,
};

impl Field {
    /// The snipers of a side that take part.
    pub fn snipers_of(&self, side: Side) -> impl Iterator<Item = SniperId> {
        SniperId::all().filter(move |&id| id.side() == side && self.sniper(id).place != SniperPlace::Absent)
    }

    /// A sniper.
    pub const fn sniper(&self, id: SniperId) -> &Sniper {
        &self.snipers[id.0 as usize]
    }

    /// A sniper, to be changed.
    pub(crate) const fn sniper_mut(&mut self, id: SniperId) -> &mut Sniper {
        &mut self.snipers[id.0 as usize]
    }

    /// The hex in which a sniper lies.
    pub fn post_of(&self, id: SniperId) -> Option<HexId> {
        match self.sniper(id).place {
            SniperPlace::Posted(hex) => Some(hex),
            _ => None,
        }
    }

    /// The number of a sniper (STAL-DIE-4).
    pub fn sniper_number(&self, id: SniperId) -> u16 {
        self.theatre().snipers[usize::from(id.0)].map_or(0, u16::from)
    }

    /// The snipers of a side in a hex.
    fn snipers_in(&self, side: Side, hex: HexId) -> impl Iterator<Item = SniperId> + use<> {
        let posted = self.snipers;
        SniperId::all().filter(move |id| {
            id.side() == side && posted[usize::from(id.0)].place == SniperPlace::Posted(hex)
        })
    }

    /// STAL-SNP-6: bombs have taken the last friends of snipers in a hex, who are out for good. Nothing happens while
    /// friends are left.
    pub fn bury_snipers(&mut self, side: Side, hex: HexId) {
        if self.held_by(side).contains(hex) {
            return;
        }
        for id in self.snipers_in(side, hex) {
            self.sniper_mut(id).place = SniperPlace::Gone;
        }
    }

    /// STAL-SNP-1: all snipers are picked up to be placed anew; STAL-R80: a German who comes back now is among them.
    pub(crate) fn pick_up_snipers(&mut self, turn: u8) {
        for id in SniperId::all() {
            let is_free = match self.sniper(id).place {
                SniperPlace::Posted(_) | SniperPlace::Ready => true,
                SniperPlace::Returning(back) => id.side() == Side::German && back <= turn,
                SniperPlace::Absent | SniperPlace::Gone => false,
            };
            if is_free {
                *self.sniper_mut(id) = Sniper { place: SniperPlace::Ready, revealed: false, fired: false };
            }
        }
    }
}

/// Whether a viewer knows who the snipers of a side are.
pub(crate) fn knows(viewer: Viewer, side: Side) -> bool {
    viewer == Viewer::Seat(seat(side))
}

/// By what a sniper's place is sorted where nobody may know who he is.
fn rank(place: SniperPlace) -> (u8, u16) {
    match place {
        SniperPlace::Posted(hex) => (0, hex.raw()),
        SniperPlace::Ready => (1, 0),
        SniperPlace::Returning(turn) => (2, turn.into()),
        SniperPlace::Gone => (3, 0),
        SniperPlace::Absent => (4, 0),
    }
}

/// A sniper as a viewer sees him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenSniper {
    /// What he is called by in the view. For who does not know the sniper it says nothing about his number.
    pub id: SniperId,
    /// Where he is.
    pub place: SniperPlace,
    /// His number, if the viewer knows it.
    pub number: Option<u16>,
}

impl Stalingrad {
    /// The snipers of a side as a viewer sees them: all of its own, of the other side only where they are.
    pub fn seen_snipers(&self, viewer: Viewer, side: Side) -> Vec<SeenSniper> {
        let field = &self.field;
        let is_known = |id: &SniperId| knows(viewer, side) || field.sniper(*id).revealed;
        let (known, unknown): (Vec<_>, Vec<_>) = field.snipers_of(side).partition(is_known);
        let shown = |id: SniperId| SeenSniper {
            id,
            place: field.sniper(id).place,
            number: Some(field.sniper_number(id)),
        };
        let mut places: Vec<SniperPlace> = unknown.iter().map(|&id| field.sniper(id).place).collect();
        places.sort_by_key(|&place| rank(place));
        let hidden = unknown.into_iter().zip(places);
        let hidden = hidden.map(|(id, place)| SeenSniper { id, place, number: None });
        let mut all: Vec<SeenSniper> = known.into_iter().map(shown).chain(hidden).collect();
        all.sort_by_key(|sniper| sniper.id);
        all
    }

    /// The chance that a sniper hits, as a viewer can know it: for who does not know his number a mixture over all that
    /// he could be.
    pub fn sniper_odds(&self, viewer: Viewer, id: SniperId) -> Fraction {
        let numbers = self.possible_numbers(viewer, id);
        let sum: u128 = numbers.iter().map(|&number| u128::from(number)).sum();
        Fraction::new(sum, u128::from(Die::D6.sides()) * numbers.len() as u128)
    }

    /// The numbers that a sniper can have for a viewer, each as likely as the others.
    fn possible_numbers(&self, viewer: Viewer, id: SniperId) -> Vec<u16> {
        let field = &self.field;
        if knows(viewer, id.side()) || field.sniper(id).revealed {
            return vec![field.sniper_number(id)];
        }
        let hidden = field.snipers_of(id.side()).filter(|&other| !field.sniper(other).revealed);
        hidden.map(|other| field.sniper_number(other)).collect()
    }

    /// What a shot and the duel after it can come to, as a viewer can know it: a mixture over all that snipers whom he
    /// does not know could be. `german` answers, if anybody does, and is shot back at.
    pub fn duel_odds(
        &self,
        viewer: Viewer,
        russian: SniperId,
        german: Option<SniperId>,
    ) -> Option<Distribution<DuelProgress>> {
        let answers: Vec<Option<u16>> = match german {
            None => vec![None],
            Some(german) => self.possible_numbers(viewer, german).into_iter().map(Some).collect(),
        };
        let mut pairs: Vec<((u16, Option<u16>), u128)> = Vec::new();
        for shot in self.possible_numbers(viewer, russian) {
            for &answer in &answers {
                match pairs.iter_mut().find(|(known, _)| *known == (shot, answer)) {
                    Some((_, weight)) => *weight += 1,
                    None => pairs.push(((shot, answer), 1)),
                }
            }
        }
        let total = pairs.iter().map(|(_, weight)| weight).sum();
        let duel = |&(shot, answer): &(u16, Option<u16>)| {
            chance::odds(&Duel::of_numbers(self.field.rules(), shot, answer)).expect("three dice")
        };
        Distribution::from_weights(pairs, total, 1).and_then(duel).ok()
    }

    /// Exchanges the snipers whom a viewer cannot tell apart, at random.
    pub(crate) fn reshuffle_snipers(&mut self, viewer: Viewer, dice: &mut impl Dice) {
        for side in [Side::German, Side::Russian] {
            if knows(viewer, side) {
                continue;
            }
            let hidden = self.field.snipers_of(side).filter(|&id| !self.field.sniper(id).revealed);
            let hidden: smallvec::SmallVec<[SniperId; SNIPERS]> = hidden.collect();
            for last in (1..hidden.len()).rev() {
                let lot = dice.roll(Die::with_sides(last as u16 + 1), Purpose::new("reshuffle", "STAL-R35"));
                let (one, other) = (hidden[last], hidden[usize::from(lot) - 1]);
                self.field.snipers.swap(one.0.into(), other.0.into());
            }
        }
    }
}

impl From<Side> for Viewer {
    fn from(side: Side) -> Self {
        Self::Seat(Seat::from(side))
    }
}
