//! Short lists inside of a state.

use std::ops::{Deref, DerefMut};

/// A list that is copied like a number: it holds up to `MOST` things in itself. Beyond its end everything is as by default,
/// so that equal lists are equal bit by bit and have the same hash.
///
/// ```
/// use sandtable_kit::List;
///
/// let mut list: List<u8, 4> = [3, 5].into_iter().collect();
/// list.push(8);
/// assert_eq!(list.remove(0), 3);
/// assert_eq!((&*list, list.first()), (&[5, 8][..], Some(&5)));
/// assert_eq!(list, [5, 8].into_iter().collect());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct List<T, const MOST: usize> {
    items: [T; MOST],
    len: u8,
}

impl<T: Copy + Default, const MOST: usize> List<T, MOST> {
    /// Adds a thing at the end.
    ///
    /// # Panics
    /// If there is no room for it.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Takes out the thing at a place; those behind it move up.
    ///
    /// # Panics
    /// If there is none.
    pub fn remove(&mut self, place: usize) -> T {
        self[place..].rotate_left(1);
        self.len -= 1;
        std::mem::take(&mut self.items[usize::from(self.len)])
    }
}

impl<T: Copy + Default, const MOST: usize> Default for List<T, MOST> {
    fn default() -> Self {
        Self { items: [T::default(); MOST], len: 0 }
    }
}

impl<T, const MOST: usize> Deref for List<T, MOST> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const MOST: usize> DerefMut for List<T, MOST> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: Copy + Default, const MOST: usize> FromIterator<T> for List<T, MOST> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut list = Self::default();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}
