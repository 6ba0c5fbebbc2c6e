//! A hash of a state that is the same on every machine and in every version.

use std::hash::{Hash, Hasher};

/// The hash of a state by its derived `Hash`: the same on every little-endian machine, since every number is widened to
/// 64 bits. A state holds no `usize` and no address.
///
/// ```
/// assert_eq!(sandtable_kit::hash_of(&(1u8, true, 1942u16)), sandtable_kit::hash_of(&(1u32, 1u8, 1942u64)));
/// ```
pub fn hash_of(state: &impl Hash) -> u64 {
    let mut hasher = Words(0x9e37_79b9_7f4a_7c15);
    state.hash(&mut hasher);
    hasher.finish()
}

/// Mixes one word after the other.
struct Words(u64);

impl Words {
    #[inline]
    const fn word(&mut self, word: u64) {
        let product = (self.0 ^ word) as u128 * 0xa076_1d64_78bd_642f_u128;
        self.0 = (product as u64 ^ (product >> 64) as u64).wrapping_add(0xe703_7ed1_a0b4_28db);
    }
}

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.word(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.word(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.word(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.word(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.word(number as u64);
    }

    #[inline]
    fn write_isize(&mut self, number: isize) {
        self.word(number as u64);
    }

    #[inline]
    fn write_u128(&mut self, number: u128) {
        self.word(number as u64);
        self.word((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
