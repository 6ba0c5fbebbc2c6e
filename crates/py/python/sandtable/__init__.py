"""Board war games with every rule enforced, exact odds that say why, opponents with a plan, and a lab.

>>> import sandtable as st
>>> st.odds("mars", "battle").chance(lambda outcome: outcome.result.startswith("D"))  # an exact fraction
>>> game = st.Game("mars", "vazuza", seed=1)
>>> game.act(game.choices()[0])

`sandtable.envs` holds the environments of PettingZoo and Gymnasium, `sandtable.lab` the lab, on one machine or on a cluster.
"""

from ._native import (
    FIGURES,
    PLANES,
    TRAITS,
    BadRecord,
    GameFailed,
    LabFailed,
    Misconfigured,
    Refused,
    SandtableError,
    Unanswerable,
)
from ._native import VERSION as __version__
from .batches import Batch, Codes, Solo
from .books import (
    Chart,
    GameInfo,
    Odds,
    Outcome,
    Rule,
    chart,
    charts,
    differences,
    example,
    game,
    games,
    geojson,
    odds,
    rule,
    rules,
    schema,
)
from .play import Bot, Choice, Entry, Game, duel, luck

__all__ = [
    "FIGURES",
    "PLANES",
    "TRAITS",
    "BadRecord",
    "Batch",
    "Bot",
    "Chart",
    "Choice",
    "Codes",
    "Entry",
    "Game",
    "GameFailed",
    "GameInfo",
    "LabFailed",
    "Misconfigured",
    "Odds",
    "Outcome",
    "Refused",
    "Rule",
    "SandtableError",
    "Solo",
    "Unanswerable",
    "__version__",
    "chart",
    "charts",
    "differences",
    "duel",
    "example",
    "game",
    "games",
    "geojson",
    "luck",
    "odds",
    "rule",
    "rules",
    "schema",
]
