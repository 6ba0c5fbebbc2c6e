//! A small game for tests: pebbles.

use kit::{
    Dice, Die, Digest, Event, Game, Journal, Outcome, Prompt, Purpose, Refusal, Seat, Setup, SetupError,
    Status, View, Viewer,
};

/// Players in turn take 1 to 3 pebbles, or once each gamble: a die says how many are taken. Who takes the last wins.
#[derive(Clone, Debug)]
pub struct Pebbles {
    left: u8,
    turn: Seat,
    gambled: [bool; 2],
    /// A mistake in the program, for tests of what finds mistakes.
    brittle: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Move {
    Take(u8),
    Gamble,
}

impl Pebbles {
    fn take(&mut self, many: u8) {
        self.left -= many.min(self.left);
        if self.left > 0 {
            self.turn = Seat(1 - self.turn.0);
        }
    }
}

impl Game for Pebbles {
    type Action = Move;
    const NAME: &'static str = "pebbles";
    const RULES: u32 = 1;
    const SEATS: &'static [&'static str] = &["White", "Black"];
    const SCENARIOS: &'static [(&'static str, &'static str)] = &[("short", "Twelve pebbles")];

    const OPTIONS: &'static [(&'static str, &'static str)] =
        &[("pebbles", "how many there are"), ("brittle", "fails with a six")];

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        if setup.scenario != "short" {
            return Err(SetupError(format!("no scenario `{}`; there is: short", setup.scenario)));
        }
        let left = setup.options.get("pebbles").map_or(Ok(12), |many| many.parse());
        let left = left.map_err(|_| SetupError("pebbles takes a number".into()))?;
        Ok(Self { left, turn: Seat(0), gambled: [false; 2], brittle: setup.options.contains_key("brittle") })
    }

    fn status(&self) -> Status {
        if self.left == 0 {
            Status::Over(Outcome { winner: Some(self.turn), margin: 1 })
        } else {
            Status::Deciding(self.turn)
        }
    }

    fn prompt(&self) -> Prompt {
        Prompt::new("Take 1 to 3 pebbles, or gamble", &[])
    }

    fn actions(&self, out: &mut Vec<Move>) {
        out.extend((1..=self.left.min(3)).map(Move::Take));
        if !self.gambled[usize::from(self.turn.0)] {
            out.push(Move::Gamble);
        }
    }

    fn check(&self, action: &Move) -> Result<(), Refusal> {
        match action {
            Move::Take(many) if *many > self.left.min(3) || *many == 0 => {
                Err(Refusal::new("", format!("{many} pebbles cannot be taken from {}", self.left)))
            }
            Move::Gamble if self.gambled[usize::from(self.turn.0)] => {
                Err(Refusal::new("", "you have gambled before"))
            }
            _ => Ok(()),
        }
    }

    fn perform<D: Dice, J: Journal>(&mut self, action: &Move, dice: &mut D, journal: &mut J) {
        let many = match action {
            Move::Take(many) => *many,
            Move::Gamble => {
                self.gambled[usize::from(self.turn.0)] = true;
                let face = dice.roll(Die::D6, Purpose::new("gamble", ""));
                assert!(!self.brittle || face != 6, "a six breaks it");
                face as u8
            }
        };
        journal.tell(|| Event { words: format!("{many} pebbles are taken"), clause: "", hexes: Vec::new() });
        self.take(many);
    }

    fn view(&self, _: Viewer) -> View {
        View { moment: format!("{} left", self.left), ..View::default() }
    }

    fn write(&self, action: &Move) -> String {
        match action {
            Move::Take(many) => format!("take {many}"),
            Move::Gamble => "gamble".into(),
        }
    }

    fn read(&self, text: &str) -> Result<Move, Refusal> {
        match text.strip_prefix("take ").map(str::parse) {
            Some(Ok(many)) => Ok(Move::Take(many)),
            None if text == "gamble" => Ok(Move::Gamble),
            _ => Err(Refusal::new("", format!("`{text}` is no move: take 1, take 2, take 3, gamble"))),
        }
    }

    fn digest(&self, digest: &mut Digest) {
        digest.bytes(&[self.left, self.turn.0, self.gambled[0].into(), self.gambled[1].into()]);
    }

    fn invariants(&self) -> Result<(), String> {
        if self.turn.0 < 2 { Ok(()) } else { Err("a third player".into()) }
    }
}
