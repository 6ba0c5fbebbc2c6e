//! Dice rolled on the table before the person who types their faces.

use kit::{Dice, Die, Purpose, Rolled};

use super::talk::Talk;
use crate::failure::Failure;

/// Where dice come from.
pub enum Source {
    /// The program rolls.
    Rolled(Rolled),
    /// People roll.
    Real,
}

/// Dice that are asked for. A rule cannot be interrupted in the middle of its dice: whoever stops answering leaves a run
/// of which nothing may be used, and [`Asked::finish`] says so.
pub struct Asked<'a, 't> {
    talk: &'a mut Talk<'t>,
    stopped: bool,
    failure: Option<Failure>,
}

impl<'a, 't> Asked<'a, 't> {
    /// Asks in this talk.
    pub fn new(talk: &'a mut Talk<'t>) -> Self {
        Self { talk, stopped: false, failure: None }
    }

    /// Whether every die was answered.
    pub fn finish(self) -> Result<bool, Failure> {
        self.failure.map_or(Ok(!self.stopped), Err)
    }
}

impl Dice for Asked<'_, '_> {
    fn roll(&mut self, die: Die, purpose: Purpose) -> u16 {
        let clause =
            if purpose.clause.0.is_empty() { String::new() } else { format!(" ({})", purpose.clause) };
        while !self.stopped {
            let question = format!("Roll a {die} for {}{clause}: ", purpose.what);
            match self.talk.ask(&question) {
                Ok(Some(words)) if words == "stop" => self.stopped = true,
                Ok(Some(words)) => match words.parse() {
                    Ok(face) if (1..=die.sides()).contains(&face) => return face,
                    _ => self.talk.page.line(&format!(
                        "A {die} shows 1 to {}. Type what it shows, or `stop` to take the decision back.",
                        die.sides()
                    )),
                },
                Ok(None) => self.stopped = true,
                Err(failure) => {
                    self.stopped = true;
                    self.failure = Some(failure);
                }
            }
        }
        1
    }
}
