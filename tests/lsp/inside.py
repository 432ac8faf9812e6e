"""A server in the test's own process: what it does with one message, and what it keeps."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from patchsight.lsp.server import Server, make_server


class Inside:
    """A server that is fed messages by hand; `sent` is what it wrote."""

    def __init__(self) -> None:
        self.server: Server = make_server()
        self.sent: list[dict[str, Any]] = []
        #: what to answer when the server asks; null where nothing is given
        self.answers: dict[str, Any] = {}
        self.server.protocol.set_writer(self, include_headers=False)
        self.decline = False  #: the client has no answer to what the server asks
        self._number = 0

    # ---- the end of the wire that the server writes to
    def write(self, data: bytes) -> None:
        message = json.loads(data)
        self.sent.append(message)
        if "method" in message and "id" in message:
            refusal = {"error": {"code": -32601, "message": "no"}} if self.decline else None
            self.feed(
                {
                    "id": message["id"],
                    **(refusal or {"result": self.answers.get(message["method"])}),
                }
            )

    def close(self) -> None:
        pass

    # ---- the end that it reads from
    def feed(self, message: dict[str, Any]) -> None:
        """Let the server read a message, as it does from a wire."""
        protocol = self.server.protocol
        body = json.dumps({"jsonrpc": "2.0", **message})
        protocol.handle_message(json.loads(body, object_hook=protocol.structure_message))

    def notify(self, method: str, params: Any) -> None:
        self.feed({"method": method, "params": params})

    async def request(self, method: str, params: Any) -> dict[str, Any]:
        """The server's answer: a message with a result or an error."""
        number = self.ask(method, params)
        return await self.answer(number)

    async def answer(self, number: int) -> dict[str, Any]:
        """The answer to a request that was asked before."""
        found = await self.until(
            lambda: next(
                (one for one in self.sent if one.get("id") == number and "method" not in one), None
            )
        )
        assert isinstance(found, dict)
        return found

    def ask(self, method: str, params: Any) -> int:
        self._number += 1
        self.feed({"id": self._number, "method": method, "params": params})
        return self._number

    async def until(self, find: Callable[[], Any]) -> Any:
        """Let the server work until something is found."""
        for _ in range(10_000):
            if found := find():
                return found
            await asyncio.sleep(0.001)
        raise AssertionError("the server did not do what was waited for")

    # ---- what tests say most
    async def begin(self, *folders: Path, capabilities: Any = None, **more: Any) -> dict[str, Any]:
        named = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        params = {
            "processId": None,
            "rootUri": None,
            "capabilities": capabilities or {},
            "workspaceFolders": named or None,
        }
        answer = await self.request("initialize", {**params, **more})
        self.notify("initialized", {})
        result = answer["result"]
        assert isinstance(result, dict)
        return result

    def open(self, uri: str, text: str, language: str = "", version: int = 1) -> None:
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, text: str) -> None:
        changes = {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"text": text}],
        }
        self.notify("textDocument/didChange", changes)

    async def hover(self, uri: str, line: int = 0, character: int = 0) -> dict[str, Any]:
        position = {"line": line, "character": character}
        return await self.request(
            "textDocument/hover", {"textDocument": {"uri": uri}, "position": position}
        )

    def published(self, uri: str) -> list[dict[str, Any]]:
        """Every publication for a buffer so far."""
        params = [
            one["params"]
            for one in self.sent
            if one.get("method") == "textDocument/publishDiagnostics"
        ]
        return [one for one in params if one["uri"] == uri]

    def codes(self, uri: str) -> list[str]:
        """The codes that the last publication shows."""
        return [one["code"] for one in self.published(uri)[-1]["diagnostics"]]

    def messages(self) -> list[str]:
        return [
            one["params"]["message"]
            for one in self.sent
            if one.get("method") == "window/showMessage"
        ]
