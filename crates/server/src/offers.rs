//! Open seats: games that wait for a player, in a list that everybody can read.
//!
//! An open seat has no secret. Whoever takes it is given one, and the seat is his when he first uses it: an answer that
//! got lost leaves the seat open. Until every seat is taken nobody decides anything and no time passes.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, atomic::Ordering},
};

use tokio::sync::MutexGuard;

use crate::{
    api::{SeatLink, link},
    clock,
    error::Failure,
    host::Host,
    room::{Play, Room},
    secret,
    store::{Change, OfferRow},
};

/// What is in a seat that waits for a player.
pub const OPEN: &str = "open";

impl Play {
    /// The names of the seats that nobody has taken yet.
    pub fn open_seats(&self) -> Vec<&'static str> {
        let seats = self.table.seats().into_iter().zip(&self.seats);
        seats.filter(|(_, row)| row.who == OPEN).map(|(name, _)| name).collect()
    }

    /// Whether everybody is there who is to play.
    pub fn is_complete(&self) -> bool {
        self.seats.iter().all(|row| row.who != OPEN)
    }
}

impl Host {
    /// The open seats, the newest first.
    pub async fn offers(&self) -> Result<Vec<OfferRow>, Failure> {
        let store = Arc::clone(&self.store);
        let offers = tokio::task::spawn_blocking(move || store.books.offers()).await;
        let mut offers = offers.map_err(|error| Failure::fault(&error))??;
        offers.retain(|offer| self.stands(offer.created));
        Ok(offers)
    }

    /// Whether an offer that was made then still stands.
    fn stands(&self, created: u64) -> bool {
        clock::now() / 1_000 < created.saturating_add(self.config.offers.as_secs())
    }

    /// Whether an address may offer a seat in one more game. What it gives is to be held until that game is on the disk, so
    /// that those who ask at the same time are counted.
    pub async fn admit_offer(
        &self,
        id: &str,
        address: IpAddr,
    ) -> Result<MutexGuard<'_, HashMap<String, IpAddr>>, Failure> {
        let mut offering = self.offering.lock().await;
        let offers = self.offers().await?;
        let limits = &self.config.limits;
        if offers.len() >= limits.offers {
            return Err(Failure::too_many("there are as many open seats as the list can hold", 600));
        }
        offering.retain(|id, _| offers.iter().any(|offer| offer.id == *id));
        let own = offering.values().filter(|from| **from == address).count();
        if limits.offers_each > 0 && own >= limits.offers_each {
            return Err(Failure::too_many(
                "you offer enough open seats already: wait until they are taken",
                600,
            ));
        }
        offering.insert(id.to_owned(), address);
        Ok(offering)
    }

    /// Gives a secret for an open seat: to a stranger while the offer stands, or to somebody at the table, who may pass it
    /// on. The seat is taken when it is first used.
    pub async fn take(
        self: &Arc<Self>,
        room: &Arc<Room>,
        seat: u8,
        by: Option<String>,
    ) -> Result<SeatLink, Failure> {
        let (host, own) = (Arc::clone(self), Arc::clone(room));
        let work = async move {
            let mut play = own.play.lock().await;
            let invited = by.is_some();
            if invited {
                play.seat(by.as_deref())?;
            }
            play.whole()?;
            let row = play.seats.get(usize::from(seat)).ok_or_else(|| Failure::unknown("seat"))?;
            if row.who != OPEN || play.ending().is_some() || play.closed.is_some() {
                return Err(Failure::closed("this seat is not open"));
            }
            if !invited && !host.stands(own.created) {
                return Err(Failure::closed("this offer has ended"));
            }
            let new = secret::seat_secret();
            let print = secret::print(&new);
            host.keep(&own, &mut play, Change::Renew { game: own.id.clone(), seat, print }).await?;
            play.seats[usize::from(seat)].next = Some(print);
            own.renewing.store(true, Ordering::Relaxed);
            Ok(SeatLink {
                seat,
                name: play.table.seats()[usize::from(seat)],
                who: OPEN.to_owned(),
                link: Some(link(&own.id, &new)),
                secret: Some(new),
            })
        };
        self.change(room, work).await
    }
}
