"""Words for hands, made from the key alone: the one English renderer.

The wording is that of PokerStars' hand histories. Kickers are left out, as there. Other languages and the
page name hands from `classes.high_class` themselves.
"""

from omaha8.cards import RANKS
from omaha8.evaluation.classes import ACE, FIVE, Category, high_class, low_ranks

_ONE = (
    "Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
)  # fmt: skip
_MANY = tuple(name + ("es" if name == "Six" else "s") for name in _ONE)


def high_name(key: int) -> str:
    """Put a high key (1..7462) in words: `a full house, Aces full of Sevens`.

    Any other number is refused with an `InputError`.
    """
    hand = high_class(key)
    first, *rest = hand.ranks
    match hand.category:
        case Category.HIGH_CARD:
            return f"high card {_ONE[first]}"
        case Category.PAIR:
            return f"a pair of {_MANY[first]}"
        case Category.TWO_PAIR:
            return f"two pair, {_MANY[first]} and {_MANY[rest[0]]}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_MANY[first]}"
        case Category.STRAIGHT:
            return f"a straight, {_span(first)}"
        case Category.FLUSH:
            return f"a flush, {_ONE[first]} high"
        case Category.FULL_HOUSE:
            return f"a full house, {_MANY[first]} full of {_MANY[rest[0]]}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_MANY[first]}"
        case Category.STRAIGHT_FLUSH:
            return "a Royal Flush" if first == ACE else f"a straight flush, {_span(first)}"


def low_name(key: int) -> str:
    """Put a low key (1..56) in words: `8,6,4,3,2`, the ace last.

    0 ("no low") is no hand and refused with an `InputError`, as is any other number.
    """
    return ",".join(RANKS[rank] for rank in low_ranks(key))


def _span(top: int) -> str:
    """`Three to Seven`, the straight up to that rank."""
    bottom = ACE if top == FIVE else top - 4
    return f"{_ONE[bottom]} to {_ONE[top]}"
