//! The same types for the page: `web/src/types.ts` is made of them, and a test says when it is out of date.

use std::{fmt::Write as _, fs};

use ts_rs::{Config, TS};

use super::{
    Area, AreaKind, Arrow, Back, Badge, Branch, Counter, Echelon, Figure, Ground, HexNote, Hint, HintKind,
    Look, Mark, MarkKind, Overlay, ScoreLine, Spot, Tone, Trace, View,
};
use crate::{
    ChartCell, Event, Fact, Prompt, Refusal, Report, Seat,
    any::{Choice, Step},
    game, inquiry,
    reckoning::LineText,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/types.ts");

fn add<T: TS>(text: &mut String, config: &Config) {
    writeln!(text, "\nexport {}", T::decl(config)).expect("a string takes all");
}

fn types() -> String {
    let config = &Config::new();
    let mut text =
        "// Made from the Rust types. To make it anew: UPDATE_TYPES=1 cargo test -p sandtable-kit types\n"
            .to_owned();
    macro_rules! all {
        ($($kind:ty),* $(,)?) => { $(add::<$kind>(&mut text, config);)* };
    }
    all![
        Seat,
        game::Outcome,
        Prompt,
        View,
        Counter,
        Figure,
        Back,
        Badge,
        Tone,
        Branch,
        Echelon,
        Spot,
        Mark,
        MarkKind,
        Arrow,
        Ground,
        Area,
        AreaKind,
        ScoreLine,
        Overlay,
        HexNote,
        Look,
        Trace,
        Choice,
        Hint,
        HintKind,
        Step,
        Event,
        ChartCell,
        Refusal,
        Report,
        LineText,
        Fact,
        inquiry::Chart,
        inquiry::Outcome,
        inquiry::Expected,
        inquiry::RolledOutcome,
        inquiry::RollText,
    ];
    text
}

#[test]
fn the_page_knows_the_types_as_they_are() {
    let types = types();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        fs::write(FILE, &types).unwrap();
    }
    let known = fs::read_to_string(FILE).unwrap_or_default();
    assert!(known == types, "web/src/types.ts is out of date; see its first line");
}
