//! What can be asked of the table besides deciding.

use kit::{Refusal, Seat, Viewer, any::AnySession};

use super::{
    Player,
    board::Board,
    save::Save,
    sitting::{Answered, Sitting},
};
use crate::{
    draw::{Page, clean, pad},
    odds, replay,
};

/// The commands and what they do.
const COMMANDS: [(&str, &str); 17] = [
    ("why DECISION", "whether it is allowed, and if not, by which rule"),
    ("odds", "exact odds of what is being put together or is about to be rolled"),
    ("odds DECISION", "what a decision with dice can lead to"),
    ("undo [HOW MANY]", "take back, as far as the last die or the other side's decision"),
    ("map [HEX|all]", "draw the map around the action, around a hex, or all of it"),
    ("units [HEX|UNIT|SIDE]", "what stands where"),
    ("show [WHAT [UNIT]]", "what can be laid over the map, such as supply with the line of a unit"),
    ("list", "what can be decided, again"),
    ("log [HOW MANY]", "the last decisions and what came of them"),
    ("plan", "what the bots were after on their last turns"),
    ("score", "the account of points"),
    ("about", "what is fought for, how it is won, what to look at first"),
    ("rules CLAUSE", "a rule in words, such as the one beside a question"),
    ("save FILE", "a copy of the record; the game itself is saved after every decision"),
    ("resign SIDE", "give the game up; the side is your own, so that it is not typed by mistake"),
    ("help", "this"),
    ("quit", "stop; the game can be gone on with"),
];

/// Commands that take a name of something else than a hex.
pub const NAMES_FILES_OR_SIDES: [&str; 4] = ["save", "resign", "rules", "show"];

/// Obeys a command; nothing if it is none.
pub fn obey(sitting: &mut Sitting<'_>, seat: Seat, line: &str) -> Option<Answered> {
    let (word, rest) =
        line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
    let view = sitting.table.view(Viewer::Seat(seat));
    let board = Board::new(&*sitting.table, &view);
    let page = &mut sitting.talk.page;
    match word {
        "help" | "?" => {
            for (command, words) in COMMANDS {
                page.hung(&format!("  {}  ", pad(command, 21)), words, "");
            }
            page.hung(
                "  ",
                "Anything else is a decision: its number, its words or their beginning, or a unit or hex.",
                "",
            );
        }
        "quit" if rest.is_empty() => return Some(Answered::Quit),
        "why" => why(sitting, rest),
        "odds" => show_odds(sitting, rest),
        "undo" => return Some(undo(sitting, seat, rest)),
        "map" => show_map(sitting, &board, rest),
        "units" => board.list(rest, page),
        "show" => show(&*sitting.table, &board, seat, rest, page),
        "list" => {
            sitting.menu = sitting.whole_menu();
            return Some(Answered::Show);
        }
        "log" => {
            let many: usize = rest.parse().unwrap_or(12);
            let steps = sitting.table.steps();
            if steps == 0 {
                page.line("Nothing has been decided yet.");
            }
            replay::steps(
                &sitting.table.seats(),
                &sitting.table.story(steps.saturating_sub(many)..steps),
                page,
            );
        }
        "plan" => plan(sitting),
        "about" => sitting.about(),
        "score" => {
            board.score(page);
            board.history(page);
        }
        "rules" => show_rule(sitting, rest),
        "save" => save(sitting, rest),
        "resign" => return Some(resign(sitting, seat, rest)),
        _ => return None,
    }
    Some(Answered::Again)
}

/// A refusal, with the rule it names.
pub fn refused(sitting: &mut Sitting<'_>, refusal: &Refusal) {
    let page = &mut sitting.talk.page;
    let words = refusal.to_string();
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    page.hung("", &format!("{first}{}", letters.as_str()), "");
    if let Some(entry) = (sitting.game.rulebook().ledger)().find(refusal.clause.0) {
        page.hung(&format!("  {}  ", entry.id), &entry.text, "");
    }
}

fn why(sitting: &mut Sitting<'_>, decision: &str) {
    if decision.is_empty() {
        sitting.talk.page.line("Why what? Such as: why followed by a decision that is not in the list.");
        return;
    }
    match sitting.table.why(decision) {
        Ok(()) => sitting.talk.page.line("It is allowed."),
        Err(refusal) => refused(sitting, &refusal),
    }
}

fn show_odds(sitting: &mut Sitting<'_>, decision: &str) {
    let game = sitting.game.rulebook();
    if decision.is_empty() {
        let reports = sitting.table.odds();
        let page = &mut sitting.talk.page;
        if reports.is_empty() {
            page.line("No dice are near. `odds DECISION` tells what a decision with dice can lead to.");
        }
        for report in reports {
            page.gap();
            odds::show(game, "as it stands", &report, page);
        }
        return;
    }
    // A number of the list stands for its decision.
    let listed = decision.parse().ok().and_then(|number| sitting.menu.decision(number));
    let decision = listed.unwrap_or_else(|| decision.to_owned());
    match sitting.table.chances(&decision) {
        Ok(Some(report)) => odds::show(game, &clean(&decision), &report, &mut sitting.talk.page),
        Ok(None) => {
            sitting.talk.page.line("It rolls no dice at once, or more than can be walked one by one.");
        }
        Err(refusal) => refused(sitting, &refusal),
    }
}

