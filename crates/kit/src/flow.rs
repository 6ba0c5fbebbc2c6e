//! The sequence of play: steps on a stack.
//!
//! A step is a small type. A [`Decision`] waits for a side; its prompt, choices, checks and effects stand side by side.
//! A [`Procedure`] runs by itself; its dice are thrown in one place and what they change is applied in another, so that
//! the same code plays one throw and walks every throw. Control passes only by [`Stack::call`], [`Stack::goto`] and
//! [`Stack::done`]: the defender who decides in the middle of an attack is a call, and the attack does not know.
//!
//! [`steps!`](crate::steps) lists the steps of a game once and makes the enum that the stack holds.
//!
//! ```
//! use sandtable_kit::{
//!     Dice, Die, Journal, Objection, Outcome, Prompt, Purpose, Scripted, Seat,
//!     flow::{self, Decision, Flow, Over, Procedure, Stack},
//!     steps,
//! };
//!
//! /// Roll or hold; a roll of 1 loses everything, and so does nobody else: a game for one.
//! #[derive(Clone, Copy, PartialEq)]
//! struct Greed { points: u16, flow: Stack<Step> }
//!
//! #[derive(Clone, Copy, PartialEq, Hash, Debug)]
//! enum Action { Roll, Hold }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Turn;
//! #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
//! struct Throw;
//!
//! steps! { enum Step of Greed { decisions { Turn, Over } procedures { Throw } } }
//!
//! impl Flow for Greed {
//!     type Action = Action;
//!     fn on_turn(&self) -> Seat { Seat(0) }
//!     fn outcome(&self) -> Outcome { Outcome { winner: (self.points > 0).then_some(Seat(0)), margin: 0 } }
//! }
//!
//! impl Decision<Greed> for Turn {
//!     fn prompt(self, game: &Greed) -> Prompt { Prompt::new(format!("{} points: roll or hold?", game.points), &[]) }
//!     fn choices(self, _: &Greed, out: &mut Vec<Action>) { out.extend([Action::Roll, Action::Hold]) }
//!     fn check<E: Objection>(self, _: &Greed, _: Action) -> Result<(), E> { Ok(()) }
//!     fn effect<J: Journal>(self, game: &mut Greed, action: Action, _: &mut J) {
//!         match action {
//!             Action::Roll => game.flow.call(Throw),
//!             Action::Hold => game.flow.goto(Over),
//!         }
//!     }
//!     fn is_open(self, game: &Greed) -> bool { game.points < 100 }
//!     fn pass<J: Journal>(self, game: &mut Greed, _: &mut J) { game.flow.goto(Over) }
//! }
//!
//! impl Procedure<Greed> for Throw {
//!     type End = u16;
//!     fn throw<D: Dice>(self, _: &Greed, dice: &mut D) -> u16 { dice.roll(Die::D6, Purpose::new("greed", "")) }
//!     fn apply<J: Journal>(self, game: &mut Greed, face: u16, _: &mut J) {
//!         game.flow.done();
//!         if face == 1 {
//!             game.points = 0;
//!             game.flow.goto(Over);
//!         } else {
//!             game.points += face;
//!         }
//!     }
//! }
//!
//! let mut game = Greed { points: 0, flow: Stack::new(Turn) };
//! flow::perform(&mut game, Action::Roll, &mut Scripted::faces(&[5]), &mut ());
//! assert_eq!(game.points, 5);
//! flow::perform(&mut game, Action::Roll, &mut Scripted::faces(&[1]), &mut ());
//! assert_eq!(flow::decider(&game), None);
//! ```

use std::{
    fmt,
    hash::{Hash, Hasher},
};

use crate::{
    Dice, Journal, Logged, Objection, Outcome, Prompt, Seat, Status, TooFine, objection::no, walk::Splitting,
};

/// How deep steps can call each other.
pub const DEPTH: usize = 12;

/// A game that holds a stack of steps, as [`steps!`](crate::steps) has it.
pub trait OnStack {
    /// The steps that it lists.
    type Step: Copy;

    /// Where the sequence of play stands.
    fn flow(&self) -> &Stack<Self::Step>;

    /// The same, to be changed.
    fn flow_mut(&mut self) -> &mut Stack<Self::Step>;
}

/// A game whose sequence of play is a stack of steps.
pub trait Flow: Clone + OnStack<Step: Steps<Self>> {
    /// One small decision: a unit, a hex, done.
    type Action: Copy + PartialEq + Hash + fmt::Debug;

