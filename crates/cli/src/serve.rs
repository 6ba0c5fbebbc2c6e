//! `sandtable serve`: games for browsers and programs.

use std::{
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use server::{Config, Limits, LogLevel, Place, Shelf};

use crate::{draw::Page, failure::Failure, keeper};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable serve                                 (open http://127.0.0.1:4242 in a browser)
  sandtable serve --port 8000 --data ./games      (the games in a folder of your own)
  sandtable serve --trust-proxy --allow-host games.example.org
                                                  (for others, behind a proxy that adds encryption)
  sandtable serve --store postgres://sandtable@db/games --peers 10.0.0.1:4244
                                                  (one of several servers on a database)

The games are in one file, games.sqlite, in the folder for data of this system or in --data; an older \
file is brought up to date by itself. An action that was acknowledged is on the disk: the server may be \
killed at any moment and goes on where it was. Ctrl-C lets those finish who are being answered.

With --store the games are in a PostgreSQL database instead, which several servers share: each game is \
one server's at a time, requests reach it whichever server was asked (over --peers), and when a server dies \
another goes on with its games. docs/operating.md says how to set that up.

Seats are opened by secret links, and whoever has one can play; only hashes of the secrets are kept. \
Without a secret one watches. A seat is taken by a person or by a program (bot:SPEC), which thinks for \
--bot-seconds at most.

The dice follow from a secret that is published as a commitment first and revealed at the end (sandtable \
verify), or the players roll real ones. Records can be taken away and brought back at any time, except \
where something is hidden: then when the game is over.

Only this machine is served unless --host says otherwise. The server speaks plain HTTP; for others put a \
proxy before it that adds encryption, say --trust-proxy, and name it with --allow-host: a request for \
any other name is refused, so that no page of a stranger reaches a server on your machine. With --webhooks a seat can have a public \
http or https address told that it is its turn: never this machine or its network, no redirections, five seconds, \
a hundred in the queue.

/api/openapi.json describes what programs can ask, /healthz and /metrics are for whoever runs it. The \
log goes to standard error and holds no secret, no name of a game and no address. \
docs/server.md says more.";

/// What `sandtable serve` is asked.
#[derive(Args)]
pub struct Arguments {
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, default_value_t = 4242)]
    port: u16,
    /// Where /healthz and /metrics are instead, such as 127.0.0.1:4243: a port that strangers do not reach
    #[arg(long, value_name = "ADDRESS:PORT")]
    admin: Option<SocketAddr>,
    /// The folder of the games, if not the usual one for data on this system
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The database of the games, if not a file in the folder
    #[arg(long, value_name = "postgres://USER@HOST/DATABASE", value_parser = Place::read, env = "SANDTABLE_STORE", hide_env_values = true)]
    store: Option<Place>,
    /// Where other servers on the same database reach this one, such as 10.0.0.1:4244: a port that strangers do not reach
    #[arg(long, value_name = "ADDRESS:PORT", requires = "store")]
    peers: Option<SocketAddr>,
    /// Believe the last address in X-Forwarded-For; only behind a proxy that sets it
    #[arg(long)]
    trust_proxy: bool,
    /// A name under which the server can be reached, beside addresses and localhost; again for each, `*` for any
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Let seats name a public address that is told when it is their turn
    #[arg(long)]
    webhooks: bool,
    /// The log as JSON
    #[arg(long)]
    log_json: bool,
    /// How much is logged: error, warn, info, or debug for a line about every request
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log_level: LogLevel,
    /// Connections at the same time
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections)]
    max_connections: usize,
    /// Connections at the same time from one address; 0 for no limit, as always behind a proxy
    #[arg(long, value_name = "N", default_value_t = Limits::default().connections_each)]
    max_connections_each: usize,
    /// Requests a second from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Limits::default().requests)]
    max_requests: u32,
    /// Decisions a second by one seat; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Limits::default().decisions)]
    max_decisions: u32,
    /// Games an hour from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Limits::default().games_an_hour)]
    max_games_an_hour: u32,
    /// Open seats in the public list, in all
    #[arg(long, value_name = "N", default_value_t = Limits::default().offers)]
    max_offers: usize,
    /// Games with open seats from one address; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Limits::default().offers_each)]
    max_offers_each: usize,
    /// Open seats that one address may take in an hour, a quarter of them at once; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Limits::default().takes_an_hour)]
    max_takes_an_hour: u32,
    /// Hours that an offered seat stays open for strangers
    #[arg(long, value_name = "HOURS", default_value_t = 72)]
    offer_hours: u32,
    /// Hours after which sealed words that nobody has opened lapse: the dice go without them
    #[arg(long, value_name = "HOURS", default_value_t = 24)]
    seal_hours: u32,
    /// Games in all
    #[arg(long, value_name = "N", default_value_t = Limits::default().games)]
    max_games: u64,
    /// Variants of games (set up with a patch) that are loaded at the same time
    #[arg(long, value_name = "N", default_value_t = Limits::default().variants)]
    max_variants: usize,
    /// Live connections of spectators to one game; seats have places of their own
    #[arg(long, value_name = "N", default_value_t = Limits::default().watchers)]
    max_watchers: usize,
    /// Largest request in bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().body)]
    max_body: usize,
    /// Largest record in bytes
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().record)]
    max_record: usize,
    /// Bytes of large requests that are under way at the same time; one address may hold a quarter
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().bodies)]
    max_bodies: usize,
    /// Seconds that the head of a request may take to arrive
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().head.as_secs())]
    head_seconds: u64,
    /// Programs that think at the same time
    #[arg(long, value_name = "N", default_value_t = Limits::default().thinkers)]
    bots_at_once: usize,
    /// Seconds a program may think about one decision
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().thought.as_secs())]
    bot_seconds: u64,
    /// Long questions (odds, records, histories) that are answered at the same time
    #[arg(long, value_name = "N", default_value_t = Limits::default().questions)]
    questions_at_once: usize,
    /// Seconds that anything else may take
    #[arg(long, value_name = "SECONDS", default_value_t = Limits::default().request.as_secs())]
    request_seconds: u64,
    /// Serve nothing: play all stored games again by the rules of this program, and list those that could not go on
    #[arg(long)]
    check_games: bool,
    /// Days after which a game that is over is deleted; kept for ever without it
    #[arg(long, value_name = "DAYS")]
    keep_finished_days: Option<u32>,
    /// Days after which a game is deleted in which nobody has decided anything; kept for ever without it
    #[arg(long, value_name = "DAYS")]
    keep_unfinished_days: Option<u32>,
    /// Seconds after which a game that nobody looks at leaves memory
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    idle_seconds: u64,
}

