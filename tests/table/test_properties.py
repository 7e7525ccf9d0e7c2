"""What holds at every table, whatever is asked of it and whenever: a random room, checked after every command."""

import random
from collections.abc import Callable, Set
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from omaha8.hand.actions import Action, Fold, Protect, Refusal, Show
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import Posted
from omaha8.rules import TABLE_PROFILES, Stakes, TableRules, fixed_limit, no_limit, pot_limit
from omaha8.simulate import Policy, choose
from omaha8.table.blinds import Placement, place
from omaha8.table.clock import next_deadline
from omaha8.table.commands import (
    Act,
    ComeBack,
    Command,
    JoinList,
    Leave,
    LeaveList,
    LoseConnection,
    Preferences,
    RestoreConnection,
    Resume,
    SitDown,
    SitOut,
    TableRefusal,
    TableRefusalCode,
    TimeOut,
    TopUp,
)
from omaha8.table.events import ClockSet, HandPrepared, TableEvent, Waiting
from omaha8.table.evolve import replay
from omaha8.table.machine import Outcome
from omaha8.table.state import TableConfig, TableState, new_table
from omaha8.table.view import YourView, view
from strategies import ALWAYS_SAME, chosen, each_tier
from table.orbit import Rounds, check_debts, check_places, check_posts
from table.room import Room, Row, check_ledger, config

PLAYERS = tuple("abcdefg")
STAKES = (pot_limit(1, 2), no_limit(2, 4), fixed_limit(TABLE_PROFILES["russian"].hand, 5, 10))
MOST_TURNS = 400  # no hand drawn here has more

players = st.sampled_from(PLAYERS)
numbers = st.integers(0, 999)
preferences = st.builds(
    Preferences,
    post_now=st.booleans(),
    auto_muck=st.booleans(),
    sit_out_next_hand=st.sampled_from((False, False, False, True)),
)


@st.composite
def table_rules(draw: st.DrawFn) -> TableRules:
    """A profile with some options changed, of few seats so that players meet."""
    rules = TABLE_PROFILES[draw(st.sampled_from(sorted(TABLE_PROFILES)))]
    return msgspec.structs.replace(
        rules,
        seats=draw(st.sampled_from((6, 7, 5, 4, 6, 7, 3, 2))),
        protect_only_lost_connections=draw(st.booleans()),
        protections_per_day=draw(st.sampled_from((None, None, 0, 1))),
        max_sit_out=draw(st.sampled_from((900_000, 100_000))),
        seat_offer=draw(st.sampled_from((60_000, 10_000))),
        rathole=draw(st.sampled_from((20_000, 3_600_000))),
    )


@st.composite
def configs(draw: st.DrawFn) -> TableConfig:
    """A table of one or more stakes, with buy-ins short enough for all-ins."""
    rotation: tuple[Stakes, ...] = tuple(draw(st.lists(st.sampled_from(STAKES), min_size=1, max_size=2)))
    return config(
        draw(table_rules()),
        rotation=rotation,
        rotate_by_orbit=draw(st.booleans()),
        min_buy_in=draw(st.sampled_from((1, 20))),
        max_buy_in=draw(st.sampled_from((1000, 200, 40))),
    )


