//! Pebbles: players take the last one.

use kit::{
    Content, ContentError, Dice, Die, Event, Game, Journal, Manner, Objection, Outcome, Prompt, Purpose,
    Rulebook, Rules, Seat, Sheet, Stage, Table, Tactics, View, Viewer,
    content::Sources,
    flow::{Decision, Flow, Over, Procedure, Stack},
    notation,
    objection::{no, no_since},
    profile::{Chosen, Profile},
    random_play::RandomPlayer,
    steps,
};

const PROFILE: &str = "title = 'Pebbles'
about = 'Take the last.'
[[scenario]]
name = 'short'
title = 'Twelve pebbles'
sides = ['White', 'Black']
[[option]]
name = 'pebbles'
words = 'how many there are'
clause = ''
kind = 'number'
least = 1
most = 100
published = 12
[[option]]
name = 'brittle'
words = 'fails with a six'
clause = ''
kind = 'switch'
";

/// Players in turn take 1 to 3 pebbles, or once each gamble: a die says how many are taken. Who takes the last wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pebbles {
    left: u8,
    turn: Seat,
    gambled: [bool; 2],
    /// A mistake in the program, for tests of what finds mistakes.
    brittle: bool,
    rules: Rules<Bag>,
    flow: Stack<Step>,
}

notation! {
    /// What can be decided.
    pub enum Move by Pebbles {
        /// Takes so many.
        Take(many: u8) = ["take" many];
        /// Lets a die say how many.
        Gamble = ["gamble"];
    }
}

steps! {
    /// The steps of a game.
    pub enum Step of Pebbles { decisions { Turn, Over } procedures { Gamble } }
}

/// A side takes some or gambles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Turn;
/// The die is thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Gamble;
impl Pebbles {
    fn most(&self) -> u8 {
        self.left.min(*self.rules.handful.look_up(self.left.into(), 0))
    }

    fn has_gambled(&self) -> bool {
        self.gambled[usize::from(self.turn.0)]
    }

    fn take<J: Journal>(&mut self, many: u8, journal: &mut J) {
        journal.tell(|| Event { words: format!("{many} pebbles are taken"), ..Event::default() });
        self.left -= many.min(self.left);
        if self.left == 0 {
            self.flow.goto(Over);
        } else {
            self.turn = Seat(1 - self.turn.0);
            self.flow.goto(Turn);
        }
    }
}

impl Decision<Pebbles> for Turn {
    fn prompt(self, _: &Pebbles) -> Prompt {
        Prompt::new("Take 1 to 3 pebbles, or gamble", &[])
    }

    fn choices(self, game: &Pebbles, out: &mut Vec<Move>) {
        out.extend((1..=game.most()).map(Move::Take));
        if !game.has_gambled() {
            out.push(Move::Gamble);
        }
    }

    fn check<E: Objection>(self, game: &Pebbles, action: Move) -> Result<(), E> {
        match action {
            Move::Take(many) if many > game.most() || many == 0 => {
                no_since("", "", || format!("{many} pebbles cannot be taken from {}", game.left))
            }
            Move::Gamble if game.has_gambled() => no("", "", "you have gambled before"),
            _ => Ok(()),
        }
    }

    fn effect<J: Journal>(self, game: &mut Pebbles, action: Move, journal: &mut J) {
        match action {
            Move::Take(many) => game.take(many, journal),
            Move::Gamble => game.flow.goto(Gamble),
        }
    }
}

impl Procedure<Pebbles> for Gamble {
    type End = u8;

    fn throw<D: Dice>(self, game: &Pebbles, dice: &mut D) -> u8 {
        let face = dice.roll(Die::D6, Purpose::new("gamble", ""));
        assert!(!game.brittle || face != 6, "a six breaks it");
        face as u8
    }

    fn apply<J: Journal>(self, game: &mut Pebbles, many: u8, journal: &mut J) {
        game.gambled[usize::from(game.turn.0)] = true;
        game.take(many, journal);
    }
}

impl Flow for Pebbles {
    type Action = Move;

    fn on_turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Outcome {
        Outcome { winner: Some(self.turn), margin: 1 }
    }
}

const HANDFUL: &str = "id = 'handful'
title = 'How many may be taken'
seed = ''
body = '''
left | most
1+   | 3
'''
[[index]]
name = 'left'
covers = '1+'
[proof]
cells = 1
counts = { 3 = 1 }
";

/// What the game reads from files.
#[derive(Debug)]
pub struct Bag {
    profile: Profile,
    handful: Table<u8>,
}

impl Content for Bag {
    const GAME: &'static str = "pebbles";
    const LEDGER: &'static str = "game = 'pebbles'\ntitle = 'Pebbles'\nprefix = 'PEB'\nfinished = []\n\
        [[clause]]\nid = 'PEB-END-1'\nchapter = 'End'\ntext = 'Who takes the last wins.'\n";

    fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let profile = Profile::read("pebbles.toml", PROFILE)?;
        Ok(Self { profile, handful: sources.table("handful.toml", HANDFUL)? })
    }

    fn sheets(&self) -> Vec<&Sheet> {
        vec![self.handful.sheet()]
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }
}

static RULEBOOK: Rulebook = Rulebook::of::<Bag>(&[], &[]);

impl kit::arrangement::Arrange for Pebbles {}

impl Game for Pebbles {
    type Content = Bag;
    const RULES: u32 = 1;

    fn rulebook() -> &'static Rulebook {
        &RULEBOOK
    }

    fn set_up(rules: Rules<Bag>, _: &str, options: &Chosen<'_>) -> Self {
        let (left, brittle) = (options.number("pebbles") as u8, options.switch("brittle"));
        Self { left, turn: Seat(0), gambled: [false; 2], brittle, rules, flow: Stack::new(Turn) }
    }

    fn view(&self, _: Viewer) -> View {
        View { moment: format!("{} left", self.left), ..View::default() }
    }

    fn invariants(&self) -> Result<(), String> {
        if self.turn.0 < 2 { Ok(()) } else { Err("a third player".into()) }
    }
}

/// What the last pebble is worth.
const LAST: i32 = 1000;

/// Whoever leaves a multiple of four wins: there is nothing else to know, but that a die knows no better.
impl Tactics for Pebbles {
    type Mind = ();

    fn standing(&self, seat: Seat) -> i32 {
        let wins =
            if self.left == 0 || !self.left.is_multiple_of(4) { self.turn } else { Seat(1 - self.turn.0) };
        if wins == seat { LAST } else { -LAST }
    }

    fn span(&self) -> u32 {
        self.left.into()
    }

    fn stage(&self) -> Option<Stage> {
        None
    }

    fn blunder_free(&self, (): &mut (), chance: &mut RandomPlayer) -> Move {
        Move::Take(1 + chance.pick(self.most().into()) as u8)
    }

    fn best(&self, _: &Manner, (): &mut ()) -> Move {
        Move::Take((self.left % 4).max(1))
    }

    fn account(&self, (): &()) -> Vec<String> {
        vec!["I leave a multiple of four if I can".into()]
    }
}
