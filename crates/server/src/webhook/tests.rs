use tokio::net::TcpListener;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
};

use super::*;

#[test]
fn messages_go_to_public_addresses_only() {
    for private in [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.9.9",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "255.255.255.255",
        "224.0.0.1",
        "198.18.0.1",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "2001:db8::1",
        "ff02::1",
        "64:ff9b::7f00:1",
    ] {
        assert!(!is_public(private.parse().unwrap()), "{private}");
    }
    for public in ["1.1.1.1", "93.184.216.34", "2606:4700::1111"] {
        assert!(is_public(public.parse().unwrap()), "{public}");
    }
}

#[test]
fn addresses_are_read_with_care() {
    let read = |url: &str| target(url).map(|target| (target.host, target.port, target.path));
    assert_eq!(read("http://example.org/a?b#c"), Ok(("example.org".into(), 80, "/a?b".into())));
    assert_eq!(read("https://example.org"), Ok(("example.org".into(), 443, "/".into())));
    assert_eq!(read("http://[2606:4700::1]:8081"), Ok(("2606:4700::1".into(), 8081, "/".into())));
    for bad in [
        "ftp://example.org",
        "http://",
        "http://a:b@example.org/",
        "http://example.org:x/",
        "http://example.org:25/",
        "http://example.org/\r\nHost: other",
        "http://exa mple.org/",
    ] {
        assert!(read(bad).is_err(), "{bad}");
    }
    let newer = target("http://[2606:4700::1]:8080/hook").unwrap();
    assert!(request(&newer, "{}").starts_with("POST /hook HTTP/1.1\r\nHost: [2606:4700::1]:8080\r\n"));
    assert!(check("http://127.0.0.1/").is_err() && check("http://[::1]/").is_err());
    assert!(check("http://example.org/hook").is_ok());
}

#[tokio::test]
async fn a_name_that_leads_home_is_refused() {
    let message = Message { url: "http://localhost:4242/".into(), body: String::new() };
    assert_eq!(send(&message).await, Err("the host is not at a public address"));
}

/// A host with a certificate of an authority that only this test knows: what it was told.
async fn host() -> (SocketAddr, tokio::task::JoinHandle<Option<String>>) {
    let certificate = CertificateDer::from_pem_slice(include_bytes!("test-host.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_slice(include_bytes!("test-host.key")).unwrap();
    let config =
        ServerConfig::builder().with_no_client_auth().with_single_cert(vec![certificate], key).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let told = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = TlsAcceptor::from(Arc::new(config)).accept(stream).await.ok()?;
        let mut bytes = vec![0; 4_096];
        let mut many = 0;
        while !bytes[..many].ends_with(b"{}") {
            many += stream.read(&mut bytes[many..]).await.ok()?;
        }
        stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.ok()?;
        Some(String::from_utf8_lossy(&bytes[..many]).into_owned())
    });
    (address, told)
}

async fn told_over_tls(name: &str, roots: RootCertStore) -> (Result<(), &'static str>, Option<String>) {
    let (address, told) = host().await;
    let target = target(&format!("https://{name}/hook")).unwrap();
    let stream = TcpStream::connect(address).await.unwrap();
    let sent = match secured(stream, &target.host, trusting(roots)).await {
        Ok(stream) => hand_over(stream, &target, "{}").await,
        Err(why) => Err(why),
    };
    (sent, told.await.unwrap())
}

#[tokio::test]
async fn a_host_that_proves_its_name_is_told_in_secret_and_no_other() {
    let known = || {
        let mut roots = RootCertStore::empty();
        let authority = CertificateDer::from_pem_slice(include_bytes!("test-authority.pem")).unwrap();
        roots.add(authority).unwrap();
        roots
    };
    let (sent, told) = told_over_tls("hooks.example.org", known()).await;
    assert_eq!(sent, Ok(()));
    assert!(told.unwrap().starts_with("POST /hook HTTP/1.1\r\nHost: hooks.example.org:443\r\n"));
    let refused = (Err("the host does not prove its name"), None);
    assert_eq!(told_over_tls("other.example.org", known()).await, refused, "another name");
    let stranger = RootCertStore { roots: Vec::new() };
    assert_eq!(
        told_over_tls("hooks.example.org", stranger).await,
        refused,
        "an authority that nobody trusts"
    );
}
