"""Run a table script and check what it expects (`docs/table-script.md`).

A script is read and run line by line: a line sets the table up, lets time go on, sends a command, or says what must
hold. The first thing that cannot be read, or that the table does differently, is a `ScriptError` at `name:line`. After
every command the chips are counted, in the stacks and in the ledger's movements.
"""

from collections.abc import Callable

import msgspec

from omaha8.cards import Card, Deck, card_name
from omaha8.errors import InputError
from omaha8.hand import script_lines as words
from omaha8.hand.actions import Call, Check, Fold, Muck, Refusal, RefusalCode
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import HandEvent, HandStarted
from omaha8.hand.script_lines import Line
from omaha8.table import script_text as text_of
from omaha8.table.clock import next_deadline
from omaha8.table.commands import Act, Command, Preferences, SitDown, TableRefusal, TableRefusalCode, TimeOut
from omaha8.table.events import TableEvent, TableOnlyEvent, Waiting
from omaha8.table.evolve import replay
from omaha8.table.machine import DAY, Circumstances, Outcome, decide
from omaha8.table.script_checks import CHECKS, Seen, compare
from omaha8.table.state import TableState, new_table
from omaha8.table.transfers import escrow, transfers

BOARD_CARDS = 5
ENDINGS = ("fold", "check")


