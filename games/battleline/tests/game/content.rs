//! The maps and scenarios against the lists of the rulebook.

use std::sync::Arc;

use crate::board::battlefield;
use kit::{Game, Rules, Setup, Throwing, patch::Patch};
use sandtable_battleline::{
    RULEBOOK, Scenario,
    army::{Side, Start, UnitId},
    battlefield::Battlefield,
    content::LineContent,
    game::Battleline,
    ground::{Hexside, Terrain},
    map::MAPS,
};

fn hexes(battle: &Battlefield, wanted: impl Fn(usize) -> bool) -> String {
    let all = battle.map.hexes().filter(|hex| wanted(hex.index()));
    all.map(|hex| battle.number(hex)).collect::<Vec<_>>().join(" ")
}

fn terrain(battle: &Battlefield, kind: Terrain) -> String {
    hexes(battle, |hex| battle.terrain[hex] == kind)
}

fn level(battle: &Battlefield, level: i8) -> String {
    hexes(battle, |hex| battle.level[hex] == level)
}

fn sides(battle: &Battlefield, kind: Hexside) -> Vec<String> {
    let mut all = Vec::new();
    for hex in battle.map.hexes() {
        for (way, other) in battle.steps(hex) {
            if hex < other && battle.hexside(hex, way) == kind {
                all.push(format!("{}/{}", battle.number(hex), battle.number(other)));
            }
        }
    }
    all
}

/// `HAS1 0408 0`, parted by commas, in the order of the file.
fn order_of_battle(battle: &Battlefield, side: Side) -> String {
    let line = |unit: UnitId| {
        let piece = battle.piece(unit);
        match piece.start {
            Start::Placed(hex, facing) => format!("{} {} {}", piece.name, battle.number(hex), facing.index()),
            Start::Arrives { turn, hex, .. } => format!("{} turn {turn} {}", piece.name, battle.number(hex)),
        }
    };
    battle.units_of(side).iter().map(line).collect::<Vec<_>>().join(", ")
}

/// Name, range, bonus, value, host, and a star for the Army commander.
fn leaders(battle: &Battlefield, side: Side) -> String {
    let own =
        battle.leaders_of(side).map(|leader| battle.leader(leader)).filter(|line| line.starts_with.is_some());
    let line = own.map(|line| {
        let star = if line.commands_army { "*" } else { "" };
        let host = &battle.piece(line.starts_with.unwrap()).name;
        format!("{}{star} {} {} {} {host}", line.name, line.range, line.bonus, line.value)
    });
    line.collect::<Vec<_>>().join(", ")
}

fn frame(battle: &Battlefield) -> (u8, u8, u8, Side, [i32; 2]) {
    let levels = [Side::Rome, Side::Enemy].map(|side| battle.sides[side as usize].break_level);
    (*battle.map.columns().end(), *battle.map.rows().end(), battle.turns, battle.first, levels)
}

/// LINE-X-MAP-1, LINE-X-MAP-2, LINE-X-MAP-4, LINE-X-MAP-5: numbers, neighbours, distances and layers.
#[test]
fn maps_are_numbered_and_counted_as_the_rules_say() {
    for source in MAPS {
        let map = kit::map::HexMap::load(source.file, source.text).unwrap();
        let around = |number: &str| {
            let hex = map.find(number).unwrap();
            map.around(hex).map(|next| map.number(next).to_string()).join(" ")
        };
        assert_eq!(around("0505"), "0504 0604 0605 0506 0405 0404", "{}", source.name);
        assert_eq!(around("0606"), "0605 0706 0707 0607 0507 0506", "{}", source.name);
        let distance =
            |one: &str, other: &str| map.distance(map.find(one).unwrap(), map.find(other).unwrap());
        assert_eq!((distance("0505", "0505"), distance("0505", "0905"), distance("0101", "0110")), (0, 4, 9));
    }
}

