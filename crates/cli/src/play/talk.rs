//! What is said to the people at the terminal, and what they answer.

use std::io::{self, BufRead, ErrorKind, Read, Write};

use crate::{
    draw::{Page, clean},
    failure::Failure,
};

/// A longer line is no answer of a person.
const MOST_BYTES: u64 = 4_096;

/// Both directions, and the page being written.
pub struct Talk<'t> {
    input: &'t mut dyn BufRead,
    output: &'t mut dyn Write,
    /// Whether what is typed is written too: nobody sees it being typed in a script.
    echo: bool,
    pub page: Page,
}

impl<'t> Talk<'t> {
    /// An empty page.
    pub fn new(input: &'t mut dyn BufRead, output: &'t mut dyn Write, echo: bool) -> Self {
        Self { input, output, echo, page: Page::new() }
    }

    /// Sends the page.
    pub fn send(&mut self) -> Result<(), Failure> {
        let text = self.page.take();
        let sent = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        sent.map_err(|error| Failure::File { name: "standard output".into(), error })
    }

    /// Sends the page and a question; the answer without blanks around it, or nothing when nobody answers any more.
    pub fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        self.page.words(question);
        self.send()?;
        let mut line = Vec::new();
        let read = Read::take(&mut *self.input, MOST_BYTES).read_until(b'\n', &mut line);
        let line = match read {
            Ok(0) => return Ok(None),
            Ok(_) => String::from_utf8_lossy(&line).trim().to_owned(),
            Err(error) if error.kind() == ErrorKind::Interrupted => String::new(),
            Err(error) => return Err(failed(error)),
        };
        if self.echo {
            self.page.line(&clean(&line));
        }
        Ok(Some(line))
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::File { name: "standard input".into(), error }
}
