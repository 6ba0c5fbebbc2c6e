//! For whom a request is meant, and which page has sent it.
//!
//! A page of a stranger can have its own name point at this machine (DNS rebinding), and then a browser lets it read what
//! the server answers. It cannot choose the `Host` that its browser sends: that is its name. So the server answers for
//! addresses, for this machine, and for the names that the operator allows.

use std::net::{IpAddr, Ipv6Addr};

use axum::{
    extract::Request,
    http::{Method, header},
};

use crate::error::Failure;

/// Whether a request is meant for this server and comes from one of its own pages, if from a page at all. `allowed` are
/// the names that the operator has given; `*` stands for all.
pub fn check(request: &Request, allowed: &[String]) -> Result<(), Failure> {
    let header = |name| request.headers().get(name).map(|value| value.to_str().unwrap_or("?"));
    if request.headers().get_all(header::HOST).iter().nth(1).is_some() {
        return Err(Failure::malformed("a request names one host"));
    }
    let host = header(header::HOST);
    let named = request.uri().authority().map(axum::http::uri::Authority::as_str);
    // Whoever names nothing is no browser.
    if let Some(other) = [host, named].into_iter().flatten().find(|host| !is_ours(name_of(host), allowed)) {
        return Err(Failure::host(name_of(other)));
    }
    let reads = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    match header(header::ORIGIN) {
        Some(origin) if !reads && !is_own_page(origin, host, allowed) => {
            Err(Failure::forbidden("a page of another server may not change anything here"))
        }
        _ => Ok(()),
    }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    if let Some((address, _)) = host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return address;
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    name.trim_end_matches('.')
}

fn is_ours(name: &str, allowed: &[String]) -> bool {
    // Nobody can make a browser send an address or `localhost` for a name of his own.
    let is_address = name.parse::<IpAddr>().is_ok() || name.parse::<Ipv6Addr>().is_ok();
    let lower = name.to_ascii_lowercase();
    is_address || lower == "localhost" || lower.ends_with(".localhost") || is_allowed(name, allowed)
}

fn is_allowed(name: &str, allowed: &[String]) -> bool {
    allowed.iter().any(|known| known == "*" || known.eq_ignore_ascii_case(name))
}

fn is_own_page(origin: &str, host: Option<&str>, allowed: &[String]) -> bool {
    let Some((_, from)) = origin.split_once("://") else { return false };
    host.is_some_and(|host| host.eq_ignore_ascii_case(from)) || is_allowed(name_of(from), allowed)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn answered(method: &str, lines: &[(&str, &str)], allowed: &[&str]) -> u16 {
        let mut request = Request::builder().method(method).uri("/api/games");
        for (name, value) in lines {
            request = request.header(*name, *value);
        }
        let allowed: Vec<String> = allowed.iter().map(|&name| name.to_owned()).collect();
        let request = request.body(Body::empty()).unwrap();
        check(&request, &allowed).map_or_else(|failure| failure.status().as_u16(), |()| 200)
    }

    #[test]
    fn a_name_that_nobody_allowed_is_not_ours() {
        for ours in ["localhost", "LOCALHOST:4242", "127.0.0.1:1", "[::1]:4242", "192.168.1.4", "a.localhost"]
        {
            assert_eq!(answered("GET", &[("host", ours)], &[]), 200, "{ours}");
        }
        for other in ["evil.example", "127.0.0.1.evil.example:80", "localhost.evil.example", "évil", ""] {
            assert_eq!(answered("GET", &[("host", other)], &[]), 421, "{other}");
        }
        assert_eq!(answered("GET", &[("host", "Games.example.:443")], &["games.example"]), 200);
        assert_eq!(answered("GET", &[("host", "evil.example")], &["*"]), 200);
        assert_eq!(answered("GET", &[], &[]), 200, "whoever names nothing is no browser");
        let two = [("host", "localhost"), ("host", "evil.example")];
        assert_eq!(answered("GET", &two, &[]), 400, "a proxy may have believed the other one");
    }

    #[test]
    fn a_page_of_another_server_changes_nothing() {
        let post =
            |host, origin, allowed: &[&str]| answered("POST", &[("host", host), ("origin", origin)], allowed);
        assert_eq!(post("localhost:4242", "http://localhost:4242", &[]), 200);
        assert_eq!(post("localhost:4242", "http://localhost:9999", &[]), 403);
        assert_eq!(post("localhost:4242", "https://evil.example", &[]), 403);
        assert_eq!(post("localhost:4242", "null", &[]), 403);
        assert_eq!(
            post("127.0.0.1:4242", "https://games.example", &["games.example"]),
            200,
            "behind a proxy"
        );
        let read = [("host", "localhost"), ("origin", "https://evil.example")];
        assert_eq!(answered("GET", &read, &[]), 200, "its browser does not show it the answer");
    }
}
