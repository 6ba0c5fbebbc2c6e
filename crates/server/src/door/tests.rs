//! The door, knocked at.

use tokio::io::AsyncReadExt;

use super::*;

async fn door(each: usize, most: usize, silence: Duration) -> Door {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let limits = Limits { connections_each: each, connections: most, ..Limits::default() };
    Door { silence, ..Door::new(listener, &limits, false) }
}

#[tokio::test]
async fn so_many_come_in_from_one_address_and_leave_room_when_they_go() {
    let mut door = door(2, 900, SILENCE).await;
    let to = door.listener.local_addr().unwrap();
    let mut clients = Vec::new();
    for _ in 0..3 {
        clients.push(TcpStream::connect(to).await.unwrap());
    }
    let first = door.accept().await;
    let _second = door.accept().await;
    let short = Duration::from_millis(100);
    assert!(tokio::time::timeout(short, door.accept()).await.is_err(), "the third is sent away");
    assert_eq!(clients[2].read(&mut [0; 1]).await.unwrap_or(0), 0);
    drop(first);
    let _fourth = TcpStream::connect(to).await.unwrap();
    assert!(tokio::time::timeout(short, door.accept()).await.is_ok());
}

#[tokio::test]
async fn whoever_says_nothing_is_sent_away() {
    let mut door = door(0, 900, Duration::from_millis(50)).await;
    let to = door.listener.local_addr().unwrap();
    let _client = TcpStream::connect(to).await.unwrap();
    let mut guest = door.accept().await;
    let read = tokio::time::timeout(Duration::from_secs(5), guest.read(&mut [0; 1])).await;
    assert_eq!(read.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
}

/// A full house: who has how many connections at which stage. Who comes in, and whose connection goes.
fn comes(inside: &[(u8, usize, u8)], newcomer: u8) -> Option<u8> {
    let at = |last: u8| SocketAddr::from(([10, 0, 0, last], 1));
    let most = inside.iter().map(|(_, many, _)| many).sum();
    let house = House { most, each: usize::MAX, begun: Instant::now(), inside: Mutex::default() };
    let house = Arc::new(house);
    let mut entries = Vec::new();
    for &(who, many, stage) in inside {
        for _ in 0..many {
            let entry = house.enter(at(who)).unwrap();
            entry.visit.stage(stage);
            entries.push((who, entry));
        }
    }
    let _new = house.enter(at(newcomer))?;
    let known = house.inside.lock().unwrap();
    let mut gone = entries.iter().filter(|(_, entry)| !known.visits.contains_key(&entry.number));
    let gone = gone.next().map(|(who, _)| *who).expect("somebody goes");
    assert_eq!(known.visits.len(), most);
    drop(known);
    Some(gone)
}

#[test]
fn half_requests_and_idle_streams_shut_nobody_out() {
    let half = [(1, 180, WAITING), (2, 180, WAITING), (3, 1, WAITING)];
    assert_eq!(comes(&half, 9), Some(1), "who holds most gives one up");
    assert_eq!(comes(&[(1, 50, STREAMING), (3, 1, WAITING)], 9), Some(1));
    assert_eq!(comes(&[(1, 5, STREAMING), (1, 1, WAITING), (2, 3, ANSWERING)], 9), Some(1));
    assert_eq!(comes(&[(1, 50, WAITING), (3, 1, STREAMING)], 1), Some(1), "only one of his own");
    assert_eq!(comes(&[(1, 50, STREAMING), (3, 1, WAITING)], 1), None, "and no other for a stranger's sake");
    assert_eq!(comes(&[(1, 1, STREAMING), (2, 1, STREAMING)], 9), None, "everybody has one");
    assert_eq!(comes(&[(1, 1, WAITING), (2, 1, STREAMING)], 9), Some(1), "who says nothing goes first");
    assert_eq!(comes(&[(1, 9, ANSWERING)], 9), None, "who is being answered stays");
}
