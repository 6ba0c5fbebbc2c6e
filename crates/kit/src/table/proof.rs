//! The proof sheet: what a table claims about itself and must keep.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    ContentError,
    read::{Source, Word},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Proof {
    cells: usize,
    #[serde(default)]
    counts: BTreeMap<String, usize>,
    #[serde(default)]
    monotone: Vec<Monotone>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Monotone {
    order: Option<Vec<String>>,
    #[serde(default)]
    dash: i64,
    down: Option<Trend>,
    right: Option<Trend>,
    columns: Option<Vec<String>>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "lowercase")]
enum Trend {
    Rises,
    Falls,
}

impl Trend {
    const fn allows(self, before: i64, after: i64) -> bool {
        match self {
            Self::Rises => after >= before,
            Self::Falls => after <= before,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Rises => "never fall",
            Self::Falls => "never rise",
        }
    }
}

impl Proof {
    pub(super) fn check(
        &self,
        source: &Source<'_>,
        heads: &[Word],
        rows: &[Vec<Word>],
    ) -> Result<(), ContentError> {
        let found: usize = rows.iter().map(Vec::len).sum();
        let end = rows.last().and_then(|row| row.last()).map_or(0, |word| word.offset);
        if found != self.cells {
            let message = format!("found {found} cells in the body, the proof sheet expects {}", self.cells);
            return Err(source.wrong(end, message));
        }
        for (spelling, &expected) in &self.counts {
            let found = rows.iter().flatten().filter(|word| word.text == *spelling).count();
            if found != expected {
                let message =
                    format!("`{spelling}` stands in {found} cells, the proof sheet expects {expected}");
                return Err(source.wrong(end, message));
            }
        }
        self.monotone.iter().try_for_each(|claim| claim.check(source, heads, rows))
    }
}

impl Monotone {
    fn check(&self, source: &Source<'_>, heads: &[Word], rows: &[Vec<Word>]) -> Result<(), ContentError> {
        let mut columns: Vec<usize> = (0..heads.len()).collect();
        if let Some(wanted) = &self.columns {
            for name in wanted {
                if !heads.iter().any(|head| head.text == *name) {
                    return Err(
                        source.wrong(heads[0].offset, format!("the proof sheet names no column `{name}`"))
                    );
                }
            }
            columns.retain(|&column| wanted.contains(&heads[column].text));
        }
        let mut above: Option<Vec<i64>> = None;
        for row in rows {
            let values = columns
                .iter()
                .map(|&column| self.value(source, &row[column]))
                .collect::<Result<Vec<_>, _>>()?;
            for (place, &column) in columns.iter().enumerate() {
                let breaks = |trend: Trend, before: i64, way: &str| {
                    (!trend.allows(before, values[place])).then(|| {
                        let message = format!(
                            "`{}` breaks the proof sheet: values {} going {way}",
                            row[column].text,
                            trend.name()
                        );
                        source.wrong(row[column].offset, message)
                    })
                };
                let down = self
                    .down
                    .zip(above.as_ref())
                    .and_then(|(trend, above)| breaks(trend, above[place], "down"));
                let left = place.checked_sub(1).map(|left| values[left]);
                let right = self.right.zip(left).and_then(|(trend, left)| breaks(trend, left, "right"));
                if let Some(error) = down.or(right) {
                    return Err(error);
                }
            }
            above = Some(values);
        }
        Ok(())
    }

    fn value(&self, source: &Source<'_>, word: &Word) -> Result<i64, ContentError> {
        let value = match &self.order {
            Some(order) => order.iter().position(|spelling| *spelling == word.text).map(|place| place as i64),
            None if word.text == "-" => Some(self.dash),
            None => word.text.parse().ok(),
        };
        value.ok_or_else(|| {
            source.wrong(word.offset, format!("`{}` has no place in the order of the proof sheet", word.text))
        })
    }
}
