"""The showdown: who shows in what order, which hands the room shows itself, and who wins what (R7.2, R7.5)."""

from omaha8.cards import Card
from omaha8.errors import SetupError
from omaha8.evaluation import RankedBoard
from omaha8.hand.events import HandEnded, HandEvent, PotAwarded, RakeTaken, Shown, ShowOffered
from omaha8.hand.pots import Pot, award, pots
from omaha8.hand.state import NOBODY, HandState, Seat, Showing, Street
from omaha8.rules import BOARD_CARDS, FirstToShow

_DONE = (Showing.SHOWN, Showing.MUCKED)


def first_to_show(state: HandState) -> int:
    """The index of the player whom the house has show first; a folded one gives way to the next live clockwise."""
    match state.rules.first_to_show:
        case FirstToShow.LAST_AGGRESSOR:
            index = state.aggressor
        case FirstToShow.RIVER_AGGRESSOR:
            index = state.aggressor if state.aggressor_street is Street.RIVER else NOBODY
        case FirstToShow.RIVER_BETTOR:
            river = state.round
            index = river.opener if river.opener != NOBODY else river.first_to_act
    count = len(state.seats)
    index = max(index, 0)  # nobody: first left of the button
    while not state.seats[index].is_live:
        index = (index + 1) % count
    return index


def showing_order(state: HandState) -> tuple[int, ...]:
    """The live players' indexes in the order they show: last side pot to main pot, each hand once (R7.5)."""
    leader = first_to_show(state)
    count = len(state.seats)
    order: list[int] = []
    for pot in reversed(pots(state)):
        start = leader if leader in pot.seats else pot.seats[0]
        for index in sorted(pot.seats, key=lambda seat: (seat - start) % count):
            if index not in order:
                order.append(index)
    return tuple(order)


def show_hands(state: HandState) -> tuple[HandEvent, ...]:
    """The hands the room shows, up to the next choice of a player; empty once all have shown or mucked.

    A hand is shown if nothing has been yet, if its high beats or ties the best high shown, or if it has a low and
    no shown low is better; so no hand that can win a chip is left to its owner's choice (R7.5).
    """
    still = [index for index, seat in enumerate(state.seats) if seat.is_live and seat.showing not in _DONE]
    if not still:
        return ()
    board = RankedBoard(state.board)
    best_high = max([seat.high for seat in state.seats])
    best_low = max([seat.low for seat in state.seats])
    events: list[HandEvent] = []
    for index in showing_order(state):
        seat = state.seats[index]
        if index not in still:
            continue
        cards = seat.known_cards
        if cards is None:
            if _is_only_claimant(state, index):
                continue
            events.append(ShowOffered(seat.number))
            break
        high, low = board.rank(cards)
        if seat.showing is Showing.HIDDEN and high < best_high and (low == 0 or low < best_low):
            events.append(ShowOffered(seat.number))
            break
        events.append(Shown(seat.number, cards, high, low))
        best_high = max(best_high, high)
        best_low = max(best_low, low)
    return tuple(events)


def shown(state: HandState, seat: Seat, cards: tuple[Card, ...]) -> Shown:
    """The hand of a seat as shown, with its value where the board is full."""
    if len(state.board) < BOARD_CARDS:
        return Shown(seat.number, cards)
    high, low = RankedBoard(state.board).rank(cards)
    return Shown(seat.number, cards, high, low)


def _is_only_claimant(state: HandState, index: int) -> bool:
    """Whether some pot is left to this player alone. It matters to hands whose cards are unknown: they cannot show."""
    return any(index in pot.seats and _claimants(state, pot) == [state.seats[index]] for pot in pots(state))


def _claimants(state: HandState, pot: Pot) -> list[Seat]:
    """The players of a pot who have not mucked."""
    return [state.seats[i] for i in pot.seats if state.seats[i].showing is not Showing.MUCKED]


def pay(state: HandState) -> tuple[HandEvent, ...]:
    """Rake out of the main pot where a replay states one, then every pot from the last side pot to the main pot."""
    events: list[HandEvent] = []
    made = list(pots(state))
    main = made[0].amount if made else 0  # nothing: a lone big blind went back to its poster
    if state.rake > main:
        raise SetupError("rake", f"a rake of {state.rake}; the main pot it comes out of is {main}", "rake")
    if state.rake:
        made[0] = Pot(main - state.rake, made[0].seats)
        events.append(RakeTaken(state.rake))
    events += [_awarded(state, number, pot) for number, pot in reversed(list(enumerate(made)))]
    events.append(HandEnded())
    return tuple(events)


def _awarded(state: HandState, number: int, pot: Pot) -> PotAwarded:
    """One pot to its own best high and best qualifying low (R7.2); a pot with one claimant is not compared."""
    claimants = _claimants(state, pot)
    high, low = claimants, []
    if len(claimants) > 1:
        shown = [seat for seat in claimants if seat.showing is Showing.SHOWN]
        best_high = max(seat.high for seat in shown)
        best_low = max(seat.low for seat in shown)
        high = [seat for seat in shown if seat.high == best_high]
        low = [seat for seat in shown if seat.low == best_low and best_low]
    shares = award(
        pot.amount,
        [seat.number for seat in high],
        [seat.number for seat in low],
        state.rules.odd_chips,
        state.smallest_chip,
    )
    return PotAwarded(number, pot.amount, tuple(state.numbers[i] for i in pot.seats), shares)
