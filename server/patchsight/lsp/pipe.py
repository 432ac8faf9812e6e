"""Standard input and output as the wire.

pygls fetches each line of a message's header, and then its body, by way of another thread, and each of
these trips waits twice for its turn while a large text is worked on beside the loop. Here a trip fetches
all that has come.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Executor
from io import BufferedReader
from threading import Event
from typing import TYPE_CHECKING, BinaryIO

from pygls.io_ import StdoutWriter, run_async

if TYPE_CHECKING:
    from patchsight.lsp.server import Server

logger = logging.getLogger(__name__)

#: Bytes that are fetched while it is not known how many there are; most pipes hold no more.
_MOST = 1 << 16


class PipeReader:
    """Reads lines, and bodies of known length, from a pipe."""

    def __init__(self, pipe: BufferedReader, executor: Executor) -> None:
        self._pipe, self._executor = pipe, executor
        self._come = b""  #: what was fetched and is not read yet

    async def readline(self) -> bytes:
        """The next line with its end; what is left if the pipe ends first."""
        while not (end := self._come.find(b"\n") + 1):
            loop = asyncio.get_running_loop()
            more = await loop.run_in_executor(self._executor, self._pipe.read1, _MOST)
            if not more:
                return self._take(len(self._come))
            self._come += more
        return self._take(end)

    async def readexactly(self, count: int) -> bytes:
        """So many bytes; fewer only if the pipe ends first. What was begun before is let in first:
        messages that came together would keep it waiting.
        """
        await asyncio.sleep(0)
        if count <= len(self._come):
            return self._take(count)
        come = self._take(len(self._come))
        loop = asyncio.get_running_loop()
        rest = loop.run_in_executor(self._executor, self._pipe.read, count - len(come))
        return come + await rest

    def _take(self, count: int) -> bytes:
        taken, self._come = self._come[:count], self._come[count:]
        return taken


def serve_pipes(server: Server, incoming: BufferedReader, outgoing: BinaryIO) -> None:
    """Answer what comes in until nothing does any more, or the client says that it leaves."""
    server.protocol.set_writer(StdoutWriter(outgoing))
    reader = PipeReader(incoming, server.thread_pool)
    try:
        asyncio.run(run_async(Event(), reader, server.protocol, logger, server.report_server_error))
    except BrokenPipeError:
        logger.error("the client is gone")
    except (KeyboardInterrupt, SystemExit):
        pass
    finally:
        server.shutdown()  # type: ignore[no-untyped-call]
