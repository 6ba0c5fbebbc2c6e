//! The combat chapter: the worked examples of the rulebook.

use crate::common::{Case, Holder, attack, codes, hex, results, unit};
use crate::published::charts;
use CrtResult::{Disrupted, Routed, Withdrawn};
use kit::{Factor, Fraction, Inquiry, Part, Reckoning, Sums, Tally};
use sandtable_mars::{
    CrtResult, Moment, Side,
    battle::{
        Battle,
        results::{Fate, fate},
    },
};

/// The two stacks of example X1 against 78.ID in 1607.
fn x1() -> Case {
    attack(Side::Russian, 1).from("1707", &["8 GRK", "42 G", "25"]).from("1708", &["6 TK", "251", "93"]).on(
        hex("1607", Side::German)
            .line(&["1606", "1707", "1708"])
            .river(&["1707", "1708"])
            .holds(unit("78.ID").fortified()),
    )
}

/// MARS-ODD-1, MARS-ODD-2, MARS-SET-8, MARS-FOR-3, MARS-TER-2, MARS-TER-3, MARS-TER-7, MARS-CRT-1
#[test]
fn x1_turn_1_assault() {
    let case = x1();
    let mut reckoning = Reckoning::default();
    let battle = Battle::prepare(crate::published::rules(), case.situation(), &mut reckoning).unwrap();
    assert_eq!(reckoning.total(Part::ATTACK), Factor::whole(44));
    assert_eq!(reckoning.total(Part::DEFENCE), Factor::whole(9));
    assert_eq!(reckoning.total(Part::SHIFT), Factor::whole(-1));
    assert_eq!(case.columns(), ["3:1"]);
    assert_eq!(codes(&battle), [("D", 1, 6), ("DW", 1, 3), ("DR", 1, 3), ("X/2", 1, 6)]);
    for (face, code) in [(6, "X/2"), (5, "DR"), (4, "DR"), (3, "DW"), (2, "DW"), (1, "D")] {
        assert_eq!(results(&battle, face), [code], "index A: {face}");
    }
    let clauses: Vec<&str> = reckoning.lines().iter().map(|line| line.clause.0).collect();
    for clause in ["MARS-ODD-1", "MARS-SET-8", "MARS-FOR-3", "MARS-TER-7", "MARS-TER-2"] {
        assert!(clauses.contains(&clause), "{clause}");
    }
}

/// MARS-RES-2, MARS-RES-4, MARS-CRT-3, MARS-SET-8, MARS-R42
#[test]
fn x2_losses_of_the_assault_on_a_6() {
    let case = x1();
    assert_eq!(case.toll(6), Factor::whole(5), "half of 9, rounded up");
    assert_eq!(case.loss_sets(6), ["8 GRK", "42 G", "6 TK", "25+251", "25+93", "251+93"]);
    assert_eq!(case.fates(6), [Fate::Eliminated]);
}

/// MARS-TER-2, MARS-ODD-2, MARS-ODD-4
#[test]
fn x3_the_battles_of_the_whole_front() {
    let main = x1().from("1606", &["331"]);
    assert_eq!(main.columns(), ["4:1"], "48 against 9, 44 of 48 over the river");
    let with_all = x1().from("1606", &["331", "354"]);
    assert_eq!(with_all.columns(), ["4:1"]);
    assert_eq!(codes(&with_all.battle()), [("DW", 1, 3), ("DR", 1, 3), ("X/2", 1, 6), ("DE", 1, 6)]);
    let on_102 = attack(Side::Russian, 1)
        .from("1606", &["80"])
        .on(hex("1507", Side::German).line(&["1606"]).holds(unit("102.ID").fortified()));
    assert_eq!(on_102.columns(), ["1:2"]);
    let expected = [("AE", 1, 3), ("DA/2", 1, 6), ("D", 1, 6), ("DW", 1, 6), ("DR", 1, 6)];
    assert_eq!(codes(&on_102.battle()), expected);
    let on_95 = attack(Side::Russian, 1)
        .from("1606", &["354"])
        .on(hex("1506", Side::German).line(&["1606"]).river(&["1606"]).holds(unit("95.ID").fortified()));
    assert_eq!(on_95.columns(), ["1:3"]);
}

