//! Content as a value: the published game and its variants side by side.

use sandtable_kit::{
    Content, ContentError, Rules, Setup, Sheet, Table,
    content::Sources,
    patch::{Difference, Patch},
    profile::Profile,
};

const TABLE: &str = "id = 'range'
title = 'How far a weapon reaches'
seed = ''
body = '''
die | rifle | gun
1-3 | 20    | 60
4+  | 40    | 90
'''
[[index]]
name = 'die'
covers = '1+'
[proof]
cells = 4
counts = { 90 = 1 }
";

const SCENARIO: &str = "turns = 4\n[side.ROME]\nbreak = 8\n";

#[derive(Debug)]
struct Demo {
    range: Table<u16>,
    scenario: String,
    profile: Profile,
}

impl Content for Demo {
    const GAME: &'static str = "demo";
    const LEDGER: &'static str = "";

    fn load(sources: &Sources<'_>) -> Result<Self, ContentError> {
        let scenario = sources.text("learn", SCENARIO)?.into_owned();
        let profile = Profile::read("game.toml", "title = 'Demo'\nabout = ''\nscenario = []")?;
        Ok(Self { range: sources.table("range.toml", TABLE)?, scenario, profile })
    }

    fn sheets(&self) -> Vec<&Sheet> {
        vec![self.range.sheet()]
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }
}

fn patch(game: &str, [table, row, column, value]: [&str; 4]) -> Patch {
    let cell = format!("[[cell]]\ntable = '{table}'\nrow = '{row}'\ncolumn = '{column}'\nvalue = {value}\n");
    Patch::read("my.toml", &format!("game = '{game}'\n{cell}")).unwrap()
}

#[test]
fn variants_live_beside_the_published_game() {
    let published = Rules::<Demo>::published();
    let variant = Rules::<Demo>::patched(&patch("demo", ["range", "4+", "gun", "120"])).unwrap();
    assert_eq!((*variant.range.look_up(5, 1), *variant.range.look_up(5, 0)), (120, 40), "no proof is asked");
    assert_eq!(variant.sheets()[0].cells(1), ["40", "120"], "the sheet shows what holds");
    assert_eq!(*published.range.look_up(5, 1), 90);
    let turns = Rules::<Demo>::patched(&patch("demo", ["learn", "", "turns", "9"])).unwrap();
    assert!(turns.scenario.starts_with("turns = 9") && published.scenario.starts_with("turns = 4"));
}

#[test]
fn what_differs_is_told_with_what_was_published() {
    let told = |cell| {
        let [Difference { old, new, .. }] = &Rules::<Demo>::differences(&patch("demo", cell)).unwrap()[..]
        else {
            panic!("one cell");
        };
        (old.clone(), new.clone())
    };
    assert_eq!(told(["range", "4+", "gun", "120"]), ("90".into(), "120".into()));
    assert_eq!(told(["learn", "side.ROME", "break", "9"]), ("8".into(), "9".into()));
}

#[test]
fn the_same_patch_gives_the_same_rules() {
    let text = ["range", "4+", "rifle", "50"];
    let one = Rules::<Demo>::patched(&patch("demo", text)).unwrap();
    let again = Rules::<Demo>::patched(&patch("demo", text)).unwrap();
    assert_eq!(one, again);
    assert_ne!(one, Rules::published());
    let empty = Patch::read("my.toml", "game = 'demo'").unwrap();
    assert_eq!(Rules::<Demo>::patched(&empty).unwrap(), Rules::published());
}

#[test]
fn a_bad_patch_is_refused_with_its_place() {
    let complaint = |game: &str, cell| {
        let setup = Setup { patch: Some(patch(game, cell).into()), ..Setup::of("learn") };
        Rules::<Demo>::of(&setup).unwrap_err().to_string()
    };
    let starts = |cell, words: &str| {
        let said = complaint("demo", cell);
        assert!(said.starts_with(words), "{said}");
    };
    starts(["range", "7", "gun", "1"], "my.toml:6:9: the table `range` has no row `7`: 1-3, 4+");
    starts(["range", "4+", "bow", "1"], "my.toml:6:9: the table `range` has no column `bow`");
    starts(["range", "4+", "gun", "'far'"], "my.toml:6:9: found `far`, expected");
    starts(["nowhere", "4+", "gun", "1"], "my.toml:6:9: there is no table `nowhere`: learn, range");
    let said = complaint("other", ["range", "4+", "gun", "1"]);
    assert!(said.starts_with("my.toml:1:8: this patch is for `other`, not for `demo`"), "{said}");
}
