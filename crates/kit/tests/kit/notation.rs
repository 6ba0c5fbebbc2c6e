//! How decisions are written, read and pointed at.

use sandtable_kit::{
    Pointed, Taken,
    map::{HexId, HexMap},
    notation,
    notation::{Arg, Notation, OnMap},
};

/// Units `GD`, `GD a` and `5 (with tanks)`, and the hexes of a small map.
struct Names(HexMap);

impl OnMap for Names {
    fn map(&self) -> &HexMap {
        &self.0
    }
}

const UNITS: [&str; 3] = ["GD", "GD a", "5 (with tanks)"];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Unit(u16);

impl Arg<Names> for Unit {
    fn write(self, _: &Names, out: &mut String) {
        out.push_str(UNITS[usize::from(self.0)]);
    }
    fn read(text: &str, _: &Names) -> Result<Self, String> {
        let known = UNITS.iter().position(|name| name.eq_ignore_ascii_case(text));
        known.map(|place| Self(place as u16)).ok_or_else(|| format!("there is no unit `{text}`"))
    }
    fn point(self, at: &mut Pointed) {
        at.unit(sandtable_kit::CounterId(self.0));
    }
    fn take(from: &mut Taken<'_>) -> Option<Self> {
        from.unit().map(|unit| Self(unit.0))
    }
}

notation! {
    enum Action by Names {
        Attack(unit: Unit, hex: HexId) = ["attack" hex "with" unit];
        Advance(unit: Unit, hex: HexId, on: Option<HexId>) = ["advance" unit hex on];
        Rout(unit: Unit, hexes: u8) = ["rout" unit hexes];
        IndexA = ["index" "A"];
        IndexB = ["index" "B"];
        Done = ["done"];
    }
}

fn names() -> Names {
    let text = "title = 'Two'\nlayout = 'flat, even columns down'\ncolumns = '01-02'\nrows = '01-01'\n\
         [layer.terrain]\nlegend = { '.' = 'clear' }\ndrawn = '''\n01  ..\n'''\n";
    Names(HexMap::load("two.toml", text).unwrap())
}

#[test]
fn what_is_written_is_read_and_pointed_at_and_back() {
    let names = names();
    let [one, two] = ["0101", "0201"].map(|number| names.0.find(number).unwrap());
    for (action, text, verb) in [
        (Action::Attack(Unit(2), one), "attack 0101 with 5 (with tanks)", "attack"),
        (Action::Advance(Unit(1), one, None), "advance GD a 0101", "advance"),
        (Action::Advance(Unit(0), one, Some(two)), "advance GD 0101 0201", "advance"),
        (Action::Rout(Unit(1), 3), "rout GD a 3", "rout"),
        (Action::IndexB, "index B", "index B"),
        (Action::Done, "done", "done"),
    ] {
        assert_eq!(action.write(&names), text);
        assert_eq!(Action::read(text, &names), Ok(action));
        assert_eq!(Action::read(&text.to_ascii_uppercase(), &names), Ok(action));
        let mut at = Pointed::default();
        action.points_at(&mut at);
        assert_eq!(at.verb, verb);
        let mut taken = Taken::from(&at);
        assert_eq!(Action::formed(verb, &mut taken), Some(action));
        assert!(taken.is_empty());
    }
    assert_eq!(Action::IndexA.write(&names), "index A");
    let mut at = Pointed::default();
    Action::Attack(Unit(2), two).points_at(&mut at);
    assert_eq!((at.units.len(), at.hexes), (1, vec![two]));
    assert_eq!(Action::formed("attack", &mut Taken::from(&Pointed::default())), None);
}

#[test]
fn what_cannot_be_read_says_what_is_wrong() {
    let complaint = |text: &str| Action::read(text, &names()).unwrap_err().to_string();
    assert_eq!(complaint("rout GD b 3"), "there is no unit `GD b`");
    assert!(complaint("advance GD a 0909").contains("0909"));
    assert_eq!(complaint("rout 3"), "`rout 3` cannot be read; the order is `rout UNIT HEXES`");
    assert_eq!(complaint(" index C"), "`index C` cannot be read; the order is `index A` or `index B`");
    assert_eq!(
        complaint("dance"),
        "`dance` is no order; orders begin with attack, advance, rout, index, done"
    );
    assert_eq!(complaint("advance"), "`advance` cannot be read; the order is `advance UNIT HEX [HEX]`");
    assert!(complaint("").starts_with("`` is no order"));
}
