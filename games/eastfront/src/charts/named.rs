//! Things that a player calls by name.

/// Things by their names, in whatever case.
#[derive(Debug)]
pub(super) struct Named<T> {
    /// In the order of their keys.
    things: Vec<(u128, String, T)>,
}

/// The first sixteen letters in small, as one number: a battle looks up every unit, and numbers compare at once.
fn key(name: &str) -> u128 {
    name.bytes().take(16).fold(0, |key, letter| key << 8 | u128::from(letter.to_ascii_lowercase()))
}

impl<T> FromIterator<(String, T)> for Named<T> {
    fn from_iter<I: IntoIterator<Item = (String, T)>>(things: I) -> Self {
        let mut things: Vec<_> = things.into_iter().map(|(name, thing)| (key(&name), name, thing)).collect();
        things.sort_by_key(|&(key, ..)| key);
        Self { things }
    }
}

impl<T> Named<T> {
    /// The one with this name.
    pub(super) fn find(&self, name: &str) -> Option<&T> {
        let key = key(name);
        let start = self.things.partition_point(|&(known, ..)| known < key);
        let mut alike = self.things[start..].iter().take_while(|&&(known, ..)| known == key);
        alike.find(|(_, known, _)| known.eq_ignore_ascii_case(name)).map(|(.., thing)| thing)
    }

    /// What they are called, in the order of their names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.things.iter().map(|(_, name, _)| name.as_str())
    }

    /// All of them.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.things.iter().map(|(.., thing)| thing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case_however_long() {
        let names = ["G-2K", "g-2ka", "A place with a long name", "A place with a longer name"];
        let all: Named<usize> = names.into_iter().map(str::to_owned).zip(0..).collect();
        for (place, name) in names.into_iter().enumerate() {
            assert_eq!(all.find(&name.to_uppercase()), Some(&place));
        }
        assert_eq!(all.find("A place with a long"), None);
        assert_eq!(all.find(""), None);
    }
}
