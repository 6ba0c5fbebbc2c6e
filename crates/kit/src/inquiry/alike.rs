//! Names like the one that was typed.

use std::cmp::Reverse;

/// The names most like `wanted`, the most alike first: at most `most`, and none that is not like it at all.
///
/// A name that holds what was typed, or begins with the same number, is alike whatever else it holds.
///
/// ```
/// use sandtable_kit::inquiry::alike;
/// let units = ["1.Pz a", "8 GRK", "80 RD", "8 TK"];
/// assert_eq!(alike("8 GKR", units, 4), ["8 GRK", "8 TK"]);
/// assert_eq!(alike("pz", units, 4), ["1.Pz a"]);
/// assert!(alike("zzz", units, 4).is_empty());
/// ```
pub fn alike<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>, most: usize) -> Vec<&'n str> {
    let wanted: Vec<char> = letters(wanted).take(LONGEST).collect();
    let mut found: Vec<(usize, Reverse<usize>, &str)> = Vec::new();
    for name in names {
        let known: Vec<char> = letters(name).take(LONGEST).collect();
        let holds = !wanted.is_empty() && known.windows(wanted.len()).any(|part| part == wanted);
        let numbered = !number(&wanted).is_empty() && number(&wanted) == number(&known);
        let changes = changes(&wanted, &known);
        // Half of the letters may be wrong: unit names are short.
        if holds || numbered || changes * 2 <= wanted.len() {
            found.push((changes, Reverse(common_start(&wanted, &known)), name));
        }
    }
    // Of names as like as each other those that begin alike come first, then those that stand first in their list.
    found.sort_by_key(|&(changes, start, _)| (changes, start));
    found.into_iter().take(most).map(|(.., name)| name).collect()
}

/// `; did you mean ...?`, or nothing where nothing is like it.
pub fn did_you_mean<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let alike = alike(wanted, names, 4);
    if alike.is_empty() { String::new() } else { format!("; did you mean {}?", alike.join(", ")) }
}

/// No name is longer, and nobody waits for the likeness of a book.
const LONGEST: usize = 64;

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase)
}

/// The digits that a name begins with.
fn number(name: &[char]) -> &[char] {
    let end = name.iter().position(|letter| !letter.is_ascii_digit()).unwrap_or(name.len());
    &name[..end]
}

fn common_start(one: &[char], other: &[char]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// How many letters must be put in, left out, changed or swapped with the next to make one name of the other.
fn changes(from: &[char], to: &[char]) -> usize {
    let width = to.len() + 1;
    let mut rows: Vec<Vec<usize>> = vec![(0..width).collect()];
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let above = &rows[i];
            let mut least = (above[j] + usize::from(a != b)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
#[path = "../../tests/unit/alike.rs"]
mod tests;
