"""Many games at once: each one decision further with every call, the interpreter free meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from . import _native
from .books import game as game_info
from .books import games as game_infos
from .play import _option

GOING = -2
NOBODY = -1


@dataclass(frozen=True)
class Codes:
    """How decisions are numbered for all states of a game: what (a verb), which unit, which place. Each part is 0 where a
    decision names none; the unit 5 of the game is 6 here, and so on. On maps the place is a hex, on a table without hexes one of
    32 by 32 cells; where neither is named, a second unit or a number stands in its place."""

    verbs: list[str]
    units: int
    places: int

    @property
    def shape(self) -> tuple[int, int, int]:
        """How many values each part has."""
        return (len(self.verbs), self.units + 1, self.places + 1)

    @property
    def count(self) -> int:
        """How many codes there are."""
        what, unit, place = self.shape
        return what * unit * place

    def split(self, codes: Any) -> np.ndarray:
        """Codes as rows of what, unit and place."""
        return np.stack(np.unravel_index(np.asarray(codes, dtype=np.int64), self.shape), axis=-1)

    def join(self, parts: Any) -> np.ndarray:
        """The other way round."""
        parts = np.asarray(parts, dtype=np.int64)
        return np.ravel_multi_index(tuple(np.moveaxis(parts, -1, 0)), self.shape)


class Batch:
    """Games that are advanced together. Sides with an opponent are played inside.

    After `step` the arrays of the batch tell of every game: `winners` (-2 going on, -1 nobody, else the seat) and `margins` of what
    the step has ended, `truncated` where the limit did, `seats` who decides now, and the lists of what can be decided: the choices of
    game `g` are `codes[offsets[g]:offsets[g + 1]]`. A decision goes in by its place in that list. With `planes` or
    `entities` observations are written too, each from the side that decides: `planes` (games, 20, rows, columns), `vectors`
    (games, 11), `entities` (games, counters, 14); `sandtable.PLANES`, `FIGURES` and `TRAITS` say what stands where.

    Game `g` has the seed `seed + g`; one that is over begins anew with the seed that is `games` higher, unless `anew` is False: then
    it has no choices any more. `limit` breaks a game off after so many decisions of both sides; 0 never does.
    """

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        games: int = 256,
        *,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        patch: str | None = None,
        opponents: Mapping[str, str] | None = None,
        limit: int = 10_000,
        threads: int = 0,
        anew: bool = True,
        codes: bool = True,
        planes: bool = False,
        entities: bool = False,
        standings: bool = False,
    ) -> None:
        told = {name: _option(value) for name, value in (options or {}).items()}
        self.game, self.scenario, self.sides = game, scenario, seats_of(game, scenario)
        native = _native.Batch(
            game, scenario, games, seed, told, patch, opponents_of(self.sides, opponents), limit, threads, anew
        )
        self._begin(native, codes, planes, entities, standings)

    def _begin(self, native: Any, codes: bool, planes: bool, entities: bool, standings: bool) -> None:
        self._native, self._lists = native, codes
        games = len(native)
        about = json.loads(native.about())
        self.numbering = Codes(about["verbs"], about["units"], about["places"])
        self.shape = (len(_native.PLANES), about["height"], about["width"])
        self.winners = np.full(games, GOING, np.int8)
        self.margins = np.zeros(games, np.int32)
        self.truncated = np.zeros(games, np.uint8)
        self.seats = np.zeros(games, np.uint8)
        self.planes = np.zeros((games, *self.shape), np.uint8) if planes and about["width"] else None
        self.vectors = np.zeros((games, len(_native.FIGURES)), np.int32) if planes else None
        self.entities = np.zeros((games, about["units"], len(_native.TRAITS)), np.int32) if entities else None
        self.standings = np.zeros(games, np.int32) if standings else None
        self.codes, self.offsets = native.look(self, self._lists)

    def __len__(self) -> int:
        return len(self.winners)

    @property
    def counts(self) -> np.ndarray:
        """How many choices each game has."""
        return np.diff(self.offsets)

    def reset(self, seed: int = 0) -> None:
        """Begins all games anew."""
        self._native.reset(seed)
        self.winners[:] = GOING
        self.truncated[:] = 0
        self.codes, self.offsets = self._native.look(self, self._lists)

    def step(self, choices: Any) -> None:
        """Decides in every game, by places in the lists."""
        choices = np.ascontiguousarray(choices, dtype=np.uint32)
        self.codes, self.offsets = self._native.step(choices, self, self._lists)

    def mask(self, game: int) -> np.ndarray:
        """The choices of a game as a dense mask over all codes."""
        mask = np.zeros(self.numbering.count, bool)
        mask[self.codes[self.offsets[game] : self.offsets[game + 1]]] = True
        return mask

    def texts(self, game: int) -> list[str]:
        """What can be decided in a game, as it is written."""
        return self._native.texts(game)

    def seed_of(self, game: int) -> int:
        """The seed of a game's dice."""
        return self._native.progress(game)[0]

    def decisions(self, game: int) -> int:
        """How many decisions a game has had."""
        return self._native.progress(game)[1]

    def record(self, game: int) -> str:
        """The record of a game so far: `Game.from_record` and `sandtable replay` read it."""
        return self._native.record(game)

    def observe(
        self, game: int, seat: int, planes: np.ndarray, vector: np.ndarray, entities: np.ndarray | None = None
    ) -> None:
        """Writes what a side may know of one game into buffers, whoever decides."""
        self._native.observe(game, seat, planes, vector, entities)

    def outcomes(self, game: int, choice: int) -> list[tuple[Fraction, Batch]]:
        """Every state that a decision can lead to before anybody decides again, with its exact chance, as batches of one game.
        The opponents of such a game begin with a fresh mind, and its dice follow a seed of its own."""
        found = self._native.outcomes(game, choice)
        return [(Fraction(chance), self._copy(native)) for chance, native in found]

    def fork(self, game: int) -> Batch:
        """A copy of one game as a batch of its own."""
        return self._copy(self._native.fork(game))

    def _copy(self, native: Any) -> Batch:
        batch = Batch.__new__(Batch)
        batch.game, batch.scenario, batch.sides = self.game, self.scenario, self.sides
        batch._begin(
            native, self._lists, self.vectors is not None, self.entities is not None, self.standings is not None
        )
        return batch


