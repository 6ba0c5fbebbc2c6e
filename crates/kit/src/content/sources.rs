//! The files of a game, read with a patch laid over them.

use std::{borrow::Cow, cell::RefCell, ptr};

use crate::{
    Cell, ContentError, Table,
    map::HexMap,
    patch::{self, Change, Difference, Patch},
};

/// Reads the files of a game and lays a patch over them. Whatever is read through it holds the changed values, and a
/// complaint about one of these points into the patch.
#[derive(Debug)]
pub struct Sources<'p> {
    changes: &'p [Change],
    /// What each change has replaced; none before it met a file.
    replaced: RefCell<Vec<Option<String>>>,
    /// What can be changed: every table, map and file that was read.
    names: RefCell<Vec<String>>,
}

impl Sources<'static> {
    /// The files as published.
    pub const fn published() -> Self {
        Self { changes: &[], replaced: RefCell::new(Vec::new()), names: RefCell::new(Vec::new()) }
    }
}

impl<'p> Sources<'p> {
    /// The files with a patch laid over them.
    pub fn patched(patch: &'p Patch) -> Self {
        let replaced = RefCell::new(vec![None; patch.changes.len()]);
        Self { changes: &patch.changes, replaced, names: RefCell::new(Vec::new()) }
    }

    /// The changes to a table, map or file by its name. Whoever takes one says what it replaces, or complains about it.
    pub(crate) fn changes(&self, name: &str) -> impl Iterator<Item = &'p Change> {
        if !self.changes.is_empty() {
            self.names.borrow_mut().push(name.to_owned());
        }
        self.changes.iter().filter(move |change| change.table == name)
    }

    /// A change has met its place, which said `old` before.
    pub(crate) fn replaces(&self, change: &Change, old: String) {
        let place = self.changes.iter().position(|known| ptr::eq(known, change));
        if let Some(place) = place {
            self.replaced.borrow_mut()[place] = Some(old);
        }
    }

    /// What the patch changes, in its order, as far as files were read.
    pub fn differences(&self) -> Vec<Difference> {
        let replaced = self.replaced.borrow();
        let met = self.changes.iter().zip(replaced.iter());
        met.filter_map(|(change, old)| Some(Difference::new(change, old.clone()?))).collect()
    }

    /// A table with its proof sheet.
    pub fn table<R: Cell>(&self, file: &str, text: &str) -> Result<Table<R>, ContentError> {
        Table::load_from(self, file, text)
    }

    /// A map; a change calls it by its name.
    pub fn map(&self, name: &str, file: &str, text: &str) -> Result<HexMap, ContentError> {
        let mut map = HexMap::load(file, text)?;
        for change in self.changes(name) {
            let old = map.said(&change.row, &change.column).unwrap_or_default();
            map.change(change)?;
            self.replaces(change, old);
        }
        Ok(map)
    }

    /// A file of sections and keys, such as a scenario; a change calls it by its name.
    pub fn text<'t>(&self, name: &str, text: &'t str) -> Result<Cow<'t, str>, ContentError> {
        patch::replace(text, name, self.changes(name), |change, old| self.replaces(change, old))
    }

    /// Complains about the first change that met no file.
    pub fn finish(&self) -> Result<(), ContentError> {
        let replaced = self.replaced.borrow();
        match self.changes.iter().zip(replaced.iter()).find(|(_, old)| old.is_none()) {
            None => Ok(()),
            Some((change, _)) => {
                let known = self.names.borrow().join(", ");
                Err(change.complain(format!("there is no table `{}`: {known}", change.table)))
            }
        }
    }
}
