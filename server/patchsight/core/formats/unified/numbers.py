"""The header row of a hunk: its numbers, or what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable

from patchsight.core.model.patch import Numbers
from patchsight.core.text.buffer import Span
from patchsight.core.text.phrases import quote

_HEADER, _LONG_HEADER = (
    re.compile(rf"@@ -({digits})(?:,({digits}))? \+({digits})(?:,({digits}))? @@", re.ASCII)
    for digits in (r"\d{1,9}", r"\d+")
)
_HIGHEST = 999_999_999
_REASONS = {
    "no_numbers": "has no line numbers",
    "one_side": "has numbers for one side only",
    "not_closed": "is not closed with `@@`",
    "not_numbers": "does not have numbers where they belong",
}


def read_numbers(line: str, start: int) -> Numbers | None:
    """The numbers of a hunk header; None if it is malformed. `start` is the row's offset."""
    match = _HEADER.match(line)
    read: Callable[[str], int] = int
    if not match:
        match, read = _LONG_HEADER.match(line), _read_long
    if not match:
        return None
    span = Span(start + len("@@ "), start + match.end() - len(" @@"))
    old_start, old_count, new_start, new_count = match.groups()
    return Numbers(
        read(old_start),
        None if old_count is None else read(old_count),
        read(new_start),
        None if new_count is None else read(new_count),
        span,
    )


def _read_long(digits: str) -> int:
    """A number, capped: more digits than any file has lines are no reason to count on."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) <= len(str(_HIGHEST)) else _HIGHEST


def explain_header(text: str) -> tuple[str, str]:
    """Why a hunk header cannot be read: a word for it, and a message."""
    reason = _name_reason(text)
    return reason, (
        f"The hunk header {quote(text)} {_REASONS[reason]}. Expected "
        "`@@ -old_start,old_count +new_start,new_count @@` with the numbers of the file."
    )


def _name_reason(text: str) -> str:
    if not re.search(r"[-+]\S", text):
        return "no_numbers"
    if text.count("@@") < 2:
        return "not_closed"
    return "one_side" if len(re.findall(r"[-+]\d", text)) == 1 else "not_numbers"