/// MARS-ATT-5, MARS-TER-5, MARS-TER-6, MARS-RES-17, MARS-RES-3
#[test]
fn x4_empty_zone_hex() {
    let case = attack(Side::Russian, 1)
        .from("1708", &["6 TK", "251", "93"])
        .on(hex("1608", Side::German).line(&["1708"]).garrison_elsewhere(7));
    assert_eq!(case.columns(), ["3:1"]);
    assert_eq!(case.toll(6), Factor::whole(4), "half of 7, rounded up");
    assert_eq!(case.loss_sets(6), ["6 TK", "251", "93"]);
    let opened = |face| case.told(face).words.starts_with("1608 is opened");
    assert_eq!([1, 2, 3, 4, 5, 6].map(opened), [false, true, true, true, true, true]);
}

/// MARS-RES-18, MARS-RET-6: the garrison has retreated into the hex: its own defence without the 2, and the hex opens only
/// when it is gone.
#[test]
fn mars_res_18_the_garrison_inside_the_hex() {
    let come_in = |holder: Holder| {
        attack(Side::Russian, 1).from("1708", &["6 TK", "251", "93"]).moment(Moment::Resolution).on(hex(
            "1608",
            Side::German,
        )
        .line(&["1708"])
        .holds(holder.retreated_in()))
    };
    let case = come_in(unit("78.ID"));
    let mut reckoning = Reckoning::default();
    Battle::prepare(crate::published::rules(), case.situation(), &mut reckoning).unwrap();
    let defence: Vec<_> = reckoning.lines().iter().filter(|line| line.part == Part::DEFENCE).collect();
    let [line] = defence.as_slice() else { panic!("one line of defence: {defence:?}") };
    assert_eq!(line.amount, Factor::whole(5), "printed, as it has left its fortifications");
    assert_eq!((line.who, line.clause.0), ("1608", "MARS-RES-18"), "of the hex, not of a garrison elsewhere");
    assert_eq!(case.columns(), ["4:1", "4:1"], "the unit and the hex read");
    let words = |face| case.told(face).words;
    assert!(words(6).contains("1608 is opened if no enemy unit remains in it"), "{}", words(6));
    let weak = come_in(unit("78.ID").disrupted());
    let told: Vec<String> = (1..=6).map(|face| weak.told(face).words).collect();
    assert!(told.iter().all(|words| !words.contains("unharmed")), "{told:?}");
}

/// MARS-RES-10, MARS-DIS-3: whoever is Disrupted already stays so wherever he goes.
#[test]
fn mars_res_10_a_disrupted_german_stays_disrupted() {
    let case = attack(Side::Russian, 3)
        .from("1708", &["6 TK", "251", "93"])
        .on(hex("1608", Side::German).holds(unit("78.ID").disrupted()));
    let told: Vec<String> = (1..=6).map(|face| case.told(face).words).collect();
    assert!(
        told.iter().any(|words| words.contains("78.ID stays Disrupted, in place or 1-3 hexes back")),
        "{told:?}"
    );
}

/// MARS-ODD-8, MARS-CRT-2, MARS-RES-13, MARS-CRT-1
#[test]
fn x5_mixed_disrupted_stack() {
    let case = attack(Side::German, 5)
        .from("1408", &["9.Pz a", "9.Pz b"])
        .from("1407", &["5.Pz a", "5.Pz b"])
        .on(hex("1508", Side::German).holds(unit("251")).holds(unit("6 TK").disrupted()));
    assert_eq!(case.columns(), ["3:2", "2:1"]);
    let battle = case.battle();
    let expected = [["DR", "DR"], ["DW", "DR"], ["DW", "DW"], ["D", "DW"], ["-", "D"], ["DA/2", "-"]];
    for (face, pair) in (1..).zip(expected) {
        assert_eq!(results(&battle, face), pair, "index B: {face}");
        assert_eq!(case.toll(face), Factor::whole(if face == 6 { 7 } else { 0 }));
    }
    assert_eq!(
        case.loss_sets(6),
        ["9.Pz a+9.Pz b", "9.Pz a+5.Pz a", "9.Pz a+5.Pz b", "9.Pz b+5.Pz a+5.Pz b"]
    );
    assert_eq!(case.fates(6), [Fate::Disrupted, Fate::Unharmed]);
}

