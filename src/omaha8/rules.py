"""What a house may choose, as data: options, profiles, and the stakes of one hand (rulebook section 0).

Nothing in the engine asks for a profile's name; it reads single options. Options that only a table needs (time,
seats, sitting out) are the table's.
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import msgspec

from omaha8.errors import RulesError

MAX_SEATS = 10
BOARD_CARDS = 5
HOLE_CARDS = (4, 5, 6)


class Structure(StrEnum):
    """How much may be bet: fixed limit (R5.1), pot limit (R5.3) or no limit (R5.2)."""

    FIXED_LIMIT = "fl"
    POT_LIMIT = "pl"
    NO_LIMIT = "nl"


class Rounding(StrEnum):
    """What half an odd small bet becomes as a small blind (R2.2)."""

    DOWN = "down"
    UP = "up"


class FirstToShow(StrEnum):
    """Who shows first at the showdown (R7.5)."""

    LAST_AGGRESSOR = "last_aggressor"  # of the latest round that had a bet
    RIVER_BETTOR = "river_bettor"  # who bet first on the river; the river checked: who acted first there
    RIVER_AGGRESSOR = "river_aggressor"  # last aggressor of the river; none: first left of the button


class OddChips(StrEnum):
    """Where chips go that do not divide (R7.4)."""

    TDA = "tda"  # equal sets of high and low winners share the pot once, as evenly as possible
    BY_HALF = "by_half"  # each half is shared on its own, always
    LOW_REMAINDER_TO_HIGH = "low_remainder_to_high"  # by half, and what tied lows cannot share goes to the high half


class PotLimitPot(StrEnum):
    """Which chips the pot of pot limit is (R5.3)."""

    ALL = "all"  # every chip in the middle
    ACTIVE = "active"  # the pot that players with chips still contest


class HouseRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every option that one hand depends on; the defaults are the profile `classic`."""

    hole_cards: int = 4
    small_blind_rounding: Rounding = Rounding.DOWN
    first_to_show: FirstToShow = FirstToShow.LAST_AGGRESSOR
    odd_chips: OddChips = OddChips.TDA
    cap_heads_up: bool = True
    pl_pot: PotLimitPot = PotLimitPot.ALL
    pl_full_blinds: bool = False
    least_raise_capped: bool = False
    all_in_face_up: bool = True
    mucked_in_last_hand: bool = True

    def __post_init__(self) -> None:
        if type(self.hole_cards) is not int or self.hole_cards not in HOLE_CARDS:
            raise RulesError("hole_cards", f"{self.hole_cards} hole cards; legal are 4, 5 and 6 (R1.4)", "hole_cards")

    @property
    def max_seats(self) -> int:
        """How many can be dealt in from one deck (R1.1): four cards 10, five 9, six 7."""
        return min(MAX_SEATS, (52 - BOARD_CARDS) // self.hole_cards)


PROFILES: Mapping[str, HouseRules] = MappingProxyType(
    {
        "classic": HouseRules(),
        "party": HouseRules(first_to_show=FirstToShow.RIVER_BETTOR, mucked_in_last_hand=False),
        "russian": HouseRules(
            small_blind_rounding=Rounding.UP,
            first_to_show=FirstToShow.RIVER_AGGRESSOR,
            mucked_in_last_hand=False,
        ),
    }
)


class ButtonRule(StrEnum):
    """How the button and the blinds go round (R2.3)."""

    DEAD = "dead"  # the big blind moves on, the other two follow it, on empty places too
    MOVING = "moving"  # the button moves to the next player dealt in


class TimeOutRule(StrEnum):
    """What becomes of a player whose time is out."""

    CHECK_OR_FOLD = "check_or_fold"  # R8.3
    PROTECT = "protect"  # all-in for what is in the pot (R8.4)


class TableRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table adds to the rules of a hand; times in milliseconds. The defaults are the profile `classic`."""

    hand: HouseRules = HouseRules()
    seats: int = 10
    button: ButtonRule = ButtonRule.DEAD
    time_to_act: int = 30_000
    visible_clock: int = 30_000  # the last part of it, in which everybody sees the clock run
    reconnect_time: int = 20_000
    time_out: TimeOutRule = TimeOutRule.CHECK_OR_FOLD
    protect_only_lost_connections: bool = False
    protections_per_day: int | None = None
    muck_time: int = 5_000
    between_hands: int = 4_000
    per_further_pot: int = 1_000
    per_street_face_up: int = 2_000
    max_sit_out: int = 15 * 60_000
    rathole: int = 60 * 60_000
    seat_offer: int = 60_000

    def __post_init__(self) -> None:
        if not 2 <= self.seats <= self.hand.max_seats:
            raise RulesError(
                "seats",
                f"{self.seats}; with {self.hand.hole_cards} hole cards legal are 2 to {self.hand.max_seats} (R1.1)",
                "seats",
            )
        for field in ("time_to_act", "muck_time", "between_hands", "max_sit_out", "seat_offer"):
            if getattr(self, field) < 1:
                raise RulesError("time", f"{getattr(self, field)} ms; at least 1 is legal", field)
        for field in ("reconnect_time", "per_further_pot", "per_street_face_up", "rathole", "protections_per_day"):
            if (getattr(self, field) or 0) < 0:
                raise RulesError("time", f"{getattr(self, field)}; at least 0 is legal", field)
        if not 0 <= self.visible_clock <= self.time_to_act:
            raise RulesError("time", f"{self.visible_clock} ms; legal are 0 to the time to act", "visible_clock")


TABLE_PROFILES: Mapping[str, TableRules] = MappingProxyType(
    {
        "classic": TableRules(hand=PROFILES["classic"]),
        "party": TableRules(
            hand=PROFILES["party"],
            button=ButtonRule.MOVING,
            visible_clock=20_000,
            time_out=TimeOutRule.PROTECT,
        ),
        "russian": TableRules(hand=PROFILES["russian"], seats=9, button=ButtonRule.MOVING),
    }
)


class Stakes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The structure and amounts of one hand, in chips.

    In fixed limit the big blind is the small bet and `big_bet` the bet of turn and river (R2.2); in pot and no
    limit the stakes are the blinds and `big_bet` is 0.
    """

    structure: Structure
    small_blind: int
    big_blind: int
    big_bet: int = 0

    def __post_init__(self) -> None:
        _refuse_fractions("blinds", self.small_blind, self.big_blind)
        _refuse_fractions("big_bet", self.big_bet)
        if not 1 <= self.small_blind <= self.big_blind:
            raise RulesError(
                "blinds",
                f"blinds {self.small_blind}/{self.big_blind}; the small blind is 1 chip to the big blind",
                "stakes",
            )
        if self.structure is Structure.FIXED_LIMIT and self.big_bet < self.big_blind:
            raise RulesError(
                "big_bet",
                f"big bet {self.big_bet}; in fixed limit it is at least the small bet {self.big_blind}",
                "stakes",
            )
        if self.structure is not Structure.FIXED_LIMIT and self.big_bet != 0:
            raise RulesError("big_bet", "pot and no limit have blinds only; leave the big bet at 0", "stakes")


def _refuse_fractions(code: str, *amounts: int) -> None:
    """Chips are whole: floating point never touches money."""
    for amount in amounts:
        if type(amount) is not int:
            raise RulesError(code, f"{amount!r}; amounts are whole chips", "stakes")


def fixed_limit(rules: HouseRules, small_bet: int, big_bet: int) -> Stakes:
    """Fixed-limit stakes; the small blind is half the small bet, rounded by the house, never below 1 (R2.2)."""
    half = small_bet // 2 if rules.small_blind_rounding is Rounding.DOWN else (small_bet + 1) // 2
    return Stakes(structure=Structure.FIXED_LIMIT, small_blind=max(1, half), big_blind=small_bet, big_bet=big_bet)


def pot_limit(small_blind: int, big_blind: int) -> Stakes:
    """Pot-limit stakes: the blinds (R2.2)."""
    return Stakes(structure=Structure.POT_LIMIT, small_blind=small_blind, big_blind=big_blind)


def no_limit(small_blind: int, big_blind: int) -> Stakes:
    """No-limit stakes: the blinds (R2.2)."""
    return Stakes(structure=Structure.NO_LIMIT, small_blind=small_blind, big_blind=big_blind)


_STAKES = re.compile(r"(fl|pl|nl) +([0-9]{1,15})/([0-9]{1,15})")


def parse_stakes(text: str, rules: HouseRules, where: str = "stakes") -> Stakes:
    """Stakes as text: `fl 2/4` (small bet/big bet), `pl 1/2` or `nl 1/2` (blinds), in small letters or capitals."""
    written = _STAKES.fullmatch(text.strip().lower())
    if written is None:
        legal = "write fl SMALLBET/BIGBET, pl SB/BB or nl SB/BB in whole chips"
        raise RulesError("stakes", f"{text[:40]!r}; {legal}", where)
    structure, low, high = written.groups()
    match Structure(structure):
        case Structure.FIXED_LIMIT:
            return fixed_limit(rules, int(low), int(high))
        case Structure.POT_LIMIT:
            return pot_limit(int(low), int(high))
        case Structure.NO_LIMIT:
            return no_limit(int(low), int(high))
