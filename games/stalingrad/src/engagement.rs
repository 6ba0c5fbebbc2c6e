//! The combat in hand: what the die gave, and what is still to be decided of it (STAL-R53).

use kit::{Factor, map::HexId};

use crate::{
    allocation::Planned,
    battle::{self, Battle, Cause, Consequences, board},
    charts::Charts,
    field::Field,
    map::Hexes,
    results::{Fate, GroundResult, Price},
    retreat::Pressure,
    units::{Side, UNITS, UnitId, Units},
};

/// The combat in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// Which attack of the plan.
    pub place: u8,
    /// The printed column that is read.
    pub column: u8,
    /// The printed result; asked only after the die.
    pub result: GroundResult,
    /// Whether friends can be bombed on the worst roll (STAL-AIR-6).
    pub can_bomb_friends: bool,
    /// Whether they are.
    pub bombs_friends: bool,
    /// STAL-NOR-3: whether the Germans attacked here hold.
    pub no_retreat: bool,
    /// Whether that is settled.
    pub is_ordered: bool,
    /// STAL-EXC-5
    pub risked: Units,
    /// Attackers who took part, live, and have not advanced.
    pub attackers: Units,
    /// The hexes attacked from (STAL-RET-4).
    pub from: Hexes,
    /// The defenders by the attacked hexes in which they stood.
    pub stood: [Units; Planned::MOST_TARGETS],
    /// Who left each of these hexes last, for his sniper to follow (STAL-R80).
    pub last_out: [Option<UnitId>; Planned::MOST_TARGETS],
    /// What everybody counted in this combat.
    worth: [Factor; UNITS],
    /// Defenders under orders to hold (STAL-NOR-1).
    pub held: Units,
    /// What the attacker must give up at least.
    pub due: Factor,
    /// From whom.
    pub pool: Units,
    /// Who has been named.
    pub named: Units,
    /// How attackers are lost.
    pub cause: Cause,
    /// Attackers who are Disrupted if they survive.
    pub shaken: Units,
    /// STAL-HUG-1, STAL-R71: whether the result is one after which Russians may hug.
    pub hugs: bool,
    /// STAL-EXC-3: the attacker is buying.
    pub buys: bool,
    /// Whom he has bought.
    pub bought: Units,
    /// STAL-R5: what the defender gives up in an exchange with a weaker attacker.
    pub quota: Option<Factor>,
    /// Defenders to be eliminated.
    pub dying: Units,
    /// How.
    pub dying_of: Cause,
    /// Defenders to be Disrupted.
    pub struck: Units,
    /// Defenders for whom the attacker names a distance, up to 1 and up to 2 hexes (STAL-RES-2, STAL-RES-3).
    pub driven: [Units; 2],
    /// Defenders who must go 1 hex, and 2.
    pub must_go: [Units; 2],
    /// Defenders who may go 1 hex of their own will, and up to 2 (STAL-RES-3, STAL-RES-4).
    pub may_go: [Units; 2],
    /// Defenders who have gone one hex.
    pub gone: Units,
    /// Who is on the way.
    pub retreating: Option<UnitId>,
    /// The hex it has passed into.
    pub via: HexId,
}

impl Fight {
    /// None.
    pub const NONE: Self = Self {
        place: 0,
        column: 0,
        result: GroundResult::Disrupted,
        can_bomb_friends: false,
        bombs_friends: false,
        no_retreat: false,
        is_ordered: false,
        risked: Units::NONE,
        attackers: Units::NONE,
        from: Hexes::EMPTY,
        stood: [Units::NONE; Planned::MOST_TARGETS],
        last_out: [None; Planned::MOST_TARGETS],
        worth: [Factor::ZERO; UNITS],
        held: Units::NONE,
        due: Factor::ZERO,
        pool: Units::NONE,
        named: Units::NONE,
        cause: Cause::AttackFailed,
        shaken: Units::NONE,
        hugs: false,
        buys: false,
        bought: Units::NONE,
        quota: None,
        dying: Units::NONE,
        dying_of: Cause::Eliminated,
        struck: Units::NONE,
        driven: [Units::NONE; 2],
        must_go: [Units::NONE; 2],
        may_go: [Units::NONE; 2],
        gone: Units::NONE,
        retreating: None,
        via: HexId::NONE,
    };

    /// An attack of the plan begins; who defends it is written down: whoever is there now, however often it has been
    /// attacked (STAL-ATK-2).
    pub fn begin(place: usize, field: &Field, side: Side, planned: &Planned) -> Self {
        let mut fight = Self { place: place as u8, ..Self::NONE };
        for (stood, &hex) in fight.stood.iter_mut().zip(planned.targets()) {
            *stood = field.units_of_in(side.enemy(), hex).collect();
        }
        fight
    }

    /// Everybody who was attacked.
    pub fn defenders(&self) -> Units {
        self.stood.iter().fold(Units::NONE, |all, &stood| all | stood)
    }

    /// What units counted together.
    pub fn worth(&self, units: Units) -> Factor {
        units.iter().map(|unit| self.worth[unit.index()]).sum()
    }

