"""The one question of this package: what each of some known hands is worth against the others."""

from collections.abc import Sequence
from secrets import randbits

from omaha8.errors import InputError
from omaha8.odds import exact, montecarlo
from omaha8.odds.matchup import Cards, read
from omaha8.odds.results import Equity, result


def equity(
    hands: Sequence[Cards],
    board: Cards = "",
    dead: Cards = "",
    *,
    samples: int | None = None,
    seed: int | None = None,
) -> Equity:
    """Work out the equity of two to ten known hands, exactly or from samples.

    Each group of cards is text (`"AsKs2s3h"`) or card codes: hands of four, five or six cards, all of the same number;
    a board of none, three, four or five; `dead` the other cards known to be out. Without `samples` every board is
    counted. With `samples` (1 to 1,000,000,000) as many boards are drawn at random; the same `seed` (0 to 2 ** 64 - 1)
    draws the same boards, and without one a fresh seed is taken and stands in the answer.

    Raises what `matchup.read` raises, and an `InputError` `sample_count` or `seed` with the argument's name in `where`.
    """
    match_up = read(hands, board, dead)
    if samples is None:
        if seed is not None:
            raise InputError("seed", "a seed is for samples; exact odds need none", "seed")
        counts = exact.count(match_up)
        return result(match_up, counts, match_up.boards)
    if type(samples) is not int or not 1 <= samples <= montecarlo.MOST_SAMPLES:
        raise InputError("sample_count", f"{samples!r} samples; 1 to {montecarlo.MOST_SAMPLES:,} are drawn", "samples")
    if seed is None:
        seed = randbits(64)
    elif type(seed) is not int or not 0 <= seed <= montecarlo.MOST_SEED:
        raise InputError("seed", f"{seed!r} is not a seed; seeds are integers from 0 to 2 ** 64 - 1", "seed")
    return result(match_up, montecarlo.count(match_up, samples, seed), samples, seed)
