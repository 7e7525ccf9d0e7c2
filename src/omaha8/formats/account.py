"""The account a text gives of its own chips: what was put in, and what came back to whom. Plain sums, no rules.

From it come the `Results` that a replay is compared with.
"""

from collections import Counter
from collections.abc import Iterable

from omaha8.formats.history import Collected, Player, Results


class Account:
    """Sums by seat while a hand is read. `total` and `pots` are set when the text says them."""

    def __init__(self) -> None:
        self.total: int | None = None
        self.pots: tuple[int, ...] | None = None
        self.uncalled: list[tuple[int, int]] = []
        self.collected: list[Collected] = []
        self._front: Counter[int] = Counter()  # on this street
        self._paid: Counter[int] = Counter()
        self._uncalled = (0, 0)

    def pay(self, seat: int, amount: int, *, live: bool = True) -> None:
        """A post or a call: `amount` chips more; dead ones are no part of the bet."""
        self._paid[seat] += amount
        if live:
            self._front[seat] += amount

    def bet_to(self, seat: int, total: int) -> None:
        """A blind, bet or raise that makes `total` chips in front of the seat."""
        self.pay(seat, total - self._front[seat])

    def front(self, seat: int) -> int:
        """Chips in front of the seat on this street."""
        return self._front[seat]

    @property
    def paid(self) -> int:
        """Every chip put in so far."""
        return sum(self._paid.values())

    def close_street(self) -> None:
        """Bets in front of the seats go to the middle."""
        self._uncalled = self.uncalled_part()
        self._front.clear()

    def uncalled_part(self) -> tuple[int, int]:
        """A seat, and how many of its chips nobody matched on the last street with bets; 0 where all were matched."""
        if not self._front:
            return self._uncalled
        (seat, highest), (_, second) = (*self._front.most_common(2), (0, 0))[:2]
        return seat, highest - second

    def results(self, players: Iterable[Player]) -> Results:
        """What the text says came of the hand.

        Texts of 2005 leave the return of an uncalled bet unsaid, and so do whole formats. Where no return is written
        and more was put in than the pots hold, the difference went back to the seat with the most chips in front
        of it, and returns are not compared.
        """
        unsaid = 0
        if self.total is not None and not self.uncalled:
            unsaid = max(0, sum(self._paid.values()) - self.total)
        back = Counter({self.uncalled_part()[0]: unsaid})
        for seat, amount in (*self.uncalled, *((won.seat, won.amount) for won in self.collected)):
            back[seat] += amount
        return Results(
            total=self.total,
            pots=self.pots,
            collected=tuple(self.collected),
            uncalled=None if unsaid else tuple(self.uncalled),
            finals=tuple(
                (player.seat, player.stack - self._paid[player.seat] + back[player.seat]) for player in players
            ),
        )
