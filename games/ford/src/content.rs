//! What the game reads from its files.

use kit::{
    Branch, Content, ContentError, OddsLadder, Seat, Sheet,
    content::{DataFile, Sources},
    map::{HexId, HexMap, HexSet},
    position::{UnitId, Units},
    profile::Profile,
    tactics::WeightFile,
};

/// A set of the 56 hexes.
pub type Hexes = HexSet<1>;

kit::charts! {
    pub struct Tables {
        combat: CombatResult = "combat",
        terrain: i16 = "terrain",
        units: String = "units",
    }
}

/// A cell of the combat table (FORD-CMB-4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CombatResult {
    AttackerLost,
    Nothing,
    Retreat(u8),
    DefenderLost,
}

kit::spelled!(CombatResult {
    "A" => Self::AttackerLost, "-" => Self::Nothing,
    "R1" => Self::Retreat(1), "R2" => Self::Retreat(2), "E" => Self::DefenderLost,
});

kit::cells! {
    /// A unit (FORD-GEN-2).
    #[derive(Debug)]
    pub struct Piece {
        pub name: String = "Unit",
        pub side: String = "Side",
        pub arm: Branch = "Arm",
        pub strength: u8 = "Strength",
        pub movement: u8 = "Movement",
        pub start: String = "Hex",
    }
    /// What terrain does (FORD-MOV-1, FORD-CMB-3).
    #[derive(Debug)]
    pub struct Ground {
        pub cost: u8 = "Cost",
        pub shift: i16 = "Shift",
    }
}

pub const MAP: DataFile<'static> = kit::data_file!("map", "data/map.toml");

/// The numbers that programs weigh by.
pub const WEIGHTS: WeightFile = WeightFile { name: "tactics", text: include_str!("../data/tactics.toml") };

/// The sections of that file.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    pub(crate) worth: Worth,
    pub(crate) judgement: Judgement,
}

kit::weights!(Worth { village, strength, near, loss, kill, retreat, dice });
kit::weights!(Judgement { hope, fear });

#[derive(Debug)]
pub struct FordContent {
    pub tables: Tables,
    pub map: HexMap,
    pub village: HexId,
    pub units: Vec<Piece>,
    pub starts: Vec<HexId>,
    pub ladder: OddsLadder,
    pub river: Ground,
    pub profile: Profile,
    pub weights: Weights,
    ground: Vec<Ground>,
}

impl FordContent {
    pub fn ground(&self, hex: HexId) -> &Ground {
        &self.ground[self.map.layers()[0].at(hex).index()]
    }

    /// The neighbours of a hex on the same bank, and over the ford: as far as a unit reaches without crossing the river.
    pub fn near(&self, hex: HexId) -> Hexes {
        let river = self.map.sides()[0].at(hex);
        self.map.steps(hex).filter(|(way, _)| !river.contains(*way)).map(|(_, to)| to).collect()
    }

    /// The units of a side: those that its name in the profile has in the table.
    pub fn side(&self, seat: Seat) -> Units {
        let name = &self.profile.scenarios[0].sides[usize::from(seat.0)].name;
        (0..self.units.len()).filter(|&unit| self.units[unit].side == *name).map(UnitId::new).collect()
    }
}

impl Content for FordContent {
    const GAME: &'static str = "ford";
    const LEDGER: &'static str = include_str!("../data/ledger.toml");

    fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let tables = Tables::load(sources)?;
        let map = sources.map(MAP.name, MAP.file, MAP.text)?;
        let (roster, terrain, layer) = (tables.units.sheet(), tables.terrain.sheet(), &map.layers()[0]);
        let ground = |value| terrain.row_as(terrain.row(layer.value_name(value))?);
        let hex = |number: &str| map.find(number).map_err(|error| roster.complain(error.to_string()));
        let units: Vec<Piece> = roster.rows_as()?;
        Ok(Self {
            ground: layer.values().map(ground).collect::<Result<_, _>>()?,
            starts: units.iter().map(|piece| hex(&piece.start)).collect::<Result<_, _>>()?,
            village: map
                .place("Lynford")
                .ok_or_else(|| roster.complain("the map has no Lynford".into()))?
                .hex,
            river: terrain.row_as(terrain.row("river")?)?,
            ladder: tables.combat.sheet().ladder(),
            weights: WEIGHTS.read(sources)?,
            profile: Profile::read("data/game.toml", include_str!("../data/game.toml"))?,
            units,
            tables,
            map,
        })
    }

    fn sheets(&self) -> Vec<&Sheet> {
        self.tables.sheets()
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }
}
