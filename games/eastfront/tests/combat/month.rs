//! The weather of a month (EAST-WEA-1 and the October die of EAST-H2).

use kit::{Fraction, Inquiry, Refusal, Sums, chance, content::read_situation, testing::assert_rolls_agree};
use sandtable_eastfront::{MonthOfWar, Rules, Weather, WeatherOfMonth};

fn month(text: &str) -> Result<WeatherOfMonth, Refusal> {
    let month: MonthOfWar = read_situation("month.toml", text).unwrap();
    WeatherOfMonth::prepare(Rules::published(), &month, &mut Sums::default())
}

fn chances(text: &str) -> Vec<(Weather, Fraction)> {
    let odds = chance::odds(&month(text).unwrap()).unwrap();
    odds.iter().map(|(weather, chance)| (weather.unwrap(), chance)).collect()
}

#[test]
fn wea_1_the_calendar_fixes_the_weather() {
    // EAST-WEA-1: 48 months, each with one kind.
    for turn in 1..=48 {
        let expected = Rules::published().month(turn).unwrap().weather;
        assert_eq!(chances(&format!("turn = {turn}")), [(expected, Fraction::ONE)]);
    }
    assert_eq!(chances("turn = 7"), [(Weather::Subarctic, Fraction::ONE)]);
    assert_eq!(month("turn = 49").unwrap_err().clause.0, "EAST-WEA-1");
}

#[test]
fn h2_a_die_in_october() {
    // EAST-H2, EAST-R54: every October and the November after it.
    let (third, two_thirds) = (Fraction::new(1, 3), Fraction::new(2, 3));
    for turn in [5, 17, 29, 41] {
        let october = format!("turn = {turn}\noctober-die = true");
        assert_eq!(chances(&october), [(Weather::Good, third), (Weather::Mud, two_thirds)]);
        let november = format!("turn = {}\noctober-die = true", turn + 1);
        assert_eq!(chances(&november), [(Weather::HardFrost, two_thirds), (Weather::Snow, third)]);
    }
    assert_eq!(chances("turn = 7\noctober-die = true"), [(Weather::Subarctic, Fraction::ONE)]);
    for (face, weather) in
        [(1, Weather::HardFrost), (4, Weather::HardFrost), (5, Weather::Snow), (6, Weather::Snow)]
    {
        assert_eq!(
            chances(&format!("turn = 6\noctober-die = true\nrolled = {face}")),
            [(weather, Fraction::ONE)]
        );
    }
    assert_eq!(month("turn = 6\noctober-die = true\nrolled = 7").unwrap_err().clause.0, "EAST-H2");
    assert_eq!(month("turn = 7\noctober-die = true\nrolled = 3").unwrap_err().clause.0, "EAST-H2");
}

#[test]
fn h2_a_million_octobers() {
    // EAST-H2
    assert_rolls_agree(&month(WeatherOfMonth::EXAMPLE).unwrap(), 1_000_000, 1941);
}

#[test]
fn wea_5_to_7_what_the_weather_means() {
    // EAST-WEA-5, EAST-WEA-6, EAST-WEA-7
    let told = |text: &str| {
        let asked: MonthOfWar = read_situation("month.toml", text).unwrap();
        let question = WeatherOfMonth::prepare(Rules::published(), &asked, &mut Sums::default()).unwrap();
        let end = chance::roll(&question, &mut kit::Scripted::faces(&[]));
        question.tell(&asked, &end).words
    };
    assert_eq!(
        told("turn = 2"),
        "breakthrough attacks: both sides; overrun: both sides; voluntary exchange: the Germans"
    );
    assert_eq!(told("turn = 5"), "breakthrough attacks: nobody; overrun: nobody; voluntary exchange: nobody");
    assert_eq!(
        told("turn = 6"),
        "breakthrough attacks: both sides; overrun: nobody; voluntary exchange: the Germans"
    );
    assert_eq!(
        told("turn = 10"),
        "breakthrough attacks: the Soviets; overrun: the Soviets; voluntary exchange: nobody"
    );
    assert!(told("turn = 8").contains("frozen north-east of the weather line"));
}
