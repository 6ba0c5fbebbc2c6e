//! Steps on a stack, and the same steps walked with every throw.

use kit::{
    Chronicle, Dice, Die, Event, Fraction, Journal, Objection, Outcome, Prompt, Purpose, Rolled, Scripted,
    Seat, chance,
    flow::{self, Decision, Flow, Procedure, Stack},
    objection::no,
    steps,
    walk::{Policy, Walk},
};
use sandtable_kit as kit;

const HIT: Purpose = Purpose::new("hit", "");
const RALLY: Purpose = Purpose::new("rally", "");

/// Three shots at a squad. Who is hit chooses to stand, or to run and rally.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Volley {
    shots: u8,
    lost: u8,
    ran: u8,
    flow: Stack<Step>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Action {
    Fire,
    Stand,
    Run,
}

steps! {
    /// The steps of a volley.
    enum Step of Volley {
        decisions { Fire, Hit, Over }
        procedures { Shot, Rally, Smoke }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Fire;
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Hit;
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Over;
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Shot;
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Rally;
/// Runs without dice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Smoke;

impl Volley {
    fn new() -> Self {
        Self { shots: 3, lost: 0, ran: 0, flow: Stack::new(Fire) }
    }
}

impl Flow for Volley {
    type Action = Action;
    fn on_turn(&self) -> Seat {
        Seat(0)
    }
    fn outcome(&self) -> Outcome {
        Outcome { winner: None, margin: self.lost.into() }
    }
}

impl Decision<Volley> for Fire {
    fn prompt(self, game: &Volley) -> Prompt {
        Prompt::new(format!("{} shots left", game.shots), &[])
    }
    fn choices(self, _: &Volley, out: &mut Vec<Action>) {
        out.push(Action::Fire);
    }
    fn check<E: Objection>(self, _: &Volley, action: Action) -> Result<(), E> {
        if action == Action::Fire { Ok(()) } else { no("TEST-1", "squad", "nobody was hit") }
    }
    fn effect<J: Journal>(self, game: &mut Volley, _: Action, _: &mut J) {
        game.flow.call(Smoke);
        game.flow.call(Shot);
    }
    fn is_open(self, game: &Volley) -> bool {
        game.shots > 0
    }
    fn pass<J: Journal>(self, game: &mut Volley, _: &mut J) {
        game.flow.goto(Over);
    }
}

impl Procedure<Volley> for Shot {
    type End = bool;
    fn throw<D: Dice>(self, _: &Volley, dice: &mut D) -> bool {
        dice.at_most(Die::D6, 2, HIT)
    }
    fn apply<J: Journal>(self, game: &mut Volley, hits: bool, journal: &mut J) {
        let face = journal.face(0);
        journal.tell(|| Event { words: format!("a shot: {face:?}"), ..Event::default() });
        if hits { game.flow.goto(Hit) } else { game.flow.done() }
    }
}

impl Decision<Volley> for Hit {
    fn decider(self, _: &Volley) -> Option<Seat> {
        Some(Seat(1))
    }
    fn prompt(self, _: &Volley) -> Prompt {
        Prompt::new("Stand or run?", &[])
    }
    fn choices(self, _: &Volley, out: &mut Vec<Action>) {
        out.extend([Action::Stand, Action::Run]);
    }
    fn check<E: Objection>(self, _: &Volley, action: Action) -> Result<(), E> {
        if action == Action::Fire { no("TEST-1", "squad", "a hit is being settled") } else { Ok(()) }
    }
    fn effect<J: Journal>(self, game: &mut Volley, action: Action, _: &mut J) {
        if action == Action::Run {
            game.flow.goto(Rally);
        } else {
            game.lost += 1;
            game.flow.done();
        }
    }
}

impl Procedure<Volley> for Rally {
    type End = u8;
    fn throw<D: Dice>(self, _: &Volley, dice: &mut D) -> u8 {
        let steady = dice.read(Die::D10, &[0, 0, 1, 1, 1, 1, 1, 1, 1, 1], RALLY);
        if steady == 0 { u8::from(dice.at_most(Die::D6, 3, RALLY)) } else { 2 }
    }
    fn apply<J: Journal>(self, game: &mut Volley, end: u8, _: &mut J) {
        match end {
            0 => game.lost += 1,
            1 => game.ran += 1,
            _ => {}
        }
        game.flow.done();
    }
}

impl Procedure<Volley> for Smoke {
    type End = ();
    fn throw<D: Dice>(self, _: &Volley, _: &mut D) {}
    fn apply<J: Journal>(self, game: &mut Volley, (): (), _: &mut J) {
        game.shots -= 1;
        game.flow.done();
    }
}

impl Decision<Volley> for Over {
    fn decider(self, _: &Volley) -> Option<Seat> {
        None
    }
    fn prompt(self, _: &Volley) -> Prompt {
        Prompt::new("The game is over", &[])
    }
    fn choices(self, _: &Volley, _: &mut Vec<Action>) {}
    fn check<E: Objection>(self, _: &Volley, _: Action) -> Result<(), E> {
        no("", "", "the game is over")
    }
    fn effect<J: Journal>(self, _: &mut Volley, _: Action, _: &mut J) {}
}

fn policy(runs: bool) -> impl FnMut(&Volley) -> Policy<Action> {
    move |game| match game.flow.top() {
        Step::Hit(_) => Policy::Take(if runs { Action::Run } else { Action::Stand }),
        _ => Policy::Take(Action::Fire),
    }
}

fn until_over(game: &Volley) -> Option<(u8, u8)> {
    flow::is_over(game).then_some((game.lost, game.ran))
}

#[test]
fn a_call_comes_back_and_leaves_no_trace() {
    let mut game = Volley::new();
    let mut chronicle = Chronicle::default();
    flow::perform(&mut game, Action::Fire, &mut Scripted::faces(&[2]), &mut chronicle);
    assert_eq!(flow::decider(&game), Some(Seat(1)), "the other side decides in the middle of the turn");
    assert_eq!(chronicle.events[0].words, "a shot: Some(2)");
    flow::perform(&mut game, Action::Stand, &mut Scripted::faces(&[]), &mut ());
    assert_eq!((game.flow.live(), game.shots, game.lost), (&[Step::Fire(Fire)][..], 2, 1));
    let untouched = Volley { shots: 2, lost: 1, ..Volley::new() };
    assert_eq!(game, untouched, "dead frames do not count");
    assert_eq!(kit::hash_of(&game), kit::hash_of(&untouched));
}

#[test]
fn a_walk_agrees_with_every_path_and_with_rolled_games() {
    for runs in [false, true] {
        let mut decide = policy(runs);
        let mut play = |dice: &mut dyn Dice| {
            let mut game = Volley::new();
            let mut dice = dice;
            while flow::decider(&game).is_some() {
                let Policy::Take(action) = decide(&game) else { unreachable!() };
                flow::perform(&mut game, action, &mut dice, &mut ());
            }
            until_over(&game).unwrap()
        };
        let literal = chance::every(|dice| play(dice));
        let walked = Walk::default().from(&Volley::new(), policy(runs), until_over).unwrap();
        let walked = walked.distribution();
        assert!(walked == literal, "{walked:?} {literal:?}");
        assert!(walked.paths() < literal.paths());
        let mut dice = Rolled::seeded(7);
        let rolled = (0..60_000).filter(|_| play(&mut dice).0 > 0).count() as u128;
        let expected = walked.chance(|&(lost, _)| lost > 0).scaled(60_000);
        assert!(rolled.abs_diff(expected) < 900, "{rolled} {expected}");
    }
}

#[test]
fn branches_keep_choices_apart() {
    let each = |game: &Volley| match game.flow.top() {
        Step::Hit(_) => Policy::Each,
        _ => Policy::Take(Action::Fire),
    };
    let mut walk = Walk::default();
    let after_one = |game: &Volley| (game.shots < 3).then_some(game.lost);
    let ends = walk.after(&Volley::new(), Action::Fire, each, after_one).unwrap();
    let seen: Vec<_> =
        ends.iter().map(|(branch, lost, chance)| (ends.choices(branch), lost, chance)).collect();
    let third = Fraction::new(1, 3);
    let expected = [
        (vec![], 0, Fraction::new(2, 3)),
        (vec![Action::Stand], 1, third),
        (vec![Action::Run], 0, Fraction::new(3, 10)),
        (vec![Action::Run], 1, Fraction::new(1, 30)),
    ];
    assert_eq!(seen.len(), expected.len());
    assert!(expected.iter().all(|end| seen.contains(end)), "{seen:?}");
    assert!(Walk::limited(3).from(&Volley::new(), policy(true), until_over).is_err(), "it gives up");
}
