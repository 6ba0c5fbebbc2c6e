//! The games on the shelf: what can be played, looked up and asked.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use kit::{
    Ground, Problem, Report, Rulebook, Scripted, Setup, Sheet, Throwing, Viewer,
    any::{AnySession, Playable},
    map::HexMap,
    profile::{Army, HouseOption, ScenarioProfile},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Asked, Named, Sent, Shared, map::MapData};
use crate::{error::Failure, host::Host, shelf::Strength};

/// Every game.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ShelfData {
    games: Vec<GameData>,
}

/// A game on the shelf.
#[derive(Serialize, utoipa::ToSchema)]
pub struct GameData {
    /// Its short name.
    name: &'static str,
    title: &'static str,
    about: &'static str,
    /// Whether it can be played; if not, it has charts, rules and questions only.
    playable: bool,
    /// The version of its rules; 0 if it cannot be played.
    rules: u32,
    /// Whether one side knows what another does not.
    hides: bool,
    scenarios: &'static [ScenarioProfile],
    /// How the sides look on screens; one that is not named has the colours of its seat.
    armies: &'static [Army],
    /// What players may agree on; everything is as published unless they do.
    options: &'static [HouseOption],
    /// What can be laid over the map.
    overlays: Vec<Titled>,
    /// The phases with which a position of one's own can begin; none where the game takes no positions.
    phases: Vec<Titled>,
    /// The conditions in which the counters of such a position can be.
    conditions: Vec<Titled>,
    /// What can be asked about odds.
    kinds: Vec<Titled>,
    /// Programs that can be seated in every scenario: `bot:` and the name.
    bots: Vec<&'static str>,
    /// Programs that can be seated in some scenarios only, by scenario.
    scenario_bots: BTreeMap<&'static str, Vec<&'static str>>,
    /// How well they play: what was measured.
    strengths: &'static [Strength],
}

/// A name for programs and a title for people.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Titled {
    name: &'static str,
    title: &'static str,
}

fn titled(list: &[(&'static str, &'static str)]) -> Vec<Titled> {
    list.iter().map(|&(name, title)| Titled { name, title }).collect()
}

fn data(host: &Host, book: &'static Rulebook) -> GameData {
    let game = host.shelf.playable(book.name);
    let profile = (book.profile)();
    let (mut everywhere, mut scenario_bots) = (Vec::new(), BTreeMap::new());
    if let Some(game) = game {
        let bots =
            |scenario: &'static ScenarioProfile| (&*scenario.name, (host.shelf.bots)(game, &scenario.name));
        scenario_bots = profile.scenarios.iter().map(bots).collect();
        everywhere = scenario_bots.values().next().cloned().unwrap_or_default();
        everywhere.retain(|bot| scenario_bots.values().all(|bots| bots.contains(bot)));
        scenario_bots.retain(|_, bots| {
            bots.retain(|bot| !everywhere.contains(bot));
            !bots.is_empty()
        });
    }
    GameData {
        name: book.name,
        title: book.title(),
        about: book.about(),
        playable: game.is_some(),
        rules: game.map_or(0, Playable::rules),
        hides: game.is_some_and(Playable::hides),
        scenarios: game.map_or(&[], |_| &profile.scenarios),
        armies: &profile.armies,
        options: game.map_or(&[], |_| &profile.options),
        overlays: titled(game.map_or(&[], Playable::overlays)),
        phases: titled(game.map_or(&[], |game| game.arranging().phases)),
        conditions: titled(game.map_or(&[], |game| game.arranging().conditions)),
        kinds: book.kinds.iter().map(|kind| Titled { name: kind.name, title: kind.title }).collect(),
        bots: everywhere,
        scenario_bots,
        strengths: game.map_or(&[], |game| (host.shelf.strengths)(game)),
    }
}

fn book(host: &Host, name: &str) -> Result<&'static Rulebook, Failure> {
    host.shelf.rulebook(name).ok_or_else(|| Failure::unknown("game on the shelf"))
}

/// Every game
#[utoipa::path(get, path = "/api/shelf", tag = "shelf", responses((status = 200, body = ShelfData)))]
pub async fn list(State(host): Shared) -> Json<ShelfData> {
    Json(ShelfData { games: (host.shelf.rulebooks)().iter().map(|book| data(&host, book)).collect() })
}

/// One game
#[utoipa::path(get, path = "/api/shelf/{game}", tag = "shelf", params(("game" = String, Path)),
    responses((status = 200, body = GameData)))]
