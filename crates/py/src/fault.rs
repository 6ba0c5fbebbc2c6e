//! What goes wrong becomes an exception with the sentence that everybody reads.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use kit::{Problem, RecordError, Refusal, SetupError, batch::Failed};
use lab::LabError;
use pyo3::{create_exception, exceptions::PyException, prelude::*};

create_exception!(sandtable, SandtableError, PyException, "Whatever Sandtable has to say against something.");
create_exception!(sandtable, Refused, SandtableError, "The rules do not allow it, and why.");
create_exception!(
    sandtable,
    Misconfigured,
    SandtableError,
    "A game, scenario, option or player that there is not."
);
create_exception!(sandtable, Unanswerable, SandtableError, "A question, table or patch that cannot be read.");
create_exception!(
    sandtable,
    BadRecord,
    SandtableError,
    "A record that cannot be played again, and its line."
);
create_exception!(sandtable, LabFailed, SandtableError, "A run that cannot be begun or finished.");
create_exception!(
    sandtable,
    GameFailed,
    SandtableError,
    "The program has failed; seed and record lead there again."
);

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("SandtableError", py.get_type::<SandtableError>())?;
    module.add("Refused", py.get_type::<Refused>())?;
    module.add("Misconfigured", py.get_type::<Misconfigured>())?;
    module.add("Unanswerable", py.get_type::<Unanswerable>())?;
    module.add("BadRecord", py.get_type::<BadRecord>())?;
    module.add("LabFailed", py.get_type::<LabFailed>())?;
    module.add("GameFailed", py.get_type::<GameFailed>())
}

/// An error on its way to Python.
#[derive(Debug)]
pub enum Fault {
    Refused(Refusal),
    Setup(String),
    Question(String),
    Record(RecordError),
    Lab(String),
    Failed(Failed),
}

impl Fault {
    /// A name that nothing has.
    pub fn unknown<'k>(what: &str, name: &str, known: impl Iterator<Item = &'k str>) -> Self {
        let name: String = name.chars().take(60).collect();
        Self::Setup(format!(
            "there is no {what} `{name}`; there are: {}",
            known.collect::<Vec<_>>().join(", ")
        ))
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<SetupError> for Fault {
    fn from(error: SetupError) -> Self {
        Self::Setup(error.0)
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Refused(refusal) => Self::Refused(refusal),
            other => Self::Question(other.to_string()),
        }
    }
}

impl From<kit::ContentError> for Fault {
    fn from(error: kit::ContentError) -> Self {
        Self::Question(error.to_string())
    }
}

impl From<RecordError> for Fault {
    fn from(error: RecordError) -> Self {
        Self::Record(error)
    }
}

impl From<LabError> for Fault {
    fn from(error: LabError) -> Self {
        Self::Lab(error.to_string())
    }
}

impl From<Failed> for Fault {
    fn from(failed: Failed) -> Self {
        Self::Failed(failed)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        Python::attach(|py| match fault {
            Fault::Setup(words) => Misconfigured::new_err(words),
            Fault::Question(words) => Unanswerable::new_err(words),
            Fault::Lab(words) => LabFailed::new_err(words),
            Fault::Refused(refusal) => {
                let error = Refused::new_err(refusal.to_string());
                let value = error.value(py);
                let units: Vec<u16> = refusal.units.iter().map(|unit| unit.0).collect();
                let _ = value.setattr("clause", refusal.clause.0);
                let _ = value.setattr("reason", &refusal.reason);
                let _ = value.setattr("responsible", &refusal.responsible);
                let _ = value.setattr("hexes", &refusal.hexes);
                let _ = value.setattr("units", units);
                error
            }
            Fault::Record(error) => {
                let raised = BadRecord::new_err(error.to_string());
                let _ = raised.value(py).setattr("line", error.line);
                raised
            }
            Fault::Failed(failed) => {
                let error = GameFailed::new_err(failed.to_string());
                let _ = error.value(py).setattr("seed", failed.seed);
                let _ = error.value(py).setattr("record", failed.record);
                error
            }
        })
    }
}

/// Runs something that must not let a panic through; `lost` tells of the game that it happened in.
pub fn guarded<T>(
    lost: impl FnOnce() -> (u64, String),
    run: impl FnOnce() -> Result<T, Fault>,
) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|payload| {
        let (seed, record) = lost();
        Err(Fault::Failed(Failed { seed, words: words_of(payload), record }))
    })
}

fn words_of(payload: Box<dyn Any + Send>) -> String {
    match payload.downcast::<String>() {
        Ok(words) => *words,
        Err(payload) => payload.downcast_ref::<&str>().map_or("without a word", |words| words).to_owned(),
    }
}
