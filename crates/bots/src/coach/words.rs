//! What the coach says.

use kit::{
    Counter, Game, Pointed, Report, Rolled, Seat, Session, Status, Tactics, Viewer, any::AnySession,
    coach::JudgedDecision, notation::Notation,
};

use super::case::{Case, Stats};

/// Sentences of a plan that are told at most.
const MOST_REASONS: usize = 3;

/// Results of dice that are told at most.
const MOST_RESULTS: usize = 6;

/// How the coach judges, for everybody who would believe him too much.
pub(super) fn judge<G: Tactics>(game: &G) -> Vec<String> {
    let ahead = if G::FORESEES {
        "for a short while between regulars, and with what is likely to come of it,".to_owned()
    } else {
        format!("for up to {} player-turns between regulars,", game.player_turns_ahead())
    };
    let mut words = vec![
        format!(
            "Judged as a veteran does: what was done and what could have been done were each played forward with the same \
             dice {ahead} and stand so many points apart on the average."
        ),
        "No die that fell in this game counts: a good decision with bad luck is still a good one.".to_owned(),
        "The coach is no stronger than that: he does not see plans that need many turns or another opponent. Differences \
         within two standard errors may be chance."
            .to_owned(),
    ];
    if G::HIDES {
        words.push(
            "What a side could not know was guessed anew in every line of play: each is judged by what it could know."
                .to_owned(),
        );
    }
    words
}

/// How sure the coach is.
fn sure(stats: &Stats) -> &'static str {
    let (cost, error) = (stats.mean().abs(), stats.error());
    if cost > 3.0 * error {
        "sure"
    } else if cost > 2.0 * error {
        "fairly sure"
    } else {
        "a hint only"
    }
}

/// A decision as it is told.
pub(super) fn judged<G>(session: &Session<G>, case: &mut Case<G>) -> JudgedDecision
where
    G: Tactics + Send + Sync + 'static,
    G::Action: Send + Sync,
{
    case.is_told = true;
    let seat = Seat(case.seat as u8);
    let stats = case.measured();
    let instead = &case.instead().actions;
    let (names, in_hand) = names(&case.before, seat, [&case.deed, instead]);
    let is_about = |sentence: &&String| names.iter().any(|name| sentence.contains(name.as_str()));
    let all = &case.instead().why;
    let general = |sentence: &&String| sentence.starts_with("so would") || sentence.starts_with("the coach");
    let mut why: Vec<String> =
        all.iter().filter(|sentence| general(sentence) || is_about(sentence)).cloned().collect();
    if why.iter().filter(|sentence| is_about(sentence)).count() == 0 {
        why.extend(all.iter().filter(|sentence| !general(sentence)).take(MOST_REASONS).cloned());
    }
    why.truncate(MOST_REASONS + 1);
    let (done, before_last) = told(&case.before, seat, &case.deed);
    let (other, before_other) = told(&case.before, seat, instead);
    let mut odds = before_last.map_or_else(Vec::new, |state| odds(&state, done.last()));
    if odds.is_empty() && !G::HIDES {
        let last = case.first + case.deed.len() - 1;
        let chances = done.last().and_then(|text| AnySession::at(session, last).chances(text).ok().flatten());
        odds = chances.iter().map(results).collect();
    }
    JudgedDecision {
        position: case.first,
        moment: [Some(case.before.moment()), in_hand].into_iter().flatten().collect::<Vec<_>>().join(", "),
        done,
        odds_instead: before_other.map_or_else(Vec::new, |state| self::odds(&state, other.last())),
        instead: other,
        gain: -stats.mean(),
        error: stats.error(),
        wins: stats.wins(),
        pairs: stats.pairs,
        sure: sure(stats),
        odds,
        why,
    }
}

/// Decisions in the game's notation, and the state before the last of them.
fn told<G: Tactics>(before: &G, seat: Seat, actions: &[G::Action]) -> (Vec<String>, Option<G>) {
    let (mut game, mut words, mut last) = (before.clone(), Vec::new(), None);
    for action in actions {
        if game.status() != Status::Deciding(seat) || game.check(action).is_err() {
            break;
        }
        words.push(game.write(action));
        last = Some(game.clone());
        game.perform(action, &mut Rolled::seeded(1), &mut ());
    }
    (words, last)
}

/// The units and hexes that decisions are about, by their names; and the unit in hand, where they do not name it.
fn names<G: Tactics>(before: &G, seat: Seat, runs: [&Vec<G::Action>; 2]) -> (Vec<String>, Option<String>) {
    let mut at = Pointed::default();
    runs.into_iter().flatten().for_each(|action| action.points_at(&mut at));
    let view = before.view(Viewer::Seat(seat));
    let named = |counter: &&Counter| at.units.contains(&counter.id);
    let in_hand = view.counters.iter().find(|counter| counter.in_hand && !named(counter));
    let in_hand = in_hand.map(|counter| counter.name.clone());
    let units = view.counters.iter().filter(named).map(|counter| counter.name.clone());
    let hexes = at.hexes.iter().filter_map(|&hex| before.map().map(|map| map.number(hex).to_string()));
    (in_hand.iter().cloned().chain(units).chain(hexes).collect(), in_hand)
}

/// The exact odds of what is put together or about to be rolled; of several targets those of the one that the decision names.
fn odds<G: Game>(state: &G, decision: Option<&String>) -> Vec<String> {
    let all: Vec<String> = state.odds().iter().map(results).collect();
    let is_named = |line: &&String| {
        let target = line.split([',', ':']).next().unwrap_or_default();
        decision.is_some_and(|decision| decision.contains(target))
    };
    let named: Vec<String> = all.iter().filter(is_named).cloned().collect();
    if named.is_empty() { all } else { named }
}

fn results(report: &Report) -> String {
    let facts: Vec<&str> = report.facts.iter().take(2).map(|fact| fact.words.as_str()).collect();
    let results = report.outcomes.iter().take(MOST_RESULTS).map(|outcome| {
        let words = if outcome.words.is_empty() { &outcome.result } else { &outcome.words };
        format!("{} % {words}", outcome.percent)
    });
    let more = report.outcomes.len().saturating_sub(MOST_RESULTS);
    let more = match more {
        0 => None,
        1 => Some("one other result".to_owned()),
        more => Some(format!("{more} other results")),
    };
    let results: Vec<String> = results.chain(more).collect();
    let facts = if facts.is_empty() { String::new() } else { format!("{}: ", facts.join(", ")) };
    format!("{facts}{}", results.join("; "))
}
