//! The worked examples of the rulebook that are combats.

use crate::common::{
    DUEL, EVADING, SECOND, THREE_ON_ONE, column, lines, odds_of, plain, question, refusal, refused_by,
    situation,
};
use kit::{Factor, Fraction, Inquiry, Rules, Sums, chance};
use sandtable_battleline::{
    battle::{Battle, CombatOutcome, Fate},
    charts::Code,
    facing::{Direction, Hex, Place},
};

/// EX1: LINE-CRT-2, LINE-R1, LINE-R2, LINE-R3.
#[test]
fn ex1_columns_line_crt_2() {
    let cases = [
        (1, 3, "1-3"),
        (2, 5, "1-3"),
        (2, 4, "1-2"),
        (4, 5, "1-2"),
        (5, 4, "1-1"),
        (6, 4, "1.5-1"),
        (7, 3, "2-1"),
        (10, 5, "2-1"),
        (12, 5, "2-1"),
        (5, 2, "2.5-1"),
        (15, 5, "3-1"),
        (9, 2, "4-1"),
        (10, 2, "4-1"),
        (11, 2, ">5-1"),
    ];
    for (attack, defence, expected) in cases {
        assert_eq!(column(&plain(attack, defence, "")), expected, "{attack} to {defence}");
    }
    assert_eq!(column(&(plain(3, 5, "") + "from = 'rear'")), ">5-1", "3 to 0");
    let refusal = refusal::<Battle>(&plain(1, 4, ""));
    assert_eq!(refusal.clause.0, "LINE-R1");
    assert!(refusal.reason.contains("it lacks 1 attack"), "{refusal}");
}

/// EX2: LINE-X-MAP-2, LINE-X-MAP-3, LINE-DIR-1, LINE-R5.
#[test]
fn ex2_rows_line_x_map_3() {
    let row = |unit: &str, facing: u8, there: &str| {
        let [unit, there] = [unit, there].map(|number| Hex::try_from(number.to_owned()).unwrap());
        let place = Place::seen(unit.direction_to(there).unwrap(), Direction::try_from(facing).unwrap());
        crate::common::charts().row(place).number()
    };
    for (there, expected) in [("1011", 1), ("0911", 2), ("1111", 2), ("0910", 3), ("1110", 3), ("1009", 4)] {
        assert_eq!(row("1010", 3, there), expected, "{there}");
    }
    for (there, expected) in [("0604", 1), ("0504", 2), ("0605", 2), ("0404", 3), ("0506", 3), ("0405", 4)] {
        assert_eq!(row("0505", 1, there), expected, "{there}");
    }
}

/// EX3: LINE-CRT-1, LINE-R18. No Stand Test from the front, one die, six faces.
#[test]
fn ex3_duel_line_crt_1_line_r18() {
    assert_eq!(odds_of(DUEL), "AR 1/6, AD 1/3, D 1/3, R 1/6");
    assert_eq!(chance::odds(&question::<Battle>(DUEL)).unwrap().paths(), 6);
}

/// EX4: LINE-DIR-3, LINE-DIR-10, LINE-R8, LINE-X-CMB-2, LINE-X-CMB-6, LINE-X-CMB-7.
#[test]
fn ex4_three_on_one_line_dir_3_line_dir_10_line_x_cmb_7() {
    assert_eq!(odds_of(THREE_ON_ONE), "AD 1/3, D 1/3, R 1/3");
    assert_eq!(
        lines::<Battle>(THREE_ON_ONE, "attack"),
        [
            "+5 printed attack [LINE-X-UNI-1]",
            "+5 printed attack [LINE-X-UNI-1]",
            "-1 attacks through its row 2 [LINE-DIR-3]",
            "+4 printed attack [LINE-X-UNI-1]",
            "-1 attacks through its row 2 [LINE-DIR-3]",
        ]
    );
    assert_eq!(lines::<Battle>(THREE_ON_ONE, "defence"), ["+5 printed defence [LINE-X-UNI-1]"]);
    let odds = chance::odds(&question::<Battle>(THREE_ON_ONE)).unwrap();
    let hit = |place: usize| odds.chance(|end| end.fates[place] == Fate::Disrupted);
    assert_eq!(
        [hit(1), hit(2), hit(3)],
        [Fraction::new(1, 3), Fraction::ZERO, Fraction::ZERO],
        "the lead alone"
    );
}

