"""The one question of this package: what each of some hands or ranges is worth against the others."""

from collections.abc import Sequence
from secrets import randbits

from msgspec.structs import replace

from omaha8.errors import InputError
from omaha8.odds import exact as known_exact
from omaha8.odds import montecarlo
from omaha8.odds.matchup import Cards, MatchUp, read, refuse_other_size
from omaha8.odds.random_hand import against_random
from omaha8.odds.ranges import exact as ranges_exact
from omaha8.odds.ranges import samples as ranges_samples
from omaha8.odds.ranges.matchup import Hand, RangeMatchUp, read_ranges
from omaha8.odds.ranges.range import is_range
from omaha8.odds.ranges.samples import Progress
from omaha8.odds.results import Equity, result

SEED_BITS = 53
"""Of a seed that is drawn: every reader of JSON keeps so many."""

USUAL_SAMPLES = 1_000_000
"""Samples where ranges are too much to be counted and no number is asked for."""

BUDGET = 2_000, 100_000_000
"""What of ranges is counted unasked: combinations before the flop, suits aside; combinations times boards after it."""

MOST_WORK = 200_000, 10_000_000_000
"""The same where `exact` is asked for; beyond, it is refused."""


def equity(  # noqa: PLR0913 - one question, and how to work it out
    hands: Sequence[Hand],
    board: Cards = "",
    dead: Cards = "",
    *,
    samples: int | None = None,
    seed: int | None = None,
    exact: bool = False,
    hole_cards: int | None = None,
    progress: Progress | None = None,
) -> Equity:
    """Work out the equity of two to ten hands or ranges, exactly or from samples.

    Each group of cards is text (`"AsKs2s3h"`) or card codes: hands of four, five or six cards, all of the same number;
    a board of none, three, four or five; `dead` the other cards known to be out. Any hand may be a range instead, as
    text (docs/ranges.md; fewer than four cards written out are a range) or a `Range`; `hole_cards` says how many cards
    hands have where no hand does, else four.

    Known hands: without `samples` every board is counted. Ranges: every combination on every board where that fits
    `BUDGET` or `exact` is asked for, else `USUAL_SAMPLES` are drawn; a hand against any hand, `*`, as `against_random`
    counts it, on a board or where `exact` is asked for. With `samples` (1 to 1,000,000,000) as many boards
    or deals are drawn at random; the same `seed` (0 to 2 ** 64 - 1) draws the same, and without one a fresh seed is
    taken and stands in the answer. `progress` is called now and then with how much work is done, of how much in all.

    Raises what `matchup.read` and `ranges.matchup.read_ranges` raise, and an `InputError` `sample_count`, `seed`,
    `hole_cards` or `exact` with the argument's name in `where`.
    """
    montecarlo.refuse_sampling(samples, seed)
    if exact and (samples is not None or seed is not None):
        raise InputError("exact", "exact odds take neither samples nor a seed", "exact")
    match_up = read_any(hands, board, dead, hole_cards)
    if isinstance(match_up, RangeMatchUp):
        return _of_ranges(match_up, samples, seed, exact, progress)
    if samples is None:
        if seed is not None:
            raise InputError("seed", "a seed is for samples; exact odds need none", "seed")
        counts = known_exact.count(match_up)
        return result(match_up, counts, match_up.boards)
    seed = randbits(SEED_BITS) if seed is None else seed
    return result(match_up, montecarlo.count(match_up, samples, seed, progress), samples, seed)


def read_any(hands: Sequence[Hand], board: Cards, dead: Cards, hole_cards: int | None = None) -> MatchUp | RangeMatchUp:
    """Read known hands, or ranges where any of the hands is one."""
    try:
        match_up = read(hands, board, dead)  # type: ignore[arg-type]  # a `Range` is no cards, which it refuses
    except (InputError, TypeError):
        if isinstance(hands, str) or not any(is_range(hand) for hand in hands):
            raise
        return read_ranges(hands, board, dead, hole_cards)
    refuse_other_size(hole_cards, match_up.hole_cards, 1)
    return match_up


def _of_ranges(
    match_up: RangeMatchUp, samples: int | None, seed: int | None, exact: bool, progress: Progress | None
) -> Equity:
    if samples is None:
        if (exact or match_up.board) and (odds := _against_any_hand(match_up)) is not None:
            return odds
        found = ranges_exact.combine(match_up, MOST_WORK if exact else BUDGET)
        if found is not None:
            counts = ranges_exact.count(match_up, found, progress)
            return result(match_up, counts, int(counts.sum()), combinations=found.possible)
        if exact:
            before_flop, after_flop = MOST_WORK
            limits = (
                f"{before_flop:,} combinations of hands before the flop, {after_flop:,} on all boards after it, and "
                f"{ranges_exact.MOST_COMBINATIONS:,} to look through, those with a card twice among them"
            )
            raise InputError("exact", f"ranges too wide to be counted: at most {limits}; take samples", "exact")
    count = USUAL_SAMPLES if samples is None else samples
    seed = randbits(SEED_BITS) if seed is None else seed
    counts = ranges_samples.count(match_up, count, seed, progress)
    return result(match_up, counts, count, seed, combinations=None)


def _against_any_hand(match_up: RangeMatchUp) -> Equity | None:
    """The odds of a known hand against any hand, which are counted whole; None for every other match-up."""
    for known, other in ((0, 1), (1, 0)):
        if match_up.players == 2 and match_up.ranges[known].is_hand and match_up.any_hand[other]:
            found = against_random(match_up.hands[known], match_up.board, match_up.dead)
            return found if known == 0 else replace(found, hands=found.hands[::-1])
    return None
