//! SPOTTING laid out for its look-ups, and how each terrain counts there.

use kit::{ContentError, Sheet, Table};

use super::{Sight, label};
use crate::spotting::Status;

/// Where a target is, as far as spotting asks (SKIR-SPT-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hiding {
    /// On clear ground.
    Clear,
    /// In crops and the like.
    Others,
    /// Among trees, walls or stones.
    Covered,
}

kit::spelled!(Hiding {
    "clear" => Self::Clear,
    "others" => Self::Others,
    "covered" => Self::Covered,
});

/// What a piece of terrain is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// One stands in it.
    Area,
    /// One crosses it, or lines it.
    Line,
}

kit::spelled!(Piece { "area" => Self::Area, "line" => Self::Line });

/// What a piece does to lines of sight (SKIR-GEO-7, SKIR-GEO-8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opacity {
    /// Nothing.
    Clear,
    /// It stops those that begin and end outside of it, below its top.
    Soft,
    /// It stops all below its top.
    Solid,
}

kit::spelled!(Opacity { "clear" => Self::Clear, "soft" => Self::Soft, "solid" => Self::Solid });

/// Which of the pieces at a point counts: the greatest (SKIR-GEO-5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// Mines and wire lie on the ground that counts.
    Overlay,
    /// A level of a hill.
    Hill,
    /// Woods, crops, swamp.
    Area,
    /// A road.
    Road,
    /// Something that is crossed or lined.
    Obstacle,
    /// A trench.
    Trench,
    /// A house, a bunker or what is left of one.
    House,
}

kit::spelled!(Layer {
    "overlay" => Self::Overlay,
    "hill" => Self::Hill,
    "area" => Self::Area,
    "road" => Self::Road,
    "obstacle" => Self::Obstacle,
    "trench" => Self::Trench,
    "house" => Self::House,
});

/// A row of the kinds of terrain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ground {
    pub(crate) sight: Opacity,
    pub(crate) layer: Layer,
    /// In mm; of a house for each floor.
    pub(crate) height: u16,
    pub(crate) piece: Piece,
    /// For vehicles and guns; none where the ground underneath decides.
    pub(crate) models: Option<Hiding>,
    pub(crate) men: Option<Hiding>,
    /// SKIR-SPT-5: which of a pair of figures counts.
    pub(crate) figure: usize,
}

/// The kinds of terrain by their names.
pub(super) fn grounds(sheet: &Sheet) -> Result<Vec<(String, Ground)>, ContentError> {
    let hiding = |row, head| {
        sheet.read_with(row, head, "clear, others, covered or ground", |words| match words {
            "ground" => Some(None),
            words => kit::Cell::read(words).map(Some),
        })
    };
    let which = |words: &str| match words {
        "1" => Some(0),
        "2" => Some(1),
        _ => None,
    };
    let ground = |row| {
        let ground = Ground {
            sight: sheet.read(row, "sight")?,
            layer: sheet.read(row, "layer")?,
            height: sheet.read(row, "height mm")?,
            piece: sheet.read(row, "piece")?,
            models: hiding(row, "spotting of vehicles and guns")?,
            men: hiding(row, "spotting of men and bikes")?,
            figure: sheet.read_with(row, "figure", "1 or 2", which)?,
        };
        Ok((label(sheet, row).to_owned(), ground))
    };
    (0..sheet.len()).map(ground).collect()
}

/// How high somebody's eye is above his ground, and the points of him that are looked at, in mm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EyeLine {
    pub(crate) eye: i32,
    pub(crate) sample: i32,
}

/// The heights of eyes (SKIR-GEO-9, SKIR-R66, SKIR-R67).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EyeHeights {
    pub(crate) man: EyeLine,
    pub(crate) entrenched: EyeLine,
    /// Of a vehicle or gun, as parts of its height.
    model: (u16, u16),
}

impl EyeHeights {
    pub(super) fn read(sheet: &Sheet) -> Result<Self, ContentError> {
        let line = |who| {
            let row = sheet.row(who)?;
            let eye = sheet.read::<u16>(row, "eye mm")?.into();
            Ok(EyeLine { eye, sample: sheet.read::<u16>(row, "seen mm")?.into() })
        };
        let share = |words: &str| {
            let (parts, of) = words.strip_suffix(" of height")?.split_once('/')?;
            Some((parts.parse().ok()?, of.parse().ok().filter(|of: &u16| *of > 0)?))
        };
        let models = ["gun", "vehicle"].map(|who| {
            let row = sheet.row(who)?;
            ["eye mm", "seen mm"]
                .map(|head| sheet.read_with(row, head, "a share such as 3/4 of height", share))
                .into_iter()
                .collect::<Result<Vec<(u16, u16)>, ContentError>>()
        });
        let models: Vec<(u16, u16)> =
            models.into_iter().collect::<Result<Vec<_>, ContentError>>()?.into_iter().flatten().collect();
        if models.iter().any(|share| *share != models[0]) {
            return Err(
                sheet.complain("expected the same share of the height in every row of models".to_owned())
            );
        }
        Ok(Self { man: line("miniature")?, entrenched: line("in a trench")?, model: models[0] })
    }

