"""Reads Open Hand History files of Omaha Hi/Lo into `History` and `Results` (docs/formats.md)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal

import msgspec

from omaha8.cards import Card
from omaha8.errors import HistoryError
from omaha8.formats.builder import HandBuilder
from omaha8.formats.history import Collected, Player, ReadHand, Scene, Unit
from omaha8.formats.ohh_model import (
    BET_TYPES,
    GAME_TYPE,
    POSTS,
    SHOWDOWN,
    STREETS,
    Cards,
    Ohh,
    OhhAction,
    OhhFile,
    OhhRound,
    Probe,
)
from omaha8.formats.source import NumberedLine, numbered_lines
from omaha8.formats.values import NO_CURRENCY, whole_chips
from omaha8.hand.actions import Check, Fold
from omaha8.hand.events import PostKind
from omaha8.hand.setup import deal_order
from omaha8.hand.state import Street
from omaha8.rules import Stakes, Structure

_BETTING = ("Bet", "Raise", "Call")
_NO_MOVE = ("Added Chips", "Sits Down", "Stands Up", "Player Adjustment")


def read_histories(text: str, file: str = "text") -> Iterator[ReadHand | HistoryError]:
    """Read every object of a text; in place of one that cannot be read comes the `HistoryError` that says why."""
    if '"ohh"' not in text:
        yield HistoryError("unknown_site", 'expected JSON objects {"ohh": {...}}, got others', f"{file}:1")
        return
    for lines in _objects(text):
        yield _read_object(lines, file)


def _objects(text: str) -> Iterator[list[NumberedLine]]:
    """The lines of each hand: a blank line ends one, and a brace at the very beginning of a line starts one."""
    block: list[NumberedLine] = []
    for number, line in numbered_lines(text):
        if block and (not line or line.startswith("{")):
            yield block
            block = []
        if line:
            block.append((number, line))
    if block:
        yield block


def _read_object(lines: list[NumberedLine], file: str) -> ReadHand | HistoryError:
    line = lines[0][0]
    where, text = f"{file}:{line}", "\n".join(line for _, line in lines)
    try:
        found = msgspec.json.decode(text, type=Probe).ohh
        game = found.get("game_type", GAME_TYPE)
        if game != GAME_TYPE:
            return HistoryError(
                "wrong_game", f"hand {found.get('game_number')}: expected {GAME_TYPE}, got {game}", where
            )
        hand = msgspec.json.decode(text, type=OhhFile).ohh
        return _HandReader(hand, file, line).read()
    except msgspec.ValidationError as error:
        return HistoryError("bad_field", f'expected an object {{"ohh": {{...}}}} by the specification: {error}', where)
    except msgspec.DecodeError as error:
        code = "truncated" if "truncated" in str(error) else "bad_json"
        return HistoryError(code, f"expected one JSON object a hand: {error}", where)
    except HistoryError as error:
        return error


class _HandReader(HandBuilder):
    """Reads the fields of one hand."""

    def __init__(self, hand: Ohh, file: str, line: int) -> None:
        super().__init__(file, line, str(hand.game_number), _unit(hand), _hole_cards(hand))
        self.hand = hand
        self.seats: dict[int, int] = {}

    def read(self) -> ReadHand:
        """Players, posts, streets in their order, whatever the file's, then what was shown and paid."""
        hand = self.hand
        if "Run_It_Twice" in (hand.flags or ()):
            raise self.error("run_it_twice", "expected one board, got a hand that was run more than once")
        for player in hand.players:
            self.seats[player.id] = player.seat
            stack = self.amount(player.starting_stack)
            self.add_player(player.seat, player.name, stack, absent=bool(player.is_sitting_out))
        self.button = hand.dealer_seat
        stakes = self.read_stakes()
        by_street = {street: [one for one in hand.rounds if STREETS.get(one.street) is street] for street in Street}
        strange = [one.street for one in hand.rounds if one.street not in STREETS and one.street != SHOWDOWN]
        if strange:
            raise self.error(
                "unknown_line", f"expected the streets {', '.join(STREETS)} and {SHOWDOWN}, got {strange[0]}"
            )
        for street, rounds in by_street.items():
            for one in rounds:
                self.read_round(street, one, stakes)
        for one in hand.rounds:
            if one.street == SHOWDOWN:
                for action in one.actions:
                    self.act(action)
        players = self.dealt_in()
        self.move_button(players)
        self.read_pots()
        return ReadHand(self.history(stakes, players, self.scene()), self.account.results(players))

    def read_stakes(self) -> Stakes:
        """Fixed limit names the blinds only: the big bet is twice the big blind, unless our own field says more."""
        hand = self.hand
        structure = BET_TYPES.get(hand.bet_limit.bet_type)
        if structure is None:
            raise self.error(
                "no_stakes", f"expected a bet_type of {', '.join(BET_TYPES)}, got {hand.bet_limit.bet_type}"
            )
        small, big = self.amount(hand.small_blind_amount), self.amount(hand.big_blind_amount)
        big_bet = 0
        if structure is Structure.FIXED_LIMIT:
            big_bet = self.amount(hand.own_big_bet) if isinstance(hand.own_big_bet, Decimal) else 2 * big
        return self.stakes(structure, small, big, big_bet)

    def read_round(self, street: Street, one: OhhRound, stakes: Stakes) -> None:
        """One street; before the flop the posts come first, and the betting begins behind them."""
        if street is Street.PREFLOP:
            posts = [action for action in one.actions if action.action in POSTS]
            for action in posts:
                self.read_post(action)
            self.deal(stakes)
        else:
            self.open_street(street, self.card_list(one.cards))
        for action in one.actions:
            self.act(action)

    def read_post(self, action: OhhAction) -> None:
        kind, amount = POSTS[action.action], self.amount(action.amount or Decimal(0))
        if kind in (PostKind.SMALL_BLIND, PostKind.BIG_BLIND):
            kind = self.late(kind)
        if amount or kind in (PostKind.BIG_BLIND, PostKind.STRADDLE):
            self.post(self.seat_of(action.player_id), kind, amount)

    def act(self, action: OhhAction) -> None:
        """Anything but a post. What the chips make of it counts, not whether it is called a bet, call or raise."""
        seat, kind = self.seat_of(action.player_id), action.action
        if kind in _BETTING:
            self.put_in(seat, self.amount(action.amount or Decimal(0)))
        elif kind == "Fold":
            self.move(seat, Fold())
        elif kind == "Check":
            self.move(seat, Check())
        elif kind in ("Dealt Cards", "Mucks Cards", "Shows Cards"):
            self.know(seat, self.card_list(action.cards or None))
            if kind == "Shows Cards":
                self.show(seat)
        elif kind in POSTS and self.street is not Street.PREFLOP:
            raise self.error("out_of_place", f"expected posts only before the flop, got {kind}")
        elif kind not in POSTS and kind not in _NO_MOVE:
            raise self.error("unknown_line", f"expected an action of the specification, got {kind!r}")

    def move_button(self, players: list[Player]) -> None:
        """Put the button where the small blind is first: some rooms deal in who sits between the two, to act last."""
        small = next((post.seat for post in self.postings if post.kind is PostKind.SMALL_BLIND), None)
        if small is None or len(players) < 3:
            return
        order = deal_order([player.seat for player in players], self.button)
        if order[0] != small and small in order:
            self.button = order[order.index(small) - 1]

    def read_pots(self) -> None:
        """Pots with the rake in them. One alone may stand for all: then only its total is compared."""
        account = self.account
        pots = sorted(self.hand.pots, key=lambda pot: pot.number)
        amounts = tuple(self.amount(pot.amount) for pot in pots)
        account.total = sum(amounts)
        account.pots = amounts if len(amounts) > 1 else None
        for number, pot in enumerate(pots):
            self.rake += self.amount((pot.rake or Decimal(0)) + (pot.jackpot or Decimal(0)))
            for won in pot.player_wins:
                amount, label = self.amount(won.win_amount), number if len(pots) > 1 else None
                if amount:
                    account.collected.append(Collected(self.seat_of(won.player_id), amount, label))

    def scene(self) -> Scene:
        """Where and when, as far as it is said."""
        hand = self.hand
        started = None
        if isinstance(hand.start_date_utc, str):
            started = _utc(hand.start_date_utc)
        hero = hand.hero_player_id
        return Scene(
            room=hand.site_name,
            table=hand.table_name or "",
            seats=hand.table_size or 0,
            started=started,
            currency=(hand.currency or "") if self.unit is Unit.CENT else "",
            hero=self.seats.get(hero, 0) if isinstance(hero, int) else 0,
        )

    # Helpers

    def seat_of(self, player_id: int) -> int:
        """The seat of an id."""
        if player_id not in self.seats:
            raise self.error("unknown_player", f"expected a player_id of {sorted(self.seats)}, got {player_id}")
        return self.seats[player_id]

    def amount(self, value: Decimal) -> int:
        """The number in whole chips."""
        try:
            return whole_chips(value, self.unit)
        except ValueError as error:
            raise self.error("bad_amount", str(error)) from None

    def card_list(self, cards: Cards | msgspec.UnsetType | None) -> tuple[Card, ...]:
        """The known ones of a list of cards."""
        return self.read_cards(" ".join(card for card in cards or () if card != "??"))


def _unit(hand: Ohh) -> Unit:
    """Tournaments and what names no currency are in chips, if they are whole ones."""
    amounts = [hand.small_blind_amount, hand.big_blind_amount, *(player.starting_stack for player in hand.players)]
    chips = hand.tournament or (hand.currency or NO_CURRENCY) == NO_CURRENCY
    return Unit.CHIP if chips and all(amount == amount.to_integral_value() for amount in amounts) else Unit.CENT


def _hole_cards(hand: Ohh) -> int:
    """The number our own field says, else the longest hand: the format has no code for five cards."""
    if isinstance(hand.own_hole_cards, int):
        return hand.own_hole_cards
    actions = [action for one in hand.rounds for action in one.actions]
    return max([4, *(len(action.cards) for action in actions if isinstance(action.cards, list))])


def _utc(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=UTC)
    except ValueError:
        return None