/// MARS-RES-4, MARS-TER-12, MARS-TER-13, MARS-R3, MARS-R4
#[test]
fn x6_half_of_an_exchange() {
    let panzers = || attack(Side::German, 3).from("1607", &["9.Pz a", "9.Pz b", "GD a"]);
    let inside = panzers().on(hex("1507", Side::German).holds(unit("25")));
    assert_eq!(inside.columns(), ["7:1"]);
    assert_eq!(results(&inside.battle(), 4), ["X/2"]);
    assert_eq!(inside.toll(4), Factor::ZERO, "half of 1, rounded down");
    let outside = panzers().on(hex("1707", Side::Russian).line(&["1607"]).river(&["1607"]).holds(unit("25")));
    assert_eq!(outside.columns(), ["3:1"]);
    assert_eq!(outside.toll(1), Factor::whole(2), "half of 1 + 2, rounded up");
    assert_eq!(outside.loss_sets(1), ["9.Pz a", "9.Pz b", "GD a"]);
}

/// MARS-RES-14, MARS-RES-13, MARS-CRT-3
#[test]
fn x7_attackers_eliminated_at_1_to_1() {
    let case = attack(Side::Russian, 5)
        .from("1606", &["8 GRK", "331"])
        .on(hex("1507", Side::German).line(&["1606"]).holds(unit("102.ID")));
    assert_eq!(case.columns(), ["1:1"]);
    let each = [("AE", 1, 6), ("DA/2", 1, 6), ("-", 1, 6), ("D", 1, 6), ("DW", 1, 6), ("DR", 1, 6)];
    assert_eq!(codes(&case.battle()), each);
    assert_eq!((case.toll(1), case.loss_sets(1)), (Factor::whole(6), vec!["8 GRK".to_owned()]));
    assert_eq!((case.toll(2), case.loss_sets(2)), (Factor::whole(4), vec!["8 GRK".to_owned()]));
    assert_eq!(case.fates(1), [Fate::Unharmed]);
}

/// MARS-ODD-7, MARS-ODD-8, MARS-RES-5, MARS-R27
#[test]
fn x8_probe() {
    let on = |defender| {
        attack(Side::German, 4).from("1408", &["9.Pz a", "9.Pz b", "5.Pz a", "5.Pz b"]).on(hex(
            "1407",
            Side::German,
        )
        .holds(defender))
    };
    let plain = on(unit("251"));
    assert_eq!(plain.columns(), ["5:1"]);
    assert_eq!(codes(&plain.battle()), [("DW", 1, 6), ("DR", 1, 3), ("X/2", 1, 6), ("DE", 1, 3)]);
    let probe = on(unit("251")).probe();
    assert_eq!(codes(&probe.battle()), [("-", 1, 6), ("D", 1, 6), ("DW", 1, 3), ("DR", 1, 3)]);
    assert!((1..=6).all(|face| !probe.toll(face).is_positive()), "a probe costs nothing");
    let disrupted = on(unit("251").disrupted()).probe();
    assert_eq!(disrupted.columns(), ["3:1"]);
    assert_eq!(results(&disrupted.battle(), 1), ["X/2"]);
    assert_eq!((disrupted.fates(1), disrupted.toll(1)), (vec![Fate::Eliminated], Factor::ZERO));
}

/// MARS-RES-8, MARS-RES-9, MARS-NRT-1, MARS-NRT-2, MARS-DIS-3
#[test]
fn x9_withdrawal() {
    let fate_of = |defender: Holder, result| {
        let side = if defender.is_german() { Side::Russian } else { Side::German };
        let attacker = if side == Side::Russian { "6 TK" } else { "12.Pz" };
        let case = attack(side, 4).from("a", &[attacker]).on(hex("b", Side::German).holds(defender));
        let assault = case.situation().assault(charts()).unwrap();
        fate(charts(), result, &assault.targets[0].defenders[0])
    };
    assert_eq!(fate_of(unit("42 G"), Withdrawn), Fate::WithdrawnInOrder);
    assert_eq!(fate_of(unit("331"), Withdrawn), Fate::WithdrawnDisrupted);
    assert_eq!(fate_of(unit("42 G").no_retreat(), Withdrawn), Fate::Disrupted);
    assert_eq!(fate_of(unit("78.ID"), Withdrawn), Fate::WithdrawnInOrder);
    assert_eq!(fate_of(unit("78.ID").disrupted(), Withdrawn), Fate::WithdrawnDisrupted);
    // MARS-RES-6, MARS-RES-7: a rout, and the order that forbids it.
    assert_eq!(fate_of(unit("331"), Routed), Fate::Routed);
    assert_eq!(fate_of(unit("331").no_retreat(), Routed), Fate::RoutedNoRetreat);
    // MARS-RES-10: only a German may answer D with a retreat.
    assert_eq!(fate_of(unit("78.ID"), Disrupted), Fate::DisruptedOrRetreats);
    assert_eq!(fate_of(unit("78.ID").no_retreat(), Disrupted), Fate::Disrupted);
    assert_eq!(fate_of(unit("331"), Disrupted), Fate::Disrupted);
}

