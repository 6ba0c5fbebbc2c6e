"""What is asked for, looked at before it goes to the program: whatever is wrong is said in a sentence, with what was found."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from typing import Any

from ._native import Misconfigured

SEEDS = 2**64 - 1
COUNTS = 2**32 - 1
#: More games at once would hold more memory than a machine has.
GAMES = 100_000
THREADS = 256


def whole(what: str, value: Any, least: int = 0, most: int = SEEDS) -> int:
    """A whole number within bounds."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"`{what}` is a whole number: found {shown(value)}") from None
    if not least <= number <= most:
        raise Misconfigured(f"`{what}` is a whole number from {least} to {most}: found {number}")
    return number


def share(what: str, value: Any) -> float:
    """A number from 0 to 1."""
    if not isinstance(value, (int, float)) or math.isnan(value) or not 0 <= value <= 1:
        raise Misconfigured(f"`{what}` is a number from 0 to 1: found {shown(value)}")
    return float(value)


def text(what: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"`{what}` is a text: found {shown(value)}")
    return value


def names(what: str, value: Any) -> dict[str, Any]:
    """Something by name; nothing if it was left out."""
    if value is None:
        return {}
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise TypeError(f"`{what}` is a dict whose keys are names: found {shown(value)}")
    return dict(value)


def options(value: Any) -> dict[str, str]:
    """House options as the program reads them."""
    return {name: option(one) for name, one in names("options", value).items()}


def option(value: Any) -> str:
    """The value of a house option as it is typed."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def side(wanted: Any, sides: list[str]) -> int:
    """The seat of a side by its name."""
    for place, name in enumerate(sides):
        if isinstance(wanted, str) and name.lower() == wanted.lower():
            return place
    raise Misconfigured(f"there is no side `{wanted}`; there are: {', '.join(sides)}")


def shown(value: Any) -> str:
    """A value as it is told in a sentence, not at full length."""
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:57]}..."
