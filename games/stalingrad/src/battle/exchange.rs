//! Exchange attacks: what the attacker may buy, and what happens to whoever cannot pay.

use std::cmp::Reverse;

use kit::{Factor, losses::minimal_sets};
use smallvec::SmallVec;

use super::{
    Battle, Cause, Consequences,
    losses::{Units, largest_loss, smallest_loss},
};
use crate::{
    charts::Share,
    results::{GroundResult, Price},
};

/// Defenders whom the attacker may eliminate, and what they cost him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purchase {
    /// The defenders.
    pub picked: Units,
    /// Their price.
    pub price: Factor,
    /// The smallest loss that pays it.
    pub lost: Units,
}

/// More purchases than this are not written out.
const MOST_PURCHASES: usize = 16;

impl Battle {
    /// STAL-EXC-2 and STAL-EXC-10: what an exchange attack makes of the printed result.
    pub(super) fn exchange_attack(&self, printed: GroundResult) -> Consequences {
        match self.rules.price(printed) {
            Price::Of(share) => self.buy(printed, share),
            // STAL-EXC-6: a converted AD strikes the risked as AE and Disrupts the others.
            Price::Plain(instead) if instead != printed => {
                let mut end = self.plain(printed, instead);
                self.strike_the_risked(&mut end);
                end.disrupted = self.all_attackers();
                end
            }
            Price::Plain(same) => self.plain(printed, same),
        }
    }

    /// AE on the risked units only.
    fn strike_the_risked(&self, end: &mut Consequences) {
        end.pool = self.risked;
        end.required = self.defence;
        end.lost = smallest_loss(end.pool, &self.attack_strengths, end.required);
        end.disrupted = end.pool;
        end.cause = Cause::AttackFailed;
    }

    /// STAL-EXC-3: the price of these defenders, rounded up once on their sum (STAL-EXC-12: modified strengths).
    pub fn price(&self, share: Share, picked: Units) -> Factor {
        price_of(share, picked.worth(&self.defence_strengths))
    }

    /// STAL-EXC-4: the defenders as they are bought, dearest first.
    pub fn formations(&self) -> SmallVec<[Units; 6]> {
        let mut formations: SmallVec<[Units; 6]> = SmallVec::new();
        for first in 0..self.holders.len() {
            let mut members = Units::default();
            for (place, holder) in self.holders.iter().enumerate() {
                if usize::from(holder.formation) == first {
                    members = members.with(place);
                }
            }
            if !members.is_empty() {
                formations.push(members);
            }
        }
        formations.sort_by_key(|members| Reverse(members.worth(&self.defence_strengths)));
        formations
    }

    /// STAL-EXC-3: what the risked units can pay for so that nothing more can be added, dearest first. He may take less.
    fn purchases(&self, share: Share) -> Vec<Purchase> {
        let purse = self.risked.worth(&self.attack_strengths);
        let formations = self.formations();
        let worths: SmallVec<[Factor; 6]> =
            formations.iter().map(|members| members.worth(&self.defence_strengths)).collect();
        let can_pay = |worth: Factor| price_of(share, worth) <= purse;
        let everything = Units((1 << formations.len()) - 1);
        let best = largest_loss(everything, &worths, can_pay);
        // To buy so that nothing can be added is to leave out so that nothing can be put back.
        let too_much = everything.without(best).worth(&worths);
        let left_out = minimal_sets(&worths, too_much, MOST_PURCHASES).0;
        let mut choices: Vec<Units> =
            left_out.into_iter().map(|out| everything.without(Units(out))).collect();
        choices.retain(|&choice| choice != best);
        choices.sort_by_key(|choice| Reverse(choice.worth(&worths)));
        choices.insert(0, best);
        let chosen = choices.into_iter().filter(|choice| !choice.is_empty());
        chosen.map(|choice| self.purchase(share, &formations, choice)).collect()
    }

    fn purchase(&self, share: Share, formations: &[Units], choice: Units) -> Purchase {
        let members = formations.iter().enumerate().filter(|(place, _)| choice.has(*place));
        let picked = Units(members.fold(0, |set, (_, members)| set | members.0));
        let price = self.price(share, picked);
        Purchase { picked, price, lost: smallest_loss(self.risked, &self.attack_strengths, price) }
    }

    /// STAL-EXC-3, STAL-EXC-6, STAL-EXC-7, STAL-EXC-8: the attacker buys what he can.
    fn buy(&self, printed: GroundResult, share: Share) -> Consequences {
        let mut end = self.nobody_lost(printed);
        end.purchases = self.purchases(share);
        let picked = match end.purchases.first().copied() {
            None => {
                self.strike_the_risked(&mut end);
                Units::default()
            }
            Some(Purchase { picked, price, lost }) => {
                (end.pool, end.required, end.lost) = (self.risked, price, lost);
                end.cause = Cause::Exchanged;
                picked
            }
        };
        end.defenders = (0..self.holders.len()).map(|place| self.after_exchange(place, picked)).collect();
        end
    }
}

/// STAL-EXC-3: rounded up once on the sum.
fn price_of(share: Share, worth: Factor) -> Factor {
    Factor::whole(share.of(worth).ceil())
}
