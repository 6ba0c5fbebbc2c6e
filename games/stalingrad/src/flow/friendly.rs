//! Friendly bombing (STAL-AIR-6, STAL-R30, STAL-R57): on the worst roll of a supported attack in the city the Russian
//! names a hex, and the bombs fall on Germans.

use kit::{
    Dice, Journal, Objection, Prompt, Purpose, Seat,
    flow::{Decision, Procedure},
    map::HexId,
    objection::no_if,
};

use super::{event, out_of_place};
use crate::{
    action::Action,
    advance::Advance,
    air::bomb_unit,
    casualties::Loss,
    field::Status,
    game::{Stalingrad, seat},
    map::Hexes,
    results::Fate,
    toll::Toll,
    units::{Side, UnitId},
};

/// The Russian names the hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Misdirection;

impl Misdirection {
    /// German-held plain urban hexes next to an attacked one; a shared hex too.
    fn hexes(game: &Stalingrad) -> Hexes {
        let theatre = game.theatre();
        theatre.beside(game.attack_in_hand().area()) & theatre.urban & game.field.held_by(Side::German)
    }
}

impl Decision<Stalingrad> for Misdirection {
    fn decider(self, _: &Stalingrad) -> Option<Seat> {
        Some(seat(Side::Russian))
    }

    fn prompt(self, _: &Stalingrad) -> Prompt {
        Prompt::new("Which German-held hex do the Germans bomb?", &["STAL-AIR-6", "STAL-R57"])
    }

    fn choices(self, game: &Stalingrad, out: &mut Vec<Action>) {
        out.extend(Self::hexes(game).iter().map(Action::Misdirect));
    }

    fn check<E: Objection>(self, game: &Stalingrad, action: Action) -> Result<(), E> {
        let Action::Misdirect(hex) = action else { return out_of_place(game, action) };
        no_if(!Self::hexes(game).contains(hex), "STAL-AIR-6", game.number(hex), || {
            format!("{} is no German-held urban hex next to an attacked one", game.number(hex))
        })
    }

    fn effect<J: Journal>(self, game: &mut Stalingrad, action: Action, _: &mut J) {
        if let Action::Misdirect(hex) = action {
            game.fight.bombs_friends = false;
            game.flow.goto(FriendlyBombs { hex });
        }
    }

    fn is_open(self, game: &Stalingrad) -> bool {
        game.fight.bombs_friends && !Self::hexes(game).is_empty()
    }

    fn pass<J: Journal>(self, game: &mut Stalingrad, _: &mut J) {
        game.flow.goto(Advance);
    }
}

/// The bombs fall, at full effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FriendlyBombs {
    hex: HexId,
}

impl FriendlyBombs {
    fn units(self, game: &Stalingrad) -> impl Iterator<Item = (usize, UnitId)> {
        game.field.units_of_in(Side::German, self.hex).enumerate()
    }
}

impl Procedure<Stalingrad> for FriendlyBombs {
    /// The fates as a toll keeps them.
    type End = u64;

    fn throw<D: Dice>(self, game: &Stalingrad, dice: &mut D) -> u64 {
        let mut toll = Toll::default();
        for (place, _) in self.units(game) {
            let purpose = Purpose::new("friendly bombing", "STAL-AIR-6");
            toll.suffer(place, bomb_unit(game.field.charts(), game.house.index, 0, dice, purpose));
        }
        toll.bits()
    }

    fn apply<J: Journal>(self, game: &mut Stalingrad, end: u64, journal: &mut J) {
        let toll = Toll::of_bits(end);
        let units: Vec<(usize, UnitId)> = self.units(game).collect();
        for (place, unit) in units {
            match toll.fate(place) {
                Fate::Unharmed => {}
                Fate::Disrupted => {
                    game.field.set(unit, Status::Disrupted, true);
                    journal.tell(|| {
                        let words = format!("bombs of its own side Disrupt {}", game.name(unit));
                        event(game, "STAL-AIR-6", words, &[self.hex]).to(unit)
                    });
                }
                Fate::Eliminated => game.lose(unit, Loss::FriendlyBombs, journal),
            }
        }
        game.flow.goto(Advance);
    }
}
