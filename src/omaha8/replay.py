"""Plays hands of other rooms on the engine, and compares what came of them with what the room wrote.

The engine is fed seats, posts, actions, cards and rake only; what the room paid is read by `compare` alone.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from omaha8.cards import Card, Deck
from omaha8.errors import InputError
from omaha8.formats.history import Collected, History, Move, Record, Results, Unit, format_amount, pot_name
from omaha8.hand.actions import Action, LegalActions, Muck, Protect, Refusal, Show
from omaha8.hand.betting import legal_actions, straddle
from omaha8.hand.events import Called, HandEvent, Posted, PostKind, RakeTaken, UncalledReturned
from omaha8.hand.evolve import evolve
from omaha8.hand.machine import decide, start
from omaha8.hand.setup import HandSetup, Post, deal_order, deck_of
from omaha8.hand.state import HandState, Phase
from omaha8.rules import FirstToShow, HouseRules

_Key = TypeVar("_Key", bound=Hashable)


class Replayed(msgspec.Struct, frozen=True, kw_only=True):
    """A hand played to its end on the engine: all its events and the state it ended in."""

    setup: HandSetup
    deck: Deck
    events: tuple[HandEvent, ...]
    state: HandState


class Difference(msgspec.Struct, frozen=True):
    """One thing that the room's text and the engine do not agree on, in chips of the engine."""

    what: str
    expected: int  # by the room's text
    got: int  # by the engine

    def describe(self, unit: Unit) -> str:
        """The difference in words, amounts as the text writes them."""
        return f"{self.what}: expected {format_amount(self.expected, unit)}, got {format_amount(self.got, unit)}"


# What most rooms do: PokerStars, and those whose hands were compared (docs/formats.md).
USUAL_RULES = HouseRules(first_to_show=FirstToShow.RIVER_AGGRESSOR)


def replay_history(history: History, rules: HouseRules = USUAL_RULES, *, smallest_chip: int = 1) -> Replayed:
    """Play a hand to its end. Where rooms differ the caller chooses: `rules`, `smallest_chip` (R7.4).

    The number of hole cards is the history's, whatever the rules say. Raises `HistoryError`, naming hand and line,
    for a hand that cannot start, an action that is illegal or out of turn, posts and calls of other amounts than
    stakes and stacks make them, and a text that stops too early.
    """
    player = _Player(history, replace(rules, hole_cards=history.hole_cards), smallest_chip)
    for move in history.moves:
        player.play(move)
    player.show_down()
    return Replayed(setup=player.setup, deck=player.deck, events=tuple(player.events), state=player.state)


class Customs(msgspec.Struct, frozen=True, kw_only=True):
    """What the caller of many replays knows of the room that the hands are from."""

    rules: HouseRules = USUAL_RULES
    smallest_chip: int = 1

    def replay(self, history: History) -> Replayed:
        """`replay_history` with these customs."""
        return replay_history(history, self.rules, smallest_chip=self.smallest_chip)


