"""Reads PokerStars' hand histories of Omaha Hi/Lo into `History` and `Results` (docs/formats.md).

Understands no rules: who may act and who wins is the engine's affair. The text's own account of its chips is kept
beside it, for the engine's to be compared with.
"""

import re
from collections.abc import Iterator

from omaha8.cards import Card, parse_cards
from omaha8.errors import CardError, HistoryError, RulesError
from omaha8.formats.account import Account
from omaha8.formats.history import (
    Collected,
    History,
    Move,
    Player,
    Posting,
    ReadHand,
)
from omaha8.formats.pokerstars_lines import (
    LINES,
    SIDE_POT,
    SUMMARY_LINES,
    Header,
    LineTable,
    parse_amount,
    parse_header,
)
from omaha8.formats.source import HEADER, NumberedLine, hand_blocks
from omaha8.hand.actions import BettingAction, BetTo, Call, Check, Fold, RaiseTo
from omaha8.hand.events import PostKind
from omaha8.hand.setup import deal_order
from omaha8.hand.state import BOARD_CARDS_BY, Street
from omaha8.rules import Stakes, Structure

_Match = re.Match[str]


def read_histories(text: str, file: str = "text") -> Iterator[ReadHand | HistoryError]:
    """Read every hand of a text; in place of one that cannot be read comes the `HistoryError` that says why.

    A text without any PokerStars header is one error, not one for each of its paragraphs.
    """
    blocks = list(hand_blocks(text))
    if not any(HEADER.match(block[0][1]) for block in blocks):
        number, line = blocks[0][0] if blocks else (1, "")
        yield HistoryError(
            "unknown_site",
            f"expected a line like 'PokerStars Hand #1: ...', got {line!r}",
            f"{file}:{number}",
        )
        return
    for block in blocks:
        try:
            yield _HandReader(block, file).read()
        except HistoryError as error:
            yield error


