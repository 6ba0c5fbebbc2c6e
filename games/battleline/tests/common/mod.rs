//! What the tests of the chapters share.

use kit::{Fraction, Inquiry, Reckoning, Refusal, chance, content::read_situation};

/// Reads a situation.
pub fn situation<Q: Inquiry>(text: &str) -> Q::Situation {
    read_situation("test", text).unwrap_or_else(|error| panic!("{error}"))
}

/// Prepares a question.
pub fn question<Q: Inquiry>(text: &str) -> Q {
    let situation = situation::<Q>(text);
    Q::prepare(&situation, &mut Reckoning::default()).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Why a question is refused.
pub fn refusal<Q: Inquiry>(text: &str) -> Refusal {
    let situation = situation::<Q>(text);
    match Q::prepare(&situation, &mut Reckoning::default()) {
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
#[allow(dead_code, reason = "not every chapter has sums")]
pub fn lines<Q: Inquiry>(text: &str, part: &str) -> Vec<String> {
    let situation = situation::<Q>(text);
    let mut reckoning = Reckoning::default();
    let _ = Q::prepare(&situation, &mut reckoning);
    let lines = reckoning.lines().iter().filter(|line| line.part.name == part);
    lines.map(|line| format!("{} {} [{}]", line.amount.signed(), line.why, line.clause)).collect()
}
