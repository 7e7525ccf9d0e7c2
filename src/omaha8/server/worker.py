"""One process that answers questions one at a time, and is ended when it takes too long."""

import contextlib
import multiprocessing
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

START_SECONDS = 60.0

Answer = Callable[[Any], Any]


class WorkerDiedError(Exception):
    """The process ended, or could not answer."""


class Worker:
    """Starts the process with the first question, and again after it has ended. Questions and answers are pickled."""

    def __init__(self, answer: Answer, first: object) -> None:
        """`first` is a question that is asked at each start, to have ready what later ones need."""
        self._answer = answer
        self._first = first
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._closed = False
        self.thread = ThreadPoolExecutor(1, "omaha8 odds")  # where `ask` is to be called

    def ask(self, question: object, seconds: float) -> Any:
        """The answer, from a process that is ready; `TimeoutError` after so many seconds, `WorkerDiedError`."""
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._start()
        return self._exchange(question, seconds)

    def warm_up(self) -> None:
        """Start the process, if it does not run."""
        if self._pipe is None:
            self._start()

    def close(self) -> None:
        """End the process, from any thread: what it counts raises `WorkerDiedError` in the thread that asked."""
        self._closed = True
        self.thread.shutdown(wait=False, cancel_futures=True)
        process = self._process
        if process is not None and process.pid is not None:  # one that is being started ends by itself
            process.kill()

    def _start(self) -> None:
        self._end()
        spawn = multiprocessing.get_context("spawn")  # a fork would take the room's sockets and locks with it
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(target=_serve, args=(theirs, self._answer), daemon=True, name="omaha8 odds")
        self._process.start()
        theirs.close()  # else its end would not be noticed here
        if self._closed:
            self._end()
            raise WorkerDiedError("closed")
        self._exchange(self._first, START_SECONDS)

    def _exchange(self, question: object, seconds: float) -> Any:
        pipe = self._pipe
        assert pipe is not None
        try:
            pipe.send(question)
            if not pipe.poll(seconds):
                raise TimeoutError
            done, value = pipe.recv()
        except TimeoutError:
            self._end()
            raise
        except (EOFError, OSError) as error:
            self._end()
            raise WorkerDiedError from error
        if not done:
            raise WorkerDiedError(value)
        return value

    def _end(self) -> None:
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if process is not None:
            process.kill()
            process.join()
        if pipe is not None:
            pipe.close()


def _serve(pipe: Connection, answer: Answer) -> None:
    """The process: answer until the room is gone. Ctrl-C is for the room alone, which ends this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):  # the room is gone
        while True:
            question = pipe.recv()
            try:
                result = True, answer(question)
            except Exception as error:
                traceback.print_exc()
                result = False, repr(error)
            pipe.send(result)
