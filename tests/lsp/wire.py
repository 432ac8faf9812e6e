"""The bare wire: bytes in, messages out, nothing in between that would be kinder than an editor is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from lsp.harness import COMMAND

_PATIENCE = 30


class Wire:
    """A server process and its two pipes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin and process.stdout and process.stderr
        self.process, self._in, self._out, self._err = (
            process,
            process.stdin,
            process.stdout,
            process.stderr,
        )
        self._number = 0

    def send_bytes(self, body: bytes) -> None:
        self._in.write(f"Content-Length: {len(body)}\r\n\r\n".encode() + body)

    def send(self, message: dict[str, Any]) -> None:
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    async def receive(self) -> dict[str, Any]:
        """The next message; an error if something else stands on the wire."""
        head = await asyncio.wait_for(self._out.readuntil(b"\r\n\r\n"), _PATIENCE)
        fields = dict(line.split(": ", 1) for line in head.decode().strip().split("\r\n"))
        message = json.loads(await self._out.readexactly(int(fields["Content-Length"])))
        assert isinstance(message, dict)
        return message

    async def request(self, method: str, params: Any = None) -> dict[str, Any]:
        """The answer to a request, whatever comes before it."""
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        while (message := await self.receive()).get("id") != self._number or "method" in message:
            pass
        return message

    async def begin(self) -> dict[str, Any]:
        params: dict[str, Any] = {
            "processId": None,
            "rootUri": None,
            "capabilities": {},
            "workspaceFolders": None,
        }
        answer = await self.request("initialize", params)
        self.notify("initialized", {})
        return answer

    async def open(self, uri: str, text: str, language: str = "v4a") -> dict[str, Any]:
        """Open a patch; what is published about it."""
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return (await self.receive())["params"]  # type: ignore[no-any-return]

    async def end(self) -> tuple[int, str]:
        """Close the pipe and wait for the process: its status, and what it logged."""
        self._in.close()
        status = await asyncio.wait_for(self.process.wait(), _PATIENCE)
        return status, (await self._err.read()).decode()


@asynccontextmanager
async def wire(*arguments: str) -> AsyncIterator[Wire]:
    """A server process that is gone afterwards, whatever happens."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *COMMAND, *arguments, stdin=pipe, stdout=pipe, stderr=pipe
    )
    try:
        yield Wire(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
