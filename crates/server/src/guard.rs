//! What every request passes: limits, headers, counting.

use std::{
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

use axum::{
    extract::{MatchedPath, Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use tracing::{Instrument, Level};

use crate::{
    door::Visit, error::Failure, host::Host, limits::network, origin, questions::ASKER, secret::random,
};

/// Who asks, as far as the network tells; see [`network`].
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

/// Nothing but what comes from here is run, framed or sent elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The name of a request, in its answer and in every line of the log that it causes.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Lets a request pass, or says why not.
pub async fn pass(State(host): State<Arc<Host>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let id = request_id(&host, &request);
    let is_api = request.uri().path().starts_with("/api/");
    // As it is written in the description: a path names games, and the log does not.
    let asked = tracing::enabled!(Level::DEBUG)
        .then(|| (request.method().clone(), request.extensions().get::<MatchedPath>().cloned()));
    // A span that every level shows: an error without the request that caused it helps nobody.
    let span = tracing::error_span!("request", id);
    let mut response = answer(&host, request, next).instrument(span.clone()).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, id);
    }
    if is_api && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    host.metrics.answered(status, took);
    if let Some((method, path)) = asked {
        let (path, micros) = (path.as_ref().map_or("the page", MatchedPath::as_str), took.as_micros() as u64);
        span.in_scope(|| tracing::debug!(%method, path, status, micros, "answered"));
    }
    response
}

async fn answer(host: &Arc<Host>, mut request: Request, next: Next) -> Response {
    let address = address(host, &request);
    request.extensions_mut().insert(Address(address));
    // Held until the answer is there: a record is in memory as long as it is worked on.
    let share = Arc::new(host.bodies.share(address));
    request.extensions_mut().insert(Arc::clone(&share));
    if host.stopping.load(Ordering::Relaxed) {
        Failure::busy("the server stops").into_response()
    } else if let Err(failure) = origin::check(&request, &host.config.hosts) {
        failure.into_response()
    } else if let Err(wait) = host.requests.take(address) {
        Failure::too_many(
            "too many requests at once; whoever runs the server sets the limit with --max-requests",
            wait,
        )
        .into_response()
    } else {
        ASKER.scope(address, next.run(request)).await
    }
}

/// The name that a proxy has given the request, if proxies are believed and it is one; otherwise a new one.
fn request_id(host: &Host, request: &Request) -> String {
    let fits = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    let named = request.headers().get(REQUEST_ID).filter(|_| host.config.trust_proxy);
    let named = named.and_then(|id| id.to_str().ok()).filter(fits);
    named.map_or_else(|| format!("{:016x}", NEXT.fetch_add(APART, Ordering::Relaxed)), str::to_owned)
}

/// The next name of a request: the first one is drawn, so that two servers hardly ever use the same ones.
static NEXT: LazyLock<AtomicU64> = LazyLock::new(|| AtomicU64::new(u64::from_le_bytes(random())));
/// How far apart names are: odd, so that all of them are used before one comes again, and neighbours look different.
const APART: u64 = 0x9e37_79b9_7f4a_7c15;

/// The address of the asker; behind a proxy that is believed, the one it names last. A line that the asker has sent
/// himself stands before the proxy's own.
fn address(host: &Host, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<Arc<Visit>>().map(|visit| visit.address.ip());
    let mut lines = request.headers().get_all("x-forwarded-for").iter();
    let named = lines.next_back().filter(|_| host.config.trust_proxy).and_then(|value| value.to_str().ok());
    let named = named.and_then(|value| value.rsplit(',').next()).and_then(read_address);
    network(named.or(peer).unwrap_or(IpAddr::from([0, 0, 0, 0])))
}

/// An address as proxies write it: bare, in brackets, with a port or without.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(|| text.parse().map(|at: SocketAddr| at.ip()).ok()).or_else(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_write_addresses_in_several_ways() {
        let v4 = Some(IpAddr::from([203, 0, 113, 9]));
        let v6 = "2001:db8::1".parse().ok();
        assert_eq!([" 203.0.113.9", "203.0.113.9:4711"].map(read_address), [v4, v4]);
        assert_eq!(["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:443"].map(read_address), [v6, v6, v6]);
        assert_eq!(["unknown", "", "203.0.113.9:x"].map(read_address), [None, None, None]);
    }
}
