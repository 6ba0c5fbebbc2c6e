//! What the tests of all chapters share.

use kit::{Inquiry, Refusal, Sums, content::read_situation};

/// Reads a situation that must be readable.
pub fn read<Q: Inquiry>(text: &str) -> Q::Situation {
    read_situation("test.toml", text).unwrap_or_else(|error| panic!("{error}"))
}

/// Judges a situation that must be allowed.
pub fn prepare<Q: Inquiry>(text: &str) -> Q {
    let situation = read::<Q>(text);
    Q::prepare(&situation, &mut Sums::default()).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Judges a situation that must be refused.
#[allow(dead_code, reason = "not every chapter's tests refuse")]
pub fn refusal<Q: Inquiry>(text: &str) -> Refusal {
    let situation = read::<Q>(text);
    match Q::prepare(&situation, &mut Sums::default()) {
        Ok(_) => panic!("allowed:\n{text}"),
        Err(refusal) => refusal,
    }
}

/// The clause by which a situation is refused.
#[allow(dead_code, reason = "not every chapter's tests refuse")]
pub fn refused_by<Q: Inquiry>(text: &str) -> &'static str {
    refusal::<Q>(text).clause.0
}
