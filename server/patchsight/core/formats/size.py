"""What is too much of a text: it is told before it is read, or once reading has cost too much."""

from __future__ import annotations

from patchsight.core.model.patch import Options
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import Buffer, Span, split_lines
from patchsight.core.text.phrases import count


def measure(text: str, options: Options) -> Problem | None:
    """What is too much about a text, before anything in it is read."""
    if len(text) > options.max_patch_bytes:
        return too_large(text, len(text), "character", options.max_patch_bytes)
    returns = text.count("\r")
    lines = 1 + text.count("\n") + (returns and returns - text.count("\r\n"))
    return too_large(text, lines, "line", options.max_lines) if lines > options.max_lines else None


def too_large(text: str, count: int, noun: str, limit: int) -> Problem:
    message = f"The text has {count:,} {noun}s; the limit is {limit:,} {noun}s. Split the patch."
    return problem("patch_too_large", _head(text), message)


def _head(text: str) -> Span:
    """Where something is said of a text as a whole: in its first row."""
    head = split_lines(text[:200])
    return Span(0, len(head[0]) if head else 0)


def too_long(buffer: Buffer, options: Options) -> Problem:
    characters, lines = count(len(buffer.text), "character"), count(len(buffer.lines), "line")
    message = (
        f"The text has {characters} in {lines}. To read it takes more than {options.max_steps:,} steps, the limit for an "
        "answer, so nothing of it is read. Split the patch, or use the command line, which takes its time."
    )
    return problem("budget_exceeded", _head(buffer.text), message)
