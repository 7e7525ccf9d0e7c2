"""Odds for the room, counted in a process of their own: no table waits for them, and numpy stays out of this one.

One worker, a short queue, a time limit; one question of a player at a time, and all-ins before all of them. The odds of
an all-in are counted from the hands that lie face up and the board alone; folded cards are as unknown as to everybody
at the table.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count
from secrets import randbits
from typing import TYPE_CHECKING, Any

import msgspec

from omaha8.cards import Card, format_cards
from omaha8.errors import InputError
from omaha8.hand.events import BoardDealt, HandsTurnedUp
from omaha8.server.wire import (
    MAX_SEED,
    ApiError,
    EquityAnswer,
    EquityRequest,
    HandOdds,
    Odds,
    SeatOdds,
    Shares,
    StreetOdds,
)
from omaha8.server.worker import Worker, WorkerDiedError
from omaha8.table.events import TableEvent

if TYPE_CHECKING:
    from omaha8.odds import Equity

WAITING = 8  # questions; who comes later is asked to come again
SECONDS = 10.0  # that a question may wait, and then be counted
ALL_INS, PLAYERS = 0, 1  # whose questions come first


class OddsError(Exception):
    """No odds for now: `busy`, `too_long` or `failed`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class AllIn(msgspec.Struct, frozen=True, kw_only=True):
    """Hands that were turned up (R7.6), as text by seat, and the boards on which something was still to come."""

    hand: int
    seats: tuple[int, ...]
    hands: tuple[str, ...]
    boards: tuple[str, ...]


def all_in(hand: int, board: Sequence[Card], events: Sequence[TableEvent]) -> AllIn | None:
    """The question that a command's events raise, if they turned hands up before the last card of the board."""
    turned = next((event for event in events if isinstance(event, HandsTurnedUp)), None)
    if turned is None or len(turned.hands) < 2:
        return None
    streets = [len(event.cards) for event in events[events.index(turned) :] if isinstance(event, BoardDealt)]
    lengths = [len(board) - sum(streets[street:]) for street in range(len(streets))]
    return AllIn(
        hand=hand,
        seats=tuple(seat for seat, _ in turned.hands),
        hands=tuple(format_cards(cards) for _, cards in turned.hands),
        boards=tuple(format_cards(board[:length]) for length in lengths),
    )


class OddsDesk:
    """Where odds are asked for. One a room."""

    def __init__(self) -> None:
        self._worker = Worker(answer, EquityRequest(("AsKsQsJs", "AhKhQhJh")))
        self._answering = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []  # a heap: all-ins, then players as they came
        self._numbers = count()
        self._asking: set[str] = set()  # players

    def close(self) -> None:
        """End the worker."""
        self._worker.close()

    async def warm_up(self) -> None:
        """Start the worker and have it load its tables, so that the first question does not wait for that."""
        with contextlib.suppress(WorkerDiedError, TimeoutError):  # then the first question tries again
            await asyncio.get_running_loop().run_in_executor(self._worker.thread, self._worker.warm_up)

    async def equity(self, request: EquityRequest, player: str) -> EquityAnswer | ApiError:
        """The answer to a player's question, or what is wrong with it. Raises `OddsError`."""
        if player in self._asking:
            raise OddsError("busy", "your last question is being counted; wait for its answer")
        if len(self._waiting) >= WAITING:
            raise OddsError("busy", f"{WAITING} questions are waiting; ask again in a moment")
        self._asking.add(player)
        try:
            result: EquityAnswer | ApiError = await self._ask(request, PLAYERS)
        finally:
            self._asking.discard(player)
        return result

    async def at_all_in(self, question: AllIn) -> Odds:
        """The odds of an all-in on each of its boards, before all players' questions. Raises `OddsError`."""
        result: Odds = await self._ask(question, ALL_INS)
        return result

    async def _ask(self, question: EquityRequest | AllIn, rank: int) -> Any:
        async with self._turn(rank):
            loop = asyncio.get_running_loop()
            try:
                return await loop.run_in_executor(self._worker.thread, self._worker.ask, question, SECONDS)
            except TimeoutError:
                raise OddsError("too_long", f"not done in {SECONDS:.0f} seconds; ask for fewer samples") from None
            except WorkerDiedError as error:
                raise OddsError("failed", "the process that counts odds has failed; ask again") from error

    @asynccontextmanager
    async def _turn(self, rank: int) -> AsyncIterator[None]:
        """Wait for the worker, no longer than a question may take."""
        if self._answering:
            turn = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (rank, next(self._numbers), turn))
            try:
                async with asyncio.timeout(SECONDS):
                    await turn
            except BaseException as error:
                if not turn.cancelled():  # it came at the last moment, and nobody takes it
                    self._pass_on()
                if isinstance(error, TimeoutError):
                    raise OddsError("busy", "others are asking; ask again in a moment") from None
                raise
        self._answering = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """The worker is free for the next who still waits."""
        self._answering = False
        while self._waiting and not self._answering:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                self._answering = True
                turn.set_result(None)


def answer(question: EquityRequest | AllIn) -> EquityAnswer | ApiError | Odds:
    """Count, in the worker's process."""
    if isinstance(question, AllIn):
        return _at_all_in(question)
    try:
        return _equity(question)
    except InputError as error:
        return ApiError(code=error.code, detail=error.message, where=error.where)


def _equity(request: EquityRequest) -> EquityAnswer:
    from omaha8.odds import equity  # noqa: PLC0415 - numpy is for the worker alone
    from omaha8.odds.preflop import percentile  # noqa: PLC0415

    seed = request.seed
    if request.samples is not None and seed is None:
        seed = randbits(MAX_SEED.bit_length())
    found = equity(request.hands, request.board, request.dead, samples=request.samples, seed=seed)
    return EquityAnswer(
        board=format_cards(found.board),
        dead=format_cards(found.dead),
        boards=found.boards,
        seed=found.seed,
        no_low=float(found.no_low_probability),
        hands=tuple(
            HandOdds(
                text,
                _shares(found, index),
                hand.standard_error,
                float(percentile(hand.cards)) if len(hand.cards) == 4 else None,
            )
            for index, (text, hand) in enumerate(zip(request.hands, found.hands, strict=True))
        ),
    )


def _at_all_in(question: AllIn) -> Odds:
    from omaha8.odds import equity  # noqa: PLC0415 - numpy is for the worker alone

    streets = []
    for board in question.boards:
        found = equity(question.hands, board)
        seats = tuple(SeatOdds(seat, _shares(found, index)) for index, seat in enumerate(question.seats))
        streets.append(StreetOdds(len(found.board), float(found.no_low_probability), seats))
    return Odds(question.hand, tuple(streets))


def _shares(found: "Equity", index: int) -> Shares:
    hand = found.hands[index]
    return Shares(
        equity=float(hand.equity),
        scoop=hand.scoops / found.boards,
        high=hand.high_wins / found.boards,
        high_tie=hand.high_ties / found.boards,
        low=hand.low_wins / found.boards,
        low_tie=hand.low_ties / found.boards,
        quartered=hand.quartered / found.boards,
    )
