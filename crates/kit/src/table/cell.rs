//! What stands in the cells of tables.

use crate::Factor;

/// What stands in a cell.
pub trait Cell: Sized {
    /// What a cell may hold, for the message when it holds something else.
    const EXPECTED: &'static str;
    /// Reads a cell, spelled as it is printed.
    fn read(text: &str) -> Option<Self>;
}

/// Any words.
impl Cell for String {
    const EXPECTED: &'static str = "words";
    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

/// Several words.
impl Cell for Vec<String> {
    const EXPECTED: &'static str = "words parted by blanks";
    fn read(text: &str) -> Option<Self> {
        Some(text.split_whitespace().map(str::to_owned).collect())
    }
}

/// Says what of Rust's own types may stand in a cell.
macro_rules! parsed {
    ($($type:ty: $expected:literal,)+) => {
        $(impl Cell for $type {
            const EXPECTED: &'static str = $expected;
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        })+
    };
}

parsed! {
    u8: "a whole number up to 255",
    u16: "a whole number",
    i16: "a whole number, with - in front if negative",
    i32: "a whole number, with - in front if negative",
    Factor: "a number in whole or half steps",
}

/// A number, or a dash for none.
impl Cell for Option<u16> {
    const EXPECTED: &'static str = "a whole number or -";
    fn read(text: &str) -> Option<Self> {
        if text == "-" { Some(None) } else { text.parse().ok().map(Some) }
    }
}

/// Yes or no.
impl Cell for bool {
    const EXPECTED: &'static str = "yes or no";
    fn read(text: &str) -> Option<Self> {
        match text {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        }
    }
}

/// Says how the values of a type are spelled in the cells of tables.
///
/// ```
/// use sandtable_kit::Cell;
/// #[derive(PartialEq, Debug)]
/// enum Weather {
///     Clear,
///     Mud,
/// }
/// sandtable_kit::spelled!(Weather { "clear" => Self::Clear, "mud" | "rain" => Self::Mud });
/// assert_eq!(Weather::read("rain"), Some(Weather::Mud));
/// assert_eq!(Weather::EXPECTED, "one of clear, mud, rain");
/// ```
///
/// Where every value has one spelling, the enum is declared with them. It is copied and compared, knows its `name`, which
/// is also how it is shown, and lists `ALL` of its values.
///
/// ```
/// sandtable_kit::spelled! {
///     /// How large a unit is.
///     pub enum Size {
///         /// A few hundred men.
///         Battalion = "bn",
///         /// A few thousand.
///         Regiment = "regt",
///     }
/// }
/// assert_eq!(Size::ALL.map(Size::name), ["bn", "regt"]);
/// ```
#[macro_export]
macro_rules! spelled {
    ($(#[$about:meta])* $vis:vis enum $type:ident {
        $($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $type {
            $($(#[$doc])* $variant,)+
        }

        #[allow(dead_code, reason = "not every list of words is asked for all of this")]
        impl $type {
            /// Every value, in order.
            $vis const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// How it is spelled.
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        $crate::spelled!($type { $($text => Self::$variant),+ });
    };
    ($type:ty { $first:literal $(| $other:literal)* => $value:expr
        $(, $($text:literal)|+ => $next:expr)* $(,)? }) => {
        impl $crate::Cell for $type {
            const EXPECTED: &'static str =
                concat!("one of ", $first $(, ", ", $other)* $($(, ", ", $text)+)*);
            fn read(text: &str) -> Option<Self> {
                Some(match text {
                    $first $(| $other)* => $value,
                    $($($text)|+ => $next,)*
                    _ => return None,
                })
            }
        }
    };
}

/// Declares the tables of a game: each field is a typed [`Table`](crate::Table) read from `data/tables/<id>.toml` of the crate.
///
/// ```text
/// sandtable_kit::charts! {
///     /// The charts of this game.
///     pub struct Charts {
///         /// Combat results.
///         crt: CrtResult = "crt",
///     }
/// }
/// let charts = Charts::load(&sources)?;
/// ```
#[macro_export]
macro_rules! charts {
    ($(#[$about:meta])* $vis:vis struct $name:ident {
        $($(#[$field_about:meta])* $field:ident: $cell:ty = $id:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Debug)]
        $vis struct $name {
            $($(#[$field_about])* pub $field: $crate::Table<$cell>,)*
        }

        impl $name {
            /// Reads every table with its proof sheet and lays the patch of `sources` over it.
            $vis fn load(
                sources: &$crate::content::Sources<'_>,
            ) -> ::core::result::Result<Self, $crate::ContentError> {
                ::core::result::Result::Ok(Self {
                    $($field: sources.table(
                        concat!("data/tables/", $id, ".toml"),
                        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tables/", $id, ".toml")),
                    )?,)*
                })
            }

            /// The tables as printed, in the order in which they are declared.
            $vis fn sheets(&self) -> ::std::vec::Vec<&$crate::Sheet> {
                ::std::vec![$(self.$field.sheet(),)*]
            }
        }
    };
}