class TableMachine(RuleBasedStateMachine):
    """Players come, go, act, are cut off and time out; the room is punctual, as a room that runs is."""

    @initialize(table=configs(), seated=st.sampled_from((5, 4, 6, 3, 2, 0)))
    def open(self, table: TableConfig, seated: int) -> None:
        self.room = Room(table)
        self.rounds = Rounds(table.rules.button)
        for number in range(1, min(seated, len(self.state.seats)) + 1):
            self.send(SitDown(PLAYERS[number], PLAYERS[number], number, table.max_buy_in))

    @rule(seed=st.integers(0, 2**32), steps=st.sampled_from((60, 20, 5)))
    def a_lively_table(self, seed: int, steps: int) -> None:  # noqa: C901 - one case a happening
        """Much of everything, as often as it happens in a room: mostly actions, then time, then comings and goings."""
        rng = random.Random(seed)
        for _ in range(steps):
            player, number = rng.choice(PLAYERS), rng.randrange(1000)
            match rng.choices(range(11), weights=(70, 1, 4, 3, 8, 2, 2, 6, 3, 1, 2))[0]:
                case 0 if self.state.hand_runs:
                    self.act_once(number if number < 100 else self.calmly(rng))
                case 0 | 1 if next_deadline(self.state) is not None:
                    self.time_out()
                case 2:
                    self.sit_down_with_what_is_legal(player, rng.randint(1, 7))
                case 3:
                    self.send(SitOut(player))
                case 4:
                    self.send(ComeBack(player))
                case 5:
                    self.send(LoseConnection(player))
                case 6:
                    self.send(RestoreConnection(player))
                case 7:
                    self.top_up(player, number % 60)
                    self.send(ComeBack(player))
                case 8:
                    self.room.preferences[player] = Preferences(post_now=number % 2 == 0, auto_muck=number % 3 == 0)
                case 9:
                    self.send(Leave(player))
                case 10:
                    self.send(JoinList(player) if number % 4 else LeaveList(player))
                case _:
                    self.time_passes(number / 1000)

    def calmly(self, rng: random.Random) -> Action:
        """Mostly a check, a call or a fold, so that players keep their chips for a while."""
        legal = legal_actions(self.room.hand)
        assert legal is not None
        return choose(Policy.LOOSE, legal, rng)

    @property
    def state(self) -> TableState:
        return self.room.state

    def send(self, command: Command) -> Outcome:
        """Every command goes through here, accepted or refused."""
        before = self.state
        packed = msgspec.json.encode(before)
        outcome = self.room.send(command)
        assert msgspec.json.encode(before) == packed, "a state is never changed in place"
        if isinstance(outcome, tuple):
            self.check(self.room.log[-1])
        else:
            assert self.state is before, "a refused command changes nothing"
        return outcome

    # What may happen

    @rule(player=players, seat=st.integers(0, 8), chips=st.sampled_from((0, 1, 7, 20, 40, 100, 200, 201)))
    def sit_down(self, player: str, seat: int, chips: int) -> None:
        seats = len(self.state.seats)
        legal = view(self.state, player, self.room.now).buy_in
        outcome = self.send(SitDown(player, player, seat, chips))
        free = self.state.find(player) is not None and 1 <= seat <= seats
        if isinstance(outcome, tuple):
            assert free
            assert legal is not None
            assert legal.least <= chips <= legal.most

    @rule(player=players, seat=st.integers(1, 7))
    def sit_down_with_what_is_legal(self, player: str, seat: int) -> None:
        legal = view(self.state, player, self.room.now).buy_in
        if legal is not None and seat <= len(self.state.seats):
            waiting_list = view(self.state, player, self.room.now).waiting_list
            assert waiting_list is not None
            free = self.state.seats[seat - 1] is None
            wanted = TableRefusalCode.SEAT_KEPT if free else TableRefusalCode.SEAT_TAKEN
            outcome = self.send(SitDown(player, player, seat, legal.most))
            assert outcome == TableRefusal(wanted) or isinstance(outcome, tuple)
            assert isinstance(outcome, tuple) == (free and waiting_list.may_sit)

    @rule(player=players)
    def leave(self, player: str) -> None:
        self.send(Leave(player))

    @rule(player=players, joins=st.booleans())
    def wait_for_a_seat(self, player: str, joins: bool) -> None:
        self.send(JoinList(player) if joins else LeaveList(player))

    @rule(player=players, chips=st.integers(-1, 200))
    def top_up(self, player: str, chips: int) -> None:
        self.send(TopUp(player, chips))

    @rule(player=players)
    def sit_out(self, player: str) -> None:
        self.send(SitOut(player))

    @rule(player=players)
    def come_back(self, player: str) -> None:
        self.send(ComeBack(player))

    @rule(player=players)
    def lose_connection(self, player: str) -> None:
        self.send(LoseConnection(player))

    @rule(player=players)
    def restore_connection(self, player: str) -> None:
        self.send(RestoreConnection(player))

    @rule(player=players, settings=preferences)
    def prefer(self, player: str, settings: Preferences) -> None:
        self.room.preferences[player] = settings

    @precondition(lambda self: self.state.hand_runs)
    @rule(choices=st.lists(numbers, min_size=1, max_size=12))
    def act(self, choices: list[int]) -> None:
        for number in choices:
            if self.state.hand_runs:
                self.act_once(number)

    def act_once(self, choice: int | Action) -> None:
        legal = legal_actions(self.room.hand)
        assert legal is not None
        action = chosen(legal, choice) if isinstance(choice, int) else choice
        if isinstance(action, Protect):
            self.time_out()
            return
        outcome = self.send(Act(self.room.to_act, self.state.clock.turn, action))
        assert isinstance(outcome, tuple), (action, legal, outcome)

    @precondition(lambda self: self.state.hand_runs)
    @rule(choices=st.randoms(use_true_random=False))
    def play_on_to_the_end(self, choices: Any) -> None:
        """Every hand ends."""
        hand, turns = self.state.hand_number, 0
        while self.state.hand_runs and self.state.hand_number == hand:
            self.act_once(choices.randrange(1000))
            turns += 1
            assert turns < MOST_TURNS

    @rule(player=players, number=numbers, turn=st.integers(-2, 1))
    def act_out_of_turn(self, player: str, number: int, turn: int) -> None:
        if self.state.hand_runs:
            legal = legal_actions(self.room.hand)
            assert legal is not None
            action = chosen(legal, number)
            if player != self.room.to_act or turn:
                asked: Action = Fold() if isinstance(action, Protect) else action
                assert not isinstance(self.send(Act(player, self.state.clock.turn + turn, asked)), tuple)
        else:
            self.send(Act(player, self.state.clock.turn, Show() if number % 2 else Fold()))

    @rule(part=st.floats(0, 1, exclude_max=True))
    def time_passes(self, part: float) -> None:
        """Some of the time to the next deadline; a time-out before it is refused."""
        due = next_deadline(self.state)
        wait = 1_000 if due is None else int(max(0, due - self.room.now) * part)
        self.room.now += wait
        if due is None or self.room.now < due:
            assert self.room.send(TimeOut()) == TableRefusal(TableRefusalCode.TOO_EARLY)

    @precondition(lambda self: next_deadline(self.state) is not None)
    @rule()
    def time_out(self) -> None:
        """The next deadline comes. Where two are ready the next hand is dealt: no table waits for ever (R2.3)."""
        waiting, hand = self.state.clock.waiting, self.state.hand_number
        due = self.state.clock.deadline
        self.room.now = max(self.room.now, next_deadline(self.state) or 0)
        outcome = self.send(TimeOut())
        assert isinstance(outcome, tuple)
        assert outcome
        if waiting is Waiting.NEXT_HAND and due is not None and self.room.now >= due:
            assert self.state.hand_number == hand + 1 or self.state.clock.waiting is Waiting.NOTHING

    @rule(down=st.sampled_from((0, 1_000, 100_000)))
    def restart(self, down: int) -> None:
        """The room was down; the same turn goes on with a fresh clock (R8.6)."""
        before = self.state
        self.room.now += down
        self.send(Resume())
        clock, was = self.state.clock, before.clock
        assert (clock.waiting, clock.turn, clock.seat) == (was.waiting, was.turn, was.seat)
        assert self.state.hand == before.hand

    # What must hold

    def check(self, row: Row) -> None:
        check_ledger(self.room)
        check_json(row)
        check_clock(self.state, row)
        check_waiting_list(self.room, row)
        check_offers(self.room)
        for index, event in enumerate(row.events):
            if isinstance(event, HandPrepared):
                self.check_hand(row, row.events[:index], event)

    def check_hand(self, row: Row, earlier: tuple[TableEvent, ...], made: HandPrepared) -> None:
        before = replay(earlier, row.before)
        after = replay((made,), before)
        seats = {number: seat.player for number, seat in enumerate(before.seats, 1) if seat is not None}
        willing = {n for n, player in seats.items() if self.room.preferences.get(player, Preferences()).post_now}
        posted = [event for event in row.events if isinstance(event, Posted)]
        anew = check_places(before, made, willing)
        stakes = before.config.rotation[made.rotation]
        check_posts(before, made, posted, stakes, anew=anew)
        check_debts(before, made, after)
        # Who leaves and sits down elsewhere is a newcomer, whom the big blind may reach at once (R2.6).
        sittings = {n: f"{seat.player}, {seat.order}" for n, seat in enumerate(before.seats, 1) if seat is not None}
        self.rounds.hand(sittings, made, posted, anew=anew)

    def teardown(self) -> None:
        if not hasattr(self, "room"):
            return
        while self.state.hand_runs:
            self.time_out()
        state = new_table(self.state.config)
        for row in self.room.log:
            state = replay(row.events, state, row.deck)
        assert state == self.state, "the log replayed is the table"


