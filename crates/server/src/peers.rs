//! Other nodes on the same database: requests reach the node that has the game, whichever node was asked.

use std::{
    collections::HashMap,
    future::Future,
    net::IpAddr,
    pin::Pin,
    sync::{Arc, Mutex, atomic::Ordering},
    task::{Context, Poll},
    time::{Duration, Instant},
};

use axum::{
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};

use crate::{
    api,
    door::Visit,
    error::Failure,
    guard::Address,
    host::Host,
    limits::network,
    questions::ASKER,
    secret::{is_game_id, print, same},
    store::lease::{Node, Nodes, Owner},
};

/// How long a request is held while its game goes from a dead node to another.
const PATIENCE: Duration = Duration::from_secs(12);
/// How long one waits before asking again.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a node may take to be reached.
const REACHED: Duration = Duration::from_secs(1);
/// How long it may take to begin its answer. Longer than anything that it may take for itself.
const ANSWERED: Duration = Duration::from_secs(40);
/// How often games are counted that others have set up or deleted.
const COUNTED: Duration = Duration::from_mins(1);
/// Games whose owner is remembered.
const MOST_KNOWN: usize = 20_000;

/// What a node says to be believed.
const NODE: HeaderName = HeaderName::from_static("x-sandtable-node");
/// Whose request it passes on.
const FOR: HeaderName = HeaderName::from_static("x-sandtable-for");
/// The answer of a node that does not have the game any more.
const ELSEWHERE: HeaderName = HeaderName::from_static("x-sandtable-elsewhere");

/// The way to other nodes.
pub struct Peers {
    client: Client<HttpConnector, Body>,
    /// Which node has a game, as far as this one remembers.
    known: Mutex<HashMap<String, Node>>,
}

impl Peers {
    /// Nobody is known yet.
    pub fn new() -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(REACHED));
        connector.set_nodelay(true);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(Duration::from_secs(15))
            .build(connector);
        Self { client, known: Mutex::default() }
    }

    fn remembered(&self, id: &str) -> Option<Node> {
        self.known.lock().ok()?.get(id).cloned()
    }

    fn remember(&self, id: &str, node: &Node) {
        if let Ok(mut known) = self.known.lock() {
            if known.len() >= MOST_KNOWN {
                known.clear();
            }
            known.insert(id.to_owned(), node.clone());
        }
    }

    fn forget(&self, id: &str) {
        if let Ok(mut known) = self.known.lock() {
            known.remove(id);
        }
    }

    fn forget_all(&self) {
        if let Ok(mut known) = self.known.lock() {
            known.clear();
        }
    }
}

/// What became of a request that was passed on.
enum Passed {
    Answered(Response),
    /// It has reached nobody who has the game: nothing was done.
    Lost,
    /// It was sent, and no answer came.
    Unknown,
}

impl Host {
    /// Whose a game is. Of one that is in memory, and of one that was another's a moment ago, nobody is asked.
    async fn owner(self: &Arc<Self>, id: &str) -> Result<Owner, Failure> {
        if !is_game_id(id) {
            return Ok(Owner::Nobody);
        }
        if self.has(id) {
            return Ok(Owner::Mine(self.store.fence()));
        }
        if let Some(node) = self.peers.remembered(id) {
            return Ok(Owner::Elsewhere(node));
        }
        let (store, game) = (Arc::clone(&self.store), id.to_owned());
        let owner = tokio::task::spawn_blocking(move || store.books.own(&game)).await;
        let owner = owner.map_err(|error| Failure::fault(&error))??;
        if let Owner::Elsewhere(node) = &owner
            && node.number != 0
        {
            self.peers.remember(id, node);
        }
        Ok(owner)
    }

    /// Follows who lives: the games of a dead node are gone on with, and what this one held before it was taken for dead
    /// is forgotten.
    pub async fn follow_nodes(self: Arc<Self>) {
        let Some(lease) = self.store.books.lease() else { return };
        let mut nodes = lease.nodes.subscribe();
        let mut known = nodes.borrow_and_update().clone();
        let mut counted = Instant::now();
        while !self.stopping.load(Ordering::Relaxed) {
            let _ = tokio::time::timeout(Duration::from_secs(1), nodes.changed()).await;
            if !lease.holds() {
                // Whoever listens here would wait in vain.
                self.drop_all_rooms();
            }
            let now = nodes.borrow_and_update().clone();
            let gone = known.others.iter().any(|node| !now.others.contains(node));
            if now.me != known.me {
                self.drop_all_rooms();
            }
            if gone || now.me != known.me {
                self.peers.forget_all();
                tokio::spawn(Arc::clone(&self).resume_bots());
            }
            known = now;
            if counted.elapsed() > COUNTED {
                counted = Instant::now();
                let store = Arc::clone(&self.store);
                if let Ok(Ok(games)) = tokio::task::spawn_blocking(move || store.books.count()).await {
                    self.games.store(games, Ordering::Relaxed);
                }
            }
        }
    }

