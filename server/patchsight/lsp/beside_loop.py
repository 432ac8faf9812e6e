"""Work beside the loop that answers the editor.

To free a large answer in one stroke would stop the loop as well, so that is done here, too.

The garbage collector would stop it, and the loop with it, again and again, to look through all
that a large patch is read into, which takes a third of a second: Python's threads take turns, and
the collector lets nobody in. So it rests meanwhile, and if that took long, what was made is left out
of all later looks, until a document is closed. It goes when nobody refers to it any more; the core
makes no circles (a test sees to that). Others do, so this is not for every key press.
"""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from patchsight.core.text.pieces import let_go

T = TypeVar("T")
_lock = threading.Lock()
_working = 0  #: how much is being worked on
_MANY = 100  #: objects that it may take long to free
_SOON = 0.5  #: seconds after which whoever drops something has dropped it
_LONG = 0.25  #: seconds of work that leave so much behind that looking through it is felt


async def work(task: Callable[[], T]) -> T:
    """What something comes to that takes long."""
    return await asyncio.to_thread(_undisturbed, task)


def let_go_of(*lists: Sequence[object]) -> None:
    """Free what lists hold, one after the other and in small steps, once nobody else holds it."""
    held = [list(items) for items in lists if len(items) > _MANY]
    if held:
        loop = asyncio.get_running_loop()
        loop.call_later(_SOON, loop.run_in_executor, None, _let_go, held)


def _let_go(lists: list[list[object]]) -> None:
    for items in lists:
        let_go(items)


def _undisturbed(task: Callable[[], T]) -> T:
    with _without_collector():
        return task()


def let_collector_in() -> None:
    """Let the collector look at everything again, what was made beside the loop included."""
    gc.unfreeze()


@contextmanager
def _without_collector() -> Iterator[None]:
    global _working
    with _lock:
        _working += 1
        gc.disable()
    started = time.thread_time()
    try:
        yield
    finally:
        with _lock:
            _working -= 1
            if time.thread_time() - started > _LONG:
                gc.freeze()
            if not _working:
                gc.enable()
