//! Terrain, hexsides and what they cost.

kit::spelled! {
    /// The terrain of a hex (LINE-X-MAP-5), in the order of Table 2.
    #[derive(Default, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Terrain {
        /// Open ground.
        #[default]
        Clear = "clear",
        /// Broken ground.
        Rough = "rough",
        /// Trees.
        Wood = "wood",
        /// Soft ground.
        Marsh = "marsh",
        /// A fortified camp.
        Camp = "camp",
        /// River or sea: nobody enters.
        Water = "water",
    }
}

impl From<Terrain> for u8 {
    fn from(terrain: Terrain) -> Self {
        terrain as Self
    }
}

kit::spelled! {
    /// What runs along a hexside (LINE-X-MAP-5).
    #[derive(Default, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum Hexside {
        /// Nothing.
        #[default]
        Open = "open",
        /// A stream.
        Stream = "stream",
        /// A ford in a river.
        Ford = "ford",
        /// A river: no step and no attack across it.
        River = "river",
    }
}

impl Hexside {
    /// Stream or ford: passable water.
    pub const fn is_shallow(self) -> bool {
        matches!(self, Self::Stream | Self::Ford)
    }
}
