//! Who is at the table: seats whose secret has an open live stream. Everybody may know it; it says nothing of the game.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use kit::Viewer;
use serde::Serialize;
use tokio::runtime::Handle;

use crate::{
    bots,
    host::Host,
    room::{Play, Room, frame},
};

/// Whoever comes and goes within this time is told of once: a page that is loaded again does not flicker.
const PAUSE: Duration = Duration::from_secs(1);

/// What has been told about who is at a table.
#[derive(Default)]
pub struct Presence {
    /// The seats that were announced last, a bit for each.
    announced: AtomicU64,
    /// Whether an announcement is on its way.
    pending: AtomicBool,
}

/// Who is at the table, for whoever is told of a change.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Online {
    /// By seat; null for a program.
    pub online: Vec<Option<bool>>,
}

impl Room {
    /// Which seats somebody is at; null for a program. Whoever is `here` sits at one screen: one stream stands for all.
    pub fn online(&self, play: &Play) -> Vec<Option<bool>> {
        let streams = self.watchers.lock().map_or(0, |watchers| {
            let open = watchers.iter().filter(|watcher| !watcher.to.is_closed());
            open.fold(0, |streams, watcher| match watcher.viewer {
                Viewer::Seat(seat) => streams | bit(seat.0.into()),
                Viewer::Spectator => streams,
            })
        });
        let is_open = |seat: usize| streams & bit(seat) != 0;
        let is_here = |seat: usize| play.seats[seat].who == "here";
        let screen = (0..play.seats.len()).any(|seat| is_here(seat) && is_open(seat));
        let seats = play.seats.iter().enumerate();
        seats
            .map(|(seat, row)| {
                bots::spec(&row.who).is_none().then(|| is_open(seat) || (screen && is_here(seat)))
            })
            .collect()
    }

    fn tell_online(&self, play: &Play) {
        let online = self.online(play);
        let seats = online.iter().enumerate().filter(|(_, is)| **is == Some(true));
        let now = seats.fold(0, |seats, (seat, _)| seats | bit(seat));
        if self.presence.announced.swap(now, Ordering::Relaxed) == now {
            return;
        }
        let data = serde_json::to_vec(&Online { online }).unwrap_or_default();
        let frame = frame("online", play.revision, &data);
        if let Ok(mut watchers) = self.watchers.lock() {
            watchers.retain(|watcher| watcher.to.put(frame.clone()));
        }
    }
}

const fn bit(seat: usize) -> u64 {
    1 << (seat % 64)
}

impl Host {
    /// Somebody has come or gone: everybody is told soon, once for all that changes until then.
    pub fn came_or_went(&self, room: &Arc<Room>) {
        if self.stopping.load(Ordering::Relaxed) {
            return;
        }
        let Ok(runtime) = Handle::try_current() else { return };
        if room.presence.pending.swap(true, Ordering::Relaxed) {
            return;
        }
        let room = Arc::clone(room);
        runtime.spawn(async move {
            tokio::time::sleep(PAUSE).await;
            // First, so that whoever comes while this is told is told of later.
            room.presence.pending.store(false, Ordering::SeqCst);
            let play = room.play.lock().await;
            room.tell_online(&play);
        });
    }
}
