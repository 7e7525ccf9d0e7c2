"""Reads PartyPoker's hand histories of Omaha Hi/Lo into `History` and `Results` (docs/formats.md).

These texts name neither rake nor total: what was put in and not paid out is the rake. What nobody called is written
as won, mostly in a side pot of its own; here it is a return.
"""

import re

from omaha8.cards import Card
from omaha8.errors import HistoryError
from omaha8.formats.builder import HandBuilder
from omaha8.formats.history import Collected, ReadHand, Scene, Unit
from omaha8.formats.source import NumberedLine
from omaha8.formats.values import SYMBOLS, parse_amount, parse_time
from omaha8.hand.actions import Check, Fold
from omaha8.hand.events import PostKind
from omaha8.hand.state import Street
from omaha8.rules import Stakes, Structure

_Match = re.Match[str]
_AMOUNT = r"(?:[$€£] ?)?[\d,]{1,15}(?:\.\d{1,2})?(?: [A-Z]{3})?"
_PAID = rf"[\[(] *(?P<amount>{_AMOUNT}) *[\])]\.?"
_CARDS = r"\[ *(?P<cards>[^\]]*?) *\]"

HEADER = re.compile(r"\*+ *Hand History [Ff]or Game (?P<id>\S+) *\*+")
_GAME = re.compile(
    rf"(?P<low>{_AMOUNT})(?:/(?P<high>{_AMOUNT}))? (?:(?P<limit>PL|NL|FL) )?(?P<cards>[56] Card )?Omaha Hi[-/]Lo"
    r"(?: Game Table)?(?: \((?P<late_limit>PL|NL|FL|Limit)\))?.*? - (?P<date>.*)"
)
_DATE = re.compile(r"\w+, (?P<day>\w+ \d+, \d+:\d\d:\d\d) (?P<zone>[A-Z]+) (?P<year>\d{4})")
_STRUCTURES = {"PL": Structure.POT_LIMIT, "NL": Structure.NO_LIMIT}
_LEAST_PAID_OUT = 10  # a rake is less than such a part of the pots; more means that payments are missing
_BUY_IN = 100  # big blinds of the largest buy-in, which is all that names the stakes of pot and no limit

# Tried in this order; the key names the reader's method. What is left over with a colon is chat.
_LINES = tuple(
    (key, re.compile(pattern))
    for key, pattern in (
        ("fold", r"(?P<name>.+?) folds\.?"),
        ("check", r"(?P<name>.+?) checks\.?"),
        ("raise_to", rf"(?P<name>.+?) raises {_AMOUNT} to (?P<amount>{_AMOUNT})\.?"),
        ("put_in", rf"(?P<name>.+?) (?P<what>calls|bets|raises|is all-In) *{_PAID}"),
        (
            "post",
            rf"(?P<name>.+?) posts (?P<what>small blind|big blind \+ dead|big blind|(?:the )?ante) *{_PAID}",
        ),
        ("seat", rf"Seat (?P<seat>\d+): (?P<name>.+) \( *(?P<stack>{_AMOUNT}) *\)"),
        ("button", r"Seat (?P<button>\d+) is the button"),
        ("table", r"Table (?P<table>.+) \((?:Real|Play) Money\).*"),
        ("size", r"Total number of players : \d+/(?P<seats>\d+)"),
        ("deal", r"\*\* Dealing down cards \*\*"),
        ("dealt", rf"Dealt to (?P<name>.+?) {_CARDS}"),
        ("street", rf"\*\* Dealing (?P<street>Flop|Turn|River) \*\* {_CARDS}"),
        ("noise", r".+? shows ?(?:[2-8A],){4}[2-8A] +for low\."),
        ("show", rf"(?P<name>.+?) shows {_CARDS}.*"),
        ("muck", rf"(?P<name>.+?) doesn't show {_CARDS}.*"),
        ("noise", r".+? (?:does not show cards|doesn't show cards|did not show (?:his|her) hand)\.?"),
        (
            "win",
            rf"(?P<name>.+?) wins (?:Lo )?\(?(?P<amount>{_AMOUNT})\)?"
            r"(?: from the (?P<pot>main pot|side pot (?P<side>\d)))?(?: with .*)?\.?",
        ),
        ("noise", r".+? (?:is sitting out|has (?:joined|left) the table)\.?"),
        ("noise", r".+? has (?:been (?:dis|re)connected.*|(?:dis|re)connected.*|\d+ seconds.*)\.?"),
        ("noise", r".+? (?:will be using|is using|could not respond in time|did not respond in time).*"),
        ("noise", r"(?:Game #\S+ starts\.|#Game No : .*|>.*|Your time bank.*|.+?: .*)"),
    )
)


