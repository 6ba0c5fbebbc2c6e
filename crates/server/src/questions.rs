//! Questions that take long: only so many are answered at the same time, and nobody takes all the places.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore},
    task::JoinHandle,
};

use crate::error::Failure;

tokio::task_local! {
    /// Who asks, while a request is answered; nobody where the server itself wants to know something.
    pub static ASKER: IpAddr;
}

/// Who asks; nobody in particular where the server itself does.
pub fn asker() -> IpAddr {
    ASKER.try_with(|asker| *asker).unwrap_or(IpAddr::from([0, 0, 0, 0]))
}

/// Begins a task of its own that goes on in the name of who asks.
pub fn spawn<F>(work: F) -> JoinHandle<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    match ASKER.try_with(|asker| *asker) {
        Ok(asker) => tokio::spawn(ASKER.scope(asker, work)),
        Err(_) => tokio::spawn(work),
    }
}

/// Askers that are kept before those who ask nothing any more are forgotten.
const MOST: usize = 1_000;

/// The places for questions.
#[derive(Debug)]
pub struct Questions {
    places: Arc<Semaphore>,
    /// How many of them one asker can have.
    each: usize,
    askers: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

/// A place, and the asker's share in them.
type Place = (Option<OwnedSemaphorePermit>, OwnedSemaphorePermit);

impl Questions {
    /// So many places. One asker leaves a quarter of them to others, where there are several.
    pub fn new(many: usize) -> Self {
        let each = (many - many.div_ceil(4)).max(1);
        Self { places: Arc::new(Semaphore::new(many)), each, askers: Mutex::default() }
    }

    /// Answers a question beside the threads that serve everybody. `patience` is for the place, and for the answer.
    pub async fn ask<T, F>(&self, patience: Duration, answer: F) -> Result<T, Failure>
    where
        T: Send + 'static,
        F: FnOnce() -> Result<T, Failure> + Send + 'static,
    {
        let Ok(Ok(place)) = tokio::time::timeout(patience, self.place()).await else {
            return Err(Failure::busy("too many questions are being answered"));
        };
        let span = tracing::Span::current();
        let work = move || {
            let _place = place;
            span.in_scope(answer)
        };
        match tokio::time::timeout(patience, tokio::task::spawn_blocking(work)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Err(Failure::fault(&error)),
            Err(_) => Err(Failure::busy("this takes too long to answer")),
        }
    }

    async fn place(&self) -> Result<Place, AcquireError> {
        let share = match ASKER.try_with(|asker| self.share(*asker)) {
            Ok(share) => Some(share.acquire_owned().await?),
            Err(_) => None,
        };
        Ok((share, Arc::clone(&self.places).acquire_owned().await?))
    }

    /// The share of an asker; it lives as long as somebody waits for it or holds a part of it.
    fn share(&self, asker: IpAddr) -> Arc<Semaphore> {
        let mut askers = self.askers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(share) = askers.get(&asker).and_then(Weak::upgrade) {
            return share;
        }
        if askers.len() >= MOST {
            askers.retain(|_, share| share.strong_count() > 0);
        }
        let share = Arc::new(Semaphore::new(self.each));
        askers.insert(asker, Arc::downgrade(&share));
        share
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const PATIENCE: Duration = Duration::from_millis(200);

    /// A question that is answered when the sender goes.
    fn held(questions: &Arc<Questions>, asker: u8) -> mpsc::Sender<()> {
        let (end, ended) = mpsc::channel::<()>();
        let own = Arc::clone(questions);
        let wait = move || {
            let _ = ended.recv();
            Ok(())
        };
        tokio::spawn(ASKER.scope([10, 0, 0, asker].into(), async move { own.ask(PATIENCE, wait).await }));
        end
    }

    #[tokio::test]
    async fn one_asker_leaves_a_place_for_others() {
        let questions = Arc::new(Questions::new(4));
        let flood: Vec<_> = (0..20).map(|_| held(&questions, 1)).collect();
        tokio::time::sleep(PATIENCE / 4).await;
        let ask = |asker: u8| {
            let own = Arc::clone(&questions);
            ASKER.scope([10, 0, 0, asker].into(), async move { own.ask(PATIENCE, move || Ok(asker)).await })
        };
        assert_eq!(ask(2).await.unwrap(), 2, "somebody else is answered meanwhile");
        assert_eq!(ask(1).await.unwrap_err().status(), 503, "who asks so much waits for himself");
        drop(flood);
        assert_eq!(ask(1).await.unwrap(), 1, "and is answered again afterwards");
    }
}
