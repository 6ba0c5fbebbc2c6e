//! What is seen, laid over the map and shown before a decision agrees with the rules.

use kit::{
    Counter, CounterId, Game, HintKind, Look, MarkKind, Rolled, Seat, Setup, Viewer,
    any::{Playable, Shelved},
    random_play::RandomPlayer,
    testing::act,
};
use sandtable_stalingrad::{
    action::Action,
    field::{Aside, Field},
    flow::{PlayerTurn, Step},
    game::{Stalingrad, seat},
    supply::Supply,
    units::Side,
};

use crate::{
    board::{Describe, attacking, empty, game, send, unit},
    orders::{at, moving},
    table::{acts, east, idle_until, idle_until_missions},
};

const GERMAN: Viewer = Viewer::Seat(Seat(0));
const RUSSIAN: Viewer = Viewer::Seat(Seat(1));

fn begun() -> Stalingrad {
    let mut game = game("historical");
    act(&mut game, "retreats", &[]);
    game
}

fn counter(game: &Stalingrad, name: &str) -> Counter {
    game.view(RUSSIAN).counters.into_iter().find(|counter| counter.name == name).unwrap()
}

/// STAL-PAN-1, STAL-DIS-1: faces, reverse and badges.
#[test]
fn counters_show_what_is_printed_and_what_has_happened() {
    let field = empty()
        .put("516.R", "0610")
        .put("112.RD", "0609")
        .put("131.RD", "0711")
        .put("244.RD", "0511")
        .put("Pz.R.24", "0101")
        .disrupted("516.R");
    let game = moving(&field, Side::German);
    let regiment = counter(&game, "516.R");
    assert_eq!((regiment.factors.as_str(), regiment.size.as_str()), ("2", "regiment of 295.ID"));
    assert_eq!(regiment.badges.iter().map(|badge| badge.sign).collect::<Vec<_>>(), ["D", "U"]);
    assert!(regiment.back.is_some_and(|back| back.words.contains("Disrupted") && back.factors == "2"));
    assert_eq!(counter(&game, "Pz.R.24").factors, "(1)");
    assert!(counter(&game, "112.RD").badges.is_empty());
    // STAL-NOR-5
    let strong = moving(&field.put("10.RB", "1410").put("38.RB", "1310"), Side::German);
    let holds = |name| counter(&strong, name).statuses.contains(&"No Retreat orders".to_owned());
    assert!(holds("10.RB") && !holds("38.RB"));
}

/// Everybody who is not on the map lies in a box with a name.
#[test]
fn boxes_beside_the_map() {
    let mut field = empty();
    let asides = [
        ("10.RB", Aside::EastBank, "east bank"),
        ("38.RB", Aside::Track(6), "replacement track, turn 6"),
        ("42.RB", Aside::Track(15), "not back before the end"),
        ("Pz.R.24", Aside::Gone, "eliminated"),
        ("Pi.305", Aside::Calendar(7), "calendar, turn 7"),
    ];
    for (name, aside, _) in asides {
        field.remove(unit(name), aside);
    }
    let game = at(&field, 4, Side::Russian, PlayerTurn::Movement);
    for (name, _, place) in asides {
        assert_eq!(counter(&game, name).place, place);
    }
}

/// STAL-VOL-1, STAL-VOL-8: what the boats can still carry lies beside the map, by night and by day, and what was lost.
#[test]
fn boats_lie_on_the_east_bank() {
    let mut game = at(&east(empty(), "10.RB, 38.RB, 42.RB"), 2, Side::Russian, PlayerTurn::Arrivals);
    idle_until(&mut game, |game| matches!(game.step(), Step::Crossings(_)));
    let boats = |game: &Stalingrad| {
        let boats = counter(game, "boats");
        assert_eq!(boats.place, "east bank");
        (boats.figures.into_iter().map(|figure| figure.value).collect::<Vec<_>>(), boats.statuses)
    };
    let full = boats(&game);
    assert_eq!((full.0.as_slice(), full.1.len()), (["3", "3", "3"].map(String::from).as_slice(), 0));
    act(&mut game, "cross 10.RB to 1322", &[1]);
    assert_eq!(boats(&game).0, ["3", "2", "3"]);
    act(&mut game, "done", &[]);
    act(&mut game, "cross 38.RB to 1322", &[6]);
    let (left, lost) = boats(&game);
    assert_eq!((left.join(" ").as_str(), lost), ("2 1 1", vec!["1 of 3 lost".to_owned()]));
}