def read_block(lines: list[NumberedLine], file: str) -> ReadHand | HistoryError:
    """Read the lines of one hand, its header first."""
    try:
        return _HandReader(lines, file).read()
    except HistoryError as error:
        return error


class _HandReader(HandBuilder):
    """Reads the lines of one hand; `on_key` takes the match of the pattern of that key."""

    def __init__(self, lines: list[NumberedLine], file: str) -> None:
        number, line = lines[0]
        header = HEADER.match(line)
        super().__init__(file, number, header["id"] if header else line)
        self.lines = lines[1:]
        self.table = ""
        self.table_seats = 0
        self.hero = 0
        self.ended = False

    def read(self) -> ReadHand:
        """The second line names the game, the others tell the hand."""
        self.game = self.read_game()
        for number, line in self.lines[1:]:
            self.line = number
            self.read_line(line)
        return self.finish(self.game)

    def read_game(self) -> _Match:
        """The line of the game; from its amounts comes what one chip is."""
        if not self.lines:
            raise self.error("truncated", "expected a line that names the game, got the end of the hand")
        self.line, line = self.lines[0]
        game = _GAME.fullmatch(line)
        if game is None or "trny" in line.lower():
            raise self.error("wrong_game", f"expected cash stakes and Omaha Hi-Lo, got {line!r}")
        money = any(symbol in line for symbol in SYMBOLS) or "." in game["low"]
        self.unit = Unit.CENT if money else Unit.CHIP
        self.hole_cards = int(game["cards"][0]) if game["cards"] else 4
        return game

    def read_line(self, line: str) -> None:
        """Hand the line to the method of the first pattern that fits it whole; what a player says may look like any."""
        if line.partition(": ")[0] in self.players:
            return
        for key, pattern in _LINES:
            match = pattern.fullmatch(line)
            if match is not None:
                if key != "noise":
                    getattr(self, f"on_{key}")(match)
                return
        raise self.error("unknown_line", f"expected a line of a PartyPoker hand, got {line!r}")

    def on_table(self, match: _Match) -> None:
        self.table = " ".join(match["table"].split())

    def on_size(self, match: _Match) -> None:
        self.table_seats = int(match["seats"])

    def on_button(self, match: _Match) -> None:
        self.button = int(match["button"])

    def on_seat(self, match: _Match) -> None:
        # Who sits out is listed like everybody: dealt in is who posts or acts.
        self.add_player(int(match["seat"]), match["name"], self.amount(match["stack"]), absent=True)

    def on_post(self, match: _Match) -> None:
        seat, amount = self.seat(match["name"]), self.amount(match["amount"])
        match match["what"]:
            case "small blind":
                self.post(seat, self.late(PostKind.SMALL_BLIND), amount)
            case "big blind":
                self.post(seat, self.late(PostKind.BIG_BLIND), amount)
            case "big blind + dead":
                self.post_both(seat, amount, self.posted(PostKind.BIG_BLIND) or amount)
            case _:
                self.post(seat, PostKind.ANTE, amount)

    def on_deal(self, _match: _Match) -> None:
        self.deal(self.game_stakes(self.game))

    def on_dealt(self, match: _Match) -> None:
        self.hero = self.know_cards(match)

    def on_street(self, match: _Match) -> None:
        self.open_street(Street[match["street"].upper()], self.card_list(match))

    def on_fold(self, match: _Match) -> None:
        self.move(self.seat(match["name"]), Fold())

    def on_check(self, match: _Match) -> None:
        self.move(self.seat(match["name"]), Check())

    def on_put_in(self, match: _Match) -> None:
        all_in = match["what"] == "is all-In"
        self.put_in(self.seat(match["name"]), self.amount(match["amount"]), all_in=all_in)

    def on_raise_to(self, match: _Match) -> None:
        seat = self.seat(match["name"])
        self.put_in(seat, self.amount(match["amount"]) - self.account.front(seat))

    def on_show(self, match: _Match) -> None:
        self.show(self.know_cards(match))

    def on_muck(self, match: _Match) -> None:
        self.know_cards(match)

    def on_win(self, match: _Match) -> None:
        pot = None if match["pot"] is None else int(match["side"] or 0)
        self.account.collected.append(Collected(self.seat(match["name"]), self.amount(match["amount"]), pot))
        self.ended = True

    # Helpers

    def amount(self, text: str) -> int:
        """Chips as written, thousands set off by commas."""
        try:
            return parse_amount(text.replace(",", ""), self.unit)
        except ValueError as error:
            raise self.error("bad_amount", str(error)) from None

    def card_list(self, match: _Match) -> tuple[Card, ...]:
        """The cards of a line, which are set off by commas or blanks."""
        return self.read_cards(match["cards"].replace(",", " "))

    def know_cards(self, match: _Match) -> int:
        """Keep the cards of the line for the player it names."""
        seat = self.seat(match["name"])
        self.know(seat, self.card_list(match))
        return seat

    def posted(self, kind: PostKind) -> int:
        """What the first post of that kind was, 0 without one."""
        return next((posting.amount for posting in self.postings if posting.kind is kind), 0)

    # The end

    def finish(self, game: _Match) -> ReadHand:
        """The hand, if its text is whole."""
        if not self.ended:
            raise self.error("truncated", "expected a line that says who wins, got the end of the hand")
        if not self.button:
            raise self.error("truncated", "expected a line that names the button")
        self.take_back_uncalled()
        players = self.dealt_in()
        symbol = next((symbol for symbol in SYMBOLS if symbol in game["low"]), "")
        date = _DATE.search(game["date"])
        started = (
            parse_time(f"{date['day']} {date['year']}", "%B %d, %H:%M:%S %Y", date["zone"])
            if date is not None
            else None
        )
        scene = Scene(
            room="PartyPoker",
            table=self.table,
            seats=self.table_seats,
            started=started,
            currency=SYMBOLS.get(symbol, ""),
            hero=self.hero,
        )
        return ReadHand(self.history(self.game_stakes(game), players, scene), self.account.results(players))

    def take_back_uncalled(self) -> None:
        """Take what nobody called off what its bettor won; what then is missing in the payments is the rake."""
        account = self.account
        seat, uncalled = account.uncalled_part()
        if uncalled:
            account.uncalled.append((seat, uncalled))
            own = [won for won in account.collected if won.seat == seat and won.amount >= uncalled]
            if not own:
                raise self.error("bad_amount", f"expected seat {seat} to win at least what nobody called")
            # The side pot of one player is the last; a line that names no pot has it all.
            last = max(own, key=lambda won: (won.pot or 0, won.amount == uncalled))
            at = account.collected.index(last)
            left = Collected(seat, last.amount - uncalled, last.pot)
            account.collected[at : at + 1] = [left] if left.amount else []
        self.rake = account.paid - uncalled - sum(won.amount for won in account.collected)
        if self.rake < 0:
            raise self.error("bad_amount", "expected payments of no more than was put in")
        if self.rake * _LEAST_PAID_OUT > account.paid - uncalled:
            raise self.error("truncated", f"expected payments of nearly all that was put in, got {self.rake} less")

    def game_stakes(self, game: _Match) -> Stakes:
        """The stakes of the game's line: two bets, two blinds, or the largest buy-in of a hundred big blinds."""
        structure = _STRUCTURES.get(game["limit"] or game["late_limit"], Structure.FIXED_LIMIT)
        low = self.amount(game["low"])
        small = self.posted(PostKind.SMALL_BLIND)
        if structure is Structure.FIXED_LIMIT:
            if game["high"] is None:
                raise self.error("no_stakes", "expected the two bets of fixed limit")
            return self.stakes(structure, small or max(1, low // 2), low, self.amount(game["high"]))
        if game["high"] is not None:
            return self.stakes(structure, low, self.amount(game["high"]))
        big = low // _BUY_IN
        return self.stakes(structure, min(big, small) or max(1, big // 2), big)
