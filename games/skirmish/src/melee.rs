//! Assault of infantry on infantry or a gun: courage, one round of melee, courage of the smaller side.

use std::cmp::Ordering;

use kit::{Chain, Chart, Dice, Fact, Inquiry, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    charts::{Class, Test, Unit},
    nerve::{Commander, Nerve, check_rank, check_skill, lent_rank, melee, passes},
    report::count,
    situation::unit,
};

/// One side of a melee.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Side {
    /// Its id in the unit charts.
    pub unit: String,
    /// Men alive, if not all.
    #[serde(default)]
    pub alive: Option<u8>,
    /// How many of them fight, if not all: in contact, or near a comrade who is.
    #[serde(default)]
    pub fighting: Option<u8>,
    /// Its Combat Skill, if it is not that of the chart.
    #[serde(default)]
    pub cs: Option<u8>,
    /// The CR of its own leader, if it is not that of the chart.
    #[serde(default)]
    pub cr: Option<u8>,
    /// Commanders near it.
    #[serde(default)]
    pub commanders: Vec<Commander>,
}

/// A melee.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Who assaults, or whose action this round is.
    pub attacker: Side,
    /// Who is assaulted.
    pub defender: Side,
    /// Whether they are engaged already: a further round, without the CT before the assault.
    #[serde(default)]
    pub engaged: bool,
}

#[derive(Clone, Copy, Debug)]
struct Fighters {
    men: u8,
    fighting: u8,
    nerve: Nerve,
    gun: bool,
}

/// A round ready for its dice.
#[derive(Clone, Copy, Debug)]
pub struct Melee {
    attacker: Fighters,
    defender: Fighters,
    engaged: bool,
}

/// Where the round stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// The attackers find the courage to go in.
    Charge,
    /// Pair so, bout so.
    Bout(u8, u8),
    /// The side with fewer survivors tests.
    Nerve,
    /// Over.
    Done(End),
}

/// How a round ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
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

/// A moment of the chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Moment {
    /// Where it stands.
    pub stage: Stage,
    /// Attackers alive in their unit.
    pub attackers: u8,
    /// Defenders alive in theirs.
    pub defenders: u8,
}

impl Melee {
    /// SKIR-ASL-3: one to one, and the surplus of the larger side as further opponents, spread evenly.
    fn opponents_of(&self, pair: u8) -> u8 {
        let (few, many) = self.sides();
        many / few + u8::from(pair < many % few)
    }

    fn sides(&self) -> (u8, u8) {
        let (a, d) = (self.attacker.fighting, self.defender.fighting);
        (a.min(d), a.max(d))
    }

    fn bout<D: Dice>(&self, mut at: Moment, pair: u8, bout: u8, dice: &mut D) -> Moment {
        // The single man of the pair is of the smaller side; of equal sides, a defender.
        let single_attacks = self.attacker.fighting < self.defender.fighting;
        let order = melee(self.attacker.nerve, self.defender.nerve, dice);
        match order {
            Ordering::Greater => at.defenders -= 1,
            Ordering::Less => at.attackers -= 1,
            Ordering::Equal => {}
        }
        let single_dead = order == if single_attacks { Ordering::Less } else { Ordering::Greater };
        let pair_over = single_dead || bout + 1 == self.opponents_of(pair);
        at.stage = match pair_over {
            false => Stage::Bout(pair, bout + 1),
            true if pair + 1 < self.sides().0 => Stage::Bout(pair + 1, 0),
            true => Self::after_the_round(at),
        };
        at
    }

    /// SKIR-ASL-4: who tests, if anybody; SKIR-R62: its leader among the living.
    fn after_the_round(at: Moment) -> Stage {
        match (at.attackers, at.defenders) {
            (_, 0) => Stage::Done(End::DefendersWiped),
            (0, _) => Stage::Done(End::AttackersWiped),
            (a, d) if a == d => Stage::Done(End::Engaged),
            _ => Stage::Nerve,
        }
    }
}

impl Chain for Melee {
    type State = Moment;

    fn start(&self) -> Moment {
        let stage = if self.engaged { Stage::Bout(0, 0) } else { Stage::Charge };
        Moment { stage, attackers: self.attacker.men, defenders: self.defender.men }
    }

    fn is_done(&self, at: &Moment) -> bool {
        matches!(at.stage, Stage::Done(_))
    }

    fn step<D: Dice>(&self, at: &Moment, dice: &mut D) -> Moment {
        let at = *at;
        let stage = match at.stage {
            Stage::Charge if passes(Test::Courage, self.attacker.nerve, dice) => Stage::Bout(0, 0),
            Stage::Charge => Stage::Done(End::NotMade),
            Stage::Bout(pair, bout) => return self.bout(at, pair, bout, dice),
            Stage::Nerve => {
                let attackers_test = at.attackers < at.defenders;
                let side = if attackers_test { self.attacker } else { self.defender };
                Stage::Done(match passes(Test::Courage, side.nerve, dice) {
                    true => End::Engaged,
                    false if attackers_test => End::AttackersFlee,
                    false => End::DefendersFlee,
                })
            }
            Stage::Done(_) => at.stage,
        };
        Moment { stage, ..at }
    }
}