/// Takes back decisions of whoever made the last, if a person did.
fn undo(sitting: &mut Sitting<'_>, seat: Seat, many: &str) -> Answered {
    let seats = 0..sitting.players.len() as u8;
    let people = seats.map(Seat).filter(|seat| matches!(sitting.players[usize::from(seat.0)], Player::Human));
    let back = people.max_by_key(|&seat| sitting.table.undoable(seat)).unwrap_or(seat);
    let possible = sitting.table.undoable(back);
    let Ok(wanted) = (if many.is_empty() { Ok(1) } else { many.parse::<usize>() }) else {
        sitting.talk.page.line(&format!("`{}` is no number: undo, or such as undo 3", clean(many)));
        return Answered::Again;
    };
    if possible == 0 || wanted == 0 {
        sitting.talk.page.line(match sitting.table.steps() {
            0 => "There is nothing to take back.",
            _ => "Nothing can be taken back: a die has fallen, something hidden was shown, or the other side has decided.",
        });
        return Answered::Again;
    }
    let taken = wanted.min(possible);
    for _ in 0..taken {
        sitting.table.undo(back);
    }
    let more = possible - taken;
    let words = if taken == 1 { "One decision is".to_owned() } else { format!("{taken} decisions are") };
    sitting.talk.page.line(&format!("{words} taken back; {more} more can be."));
    Answered::Decided
}

fn show_map(sitting: &mut Sitting<'_>, board: &Board<'_>, wanted: &str) {
    let page = &mut sitting.talk.page;
    let Some(map) = board.map else {
        page.line("This game has no map of hexes.");
        return;
    };
    let choices = sitting.table.choices();
    let focus = match wanted {
        "" => board.focus(&choices),
        "all" => map.hexes().collect(),
        hex => match map.find(hex) {
            Ok(hex) => map.hexes().filter(|&other| map.distance(hex, other) <= 1).collect(),
            Err(error) => {
                page.line(&clean(&error.to_string()));
                return;
            }
        },
    };
    board.draw(if wanted == "all" { &[] } else { &focus }, &choices, page);
    if wanted != "all" {
        board.stacks(&focus, page);
    }
}

/// What is laid over the map in the browser, in words: `supply G-47PzK`.
fn show(table: &dyn AnySession, board: &Board<'_>, seat: Seat, wanted: &str, page: &mut Page) {
    let (name, unit) = wanted.split_once(char::is_whitespace).unwrap_or((wanted, ""));
    let counter = board.counter_named(unit.trim());
    if counter.is_none() && !unit.is_empty() {
        return page.line(&format!("No unit is called `{}`.", clean(unit)));
    }
    let known = table.overlays().iter().any(|(known, _)| *known == name);
    let overlay = table.overlay(name, Viewer::Seat(seat), counter.map(|counter| counter.id));
    match overlay.filter(|_| known) {
        Some(overlay) => board.lay_over(&overlay, page),
        None if table.overlays().is_empty() => page.line("Nothing can be laid over this game."),
        None => {
            if !name.is_empty() {
                page.line(&format!("Nothing called `{}` can be laid over the map; there are:", clean(name)));
            }
            for (name, title) in table.overlays() {
                page.line(&format!("  show {}  {title}", pad(name, 12)));
            }
        }
    }
}

/// What the programs say about their last turns.
fn plan(sitting: &mut Sitting<'_>) {
    let page = &mut sitting.talk.page;
    let mut silent = true;
    for (seat, player) in sitting.table.seats().iter().zip(&sitting.players) {
        let Player::Bot(_, mind) = player else { continue };
        for sentence in mind.account() {
            silent = false;
            page.hung(&format!("  {seat}: "), &sentence, "");
        }
    }
    if silent {
        page.line("Nobody has a plan to tell.");
    }
}

fn show_rule(sitting: &mut Sitting<'_>, id: &str) {
    let ledger = (sitting.game.rulebook().ledger)();
    let page = &mut sitting.talk.page;
    if id.is_empty() {
        page.line(&format!("Which? Such as: rules {}", ledger.clauses.first().map_or("", |entry| &entry.id)));
        return;
    }
    match crate::rules::find(ledger, id) {
        Ok(entry) => page.hung(&format!("{}  ", entry.id), &entry.text, ""),
        Err(failure) => page.hung("", &failure.to_string(), ""),
    }
}

/// Gives the game up, if the person named his own side.
fn resign(sitting: &mut Sitting<'_>, seat: Seat, side: &str) -> Answered {
    let name = sitting.table.seats()[usize::from(seat.0)];
    if !side.eq_ignore_ascii_case(name) {
        sitting.talk.page.line(&format!("To give the game up type: resign {name}"));
        return Answered::Again;
    }
    let words = match sitting.save.resigned(&*sitting.table, name) {
        Ok(()) => format!("{name} resigns after decision {} and has lost.", sitting.table.steps()),
        Err(failure) => clean(&failure.to_string()),
    };
    sitting.talk.page.line(&words);
    Answered::Quit
}

fn save(sitting: &mut Sitting<'_>, file: &str) {
    let words = if file.is_empty() {
        match sitting.save.file() {
            Some(file) => format!("The game is in {file}; save FILE writes a copy."),
            None => "Nothing has been decided yet; save FILE writes a copy all the same.".to_owned(),
        }
    } else {
        match Save::copy(&*sitting.table, file) {
            Ok(()) => format!("Saved in {}.", clean(file)),
            Err(failure) => clean(&failure.to_string()),
        }
    };
    sitting.talk.page.line(&words);
}
