//! Threads: one pool for a process. A forked child has none of its parent's threads and makes its own.

use std::sync::{Arc, Mutex};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::fault::Fault;

struct Own {
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

static POOLS: Mutex<Vec<Own>> = Mutex::new(Vec::new());

/// How many threads are used unless told otherwise.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The pool of this process with so many threads.
pub fn pool(threads: usize) -> Result<Arc<ThreadPool>, Fault> {
    let mut pools = POOLS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let process = std::process::id();
    if let Some(own) = pools.iter().find(|own| own.process == process && own.threads == threads) {
        return Ok(Arc::clone(&own.pool));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| Fault::Setup(format!("no threads can be had: {error}")))?);
    // Pools of the parent are never dropped: nobody is there any more who would end.
    pools.push(Own { process, threads, pool: Arc::clone(&pool) });
    Ok(pool)
}