/// EX5: LINE-DIR-5, LINE-DIR-6, LINE-X-MOR-3, LINE-R17.
#[test]
fn ex5_flank_line_dir_5_line_dir_6_line_x_mor_3() {
    let flank = "
        [defender]
        unit = 'SOC'
        hex = '0605'
        facing = 3
        [[attackers]]
        unit = 'HCC'
        hex = '0705'
        facing = 4
    ";
    assert_eq!(odds_of(flank), "AD 1/3, D 2/9, R 1/9, Rt 1/3");
    let stand = ["+5 printed morale [LINE-X-UNI-1]", "-1 attacked in row 3 [LINE-DIR-6]"];
    assert_eq!(lines::<Battle>(flank, "stand test"), stand);
    let defence = ["+4 printed defence [LINE-X-UNI-1]", "-1 attacked in row 3 [LINE-DIR-5]"];
    assert_eq!(lines::<Battle>(flank, "defence"), defence);
}

/// EX6: LINE-DIR-8, LINE-DIR-9, LINE-R3, LINE-R7.
#[test]
fn ex6_rear_line_dir_8_line_dir_9_line_r3() {
    let rear = "
        [defender]
        unit = 'SOC'
        hex = '0605'
        facing = 3
        [[attackers]]
        unit = 'HCC'
        hex = '0604'
        facing = 3
    ";
    assert_eq!(odds_of(rear), "D 1/18, R 1/9, Rt 7/9, E 1/18");
    let defence =
        ["+4 printed defence [LINE-X-UNI-1]", "-4 attacked in row 4: all defence is 0 [LINE-DIR-8]"];
    assert_eq!(lines::<Battle>(rear, "defence"), defence);
    let stand = ["+5 printed morale [LINE-X-UNI-1]", "-3 attacked in row 4 [LINE-DIR-9]"];
    assert_eq!(lines::<Battle>(rear, "stand test"), stand);
}

/// EX8: LINE-RES-5, LINE-RES-6, LINE-RES-9, LINE-RES-10, LINE-R10, LINE-R12, LINE-R13. Friends stand in both
/// ends of the retreat and the rout is cut short by the map edge.
#[test]
fn ex8_retreat_rout_elimination_line_res_6_line_res_10() {
    let blocked = DUEL.replace(
        "facing = 3",
        "facing = 3\nretreat = [{ occupied = true }, { occupied = true }]\nrout = [{ cut-short = true }]",
    );
    assert_eq!(odds_of(&blocked), "AR 1/6, AD 1/3, D 1/3, E 1/6");
    let one_free = blocked.replacen("{ occupied = true }", "{}", 1);
    assert_eq!(odds_of(&one_free), odds_of(DUEL), "without one friend the owner has a hex to choose");
    let only_rout = blocked.replace("{ cut-short = true }", "{ enemy-zone = true }, {}");
    assert_eq!(odds_of(&only_rout), "AR 1/6, AD 1/3, D 1/3, Rt 1/6", "considered Routed, LINE-RES-6");
}

/// EX9: LINE-CRT-6, LINE-R4, LINE-R14, LINE-X-STA-1.
#[test]
fn ex9_second_disrupt_line_crt_6_line_r4() {
    assert_eq!(odds_of(SECOND), "AD 1/6, E 5/6");
    let literal = format!("house-rules.disrupt_literal = true\n{SECOND}");
    assert_eq!(odds_of(&literal), "AD 1/6, R 1/3, Rt 1/6, E 1/3");
}

