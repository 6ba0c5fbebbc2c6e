"""Games on the shelf: what they are, their rules, charts and maps, and exact odds of situations."""

from __future__ import annotations

import json
import math
import os
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Union

from . import _native, asked

Situation = Union[str, Mapping[str, Any], "os.PathLike[str]"]


@dataclass(frozen=True)
class GameInfo:
    """A game on the shelf."""

    name: str
    title: str
    about: str
    #: The questions about odds by name, each with its title.
    questions: dict[str, str]
    #: The charts by id, each with its title.
    charts: dict[str, str]
    maps: list[str]
    #: The scenarios by name, as the game's own file describes them; empty if the game cannot be played.
    scenarios: dict[str, dict[str, Any]]
    #: The house options by name.
    options: dict[str, dict[str, Any]]
    #: Programs that play it, the weakest first; `general` only some scenarios.
    players: list[str]
    #: The same by scenario.
    scenario_players: dict[str, list[str]]
    #: The version of its rules; 0 if it cannot be played.
    rules: int
    #: Whether one side knows what the other does not.
    hides: bool

    @property
    def playable(self) -> bool:
        """Whether it can be played from the first decision to the last."""
        return bool(self.scenarios)

    def sides(self, scenario: str | None = None) -> list[str]:
        """The sides of a scenario in the order of their seats; of the first scenario if none is named."""
        if not self.scenarios:
            return []
        found = next(iter(self.scenarios.values())) if scenario is None else self.scenarios.get(scenario)
        if found is None:
            known = ", ".join(self.scenarios)
            raise _native.Misconfigured(f"there is no scenario `{scenario}`; there are: {known}")
        return [side["name"] if isinstance(side, dict) else side for side in found["sides"]]


def games() -> dict[str, GameInfo]:
    """Every game by its short name."""
    shelf = {}
    for book in json.loads(_native.games()):
        play = book["play"] or {}
        shelf[book["name"]] = GameInfo(
            name=book["name"],
            title=book["title"],
            about=book["about"],
            questions={kind["name"]: kind["title"] for kind in book["questions"]},
            charts={sheet["table"]: sheet["title"] for sheet in book["tables"]},
            maps=book["maps"],
            scenarios={scenario["name"]: scenario for scenario in play.get("scenarios", [])},
            options={option["name"]: option for option in play.get("options", [])},
            players=play.get("players", []),
            scenario_players=play.get("scenario_players", {}),
            rules=play.get("rules", 0),
            hides=play.get("hides", False),
        )
    return shelf


def game(name: str) -> GameInfo:
    """The game with this short name."""
    shelf = games()
    if name not in shelf:
        raise _native.Misconfigured(f"there is no game `{name}`; there are: {', '.join(shelf)}")
    return shelf[name]


@dataclass(frozen=True)
class Rule:
    """A clause or ruling."""

    id: str
    chapter: str
    text: str


def _rule(entry: Mapping[str, str]) -> Rule:
    return Rule(entry["id"], entry.get("chapter", ""), entry["text"])


def rules(game: str) -> list[Rule]:
    """All rules of a game, in the order of its ledger."""
    return [_rule(entry) for entry in json.loads(_native.rules(game))]


def rule(game: str, id: str) -> Rule:
    """One rule by its id, such as `MARS-ODD-7` or shorter `odd-7`."""
    return _rule(json.loads(_native.rule(game, id)))


@dataclass(frozen=True)
class Chart:
    """A table of a game. It is also an Arrow table: hand it to pandas, Polars or DuckDB as it is."""

    game: str
    id: str
    title: str
    note: str
    clauses: list[str]
    columns: list[str]
    keys: list[str]
    cells: list[list[str]]

    def __getitem__(self, at: tuple[str, str]) -> str:
        """The cell of a row and a column by their names."""
        row, column = at
        return self.cells[self.keys.index(row)][self.columns.index(column)]

    def arrow(self) -> Any:
        """As a `pyarrow.Table`: the first column `row` holds the rows' names. Needs `pip install sandtable[tables]`."""
        import pyarrow

        names = ["row", *self.columns]
        values = [self.keys, *([row[place] for row in self.cells] for place in range(len(self.columns)))]
        return pyarrow.Table.from_arrays([pyarrow.array(column, pyarrow.string()) for column in values], names=names)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.arrow().__arrow_c_stream__(requested_schema)


