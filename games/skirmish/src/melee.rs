//! Assault of infantry on infantry or a gun: courage, one round of melee, courage of the smaller side.

use std::cmp::Ordering;

use kit::{Chain, Dice, Factor, Objection, Part, Tally, objection::no_if};

use crate::{
    charts::{Class, Rules, Test, Unit},
    nerve::{Nerve, effective},
};

/// One side of a melee.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fighters {
    pub(crate) unit: &'static Unit,
    pub(crate) men: u8,
    /// How many of them fight: in contact, or near a comrade who is.
    pub(crate) fighting: u8,
    /// CS and the CR of its own leader.
    pub(crate) own: Nerve,
    /// The best CR lent by a commander near it.
    pub(crate) lent: u8,
}

impl Fighters {
    /// SKIR-GEN-3: what it brings to a test with so many men left; a crew of one has no rank of its own.
    pub fn nerve(&self, men: u8) -> Nerve {
        effective(self.unit.has_crew().then_some(self.unit.men), men, self.own, self.lent)
    }

    /// SKIR-ASL-2, SKIR-ASL-3: judges whether men of a unit may fight, or assault. SKIR-ASL-5: crews fight with every
    /// man alive. Gives the number who fight.
    pub fn number<E: Objection>(unit: &Unit, men: u8, fighting: u8, assaults: bool) -> Result<u8, E> {
        let who = &unit.id;
        no_if(unit.is_vehicle(), "SKIR-ASL-2", who, || format!("{} does not fight hand to hand", unit.name))?;
        no_if(assaults && unit.class != Class::Infantry, "SKIR-ASL-2", who, || {
            format!("only infantry assaults, not {}", unit.name)
        })?;
        let fighting = if unit.has_crew() { men } else { fighting };
        no_if(men == 0 || men > unit.men || fighting == 0 || fighting > men, "SKIR-ASL-3", who, || {
            format!("{fighting} fight of {men} alive of {}", unit.men)
        })?;
        Ok(fighting)
    }
}

/// A round of melee, ready for its dice.
#[derive(Clone, Copy, Debug)]
pub struct Melee {
    pub(crate) rules: Rules,
    /// Who assaults, or whose action this round is.
    pub(crate) attacker: Fighters,
    pub(crate) defender: Fighters,
    /// Whether they are engaged already: a further round, without the CT before the assault.
    pub(crate) engaged: bool,
}

/// What comes next in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MeleeStage {
    /// The attackers find the courage to go in.
    Charge,
    /// Pair so, bout so.
    Bout(u8, u8),
    /// The side with fewer survivors tests.
    Nerve,
    /// Over.
    Done(MeleeEnd),
}

/// How a round ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MeleeEnd {
    /// The assault was not made (SKIR-MOR-3).
    NotMade,
    /// Both stay, locked in melee.
    Engaged,
    /// The attackers flee.
    AttackersFlee,
    /// The defenders flee.
    DefendersFlee,
    /// No attacker is left.
    AttackersWiped,
    /// No defender is left; a gun is captured (SKIR-ASL-5).
    DefendersWiped,
}

/// How far a round is, and who is alive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MeleeState {
    /// What comes next.
    pub stage: MeleeStage,
    /// Attackers alive in their unit.
    pub attackers: u8,
    /// Defenders alive in theirs.
    pub defenders: u8,
}

impl Melee {
    /// SKIR-TST-10: what skill adds on either side.
    pub fn reckon_skill<'s, T: Tally<'s>>(&self, tally: &mut T) {
        for (part, side) in [(Part::ATTACK, &self.attacker), (Part::DEFENCE, &self.defender)] {
            let cs = Factor::whole(side.own.cs.into());
            tally.add(part, cs, &side.unit.id, "Combat Skill", "SKIR-TST-10");
        }
    }

    /// SKIR-ASL-3: one to one, and the surplus of the larger side as further opponents, spread evenly.
    fn opponents_of(&self, pair: u8) -> u8 {
        let (few, many) = self.sides();
        many / few + u8::from(pair < many % few)
    }

    pub(crate) fn sides(&self) -> (u8, u8) {
        let (a, d) = (self.attacker.fighting, self.defender.fighting);
        (a.min(d), a.max(d))
    }

    fn bout<D: Dice>(&self, mut at: MeleeState, pair: u8, bout: u8, dice: &mut D) -> MeleeState {
        // The single man of the pair is of the smaller side; of equal sides, a defender.
        let single_attacks = self.attacker.fighting < self.defender.fighting;
        let order = self.rules.melee(self.attacker.own, self.defender.own, dice);
        match order {
            Ordering::Greater => at.defenders -= 1,
            Ordering::Less => at.attackers -= 1,
            Ordering::Equal => {}
        }
        let single_dead = order == if single_attacks { Ordering::Less } else { Ordering::Greater };
        let pair_over = single_dead || bout + 1 == self.opponents_of(pair);
        at.stage = match pair_over {
            false => MeleeStage::Bout(pair, bout + 1),
            true if pair + 1 < self.sides().0 => MeleeStage::Bout(pair + 1, 0),
            true => Self::after_the_round(at),
        };
        at
    }

    /// SKIR-ASL-4: who tests, if anybody; SKIR-R62: its leader among the living.
    fn after_the_round(at: MeleeState) -> MeleeStage {
        match (at.attackers, at.defenders) {
            (_, 0) => MeleeStage::Done(MeleeEnd::DefendersWiped),
            (0, _) => MeleeStage::Done(MeleeEnd::AttackersWiped),
            (a, d) if a == d => MeleeStage::Done(MeleeEnd::Engaged),
            _ => MeleeStage::Nerve,
        }
    }
}

impl Chain for Melee {
    type State = MeleeState;

    fn start(&self) -> MeleeState {
        let stage = if self.engaged { MeleeStage::Bout(0, 0) } else { MeleeStage::Charge };
        MeleeState { stage, attackers: self.attacker.men, defenders: self.defender.men }
    }

    fn is_done(&self, at: &MeleeState) -> bool {
        matches!(at.stage, MeleeStage::Done(_))
    }

    fn step<D: Dice>(&self, at: &MeleeState, dice: &mut D) -> MeleeState {
        let at = *at;
        let stage = match at.stage {
            MeleeStage::Charge
                if self.rules.passes(Test::Courage, self.attacker.nerve(at.attackers), dice) =>
            {
                MeleeStage::Bout(0, 0)
            }
            MeleeStage::Charge => MeleeStage::Done(MeleeEnd::NotMade),
            MeleeStage::Bout(pair, bout) => return self.bout(at, pair, bout, dice),
            MeleeStage::Nerve => {
                let attackers_test = at.attackers < at.defenders;
                let (side, left) = if attackers_test {
                    (self.attacker, at.attackers)
                } else {
                    (self.defender, at.defenders)
                };
                MeleeStage::Done(match self.rules.passes(Test::Courage, side.nerve(left), dice) {
                    true => MeleeEnd::Engaged,
                    false if attackers_test => MeleeEnd::AttackersFlee,
                    false => MeleeEnd::DefendersFlee,
                })
            }
            MeleeStage::Done(_) => at.stage,
        };
        MeleeState { stage, ..at }
    }
}