/// STAL-AIR-4, STAL-AIR-15, STAL-R33: when an air unit flies again, and on how many turns there can be mass bombing.
#[test]
fn air_units_say_when_they_are_back() {
    let field = empty().put("516.R", "0610");
    let mut game = at(&field, 3, Side::German, PlayerTurn::Bombardment);
    let left = |game: &Stalingrad| counter(game, "IV.Fliegerkorps").figures[0].value.parse::<u8>().unwrap();
    let before = left(&game);
    acts(&mut game, "bomb with IV.Fliegerkorps\nline from 1308\nline to 1306\ndone");
    acts(&mut game, "support with VIII.Fliegerkorps\ndone");
    act(&mut game, "intercept VIII.Fliegerkorps", &[6]);
    assert_eq!(counter(&game, "VIII.Fliegerkorps").place, "knocked out, back in turn 5");
    assert_eq!(counter(&game, "IV.Fliegerkorps").place, "airfield");
    idle_until_missions(&mut game, 4);
    assert_eq!(left(&game), before - 1);
}

/// STAL-VIC-1: the account says what the German still needs.
#[test]
fn the_score_says_what_is_missing() {
    let start = begun();
    let points = |game: &Stalingrad, side| {
        let score = game.view(GERMAN).score;
        score.iter().filter(|line| line.seat == seat(side)).map(|line| line.points).sum::<i32>()
    };
    assert_eq!((points(&start, Side::German), points(&start, Side::Russian)), (0, 11));
    let words: Vec<String> = start.view(GERMAN).score.into_iter().map(|line| line.words).collect();
    assert!(words.contains(&"Grain Elevator (1217) held".to_owned()), "{words:?}");
    let field = start.field().without("26.TB").put("516.R", "1217").put("62.A HQ", "1321");
    let later = moving(&field, Side::German);
    assert_eq!((points(&later, Side::German), points(&later, Side::Russian)), (2, 9));
    let marks = later.view(GERMAN).marks;
    let flags: Vec<&str> =
        marks.iter().filter(|mark| mark.kind == MarkKind::Control).map(|mark| mark.hex.as_str()).collect();
    assert_eq!(flags, ["1217"]);
}

#[test]
fn there_is_an_overlay_for_every_name_and_for_no_other() {
    let game = begun();
    for viewer in [GERMAN, RUSSIAN, Viewer::Spectator] {
        for (name, title) in Stalingrad::OVERLAYS {
            for chosen in [None, Some(unit("516.R").into()), Some(CounterId(76))] {
                let overlay = game.overlay(name, viewer, chosen).unwrap();
                assert_eq!((overlay.name.as_str(), overlay.title.as_str()), (*name, *title));
                assert!(!overlay.legend.is_empty() && !overlay.clauses.is_empty());
                let map = &game.theatre().map;
                assert!(overlay.hexes.iter().all(|note| map.find(&note.hex).is_ok()));
            }
        }
    }
    assert!(game.overlay("weather", GERMAN, None).is_none());
}

fn notes(game: &Stalingrad, name: &str, chosen: Option<&str>) -> Vec<(String, Look, String)> {
    let overlay = game.overlay(name, RUSSIAN, chosen.map(|name| unit(name).into())).unwrap();
    overlay.hexes.into_iter().map(|note| (note.hex, note.look, note.words)).collect()
}

