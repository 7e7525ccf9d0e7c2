"""Play hands on both engines, compare every decision and every stack, and count what could not be compared."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from differential.faults import FAULTS, Bites, Fault, Moment
from differential.hands import Hand, choose, make_hand
from differential.oracle import Oracle, Turn
from omaha8.hand.actions import AmountRange, BetTo, LegalActions, RaiseTo, Refusal
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import HandEvent
from omaha8.hand.evolve import evolve
from omaha8.hand.machine import decide, start
from omaha8.hand.script import write_script
from omaha8.hand.state import HandState, Phase


class Played(msgspec.Struct):
    """One hand played: the faults it falls under, what was compared, and the first difference (empty: none)."""

    number: int
    faults: set[str] = set()
    decisions: int = 0
    to_the_end: bool = False
    lone_checks: int = 0
    difference: str = ""
    script: str = ""


class Tally(msgspec.Struct):
    """Many hands played."""

    hands: int = 0
    clean: int = 0  # under no fault
    to_the_end: int = 0  # compared to the last chip, with or without a fault on the way
    decisions: int = 0
    lone_checks: int = 0
    faults: Counter[str] = msgspec.field(default_factory=Counter)
    differences: list[str] = []

    def add(self, played: Played) -> None:
        """Count one more hand."""
        self.hands += 1
        self.clean += not played.faults
        self.to_the_end += played.to_the_end
        self.decisions += played.decisions
        self.lone_checks += played.lone_checks
        self.faults.update(played.faults)
        if played.difference:
            self.differences.append(f"hand {played.number}: {played.difference}\n{played.script}")

    def merge(self, other: "Tally") -> None:
        """Count the hands of another tally too."""
        self.hands += other.hands
        self.clean += other.clean
        self.to_the_end += other.to_the_end
        self.decisions += other.decisions
        self.lone_checks += other.lone_checks
        self.faults.update(other.faults)
        self.differences += other.differences

    def __str__(self) -> str:
        lines = [
            f"{self.hands} hands, {self.decisions} decisions compared; {self.clean} hands under no listed fault, "
            f"{self.to_the_end} compared to the last chip, {len(self.differences)} differences",
            *(f"{self.faults[fault.name]:6} {fault.name} ({fault.case})" for fault in FAULTS),
            f"{self.lone_checks:6} needless checks that PokerKit asked for (harmless)",
        ]
        return "\n".join(lines)


def compare(numbers: Iterable[int]) -> Tally:
    """Play these hands."""
    tally = Tally()
    for number in numbers:
        tally.add(play(make_hand(number)))
    return tally


def play(hand: Hand) -> Played:
    """Play one hand on both engines. Where PokerKit fails with an exception, that is a difference too."""
    return _Play(hand).to_the_end()


class _Play:
    """One hand under way: `oracle` is None once nothing can be compared any more."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.played = Played(hand.number)
        self.oracle: Oracle | None = Oracle(hand.setup, hand.deck)
        self.events: list[HandEvent] = []
        first, *rest = start(hand.setup, hand.deck)
        self.events.append(first)
        self.moment = Moment(evolve(None, first, hand.deck), ())
        self._follow(rest)

    @property
    def state(self) -> HandState:
        return self.moment.state

    def to_the_end(self) -> Played:
        while (legal := legal_actions(self.state)) is not None:
            self._decide(legal)
        self._compare_stacks()
        if self.played.difference:
            self.played.script = write_script(self.hand.setup, self.hand.deck, self.events)
        return self.played

    def _decide(self, legal: LegalActions) -> None:
        betting = self.state.phase is Phase.BETTING
        spoilt = betting and self._compare_decision(legal)
        action = choose(legal, self.hand.rng)
        if spoilt and isinstance(action, BetTo | RaiseTo):
            self._stop()
        outcome = decide(self.state, legal.seat, action, self.hand.deck)
        assert not isinstance(outcome, Refusal), f"{action} was called legal: {outcome}"
        self._follow(outcome)

    def _compare_decision(self, legal: LegalActions) -> bool:
        """Compare what may be done now. Whether a fault spoils the raises of this decision."""
        if self.oracle is None:
            return False
        faults = self._faults(Bites.EVERYTHING, Bites.RAISES)
        if any(fault.bites is Bites.EVERYTHING for fault in faults):
            self._stop()
            return False
        ours = Turn(self.state.turn, legal.call or 0, legal.bet or legal.raise_to)
        theirs = self.oracle.turn
        if faults and theirs is not None:
            theirs = theirs._replace(amounts=ours.amounts)
        if ours != theirs:
            self._differ(f"seat {legal.seat} may do {_words(ours)}, in PokerKit {_words(theirs)}")
        self.played.decisions += 1
        return bool(faults)

    def _compare_stacks(self) -> None:
        if self.oracle is None or self._faults(Bites.PAYMENT):
            return
        theirs = self.oracle.stacks
        if not self.oracle.has_ended:
            self._differ("the hand is over, in PokerKit it is not")
        elif self.state.stacks != theirs:
            self._differ(f"the stacks are {self.state.stacks}, in PokerKit {theirs}")
        else:
            self.played.to_the_end = True

    def _faults(self, *bites: Bites) -> list[Fault]:
        found = [fault for fault in FAULTS if fault.bites in bites and fault.applies(self.moment)]
        self.played.faults.update(fault.name for fault in found)
        return found

    def _follow(self, events: Iterable[HandEvent]) -> None:
        for event in events:
            self.events.append(event)
            self.moment = self.moment.after(event, evolve(self.state, event, self.hand.deck))
            if self.oracle is None:
                continue
            try:
                self.oracle.follow(event)
            except ValueError as error:
                self._differ(f"{event} is illegal in PokerKit: {error}")
            else:
                self.played.lone_checks = self.oracle.lone_checks

    def _differ(self, difference: str) -> None:
        self.played.difference = self.played.difference or f"{difference} ({self.state.street.name.lower()})"
        self._stop()

    def _stop(self) -> None:
        self.oracle = None


def _words(turn: Turn | None) -> str:
    if turn is None:
        return "nothing"
    amounts: AmountRange | None = turn.amounts
    raises = "no raise" if amounts is None else f"raise {amounts.least}..{amounts.most}"
    return f"(player {turn.player}) call {turn.call}, {raises}"
