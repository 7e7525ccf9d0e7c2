"""PokerKit behind the words of this engine: seats by index in deal order, amounts in chips.

The stakes are built from its parts, not from its predefined games: those have no fixed-limit Omaha Hi/Lo that is
one (peer case 1). Nothing is burnt (R3.2).
"""

import warnings
from typing import NamedTuple

import pokerkit
from pokerkit import Automation, BettingStructure, Opening, State, Street

from omaha8.cards import CARD_NAMES, Deck
from omaha8.hand.actions import AmountRange
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    HandEvent,
    PostKind,
    Raised,
    StreetClosed,
)
from omaha8.hand.setup import HandSetup, deal_order
from omaha8.rules import Stakes, Structure

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
STRUCTURES = {
    Structure.FIXED_LIMIT: BettingStructure.FIXED_LIMIT,
    Structure.POT_LIMIT: BettingStructure.POT_LIMIT,
    Structure.NO_LIMIT: BettingStructure.NO_LIMIT,
}
HAND_TYPES = (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand)
CARDS = tuple(next(iter(pokerkit.Card.parse(name))) for name in CARD_NAMES)
_UNKNOWN = next(iter(pokerkit.Card.parse("??")))


class Turn(NamedTuple):
    """What the player (by index in deal order) may do: `call` chips (0: check), and the totals of a bet or raise."""

    player: int
    call: int
    amounts: AmountRange | None


def streets(stakes: Stakes) -> tuple[Street, ...]:
    """The four streets. In fixed limit the big blind is the first of four bets, so three raises are left (R5.1)."""
    fixed = stakes.structure is Structure.FIXED_LIMIT
    small, big = (stakes.big_blind, stakes.big_bet) if fixed else (stakes.big_blind, stakes.big_blind)
    preflop, later = (3, 4) if fixed else (None, None)
    return (
        Street(False, (False,) * 4, 0, False, Opening.POSITION, small, preflop),
        Street(False, (), 3, False, Opening.POSITION, small, later),
        Street(False, (), 1, False, Opening.POSITION, big, later),
        Street(False, (), 1, False, Opening.POSITION, big, later),
    )


class Oracle:
    """One hand on PokerKit, from its setup to the last chip."""

    def __init__(self, setup: HandSetup, deck: Deck, *, trim_dead_posts: bool = False) -> None:
        # An ante and a dead post are one word to PokerKit: trimmed like a bet, or the pot's, whatever others have paid.
        trim = trim_dead_posts or not any(post.kind is PostKind.DEAD for post in setup.posts)
        order = deal_order(dict(setup.stacks), setup.button)
        stacks = dict(setup.stacks)
        posted = {(post.seat, post.kind): post.amount for post in setup.posts}
        self._state = State(
            AUTOMATIONS,
            pokerkit.Deck.STANDARD,
            HAND_TYPES,
            streets(setup.stakes),
            STRUCTURES[setup.stakes.structure],
            trim,
            tuple(posted.get((seat, PostKind.ANTE), 0) or posted.get((seat, PostKind.DEAD), 0) for seat in order),
            _blinds(setup, order),
            0,
            tuple(stacks[seat] for seat in order),
            len(order),
            mode=pokerkit.Mode.CASH_GAME,  # its other mode refuses to fold where checking is free (R4.2)
        )
        self._order = order
        self.lone_checks = 0
        for index in range(len(order)):
            cards = deck.hole_cards(index, len(order), 4)
            self._state.deal_hole([_UNKNOWN if card is None else CARDS[card] for card in cards], index)

    @property
    def turn(self) -> Turn | None:
        """Who is to act and how much; `None` between streets and at the end."""
        state = self._state
        if state.actor_index is None:
            return None
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        call = state.checking_or_calling_amount
        assert call is not None
        amounts = None if least is None or most is None else AmountRange(least, most)
        return Turn(state.actor_index, call, amounts)

    @property
    def has_ended(self) -> bool:
        """PokerKit has paid every pot."""
        return not self._state.status

    @property
    def stacks(self) -> dict[int, int]:
        """Chips behind, by seat number."""
        return dict(zip(self._order, self._state.stacks, strict=True))

    def follow(self, event: HandEvent) -> None:
        """Do what happened; `ValueError` where PokerKit calls it illegal. Events without an action are left out."""
        state = self._state
        match event:
            case Folded():
                with warnings.catch_warnings(action="ignore"):
                    state.fold()
            case Checked() | Called():
                state.check_or_call()
            case BetMade() | Raised():
                state.complete_bet_or_raise_to(event.to)
            case StreetClosed():
                self._skip_lone_check()
            case BoardDealt():
                state.deal_board([CARDS[card] for card in event.cards])
            case _:
                pass

    def _skip_lone_check(self) -> None:
        """Check for the only player with chips, who owes nothing: PokerKit asks, R4.8 asks nobody."""
        state = self._state
        if state.actor_index is None or state.checking_or_calling_amount:
            return
        able = [index for index in state.player_indices if state.statuses[index] and state.stacks[index]]
        if able == [state.actor_index]:
            self.lone_checks += 1
            state.check_or_call()


def _blinds(setup: HandSetup, order: tuple[int, ...]) -> tuple[int, ...]:
    """By index in deal order; PokerKit turns the two of a heads-up hand round itself, and a live post is negative."""
    amounts = dict.fromkeys(order, 0)
    for post in setup.posts:
        if post.kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND):
            amounts[post.seat] = post.amount
        elif post.kind is PostKind.LIVE:
            amounts[post.seat] = -post.amount
    given = tuple(amounts[seat] for seat in order)
    return given[::-1] if len(order) == 2 else given
