//! What can become of a game.

use super::{GameRow, Print, StepRow, TalkRow};

/// Something to be kept.
#[derive(Debug)]
pub enum Change {
    /// A new game, with the decisions it begins with.
    Begin {
        /// The game.
        game: Box<GameRow>,
        /// The decisions.
        steps: Vec<StepRow>,
    },
    /// A decision.
    Step {
        /// The game.
        game: String,
        /// Its number, counted from 1.
        step: u64,
        /// The decision.
        row: StepRow,
        /// Whether the game is over with it.
        over: bool,
    },
    /// The last decisions are taken back.
    Undo {
        /// The game.
        game: String,
        /// How many decisions stand.
        steps: u64,
        /// The revision it makes.
        revision: u64,
    },
    /// A side gives up.
    Resign {
        /// The game.
        game: String,
        /// Who.
        seat: u8,
        /// The revision it makes.
        revision: u64,
    },
    /// Another secret for a seat, which opens it beside the old one until it is used.
    Renew {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
        /// What is kept of it.
        print: Print,
    },
    /// The new secret of a seat was used: the old one ends.
    Renewed {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
    },
    /// An open seat was taken: its new secret was used.
    Taken {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
        /// When, in seconds since 1970, if it was the last open one.
        begun: Option<u64>,
    },
    /// What a seat has said goes, with its player's name and where it wanted to be told of its turns.
    Unsay {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
    },
    /// Another dice box: somebody has contributed.
    Dice {
        /// The game.
        game: String,
        /// The box as JSON.
        dice: String,
    },
    /// Where to tell that it is a seat's turn.
    Webhook {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
        /// The address.
        url: Option<String>,
    },
    /// What the player in a seat calls himself.
    Player {
        /// The game.
        game: String,
        /// The seat.
        seat: u8,
        /// The name; empty to be nobody in particular again.
        name: String,
    },
    /// A game goes, with all that belongs to it.
    Delete {
        /// The game.
        game: String,
    },
    /// Nothing: whether it can be written is the question.
    Probe {
        /// Milliseconds since 1970.
        now: u64,
    },
    /// Somebody says something to the other players.
    Say {
        /// The game.
        game: String,
        /// What.
        row: TalkRow,
    },
}

impl Change {
    /// The game that it changes; none where it is about the store itself.
    pub fn game(&self) -> Option<&str> {
        match self {
            Self::Begin { game, .. } => Some(&game.id),
            Self::Step { game, .. }
            | Self::Undo { game, .. }
            | Self::Resign { game, .. }
            | Self::Renew { game, .. }
            | Self::Renewed { game, .. }
            | Self::Taken { game, .. }
            | Self::Unsay { game, .. }
            | Self::Dice { game, .. }
            | Self::Webhook { game, .. }
            | Self::Player { game, .. }
            | Self::Delete { game }
            | Self::Say { game, .. } => Some(game),
            Self::Probe { .. } => None,
        }
    }
}
