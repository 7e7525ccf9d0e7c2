"""What must hold for button and blinds, hand after hand: written from the rulebook (R2.1 to R2.7), not from the code.

`check_places` looks at one hand and the table before it; `Rounds` looks at what each player paid over many hands.
"""

from collections.abc import Iterable, Set

from omaha8.hand.events import Posted, PostKind
from omaha8.rules import ButtonRule, Stakes
from omaha8.table.events import HandPrepared
from omaha8.table.state import TableSeat, TableState


class Table:
    """The table just before a hand is prepared, in the words of the rules."""

    def __init__(self, state: TableState, post_now: Set[int]) -> None:
        seats = {number: seat for number, seat in enumerate(state.seats, 1) if seat is not None}
        self.state = state
        self.count = len(state.seats)
        self.seats: dict[int, TableSeat] = seats
        self.ready = {number for number, seat in seats.items() if seat.is_ready}
        self.waiting = {n for n in self.ready if seats[n].newcomer or seats[n].owes_big or seats[n].owes_small}
        self.regular = self.ready - self.waiting
        if state.moving and state.heads_up:
            # After a heads-up hand others join by the big blind only, whether they owe something or not (R2.4).
            pair = {n for n, player in state.dealt if n in self.ready and seats[n].player == player}
            self.waiting, self.regular = self.ready - pair, pair
        self.would_post = self.waiting & post_now

    def left_of(self, seat: int | None, among: Set[int]) -> int:
        """The first of these seats clockwise, the seat itself last."""
        assert seat is not None
        return min(among, key=lambda number: (number - seat - 1) % self.count)

    def between(self, first: int, last: int) -> set[int]:
        """The seats strictly between two, clockwise."""
        length = (last - first) % self.count
        return {(first + step - 1) % self.count + 1 for step in range(1, length)}

    def posting(self, button: int, big: int) -> set[int]:
        """Who posts to be dealt in, with these places (R2.6); after a heads-up hand nobody (R2.4).

        Where one player is both, all the others sit between button and big blind.
        """
        if self.state.heads_up or button == big:
            return set()
        return self.would_post - self.between(button, big) - {button, big}


def check_places(state: TableState, made: HandPrepared, post_now: Set[int]) -> bool:
    """The places and who is dealt in. Answers whether the hand begins anew (R2.1)."""
    table = Table(state, post_now)
    dealt = set(made.dealt)
    assert made.hand == state.hand_number + 1
    assert made.heads_up == (len(dealt) == 2)
    assert len(dealt) == len(made.dealt) >= 2
    assert made.big_blind in dealt <= table.ready
    assert dealt >= table.regular, "who is ready and owes nothing is dealt in"
    if len(dealt) == 2:
        assert made.button == made.small_blind
        assert dealt == {made.button, made.big_blind}
    else:
        assert len({made.button, made.small_blind, made.big_blind}) == 3
    if not state.moving or _nobody_else_may_play(table):
        assert dealt == table.ready, "at a first hand all who are ready are dealt in"
        _check_first_button(table, made)
        return True
    _check_who_posts_in(table, made)
    if len(dealt) == 2:
        _check_heads_up(table, made)
    elif state.config.rules.button is ButtonRule.DEAD or state.heads_up or len(table.regular) < 2:
        assert made.big_blind == table.left_of(state.big_blind, table.ready)
        assert (made.button, made.small_blind) == (state.small_blind, state.big_blind)
    else:
        assert made.button == table.left_of(state.button, table.regular)
        assert made.small_blind == table.left_of(made.button, table.regular)
        assert made.big_blind == table.left_of(made.small_blind, table.ready)
    return False


def _nobody_else_may_play(table: Table) -> bool:
    """Only the next big blind could be dealt in: all others wait for it, and may or would not post."""
    state = table.state
    if len(table.ready) == 2 or len(table.regular) > 1:
        return False
    big = table.left_of(state.big_blind, table.ready)
    assert state.small_blind is not None
    return not (table.regular | table.posting(state.small_blind, big)) - {big}


def _check_first_button(table: Table, made: HandPrepared) -> None:
    lay = table.state.button
    if lay is None:
        lay = min(table.seats, key=lambda number: table.seats[number].order)
    assert made.button == (lay if lay in table.ready else table.left_of(lay, table.ready))
    if len(made.dealt) > 2:
        assert made.small_blind == table.left_of(made.button, table.ready)
    assert made.big_blind == table.left_of(made.small_blind, table.ready)


