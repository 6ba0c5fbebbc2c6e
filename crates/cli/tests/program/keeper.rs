//! `sandtable games ...`: a server's games, listed, copied, checked, deleted.

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use crate::common::{answered, complained, run};

/// A server that ends with the test.
pub struct Served(pub Child, pub String);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serve(folder: &str) -> Served {
    serve_with(folder, &[])
}

/// Starts one with more settings.
pub fn serve_with(folder: &str, more: &[&str]) -> Served {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(["serve", "--port", "0", "--data", folder]).args(more).stderr(Stdio::null());
    Served::of(&mut command)
}

fn post(address: &str, path: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = "Host: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n";
    write!(stream, "POST {path} HTTP/1.1\r\n{head}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split("\r\n\r\n").nth(1).unwrap().to_owned()
}

#[test]
fn the_games_of_a_server_are_kept_by_whoever_runs_it() {
    let folder = std::env::temp_dir().join(format!("sandtable-keeper-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let data = folder.join("games").display().to_string();
    let ask = |arguments: &[&str]| {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--data", data.as_str()]).collect();
        (run(&folder, 100, &arguments, ""), arguments.join(" "))
    };
    let good = |arguments: &[&str]| answered(arguments, ask(arguments).0);
    let bad = |arguments: &[&str]| complained(arguments, ask(arguments).0).1;
    let served = serve(&data);
    let made: serde_json::Value =
        serde_json::from_str(&post(&served.1, "/api/games", r#"{"game": "ford"}"#)).unwrap();
    let id = made["id"].as_str().unwrap();
    let listed = good(&["games", "list"]);
    assert!(listed.contains(id) && listed.contains("open") && listed.contains("ford"), "{listed}");
    assert_eq!(good(&["games", "backup", "copy.sqlite"]), "1 game is in copy.sqlite.\n");
    let own = format!("{data}/games.sqlite");
    assert!(bad(&["games", "backup", &own]).contains("a server keeps its games there"));
    assert!(good(&["games", "export", id]).starts_with("sandtable-record 1\ngame: ford\n"));
    assert!(good(&["games", "check"]).contains("1 games hold, 0 can be read"));
    assert!(good(&["serve", "--check-games"]).contains("1 games hold"));
    assert!(bad(&["games", "delete", id]).contains("is used by another server"));
    drop(served);
    assert_eq!(good(&["games", "export", "--to", "records"]), "1 game is in records.\n");
    assert!(bad(&["games", "export", "nobody", "--to", "elsewhere"]).contains("there is no such game"));
    assert!(!folder.join("elsewhere").exists());
    let record = format!("records/ford-{id}.record");
    assert_eq!(good(&["games", "delete", id]), "1 game is deleted.\n");
    assert_eq!(good(&["games", "list"]), "");
    assert!(good(&["games", "import", &record]).contains("\"link\""));
    let restored = good(&["games", "restore", "copy.sqlite"]);
    assert!(
        restored.starts_with("1 game is back.\n") && restored.contains("games-before-restore.sqlite"),
        "{restored}"
    );
    assert!(good(&["games", "list", "--json"]).contains(id));
    assert!(bad(&["games", "restore", "nothing.sqlite"]).contains("nothing.sqlite"));
    fs::remove_dir_all(&folder).unwrap();
}
