"""Play a hand script on the engine and check what it expects (`docs/hand-script.md`).

The first thing that cannot be read, or that the engine does differently, is a `ScriptError` at `name:line`. This
is the door to scripts: `parse_script`, `run`, `run_script`, `write_script`.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

import msgspec

from omaha8.cards import Card, Deck
from omaha8.errors import InputError, ScriptError
from omaha8.hand.actions import Action, Muck, Protect, Refusal, Show
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import Called, HandEvent, PostKind
from omaha8.hand.evolve import evolve, replay
from omaha8.hand.machine import decide, start
from omaha8.hand.script_lines import Line, format_action, format_offer, format_seat_amounts, format_seats
from omaha8.hand.script_model import (
    Act,
    Awards,
    Final,
    Legal,
    OpenStreet,
    Pots,
    Refuse,
    Script,
    SeatOrder,
    Step,
    Uncalled,
    Unfinished,
)
from omaha8.hand.script_text import parse_script
from omaha8.hand.script_write import (
    face_up,
    format_awards,
    format_pots,
    halves_paid,
    pots_paid,
    shown,
    uncalled,
    write_script,
)
from omaha8.hand.setup import HandSetup, Post, blinds, deal_order, deck_of
from omaha8.hand.state import BOARD_CARDS_BY, HandState, Phase, Street
from omaha8.hand.view import last_hand
from omaha8.rules import Stakes

__all__ = ["Script", "ScriptResult", "parse_script", "run", "run_script", "write_script"]


class ScriptResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a script did: the hand it set up, its cards, everything that happened, and the state it ended in.

    A hand that was refused at its start, as the script expected, has only its `rule` text and that `refused` code.
    """

    rule: str
    refused: str | None = None
    setup: HandSetup | None = None
    deck: Deck | None = None
    events: tuple[HandEvent, ...] = ()
    state: HandState | None = None


def run_script(text: str, name: str = "script") -> ScriptResult:
    """Read a script and play it; `name` stands in errors. Raises `ScriptError` at the first difference."""
    return run(parse_script(text, name))


def run(script: Script) -> ScriptResult:
    """Play a script that was read. Raises `ScriptError` at the first thing that the engine does differently."""
    try:
        setup = _set_up(script)
        deck = _deck(script, setup)
        begun = start(setup, deck)
    except ScriptError:
        raise
    except InputError as error:
        if error.code == script.refused:
            return ScriptResult(rule=script.rule, refused=error.code)
        line = _blamed(script, error)
        raise line.error(error.code, f"the hand cannot start: {error}") from error
    if script.refused is not None:
        line = script.lines["error"]
        raise line.error("expectation", f"expected the hand to be refused with {script.refused}; it starts")
    player = _Player(setup, deck, begun)
    for step in script.steps:
        player.play(step)
    last = script.steps[-1].line if script.steps else script.lines["stacks"]
    if not any(isinstance(step, Unfinished) for step in script.steps):
        player.finish(last)
        _conserve(last, setup, player.state)
    return ScriptResult(rule=script.rule, setup=setup, deck=deck, events=tuple(player.events), state=player.state)


def _set_up(script: Script) -> HandSetup:
    """The hand that the script describes; rules and stakes are worked out here. Raises `RulesError`."""
    rules = script.rules()
    stakes = script.stakes(rules)
    return HandSetup(
        rules=rules,
        stakes=stakes,
        button=script.button,
        stacks=tuple(script.stacks.items()),
        posts=_posts(script, stakes),
        smallest_chip=script.smallest_chip,
        rake=script.rake,
    )


def _posts(script: Script, stakes: Stakes) -> tuple[Post, ...]:
    """The blinds where the button puts them, unless the script places them itself, then its other posts."""
    written = [Post(*post) for post in script.posts]
    placed = {post.kind for post in written}
    usual: Iterable[Post] = ()
    if len(script.stacks) > 1:
        usual = blinds(stakes, script.stacks, script.button, small_blind=not script.no_small_blind)
    return (*(post for post in usual if post.kind not in placed), *written)


