//! Reading a scenario's file.

use kit::{
    ContentError,
    content::{DataFile, Sources, read_toml},
    position::{UnitId, Units},
};
use serde::Deserialize;

use super::{
    Edge, Entry, Formation, Member, Objective, OffBoard, PLATOONS, Platoon, PlatoonId, PlatoonKind, Prize,
    Rectangle, Scenario, Suggestion,
};
use crate::{
    charts::{self, Class, HeavyWeapon},
    spotting::Visibility,
    state::{MEN, Side, UNITS},
};

/// The scenarios with their files.
pub const SCENARIOS: [DataFile<'static>; 3] = [
    kit::data_file!("skir-learn", "data/scenarios/skir-learn.toml"),
    kit::data_file!("skir-workshop", "data/scenarios/skir-workshop.toml"),
    kit::data_file!("skir-height", "data/scenarios/skir-height.toml"),
];

/// Tables are measured in cm, the rules in mm.
const MM: i32 = 10;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    width: i32,
    depth: i32,
    turns: u8,
    visibility: Visibility,
    sides: [String; 2],
    first: String,
    deploys_first: String,
    home: [Edge; 2],
    wins_by: [i32; 2],
    #[serde(rename = "objective")]
    objectives: Vec<ObjectiveText>,
    #[serde(rename = "platoon")]
    platoons: Vec<PlatoonText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveText {
    name: String,
    #[serde(default)]
    piece: Option<String>,
    #[serde(default)]
    circle: Option<[i32; 3]>,
    worth: i32,
    holder: String,
    checks: Vec<(u8, i32)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PlatoonText {
    name: String,
    side: String,
    #[serde(default)]
    kind: PlatoonKind,
    #[serde(default)]
    deploy: Option<[i32; 4]>,
    #[serde(default)]
    enters: Option<EntryText>,
    #[serde(default)]
    weapon: Option<String>,
    #[serde(default)]
    guns: u8,
    #[serde(default)]
    cs: u8,
    #[serde(default)]
    cr: u8,
    #[serde(default, rename = "unit")]
    units: Vec<UnitText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryText {
    turn: u8,
    edge: Edge,
    from: i32,
    to: i32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitText {
    name: String,
    chart: String,
    #[serde(default)]
    at: [i32; 2],
    #[serde(default)]
    facing: u16,
    #[serde(default)]
    formation: Formation,
    #[serde(default)]
    floor: u8,
    #[serde(default)]
    aboard: Option<String>,
}

/// What the unit charts offer a scenario.
#[derive(Clone, Copy)]
pub(crate) struct Stock<'c> {
    pub(crate) units: &'c [charts::Unit],
    pub(crate) heavy: &'c [HeavyWeapon],
}

/// All scenarios.
pub(crate) fn scenarios(sources: &Sources<'_>, stock: Stock<'_>) -> Result<Vec<Scenario>, ContentError> {
    let load = |source: DataFile<'static>| {
        let text = sources.text(source.name, source.text)?;
        let source = DataFile { text: &text, ..source };
        let file: File = read_toml(source.file, source.text)?;
        Muster { stock, sides: file.sides.clone() }
            .scenario(source.name, file)
            .map_err(|(about, message)| source.mistake_at(&about, message))
    };
    SCENARIOS.into_iter().chain(FOR_TESTS).map(load).collect()
}

/// What a mistake is about, and what it is.
type Complaint = (String, String);

struct Muster<'c> {
    stock: Stock<'c>,
    sides: [String; 2],
}

