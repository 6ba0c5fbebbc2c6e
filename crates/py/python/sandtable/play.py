"""Playing: a game with its history, programs that play, and how much the dice decided."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _native, asked
from .books import Odds, map_features, odds_of


@dataclass(frozen=True)
class Choice:
    """Something that can be decided: as it is typed, and what it names."""

    text: str
    verb: str
    units: list[int]
    hexes: list[str]
    points: list[tuple[int, int]]
    numbers: list[int]
    #: What it costs or brings, in a few words.
    note: str
    #: Whether dice follow at once, so that it cannot be taken back.
    rolls: bool

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Entry:
    """A decision of the history and what happened."""

    number: int
    side: str
    moment: str
    text: str
    dice: list[dict[str, Any]]
    events: list[dict[str, Any]]
    #: The hash of the state after it, as the record writes it; empty where it would betray what is hidden.
    hash: str

    def __str__(self) -> str:
        told = "; ".join(event["words"] for event in self.events)
        return f"{self.number} {self.side}: {self.text}" + (f" ({told})" if told else "")


class Game:
    """A game being played, with its history. The dice follow the seed, unless a decision is told its dice.

    A game can be pickled and copied: its record goes along and is played again on the other side.
    """

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        patch: str | None = None,
        seed: int = 0,
    ) -> None:
        self._table = _native.Table(game, scenario, asked.options(options), patch, asked.whole("seed", seed))
        self.name = game

    @classmethod
    def from_record(cls, record: str, *, seed: int = 0) -> Game:
        """Plays a record again, checking every decision, die and hash."""
        return _restore(asked.text("record", record), asked.whole("seed", seed), [])

    @classmethod
    def _of(cls, table: Any, name: str) -> Game:
        game = cls.__new__(cls)
        game._table, game.name = table, name
        return game

    def __reduce__(self) -> Any:
        seed, rolled = self._table.stream()
        return (_restore, (self.record(), seed, rolled))

    def __copy__(self) -> Game:
        return self.at(self.steps)

    def __repr__(self) -> str:
        return f"<sandtable.Game {self.name} {self.scenario}, {self.steps} decisions>"

    @property
    def scenario(self) -> str:
        """The scenario."""
        return json.loads(self._table.setup())["scenario"]

    @property
    def options(self) -> dict[str, str]:
        """House options that differ from the published rules."""
        return json.loads(self._table.setup())["options"]

    @property
    def sides(self) -> list[str]:
        """The sides in the order of their seats."""
        return json.loads(self._table.setup())["sides"]

    @property
    def deciding(self) -> str | None:
        """The side that decides; nobody when the game is over."""
        return self._table.deciding()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._table.outcome() is not None

    @property
    def winner(self) -> str | None:
        """Who has won; nobody in a draw or before the end."""
        outcome = self._table.outcome()
        return outcome[0] if outcome else None

    @property
    def margin(self) -> int:
        """By how much, in the game's own points."""
        outcome = self._table.outcome()
        return outcome[1] if outcome else 0

    @property
    def prompt(self) -> str:
        """What is being decided, in words."""
        return json.loads(self._table.prompt())["words"]

    @property
    def steps(self) -> int:
        """How many decisions were made."""
        return self._table.steps()

    @property
    def hash(self) -> int:
        """The hash of the state, the same on every machine."""
        return self._table.hash()

    def choices(self) -> list[Choice]:
        """Everything that can be decided now."""
        return [
            Choice(
                text=choice["text"],
                verb=choice["verb"],
                units=choice["units"],
                hexes=choice["hexes"],
                points=[tuple(point) for point in choice["points"]],
                numbers=choice["numbers"],
                note=choice["hint"]["note"],
                rolls=choice["hint"]["rolls"],
            )
            for choice in json.loads(self._table.choices())
        ]

    def check(self, decision: str | Choice) -> None:
        """Raises `Refused` with clause, reason and who is responsible if the rules do not allow it."""
        self._table.check(str(decision))

    def act(self, decision: str | Choice, dice: str | None = None) -> Entry:
        """Decides. `dice`, such as "3,5", tells what was rolled at a real table. What is refused changes nothing."""
        return self._entry(json.loads(self._table.act(str(decision), dice)))

    def undo(self, side: str | None = None) -> bool:
        """Takes back the last decision of a side, of the one that decides if none is named; false if a die, a secret that
        was shown or the other side's decision stands in the way."""
        return self._table.undo(side or self.deciding or self.sides[0])

    def undoable(self, side: str) -> int:
        """How many of the last decisions a side may take back."""
        return self._table.undoable(side)

    def at(self, step: int) -> Game:
        """The game as it was after so many decisions, as a game of its own."""
        return Game._of(self._table.at(asked.whole("step", step, 0, self.steps)), self.name)

    def record(self) -> str:
        """The record so far: what `sandtable replay` reads."""
        return self._table.record()

    def view(self, side: str | None = None) -> dict[str, Any]:
        """What a side may see; what everybody may if none is named."""
        return json.loads(self._table.view(side))

    def overlay(self, name: str, side: str | None = None, unit: int | None = None) -> dict[str, Any]:
        """Zones, supply, threats and what else the game lays over its map."""
        unit = None if unit is None else asked.whole("unit", unit, 0, 2**16 - 1)
        return json.loads(self._table.overlay(name, side, unit))

    def overlays(self) -> dict[str, str]:
        """What can be laid over the map: short name and title."""
        return dict(self._table.overlays())

    def journal(self, first: int = 0, end: int | None = None, side: str | None = None) -> list[Entry]:
        """The history from one decision to before another, counted from 0; as a side may know it if one is named."""
        first = asked.whole("first", first)
        end = self.steps if end is None else asked.whole("end", end)
        entries = json.loads(self._table.journal(first, end, side))
        return [self._entry(entry) for entry in entries]

    def odds(self) -> list[Odds]:
        """The exact odds of what is being put together or is about to be rolled."""
        return [odds_of(self.name, report) for report in json.loads(self._table.odds())]

    def chances(self, decision: str | Choice) -> Odds | None:
        """What a decision can lead to: it is carried out with every die. None if it rolls none, or too many to walk."""
        report = self._table.chances(str(decision))
        return None if report is None else odds_of(self.name, json.loads(report))

    def geojson(self) -> dict[str, Any] | None:
        """The map it is played on, as GeoJSON; None on a table without hexes."""
        data = self._table.hex_map()
        return None if data is None else map_features(json.loads(data))

    def play(self, players: Mapping[str, Bot | str], most: int = 200_000) -> Game:
        """Lets programs play on for the sides that have one, a `Bot` or its name, until another side decides or the game is
        over."""
        sides = self.sides
        bots = {
            sides[asked.side(side, sides)]: bot if isinstance(bot, Bot) else Bot(self.name, asked.text("bot", bot))
            for side, bot in asked.names("players", players).items()
        }
        for _ in range(asked.whole("most", most)):
            bot = bots.get(self.deciding or "")
            decision = bot.decide(self) if bot else None
            if decision is None:
                break
            self._table.act(decision, None)
        return self

    def _entry(self, entry: Mapping[str, Any]) -> Entry:
        return Entry(
            number=entry["number"],
            side=self.sides[entry["seat"]],
            moment=entry["moment"],
            text=entry["text"],
            dice=entry["dice"],
            events=entry["events"],
            hash=entry["hash"],
        )


