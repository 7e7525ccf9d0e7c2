"""Where button and blinds go next, who is dealt in, and who posts what (R2.1 to R2.7)."""

from collections.abc import Callable, Iterator, Set

import msgspec

from omaha8.hand.events import PostKind
from omaha8.hand.setup import Post
from omaha8.rules import ButtonRule, Stakes
from omaha8.table.state import TableSeat, TableState


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """The places of the next hand, as seat numbers.

    `small_blind` is a place, which may be empty or not ready: then nobody posts it. `dealt` are in seat order; of
    them `posters` pay to be dealt in at once. `missed` are passed by the big blind, `missed_small` only owe the small.
    """

    button: int
    small_blind: int
    big_blind: int
    dealt: tuple[int, ...]
    posters: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    missed_small: tuple[int, ...] = ()

    @property
    def heads_up(self) -> bool:
        """Two are dealt in."""
        return len(self.dealt) == 2


def clockwise(state: TableState, after: int) -> Iterator[int]:
    """Every seat number once, beginning left of `after` and ending with it."""
    count = len(state.seats)
    for step in range(count):
        yield (after + step) % count + 1


def place(state: TableState, post_now: Set[int]) -> Placement | None:
    """The places of the next hand, or `None` with fewer than two ready players.

    `post_now` are the seats of newcomers and returners who would rather pay than wait for the big blind.
    """
    ready = _numbers(state, lambda seat: seat.is_ready)
    if len(ready) < 2:
        return None
    if not state.moving or state.big_blind is None or state.small_blind is None or state.button is None:
        return _first_hand(state, ready)
    placed = _next_hand(state, ready, post_now, state.button, state.small_blind, state.big_blind)
    if len(placed.dealt) < 2:
        # Everybody but the big blind is still waiting for it: begin as at a first hand rather than wait for ever.
        placed = _first_hand(state, ready)
    missed, missed_small = _missed(state, state.big_blind, placed.big_blind)
    return msgspec.structs.replace(placed, missed=missed, missed_small=missed_small)


def posts(state: TableState, placed: Placement, stakes: Stakes) -> tuple[Post, ...]:
    """What the dealt-in seats post: the blinds, and what newcomers and returners owe, its live part first (R2.7)."""
    made = []
    if placed.small_blind in placed.dealt:
        made.append(Post(placed.small_blind, PostKind.SMALL_BLIND, stakes.small_blind))
    made.append(Post(placed.big_blind, PostKind.BIG_BLIND, stakes.big_blind))
    for number in placed.posters:
        seat = state.seats[number - 1]
        assert seat is not None
        if seat.newcomer or seat.owes_big:
            made.append(Post(number, PostKind.LIVE, stakes.big_blind))
        if seat.owes_small:
            made.append(Post(number, PostKind.DEAD, stakes.small_blind))
    return tuple(made)


def rotation(state: TableState, placed: Placement) -> int:
    """The entry of the rotation of stakes that a hand at these places is played at.

    It advances with every hand, or each time the button has come round (R5.4).
    """
    entries = len(state.config.rotation)
    if state.button is None:
        return state.rotation
    if not state.config.rotate_by_orbit:
        return (state.rotation + 1) % entries
    came_round = placed.button < state.button
    return (state.rotation + came_round) % entries


def next_stakes(state: TableState) -> Stakes:
    """The stakes of the next hand, as far as can be said before it: if those now ready are dealt in."""
    entries = state.config.rotation
    if state.hand_number and not state.config.rotate_by_orbit:
        return entries[(state.rotation + 1) % len(entries)]
    placed = place(state, frozenset())
    return entries[state.rotation if placed is None else rotation(state, placed)]


def _numbers(state: TableState, wanted: Callable[[TableSeat], bool]) -> list[int]:
    return [number for number, seat in enumerate(state.seats, 1) if seat is not None and wanted(seat)]


def _next(state: TableState, after: int, among: Set[int]) -> int:
    return next(number for number in clockwise(state, after) if number in among)


def _first_hand(state: TableState, ready: list[int]) -> Placement:
    """All who are ready are dealt in and nobody owes a blind; the button lies where it lay, or at the first sitter."""
    button = state.button
    if button is None:
        seated = [(seat.order, number) for number, seat in enumerate(state.seats, 1) if seat is not None]
        button = min(seated)[1]
    among = set(ready)
    if button not in among:
        button = _next(state, button, among)
    if len(ready) == 2:
        return Placement(button=button, small_blind=button, big_blind=_next(state, button, among), dealt=tuple(ready))
    small = _next(state, button, among)
    return Placement(button=button, small_blind=small, big_blind=_next(state, small, among), dealt=tuple(ready))


def _next_hand(state: TableState, ready: list[int], post_now: Set[int], button: int, small: int, big: int) -> Placement:
    """The places after a hand at `button`, `small` and `big`."""
    among = set(ready)
    next_big = _next(state, big, among)
    if len(ready) == 2:
        return _heads_up(next_big, ready)
    regulars = _numbers(state, lambda seat: seat.is_regular)
    if state.heads_up:
        # Nobody joins a heads-up pair but by the big blind, and nobody posts in (R2.4).
        regulars = [number for number, player in state.dealt if number in among and state.player_at(number) == player]
        post_now = frozenset()
    if state.config.rules.button is ButtonRule.DEAD or state.heads_up or len(regulars) < 2:
        new_button, new_small = small, big
        new_big = next_big
    else:
        new_button = _next(state, button, set(regulars))
        new_small = _next(state, new_button, set(regulars))
        new_big = _next(state, new_small, among)
        if new_big == new_button:  # two regulars, and the newcomers sit behind them: one heads-up hand first
            return _heads_up(_next(state, big, set(regulars)), regulars)
    posters = _posters(state, among - set(regulars) - {new_big}, post_now, new_button, new_big)
    dealt = sorted({*regulars, new_big, *posters})
    if len(dealt) == 2:
        return _heads_up(new_big, dealt)
    return Placement(
        button=new_button,
        # A newcomer or returner on the small blind's place waits: nobody posts it.
        small_blind=new_small,
        big_blind=new_big,
        dealt=tuple(dealt),
        posters=posters,
    )


def _heads_up(big: int, pair: list[int]) -> Placement:
    """The other one is button and small blind (R2.4)."""
    other = next(number for number in pair if number != big)
    return Placement(button=other, small_blind=other, big_blind=big, dealt=tuple(sorted(pair)))


def _posters(state: TableState, waiting: set[int], post_now: Set[int], button: int, big: int) -> tuple[int, ...]:
    """Who pays to be dealt in; on the button and between it and the big blind one waits (R2.6)."""
    in_the_way = {button}
    for number in clockwise(state, button):
        if number == big:
            break
        in_the_way.add(number)
    return tuple(sorted((waiting & post_now) - in_the_way))


def _missed(state: TableState, last_big: int, big: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats that were not ready when a blind came by: both blinds, or the small one only (R2.7)."""
    if big == last_big:  # a hand that begins anew, or a moving button with a seat come back: nobody was passed
        return (), ()
    both = []
    for number in clockwise(state, last_big):
        if number == big:
            break
        seat = state.seats[number - 1]
        if seat is not None and not seat.is_ready and not seat.newcomer and number != last_big:
            both.append(number)
    seat = state.seats[last_big - 1]
    small = seat is not None and not seat.is_ready and not seat.newcomer
    return tuple(both), (last_big,) if small else ()