fn fighters(side: &Side, attacks: bool) -> Result<Fighters, Refusal> {
    let unit: &Unit = unit(&side.unit)?;
    let refuse = |clause, reason: String| Err(Refusal::new(clause, reason).because_of(&unit.id));
    if matches!(unit.class, Class::Vehicle(_)) {
        return refuse("SKIR-ASL-2", format!("{} does not fight hand to hand", unit.name));
    }
    if attacks && unit.class != Class::Infantry {
        return refuse("SKIR-ASL-2", format!("only infantry assaults, not {}", unit.name));
    }
    let men = side.alive.unwrap_or(unit.men);
    // SKIR-ASL-5: crews fight with every man alive.
    let all = unit.has_crew();
    let fighting = if all { men } else { side.fighting.unwrap_or(men) };
    if men == 0 || men > unit.men || fighting == 0 || fighting > men {
        return refuse("SKIR-ASL-3", format!("{fighting} fight of {men} alive of {}", unit.men));
    }
    let cr = check_rank(side.cr.unwrap_or(unit.cr))?.max(lent_rank(&side.commanders)?);
    let cs = check_skill(side.cs.unwrap_or(unit.cs))?;
    Ok(Fighters { men, fighting, nerve: Nerve { cs, cr }, gun: unit.class == Class::Gun })
}

/// Who lost more, in three steps: every pair of losses would be a row of its own.
fn margin(attackers: u8, defenders: u8) -> String {
    let who = if attackers > defenders { "attackers" } else { "defenders" };
    match attackers.abs_diff(defenders) {
        0 => "as many fall on both sides".to_owned(),
        1 => format!("{who} lose one man more"),
        2 | 3 => format!("{who} lose two or three men more"),
        _ => format!("{who} lose four or more men more"),
    }
}

impl Inquiry for Melee {
    type Situation = Situation;
    const KIND: &'static str = "melee";
    const TITLE: &'static str = "Infantry assaults infantry or a gun: one round of melee";
    const EXAMPLE: &'static str = include_str!("../../../examples/skirmish/melee.toml");

    fn prepare<'s, T: Tally<'s>>(said: &'s Situation, tally: &mut T) -> Result<Self, Refusal> {
        let (attacker, defender) = (fighters(&said.attacker, true)?, fighters(&said.defender, false)?);
        let amount = |nerve: Nerve| kit::Factor::whole(nerve.cs.into());
        tally.add(
            kit::Part::ATTACK,
            amount(attacker.nerve),
            &said.attacker.unit,
            "Combat Skill",
            "SKIR-TST-10",
        );
        tally.add(
            kit::Part::DEFENCE,
            amount(defender.nerve),
            &said.defender.unit,
            "Combat Skill",
            "SKIR-TST-10",
        );
        Ok(Self { attacker, defender, engaged: said.engaged })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let (few, many) = self.sides();
        let mut facts =
            vec![Fact::new("pairs", format!("{few} pairs, {} men over", many - few), "SKIR-ASL-3")];
        if !self.engaged {
            facts.push(Fact::new("courage", "the attackers take a CT before they go in", "SKIR-ASL-2"));
        }
        facts
    }

    fn chart(&self) -> Option<Chart> {
        Some(Chart { table: "tests", columns: vec!["SUCCESS CONDITION".to_owned()] })
    }

    fn tell(&self, _: &Situation, at: &Moment) -> Told {
        let (lost, killed) = (self.attacker.men - at.attackers, self.defender.men - at.defenders);
        let (result, clause) = match at.stage {
            Stage::Done(End::NotMade) => ("assault not made", "SKIR-MOR-3"),
            Stage::Done(End::AttackersFlee) => ("attackers flee", "SKIR-ASL-4"),
            Stage::Done(End::DefendersFlee) => ("defenders flee", "SKIR-ASL-4"),
            Stage::Done(End::AttackersWiped) => ("attackers wiped out", "SKIR-TST-10"),
            Stage::Done(End::DefendersWiped) if self.defender.gun => ("gun captured", "SKIR-ASL-5"),
            Stage::Done(End::DefendersWiped) => ("defenders wiped out", "SKIR-TST-10"),
            _ => ("engaged", "SKIR-ASL-3"),
        };
        Told::new(result, margin(lost, killed))
            .by(clause)
            .measuring("attackers lost", count(lost))
            .measuring("defenders lost", count(killed))
    }
}