def _deck(script: Script, setup: HandSetup) -> Deck:
    """A deck that deals the script's cards; what it does not name is unknown."""
    count = setup.rules.hole_cards
    for seat, (line, cards) in script.deals.items():
        if seat not in script.stacks:
            raise line.error("bad_seat", f"s{seat} has no stack; only seats with a stack are dealt in")
        if len(cards) != count:
            raise line.error("bad_deal", f"s{seat} has {len(cards)} cards; the game deals {count}")
    unknown: tuple[Card | None, ...] = (None,) * count
    order = deal_order(script.stacks, setup.button)
    hands = [script.deals[seat][1] if seat in script.deals else unknown for seat in order]
    return deck_of(hands, script.board)


def _blamed(script: Script, error: InputError) -> Line:
    """The setup line that an error is about, as far as its place tells."""
    place = error.where.split(" ")[0]
    keyword = {"hole_cards": "house", "stakes": "game", "rake": "rake", "smallest_chip": "chip"}.get(place)
    if keyword is None:
        keyword = "posts" if place in set(PostKind) else "stacks"
    return script.lines.get(keyword, script.lines["game"])


def _conserve(line: Line, setup: HandSetup, state: HandState) -> None:
    """No chip may come or go, stated or not."""
    put_in = sum(stack for _, stack in setup.stacks)
    left = sum(state.stacks.values())
    if left + setup.rake != put_in:
        raise line.error("conservation", f"{put_in} chips went in, {left} and a rake of {setup.rake} came out")


