//! From the result on the table to what becomes of everyone (chapters RES, EXC, CNV and NRO).

use kit::Factor;
use smallvec::SmallVec;

use super::{Battle, DefendingUnit, Mountains, Occasion};
use crate::{
    charts::{Crossing, DefenderEffect},
    losses::{Bill, Offer},
    results::{Cause, CombatResult, Fate},
    unit::{Nation, Picks, Side},
};

/// What a die has settled. Choices that come later (which units pay, how many are exchanged, routes) are open;
/// [`Battle`] tells what they cost.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Aftermath {
    /// The result as it is carried out, after every conversion; where conversions differ within a stack, the
    /// result as rolled (`EAST-R56`).
    pub result: CombatResult,
    /// What becomes of each defender, in the order of the situation.
    pub fates: SmallVec<[Fate; 2]>,
    /// A German voluntary exchange is open, at the rate of this result (`EAST-EXC-10`).
    pub voluntary: Option<CombatResult>,
    /// The factors of a city without units are destroyed (`EAST-TER-22`).
    pub city_falls: bool,
}

/// How far attackers may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// ARM and MOT units, in hexes.
    pub mobile: u8,
    /// All others.
    pub foot: u8,
}

impl Battle {
    /// Everything between the table and the first choice about losses.
    pub(crate) fn resolve(&self, rolled: CombatResult) -> Aftermath {
        let rolled = self.read_breakthrough(rolled);
        if self.is_empty_city() {
            return self.strike_empty_city(rolled);
        }
        match rolled {
            // EAST-EXC-14, EAST-TER-9: refused before anything else (EAST-R57); no voluntary exchange follows.
            CombatResult::Exchange if self.mountains == Mountains::Refuses => {
                Aftermath { voluntary: None, ..self.convert(CombatResult::Withdrawal) }
            }
            // EAST-EXC-3: not even one defender can be paid for.
            CombatResult::Exchange
                if !self.exchange(Factor::ONE, self.may_pay_for_exchange()).is_possible() =>
            {
                self.convert(CombatResult::AttackersEliminated)
            }
            _ => self.convert(rolled),
        }
    }

    /// `EAST-RES-3`: in phase E and in weather that forbids breakthrough attacks a BR is a DE.
    pub(super) fn read_breakthrough(&self, result: CombatResult) -> CombatResult {
        let counts = self.occasion != Occasion::Operational
            && self.rules.weather(self.weather).allows_breakthrough(self.side);
        if result == CombatResult::Breakthrough && !counts {
            CombatResult::DefendersEliminated
        } else {
            result
        }
    }

    /// `EAST-TER-22`: the city's own factors cannot retreat, convert or be dispersed; a BR is a BR in every respect
    /// (`EAST-R65`).
    fn strike_empty_city(&self, rolled: CombatResult) -> Aftermath {
        let can_pay = || self.exchange(Factor::ONE, self.may_pay_for_exchange()).can_pay_for_all();
        let result = match rolled {
            CombatResult::Exchange if !can_pay() => CombatResult::AttackersEliminated,
            other => other,
        };
        let city_falls = matches!(
            result,
            CombatResult::Breakthrough
                | CombatResult::DefendersEliminated
                | CombatResult::Retreat
                | CombatResult::Exchange
        );
        Aftermath { result, fates: SmallVec::new(), voluntary: None, city_falls }
    }

    /// `EAST-CNV-1` to `EAST-CNV-4`, `EAST-NRO-2` to `EAST-NRO-6`: each defender takes his own result.
    fn convert(&self, rolled: CombatResult) -> Aftermath {
        let stack =
            if rolled == CombatResult::DefendersEliminated { self.convert_elimination() } else { rolled };
        let own: SmallVec<[CombatResult; 2]> =
            self.defenders.iter().map(|unit| self.own_result(stack, self.causes(unit, stack))).collect();
        let fates = self.defenders.iter().zip(&own).map(|(unit, &result)| self.fate(result, unit)).collect();
        let all_alike = own.iter().all(|&result| result == own[0]);
        Aftermath {
            result: if all_alike { own[0] } else { rolled },
            fates,
            voluntary: self.voluntary_rate(rolled, &own),
            city_falls: false,
        }
    }

    /// A DE is one result for the stack: BR if overrun, if all are surrounded (`EAST-CNV-4`), or if anyone stands
    /// under No Retreat (`EAST-NRO-5`).
    pub(super) fn cause_of_breakthrough(&self) -> Option<Cause> {
        let rolled = CombatResult::DefendersEliminated;
        let causes = [
            (Cause::Overrun, self.odds.overrun),
            (Cause::Surrounded, self.defenders.iter().all(|unit| unit.way_out.is_surrounded(rolled))),
            (Cause::NoRetreat, self.defenders.iter().any(|unit| unit.ordered)),
        ];
        causes.into_iter().find(|&(_, holds)| holds).map(|(cause, _)| cause)
    }

