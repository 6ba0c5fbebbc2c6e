//! Compiled with `src/inquiry/alike.rs`, whose inside it looks at.

use super::*;

#[test]
fn slips_of_the_pen_are_counted() {
    let count = |from: &str, to: &str| {
        let letters = |word: &str| word.chars().collect::<Vec<_>>();
        changes(&letters(from), &letters(to))
    };
    assert_eq!(count("", "abc"), 3);
    assert_eq!(count("guard", "gaurd"), 1, "swapped");
    assert_eq!(count("tank", "tanks"), 1);
    assert_eq!(count("brigade", "brigand"), 2);
    assert_eq!(count("same", "same"), 0);
}
