//! Compiled with `src/label.rs`, whose inside it looks at.

use super::*;

#[test]
fn reads_every_form() {
    let span = |low, high| Some(Some(Span { low, high }));
    assert_eq!(Span::parse("4", None), span(4, Some(4)));
    assert_eq!(Span::parse("1-3", None), span(1, Some(3)));
    assert_eq!(Span::parse("10+", None), span(10, None));
    assert_eq!(Span::parse(">75", None), span(76, None));
    assert_eq!(Span::parse("over 122", None), span(123, None));
    assert_eq!(Span::parse("+", Some(Span { low: 9, high: Some(10) })), span(11, None));
    assert_eq!(Span::parse("none", None), Some(None));
    for bad in ["", "x", "3-1", "+", "-3", "1-", "99999999999"] {
        assert_eq!(Span::parse(bad, None), None, "{bad}");
    }
}

#[test]
fn aliases_are_names() {
    let label = Label::new("31-40 / Hb", None);
    assert_eq!(Label::range_of(&label.printed), "31-40");
    assert!(label.is_called("Hb") && label.is_called("31-40") && !label.is_called("H"));
}
