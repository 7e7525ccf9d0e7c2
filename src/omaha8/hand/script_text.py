"""The grammar of hand scripts: text to a `Script`, line by line (`docs/hand-script.md`).

Reading refuses whatever it does not know, with the line and what would be legal. It plays nothing: a script that reads
well may still ask for an illegal hand.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import msgspec

from omaha8.cards import Card, card_name
from omaha8.hand import script_lines as words
from omaha8.hand.actions import RefusalCode
from omaha8.hand.script_lines import Line
from omaha8.hand.script_model import (
    POST_WORDS,
    Act,
    Awards,
    Final,
    Legal,
    OpenStreet,
    Pots,
    Refuse,
    Script,
    SeatOrder,
    Uncalled,
    Unfinished,
)
from omaha8.hand.state import Street
from omaha8.rules import MAX_SEATS, PROFILES, HouseRules, Structure

OPTION_TYPES = {field.name: field.type for field in msgspec.structs.fields(HouseRules)}
POST_KINDS = {word: kind for kind, word in POST_WORDS.items()}
STREETS = {street.name.lower(): street for street in Street}
NEW_CARDS = {Street.FLOP: 3, Street.TURN: 1, Street.RIVER: 1}
TIED_HALVES = ("high", "low", "split")


def parse_script(text: str, name: str = "script") -> Script:
    """Read a script; `name` stands in errors. Raises `ScriptError` at the first line that cannot be read."""
    reader = _Reader(name)
    last = Line(name, 1, "")
    for last in words.read_lines(text, name):
        reader.read(last)
    for keyword in ("game", "stacks", "button"):
        if keyword not in reader.script.lines:
            raise last.error("missing_keyword", f"no {keyword} line; game, stacks and button are always needed")
    return reader.script


class _Reader:
    """Reads line after line into a script; `stage` keeps setup, streets, choices and expectations in order."""

    def __init__(self, name: str) -> None:
        self.script = Script(name=name)
        self.keyword = ""
        self.stage = 0
        self.street: Street | None = None

    def read(self, line: Line) -> None:
        keyword, *rest = line.text.split(maxsplit=1)
        if keyword not in _KEYWORDS:
            raise line.error("unknown_keyword", f"{keyword!r} is no keyword; legal: {', '.join(_KEYWORDS)}")
        stage, repeats, reader = _KEYWORDS[keyword]
        if stage < self.stage:
            raise line.error("out_of_order", f"{keyword} stands too late; first setup, streets, show, then the rest")
        if keyword in self.script.lines and not repeats:
            first = self.script.lines[keyword].number
            raise line.error("repeated_keyword", f"{keyword} stands twice, first in line {first}; write it once")
        self.stage = stage
        self.script.lines.setdefault(keyword, line)
        self.keyword = keyword
        reader(self, line.part("".join(rest)))

    # Setup

    def rule(self, line: Line) -> None:
        self.script.rule = line.text

    def game(self, line: Line) -> None:
        match line.words:
            case [structure, bets, *more] if structure in set(Structure):
                self.script.structure = Structure(structure)
                self.script.bets = words.pair(line, bets)
            case _:
                raise line.error("bad_game", "write fl SMALLBET/BIGBET, pl SB/BB or nl SB/BB; cards 5 may follow")
        match more:
            case []:
                pass
            case ["cards", count]:
                self.option(line, "hole_cards", count)
            case _:
                raise line.error("bad_game", f"{' '.join(more)!r} is left over; only cards N may follow the stakes")

    def blinds(self, line: Line) -> None:
        self.script.blinds = words.pair(line, line.text)

    def house(self, line: Line) -> None:
        profile, *options = line.words or [""]
        if profile not in PROFILES:
            raise line.error("bad_house", f"{profile!r} is no profile; legal: {', '.join(PROFILES)}")
        self.script.profile = profile
        for option in options:
            name, sign, value = option.partition("=")
            if name not in OPTION_TYPES or not sign:
                raise line.error(
                    "bad_house",
                    f"{option!r} is no option; write name=value with a name of {', '.join(OPTION_TYPES)}",
                )
            self.option(line, name, value)

    def option(self, line: Line, name: str, value: str) -> None:
        if name in self.script.options:
            raise line.error("bad_house", f"{name} is set twice; set it once")
        try:
            self.script.options[name] = msgspec.convert(value, OPTION_TYPES[name], strict=False)
        except msgspec.ValidationError as error:
            raise line.error("bad_house", f"{name}={value}: {error}") from error

    def stack_line(self, line: Line) -> None:
        stacks = words.seat_amounts(line, line.words)
        words.refuse_double_seats(line, [*self.script.stacks, *(seat for seat, _ in stacks)])
        self.script.stacks.update(stacks)

    def button(self, line: Line) -> None:
        self.script.button = words.seat_number(line, line.text)

    def chip(self, line: Line) -> None:
        self.script.smallest_chip = words.amount(line, line.text, 1)

    def rake(self, line: Line) -> None:
        self.script.rake = words.amount(line, line.text)

    def posts(self, line: Line) -> None:
        seat: int | None = None
        todo = line.words
        if not todo:
            raise line.error("bad_posts", "write seats with kinds and amounts, like s3 live 20 dead 10, or sb none")
        while todo:
            word = todo.pop(0)
            if word == "sb" and todo[:1] == [words.NOTHING]:
                self.script.no_small_blind = True
                todo.pop(0)
            elif word in POST_KINDS and seat is not None and todo:
                self.script.posts.append((seat, POST_KINDS[word], words.amount(line, todo.pop(0), 1)))
            elif words.is_seat(word) and todo:
                seat = words.seat_number(line, word)
            else:
                legal = f"a seat, then {', '.join(POST_KINDS)} with an amount; or sb none"
                raise line.error("bad_posts", f"{word!r} does not fit here; write {legal}")

    def deal(self, line: Line) -> None:
        hands = line.words
        if len(hands) % 2 or not hands:
            raise line.error("bad_line", "write seats with their cards, like s1 AsKd3h2h s2 ????")
        for at in range(0, len(hands), 2):
            seat = words.seat_number(line, hands[at])
            words.refuse_double_seats(line, [*self.script.deals, seat])
            cards = words.cards(line, hands[at + 1])
            self.refuse_known(line, cards)
            self.script.deals[seat] = (line, cards)

    def refuse_known(self, line: Line, cards: tuple[Card | None, ...]) -> None:
        """Refuse a card that the script has named before or that stands twice here."""
        seen = {card for _, hand in self.script.deals.values() for card in hand} | set(self.script.board)
        for card in cards:
            if card is not None and card in seen:
                raise line.error("repeated_card", f"{card_name(card)} stands twice; a deck has each card once")
            seen.add(card)

    # Streets and choices

    def preflop(self, line: Line) -> None:
        self.open(line, Street.PREFLOP)
        self.items(line, words.BETTING_VERBS)

    def later_street(self, line: Line) -> None:
        """`flop Kd 3c 7h : …`, or `flop : …` to go on with a street whose cards are named."""
        street = STREETS[self.keyword]
        before, _, actions = line.text.partition(":")
        cards = words.cards(line, before)
        if street is not self.street:
            if len(cards) != NEW_CARDS[street]:
                raise line.error("bad_board", f"{len(cards)} cards; the {self.keyword} has {NEW_CARDS[street]}")
            self.refuse_known(line, cards)
            self.open(line, street)
            self.script.board.extend(cards)
        elif cards:
            raise line.error("bad_board", f"the {self.keyword}'s cards are named; go on with {self.keyword} : …")
        self.items(line.part(actions), words.BETTING_VERBS)

    def open(self, line: Line, street: Street) -> None:
        if street is self.street:
            return
        # Nobody may be able to act before the flop: a hand without a preflop line has begun all the same.
        before = Street.PREFLOP if self.street is None else self.street
        expected = Street(min(before + 1, Street.RIVER))
        if street is not expected and street is not before:
            raise line.error("out_of_order", f"{street.name.lower()} stands where {expected.name.lower()} belongs")
        self.street = street
        self.script.steps.append(OpenStreet(line, street))

    def show(self, line: Line) -> None:
        self.script.steps.append(OpenStreet(line, None))
        self.items(line, words.SHOWING_VERBS)

    def items(self, line: Line, verbs: str) -> None:
        """Actions and expectations between bars, in order."""
        for item in line.items():
            first, *rest = item.words
            match first:
                case "legal":
                    self.script.steps.append(Legal(item, words.offer(item.part(item.text.removeprefix("legal")))))
                case "refuse":
                    self.refuse(item, rest, verbs)
                case "uncalled":
                    self.uncalled(item.part(item.text.removeprefix("uncalled")))
                case _:
                    self.act(item, verbs)

    def act(self, item: Line, verbs: str) -> None:
        seat, *rest = item.words
        number = words.seat_number(item, seat)
        all_in = rest[-1:] == ["all-in"]
        if all_in:
            rest.pop()
        added = None
        if len(rest) == 2 and rest[0] == "call":
            added = words.amount(item, rest.pop())
        self.script.steps.append(Act(item, number, words.action(item, rest, verbs), added, all_in))

    def refuse(self, item: Line, rest: list[str], verbs: str) -> None:
        if not rest:
            raise item.error("bad_action", "write refuse, a seat and an action, like refuse s4 raise 50")
        seat, *action = rest
        code = None
        if action and action[-1] in set(RefusalCode):
            code = RefusalCode(action.pop())
        elif len(action) > 1 and not action[-1].isdigit():
            raise item.error("bad_refusal", f"{action[-1]!r} is no code; legal: {', '.join(RefusalCode)}")
        asked = words.action(item, action, f"{verbs}, {words.SHOWING_VERBS}, {words.BETTING_VERBS}")
        self.script.steps.append(Refuse(item, words.seat_number(item, seat), asked, code))

    # Expectations

    def uncalled(self, line: Line) -> None:
        returned = () if line.text == words.NOTHING else words.seat_amounts(line, line.words)
        self.script.steps.append(Uncalled(line, returned))

    def seat_order(self, line: Line) -> None:
        """`shown`, `faceup` and `lasthand`: seats, or `none`."""
        seats = () if line.text == words.NOTHING else tuple(words.seat_number(line, word) for word in line.words)
        if not line.text:
            raise line.error("bad_line", f"write seats, like {self.keyword} s1 s4, or {self.keyword} none")
        words.refuse_double_seats(line, seats)
        self.script.steps.append(SeatOrder(line, self.keyword, seats))

    def pots(self, line: Line) -> None:
        pots = []
        for at, item in enumerate(self.listed(line)):
            match item.words:
                case [name, chips, *seats] if name == words.pot_name(at) and seats:
                    pots.append((words.amount(item, chips), tuple(words.seat_number(item, seat) for seat in seats)))
                case _:
                    raise item.error("bad_pots", f"write {words.pot_name(at)}, its amount and its seats here")
        self.script.steps.append(Pots(line, tuple(pots)))

    def listed(self, line: Line) -> Iterator[Line]:
        """The pots that a line lists; `none` where the hand leaves no pot."""
        if not line.text:
            raise line.error("bad_line", f"write the pots, main first, or {self.keyword} none")
        if line.text != words.NOTHING:
            yield from line.items()

    def award(self, line: Line) -> None:
        awards: dict[int, Mapping[str, tuple[tuple[int, int], ...]]] = {}
        for item in self.listed(line):
            name, *rest = item.words
            pot = pot_index(item, name)
            if pot in awards:
                raise item.error("bad_award", f"{name} stands twice; write each pot once")
            awards[pot] = self.halves(item, rest)
        self.script.steps.append(Awards(line, awards))

    def halves(self, item: Line, rest: list[str]) -> Mapping[str, tuple[tuple[int, int], ...]]:
        """`high s1 5 s2 5 low s3 10`, `scoop s1 20`, or `split s1 10 s2 10`."""
        halves: dict[str, list[str]] = {}
        half = ""
        for word in rest:
            if word in (*TIED_HALVES, "scoop") and word not in halves:
                half = word
                halves[half] = []
            elif half:
                halves[half].append(word)
            else:
                break
        if set(halves) not in ({"high", "low"}, {"scoop"}, {"split"}):
            raise item.error("bad_award", "write high … low …, or scoop SEAT N, or split SEAT N SEAT N")
        shares = {half: words.seat_amounts(item, text) for half, text in halves.items()}
        if "scoop" in shares and len(shares["scoop"]) != 1:
            raise item.error("bad_award", "scoop names one seat; where two share, write split or high and low")
        return MappingProxyType(shares)

    def final(self, line: Line) -> None:
        self.script.steps.append(Final(line, words.seat_amounts(line, line.words)))

    def error(self, line: Line) -> None:
        if len(line.words) != 1:
            raise line.error("bad_line", "write the code with which the hand is refused at its start")
        if self.script.steps:
            raise line.error("out_of_order", "a hand refused at its start has no streets and nothing else to expect")
        self.script.refused = line.text

    def unfinished(self, line: Line) -> None:
        if line.text:
            raise line.error("bad_line", "unfinished stands alone")
        self.script.steps.append(Unfinished(line))


def pot_index(line: Line, name: str) -> int:
    """The index of a pot by its name."""
    if name == "main":
        return 0
    number = name.removeprefix("side")
    if name.startswith("side") and number.isascii() and number.isdigit() and 0 < int(number) < MAX_SEATS:
        return int(number)
    raise line.error("bad_pot", f"{name!r} is no pot; legal: main, side1, side2, …")


# Keyword -> its stage (setup, streets, choices, expectations, end), whether it may stand again, and its reader.
_KEYWORDS: dict[str, tuple[int, bool, Callable[[_Reader, Line], None]]] = {
    "rule": (0, False, _Reader.rule),
    "game": (0, False, _Reader.game),
    "blinds": (0, False, _Reader.blinds),
    "house": (0, False, _Reader.house),
    "chip": (0, False, _Reader.chip),
    "rake": (0, False, _Reader.rake),
    "stacks": (0, True, _Reader.stack_line),
    "button": (0, False, _Reader.button),
    "posts": (0, True, _Reader.posts),
    "deal": (0, True, _Reader.deal),
    "preflop": (1, True, _Reader.preflop),
    "flop": (1, True, _Reader.later_street),
    "turn": (1, True, _Reader.later_street),
    "river": (1, True, _Reader.later_street),
    "show": (2, True, _Reader.show),
    "faceup": (3, False, _Reader.seat_order),
    "shown": (3, False, _Reader.seat_order),
    "lasthand": (3, False, _Reader.seat_order),
    "uncalled": (3, False, _Reader.uncalled),
    "pots": (3, False, _Reader.pots),
    "award": (3, False, _Reader.award),
    "final": (3, False, _Reader.final),
    "unfinished": (3, False, _Reader.unfinished),
    "error": (3, False, _Reader.error),
}
