//! A hash of a state that is the same on every machine and in every version.

/// Collects bytes into a 64-bit hash (FNV-1a, then mixed).
///
/// ```
/// use sandtable_kit::Digest;
/// let mut digest = Digest::new();
/// digest.number(1942u64);
/// assert_eq!(digest.finish(), 0xb5bd_065f_5e7e_35f9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Digest {
    /// Nothing collected yet.
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Adds a number, eight bytes whatever its size.
    pub fn number(&mut self, number: impl Into<u64>) {
        self.bytes(&number.into().to_le_bytes());
    }

    /// The hash of what was added.
    pub const fn finish(self) -> u64 {
        // The low bytes of FNV depend on few input bits; a mixing step spreads them.
        let mut hash = self.0;
        hash ^= hash >> 33;
        hash = hash.wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^= hash >> 33;
        hash
    }
}