/// EX10: LINE-DIR-2, LINE-DIR-3, LINE-DIR-4, LINE-DIR-7, LINE-R6, LINE-R22, LINE-X-CMB-3, LINE-X-CMB-4.
#[test]
fn ex10_attacking_across_ones_own_flank_line_dir_4_line_dir_7() {
    let spa = |enemy: &str, facing: u8| {
        format!(
            "[defender]\nunit = 'VEL'\nhex = '{enemy}'\nfacing = {facing}\n[[attackers]]\nunit = 'SPA'\nhex = '0505'\nfacing = 1\n"
        )
    };
    let attack = |text: &str| {
        let mut sums = Sums::default();
        Battle::prepare(Rules::published(), &situation::<Battle>(text), &mut sums)
            .map(|_| kit::Tally::total(&sums, kit::Part::ATTACK))
    };
    for (enemy, expected) in [("0604", 5), ("0504", 4), ("0605", 4), ("0404", 3), ("0506", 3)] {
        assert_eq!(attack(&spa(enemy, 0)), Ok(Factor::whole(expected)), "{enemy}");
    }
    assert_eq!(refused_by::<Battle>(&spa("0405", 0)), "LINE-DIR-7");
    let velites = "[defender]\nunit = 'GAL'\n[[attackers]]\nunit = 'VEL'\ntowards = 'left-rear'\n";
    assert_eq!(refused_by::<Battle>(velites), "LINE-R22");
    assert_eq!(
        question::<Battle>(&format!("{velites}leaders = ['Scipio']")).chart().unwrap().columns,
        ["1-3"],
        "LINE-R22"
    );
    let horse = "[defender]\nunit = 'PRI'\n[[attackers]]\nunit = 'HCC'\n";
    assert_eq!(attack(horse), Ok(Factor::whole(3)));
    assert_eq!(column(horse), "1-2");
}

/// EX11: LINE-X-EVA-1.
#[test]
fn ex11_evade_line_x_eva_1() {
    assert_eq!(odds_of(EVADING), "AD 1/18, D 1/9, R 1/9, Rt 1/18, evaded 2/3");
    let stays = EVADING.replace("evades = true", "");
    assert_eq!(odds_of(&stays), "AD 1/6, D 1/3, R 1/3, Rt 1/6", "he may decline");
    assert_eq!(refused_by::<Battle>(&EVADING.replace("HAS", "ACV")), "LINE-X-EVA-1");
    let stuck = EVADING.replace("evades = true", "evades = true\nretreat = false");
    assert_eq!(refused_by::<Battle>(&stuck), "LINE-X-EVA-1");
    assert_eq!(refused_by::<Battle>(&EVADING.replace("VEL", "SPA")), "LINE-X-EVA-1");
    let disrupted = EVADING.replace("evades = true", "evades = true\nstatus = 'disrupted'");
    assert_eq!(refused_by::<Battle>(&disrupted), "LINE-X-STA-1");
    let marching = EVADING.replace("evades = true", "evades = true\nmarching = true");
    assert_eq!(refused_by::<Battle>(&marching), "LINE-X-STA-2");
}

/// EX14: LINE-X-STA-2, LINE-R30.
#[test]
fn ex14_marching_phalanx_line_x_sta_2_line_r30() {
    let marching =
        "[defender]\nunit = 'PHA'\nmarching = true\n[[attackers]]\nunit = 'HCC'\nfrom = 'right-front'\n";
    assert_eq!(odds_of(marching), "AR 1/9, AD 2/9, D 2/9, R 1/9, Rt 1/3");
    assert_eq!(column(&marching.replace("marching = true", "")), "1-2", "in row 2 T3-7 counts: 3 against 6");
}

/// EX15: LINE-X-MOR-3, LINE-X-MOR-4.
#[test]
fn ex15_elephants_and_horses_line_x_mor_4() {
    let elephants = "[defender]\nunit = 'RCV'\n[[attackers]]\nunit = 'ELE'\n";
    assert_eq!(odds_of(elephants), "AD 2/9, D 2/9, R 2/9, Rt 1/3");
    let stand = ["+5 printed morale [LINE-X-UNI-1]", "-1 horses shy from elephants [LINE-X-MOR-4]"];
    assert_eq!(lines::<Battle>(elephants, "stand test"), stand);
    let accustomed = elephants.replace("RCV", "HCC");
    assert_eq!(lines::<Battle>(&accustomed, "stand test"), ["+5 printed morale [LINE-X-UNI-1]"]);
}

