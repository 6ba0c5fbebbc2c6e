//! `sandtable map`: compile, check and show the maps of games.

mod picture;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};
use kit::{
    content::DataFile,
    map::{Direction, HexId, HexMap, Layer},
};
use serde_json::{Map, Value, json};

use crate::{
    coverage::find_source,
    draw::{Page, window},
    failure::Failure,
};
pub use picture::{Caption, Picture};

/// What `sandtable map` is asked.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compile the geography of a game onto hexes and write its map
    #[command(after_help = "Example: sandtable map build mars")]
    Build {
        /// The game: the folder under games/
        game: String,
        /// The checkout, if not here
        #[arg(long)]
        source: Option<PathBuf>,
    },
    /// Check that maps are sound and that what is committed is what geography gives
    #[command(after_help = "Examples:\n  sandtable map check\n  sandtable map check mars")]
    Check {
        /// The game; without it every game with geography
        game: Option<String>,
        /// The checkout, if not here
        #[arg(long)]
        source: Option<PathBuf>,
    },
    /// Draw a map
    #[command(
        after_help = "Examples:\n  sandtable map show mars\n  sandtable map show mars learning\n  sandtable map show mars --layer initial\n  sandtable map show mars --json\n\nSmaller letters or a window of 120 columns help; COLUMNS=80 draws it small."
    )]
    Show {
        /// The game (see `sandtable games`)
        game: String,
        /// The map, if the game has several
        map: Option<String>,
        /// What is drawn in the hexes, if not the first layer of the map
        #[arg(long)]
        layer: Option<String>,
        /// For programs: every hex with its layers, sides, links, place and zones
        #[arg(long)]
        json: bool,
    },
}

/// Builds, checks or shows.
pub fn run(arguments: &Arguments, page: &mut Page) -> Result<(), Failure> {
    match &arguments.command {
        Command::Build { game, source } => build(game, source.as_deref(), page),
        Command::Check { game, source } => check(game.as_deref(), source.as_deref(), page),
        Command::Show { game, map, layer, json } => show(game, map.as_deref(), layer.as_deref(), *json, page),
    }
}

/// The files of a game's map.
struct Folder {
    root: PathBuf,
    game: String,
}

impl Folder {
    const PARTS: [&str; 3] = ["grid.toml", "geography.geojson", "overrides.toml"];

    /// The game's folder in the checkout, if it has geography.
    fn find(game: &str, told: Option<&Path>) -> Result<Self, Failure> {
        let root = find_source(told)?;
        let known = with_geography(&root)?;
        if known.iter().any(|name| name == game) {
            return Ok(Self { root, game: game.to_owned() });
        }
        Err(Failure::Unknown { what: "game with geography (data/map)", name: game.to_owned(), known })
    }

    fn target(&self) -> String {
        format!("games/{}/data/map.toml", self.game)
    }

    fn read(&self, name: &str) -> Result<String, Failure> {
        fs::read_to_string(self.root.join(name))
            .map_err(|error| Failure::File { name: name.to_owned(), error })
    }

