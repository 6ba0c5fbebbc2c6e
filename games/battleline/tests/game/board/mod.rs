//! Positions in a few words, for tests.
#![allow(clippy::large_types_passed_by_value, reason = "positions are handed on like numbers")]

use std::sync::{Arc, LazyLock};

use kit::{
    Game, Refusal, Scripted,
    content::DataFile,
    map::{HexId, HexMap},
};
use sandtable_battleline::{
    action::Action,
    army::{LeaderId, Side, UnitId},
    battle::situation::HouseRules,
    battlefield::{Battlefield, Scenario},
    content::LineContent,
    facing::Direction,
    field::{Field, Mark, Post},
    game::Battleline,
};

pub mod reading;

const ARMIES: &str = "
title = 'Trials'
map = 'plain'
turns = 6
first = 'ROME'
[side.ROME]
name = 'Rome'
break = 30
[side.ROME.leaders]
Masinissa = 'PRI1'
Laelius = 'ACV1'
[side.ROME.units]
HAS1 = '0101 facing 0'
HAS2 = '0201 facing 0'
PRI1 = '0301 facing 0'
PRI2 = '0401 facing 0'
TRI1 = '0501 facing 0'
SOC1 = '0601 facing 0'
SOC2 = '0701 facing 0'
VEL1 = '0801 facing 0'
VEL2 = '0901 facing 0'
RCV1 = '1001 facing 0'
ACV1 = '1101 facing 0'
PEL1 = '1201 facing 0'
PHA1 = '0102 facing 0'
ELE1 = '0202 facing 0'
AET1 = '0302 facing 0'
CRE1 = '0402 facing 0'
NUM1 = '0502 facing 0'
[side.CART]
name = 'Carthage'
break = 30
[side.CART.leaders]
Hasdrubal = 'LIB1'
Mago = 'GAL1'
[side.CART.units]
LIB1 = '0112 facing 3'
LIB2 = '0212 facing 3'
SPA1 = '0312 facing 3'
GAL1 = '0412 facing 3'
GAL2 = '0512 facing 3'
GAL3 = '0612 facing 3'
BAL1 = '0712 facing 3'
BAL2 = '0812 facing 3'
HCC1 = '0912 facing 3'
NUM2 = '1012 facing 3'
ELE2 = '1112 facing 3'
PHA2 = '1212 facing 3'
LEV1 = '0111 facing 3'
CIT1 = '0211 facing 3'
VEL3 = '0311 facing 3'
";

/// A battle of the game.
pub fn battlefield(scenario: Scenario) -> &'static Battlefield {
    LineContent::published().battle(scenario)
}

fn own(scenario: Scenario, map: &str) -> &'static Battlefield {
    let map = Arc::new(HexMap::load("trial map", map).unwrap_or_else(|error| panic!("{error}")));
    let charts = LineContent::published().charts.clone();
    let source = DataFile { name: "trial", file: "trial", text: ARMIES };
    let battle = Battlefield::read(charts, scenario, &map, source).unwrap_or_else(|error| panic!("{error}"));
    Box::leak(Box::new(battle))
}

/// 20 x 20 hexes, all clear and level.
pub fn plain() -> &'static Battlefield {
    static PLAIN: LazyLock<&'static Battlefield> = LazyLock::new(|| {
        let row = |number: i32, sign: &str| format!("{number:02}  {}", sign.repeat(20));
        let rows = |sign: &str| (1..=20).map(|number| row(number, sign)).collect::<Vec<_>>().join("\n");
        own(
            Scenario::Learn,
            &format!(
                "title = 'plain'\nlayout = 'flat, even columns down'\ncolumns = '01-20'\nrows = '01-20'\n\
                 [layer.terrain]\nlegend = {{ '.' = 'clear' }}\ndrawn = '''\n{}\n'''\n\
                 [layer.level]\nlegend = {{ 0 = '0' }}\ndrawn = '''\n{}\n'''\n",
                rows("."),
                rows("0")
            ),
        )
    });
    *PLAIN
}

