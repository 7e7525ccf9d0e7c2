"""How a hand begins: who sits where with what, who posts what, and what of that is refused."""

from collections.abc import Iterable, Sequence

import msgspec

from omaha8.cards import FULL_DECK, Card, Deck, refuse_repeats
from omaha8.errors import CardError, SetupError
from omaha8.hand.betting import straddle
from omaha8.hand.events import PostKind
from omaha8.rules import BOARD_CARDS, MAX_SEATS, HouseRules, Stakes

_INT = frozenset({int})
_CODES = frozenset(FULL_DECK)
_BLINDS = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE, PostKind.STRADDLE)


class Post(msgspec.Struct, frozen=True, gc=False):
    """Chips a seat is to post before the deal; a shorter stack posts what it has (R2.5)."""

    seat: int
    kind: PostKind
    amount: int


class HandSetup(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything the engine is told before the cards: amounts in chips, seats by their number at the table (1 to 10).

    `stacks` are pairs of seat and chips, in any order; the button's seat may be empty. `posts` are taken in the
    order given, so an ante before a blind is paid first. `rake` and `smallest_chip` serve replays (R7.4, R7.10).
    """

    rules: HouseRules
    stakes: Stakes
    button: int
    stacks: tuple[tuple[int, int], ...]
    posts: tuple[Post, ...]
    smallest_chip: int = 1
    rake: int = 0


def deal_order(seats: Iterable[int], button: int) -> tuple[int, ...]:
    """Seat numbers clockwise from the first left of the button; the button itself, if dealt in, is last (R3.1)."""
    return tuple(sorted(seats, key=lambda number: (number - button - 1) % MAX_SEATS))


def blinds(stakes: Stakes, seats: Iterable[int], button: int, *, small_blind: bool = True) -> tuple[Post, ...]:
    """The two blinds left of the button; with two dealt in the button posts the small one (R2.2, R2.4).

    `small_blind=False` leaves out a dead small blind, so that the first left of the button is the big blind (R2.3).
    """
    order = deal_order(seats, button)
    if not small_blind:
        return (Post(order[0], PostKind.BIG_BLIND, stakes.big_blind),)
    small, big = (order[1], order[0]) if len(order) == 2 else (order[0], order[1])
    return (
        Post(small, PostKind.SMALL_BLIND, stakes.small_blind),
        Post(big, PostKind.BIG_BLIND, stakes.big_blind),
    )


def refuse_bad_setup(setup: HandSetup, deck: Deck) -> None:
    """Raise `SetupError`, naming the place, for a hand that cannot be played."""
    _refuse_bad_seats(setup)
    _refuse_bad_posts(setup)
    if not _is_whole(setup.smallest_chip) or setup.smallest_chip < 1:
        raise SetupError("smallest_chip", f"{setup.smallest_chip!r}; it is at least 1 chip", "smallest_chip")
    if not _is_whole(setup.rake) or setup.rake < 0:
        raise SetupError("rake", f"{setup.rake!r}; it is 0 or more chips", "rake")
    _refuse_bad_deck(deck, len(setup.stacks), setup.rules.hole_cards)


def _is_whole(value: object) -> bool:
    return type(value) is int


def _refuse_bad_seats(setup: HandSetup) -> None:
    seats = [number for number, _ in setup.stacks]
    if len(seats) < 2:
        raise SetupError("too_few_seats", f"{len(seats)} dealt in; a hand needs two or more", "stacks")
    most = setup.rules.max_seats
    if len(seats) > most:
        raise SetupError(
            "too_many_seats",
            f"{len(seats)} dealt in; with {setup.rules.hole_cards} hole cards the most are {most} (R1.1)",
            "stacks",
        )
    for number, where in (*((number, "stacks") for number in seats), (setup.button, "button")):
        if not _is_whole(number) or not 1 <= number <= MAX_SEATS:
            raise SetupError("bad_seat", f"{number!r} is no seat; seats are 1 to {MAX_SEATS}", where)
    if len(set(seats)) < len(seats):
        raise SetupError("repeated_seat", f"a seat stands twice in {seats}", "stacks")
    for number, stack in setup.stacks:
        if not _is_whole(stack) or stack < 1:
            raise SetupError("bad_stack", f"{stack!r}; a stack is 1 chip or more", f"stack of seat {number}")


def _refuse_bad_posts(setup: HandSetup) -> None:
    stakes = setup.stakes
    seats = [number for number, _ in setup.stacks]
    posted: set[tuple[int, PostKind]] = set()
    straddles = 0
    for post in setup.posts:
        kind = post.kind
        straddles += kind is PostKind.STRADDLE
        least, most = _legal_post(kind, stakes, straddles)
        code, problem = "bad_post", ""
        if post.seat not in seats:
            problem = f"the seat is not dealt in; dealt in are {sorted(seats)}"
        elif (post.seat, kind) in posted:
            code, problem = "repeated_post", "the seat posts it twice"
        elif kind is PostKind.STRADDLE and not any(done is PostKind.BIG_BLIND for _, done in posted):
            problem = "a straddle comes after the big blind"
        elif not _is_whole(post.amount) or not least <= post.amount <= most:
            problem = f"{post.amount!r} chips; legal are {least} to {most}"
        if problem:
            raise SetupError(code, problem, f"{kind.value} of seat {post.seat}")
        posted.add((post.seat, kind))
    _refuse_two_live_posts(setup.posts, stakes.big_blind)
    for kind, least in ((PostKind.BIG_BLIND, 1), (PostKind.SMALL_BLIND, 0)):
        count = sum(post.kind is kind for post in setup.posts)
        if not least <= count <= 1:
            raise SetupError("bad_post", f"{count} seats post the {kind.value}; legal is {least} to 1", "posts")


def _legal_post(kind: PostKind, stakes: Stakes, straddles: int) -> tuple[int, int]:
    """The least and most chips of a post before a short stack cuts it; a straddle is the `straddles`-th."""
    big = stakes.big_blind
    match kind:
        case PostKind.BIG_BLIND:
            return big, big
        case PostKind.STRADDLE:
            return straddle(stakes, straddles), straddle(stakes, straddles)
        case PostKind.SMALL_BLIND | PostKind.LIVE | PostKind.DEAD | PostKind.ANTE:
            return 1, big


def _refuse_two_live_posts(posts: Sequence[Post], big_blind: int) -> None:
    """One live post a seat; a small blind who owes the big one too may post the difference live, as in some rooms."""
    live: dict[int, list[Post]] = {}
    for post in posts:
        if post.kind in _BLINDS:
            live.setdefault(post.seat, []).append(post)
    for seat, own in live.items():
        kinds = {post.kind for post in own}
        topped_up = kinds == {PostKind.SMALL_BLIND, PostKind.LIVE} and sum(post.amount for post in own) <= big_blind
        if len(own) > 1 and not topped_up:
            raise SetupError("repeated_post", "the seat posts two live blinds; one is legal", f"seat {seat}")


def _refuse_bad_deck(deck: Deck, players: int, hole_cards: int) -> None:
    needed = players * hole_cards + BOARD_CARDS
    if len(deck.cards) < needed:
        raise SetupError("short_deck", f"{len(deck.cards)} cards; {needed} are needed", "deck")
    known = [card for card in deck.cards if card is not None]
    # Types first, so that 1.0 or True for 1 never get to the second test; sets, since this runs for every hand.
    if not (_INT.issuperset(map(type, known)) and _CODES.issuperset(known)):
        bad = next(card for card in known if type(card) is not int or card not in _CODES)
        raise CardError("bad_card", f"{bad!r} is no card; cards are 0 to 51", "deck")
    if len(set(known)) < len(known):
        refuse_repeats(known, "deck")


def deck_of(order: Sequence[Sequence[Card | None]], board: Sequence[Card | None] = (), where: str = "deck") -> Deck:
    """The deck that deals these hands, given in deal order, and this board; the rest of the board is unknown.

    `CardError` where the hands are none or of different sizes, the board has more than five cards, or a card repeats.
    """
    sizes = {len(cards) for cards in order}
    if len(sizes) != 1:
        raise CardError("card_count", f"hands of {sorted(sizes)} cards; all have the same number", where)
    if len(board) > BOARD_CARDS:
        raise CardError("card_count", f"a board of {len(board)} cards; {BOARD_CARDS} are the most", where)
    dealt = [cards[round_] for round_ in range(len(order[0])) for cards in order]
    deck = Deck((*dealt, *board, *[None] * (BOARD_CARDS - len(board))))
    refuse_repeats([card for card in deck.cards if card is not None], where)
    return deck
