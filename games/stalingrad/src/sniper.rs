//! Snipers: a shot and the duel that may follow.

mod situation;

use kit::{Chain, Dice, Die, Fact, Factor, Inquiry, Purpose, Refusal, Tally, Told};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    charts::{Charts, Rules},
    hexes::Hex,
    units::{Side, Unit},
};
pub use situation::Situation;

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

/// A Russian sniper fires at a German unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot<'u> {
    pub(crate) russian: Sniper,
    pub(crate) target: &'u Unit,
    pub(crate) target_at: Hex,
    pub(crate) target_attacks: bool,
    pub(crate) german: Option<Sniper>,
    /// Whether the Russian sniper, if missed, fires at the German one.
    pub(crate) shoots_back: bool,
}

/// A shot that is allowed, with the duel that may follow.
#[derive(Clone, Copy, Debug)]
pub struct Duel {
    rules: Rules,
    russian: u16,
    german: Option<u16>,
    shoots_back: bool,
}

impl Duel {
    /// Refuses a shot that the rules do not allow.
    pub(crate) fn judge(rules: Rules, shot: &Shot<'_>) -> Result<Self, Refusal> {
        let Shot { russian, target, target_at, german, shoots_back, .. } = *shot;
        check_number(russian, "Russian")?;
        if target.side(&rules) != Side::German {
            let words = format!("{} is Russian: Russian snipers fire at German units", target.name);
            return Err(Refusal::new("STAL-SNP-2", words).because_of(&target.name));
        }
        if russian.fired {
            return Err(Refusal::new("STAL-SNP-2", "the Russian sniper has fired his one shot of this turn"));
        }
        if russian.at.distance(target_at) > 1 {
            let words = format!(
                "{} in {target_at} is {} hexes from the sniper in {}: he reaches his own and neighbouring hexes",
                target.name,
                russian.at.distance(target_at),
                russian.at
            );
            return Err(Refusal::new("STAL-SNP-2", words).because_of(&target.name));
        }
        if let Some(german) = german {
            check_number(german, "German")?;
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
        let german = german.map(|sniper| sniper.number.into());
        Ok(Self { rules, russian: russian.number.into(), german, shoots_back })
    }
}

impl Duel {
    /// A shot with these numbers, answered or not, and shot back.
    pub(crate) const fn of_numbers(rules: Rules, russian: u16, german: Option<u16>) -> Self {
        Self { rules, russian, german, shoots_back: true }
    }
}

/// Who fires next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum NextShot {
    Shot,
    Answer,
    ShotBack,
    Over,
}

/// How a duel stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct DuelProgress {
    next: NextShot,
    /// Whether the target has been Disrupted.
    pub target_hit: bool,
    /// Whether the Russian sniper is dead.
    pub russian_killed: bool,
    /// Whether the German sniper is dead.
    pub german_killed: bool,
}

/// A shot of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Trigger {
    /// The Russian sniper fires at a unit (STAL-SNP-2).
    Shot,
    /// The German sniper answers (STAL-SNP-3).
    Answer,
    /// The Russian one shoots back (STAL-SNP-4).
    ShotBack,
}

/// STAL-DIE-4: the die as it falls, his number or less, under either index.
pub(crate) fn hits<D: Dice>(number: u16, dice: &mut D, trigger: Trigger) -> bool {
    let purpose = match trigger {
        Trigger::Shot => Purpose::new("sniper", "STAL-SNP-2"),
        Trigger::Answer => Purpose::new("answer", "STAL-SNP-3"),
        Trigger::ShotBack => Purpose::new("shot back", "STAL-SNP-4"),
    };
    dice.at_most(Die::D6, number, purpose)
}

impl Chain for Duel {
    type State = DuelProgress;

    fn start(&self) -> DuelProgress {
        DuelProgress { next: NextShot::Shot, target_hit: false, russian_killed: false, german_killed: false }
    }

    fn is_done(&self, progress: &DuelProgress) -> bool {
        progress.next == NextShot::Over
    }

    fn step<D: Dice>(&self, progress: &DuelProgress, dice: &mut D) -> DuelProgress {
        let mut now = *progress;
        match progress.next {
            NextShot::Shot => {
                now.target_hit = hits(self.russian, dice, Trigger::Shot);
                now.next = if self.german.is_some() { NextShot::Answer } else { NextShot::Over };
            }
            NextShot::Answer => {
                let number = self.german.unwrap_or_default();
                now.russian_killed = hits(number, dice, Trigger::Answer);
                // A dead sniper does not shoot back (STAL-SNP-4).
                now.next =
                    if self.shoots_back && !now.russian_killed { NextShot::ShotBack } else { NextShot::Over };
            }
            NextShot::ShotBack => {
                now.german_killed = hits(self.russian, dice, Trigger::ShotBack);
                now.next = NextShot::Over;
            }
            NextShot::Over => {}
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
    type Content = Charts;
    type Situation = Situation;
    const KIND: &'static str = "sniper";
    const TITLE: &'static str = "a Russian sniper fires, and a duel may follow";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/sniper.toml"));

    fn prepare<'s, T: Tally<'s>>(rules: Rules, situation: &'s Situation, _: &mut T) -> Result<Self, Refusal> {
        Self::judge(rules, &situation.shot(rules.get()))
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
        let shot = situation.shot(&self.rules);
        if shot.target_attacks {
            let words = format!("{} drops out of its attack if it is Disrupted", shot.target.name);
            facts.push(Fact::new("attack", words, "STAL-SNP-8"));
        }
        facts
    }

    fn tell(&self, situation: &Situation, end: &DuelProgress) -> Told {
        let shot = situation.shot(&self.rules);
        let unit = &shot.target.name;
        // STAL-RET-11: nobody retreats from a sniper. STAL-SNP-8: a Disrupted attacker drops out.
        let target = match (end.target_hit, shot.target_attacks) {
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
        let result = if end.target_hit { "D" } else { "-" };
        let fate = |killed: bool| if killed { "killed" } else { "lives" };
        let mut told = Told::new(result, format!("{target}{duel}"))
            .by("STAL-SNP-2")
            .does(unit, result, &target)
            .does("the Russian sniper", fate(end.russian_killed), fate(end.russian_killed));
        if self.german.is_some() {
            told = told.does("the German sniper", fate(end.german_killed), fate(end.german_killed));
            told = told.by(if end.german_killed { "STAL-SNP-4" } else { "STAL-SNP-3" });
        }
        told.measuring("German units Disrupted", one(end.target_hit))
            .measuring("Russian snipers killed", one(end.russian_killed))
            .measuring("German snipers killed", one(end.german_killed))
    }
}
