//! Random names and secrets, and what is kept of them.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// What is stored of a secret: enough to know it again, not enough to use it.
pub type Print = [u8; 32];

/// So many random bytes from the operating system.
///
/// # Panics
/// If the operating system has none: nothing secret could be promised then.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads hexadecimal.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let readable = digits.len().is_multiple_of(2) && digits.iter().all(u8::is_ascii_hexdigit);
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).ok();
    if readable { (0..digits.len()).step_by(2).map(byte).collect() } else { None }
}

/// A public name of a game: 96 bits, so that nobody finds games by trying.
pub fn game_id() -> String {
    hex(&random::<12>())
}

/// Whether a game can have this name at all: what a stranger makes up is not even looked for.
pub fn is_game_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// The beginning of a game's name: enough to find it in the file, too little to open it.
pub fn beginning(id: &str) -> &str {
    id.get(..4).unwrap_or_default()
}

/// A secret that opens a seat: 160 bits.
pub fn seat_secret() -> String {
    hex(&random::<20>())
}

/// What is stored of a secret. A secret has far too many bits to be tried out, so a plain hash keeps it.
pub fn print(secret: &str) -> Print {
    Sha256::digest(secret.as_bytes()).into()
}

/// Whether two prints are the same, in a time that tells nothing.
pub fn same(one: &Print, other: &Print) -> bool {
    one.iter().zip(other).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_again_and_differ() {
        let (one, other) = (seat_secret(), seat_secret());
        assert_eq!((one.len(), game_id().len()), (40, 24));
        assert!(same(&print(&one), &print(&one)));
        assert!(!same(&print(&one), &print(&other)));
        assert_eq!(unhex(&hex(&[0, 171, 255])), Some(vec![0, 171, 255]));
        assert_eq!((unhex("0"), unhex("0g")), (None, None));
    }
}
