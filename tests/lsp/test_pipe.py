"""Standard input: whatever comes together or in pieces, the same lines and bodies are read from it."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from patchsight.lsp.pipe import PipeReader

LARGE = b"x" * 300_000  # more than a pipe holds, and than is fetched at a time


class Trips(Executor):
    """Counts how often something is fetched by another thread."""

    def __init__(self) -> None:
        self.count = 0
        self._threads = ThreadPoolExecutor(1)

    def submit(self, task: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        self.count += 1
        return self._threads.submit(task, *args, **named)


@contextmanager
def reading(*pieces: bytes) -> Iterator[tuple[PipeReader, Trips]]:
    """A reader of a pipe into which pieces are written one after the other, and which ends then."""
    source, sink = os.pipe()
    trips, first = Trips(), threading.Event()

    def write() -> None:
        with os.fdopen(sink, "wb", buffering=0) as pipe:
            for piece in pieces:
                while piece:
                    piece = piece[pipe.write(piece) or 0 :]
                first.set()
                threading.Event().wait(0.02)

    threading.Thread(target=write).start()
    first.wait()
    with os.fdopen(source, "rb") as pipe:
        yield PipeReader(pipe, trips), trips


async def test_messages_that_come_together_are_fetched_together() -> None:
    with reading(b"A: 1\r\n\r\nfirstA: 2\r\n\r\nsecond") as (reader, trips):
        for body in (b"first", b"second"):
            assert (await reader.readline()).startswith(b"A: ")
            assert await reader.readline() == b"\r\n"
            assert await reader.readexactly(len(body)) == body
        assert trips.count == 1


@pytest.mark.parametrize("cut", [1, 4, 6, 7, 8, 9, 50_000])
async def test_a_message_that_comes_in_pieces(cut: int) -> None:
    head = b"A: 1\r\n\r\n" + LARGE[:cut]
    with reading(head[:cut], head[cut:], LARGE[cut:], b"B: 2\r\n") as (reader, _):
        assert await reader.readline() == b"A: 1\r\n"
        assert await reader.readline() == b"\r\n"
        assert await reader.readexactly(len(LARGE)) == LARGE
        assert await reader.readline() == b"B: 2\r\n"
        assert await reader.readline() == b""


async def test_a_pipe_that_ends_in_the_middle_of_a_message() -> None:
    with reading(b"A: 1\r\n\r\nhalf a bo") as (reader, _):
        assert [await reader.readline() for _ in range(2)] == [b"A: 1\r\n", b"\r\n"]
        assert await reader.readexactly(100) == b"half a bo"
        assert await reader.readline() == b""


async def test_what_was_begun_goes_on_between_messages_that_came_together() -> None:
    with reading(b"A\none\nB\ntwo\n") as (reader, _):
        answered = list[bytes]()

        async def answer(body: bytes) -> None:
            answered.append(body)

        for before in ([], [b"one\n"]):
            await reader.readline()
            body = await reader.readexactly(4)
            assert answered == before
            last = asyncio.ensure_future(answer(body))
        await last
