//! What the tests of the chapters share.

use kit::{Fraction, Inquiry, Reckoning, Refusal, Rules, chance, content::read_situation};
use sandtable_battleline::{battle::Battle, charts::Charts, content::LineContent};

/// The published charts.
pub fn charts() -> &'static Charts {
    &LineContent::published().charts
}

/// Reads a situation.
pub fn situation<Q: Inquiry>(text: &str) -> Q::Situation {
    read_situation("test", text).unwrap_or_else(|error| panic!("{error}"))
}

/// Prepares a question.
pub fn question<Q: Inquiry>(text: &str) -> Q {
    let situation = situation::<Q>(text);
    Q::prepare(Rules::published(), &situation, &mut Reckoning::default())
        .unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Why a question is refused.
pub fn refusal<Q: Inquiry>(text: &str) -> Refusal {
    let situation = situation::<Q>(text);
    match Q::prepare(Rules::published(), &situation, &mut Reckoning::default()) {
        Ok(_) => panic!("allowed: {text}"),
        Err(refusal) => refusal,
    }
}

/// The clause by which a question is refused.
pub fn refused_by<Q: Inquiry>(text: &str) -> &'static str {
    refusal::<Q>(text).clause.0
}

/// The chances of the results as they are told, in the order of the report, as `D 1/3, R 1/6`.
pub fn results<Q: Inquiry>(text: &str) -> String {
    let situation = situation::<Q>(text);
    let question = question::<Q>(text);
    let odds = chance::odds(&question).unwrap();
    assert!(odds.is_whole());
    let mut names: Vec<String> = Vec::new();
    for (end, _) in odds.iter() {
        let result = question.tell(&situation, end).result;
        if !names.contains(&result) {
            names.push(result);
        }
    }
    let shares = names.iter().map(|name| {
        let chance: Fraction = odds.chance(|end| question.tell(&situation, end).result == *name);
        format!("{name} {chance}")
    });
    shares.collect::<Vec<_>>().join(", ")
}

/// The lines of one sum as `+5 printed attack [LINE-X-UNI-1]`.
pub fn lines<Q: Inquiry>(text: &str, part: &str) -> Vec<String> {
    let situation = situation::<Q>(text);
    let mut reckoning = Reckoning::default();
    let _ = Q::prepare(Rules::published(), &situation, &mut reckoning);
    let lines = reckoning.lines().iter().filter(|line| line.part.name == part);
    lines.map(|line| format!("{} {} [{}]", line.amount.signed(), line.why, line.clause)).collect()
}

/// The chances of a combat.
pub fn odds_of(text: &str) -> String {
    results::<Battle>(text)
}

/// A combat of plain counters: total attack against a defence, from the front.
pub fn plain(attack: i32, defence: i32, more: &str) -> String {
    format!(
        "{more}\n[defender]\nunit = {{ class = 'MI', attack = 1, defence = {defence}, morale = 5, movement = 4 }}\n\
         [[attackers]]\nunit = {{ class = 'MI', attack = {attack}, defence = 1, morale = 5, movement = 4 }}\n"
    )
}

/// The column of Table 4 that a combat reads.
pub fn column(text: &str) -> String {
    question::<Battle>(text).chart().unwrap().columns[0].clone()
}

/// One against one, front to front.
pub const DUEL: &str = "
[defender]
unit = 'LIB'
hex = '0505'
facing = 3
[[attackers]]
unit = 'HAS'
hex = '0506'
facing = 0
";

/// Three attackers from three sides.
pub const THREE_ON_ONE: &str = "
[defender]
unit = 'LIB'
hex = '0605'
facing = 3
[[attackers]]
unit = 'HAS'
name = 'HAS1'
hex = '0606'
facing = 0
[[attackers]]
unit = 'HAS'
name = 'HAS2'
hex = '0506'
facing = 0
[[attackers]]
unit = 'SOC'
name = 'SOC1'
hex = '0706'
facing = 0
";

/// Against a Disrupted unit.
pub const SECOND: &str = "
[defender]
unit = 'HAS'
status = 'disrupted'
[[attackers]]
unit = 'HAS'
name = 'HAS1'
";

/// Light foot that slips away.
pub const EVADING: &str = "
[defender]
unit = 'VEL'
evades = true
[[attackers]]
unit = 'HAS'
";