impl Muster<'_> {
    fn side(&self, name: &str) -> Result<Side, Complaint> {
        let known = Side::BOTH.into_iter().find(|side| self.sides[*side as usize] == name);
        known.ok_or_else(|| (name.to_owned(), format!("there is no side `{name}`")))
    }

    fn scenario(&self, name: &'static str, file: File) -> Result<Scenario, Complaint> {
        let mut scenario = Scenario {
            name,
            sides: file.sides,
            width: file.width * MM,
            depth: file.depth * MM,
            turns: file.turns,
            visibility: file.visibility,
            first: self.side(&file.first)?,
            deploys_first: self.side(&file.deploys_first)?,
            home: file.home,
            wins_by: file.wins_by,
            muster: Vec::new(),
            armies: [Units::NONE; 2],
            platoons: Vec::new(),
            objectives: file
                .objectives
                .into_iter()
                .map(|text| self.objective(text))
                .collect::<Result<_, _>>()?,
        };
        if file.platoons.len() > PLATOONS {
            return Err(("[[platoon]]".to_owned(), format!("at most {PLATOONS} platoons")));
        }
        let mut men = 0;
        for (text, place) in file.platoons.into_iter().zip(0..) {
            self.platoon(&mut scenario, text, PlatoonId(place), &mut men)?;
        }
        if scenario.muster.len() > UNITS || men > MEN {
            return Err(("[[platoon]]".to_owned(), format!("at most {UNITS} units and {MEN} men")));
        }
        Ok(scenario)
    }

    fn objective(&self, text: ObjectiveText) -> Result<Objective, Complaint> {
        let prize = match (text.piece, text.circle) {
            (Some(piece), None) => Prize::Piece(piece),
            (None, Some([x, y, radius])) => Prize::Circle(x * MM, y * MM, radius * MM),
            _ => return Err((text.name.clone(), "an objective is a piece or a circle".to_owned())),
        };
        let holder = self.side(&text.holder)?;
        Ok(Objective { name: text.name, prize, worth: text.worth, holder, checks: text.checks })
    }

    fn platoon(
        &self,
        scenario: &mut Scenario,
        text: PlatoonText,
        id: PlatoonId,
        men: &mut usize,
    ) -> Result<(), Complaint> {
        let side = self.side(&text.side)?;
        let commander = UnitId::new(scenario.muster.len());
        let mut members = Units::NONE;
        let aboard: Vec<Option<String>> = text.units.iter().map(|unit| unit.aboard.clone()).collect();
        for unit in text.units {
            members.insert(UnitId::new(scenario.muster.len()));
            let is_commander = scenario.muster.len() == commander.index();
            let member = self.member(scenario, unit, (side, id), is_commander, men)?;
            scenario.muster.push(member);
        }
        for (carrier, rider) in aboard.into_iter().zip(commander.index()..) {
            let Some(name) = carrier else { continue };
            let place = scenario.muster.iter().position(|known| known.name == name);
            let unknown = || (name.clone(), format!("there is no unit `{name}` in the platoon or before it"));
            let carrier = UnitId::new(place.ok_or_else(unknown)?);
            scenario.muster[rider].suggestion.carrier = Some(carrier);
        }
        let off_board = match text.weapon {
            None => None,
            Some(weapon) => {
                let place = self.stock.heavy.iter().position(|known| known.id == weapon);
                let weapon = place.ok_or_else(|| (weapon.clone(), format!("no heavy weapon `{weapon}`")))?;
                Some(OffBoard { weapon, guns: text.guns, cs: text.cs, cr: text.cr })
            }
        };
        if (text.kind == PlatoonKind::OffBoard) != off_board.is_some() {
            return Err((text.name.clone(), "an off-board battery has a weapon, others have not".to_owned()));
        }
        let [west, east, south, north] = text.deploy.unwrap_or_default().map(|cm| cm * MM);
        let enters = text.enters.map(|entry| Entry {
            turn: entry.turn,
            edge: entry.edge,
            from: entry.from * MM,
            to: entry.to * MM,
        });
        scenario.armies[side as usize] |= members;
        scenario.platoons.push(Platoon {
            name: text.name,
            side,
            kind: text.kind,
            members,
            commander,
            deploys: Rectangle { west, east, south, north },
            enters,
            off_board,
        });
        Ok(())
    }

    fn member(
        &self,
        scenario: &Scenario,
        text: UnitText,
        (side, platoon): (Side, PlatoonId),
        is_commander: bool,
        men: &mut usize,
    ) -> Result<Member, Complaint> {
        let place = self.stock.units.iter().position(|known| known.id == text.chart);
        let place =
            place.ok_or_else(|| (text.chart.clone(), format!("the unit charts know no `{}`", text.chart)))?;
        if scenario.muster.iter().any(|known| known.name == text.name) {
            return Err((text.name.clone(), format!("two units are called `{}`", text.name)));
        }
        let chart = &self.stock.units[place];
        let first_man = u8::try_from(*men).map_err(|_| (text.name.clone(), "too many men".to_owned()))?;
        *men += usize::from(chart.men);
        let serves = matches!(chart.class, Class::Vehicle(_) | Class::Gun | Class::Mortar);
        Ok(Member {
            chart: place,
            side,
            platoon,
            first_man,
            men: chart.men,
            // Note to the charts: the first of a platoon of vehicles or guns is a lieutenant.
            cr: if is_commander && serves { chart.cr.max(LIEUTENANT) } else { chart.cr },
            radio: chart.radio || is_commander && chart.radio_of_commander,
            suggestion: Suggestion {
                x: text.at[0],
                y: text.at[1],
                facing: text.facing % 360,
                formation: text.formation,
                floor: text.floor,
                carrier: None,
            },
            name: text.name,
        })
    }
}

/// SKIR-GEN-2.
const LIEUTENANT: u8 = 2;

/// The proving ground of the tests, after the scenarios of the game.
#[cfg(not(test))]
const FOR_TESTS: [DataFile<'static>; 0] = [];

#[cfg(test)]
const FOR_TESTS: [DataFile<'static>; 1] = [kit::data_file!("skir-proving", "src/testing/armies.toml")];
