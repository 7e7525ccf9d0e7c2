"""Compiled kernels that count outcomes against a random hand: the twins of the numpy code in `against_random`.

As in `evaluation.kernels`: import it through `batch.compiled` only; arguments are trusted; no kernel calls one of
another module. What the arguments are stands at the twins.
"""

# numba infers its own types, in which int and np.int64 are one; mypy keeps them apart.
# mypy: disable-error-code="assignment, arg-type, return-value"

import numpy as np
from numpy.typing import NDArray

from omaha8.evaluation.arrays import Words
from omaha8.evaluation.kernels import compiled, inlined

Counts = NDArray[np.int64]


@inlined
def _winners(own: int, other: int) -> int:
    """Return who has the better key: 1 for the hand, 2 for its opponent, 3 for both."""
    return 1 if own > other else 2 if own < other else 3


@compiled
def count_plain(made: Words, own: Words, amounts: Counts, counts: Counts) -> None:
    """Count deals, with flushes left aside."""
    for board in range(len(made)):
        for hand in range(made.shape[1]):
            code = np.int64(made[board, hand])
            counts[_winners(np.int64(own[board]), code >> 2) << 2 | code & 3] += amounts[board, hand]


@compiled
def move_flushes(  # noqa: PLR0913, PLR0917 - the boards, the hands on them and the flushes of both
    made: Words,
    own: Words,
    at: NDArray[np.intp],
    seen: NDArray[np.int64],
    masks: NDArray[np.int64],
    whole: Words,
    own_flush: Words,
    flush: Words,
    amounts: Counts,
    counts: Counts,
) -> None:
    """Move the deals that flushes decide."""
    for k in range(len(at)):
        for q in range(len(amounts)):
            if at[k, q] < 0:
                continue
            row = made[at[k, q]]
            before = np.int64(own[at[k, q]])
            after = max(before, np.int64(own_flush[k]))
            for s in range(len(masks)):
                best = np.int64(flush[k, s])
                if masks[s] & seen[k] or (after == before and best < before):
                    continue
                for r in range(whole.shape[1]):
                    code = np.int64(row[whole[s, r]])
                    was = _winners(before, code >> 2)
                    now = _winners(after, max(code >> 2, best))
                    if was != now:
                        counts[was << 2 | code & 3] -= amounts[q, r]
                        counts[now << 2 | code & 3] += amounts[q, r]
