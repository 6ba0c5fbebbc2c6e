//! How often somebody may do something.

use std::{
    collections::HashMap,
    hash::Hash,
    net::{IpAddr, Ipv6Addr},
    sync::Mutex,
    time::{Duration, Instant},
};

/// Buckets that are kept before those that are full again are forgotten.
const MOST: usize = 20_000;

/// Whom an address stands for. Somebody with one address of the newer kind has a whole network of them (`/64`), and would
/// be somebody else with every request.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        canonical @ IpAddr::V4(_) => canonical,
    }
}

/// A bucket of permissions that fills by itself. Time counts in milliseconds, permissions in thousandths.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    thousandths: u64,
    since: Instant,
}

impl Bucket {
    /// A full one.
    pub fn full(pace: Pace) -> Self {
        Self { thousandths: pace.most * 1_000, since: Instant::now() }
    }

    /// Takes a permission, or says how long it takes until there is one.
    pub fn take(&mut self, pace: Pace) -> Result<(), Duration> {
        if pace.many == 0 {
            return Ok(());
        }
        let passed = self.since.elapsed().as_millis() as u64;
        let gained = passed * pace.many * 1_000 / pace.within;
        if gained > 0 {
            self.thousandths = (self.thousandths + gained).min(pace.most * 1_000);
            self.since = Instant::now();
        }
        if self.thousandths >= 1_000 {
            self.thousandths -= 1_000;
            return Ok(());
        }
        let missing = 1_000 - self.thousandths;
        Err(Duration::from_millis(missing * pace.within / (pace.many * 1_000)))
    }
}

/// How many permissions come in which time.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    many: u64,
    /// In milliseconds.
    within: u64,
    most: u64,
}

impl Pace {
    /// So many in a second, four times as many at once; 0 for no limit.
    pub fn a_second(many: u32) -> Self {
        Self { many: many.into(), within: 1_000, most: u64::from(many) * 4 }
    }

    /// So many in an hour, a quarter of them at once; 0 for no limit.
    pub fn an_hour(many: u32) -> Self {
        Self { many: many.into(), within: 3_600_000, most: u64::from(many).div_ceil(4) }
    }
}

/// A bucket for everybody.
#[derive(Debug)]
pub struct Buckets<K> {
    pace: Pace,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Eq + Hash> Buckets<K> {
    /// Nobody has taken anything yet.
    pub fn new(pace: Pace) -> Self {
        Self { pace, buckets: Mutex::new(HashMap::new()) }
    }

    /// Takes a permission of somebody, or says how many seconds it takes until there is one.
    pub fn take(&self, who: K) -> Result<(), u64> {
        if self.pace.many == 0 {
            return Ok(());
        }
        let Ok(mut buckets) = self.buckets.lock() else { return Ok(()) };
        if buckets.len() >= MOST {
            let full = self.pace.most * self.pace.within / self.pace.many;
            buckets.retain(|_, bucket| bucket.since.elapsed() < Duration::from_millis(full));
            // Still too many people at once: better to let somebody through than to grow without end.
            if buckets.len() >= MOST {
                buckets.clear();
            }
        }
        let bucket = buckets.entry(who).or_insert_with(|| Bucket::full(self.pace));
        bucket.take(self.pace).map_err(|wait| wait.as_secs() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_says_when_to_come_again() {
        let buckets = Buckets::new(Pace::an_hour(8));
        assert_eq!((buckets.take(1), buckets.take(1)), (Ok(()), Ok(())));
        let wait = buckets.take(1).unwrap_err();
        assert!((440..=451).contains(&wait), "{wait}");
        assert_eq!(buckets.take(2), Ok(()), "others have their own");
        let free = Buckets::new(Pace::a_second(0));
        assert!((0..1_000).all(|_| free.take(1).is_ok()));
    }

    #[test]
    fn a_network_of_the_newer_kind_is_one_asker() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2606:4700:1:2::1"), of("2606:4700:1:2:ffff::9"));
        assert_ne!(of("2606:4700:1:2::1"), of("2606:4700:1:3::1"));
        assert_ne!(of("93.184.216.34"), of("93.184.216.35"));
        assert_eq!(of("::ffff:93.184.216.34"), of("93.184.216.34"));
    }

    #[test]
    fn a_bucket_fills_again() {
        let pace = Pace::a_second(10);
        let mut bucket =
            Bucket { thousandths: 0, since: Instant::now().checked_sub(Duration::from_millis(250)).unwrap() };
        assert_eq!((bucket.take(pace), bucket.take(pace)), (Ok(()), Ok(())));
        assert!(bucket.take(pace).is_err());
    }
}
