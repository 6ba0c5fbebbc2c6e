//! Where a store is.

use std::{
    fmt,
    path::{Path, PathBuf},
};

/// Where games are kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// In a file in this folder.
    Folder(PathBuf),
    /// In a database: its address, which may hold a password.
    Postgres(String),
}

impl Place {
    /// The place that an address names.
    pub fn read(address: &str) -> Result<Self, String> {
        if address.starts_with("postgres://") || address.starts_with("postgresql://") {
            return Ok(Self::Postgres(address.to_owned()));
        }
        Err(format!(
            "`{}` is no store: say postgres://USER@HOST/DATABASE, or leave it out for a file in --data",
            address.split('@').next_back().unwrap_or_default()
        ))
    }
}

impl fmt::Display for Place {
    /// Without the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => folder.display().fmt(f),
            Self::Postgres(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", url));
                let rest = rest.split('?').next().unwrap_or_default();
                let (user, at) = rest.rsplit_once('@').unwrap_or(("", rest));
                let user = user.split(':').next().unwrap_or_default();
                let sign = if user.is_empty() { "" } else { "@" };
                write!(f, "{scheme}://{user}{sign}{at}")
            }
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<P: AsRef<Path>> From<P> for Place {
    fn from(folder: P) -> Self {
        Self::Folder(folder.as_ref().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        let place = Place::read("postgres://anna:p@ss@db.example.org:5433/games?password=x").unwrap();
        assert_eq!(place.to_string(), "postgres://anna@db.example.org:5433/games");
        assert_eq!(
            format!("{:?}", Place::read("postgresql://localhost/g").unwrap()),
            "postgresql://localhost/g"
        );
        assert!(!Place::read("mysql://anna:secret@db/x").unwrap_err().contains("secret"));
    }
}
