"""aider's history of a chat: Markdown, in which what the user says is a heading of level four, what
aider says a quotation, and all else the model's answer.

Of an answer with several blocks aider applies those that match, so each block is an edit of its own;
which ones failed it quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from patchsight.core import formats
from patchsight.core.logs.events import Answer, Call, Kind, Log
from patchsight.core.model.patch import Options, Part, Patch
from patchsight.core.text.buffer import split_lines

_STARTED = re.compile(r"# aider chat started at ")
_MODEL = re.compile(r"(?:Main m|M)odel: (\S+)")
_FAILED = re.compile(
    r"did not conform|failed to match|failed to apply|hunks? failed|isn't editing", re.I
)
_APPLIED = re.compile(r"Applied edit to (.+)")


class _Turn(NamedTuple):
    """An answer of the model, the line of the log it begins at, and what aider said to it."""

    line: int
    answer: list[str]
    said: list[str]
    model: str


def is_history(text: str) -> bool:
    return bool(_STARTED.search(text[:2000]))


def read_history(text: str) -> Log:
    """The edits of a chat."""
    log = Log(Kind.AIDER)
    for turn in _turns(split_lines(text)):
        log.events += _calls(turn)
    return log


def _turns(lines: list[str]) -> Iterator[_Turn]:
    model, turn = "", _Turn(1, [], [], "")
    for number, line in enumerate(lines, 1):
        if line.startswith("####") or _STARTED.match(line):
            yield turn
            turn = _Turn(number + 1, [], [], model)
        elif line.startswith(">") and not line.startswith(">>>>>>>"):
            words = line[2:].removesuffix("  ")
            turn.said.append(words)
            named = _MODEL.match(words)
            model = named[1] if named else model
        elif turn.said and turn.answer and line.strip():
            yield turn  # what is said next belongs to another answer
            turn = _Turn(number, [line], [], model)
        else:
            turn.answer.append(line)
    yield turn


def _calls(turn: _Turn) -> Iterator[Call]:
    text = "\n".join(turn.answer) + "\n"
    patch = _parse(text)
    if patch.format is None:
        return
    said = "\n".join(turn.said).strip()
    failed, applied = _FAILED.search(said), _APPLIED.search(said)
    refused = [_old(part) for part in _parse(said + "\n").parts] if failed else []
    blocks = list(_blocks(patch, turn)) if refused else []
    if not blocks:
        outcome = True if failed else False if applied else None
        blocks = [Call(turn.line, "", text, turn.model, Answer(outcome, said))]
    for block in blocks:
        if refused:
            fails = any(_old(part) in refused for part in _parse(block.text).parts)
            block.answer = Answer(fails, said if fails else "")
        yield block


def _blocks(patch: Patch, turn: _Turn) -> Iterator[Call]:
    """Each block of an answer as an answer of its own."""
    for change in patch.files:
        for part in change.parts:
            block = patch.buffer.text[part.span.start : part.span.end]
            line = turn.line + patch.buffer.row(part.span.start)
            yield Call(line, "", f"{change.path.raw}\n```\n{block}\n```\n", turn.model)


def _parse(text: str) -> Patch:
    return formats.parse(text, "", Options())


def _old(part: Part) -> list[str]:
    return [line.text.rstrip() for line in part.old]
