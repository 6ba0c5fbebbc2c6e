//! What an operator is told to do works as it is written, and a bad day is told as what it is.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{
    common::{Folder, ROOT},
    keeper::Served,
    secrets::send_to,
};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sandtable");

/// A file of the tree.
fn file(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The first block of an example in a language that contains something.
fn example(language: &str, about: &str) -> String {
    let manual = file("docs/operating.md");
    let blocks = manual.split("```").skip(1).step_by(2);
    let block = blocks.filter_map(|block| block.strip_prefix(language)).find(|block| block.contains(about));
    block.unwrap_or_else(|| panic!("no example of {language} with {about}")).to_owned()
}

/// Starts the server by a command of the manual: on any free port, and with its games in a folder of the test's own.
fn start(folder: &Folder, arguments: &[&str], log: &Path) -> Served {
    let data = folder.0.join("games").display().to_string();
    let own =
        |(place, argument): (usize, &&str)| match (place.checked_sub(1).map(|at| arguments[at]), *argument) {
            (Some("--data"), _) => data.clone(),
            (Some("--admin" | "--peers"), _) => "127.0.0.1:0".to_owned(),
            (Some("--host"), _) => "127.0.0.1".to_owned(),
            (_, argument) => argument.to_owned(),
        };
    let mut command = Command::new(PROGRAM);
    command.args(arguments.iter().enumerate().map(own)).args(["--port", "0"]);
    Served::logged(command, log)
}

#[test]
fn the_service_in_the_manual_starts_and_systemd_finds_nothing_wrong_with_it() {
    let folder = Folder::new("service");
    let unit = example("ini", "[Service]");
    let command = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
    let mut words = command.split(' ');
    let program = words.next().unwrap();
    assert!(program.ends_with("/sandtable"), "{program}");
    let arguments: Vec<&str> = words.collect();
    let log = folder.0.join("log");
    let served = start(&folder, &arguments, &log);
    let (status, text) = send_to(&served.1, "GET", "/api/shelf", None, "");
    assert_eq!(status, 200, "{text}");
    let state = unit.lines().find_map(|line| line.strip_prefix("StateDirectory=")).unwrap();
    assert!(command.contains(&format!("--data /var/lib/{state} ")), "the only folder that it may write");

    // systemd itself reads it, where there is one.
    let path = folder.0.join("sandtable.service");
    fs::write(&path, unit.replace(program, PROGRAM)).unwrap();
    let Ok(verified) = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&path).output()
    else {
        return;
    };
    let words = String::from_utf8_lossy(&verified.stderr).into_owned();
    assert!(!words.contains("sandtable.service"), "{words}");
}

