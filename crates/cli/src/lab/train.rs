//! `sandtable lab train`: better weights for a game's programs, by self-play.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::Path,
    sync::Arc,
};

use bots::{Duellist, Tally};
use clap::Args;
use kit::{Problem, content::Sources, patch::Patch};
use lab::{
    LabError,
    report::percent,
    stats::{Estimate, share},
    train::{Training, TrainingPlan},
};
use serde_json::json;

use crate::{
    draw::Page,
    failure::{Failure, Shelf},
    setup::Chosen,
};

/// Shown below the help.
pub const EXAMPLES: &str = "Examples:
  sandtable lab train mars --scenario vazuza --out learned
  sandtable lab train mars --scenario historical --weight places --weight attacks.worth_it --rounds 300 --out learned
  sandtable duel mars --one regular --one-weights learned/patch.toml --other regular

In each round all weights are shaken at once and the two opposite shakings play each other; all move towards the winner.
The same command again goes on where it was stopped, with more --rounds it goes on longer. At the end what was learned
meets what was before on fresh seeds: DIR/patch.toml and DIR/weights.toml are worth keeping if that says so.";

/// What `sandtable lab train` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    what: Chosen,
    /// Who learns
    #[arg(long, default_value = "regular")]
    player: String,
    /// A section of the weights or one of them, such as `places` or `attacks.worth_it`; without it all
    #[arg(long = "weight", value_name = "NAME")]
    weights: Vec<String>,
    /// Rounds in all
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=900))]
    rounds: u64,
    /// Pairs of games in a round
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pairs: u64,
    /// How far weights are shaken, in hundredths of themselves
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=100))]
    reach: u32,
    /// How far they move
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1000))]
    step: u32,
    /// Pairs of games on fresh seeds at the end
    #[arg(long, default_value_t = 500)]
    confirm: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The folder for what is learned
    #[arg(long, value_name = "DIR")]
    out: String,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Trains.
pub fn run(arguments: &Arguments, shelf: Shelf, page: &mut Page) -> Result<(), Failure> {
    let (game, setup) = arguments.what.find(shelf)?;
    let spec = registry::spec(game, &setup.scenario, &arguments.player)?;
    let file = registry::weights(game, &setup.scenario, &spec)
        .ok_or_else(|| Failure::Usage(format!("{} has no weights that could be learned", game.name())))?;
    let start = TrainingPlan::chosen(file.list().map_err(Problem::Content)?, &arguments.weights);
    if start.is_empty() {
        return Err(Failure::Usage(format!("no weight is called {}", arguments.weights.join(", "))));
    }
    let out = Path::new(&arguments.out);
    let course = TrainingPlan {
        game: game.name().into(),
        scenario: setup.scenario.clone(),
        options: setup.options.clone(),
        player: arguments.player.clone(),
        seed: arguments.seed,
        pairs: arguments.pairs,
        reach: arguments.reach,
        step: arguments.step,
        start,
    };
    let mut training = Training::open(out, course)?;
    let player = |patch: Patch| {
        let weights = (!patch.changes.is_empty()).then(|| Arc::new(patch));
        Duellist { spec, weights }
    };
    let is_shown = !arguments.json && io::stderr().is_terminal();
    while training.rounds < arguments.rounds {
        if is_shown {
            let _ = write!(io::stderr().lock(), "\r{} of {} rounds\x1b[K", training.rounds, arguments.rounds);
        }
        let kept = training.clone();
        training.round(|weights, seeds| {
            let [one, other] = weights.map(|weights| player(kept.patch(file.name, &weights)));
            let tally = registry::duel_between(game, &setup, [&one, &other], seeds)?;
            Ok::<f64, Failure>(tally.score())
        })?;
        training.save(out)?;
    }
    let patch = training.patch(file.name, &training.weights());
    let text = Sources::patched(&patch).text(file.name, file.text).map_err(Problem::Content)?.into_owned();
    if is_shown {
        let _ = write!(io::stderr().lock(), "\rlearned weights meet those before\x1b[K");
    }
    let (learned, before) = (player(patch.clone()), Duellist::plain(spec));
    let seeds = training.fresh_seeds(arguments.confirm);
    let tally = registry::duel_between(game, &setup, [&learned, &before], seeds)?;
    if is_shown {
        let _ = write!(io::stderr().lock(), "\r\x1b[K");
    }
    for (name, text) in [("patch.toml", patch.write()), ("weights.toml", text)] {
        let file = out.join(name);
        fs::write(&file, text).map_err(|error| LabError::File(file.clone(), error))?;
    }
    tell(arguments, &training, &tally, page);
    Ok(())
}

/// What was gained, by pairs: the points of both games together decide, an even pair counts half.
fn tell(arguments: &Arguments, training: &Training, tally: &Tally, page: &mut Page) {
    let halves = u64::from(tally.pairs_won * 2 + tally.pairs_even);
    let found: Estimate = share(halves / 2, tally.pairs.into());
    let is_better = found.low > 0.5;
    let moved = training.course.start.iter().zip(training.weights());
    let moved: Vec<_> = moved.filter(|((.., before), now)| before != now).collect();
    if arguments.json {
        let moved: Vec<_> = moved
            .iter()
            .map(|((section, key, before), now)| json!({"weight": format!("{section}.{key}"), "before": before, "now": now}))
            .collect();
        let answer = json!({
            "out": arguments.out, "rounds": training.rounds, "weights": moved, "games": tally.games,
            "won": tally.won, "drawn": tally.drawn, "lost": tally.lost(), "pairs": tally.pairs,
            "pairs_won": tally.pairs_won, "pairs_even": tally.pairs_even, "share": found.value,
            "interval": [found.low, found.high], "better": is_better,
        });
        page.line(&answer.to_string());
        return;
    }
    let heads = ["weight", "before", "now"].map(str::to_owned);
    let rows: Vec<Vec<String>> = moved
        .iter()
        .map(|((section, key, before), now)| {
            vec![format!("{section}.{key}"), before.to_string(), now.to_string()]
        })
        .collect();
    page.columns(&heads, &rows, 1, &[]);
    page.line(&format!(
        "After {} rounds, on fresh seeds against the weights before: {} games won, {} drawn, {} lost; of {} pairs {} won \
         by the points of both games, {} even: {}",
        training.rounds,
        tally.won,
        tally.drawn,
        tally.lost(),
        tally.pairs,
        tally.pairs_won,
        tally.pairs_even,
        percent(&found)
    ));
    page.line(if is_better {
        "The learned weights are better."
    } else {
        "That they are better is not confirmed: more rounds, or other weights to move."
    });
    page.line(&format!("{}/patch.toml and {}/weights.toml are written", arguments.out, arguments.out));
}
