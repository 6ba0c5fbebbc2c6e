//! Words that charts, questions and sentences spell alike.

/// Declares an enum whose variants have a word each: `Variant = "word"`. It is read from cells and questions by that
/// word, and written by it.
macro_rules! words {
    ($(#[$about:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_about:meta])* $variant:ident = $word:literal,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[derive(::serde::Deserialize, ::schemars::JsonSchema)]
        $vis enum $name {
            $($(#[$variant_about])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All of them in their order.
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Its word.
            pub const fn name(self) -> &'static str {
                [$($word),+][self as usize]
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl From<$name> for u8 {
            fn from(word: $name) -> Self {
                word as Self
            }
        }

        impl ::kit::Cell for $name {
            const EXPECTED: &'static str = words!(@list $($word),+);
            fn read(text: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|known| known.name() == text)
            }
        }
    };

    (@list $first:literal $(, $next:literal)*) => { concat!($first $(, ", ", $next)*) };
}