#[test]
fn the_container_file_names_what_there_is_and_starts_what_the_program_knows() {
    let text = file("docs/examples/Containerfile").replace("\\\n", " ");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.starts_with('#')).collect();
    let after =
        |word: &'static str| lines.iter().filter_map(move |line| line.strip_prefix(word)).map(str::trim);
    let stages: Vec<&str> = after("FROM ").filter_map(|line| line.split(" AS ").nth(1)).collect();
    let mut copied = Vec::new();
    for line in after("COPY ") {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let Some(stage) = words[0].strip_prefix("--from=") {
            assert!(stages.contains(&stage), "{line}");
            continue;
        }
        for source in &words[..words.len() - 1] {
            assert!(Path::new(ROOT).join(source).exists(), "{line}: there is no {source}");
            copied.push(*source);
        }
    }
    // Everything that the workspace names is brought along, and the page comes from where it is built.
    for part in ["Cargo.toml", "Cargo.lock", "crates", "games", "benches", "tools/load", "web"] {
        assert!(copied.contains(&part), "{part} is not copied");
    }
    // What is not sent along is not copied, and what is large and made anew is not sent along.
    let left_out = file(".dockerignore");
    let left_out: Vec<&str> =
        left_out.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    for part in &copied {
        let mut parents = Path::new(part).ancestors().filter_map(Path::to_str);
        assert!(parents.all(|parent| !left_out.contains(&parent)), "{part} is left out");
    }
    for part in [".git", "target", "**/node_modules", "**/dist"] {
        assert!(left_out.contains(&part), "{part} is sent along");
    }
    let members = file("Cargo.toml");
    assert!(members.contains(r#"members = ["crates/*", "games/*", "benches", "tools/load"]"#), "see above");
    assert!(file("web/vite.config.ts").contains("outDir: \"../crates/server/dist\""));
    assert!(text.contains("COPY --from=page /sandtable/crates/server/dist crates/server/dist"));
    assert!(
        text.contains("cargo build --release --locked -p sandtable ")
            && file("crates/cli/Cargo.toml").contains("name = \"sandtable\"")
    );
    let least =
        members.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap().trim_matches('"');
    assert!(
        after("FROM ").any(|line| line.starts_with(&format!("docker.io/library/rust:{least}"))),
        "{least}"
    );

    let list = |word| serde_json::from_str::<Vec<String>>(after(word).next().unwrap()).unwrap();
    let (entry, usual) = (list("ENTRYPOINT "), list("CMD "));
    let folder = Folder::new("container");
    let all: Vec<&str> = entry[1..].iter().chain(&usual).map(String::as_str).collect();
    assert!(all.windows(2).any(|two| two == ["--data", after("VOLUME ").next().unwrap()]), "{all:?}");
    let served = start(&folder, &all, &folder.0.join("log"));
    assert_eq!(send_to(&served.1, "GET", "/api/shelf", None, "").0, 200);
}

#[test]
fn the_proxy_in_the_manual_is_one_that_nginx_takes() {
    if Command::new("nginx").arg("-v").stderr(Stdio::null()).status().is_err() {
        return;
    }
    let folder = Folder::new("nginx");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = example("nginx", "server_name").replace("443 ssl", &format!("127.0.0.1:{port}"));
    let nodes = example("nginx", "upstream");
    let place = folder.0.display();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {place}/{kind};\n"))
        .concat();
    let settings =
        format!("pid {place}/pid; error_log stderr;\nevents {{}}\nhttp {{ {temporary} {nodes} {server} }}\n");
    let path = folder.0.join("nginx.conf");
    fs::write(&path, settings).unwrap();
    let tried = Command::new("nginx").arg("-t").arg("-c").arg(&path).output().unwrap();
    assert!(tried.status.success(), "{}", String::from_utf8_lossy(&tried.stderr));
}

/// Plays on with the first choice until something is not answered well: how many decisions were acknowledged, and the
/// answer that was not.
fn play(address: &str, path: &str, secrets: &[String], most: u64) -> (u64, Option<(u16, String)>) {
    for done in 0..most {
        let (_, text) = send_to(address, "GET", path, None, "");
        let summary: Value = serde_json::from_str(&text).unwrap();
        let Some(seat) = summary["deciding"].as_u64() else { return (done, None) };
        let secret = Some(secrets[seat as usize].as_str());
        let (_, text) = send_to(address, "GET", &format!("{path}/state"), secret, "");
        let state: Value = serde_json::from_str(&text).unwrap();
        let decision =
            json!({"revision": summary["revision"], "text": state["choices"][0]["text"]}).to_string();
        let answer = send_to(address, "POST", &format!("{path}/act"), secret, &decision);
        if answer.0 != 200 {
            return (done, Some(answer));
        }
    }
    (most, None)
}

/// No file may grow any more, which is what a full disk looks like. Nothing is acknowledged that is not kept, the server
/// says that it is not well and why, games can be read, and with room again all goes on.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let folder = Folder::new("full");
    let (data, log) = (folder.0.join("games").display().to_string(), folder.0.join("log"));
    let free = ["--max-requests", "0", "--max-decisions", "0"];
    let limited = |blocks: &str| {
        let mut command = Command::new("sh");
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        command
            .args(["-c", &script, PROGRAM, "serve", "--port", "0", "--data", &data, "--log-json"])
            .args(free);
        Served::logged(command, &log)
    };
    let served = limited("600");
    let (_, text) = send_to(&served.1, "POST", "/api/games", None, r#"{"game": "mars"}"#);
    let made: Value = serde_json::from_str(&text).unwrap();
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    let secrets: Vec<String> = made["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["secret"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(play(&served.1, &path, &secrets, 5), (5, None));
    // Two programs fill the rest.
    let wanted = r#"{"game": "mars", "seats": {"German": "bot:recruit", "Russian": "bot:recruit"}}"#;
    let (status, text) = send_to(&served.1, "POST", "/api/games", None, wanted);
    assert_eq!(status, 201, "{text}");
    let program: Value = serde_json::from_str(&text).unwrap();
    let (done, failed) = play(&served.1, &path, &secrets, 400);
    let done = done + 5;
    let (status, words) = failed.expect("the disk was not full");
    assert!((500..600).contains(&status), "{done} {status} {words}");
    assert!(!words.contains("sqlite") && !words.contains(&data), "the cause is for the log: {words}");
    let (status, words) = send_to(&served.1, "GET", "/healthz", None, "");
    assert!(status == 503 && words.contains("cannot write"), "{status} {words}");
    let (status, summary) = send_to(&served.1, "GET", &path, None, "");
    assert_eq!(status, 200, "{summary}");
    let (_, metrics) = send_to(&served.1, "GET", "/metrics", None, "");
    assert!(!metrics.contains("sandtable_store_failures_total 0\n"), "{metrics}");
    let logged = || fs::read_to_string(&log).unwrap();
    let told = (0..500).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        logged().contains("a program could not play on")
    });
    assert!(told, "{}", logged());
    drop(served);
    let lines = logged();
    let told = lines.lines().find(|line| line.contains("a change was not written")).expect("a line about it");
    let told: Value = serde_json::from_str(told).unwrap();
    assert_eq!(told["level"], "ERROR");
    assert!(
        told["fields"]["error"].as_str().unwrap().len() > "the store of games cannot write: ".len(),
        "{told}"
    );

    let stuck =
        lines.lines().find(|line| line.contains("a program could not play on")).expect("a line about it");
    assert!(stuck.contains("cannot write"), "with its cause: {stuck}");

    let served = limited("unlimited");
    let (_, text) = send_to(&served.1, "GET", &path, None, "");
    let summary: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(summary["steps"], done, "what was acknowledged is there, and nothing else");
    assert_eq!(play(&served.1, &path, &secrets, 3), (3, None), "and it goes on");
    assert_eq!(send_to(&served.1, "GET", "/healthz", None, "").0, 200);
    let program = format!("/api/games/{}", program["id"].as_str().unwrap());
    let steps = || {
        let (_, text) = send_to(&served.1, "GET", &program, None, "");
        let summary: Value = serde_json::from_str(&text).unwrap();
        (summary["steps"].as_u64(), summary["outcome"].is_null())
    };
    let before = steps();
    let goes_on = (0..500).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        steps() > before || !steps().1
    });
    assert!(goes_on, "and so do programs");
}