class _Player:
    """Plays the moves of one history one after another."""

    def __init__(self, history: History, rules: HouseRules, smallest_chip: int) -> None:
        self.history = history
        self.setup = HandSetup(
            rules=rules,
            stakes=history.stakes,
            button=history.button,
            stacks=tuple((player.seat, player.stack) for player in history.players),
            posts=tuple(_full_posts(history)),
            smallest_chip=smallest_chip,
            rake=history.rake,
        )
        try:
            self.deck = _deck(history)
            begun = start(self.setup, self.deck)
        except InputError as error:
            raise history.error(error.code, f"cannot start: {error}") from error
        self.events: list[HandEvent] = []
        self.state = self._take(None, begun)
        self._check_posts(begun)

    def _take(self, state: HandState | None, events: Iterable[HandEvent]) -> HandState:
        for event in events:
            state = evolve(state, event, self.deck)
            self.events.append(event)
        assert state is not None
        return state

    def _check_posts(self, begun: Iterable[HandEvent]) -> None:
        posted = {(event.seat, event.kind): event.amount for event in begun if isinstance(event, Posted)}
        for posting in self.history.postings:
            amount = posted.get((posting.seat, posting.kind), 0)
            if amount != posting.amount:
                raise self.history.error(
                    "bad_post",
                    f"{self._name(posting.seat)} posts {self._chips(posting.amount)}; "
                    f"stakes and stack make it {self._chips(amount)}",
                    posting.line,
                )

    def play(self, move: Move) -> None:
        """Play one move of the text; it must be that seat's turn on that street, and legal."""
        state = self.state
        if state.to_act != move.seat or state.street is not move.street or state.phase is not Phase.BETTING:
            raise self._illegal(move, "turn_order", "out of turn")
        outcome = self._decide(move.seat, move.action, move)
        if isinstance(outcome, Refusal):
            raise self._illegal(move, outcome.code, f"refused as {outcome.code}")
        called = outcome[0]
        if isinstance(called, Called) and move.added is not None and called.amount != move.added:
            raise self._illegal(move, "bad_call", f"of {self._chips(move.added)}")
        # An all-in is checked before the dealer goes on: what nobody called may come back at once.
        after = self._take(state, outcome[:1])
        if move.all_in and after.seat(move.seat).stack:
            behind = self._chips(after.seat(move.seat).stack)
            raise self._illegal(move, "not_all_in", f"all-in, with {behind} left behind")
        self.state = self._take(after, outcome[1:])

    def show_down(self) -> None:
        """Answer each offer to show as the text does; nothing but such offers may be left to decide."""
        shown = set(self.history.shown)
        while self.state.to_act is not None:
            seat = self.state.to_act
            if self.state.phase is not Phase.SHOWDOWN:
                raise self.history.error(
                    "unfinished",
                    f"the text ends before the hand does; legal: {self._legal()}",
                    self.history.moves[-1].line if self.history.moves else None,
                )
            outcome = self._decide(seat, Show() if seat in shown else Muck(), None)
            assert not isinstance(outcome, Refusal)
            self.state = self._take(self.state, outcome)
        self._show_winner(shown)

    def _show_winner(self, shown: set[int]) -> None:
        """Who won without a showdown may show (R7.9)."""
        for award in self.state.awards[:1]:
            if len(award.seats) == 1 and award.seats[0] in shown:
                outcome = self._decide(award.seats[0], Show(), None)
                if not isinstance(outcome, Refusal):
                    self.state = self._take(self.state, outcome)

    def _decide(self, seat: int, action: Action | Protect, move: Move | None) -> tuple[HandEvent, ...] | Refusal:
        """Ask the engine; board cards that the text never names, or a rake above the pot, end the replay."""
        try:
            return decide(self.state, seat, action, self.deck)
        except InputError as error:
            line = None if move is None else move.line
            raise self.history.error(error.code, f"after {self._name(seat)} acted: {error}", line) from error

    def _illegal(self, move: Move, code: str, why: str) -> Exception:
        asked = f"{_words(move.action, self.history.unit)} on the {move.street.name.lower()}"
        return self.history.error(code, f"{self._name(move.seat)}: {asked}, {why}; legal: {self._legal()}", move.line)

    def _legal(self) -> str:
        legal = legal_actions(self.state)
        if legal is None:
            return "nothing, the betting is over"
        words = describe_legal(legal, self.history.unit)
        return f"{self._name(legal.seat)} on the {self.state.street.name.lower()}: {words}"

    def _name(self, seat: int) -> str:
        return self.history.names.get(seat, f"seat {seat}")

    def _chips(self, amount: int) -> str:
        return format_amount(amount, self.history.unit)


def _full_posts(history: History) -> Iterator[Post]:
    """The posts as they were due: a blind all-in for less is posted short, yet stays full to the others (R2.5)."""
    straddles = 0
    for posting in history.postings:
        amount = posting.amount
        if posting.kind is PostKind.BIG_BLIND:
            amount = history.stakes.big_blind
        elif posting.kind is PostKind.STRADDLE:
            straddles += 1
            amount = straddle(history.stakes, straddles)
        yield Post(posting.seat, posting.kind, amount)


def describe_legal(legal: LegalActions, unit: Unit) -> str:
    """Legal actions in words, with amounts as totals in front of the seat: `fold, call 2, raise to 8..40`."""
    words = [word for word in ("fold", "check", "show", "muck") if getattr(legal, word)]
    if legal.call is not None:
        words.append(f"call {format_amount(legal.call, unit)}")
    for word, amounts in (("bet", legal.bet), ("raise to", legal.raise_to)):
        if amounts is not None:
            words.append(f"{word} {format_amount(amounts.least, unit)}..{format_amount(amounts.most, unit)}")
    return ", ".join(words)


