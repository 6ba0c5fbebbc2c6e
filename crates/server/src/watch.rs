//! Live updates: server-sent events that go on where they broke off.

use std::{
    borrow::Cow,
    collections::VecDeque,
    pin::Pin,
    sync::{Arc, atomic::Ordering},
    task::{Context, Poll},
};

use axum::body::{Body, Bytes};
use http_body::{Frame, SizeHint};
use kit::{Seat, Viewer, any::LogEntry};

use crate::{
    error::Failure,
    host::Host,
    mailbox::mailbox,
    paced::Paced,
    room::{Acted, Ending, Play, Room, Standing, Watcher, frame},
};

/// Events that wait for somebody who reads slowly.
const QUEUE: usize = 256;
/// Live connections of each seat, however many watch: whoever holds its secret has several windows at most.
const SEAT_PLACES: usize = 16;
/// More missed decisions than this are not told one by one.
const MOST_MISSED: u64 = 500;

/// A stream of events to one viewer.
struct Stream {
    host: Arc<Host>,
    /// The table at which somebody sits who reads it.
    table: Option<Arc<Room>>,
    first: VecDeque<Bytes>,
    events: Paced,
}

impl http_body::Body for Stream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if let Some(bytes) = self.first.pop_front() {
            return Poll::Ready(Some(Ok(Frame::data(bytes))));
        }
        self.events.poll(context).map(|event| event.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.host.metrics.watchers.fetch_sub(1, Ordering::Relaxed);
        if let Some(room) = &self.table {
            self.host.came_or_went(room);
        }
    }
}

impl Host {
    /// A stream of what happens from now on; `seen` is the last revision that the asker was told of.
    pub async fn watch(
        self: &Arc<Self>,
        room: &Arc<Room>,
        secret: Option<&str>,
        seen: Option<u64>,
    ) -> Result<Body, Failure> {
        let (to, events) = mailbox(QUEUE);
        let (viewer, gap, standing) = {
            let play = room.play.lock().await;
            let viewer = play.viewer(secret)?;
            let mut watchers = room.watchers.lock().map_err(|error| Failure::fault(&error))?;
            watchers.retain(|watcher| !watcher.to.is_closed());
            let places = match viewer {
                Viewer::Spectator => self.config.limits.watchers,
                Viewer::Seat(_) => SEAT_PLACES,
            };
            if watchers.iter().filter(|watcher| watcher.viewer == viewer).count() >= places {
                return Err(Failure::too_many(
                    "too many watch this game; whoever runs the server sets the limit with --max-watchers",
                    60,
                ));
            }
            watchers.push(Watcher { viewer, to });
            (viewer, gap(&play, seen), play.standing())
        };
        let first = match gap {
            Gap::Nothing => VecDeque::new(),
            Gap::Steps(many) => self.missed(room, viewer, many, &standing).await?,
            Gap::Unknown => {
                let data = serde_json::to_vec(&standing).unwrap_or_default();
                VecDeque::from([frame("sync", standing.revision, &data)])
            }
        };
        self.metrics.watchers.fetch_add(1, Ordering::Relaxed);
        let table = matches!(viewer, Viewer::Seat(_)).then(|| Arc::clone(room));
        if table.is_some() {
            self.came_or_went(room);
        }
        Ok(Body::new(Stream { host: Arc::clone(self), table, first, events: Paced::new(events) }))
    }

    /// The last decisions as events, as they were told when they were made.
    async fn missed(
        self: &Arc<Self>,
        room: &Arc<Room>,
        viewer: Viewer,
        many: u64,
        standing: &Standing,
    ) -> Result<VecDeque<Bytes>, Failure> {
        let (revision, steps) = (standing.revision, standing.steps);
        let (deciding, outcome) = (standing.deciding, standing.outcome);
        let tell = move |archived: crate::archive::Archived| {
            let story = archived.table.story((steps - many) as usize..steps as usize);
            let frames = story.iter().enumerate().map(|(place, step)| {
                let (next, ended) = match story.get(place + 1) {
                    Some(next) => (Some(next.seat), None),
                    None => (deciding, outcome),
                };
                step_event(step, revision + 1 + place as u64 - many, next, ended, viewer)
            });
            Ok(frames.collect())
        };
        self.archive(room.id.clone(), tell).await
    }
}

fn step_event(
    step: &LogEntry,
    revision: u64,
    deciding: Option<Seat>,
    outcome: Option<Ending>,
    viewer: Viewer,
) -> Bytes {
    let standing = Standing { revision, steps: step.number as u64, deciding, outcome };
    let acted = Acted { standing, step: Cow::Owned(step.clone().seen_by(viewer)) };
    frame("step", revision, &serde_json::to_vec(&acted).unwrap_or_default())
}

/// What somebody has missed.
enum Gap {
    Nothing,
    /// So many decisions and nothing else.
    Steps(u64),
    Unknown,
}

fn gap(play: &Play, seen: Option<u64>) -> Gap {
    match seen {
        Some(seen) if seen == play.revision => Gap::Nothing,
        Some(seen)
            if play.closed.is_none()
                && seen < play.revision
                && seen >= play.resync_revision
                && play.revision - seen <= MOST_MISSED =>
        {
            Gap::Steps(play.revision - seen)
        }
        _ => Gap::Unknown,
    }
}