class Logged(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted command: what was asked and when, what it caused, over which deck, and the table after it."""

    at: int
    command: Command
    events: tuple[TableEvent, ...]
    deck: Deck
    after: TableState


class TableScriptResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a script did: its `rule` line, every accepted command in order, and the table before and after them."""

    rule: str
    log: tuple[Logged, ...]
    before: TableState
    state: TableState


def run_table_script(text: str, name: str = "script") -> TableScriptResult:
    """Read a table script and run it; `name` stands in errors. Raises `ScriptError` at the first difference."""
    runner = _Runner()
    last = Line(name, 1, "")
    for last in words.read_lines(text, name):
        runner.read(last)
    if runner.pending:
        raise runner.pending[0].error("unused_deal", "no hand is dealt after this line; let one begin")
    state = runner.table(last)
    return TableScriptResult(rule=runner.rule_text, log=tuple(runner.log), before=runner.before, state=state)


class _Runner:
    """Runs line after line. Time begins at midnight; a table is made from the set-up at the first other line."""

    def __init__(self) -> None:
        self.rule_text = ""
        self.setup = text_of.Setup()
        self.state: TableState | None = None
        self.now = DAY
        self.log: list[Logged] = []
        self.preferences: dict[str, Preferences] = {}
        self.ledger: dict[str, int] = {}
        self.seen_setup: dict[str, Line] = {}
        self.last: Logged | None = None
        self.hand_events: list[HandEvent] = []
        self.deck = Deck(())
        self.deck_number: int | None = None
        self.hands: dict[int, tuple[Line, tuple[Card | None, ...]]] = {}
        self.board_cards: tuple[Card | None, ...] = ()
        self.pending: list[Line] = []

    def read(self, line: Line) -> None:
        """Do what one line says."""
        keyword, _, rest = line.text.partition(" ")
        if keyword in _SETUP:
            if self.state is not None:
                raise line.error("out_of_order", f"{keyword} stands too late; the table is set up first")
            if keyword in self.seen_setup:
                raise line.error("repeated_keyword", f"{keyword} stands twice; write it once")
            self.seen_setup[keyword] = line
            _SETUP[keyword](self, line.part(rest))
        elif keyword in _STEPS:
            self.table(line)
            _STEPS[keyword](self, line.part(rest))
        elif keyword in CHECKS:
            CHECKS[keyword](line.part(rest), self.seen(line))
        elif keyword in text_of.PLAIN_COMMANDS:
            for player in rest.split() or [""]:
                one = line.part(f"{keyword} {player}")
                self.send(one, text_of.command(one, self.table(line)))
        else:
            legal = ", ".join((*_SETUP, *_STEPS, *text_of.PLAIN_COMMANDS, *CHECKS))
            raise line.error("unknown_keyword", f"{keyword!r} is no keyword; legal: {legal}")

    def table(self, line: Line) -> TableState:
        """The table as it stands; made of the set-up when it is first asked for."""
        if self.state is None:
            self.before = self.state = new_table(self.setup.config(self.seen_setup.get("house", line)))
        return self.state

    def seen(self, line: Line) -> Seen:
        """What expectations are checked against."""
        return Seen(
            state=self.table(line),
            now=self.now,
            hand_events=tuple(self.hand_events),
            deck=self.deck,
            moved=self.last.events if self.last else (),
            before=self.log[-2].after if len(self.log) > 1 else self.before,
        )

    def rule(self, line: Line) -> None:
        self.rule_text = line.text

    # Time

    def at(self, line: Line) -> None:
        """`at +30s`: time goes on, and what falls due by then happens at its time."""
        if not line.text.startswith("+"):
            raise line.error("bad_time", "write how much later it is, like at +30s")
        until = self.now + text_of.duration(line, line.text[1:])
        while (due := next_deadline(self.table(line))) is not None and due <= until:
            self.now = max(self.now, due)
            self.send(line, TimeOut())
        self.now = until

    def resume(self, line: Line) -> None:
        """`resume 10m`: the room was down so long, and is up again; nothing fell due meanwhile (R8.6)."""
        if line.text:
            self.now += text_of.duration(line, line.text)
        self.send(line, text_of.ROOM_COMMANDS["resume"])

    def timeout(self, line: Line) -> None:
        """The room says that a deadline has come, now."""
        self.send(line, TimeOut())

    def hand(self, line: Line) -> None:
        """`hand 3`: time goes on until hand 3 is dealt, and not a hand more."""
        state = self.table(line)
        wanted = words.amount(line, line.text, 1)
        while state.hand_number == wanted - 1 and state.clock.waiting is Waiting.NEXT_HAND:
            due = next_deadline(state)
            assert due is not None
            self.now = max(self.now, due)
            self.send(line, TimeOut())
            state = self.table(line)
        waiting = state.clock.waiting.value
        if state.hand_number != wanted or self.log[-1].at != self.now:
            raise line.error("expectation", f"expected hand {wanted} to begin; {self._standing(waiting)}")

    def _standing(self, waiting: str) -> str:
        assert self.state is not None
        return f"{self.state.hand_number} hands have begun, and the table waits for {waiting}"

    # Players

    def players(self, line: Line) -> None:
        """`players s1 100  s2 80`: p1 and p2 sit down, in this order."""
        for seat, chips in words.seat_amounts(line, line.words):
            self.send(line, SitDown(f"p{seat}", f"p{seat}", seat, chips))

    def sit(self, line: Line) -> None:
        self._say("sit", line)

    def topup(self, line: Line) -> None:
        self._say("topup", line)

    def _say(self, keyword: str, line: Line) -> None:
        asked = line.part(f"{keyword} {line.text}")
        self.send(asked, text_of.command(asked, self.table(line)))

    def prefer(self, line: Line) -> None:
        """`prefer s4 post_now`: the player's settings that are on; all others are off."""
        player, *switched_on = line.words or [""]
        name = text_of.seated(line, player, self.table(line))
        self.preferences[name] = text_of.preferences(line, switched_on)

    # The hand

    def act(self, line: Line) -> None:
        """`act s3 call | s1 fold`, in order."""
        for item in line.items():
            player, *action = item.words
            self.send(item, text_of.act(item, player, action, self.table(line)))

    def play(self, line: Line) -> None:
        """`play fold`: all fold to the end of the hand; `play check`: they check or call. Beaten hands muck."""
        if line.text not in ENDINGS:
            raise line.error("bad_play", f"{line.text!r} is no way to end a hand; legal: {', '.join(ENDINGS)}")
        state = self.table(line)
        if not state.hand_runs:
            raise line.error("expectation", f"no hand is being played; {self._standing(state.clock.waiting.value)}")
        while state.hand_runs:
            assert state.hand is not None
            legal = legal_actions(state.hand)
            assert legal is not None
            wanted = Muck() if legal.muck else Fold() if line.text == "fold" else Check() if legal.check else Call()
            seat = state.seats[legal.seat - 1]
            assert seat is not None
            self.send(line, Act(seat.player, state.clock.turn, wanted))
            state = self.table(line)

    def deck_line(self, line: Line) -> None:
        """`deck 7`: the arrangement of the next hand's cards, where nothing names them."""
        self.deck_number = words.amount(line, line.text)
        self.pending.append(line)

    def deal(self, line: Line) -> None:
        """`deal s1 AsKd3h2h  s2 Qc???`: hole cards of the next hand."""
        hands = line.words
        if len(hands) % 2 or not hands:
            raise line.error("bad_line", "write seats with their cards, like s1 AsKd3h2h s2 ????")
        count = self.table(line).config.rules.hand.hole_cards
        for seat, text in zip(hands[::2], hands[1::2], strict=True):
            cards = words.cards(line, text)
            if len(cards) != count:
                raise line.error("bad_deal", f"{seat} has {len(cards)} cards; the table deals {count}")
            number = words.seat_number(line, seat)
            words.refuse_double_seats(line, [*self.hands, number])
            self._refuse_known(line, cards)
            self.hands[number] = (line, cards)
        self.pending.append(line)

    def board(self, line: Line) -> None:
        """`board Kd 3c 7h 8s 5s`: the next hand's board, from the first card on."""
        cards = words.cards(line, line.text)
        if not 1 <= len(cards) <= BOARD_CARDS or self.board_cards:
            raise line.error("bad_board", "write the board once, 1 to 5 cards")
        self._refuse_known(line, cards)
        self.board_cards = cards
        self.pending.append(line)

    def _refuse_known(self, line: Line, cards: tuple[Card | None, ...]) -> None:
        seen = {card for _, hand in self.hands.values() for card in hand} | set(self.board_cards)
        for card in cards:
            if card is not None and card in seen:
                raise line.error("repeated_card", f"{card_name(card)} stands twice; a deck has each card once")
            seen.add(card)

    # Commands

    def refuse(self, line: Line) -> None:
        """`refuse COMMAND CODE`, and the legal range where there is one: `refuse topup s1 90 top_up_range 1..50`."""
        *asked, code = line.words or [""]
        wanted = [code]
        if ".." in code and asked:
            wanted.insert(0, asked.pop())
        if wanted[0] not in (*TableRefusalCode, *RefusalCode):
            legal = ", ".join((*TableRefusalCode, *RefusalCode))
            raise line.error("bad_refusal", f"{wanted[0]!r} is no code; legal: {legal}")
        one = line.part(" ".join(asked))
        command = text_of.command(one, self.table(line))
        outcome = self._decide(line, command, self._deck_for(line, command))
        if isinstance(outcome, tuple):
            raise line.error("expectation", f"expected {one.text} to be refused; it is accepted")
        compare(line, " ".join(wanted), _refusal(outcome, with_range=len(wanted) > 1))

    def send(self, line: Line, command: Command) -> None:
        """A command that must be accepted; the chips are counted after it."""
        before = self.table(line)
        deck = self._deck_for(line, command)
        outcome = self._decide(line, command, deck)
        if not isinstance(outcome, tuple):
            asked = line.text if isinstance(command, SitDown) or line.text else type(command).__name__
            raise line.error("refused", f"{asked} is refused, {_refusal(outcome, with_range=True)}")
        after = replay(outcome, before, deck)
        for event in outcome:
            if isinstance(event, HandStarted):
                self._begin(deck)
            if not isinstance(event, TableOnlyEvent):
                self.hand_events.append(event)
        self.state = after
        self.last = Logged(at=self.now, command=command, events=outcome, deck=deck, after=after)
        self.log.append(self.last)
        self._count_chips(line, before, outcome)

    def _begin(self, deck: Deck) -> None:
        self.deck = deck
        self.hand_events.clear()
        self.hands.clear()
        self.pending.clear()
        self.board_cards = ()
        self.deck_number = None

    def _decide(self, line: Line, command: Command, deck: Deck) -> Outcome:
        try:
            return decide(self.table(line), command, Circumstances(self.now, deck, self.preferences))
        except InputError as error:
            raise line.error(error.code, f"the hand cannot be played: {error}") from error

    def _deck_for(self, line: Line, command: Command) -> Deck:
        """The running hand's deck, or the one that deals the next hand as the script says."""
        state = self.table(line)
        if state.hand_runs or not isinstance(command, TimeOut):
            return self.deck
        number = state.hand_number + 1 if self.deck_number is None else self.deck_number
        deck = Deck(tuple(text_of.arranged(number)))
        outcome = self._decide(line, command, deck)
        begun = [event for event in outcome if isinstance(event, HandStarted)] if isinstance(outcome, tuple) else []
        if not begun:
            return deck
        order = [seat for seat, _ in begun[0].stacks]
        for seat, (place, _) in self.hands.items():
            if seat not in order:
                raise place.error("bad_deal", f"s{seat} is not dealt in; dealt in are {words.format_seats(order)}")
        unknown: tuple[Card | None, ...] = (None,) * state.config.rules.hand.hole_cards
        hands = [self.hands[seat][1] if seat in self.hands else unknown for seat in order]
        return text_of.arranged_deck(number, hands, self.board_cards)

    def _count_chips(self, line: Line, before: TableState, events: tuple[TableEvent, ...]) -> None:
        """Every movement is balanced, and what the ledger says is at the table is there."""
        state = self.table(line)
        for movement in transfers("table", before, events, state):
            if sum(chips for _, chips in movement.entries) != 0:
                raise line.error("conservation", f"{movement.kind} moves {movement.entries}, which is not balanced")
            for account, chips in movement.entries:
                self.ledger[account] = self.ledger.get(account, 0) + chips
        pot = state.hand.pot if state.hand is not None and state.hand_runs else 0
        stacks = {
            escrow("table", seat.player): state.stack(number) for number, seat in enumerate(state.seats, 1) if seat
        }
        held = {account: chips for account, chips in self.ledger.items() if account.startswith("seat:") and chips}
        if sum(stacks.values()) + pot != sum(held.values()):
            raise line.error(
                "conservation", f"the ledger has {held} at the table; there are {stacks} and a pot of {pot}"
            )
        if not state.hand_runs and held != {account: chips for account, chips in stacks.items() if chips}:
            raise line.error("conservation", f"the ledger has {held}; the stacks are {stacks}")


def _refusal(refusal: TableRefusal | Refusal, *, with_range: bool) -> str:
    if not with_range or not isinstance(refusal, TableRefusal) or refusal.least is None:
        return refusal.code.value
    return f"{refusal.code.value} {refusal.least}..{refusal.most}"


def _of_setup(read: Callable[[text_of.Setup, Line], None]) -> Callable[[_Runner, Line], None]:
    return lambda runner, line: read(runner.setup, line)


_SETUP: dict[str, Callable[[_Runner, Line], None]] = {
    "rule": _Runner.rule,
    "game": _of_setup(text_of.Setup.game),
    "house": _of_setup(text_of.Setup.house),
    "rotate": _of_setup(text_of.Setup.rotate),
    "buyin": _of_setup(text_of.Setup.buyin),
}

_STEPS: dict[str, Callable[[_Runner, Line], None]] = {
    "players": _Runner.players,
    "sit": _Runner.sit,
    "topup": _Runner.topup,
    "prefer": _Runner.prefer,
    "at": _Runner.at,
    "resume": _Runner.resume,
    "timeout": _Runner.timeout,
    "deck": _Runner.deck_line,
    "deal": _Runner.deal,
    "board": _Runner.board,
    "hand": _Runner.hand,
    "act": _Runner.act,
    "play": _Runner.play,
    "refuse": _Runner.refuse,
}
