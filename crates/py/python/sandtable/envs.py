"""Environments for programs that learn: PettingZoo (two sides) and Gymnasium (one side against a bot).

    from sandtable import envs
    env = envs.aec("mars", "vazuza")                          # pettingzoo.AECEnv
    env = envs.single("mars", "vazuza", side="German")        # gymnasium.Env, the Russian is a recruit

An observation is a dict: `observation` with `planes` (hexes) or `entities` (a table without hexes), `vector`, and `choices`, the
(what, unit, place) of everything that can be decided; and `action_mask`. An action is a place in that list, or with
`actions="code"` a number that means the same in every state. Needs `pip install sandtable[envs]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import _native, asked
from .batches import GOING, Batch, seats_of

Observation = dict[str, Any]


class _Table:
    """One game as arrays, for both kinds of environments."""

    def __init__(
        self,
        game: str,
        scenario: str | None,
        opponents: Mapping[str, str],
        most: int,
        actions: str,
        entities: bool,
        limit: int,
        options: Mapping[str, Any] | None,
        patch: str | None,
    ) -> None:
        if actions not in ("index", "code"):
            raise _native.Misconfigured(f"actions are `index` or `code`, not `{actions}`")
        self.sides = seats_of(game, scenario)
        most = asked.whole("most", most, 1, asked.COUNTS)
        self.most, self.by_code = most, actions == "code"
        self._terms = {
            "options": options,
            "patch": patch,
            "opponents": opponents,
            "limit": limit,
            "threads": 1,
            "anew": False,
        }
        self._game, self._scenario = game, scenario
        self.batch = Batch(game, scenario, 1, seed=0, **self._terms)
        self.shape, self.codes = self.batch.shape, self.batch.numbering
        self.has_planes = self.shape[2] > 0
        self.entities = entities or not self.has_planes
        self.actions = spaces.Discrete(self.codes.count if self.by_code else most)
        content: dict[str, spaces.Space] = {
            "vector": spaces.Box(-(2**31), 2**31 - 1, (len(_native.FIGURES),), np.int32),
            "choices": spaces.Box(0, int(max(self.codes.shape)), (most, 3), np.int32),
        }
        if self.has_planes:
            content["planes"] = spaces.Box(0, 255, self.shape, np.uint8)
        if self.entities:
            traits = (self.codes.units, len(_native.TRAITS))
            content["entities"] = spaces.Box(-(2**31), 2**31 - 1, traits, np.int32)
        self.observations = spaces.Dict(
            {
                "observation": spaces.Dict(content),
                "action_mask": spaces.Box(0, 1, (int(self.actions.n),), np.int8),
            }
        )

    def reset(self, seed: int) -> None:
        self.batch.reset(seed)

    @property
    def seat(self) -> int:
        return int(self.batch.seats[0])

    @property
    def over(self) -> bool:
        return int(self.batch.winners[0]) != GOING

    def left_off(self) -> int:
        """How many choices an observation has no room for."""
        return 0 if self.by_code else max(0, len(self.batch.codes) - self.most)

    def look(self, seat: int) -> Observation:
        planes = np.zeros(self.shape, np.uint8)
        vector = np.zeros(len(_native.FIGURES), np.int32)
        entities = np.zeros((self.codes.units, len(_native.TRAITS)), np.int32) if self.entities else None
        self.batch.observe(0, seat, planes, vector, entities)
        choices = np.zeros((self.most, 3), np.int32)
        mask = np.zeros(int(self.actions.n), np.int8)
        if not self.over and seat == self.seat:
            codes = self.batch.codes
            listed = codes[: self.most]
            choices[: len(listed)] = self.codes.split(listed)
            mask[codes if self.by_code else slice(len(listed))] = 1
        content: Observation = {"vector": vector, "choices": choices}
        if self.has_planes:
            content["planes"] = planes
        if entities is not None:
            content["entities"] = entities
        return {"observation": content, "action_mask": mask}

    def place(self, action: int) -> int | None:
        """The place in the list that an action means; none if it means none."""
        if self.by_code:
            found = np.flatnonzero(self.batch.codes == action)
            return int(found[0]) if len(found) else None
        return action if 0 <= action < min(len(self.batch.codes), self.most) else None

    def rewards(self) -> list[float]:
        winner = int(self.batch.winners[0])
        return [0.0 if winner < 0 else 1.0 if winner == seat else -1.0 for seat in range(len(self.sides))]

    def outcomes(self, action: int) -> list[tuple[Fraction, Batch]]:
        place = self.place(int(action))
        if place is None:
            raise _native.Misconfigured(f"{action} is no choice now")
        return self.batch.outcomes(0, place)


class _Shown:
    """What both kinds of environments tell of their game."""

    _table: _Table
    render_mode: str | None

    def outcomes(self, action: int) -> list[tuple[Fraction, Batch]]:
        """Exact chance instead of one throw: every state that an action can lead to, with its chance."""
        return self._table.outcomes(action)

    def texts(self) -> list[str]:
        """What can be decided now, as it is written."""
        return self._table.batch.texts(0)

    def record(self) -> str:
        """The record of the game so far."""
        return self._table.batch.record(0)

    def render(self) -> str | None:
        """The last lines of the record."""
        return "\n".join(self.record().splitlines()[-10:]) if self.render_mode == "ansi" else None


class SandtableAEC(_Shown, AECEnv):
    """Both sides of a game as agents. Who wins gets 1, who loses -1."""

    metadata = {"name": "sandtable", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        *,
        most: int = 1024,
        actions: str = "index",
        entities: bool = False,
        limit: int = 10_000,
        options: Mapping[str, Any] | None = None,
        patch: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table = _Table(game, scenario, {}, most, actions, entities, limit, options, patch)
        self.metadata = {**self.metadata, "name": f"sandtable_{game}_{scenario or 'first'}"}
        self.possible_agents = list(self._table.sides)
        self.render_mode = render_mode
        self._seed = 0

    def observation_space(self, agent: str) -> spaces.Space:
        """What an agent observes."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space:
        """What an agent decides."""
        return self._spaces[agent][1]

    @property
    def _spaces(self) -> dict[str, tuple[spaces.Space, spaces.Space]]:
        if not hasattr(self, "_own_spaces"):
            table = self._table
            self._own_spaces = {
                side: (table.observations, spaces.Discrete(int(table.actions.n))) for side in table.sides
            }
        return self._own_spaces

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins anew; without a seed with the next one."""
        self._seed = self._seed + 1 if seed is None else seed
        self._table.reset(self._seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._tell()

    def _tell(self) -> None:
        if not self._table.over:
            self.agent_selection = self._table.sides[self._table.seat]
            self.infos[self.agent_selection] = {"left_off": self._table.left_off()}

    def observe(self, agent: str) -> Observation:
        """What an agent may know."""
        return self._table.look(asked.side(agent, self._table.sides))

    def step(self, action: int | None) -> None:
        """The agent whose turn it is decides."""
        if not hasattr(self, "agent_selection"):
            raise _native.Misconfigured("nobody has begun yet: `reset` comes first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        place = self._table.place(int(action)) if action is not None else None
        if place is None:
            raise _native.Misconfigured(f"{action} is no choice now: the action mask tells what is")
        self._cumulative_rewards[agent] = 0.0
        self._table.batch.step([place])
        self._clear_rewards()
        if self._table.over:
            self.rewards = dict(zip(self._table.sides, self._table.rewards()))
            broken_off = bool(self._table.batch.truncated[0])
            margin = int(self._table.batch.margins[0])
            for side in self.agents:
                self.terminations[side] = not broken_off
                self.truncations[side] = broken_off
                self.infos[side] = {"margin": margin}
        self._accumulate_rewards()
        self._tell()
        if self._table.over:
            self._deads_step_first()

    def close(self) -> None:
        """Nothing is held."""


class SandtableEnv(_Shown, gymnasium.Env):
    """One side of a game against a bot. Winning brings 1, losing -1. An action that the mask does not allow loses the game at
    once, and the info says so; with `illegal="raise"` it raises instead."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        *,
        side: str | None = None,
        opponent: str = "recruit",
        most: int = 1024,
        actions: str = "index",
        entities: bool = False,
        limit: int = 10_000,
        options: Mapping[str, Any] | None = None,
        patch: str | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        sides = seats_of(game, scenario)
        side = sides[0] if side is None else side
        if illegal not in ("lose", "raise"):
            raise _native.Misconfigured(f"what is illegal may `lose` or `raise`, not `{illegal}`")
        self.seat, self.illegal = asked.side(side, sides), illegal
        opponents = {name: opponent for place, name in enumerate(sides) if place != self.seat}
        self._table = _Table(game, scenario, opponents, most, actions, entities, limit, options, patch)
        self.observation_space = self._table.observations
        self.action_space = self._table.actions
        self.render_mode = render_mode
        self._seed = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Begins anew; without a seed with the next one."""
        super().reset(seed=seed)
        self._seed = self._seed + 1 if seed is None else seed
        self._table.reset(self._seed)
        return self._table.look(self.seat), self._info()

    def _info(self) -> dict[str, Any]:
        return {"seed": self._seed, "left_off": self._table.left_off()}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Decides, and lets the bot play until it is this side's decision again."""
        place = self._table.place(int(action))
        if place is None:
            words = f"{action} is no choice now: the action mask tells what is"
            if self.illegal == "raise":
                raise _native.Misconfigured(words)
            return self._table.look(self.seat), -1.0, True, False, {**self._info(), "illegal": words}
        self._table.batch.step([place])
        over, broken_off = self._table.over, bool(self._table.batch.truncated[0])
        reward = self._table.rewards()[self.seat] if over else 0.0
        info = self._info()
        if over:
            info["margin"] = int(self._table.batch.margins[0])
        return self._table.look(self.seat), reward, over and not broken_off, broken_off, info

    def action_masks(self) -> np.ndarray:
        """What is allowed now."""
        return self._table.look(self.seat)["action_mask"].astype(bool)


def aec(game: str, scenario: str | None = None, **terms: Any) -> SandtableAEC:
    """Both sides of a game as agents of PettingZoo."""
    return SandtableAEC(game, scenario, **terms)


def single(game: str, scenario: str | None = None, **terms: Any) -> SandtableEnv:
    """One side against a bot, for Gymnasium."""
    return SandtableEnv(game, scenario, **terms)
