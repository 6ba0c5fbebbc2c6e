//! Saying that one lives, and looking who does not any more.

use std::{net::SocketAddr, sync::Weak, thread, time::Instant};

use ::postgres::Error;

use super::{Database, Line};
use crate::store::{
    StoreError,
    lease::{BEAT, LIFE, Lease, Node, Nodes},
};

/// Becomes a node: a number that no node ever had.
pub fn join(line: &mut Line, name: &str, peers: Option<SocketAddr>) -> Result<u64, Error> {
    let address = peers.map(|peers| peers.to_string());
    let rows = line.query(
        "INSERT INTO nodes (name, address, seen) VALUES ($1, $2, clock_timestamp()) RETURNING number",
        &[&name, &address],
    )?;
    Ok(rows[0].get::<_, i64>(0).cast_unsigned())
}

/// Says again and again that this node lives, until nobody needs it any more.
pub fn run(of: &Weak<Database>, line: Line, name: &str, peers: Option<SocketAddr>) {
    let mut line = Some(line);
    let mut since = Instant::now();
    loop {
        let begun = Instant::now();
        let Some(database) = of.upgrade() else { return };
        let Some(lease) = &database.lease else { return };
        if database.is_closed() {
            // The others need not wait until they take it for dead.
            let number = lease.fence().0.cast_signed();
            if let Some(mut line) = line {
                let _ = line.query("DELETE FROM nodes WHERE number = $1", &[&number]);
            }
            return;
        }
        let open = line.take().map_or_else(|| Line::open(&database.to), Ok);
        let beaten = open.and_then(|mut open| {
            let nodes = beat(&mut open, lease, name, peers)?;
            if since.elapsed() > LIFE {
                bury(&mut open, nodes.me)?;
            }
            Ok((open, nodes))
        });
        match beaten {
            Ok((open, nodes)) => {
                line = Some(open);
                lease.nodes.send_if_modified(|known| {
                    let changed = *known != nodes;
                    *known = nodes;
                    changed
                });
            }
            Err(error) => {
                let error = StoreError::from(error);
                tracing::warn!(%error, "this node cannot say that it lives");
                // When the database was away, everybody's last word is old: nobody is taken for dead at once.
                since = Instant::now();
            }
        }
        drop(database);
        thread::park_timeout(BEAT.saturating_sub(begun.elapsed()));
    }
}

/// Says that this node lives, and reads who else does. A node that was taken for dead gets a new number.
fn beat(line: &mut Line, lease: &Lease, name: &str, peers: Option<SocketAddr>) -> Result<Nodes, Error> {
    let asked = Instant::now();
    let mut me = lease.fence().0;
    let still = line.query(
        "UPDATE nodes SET seen = clock_timestamp() WHERE number = $1 RETURNING number",
        &[&me.cast_signed()],
    )?;
    if still.is_empty() {
        me = join(line, name, peers)?;
        tracing::warn!(node = me, "this node was taken for dead; it begins again and owns nothing");
    }
    lease.renew(me, asked);
    let rows = line.query(
        "SELECT number, address FROM nodes WHERE number <> $1 ORDER BY number",
        &[&me.cast_signed()],
    )?;
    let others = rows.iter().map(|row| {
        let address = row.get::<_, Option<&str>>(1).and_then(|address| address.parse().ok());
        Node { number: row.get::<_, i64>(0).cast_unsigned(), address }
    });
    Ok(Nodes { me, others: others.collect() })
}

/// Takes nodes for dead that have said nothing for too long. Their connections are ended first: one that was frozen in
/// the middle of a write would hold up everybody.
fn bury(line: &mut Line, me: u64) -> Result<(), Error> {
    let silent = line.query(
        "SELECT number, name FROM nodes WHERE number <> $1 AND seen < clock_timestamp() - interval '4 s'",
        &[&me.cast_signed()],
    )?;
    for row in &silent {
        let (number, name): (i64, &str) = (row.get(0), row.get(1));
        line.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name LIKE $1 || '%' AND pid <> pg_backend_pid()",
            &[&name],
        )?;
        line.query(
            "DELETE FROM nodes WHERE number = $1 AND seen < clock_timestamp() - interval '4 s'",
            &[&number],
        )?;
        tracing::warn!(node = number, "a node has said nothing for too long: its games are free");
    }
    Ok(())
}