    /// Writes down what the die does before anybody decides.
    pub fn note(
        &mut self,
        field: &Field,
        side: Side,
        planned: &Planned,
        battle: &Battle,
        end: &Consequences,
    ) {
        let attackers: Vec<UnitId> = board::attackers(field, planned).collect();
        let defenders: Vec<UnitId> = board::defenders(field, side, planned.targets()).collect();
        let [attack, defence] = battle.strengths();
        for (&unit, &strength) in attackers.iter().zip(attack).chain(defenders.iter().zip(defence)) {
            self.worth[unit.index()] = strength;
        }
        let of = |set: battle::Units| -> Units {
            attackers.iter().enumerate().filter(|(place, _)| set.has(*place)).map(|(_, &unit)| unit).collect()
        };
        self.result = end.printed;
        self.attackers = attackers.iter().copied().filter(|&unit| !field.is_disrupted(unit)).collect();
        self.from = field.hexes_of(self.attackers);
        (self.pool, self.due, self.shaken, self.cause) =
            (of(end.pool), end.required, of(end.disrupted), end.cause);
        self.held = defenders
            .iter()
            .enumerate()
            .filter(|(place, _)| battle.is_held(*place))
            .map(|(_, &unit)| unit)
            .collect();
        self.hugs = !(end.cause == Cause::AttackFailed && end.required.is_positive());
        if !end.purchases.is_empty() {
            (self.buys, self.due) = (true, Factor::ZERO);
            return;
        }
        let is_exchange = end.cause == Cause::Exchanged;
        if is_exchange && self.worth(self.pool) < self.due {
            // STAL-R5: the defender chooses.
            let removed = defenders.iter().zip(&end.defenders);
            let removed = removed.filter(|(_, end)| end.fate == Fate::Eliminated).map(|(&unit, _)| unit);
            self.quota = Some(self.worth(removed.collect()));
            self.dying_of = Cause::Exchanged;
            return;
        }
        for (&unit, end) in defenders.iter().zip(&end.defenders) {
            match end.fate {
                Fate::Unharmed => continue,
                Fate::Eliminated => {
                    self.dying.insert(unit);
                    self.dying_of = end.cause;
                    continue;
                }
                Fate::Disrupted => self.struck |= Units::of(unit),
            }
            if let Some(most) = usize::from(end.demanded).checked_sub(1) {
                self.driven[most].insert(unit);
            }
            if let Some(most) = usize::from(end.withdrawal).checked_sub(1) {
                self.may_go[most].insert(unit);
            }
        }
    }

    /// STAL-EXC-7, STAL-R5: whoever is left of an exchange suffers D.
    pub fn strike_the_rest(&mut self, charts: &Charts) {
        let rest = self.defenders() - self.dying;
        self.struck |= rest;
        // STAL-NOR-6
        if let Some(most) = usize::from(charts.conduct(GroundResult::Disrupted).withdrawal).checked_sub(1) {
            self.may_go[most] |= rest - self.held;
        }
    }

    /// STAL-EXC-2, STAL-EXC-3: what these defenders cost, rounded up once.
    pub fn price(&self, charts: &Charts, bought: Units) -> Factor {
        match charts.price(self.result) {
            Price::Of(share) => Factor::whole(share.of(self.worth(bought)).ceil()),
            Price::Plain(_) => Factor::ZERO,
        }
    }

    /// STAL-EXC-4: the defenders who are bought together with one.
    pub fn formation(&self, field: &Field, unit: UnitId) -> Units {
        let formation = field.piece(unit).formation;
        self.defenders().iter().filter(|&other| field.piece(other).formation == formation).collect()
    }

    /// The defenders whom the attacker can still pay for.
    pub fn for_sale(&self, field: &Field) -> Units {
        let purse = self.worth(self.pool);
        let can_pay = |unit: &UnitId| {
            let more = self.bought | self.formation(field, *unit);
            self.price(field.charts(), more) <= purse
        };
        (self.defenders() - self.bought).iter().filter(can_pay).collect()
    }

    /// Whether some of these units are worth exactly so much together.
    fn makes(&self, units: Units, sum: Factor) -> bool {
        if sum == Factor::ZERO {
            return true;
        }
        let Some(first) = units.first() else { return false };
        let rest = units - Units::of(first);
        let without = sum - self.worth[first.index()];
        (without >= Factor::ZERO && self.makes(rest, without)) || self.makes(rest, sum)
    }

    /// STAL-R5: the defenders who can be named next, so that the best set is named in the end.
    pub fn sacrifices(&self) -> Units {
        let Some(quota) = self.quota else { return Units::NONE };
        let left = quota - self.worth(self.dying);
        if left <= Factor::ZERO {
            return Units::NONE;
        }
        let rest = self.defenders() - self.dying;
        let can = |unit: &UnitId| {
            let more = left - self.worth[unit.index()];
            more >= Factor::ZERO && self.makes(rest - Units::of(*unit), more)
        };
        rest.iter().filter(can).collect()
    }

    /// What drives the defenders.
    pub fn pressure(&self, field: &Field, planned: &Planned) -> Pressure {
        let still = field.hexes_of(self.attackers & field.on_map());
        Pressure { attacked: planned.area(), from: self.from, still }
    }

    /// The place of the attacked hex in which a defender stood.
    pub fn place_of(&self, unit: UnitId) -> usize {
        self.stood.iter().position(|stood| stood.contains(unit)).unwrap_or(0)
    }

    /// Everybody who must still retreat.
    pub fn pending(&self) -> Units {
        self.must_go[0] | self.must_go[1]
    }

    /// Everybody who may still withdraw.
    pub fn free(&self) -> Units {
        self.may_go[0] | self.may_go[1]
    }

    /// A defender is done with what it had to do, or with what it might.
    pub fn settle(&mut self, unit: UnitId, is_forced: bool) {
        let one = Units::of(unit);
        for set in if is_forced { &mut self.must_go } else { &mut self.may_go } {
            *set -= one;
        }
        (self.retreating, self.via) = (None, HexId::NONE);
    }
}
