"""A hand script as read: its setup, and the steps that play it and check it.

Nothing is worked out here but rules and stakes, and those only when asked: a script can be played under other options.
"""

from collections.abc import Mapping

import msgspec

from omaha8.cards import Card
from omaha8.hand.actions import Action, LegalActions, Protect, RefusalCode
from omaha8.hand.events import PostKind
from omaha8.hand.script_lines import Line
from omaha8.hand.state import Street
from omaha8.rules import PROFILES, HouseRules, Stakes, Structure, fixed_limit

POST_WORDS = {
    PostKind.SMALL_BLIND: "sb",
    PostKind.BIG_BLIND: "bb",
    PostKind.LIVE: "live",
    PostKind.DEAD: "dead",
    PostKind.ANTE: "ante",
    PostKind.STRADDLE: "straddle",
}


class Act(msgspec.Struct, frozen=True):
    """A seat's action; `added` is the number a `call N` names, `all_in` the mark that the stack is gone."""

    line: Line
    seat: int
    action: Action | Protect
    added: int | None = None
    all_in: bool = False


class Refuse(msgspec.Struct, frozen=True):
    """The action must be refused, with this code if one is given."""

    line: Line
    seat: int
    action: Action | Protect
    code: RefusalCode | None


class Legal(msgspec.Struct, frozen=True):
    """Exactly this is what the seat to act may do; `None`: nobody is to act."""

    line: Line
    legal: LegalActions | None


class OpenStreet(msgspec.Struct, frozen=True):
    """The line of a street begins, or, with no street, that of the choices at the showdown."""

    line: Line
    street: Street | None


class Uncalled(msgspec.Struct, frozen=True):
    """The bets returned so far are these."""

    line: Line
    returned: tuple[tuple[int, int], ...]


class SeatOrder(msgspec.Struct, frozen=True):
    """Which seats `shown`, `faceup` or `lasthand` names, in order."""

    line: Line
    keyword: str
    seats: tuple[int, ...]


class Pots(msgspec.Struct, frozen=True):
    """Amount and seats of every pot, main pot first, before rake and payment."""

    line: Line
    pots: tuple[tuple[int, tuple[int, ...]], ...]


class Awards(msgspec.Struct, frozen=True):
    """Per pot named: what each half pays to whom, as `{"high": ((seat, chips), …)}`."""

    line: Line
    awards: Mapping[int, Mapping[str, tuple[tuple[int, int], ...]]]


class Final(msgspec.Struct, frozen=True):
    """Every stack when the hand is over."""

    line: Line
    stacks: tuple[tuple[int, int], ...]


class Unfinished(msgspec.Struct, frozen=True):
    """The script stops before the hand does."""

    line: Line


Step = Act | Refuse | Legal | OpenStreet | Uncalled | SeatOrder | Pots | Awards | Final | Unfinished


class Script(msgspec.Struct, kw_only=True):
    """A hand script as read. `lines` holds each setup keyword's line, for errors; `refused` an expected error code.

    `options` are the house's, by name, over those of `profile`; amounts are chips; `posts` stand beyond the blinds
    or, for `sb` and `bb`, in their place, and with `no_small_blind` nobody posts the small one.
    """

    name: str
    rule: str = ""
    structure: Structure = Structure.POT_LIMIT
    bets: tuple[int, int] = (1, 2)
    blinds: tuple[int, int] | None = None
    profile: str = "classic"
    options: dict[str, object] = {}
    stacks: dict[int, int] = {}
    button: int = 0
    posts: list[tuple[int, PostKind, int]] = []
    no_small_blind: bool = False
    smallest_chip: int = 1
    rake: int = 0
    deals: dict[int, tuple[Line, tuple[Card | None, ...]]] = {}
    board: list[Card | None] = []
    refused: str | None = None
    steps: list[Step] = []
    lines: dict[str, Line] = {}

    def rules(self) -> HouseRules:
        """The house's rules; raises `RulesError` where options contradict each other."""
        return msgspec.structs.replace(PROFILES[self.profile], **self.options)

    def stakes(self, rules: HouseRules) -> Stakes:
        """The stakes; a fixed-limit game without `blinds` gets its small blind from the house (R2.2)."""
        if self.structure is not Structure.FIXED_LIMIT:
            small, big = self.blinds or self.bets
            return Stakes(structure=self.structure, small_blind=small, big_blind=big)
        if self.blinds is None:
            return fixed_limit(rules, *self.bets)
        small, big = self.blinds
        return Stakes(structure=self.structure, small_blind=small, big_blind=big, big_bet=self.bets[1])
