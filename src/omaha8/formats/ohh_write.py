"""Writes a hand as an Open Hand History object (docs/formats.md)."""

from collections.abc import Iterator
from datetime import UTC

import msgspec
from msgspec import UNSET

from omaha8 import __version__
from omaha8.cards import Card, card_name
from omaha8.formats.chips import Chips, Put, no_protection, plain_names, started
from omaha8.formats.history import Record, Unit
from omaha8.formats.ohh_model import (
    BET_TYPES,
    GAME_TYPE,
    POSTS,
    SHOWDOWN,
    SPEC_VERSION,
    STREETS,
    BetLimit,
    Ohh,
    OhhAction,
    OhhFile,
    OhhPlayer,
    OhhPot,
    OhhRound,
    PlayerWin,
)
from omaha8.formats.values import NO_CURRENCY, decimal_amount
from omaha8.hand.events import (
    BetMade,
    BoardDealt,
    Called,
    Checked,
    Folded,
    HandEvent,
    HoleDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Protected,
    Raised,
    RakeTaken,
    Shown,
    StreetClosed,
)
from omaha8.rules import Structure

ROOM = "omaha8"  # where the hand names no room of its own
_ENCODER = msgspec.json.Encoder(decimal_format="number")
_LIMITS = {structure: name for name, structure in BET_TYPES.items()}
_POST_NAMES = {kind: name for name, kind in POSTS.items()}
_NAMES = {"Raised": "Raise", "BetMade": "Bet", "Called": "Call"}


def write_hand(record: Record) -> str:
    """One hand as one line of JSON and the blank line that the format wants behind it.

    `HistoryError` with the code `cannot_write` for a protected player, which the format has no words for.
    """
    return _ENCODER.encode(OhhFile(_Writer(record).hand())).decode() + "\n\n"


class _Writer:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.start = started(record)
        self.names = plain_names(record, tuple(number for number, _ in self.start.stacks))
        self.ids = {seat: number for number, seat in enumerate(sorted(self.names))}
        self.chips = Chips(self.start)
        self.streets = iter(STREETS)
        self.rounds = [OhhRound(id=0, street=next(self.streets))]

    def hand(self) -> Ohh:
        """Every field that the format has and the hand fills."""
        record, stakes, scene = self.record, self.start.stakes, self.record.scene
        for event in record.events:
            self.tell(event)
        antes = [event.amount for event in record.events if isinstance(event, Posted) and event.kind is PostKind.ANTE]
        hole_cards, big_bet = self.start.rules.hole_cards, stakes.big_bet
        stacks = dict(self.start.stacks)
        return Ohh(
            spec_version=SPEC_VERSION,
            site_name=scene.room or ROOM,
            network_name=scene.room or ROOM,
            internal_version=__version__,
            game_number=record.hand_id,
            start_date_utc=f"{scene.started.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if scene.started else UNSET,
            table_name=scene.table,
            game_type=GAME_TYPE,
            bet_limit=BetLimit(bet_type=_LIMITS[stakes.structure]),
            table_size=scene.seats or max(self.names),
            currency=(scene.currency if record.unit is Unit.CENT else "") or NO_CURRENCY,
            dealer_seat=self.start.button,
            small_blind_amount=decimal_amount(stakes.small_blind, record.unit),
            big_blind_amount=decimal_amount(stakes.big_blind, record.unit),
            ante_amount=decimal_amount(max(antes, default=0), record.unit),
            hero_player_id=self.ids.get(scene.hero, UNSET),
            players=[
                OhhPlayer(
                    id=number,
                    seat=seat,
                    name=self.names[seat],
                    display=self.names[seat],
                    starting_stack=decimal_amount(stacks[seat], record.unit),
                )
                for seat, number in self.ids.items()
            ],
            rounds=self.rounds,
            pots=list(self.pots()),
            own_hole_cards=hole_cards if hole_cards != 4 else UNSET,
            own_big_bet=(
                decimal_amount(big_bet, record.unit)
                if stakes.structure is Structure.FIXED_LIMIT and big_bet != 2 * stakes.big_blind
                else UNSET
            ),
        )

    def tell(self, event: HandEvent) -> None:  # noqa: C901 - one case an event
        """Put an event where it belongs."""
        match event:
            case Posted(seat, kind, _):
                self.act(seat, _POST_NAMES[kind], self.chips.post(event))
            case HoleDealt():
                for seat, cards in sorted(self.record.cards.items()):
                    if seat in self.ids:
                        self.act(seat, "Dealt Cards", cards=cards)
            case Folded(seat):
                self.act(seat, "Fold")
            case Checked(seat):
                self.act(seat, "Check")
            case Called() | BetMade() | Raised():
                self.act(event.seat, _NAMES[type(event).__name__], self.chips.act(event))
            case Protected():
                raise no_protection(self.record)
            case StreetClosed():
                self.chips.close_street()
            case BoardDealt(cards):
                names = [card_name(card) for card in cards]
                self.rounds.append(OhhRound(id=len(self.rounds), street=next(self.streets), cards=names))
            case Shown(seat, cards, _, _):
                self.show(seat, "Shows Cards", cards)
            case Mucked(seat):
                self.show(seat, "Mucks Cards", ())
            case _:
                return

    def act(self, seat: int, action: str, put: Put | None = None, *, cards: tuple[Card | None, ...] = ()) -> None:
        """An action of the street that is open; hole cards not known are `??`."""
        actions = self.rounds[-1].actions
        actions.append(
            OhhAction(
                action_number=len(actions) + 1,
                player_id=self.ids[seat],
                action=action,
                amount=decimal_amount(put.added if put is not None else 0, self.record.unit),
                is_allin=put is not None and put.all_in,
                cards=["??" if card is None else card_name(card) for card in cards] if cards else UNSET,
            )
        )

    def show(self, seat: int, action: str, cards: tuple[Card, ...]) -> None:
        """The showdown is a round of its own, behind all streets."""
        if self.rounds[-1].street != SHOWDOWN:
            self.rounds.append(OhhRound(id=len(self.rounds), street=SHOWDOWN))
        self.act(seat, action, cards=cards)

    def pots(self) -> Iterator[OhhPot]:
        """The pots, main pot first, the rake in the main pot's amount."""
        unit = self.record.unit
        awards = sorted((one for one in self.record.events if isinstance(one, PotAwarded)), key=lambda one: one.pot)
        for award in awards:
            raked = sum(event.amount for event in self.record.events if isinstance(event, RakeTaken)) * (award.pot == 0)
            won: dict[int, int] = {}
            for share in award.shares:
                won[share.seat] = won.get(share.seat, 0) + share.amount
            yield OhhPot(
                number=award.pot,
                amount=decimal_amount(award.amount + raked, unit),
                rake=decimal_amount(raked, unit),
                player_wins=[
                    PlayerWin(player_id=self.ids[seat], win_amount=decimal_amount(amount, unit))
                    for seat, amount in won.items()
                ],
            )
