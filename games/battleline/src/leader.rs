//! Leaders whose unit is eliminated (LINE-X-CMD-6).

use crate::prelude::*;

/// Who follows a fallen Army commander, on either side (LINE-X-CMD-7).
pub(crate) const DEPUTY: &str = "Deputy";

const FATE: Purpose = Purpose::new("leader", "LINE-X-CMD-6");

/// Rolls for one leader: whether he falls.
pub(crate) fn falls<D: Dice>(charts: &Charts, dice: &mut D) -> bool {
    let face = dice.roll(Die::D6, FATE);
    *charts.tables.leader_fate.look_up(face.into(), 0) == LeaderFate::Falls
}

/// Those of a list whose bits are set.
pub(crate) fn picked<T>(list: &[T], bits: u64) -> impl Iterator<Item = &T> {
    list.iter().enumerate().filter(move |(place, _)| bits >> place & 1 == 1).map(|(_, one)| one)
}

/// The value lost with the leaders in the set.
pub(crate) fn value(values: &[u8], fallen: u32) -> i32 {
    picked(values, fallen.into()).map(|&value| i32::from(value)).sum()
}

/// Who falls, as the end of a sentence.
pub(crate) fn told(leaders: &[&str], fallen: u32) -> String {
    let names: Vec<&str> = picked(leaders, fallen.into()).copied().collect();
    match names.as_slice() {
        [] => String::new(),
        [name] => format!("; {name} falls"),
        names => format!("; {} fall", names.join(" and ")),
    }
}

/// A leader shares the hex of one unit (LINE-X-CMD-1).
pub(crate) fn each_is_in_one_place<'s>(
    leaders: impl IntoIterator<Item = &'s LeaderName>,
) -> Result<(), Refusal> {
    let mut known: SmallVec<[LeaderName; 4]> = SmallVec::new();
    for &leader in leaders {
        // Each side may have a Deputy, so two of them may meet.
        if known.contains(&leader) && leader.name() != DEPUTY {
            let reason = "a leader is in one hex only, and once";
            return Err(Refusal::new("LINE-X-CMD-1", reason).because_of(leader.name()));
        }
        known.push(leader);
    }
    Ok(())
}

/// Leaders with a unit that is eliminated.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Situation {
    /// Their names, one to four.
    #[schemars(extend("minItems" = 1, "maxItems" = 4))]
    pub leaders: Vec<LeaderName>,
    /// Whether no friendly unit is left on the map for them to go to.
    #[serde(default)]
    pub last_of_army: bool,
}

/// The fate of leaders.
#[derive(Clone, Debug)]
pub struct Leaders {
    charts: &'static Charts,
    values: SmallVec<[u8; 2]>,
    last_of_army: bool,
}

impl Chain for Leaders {
    /// How many have rolled, and a bit for each who fell.
    type State = (u8, u8);

    fn start(&self) -> (u8, u8) {
        if self.last_of_army { (self.count(), (1 << self.count()) - 1) } else { (0, 0) }
    }

    fn is_done(&self, &(rolled, _): &(u8, u8)) -> bool {
        rolled == self.count()
    }

    fn step<D: Dice>(&self, &(rolled, fallen): &(u8, u8), dice: &mut D) -> (u8, u8) {
        (rolled + 1, fallen | u8::from(falls(self.charts, dice)) << rolled)
    }
}

impl Leaders {
    fn count(&self) -> u8 {
        self.values.len() as u8
    }

    const fn clause(&self) -> &'static str {
        if self.last_of_army { "LINE-R35" } else { "LINE-X-CMD-6" }
    }
}

impl Inquiry for Leaders {
    type Content = LineContent;
    type Situation = Situation;

    const KIND: &'static str = "leader";
    const TITLE: &'static str = "Leaders with an eliminated unit";
    const EXAMPLE: &'static str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/leader.toml"));

    fn prepare<'s, T: Tally<'s>>(
        rules: Rules<LineContent>,
        situation: &'s Situation,
        _: &mut T,
    ) -> Result<Self, Refusal> {
        let leaders = &situation.leaders;
        if leaders.is_empty() || leaders.len() > MOST_LEADERS {
            let reason = format!("{} leaders are named, expected 1 to {MOST_LEADERS}", leaders.len());
            return Err(Refusal::new("LINE-X-CMD-6", reason));
        }
        each_is_in_one_place(leaders)?;
        let charts: &'static Charts = &rules.get().charts;
        let values = leaders.iter().map(|leader| leader.line(charts).value as u8).collect();
        Ok(Self { charts, values, last_of_army: situation.last_of_army })
    }

    fn facts(&self, _: &Situation) -> Vec<Fact> {
        let words = if self.last_of_army {
            "no friendly unit is left to go to: lost without a die"
        } else {
            "each rolls; those who escape go to the nearest friendly unit"
        };
        vec![Fact::new("fate", words, self.clause())]
    }

    fn tell(&self, situation: &Situation, &(_, fallen): &(u8, u8)) -> Told {
        let result = match fallen.count_ones() {
            0 => "escape",
            lost if lost == u32::from(self.count()) => "fall",
            _ => "some fall",
        };
        let names: Vec<&str> = situation.leaders.iter().map(|leader| leader.name()).collect();
        let told = told(&names, fallen.into());
        let words = told.trim_start_matches("; ");
        let told = Told::new(result, if words.is_empty() { "nobody falls" } else { words });
        names
            .iter()
            .enumerate()
            .fold(told, |told, (place, name)| {
                let fate = if fallen >> place & 1 == 1 { "falls" } else { "escapes" };
                told.does(*name, fate, fate)
            })
            .by(self.clause())
            .measuring("value lost", Factor::whole(value(&self.values, fallen.into())))
    }
}