class _Player:
    """Plays steps one after another and keeps what they are checked against."""

    def __init__(self, setup: HandSetup, deck: Deck, begun: Iterable[HandEvent]) -> None:
        self.setup = setup
        self.deck = deck
        self.street: Street | None = Street.PREFLOP
        self.events = list(begun)
        self.state = replay(self.events, deck)

    def play(self, step: Step) -> None:
        """Do or check one step."""
        match step:
            case OpenStreet():
                self.open(step)
            case Act():
                self.act(step)
            case Refuse():
                self.refuse(step)
            case Legal(line, legal):
                _compare(line, format_offer(legal), format_offer(legal_actions(self.state)))
            case Uncalled(line, returned):
                back = uncalled(self.events)
                _compare(line, format_seat_amounts(returned), format_seat_amounts(back))
            case SeatOrder():
                self.finish(step.line)
                # Hands are shown one after another; turned up, or looked up later, all at once.
                expected = step.seats if step.keyword == "shown" else sorted(step.seats)
                _compare(step.line, format_seats(expected), format_seats(self.seats_named(step.keyword)))
            case Pots():
                self.finish(step.line)
                paid = pots_paid(self.events, self.deck)
                _compare(step.line, format_pots(step.pots), format_pots(paid))
            case Awards():
                self.finish(step.line)
                paid_out = halves_paid(self.state.awards)
                _compare(step.line, format_awards(step.awards), format_awards(paid_out))
            case Final():
                self.finish(step.line)
                self.final(step)
            case Unfinished(line):
                if self.state.has_ended:
                    raise line.error("expectation", "expected an unfinished hand; it has ended")
            case _:
                assert_never(step)

    def open(self, step: OpenStreet) -> None:
        """A street's line begins: its cards must lie on the board by now, or the betting be over."""
        self.street = step.street
        state = self.state
        if step.street is None:
            if state.phase not in (Phase.SHOWDOWN, Phase.ENDED):
                raise step.line.error("expectation", f"the betting is not over: {_whose_turn(state)}")
        elif len(state.board) < BOARD_CARDS_BY[step.street]:
            name = step.street.name.lower()
            raise step.line.error("expectation", f"expected the {name}; it is not dealt: {_whose_turn(state)}")

    def act(self, step: Act) -> None:
        """Play an action; what the room shows by itself at the showdown may be named like a choice."""
        if self.street is None:
            self.muck_before(step.line, step.seat)
            if isinstance(step.action, Show) and step.seat in self.shown():
                return
        elif self.state.phase is Phase.BETTING and self.state.street is not self.street:
            asked, now = self.street.name.lower(), self.state.street.name.lower()
            where = f"s{step.seat} acts on the {asked}; the hand is on the {now}"
            raise step.line.error("expectation", f"{where}: {_whose_turn(self.state)}")
        before = self.state
        done, *_ = self.decide(step.line, step.seat, step.action)
        if step.added is not None and isinstance(done, Called):
            _compare(step.line, f"call {step.added}", f"call {done.amount}")
        behind = evolve(before, done, self.deck).seat(step.seat).stack
        if step.all_in and behind:
            raise step.line.error("expectation", f"expected s{step.seat} all-in; {behind} chips are left behind")

    def decide(self, line: Line, seat: int, action: Action | Protect) -> tuple[HandEvent, ...]:
        """Take an action that must be legal."""
        outcome = self.ask(line, seat, action)
        if isinstance(outcome, Refusal):
            raise line.error(
                "refused",
                f"s{seat} {format_action(action)} is refused, {outcome.code}: {_whose_turn(self.state)}",
            )
        self.events.extend(outcome)
        self.state = replay(outcome, self.deck, self.state)
        return outcome

    def ask(self, line: Line, seat: int, action: Action | Protect) -> tuple[HandEvent, ...] | Refusal:
        """What the engine answers; an action after which it cannot go on, for want of a card, is an error."""
        try:
            return decide(self.state, seat, action, self.deck)
        except InputError as error:
            raise line.error(error.code, f"s{seat} {format_action(action)}: {error}") from error

    def refuse(self, step: Refuse) -> None:
        """An action that must be refused, for the reason given if one is."""
        outcome = self.ask(step.line, step.seat, step.action)
        asked = f"s{step.seat} {format_action(step.action)}"
        if not isinstance(outcome, Refusal):
            raise step.line.error("expectation", f"expected {asked} to be refused; it is legal")
        if step.code is not None:
            _compare(step.line, f"{asked} refused, {step.code}", f"{asked} refused, {outcome.code}")

    def muck_before(self, line: Line, seat: int | None) -> None:
        """The room's default at the showdown is to muck: for all whom the script leaves out before `seat`."""
        while self.state.phase is Phase.SHOWDOWN and seat not in self.shown():
            turn = self.state.to_act
            if turn is None or turn == seat:
                return
            self.decide(line, turn, Muck())

    def finish(self, line: Line) -> None:
        """The hand must be over, but for choices left out at the showdown."""
        self.muck_before(line, None)
        if not self.state.has_ended:
            raise line.error("expectation", f"expected the hand to be over: {_whose_turn(self.state)}")

    def shown(self) -> tuple[int, ...]:
        """The seats whose hands were shown, in order; those turned up earlier count when they are read."""
        return shown(self.events)

    def seats_named(self, keyword: str) -> Sequence[int]:
        """What `shown`, `faceup` or `lasthand` is checked against."""
        match keyword:
            case "shown":
                return self.shown()
            case "faceup":
                return face_up(self.events)
            case _:
                return sorted(last_hand(self.state))

    def final(self, step: Final) -> None:
        """The stacks stated must be conserved chips, and the engine's."""
        put_in = sum(chips for _, chips in self.setup.stacks)
        rake = self.setup.rake
        stated = sum(chips for _, chips in step.stacks)
        if stated + rake != put_in:
            raise step.line.error(
                "conservation",
                f"{put_in} chips went in; {stated} are stated to come out, and a rake of {rake}",
            )
        expected, got = sorted(step.stacks), sorted(self.state.stacks.items())
        _compare(step.line, format_seat_amounts(expected), format_seat_amounts(got))


def _whose_turn(state: HandState) -> str:
    """Whose turn it is and what is legal, for errors."""
    if state.has_ended:
        return "the hand has ended"
    return f"legal {format_offer(legal_actions(state))}"


def _compare(line: Line, expected: str, got: str) -> None:
    if expected != got:
        raise line.error("expectation", f"expected {expected}; got {got}")
