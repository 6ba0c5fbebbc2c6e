//! The game at the terminal: whose turn it is, what they answer, what comes of it.

use std::sync::atomic::AtomicBool;

use kit::{
    Prompt, Refusal, Seat, Status, Viewer,
    any::{AnySession, Choice, LogEntry, Playable},
};

use super::{
    Player,
    board::Board,
    commands,
    menu::{self, Item, Menu, Named, Names},
    real_dice::{Asked, Source},
    save::Save,
    talk::Talk,
};
use crate::{
    draw::{clean, pad, width},
    failure::Failure,
    replay,
};

/// A game with everybody around it.
pub struct Sitting<'t> {
    pub game: &'static dyn Playable,
    pub table: Box<dyn AnySession>,
    pub players: Vec<Player>,
    pub dice: Source,
    pub save: Save,
    /// Whether the map is drawn unasked.
    pub draws: bool,
    pub talk: Talk<'t>,
    pub menu: Menu,
    /// What the map showed when it was last drawn.
    pub drawn: Drawn,
    /// What has happened since the last question.
    pub news: Vec<LogEntry>,
}

/// A moment, and where the counters stood.
#[derive(Default, PartialEq, Eq)]
pub struct Drawn {
    moment: String,
    places: Vec<String>,
}

/// Longer news are told before the map, so that the map stays in the window.
const SHORT_NEWS: usize = 12;

/// What an answer came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answered {
    /// A decision was made or taken back.
    Decided,
    /// Something else is to be shown first, or the list is another now.
    Show,
    /// Nothing happened; the question stands.
    Again,
    /// They want to stop.
    Quit,
}

