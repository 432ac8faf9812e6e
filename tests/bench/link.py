"""A client of a language server that does as little as it can, so that what it measures is the server."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

Message = dict[str, Any]
_CLIENT = Path(__file__).parent.parent / "lsp" / "clients" / "code-server.json"
_PATIENCE = 120.0


class Arrival(NamedTuple):
    """A message, and when its last byte was there."""

    time: float
    message: Message


class Link:
    """A server process and the pipes to it; what arrives is stamped by a thread that does nothing else."""

    def __init__(self, command: Sequence[str], environment: dict[str, str]) -> None:
        self.begun = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        self._arrivals: queue.Queue[tuple[float, bytes]] = queue.Queue()
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Link:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()

    # ---- talking
    def begin(self, root: Path) -> None:
        """Introduce this client as VS Code, which asks for the most."""
        params = json.loads(_CLIENT.read_text(encoding="utf-8"))
        folder = {"uri": root.as_uri(), "name": root.name}
        self.ask(
            "initialize",
            {
                **params,
                "processId": os.getpid(),
                "rootUri": root.as_uri(),
                "workspaceFolders": [folder],
            },
        )
        self.tell("initialized", {})

    def tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any) -> int:
        """Send a request; its number."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._number

    def ask(self, method: str, params: Any) -> Arrival:
        number = self.request(method, params)
        return self.wait(lambda message: message.get("id") == number)

    def wait(self, is_it: Callable[[Message], bool]) -> Arrival:
        """The next message that is the one; what the server asks meanwhile is answered."""
        while True:
            stamp, body = self._arrivals.get(timeout=_PATIENCE)
            message = json.loads(body)
            if "method" in message and "id" in message:
                self._answer(message)
            elif is_it(message):
                return Arrival(stamp, message)

    def _answer(self, message: Message) -> None:
        result = (
            [None] * len(message["params"]["items"])
            if message["method"] == "workspace/configuration"
            else None
        )
        self._send({"id": message["id"], "result": result})

    def _send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout
        while head := self._process.stdout.readline():
            size = int(head.split(b":")[1])
            while self._process.stdout.readline().strip():
                pass
            body = self._process.stdout.read(size)
            self._arrivals.put((time.perf_counter(), body))

    # ---- what the process costs
    @property
    def work(self) -> float:
        """Seconds that the processor has worked for the server."""
        tasks = Path(f"/proc/{self._process.pid}/task")
        return (
            sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9
        )

    @property
    def megabytes(self) -> float:
        """Memory in use."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().split("\n")
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024