def _words(action: Action | Protect, unit: Unit) -> str:
    kind = str(type(action).__struct_config__.tag)
    amount = getattr(action, "amount", None)
    return kind if amount is None else f"{kind} to {format_amount(amount, unit)}"


def _deck(history: History) -> Deck:
    """The known cards in the places they were dealt to; the rest is unknown."""
    known = dict(history.cards)
    unknown: tuple[Card | None, ...] = (None,) * history.hole_cards
    order = deal_order([player.seat for player in history.players], history.button)
    return deck_of([known.get(seat, unknown) for seat in order] or [unknown], history.board)


def record(history: History, replayed: Replayed) -> Record:
    """A hand that was replayed, ready for any of the writers."""
    return Record(
        events=replayed.events,
        names=history.names,
        cards=dict(history.cards),
        hand_id=history.hand_id,
        unit=history.unit,
        scene=history.scene,
        where=f"{history.file}:{history.line}",
    )


def compare(history: History, results: Results, replayed: Replayed) -> list[Difference]:
    """Everything in which the room's results and the replay differ; empty: exact to the chip.

    Compared are the total and each pot, what the text's total and payments leave as rake, each payment (pot by
    pot where the text names pots), each returned bet, and every final stack; of these what the text says.
    """
    names = history.names
    found = _compare_pots(history, results, replayed)
    if results.collected is not None:
        found += _compare_payments(results.collected, replayed, names)
    if results.uncalled is not None:
        returned = [(event.seat, event.amount) for event in replayed.events if isinstance(event, UncalledReturned)]
        for seat, expected, got in _unequal(_sums(results.uncalled), _sums(returned)):
            found.append(Difference(f"uncalled bet returned to {names[seat]}", expected, got))
    if results.finals is not None:
        for seat, expected, got in _unequal(dict(results.finals), replayed.state.stacks):
            found.append(Difference(f"final stack of {names[seat]}", expected, got))
    return found


def _compare_pots(history: History, results: Results, replayed: Replayed) -> list[Difference]:
    rake = sum(event.amount for event in replayed.events if isinstance(event, RakeTaken))
    pots = {award.pot: award.amount for award in replayed.state.awards}
    found: list[Difference] = []
    if results.total is not None:
        gross = sum(pots.values()) + rake
        left = results.total - sum(won.amount for won in results.collected or ())
        if results.total != gross:
            found.append(Difference("total pot", results.total, gross))
        if results.collected is not None and history.rake != left:
            found.append(Difference("rake, against what the payments leave of the pot", history.rake, left))
    if results.pots is not None:
        # Some texts write the main pot without the rake.
        if results.total is None or sum(results.pots) != results.total - rake:
            pots[0] = pots.get(0, 0) + rake
        many = max(len(results.pots), len(pots))
        for pot, expected, got in _unequal(dict(enumerate(results.pots)), pots):
            found.append(Difference(f"size of the {pot_name(pot, many)}", expected, got))
    return found


def _compare_payments(collected: Sequence[Collected], replayed: Replayed, names: Mapping[int, str]) -> list[Difference]:
    """Payments by pot and seat if every one of the text names its pot, else by seat."""
    by_pot = all(won.pot is not None for won in collected)
    expected = _sums(((won.pot if by_pot else None, won.seat), won.amount) for won in collected)
    got = _sums(
        ((award.pot if by_pot else None, share.seat), share.amount)
        for award in replayed.state.awards
        for share in award.shares
    )
    many = len(replayed.state.awards)
    return [
        Difference(f"paid to {names[seat]} from the {pot_name(pot or 0, many) if by_pot else 'pots'}", want, paid)
        for (pot, seat), want, paid in _unequal(expected, got)
    ]


def _sums(amounts: Iterable[tuple[_Key, int]]) -> dict[_Key, int]:
    """The amounts of each key together."""
    sums: dict[_Key, int] = {}
    for key, amount in amounts:
        sums[key] = sums.get(key, 0) + amount
    return sums


def _unequal(expected: Mapping[_Key, int], got: Mapping[_Key, int]) -> list[tuple[_Key, int, int]]:
    """The keys with different amounts, a missing one counting as 0, with both amounts."""
    return [
        (key, expected.get(key, 0), got.get(key, 0))
        for key in {**expected, **got}
        if expected.get(key, 0) != got.get(key, 0)
    ]
