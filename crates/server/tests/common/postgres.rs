//! A real `PostgreSQL`, started for a test program and ended with it, however it ends.

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::LazyLock,
};

use postgres::{Client, NoTls};
use sandtable_server::Place;

use super::Folder;

/// Makes a database, starts it, says so, and waits until whoever wants it is gone: then it ends and leaves nothing.
const SCRIPT: &str = r#"
set -e
PATH=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1):$PATH
initdb --no-sync --auth=trust --username=postgres --encoding=UTF8 --no-locale -D "$0/data" >/dev/null
trap 'pg_ctl stop -s -m immediate -D "$0/data"; rm -rf "$0/data"' EXIT
pg_ctl start -s -w -D "$0/data" -l "$0/log" \
    -o "-c port=$1 -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=400 -c shared_buffers=64MB $2" </dev/null
echo ready
read -r _ || true
"#;

/// A database server of this test program.
pub struct Postgres {
    port: u16,
    folder: Folder,
    keeper: Child,
}

impl Postgres {
    /// Starts one on a free port; `more` are settings of its own.
    pub fn start(more: &str) -> Self {
        let folder = Folder::new("postgres");
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = as_postgres(&folder.0);
        command.args(["sh", "-c", SCRIPT]).arg(&folder.0).arg(port.to_string()).arg(more);
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut keeper = started.expect("PostgreSQL can be started: `make database` installs it");
        let mut line = String::new();
        BufReader::new(keeper.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line.trim(), "ready", "PostgreSQL starts: `make database` installs it");
        Self { port, folder, keeper }
    }

    /// The address of a part of the database that is one test's own.
    pub fn url(&self, name: &str) -> String {
        let name: String = name.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '_' }).collect();
        let at = format!("postgres://postgres@127.0.0.1:{}/postgres", self.port);
        let mut client = Client::connect(&at, NoTls).unwrap();
        client.batch_execute(&format!("CREATE SCHEMA IF NOT EXISTS {name}")).unwrap();
        format!("{at}?options=-c%20search_path%3D{name}")
    }

    /// Ends it without grace and starts it again.
    pub fn restart(&self) {
        let restart = "PATH=$(ls -d /usr/lib/postgresql/*/bin | tail -1):$PATH
            pg_ctl restart -s -w -m immediate -D \"$0/data\" -l \"$0/log\" </dev/null >/dev/null";
        let done = as_postgres(&self.folder.0).args(["sh", "-c", restart]).arg(&self.folder.0).status();
        assert!(done.unwrap().success());
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}

/// A command of the user that may run a database: never the one who may do everything.
fn as_postgres(folder: &Path) -> Command {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    if !is_root {
        return Command::new("env");
    }
    let owned = Command::new("chown").arg("postgres").arg(folder).status();
    assert!(owned.unwrap().success(), "there is a user postgres: `make database` installs it");
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    command.current_dir(folder);
    command
}

/// Whether the tests of this program run on a database.
const IS_TESTED: bool = matches!(env!("CARGO_CRATE_NAME").as_bytes(), b"server_postgres");

/// One for all tests of a program. Nothing in it has to survive the machine, only the servers.
static SHARED: LazyLock<Postgres> = LazyLock::new(|| Postgres::start("-c fsync=off"));

/// Where the games of a test are, if not in its folder.
pub fn place(data: &Path) -> Option<Place> {
    IS_TESTED.then(|| Place::Postgres(SHARED.url(&name(data))))
}

/// Where the games of a test are.
pub fn place_of(data: &Path) -> Place {
    place(data).unwrap_or_else(|| Place::from(data))
}

fn name(data: &Path) -> String {
    data.file_name().unwrap().to_string_lossy().replace('-', "_")
}

/// Changes what is stored behind the server's back.
pub fn edit(data: &Path, sql: &str) {
    if IS_TESTED {
        Client::connect(&SHARED.url(&name(data)), NoTls).unwrap().batch_execute(sql).unwrap();
    } else {
        rusqlite::Connection::open(file(data)).unwrap().execute_batch(sql).unwrap();
    }
}

/// A number from what is stored.
pub fn number(data: &Path, sql: &str) -> i64 {
    if IS_TESTED {
        Client::connect(&SHARED.url(&name(data)), NoTls).unwrap().query_one(sql, &[]).unwrap().get(0)
    } else {
        rusqlite::Connection::open(file(data)).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
    }
}

fn file(data: &Path) -> PathBuf {
    data.join("games.sqlite")
}
