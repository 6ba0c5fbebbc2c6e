use kit::{Sheet, Table};

use super::*;

fn charts() -> &'static Charts {
    &LineContent::published().charts
}

/// What is said about a table of the game with one thing changed.
fn complaint<T>(
    id: &str,
    from: &str,
    to: &str,
    read: impl FnOnce(&str, &str) -> Result<T, ContentError>,
) -> String {
    let file = format!("data/tables/{id}.toml");
    let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    assert!(text.contains(from), "{from} is in {id}");
    read(&file, &text.replacen(from, to, 1)).err().expect("a complaint").to_string()
}

/// Reads a table whose columns hold different things.
fn mixed<T>(
    read: impl FnOnce(&Sheet) -> Result<T, ContentError>,
) -> impl FnOnce(&str, &str) -> Result<T, ContentError> {
    |file, text| Sheet::load(file, text).and_then(|sheet| read(&sheet))
}

#[test]
fn every_table_file_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data/tables");
    let mut there: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    there.sort();
    let mut listed: Vec<&str> = charts().tables.sheets().iter().map(|sheet| sheet.id.as_str()).collect();
    listed.sort_unstable();
    assert_eq!(there, listed);
}

/// LINE-CRT-3, LINE-CRT-4: nine columns of six cells, each one of seven codes; E once, `ARt` twice.
#[test]
fn line_crt_3_line_crt_4_the_shape_of_table_4() {
    let crt = &charts().tables.crt;
    let heads = ["1-3", "1-2", "1-1", "1.5-1", "2-1", "2.5-1", "3-1", "4-1", ">5-1"];
    assert_eq!(crt.sheet().heads(), heads);
    let cells: Vec<Code> =
        (1..=6).flat_map(|face| (0..9).map(move |column| *crt.look_up(face, column))).collect();
    let count = |code: Code| cells.iter().filter(|&&cell| cell == code).count();
    assert_eq!(Code::ALL.map(count), [2, 5, 12, 14, 13, 7, 1]);
    assert_eq!(*crt.look_up(6, 8), Code::E);
    assert_eq!([*crt.look_up(1, 0), *crt.look_up(2, 0)], [Code::ARt; 2]);
}

/// LINE-CRT-5: codes that begin with A strike the attacker, the others the defender; LINE-RES-23: none of the
/// attacker's eliminates him.
#[test]
fn line_crt_5_line_res_23_whom_each_code_strikes() {
    for code in Code::ALL {
        let result = charts().result(code);
        let attacker = code.to_string().starts_with('A');
        assert_eq!(result.strikes == Struck::Attacker, attacker, "{code}");
        assert_eq!(result.becomes == Becomes::Eliminated, code == Code::E, "{code}");
    }
}

/// Table 2 is read by the places of its lines and columns.
#[test]
fn table_2_stands_in_the_order_of_terrains_lines_and_classes() {
    let costs = charts().tables.movement_costs.sheet();
    let lines: Vec<String> = (0..costs.len()).map(|row| costs.key(row)).collect();
    let known = Terrain::ALL.map(Terrain::name).into_iter().chain(CostLine::ALL.map(CostLine::name));
    assert_eq!(lines, known.collect::<Vec<_>>());
    assert_eq!(costs.heads(), Class::ALL.map(Class::name));
}

/// LINE-DIR-2 to LINE-DIR-9, row by row.
#[test]
fn table_5_is_read_as_printed() {
    let effect = |number| *charts().direction(Row::new(number).unwrap());
    let row = |attack, defence, morale| DirectionEffect { attack, defence, morale };
    assert_eq!(effect(1), row(Some(0), Some(0), 0), "LINE-DIR-2");
    assert_eq!(effect(2), row(Some(-1), Some(0), 0), "LINE-DIR-3");
    assert_eq!(effect(3), row(Some(-2), Some(-1), -1), "LINE-DIR-4, LINE-DIR-5, LINE-DIR-6");
    assert_eq!(effect(4), row(None, None, -3), "LINE-DIR-7, LINE-DIR-8, LINE-DIR-9");
}

/// LINE-X-MAP-3: 0 is row 1, 1 and 5 row 2, 2 and 4 row 3, 3 row 4; LINE-X-STA-2: marching is one worse.
#[test]
fn line_x_map_3_line_x_sta_2_rows_round_a_unit() {
    assert_eq!(Place::ALL.map(|place| charts().row(place).number()), [1, 2, 3, 4, 3, 2]);
    let worse = |number| charts().row_when_marching(Row::new(number).unwrap()).number();
    assert_eq!([1, 2, 3, 4].map(worse), [2, 3, 4, 4]);
}

/// LINE-X-UNI-1, LINE-X-UNI-2: every back follows from its front.
#[test]
fn line_x_uni_2_backs_follow_from_fronts() {
    assert_eq!(charts().units.len(), 30);
    for unit in &charts().units {
        assert_eq!(unit.figures.back, unit.figures.front.disrupted(), "{}", unit.code);
    }
    let elephants = &charts().units.iter().find(|unit| unit.code == "ELE").unwrap().figures;
    assert!(elephants.is(Trait::Terror) && elephants.class == Class::El);
}

/// LINE-X-UNI-3: which classes are foot in close order, mounted, or slip away.
#[test]
fn line_x_uni_3_classes() {
    let those = |wanted: fn(Class) -> bool| {
        let classes: Vec<String> =
            Class::ALL.into_iter().filter(|&class| wanted(class)).map(|c| c.to_string()).collect();
        classes.join(" ")
    };
    assert_eq!(those(|class| charts().class(class).formed), "PH HI");
    assert_eq!(those(|class| charts().class(class).mounted), "HC LC");
    assert_eq!(those(|class| charts().class(class).evades), "LI LC");
}

#[test]
fn a_mistake_is_found_with_its_place() {
    let wrong = complaint("units", "| HI    | 5 | 4", "| HX    | 5 | 4", mixed(lists::units));
    assert!(wrong.starts_with("data/tables/units.toml:8:"), "{wrong}");
    assert!(wrong.contains("found `HX` under `Class`, expected one of PH, HI"), "{wrong}");
    let wrong = complaint("crt", "| >5-1\n", "| 5-1 ?\n", Table::<Code>::load);
    assert!(wrong.contains("expected odds"), "{wrong}");
    let wrong = complaint("crt", "| E\n", "| DE\n", Table::<Code>::load);
    assert!(wrong.contains("DE"), "{wrong}");
    let wrong = complaint("attack-direction", "-3 Morale", "-3 Moral", Table::<DirectionEffect>::load);
    assert!(wrong.contains("found `No Attack possible"), "{wrong}");
    let wrong = complaint("marching", "4   | 4", "4   | 5", Table::<Row>::load);
    assert!(wrong.contains("expected a row of Table 5"), "{wrong}");
    let wrong = complaint("combat-modifiers", "firm front", "firm fronts", mixed(Sheet::rows_as::<Modifier>));
    assert!(wrong.contains("found `firm fronts`"), "{wrong}");
    let wrong = complaint(
        "values",
        "fear of elephants",
        "fear of mice     ",
        mixed(|sheet| sheet.column_as::<Values>("Number")),
    );
    assert!(wrong.contains("found no row `fear of elephants`"), "{wrong}");
    let wrong =
        complaint("movement-costs", "| no | 3  | 2  | 2", "| np | 3  | 2  | 2", Table::<StepPrice>::load);
    assert!(wrong.contains("found `np`"), "{wrong}");
}