    /// Passes a request on to the node that has the game.
    async fn pass_on(&self, node: &Node, parts: &Parts, body: &Bytes) -> Passed {
        let (Some(address), Some(lease)) = (node.address, self.store.books.lease()) else {
            return Passed::Lost;
        };
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let Ok(uri) = format!("http://{address}{path}").parse::<Uri>() else { return Passed::Lost };
        let mut request = Request::new(Body::from(body.clone()));
        *request.method_mut() = parts.method.clone();
        *request.uri_mut() = uri;
        let mut headers = parts.headers.clone();
        for name in [
            header::HOST,
            header::CONNECTION,
            header::TRANSFER_ENCODING,
            header::CONTENT_LENGTH,
            header::ORIGIN,
        ] {
            headers.remove(name);
        }
        if let (Ok(secret), Some(Address(asker))) =
            (HeaderValue::from_str(&lease.secret), parts.extensions.get::<Address>())
            && let Ok(asker) = HeaderValue::from_str(&asker.to_string())
        {
            headers.insert(NODE, secret);
            headers.insert(FOR, asker);
        }
        *request.headers_mut() = headers;
        let dead = gone(lease.nodes.subscribe(), node.number);
        let answered = tokio::select! {
            answered = tokio::time::timeout(ANSWERED, self.peers.client.request(request)) => answered,
            // A node that is frozen takes requests and never answers.
            () = dead => return Passed::Unknown,
        };
        match answered {
            Ok(Ok(answer)) if answer.headers().contains_key(ELSEWHERE) => Passed::Lost,
            Ok(Ok(answer)) => {
                self.metrics.forwarded.fetch_add(1, Ordering::Relaxed);
                let (mut head, body) = answer.into_parts();
                for name in [header::CONNECTION, header::TRANSFER_ENCODING] {
                    head.headers.remove(name);
                }
                let dead = gone(lease.nodes.subscribe(), node.number);
                Passed::Answered(Response::from_parts(head, Body::new(Relay { body, gone: Box::pin(dead) })))
            }
            Ok(Err(error)) if error.is_connect() => Passed::Lost,
            _ => Passed::Unknown,
        }
    }
}

/// Waits until a node is taken for dead.
async fn gone(mut nodes: tokio::sync::watch::Receiver<Nodes>, number: u64) {
    let dead = |nodes: &Nodes| nodes.me != number && nodes.others.iter().all(|node| node.number != number);
    if nodes.wait_for(dead).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Lets a request go to the node that has its game, wherever that is.
pub async fn route(State(host): State<Arc<Host>>, request: Request, next: Next) -> Response {
    if host.store.books.lease().is_none() {
        return next.run(request).await;
    }
    let Some(id) = game_of(request.uri().path()).map(str::to_owned) else { return next.run(request).await };
    if host.has(&id) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let body = match api::whole_body(&parts, body, host.config.limits.body).await {
        Ok(body) => body,
        Err(failure) => return failure.into_response(),
    };
    if let Some(visit) = parts.extensions.get::<Arc<Visit>>() {
        visit.is_being_answered();
    }
    let begun = Instant::now();
    // A decision that is sent again is carried out once; most other changes are not known to be.
    let repeatable = parts.method == Method::GET || parts.uri.path().ends_with("/act");
    loop {
        match host.owner(&id).await {
            Ok(Owner::Mine(_) | Owner::Nobody) => {
                return next.run(Request::from_parts(parts, Body::from(body))).await;
            }
            Ok(Owner::Elsewhere(node)) => match host.pass_on(&node, &parts, &body).await {
                Passed::Answered(answer) => return answer,
                Passed::Unknown if !repeatable => return Failure::elsewhere().into_response(),
                Passed::Lost | Passed::Unknown => host.peers.forget(&id),
            },
            Err(failure) if failure.status() != StatusCode::SERVICE_UNAVAILABLE => {
                return failure.into_response();
            }
            Err(_) => {}
        }
        if begun.elapsed() > PATIENCE || host.stopping.load(Ordering::Relaxed) {
            return Failure::elsewhere().into_response();
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Answers another node, if it is one and the game is here.
pub async fn answer(State(host): State<Arc<Host>>, mut request: Request, next: Next) -> Response {
    let told = request.headers().get(NODE).and_then(|told| told.to_str().ok());
    let believed = host.store.books.lease().zip(told);
    // Hashed first, so that the time tells nothing.
    if !believed.is_some_and(|(lease, told)| same(&print(&lease.secret), &print(told))) {
        return Failure::forbidden("this port is for other nodes").into_response();
    }
    let asker = request.headers().get(FOR).and_then(|asker| asker.to_str().ok());
    let asker = asker.and_then(|asker| asker.parse().ok()).unwrap_or(IpAddr::from([0, 0, 0, 0]));
    let asker = network(asker);
    request.extensions_mut().insert(Address(asker));
    let id = game_of(request.uri().path()).map(str::to_owned);
    let here = match id {
        Some(id) => matches!(host.owner(&id).await, Ok(Owner::Mine(_) | Owner::Nobody)),
        None => false,
    };
    if here && !host.stopping.load(Ordering::Relaxed) {
        return ASKER.scope(asker, next.run(request)).await;
    }
    let mut response = Failure::elsewhere().into_response();
    response.headers_mut().insert(ELSEWHERE, HeaderValue::from_static("1"));
    response
}

/// The game that an address is about.
fn game_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/games/")?;
    rest.split('/').next().filter(|id| !id.is_empty())
}

/// The answer of another node on its way; it ends when the node is taken for dead, so that whoever listens comes again.
struct Relay {
    body: Incoming,
    gone: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl http_body::Body for Relay {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            return Poll::Ready(frame);
        }
        self.gone.as_mut().poll(context).map(|()| None)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_its_game() {
        assert_eq!(game_of("/api/games/abc/state"), Some("abc"));
        assert_eq!(game_of("/api/games/abc"), Some("abc"));
        assert_eq!(["/api/games", "/api/games/", "/api/shelf/mars", "/game/abc"].map(game_of), [None; 4]);
    }
}
