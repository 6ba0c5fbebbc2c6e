//! `sandtable duel`: two players that are programs against each other, sides changed.

use std::sync::Arc;

use bots::{Duellist, Spec};
use clap::Args;
use serde_json::json;

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    setup::{self, Chosen},
};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable duel mars --scenario vazuza --one regular --other recruit --pairs 1000
  sandtable duel mars --scenario vazuza --one veteran/steady/400 --other regular --pairs 200
  sandtable duel mars --one regular --one-weights learned/patch.toml --other regular

A pair is two games with the same dice, the players changing sides. A player is LEVEL, LEVEL/TEMPERAMENT, LEVEL/BUDGET or
LEVEL/TEMPERAMENT/BUDGET: random, recruit, regular, veteran or (where a scenario has one) general; cautious, steady or aggressive; a number of lines of play
for each turn, or a time such as 2s. With numbers the same seeds give the same results on every machine.";

/// What `sandtable duel` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    what: Chosen,
    /// One player
    #[arg(long, default_value = "regular")]
    one: String,
    /// The other
    #[arg(long, default_value = "recruit")]
    other: String,
    /// A patch with the weights that the one player judges by
    #[arg(long, value_name = "FILE")]
    one_weights: Option<String>,
    /// The same for the other
    #[arg(long, value_name = "FILE")]
    other_weights: Option<String>,
    /// Pairs of games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// The first pair's number
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Plays the pairs and tells who won how often.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let (game, setup) = arguments.what.find(shelf)?;
    let seeds = arguments.seed..arguments.seed.saturating_add(arguments.pairs);
    let player = |name: &str, weights: &Option<String>| -> Result<Duellist, Failure> {
        let patch = weights.as_deref().map(|file| setup::read_patch(game.name(), file)).transpose()?;
        Ok(Duellist { spec: Spec::parse(name)?, weights: patch.map(Arc::new) })
    };
    let one = player(&arguments.one, &arguments.one_weights)?;
    let other = player(&arguments.other, &arguments.other_weights)?;
    let tally = registry::duel_between(game, &setup, [&one, &other], seeds)?;
    let [low, high] = tally.interval();
    let sides = game.seats(&setup.scenario);
    if arguments.json {
        let answer = json!({
            "game": game.name(), "scenario": setup.scenario, "one": arguments.one, "other": arguments.other,
            "games": tally.games, "won": tally.won, "drawn": tally.drawn, "lost": tally.lost(),
            "won_as": { sides[0]: tally.won_as[0], sides[1]: tally.won_as[1] },
            "lost_against": { sides[0]: tally.lost_as[0], sides[1]: tally.lost_as[1] },
            "pairs_won": tally.pairs_won, "pairs_even": tally.pairs_even, "share": tally.share(), "interval": [low, high],
        });
        page.line(&answer.to_string());
        return Ok(());
    }
    page.line(&format!(
        "{} against {} at {} ({}): {} games, {} won, {} drawn, {} lost",
        arguments.one,
        arguments.other,
        game.name(),
        setup.scenario,
        tally.games,
        tally.won,
        tally.drawn,
        tally.lost()
    ));
    page.line(&format!("{:.3} of the games won (95 % interval {low:.3} to {high:.3})", tally.share()));
    page.line(&format!(
        "by the points of both games of a pair: {} of {} pairs won, {} even",
        tally.pairs_won, tally.pairs, tally.pairs_even
    ));
    for (side, name) in sides.iter().enumerate() {
        page.line(&format!(
            "as {name}: {} won, the other {} as {name}",
            tally.won_as[side], tally.lost_as[side]
        ));
    }
    Ok(())
}