def _check_who_posts_in(table: Table, made: HandPrepared) -> None:
    beyond = set(made.dealt) - table.regular - {made.big_blind}
    if len(made.dealt) == 2:
        return
    assert beyond == table.posting(made.button, made.big_blind)


def _check_heads_up(table: Table, made: HandPrepared) -> None:
    """The big blind is the first left of the last big blind: of all who are ready, or of the two."""
    last = table.state.big_blind
    assert made.big_blind in {table.left_of(last, table.ready), table.left_of(last, set(made.dealt))}


def check_posts(state: TableState, made: HandPrepared, posted: Iterable[Posted], stakes: Stakes, *, anew: bool) -> None:
    """Everybody posts what they owe and nothing else; a short stack pays the live part first."""
    expected: dict[int, list[tuple[PostKind, int]]] = {}
    for number in made.dealt:
        seat = state.seats[number - 1]
        assert seat is not None
        if number == made.big_blind:
            owed = [(PostKind.BIG_BLIND, stakes.big_blind)]
        elif number == made.small_blind:
            owed = [(PostKind.SMALL_BLIND, stakes.small_blind)]
        elif anew or made.heads_up:
            owed = []
        else:
            live = [(PostKind.LIVE, stakes.big_blind)] * (seat.newcomer or seat.owes_big)
            owed = live + [(PostKind.DEAD, stakes.small_blind)] * seat.owes_small
        expected[number] = _paid(owed, seat.chips)
    made_posts: dict[int, list[tuple[PostKind, int]]] = {number: [] for number in made.dealt}
    for post in posted:
        made_posts[post.seat].append((post.kind, post.amount))
    assert made_posts == expected


def _paid(owed: Iterable[tuple[PostKind, int]], chips: int) -> list[tuple[PostKind, int]]:
    paid = []
    for kind, amount in owed:
        if min(amount, chips):
            paid.append((kind, min(amount, chips)))
        chips -= min(amount, chips)
    return paid


def check_debts(before: TableState, made: HandPrepared, after: TableState) -> None:
    """Who played owes nothing; whom the big blind passed owes both, who left after posting it the small one (R2.7)."""
    table = Table(before, frozenset())
    passed = table.between(before.big_blind or 0, made.big_blind) if before.moving else set()
    for number, seat in table.seats.items():
        now = after.seats[number - 1]
        assert now is not None
        if number in made.dealt:
            assert (now.newcomer, now.owes_big, now.owes_small) == (False, False, False)
        elif not before.moving or seat.newcomer or number in table.ready:
            assert (now.newcomer, now.owes_big, now.owes_small) == (seat.newcomer, seat.owes_big, seat.owes_small)
        elif number in passed:
            assert now.owes_big
            assert now.owes_small
        else:
            assert now.owes_big == seat.owes_big
            assert now.owes_small == (seat.owes_small or number == before.big_blind)


class Rounds:
    """What every player has paid since their last big blind, from the posts alone."""

    def __init__(self, rule: ButtonRule) -> None:
        self.rule = rule
        self.last_big = ""
        self.small_since: dict[str, int] = {}

    def hand(self, players: dict[int, str], made: HandPrepared, posted: Iterable[Posted], *, anew: bool) -> None:
        """One hand more; `players` by seat. A hand that begins anew, or heads-up, ends everybody's round."""
        big = players[made.big_blind]
        if anew:
            self.small_since.clear()
        elif self.rule is ButtonRule.DEAD or made.heads_up:
            # A moving button may stop at a seat that came back behind it, and the big blind then stay where it was.
            assert big != self.last_big, "nobody is given the big blind twice running"
        for absent in set(self.small_since) - {players[number] for number in made.dealt}:
            del self.small_since[absent]
        for post in posted:
            player = players[post.seat]
            if post.kind is PostKind.SMALL_BLIND and player in self.small_since:
                self.small_since[player] += 1
        # The moving button may pass somebody over, who owes nothing and pays the small blind again instead.
        if self.rule is ButtonRule.DEAD and not made.heads_up:
            assert all(paid <= 1 for paid in self.small_since.values()), "nobody pays the small blind twice in a round"
            assert self.small_since.get(big, 1) == 1, "nobody passes the small blind"
        if made.heads_up:
            self.small_since.clear()
        self.small_since[big] = 0
        self.last_big = big