    fn convert_elimination(&self) -> CombatResult {
        let rolled = CombatResult::DefendersEliminated;
        let converted = self.cause_of_breakthrough().map(|cause| self.rules.converted(rolled, cause));
        self.read_breakthrough(converted.unwrap_or(rolled))
    }

    /// Which causes hold for a defender who suffers a result.
    pub(super) fn causes(&self, unit: &DefendingUnit, result: CombatResult) -> [bool; 3] {
        let mut causes = [false; 3];
        causes[Cause::Surrounded as usize] = unit.way_out.is_surrounded(result);
        causes[Cause::Overrun as usize] = self.odds.overrun;
        causes[Cause::NoRetreat as usize] = unit.ordered;
        causes
    }

    /// One step of conversion at most, whatever number of causes hold (`EAST-CNV-3`, `EAST-NRO-6`): the cause that
    /// makes it and what becomes of the result. The stack's elimination is converted as a whole before.
    pub(super) fn converts(&self, result: CombatResult, causes: [bool; 3]) -> Option<(Cause, CombatResult)> {
        if matches!(result, CombatResult::Breakthrough | CombatResult::DefendersEliminated) {
            return None;
        }
        Cause::ALL
            .into_iter()
            .filter(|&cause| causes[cause as usize])
            .map(|cause| (cause, self.rules.converted(result, cause)))
            .find(|&(_, converted)| converted != result)
    }

    fn own_result(&self, result: CombatResult, causes: [bool; 3]) -> CombatResult {
        self.converts(result, causes).map_or(result, |(_, converted)| converted)
    }

    /// What a result does to one defender. One who is Dispersed already stays so.
    pub(super) fn fate(&self, result: CombatResult, unit: &DefendingUnit) -> Fate {
        let effect = self.rules.effect(result);
        let dispersed = effect.dispersed || unit.dispersed;
        match effect.defenders {
            DefenderEffect::Eliminated => Fate::Eliminated,
            // EAST-RET-7: the full length if there is a way of it.
            DefenderEffect::Retreat => {
                Fate::Retreats { hexes: if unit.way_out.two { effect.hexes } else { 1 }, dispersed }
            }
            DefenderEffect::Stay => Fate::Stays { dispersed },
            DefenderEffect::Exchange => Fate::AtStake,
        }
    }

    /// What would become of a defender if No Retreat were ordered for it (`EAST-NRO-3`), if that makes a
    /// difference; nothing for those who cannot be ordered (`EAST-NRO-4`) or already are.
    pub(crate) fn fate_if_ordered(&self, aftermath: &Aftermath, place: usize) -> Option<Fate> {
        let unit = &self.defenders[place];
        if unit.counter.nation != Nation::German || unit.ordered {
            return None;
        }
        let ordered = self.causes(&DefendingUnit { ordered: true, ..*unit }, aftermath.result);
        let fate = self.fate(self.own_result(aftermath.result, ordered), unit);
        (fate != aftermath.fates[place]).then_some(fate)
    }

    /// `EAST-EXC-8`, `EAST-EXC-10` to `EAST-EXC-12`: the result whose rate a voluntary exchange has, if one is open.
    fn voluntary_rate(&self, rolled: CombatResult, own: &[CombatResult]) -> Option<CombatResult> {
        let rate = self.rules.rate(rolled)?;
        let all_lost = own.iter().all(|&result| result == CombatResult::DefendersEliminated);
        let open =
            self.side == Side::Axis && self.rules.weather(self.weather).voluntary_exchange && !all_lost;
        (open && self.exchange(rate, self.may_pay_voluntarily()).is_possible()).then_some(rolled)
    }

    /// What may be exchanged in a forced X, and for what (`EAST-EXC-2`). A defender may be of any nation
    /// (`EAST-EXC-7`).
    pub fn forced_offers(&self) -> Vec<Offer> {
        self.exchange(Factor::ONE, self.may_pay_for_exchange()).offers()
    }

    /// What may be exchanged at will after this aftermath; empty if nothing is (`EAST-EXC-12`).
    pub fn voluntary_offers(&self, aftermath: &Aftermath) -> Vec<Offer> {
        aftermath.voluntary.map_or_else(Vec::new, |result| self.offers_at(result))
    }

    /// What may be exchanged at will at the rate of a result (`EAST-EXC-9`).
    pub(crate) fn offers_at(&self, result: CombatResult) -> Vec<Offer> {
        let exchange = |rate| self.exchange(rate, self.may_pay_voluntarily()).offers();
        self.rules.rate(result).map_or_else(Vec::new, exchange)
    }

    /// The price of an empty city's factors, if it can be paid (`EAST-TER-22`).
    pub fn city_offer(&self) -> Option<Offer> {
        self.exchange(Factor::ONE, self.may_pay_for_exchange()).offer_for_empty_city()
    }

    /// The offers that this aftermath leaves to the players.
    pub(super) fn offers(&self, aftermath: &Aftermath) -> Vec<Offer> {
        match aftermath.result {
            CombatResult::Exchange if self.is_empty_city() => self.city_offer().into_iter().collect(),
            CombatResult::Exchange => self.forced_offers(),
            _ => Vec::new(),
        }
    }