    /// The rule by which the game is over.
    const END: &'static str = "";

    /// Whose turn it is: who decides in every step that does not say otherwise.
    fn on_turn(&self) -> Seat;

    /// How the game ended; asked where nobody decides any more.
    fn outcome(&self) -> Outcome;
}

/// A step that waits for a side to decide one thing.
pub trait Decision<G: Flow>: Copy {
    /// Who decides: the side whose turn it is, unless the step says otherwise; nobody if the game is over.
    fn decider(self, game: &G) -> Option<Seat> {
        Some(game.on_turn())
    }

    /// What is being decided, in words.
    fn prompt(self, game: &G) -> Prompt;

    /// Adds everything that can be decided.
    fn choices(self, game: &G, out: &mut Vec<G::Action>);

    /// Whether the rules allow an action, or why not.
    fn check<E: Objection>(self, game: &G, action: G::Action) -> Result<(), E>;

    /// Carries out an action that is allowed. Dice come in a [`Procedure`] after it.
    fn effect<J: Journal>(self, game: &mut G, action: G::Action, journal: &mut J);

    /// Whether anything is left to decide. Asked whenever the step comes to the top of the stack.
    fn is_open(self, _game: &G) -> bool {
        true
    }

    /// Goes on where nothing is left to decide: back to the caller, unless the step says otherwise.
    fn pass<J: Journal>(self, game: &mut G, _journal: &mut J) {
        game.flow_mut().done();
    }
}

/// A step that runs by itself.
pub trait Procedure<G: Flow>: Copy {
    /// What the dice said: small, and equal where it makes no difference. Not the face of a die but what it means.
    type End: Copy + PartialEq;

    /// Throws the dice, if there are any, and reads them. Whatever takes long was reckoned before.
    fn throw<D: Dice>(self, game: &G, dice: &mut D) -> Self::End;

    /// Carries out what the dice said. [`Journal::face`] knows their faces where somebody listens.
    fn apply<J: Journal>(self, game: &mut G, end: Self::End, journal: &mut J);
}

/// The last step of every game: nobody decides any more. A game lists it among its decisions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Over;

impl<G: Flow> Decision<G> for Over {
    fn decider(self, _: &G) -> Option<Seat> {
        None
    }

    fn prompt(self, _: &G) -> Prompt {
        Prompt::new("the game is over", if G::END.is_empty() { &[] } else { &[G::END] })
    }

    fn choices(self, _: &G, _: &mut Vec<G::Action>) {}

    fn check<E: Objection>(self, _: &G, _: G::Action) -> Result<(), E> {
        no(G::END, "", "the game is over")
    }

    fn effect<J: Journal>(self, _: &mut G, _: G::Action, _: &mut J) {}
}

/// All steps of a game as one type: what [`steps!`](crate::steps) makes.
pub trait Steps<G: Flow>: Copy + Eq + Hash + fmt::Debug {
    /// [`Decision::decider`]; nobody decides in a procedure.
    fn decider(self, game: &G) -> Option<Seat>;
    /// [`Decision::prompt`].
    fn prompt(self, game: &G) -> Prompt;
    /// [`Decision::choices`].
    fn choices(self, game: &G, out: &mut Vec<G::Action>);
    /// [`Decision::check`].
    fn check<E: Objection>(self, game: &G, action: G::Action) -> Result<(), E>;
    /// [`Decision::effect`].
    fn effect<J: Journal>(self, game: &mut G, action: G::Action, journal: &mut J);
    /// Whether this is a decision that is open.
    fn waits(self, game: &G) -> bool;
    /// Runs a procedure, or passes a decision that is not open.
    fn proceed<D: Dice, J: Journal>(self, game: &mut G, dice: &mut D, journal: &mut J);
    /// The same with every throw, for a walk.
    fn split(self, game: &mut G, splitting: &mut Splitting<'_, G>) -> Result<bool, TooFine>;
}

/// Steps that have called each other; the top one is at work. Copied like a number.
#[derive(Clone, Copy)]
pub struct Stack<S> {
    frames: [S; DEPTH],
    depth: u8,
}

impl<S: Copy> Stack<S> {
    /// Only this step, which never returns.
    pub fn new(first: impl Into<S>) -> Self {
        Self { frames: [first.into(); DEPTH], depth: 1 }
    }

