//! All games of a server: which are on a table, which on the disk only.

use std::{
    collections::{HashMap, HashSet},
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use kit::Viewer;
use tokio::sync::{OnceCell, watch};

use crate::{
    archive::{Archived, Kept},
    bodies::Bodies,
    clock,
    coaches::Coaches,
    config::Config,
    error::Failure,
    limits::{Buckets, Pace},
    metrics::Metrics,
    offers::OPEN,
    peers::Peers,
    questions::Questions,
    room::Room,
    secret::{beginning, is_game_id},
    shelf::Shelf,
    store::{Change, Store, StoreError, lease::Owner},
    turns::Turns,
    webhook::Messenger,
};

/// How often the whole file is read to see whether it is sound.
const EXAMINED: Duration = Duration::from_hours(24);

/// A place for a game that is being read from the disk; whoever comes second waits for the first.
type RoomCell = Arc<OnceCell<Arc<Room>>>;

/// All games of a server.
pub struct Host {
    /// What can be hosted.
    pub shelf: Shelf,
    /// How the server runs.
    pub config: Config,
    /// The games on the disk.
    pub store: Arc<Store>,
    /// Numbers for operators.
    pub metrics: Metrics,
    /// How often an address may ask.
    pub requests: Buckets<IpAddr>,
    /// How often an address may set up a game.
    pub creations: Buckets<IpAddr>,
    /// How often an address may take an open seat.
    pub takes: Buckets<IpAddr>,
    /// Who offers seats in which game. It is held while one more is set up.
    pub offering: tokio::sync::Mutex<HashMap<String, IpAddr>>,
    /// How much of requests is held at once.
    pub bodies: Arc<Bodies>,
    /// How many games there are.
    pub games: AtomicU64,
    /// Places for programs that think at the same time; none waits for all those of somebody else.
    pub thinkers: Turns,
    /// Who goes through games that are over.
    pub coaches: Coaches,
    /// Whether the server is shutting down.
    pub stopping: AtomicBool,
    /// Tells live connections that it is.
    pub last_call: watch::Sender<bool>,
    /// Carries the news that it is somebody's turn.
    pub messenger: Option<Messenger>,
    /// The patches of the variants that were loaded.
    pub variants: Mutex<HashSet<String>>,
    questions: Questions,
    /// Games that are read at the same time: those who play do not wait for those who ask.
    loads: Questions,
    rooms: Mutex<HashMap<String, RoomCell>>,
    /// The way to other nodes.
    pub peers: Peers,
}

impl Host {
    /// Opens the store, which waits; `peers` is where other nodes reach this one.
    pub fn open(config: Config, shelf: Shelf, peers: Option<SocketAddr>) -> Result<Arc<Self>, StoreError> {
        let store = Store::open(&config.place(), peers)?;
        let games = store.books.count()?;
        let limits = config.limits;
        let messenger = config.webhooks.then(Messenger::start);
        Ok(Arc::new(Self {
            shelf,
            store: Arc::new(store),
            metrics: Metrics::default(),
            requests: Buckets::new(Pace::a_second(limits.requests)),
            creations: Buckets::new(Pace::an_hour(limits.games_an_hour)),
            takes: Buckets::new(Pace::an_hour(limits.takes_an_hour)),
            offering: tokio::sync::Mutex::default(),
            bodies: Bodies::new(&limits),
            games: AtomicU64::new(games),
            thinkers: Turns::new(limits.thinkers.max(1)),
            questions: Questions::new(limits.questions),
            loads: Questions::new(limits.questions),
            coaches: Coaches::default(),
            stopping: AtomicBool::new(false),
            last_call: watch::Sender::new(false),
            messenger,
            variants: Mutex::default(),
            rooms: Mutex::default(),
            peers: Peers::new(),
            config,
        }))
    }

    /// The game with this public name; it is read from the disk if it is not on a table that can be trusted.
    pub async fn room(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Failure> {
        let room = self.found(id).await?;
        if !self.is_mine(&room) || room.play.try_lock().is_ok_and(|play| play.torn) {
            self.drop_room(&room);
            return self.found(id).await;
        }
        Ok(room)
    }

    /// The game for whoever has a secret of it. If it is a new one that was not used before, the old one ends now.
    pub async fn room_for(self: &Arc<Self>, id: &str, secret: Option<&str>) -> Result<Arc<Room>, Failure> {
        let room = self.room(id).await?;
        let Some(secret) = secret.filter(|_| room.renewing.load(Ordering::Relaxed)) else { return Ok(room) };
        let (host, own, secret) = (Arc::clone(self), Arc::clone(&room), secret.to_owned());
        let end_old = async move {
            let mut play = own.play.lock().await;
            let Some(seat) = play.renewed_seat(&secret) else { return Ok(()) };
            let is_taken = play.seats[usize::from(seat.0)].who == OPEN;
            let is_last = is_taken && play.open_seats().len() == 1;
            let now = clock::now();
            let (game, begun) = (own.id.clone(), is_last.then_some(now / 1_000));
            let change = if is_taken {
                Change::Taken { game, seat: seat.0, begun }
            } else {
                Change::Renewed { game, seat: seat.0 }
            };
            host.keep(&own, &mut play, change).await?;
            let row = &mut play.seats[usize::from(seat.0)];
            row.print = row.next.take();
            if is_taken {
                "link".clone_into(&mut row.who);
                host.metrics.taken.fetch_add(1, Ordering::Relaxed);
            }
            if is_last {
                play.clock.begin(now);
                host.wake(&own);
            }
            own.renewing.store(play.seats.iter().any(|seat| seat.next.is_some()), Ordering::Relaxed);
            // Streams that the old secret opened end with it.
            if let Ok(mut watchers) = own.watchers.lock() {
                watchers.retain(|watcher| watcher.viewer != Viewer::Seat(seat));
            }
            if is_taken {
                // Whoever waits for a player is told to look again.
                own.tell(&play, None, Viewer::Spectator);
            }
            Ok(())
        };
        self.change(&room, end_old).await?;
        Ok(room)
    }

    async fn found(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Failure> {
        if !is_game_id(id) {
            return Err(Failure::unknown("game"));
        }
        let slot = {
            let mut rooms = self.rooms.lock().map_err(|error| Failure::fault(&error))?;
            match rooms.get(id) {
                Some(slot) => Arc::clone(slot),
                None => Arc::clone(rooms.entry(id.to_owned()).or_default()),
            }
        };
        let room = slot.get_or_try_init(|| self.load(id)).await.cloned();
        match room {
            Ok(room) => {
                room.touch();
                Ok(room)
            }
            Err(failure) => {
                drop(slot);
                self.clear_empty(id);
                Err(failure)
            }
        }
    }

    async fn load(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Failure> {
        let (host, id) = (Arc::clone(self), id.to_owned());
        let read = move || {
            let pace = Pace::a_second(host.config.limits.decisions);
            // First it becomes this node's, then it is read: nobody else writes it any more.
            let fence = match host.store.books.own(&id)? {
                Owner::Mine(fence) => fence,
                Owner::Elsewhere(_) => return Err(Failure::elsewhere()),
                Owner::Nobody => return Err(Failure::unknown("game")),
            };
            let archived = Archived::read(&host.store, &host.shelf, &id)?;
            if let Some(patch) = &archived.table.setup().patch {
                host.count_variant(patch);
            }
            Ok(Arc::new(Room::new(archived, fence, pace)))
        };
        let room = self.loads.ask(self.config.limits.request, read).await?;
        // Whose last decision came to the disk without an answer may have left a program's turn that nobody knows of.
        self.wake(&room);
        Ok(room)
    }

    /// Reads a game with its whole history and answers from it.
    pub async fn archive<T, F>(self: &Arc<Self>, id: String, answer: F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: FnOnce(Archived) -> Result<T, Failure> + Send + 'static,
    {
        let host = Arc::clone(self);
        self.ask(move || answer(Archived::read(&host.store, &host.shelf, &id)?)).await
    }

    /// A game as it is on the disk, whether this program can play it or not.
    pub async fn kept(self: &Arc<Self>, id: String) -> Result<Kept, Failure> {
        let host = Arc::clone(self);
        self.ask(move || Kept::read(&host.store, &id)).await
    }

    /// Answers a question that may take long, beside the threads that serve everybody.
    pub async fn ask<T, F>(&self, answer: F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, Failure> + Send + 'static,
    {
        self.questions.ask(self.config.limits.request, answer).await
    }

    /// Takes away a place at which no game was found.
    fn clear_empty(&self, id: &str) {
        if let Ok(mut rooms) = self.rooms.lock()
            && rooms.get(id).is_some_and(|slot| slot.get().is_none() && Arc::strong_count(slot) == 1)
        {
            rooms.remove(id);
        }
    }

    /// Forgets a game whose table cannot be trusted any more; the next who asks gets it from the disk.
    pub fn drop_room(&self, room: &Arc<Room>) {
        if let Ok(mut rooms) = self.rooms.lock()
            && rooms.get(&room.id).and_then(|slot| slot.get()).is_some_and(|known| Arc::ptr_eq(known, room))
        {
            rooms.remove(&room.id);
        }
        // Whoever watches comes again.
        if let Ok(mut watchers) = room.watchers.lock() {
            watchers.clear();
        }
    }

    /// Whether a game in memory is still this node's, as far as it can tell by itself.
    pub fn is_mine(&self, room: &Room) -> bool {
        self.store.books.lease().is_none_or(|lease| lease.holds() && lease.fence() == room.fence)
    }

    /// Whether a game is in memory and this node's.
    pub fn has(&self, id: &str) -> bool {
        let room =
            self.rooms.lock().ok().and_then(|rooms| rooms.get(id).and_then(|slot| slot.get().cloned()));
        room.is_some_and(|room| self.is_mine(&room))
    }

    /// Forgets all games in memory: they may be another node's by now.
    pub fn drop_all_rooms(&self) {
        let all = self.rooms.lock().map(|mut rooms| std::mem::take(&mut *rooms)).unwrap_or_default();
        for room in all.values().filter_map(|slot| slot.get()) {
            room.stop.store(true, Ordering::Relaxed);
            if let Ok(mut watchers) = room.watchers.lock() {
                watchers.clear();
            }
        }
    }

    /// Leaves games to the disk that nobody looks at.
    pub fn sweep(&self) {
        let idle = self.config.idle.as_secs();
        let unused = |slot: &RoomCell| {
            slot.get().is_none_or(|room| {
                Arc::strong_count(room) == 1 && room.untouched() >= idle && !room.is_watched()
            })
        };
        if let Ok(mut rooms) = self.rooms.lock() {
            rooms.retain(|_, slot| !(Arc::strong_count(slot) == 1 && unused(slot)));
            rooms.shrink_to_fit();
        }
    }

    /// Sweeps from time to time.
    pub async fn keep_tidy(self: Arc<Self>) {
        let pause = self.config.idle.clamp(Duration::from_millis(200), Duration::from_secs(10));
        while !self.stopping.load(Ordering::Relaxed) {
            tokio::time::sleep(pause).await;
            self.sweep();
        }
    }

    /// Looks now and then whether the file is whole, so that damage is known before somebody needs what is lost.
    pub async fn examine_store(self: Arc<Self>) {
        while !self.stopping.load(Ordering::Relaxed) {
            let store = Arc::clone(&self.store);
            if let Ok(Err(error)) = tokio::task::spawn_blocking(move || store.books.examine()).await {
                tracing::error!(%error, "the store of games was examined");
            }
            tokio::time::sleep(EXAMINED).await;
        }
    }

    /// The games in memory.
    pub fn in_play(&self) -> Vec<Arc<Room>> {
        self.rooms.lock().map_or_else(
            |_| Vec::new(),
            |rooms| rooms.values().filter_map(|slot| slot.get().cloned()).collect(),
        )
    }

    /// How many games are in memory.
    pub fn in_memory(&self) -> usize {
        self.rooms.lock().map_or(0, |rooms| rooms.len())
    }

    /// Whether a game is in memory.
    pub fn is_in_memory(&self, id: &str) -> bool {
        self.rooms.lock().is_ok_and(|rooms| rooms.contains_key(id))
    }

    /// Sets programs to work that were at work when the server stopped.
    pub async fn resume_bots(self: Arc<Self>) {
        let store = Arc::clone(&self.store);
        let waiting = tokio::task::spawn_blocking(move || store.books.with_bots()).await;
        let waiting = match waiting {
            Ok(Ok(waiting)) => waiting,
            Ok(Err(error)) => return tracing::error!(%error, "the games with programs cannot be read"),
            Err(error) => return tracing::error!(%error, "the games with programs cannot be read"),
        };
        for id in waiting {
            if self.stopping.load(Ordering::Relaxed) {
                return;
            }
            match self.room(&id).await {
                Ok(room) => self.wake(&room),
                Err(failure) => {
                    let (status, cause) = (failure.status().as_u16(), failure.cause());
                    tracing::warn!(game = beginning(&id), status, cause, "a game cannot go on");
                }
            }
        }
    }

    /// Ends what runs on its own.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        let _ = self.last_call.send(true);
        self.coaches.stop();
        if let Ok(rooms) = self.rooms.lock() {
            for room in rooms.values().filter_map(|slot| slot.get()) {
                room.stop.store(true, Ordering::Relaxed);
                if let Ok(mut watchers) = room.watchers.lock() {
                    watchers.clear();
                }
            }
        }
    }
}
