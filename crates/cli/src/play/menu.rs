//! Numbered choices: all of them where they fit, else by unit, by kind, by column of hexes.

use std::collections::BTreeMap;

use kit::{
    CounterId, View,
    any::{Choice, Proposal},
};

use crate::draw::{Page, clean, pad, width};

/// More choices than this are put into groups.
const MOST: usize = 60;

/// A number that can be typed.
pub enum Item {
    /// A decision.
    Do(Box<Choice>),
    /// Decisions that begin alike.
    Open(String, Vec<Choice>),
}

/// What counters are called.
#[derive(Default)]
pub struct Names(BTreeMap<CounterId, String>);

impl Names {
    /// Those that a view shows.
    pub fn of(view: &View) -> Self {
        Self(view.counters.iter().map(|counter| (counter.id, counter.name.clone())).collect())
    }

    /// The first counter that a choice names.
    fn first(&self, choice: &Choice) -> Option<&str> {
        self.0.get(choice.units.first()?).map(String::as_str)
    }
}

/// What can be typed by number.
pub struct Menu {
    items: Vec<Item>,
    /// Whether this is only a part of what can be decided.
    pub inner: bool,
}

impl Menu {
    /// Everything that can be decided.
    pub fn all(choices: Vec<Choice>, names: &Names) -> Self {
        Self { items: sorted_out(choices, names), inner: false }
    }

    /// A part of it.
    pub fn part(choices: Vec<Choice>, names: &Names) -> Self {
        Self { items: sorted_out(choices, names), inner: true }
    }

    /// What a number stands for.
    pub fn pick(&self, number: usize) -> Option<&Item> {
        self.items.get(number.checked_sub(1)?)
    }

    /// The decision that a number stands for.
    pub fn decision(&self, number: usize) -> Option<String> {
        match self.pick(number)? {
            Item::Do(choice) => Some(choice.text.clone()),
            Item::Open(..) => None,
        }
    }

    /// The only decision, if there is just one.
    pub fn only(&self) -> Option<&Choice> {
        match self.items.as_slice() {
            [Item::Do(choice)] => Some(choice),
            _ => None,
        }
    }

    /// Writes the list in as many columns as there is room for; `hint` adds a few words to a choice.
    pub fn show(&self, hint: &dyn Fn(&Choice) -> String, page: &mut Page) {
        let numbers = self.items.len().to_string().len();
        let name = |item: &Item| match item {
            Item::Do(choice) => clean(&choice.text),
            Item::Open(label, _) => clean(label),
        };
        let names = self.items.iter().map(|item| width(&name(item))).max().unwrap_or(0);
        let cell = |(index, item): (usize, &Item)| {
            let words = match item {
                Item::Do(choice) => hint(choice),
                Item::Open(_, choices) => format!("... {} choices", choices.len()),
            };
            format!("{:>numbers$}  {}  {}", index + 1, pad(&name(item), names), clean(&words))
        };
        let cells: Vec<String> =
            self.items.iter().enumerate().map(cell).map(|cell| cell.trim_end().to_owned()).collect();
        let widest = cells.iter().map(|cell| width(cell)).max().unwrap_or(0) + 3;
        let columns = (page.width().saturating_sub(2) / widest).clamp(1, 4);
        let rows = cells.len().div_ceil(columns);
        for row in 0..rows {
            let line: String = cells.iter().skip(row).step_by(rows).map(|cell| pad(cell, widest)).collect();
            page.line(&format!("  {line}"));
        }
        if self.inner {
            page.line(&format!("  {:>numbers$}  back to everything", 0));
        }
    }
}

/// The choices that words can mean: those that name the unit or hex, else those that begin so.
pub fn meant(choices: &[Choice], names: &Names, typed: &str) -> Vec<Choice> {
    let wanted = typed.to_lowercase();
    let is_meant = |choice: &&Choice| {
        names.first(choice).is_some_and(|unit| unit.to_lowercase() == wanted)
            || choice.hexes.contains(&wanted)
    };
    let begins = |choice: &&Choice| choice.text.to_lowercase().starts_with(&wanted);
    let found: Vec<Choice> = choices.iter().filter(is_meant).cloned().collect();
    if found.is_empty() { choices.iter().filter(begins).cloned().collect() } else { found }
}

/// What somebody has typed the name of.
pub enum Named {
    /// A counter.
    Unit(CounterId),
    /// A hex.
    Hex(String),
}

/// The first choice of every kind with what was named in the place of its own hex or unit: what the person might have
/// wanted to decide.
pub fn instead(choices: &[Choice], named: &Named) -> Vec<Proposal> {
    let mut proposals: Vec<Proposal> = Vec::new();
    for choice in choices {
        let mut proposal = Proposal::from(choice);
        match named {
            Named::Unit(unit) => {
                let Some(own) = proposal.units.first_mut() else { continue };
                *own = *unit;
            }
            Named::Hex(hex) => {
                let Some(own) = proposal.hexes.last_mut() else { continue };
                own.clone_from(hex);
            }
        }
        if proposals.iter().all(|known| known.verb != proposal.verb) {
            proposals.push(proposal);
        }
    }
    proposals
}

