//! What questions say of units.

/// Declares what a question says of a unit: these groups of fields, each of which means the same wherever it is asked,
/// and then its own fields.
macro_rules! said {
    ($(#[$about:meta])* pub struct $name:ident: $($group:ident)+ { $($own:tt)* }) => {
        said!(@ [$(#[$about])* $name { $($own)* }] {} $($group)+);
    };

    (@ $head:tt { $($fields:tt)* } unit $($more:ident)*) => {
        said!(@ $head { $($fields)*
            /// Its type.
            pub unit: $crate::troops::Unit,
            /// What it is called; left out: the code of its type.
            pub name: Option<String>,
        } $($more)*);
    };
    (@ $head:tt { $($fields:tt)* } status $($more:ident)*) => {
        said!(@ $head { $($fields)*
            /// Which face shows: good-order or disrupted.
            #[serde(default)]
            pub status: $crate::troops::Status,
        } $($more)*);
    };
    (@ $head:tt { $($fields:tt)* } marching $($more:ident)*) => {
        said!(@ $head { $($fields)*
            /// Whether it has a Marching marker.
            #[serde(default)]
            pub marching: bool,
        } $($more)*);
    };
    (@ $head:tt { $($fields:tt)* } leaders $($more:ident)*) => {
        said!(@ $head { $($fields)*
            /// Leaders in its hex.
            #[serde(default)]
            pub leaders: Vec<$crate::troops::LeaderName>,
        } $($more)*);
    };
    (@ $head:tt { $($fields:tt)* } terrain $($more:ident)*) => {
        said!(@ $head { $($fields)*
            /// The terrain of its hex.
            #[serde(default)]
            pub terrain: $crate::ground::Terrain,
        } $($more)*);
    };
    (@ $head:tt { $($fields:tt)* } level $($more:ident)*) => {
        said!(@ $head { $($fields)*
            /// The level of its hex.
            #[serde(default)]
            pub level: i8,
        } $($more)*);
    };
    (@ $head:tt { $($fields:tt)* } position $($more:ident)*) => {
        said!(@ $head { $($fields)*
            /// Its hex, if positions are given by hexes; then every unit has hex and facing.
            pub hex: Option<$crate::facing::Hex>,
            /// Its facing on the map, 0 north to 5 north-west, if positions are given by hexes.
            pub facing: Option<$crate::facing::Direction>,
        } $($more)*);
    };
    (@ $head:tt { $($fields:tt)* } way_out $($more:ident)*) => {
        said!(@ $head { $($fields)*
            /// Whether a retreat by its tactical movement can end in a safe hex.
            #[serde(default)]
            pub retreat: WayOut,
            /// Whether a rout by twice its tactical movement can end in a safe hex; elephants run by their lanes instead.
            #[serde(default)]
            pub rout: WayOut,
            /// The friends through whose hexes its rout leads, in that order.
            #[serde(default)]
            pub rout_passes: Vec<Passed>,
            /// For elephants: what stands in the six ways they may run, besides the units of this combat.
            #[serde(default)]
            pub lanes: Vec<Lane>,
            /// Whether no other unit of its side is on the map.
            #[serde(default)]
            pub last_of_army: bool,
        } $($more)*);
    };

    (@ [$(#[$about:meta])* $name:ident { $($own:tt)* }] { $($fields:tt)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $name { $($fields)* $($own)* }

        impl $name {
            /// Its own name, or the code of its type.
            pub(crate) fn called(&self) -> &str {
                self.name.as_deref().unwrap_or_else(|| self.unit.code())
            }
        }
    };
}
