//! Several cells of a table read at once into a struct.

use super::{Cell, Sheet};
use crate::ContentError;

/// A struct of cells, declared with [`crate::cells!`]: each field knows the label under which its cell is found.
pub trait Cells: Sized {
    /// Reads the cells of a row or a column; a mistake is reported with its place.
    fn read(strip: Strip<'_>) -> Result<Self, ContentError>;
}

/// One row of a table, whose cells are found by the heads of the columns, or one column, whose cells are found by the
/// labels of the rows.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'s> {
    sheet: &'s Sheet,
    along: Along<'s>,
}

#[derive(Clone, Copy, Debug)]
enum Along<'s> {
    Row(usize),
    Column(&'s str),
}

impl Strip<'_> {
    /// The cell with this label. In a row the name of an index column stands for the label of the row itself.
    pub fn read<R: Cell>(&self, label: &str) -> Result<R, ContentError> {
        match self.along {
            Along::Column(head) => self.sheet.value(label, head),
            Along::Row(row) => match self.sheet.index.iter().find(|index| index.name == label) {
                None => self.sheet.read(row, label),
                Some(index) => {
                    let printed = &index.labels[row].printed;
                    let wrong = || format!("found the row `{printed}`, expected {}", R::EXPECTED);
                    R::read(printed).ok_or_else(|| self.sheet.complain(wrong()))
                }
            },
        }
    }
}

impl Sheet {
    /// A row as a struct.
    pub fn row_as<T: Cells>(&self, row: usize) -> Result<T, ContentError> {
        T::read(Strip { sheet: self, along: Along::Row(row) })
    }

    /// Every row as a struct.
    pub fn rows_as<T: Cells>(&self) -> Result<Vec<T>, ContentError> {
        (0..self.len()).map(|row| self.row_as(row)).collect()
    }

    /// The rows with these labels as structs, in the order of the labels.
    pub fn rows_named<T: Cells, const N: usize>(&self, labels: [&str; N]) -> Result<[T; N], ContentError> {
        let rows = labels.into_iter().map(|label| self.row_as(self.row(label)?));
        let rows: Vec<T> = rows.collect::<Result<_, _>>()?;
        Ok(rows.try_into().unwrap_or_else(|_| unreachable!("one for each label")))
    }

    /// A column as a struct.
    pub fn column_as<T: Cells>(&self, head: &str) -> Result<T, ContentError> {
        T::read(Strip { sheet: self, along: Along::Column(head) })
    }
}

/// Declares structs whose fields are cells of a table: `field: type = "label"`. The label is the head of a column where
/// a row is read ([`crate::Sheet::row_as`], [`crate::Sheet::rows_as`]), or the label of a row where a column is read
/// ([`crate::Sheet::column_as`]).
///
/// ```
/// use sandtable_kit::{Sheet, cells};
///
/// let weapons = Sheet::load("weapons.toml", r#"
/// id = "weapons"
/// title = "Weapons"
/// seed = ""
/// body = '''
/// weapon | range | loud
/// rifle  | 40    | no
/// gun    | 90    | yes
/// '''
/// [[index]]
/// name = "weapon"
/// [proof]
/// cells = 4
/// "#).unwrap();
///
/// cells! {
///     struct Weapon {
///         name: String = "weapon",
///         range: u8 = "range",
///         is_loud: bool = "loud",
///     }
///     struct Ranges {
///         rifle: u8 = "rifle",
///         gun: u8 = "gun",
///     }
/// }
///
/// let [gun] = weapons.rows_named::<Weapon, 1>(["gun"]).unwrap();
/// assert_eq!((gun.name.as_str(), gun.range, gun.is_loud), ("gun", 90, true));
/// let ranges: Ranges = weapons.column_as("range").unwrap();
/// assert_eq!((ranges.rifle, ranges.gun), (40, 90));
/// ```
#[macro_export]
macro_rules! cells {
    ($($(#[$about:meta])* $vis:vis struct $name:ident {
        $($(#[$field_about:meta])* $field_vis:vis $field:ident: $cell:ty = $label:literal),+ $(,)?
    })+) => {
        $($(#[$about])* $vis struct $name {
            $($(#[$field_about])* $field_vis $field: $cell,)+
        }

        impl $crate::Cells for $name {
            fn read(strip: $crate::Strip<'_>) -> ::core::result::Result<Self, $crate::ContentError> {
                ::core::result::Result::Ok(Self { $($field: strip.read($label)?,)+ })
            }
        })+
    };
}