/// MARS-RES-10, MARS-RES-15, MARS-RES-12, MARS-RES-1, MARS-R2
#[test]
fn x10_what_each_result_does_to_the_assaulted() {
    assert_eq!(x1().fates(1), [Fate::DisruptedOrRetreats], "D: the German may retreat instead");
    let weak = attack(Side::Russian, 4)
        .from("1606", &["331"])
        .on(hex("1507", Side::German).line(&["1606"]).holds(unit("102.ID").fortified()));
    assert_eq!(weak.columns(), ["1:4"]);
    assert_eq!(results(&weak.battle(), 5), ["DAE"]);
    assert_eq!(weak.fates(5), [Fate::DisruptedOrRetreats], "DAE holds the D result");
    assert_eq!(
        (weak.toll(5), weak.loss_sets(5)),
        (Factor::whole(2), vec!["331".to_owned()]),
        "and AE: all of 2 against 8"
    );
    let strong =
        attack(Side::German, 4).from("a", &["12.Pz", "19.Pz"]).on(hex("b", Side::German).holds(unit("331")));
    assert_eq!(results(&strong.battle(), 1), ["DE"]);
    assert_eq!((strong.fates(1), strong.toll(1)), (vec![Fate::Eliminated], Factor::ZERO));
    let even = attack(Side::German, 4).from("a", &["14.PGD b"]).on(hex("b", Side::German).holds(unit("331")));
    assert_eq!(results(&even.battle(), 4), ["-"]);
    assert_eq!((even.fates(4), even.toll(4)), (vec![Fate::Unharmed], Factor::ZERO));
}

/// MARS-TER-6, MARS-TER-7, MARS-TER-8, MARS-TER-10, MARS-ATT-5, MARS-R44
#[test]
fn x20_zone_hexes_filled_and_empty() {
    let defence = |target: crate::common::Target, from: &[&str]| {
        let case = from.iter().fold(attack(Side::Russian, 3), |case, hex| case.from(hex, &["6 TK"]));
        let mut sums = Sums::default();
        Battle::prepare(crate::published::rules(), case.on(target).situation(), &mut sums)
            .map(|_| sums.total(Part::DEFENCE).floor())
    };
    let zone = || hex("1608", Side::German).line(&["1708"]).garrison_elsewhere(7);
    assert_eq!(defence(zone(), &["1708"]), Ok(7), "empty");
    assert_eq!(defence(zone().holds(unit("5.Pz a")), &["1708"]), Ok(10), "a Kampfgruppe behind the line");
    assert_eq!(defence(zone().holds(unit("102.ID")), &["1708"]), Ok(6), "infantry is its own garrison");
    assert_eq!(defence(zone().holds(unit("5.Pz a")), &["1708", "1609"]), Ok(3));
    assert_eq!(defence(zone().holds(unit("102.ID")), &["1708", "1609"]), Ok(4));
    assert_eq!(defence(zone(), &["1708", "1609"]).unwrap_err().clause.0, "MARS-ATT-5");
    let ungarrisoned = || hex("1608", Side::German).line(&["1708"]);
    assert_eq!(defence(ungarrisoned().holds(unit("5.Pz a")), &["1708"]), Ok(3));
    assert_eq!(defence(ungarrisoned(), &["1708"]).unwrap_err().clause.0, "MARS-ATT-5");
}

/// The report that a person reads has the fractions of example X1 and its losses.
#[test]
fn the_report_of_the_ready_example() {
    let kind = sandtable_mars::RULEBOOK.kind("battle").unwrap();
    let report = kind.ask(None, "battle.toml", kind.example, kit::Throwing::Nothing).unwrap();
    let outcomes: Vec<(&str, Fraction)> =
        report.outcomes.iter().map(|o| (o.result.as_str(), o.chance)).collect();
    let third = Fraction::new(1, 3);
    let sixth = Fraction::new(1, 6);
    assert_eq!(outcomes, [("D", sixth), ("DW", third), ("DR", third), ("X/2", sixth)]);
    assert_eq!(report.expected[0].mean, Fraction::new(3, 6), "42 G, worth 3, is the cheapest");
    assert_eq!(report.expected[1].mean, Fraction::new(5, 6));
    let facts: Vec<&str> = report.facts.iter().map(|fact| fact.words.as_str()).collect();
    assert!(facts.contains(&"1 attack factor more would make it 5:1, read as 4:1"), "{facts:?}");
    assert!(facts.contains(&"4 attack factors can be left out for the same odds"), "{facts:?}");
}