    /// `EAST-RES-11`: what the attackers have to lose at least on AE and D/AE, in attack factors.
    pub(crate) fn price_of_ae(&self, aftermath: &Aftermath) -> Option<Factor> {
        self.rules.effect(aftermath.result).costs_attackers().then_some(self.odds.defence)
    }

    /// `EAST-RES-11`: what the attackers owe on AE and D/AE; under `EAST-H3` all of them.
    pub fn bill(&self, aftermath: &Aftermath) -> Option<Bill> {
        let all = Picks::first(self.attackers.len());
        self.price_of_ae(aftermath).map(|price| {
            if self.all_attackers_on_ae {
                Bill { price: all.total(&self.factors), ways: vec![all] }
            } else {
                Bill::draw_up(price, all, &self.factors)
            }
        })
    }

    /// The least and the most attack factors that this aftermath costs, a voluntary exchange left aside.
    pub fn attackers_lost(&self, aftermath: &Aftermath) -> (Factor, Factor) {
        let bills = self.offers(aftermath).into_iter().map(|offer| offer.bill).chain(self.bill(aftermath));
        let ranges = bills.filter_map(|bill| bill.range(&self.factors));
        ranges.reduce(|(low, high), (least, most)| (low.min(least), high.max(most))).unwrap_or_default()
    }

    /// The least and the most printed defence factors that this aftermath costs, a voluntary exchange left aside.
    pub fn defenders_lost(&self, aftermath: &Aftermath) -> (Factor, Factor) {
        let printed: SmallVec<[Factor; 2]> = self.defenders.iter().map(|unit| unit.counter.defence).collect();
        let lost: Picks = aftermath
            .fates
            .iter()
            .enumerate()
            .filter(|(_, fate)| **fate == Fate::Eliminated)
            .map(|(at, _)| at)
            .collect();
        let certain = lost.total(&printed);
        let offers = self.offers(aftermath);
        let exchanged = || offers.iter().map(|offer| offer.defenders.total(&printed));
        (exchanged().min().unwrap_or(certain), exchanged().max().unwrap_or(certain))
    }

    /// Whether the hex is empty of enemies once the result is carried out; nothing if later choices decide.
    pub fn empties_the_hex(&self, aftermath: &Aftermath) -> Option<bool> {
        if self.is_empty_city() {
            return Some(aftermath.city_falls);
        }
        if aftermath.result != CombatResult::Exchange {
            return Some(aftermath.fates.iter().all(|fate| fate.leaves_the_hex()));
        }
        // EAST-EXC-2: the attacker may ask for all of them, if he can pay; with one defender he must.
        match (
            self.defenders.len(),
            self.exchange(Factor::ONE, self.may_pay_for_exchange()).can_pay_for_all(),
        ) {
            (1, _) => Some(true),
            (_, true) => None,
            (_, false) => Some(false),
        }
    }

    /// `EAST-RES-2`, `EAST-RES-3`: whether the surviving attackers may attack once more.
    pub fn allows_second_attack(&self, aftermath: &Aftermath) -> bool {
        aftermath.result == CombatResult::Breakthrough && self.occasion == Occasion::Prepared
    }

    /// How far attackers may advance if the hex is empty: the chart (`EAST-ADV-3`, after an X as after DR,
    /// `EAST-EXC-5`), but no farther than the shortest retreat (`EAST-ADV-4`).
    pub fn advance(&self, aftermath: &Aftermath) -> Option<Reach> {
        if self.empties_the_hex(aftermath) == Some(false) {
            return None;
        }
        let Reach { mobile, foot } = self.reach(aftermath.result)?;
        let shortest = aftermath.fates.iter().filter_map(|fate| match fate {
            Fate::Retreats { hexes, .. } => Some(*hexes),
            _ => None,
        });
        let most = shortest.min().unwrap_or(u8::MAX);
        Some(Reach { mobile: mobile.min(most), foot: foot.min(most) })
    }

    /// How far they may advance if a voluntary exchange empties the hex: as after DR (`EAST-EXC-13`).
    pub fn advance_after_voluntary_exchange(&self) -> Option<Reach> {
        self.reach(CombatResult::Exchange)
    }

    /// `EAST-ADV-3`: the greatest advance after a result.
    pub(crate) fn reach(&self, result: CombatResult) -> Option<Reach> {
        let [mobile, foot] = self.rules.advance(result, self.weather, self.side)?;
        Some(Reach { mobile, foot })
    }

    /// Whether some attacker crosses water over which an advance is 1 hex only (`EAST-ADV-7`).
    pub(super) fn has_short_advance(&self) -> bool {
        let short = |crossing| {
            matches!(crossing, Crossing::Lake | Crossing::KerchWithSea | Crossing::KerchWithoutSea)
        };
        self.attackers.iter().any(|unit| short(unit.crossing))
    }
}