impl Sitting<'_> {
    /// Plays until the game is over or the people stop.
    pub fn run(mut self, seed: u64) -> Result<(), Failure> {
        self.welcome(seed);
        loop {
            match self.table.status() {
                Status::Over(_) => return self.finale(),
                Status::Deciding(seat) => {
                    let answered = match self.players[usize::from(seat.0)] {
                        Player::Bot(..) => self.bot(seat)?,
                        Player::Human => self.human(seat)?,
                    };
                    if answered == Answered::Quit {
                        return self.goodbye();
                    }
                }
            }
        }
    }

    fn welcome(&mut self, seed: u64) {
        let page = &mut self.talk.page;
        replay::heading(self.game, &*self.table, page);
        let who = |(seat, player): (&&str, &Player)| match player {
            Player::Human => format!("{seat}: you"),
            Player::Bot(name, _) => format!("{seat}: {name}"),
        };
        let sides: Vec<String> = self.table.seats().iter().zip(&self.players).map(who).collect();
        page.line(&sides.join(", "));
        page.line(&match self.dice {
            Source::Rolled(_) => format!("The dice and the bots follow seed {seed}."),
            Source::Real => "You roll the dice.".to_owned(),
        });
        page.line("Type a number, a decision as it is listed, a unit or a hex. `help` tells the rest.");
        let steps = self.table.steps();
        if steps == 0 {
            self.about();
        } else {
            page.gap();
            page.line(&format!("The game goes on after decision {steps}; the last were:"));
            replay::steps(&self.table.seats(), &self.table.story(steps.saturating_sub(4)..steps), page);
        }
    }

    /// What is fought for, how it is won, what to look at first; and which other scenarios there are.
    pub fn about(&mut self) {
        let scenarios = &self.game.profile().scenarios;
        let own = self.table.setup().scenario.clone();
        let page = &mut self.talk.page;
        page.gap();
        if let Some(scenario) = scenarios.iter().find(|scenario| scenario.name == own) {
            let parts = [
                ("", &scenario.situation),
                ("How it is won: ", &scenario.victory),
                ("Look at this first: ", &scenario.advice),
            ];
            for (head, words) in parts.into_iter().filter(|(_, words)| !words.is_empty()) {
                page.hung(head, words, "");
            }
        }
        let others: Vec<String> = scenarios
            .iter()
            .filter(|scenario| scenario.name != own)
            .map(|scenario| format!("{} ({})", scenario.name, scenario.title))
            .collect();
        if !others.is_empty() {
            page.hung("Other scenarios: ", &format!("--scenario {}", others.join(", ")), "");
        }
    }

    /// Lets a program decide.
    fn bot(&mut self, seat: Seat) -> Result<Answered, Failure> {
        let Player::Bot(_, mind) = &mut self.players[usize::from(seat.0)] else { return Ok(Answered::Again) };
        let Some(text) = mind.decide(&*self.table, &AtomicBool::new(false)) else {
            return Err(Failure::Usage(
                "the bot finds nothing to decide: this is a fault of the game or the bot".into(),
            ));
        };
        match self.carry_out(&text)? {
            Ok(true) => Ok(Answered::Decided),
            Ok(false) => Ok(Answered::Quit),
            Err(refusal) => Err(Failure::Usage(format!("the bot's `{text}` is {refusal}"))),
        }
    }

    /// Carries out a decision with the dice of this game; false if they were not all rolled and nothing has changed.
    fn carry_out(&mut self, text: &str) -> Result<Result<bool, Refusal>, Failure> {
        let before = self.table.steps();
        let (result, whole) = match &mut self.dice {
            Source::Rolled(dice) => (self.table.act(text, dice), true),
            Source::Real => {
                let mut asked = Asked::new(&mut self.talk);
                let result = self.table.act(text, &mut asked);
                (result, asked.finish()?)
            }
        };
        Ok(result.map(|step| {
            if whole {
                self.news.push(step);
            } else {
                self.table.truncate(before);
            }
            whole
        }))
    }

    /// Asks until something is decided.
    fn human(&mut self, seat: Seat) -> Result<Answered, Failure> {
        self.autosave();
        self.menu = self.whole_menu();
        self.draw_if_new(seat);
        self.show_question(seat);
        loop {
            let question = format!("{}> ", self.table.seats()[usize::from(seat.0)]);
            let Some(line) = self.talk.ask(&question)? else {
                self.talk.page.gap();
                return Ok(Answered::Quit);
            };
            match self.answer(seat, &line)? {
                Answered::Show => self.show_question(seat),
                Answered::Again => {}
                done => return Ok(done),
            }
        }
    }

    /// Tells the news and draws the map if it looks different at another moment.
    fn draw_if_new(&mut self, seat: Seat) {
        let view = self.table.view(Viewer::Seat(seat));
        let places = view.counters.iter().map(|counter| counter.place.clone()).collect();
        let now = Drawn { moment: view.moment.clone(), places };
        let new = self.draws && now.moment != self.drawn.moment && now.places != self.drawn.places;
        let events: usize = self.news.iter().map(|step| step.events.len() + step.dice.len()).sum();
        if !new || events > SHORT_NEWS {
            self.tell_news();
        }
        if new {
            self.drawn = now;
            let choices = self.table.choices();
            let board = Board::new(&*self.table, &view);
            let focus = board.focus(&choices);
            self.talk.page.gap();
            board.draw(&focus, &choices, &mut self.talk.page);
            board.stacks(&focus, &mut self.talk.page);
        }
        self.tell_news();
    }

    /// The moment, the question and the numbered list.
    fn show_question(&mut self, seat: Seat) {
        let view = self.table.view(Viewer::Seat(seat));
        let board = Board::new(&*self.table, &view);
        let page = &mut self.talk.page;
        page.gap();
        let name = self.table.seats()[usize::from(seat.0)];
        page.heading(&format!("── {} · decision {}", view.moment, self.table.steps() + 1));
        let Prompt { words, clauses } = self.table.prompt();
        page.hung(&format!("{name}: "), &words, &clauses.join(" "));
        self.menu.show(&|choice| board.hint(choice), page);
    }

    fn answer(&mut self, seat: Seat, line: &str) -> Result<Answered, Failure> {
        if line.is_empty() {
            return match self.menu.only().map(|choice| choice.text.clone()) {
                Some(text) => self.decide(&text, line),
                None => Ok(Answered::Show),
            };
        }
        if matches!(line, "0" | "back") && self.menu.inner {
            self.menu = self.whole_menu();
            return Ok(Answered::Show);
        }
        // 0504 is a hex and not the number 504.
        let number = line.parse().ok().filter(|_| !line.starts_with('0'));
        match number.and_then(|number| self.menu.pick(number)) {
            Some(Item::Do(choice)) => {
                let text = choice.text.clone();
                return self.decide(&text, line);
            }
            Some(Item::Open(_, choices)) => {
                self.menu = Menu::part(choices.clone(), &self.names());
                return Ok(Answered::Show);
            }
            None => {}
        }
        // A place may be named wherever a hex is.
        let placed = self.in_hexes(line);
        let line = placed.as_deref().filter(|_| self.table.why(line).is_err()).unwrap_or(line);
        // What the game understands goes before what the table does.
        if self.table.why(line).is_err()
            && let Some(answered) = commands::obey(self, seat, line)
        {
            return Ok(answered);
        }
        self.decide(line, line)
    }

    /// Decides; what is not understood may still be the name of a unit or a hex.
    fn decide(&mut self, text: &str, typed: &str) -> Result<Answered, Failure> {
        match self.carry_out(text)? {
            Ok(true) => Ok(Answered::Decided),
            Ok(false) => {
                self.talk.page.line("The dice were not all rolled: the decision is taken back.");
                Ok(Answered::Show)
            }
            Err(refusal) => self.point(typed, &refusal),
        }
    }

    /// Takes words as a click on a unit or a hex, or as the beginning of a decision.
    fn point(&mut self, typed: &str, refusal: &Refusal) -> Result<Answered, Failure> {
        let all = self.table.choices();
        // A hex may be called by its place.
        let hex = self.hex_named(typed);
        let meant = menu::meant(&all, &self.names(), hex.as_deref().unwrap_or(typed));
        match meant.as_slice() {
            // The only decision that it could mean is the one that was refused.
            [] | [_] if meant.iter().all(|one| one.text == typed) => {
                self.why_not(&all, typed, refusal);
                Ok(Answered::Again)
            }
            [one] => {
                let text = one.text.clone();
                self.talk.page.line(&format!("({text})"));
                self.decide(&text, &text)
            }
            _ => {
                self.menu = Menu::part(meant, &self.names());
                Ok(Answered::Show)
            }
        }
    }

    /// Says why a unit or a hex is not offered: by the rule that refuses it where another one is offered.
    fn why_not(&mut self, all: &[Choice], typed: &str, refusal: &Refusal) {
        let named = self.named(typed);
        let is_known = named.is_some();
        let proposals = named.map_or_else(Vec::new, |named| menu::instead(all, &named));
        let mut tried: Vec<String> =
            proposals.iter().filter_map(|proposal| self.table.spell(proposal).ok()).collect();
        tried.retain(|text| self.table.why(text).is_err());
        tried.truncate(3);
        for text in &tried {
            if let Err(refusal) = self.table.why(text) {
                self.talk.page.line(&format!("{text}:"));
                commands::refused(self, &refusal);
            }
        }
        if tried.is_empty() && is_known {
            let page = &mut self.talk.page;
            page.line(&format!("Nothing can be done with {typed} here; `list` tells what can be decided."));
        } else if tried.is_empty() {
            commands::refused(self, refusal);
        }
    }

    /// The printed number of a hex that is named by it or by its place.
    fn hex_named(&self, typed: &str) -> Option<String> {
        let map = self.table.map()?;
        let place = || map.places().iter().find(|place| place.name.eq_ignore_ascii_case(typed));
        let hex = map.find(typed).ok().or_else(|| place().map(|place| place.hex))?;
        Some(map.number(hex).to_string())
    }

    /// An order with the places in it by their hexes, such as `attack 0405` for `attack Lynford`; nothing if there is no
    /// place in it, or nothing but a place.
    fn in_hexes(&self, typed: &str) -> Option<String> {
        let map = self.table.map()?;
        let (verb, rest) = typed.split_once(' ')?;
        if commands::NAMES_FILES_OR_SIDES.contains(&verb) {
            return None;
        }
        let lower = rest.to_lowercase();
        let is_edge = |at: Option<char>| at.is_none_or(|letter| !letter.is_alphanumeric());
        let found = map.places().iter().filter_map(|place| {
            let start = lower.find(&place.name.to_lowercase())?;
            let end = start + place.name.to_lowercase().len();
            let alone = is_edge(lower[..start].chars().next_back()) && is_edge(lower[end..].chars().next());
            // Letters whose small form is longer would shift what follows.
            (alone && rest.is_char_boundary(start) && rest.is_char_boundary(end) && lower.len() == rest.len())
                .then_some((start, end, place.hex))
        });
        let (start, end, hex) = found.max_by_key(|(start, end, _)| end - start)?;
        Some(format!("{verb} {}{}{}", &rest[..start], map.number(hex), &rest[end..]))
    }

    /// The hex or the counter with a name.
    fn named(&self, typed: &str) -> Option<Named> {
        let hex = self.hex_named(typed);
        let counters = self.table.view(Viewer::Spectator).counters;
        let unit = || counters.iter().find(|counter| counter.name.eq_ignore_ascii_case(typed));
        hex.map(Named::Hex).or_else(|| unit().map(|counter| Named::Unit(counter.id)))
    }

    /// What counters are called.
    fn names(&self) -> Names {
        Names::of(&self.table.view(Viewer::Spectator))
    }

    /// Everything that can be decided.
    pub fn whole_menu(&self) -> Menu {
        Menu::all(self.table.choices(), &self.names())
    }

    /// What came of the decisions since the last question.
    fn tell_news(&mut self) {
        let names = self.table.seats().iter().map(|seat| width(seat)).max().unwrap_or(0);
        let page = &mut self.talk.page;
        for step in self.news.drain(..) {
            let first = format!("  {}  ", pad(self.table.seats()[usize::from(step.seat.0)], names));
            for die in &step.dice {
                page.hung(&first, &format!("{}: {} {}", die.purpose, die.die, die.face), die.clause);
            }
            for event in &step.events {
                page.hung(&first, &event.words, event.clause);
            }
        }
    }

    /// Writes the record; a file that cannot be written is told and does not stop the game.
    pub fn autosave(&mut self) {
        if let Err(failure) = self.save.keep(&*self.table) {
            let words = clean(&failure.to_string());
            self.talk.page.line(&format!("The game is not saved: {words}. `save FILE` saves it elsewhere."));
        }
    }

    fn finale(mut self) -> Result<(), Failure> {
        self.autosave();
        self.tell_news();
        let view = self.table.view(Viewer::Spectator);
        let board = Board::new(&*self.table, &view);
        let page = &mut self.talk.page;
        page.gap();
        if self.draws {
            board.draw(&[], &[], page);
            page.gap();
        }
        board.score(page);
        board.history(page);
        replay::end(&*self.table, page);
        if let Some(file) = self.save.file() {
            page.line(&format!("Its record: sandtable replay {file}"));
        }
        self.talk.send()
    }

    fn goodbye(&mut self) -> Result<(), Failure> {
        self.autosave();
        self.tell_news();
        if let Some(file) = self.save.file() {
            self.talk.page.line(&format!("Saved. To go on: sandtable play {file}"));
        }
        self.talk.send()
    }
}
