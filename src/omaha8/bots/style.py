"""The house characters: how a player likes to play, as data. No decision is made here."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class Style(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One manner of play; two players of one style differ only by their luck.

    `name` is what the table shows. `looseness` multiplies the share of start hands played, 1.0 a sound six-handed
    player; `raising` is the share of all start hands raised first in at a table of six. `aggression` is the chance to
    bet or raise where calling or checking would do nearly as well, `bluffing` the chance to bet a hand that should
    lose, against one player. `respect` is how far bets of others are believed: 0 takes every hand for random, 1 takes
    each bet for the strength it claims. `shows` is the chance to show a beaten hand. All but the first two are
    chances from 0 to 1.
    """

    name: str
    looseness: float
    raising: float
    aggression: float
    bluffing: float
    respect: float
    shows: float


CHARACTERS: Mapping[str, Style] = MappingProxyType(
    {
        "vera": Style(
            name="Steady Vera",
            looseness=1.0,
            raising=0.18,
            aggression=0.85,
            bluffing=0.12,
            respect=0.6,
            shows=0.1,
        ),
        "nils": Style(
            name="Granite Nils",
            looseness=0.7,
            raising=0.1,
            aggression=0.6,
            bluffing=0.04,
            respect=0.9,
            shows=0.0,
        ),
        "aino": Style(
            name="Sociable Aino",
            looseness=1.5,
            raising=0.06,
            aggression=0.4,
            bluffing=0.06,
            respect=0.4,
            shows=0.6,
        ),
        "boris": Style(
            name="Hammer Boris",
            looseness=1.3,
            raising=0.32,
            aggression=1.0,
            bluffing=0.3,
            respect=0.4,
            shows=0.3,
        ),
    }
)
"""By the name they are asked for."""

HOUSE = CHARACTERS["vera"]
"""Who sits down where nobody in particular is asked for."""
