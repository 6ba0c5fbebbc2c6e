//! The game at the terminal: whose turn it is, what they answer, what comes of it.

use kit::{
    Prompt, Refusal, Seat, Status, Viewer,
    any::{Choice, Playable, Step, Table},
    random_play::RandomPlayer,
};

use super::{
    Player,
    board::Board,
    commands,
    menu::{Item, Menu},
    real_dice::{Asked, Source},
    save::Save,
    talk::Talk,
};
use crate::{
    draw::{clean, pad},
    failure::Failure,
    replay,
};

/// A game with everybody around it.
pub struct Sitting<'t> {
    pub game: &'static dyn Playable,
    pub table: Box<dyn Table>,
    pub players: Vec<Player>,
    pub dice: Source,
    pub chance: RandomPlayer,
    pub save: Save,
    /// Whether the map is drawn unasked.
    pub draws: bool,
    pub talk: Talk<'t>,
    pub menu: Menu,
    /// The moment for which the map was last drawn.
    pub drawn: String,
}

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
                Status::Deciding(seat) => match self.players[usize::from(seat.0)] {
                    Player::Random => self.bot()?,
                    Player::Human => {
                        if self.human(seat)? == Answered::Quit {
                            return self.goodbye();
                        }
                    }
                },
            }
        }
    }

    fn welcome(&mut self, seed: u64) {
        let page = &mut self.talk.page;
        replay::heading(self.game, &*self.table, page);
        let who = |(seat, player): (&&str, &Player)| match player {
            Player::Human => format!("{seat}: you"),
            Player::Random => format!("{seat}: bot:random"),
        };
        let sides: Vec<String> = self.table.seats().iter().zip(&self.players).map(who).collect();
        page.line(&sides.join(", "));
        page.line(&match self.dice {
            Source::Rolled(_) => format!("The dice and the bots follow seed {seed}."),
            Source::Real => "You roll the dice.".to_owned(),
        });
        page.line("Type a number, a decision as it is listed, a unit or a hex. `help` tells the rest.");
        let steps = self.table.steps();
        if steps > 0 {
            page.gap();
            page.line(&format!("The game goes on after decision {steps}; the last were:"));
            replay::steps(self.table.seats(), &self.table.story(steps.saturating_sub(4)..steps), page);
        }
    }

    fn bot(&mut self) -> Result<(), Failure> {
        let chance = &mut self.chance;
        let before = self.table.steps();
        let (step, whole) = match &mut self.dice {
            Source::Rolled(dice) => (self.table.act_at_random(chance, dice), true),
            Source::Real => {
                let mut asked = Asked::new(&mut self.talk);
                let step = self.table.act_at_random(chance, &mut asked);
                (step, asked.finish()?)
            }
        };
        if !whole {
            self.table.truncate(before);
        }
        match step {
            Some(step) if whole => {
                self.tell(&step);
                Ok(())
            }
            Some(_) => {
                self.goodbye().and(Err(Failure::Usage("the dice of a bot are needed to go on".into())))
            }
            None => Err(Failure::Usage("nothing can be decided here: this is a fault of the game".into())),
        }
    }

    /// Asks until something is decided.
    fn human(&mut self, seat: Seat) -> Result<Answered, Failure> {
        self.autosave();
        self.menu = Menu::all(self.table.choices());
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

    fn draw_if_new(&mut self, seat: Seat) {
        let view = self.table.view(Viewer::Seat(seat));
        if self.draws && view.moment != self.drawn {
            self.drawn.clone_from(&view.moment);
            let board = Board::new(&*self.table, &view);
            let focus = board.focus(&self.table.choices());
            self.talk.page.gap();
            board.draw(&focus, &mut self.talk.page);
            board.stacks(&focus, &mut self.talk.page);
        }
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
            self.menu = Menu::all(self.table.choices());
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
                self.menu = Menu::part(choices.clone());
                return Ok(Answered::Show);
            }
            None => {}
        }
        // What the game understands goes before what the table does.
        if self.table.why(line).is_err()
            && let Some(answered) = commands::obey(self, seat, line)
        {
            return Ok(answered);
        }
        self.decide(line, line)
    }

    /// Carries out a decision; what is not understood may still be the name of a unit or a hex.
    fn decide(&mut self, text: &str, typed: &str) -> Result<Answered, Failure> {
        let before = self.table.steps();
        let (result, whole) = match &mut self.dice {
            Source::Rolled(dice) => (self.table.act(text, dice), true),
            Source::Real => {
                let mut asked = Asked::new(&mut self.talk);
                let result = self.table.act(text, &mut asked);
                (result, asked.finish()?)
            }
        };
        match result {
            Ok(_) if !whole => {
                self.table.truncate(before);
                self.talk.page.line("The dice were not all rolled: the decision is taken back.");
                Ok(Answered::Show)
            }
            Ok(step) => {
                self.tell(&step);
                Ok(Answered::Decided)
            }
            Err(refusal) => self.point(typed, &refusal),
        }
    }

    /// Takes words as a click on a unit or a hex, or as the beginning of a decision.
    fn point(&mut self, typed: &str, refusal: &Refusal) -> Result<Answered, Failure> {
        let wanted = typed.to_lowercase();
        let named = |choice: &Choice| {
            choice.unit.as_ref().is_some_and(|unit| unit.to_lowercase() == wanted)
                || choice.hexes.contains(&wanted)
        };
        let all = self.table.choices();
        let mut meant: Vec<Choice> = all.iter().filter(|choice| named(choice)).cloned().collect();
        if meant.is_empty() {
            meant =
                all.into_iter().filter(|choice| choice.text.to_lowercase().starts_with(&wanted)).collect();
        }
        match meant.as_slice() {
            // The only decision that it could mean is the one that was refused.
            [] | [_] if meant.iter().all(|one| one.text == typed) => {
                commands::refused(self, refusal);
                Ok(Answered::Again)
            }
            [one] => {
                let text = one.text.clone();
                self.talk.page.line(&format!("({text})"));
                self.decide(&text, &text)
            }
            _ => {
                self.menu = Menu::part(meant);
                Ok(Answered::Show)
            }
        }
    }

    /// What came of a decision.
    fn tell(&mut self, step: &Step) {
        let names = self.table.seats().iter().map(|seat| seat.len()).max().unwrap_or(0);
        let page = &mut self.talk.page;
        for die in &step.dice {
            page.hung(&format!("  {} {}  ", die.die, die.face), die.purpose, die.clause);
        }
        let first = format!("  {}  ", pad(self.table.seats()[usize::from(step.seat.0)], names));
        for event in &step.events {
            page.hung(&first, &event.words, event.clause);
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
        let view = self.table.view(Viewer::Spectator);
        let board = Board::new(&*self.table, &view);
        let page = &mut self.talk.page;
        page.gap();
        if self.draws {
            board.draw(&[], page);
            page.gap();
        }
        board.score(page);
        replay::end(&*self.table, page);
        if let Some(file) = self.save.file() {
            page.line(&format!("Its record: sandtable replay {file}"));
        }
        self.talk.send()
    }

    fn goodbye(&mut self) -> Result<(), Failure> {
        self.autosave();
        if let Some(file) = self.save.file() {
            self.talk.page.line(&format!("Saved. To go on: sandtable play {file}"));
        }
        self.talk.send()
    }
}