/// A question in words, asked as the calculator asks it.
fn asked(text: &str) -> Result<kit::Report, kit::Problem> {
    kit::Kind::of::<Battle>().ask(None, "test", text, kit::Throwing::Nothing)
}

/// MARS-TER-2, MARS-TER-4, MARS-TER-14: what the map of the scenario knows need not be said, and cannot be denied.
#[test]
fn a_question_reads_its_map() {
    let units = "[[attackers]]\nunit = '8 GRK'\nfrom = '1707'\n[[attackers]]\nunit = '251'\nfrom = '1708'\n";
    let question = |scenario: &str, more: &str| {
        let head = format!("{scenario}side = 'russian'\nturn = 1\n{units}[[hexes]]\nname = '1607'\n");
        format!("{head}{more}[[hexes.units]]\nunit = '78.ID'\nfortified = true\n")
    };
    let said = "initially = 'german'\nover-line = ['1707', '1708']\nover-river = ['1707', '1708']\n";
    let (mapped, spoken) =
        (asked(&question("scenario = 'historical'\n", "")).unwrap(), asked(&question("", said)).unwrap());
    assert_eq!(mapped.sums, spoken.sums);
    assert_eq!(mapped.chart, spoken.chart);
    let words = |report: &kit::Report| {
        report
            .facts
            .iter()
            .filter(|fact| fact.label == "map")
            .map(|fact| fact.words.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        words(&mapped),
        ["1607: German at the start, over a frontline from 1707 and 1708, over a river from 1707 and 1708"]
    );
    assert!(words(&spoken)[0].contains("no map was read"));
    let refused = |text: String| asked(&text).unwrap_err().to_string();
    let dry = refused(question("scenario = 'historical'\n", "over-river = ['1707']\n"));
    assert!(dry.contains("over a river from 1707 and 1708"), "{dry}");
    let theirs = refused(question("scenario = 'historical'\n", "initially = 'russian'\n"));
    assert!(theirs.contains("German at the start"), "{theirs}");
    let unsaid = refused(question("", ""));
    assert!(unsaid.contains("initially"), "{unsaid}");
    let far = refused(question("scenario = 'historical'\n", "").replace("1708", "2008"));
    assert!(far.contains("next to none"), "{far}");
    assert!(
        refused(question("scenario = 'historical'\n", "").replace("1708", "Nowhere"))
            .contains("neither a hex")
    );
}

/// MARS-CRT-1, MARS-CRT-2, MARS-CRT-3: a report tells what each unit reads, on which faces, and who can pay.
#[test]
fn a_report_tells_each_unit_the_faces_and_the_sets() {
    let text = "side = 'russian'\nturn = 1\n[[attackers]]\nunit = '8 GRK'\nfrom = 'a'\n[[attackers]]\nunit = '6 TK'\nfrom = 'a'\n\
        [[hexes]]\nname = 'b'\ninitially = 'german'\n[[hexes.units]]\nunit = '78.ID'\n[[hexes.units]]\nunit = '337.ID'\ndisrupted = true\n";
    let report = asked(text).unwrap();
    let mut faces: Vec<u16> = report.outcomes.iter().flat_map(|outcome| outcome.faces.clone()).collect();
    faces.sort_unstable();
    assert_eq!(faces, [1, 2, 3, 4, 5, 6], "every face leads somewhere, and to one place");
    for outcome in &report.outcomes {
        let who: Vec<&str> = outcome.shares.iter().map(|share| share.who.as_str()).collect();
        assert_eq!(who, ["78.ID", "337.ID"]);
        assert_eq!(outcome.chance, Fraction::new(outcome.faces.len() as u128, 6));
        assert_eq!(outcome.payments.is_empty(), !outcome.words.contains("the attacker loses"));
    }
    assert!(report.outcomes.iter().any(|outcome| outcome.payments.iter().any(|set| set == &["6 TK"])));
}
