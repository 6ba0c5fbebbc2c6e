//! Compiled with `src/fraction/wide.rs`, whose inside it looks at.

use super::*;

fn power(of: u64, times: u32) -> Wide {
    (0..times).fold(Wide::new(1), |product, _| product.times(of).unwrap())
}

#[test]
fn reckons_as_on_paper() {
    let big = power(10, 60);
    assert_eq!(big.to_string(), format!("1{}", "0".repeat(60)));
    assert_eq!(big.plus(Wide::new(7)).unwrap().to_string(), format!("1{}7", "0".repeat(59)));
    assert_eq!(big.divided(power(10, 41)), (power(10, 19), Wide::ZERO));
    let (times, rest) = big.plus(Wide::new(12)).unwrap().divided(power(10, 30));
    assert_eq!((times, rest), (power(10, 30), Wide::new(12)));
    assert_eq!(power(6, 60).gcd(power(10, 50)), power(2, 50));
    assert_eq!(big.minus(Wide::new(1)).to_string(), "9".repeat(60));
    assert!(power(3, 200) > power(2, 300) && power(2, 300) < power(2, 301));
    assert_eq!((power(2, 300).bits(), power(2, 300).shifted_down(299)), (301, Wide::new(2)));
    assert_eq!(power(2, 300).shifted_down(64), power(2, 236));
}

#[test]
fn what_does_not_fit_is_refused() {
    let biggest = Wide([u64::MAX; WORDS]);
    assert_eq!((biggest.plus(Wide::new(1)), biggest.times(2)), (None, None));
    assert_eq!(biggest.small(), None);
    assert_eq!(Wide::new(u128::MAX).small(), Some(u128::MAX));
}
