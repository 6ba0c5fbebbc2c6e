//! Snipers: a shot and the duel that may follow.

use kit::{Chain, Dice, Die, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    hexes::Hex,
    units::{Side, Unit},
};

/// A sniper.
#[derive(Clone, Copy, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sniper {
    /// The number on his face: he hits with it or less.
    pub number: u8,
    /// Where he lies.
    pub at: Hex,
    /// Whether he has already fired (a Russian) or answered (a German) this turn.
    #[serde(default)]
    pub fired: bool,
}

/// A German unit in somebody's sights.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Target {
    /// The unit.
    pub unit: Unit,
    /// Where it stands.
    pub at: Hex,
    /// Whether it is part of an attack that has been announced.
    #[serde(default)]
    pub attacking: bool,
}

/// A shot by a Russian sniper.
#[derive(Clone, Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// The Russian sniper who fires.
    pub russian: Sniper,
    /// The unit he fires at.
    pub target: Target,
    /// The German sniper who answers, if any.
    #[serde(default)]
    pub german: Option<Sniper>,
    /// Whether the Russian sniper, if missed, fires at the German one.
    #[serde(default = "yes")]
    pub shoot_back: bool,
}

const fn yes() -> bool {
    true
}

/// A shot and its duel.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    russian: u16,
    german: Option<u16>,
    shoot_back: bool,
}

/// Who fires next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Turn {
    Shot,
    Answer,
    ShotBack,
    Over,
}

/// How a duel stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Standing {
    turn: Turn,
    /// Whether the target has been Disrupted.
    pub target_hit: bool,
    /// Whether the Russian sniper is dead.
    pub russian_killed: bool,
    /// Whether the German sniper is dead.
    pub german_killed: bool,
}

/// STAL-DIE-4: the die as it falls, his number or less, under either index.
fn hits<D: Dice>(number: u16, dice: &mut D, purpose: Purpose) -> bool {
    dice.at_most(Die::D6, number, purpose)
}

impl Chain for Duel {
    type State = Standing;

    fn start(&self) -> Standing {
        Standing { turn: Turn::Shot, target_hit: false, russian_killed: false, german_killed: false }
    }

    fn is_done(&self, standing: &Standing) -> bool {
        standing.turn == Turn::Over
    }

    fn step<D: Dice>(&self, standing: &Standing, dice: &mut D) -> Standing {
        let mut now = *standing;
        match standing.turn {
            Turn::Shot => {
                now.target_hit = hits(self.russian, dice, Purpose::new("sniper", "STAL-SNP-2"));
                now.turn = if self.german.is_some() { Turn::Answer } else { Turn::Over };
            }
            Turn::Answer => {
                let number = self.german.unwrap_or_default();
                now.russian_killed = hits(number, dice, Purpose::new("answer", "STAL-SNP-3"));
                // A dead sniper does not shoot back (STAL-SNP-4).
                now.turn = if self.shoot_back && !now.russian_killed { Turn::ShotBack } else { Turn::Over };
            }
            Turn::ShotBack => {
                now.german_killed = hits(self.russian, dice, Purpose::new("shot back", "STAL-SNP-4"));
                now.turn = Turn::Over;
            }
            Turn::Over => {}
        }
        now
    }
}

fn check_number(sniper: Sniper, whose: &str) -> Result<(), Refusal> {
    if (1..=6).contains(&sniper.number) {
        return Ok(());
    }
    let words = format!("the {whose} sniper's number is {}: a die shows 1 to 6", sniper.number);
    Err(Refusal::new("STAL-DIE-4", words))
}

impl Inquiry for Duel {
    type Situation = Situation;
    const KIND: &'static str = "sniper";
    const TITLE: &'static str = "a Russian sniper fires, and a duel may follow";
    const EXAMPLE: &'static str = include_str!("../../../examples/stalingrad/sniper.toml");

    fn prepare<'s, T: Tally<'s>>(situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        let Situation { russian, target, german, shoot_back } = situation;
        check_number(*russian, "Russian")?;
        if target.unit.side() != Side::German {
            let words = format!("{} is Russian: Russian snipers fire at German units", target.unit.name);
            return Err(Refusal::new("STAL-SNP-2", words).because_of(&target.unit.name));
        }
        if russian.fired {
            return Err(Refusal::new("STAL-SNP-2", "the Russian sniper has fired his one shot of this turn"));
        }
        if russian.at.distance(target.at) > 1 {
            let words = format!(
                "{} in {} is {} hexes from the sniper in {}: he reaches his own and neighbouring hexes",
                target.unit.name,
                target.at,
                russian.at.distance(target.at),
                russian.at
            );
            return Err(Refusal::new("STAL-SNP-2", words).because_of(&target.unit.name));
        }
        if let Some(german) = german {
            check_number(*german, "German")?;
            if german.fired {
                return Err(Refusal::new("STAL-R35", "the German sniper has answered once this turn"));
            }
            if german.at.distance(russian.at) > 1 {
                let words = format!(
                    "the German sniper in {} is {} hexes from the Russian one in {}: he answers in the same or a neighbouring hex",
                    german.at,
                    german.at.distance(russian.at),
                    russian.at
                );
                return Err(Refusal::new("STAL-SNP-3", words));
            }
        }
        Ok(Self {
            russian: russian.number.into(),
            german: german.map(|sniper| sniper.number.into()),
            shoot_back: *shoot_back,
        })
    }

    fn facts(&self, situation: &Situation) -> Vec<Fact> {
        let mut facts = vec![Fact::new(
            "die",
            format!("the Russian sniper hits on 1 to {}, as the die falls", self.russian),
            "STAL-DIE-4",
        )];
        if let Some(number) = self.german {
            let words = format!("the German sniper hits on 1 to {number}; a sniper killed is out for good");
            facts.push(Fact::new("answer", words, "STAL-SNP-5"));
        }
        if situation.target.attacking {
            let words = format!("{} drops out of its attack if it is Disrupted", situation.target.unit.name);
            facts.push(Fact::new("attack", words, "STAL-SNP-8"));
        }
        facts
    }

    fn tell(&self, situation: &Situation, end: &Standing) -> Told {
        let unit = &situation.target.unit.name;
        // STAL-RET-11: nobody retreats from a sniper. STAL-SNP-8: a Disrupted attacker drops out.
        let target = match (end.target_hit, situation.target.attacking) {
            (true, true) => format!("{unit} Disrupted and out of its attack"),
            (true, false) => format!("{unit} Disrupted"),
            (false, _) => format!("{unit} missed"),
        };
        let duel = match (self.german, end.russian_killed, end.german_killed) {
            (None, ..) => "",
            (_, true, _) => "; the Russian sniper is killed",
            (_, _, true) => "; the German sniper is killed",
            _ => "; both snipers live",
        };
        let one = |yes: bool| Factor::whole(yes.into());
        let mut told =
            Told::new(if end.target_hit { "D" } else { "-" }, format!("{target}{duel}")).by("STAL-SNP-2");
        if self.german.is_some() {
            told = told.by(if end.german_killed { "STAL-SNP-4" } else { "STAL-SNP-3" });
        }
        told.measuring("German units Disrupted", one(end.target_hit))
            .measuring("Russian snipers killed", one(end.russian_killed))
            .measuring("German snipers killed", one(end.german_killed))
    }
}