/// LINE-X-BAL-1, LINE-R42, LINE-X-SEQ-1, LINE-X-LRN-1: the scenario as the rulebook lists it.
#[test]
fn learn_is_as_listed() {
    let battle = battlefield(Scenario::Learn);
    assert_eq!(frame(battle), (10, 10, 5, Side::Rome, [8, 8]));
    assert_eq!(terrain(battle, Terrain::Rough), "");
    assert_eq!(terrain(battle, Terrain::Wood), "0305 0306 0805");
    assert_eq!(terrain(battle, Terrain::Marsh), "");
    assert_eq!(terrain(battle, Terrain::Camp), "");
    assert_eq!(terrain(battle, Terrain::Water), "");
    assert_eq!(level(battle, 1), "0705 0706");
    assert_eq!(level(battle, 2), "");
    let mut found = sides(battle, Hexside::Stream);
    found.sort();
    assert_eq!(found.join(" "), "");
    let mut found = sides(battle, Hexside::River);
    found.sort();
    assert_eq!(found.join(" "), "");
    let mut found = sides(battle, Hexside::Ford);
    found.sort();
    assert_eq!(found.join(" "), "");
    assert_eq!(
        order_of_battle(battle, Side::Rome),
        "HAS1 0408 0, SOC1 0608 0, PRI1 0509 0, VEL1 0507 0, ACV1 0808 0"
    );
    assert_eq!(leaders(battle, Side::Rome), "Legate* 6 1 3 PRI1");
    assert_eq!(
        order_of_battle(battle, Side::Enemy),
        "LIB1 0403 3, GAL1 0603 3, SPA1 0502 3, BAL1 0504 3, NUM1 0203 3"
    );
    assert_eq!(leaders(battle, Side::Enemy), "Captain* 6 1 3 SPA1");
}

/// LINE-X-BAL-1, LINE-R42, LINE-X-SEQ-1: the scenario as the rulebook lists it.
#[test]
fn cannae_is_as_listed() {
    let battle = battlefield(Scenario::Cannae);
    assert_eq!(frame(battle), (26, 20, 10, Side::Enemy, [40, 26]));
    assert_eq!(terrain(battle, Terrain::Rough), "");
    assert_eq!(terrain(battle, Terrain::Wood), "");
    assert_eq!(terrain(battle, Terrain::Marsh), "0301 0302 0319 0320");
    assert_eq!(terrain(battle, Terrain::Camp), "2302 2402");
    assert_eq!(
        terrain(battle, Terrain::Water),
        "0101 0102 0103 0104 0105 0106 0107 0108 0109 0110 0111 0112 0113 0114 0115 0116 0117 0118 0119 0120 0201 0202 0203 0204 0216 0217 0218 0219 0220"
    );
    assert_eq!(
        level(battle, 1),
        "1918 1919 1920 2018 2019 2020 2118 2119 2120 2218 2219 2220 2318 2319 2320 2418 2419 2420"
    );
    assert_eq!(level(battle, 2), "");
    let mut found = sides(battle, Hexside::Stream);
    found.sort();
    assert_eq!(found.join(" "), "");
    let mut found = sides(battle, Hexside::River);
    found.sort();
    assert_eq!(found.join(" "), "");
    let mut found = sides(battle, Hexside::Ford);
    found.sort();
    assert_eq!(found.join(" "), "");
    assert_eq!(
        order_of_battle(battle, Side::Rome),
        "SOC1 0808 3, SOC2 0908 3, HAS1 1008 3, HAS2 1108 3, HAS3 1208 3, HAS4 1308 3, SOC3 1408 3, \
         SOC4 1508 3, SOC5 0807 3, SOC6 0907 3, PRI1 1007 3, PRI2 1107 3, PRI3 1207 3, PRI4 1307 3, \
         SOC7 1407 3, SOC8 1507 3, TRI1 1006 3, TRI2 1206 3, TRI3 1406 3, VEL1 0910 3, VEL2 1110 3, \
         VEL3 1310 3, VEL4 1510 3, RCV1 0409 3, RCV2 0509 3, ACV1 1809 3, ACV2 1909 3, ACV3 2009 3, \
         ACV4 2109 3"
    );
    assert_eq!(leaders(battle, Side::Rome), "Varro* 8 1 6 ACV2, Paullus 6 1 3 RCV1, Servilius 6 1 3 PRI2");
    assert_eq!(
        order_of_battle(battle, Side::Enemy),
        "GAL1 0814 0, SPA1 0914 0, GAL2 1013 0, GAL3 1113 0, SPA2 1212 0, GAL4 1313 0, GAL5 1413 0, \
         SPA3 1514 0, GAL6 1614 0, LIB1 0615 0, LIB2 0616 0, LIB3 1815 0, LIB4 1816 0, HCC1 0313 0, \
         HCC2 0413 0, HCC3 0513 0, HCC4 0314 0, HCC5 0414 0, HCC6 0514 0, NUM1 1913 0, NUM2 2013 0, \
         NUM3 2113 0, NUM4 2213 0, BAL1 1211 0, LSK1 1012 0, LSK2 1412 0, LSK3 0813 0"
    );
    assert_eq!(
        leaders(battle, Side::Enemy),
        "Hannibal* 9 2 6 SPA2, Hasdrubal 6 1 3 HCC2, Hanno 6 1 3 NUM2, Mago 5 1 3 GAL4"
    );
}