def _restore(record: str, seed: int, rolled: list[int]) -> Game:
    table = _native.Table.from_record(record, seed, rolled)
    name = next(line[6:].strip() for line in record.splitlines() if line.startswith("game: "))
    return Game._of(table, name)


class Bot:
    """A program that plays: `recruit`, `regular`, `veteran/cautious/200`. The same seed plays the same."""

    def __init__(self, game: str, name: str, *, seed: int = 0) -> None:
        self._bot = _native.Bot(game, asked.text("name", name), asked.whole("seed", seed))
        self.game, self.name, self.seed = game, name, seed

    def decide(self, game: Game) -> str | None:
        """What it decides for the side that has to; nothing when the game is over."""
        if not isinstance(game, Game):
            raise TypeError(f"a bot decides in a `sandtable.Game`: found {asked.shown(game)}")
        if game.name != self.game:
            raise _native.Misconfigured(f"this bot plays {self.game}, not {game.name}")
        return self._bot.decide(game._table)

    def account(self) -> list[str]:
        """What it was after on its last turn, in sentences."""
        return self._bot.account()

    def __repr__(self) -> str:
        return f"<sandtable.Bot {self.name} for {self.game}>"


def luck(game: Game | str, playouts: int | None = None) -> dict[str, Any]:
    """How much the dice decided in a game or record: every roll with what it brought against what was to be expected, by
    the game's own judgement or, with `playouts`, by so many games played on from each."""
    record = game.record() if isinstance(game, Game) else asked.text("game", game)
    playouts = None if playouts is None else asked.whole("playouts", playouts, 1, asked.COUNTS)
    return json.loads(_native.luck(record, playouts))


def duel(
    game: str,
    one: str,
    other: str,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    patch: str | None = None,
    seed: int = 1,
    pairs: int = 100,
) -> dict[str, Any]:
    """Pairs of games between two bots with the same seed, sides changed; who won how often, with Wilson's interval."""
    seed, pairs = asked.whole("seed", seed), asked.whole("pairs", pairs, 1, asked.COUNTS)
    return json.loads(_native.duel(game, scenario, asked.options(options), patch, one, other, seed, pairs))