/// STAL-SUP-1, STAL-SUP-4: the line begins at the unit, ends at a source and goes from neighbour to neighbour; every unit
/// in supply has one, nobody else.
#[test]
fn supply_lines_lead_to_their_sources() {
    let mut chance = RandomPlayer::seeded(7);
    let (mut lines, mut cut) = (0, 0);
    for _ in 0..60 {
        let mut field: Field = *begun().field();
        let near: Vec<_> = field.theatre().within(field.hex("1212"), 5).iter().collect();
        for unit in field.units_of(Side::German) {
            let hex = near[chance.pick(near.len())];
            let is_free = field.theatre().land.contains(hex) && !field.held_by(Side::Russian).contains(hex);
            if is_free && sandtable_stalingrad::stacking::has_room(&field, unit, hex) {
                field.move_to(unit, hex);
            }
        }
        for side in [Side::German, Side::Russian] {
            let (supply, sources) = (Supply::of(&field, side), Supply::sources(&field, side));
            for unit in field.units_of(side) {
                let hex = field.hex_of(unit).unwrap();
                let line = Supply::line(&field, side, hex);
                assert_eq!(line.is_some(), supply.supplies(&field, unit), "{}", field.name(unit));
                let Some(line) = line else {
                    cut += 1;
                    continue;
                };
                lines += 1;
                assert!(line[0] == hex && sources.contains(*line.last().unwrap()));
                assert!(line.windows(2).all(|pair| field.theatre().map.are_adjacent(pair[0], pair[1])));
                assert!(line[1..].iter().all(|&step| supply.through.contains(step)));
            }
        }
    }
    assert!(lines > 1_000 && cut > 20, "{lines} lines, {cut} cut off");
    let game = begun();
    let traces = game.overlay("supply", RUSSIAN, Some(unit("6.TB").into())).unwrap().traces;
    assert_eq!(traces.len(), 1);
    assert_eq!(traces[0].hexes.first().map(String::as_str), Some("1115"));
}

/// STAL-MOV-2: the range is what can be chosen when the unit is picked.
#[test]
fn the_range_of_a_unit_is_what_it_can_choose() {
    let game = begun();
    for name in ["516.R", "Pz.R.2", "274.R"] {
        let shown: Vec<String> = notes(&game, "range", Some(name)).into_iter().map(|(hex, ..)| hex).collect();
        let mut moving = at(game.field(), 1, Side::German, PlayerTurn::Movement);
        act(&mut moving, &format!("pick {name}"), &[]);
        let texts = crate::orders::offered(&moving);
        let offered: Vec<&str> = texts.iter().filter_map(|text| text.strip_prefix("to ")).collect();
        assert_eq!(offered, shown);
        assert!(shown.len() > 20, "{name}");
    }
}

/// W10, STAL-VOL-9, STAL-VOL-10, STAL-VOL-12: the river as the crossing chapter reckons it.
#[test]
fn w10_the_hazard_of_landings() {
    let field = empty().put("62.A HQ", "1411").put("516.R", "1212").put("517.R", "1410");
    let game = at(&field, 2, Side::Russian, PlayerTurn::Movement);
    let notes = notes(&game, "crossings", None);
    let of = |hex: &str| notes.iter().find(|(number, ..)| number == hex).unwrap();
    let (_, look, words) = of("1411");
    assert_eq!(*look, Look::Tint);
    assert!(
        words.contains("Serious at night") && words.contains("across on 3 of 6, destroyed on 1"),
        "{words}"
    );
    assert!(words.contains("Very Bad by day") && words.contains("-1 the headquarters"), "{words}");
    assert_eq!(of("1410").1, Look::Cut, "Germans hold it");
    assert!(
        of("1409").2.contains("Very Bad at night (the hex is empty and next to a German)"),
        "{}",
        of("1409").2
    );
    assert!(of("1324").2.contains("Minimal at night (nothing against it)"), "{}", of("1324").2);
    assert_eq!(notes.len(), 24, "every shore hex");
}

