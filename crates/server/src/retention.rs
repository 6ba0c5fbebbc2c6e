//! Games that are kept only for a time.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use crate::{
    clock,
    host::Host,
    keeper::Listed,
    store::{Change, StoreError, lease::Owner},
};

/// How often it is looked for games whose time is over.
const PAUSE: Duration = Duration::from_hours(1);

impl Host {
    /// Deletes games whose time is over, now and then.
    pub async fn expire(self: Arc<Self>) {
        if self.config.keep_finished.is_none() && self.config.keep_unfinished.is_none() {
            return;
        }
        while !self.stopping.load(Ordering::Relaxed) {
            match self.expire_once().await {
                Ok(0) => {}
                Ok(games) => tracing::info!(games, "games were deleted after their time"),
                Err(error) => tracing::error!(%error, "games that should go cannot be deleted"),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn expire_once(&self) -> Result<u64, StoreError> {
        let store = Arc::clone(&self.store);
        let listed = tokio::task::spawn_blocking(move || store.books.list()).await;
        let listed = listed.map_err(|_| StoreError::Stopped)??;
        let now = clock::now() / 1_000;
        let mut gone = 0;
        for game in listed.iter().filter(|game| self.is_over_time(game, now)) {
            // A game that somebody looks at is not that old after all.
            if self.is_in_memory(&game.id) {
                continue;
            }
            let (store, id) = (Arc::clone(&self.store), game.id.clone());
            let owner = tokio::task::spawn_blocking(move || store.books.own(&id)).await;
            // What is another node's goes when that one looks.
            let Owner::Mine(fence) = owner.map_err(|_| StoreError::Stopped)?? else { continue };
            self.store.write(fence, Change::Delete { game: game.id.clone() }).await?;
            self.games.fetch_sub(1, Ordering::Relaxed);
            self.metrics.expired.fetch_add(1, Ordering::Relaxed);
            gone += 1;
        }
        Ok(gone)
    }

    fn is_over_time(&self, game: &Listed, now: u64) -> bool {
        let keep = if game.over { self.config.keep_finished } else { self.config.keep_unfinished };
        keep.is_some_and(|keep| game.last.saturating_add(keep.as_secs()) <= now)
    }
}