pub async fn one(State(host): Shared, Named(name): Named<String>) -> Result<Json<GameData>, Failure> {
    Ok(Json(data(&host, book(&host, &name)?)))
}

/// Which map.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OfScenario {
    /// The scenario; without it the first.
    scenario: Option<String>,
}

/// The map of a game
#[utoipa::path(get, path = "/api/shelf/{game}/map", tag = "shelf", params(("game" = String, Path), OfScenario),
    responses((status = 200, body = MapData)))]
pub async fn map(
    State(host): Shared,
    Named(name): Named<String>,
    Asked(asked): Asked<OfScenario>,
) -> Result<Json<MapData>, Failure> {
    let book = book(&host, &name)?;
    let shelf = host.shelf;
    let find = move || {
        if let Some(game) = shelf.playable(&name) {
            let table = laid_out(game, &asked)?;
            if let Some(map) = table.map() {
                return Ok(MapData::from(map));
            }
        }
        let source = book.maps.first().ok_or_else(|| Failure::unknown("map"))?;
        let map = HexMap::load(source.file, source.text).map_err(|error| Failure::fault(&error))?;
        Ok(MapData::from(&map))
    };
    host.ask(find).await.map(Json)
}

/// A game about to begin.
fn laid_out(game: &dyn Playable, asked: &OfScenario) -> Result<Box<dyn AnySession>, Failure> {
    let first = game.profile().scenarios.first().map_or("", |scenario| &scenario.name);
    let scenario = asked.scenario.as_deref().unwrap_or(first);
    game.start(&Setup::of(scenario)).map_err(|_| Failure::unknown("scenario"))
}

/// The ground of a table without hexes, as anybody may see it
#[utoipa::path(get, path = "/api/shelf/{game}/ground", tag = "shelf", params(("game" = String, Path), OfScenario),
    responses((status = 200, body = Ground)))]
pub async fn ground(
    State(host): Shared,
    Named(name): Named<String>,
    Asked(asked): Asked<OfScenario>,
) -> Result<Json<Ground>, Failure> {
    let game = host.shelf.playable(&name).ok_or_else(|| Failure::unknown("game on the shelf"))?;
    let look = move || {
        laid_out(game, &asked)?.view(Viewer::Spectator).ground.ok_or_else(|| Failure::unknown("ground"))
    };
    host.ask(look).await.map(Json)
}

/// The charts of a game.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ChartList {
    game: &'static str,
    tables: Vec<ChartTitle>,
}

/// A chart by name.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ChartTitle {
    table: String,
    title: String,
}

/// The charts of a game
#[utoipa::path(get, path = "/api/shelf/{game}/tables", tag = "shelf", params(("game" = String, Path)),
    responses((status = 200, body = ChartList)))]
pub async fn tables(State(host): Shared, Named(name): Named<String>) -> Result<Json<ChartList>, Failure> {
    let book = book(&host, &name)?;
    Ok(Json(ChartList::new(book.name, &book.published_sheets())))
}

impl ChartList {
    /// The titles of charts.
    pub fn new(game: &'static str, sheets: &[&Sheet]) -> Self {
        let title = |sheet: &&Sheet| ChartTitle { table: sheet.id.clone(), title: sheet.title.clone() };
        Self { game, tables: sheets.iter().map(title).collect() }
    }
}

/// A chart.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ChartData {
    table: String,
    title: String,
    note: String,
    /// The rules that read it.
    clauses: Vec<String>,
    columns: Vec<String>,
    rows: Vec<RowData>,
}

/// A row of a chart.
#[derive(Serialize, utoipa::ToSchema)]
pub struct RowData {
    key: String,
    cells: Vec<String>,
}

impl From<&Sheet> for ChartData {
    fn from(sheet: &Sheet) -> Self {
        let row = |row: usize| RowData { key: sheet.key(row), cells: sheet.cells(row).to_vec() };
        Self {
            table: sheet.id.clone(),
            title: sheet.title.clone(),
            note: sheet.note.clone(),
            clauses: sheet.clauses.clone(),
            columns: sheet.heads().to_vec(),
            rows: (0..sheet.len()).map(row).collect(),
        }
    }
}

/// One chart
#[utoipa::path(get, path = "/api/shelf/{game}/tables/{table}", tag = "shelf",
    params(("game" = String, Path), ("table" = String, Path)), responses((status = 200, body = ChartData)))]
