//! Honest dice: every face follows from a secret that was committed to before the first decision, and from what the
//! players added to it. `docs/verify.md` describes the derivation; `tools/verify.py` is a second implementation.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use hmac::{Hmac, KeyInit, Mac};
use kit::{Dice, Die, Purpose};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::secret::{hex, random, unhex};

/// The first line of everything that is hashed, so that no number of another use can be taken for a die.
const METHOD: &str = "sandtable-dice-1";

/// Who rolls.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Rolling {
    /// The server, from a secret that it has committed to.
    Committed,
    /// The players, who enter the faces.
    Entered,
}

/// Where the dice of a game come from.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct DiceBox {
    /// Who rolls.
    pub kind: Rolling,
    /// The secret in hexadecimal; empty where the players roll.
    pub secret: String,
    /// The name under which the game was begun.
    pub game: String,
    /// What each seat added, by its name.
    pub contributions: BTreeMap<String, String>,
    /// What seats have committed to, by name: the hash of words that they open later.
    #[serde(default)]
    pub sealed: BTreeMap<String, String>,
    /// When the last of them was sealed, in seconds since 1970; 0 where it is not known.
    #[serde(default)]
    pub sealed_at: u64,
    /// Whose sealed words were not opened in time: the dice go without them.
    #[serde(default)]
    pub lapsed: BTreeSet<String>,
    /// The first decision whose dice follow from the secret: a game that goes on from a record has earlier ones.
    pub since: u64,
}

impl DiceBox {
    /// A new secret for a game.
    pub fn new(kind: Rolling, game: &str, since: u64) -> Self {
        let secret = match kind {
            Rolling::Committed => hex(&random::<32>()),
            Rolling::Entered => String::new(),
        };
        Self {
            kind,
            secret,
            game: game.to_owned(),
            contributions: BTreeMap::new(),
            sealed: BTreeMap::new(),
            sealed_at: 0,
            lapsed: BTreeSet::new(),
            since,
        }
    }

    /// What is published before the first decision.
    pub fn commitment(&self) -> Option<String> {
        match self.kind {
            Rolling::Committed => Some(commitment(&self.secret)),
            Rolling::Entered => None,
        }
    }

    /// What a player can keep of the promise in one line: nothing in it can be changed later without being seen.
    pub fn receipt(&self) -> Option<String> {
        self.commitment().map(|commitment| receipt(&self.game, self.since, &commitment))
    }

    /// Who has committed to words, has not opened them and still can.
    pub fn unopened(&self) -> Vec<&str> {
        let is_closed =
            |name: &&String| !self.contributions.contains_key(*name) && !self.lapsed.contains(*name);
        let closed = self.sealed.keys().filter(is_closed);
        closed.map(String::as_str).collect()
    }

    /// The dice of one decision, counted from 1.
    pub fn decision(&self, step: u64) -> Derived {
        Derived { key: self.key(), step, index: 0 }
    }

    /// The key from which every die of the game follows.
    fn key(&self) -> [u8; 32] {
        let mut words = format!("{METHOD}\ngame: {}\n", self.game);
        for (seat, said) in &self.contributions {
            let _ = writeln!(words, "{seat}: {said}");
        }
        keyed(&unhex(&self.secret).unwrap_or_default(), &words)
    }
}

/// The commitment to a secret given in hexadecimal.
pub fn commitment(secret: &str) -> String {
    let mut hash = Sha256::new_with_prefix(format!("{METHOD}\n"));
    hash.update(unhex(secret).unwrap_or_default());
    hex(&hash.finalize())
}

/// One line for a whole promise: which game, since which decision, and the commitment.
pub fn receipt(game: &str, since: u64, commitment: &str) -> String {
    let words = format!("{METHOD} receipt\ngame: {game}\nsince: {since}\ncommitment: {commitment}\n");
    hex(&Sha256::digest(words))
}

/// The seal on words that a player opens later.
pub fn seal(words: &str) -> String {
    hex(&Sha256::digest(format!("{METHOD} words\n{words}\n")))
}

fn keyed(key: &[u8], words: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length");
    mac.update(words.as_bytes());
    mac.finalize().into_bytes().into()
}

/// The dice of one decision.
#[derive(Clone, Debug)]
pub struct Derived {
    key: [u8; 32],
    step: u64,
    index: u32,
}

impl Derived {
    /// The face of the die with this index in the decision, counted from 0.
    pub fn face(&self, index: u32, sides: u32, what: &str) -> u16 {
        // Words above the last full round of faces would favour the low ones: they are passed over.
        let fair = u32::MAX - (u32::MAX % sides + 1) % sides;
        let mut attempt = 0u32;
        loop {
            let line = format!("{}\n{index}\n{what}\nD{sides}\n{attempt}\n", self.step);
            let bytes = keyed(&self.key, &line);
            for word in bytes.chunks_exact(4) {
                let word = u32::from_be_bytes([word[0], word[1], word[2], word[3]]);
                if word <= fair {
                    return (word % sides) as u16 + 1;
                }
            }
            attempt += 1;
        }
    }
}

impl Dice for Derived {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        let face = self.face(self.index, die.sides().into(), purpose.what);
        self.index += 1;
        face
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTORS: &str = include_str!("../dice-vectors.json");

    #[derive(Deserialize)]
    struct Vector {
        secret: String,
        game: String,
        contributions: BTreeMap<String, String>,
        commitment: String,
        dice: Vec<(u64, u32, String, u16, u16)>,
    }

    fn boxed(vector: &Vector) -> DiceBox {
        DiceBox {
            kind: Rolling::Committed,
            secret: vector.secret.clone(),
            game: vector.game.clone(),
            contributions: vector.contributions.clone(),
            sealed: BTreeMap::new(),
            sealed_at: 0,
            lapsed: BTreeSet::new(),
            since: 1,
        }
    }

    #[test]
    fn dice_never_change() {
        let vectors: Vec<Vector> = serde_json::from_str(VECTORS).unwrap();
        assert!(vectors.len() >= 3);
        for vector in vectors {
            let dice = boxed(&vector);
            assert_eq!(dice.commitment().as_ref(), Some(&vector.commitment));
            for (step, index, what, sides, face) in &vector.dice {
                let derived = dice.decision(*step);
                assert_eq!(derived.face(*index, (*sides).into(), what), *face, "step {step}, die {index}");
            }
        }
    }

    #[test]
    fn dice_are_fair() {
        let dice = DiceBox::new(Rolling::Committed, "fair", 1);
        let mut counts = [0u32; 10];
        for step in 0..10_000 {
            let mut derived = dice.decision(step);
            for _ in 0..10 {
                counts[usize::from(derived.roll(Die::D10, Purpose::new("test", ""))) - 1] += 1;
            }
        }
        // Six standard deviations of 10,000 expected are about 570.
        assert!(counts.iter().all(|&many| many.abs_diff(10_000) < 570), "{counts:?}");
    }

    #[test]
    fn every_contribution_changes_the_dice() {
        let mut dice = DiceBox::new(Rolling::Committed, "one", 1);
        let key = dice.key();
        dice.contributions.insert("White".into(), "x".into());
        assert_ne!(dice.key(), key);
        assert_ne!(DiceBox { game: "two".into(), ..dice.clone() }.key(), dice.key());
    }
}