def chart(game: str, id: str, patch: str | None = None) -> Chart:
    """A table of a game, with a patch (the text of a patch file) laid over it."""
    sheet = json.loads(_native.sheet(game, id, patch))
    return Chart(
        game=sheet["game"],
        id=sheet["table"],
        title=sheet["title"],
        note=sheet["note"],
        clauses=sheet["clauses"],
        columns=sheet["columns"],
        keys=[row["key"] for row in sheet["rows"]],
        cells=[row["cells"] for row in sheet["rows"]],
    )


def charts(name: str) -> dict[str, Chart]:
    """Every table of a game by its id."""
    return {id: chart(name, id) for id in game(name).charts}


def differences(game: str, patch: str) -> list[dict[str, str]]:
    """What a patch changes: table, row, column, old, new."""
    return json.loads(_native.differences(game, patch))


def amount(text: str) -> Fraction:
    """Reads a factor as it is printed, such as `+1½`, exactly."""
    negative = text.startswith(("-", "−"))
    whole, rest = "", Fraction(0)
    for sign in text.lstrip("+-−").strip():
        if sign.isdecimal():
            whole += sign
        else:
            rest += Fraction(unicodedata.numeric(sign)).limit_denominator(8)
    total = Fraction(int(whole or 0)) + rest
    return -total if negative else total


@dataclass(frozen=True)
class Line:
    """A line of a reckoning: what it adds to which sum, whose it is and why, by which rule."""

    part: str
    amount: str
    who: str
    why: str
    clause: str

    @property
    def value(self) -> Fraction:
        """The amount as a number."""
        return amount(self.amount)


@dataclass(frozen=True)
class Outcome:
    """Something that can happen, with its exact chance."""

    result: str
    words: str
    chance: Fraction
    clauses: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Odds:
    """Exact odds with the reckoning behind them."""

    game: str
    kind: str
    title: str
    outcomes: list[Outcome]
    #: What is expected on average, by what is measured.
    expected: dict[str, Fraction]
    reckoning: list[Line]
    #: The sums that the lines of the reckoning make, as printed.
    sums: dict[str, str]
    #: Label and words.
    facts: list[tuple[str, str]]
    #: How many paths of dice were walked.
    paths: int
    #: What one throw gave, if one was asked for.
    rolled: dict[str, Any] | None

    def chance(self, wanted: str | Callable[[Outcome], bool]) -> Fraction:
        """The chance of a result by name, or of all outcomes for which something holds."""
        test = wanted if callable(wanted) else (lambda outcome: outcome.result == wanted)
        return sum((outcome.chance for outcome in self.outcomes if test(outcome)), Fraction(0))

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def arrow(self) -> Any:
        """The outcomes as a `pyarrow.Table`; chances as exact text and as a number."""
        import pyarrow

        return pyarrow.table(
            {
                "result": [outcome.result for outcome in self.outcomes],
                "words": [outcome.words for outcome in self.outcomes],
                "chance": [str(outcome.chance) for outcome in self.outcomes],
                "share": [float(outcome.chance) for outcome in self.outcomes],
            }
        )

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.arrow().__arrow_c_stream__(requested_schema)


def odds_of(game: str, report: Mapping[str, Any]) -> Odds:
    """A report of the program as odds."""
    outcomes = [
        Outcome(outcome["result"], outcome["words"], Fraction(outcome["chance"]), outcome["clauses"])
        for outcome in report["outcomes"]
    ]
    return Odds(
        game=game,
        kind=report["kind"],
        title=report["title"],
        outcomes=outcomes,
        expected={expected["what"]: Fraction(expected["mean"]) for expected in report["expected"]},
        reckoning=[Line(**line) for line in report["reckoning"]],
        sums=dict(report["sums"]),
        facts=[(fact["label"], fact["words"]) for fact in report["facts"]],
        paths=report["paths"],
        rolled=report["rolled"],
    )