/// 12 x 12 hexes with every terrain, levels from 0 to 3 and every hexside.
pub fn wild() -> &'static Battlefield {
    static WILD: LazyLock<&'static Battlefield> = LazyLock::new(|| {
        own(
            Scenario::Learn,
            "
title = 'wild'
layout = 'flat, even columns down'
columns = '01-12'
rows = '01-12'
[layer.terrain]
legend = { '.' = 'clear', r = 'rough', w = 'wood', m = 'marsh', c = 'camp', '~' = 'water' }
drawn = '''
01  ............
02  ............
03  ..r..w...m..
04  .rrw.ww..mm.
05  ..r..w..~...
06  ....c..~~...
07  ..m.c.......
08  ..mm...r.w..
09  .....rr..ww.
10  ......w.....
11  ............
12  ............
'''
[layer.level]
legend = { 0 = '0', 1 = '1', 2 = '2', 3 = '3' }
drawn = '''
01  000000000000
02  000000011100
03  000000122100
04  000000123100
05  011000122100
06  011000011000
07  000000000000
08  000033000000
09  000033000000
10  110000000022
11  110000000022
12  000000000000
'''
[side.stream]
brook = '0206/0207 0306/0307 0307/0406 0406/0407 0406/0507'
[side.river]
deep = '0809/0810 0809/0910 0909/0910 0909/1009 0909/1008'
[side.ford]
ford = '0810/0910'
",
        )
    });
    *WILD
}

/// The empty plain.
pub fn empty() -> Field {
    Field::empty(plain())
}

/// A field to which units are added in a few words.
pub trait Describe {
    /// `HAS1 0506 0`, parted by commas: name, hex, facing; then what else holds: `disrupted`, `marching`, `moved`.
    fn put(self, words: &str) -> Self;
    /// A leader with a unit.
    fn led(self, leader: &str, unit: &str) -> Self;
    fn unit(&self, name: &str) -> UnitId;
    fn leader(&self, name: &str) -> LeaderId;
    fn hex_at(&self, number: &str) -> HexId;
    /// Where a unit is, facing which way: `0506 0`, with ` D` if it is Disrupted; `gone` if it is not on the map.
    fn shows(&self, name: &str) -> String;
}

impl Describe for Field {
    fn put(mut self, words: &str) -> Self {
        for piece in words.split(',') {
            let words: Vec<&str> = piece.split_whitespace().collect();
            let unit = self.unit(words[0]);
            let hex = self.hex_at(words[1]);
            let facing = Direction::try_from(words[2].parse::<u8>().unwrap()).unwrap();
            if self.hex(unit).is_some() {
                self.move_to(unit, hex);
                self.turn(unit, facing);
            } else {
                self.place(unit, hex, facing);
            }
            for word in &words[3..] {
                let mark = match *word {
                    "disrupted" => Mark::Disrupted,
                    "marching" => Mark::Marching,
                    "moved" => Mark::Moved,
                    other => panic!("{other}"),
                };
                self.set(unit, mark, true);
            }
        }
        self
    }

    fn led(mut self, leader: &str, unit: &str) -> Self {
        let (leader, unit) = (self.leader(leader), self.unit(unit));
        self.attach(leader, unit);
        self
    }

    fn unit(&self, name: &str) -> UnitId {
        self.battlefield().unit(name).unwrap_or_else(|| panic!("no unit {name}"))
    }

    fn leader(&self, name: &str) -> LeaderId {
        let leaders = &self.battlefield().leaders;
        LeaderId::new(leaders.iter().position(|leader| leader.name == name).unwrap())
    }

    fn hex_at(&self, number: &str) -> HexId {
        self.battlefield().map.find(number).unwrap()
    }

    fn shows(&self, name: &str) -> String {
        let unit = self.unit(name);
        let Some(hex) = self.hex(unit).some() else { return "gone".to_owned() };
        let disrupted = if self.is(unit, Mark::Disrupted) { " D" } else { "" };
        format!("{} {}{disrupted}", self.battlefield().number(hex), self.facing(unit).index())
    }
}

/// A game in which decisions are written as a person writes them.
pub trait Play: Sized {
    /// Decides, one line after the other; a line may end with its dice: `fight [3]`.
    fn play(self, lines: &str) -> Self;
    /// Why a decision is refused.
    fn refuses(&self, line: &str) -> Refusal;
    /// What is listed, as it is written, parted by commas.
    fn lists(&self) -> String;
}

impl Play for Battleline {
    fn play(mut self, lines: &str) -> Self {
        for line in lines.split([';', '\n']).map(str::trim).filter(|line| !line.is_empty()) {
            let (words, dice) = line.split_once('[').unwrap_or((line, ""));
            let faces: Vec<u16> =
                dice.trim_end_matches(']').split_whitespace().map(|face| face.parse().unwrap()).collect();
            let action = self.read(words).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
            let mut dice = Scripted::faces(&faces);
            self.apply(&action, &mut dice, &mut ()).unwrap_or_else(|refusal| panic!("{line}: {refusal}"));
            dice.finish().unwrap_or_else(|misfit| panic!("{line}: {misfit}"));
            let mut listed = Vec::new();
            self.actions(&mut listed);
            assert!(!listed.is_empty() || self.verdict().is_some(), "{line}: a dead end");
        }
        self
    }

