"""Work shared among threads: in order, with few pieces ahead of who takes the answers, and as many threads as fit."""

import threading
from collections.abc import Iterator

import pytest

from omaha8.threads import in_order, threads_for


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_answers_come_in_order_and_pieces_wait_for_who_takes_them(threads: int) -> None:
    handed_out: list[int] = []

    def pieces() -> Iterator[int]:
        for piece in range(50):
            handed_out.append(piece)
            yield piece

    taken = []
    for found in in_order(lambda piece: piece * piece, pieces(), threads):
        taken.append(found)
        assert len(handed_out) <= len(taken) + 2 * threads
    assert taken == [piece * piece for piece in range(50)]
    assert list(in_order(abs, [], threads)) == []


def test_the_first_piece_is_worked_on_where_it_is_asked_for_and_the_others_are_not() -> None:
    here, *others = in_order(lambda _: threading.current_thread(), range(9), 2)
    assert here is threading.current_thread()
    assert here not in others


def test_what_work_raises_is_raised_and_no_more_is_handed_out() -> None:
    handed_out: list[int] = []

    def work(piece: int) -> float:
        handed_out.append(piece)
        return 1 / (piece - 2)

    with pytest.raises(ZeroDivisionError):
        list(in_order(work, range(100), 2))
    assert max(handed_out) < 10


def test_there_are_as_many_threads_as_cores_or_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    assert threads_for(100) == 64
    assert 1 < threads_for(4 << 20) < 8
    assert threads_for(1 << 40) == 1
    monkeypatch.setattr("os.cpu_count", lambda: None)
    assert threads_for(100) == 1
