//! Labels of rows and columns: numbers, ranges, words, aliases.

/// The whole numbers from `low` to `high`, or all from `low` up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Span {
    pub(crate) low: u32,
    pub(crate) high: Option<u32>,
}

impl Span {
    pub(crate) fn holds(self, value: u32) -> bool {
        value >= self.low && self.high.is_none_or(|high| value <= high)
    }

    /// Reads `4`, `1-3`, `10+`, `>75`, `over 122`, `+` (all above the label before) or `none` and `-`, which
    /// no number leads to; the outer option is whether it could be read.
    #[allow(clippy::option_option, reason = "unreadable and `leads nowhere` are two answers")]
    pub(crate) fn parse(text: &str, before: Option<Self>) -> Option<Option<Self>> {
        let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&n| n < u32::MAX / 2);
        let span = if text == "none" || text == "-" {
            return Some(None);
        } else if text == "+" {
            Self { low: before?.high? + 1, high: None }
        } else if let Some(rest) = text.strip_prefix('>').or_else(|| text.strip_prefix("over ")) {
            Self { low: number(rest)? + 1, high: None }
        } else if let Some(low) = text.strip_suffix('+') {
            Self { low: number(low)?, high: None }
        } else if let Some((low, high)) = text.split_once('-') {
            Self { low: number(low)?, high: Some(number(high)?) }
        } else {
            Self { low: number(text)?, high: Some(number(text)?) }
        };
        span.high.is_none_or(|high| high >= span.low).then_some(Some(span))
    }
}

/// A label as printed and what it means.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) printed: String,
    pub(crate) span: Option<Span>,
}

impl Label {
    pub(crate) fn new(printed: &str, span: Option<Span>) -> Self {
        Self { printed: printed.to_owned(), span }
    }

    /// The part of a label before its aliases: `31-40` of `31-40 / Hb`.
    pub(crate) fn range_of(printed: &str) -> &str {
        printed.split(" / ").next().unwrap_or(printed).trim()
    }

    /// Whether it is printed so, or has this as its name or as an alias.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.printed == name || self.printed.split(" / ").any(|part| part.trim() == name)
    }
}

#[cfg(test)]
#[path = "../tests/unit/label.rs"]
mod tests;
