"""What a newcomer or returner must post to be dealt in at once (R2.6, R2.7)."""

from omaha8.table.blinds import next_stakes
from omaha8.table.state import TableState


def price_to_play(state: TableState, number: int) -> tuple[int, int]:
    """Chips to post, live and dead: a newcomer the big blind; who missed both, that and the small blind dead."""
    seat = state.seats[number - 1]
    if seat is None or not state.moving:
        return 0, 0
    stakes = next_stakes(state)
    live = stakes.big_blind if seat.newcomer or seat.owes_big else 0
    return live, stakes.small_blind if seat.owes_small else 0