/// LINE-X-BAL-1, LINE-R42, LINE-X-SEQ-1: the scenario as the rulebook lists it.
#[test]
fn zama_is_as_listed() {
    let battle = battlefield(Scenario::Zama);
    assert_eq!(frame(battle), (26, 22, 11, Side::Enemy, [23, 34]));
    assert_eq!(terrain(battle, Terrain::Rough), "0204 0304 0305 2318 2418 2419");
    assert_eq!(terrain(battle, Terrain::Wood), "");
    assert_eq!(terrain(battle, Terrain::Marsh), "");
    assert_eq!(terrain(battle, Terrain::Camp), "");
    assert_eq!(terrain(battle, Terrain::Water), "");
    assert_eq!(level(battle, 1), "1221 1222 1321 1322 1422");
    assert_eq!(level(battle, 2), "");
    let mut found = sides(battle, Hexside::Stream);
    found.sort();
    assert_eq!(found.join(" "), "");
    let mut found = sides(battle, Hexside::River);
    found.sort();
    assert_eq!(found.join(" "), "");
    let mut found = sides(battle, Hexside::Ford);
    found.sort();
    assert_eq!(found.join(" "), "");
    assert_eq!(
        order_of_battle(battle, Side::Rome),
        "SOC1 0915 0, HAS1 1115 0, HAS2 1315 0, SOC2 1515 0, SOC3 0917 0, PRI1 1117 0, PRI2 1317 0, \
         SOC4 1517 0, TRI1 1119 0, TRI2 1319 0, VEL1 1014 0, VEL2 1214 0, VEL3 1414 0, NFT1 0716 0, \
         NFT2 1616 0, NFT3 1716 0, RCV1 0415 0, ACV1 0515 0, NUM1 1915 0, NUM2 2015 0, NUM3 2115 0, \
         NUM4 2215 0"
    );
    assert_eq!(leaders(battle, Side::Rome), "Scipio* 9 2 6 PRI1, Laelius 6 1 3 ACV1, Masinissa 6 1 3 NUM2");
    assert_eq!(
        order_of_battle(battle, Side::Enemy),
        "ELE1 0910 3, ELE2 1110 3, ELE3 1310 3, ELE4 1510 3, LIG1 0908 3, LIG2 1008 3, GAL1 1108 3, \
         GAL2 1208 3, LIG3 1308 3, GAL3 1408 3, BAL1 1209 3, LSK1 1009 3, LSK2 1409 3, CIT1 1006 3, \
         CIT2 1106 3, CIT3 1206 3, LEV1 0906 3, LEV2 1306 3, VET1 0804 3, VET2 0904 3, VET3 1004 3, \
         VET4 1204 3, VET5 1304 3, VET6 1404 3, PUC1 0409 3, PUC2 0509 3, NUM5 2009 3, NUM6 2109 3"
    );
    assert_eq!(leaders(battle, Side::Enemy), "Hannibal* 9 2 6 VET3, Tychaeus 5 1 3 NUM5");
}

