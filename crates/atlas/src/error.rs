//! What can be wrong with geography.

use std::fmt;

use kit::ContentError;

/// A mistake in one of the files of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// At a line and column.
    Text(ContentError),
    /// In a feature of the geography.
    Feature {
        /// The file.
        file: String,
        /// Which feature: its number from 1, its kind and name as far as it has them.
        feature: String,
        /// What was found and what was expected.
        message: String,
    },
}

impl From<ContentError> for Error {
    fn from(error: ContentError) -> Self {
        Self::Text(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Feature { file, feature, message } => write!(f, "{file}: {feature}: {message}"),
        }
    }
}

impl std::error::Error for Error {}