/// Groups choices by the first of several ways that makes the list short.
fn sorted_out(choices: Vec<Choice>, names: &Names) -> Vec<Item> {
    if choices.len() <= MOST {
        return choices.into_iter().map(|choice| Item::Do(Box::new(choice))).collect();
    }
    let ways: [&dyn Fn(&Choice) -> String; 4] =
        [&|choice| by_unit(choice, names), &by_hex, &by_column, &first_word];
    let mut grouped: Vec<Vec<(String, Vec<Choice>)>> = ways.iter().map(|way| groups(&choices, way)).collect();
    let short = grouped.iter().position(|groups| (2..=MOST).contains(&groups.len()));
    let splits = |groups: &Vec<_>| groups.len() > 1 && groups.len() < choices.len();
    let Some(way) = short.or_else(|| grouped.iter().rposition(splits)) else {
        return choices.into_iter().map(|choice| Item::Do(Box::new(choice))).collect();
    };
    let item = |(label, mut group): (String, Vec<Choice>)| match group.len() {
        1 => Item::Do(Box::new(group.remove(0))),
        _ => Item::Open(label, group),
    };
    grouped.swap_remove(way).into_iter().map(item).collect()
}

/// Groups in the order in which they are met.
fn groups(choices: &[Choice], key: &dyn Fn(&Choice) -> String) -> Vec<(String, Vec<Choice>)> {
    let mut groups: Vec<(String, Vec<Choice>)> = Vec::new();
    for choice in choices {
        let label = key(choice);
        match groups.iter_mut().find(|(known, _)| *known == label) {
            Some((_, group)) => group.push(choice.clone()),
            None => groups.push((label, vec![choice.clone()])),
        }
    }
    groups
}

fn first_word(choice: &Choice) -> String {
    choice.text.split(' ').next().unwrap_or("").to_owned()
}

/// `attack 331` of `attack 0504 with 331`.
fn by_unit(choice: &Choice, names: &Names) -> String {
    let word = first_word(choice);
    names.first(choice).map_or_else(|| word.clone(), |unit| format!("{word} {unit}"))
}

/// `attack 0504` of `attack 0504 with 331`.
fn by_hex(choice: &Choice) -> String {
    let word = first_word(choice);
    choice.hexes.last().map_or_else(|| word.clone(), |hex| format!("{word} {hex}"))
}

/// `attack 05..` of `attack 0504 with 331`.
fn by_column(choice: &Choice) -> String {
    let word = first_word(choice);
    let column = choice.hexes.last().and_then(|hex| hex.get(..2));
    column.map_or_else(|| word.clone(), |column| format!("{word} {column}.."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(unit: &str, hex: &str) -> Choice {
        Choice {
            text: format!("move {unit} {hex}"),
            units: vec![CounterId(unit.parse().unwrap())],
            hexes: vec![hex.into()],
            ..Choice::default()
        }
    }

    fn names() -> Names {
        Names([331, 20].map(|unit| (CounterId(unit), unit.to_string())).into())
    }

    fn labels(items: &[Item]) -> Vec<String> {
        let label = |item: &Item| match item {
            Item::Do(choice) => choice.text.clone(),
            Item::Open(label, group) => format!("{label}: {}", group.len()),
        };
        items.iter().map(label).collect()
    }

    #[test]
    fn few_choices_stand_one_by_one() {
        let menu = Menu::all(vec![choice("331", "0504"), choice("331", "0505")], &names());
        assert_eq!(labels(&menu.items), ["move 331 0504", "move 331 0505"]);
        assert!(menu.pick(0).is_none() && menu.pick(3).is_none() && menu.only().is_none());
    }

    #[test]
    fn many_choices_are_found_by_unit_then_by_hex() {
        let mut choices: Vec<Choice> = Vec::new();
        for unit in ["331", "20"] {
            choices
                .extend((0..70).map(|hex| choice(unit, &format!("{:02}{:02}", 1 + hex / 10, 1 + hex % 10))));
        }
        choices.push(Choice { text: "done".into(), ..Choice::default() });
        let menu = Menu::all(choices, &names());
        assert_eq!(labels(&menu.items), ["move 331: 70", "move 20: 70", "done"]);
        let Some(Item::Open(_, group)) = menu.pick(1) else { panic!("a group") };
        let inner = Menu::part(group.clone(), &names());
        assert_eq!(labels(&inner.items)[..2], ["move 01..: 10", "move 02..: 10"]);
    }

    #[test]
    fn what_cannot_be_grouped_is_listed_in_full() {
        let alike: Vec<Choice> =
            (0..70).map(|_| Choice { text: "pass".into(), ..Choice::default() }).collect();
        assert_eq!(Menu::all(alike, &names()).items.len(), 70);
    }
}
