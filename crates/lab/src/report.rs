//! What a run tells, from who wins to where it burns.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "statistics, not rules")]

use std::collections::BTreeMap;

use kit::map::HexMap;

use crate::{
    heat,
    page::{Piece, StudyReport},
    stats::{Estimate, chi_squared_tail},
    summary::{Counts, Summary},
};

/// A share and its interval: `52.1 % (50.0 to 54.2)`.
pub fn percent(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    format!("{:.1} % ({:.1} to {:.1})", value * 100.0, low * 100.0, high * 100.0)
}

/// A mean and its interval.
pub fn number(estimate: &Estimate) -> String {
    format!("{:.2} ({:.2} to {:.2})", estimate.value, estimate.low, estimate.high)
}

/// The game that a report is about, as far as its run does not tell.
#[derive(Clone, Default, Debug)]
pub struct Subject<'m> {
    /// What it is played on.
    pub map: Option<&'m HexMap>,
    /// What each side's points are counted for; nothing where it goes without saying.
    pub points: Vec<String>,
}

/// The report of a run.
pub fn report(summary: &Summary, subject: &Subject<'_>) -> StudyReport {
    let head = &summary.head;
    let title = format!("{} ({}): {} games", head.game, head.scenario, summary.games);
    let mut report = StudyReport { title, pieces: Vec::new() };
    what_was_run(summary, &mut report);
    wins(summary, &mut report);
    margins(summary, &mut report);
    course(summary, subject, &mut report);
    history(summary, &mut report);
    losses(summary, &mut report);
    follies(summary, &mut report);
    battles(summary, &mut report);
    if let Some(map) = subject.map {
        maps(summary, map, &mut report);
    }
    report
}

fn what_was_run(summary: &Summary, report: &mut StudyReport) {
    let head = &summary.head;
    let players: Vec<String> =
        head.seats.iter().zip(&head.bots).map(|(seat, bot)| format!("{seat}: {bot}")).collect();
    let options: Vec<String> = head.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let options = if options.is_empty() { "as published".to_owned() } else { options.join(", ") };
    let last = head.seed.wrapping_add(summary.games.saturating_sub(1));
    report.words(format!(
        "{}. Options: {options}. Seeds {} to {last}. Rules version {}, program {}. Intervals hold the true value in 95 \
         of 100 studies.",
        players.join(", "),
        head.seed,
        head.rules,
        head.version
    ));
    if !head.patch.is_empty() {
        report.words(format!(
            "With this patch: {}",
            head.patch.split_whitespace().collect::<Vec<_>>().join(" ")
        ));
    }
    report.words(format!("Made by: {}", head.command));
}

fn wins(summary: &Summary, report: &mut StudyReport) {
    report.heading("Who wins");
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (seat, name) in summary.head.seats.iter().enumerate() {
        rows.push(vec![name.clone(), summary.wins[seat].to_string(), percent(&summary.won(seat))]);
    }
    let drawn = crate::stats::share(summary.draws, summary.games);
    rows.push(vec!["draw".into(), summary.draws.to_string(), percent(&drawn)]);
    report.table(&["", "games", "share"], rows);
}

/// Numbers gathered into at most so many steps of equal width.
fn gathered(counts: &BTreeMap<i64, u64>, most: i64) -> Vec<(String, u64)> {
    let (Some((&low, _)), Some((&high, _))) = (counts.first_key_value(), counts.last_key_value()) else {
        return Vec::new();
    };
    let width = ((high - low) / most + 1).max(1);
    let first = low.div_euclid(width);
    let mut steps: Vec<(String, u64)> = (first..=high.div_euclid(width))
        .map(|step| {
            let (from, to) = (step * width, step * width + width - 1);
            (if width == 1 { from.to_string() } else { format!("{from} to {to}") }, 0)
        })
        .collect();
    for (&value, &count) in counts {
        steps[(value.div_euclid(width) - first) as usize].1 += count;
    }
    steps
}

fn bars(steps: Vec<(String, u64)>, of: u64) -> Piece {
    let most = steps.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1) as f64;
    let bar = |(label, count): (String, u64)| {
        let shown = format!("{count} ({:.1} %)", count as f64 * 100.0 / of.max(1) as f64);
        (label, count as f64 / most, shown)
    };
    Piece::Bars(steps.into_iter().map(bar).collect())
}

