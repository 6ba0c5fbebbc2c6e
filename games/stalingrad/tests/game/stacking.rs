//! STAL-STK-1 to STAL-STK-7.

use sandtable_stalingrad::stacking;

use crate::board::{Describe, empty, unit};

/// W16, STAL-STK-3, STAL-STK-4, STAL-STK-5, STAL-R39
#[test]
fn w16_stacking() {
    let field = empty().put("516.R, 517.R, 518.R, 191.R, Pi.45", "0910");
    let hex = field.hex("0910");
    assert_eq!(stacking::size_in(&field, hex), 7, "three parts of a division count 2, and 1, and 1/2");
    assert!(!stacking::is_overstacked(&field, hex));
    assert!(!stacking::has_room(&field, unit("Pi.305"), hex), "4.0");
    let field = empty().put("516.R, 517.R, 191.R", "0910");
    assert!(!stacking::has_room(&field, unit("194.R"), hex), "two parts of each of two divisions: 4");
    let field = empty().put("6.TB, 27.TB, 189.TB", "0910");
    assert_eq!(stacking::size_in(&field, hex), 4);
    // STAL-STK-6, STAL-HQ-5
    assert!(stacking::has_room(&field.put("10.RB", "0910"), unit("62.A HQ"), hex));
}

/// STAL-STK-2: in a shared hex the limit holds for both sides together.
#[test]
fn both_sides_share_the_limit() {
    let field = empty().put("112.RD", "1310").put("54.R", "1310");
    let hex = field.hex("1310");
    assert_eq!(stacking::size_in(&field, hex), 6);
    assert!(
        !stacking::has_room(&field, unit("42.RB"), hex) && stacking::has_room(&field, unit("Pi.45"), hex)
    );
    assert!(field.is_mixed(hex));
}