/// EX16: LINE-X-EXC-2. The relieving unit attacks 1-1, the relieved one does not.
#[test]
fn ex16_exchange_line_x_exc_2() {
    let forward = DUEL.replace("'HAS'", "'PRI'");
    assert_eq!(column(&forward), "1-1");
    assert_eq!(refused_by::<Battle>(&format!("{DUEL}exchanged-back = true")), "LINE-X-EXC-2");
}

/// EX17: LINE-RES-15, LINE-RES-16, LINE-RES-17, LINE-RES-18, LINE-RES-20, LINE-RES-22. The attacker flips, falls back 3 or 6, and is lost without a safe hex.
#[test]
fn ex17_attacker_retreats_line_res_16_line_res_18_line_res_20_line_res_22() {
    let told = |text: &str, code: Code| {
        let (battle, said) = (question::<Battle>(text), situation::<Battle>(text));
        let odds = chance::odds(&battle).unwrap();
        let end = odds.iter().find(|(end, _)| end.outcome == Some(CombatOutcome::Applied(code))).unwrap().0;
        battle.tell(&said, end).words
    };
    assert_eq!(told(DUEL, Code::AR), "HAS retreats 3 movement factors, Disrupted");
    let weak = DUEL.replace("'HAS'", "'CIT'").replace("'LIB'", "'TRI'");
    assert_eq!(odds_of(&weak), "AR 1/3, AD 1/3, D 1/6, R 1/6", "3 against 6");
    let no_retreat = format!("{DUEL}retreat = false");
    assert_eq!(odds_of(&no_retreat), "ARt 1/6, AD 1/3, D 1/3, R 1/6");
    assert_eq!(told(&no_retreat, Code::ARt), "HAS routs 6 movement factors, Disrupted");
    let no_way = format!("{no_retreat}\nrout = [{{ occupied = true }}]");
    assert_eq!(odds_of(&no_way), "attacker eliminated 1/6, AD 1/3, D 1/3, R 1/6", "LINE-RES-21, LINE-RES-22");
}

/// EX18: the attack at the end of the ride; LINE-X-CMB-4, LINE-X-CMB-5.
#[test]
fn ex18_riding_round_a_flank() {
    let ride = "
        [defender]
        unit = 'SPA'
        hex = '0605'
        facing = 3
        [[attackers]]
        unit = 'ACV'
        hex = '0705'
        facing = 0
    ";
    assert_eq!(column(ride), "1-2");
    assert_eq!(
        lines::<Battle>(ride, "stand test"),
        ["+5 printed morale [LINE-X-UNI-1]", "-1 attacked in row 3 [LINE-DIR-6]"]
    );
}

/// EX19: LINE-R1, LINE-R15, LINE-X-MIS-1, LINE-X-CMB-3.
#[test]
fn ex19_legal_and_illegal_line_x_cmb_3() {
    let attack =
        |defender: &str, attacker: &str| format!("[defender]\n{defender}\n[[attackers]]\n{attacker}\n");
    assert_eq!(
        refused_by::<Battle>(&attack("unit = 'HAS'", "unit = 'BAL'\nstatus = 'disrupted'")),
        "LINE-R15"
    );
    assert_eq!(refused_by::<Battle>(&attack("unit = 'HAS'", "unit = 'VEL'\nfired = true")), "LINE-X-MIS-1");
    assert_eq!(column(&attack("unit = 'TRI'", "unit = 'LEV'")), "1-2");
    let two_lights =
        attack("unit = 'PEL'\nterrain = 'camp'", "unit = 'CRE'\n[[attackers]]\nunit = 'CRE'\nfrom = 'rear'");
    assert_eq!(refused_by::<Battle>(&two_lights), "LINE-R1");
}

/// EX22: LINE-RES-7, LINE-RES-10, LINE-RES-11.
#[test]
fn ex22_stand_or_run_line_res_10_line_res_11() {
    let struck = "[defender]\nunit = 'PRI'\n[[attackers]]\nunit = 'HCC'\nfrom = 'left-rear'\n";
    assert_eq!(odds_of(struck), "AR 1/9, AD 2/9, D 2/9, R 1/9, Rt 1/3");
    let blocked = struck.replace("'PRI'", "'PRI'\nretreat = false\nrout = false");
    assert_eq!(odds_of(&blocked), "AR 1/9, AD 2/9, D 2/9, E 4/9");
}
