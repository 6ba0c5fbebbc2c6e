//! Compiled with `src/fraction.rs`, whose inside it looks at.

use super::*;

#[test]
fn wide_ones_read_like_small_ones() {
    let wide = |times: u32| (0..times).fold(Wide::new(1), |product, _| product.times(6).unwrap());
    let rare = Fraction::of(Wide::new(1), wide(60));
    assert_eq!(rare.to_string(), format!("1/{}", wide(60)));
    assert_eq!(Fraction::of(wide(100), wide(101)), Fraction::new(1, 6));
    let nearly = Fraction::of(wide(60).minus(Wide::new(1)), wide(60));
    assert!(rare > Fraction::ZERO && nearly < Fraction::ONE && rare < nearly);
    assert_eq!((rare.percent(), nearly.percent()), ("0.00".to_owned(), "100.00".to_owned()));
    assert_eq!(
        Fraction::of(wide(60), wide(60).times(3).unwrap().plus(Wide::new(1)).unwrap()).scaled(1000),
        333
    );
}