    /// Of a vehicle or gun so high, rounded down.
    pub(crate) const fn of_model(&self, height: u16) -> u16 {
        height * self.model.0 / self.model.1
    }
}

/// Who is looked at: the groups of SPOTTING in their order (SKIR-SPT-3).
const GROUPS: usize = 3;

/// The rows of SPOTTING by group, hiding and status.
#[derive(Clone, Debug)]
pub(crate) struct Sights([[[usize; 3]; 3]; GROUPS]);

impl Sights {
    pub(super) fn read(chart: &Table<Sight>) -> Result<Self, ContentError> {
        let sheet = chart.sheet();
        let mut rows = [[[None; 3]; 3]; GROUPS];
        let mut groups: Vec<&str> = Vec::new();
        for row in 0..sheet.len() {
            let labels: Vec<&str> = sheet.labels(row).collect();
            let [who, ground, status] = labels[..] else {
                return Err(sheet.complain("expected three labels for each row".to_owned()));
            };
            let group = groups.iter().position(|known| *known == who).unwrap_or_else(|| {
                groups.push(who);
                groups.len() - 1
            });
            let (hiding, status) = hiding_of(ground)
                .zip(<Status as kit::Cell>::read(status))
                .filter(|_| group < GROUPS)
                .ok_or_else(|| sheet.complain(format!("found the row `{who} / {ground} / {status}`, expected one of {GROUPS} groups, ground that begins with Clear, Rough or Trees, and a status")))?;
            rows[group][hiding as usize][status as usize] = Some(row);
        }
        // SKIR-SPT-4: a group without rows for other ground has them under clear ground.
        for [clear, others, _] in &mut rows {
            for (others, clear) in others.iter_mut().zip(clear) {
                *others = others.or(*clear);
            }
        }
        let missing = || sheet.complain("expected a row for every group, ground and status".to_owned());
        let mut all = [[[0; 3]; 3]; GROUPS];
        for (place, row) in
            all.as_flattened_mut().as_flattened_mut().iter_mut().zip(rows.as_flattened().as_flattened())
        {
            *place = row.ok_or_else(missing)?;
        }
        Ok(Self(all))
    }

    /// The row for a group, counted from 1.
    pub(crate) fn row(&self, group: u8, hiding: Hiding, status: Status) -> usize {
        self.0[usize::from(group) - 1][hiding as usize][status as usize]
    }
}

/// A label such as `Rough, crops, others`.
fn hiding_of(ground: &str) -> Option<Hiding> {
    match ground.split([',', ' ']).next()? {
        "Clear" => Some(Hiding::Clear),
        "Rough" => Some(Hiding::Others),
        "Trees" => Some(Hiding::Covered),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SKIR-SPT-3, SKIR-SPT-4: rows are found by what the chart says of them, wherever they stand.
    #[test]
    fn the_chart_says_which_row_is_which() {
        let text = include_str!("../../data/tables/spotting.toml");
        let read = |text: &str| Sights::read(&Table::load("spotting.toml", text)?);
        let printed = read(text).unwrap();
        assert_eq!(printed.row(3, Hiding::Others, Status::Firing), 20);
        assert_eq!(
            printed.row(1, Hiding::Others, Status::Moving),
            printed.row(1, Hiding::Clear, Status::Moving)
        );
        // Two rows change places: the rule finds them again.
        let swapped = text
            .replace("| stationary ", "| @ ")
            .replace("| moving ", "| stationary ")
            .replace("| @ ", "| moving ");
        let swapped = read(&swapped).unwrap();
        assert_eq!(
            swapped.row(2, Hiding::Clear, Status::Stationary),
            printed.row(2, Hiding::Clear, Status::Moving)
        );
        let error = read(&text.replace("Rough, crops, others", "Bare ground")).unwrap_err();
        assert!(error.message.contains("Bare ground"), "{error}");
        let kinds = include_str!("../../data/tables/terrain-kinds.toml");
        let error = grounds(&Sheet::load("kinds.toml", &kinds.replace("| covered ", "| hidden ")).unwrap())
            .unwrap_err();
        assert!(error.message.contains("`hidden`") && error.line > 1, "{error}");
    }
}
