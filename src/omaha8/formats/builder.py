"""What every reader fills while it goes through one hand, with the checks that no format needs for itself.

Readers derive from `HandBuilder`, call its methods in the order of their text, and `finish` it. It understands no
rules: who may act and who wins is the engine's affair.
"""

from omaha8.cards import Card, parse_cards
from omaha8.errors import CardError, HistoryError, RulesError
from omaha8.formats.account import Account
from omaha8.formats.history import History, Move, Player, Posting, Scene, Unit
from omaha8.hand.actions import BettingAction, BetTo, Call, RaiseTo
from omaha8.hand.betting import straddle
from omaha8.hand.events import PostKind
from omaha8.hand.state import BOARD_CARDS_BY, Street
from omaha8.rules import Stakes, Structure

_FRONT = (PostKind.SMALL_BLIND, PostKind.LIVE)  # posts that count as part of a bet, yet are none


class HandBuilder:
    """One hand in the making; `line` is the line being read, for messages."""

    def __init__(self, file: str, line: int, hand_id: str, unit: Unit = Unit.CHIP, hole_cards: int = 4) -> None:
        self.file = file
        self.first_line = self.line = line
        self.hand_id = hand_id
        self.unit = unit
        self.hole_cards = hole_cards
        self.players: dict[str, Player] = {}
        self.absent: set[str] = set()
        self.button = 0
        self.postings: list[Posting] = []
        self.moves: list[Move] = []
        self.cards: dict[int, tuple[Card, ...]] = {}
        self.shown: list[int] = []
        self.board: tuple[Card, ...] = ()
        self.street: Street | None = None
        self.highest = 0  # the bet to match, a short big blind counting as it is written
        self.rake = 0
        self.account = Account()

    def error(self, code: str, message: str) -> HistoryError:
        """The error at the line being read."""
        return HistoryError(code, f"hand {self.hand_id}: {message}", f"{self.file}:{self.line}")

    # What stands before the cards

    def add_player(self, seat: int, name: str, stack: int, *, absent: bool = False) -> None:
        """A seat of the list, each with a number and a name of its own."""
        if self.postings or self.street is not None:
            raise self.error("out_of_place", "expected seats only before the posts")
        if name in self.players or any(player.seat == seat for player in self.players.values()):
            raise self.error("repeated_seat", f"expected each seat and name once, got seat {seat}, {name!r} again")
        self.players[name] = Player(seat, name, stack)
        if absent:
            self.absent.add(name)

    def seat(self, name: str) -> int:
        """The seat number of a listed name."""
        player = self.players.get(name)
        if player is None:
            raise self.error("unknown_player", f"expected one of {', '.join(self.players)}, got {name!r}")
        return player.seat

    def post(self, seat: int, kind: PostKind, amount: int) -> None:
        """Chips posted before the deal."""
        if self.street is not None:
            raise self.error("out_of_place", "expected posts only before the cards")
        self.postings.append(Posting(seat, kind, amount, self.line))
        if kind in (PostKind.BIG_BLIND, PostKind.STRADDLE):
            self.account.bet_to(seat, self.account.front(seat) + amount)
        else:
            self.account.pay(seat, amount, live=kind in _FRONT)
        self.highest = max(self.highest, self.account.front(seat))

    def late(self, kind: PostKind) -> PostKind:
        """What a blind written as small or big is: the first of each is the blind, later ones were owed (R2.6, R2.7).

        A small blind behind the big one was missed earlier, and is dead.
        """
        kinds = {posting.kind for posting in self.postings}
        if kind is PostKind.SMALL_BLIND and not kinds.isdisjoint((PostKind.SMALL_BLIND, PostKind.BIG_BLIND)):
            return PostKind.DEAD
        return PostKind.LIVE if kind is PostKind.BIG_BLIND and kind in kinds else kind

    def post_both(self, seat: int, amount: int, big_blind: int) -> None:
        """Both blinds missed: the big one live, the rest dead; a short stack pays the live part first (R2.7)."""
        live = min(amount, big_blind)
        self.post(seat, PostKind.LIVE, live)
        if amount > live:
            self.post(seat, PostKind.DEAD, amount - live)

    def deal(self, stakes: Stakes | None = None) -> None:
        """The hole cards are out: the betting begins. With `stakes` a blind posted short is still full to match (R2.5).

        Only formats that leave it to the reader what a bet, a call and a raise is need that.
        """
        if self.street is not None:
            raise self.error("out_of_place", "expected the deal once, before the flop")
        self.street = Street.PREFLOP
        if stakes is not None:
            straddles = sum(posting.kind is PostKind.STRADDLE for posting in self.postings)
            full = straddle(stakes, straddles) if straddles else stakes.big_blind
            self.highest = max(self.highest, full)

    # The betting

    def open_street(self, street: Street, cards: tuple[Card, ...]) -> None:
        """The next street, with the new board cards."""
        if self.street is None or street != self.street + 1:
            raise self.error("out_of_place", f"expected the streets in order, got {street.name}")
        if len(self.board) + len(cards) != BOARD_CARDS_BY[street]:
            raise self.error("bad_board", f"expected {BOARD_CARDS_BY[street]} board cards on the {street.name.lower()}")
        self.board += cards
        self.street = street
        self.highest = 0
        self.account.close_street()

    def move(self, seat: int, action: BettingAction, added: int | None = None, *, all_in: bool = False) -> None:
        """An action: a call adds `added` chips, a bet or raise says its own total."""
        if self.street is None:
            raise self.error("out_of_place", "expected actions only after the cards")
        self.moves.append(
            Move(street=self.street, seat=seat, action=action, added=added, all_in=all_in, line=self.line)
        )
        if isinstance(action, BetTo | RaiseTo):
            self.account.bet_to(seat, action.amount)
            self.highest = max(self.highest, action.amount)
        elif added is not None:
            self.account.pay(seat, added)

    def put_in(self, seat: int, added: int, *, all_in: bool = False) -> None:
        """An action of which only the chips are sure: what they amount to makes it a call, a bet or a raise.

        Some rooms call a bet a raise, and name a call a raise where it puts a player all-in.
        """
        total = self.account.front(seat) + added
        if total <= self.highest:
            self.move(seat, Call(), added, all_in=all_in)
        else:
            self.move(seat, RaiseTo(total) if self.highest else BetTo(total), all_in=all_in)

    # Cards

    def read_cards(self, text: str) -> tuple[Card, ...]:
        """Cards as written."""
        try:
            return parse_cards(text)
        except CardError as error:
            raise self.error(error.code, error.message) from None

    def know(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Keep a seat's cards; where the text shows them again, all or one, they must be the same ones."""
        before = self.cards.get(seat, ())
        if len(cards) > self.hole_cards:
            raise self.error("bad_cards", f"expected {self.hole_cards} hole cards, got {len(cards)}")
        few, many = sorted((before, cards), key=len)
        if not set(few) <= set(many):
            raise self.error("bad_cards", f"expected the same cards of seat {seat} as above")
        if len(cards) > len(before):
            self.cards[seat] = cards

    def show(self, seat: int) -> None:
        """The text shows the hand, if it is known whole."""
        whole = len(self.cards.get(seat, ())) == self.hole_cards
        if whole and seat not in self.shown:
            self.shown.append(seat)

    # The end

    def stakes(self, structure: Structure, small_blind: int, big_blind: int, big_bet: int = 0) -> Stakes:
        """The stakes, an error of theirs standing at the hand's first line."""
        try:
            return Stakes(structure=structure, small_blind=small_blind, big_blind=big_blind, big_bet=big_bet)
        except RulesError as error:
            self.line = self.first_line
            raise self.error(error.code, error.message) from None

    def dealt_in(self) -> list[Player]:
        """Who is listed, but for those away who neither post nor act."""
        active = {posting.seat for posting in self.postings} | {move.seat for move in self.moves}
        return [player for name, player in self.players.items() if name not in self.absent or player.seat in active]

    def history(self, stakes: Stakes, players: list[Player], scene: Scene) -> History:
        """The hand as the engine is fed it."""
        return History(
            file=self.file,
            line=self.first_line,
            hand_id=self.hand_id,
            unit=self.unit,
            stakes=stakes,
            hole_cards=self.hole_cards,
            players=tuple(players),
            button=self.button,
            postings=tuple(self.postings),
            moves=tuple(self.moves),
            cards=tuple(self._hole_cards(player.seat) for player in players if player.seat in self.cards),
            shown=tuple(self.shown),
            board=self.board,
            rake=self.rake,
            scene=scene,
        )

    def _hole_cards(self, seat: int) -> tuple[int, tuple[Card | None, ...]]:
        cards = self.cards[seat]
        return seat, (*cards, *[None] * (self.hole_cards - len(cards)))
