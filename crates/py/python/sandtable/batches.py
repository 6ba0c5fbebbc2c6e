"""Many games at once: each one decision further with every call, the interpreter free meanwhile."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from . import _native, asked
from .books import game as game_info
from .books import games as game_infos

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
    it has no choices any more and keeps its result, whatever is decided for it. `limit` breaks a game off after so many decisions
    of both sides; 0 never does.
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
        self.game, self.scenario, self.sides = game, scenario, seats_of(game, scenario)
        native = _native.Batch(
            game,
            scenario,
            asked.whole("games", games, 1, asked.GAMES),
            asked.whole("seed", seed),
            asked.options(options),
            patch,
            opponents_of(self.sides, opponents),
            asked.whole("limit", limit, 0, asked.COUNTS),
            asked.whole("threads", threads, 0, asked.THREADS),
            anew,
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
        self._native.reset(asked.whole("seed", seed))
        self.winners[:] = GOING
        self.truncated[:] = 0
        self.codes, self.offsets = self._native.look(self, self._lists)

    def step(self, choices: Any) -> None:
        """Decides in every game, by places in the lists."""
        if not (isinstance(choices, np.ndarray) and choices.dtype == np.uint32 and choices.flags.c_contiguous):
            choices = self._places(choices)
        self.codes, self.offsets = self._native.step(choices, self, self._lists)

    def _places(self, choices: Any) -> np.ndarray:
        """Decisions of any whole numbers; nothing is rounded or wrapped around."""
        try:
            places = np.asarray(choices)
        except ValueError:
            places = np.asarray(None)
        if places.dtype.kind not in "iu" or places.ndim != 1:
            raise TypeError(f"decisions are whole numbers, one for each game: found {asked.shown(choices)}")
        if len(places) and not 0 <= int(places.min()) <= int(places.max()) <= asked.COUNTS:
            game = int(np.flatnonzero((places < 0) | (places > asked.COUNTS))[0])
            many = self.counts[game] if game < len(self) else 0
            raise IndexError(f"game {game} has {many} choices, counted from 0: {places[game]} is none of them")
        return np.ascontiguousarray(places, dtype=np.uint32)

    def _game(self, game: Any) -> int:
        """The place of a game in the batch."""
        if asked.whole("game", game, -(2**63), 2**63) not in range(len(self)):
            raise IndexError(f"there is no game {game} in a batch of {len(self)}")
        return int(game)

    def mask(self, game: int) -> np.ndarray:
        """The choices of a game as a dense mask over all codes."""
        game, mask = self._game(game), np.zeros(self.numbering.count, bool)
        mask[self.codes[self.offsets[game] : self.offsets[game + 1]]] = True
        return mask

    def texts(self, game: int) -> list[str]:
        """What can be decided in a game, as it is written."""
        return self._native.texts(self._game(game))

    def seed_of(self, game: int) -> int:
        """The seed of a game's dice."""
        return self._native.progress(self._game(game))[0]

    def decisions(self, game: int) -> int:
        """How many decisions a game has had."""
        return self._native.progress(self._game(game))[1]

    def record(self, game: int) -> str:
        """The record of a game so far: `Game.from_record` and `sandtable replay` read it."""
        return self._native.record(self._game(game))

    def observe(
        self, game: int, seat: int, planes: np.ndarray, vector: np.ndarray, entities: np.ndarray | None = None
    ) -> None:
        """Writes what a side may know of one game into buffers, whoever decides."""
        if asked.whole("seat", seat, -(2**63), 2**63) not in range(len(self.sides)):
            raise IndexError(f"there is no seat {seat}; there are: {', '.join(map(str, range(len(self.sides))))}")
        self._native.observe(self._game(game), seat, planes, vector, entities)

    def outcomes(self, game: int, choice: int) -> list[tuple[Fraction, Batch]]:
        """Every state that a decision can lead to before anybody decides again, with its exact chance, as batches of one game.
        The opponents of such a game begin with a fresh mind, and its dice follow a seed of its own."""
        game = self._game(game)
        if asked.whole("choice", choice, -(2**63), 2**63) < 0:
            raise IndexError(f"game {game} has {self.counts[game]} choices, counted from 0: {choice} is none of them")
        found = self._native.outcomes(game, choice)
        return [(Fraction(chance), self._copy(native)) for chance, native in found]

    def fork(self, game: int) -> Batch:
        """A copy of one game as a batch of its own."""
        return self._copy(self._native.fork(self._game(game)))

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
    for side, who in asked.names("opponents", opponents).items():
        places[asked.side(side, sides)] = asked.text("opponent", who)
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
        places = opponents_of(seats_of(game, scenario), opponents)
        seed, limit = asked.whole("seed", seed), asked.whole("limit", limit, 0, asked.COUNTS)
        self._native = _native.Solo(game, scenario, seed, asked.options(options), patch, places, limit)
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
