//! What happens by the clock alone: decisions that are late, and sealed words that nobody opens.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use kit::Seat;

use crate::{
    act::Decision,
    bots, clock,
    error::Failure,
    host::Host,
    room::{Play, Room},
    secret::{beginning, random},
    store::{Change, StoreError, lease::Owner},
    terms::Late,
};

/// How often it is looked.
const PAUSE: Duration = Duration::from_secs(2);

impl Host {
    /// Looks again and again whose time is over.
    pub async fn keep_time(self: Arc<Self>) {
        while !self.stopping.load(Ordering::Relaxed) {
            tokio::time::sleep(PAUSE).await;
            if let Err(error) = self.look_for_late().await {
                tracing::warn!(%error, "it cannot be seen who is late");
            }
            for room in self.in_play() {
                if let Err(failure) = self.let_seals_lapse(&room).await {
                    tracing::warn!(cause = failure.cause(), "sealed words could not lapse");
                }
            }
        }
    }

    async fn look_for_late(self: &Arc<Self>) -> Result<(), StoreError> {
        let store = Arc::clone(&self.store);
        let timed = tokio::task::spawn_blocking(move || store.books.timed()).await;
        let now = clock::now();
        for game in timed.map_err(|_| StoreError::Stopped)?? {
            let due = game.since.saturating_add(game.seconds().saturating_mul(1_000));
            if now < due || game.seconds() == 0 {
                continue;
            }
            let (store, id) = (Arc::clone(&self.store), game.id.clone());
            let owner = tokio::task::spawn_blocking(move || store.books.own(&id)).await;
            // The games of another node are that one's to look after.
            let Owner::Mine(_) = owner.map_err(|_| StoreError::Stopped)?? else { continue };
            if let Ok(room) = self.room(&game.id).await
                && let Err(failure) = self.is_late(&room).await
            {
                tracing::warn!(game = beginning(&game.id), cause = failure.cause(), "a late decision");
            }
        }
        Ok(())
    }

    /// Does what was agreed on if somebody is late.
    async fn is_late(self: &Arc<Self>, room: &Arc<Room>) -> Result<(), Failure> {
        let Some(limit) = room.terms.time else { return Ok(()) };
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let work = async move {
            let mut play = own.play.lock().await;
            let waited = play.clock.waited(clock::now()).unwrap_or(0);
            let late = play.deciding().filter(|seat| {
                let who = &play.seats[usize::from(seat.0)].who;
                play.is_complete() && bots::spec(who).is_none() && waited >= limit.seconds * 1_000
            });
            let Some(seat) = late else { return Ok(()) };
            host.metrics.late.fetch_add(1, Ordering::Relaxed);
            match limit.late {
                Late::Resign => host.resign_seat(&own, &mut play, seat).await.map(|_| ()),
                Late::Program => host.decide_for(&own, &mut play, seat).await,
            }?;
            if bots::is_due(&play) {
                drop(play);
                host.wake(&own);
            }
            Ok(())
        };
        self.change(room, work).await
    }

    /// Lets the weakest program decide once for somebody who is late.
    async fn decide_for(
        self: &Arc<Self>,
        room: &Arc<Room>,
        play: &mut Play,
        seat: Seat,
    ) -> Result<(), Failure> {
        let (host, game, table) = (Arc::clone(self), room.game, play.table.snapshot());
        let most = self.config.limits.thought;
        let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let clock = Arc::clone(&stop);
        let mut thought = tokio::task::spawn_blocking(move || {
            let scenario = &table.setup().scenario;
            let weakest = *(host.shelf.bots)(game, scenario).first()?;
            (host.shelf.player)(game, scenario, weakest, u64::from_le_bytes(random()))
                .ok()?
                .decide(&*table, &clock)
        });
        let in_time = tokio::time::timeout(most, &mut thought).await;
        stop.store(true, Ordering::Relaxed);
        let text = in_time.ok().and_then(Result::ok).flatten();
        let text = if let Some(text) = text {
            text
        } else {
            self.metrics.bots_helped.fetch_add(1, Ordering::Relaxed);
            bots::by_lot(room, play)?
        };
        let decision = Decision { revision: play.revision, text, dice: None };
        self.decide(room, play, seat, &decision).await.map(|_| ())
    }

    /// Sealed words that were not opened in time count as never sealed: the dice go without them, and the record says so.
    async fn let_seals_lapse(self: &Arc<Self>, room: &Arc<Room>) -> Result<(), Failure> {
        let now = clock::now() / 1_000;
        let is_due = |play: &Play| {
            !play.dice.unopened().is_empty()
                && play.ending().is_none()
                && now >= play.dice.sealed_at.saturating_add(self.config.seals.as_secs())
        };
        // Whoever is just deciding is looked at the next time.
        if !room.play.try_lock().is_ok_and(|play| is_due(&play)) {
            return Ok(());
        }
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let work = async move {
            let mut play = own.play.lock().await;
            let mut dice = play.dice.clone();
            if dice.sealed_at == 0 {
                // Sealed by a version that did not note when: their time begins now.
                dice.sealed_at = now;
            } else {
                let names: Vec<String> = dice.unopened().into_iter().map(str::to_owned).collect();
                tracing::info!(game = beginning(&own.id), seats = names.len(), "sealed words have lapsed");
                dice.lapsed.extend(names);
            }
            let text = serde_json::to_string(&dice).map_err(|error| Failure::fault(&error))?;
            host.keep(&own, &mut play, Change::Dice { game: own.id.clone(), dice: text }).await?;
            play.dice = dice;
            host.wake(&own);
            Ok(())
        };
        self.change(room, work).await
    }
}