fn margins(summary: &Summary, report: &mut StudyReport) {
    let first = &summary.head.seats[0];
    report.heading("By how much");
    report.words(format!(
        "The margin counted for {first} (a loss is negative): {} points on average, spread {:.1}.",
        number(&summary.margin.estimate()),
        summary.margin.variance().sqrt()
    ));
    report.add(bars(gathered(&summary.margins, 24), summary.games));
}

fn course(summary: &Summary, subject: &Subject<'_>, report: &mut StudyReport) {
    report.heading("How it goes");
    let lengths: Vec<String> =
        summary.lengths.iter().map(|(turn, games)| format!("turn {turn}: {games}")).collect();
    report.words(format!(
        "Games ended after {}. Decisions in a game: {}.",
        lengths.join(", "),
        number(&summary.decisions.estimate())
    ));
    let seats = &summary.head.seats;
    let mut heads = vec!["points at the end of turn".to_owned()];
    heads.extend(seats.iter().cloned());
    let rows = summary.points_by_turn.iter().map(|(turn, means)| {
        let name = if *turn == 0 { "set-up".to_owned() } else { turn.to_string() };
        [name].into_iter().chain(means.iter().map(|mean| number(&mean.estimate()))).collect()
    });
    report.add(Piece::Table(heads, rows.collect()));
    let changes: BTreeMap<i64, u64> =
        summary.lead_changes.iter().map(|(&changes, &games)| (changes as i64, games)).collect();
    if !subject.points.is_empty() {
        report.words(format!("What points are counted for: {}.", subject.points.join("; ")));
    }
    report.words(
        "How often the lead changed hands in a game; who is ahead is the game's own judgement at the end of a player-turn:",
    );
    report.add(bars(gathered(&changes, 20), summary.games));
    let decided: u64 = summary.decided.values().sum();
    report.words(format!(
        "The turn of decision: the later winner took the lead on it and was never overtaken ({decided} of {} games).",
        summary.games
    ));
    report.add(bars(gathered(&summary.decided, 24), summary.games));
    let settled: u64 = summary.settled.values().sum();
    report.words(format!(
        "The turn from which the later winner had at least nine chances in ten, judged by how the games of this run ended \
         that stood alike on it ({settled} of {} games).",
        summary.games
    ));
    report.add(bars(gathered(&summary.settled, 24), summary.games));
}

/// How far the games went from history, turn by turn.
fn history(summary: &Summary, report: &mut StudyReport) {
    if summary.history.is_empty() {
        return;
    }
    report.heading("Beside history");
    for ((seat, what), turns) in &summary.history {
        let heads = [
            format!("{}: {what}", summary.head.seats[*seat]),
            "games".into(),
            "mean".into(),
            "history".into(),
            "distance".into(),
        ];
        let rows = turns.iter().map(|(turn, beside)| {
            vec![
                format!("turn {turn}"),
                beside.here.count.to_string(),
                number(&beside.here.estimate()),
                beside.history.to_string(),
                number(&beside.distance.estimate()),
            ]
        });
        report.add(Piece::Table(heads.to_vec(), rows.collect()));
    }
}

fn losses(summary: &Summary, report: &mut StudyReport) {
    report.heading("Who leaves the map");
    for (seat, name) in summary.head.seats.iter().enumerate() {
        let by_turn = &summary.losses_by_turn[seat];
        let mut fates: Vec<&String> = by_turn.values().flat_map(Counts::keys).collect();
        fates.sort_unstable();
        fates.dedup();
        if fates.is_empty() {
            report.words(format!("{name}: nobody."));
            continue;
        }
        let mut heads = vec![format!("{name}, a game")];
        heads.extend(fates.iter().map(|fate| (*fate).clone()));
        let a_game = |counts: &Counts, fate: &String| {
            let count = counts.get(fate).copied().unwrap_or(0);
            format!("{:.3}", count as f64 / summary.games as f64)
        };
        let row = |label: String, counts: &Counts| -> Vec<String> {
            [label].into_iter().chain(fates.iter().map(|fate| a_game(counts, fate))).collect()
        };
        let turns = by_turn.iter().map(|(turn, counts)| row(format!("turn {turn}"), counts));
        report.add(Piece::Table(heads.clone(), turns.collect()));
        let mut units: Vec<(&String, &Counts)> = summary.losses_by_unit[seat].iter().collect();
        units.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.values().sum::<u64>()));
        report.add(Piece::Table(
            heads,
            units.into_iter().map(|(unit, counts)| row(unit.clone(), counts)).collect(),
        ));
    }
}

