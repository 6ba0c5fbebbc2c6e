//! How strong the programs are, as far as it was measured: what the lobby says of them. Docs tell how (benchmarks, opponents; bots, the ladder).

use server::Strength;

/// In a scenario a program won so many of 100 games, of so many that were played, against the next weaker one.
const fn measured(
    scenario: &'static str,
    bot: &'static str,
    against: &'static str,
    won: u8,
    games: u32,
) -> Strength {
    Strength { scenario, bot, against, won, games }
}

/// By game.
static MEASURED: &[(&str, &[Strength])] = &[
    (
        "mars",
        &[
            measured("vazuza", "regular", "recruit", 92, 6_000),
            measured("vazuza", "veteran", "regular", 81, 80),
            measured("historical", "regular", "recruit", 100, 200),
            measured("historical", "veteran", "regular", 74, 80),
        ],
    ),
    (
        "stalingrad",
        &[
            measured("red-october", "regular", "recruit", 91, 1_000),
            measured("red-october", "veteran", "regular", 73, 120),
            measured("historical", "regular", "recruit", 100, 200),
            measured("historical", "veteran", "regular", 57, 80),
        ],
    ),
    (
        "eastfront",
        &[
            measured("smolensk-gate", "regular", "recruit", 93, 500),
            measured("smolensk-gate", "veteran", "regular", 82, 40),
            measured("barbarossa", "regular", "recruit", 91, 80),
            measured("campaign", "regular", "recruit", 100, 20),
        ],
    ),
    (
        "battleline",
        &[
            measured("learn", "regular", "recruit", 97, 120),
            measured("learn", "veteran", "regular", 82, 60),
            measured("learn", "general", "veteran", 63, 30),
            measured("cannae", "regular", "recruit", 100, 60),
            measured("cannae", "veteran", "regular", 74, 80),
            measured("zama", "regular", "recruit", 100, 120),
            measured("zama", "veteran", "regular", 67, 30),
            measured("cynoscephalae", "regular", "recruit", 100, 120),
            measured("cynoscephalae", "veteran", "regular", 67, 80),
        ],
    ),
    (
        "skirmish",
        &[
            measured("skir-learn", "regular", "recruit", 100, 48),
            measured("skir-learn", "veteran", "regular", 64, 53),
            measured("skir-height", "regular", "recruit", 96, 48),
            measured("skir-height", "veteran", "regular", 62, 61),
            measured("skir-workshop", "regular", "recruit", 96, 48),
            measured("skir-workshop", "veteran", "regular", 58, 31),
        ],
    ),
    ("ford", &[measured("crossing", "regular", "recruit", 95, 500)]),
];

/// What was measured of the programs of a game.
pub fn of(game: &str) -> &'static [Strength] {
    MEASURED.iter().find(|(known, _)| *known == game).map_or(&[], |(_, all)| all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line is about a scenario and two programs that there are, the weaker one the next below the other.
    #[test]
    fn what_was_measured_is_about_programs_that_there_are() {
        for (name, lines) in MEASURED {
            let game = registry::playable(name).unwrap();
            assert!(!lines.is_empty());
            for line in *lines {
                let names = registry::players(game, line.scenario);
                let place = |bot: &str| names.iter().position(|known| *known == bot).unwrap();
                assert_eq!(place(line.bot), place(line.against) + 1, "{line:?}");
                assert!(line.won <= 100 && line.games > 0, "{line:?}");
            }
        }
        assert!(of("no such game").is_empty());
    }
}