    fn refuses(&self, line: &str) -> Refusal {
        let action = match self.read(line) {
            Ok(action) => action,
            Err(refusal) => return refusal,
        };
        let refusal = self.check(&action).expect_err(line);
        let mut listed: Vec<Action> = Vec::new();
        self.actions(&mut listed);
        assert!(!listed.contains(&action), "{line} is listed and refused");
        refusal
    }

    fn lists(&self) -> String {
        let mut listed = Vec::new();
        self.actions(&mut listed);
        listed.iter().map(|action| self.write(action)).collect::<Vec<_>>().join(", ")
    }
}

/// The game at the start of a side's Movement Phase on a turn.
pub fn movement(field: Field, side: Side, turn: u8) -> Battleline {
    Battleline::at(field, HouseRules::default(), turn, side)
}

/// The same in the Combat Phase, nobody having moved.
pub fn combat(field: Field, side: Side) -> Battleline {
    combat_with(field, side, HouseRules::default())
}

pub fn combat_with(field: Field, side: Side, house_rules: HouseRules) -> Battleline {
    let mut game = Battleline::at(field, house_rules, 1, side);
    while !matches!(game.step(), sandtable_battleline::flow::Step::Combat(_)) {
        game = game.play("done");
    }
    game
}

/// A refusal must name its clause, give its reason in a sentence and say who is responsible.
pub fn assert_refused(refusal: &Refusal, clause: &str, responsible: &[&str]) {
    assert_eq!(refusal.clause.0, clause, "{refusal}");
    for who in responsible {
        assert!(refusal.responsible.iter().any(|it| it == who), "{who} in: {refusal}");
    }
    assert!(refusal.reason.split_whitespace().count() > 3, "{refusal}");
}

/// A generator of positions.
pub struct Chance(u64);

impl Chance {
    pub const fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// 0 to `sides` - 1.
    pub fn below(&mut self, sides: usize) -> usize {
        // SplitMix64: positions are the same on every machine.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % sides as u64) as usize
    }

    pub fn one_in(&mut self, sides: usize) -> bool {
        self.below(sides) == 0
    }

    /// A legal position: crowds round one hex, facing anywhere, in all conditions, some with leaders.
    pub fn position(&mut self, battlefield: &'static Battlefield) -> Field {
        let mut field = Field::empty(battlefield);
        let map = &battlefield.map;
        let hexes: Vec<HexId> = map.hexes().collect();
        let centre = hexes[self.below(hexes.len())];
        let reach = 2 + self.below(7) as u32;
        let near: Vec<HexId> = hexes.into_iter().filter(|&hex| map.distance(hex, centre) <= reach).collect();
        for place in 0..battlefield.pieces.len() {
            let unit = UnitId::new(place);
            let hex = near[self.below(near.len())];
            let class = battlefield.piece(unit).figures.class;
            let free = field.unit_in(hex).is_none() && battlefield.entry_price(class, hex).is_some();
            if !free || self.one_in(4) {
                continue;
            }
            field.place(unit, hex, Direction::ALL[self.below(6)]);
            field.set(unit, Mark::Disrupted, self.one_in(4));
            if !field.is(unit, Mark::Disrupted) {
                field.set(unit, Mark::Marching, self.one_in(12));
            }
            field.set(unit, Mark::Received, self.one_in(16));
        }
        for place in 0..battlefield.leaders.len() {
            let leader = LeaderId::new(place);
            let friends: Vec<UnitId> = field.units_of(battlefield.leader(leader).side).iter().collect();
            if !friends.is_empty() && self.one_in(2) {
                field.attach(leader, friends[self.below(friends.len())]);
            }
        }
        field.invariants().unwrap();
        field
    }
}

pub const SIDES: [Side; 2] = [Side::Rome, Side::Enemy];

/// All battles of the game and the trial grounds.
pub fn everywhere() -> Vec<&'static Battlefield> {
    let mut all: Vec<_> = Scenario::ALL.into_iter().map(battlefield).collect();
    all.extend([plain(), wild()]);
    all
}

/// Whether somebody is a leader's host, for tests that look at posts.
pub fn host(field: &Field, leader: &str) -> String {
    match field.post(field.leader(leader)) {
        Post::With(unit) => field.name(unit).to_owned(),
        Post::Homeless(_) => "homeless".to_owned(),
        Post::Gone => "gone".to_owned(),
    }
}
