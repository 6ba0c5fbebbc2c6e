//! The server as its clients meet it, with its games in a database: the same tests as with a file, but for those that are
//! about the file itself.

#[path = "../server/again.rs"]
mod again;
#[path = "../common/mod.rs"]
mod common;
mod database;
#[path = "../server/honest.rs"]
mod honest;
#[path = "../server/keeper.rs"]
mod keeper;
#[path = "../server/leaky.rs"]
mod leaky;
#[path = "../server/names.rs"]
mod names;
#[path = "../server/old_games.rs"]
mod old_games;
#[path = "../server/open_seats.rs"]
mod open_seats;
#[path = "../server/play.rs"]
mod play;
#[path = "../server/presence.rs"]
mod presence;
#[path = "../server/programs.rs"]
mod programs;
#[path = "../server/secrecy.rs"]
mod secrecy;
#[path = "../server/strangers.rs"]
mod strangers;
#[path = "../server/talk.rs"]
mod talk;
#[path = "../server/variants.rs"]
mod variants;