    /// The step at work.
    #[inline]
    pub const fn top(&self) -> S {
        self.frames[self.depth as usize - 1]
    }

    /// The steps from the first to the one at work.
    pub fn live(&self) -> &[S] {
        &self.frames[..usize::from(self.depth)]
    }

    /// Calls a step: when it is done, the one at work goes on.
    ///
    /// # Panics
    /// If steps call each other deeper than [`DEPTH`]: the game has a fault.
    #[inline]
    pub fn call(&mut self, step: impl Into<S>) {
        assert!(usize::from(self.depth) < DEPTH, "steps call each other too deep");
        self.frames[usize::from(self.depth)] = step.into();
        self.depth += 1;
    }

    /// Puts a step in the place of the one at work.
    #[inline]
    pub fn goto(&mut self, step: impl Into<S>) {
        self.frames[usize::from(self.depth) - 1] = step.into();
    }

    /// The step at work is done; its caller goes on.
    ///
    /// # Panics
    /// If it has none: the game has a fault.
    #[inline]
    pub fn done(&mut self) {
        assert!(self.depth > 1, "the first step does not return");
        self.depth -= 1;
    }
}

/// Only the steps that are live count.
impl<S: Copy + PartialEq> PartialEq for Stack<S> {
    fn eq(&self, other: &Self) -> bool {
        self.live() == other.live()
    }
}

impl<S: Copy + Eq> Eq for Stack<S> {}

impl<S: Copy + Hash> Hash for Stack<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.live().hash(state);
    }
}

impl<S: Copy + fmt::Debug> fmt::Debug for Stack<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.live()).finish()
    }
}

/// Who decides now; nobody if the game is over.
pub fn decider<G: Flow>(game: &G) -> Option<Seat> {
    game.flow().top().decider(game)
}

/// Who decides now, or how the game ended.
pub fn status<G: Flow>(game: &G) -> Status {
    decider(game).map_or_else(|| Status::Over(game.outcome()), Status::Deciding)
}

/// Whether a step waits for a decision, or the game is over. Unlike [`status`] it may be asked in the middle of a procedure.
pub fn waits<G: Flow>(game: &G) -> bool {
    game.flow().top().waits(game)
}

/// Whether the game is over: a step waits, but for nobody.
pub fn is_over<G: Flow>(game: &G) -> bool {
    waits(game) && decider(game).is_none()
}

/// Carries out an allowed action and goes on to the next decision.
pub fn perform<G: Flow, D: Dice, J: Journal>(game: &mut G, action: G::Action, dice: &mut D, journal: &mut J) {
    game.flow().top().effect(game, action, journal);
    proceed(game, dice, journal);
}

/// Goes on to the next decision.
pub fn proceed<G: Flow, D: Dice, J: Journal>(game: &mut G, dice: &mut D, journal: &mut J) {
    loop {
        let step = game.flow().top();
        if step.waits(game) {
            return;
        }
        step.proceed(game, dice, journal);
    }
}

/// Runs a procedure once; a journal that listens hears the faces of its dice.
pub fn run<G: Flow, P: Procedure<G>, D: Dice, J: Journal>(
    procedure: P,
    game: &mut G,
    dice: &mut D,
    journal: &mut J,
) {
    let end = if J::LISTENS {
        let mut logged = Logged::new(dice);
        let end = procedure.throw(game, &mut logged);
        journal.rolled(&logged.finish().1);
        end
    } else {
        procedure.throw(game, dice)
    };
    procedure.apply(game, end, journal);
}

