//! Sets of things that are known by small numbers.

/// Declares a set of things that are known by small numbers, one bit each: `$id` holds a `u8` below the bits of the word.
/// Where no word is long enough, it is an array: `pub struct Units([u64; 4]) of UnitId;`.
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
    ($(#[$about:meta])* $visible:vis struct $set:ident([u64; $words:literal]) of $id:ident;) => {
        $crate::id_set! { @set $(#[$about])* $visible struct $set($words) of $id; }
    };
    ($(#[$about:meta])* $visible:vis struct $set:ident($word:ty) of $id:ident;) => {
        $crate::id_set! { @set $(#[$about])* $visible struct $set(size_of::<$word>().div_ceil(8)) of $id; }

        impl $set {
            /// The bits, for a digest.
            pub const fn bits(self) -> $word {
                let (mut bits, mut at) = (0u128, self.0.len());
                while at > 0 {
                    at -= 1;
                    bits = bits << 64 | self.0[at] as u128;
                }
                bits as $word
            }
        }
    };
    (@set $(#[$about:meta])* $visible:vis struct $set:ident($words:expr) of $id:ident;) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq)]
        $visible struct $set([u64; $words]);

        impl $set {
            /// None of them.
            pub const NONE: Self = Self([0; $words]);

            /// One of them.
            #[inline]
            pub const fn of(one: $id) -> Self {
                let mut set = Self::NONE;
                set.insert(one);
                set
            }

            /// Whether it is among them.
            #[inline]
            pub const fn contains(self, one: $id) -> bool {
                self.0[one.0 as usize / 64] >> (one.0 % 64) & 1 == 1
            }

            /// Adds one.
            #[inline]
            pub const fn insert(&mut self, one: $id) {
                self.0[one.0 as usize / 64] |= 1 << (one.0 % 64);
            }

            /// Takes one away.
            #[inline]
            pub const fn remove(&mut self, one: $id) {
                self.0[one.0 as usize / 64] &= !(1 << (one.0 % 64));
            }

            /// Whether there is none.
            #[inline]
            pub const fn is_empty(self) -> bool {
                !self.meets(self)
            }

            /// How many there are.
            #[inline]
            pub const fn len(self) -> usize {
                let (mut len, mut at) = (0, 0);
                while at < self.0.len() {
                    len += self.0[at].count_ones() as usize;
                    at += 1;
                }
                len
            }

            /// Whether the two have one in common.
            #[inline]
            pub const fn meets(self, other: Self) -> bool {
                let (mut common, mut at) = (0, 0);
                while at < self.0.len() {
                    common |= self.0[at] & other.0[at];
                    at += 1;
                }
                common != 0
            }

            /// The first of them.
            #[inline]
            pub fn first(self) -> Option<$id> {
                self.iter().next()
            }

            /// In their order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $id> {
                let (mut words, mut at) = (self.0, 0);
                ::std::iter::from_fn(move || {
                    while at < words.len() {
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
        }

        impl $crate::position::IdSet for $set {
            type Id = $id;
            const NONE: Self = Self::NONE;
            #[inline]
            fn id(index: usize) -> $id {
                $id(index as u8)
            }
            #[inline]
            fn index(id: $id) -> usize {
                id.0.into()
            }
            #[inline]
            fn contains(&self, id: $id) -> bool {
                Self::contains(*self, id)
            }
            #[inline]
            fn insert(&mut self, id: $id) {
                self.insert(id);
            }
            #[inline]
            fn remove(&mut self, id: $id) {
                self.remove(id);
            }
            fn iter(&self) -> impl Iterator<Item = $id> {
                Self::iter(*self)
            }
        }

        impl ::std::default::Default for $set {
            fn default() -> Self {
                Self::NONE
            }
        }

        /// As numbers compare: who holds the greatest that the other lacks is the greater.
        impl ::std::cmp::Ord for $set {
            fn cmp(&self, other: &Self) -> ::std::cmp::Ordering {
                self.0.iter().rev().cmp(other.0.iter().rev())
            }
        }

        impl ::std::cmp::PartialOrd for $set {
            fn partial_cmp(&self, other: &Self) -> Option<::std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl ::std::hash::Hash for $set {
            fn hash<H: ::std::hash::Hasher>(&self, state: &mut H) {
                self.0.iter().for_each(|word| state.write_u64(*word));
            }
        }

        impl ::std::ops::BitOr for $set {
            type Output = Self;
            #[inline]
            fn bitor(mut self, other: Self) -> Self {
                self |= other;
                self
            }
        }

        impl ::std::ops::BitAnd for $set {
            type Output = Self;
            #[inline]
            fn bitand(mut self, other: Self) -> Self {
                self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
                self
            }
        }

        impl ::std::ops::Sub for $set {
            type Output = Self;
            #[inline]
            fn sub(mut self, other: Self) -> Self {
                self -= other;
                self
            }
        }

        impl ::std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: Self) {
                self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
            }
        }

        impl ::std::ops::SubAssign for $set {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
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
