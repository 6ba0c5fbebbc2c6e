//! The table in the browser: files that were built into the program.

use axum::{
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

use crate::error::Failure;

/// What `make play` has built; empty in a program that was built without it.
#[derive(RustEmbed)]
#[folder = "dist"]
#[allow_missing = true]
struct Files;

/// Shown where the page was not built in.
const WITHOUT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Sandtable</title>\
    <h1>Sandtable</h1><p>The server runs, but this program was built without the table for the browser.</p>\
    <p>Run <code>make play</code>, which builds it first. What the server answers to programs stands in \
    <a href=/api/openapi.json>/api/openapi.json</a>.</p></html>";

/// Pages that belong to the server and not to the table: the one that checks the dice of a record, so that whoever doubts
/// the table can read a hundred lines of script without it, and the list of open seats.
const OWN: [(&str, &str, &str); 5] = [
    ("verify", "text/html; charset=utf-8", include_str!("page/verify.html")),
    ("verify.js", "text/javascript; charset=utf-8", include_str!("page/verify.js")),
    ("verify.css", "text/css; charset=utf-8", include_str!("page/verify.css")),
    ("open", "text/html; charset=utf-8", include_str!("page/open.html")),
    ("open.js", "text/javascript; charset=utf-8", include_str!("page/open.js")),
];

/// Answers with a file; an address of the page itself answers with the page.
pub async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return Failure::unknown("address").into_response();
    }
    if let Some((_, kind, text)) = OWN.iter().find(|(name, ..)| *name == path) {
        return ([(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache")], *text).into_response();
    }
    if let Some(file) = Files::get(path) {
        return sent(path, file.data.into_owned());
    }
    // A name with a dot in its last part is a file that is not there; anything else is an address of the page.
    if path.rsplit('/').next().is_some_and(|last| last.contains('.')) {
        return Failure::unknown("file").into_response();
    }
    match Files::get("index.html") {
        Some(page) => sent("index.html", page.data.into_owned()),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], WITHOUT).into_response(),
    }
}

fn sent(path: &str, data: Vec<u8>) -> Response {
    // Built files have a hash in their names and never change; the page itself does.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let head = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, keep)];
    (StatusCode::OK, head, data).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