/// LINE-X-BAL-1, LINE-R42, LINE-X-SEQ-1, LINE-X-CYN-2: the scenario as the rulebook lists it.
#[test]
fn cynoscephalae_is_as_listed() {
    let battle = battlefield(Scenario::Cynoscephalae);
    assert_eq!(frame(battle), (24, 20, 10, Side::Enemy, [13, 34]));
    assert_eq!(terrain(battle, Terrain::Rough), "0209 0312 1009 1410 1509 1612 1810 2013 2109");
    assert_eq!(terrain(battle, Terrain::Wood), "0216 0217 2216 2317");
    assert_eq!(terrain(battle, Terrain::Marsh), "");
    assert_eq!(terrain(battle, Terrain::Camp), "");
    assert_eq!(terrain(battle, Terrain::Water), "");
    assert_eq!(
        level(battle, 1),
        "0108 0111 0208 0211 0308 0311 0408 0411 0508 0511 0608 0611 0708 0711 0808 0811 0908 0911 1008 1011 1108 1109 1110 1111 1208 1209 1210 1211 1308 1309 1310 1311 1408 1411 1508 1511 1608 1611 1708 1711 1808 1811 1908 1911 2008 2011 2108 2111 2208 2211 2308 2311 2408 2411"
    );
    assert_eq!(
        level(battle, 2),
        "0109 0110 0209 0210 0309 0310 0409 0410 0509 0510 0609 0610 0709 0710 0809 0810 0909 0910 1009 1010 1409 1410 1509 1510 1609 1610 1709 1710 1809 1810 1909 1910 2009 2010 2109 2110 2209 2210 2309 2310 2409 2410"
    );
    let mut found = sides(battle, Hexside::Stream);
    found.sort();
    assert_eq!(
        found.join(" "),
        "1413/1414 1413/1514 1513/1514 1514/1613 1613/1614 1613/1714 1713/1714 1714/1813 1813/1814 1813/1914 1913/1914"
    );
    let mut found = sides(battle, Hexside::River);
    found.sort();
    assert_eq!(
        found.join(" "),
        "2013/2014 2013/2114 2113/2114 2114/2213 2213/2314 2313/2314 2314/2413 2413/2414"
    );
    let mut found = sides(battle, Hexside::Ford);
    found.sort();
    assert_eq!(found.join(" "), "2213/2214");
    assert_eq!(
        order_of_battle(battle, Side::Rome),
        "SOC1 0515 0, SOC2 0615 0, HAS1 0715 0, SOC3 0517 0, PRI1 0717 0, TRI1 0618 0, HAS2 1315 0, \
         SOC4 1415 0, PRI2 1317 0, SOC5 1517 0, TRI2 1418 0, ELE1 1414 0, VEL1 0614 0, VEL2 1213 0, \
         AET1 0913 0, AET2 1013 0, TRB3 1113 0, CRE2 0914 0, RCV1 0416 0, ACV1 1616 0, AEC1 1114 0"
    );
    assert_eq!(leaders(battle, Side::Rome), "Flamininus* 9 1 6 HAS1, Eupolemus 5 1 3 AEC1");
    assert_eq!(
        order_of_battle(battle, Side::Enemy),
        "PHA1 0409 3, PHA2 0509 3, PHA3 0609 3, PHA4 0709 3, PEL1 0809 3, MER1 0910 3, TRB1 1010 3, \
         TRB2 1110 3, CRE1 0610 3, MCV1 0310 3, THS1 1210 3, PHA5 1408 3, PHA6 1508 3, \
         PHA7 turn 2 1401, PHA8 turn 2 1601"
    );
    assert_eq!(
        leaders(battle, Side::Enemy),
        "Philip V* 8 1 6 PHA2, Athenagoras 5 1 3 MER1, Nicanor 6 1 3 PHA5"
    );
}

/// A variant is played and reckoned beside the published game.
#[test]
fn variants_live_beside_the_published_game() {
    let cell = |table: &str, row: &str, column: &str, value: &str| {
        format!("[[cell]]\ntable = '{table}'\nrow = '{row}'\ncolumn = '{column}'\nvalue = {value}\n")
    };
    let cells = [
        cell("learn", "side.ROME", "break", "9"),
        cell("units", "HAS", "A", "9"),
        cell("learn map", "0505", "terrain", "'wood'"),
    ];
    let patch = Patch::read("my.toml", &format!("game = 'battleline'\n{}", cells.concat())).unwrap();
    let variant = Rules::<LineContent>::patched(&patch).unwrap().get().battle(Scenario::Learn);
    let published = battlefield(Scenario::Learn);
    let seen = |battle: &Battlefield| {
        let hex = battle.map.find("0505").unwrap();
        let front = battle.piece(battle.unit("HAS1").unwrap()).figures.front;
        (battle.sides[0].break_level, front.attack, battle.terrain[hex.index()])
    };
    assert_eq!((seen(published), seen(variant)), ((8, 5, Terrain::Clear), (9, 9, Terrain::Wood)));
    let setup = Setup { patch: Some(Arc::new(patch.clone())), ..Setup::of("learn") };
    assert_eq!(Battleline::start(&setup).unwrap().battlefield().sides[0].break_level, 9);
    let duel = "[defender]\nunit = 'LIB'\n[[attackers]]\nunit = 'HAS'\n";
    let attack = |patch: Option<&Patch>| {
        let report = RULEBOOK.kind("battle").unwrap().ask(patch, "-", duel, Throwing::Nothing).unwrap();
        report.sums[0].1.clone()
    };
    assert_eq!([attack(None), attack(Some(&patch))], ["5", "9"]);
}
