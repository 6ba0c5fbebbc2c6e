//! Two nodes behind nginx, as an operator would run them.

use std::{
    fs,
    net::TcpListener,
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::json;

use crate::{
    Node,
    common::{Client, Folder, postgres::Postgres},
    wait_until,
};

/// A proxy that ends with the test.
struct Nginx(Child);

impl Drop for Nginx {
    fn drop(&mut self) {
        // It ends its own workers when it is asked like this.
        let _ = Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status();
        let _ = self.0.wait();
    }
}

/// As in docs/operating.md, but for encryption and the names of folders.
fn settings(folder: &str, port: u16, nodes: &[&Node]) -> String {
    let server = |node: &&Node| format!("server {} max_fails=1 fail_timeout=2s;", node.client.0);
    let servers = nodes.iter().map(server).collect::<Vec<_>>().join("\n");
    let headers = "proxy_http_version 1.1;
        proxy_set_header Host localhost;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Request-Id $request_id;
        proxy_set_header Connection \"\";";
    format!(
        "daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    upstream sandtable {{ {servers} }}
    server {{
        listen 127.0.0.1:{port};
        client_max_body_size 8m;
        location / {{
            proxy_pass http://sandtable;
            {headers}
            proxy_connect_timeout 2s;
            proxy_read_timeout 60s;
        }}
        location ~ ^/api/games/[^/]+/events$ {{
            proxy_pass http://sandtable;
            {headers}
            proxy_buffering off;
            proxy_read_timeout 60s;
        }}
    }}
}}
"
    )
}

/// A game is played through the proxy, which asks now this node and now that one; then one is killed.
pub fn behind_nginx(database: &Postgres) {
    let url = database.url("behind_nginx");
    let nodes = [Node::start(&url), Node::start(&url)];
    let folder = Folder::new("nginx");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let file = folder.0.join("nginx.conf");
    let [one, other] = &nodes;
    fs::write(&file, settings(&folder.0.to_string_lossy(), port, &[one, other])).unwrap();
    let started =
        Command::new("nginx").arg("-c").arg(&file).arg("-p").arg(&folder.0).stderr(Stdio::null()).spawn();
    let proxy = Nginx(started.expect("nginx can be started: `make database` installs it"));
    let client = Client(([127, 0, 0, 1], port).into());
    wait_until("the proxy answers", || {
        client.raw("GET", "/api/shelf", "", b"").is_ok_and(|it| it.status == 200)
    });
    let (id, secrets) = client.ambush(&json!({}));
    let mut events = client.events(&id, Some(&secrets[1]), None);
    client.act(&id, &secrets[0], "hide 1").good();
    for _ in 0..3 {
        client.act(&id, &secrets[1], "search 6").good();
        client.act(&id, &secrets[0], "stay").good();
    }
    assert_eq!(events.next().unwrap().name, "sync");
    let told: Vec<u64> = (0..7).map(|_| events.next().unwrap().id).collect();
    assert_eq!(told, [1, 2, 3, 4, 5, 6, 7], "told at once, whichever node has the game");
    let forwarded = |node: &Node| {
        let numbers = node.client.get("/metrics", None).body;
        let line = numbers.lines().find_map(|line| line.strip_prefix("sandtable_forwarded_total "));
        line.unwrap().parse::<u64>().unwrap()
    };
    let many = [forwarded(one), forwarded(other)];
    assert!(many.iter().sum::<u64>() > 0, "both were asked, one has the game: {many:?}");
    // The one that has the game goes: whoever has passed nothing on.
    let [one, other] = nodes;
    let (gone, left) = if many[0] == 0 { (one, other) } else { (other, one) };
    drop(gone);
    wait_until("the game goes on", || {
        std::thread::sleep(Duration::from_millis(50));
        client.raw("GET", &format!("/api/games/{id}"), "", b"").is_ok_and(|answer| answer.status == 200)
    });
    client.act(&id, &secrets[1], "search 6").good();
    let mut events = client.events(&id, Some(&secrets[1]), Some(7));
    assert_eq!(events.next().unwrap().id, 8);
    println!("behind nginx a game was played at two nodes and went on at one");
    drop((proxy, left));
}
