//! What the tests of all chapters share.

use kit::{Column, Factor, Inquiry, Refusal, Rules, Sums, content::read_situation};
use sandtable_stalingrad::{RULEBOOK, battle::Battle};

/// The storm of the summit (W1).
pub const SUMMIT: &str = r#"
side = "german"
close-support = 1
attackers = [
  { unit = "295.ID/516.R", at = "1112" },
  { unit = "295.ID/517.R", at = "1112" },
  { unit = "295.ID/518.R", at = "1112" },
  { unit = "Pz.R.24", at = "1113" },
  { unit = "21.PzGR", at = "1113" },
]
defenders = [{ unit = "112.RD", at = "1212" }]
[hexes]
1112 = "slope"
1113 = "slope"
1212 = "summit"
"#;

/// Reads a situation that must be readable.
pub fn read<Q: Inquiry>(text: &str) -> Q::Situation {
    read_situation("test.toml", text).unwrap_or_else(|error| panic!("{error}"))
}

/// Judges a situation that must be allowed.
pub fn prepare<Q: Inquiry>(text: &str) -> Q {
    let situation = read::<Q>(text);
    Q::prepare(Rules::published(), &situation, &mut Sums::default())
        .unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Judges a situation that must be refused.
pub fn refusal<Q: Inquiry>(text: &str) -> Refusal {
    let situation = read::<Q>(text);
    match Q::prepare(Rules::published(), &situation, &mut Sums::default()) {
        Ok(_) => panic!("allowed:\n{text}"),
        Err(refusal) => refusal,
    }
}

/// The clause by which a situation is refused.
pub fn refused_by<Q: Inquiry>(text: &str) -> &'static str {
    refusal::<Q>(text).clause.0
}

/// The head of the column that is read.
pub fn head(battle: &Battle) -> &'static str {
    let Column(place) = battle.column().expect("the attack takes place");
    &RULEBOOK.sheet("crt").unwrap().heads()[place as usize]
}

/// A German attack from 0809 on a Russian unit in 0910, all open, with these factors.
pub fn open_attack(attack: &str, defence: &str, more: &str) -> String {
    format!(
        "side = 'german'\nattackers = [{{ unit = {{ name = 'A', kind = 'infantry', factor = {attack} }}, at = '0809' }}]\n\
         defenders = [{{ unit = {{ name = 'D', kind = 'rifle-brigade', factor = {defence} }}, at = '0910' }}]\n\
         {more}\n[hexes]\n0809 = 'open'\n0910 = 'open'\n"
    )
}

/// A whole strength.
pub fn whole(n: i32) -> Factor {
    Factor::whole(n)
}