    fn compile(&self) -> Result<String, Failure> {
        let names = Self::PARTS.map(|part| format!("games/{}/data/map/{part}", self.game));
        let texts = [self.read(&names[0])?, self.read(&names[1])?, self.read(&names[2])?];
        let [grid, geography, overrides] =
            [0, 1, 2].map(|part| atlas::Source { file: &names[part], text: &texts[part] });
        let again =
            format!("Compiled from data/map: change that and run `sandtable map build {}`.", self.game);
        atlas::compile(grid, geography, overrides, &[&again], &self.target())
            .map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// The games of a checkout that have geography, by name.
fn with_geography(root: &Path) -> Result<Vec<String>, Failure> {
    let wrong = |error: io::Error| Failure::File { name: "games".into(), error };
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("games")).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        if entry.path().join("data/map/grid.toml").is_file() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn build(game: &str, source: Option<&Path>, page: &mut Page) -> Result<(), Failure> {
    let folder = Folder::find(game, source)?;
    let text = folder.compile()?;
    let target = folder.target();
    let old = folder.read(&target).unwrap_or_default();
    if old == text {
        page.line(&format!("{target} is up to date"));
        return Ok(());
    }
    fs::write(folder.root.join(&target), &text)
        .map_err(|error| Failure::File { name: target.clone(), error })?;
    page.line(&format!("{target} written"));
    differences(&old, &text, page);
    Ok(())
}

fn check(game: Option<&str>, source: Option<&Path>, page: &mut Page) -> Result<(), Failure> {
    let games = match game {
        Some(game) => vec![game.to_owned()],
        None => with_geography(&find_source(source)?)?,
    };
    let mut stale = Vec::new();
    for game in games {
        let folder = Folder::find(&game, source)?;
        let (target, text) = (folder.target(), folder.compile()?);
        let committed = folder.read(&target)?;
        load(&target, &committed)?;
        if committed == text {
            page.line(&format!("{target} is sound and as compiled"));
        } else {
            page.line(&format!("{target} differs (- as committed, + as compiled):"));
            differences(&committed, &text, page);
            stale.push(game);
        }
    }
    if stale.is_empty() {
        return Ok(());
    }
    let commands: Vec<_> = stale.iter().map(|game| format!("`sandtable map build {game}`")).collect();
    Err(Failure::Usage(format!(
        "a committed map is not what its geography gives: run {}",
        commands.join(", ")
    )))
}

fn load(file: &str, text: &str) -> Result<HexMap, Failure> {
    HexMap::load(file, text).map_err(|error| Failure::Usage(error.to_string()))
}

/// The lines that only one of two texts has.
fn differences(old: &str, new: &str, page: &mut Page) {
    let lines = |one: &str, other: &str, mark: char, page: &mut Page| {
        let known: Vec<&str> = other.lines().collect();
        for (number, line) in one.lines().enumerate().filter(|(_, line)| !known.contains(line)) {
            page.line(&format!("{mark} {:>4} | {line}", number + 1));
        }
    };
    if !old.is_empty() {
        lines(old, new, '-', page);
        lines(new, old, '+', page);
    }
}

fn show(
    game: &str,
    name: Option<&str>,
    layer: Option<&str>,
    json: bool,
    page: &mut Page,
) -> Result<(), Failure> {
    let rulebook = Failure::game(game)?;
    let sources = rulebook.maps;
    let Some(first) = sources.first() else {
        return Err(Failure::Usage(format!("{} has no map yet", rulebook.title())));
    };
    let source = match name {
        None => first,
        Some(name) => sources.iter().find(|source| source.name == name).ok_or_else(|| Failure::Unknown {
            what: "map",
            name: name.to_owned(),
            known: sources.iter().map(|source| source.name.to_owned()).collect(),
        })?,
    };
    let map = load(source.file, source.text)?;
    if json {
        page.line(&as_json(game, source, &map).to_string());
        return Ok(());
    }
    let layer = match layer {
        None => map.layers().first(),
        Some(name) => Some(map.layer(name).ok_or_else(|| Failure::Unknown {
            what: "layer",
            name: name.to_owned(),
            known: map.layers().iter().map(|layer| layer.name.clone()).collect(),
        })?),
    };
    let heading = format!("{} · {}", rulebook.title(), map.title());
    if heading.chars().count() <= page.width() {
        page.heading(&heading);
    } else {
        page.heading(rulebook.title());
        page.heading(map.title());
    }
    page.gap();
    let room = if std::env::var_os("COLUMNS").is_some() { window().0 } else { window().0.max(120) };
    let large = map.layout().is_flat() && Picture::width(&map) <= room;
    let picture = if large {
        Picture::large(&map, layer, &|hex| caption(&map, layer, hex))
    } else {
        Picture::small(&map, layer)
    };
    for line in picture.lines(page.in_colour()) {
        page.line(&line);
    }
    page.gap();
    page.hung("", &Picture::legend(&map, layer, large).join(" · "), "");
    for kind in kinds(&map) {
        let places = map.places().iter().filter(|place| place.kind == kind);
        let names: Vec<_> = places.map(|place| format!("{} {}", place.name, map.number(place.hex))).collect();
        page.hung(&format!("{} {kind}: ", place_sign(&map, &kind)), &names.join(", "), "");
    }
    for group in map.zone_groups() {
        let zones = group.zones.iter().map(|zone| match zone.hexes.as_slice() {
            few @ ([_] | [_, _] | [_, _, _]) => {
                let numbers: Vec<_> = few.iter().map(|&hex| map.number(hex).to_string()).collect();
                format!("{} {}", zone.name, numbers.join(" "))
            }
            many => format!("{} ({} hexes)", zone.name, many.len()),
        });
        page.hung(&format!("{} zones: ", group.name), &zones.collect::<Vec<_>>().join(", "), "");
    }
    Ok(())
}

/// The kinds of places in the order of the file.
fn kinds(map: &HexMap) -> Vec<String> {
    let mut kinds: Vec<String> = map.places().iter().map(|place| place.kind.clone()).collect();
    kinds.dedup();
    kinds
}

fn place_sign(map: &HexMap, kind: &str) -> char {
    let index = kinds(map).iter().position(|known| known == kind).unwrap_or(0);
    ['◆', '●', '▲', '■', '○'][index % 5]
}

/// The name of a place or the number; the sign of the place or that of the ground.
pub fn caption(map: &HexMap, layer: Option<&Layer>, hex: HexId) -> Caption {
    let place = map.place_at(hex);
    let first = place.map_or_else(|| map.number(hex).to_string(), |place| place.name.clone());
    let second = match (place, layer) {
        (Some(place), _) => format!(" {}", place_sign(map, &place.kind)),
        // The first value is the ordinary one: it leaves the hex white.
        (None, Some(layer)) if layer.at(hex).index() > 0 => layer.sign(layer.at(hex)).to_string().repeat(3),
        _ => String::new(),
    };
    Caption { first, second, colours: [0; 2] }
}

fn as_json(game: &str, source: &DataFile<'_>, map: &HexMap) -> Value {
    let number = |hex: HexId| map.number(hex).to_string();
    let beside = |hex: HexId, ways: kit::map::Directions| -> Vec<String> {
        let other = |way: Direction| map.neighbour(hex, way).map(number);
        ways.iter().filter_map(other).collect()
    };
    let hexes = map.hexes().map(|hex| {
        let layers: Map<_, _> =
            map.layers().iter().map(|layer| (layer.name.clone(), json!(layer.name_at(hex)))).collect();
        let mut entry = json!({"hex": number(hex), "layers": layers});
        let mut add = |key: &str, value: Map<String, Value>| {
            if !value.is_empty() {
                entry[key] = Value::Object(value);
            }
        };
        let sides = map.sides().iter().filter(|side| !side.at(hex).is_empty());
        add("sides", sides.map(|side| (side.name.clone(), json!(beside(hex, side.at(hex))))).collect());
        let outward = map.sides().iter().filter(|side| !side.outward(hex).is_empty());
        add(
            "outward",
            outward.map(|side| (side.name.clone(), json!(beside(hex, side.outward(hex))))).collect(),
        );
        let links = map.links().iter().filter(|link| !link.at(hex).is_empty());
        add("links", links.map(|link| (link.name.clone(), json!(beside(hex, link.at(hex))))).collect());
        let zones = map.zone_groups().iter().filter_map(|group| {
            let zones: Vec<_> = group.zones.iter().filter(|zone| zone.hexes.contains(&hex)).collect();
            let names: Vec<&str> = zones.iter().map(|zone| zone.name.as_str()).collect();
            (!names.is_empty()).then(|| (group.name.clone(), json!(names)))
        });
        add("zones", zones.collect());
        if let Some(place) = map.place_at(hex) {
            entry["place"] = json!({"name": place.name, "kind": place.kind});
        }
        entry
    });
    json!({
        "game": game,
        "map": source.name,
        "title": map.title(),
        "layout": map.layout().name(),
        "columns": [map.columns().start(), map.columns().end()],
        "rows": [map.rows().start(), map.rows().end()],
        "hexes": hexes.collect::<Vec<_>>(),
    })
}
