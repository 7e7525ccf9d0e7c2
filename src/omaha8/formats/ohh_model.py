"""The objects of the Open Hand History format, hh-specs.handhistory.org: one JSON object `{"ohh": {...}}` a hand.

Read and written with the same types. Fields with defaults may be missing; fields not named here are passed over.
Keys that begin with `_` are ours: what the format has no field for.
"""

from decimal import Decimal
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from omaha8.hand.events import PostKind
from omaha8.hand.state import Street
from omaha8.rules import Structure

SPEC_VERSION = "1.4.6"
GAME_TYPE = "OmahaHiLo"

STREETS = {"Preflop": Street.PREFLOP, "Flop": Street.FLOP, "Turn": Street.TURN, "River": Street.RIVER}
SHOWDOWN = "Showdown"
BET_TYPES = {"FL": Structure.FIXED_LIMIT, "PL": Structure.POT_LIMIT, "NL": Structure.NO_LIMIT}
POSTS = {
    "Post Ante": PostKind.ANTE,
    "Post SB": PostKind.SMALL_BLIND,
    "Post BB": PostKind.BIG_BLIND,
    "Straddle": PostKind.STRADDLE,
    "Post Dead": PostKind.DEAD,
    "Post Extra Blind": PostKind.LIVE,
}

Cards = list[str] | str  # an empty text stands for no cards in files seen


class BetLimit(msgspec.Struct, kw_only=True):
    """How much may be bet; `bet_cap` 0 where there is none."""

    bet_type: str
    bet_cap: Decimal = Decimal(0)


class OhhPlayer(msgspec.Struct, kw_only=True):
    """Who is seated; actions and payments name the `id`."""

    id: int
    seat: int
    name: str
    display: str = ""
    starting_stack: Decimal
    player_bounty: Decimal | None = Decimal(0)
    is_sitting_out: bool | None = False


class OhhAction(msgspec.Struct, kw_only=True):
    """One action; `amount` is the chips that it puts in."""

    action_number: int
    player_id: int
    action: str
    amount: Decimal | None = Decimal(0)
    is_allin: bool | None = False
    cards: Cards | UnsetType | None = UNSET


class OhhRound(msgspec.Struct, kw_only=True):
    """A street, its new board cards and its actions; the showdown is one of its own."""

    id: int
    street: str
    cards: Cards | None = []
    actions: list[OhhAction] = []


class PlayerWin(msgspec.Struct, kw_only=True):
    """What a pot paid to one player, both halves together."""

    player_id: int
    win_amount: Decimal
    cashout_amount: Decimal | None = Decimal(0)
    cashout_fee: Decimal | None = Decimal(0)
    bonus_amount: Decimal | None = Decimal(0)


class OhhPot(msgspec.Struct, kw_only=True):
    """A pot; `amount` has the rake in it."""

    number: int
    amount: Decimal
    rake: Decimal | None = Decimal(0)
    jackpot: Decimal | None = Decimal(0)
    player_wins: list[PlayerWin] = []


class Ohh(msgspec.Struct, kw_only=True, rename={"own_hole_cards": "_hole_cards", "own_big_bet": "_big_bet"}):
    """One hand."""

    spec_version: str = ""
    site_name: str = ""
    network_name: str = ""
    internal_version: str = ""
    tournament: bool | None = False
    tournament_info: Any = UNSET
    game_number: str | int
    start_date_utc: str | UnsetType | None = UNSET
    table_name: str | None = ""
    table_handle: str | UnsetType | None = UNSET
    table_skin: str | UnsetType | None = UNSET
    game_type: str
    bet_limit: BetLimit
    table_size: int | None = 0
    currency: str | None = ""
    dealer_seat: int
    small_blind_amount: Decimal
    big_blind_amount: Decimal
    ante_amount: Decimal | None = Decimal(0)
    hero_player_id: int | UnsetType | None = UNSET
    flags: list[str] | None = []
    players: list[OhhPlayer]
    rounds: list[OhhRound]
    pots: list[OhhPot]
    tournament_bounties: list[Any] | UnsetType | None = UNSET
    own_hole_cards: int | UnsetType = UNSET
    own_big_bet: Decimal | UnsetType = UNSET


class OhhFile(msgspec.Struct):
    """What stands in a file for each hand."""

    ohh: Ohh


class Probe(msgspec.Struct):
    """Whether an object is a hand at all, and of which game, before its fields are read."""

    ohh: dict[str, Any]
