//! Files in and out.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read, Write},
    path::Path,
};

use crate::failure::Failure;

/// The bytes of a file, or of standard input for `-`, and the name to speak of it by. `what` is what it should be.
pub fn read(name: &str, what: &'static str, most: u64) -> Result<(String, Vec<u8>), Failure> {
    let shown = if name == "-" { "standard input" } else { name };
    let failed = |error: io::Error| Failure::File { name: shown.to_owned(), error };
    let wrong = |why: String| Failure::NotA { what, name: shown.to_owned(), why };
    let mut bytes = Vec::new();
    if name == "-" {
        io::stdin().take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        if Path::new(name).is_dir() {
            return Err(wrong("it is a folder".into()));
        }
        File::open(name).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    if bytes.len() as u64 > most {
        return Err(wrong(format!("it is larger than {} MiB", most >> 20)));
    }
    Ok((shown.to_owned(), bytes))
}

/// Writes a file that must not be there yet.
pub fn write_new(name: &str, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| match error.kind() {
        ErrorKind::AlreadyExists => {
            Failure::Usage(format!("{name} is there already and is left as it is: name another file"))
        }
        _ => Failure::File { name: name.to_owned(), error },
    };
    let mut file = File::options().write(true).create_new(true).open(name).map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)
}

/// Writes a file as a whole: a failure in between leaves the old one.
pub fn replace(name: &str, text: &str) -> io::Result<()> {
    let fresh = format!("{name}.new");
    fs::write(&fresh, text)?;
    fs::rename(&fresh, name)
}
