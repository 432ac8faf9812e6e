"""Servers that last for many examples, one per editor: real processes, or in this process, where coverage sees them."""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pygls.protocol import JsonRPCProtocol

from fuzz.disk import MEMORY
from lsp.client import Client, Profile
from lsp.harness import COMMAND, Session
from patchsight.lsp.server import make_server

PROFILES = (Profile("nvim-0.11.4"), Profile("code-server"), Profile("code-server", "utf-32"))
_PATIENCE = 60  #: seconds for what takes milliseconds


class _End:
    """Hands every message that is written to the protocol at the other end, as a wire would: later, and as a copy."""

    def __init__(self, other: JsonRPCProtocol) -> None:
        self._other = other

    def write(self, data: bytes) -> None:
        asyncio.get_running_loop().call_soon(self._deliver, data)

    def _deliver(self, data: bytes) -> None:
        self._other.handle_message(json.loads(data, object_hook=self._other.structure_message))

    def close(self) -> None:
        pass


class Servers(ABC):
    """A server per editor, started when it is first asked for."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._clients: dict[Profile, Client] = {}
        self._folder = tempfile.TemporaryDirectory(dir=MEMORY)
        self._root = Path(self._folder.name)
        self.log = self._root / "server.log"
        self.steps = 0  #: how many were made

    def run(self, work: Awaitable[Any]) -> Any:
        """Wait for some work."""
        return self._loop.run_until_complete(asyncio.wait_for(work, _PATIENCE))

    def session(self, profile: Profile) -> Session:
        """An empty workspace folder in front of an editor's server."""
        if profile not in self._clients:
            self._clients[profile] = self.run(self._start(profile))
        found = Session(self._clients[profile], Path(tempfile.mkdtemp(dir=self._root)))
        self.run(self._add(found))
        return found

    async def _add(self, session: Session) -> None:
        session.add_folder(session.root)

    async def _start(self, profile: Profile) -> Client:
        client = Client()
        await self.connect(client)
        await client.begin(profile, [])
        return client

    def check_log(self) -> None:
        """No feature failed: one that does answers empty, and nobody else would see."""
        told = self.log.read_text(encoding="utf-8") if self.log.exists() else ""
        assert not told, told

    def drop(self, session: Session) -> None:
        """Forget a server that something went wrong with; the next example gets another one."""
        profile = next(
            profile for profile, client in self._clients.items() if client is session.client
        )
        self.run(self.stop(self._clients.pop(profile)))
        if self.log.exists():
            self.log.write_bytes(b"")

    @abstractmethod
    async def connect(self, client: Client) -> None:
        """Give a client a server that logs its errors to `log`."""

    @abstractmethod
    async def stop(self, client: Client) -> None:
        """Let a client and its server go."""

    def close(self) -> None:
        for client in self._clients.values():
            self.run(self.stop(client))
        self._loop.close()
        self._folder.cleanup()


class Processes(Servers):
    """Real processes, spoken to over their pipes."""

    async def connect(self, client: Client) -> None:
        await client.start_io(*COMMAND, "--log-file", str(self.log))

    async def stop(self, client: Client) -> None:
        with suppress(Exception):
            await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]


class InMemory(Servers):
    """Servers in this process, joined to their clients without a wire."""

    def __init__(self) -> None:
        super().__init__()
        handler = logging.FileHandler(self.log, encoding="utf-8", delay=True)
        handler.setLevel(logging.ERROR)
        logging.getLogger("patchsight").addHandler(handler)

    async def connect(self, client: Client) -> None:
        server = make_server()
        client.protocol.set_writer(_End(server.protocol), include_headers=False)
        server.protocol.set_writer(_End(client.protocol), include_headers=False)

    async def stop(self, client: Client) -> None:
        """Nothing runs but in answer to a message."""
