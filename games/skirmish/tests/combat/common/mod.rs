//! What the tests of all chapters share.

use kit::{Distribution, Fraction, Inquiry, Refusal, Rules, Sums, chance, content::read_situation};

/// A question from a situation in TOML.
pub fn ask<Q: Inquiry>(toml: &str) -> Q {
    try_ask(toml).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// A question, or why the rules do not allow it.
pub fn try_ask<Q: Inquiry>(toml: &str) -> Result<Q, Refusal> {
    let situation: Q::Situation = read_situation("test", toml).unwrap_or_else(|error| panic!("{error}"));
    Q::prepare(Rules::published(), &situation, &mut Sums::default())
}

/// The clause that refuses a situation.
pub fn refused_by<Q: Inquiry>(toml: &str) -> &'static str {
    match try_ask::<Q>(toml) {
        Ok(_) => panic!("allowed: {toml}"),
        Err(refusal) => refusal.clause.0,
    }
}

/// The exact odds of a question.
pub fn odds<Q: Inquiry>(toml: &str) -> Distribution<Q::State> {
    let odds = chance::odds(&ask::<Q>(toml)).unwrap();
    assert!(odds.is_whole());
    odds
}

/// `num` of `den`.
pub fn f(num: u128, den: u128) -> Fraction {
    Fraction::new(num, den)
}