#[test]
fn the_log_is_as_long_as_it_was_asked_to_be() {
    let folder = Folder::new("levels");
    // Each is ended in another way, all of them with grace.
    for (level, begins, requests, signal) in
        [("error", false, false, "-INT"), ("info", true, false, "-HUP"), ("debug", true, true, "-TERM")]
    {
        let log = folder.0.join(level);
        let data = folder.0.join("games").display().to_string();
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--port", "0", "--data", &data, "--log-level", level]);
        let served = Served::logged(command, &log);
        assert_eq!(send_to(&served.1, "GET", "/api/shelf", None, "").0, 200);
        served.end(signal);
        let lines = fs::read_to_string(&log).unwrap();
        assert_eq!(lines.contains("INFO"), begins, "{level}: {lines}");
        assert_eq!(lines.contains("DEBUG") && lines.contains("/api/shelf"), requests, "{level}: {lines}");
    }
}

impl Served {
    /// A server by this command; it prints where it is.
    pub fn of(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let address = address.unwrap_or_else(|| panic!("it does not start: {line}")).to_owned();
        Self(child, address)
    }

    /// The same; what it logs goes into a file.
    fn logged(mut command: Command, log: &Path) -> Self {
        Self::of(command.stderr(fs::File::create(log).unwrap()))
    }

    /// Lets it end as an operator would.
    fn end(mut self, signal: &str) {
        let asked = Command::new("kill").args([signal, &self.0.id().to_string()]).status().unwrap();
        assert!(asked.success() && self.0.wait().unwrap().success());
    }
}