/// Lists the steps of a game once: makes the enum that its [`Stack`](crate::flow::Stack) holds, a conversion from each
/// step, and [`Steps`](crate::flow::Steps), which passes every question on to the step it is about. The stack is the game's
/// field `flow`.
///
/// ```text
/// steps! { pub enum Step of Ford {
///     decisions { Move, Attack, Retreat, Over }
///     procedures { Battle, Rally }
/// } }
/// ```
///
/// A game that borrows what it is about names the lifetime, and where its stack is:
/// `enum Step of Case<'q> where 'q at state.flow { .. }`.
#[macro_export]
macro_rules! steps {
    ($(#[$about:meta])* $vis:vis enum $name:ident of $game:ty { $($listed:tt)* }) => {
        $crate::steps!(@ [$(#[$about])* $vis enum $name] [$game] [] [flow] $($listed)*);
    };
    ($(#[$about:meta])* $vis:vis enum $name:ident of $game:ty where $life:lifetime at $($place:ident).+ {
        $($listed:tt)*
    }) => {
        $crate::steps!(@ [$(#[$about])* $vis enum $name] [$game] [$life] [$($place).+] $($listed)*);
    };
    (@ [$(#[$about:meta])* $vis:vis enum $name:ident] [$game:ty] [$($life:lifetime)?] [$($place:tt)+]
        decisions { $($decision:ident),* $(,)? }
        procedures { $($procedure:ident),* $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        $vis enum $name {
            $(#[doc = concat!("[`", stringify!($decision), "`].")] $decision($decision),)*
            $(#[doc = concat!("[`", stringify!($procedure), "`].")] $procedure($procedure),)*
        }

        $(impl ::core::convert::From<$decision> for $name {
            #[inline]
            fn from(step: $decision) -> Self {
                Self::$decision(step)
            }
        })*

        $(impl ::core::convert::From<$procedure> for $name {
            #[inline]
            fn from(step: $procedure) -> Self {
                Self::$procedure(step)
            }
        })*

        impl$(<$life>)? $crate::flow::OnStack for $game {
            type Step = $name;

            #[inline]
            fn flow(&self) -> &$crate::flow::Stack<$name> {
                &self.$($place)+
            }

            #[inline]
            fn flow_mut(&mut self) -> &mut $crate::flow::Stack<$name> {
                &mut self.$($place)+
            }
        }

        impl$(<$life>)? $crate::flow::Steps<$game> for $name {
            fn decider(self, game: &$game) -> ::core::option::Option<$crate::Seat> {
                match self {
                    $(Self::$decision(step) => $crate::flow::Decision::decider(step, game),)*
                    $(Self::$procedure(_) => ::core::option::Option::None,)*
                }
            }

            fn prompt(self, game: &$game) -> $crate::Prompt {
                match self {
                    $(Self::$decision(step) => $crate::flow::Decision::prompt(step, game),)*
                    $(Self::$procedure(_) => $crate::Prompt::new("", &[]),)*
                }
            }

            fn choices(
                self,
                game: &$game,
                out: &mut ::std::vec::Vec<<$game as $crate::flow::Flow>::Action>,
            ) {
                match self {
                    $(Self::$decision(step) => $crate::flow::Decision::choices(step, game, out),)*
                    $(Self::$procedure(_) => {})*
                }
            }

            fn check<E: $crate::Objection>(
                self,
                game: &$game,
                action: <$game as $crate::flow::Flow>::Action,
            ) -> ::core::result::Result<(), E> {
                match self {
                    $(Self::$decision(step) => $crate::flow::Decision::check(step, game, action),)*
                    $(Self::$procedure(_) => $crate::objection::no("", "", "nothing is being decided"),)*
                }
            }

            fn effect<J: $crate::Journal>(
                self,
                game: &mut $game,
                action: <$game as $crate::flow::Flow>::Action,
                journal: &mut J,
            ) {
                match self {
                    $(Self::$decision(step) => {
                        $crate::flow::Decision::effect(step, game, action, journal);
                    })*
                    $(Self::$procedure(_) => {})*
                }
            }

            #[inline]
            fn waits(self, game: &$game) -> bool {
                match self {
                    $(Self::$decision(step) => $crate::flow::Decision::is_open(step, game),)*
                    $(Self::$procedure(_) => false,)*
                }
            }

            #[inline]
            fn proceed<D: $crate::Dice, J: $crate::Journal>(
                self,
                game: &mut $game,
                dice: &mut D,
                journal: &mut J,
            ) {
                match self {
                    $(Self::$decision(step) => $crate::flow::Decision::pass(step, game, journal),)*
                    $(Self::$procedure(step) => $crate::flow::run(step, game, dice, journal),)*
                }
            }

            fn split(
                self,
                game: &mut $game,
                splitting: &mut $crate::walk::Splitting<'_, $game>,
            ) -> ::core::result::Result<bool, $crate::TooFine> {
                match self {
                    $(Self::$decision(step) => {
                        $crate::flow::Decision::pass(step, game, &mut ());
                        ::core::result::Result::Ok(true)
                    })*
                    $(Self::$procedure(step) => splitting.split(step, game),)*
                }
            }
        }
    };
}