/// What was done without sense: how often in a game, and among what.
fn follies(summary: &Summary, report: &mut StudyReport) {
    if summary.follies.is_empty() {
        return;
    }
    report.heading("Measures of folly");
    let rows = summary.follies.iter().map(|((seat, what), found)| {
        vec![
            format!("{}: {what}", summary.head.seats[*seat]),
            number(&found.a_game(summary.games)),
            percent(&found.share()),
            format!("{} {}", found.cases, found.of),
        ]
    });
    report.table(&["", "a game", "share", "of"], rows.collect());
}

/// Odds from the lowest to the highest; other names as they are.
fn column_order(name: &str) -> (u64, String) {
    // `3:1`, `1.5-1`, `>5-1`: what is beyond a step comes after it.
    let beyond = f64::from(u8::from(name.starts_with('>')));
    let odds = name.trim_start_matches(['>', '<']).split_once([':', '-']).and_then(|(attack, defence)| {
        Some((attack.trim().parse::<f64>().ok()? + beyond) / defence.trim().parse::<f64>().ok()?)
    });
    (odds.map_or(u64::MAX, |odds| (odds * 1000.0) as u64), name.to_owned())
}

fn battles(summary: &Summary, report: &mut StudyReport) {
    report.heading("Battles, and whether the dice are fair");
    let fought: Vec<String> = summary
        .head
        .seats
        .iter()
        .zip(&summary.battles)
        .map(|(seat, battles)| format!("{seat} {:.2}", *battles as f64 / summary.games as f64))
        .collect();
    report.words(format!("Attacks a game: {}.", fought.join(", ")));
    let (statistic, freedom, tail) = summary.straying();
    report.words(format!(
        "Every result beside what the exact chances of the same battles add up to. All columns together stray by \
         chi-squared {statistic:.1} with {freedom} degrees of freedom; fair dice stray at least so far in {:.0} of 100 runs.",
        tail * 100.0
    ));
    let mut columns: Vec<_> = summary.columns.iter().collect();
    columns.sort_by_key(|(name, _)| column_order(name));
    let mut rows = Vec::new();
    for (name, given) in columns {
        let (statistic, freedom) = given.straying();
        let results = given.expected.iter().map(|(result, expected)| {
            format!("{result} {} ({expected:.0})", given.counted.get(result).copied().unwrap_or(0))
        });
        let tail = chi_squared_tail(statistic, freedom) * 100.0;
        rows.push(vec![
            name.clone(),
            given.total().to_string(),
            results.collect::<Vec<_>>().join(", "),
            format!("{tail:.0} %"),
        ]);
    }
    report.table(&["column", "battles", "results (expected)", "fair dice stray so far"], rows);
}

/// One colour a side.
const COLOURS: [[u8; 3]; 4] = [[178, 34, 34], [47, 79, 79], [30, 90, 160], [150, 110, 20]];

fn maps(summary: &Summary, map: &HexMap, report: &mut StudyReport) {
    report.heading("Where");
    for (seat, name) in summary.head.seats.iter().enumerate() {
        let places = &summary.places[seat];
        let colour = COLOURS[seat % COLOURS.len()];
        let picture = |what: &str, counts: &Counts| {
            let most = counts.iter().max_by_key(|(_, count)| **count);
            let most = most.map_or(String::new(), |(hex, count)| {
                format!(", most in {hex} ({:.2} a game)", *count as f64 / summary.games as f64)
            });
            let caption = format!("{name}: {what}{most}");
            let svg = heat::picture(map, counts, &caption, colour);
            (caption, svg)
        };
        report.add(Piece::Pictures(vec![
            picture("attacks by the attacked hex", &places.attacks),
            picture("losses by the hex they were last seen in", &places.losses),
            picture("hexes held at the end of player-turns", &places.stood),
        ]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_come_by_their_odds() {
        let printed = ["1-3", "1-2", "1-1", "1.5-1", "2-1", "4-1", ">5-1", "other"];
        let mut sorted = printed;
        sorted.reverse();
        sorted.sort_by_key(|name| column_order(name));
        assert_eq!(sorted, printed);
        let mut odds = ["10:1", "1:4", "3:2", "1:1"];
        odds.sort_by_key(|name| column_order(name));
        assert_eq!(odds, ["1:4", "1:1", "3:2", "10:1"]);
    }
}
