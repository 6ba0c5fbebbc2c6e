//! The server from start to stop.

use std::{
    convert::Infallible, fmt, future::Future, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration,
};

use axum::{
    Extension, Router,
    http::{Request, header},
    middleware,
    routing::get,
};
use hyper::{
    body::{Body as _, Incoming},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::net::TcpListener;
use tower_http::compression::{
    CompressionLayer,
    predicate::{NotForContentType, Predicate, SizeAbove},
};
use tower_service::Service;
use tracing_subscriber::fmt::MakeWriter;

use crate::{
    admin, api,
    config::{Config, Limits},
    door::Door,
    error::Failure,
    guard,
    host::Host,
    page, peers,
    shelf::Shelf,
    store::StoreError,
};

/// How long requests may take that are under way when the server stops.
const GRACE: Duration = Duration::from_secs(10);

/// Connections of other nodes at the same time: one for every live stream that they pass on.
const MOST_PEERS: usize = 20_000;

/// How long thoughts may take that nobody waits for any more.
const LEFT_OVER: Duration = Duration::from_secs(2);

/// Why a server does not start.
#[derive(Debug)]
pub enum StartError {
    /// The games cannot be opened.
    Store(StoreError),
    /// The address cannot be had.
    Listen(SocketAddr, io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Listen(address, error) => write!(f, "cannot listen on {address}: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// A server that has its games and its addresses, and waits to be run.
pub struct Server {
    host: Arc<Host>,
    listener: TcpListener,
    address: SocketAddr,
    admin: Option<(TcpListener, SocketAddr)>,
    peers: Option<TcpListener>,
}

impl Server {
    /// Opens the games and takes the address.
    pub async fn start(config: Config, shelf: Shelf) -> Result<Self, StartError> {
        let listen = config.listen;
        let (listener, address) = bind(listen).await?;
        let peers = match config.peers {
            Some(wanted) => Some(bind(wanted).await?),
            None => None,
        };
        let at = peers.as_ref().map(|(_, address)| *address);
        let opened = tokio::task::spawn_blocking(move || Host::open(config, shelf, at)).await;
        let host = opened.unwrap_or(Err(StoreError::Stopped)).map_err(StartError::Store)?;
        let admin = match host.config.admin {
            Some(wanted) => Some(bind(wanted).await?),
            None => None,
        };
        let peers = peers.map(|(listener, _)| listener);
        Ok(Self { host, listener, address, admin, peers })
    }

    /// Where it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it tells operators how it is, if not beside everything else.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref().map(|(_, address)| *address)
    }

    /// Serves until `stop` is done, then lets everybody finish.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { host, listener, admin, peers, .. } = self;
        tokio::spawn(Arc::clone(&host).keep_tidy());
        tokio::spawn(Arc::clone(&host).resume_bots());
        tokio::spawn(Arc::clone(&host).examine_store());
        tokio::spawn(Arc::clone(&host).expire());
        tokio::spawn(Arc::clone(&host).follow_nodes());
        tokio::spawn(Arc::clone(&host).keep_time());
        let stopped = Arc::clone(&host);
        let graceful = async move {
            stop.await;
            tracing::info!("stopping");
            stopped.stop();
        };
        let mut last_call = host.last_call.subscribe();
        if let Some((listener, _)) = admin {
            // It tells until the very end that the server stops.
            let door = Door::new(listener, &Limits::default(), true);
            let app = admin::router().with_state(Arc::clone(&host));
            tokio::spawn(serve(door, host.config.limits.head, app, std::future::pending()));
        }
        if let Some(listener) = peers {
            let door = Door::new(listener, &Limits { connections: MOST_PEERS, ..Limits::default() }, true);
            tokio::spawn(serve(door, host.config.limits.head, peer_app(&host), std::future::pending()));
        }
        let door = Door::new(listener, &host.config.limits, host.config.trust_proxy);
        let serving = serve(door, host.config.limits.head, app(&host), graceful);
        let patience = async {
            let _ = last_call.wait_for(|called| *called).await;
            tokio::time::sleep(GRACE).await;
        };
        tokio::select! {
            () = serving => {}
            () = patience => {}
        }
        let store = Arc::clone(&host.store);
        let _ = tokio::task::spawn_blocking(move || store.close()).await;
    }
}

/// Takes an address; port 0 becomes one that is free.
async fn bind(wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |error| StartError::Listen(wanted, error);
    let listener = TcpListener::bind(wanted).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// Serves whoever comes in until `stop` is done, then lets everybody finish.
///
/// HTTP/1 and nothing else: to find out what a stranger speaks one has to read before one reads, and keeps twice the
/// buffers for every stream that stays open.
async fn serve(mut door: Door, head: Duration, app: Router, stop: impl Future<Output = ()>) {
    let everybody = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let guest = tokio::select! {
            came = door.accept() => came,
            () = &mut stop => break,
        };
        let visit = guest.visit();
        let (app, visitor) = (app.clone(), Arc::clone(&visit));
        let answer = service_fn(move |mut request: Request<Incoming>| {
            let visit = Arc::clone(&visitor);
            if request.body().is_end_stream() {
                visit.is_being_answered();
            }
            request.extensions_mut().insert(Arc::clone(&visit));
            let answer = app.clone().call(request);
            async move {
                let response = answer.await?;
                let kind = response.headers().get(header::CONTENT_TYPE);
                let is_stream = kind.is_some_and(|kind| kind == "text/event-stream");
                Ok::<_, Infallible>(response.map(|body| visit.answer(body, is_stream)))
            }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(head);
        let connection = everybody.watch(http.serve_connection(TokioIo::new(guest), answer));
        tokio::spawn(async move {
            // Who goes away in the middle of something is no fault of ours.
            tokio::select! {
                _ = connection => {}
                () = visit.is_over() => {}
            }
        });
    }
    // Nobody else is let in, and whoever knocks is told so.
    drop(door);
    everybody.shutdown().await;
}

/// What other nodes are answered: as everybody, but nothing is limited, checked or shrunk twice.
fn peer_app(host: &Arc<Host>) -> Router {
    api::router(host.config.limits)
        .method_not_allowed_fallback(async || Failure::method())
        .fallback(async || Failure::unknown("address"))
        .layer(Extension(api::BodyLimit(host.config.limits.body)))
        .layer(middleware::from_fn_with_state(Arc::clone(host), peers::answer))
        .with_state(Arc::clone(host))
}

fn app(host: &Arc<Host>) -> Router {
    let api = api::router(host.config.limits);
    // Events are small and must go out at once; everything large is text and shrinks well.
    let worthwhile = SizeAbove::new(2_048).and(NotForContentType::new("text/event-stream"));
    let api = if host.config.admin.is_none() { api.merge(admin::router()) } else { api };
    api.method_not_allowed_fallback(async || Failure::method())
        .fallback(get(page::serve).fallback(async || Failure::method()))
        .layer(Extension(api::BodyLimit(host.config.limits.body)))
        .layer(middleware::from_fn_with_state(Arc::clone(host), peers::route))
        .layer(CompressionLayer::new().compress_when(worthwhile))
        .layer(middleware::from_fn_with_state(Arc::clone(host), guard::pass))
        .with_state(Arc::clone(host))
}

/// Runs a server on this thread until the process is told to stop; `ready` is told where it listens.
pub fn run(config: Config, shelf: Shelf, ready: impl FnOnce(SocketAddr)) -> Result<(), StartError> {
    let listen = config.listen;
    let failed = |error| StartError::Listen(listen, error);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(failed)?;
    let result = runtime.block_on(async {
        let server = Server::start(config, shelf).await?;
        ready(server.address());
        server.run(told_to_stop()).await;
        Ok(())
    });
    // Everything is on the disk. A question that is still being thought about is not waited for.
    runtime.shutdown_timeout(LEFT_OVER);
    result
}

/// Waits for Ctrl-C, the wish of the system to end the process, or the end of its terminal.
async fn told_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let (Ok(mut ended), Ok(mut hung_up)) =
            (signal(SignalKind::terminate()), signal(SignalKind::hangup()))
        {
            tokio::select! {
                _ = interrupted => {}
                _ = ended.recv() => {}
                _ = hung_up.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}

/// How much is written: errors, also what is odd, also what happens, also every request.
pub use tracing::level_filters::LevelFilter as LogLevel;

/// Writes what happens to standard error: lines for people, or JSON for programs. No line holds a secret, a game's
/// name or an address; with `LogLevel::DEBUG` every request has one.
pub fn log(json: bool, level: LogLevel) {
    log_to(io::stderr, json, level);
    // A fault in a game is a line of the log like any other.
    std::panic::set_hook(Box::new(|fault| {
        let place = fault.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(place, words = fault.payload_as_str().unwrap_or_default(), "a fault in the program");
    }));
}

/// Writes the same lines somewhere else.
pub fn log_to<W>(writer: W, json: bool, level: LogLevel)
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let lines = tracing_subscriber::fmt().with_writer(writer).with_max_level(level);
    let set = if json { lines.json().try_init() } else { lines.with_ansi(false).try_init() };
    // Somebody else may have set up a log before; then it is his.
    drop(set);
}
