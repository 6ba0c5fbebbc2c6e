//! What operators ask: whether the server can do its work, and numbers.

use std::sync::{Arc, atomic::Ordering};

use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};

use crate::{host::Host, metrics::Elsewhere};

/// `/healthz` and `/metrics`.
pub fn router() -> Router<Arc<Host>> {
    Router::new().route("/healthz", get(health)).route("/metrics", get(numbers))
}

/// Whether the server can do its work: read games and keep decisions.
async fn health(State(host): State<Arc<Host>>) -> Response {
    if host.stopping.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "the server stops\n").into_response();
    }
    match host.store.probe().await {
        Ok(()) => (StatusCode::OK, "ok\n").into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")).into_response(),
    }
}

/// Numbers for Prometheus.
async fn numbers(State(host): State<Arc<Host>>) -> Response {
    let stored = host.games.load(Ordering::Relaxed);
    let nodes = host.store.books.lease().map_or(1, |lease| lease.nodes.borrow().others.len() + 1);
    let elsewhere = Elsewhere { nodes, in_memory: host.in_memory(), stored, store: &host.store.meter };
    let text = host.metrics.text(&elsewhere);
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}
