//! Which units pay (clauses `EAST-RES-11`, `EAST-RES-13`, `EAST-EXC-2`).

use kit::{Factor, losses::minimal_sets};

use crate::unit::Picks;

/// A price in attack factors and every group of units that pays it without waste.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bill {
    /// What the lost units must be worth together, at least.
    pub price: Factor,
    /// The groups he may choose from, the cheapest first.
    pub ways: Vec<Picks>,
}

impl Bill {
    /// `EAST-RES-13`: of the units in `may_pay`, worth `factors` each, every group that reaches the price but
    /// would no longer reach it with any one of them left out. If all together fall short, all of them are lost
    /// (`EAST-RES-11`).
    pub fn draw_up(price: Factor, may_pay: Picks, factors: &[Factor]) -> Self {
        let payers: Vec<usize> = may_pay.places().collect();
        let worth: Vec<Factor> = payers.iter().map(|&place| factors[place]).collect();
        let (sets, _) = minimal_sets(&worth, price, usize::MAX);
        let chosen = |set| payers.iter().enumerate().filter(move |(bit, _)| set >> bit & 1 == 1);
        let mut ways: Vec<Picks> =
            sets.into_iter().map(|set| chosen(set).map(|(_, &place)| place).collect()).collect();
        ways.sort_by_key(|way| (way.total(factors), way.count(), *way));
        Self { price, ways }
    }

    /// The units that are lost whichever way is chosen.
    pub fn certain(&self) -> Picks {
        self.ways.iter().copied().reduce(Picks::and).unwrap_or_default()
    }

    /// The least and the most that the ways cost.
    pub fn range(&self, factors: &[Factor]) -> Option<(Factor, Factor)> {
        let costs = || self.ways.iter().map(|way| way.total(factors));
        Some((costs().min()?, costs().max()?))
    }
}

/// A group of defenders that the attacker can pay for, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The defenders that would be removed.
    pub defenders: Picks,
    /// Whether the city's own factors go with them (`EAST-EXC-4`).
    pub intrinsic: bool,
    /// What it costs.
    pub bill: Bill,
}

/// What is up for exchange: `EAST-EXC-2`.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    /// The modified defence factor of each defender.
    pub defence: &'a [Factor],
    /// The city's own factors: part of the price only where all defenders go (`EAST-EXC-4`).
    pub intrinsic: Factor,
    /// Prices are multiplied by it: one in a forced exchange (`EAST-EXC-9`).
    pub rate: Factor,
    /// Attackers whose loss counts (`EAST-EXC-6`, `EAST-EXC-12`).
    pub may_pay: Picks,
    /// The printed attack factor of each attacker.
    pub attack: &'a [Factor],
}

impl Exchange<'_> {
    /// Every group of defenders that can be paid for, smaller groups first.
    pub fn offers(&self) -> Vec<Offer> {
        let all = Picks::first(self.defence.len());
        let budget = self.may_pay.total(self.attack);
        let mut offers: Vec<Offer> = all
            .choices()
            .map(|defenders| (defenders, self.price(defenders, defenders == all)))
            .filter(|&(_, price)| price <= budget)
            .map(|(defenders, price)| self.offer(defenders, defenders == all, price))
            .collect();
        offers.sort_by_key(|offer| offer.defenders.count());
        offers
    }

    /// Whether even one defender can be paid for.
    pub fn is_possible(&self) -> bool {
        let all = Picks::first(self.defence.len());
        let budget = self.may_pay.total(self.attack);
        all.choices().any(|defenders| self.price(defenders, defenders == all) <= budget)
    }

    /// Whether the hex can be emptied, be it of units or of a city's own factors (`EAST-TER-22`).
    pub fn can_pay_for_all(&self) -> bool {
        self.price(Picks::first(self.defence.len()), true) <= self.may_pay.total(self.attack)
    }

    /// The factors of an empty city as the only thing to be exchanged (`EAST-TER-22`).
    pub fn offer_for_empty_city(&self) -> Option<Offer> {
        let price = self.price(Picks::NONE, true);
        (price <= self.may_pay.total(self.attack)).then(|| self.offer(Picks::NONE, true, price))
    }

    fn offer(&self, defenders: Picks, whole_hex: bool, price: Factor) -> Offer {
        let bill = Bill::draw_up(price, self.may_pay, self.attack);
        Offer { defenders, intrinsic: whole_hex && self.intrinsic.is_positive(), bill }
    }

    fn price(&self, defenders: Picks, whole_hex: bool) -> Factor {
        let factors = defenders.total(self.defence);
        times(if whole_hex { factors + self.intrinsic } else { factors }, self.rate)
    }
}

/// A strength times a rate in whole or half steps, exactly (`EAST-GEN-4`).
fn times(strength: Factor, rate: Factor) -> Factor {
    let halves = rate.eighths() / Factor::halves(1).eighths();
    strength.halved() * halves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(numbers: &[i32]) -> Vec<Factor> {
        numbers.iter().map(|&n| Factor::whole(n)).collect()
    }

    fn groups(bill: &Bill) -> Vec<Vec<usize>> {
        bill.ways.iter().map(|way| way.places().collect()).collect()
    }

    #[test]
    fn x16_res_13_losses_without_waste() {
        // EAST-RES-13: of 5, 4 and 3 against 8, {4, 3} is too little and all three are too many.
        let factors = whole(&[5, 4, 3]);
        let bill = Bill::draw_up(Factor::whole(8), Picks::first(3), &factors);
        assert_eq!(groups(&bill), [vec![0, 2], vec![0, 1]]);
        assert_eq!(bill.certain(), Picks::first(1));
        assert_eq!(bill.range(&factors), Some((Factor::whole(8), Factor::whole(9))));
        // EAST-RES-11: against 13 all three fall short and all are lost.
        let all = Bill::draw_up(Factor::whole(13), Picks::first(3), &factors);
        assert_eq!(all.ways, [Picks::first(3)]);
    }

    #[test]
    fn x9_exc_9_a_rate_keeps_its_half() {
        let (defence, attack) = (whole(&[5]), whole(&[6, 5, 5]));
        let exchange = Exchange {
            defence: &defence,
            intrinsic: Factor::ZERO,
            rate: "0.5".parse().unwrap(),
            may_pay: Picks::first(3),
            attack: &attack,
        };
        let offers = exchange.offers();
        assert_eq!(offers.len(), 1);
        assert_eq!(offers[0].bill.price, Factor::halves(5));
        assert_eq!(groups(&offers[0].bill), [vec![1], vec![2], vec![0]], "the cheapest first");
    }
}
