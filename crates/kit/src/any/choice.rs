//! What can be decided, in notation, with the counter and the hexes it speaks of.

use serde::Serialize;

use crate::{Hint, View, map::HexMap};

/// Something that can be decided.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    /// As it is typed.
    pub text: String,
    /// The first counter that it names.
    pub unit: Option<String>,
    /// The hexes that it names, in order.
    pub hexes: Vec<String>,
    /// How it can be shown before it is decided on.
    pub hint: Hint,
}

/// Finds what texts point at. A notation names counters and hexes as the view and the map do, so the words say it.
pub(super) fn pointing(texts: Vec<(String, Hint)>, view: &View, map: Option<&HexMap>) -> Vec<Choice> {
    let mut names: Vec<&str> = view.counters.iter().map(|counter| counter.name.as_str()).collect();
    // `GD a` before `GD`: the longest name that fits is meant.
    names.sort_unstable_by_key(|name| (std::cmp::Reverse(name.len()), *name));
    names.dedup();
    let point = |(text, hint): (String, Hint)| {
        let found = names.iter().filter_map(|name| Some((place(&text, name)?, *name)));
        let unit = found.min_by_key(|&(at, _)| at).map(|(_, name)| name.to_owned());
        let rest = unit.as_ref().map_or_else(|| text.clone(), |name| text.replacen(name.as_str(), "", 1));
        let is_hex = |word: &&str| map.is_some_and(|map| map.find(word).is_ok());
        let hexes = words(&rest).filter(is_hex).map(str::to_owned).collect();
        Choice { text, unit, hexes, hint }
    };
    texts.into_iter().map(point).collect()
}

/// Where a name stands in a text, not as a part of a longer word.
fn place(text: &str, name: &str) -> Option<usize> {
    let free = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '.');
    text.match_indices(name)
        .find(|&(at, _)| free(text[..at].chars().next_back()) && free(text[at + name.len()..].chars().next()))
        .map(|(at, _)| at)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counter;

    fn counter(name: &str) -> Counter {
        Counter { name: name.into(), place: "0101".into(), ..Counter::default() }
    }

    #[test]
    fn words_point_at_counters_and_hexes() {
        let map = HexMap::load(
            "two.toml",
            "title = 'Two'\nlayout = 'flat, even columns down'\ncolumns = '01-02'\nrows = '01-01'\n\
             [layer.terrain]\nlegend = { '.' = 'clear' }\ndrawn = '''\n01  ..\n'''\n",
        )
        .unwrap();
        let counters = ["GD", "GD a", "5", "78.ID"].map(counter).to_vec();
        let view = View { counters, ..View::default() };
        let texts = ["move GD a 0101-0201", "move 78.ID 0109", "attack 0201 with 5", "done 55"];
        let found =
            pointing(texts.map(|text| (text.to_owned(), Hint::default())).to_vec(), &view, Some(&map));
        let units: Vec<Option<&str>> = found.iter().map(|choice| choice.unit.as_deref()).collect();
        assert_eq!(units, [Some("GD a"), Some("78.ID"), Some("5"), None]);
        let hexes: Vec<Vec<String>> = found.into_iter().map(|choice| choice.hexes).collect();
        assert_eq!(hexes, [vec!["0101", "0201"], vec![], vec!["0201"], vec![]]);
    }
}
