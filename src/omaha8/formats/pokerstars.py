"""Reads PokerStars' hand histories of Omaha Hi/Lo into `History` and `Results` (docs/formats.md)."""

import re
from collections.abc import Iterator

from omaha8.errors import HistoryError
from omaha8.formats.builder import HandBuilder
from omaha8.formats.history import Collected, Player, Posting, ReadHand, Scene
from omaha8.formats.pokerstars_lines import (
    LINES,
    SIDE_POT,
    SUMMARY_LINES,
    LineTable,
    is_header,
    parse_date,
    parse_header,
)
from omaha8.formats.source import NumberedLine, hand_blocks
from omaha8.formats.values import parse_amount
from omaha8.hand.actions import BetTo, Call, Check, Fold, RaiseTo
from omaha8.hand.events import PostKind
from omaha8.hand.setup import deal_order
from omaha8.hand.state import Street
from omaha8.rules import Stakes, Structure

_Match = re.Match[str]


def read_histories(text: str, file: str = "text") -> Iterator[ReadHand | HistoryError]:
    """Read every hand of a text; in place of one that cannot be read comes the `HistoryError` that says why.

    A text without any PokerStars header is one error, not one for each of its paragraphs.
    """
    blocks = list(hand_blocks(text))
    if not any(is_header(block[0][1]) for block in blocks):
        yield read_block(blocks[0] if blocks else [(1, "")], file)
        return
    for block in blocks:
        yield read_block(block, file)


def read_block(lines: list[NumberedLine], file: str) -> ReadHand | HistoryError:
    """Read the lines of one hand."""
    try:
        return _HandReader(lines, file).read()
    except HistoryError as error:
        return error


class _HandReader(HandBuilder):
    """Reads the lines of one hand; `on_key` takes the match of the pattern of that key."""

    def __init__(self, lines: list[NumberedLine], file: str) -> None:
        number, line = lines[0]
        self.header = header = parse_header(line, f"{file}:{number}")
        super().__init__(file, number, header.hand_id, header.unit, header.hole_cards)
        self.lines = lines
        self.table = ""
        self.table_seats = 0
        self.hero = 0

    def read(self) -> ReadHand:
        """Go through the lines; what stands behind the summary has a grammar of its own."""
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
        """The key of the first pattern that the whole line fits."""
        for key, pattern in table:
            match = pattern.fullmatch(line)
            if match is not None:
                return key, match
        raise self.error("unknown_line", f"expected a line of a PokerStars hand, got {line!r}")

    # What stands before the cards

    def on_table(self, match: _Match) -> None:
        self.button = int(match["button"])
        self.table = match["table"]
        self.table_seats = int(match["seats"] or 0)

    def on_seat(self, match: _Match) -> None:
        self.add_player(int(match["seat"]), match["name"], self.amount(match["stack"]), absent=bool(match["away"]))

    def on_absent(self, match: _Match) -> None:
        if self.street is None:
            self.absent.add(match["name"])

    def on_post(self, match: _Match) -> None:
        seat, amount = self.seat(match["name"]), self.amount(match["amount"])
        match match["what"]:
            case "the ante":
                self.post(seat, PostKind.ANTE, amount)
            case "straddle":
                self.post(seat, PostKind.STRADDLE, amount)
            case "small blind":
                self.post(seat, self.late(PostKind.SMALL_BLIND), amount)
            case "big blind":
                self.post(seat, self.late(PostKind.BIG_BLIND), amount)
            case _:
                self.post_both(seat, amount, self.big_blind)

    def on_hole_cards(self, _match: _Match) -> None:
        self.deal()

    def on_dealt(self, match: _Match) -> None:
        seat = self.know_cards(match)
        self.hero = self.hero or seat

    # The betting

    def on_street(self, match: _Match) -> None:
        street = Street[match["street"]]
        if self.street is None or street != self.street + 1:
            raise self.error("out_of_place", f"expected the streets in order, got {street.name}")
        if self.read_cards(match["before"] or "") != self.board:
            raise self.error("bad_board", "expected the board of the street before again")
        self.open_street(street, self.read_cards(match["cards"]))

    def on_fold(self, match: _Match) -> None:
        self.move(self.seat(match["name"]), Fold())
        if match["cards"]:
            self.know_cards(match)

    def on_check(self, match: _Match) -> None:
        self.move(self.seat(match["name"]), Check())

    def on_call(self, match: _Match) -> None:
        self.move(self.seat(match["name"]), Call(), self.amount(match["amount"]), all_in=bool(match["all_in"]))

    def on_bet(self, match: _Match) -> None:
        self.move(self.seat(match["name"]), BetTo(self.amount(match["amount"])), all_in=bool(match["all_in"]))

    def on_raise_to(self, match: _Match) -> None:
        total = self.amount(match["amount"])
        if self.amount(match["by"]) > total:
            raise self.error(
                "bad_amount", f"expected a raise by at most its total {match['amount']}, got {match['by']}"
            )
        self.move(self.seat(match["name"]), RaiseTo(total), all_in=bool(match["all_in"]))

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
        if self.read_cards(match["cards"]) != self.board:
            raise self.error("bad_board", "expected the board of the streets again")

    def on_outcome(self, match: _Match) -> None:
        seat = int(match["seat"])
        if all(player.seat != seat for player in self.players.values()):
            raise self.error("unknown_player", f"expected a seat listed above, got seat {seat}")
        self.know(seat, self.read_cards(match["cards"]))
        if match["how"] == "showed":
            self.show(seat)

    # Helpers

    @property
    def big_blind(self) -> int:
        """In fixed limit the header's first number, the small bet, is the big blind (R2.2)."""
        header = self.header
        return header.small if header.structure is Structure.FIXED_LIMIT else header.big

    def amount(self, text: str) -> int:
        """Chips as written; an error at this line where they are no whole ones."""
        try:
            return parse_amount(text, self.unit)
        except ValueError as error:
            raise self.error("bad_amount", str(error)) from None

    def know_cards(self, match: _Match) -> int:
        """Keep the cards of the line for the player it names."""
        seat = self.seat(match["name"])
        self.know(seat, self.read_cards(match["cards"]))
        return seat

    # The end

    def finish(self) -> ReadHand:
        """The hand, if its text is whole."""
        if self.account.total is None:
            raise self.error("truncated", "expected a *** SUMMARY *** with its total pot, got the end of the hand")
        if not self.button:
            raise self.error("truncated", "expected a line that names the button")
        players = self.dealt_in()
        self.post_nothing(players)
        scene = Scene(
            room="PokerStars",
            table=self.table,
            seats=self.table_seats,
            started=parse_date(self.header.date),
            currency=self.header.currency,
            hero=self.hero,
        )
        return ReadHand(self.history(self.header_stakes(), players, scene), self.account.results(players))

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

    def header_stakes(self) -> Stakes:
        """The header's stakes; fixed limit names no small blind: it is the one posted whole, else half a small bet."""
        header, big_blind = self.header, self.big_blind
        if header.structure is not Structure.FIXED_LIMIT:
            return self.stakes(header.structure, header.small, big_blind)
        small = next((post for post in self.postings if post.kind is PostKind.SMALL_BLIND), None)
        half = max(1, big_blind // 2)
        if small is None:
            amount = half
        else:
            stack = next(player.stack for player in self.players.values() if player.seat == small.seat)
            whole = stack > sum(post.amount for post in self.postings if post.seat == small.seat)
            amount = small.amount if whole else max(small.amount, half)
        return self.stakes(header.structure, amount, big_blind, header.big)
