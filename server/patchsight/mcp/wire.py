"""Messages as they come in, so that half of a character in one gets an answer.

JSON can escape half of a character (`\\ud800`), and models send it; the protocol's package drops such
a message without a word, and the agent waits. So it is carried past that package as a word that
nobody sends, and put back for the tool, which says what is wrong.
"""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import anyio

_HALF = re.compile(
    r"(?<!\\)((?:\\\\)*)\\u(d[89ab][0-9a-f]{2}(?!\\ud[c-f])|d[c-f][0-9a-f]{2})", re.I
)
_PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})", re.I)
_WORD = f"half-of-a-character-{uuid4().hex}-"


class Input(anyio.AsyncFile[str]):
    """Standard input, line by line."""

    def __init__(self) -> None:
        super().__init__(
            open(sys.stdin.fileno(), encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        )

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in super().__aiter__():
            yield carry(line)


def carry(line: str) -> str:
    """A message in which halves of characters are words; pairs stay what they are."""
    whole = _PAIR.sub(lambda match: match[1] + chr(_code(match[2], match[3])), line)
    return _HALF.sub(lambda match: f"{match[1]}{_WORD}{match[2].lower()}", whole)


def _code(high: str, low: str) -> int:
    return 0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00


def put_back(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a call as they were sent."""
    return {
        name: _put_back(value) if isinstance(value, str) else value
        for name, value in arguments.items()
    }


def _put_back(text: str) -> str:
    return re.sub(f"{_WORD}(d[0-9a-f]{{3}})", lambda match: chr(int(match[1], 16)), text)


def sendable(text: str) -> str:
    """A text that can go out: halves of characters are escaped."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
