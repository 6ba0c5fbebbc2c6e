//! Loaded content, kept for the life of the program and shared by every state that is played with it.

use std::{
    any::{Any, TypeId},
    collections::BTreeMap,
    fmt,
    hash::{Hash, Hasher},
    ops::Deref,
    ptr,
    sync::{Mutex, OnceLock, PoisonError},
};

use super::{Content, ContentError, Sources};
use crate::{
    Ledger, Setup, SetupError,
    patch::{Difference, Patch},
};

/// A program keeps at most so many variants of one game: content is never dropped, so that states can point to it.
const MOST_VARIANTS: usize = 2_000;

/// The content that a game is played with: as published, or a variant.
///
/// It is copied like a number. Two are equal if they are the same content, and none of them counts in a hash: an address
/// must never reach the hash of a state.
pub struct Rules<C: 'static>(&'static C);

impl<C> Rules<C> {
    /// A part of some content, or content of one's own that lives as long.
    pub const fn to(content: &'static C) -> Self {
        Self(content)
    }

    /// The content, for as long as the program runs.
    #[inline]
    pub const fn get(self) -> &'static C {
        self.0
    }
}

impl<C: Content> Rules<C> {
    /// The game as published.
    ///
    /// # Panics
    /// If the files that were built into the program are wrong.
    pub fn published() -> Self {
        let load = || match load(&Sources::published()) {
            Ok(content) => &*Box::leak(Box::new(content)),
            Err(error) => panic!("the files of {}: {error}", C::GAME),
        };
        Self(Library::<C>::of_game().published.get_or_init(load))
    }

    /// The rules of the game by their ids.
    ///
    /// # Panics
    /// If the ledger that was built into the program is wrong.
    pub fn ledger() -> &'static Ledger {
        let load = || Ledger::load("data/ledger.toml", C::LEDGER).expect("the ledger of the game");
        Library::<C>::of_game().ledger.get_or_init(load)
    }

    /// The game with a patch laid over it. The same patch always gives the same rules.
    pub fn patched(patch: &Patch) -> Result<Self, ContentError> {
        if patch.game != C::GAME {
            return Err(patch.complain(format!("this patch is for `{}`, not for `{}`", patch.game, C::GAME)));
        }
        if patch.changes.is_empty() {
            return Ok(Self::published());
        }
        // What is kept is only ever complete, also after a panic elsewhere.
        let mut variants = Library::<C>::of_game().variants.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = variants.iter().find(|(known, _)| known.changes == patch.changes) {
            return Ok(Self(known));
        }
        if variants.len() >= MOST_VARIANTS {
            return Err(patch.complain(format!("{MOST_VARIANTS} variants of {} are loaded already", C::GAME)));
        }
        let content = &*Box::leak(Box::new(load(&Sources::patched(patch))?));
        variants.push((patch.clone(), content));
        Ok(Self(content))
    }

    /// What a patch changes: each cell with what it said and what it says. Nothing is kept.
    pub fn differences(patch: &Patch) -> Result<Vec<Difference>, ContentError> {
        let sources = Sources::patched(patch);
        load::<C>(&sources)?;
        Ok(sources.differences())
    }

    /// The rules of an optional patch.
    pub fn with(patch: Option<&Patch>) -> Result<Self, ContentError> {
        patch.map_or_else(|| Ok(Self::published()), Self::patched)
    }

    /// The rules that a setup asks for.
    pub fn of(setup: &Setup) -> Result<Self, SetupError> {
        Self::with(setup.patch.as_deref()).map_err(|error| SetupError(error.to_string()))
    }
}

fn load<C: Content>(sources: &Sources<'_>) -> Result<C, ContentError> {
    let content = C::load(sources)?;
    sources.finish()?;
    Ok(content)
}

impl<C> Clone for Rules<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Rules<C> {}

impl<C> Deref for Rules<C> {
    type Target = C;
    #[inline]
    fn deref(&self) -> &C {
        self.0
    }
}

impl<C> PartialEq for Rules<C> {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.0, other.0)
    }
}

impl<C> Eq for Rules<C> {}

impl<C> Hash for Rules<C> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<C: Content> fmt::Debug for Rules<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules<{}>", C::GAME)
    }
}

/// Where the loaded content of one game is kept.
struct Library<C: 'static> {
    published: OnceLock<&'static C>,
    ledger: OnceLock<Ledger>,
    variants: Mutex<Vec<(Patch, &'static C)>>,
}

impl<C: Content> Library<C> {
    /// The one library of the game, made when it is first asked for.
    fn of_game() -> &'static Self {
        static ALL: Mutex<BTreeMap<TypeId, &'static (dyn Any + Send + Sync)>> = Mutex::new(BTreeMap::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let library = all.entry(TypeId::of::<C>()).or_insert_with(|| {
            let (published, ledger, variants) = (OnceLock::new(), OnceLock::new(), Mutex::new(Vec::new()));
            Box::leak(Box::new(Self { published, ledger, variants }))
        });
        library.downcast_ref().expect("kept under its own type")
    }
}
