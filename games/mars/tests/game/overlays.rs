//! What is laid over the map, and what a choice shows before it is made, agree with the rules.

use kit::{
    Game, HintKind, Look, Rolled, Seat, Setup, Viewer,
    any::{Playable, Shelved},
    random_play::RandomPlayer,
};

use crate::published::theatre;
use sandtable_mars::{Field, GermanZones, House, Mars, PlayerTurn, Scenario, Side, supply, zones};

fn deployed() -> Mars {
    let field = Field::deployed(theatre(Scenario::Historical, GermanZones::Inward));
    Mars::at(field, House::default(), 1, Side::Russian, PlayerTurn::Movement)
}

const RUSSIAN: Viewer = Viewer::Seat(Seat(0));

#[test]
fn there_is_an_overlay_for_every_name_and_for_no_other() {
    let game = deployed();
    for (name, title) in Mars::OVERLAYS {
        let overlay = game.overlay(name, RUSSIAN, None).unwrap();
        assert_eq!((overlay.name.as_str(), overlay.title.as_str()), (*name, *title));
        assert!(!overlay.legend.is_empty() && !overlay.clauses.is_empty());
    }
    assert!(game.overlay("weather", RUSSIAN, None).is_none());
}

/// MARS-ZOC-4, MARS-ZOC-5: both kinds of zones are shown, the active ones as such.
#[test]
fn zones_are_those_of_the_rules() {
    let game = deployed();
    let overlay = game.overlay("zones", RUSSIAN, None).unwrap();
    for side in [Side::Russian, Side::German] {
        let shown = overlay.hexes.iter().filter(|note| note.seat == Some(sandtable_mars::game::seat(side)));
        let active = zones::ActiveZones::of(game.field(), side).hexes;
        let mut seen = 0;
        for note in shown {
            let hex = game.theatre().map.find(&note.hex).unwrap();
            assert_eq!(note.look == Look::Hatch, active.contains(hex), "{}", note.hex);
            seen += 1;
        }
        assert_eq!(seen, zones::controlled_by(game.field(), side).len());
    }
}

/// MARS-SUP-1, MARS-SUP-3: a traced line begins at the stack, ends at a source, goes from neighbour to
/// neighbour.
#[test]
fn supply_lines_lead_to_a_source() {
    let game = deployed();
    let map = &game.theatre().map;
    let mut longest = 0;
    for side in [Side::Russian, Side::German] {
        let sources = supply::Lines::of(game.field(), side).sources;
        for hex in map.hexes() {
            let Some(line) = supply::line(game.field(), side, hex) else { continue };
            assert!(line[0] == hex && sources.contains(*line.last().unwrap()) || line.len() == 1);
            assert!(line.windows(2).all(|step| map.direction(step[0], step[1]).is_some()));
            longest = longest.max(line.len());
        }
    }
    assert!(longest > 2, "lines are walked, not only looked at");
}

/// MARS-MOV-2: the range of a unit is what it can choose when it is picked.
#[test]
fn the_range_of_a_unit_is_what_it_can_choose() {
    let game = deployed();
    let mut movers = Vec::new();
    game.actions(&mut movers);
    let mut most = 0;
    for mover in &movers {
        let Some(unit) = game.write(mover).strip_prefix("pick ").map(str::to_owned) else { continue };
        let overlay = game.overlay("range", RUSSIAN, Some(crate::published::unit(&unit).into())).unwrap();
        let mut picked = game;
        picked.apply(mover, &mut Rolled::seeded(1), &mut ()).unwrap();
        let mut actions = Vec::new();
        picked.actions(&mut actions);
        let texts: Vec<String> = actions.iter().map(|action| picked.write(action)).collect();
        let offered: Vec<&str> = texts.iter().filter_map(|text| text.strip_prefix("to ")).collect();
        let shown: Vec<&str> = overlay.hexes.iter().map(|note| note.hex.as_str()).collect();
        assert_eq!(offered, shown, "{unit:?}");
        most = most.max(shown.len());
    }
    assert!(most > 3, "somebody can go somewhere");
}

/// MARS-ATT-2, MARS-CRT-2: threats lie on the viewer's own stacks, name a column of the chart, and say who comes.
#[test]
fn threats_are_on_own_hexes_and_at_columns_of_the_chart() {
    let game = deployed();
    let heads = crate::published::charts().tables.crt.sheet().heads();
    for (viewer, side) in [(RUSSIAN, Side::Russian), (Viewer::Seat(Seat(1)), Side::German)] {
        let overlay = game.overlay("threats", viewer, None).unwrap();
        assert!(overlay.hexes.len() > 5, "{side} has a front");
        for note in &overlay.hexes {
            let hex = game.theatre().map.find(&note.hex).unwrap();
            assert!(game.field().held_by(side).contains(hex));
            assert!(heads.contains(&note.label), "{}", note.label);
        }
    }
    let both = game.overlay("threats", Viewer::Spectator, None).unwrap();
    assert_eq!(
        both.hexes.len(),
        [RUSSIAN, Viewer::Seat(Seat(1))]
            .map(|viewer| game.overlay("threats", viewer, None).unwrap().hexes.len())
            .iter()
            .sum::<usize>()
    );
}

/// Every hint of random games fits its decision: a way ends where the decision leads, and who is said to roll does.
#[test]
fn hints_fit_their_decisions() {
    let shelf = Shelved::<Mars>::NEW;
    let (mut ways, mut rolls) = (0, 0);
    for seed in 0..6 {
        let mut table = shelf.start(&Setup::of("vazuza")).unwrap();
        let (mut player, mut dice) = (RandomPlayer::seeded(seed), Rolled::seeded(seed));
        loop {
            let choices = table.choices();
            for choice in &choices {
                let Some(last) = choice.hint.path.last() else { continue };
                assert!(
                    choice.hexes.last() == Some(last) || choice.hint.kind == HintKind::Strike,
                    "{choice:?}"
                );
                ways += 1;
            }
            let Some(step) = table.act_at_random(&mut player, &mut dice) else { break };
            let chosen = choices.iter().find(|choice| choice.text == step.text).unwrap();
            assert_eq!(chosen.hint.rolls, !step.dice.is_empty(), "{}", step.text);
            rolls += usize::from(chosen.hint.rolls);
        }
    }
    assert!(ways > 100 && rolls > 3, "{ways} ways, {rolls} rolls");
}
