//! Sets of things that are known by small numbers.

/// Declares a set of things that are known by small numbers, one bit each: `$id` holds a `u8` below the bits of `$word`.
///
/// ```
/// #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
/// pub struct UnitId(u8);
///
/// sandtable_kit::id_set! {
///     /// A set of units.
///     pub struct Units(u128) of UnitId;
/// }
///
/// let mut units = Units::of(UnitId(3)) | Units::of(UnitId(70));
/// units.insert(UnitId(8));
/// units -= Units::of(UnitId(3));
/// assert_eq!(units.iter().collect::<Vec<_>>(), [UnitId(8), UnitId(70)]);
/// assert_eq!((units.first(), units.len()), (Some(UnitId(8)), 2));
/// ```
#[macro_export]
macro_rules! id_set {
    ($(#[$about:meta])* $visible:vis struct $set:ident($word:ty) of $id:ident;) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        $visible struct $set($word);

        impl $set {
            /// None of them.
            pub const NONE: Self = Self(0);

            /// One of them.
            #[inline]
            pub const fn of(one: $id) -> Self {
                Self(1 << one.0)
            }

            /// Whether it is among them.
            #[inline]
            pub const fn contains(self, one: $id) -> bool {
                self.0 >> one.0 & 1 == 1
            }

            /// Adds one.
            #[inline]
            pub const fn insert(&mut self, one: $id) {
                self.0 |= 1 << one.0;
            }

            /// Takes one away.
            #[inline]
            pub const fn remove(&mut self, one: $id) {
                self.0 &= !(1 << one.0);
            }

            /// Whether there is none.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many there are.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the two have one in common.
            #[inline]
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// The first of them.
            #[inline]
            pub fn first(self) -> Option<$id> {
                self.iter().next()
            }

            /// In their order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $id> {
                const WORDS: usize = size_of::<$word>() / 8;
                // Words of 64 bits are walked faster than one of 128.
                let mut words: [u64; WORDS] = ::std::array::from_fn(|at| (self.0 >> (64 * at)) as u64);
                let mut at = 0;
                ::std::iter::from_fn(move || {
                    while at < WORDS {
                        if words[at] != 0 {
                            let bit = words[at].trailing_zeros() as u8;
                            words[at] &= words[at] - 1;
                            return Some($id(at as u8 * 64 + bit));
                        }
                        at += 1;
                    }
                    None
                })
            }

            /// The bits, for a digest.
            pub const fn bits(self) -> $word {
                self.0
            }
        }

        impl ::std::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl ::std::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl ::std::ops::Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl ::std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl ::std::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0 &= !other.0;
            }
        }

        impl FromIterator<$id> for $set {
            fn from_iter<I: IntoIterator<Item = $id>>(all: I) -> Self {
                all.into_iter().fold(Self::NONE, |set, one| set | Self::of(one))
            }
        }

        impl ::std::fmt::Debug for $set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}