pub async fn table(
    State(host): Shared,
    Named((name, table)): Named<(String, String)>,
) -> Result<Json<ChartData>, Failure> {
    let sheet = book(&host, &name)?.sheet(&table).ok_or_else(|| Failure::unknown("table"))?;
    Ok(Json(sheet.into()))
}

/// The rules of a game.
#[derive(Serialize, utoipa::ToSchema)]
pub struct RulesData {
    game: String,
    title: String,
    /// In the order of the rulebook.
    clauses: Vec<ClauseData>,
    /// Decisions on doubtful or silent rules.
    rulings: Vec<ClauseData>,
}

/// A rule.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ClauseData {
    id: String,
    chapter: String,
    text: String,
}

/// The rules of a game
#[utoipa::path(get, path = "/api/shelf/{game}/rules", tag = "shelf", params(("game" = String, Path)),
    responses((status = 200, body = RulesData)))]
pub async fn rules(State(host): Shared, Named(name): Named<String>) -> Result<Json<RulesData>, Failure> {
    let ledger = (book(&host, &name)?.ledger)();
    let clauses = |entries: &[kit::Entry]| {
        let clause = |entry: &kit::Entry| ClauseData {
            id: entry.id.clone(),
            chapter: entry.chapter.clone(),
            text: entry.text.clone(),
        };
        entries.iter().map(clause).collect()
    };
    Ok(Json(RulesData {
        game: ledger.game.clone(),
        title: ledger.title.clone(),
        clauses: clauses(&ledger.clauses),
        rulings: clauses(&ledger.rulings),
    }))
}

/// A kind of question.
#[derive(Serialize, utoipa::ToSchema)]
pub struct KindData {
    name: &'static str,
    title: &'static str,
    /// A ready situation in TOML.
    example: &'static str,
    /// The JSON schema of its situations.
    #[schema(value_type = Object)]
    schema: Value,
}

fn question(host: &Host, name: &str, kind: &str) -> Result<&'static kit::Kind, Failure> {
    book(host, name)?.kind(kind).ok_or_else(|| Failure::unknown("kind of question"))
}

/// A kind of question about odds
#[utoipa::path(get, path = "/api/shelf/{game}/kinds/{kind}", tag = "shelf",
    params(("game" = String, Path), ("kind" = String, Path)), responses((status = 200, body = KindData)))]
pub async fn kind(
    State(host): Shared,
    Named((name, kind)): Named<(String, String)>,
) -> Result<Json<KindData>, Failure> {
    let kind = question(&host, &name, &kind)?;
    Ok(Json(KindData { name: kind.name, title: kind.title, example: kind.example, schema: kind.schema() }))
}

/// A question about odds.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The situation: an object, or text in TOML or JSON; without it the ready example.
    #[schema(value_type = Option<Object>)]
    situation: Option<Value>,
    /// Faces of dice that were rolled, such as `3,5`.
    dice: Option<String>,
    /// Rolls the dice as well, from this seed.
    seed: Option<u64>,
}

/// Exact odds of a situation
#[utoipa::path(post, path = "/api/shelf/{game}/kinds/{kind}", tag = "shelf",
    params(("game" = String, Path), ("kind" = String, Path)), request_body = Question,
    responses((status = 200, body = Report)))]
pub async fn ask(
    State(host): Shared,
    Named((name, kind)): Named<(String, String)>,
    Sent(asked): Sent<Question>,
) -> Result<Json<Report>, Failure> {
    let kind = question(&host, &name, &kind)?;
    let throwing = match (asked.dice, asked.seed) {
        (None, None) => Throwing::Nothing,
        (None, Some(seed)) => Throwing::Seed(seed),
        (Some(dice), None) => Throwing::Script(
            Scripted::parse(&dice).map_err(|misfit| Failure::dice(misfit.to_string(), None))?,
        ),
        (Some(_), Some(_)) => return Err(Failure::setup("either dice or a seed")),
    };
    let text = match asked.situation {
        None => kind.example.to_owned(),
        Some(Value::String(text)) => text,
        Some(situation) => situation.to_string(),
    };
    let answer = move || match kind.ask(None, "situation", &text, throwing) {
        Ok(report) => Ok(report),
        Err(Problem::Refused(refusal)) => Err(Failure::refused(refusal)),
        Err(Problem::Dice(misfit)) => Err(Failure::dice(misfit.to_string(), None)),
        Err(problem) => Err(Failure::setup(problem.to_string())),
    };
    host.ask(answer).await.map(Json)
}
