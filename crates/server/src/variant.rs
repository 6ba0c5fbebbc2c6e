//! Variants: games that are set up with a patch, which lays other values over the published tables, maps and scenarios.
//!
//! What a variant reads stays in memory until the server ends, so that states can point to it: a server loads only so
//! many of them.

use std::sync::Arc;

use kit::{any::Playable, patch::Patch};
use serde::Deserialize;

use crate::{error::Failure, host::Host};

/// The longest patch file, in bytes.
const LONGEST: usize = 64 << 10;
/// The longest name of a patch file.
const LONGEST_NAME: usize = 100;
/// No patch changes more cells than this.
const MOST_CHANGES: usize = 500;

/// A patch file.
#[derive(Clone, Deserialize, utoipa::ToSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct PatchFile {
    /// What complaints call the file; without it `patch.toml`.
    #[schema(max_length = 100)]
    pub name: Option<String>,
    /// What it says, in TOML.
    #[schema(max_length = 65536)]
    pub text: String,
}

impl PatchFile {
    /// Reads it; a mistake is told with file, line and column.
    pub fn read(&self) -> Result<Patch, Failure> {
        let name = self.name.as_deref().unwrap_or("patch.toml");
        if name.is_empty() || name.len() > LONGEST_NAME || name.contains(char::is_control) {
            return Err(Failure::malformed("the name of a patch file is one line of 1 to 100 bytes"));
        }
        if self.text.len() > LONGEST {
            return Err(Failure::setup(format!("{name}: a patch file has at most {LONGEST} bytes")));
        }
        let patch = Patch::read(name, &self.text).map_err(|error| Failure::setup(error.to_string()))?;
        if patch.changes.len() > MOST_CHANGES {
            let message = format!("{name}: a patch changes at most {MOST_CHANGES} cells");
            return Err(Failure::setup(message));
        }
        Ok(patch)
    }
}

impl Host {
    /// Whether a variant that somebody asks for may be loaded: its patch fits the game, and there is room for it.
    pub async fn admit_variant(
        self: &Arc<Self>,
        game: &'static dyn Playable,
        patch: &Arc<Patch>,
    ) -> Result<(), Failure> {
        if patch.changes.len() > MOST_CHANGES {
            return Err(Failure::setup(format!("a patch changes at most {MOST_CHANGES} cells")));
        }
        let text = patch.write();
        {
            let variants = self.variants.lock().map_err(|error| Failure::fault(&error))?;
            if !variants.contains(&text) && variants.len() >= self.config.limits.variants {
                return Err(Failure::too_many("this server has as many variants as it can keep", 3_600));
            }
        }
        let (host, patch) = (Arc::clone(self), Arc::clone(patch));
        self.ask(move || {
            // Read once for its mistakes: what does not fit must not count.
            (game.rulebook().differences)(&patch).map_err(|error| Failure::setup(error.to_string()))?;
            host.count_variant(&patch);
            Ok(())
        })
        .await
    }

    /// Counts a variant among those that are loaded.
    pub fn count_variant(&self, patch: &Patch) {
        if let Ok(mut variants) = self.variants.lock() {
            variants.insert(patch.write());
        }
    }
}