/// STAL-ART-2, STAL-ART-4: four hexes from the summit, three from the guns.
#[test]
fn the_summit_sees_four_hexes() {
    let game = begun();
    let overlay = game.overlay("observation", RUSSIAN, None).unwrap();
    let (map, field) = (&game.theatre().map, game.field());
    let of = |look: Look| overlay.hexes.iter().filter(move |note| note.look == look);
    for note in of(Look::Hatch) {
        assert!(map.distance(field.hex("1212"), field.hex(&note.hex)) <= 4);
    }
    assert!(of(Look::Thin).all(|note| map.distance(field.guns, field.hex(&note.hex)) <= 3));
    assert!(of(Look::Hatch).count() > 30 && of(Look::Thin).count() > 5);
    assert!(overlay.legend.contains("observe for the guns"), "38.RB stands on the summit");
}

/// Threats lie on the viewer's own hexes.
#[test]
fn threats_lie_on_own_hexes() {
    let field = empty().put("112.RD", "1410").put("516.R, 517.R", "1210").put("54.R", "0101");
    let game = at(&field, 2, Side::Russian, PlayerTurn::Movement);
    let overlay = game.overlay("threats", RUSSIAN, None).unwrap();
    assert_eq!(overlay.hexes.len(), 1);
    assert_eq!(overlay.hexes[0].label, "6:4", "{}", overlay.hexes[0].words);
    let german = game.overlay("threats", GERMAN, None).unwrap();
    assert!(german.hexes.iter().all(|note| note.hex != "1410"));
}

/// STAL-MOV-2, STAL-MOV-5, STAL-MOV-7: the price of a move is told before it is made.
#[test]
fn hints_tell_the_price() {
    let hint = |game: &Stalingrad, text: &str| game.hint(&game.read(text).unwrap());
    let field = empty().put("516.R", "0610").put("10.RB", "0609").put("38.RB", "0614");
    let mut game = moving(&field, Side::German);
    act(&mut game, "pick 516.R", &[]);
    let stop = hint(&game, "to 0613");
    assert_eq!(
        (stop.kind, stop.note.as_str()),
        (HintKind::Stop, "3 of 3 hexes, from contact to contact, stops in a zone of control")
    );
    assert_eq!((stop.path.join(" "), stop.spent.join(" ")), ("0610 0611 0612 0613".into(), "1 2 3".into()));
    assert_eq!(hint(&game, "to 0110").kind, HintKind::Go);
    let mut long = moving(&empty().put("10.RB", "1224"), Side::Russian);
    act(&mut long, "pick 10.RB", &[]);
    let bombed = hint(&long, "to 1220");
    assert_eq!(bombed.kind, HintKind::Price);
    assert_eq!(
        bombed.note,
        "4 hexes, bombed from the fourth hex on: arrives 1/6, Disrupted on the way 2/3, eliminated 1/6"
    );
    assert_eq!(hint(&long, "to 1221").kind, HintKind::Go);
    let mut staff = moving(&empty().put("62.A HQ", "1316"), Side::Russian);
    assert_eq!(
        (hint(&staff, "done").kind, hint(&staff, "done").note.as_str()),
        (HintKind::End, "1 unit has not moved")
    );
    act(&mut staff, "pick 62.A HQ", &[]);
    assert!(hint(&staff, "to 1317").note.contains("moving Disrupts it"));
    assert_eq!(hint(&staff, "step 1317").label, "by way of 1317");
}

/// Whoever has placed his last sniper is not asked about snipers again: one `done` too many would give up all attacks, so the
/// button says so.
#[test]
fn giving_up_all_attacks_is_told_before() {
    let field = empty().put("112.RD", "1310").put("516.R, 517.R", "1209").put("518.R", "0112");
    let mut game = at(&field, 3, Side::German, PlayerTurn::Snipers);
    acts(&mut game, "done\npost German first in 1209\npost German second in 1209");
    assert!(matches!(game.step(), Step::Allocate(_)), "{:?}", game.step());
    let told = |game: &Stalingrad| {
        let hint = game.hint(&Action::Done);
        (hint.kind, hint.label, hint.note)
    };
    let nobody = (HintKind::End, "nobody attacks".to_owned(), "2 units could attack".to_owned());
    assert_eq!(told(&game), nobody);
    act(&mut game, "attack 1310 with 516.R", &[]);
    assert_eq!(told(&game).1, "resolve the attacks");
}