class _HandReader:
    """Reads the lines of one hand; `on_key` takes the match of the pattern of that key."""

    def __init__(self, lines: list[NumberedLine], file: str) -> None:
        self.file = file
        self.lines = lines
        self.line = lines[0][0]
        self.header: Header = parse_header(lines[0][1], f"{file}:{self.line}")
        self.players: dict[str, Player] = {}
        self.absent: set[str] = set()
        self.button = 0
        self.postings: list[Posting] = []
        self.moves: list[Move] = []
        self.cards: dict[int, tuple[Card, ...]] = {}
        self.shown: list[int] = []
        self.board: tuple[Card, ...] = ()
        self.street: Street | None = None
        self.rake = 0
        self.account = Account()

    def read(self) -> ReadHand:
        table = LINES
        for number, line in self.lines[1:]:
            self.line = number
            key, match = self.matched(table, line)
            if key == "summary":
                table = SUMMARY_LINES
            elif key != "noise":
                getattr(self, f"on_{key}")(match)
        return self.finish()

    def matched(self, table: LineTable, line: str) -> tuple[str, _Match]:
        for key, pattern in table:
            match = pattern.fullmatch(line)
            if match is not None:
                return key, match
        raise self.error("unknown_line", f"expected a line of a PokerStars hand, got {line!r}")

    # What stands before the cards

    def on_table(self, match: _Match) -> None:
        self.button = int(match["button"])

    def on_seat(self, match: _Match) -> None:
        if self.postings or self.street is not None:
            raise self.error("out_of_place", "expected seats only before the posts")
        seat, name = int(match["seat"]), match["name"]
        if name in self.players or any(player.seat == seat for player in self.players.values()):
            raise self.error("repeated_seat", f"expected each seat and name once, got seat {seat}, {name!r} again")
        self.players[name] = Player(seat, name, self.amount(match["stack"]))
        if match["away"]:
            self.absent.add(name)

    def on_absent(self, match: _Match) -> None:
        if self.street is None:
            self.absent.add(match["name"])

    def on_post(self, match: _Match) -> None:
        if self.street is not None:
            raise self.error("out_of_place", "expected posts only before *** HOLE CARDS ***")
        seat, amount = self.seat(match["name"]), self.amount(match["amount"])
        kinds = [posting.kind for posting in self.postings]
        match match["what"]:
            case "the ante":
                self.post(seat, PostKind.ANTE, amount)
            case "small blind":
                # Behind the big blind it is one missed earlier, and dead (R2.7).
                late = PostKind.SMALL_BLIND in kinds or PostKind.BIG_BLIND in kinds
                self.post(seat, PostKind.DEAD if late else PostKind.SMALL_BLIND, amount)
            case "big blind":
                late = PostKind.BIG_BLIND in kinds
                self.post(seat, PostKind.LIVE if late else PostKind.BIG_BLIND, amount)
            case _:
                # Both blinds missed: the big one live, the rest dead; a short stack pays the live part (R2.7).
                live = min(amount, self.big_blind)
                self.post(seat, PostKind.LIVE, live)
                if amount > live:
                    self.post(seat, PostKind.DEAD, amount - live)

    def post(self, seat: int, kind: PostKind, amount: int) -> None:
        self.postings.append(Posting(seat, kind, amount, self.line))
        if kind is PostKind.BIG_BLIND:
            self.account.bet_to(seat, amount)
        else:
            self.account.pay(seat, amount, live=kind in (PostKind.SMALL_BLIND, PostKind.LIVE))

    def on_hole_cards(self, _match: _Match) -> None:
        if self.street is not None:
            raise self.error("out_of_place", "expected *** HOLE CARDS *** once, before the flop")
        self.street = Street.PREFLOP

    def on_dealt(self, match: _Match) -> None:
        self.know_cards(match)

    # The betting

    def on_street(self, match: _Match) -> None:
        street = Street[match["street"]]
        if self.street is None or street != self.street + 1:
            raise self.error("out_of_place", f"expected the streets in order, got {street.name}")
        before, new = self.parse_cards(match["before"] or ""), self.parse_cards(match["cards"])
        if before != self.board or len(before) + len(new) != BOARD_CARDS_BY[street]:
            raise self.error("bad_board", f"expected {BOARD_CARDS_BY[street]} board cards that keep the earlier ones")
        self.board = before + new
        self.street = street
        self.account.close_street()

    def on_fold(self, match: _Match) -> None:
        self.move(match, Fold())
        if match["cards"]:
            self.know_cards(match)

    def on_check(self, match: _Match) -> None:
        self.move(match, Check())

    def on_call(self, match: _Match) -> None:
        added = self.amount(match["amount"])
        self.account.pay(self.move(match, Call(), added), added)

    def on_bet(self, match: _Match) -> None:
        amount = self.amount(match["amount"])
        self.account.bet_to(self.move(match, BetTo(amount)), amount)

    def on_raise_to(self, match: _Match) -> None:
        total = self.amount(match["amount"])
        if self.amount(match["by"]) > total:
            raise self.error(
                "bad_amount", f"expected a raise by at most its total {match['amount']}, got {match['by']}"
            )
        self.account.bet_to(self.move(match, RaiseTo(total)), total)

    def move(self, match: _Match, action: BettingAction, added: int | None = None) -> int:
        seat = self.seat(match["name"])
        if self.street is None:
            raise self.error("out_of_place", "expected actions only after *** HOLE CARDS ***")
        all_in = bool(match.groupdict().get("all_in"))
        self.moves.append(
            Move(street=self.street, seat=seat, action=action, added=added, all_in=all_in, line=self.line)
        )
        return seat

    # What came of it

    def on_uncalled(self, match: _Match) -> None:
        self.account.uncalled.append((self.seat(match["name"]), self.amount(match["amount"])))

    def on_collect(self, match: _Match) -> None:
        pot = {"pot": None, "main pot": 0}.get(match["pot"], int(match["side"] or 1))
        self.account.collected.append(Collected(self.seat(match["name"]), self.amount(match["amount"]), pot))

    def on_show(self, match: _Match) -> None:
        self.show(self.know_cards(match))

    def on_run_twice(self, _match: _Match) -> None:
        raise self.error("run_it_twice", "expected one board, got a hand that was run more than once")

    def on_total(self, match: _Match) -> None:
        total = self.amount(match["total"])
        sides = tuple(self.amount(side["amount"]) for side in SIDE_POT.finditer(match["sides"]))
        self.account.total = total
        self.account.pots = (self.amount(match["main"]), *sides) if match["main"] else (total,)
        self.rake = self.amount(match["rake"])

    def on_final_board(self, match: _Match) -> None:
        if self.parse_cards(match["cards"]) != self.board:
            raise self.error("bad_board", "expected the board of the streets again")

    def on_outcome(self, match: _Match) -> None:
        seat = int(match["seat"])
        if all(player.seat != seat for player in self.players.values()):
            raise self.error("unknown_player", f"expected a seat listed above, got seat {seat}")
        self.know(seat, match["cards"])
        if match["how"] == "showed":
            self.show(seat)

    # Helpers

    @property
    def big_blind(self) -> int:
        """In fixed limit the header's first number, the small bet, is the big blind (R2.2)."""
        header = self.header
        return header.small if header.structure is Structure.FIXED_LIMIT else header.big

    def error(self, code: str, message: str) -> HistoryError:
        """The error at the line being read."""
        return HistoryError(code, f"hand {self.header.hand_id}: {message}", f"{self.file}:{self.line}")

    def seat(self, name: str) -> int:
        player = self.players.get(name)
        if player is None:
            raise self.error("unknown_player", f"expected one of {', '.join(self.players)}, got {name!r}")
        return player.seat

    def amount(self, text: str) -> int:
        try:
            return parse_amount(text, self.header.unit)
        except ValueError as error:
            raise self.error("bad_amount", str(error)) from None

    def parse_cards(self, text: str) -> tuple[Card, ...]:
        try:
            return parse_cards(text)
        except CardError as error:
            raise self.error(error.code, error.message) from None

    def know_cards(self, match: _Match) -> int:
        seat = self.seat(match["name"])
        self.know(seat, match["cards"])
        return seat

    def know(self, seat: int, text: str) -> None:
        """Keep a seat's cards; where the text shows them again, all or one, they must be the same ones."""
        cards, before = self.parse_cards(text), self.cards.get(seat, ())
        if len(cards) > self.header.hole_cards:
            raise self.error("bad_cards", f"expected {self.header.hole_cards} hole cards, got {len(cards)}")
        few, many = sorted((before, cards), key=len)
        if not set(few) <= set(many):
            raise self.error("bad_cards", f"expected the same cards of seat {seat} as above")
        if len(cards) > len(before):
            self.cards[seat] = cards

    def show(self, seat: int) -> None:
        whole = len(self.cards.get(seat, ())) == self.header.hole_cards
        if whole and seat not in self.shown:
            self.shown.append(seat)

    def finish(self) -> ReadHand:
        if self.account.total is None:
            raise self.error("truncated", "expected a *** SUMMARY *** with its total pot, got the end of the hand")
        if not self.button:
            raise self.error("truncated", "expected a line that names the button")
        active = {posting.seat for posting in self.postings} | {move.seat for move in self.moves}
        dealt_in = [player for name, player in self.players.items() if name not in self.absent or player.seat in active]
        self.post_nothing(dealt_in)
        history = History(
            file=self.file,
            line=self.lines[0][0],
            hand_id=self.header.hand_id,
            unit=self.header.unit,
            stakes=self.stakes(),
            hole_cards=self.header.hole_cards,
            players=tuple(dealt_in),
            button=self.button,
            postings=tuple(self.postings),
            moves=tuple(self.moves),
            cards=tuple(self.hole_cards(player.seat) for player in dealt_in if player.seat in self.cards),
            shown=tuple(self.shown),
            board=self.board,
            rake=self.rake,
        )
        return ReadHand(history, self.account.results(dealt_in))

    def post_nothing(self, dealt_in: list[Player]) -> None:
        """Put in the big blind that the text leaves out because the ante took its owner's whole stack.

        It is posted with nothing, and still says where the action starts (R4.1).
        """
        kinds = {posting.kind: posting.seat for posting in self.postings}
        if PostKind.BIG_BLIND in kinds or PostKind.SMALL_BLIND not in kinds:
            return
        antes = {posting.seat: posting.amount for posting in self.postings if posting.kind is PostKind.ANTE}
        stacks = {player.seat: player.stack for player in dealt_in}
        big_blind = deal_order(stacks, kinds[PostKind.SMALL_BLIND])[0]
        if antes.get(big_blind) == stacks[big_blind]:
            self.postings.append(Posting(big_blind, PostKind.BIG_BLIND, 0, self.line))

    def stakes(self) -> Stakes:
        """The header's stakes; fixed limit names no small blind: it is the one posted, else half a small bet."""
        header, big_blind = self.header, self.big_blind
        small_blind, big_bet = header.small, 0
        if header.structure is Structure.FIXED_LIMIT:
            big_bet = header.big
            posted = [posting.amount for posting in self.postings if posting.kind is PostKind.SMALL_BLIND]
            small_blind = posted[0] if posted else max(1, big_blind // 2)
        try:
            return Stakes(structure=header.structure, small_blind=small_blind, big_blind=big_blind, big_bet=big_bet)
        except RulesError as error:
            self.line = self.lines[0][0]
            raise self.error(error.code, error.message) from None

    def hole_cards(self, seat: int) -> tuple[int, tuple[Card | None, ...]]:
        cards = self.cards[seat]
        return seat, (*cards, *[None] * (self.header.hole_cards - len(cards)))
