//! Places that go to whoever has the fewest of them and was served longest ago, and not to whoever asks most.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::oneshot;

/// Askers that are remembered.
const MOST: usize = 1_000;

/// The places. One asker can have all of them as long as nobody else wants one.
#[derive(Clone)]
pub struct Turns(Arc<Mutex<State>>);

struct State {
    free: usize,
    /// How many places somebody has.
    having: HashMap<IpAddr, usize>,
    /// When somebody was last given one, counted in places that were given.
    served: HashMap<IpAddr, u64>,
    given: u64,
    /// Who waits, the first one first.
    waiting: Vec<(IpAddr, oneshot::Sender<Place>)>,
}

/// A place, as long as it is held.
pub struct Place {
    turns: Turns,
    who: IpAddr,
}

impl Turns {
    /// So many places.
    pub fn new(many: usize) -> Self {
        let (having, served) = (HashMap::new(), HashMap::new());
        Self(Arc::new(Mutex::new(State { free: many, having, served, given: 0, waiting: Vec::new() })))
    }

    /// Nothing in it can be left half done, so a lock that somebody panicked with is as good as any.
    fn open(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place.
    pub async fn place(&self, who: IpAddr) -> Place {
        loop {
            let (tell, told) = oneshot::channel();
            self.open().waiting.push((who, tell));
            self.give();
            if let Ok(place) = told.await {
                return place;
            }
        }
    }

    /// Gives free places to those who wait.
    fn give(&self) {
        loop {
            let (tell, place) = {
                let mut state = self.open();
                state.waiting.retain(|(_, tell)| !tell.is_closed());
                let rank = |who: &IpAddr| (state.having.get(who), state.served.get(who));
                let next = (0..state.waiting.len()).min_by_key(|number| rank(&state.waiting[*number].0));
                let Some(next) = next.filter(|_| state.free > 0) else { return };
                let (who, tell) = state.waiting.remove(next);
                state.free -= 1;
                *state.having.entry(who).or_default() += 1;
                if state.served.len() >= MOST {
                    state.served.clear();
                }
                state.given += 1;
                let given = state.given;
                state.served.insert(who, given);
                (tell, Place { turns: self.clone(), who })
            };
            // Of somebody who has just gone it comes back by itself.
            drop(tell.send(place));
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        {
            let mut state = self.turns.open();
            state.free += 1;
            if let Some(many) = state.having.get_mut(&self.who) {
                *many -= 1;
                if *many == 0 {
                    state.having.remove(&self.who);
                }
            }
        }
        self.turns.give();
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use super::*;

    fn who(number: u8) -> IpAddr {
        [10, 0, 0, number].into()
    }

    /// Waits for a place in a task of its own, tells of it and gives it back at once.
    fn waiting(turns: &Turns, number: u8, tell: &mpsc::Sender<u8>) {
        let (turns, tell) = (turns.clone(), tell.clone());
        tokio::spawn(async move {
            let _place = turns.place(who(number)).await;
            tell.send(number).unwrap();
        });
    }

    #[tokio::test]
    async fn who_has_none_goes_first_and_who_is_alone_has_all() {
        let turns = Turns::new(2);
        let (one, two) = (turns.place(who(1)).await, turns.place(who(1)).await);
        let (tell, told) = mpsc::channel();
        for number in [1, 1, 1, 2, 3] {
            waiting(&turns, number, &tell);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(told.try_recv().is_err(), "all places are taken");
        // Somebody who waits no more holds nothing up.
        assert!(tokio::time::timeout(Duration::from_millis(20), turns.place(who(4))).await.is_err());
        drop(one);
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [2, 3, 1, 1, 1]);
        // With a single one they take turns.
        let turns_of_one = Turns::new(1);
        let first = turns_of_one.place(who(1)).await;
        for number in [1, 1, 1, 2] {
            waiting(&turns_of_one, number, &tell);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        drop(first);
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(told.try_iter().collect::<Vec<_>>(), [2, 1, 1, 1]);
        drop(two);
        let state = turns.open();
        assert_eq!((state.free, state.having.len(), state.waiting.len()), (2, 0, 0));
    }
}