def seats_of(game: str, scenario: str | None) -> list[str]:
    """The sides of a scenario."""
    info = game_info(game)
    if not info.playable:
        playable = [name for name, other in game_infos().items() if other.playable]
        raise _native.Misconfigured(f"there is no playable game `{game}`; there are: {', '.join(playable)}")
    return info.sides(scenario)


def opponents_of(sides: list[str], opponents: Mapping[str, str] | None) -> list[str | None]:
    """Opponents by name in the order of the seats."""
    places: list[str | None] = [None] * len(sides)
    known = {side.lower(): place for place, side in enumerate(sides)}
    for side, who in (opponents or {}).items():
        if side.lower() not in known:
            raise _native.Misconfigured(f"there is no side `{side}`; there are: {', '.join(sides)}")
        places[known[side.lower()]] = who
    return places


class Solo:
    """One game, one call for each decision, as fast as a call can be: `many = solo.step(choice)` decides by place in the list and
    tells how many choices there are next. A game that is over begins anew; `games` counts them."""

    __slots__ = ("_native", "choices", "step")

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        patch: str | None = None,
        opponents: Mapping[str, str] | None = None,
        limit: int = 10_000,
    ) -> None:
        told = {name: _option(value) for name, value in (options or {}).items()}
        places = opponents_of(seats_of(game, scenario), opponents)
        self._native = _native.Solo(game, scenario, seed, told, patch, places, limit)
        self.step = self._native.step
        self.choices = self._native.choices

    @property
    def games(self) -> int:
        """How many games have ended."""
        return self._native.games

    @property
    def winner(self) -> int:
        """How the last decision ended its game: the seat, -1 for nobody; -2 if it did not."""
        return self._native.winner