/// Ways end where the decision leads, in random games.
#[test]
fn hints_fit_their_decisions() {
    let mut table = Shelved::<Stalingrad>::NEW.start(&Setup::of("red-october")).unwrap();
    let (mut player, mut dice) = (RandomPlayer::seeded(3), Rolled::seeded(3));
    let mut ways = 0;
    for _ in 0..120 {
        for choice in table.choices() {
            let Some(last) = choice.hint.path.last() else { continue };
            let ends_there = choice.hexes.is_empty() || choice.hexes.last() == Some(last);
            assert!(ends_there || choice.hint.kind == HintKind::Strike, "{choice:?}");
            ways += 1;
        }
        if table.act_at_random(&mut player, &mut dice).is_none() {
            break;
        }
    }
    assert!(ways > 200, "{ways} ways");
}

/// STAL-ATK-4: arrows carry their odds and lead to their report; what must still be attacked is marked.
#[test]
fn planned_attacks_are_drawn() {
    let field =
        empty().put("516.R, 517.R", "0809").put("42.RB", "0910").put("10.RB", "0808").put("62.A HQ", "1316");
    let mut game = attacking(&field, Side::German);
    assert!(game.view(GERMAN).arrows.is_empty());
    send(&mut game, "516.R", "0910");
    let view = game.view(GERMAN);
    let [arrow] = &view.arrows[..] else { panic!("{:?}", view.arrows) };
    assert_eq!((arrow.from.as_str(), arrow.to.as_str(), arrow.label.as_str()), ("0809", "0910", "2:1"));
    let report = &game.odds()[usize::from(arrow.report.unwrap())];
    assert_eq!(report.chart.as_ref().unwrap().columns[0], arrow.label);
    let marked = |kind: MarkKind| {
        let marks = game.view(GERMAN).marks.into_iter();
        marks.filter(|mark| mark.kind == kind).map(|mark| mark.hex).collect::<Vec<_>>()
    };
    assert_eq!(
        (marked(MarkKind::Target), marked(MarkKind::Duty)),
        (vec!["0910".into()], vec!["0808".into()])
    );
}

/// STAL-AIR-11: lines of bombs are marked where they begin.
#[test]
fn lines_of_bombs_are_marked() {
    let mut game =
        at(&empty().put("516.R", "0101").put("10.RB", "1307"), 1, Side::German, PlayerTurn::Bombardment);
    for text in ["bomb with IV.Fliegerkorps", "line from 0510", "line to 0503"] {
        act(&mut game, text, &[]);
    }
    let marks = game.view(RUSSIAN).marks;
    assert!(marks.iter().any(|mark| mark.kind == MarkKind::Target && mark.hex == "0510"), "{marks:?}");
}

/// STAL-VIC-1, STAL-R37: what is fought for, who has it, and what the German lacks.
#[test]
fn strongpoints_and_goals() {
    let field = empty().put("516.R", "1409").put("517.R", "1410").put("42.RB", "1410").put("62.A HQ", "1316");
    let view = moving(&field, Side::German).view(GERMAN);
    let german = Some(seat(Side::German));
    let held: Vec<&str> = view
        .objectives
        .iter()
        .filter(|objective| objective.holder == german)
        .map(|objective| objective.name.as_str())
        .collect();
    assert_eq!((view.objectives.len(), held), (10, vec!["Red October North"]), "a shared hex does not count");
    let [german, russian] = &view.goals[..] else { panic!("{:?}", view.goals) };
    assert_eq!((german.have, german.need, russian.have), (1, Some(10), 9));
    assert_eq!(german.words, "9 more to take, and the headquarters must leave the city");
    assert_eq!(game("red-october").view(GERMAN).objectives.len(), 2);
}
