"""Odds in the room: asked for over HTTP, and told at an all-in. They are counted in another process."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

import httpx
import pytest

from omaha8.cards import format_cards, parse_cards
from omaha8.hand import actions
from omaha8.hand.betting import legal_actions
from omaha8.hand.events import BoardDealt, HandsTurnedUp, StreetClosed
from omaha8.odds import equity
from omaha8.odds.preflop import percentile
from omaha8.server import odds
from omaha8.server.odds import AllIn, OddsDesk, OddsError, all_in
from omaha8.server.wire import EquityAnswer, EquityRequest
from omaha8.server.worker import Worker, WorkerDiedError
from omaha8.table.commands import TopUp
from server.listening import Listening, listening
from server.rooms import STACK, Tab, TestRoom, opened

HANDS = ["AsKs2s3h", "QhJh5c6d"]
SECONDS = 20


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("odds") / "data") as open_room:
        yield open_room


@pytest.fixture(scope="module")
def guest(room: Listening) -> Iterator[httpx.Client]:
    with room.browser() as client:
        client.get("/api/me")
        client.timeout = httpx.Timeout(SECONDS)
        yield client


def ask(guest: httpx.Client, **body: Any) -> httpx.Response:
    return guest.post("/api/equity", json=body)


@pytest.mark.parametrize("board", ["", "4s7dKd", "4s7dKd2c", "4s7dKd2cTh"])
def test_the_answer_is_the_librarys(guest: httpx.Client, board: str) -> None:
    answer = ask(guest, hands=HANDS, board=board, dead="9h").json()
    found = equity(HANDS, board, "9h")
    assert answer["boards"] == found.boards
    assert answer["seed"] is None
    assert answer["no_low"] == pytest.approx(float(found.no_low_probability))
    for told, hand, text in zip(answer["hands"], found.hands, HANDS, strict=True):
        assert told["hand"] == text
        assert told["better"] == float(percentile(text))
        assert told["standard_error"] == 0
        assert told["shares"] == {
            "equity": pytest.approx(float(hand.equity)),
            "scoop": pytest.approx(hand.scoops / found.boards),
            "high": pytest.approx(hand.high_wins / found.boards),
            "high_tie": pytest.approx(hand.high_ties / found.boards),
            "low": pytest.approx(hand.low_wins / found.boards),
            "low_tie": pytest.approx(hand.low_ties / found.boards),
            "quartered": pytest.approx(hand.quartered / found.boards),
        }


def test_samples_can_be_drawn_again_by_their_seed(guest: httpx.Client) -> None:
    first = ask(guest, hands=HANDS, samples=1000).json()
    assert 0 <= first["seed"] < 2**53
    assert first["hands"][0]["standard_error"] > 0
    assert ask(guest, hands=HANDS, samples=1000, seed=first["seed"]).json() == first


@pytest.mark.parametrize(
    ("body", "code", "place"),
    [
        ({"hands": ["AsKs2s3h", "AsJh5c6d"]}, "repeated_card", "hand 2"),
        ({"hands": HANDS, "board": "4s7d"}, "card_count", "board"),
        ({"hands": HANDS, "dead": "As"}, "repeated_card", "dead"),
        ({"hands": ["AsKs2s3h", "AA, ("]}, "bad_range", "hand 2"),
        ({"hands": ["AsKs2s3h"]}, "bad_message", "hands"),
        ({"hands": HANDS, "samples": 0}, "bad_message", "samples"),
        ({"hands": HANDS, "samples": 10**9}, "bad_message", "samples"),
        ({"hands": HANDS, "samples": 1.5}, "bad_message", "samples"),
        ({"hands": HANDS, "seed": 1}, "seed", "seed"),
        ({"hands": HANDS, "deck": "As"}, "bad_message", "deck"),
        ({"hands": ["x" * 401, "QhJh5c6d"]}, "bad_message", "hands"),
    ],
)
def test_what_cannot_be_asked_is_named(guest: httpx.Client, body: dict[str, Any], code: str, place: str) -> None:
    answer = ask(guest, **body)
    assert answer.status_code == 400
    told = answer.json()
    assert told["code"] == code
    assert place in (told["where"] or told["detail"])


def test_only_who_has_a_session_asks_and_only_from_the_rooms_page(room: Listening, guest: httpx.Client) -> None:
    with room.browser() as stranger:
        assert ask(stranger, hands=HANDS).status_code == 401
    foreign = guest.post("/api/equity", json={"hands": HANDS}, headers={"origin": "http://elsewhere.example"})
    assert foreign.status_code == 403
    assert guest.get("/api/equity").status_code == 405


SMALL = EquityRequest(tuple(HANDS))
LARGE = EquityRequest(tuple(HANDS), samples=1_000_000)


@asynccontextmanager
async def opened_desk() -> AsyncIterator[OddsDesk]:
    desk = OddsDesk()
    await desk.warm_up()
    try:
        yield desk
    finally:
        desk.close()


def workers() -> set[int]:
    """The processes that this one has started for odds and that live."""
    return {child.pid or 0 for child in multiprocessing.active_children() if child.name == "omaha8 odds"}


def test_a_question_too_many_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        monkeypatch.setattr(odds, "WAITING", 2)
        async with opened_desk() as desk:
            asked = [asyncio.create_task(desk.equity(SMALL, player)) for player in ("ann", "ben", "eve")]
            await asyncio.sleep(0)
            with pytest.raises(OddsError) as refused:
                await desk.equity(SMALL, "zoe")
            assert refused.value.code == "busy"
            assert all(isinstance(answer, EquityAnswer) for answer in await asyncio.gather(*asked))

    asyncio.run(scenario())


def test_a_player_asks_one_question_at_a_time() -> None:
    async def scenario() -> None:
        async with opened_desk() as desk:
            asked = asyncio.create_task(desk.equity(LARGE, "ann"))
            await asyncio.sleep(0)
            with pytest.raises(OddsError) as refused:
                await desk.equity(SMALL, "ann")
            assert refused.value.code == "busy"
            await asked
            assert isinstance(await desk.equity(SMALL, "ann"), EquityAnswer)

    asyncio.run(scenario())


def test_an_all_in_comes_before_the_players() -> None:
    async def scenario() -> None:
        async with opened_desk() as desk:
            order: list[str] = []

            async def note(name: str, work: Awaitable[object]) -> None:
                await work
                order.append(name)

            question = AllIn(hand=1, seats=(1, 2), hands=tuple(HANDS), boards=("",))
            asked = [("first", desk.equity(LARGE, "ann")), ("second", desk.equity(SMALL, "ben"))]
            tasks = [asyncio.create_task(note(name, work)) for name, work in asked]
            await asyncio.sleep(0)
            await note("all-in", desk.at_all_in(question))
            await asyncio.gather(*tasks)
            assert order == ["first", "all-in", "second"]

    asyncio.run(scenario())


def test_who_waits_too_long_or_gives_up_leaves_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with opened_desk() as desk:
            first = asyncio.create_task(desk.equity(LARGE, "ann"))
            await asyncio.sleep(0)
            gone = asyncio.create_task(desk.equity(SMALL, "ben"))
            late = asyncio.create_task(desk.equity(SMALL, "eve"))
            await asyncio.sleep(0)
            gone.cancel()
            await first
            assert isinstance(await late, EquityAnswer)
            first = asyncio.create_task(desk.equity(LARGE, "ann"))
            await asyncio.sleep(0)
            with monkeypatch.context() as patch:
                patch.setattr(odds, "SECONDS", 0.01)
                with pytest.raises(OddsError) as refused:
                    await desk.equity(SMALL, "ben")
            assert refused.value.code == "busy"
            await first
            assert isinstance(await desk.equity(SMALL, "ben"), EquityAnswer)

    asyncio.run(scenario())


def test_a_question_that_takes_too_long_is_given_up_and_the_next_one_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        before = workers()
        async with opened_desk() as desk:
            with monkeypatch.context() as patch:
                patch.setattr(odds, "SECONDS", 0.01)
                for _ in range(3):
                    with pytest.raises(OddsError) as refused:
                        await desk.equity(LARGE, "ann")
                    assert refused.value.code == "too_long"
            assert isinstance(await desk.equity(SMALL, "ann"), EquityAnswer)
            assert len(workers() - before) == 1, "no process stays behind"

    asyncio.run(scenario())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_each_gets_the_answer_to_their_own_question_whatever_befalls_the_worker(number: signal.Signals) -> None:
    async def scenario() -> None:
        before = workers()
        async with opened_desk() as desk:
            (worker,) = workers() - before
            os.kill(worker, number)
            while number is signal.SIGKILL and worker in workers():
                await asyncio.sleep(0.01)
            for dead in ("", "9h"):
                found = await desk.equity(EquityRequest(tuple(HANDS), dead=dead), "ann")
                assert isinstance(found, EquityAnswer)
                assert found.dead == dead

    asyncio.run(scenario())


def test_a_closed_desk_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        before = workers()
        async with opened_desk() as desk:
            asked = asyncio.create_task(desk.equity(LARGE, "ann"))
            await asyncio.sleep(0.05)
        with pytest.raises(OddsError):
            await asked
        assert workers() <= before

    asyncio.run(scenario())


@pytest.mark.parametrize("closed_first", [True, False])
def test_a_worker_that_is_closed_while_it_starts_leaves_no_process(
    monkeypatch: pytest.MonkeyPatch, *, closed_first: bool
) -> None:
    before, start, worker = workers(), SpawnProcess.start, Worker(odds.answer, SMALL)

    def closing(process: SpawnProcess) -> None:
        if closed_first:
            worker.close()
        start(process)
        if not closed_first:
            worker.close()

    monkeypatch.setattr(SpawnProcess, "start", closing)
    with pytest.raises(WorkerDiedError):
        worker.warm_up()
    assert workers() <= before


def test_the_rooms_process_does_without_numpy() -> None:
    program = "import sys, omaha8.server.start; sys.exit(not {'numpy', 'numba', 'lark'}.isdisjoint(sys.modules))"
    subprocess.run([sys.executable, "-c", program], check=True)


def told_odds(tab: Tab) -> list[Any]:
    return [message for message in tab.messages if message["type"] == "odds"]


async def until_told(tab: Tab) -> Any:
    async with asyncio.timeout(SECONDS):
        while not told_odds(tab):
            await asyncio.sleep(0.01)
    (told,) = told_odds(tab)
    return told


async def raise_to_the_end(room: TestRoom) -> None:
    """Play the hand, each raising what they can and calling else, until it is over."""
    while room.table.state.hand_runs:
        assert room.table.state.hand is not None
        legal = legal_actions(room.table.state.hand)
        assert legal is not None
        if legal.raise_to is not None:
            await room.act(actions.RaiseTo(legal.raise_to.most))
        else:
            await room.act(actions.Show() if legal.show else actions.Call())


def test_at_an_all_in_everybody_is_told_what_the_hands_were_worth(folder: Path) -> None:
    async def scenario() -> None:
        async with opened(folder) as room:
            ann, ben = await room.sit("ann", 1), await room.sit("ben", 2)
            nobody = await room.tab(None)
            await room.wait()
            await raise_to_the_end(room)
            told = await until_told(nobody)
            assert told_odds(ann) == told_odds(ben) == [told]
            view = nobody.last["view"]
            assert told["hand"] == view["hand_number"]
            cards = {seat["seat"]: "".join(seat["cards"]) for seat in view["hand"]["seats"]}
            assert [street["board"] for street in told["streets"]] == [0, 3, 4]
            for street in told["streets"]:
                found = equity([cards[1], cards[2]], "".join(view["hand"]["board"][: street["board"]]))
                shares = {each["seat"]: each["shares"]["equity"] for each in street["seats"]}
                assert shares == {1: float(found.hands[0].equity), 2: float(found.hands[1].equity)}
            late = await room.tab("eve")
            assert told_odds(late) == [told]
            for name in ("ann", "ben"):
                assert (await room.ask(name, TopUp(room.players[name], 40), "again")) is not None
            await room.wait()
            assert told_odds(await room.tab("zoe")) == [], "the next hand has begun"

    asyncio.run(scenario())


def test_no_odds_no_harm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        monkeypatch.setattr(odds, "WAITING", 0)  # everybody is sent away
        async with opened(folder) as room:
            tab = await room.sit("ann", 1)
            await room.sit("ben", 2)
            await room.wait()
            await raise_to_the_end(room)
            await asyncio.sleep(0.05)
            assert told_odds(tab) == []
            assert room.chips() == 2 * STACK

    asyncio.run(scenario())


FLOP, TURN, RIVER = (BoardDealt(parse_cards(cards)) for cards in ("4s7dKd", "2c", "Th"))
UP = HandsTurnedUp(tuple((seat, parse_cards(cards)) for seat, cards in zip((3, 5), HANDS, strict=True)))
BOARD = FLOP.cards + TURN.cards + RIVER.cards


@pytest.mark.parametrize(
    ("events", "boards"),
    [
        ((UP, FLOP, TURN, RIVER), ("", "4s7dKd", "4s7dKd2c")),
        ((StreetClosed(), UP, TURN, RIVER), ("4s7dKd", "4s7dKd2c")),
        ((UP, RIVER), ("4s7dKd2c",)),
        ((FLOP,), None),
        ((HandsTurnedUp(UP.hands[:1]), RIVER), None),
    ],
)
def test_what_an_all_in_asks(events: tuple[Any, ...], boards: tuple[str, ...] | None) -> None:
    question = all_in(7, BOARD, events)
    if boards is None:
        assert question is None
        return
    hands = tuple(format_cards(parse_cards(hand)) for hand in HANDS)
    assert question == AllIn(hand=7, seats=(3, 5), hands=hands, boards=boards)
