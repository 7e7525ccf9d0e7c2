"""How PHH's two arrays, antes and blinds, tell who posts what: read here, and asked by the writer what would be read.

Players are counted from 0, the first left of the button first; with two, both arrays are in reverse. What the arrays
cannot tell (dead blinds, an order of its own) stands in our own field `_posts`, one text a post: `p3 dead 5`.
"""

from collections.abc import Sequence

from omaha8.hand.events import PostKind

OWN_FIELD = "_posts"
COUNT_UNPAID = (PostKind.BIG_BLIND, PostKind.STRADDLE)  # they say where the action starts, and what is to match

PlayerPost = tuple[int, PostKind, int]


def by_player(values: Sequence[int]) -> list[int]:
    """An array of the file in the order of the players, or one of the players as the file wants it."""
    return list(reversed(values)) if len(values) == 2 else list(values)


def posts_of_arrays(antes: Sequence[int], blinds: Sequence[int], big_blind: int, *, trimmed: bool) -> list[PlayerPost]:
    """The posts due, both arrays in the order of the players: antes first, then blinds from the left of the button.

    The big blind is the first or second player's; above it are straddles, other amounts live posts, also where they
    are written below 0 as PokerKit has them. Antes that differ and are not trimmed belong to nobody's bet: dead.
    """
    dead = not trimmed and len(set(antes)) > 1
    posts = [
        (player, PostKind.DEAD if dead else PostKind.ANTE, amount) for player, amount in enumerate(antes) if amount
    ]
    places = _blind_places(blinds)
    for player in (*places, *(player for player in range(len(blinds)) if player not in places)):
        amount = blinds[player]
        if player in places:
            kind = PostKind.BIG_BLIND if player == places[-1] else PostKind.SMALL_BLIND
        else:
            kind = PostKind.STRADDLE if amount > big_blind else PostKind.LIVE
        if amount:
            posts.append((player, kind, abs(amount)))
    return posts


def _blind_places(blinds: Sequence[int]) -> tuple[int, ...]:
    """Who posts the blinds: small and big, or the big one alone where the small one is dead."""
    if len(blinds) == 2:
        return (1, 0) if blinds[0] else (1,)
    if blinds[0] > 0 and blinds[1] >= blinds[0]:
        return (0, 1)
    return (0,) if blinds[0] > 0 else (1,)


def small_blind(blinds: Sequence[int], big_blind: int) -> int:
    """The small blind that the file's own array names: its first amount, if a big blind follows; else half of that."""
    named = len(blinds) > 1 and 0 < blinds[0] <= big_blind and blinds[1] > 0
    return blinds[0] if named else max(1, big_blind // 2)


def write_post(post: PlayerPost) -> str:
    """A post of our own field."""
    player, kind, amount = post
    return f"p{player + 1} {kind.value} {amount}"


def read_post(text: str, players: int) -> PlayerPost:
    """A post of our own field; `ValueError` where it is none."""
    name, kind, amount = text.split(" ")
    player = int(name.removeprefix("p")) - 1
    if not name.startswith("p") or not 0 <= player < players or not amount.isdecimal():
        raise ValueError(text)
    return player, PostKind(kind), int(amount)


def cut_to_stacks(posts: Sequence[PlayerPost], stacks: Sequence[int]) -> list[PlayerPost]:
    """The posts as really made: a shorter stack posts what it has (R2.5), nothing of it only as a blind that counts."""
    left = list(stacks)
    made: list[PlayerPost] = []
    for player, kind, due in posts:
        amount = min(due, left[player])
        left[player] -= amount
        if amount or kind in COUNT_UNPAID:
            made.append((player, kind, amount))
    return made