def _text(situation: Situation | None) -> str | None:
    if situation is None or isinstance(situation, str):
        return situation
    if isinstance(situation, os.PathLike):
        return Path(situation).read_text(encoding="utf-8")
    if not isinstance(situation, Mapping):
        raise TypeError(f"a situation is a text, a dict or the path of a file: found {asked.shown(situation)}")
    try:
        return json.dumps(situation, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise _native.Unanswerable(f"the situation: {error}") from None


def odds(
    game: str,
    kind: str,
    situation: Situation | None = None,
    *,
    patch: str | None = None,
    seed: int | None = None,
    dice: str | None = None,
) -> Odds:
    """Exact odds of a situation: the text of a file in TOML or JSON, a dict, or the path of a file; without one the ready
    example. `seed` also rolls once, `dice` (such as "3,5") tells what was rolled at a real table."""
    seed = None if seed is None else asked.whole("seed", seed)
    return odds_of(game, json.loads(_native.odds(game, kind, _text(situation), patch, seed, dice)))


def example(game_name: str, kind: str) -> str:
    """The ready example of a question, to change."""
    for book in json.loads(_native.games()):
        if book["name"] == game_name:
            for question in book["questions"]:
                if question["name"] == kind:
                    return question["example"]
    return _native.schema(game_name, kind)  # raises, and says what there is


def schema(game: str, kind: str) -> dict[str, Any]:
    """What the file of a question may hold, as a JSON schema."""
    return json.loads(_native.schema(game, kind))


def geojson(game: str, map: str | None = None) -> dict[str, Any]:
    """A map of hexes as GeoJSON: hexes as polygons, rivers and lines on their sides, roads between their middles, places as
    points. Coordinates are those of the printed map, with hexes that are 1 wide from side to side, east and north positive:
    for plotting and for spatial joins, not degrees."""
    return map_features(json.loads(_native.hex_map(game, map)))


def map_features(data: Mapping[str, Any]) -> dict[str, Any]:
    """A map as the program tells it, as GeoJSON."""
    flat = data["layout"].startswith("flat")
    shoved_even = "even" in data["layout"]
    long, tilt = 1 / math.sqrt(3), 0 if flat else 30

    def middle(column: int, row: int) -> tuple[float, float]:
        if flat:
            shoved = (column % 2 == 0) == shoved_even
            return (column * math.sqrt(3) / 2, -(row + (0.5 if shoved else 0)))
        shoved = (row % 2 == 0) == shoved_even
        return (column + (0.5 if shoved else 0), -row * math.sqrt(3) / 2)

    middles = {hex["hex"]: middle(hex["column"], hex["row"]) for hex in data["hexes"]}

    def corners(at: tuple[float, float]) -> list[list[float]]:
        turns = [math.radians(tilt + 60 * corner) for corner in range(7)]
        return [[round(at[0] + long * math.cos(turn), 6), round(at[1] + long * math.sin(turn), 6)] for turn in turns]

    def between(one: str, other: str) -> list[list[float]]:
        (x, y), (u, v) = middles[one], middles[other]
        across = ((v - y) * long / 2, (x - u) * long / 2)
        mid = ((x + u) / 2, (y + v) / 2)
        return [[round(mid[0] + sign * across[0], 6), round(mid[1] + sign * across[1], 6)] for sign in (1, -1)]

    def feature(kind: str, geometry: dict[str, Any], **properties: Any) -> dict[str, Any]:
        return {"type": "Feature", "geometry": geometry, "properties": {"kind": kind, **properties}}

    features = [
        feature("hex", {"type": "Polygon", "coordinates": [corners(middles[hex["hex"]])]}, hex=hex["hex"], **hex["layers"])
        for hex in data["hexes"]
    ]
    for side in data["sides"]:
        for course in side["courses"]:
            lines = [between(one, other) for one, other in course["pairs"]]
            features.append(
                feature("side", {"type": "MultiLineString", "coordinates": lines}, what=side["name"], name=course["name"])
            )
    for link in data["links"]:
        for course in link["courses"]:
            lines = [[list(middles[one]), list(middles[other])] for one, other in course["pairs"]]
            features.append(
                feature("link", {"type": "MultiLineString", "coordinates": lines}, what=link["name"], name=course["name"])
            )
    for place in data["places"]:
        features.append(
            feature(
                "place",
                {"type": "Point", "coordinates": list(middles[place["hex"]])},
                name=place["name"],
                what=place["kind"],
                hex=place["hex"],
            )
        )
    return {"type": "FeatureCollection", "name": data["title"], "features": features}