def check_json(row: Row) -> None:
    packed = msgspec.json.encode(row.events)
    assert msgspec.json.decode(packed, type=tuple[TableEvent, ...]) == row.events
    assert msgspec.json.decode(msgspec.json.encode(row.after), type=TableState) == row.after


def check_clock(state: TableState, row: Row) -> None:
    """The table waits for whose turn it is, or for the next hand, or for players; until a time to come."""
    clock = state.clock
    ready = sum(seat is not None and seat.is_ready for seat in state.seats)
    if state.hand_runs:
        assert state.hand is not None
        assert clock.waiting is (Waiting.SHOW if state.hand.at_showdown else Waiting.ACTION)
        assert clock.seat == state.hand.to_act is not None
    else:
        pauses = state.moving and clock.deadline is not None and clock.deadline > row.at
        assert clock.waiting is (Waiting.NEXT_HAND if ready >= 2 or pauses else Waiting.NOTHING)
        assert clock.seat is None
    assert (clock.deadline is None) == (clock.waiting is Waiting.NOTHING)
    assert clock.turn >= row.before.clock.turn
    if any(isinstance(event, ClockSet) for event in row.events) and clock.deadline is not None:
        assert clock.deadline > row.at, "a deadline that is set is to come"
    due = next_deadline(state)
    assert due is None or due >= row.at, "nothing is overdue at a punctual room"
    longest = state.config.rules.time_to_act + state.config.rules.reconnect_time
    if clock.waiting is Waiting.ACTION and clock.deadline is not None:
        assert clock.deadline <= row.at + longest, "the room never waits longer (R8.5)"