/// Every game of the registry.
pub fn shelf() -> Shelf {
    Shelf {
        rulebooks: || &registry::GAMES,
        playable: || &registry::PLAYABLE,
        bots: registry::players,
        strengths: |game| crate::strengths::of(game.name()),
        player: registry::player,
        luck: crate::luck::weigh,
        coach: registry::coach,
    }
}

/// The folder of the games: the one that is named, or the usual one.
pub fn data_folder(named: Option<&Path>) -> Result<PathBuf, Failure> {
    named.map(Path::to_owned).or_else(Config::usual_folder).ok_or_else(|| {
        Failure::Usage("this system names no folder for data: name one with --data".to_owned())
    })
}

fn config(arguments: &Arguments) -> Result<Config, Failure> {
    let mut config = Config::new(data_folder(arguments.data.as_deref())?);
    config.listen = SocketAddr::new(arguments.host, arguments.port);
    config.admin = arguments.admin;
    config.store.clone_from(&arguments.store);
    config.peers = arguments.peers;
    config.trust_proxy = arguments.trust_proxy;
    config.hosts.clone_from(&arguments.allow_host);
    config.webhooks = arguments.webhooks;
    config.idle = Duration::from_secs(arguments.idle_seconds);
    let hours = |hours: u32| Duration::from_secs(u64::from(hours) * 3_600);
    (config.offers, config.seals) = (hours(arguments.offer_hours), hours(arguments.seal_hours));
    let days = |days: u32| Duration::from_secs(u64::from(days) * 86_400);
    config.keep_finished = arguments.keep_finished_days.map(days);
    config.keep_unfinished = arguments.keep_unfinished_days.map(days);
    config.limits = Limits {
        connections: arguments.max_connections,
        connections_each: arguments.max_connections_each,
        body: arguments.max_body,
        record: arguments.max_record,
        bodies: arguments.max_bodies,
        head: Duration::from_secs(arguments.head_seconds.max(1)),
        requests: arguments.max_requests,
        decisions: arguments.max_decisions,
        games_an_hour: arguments.max_games_an_hour,
        offers: arguments.max_offers,
        offers_each: arguments.max_offers_each,
        takes_an_hour: arguments.max_takes_an_hour,
        games: arguments.max_games,
        variants: arguments.max_variants,
        watchers: arguments.max_watchers,
        thinkers: arguments.bots_at_once.max(1),
        thought: Duration::from_secs(arguments.bot_seconds.max(1)),
        questions: arguments.questions_at_once.max(1),
        request: Duration::from_secs(arguments.request_seconds.max(1)),
    };
    Ok(config)
}

/// Serves until it is told to stop.
pub fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    let config = config(arguments)?;
    if arguments.check_games {
        return keeper::check(&config.place(), false, page);
    }
    server::log(arguments.log_json, arguments.log_level);
    let place = config.place();
    let ready = |address: SocketAddr| {
        println!("Sandtable is at http://{address} (the games are in {place}; Ctrl-C ends it)");
    };
    server::run(config, shelf(), ready).map_err(|error| Failure::Usage(error.to_string()))
}