def check_waiting_list(room: Room, row: Row) -> None:
    """Seats are kept for the first who wait, one for each as far as there are seats; others may have the rest."""
    state = row.after
    free = state.seats.count(None)
    waiting = [waiter.player for waiter in state.waiting_list]
    offered = [waiter.player for waiter in state.waiting_list if waiter.offered_at is not None]
    assert len(set(waiting)) == len(waiting)
    assert not any(state.find(player) for player in waiting)
    assert offered == waiting[:free]
    before = [waiter.player for waiter in row.before.waiting_list]
    assert waiting[: len(before)] == [player for player in before if player in waiting], "who waits is passed by nobody"
    for player in PLAYERS:
        seen = view(state, player, row.at).waiting_list
        assert (seen is None) == (state.find(player) is not None)
        if seen is not None:
            assert seen.may_sit == (free > len([other for other in offered if other != player]))
            assert (seen.place, seen.length) == (
                [None, *waiting].index(player) if player in waiting else None,
                len(waiting),
            )
            joins = not isinstance(room.ask(JoinList(player)), TableRefusal | Refusal)
            assert joins == (seen.place is None and not seen.may_sit)


def check_offers(room: Room) -> None:
    """What a player is told they may do at the table is exactly what the table lets them do."""
    for player in PLAYERS:
        you = view(room.state, player, room.now).you
        if you is not None:
            check_offer(room, player, you)


def check_offer(room: Room, player: str, you: YourView) -> None:
    def accepted(command: Command) -> bool:
        return not isinstance(room.ask(command), TableRefusal | Refusal)

    assert you.may_sit_out == accepted(SitOut(player))
    assert you.may_come_back == accepted(ComeBack(player))
    if not room.state.hand_runs:
        assert you.may_show == accepted(Act(player, 0, Show()))
    if you.top_up is None:
        assert not accepted(TopUp(player, 1))
    else:
        for chips, legal in ((you.top_up.least, True), (you.top_up.most, True), (you.top_up.most + 1, False)):
            assert accepted(TopUp(player, chips)) == legal


def run(machine: type[RuleBasedStateMachine], examples: int, steps: int, *, same: bool) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=same or ALWAYS_SAME,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_any_table_at_any_time() -> None:
    run(TableMachine, 60, 40, same=True)


@pytest.mark.deep
def test_any_table_at_any_time_for_long() -> None:
    run(TableMachine, 200, 80, same=False)


@each_tier(st.tuples(configs(), st.integers(0, 2**32)), quick=30, deep=250)
def test_a_lively_table_for_hundreds_of_commands(drawn: tuple[TableConfig, int]) -> None:
    table, seed = drawn
    machine = TableMachine()
    machine.open(table, 5)
    machine.a_lively_table(seed, 250)
    machine.teardown()


# Faults, planted in where the blinds go: the checks above must find each of them.


def forget_missed_blinds(placed: Placement) -> Placement:
    return msgspec.structs.replace(placed, missed=(), missed_small=())


def deal_newcomers_in_free(placed: Placement) -> Placement:
    return msgspec.structs.replace(placed, posters=())


def exchange_the_blinds(placed: Placement) -> Placement:
    if placed.heads_up or placed.small_blind not in placed.dealt:
        return placed
    return msgspec.structs.replace(placed, small_blind=placed.big_blind, big_blind=placed.small_blind)


def leave_one_out(placed: Placement) -> Placement:
    blinds = {placed.small_blind, placed.big_blind, *placed.posters}
    others = [number for number in placed.dealt if number not in blinds]
    kept = tuple(number for number in placed.dealt if number not in others[:1])
    return msgspec.structs.replace(placed, dealt=kept) if len(kept) > 2 else placed


@pytest.mark.parametrize(
    "fault",
    [forget_missed_blinds, deal_newcomers_in_free, exchange_the_blinds, leave_one_out],
    ids=lambda f: f.__name__,
)
def test_planted_faults_of_the_blinds_are_found(
    fault: Callable[[Placement], Placement], monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(state: TableState, post_now: Set[int]) -> Placement | None:
        placed = place(state, post_now)
        return None if placed is None else fault(placed)

    def evenings() -> None:
        for seed in range(4):
            machine = TableMachine()
            machine.open(config(msgspec.structs.replace(TABLE_PROFILES["classic"], seats=7), max_buy_in=1000), 6)
            machine.a_lively_table(seed, 200)

    evenings()
    monkeypatch.setattr("omaha8.table.machine.place", faulty)
    with pytest.raises(AssertionError):
        evenings()
