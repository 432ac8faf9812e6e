"""What is said of a log: edit by edit, and summed up by cause, format and model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from patchsight.core.logs.causes import Cause
from patchsight.core.logs.events import Kind, Log
from patchsight.core.logs.replay import Known, Verdict
from patchsight.core.text.invisible import visible
from patchsight.core.text.markdown import code_block, code_span
from patchsight.core.text.phrases import count, percent, shorten

VERSION = 1
_NOT_SAID = "not said"
_LONGEST_SAID = 200


class Tally(NamedTuple):
    """How many edits of one sort there are, and how many of them failed."""

    name: str
    edits: int
    failed: int


def by(verdicts: Sequence[Verdict], name: Callable[[Verdict], str]) -> list[Tally]:
    """The edits by what `name` says of each, most first."""
    edits = Counter(name(verdict) or _NOT_SAID for verdict in verdicts)
    failed = Counter(name(verdict) or _NOT_SAID for verdict in verdicts if verdict.failed)
    return [Tally(key, number, failed[key]) for key, number in edits.most_common()]


def by_cause(verdicts: Sequence[Verdict]) -> list[tuple[Cause, int]]:
    return Counter(verdict.cause for verdict in verdicts if verdict.cause).most_common()


_SORTS: tuple[tuple[str, Callable[[Verdict], str]], ...] = (
    ("format", lambda verdict: verdict.format),
    ("model", lambda verdict: verdict.call.model),
)


# ---- for programs
def as_data(log: Log, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Everything, as plain data for JSON."""
    return {
        "patchsight_why": VERSION,
        "log": log.kind.value,
        "edits": [_edit(verdict) for verdict in verdicts],
        "failed": sum(verdict.failed for verdict in verdicts),
        "causes": {cause.key: number for cause, number in by_cause(verdicts)},
        **{
            f"{sort}s": {
                tally.name: {"edits": tally.edits, "failed": tally.failed}
                for tally in by(verdicts, name)
            }
            for sort, name in _SORTS
        },
        "unread_lines": log.unread,
    }


def _edit(verdict: Verdict) -> dict[str, Any]:
    answer = verdict.call.answer
    return {
        "number": verdict.number,
        "line": verdict.call.line,
        "tool": verdict.call.tool,
        "format": verdict.format,
        "model": verdict.call.model,
        "paths": verdict.paths,
        "failed": verdict.failed,
        "logged": {None: None, True: "failed", False: "succeeded"}[answer.failed],
        "said": verdict.said,
        "fits": verdict.report.ok,
        "file_then": verdict.known.name.lower(),
        "cause": verdict.cause.key if verdict.cause else None,
        "codes": [problem.code for problem in verdict.report.errors],
        "why": verdict.why,
        "would_have_matched": list(verdict.matching),
    }


# ---- for people
def as_text(name: str, log: Log, verdicts: Sequence[Verdict]) -> str:
    rows = [_headline(name, log, verdicts), ""]
    for verdict in verdicts:
        rows += [f"  {row}".rstrip() for row in _tell(verdict)]
    for title, table in _tables(verdicts):
        rows += ["", title, *(f"  {row[1]:>5}  {row[0]}" for row in table)]
    return "\n".join(map(visible, [*rows, *_remarks(log)])) + "\n"


def _headline(name: str, log: Log, verdicts: Sequence[Verdict]) -> str:
    failed = sum(verdict.failed for verdict in verdicts)
    share = f" ({percent(failed / len(verdicts))})" if failed else ""
    kind = "" if log.kind is Kind.PATCH else f" ({log.kind.value})"
    return f"{name}{kind}: {count(len(verdicts), 'edit')}, {failed} failed{share}"


def _tell(verdict: Verdict) -> Iterator[str]:
    call, where = verdict.call, ", ".join(verdict.paths) or "no file"
    tool = f" {call.tool}" if call.tool else ""
    head = f"{verdict.number}. line {call.line}{tool}, {where}: "
    yield head + (f"failed: {verdict.cause.value}" if verdict.cause else _success(verdict))
    if not verdict.cause:
        return
    if verdict.why:
        yield f"   {verdict.why}"
    if verdict.matching and verdict.cause is not Cause.AMBIGUOUS:  # these are told above
        yield "   What would have matched:"
        yield from (f"     {row}" for row in verdict.matching)
    if verdict.said:
        yield f"   The tool said: {shorten(verdict.said, _LONGEST_SAID)}"
    if verdict.known in (Known.ASSUMED, Known.LOST) and verdict.paths:
        yield f"   What the file said then: {verdict.known.value}."


def _success(verdict: Verdict) -> str:
    if verdict.call.answer.failed is None:
        return "fits; the log does not say what became of it"
    return (
        "succeeded"
        if verdict.report.ok
        else "succeeded, but does not fit the file as it is known here"
    )


def _tables(verdicts: Sequence[Verdict]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What is counted: a title, then the name and the number in each row."""
    causes = [(cause.value, f"{number}") for cause, number in by_cause(verdicts)]
    if causes:
        yield "Failed edits by cause", causes
    for sort, name in _SORTS if verdicts else ():
        tallies = by(verdicts, name)
        yield (
            f"Failed edits by {sort}",
            [(tally.name, f"{tally.failed} of {tally.edits}") for tally in tallies],
        )


def _remarks(log: Log) -> list[str]:
    if not log.unread:
        return []
    return ["", f"{count(log.unread, 'line')} of the log cannot be read as JSON."]


def as_markdown(name: str, log: Log, verdicts: Sequence[Verdict]) -> str:
    rows = [f"## {_headline(name, log, verdicts)}"]
    for title, table in _tables(verdicts):
        head = ["", f"### {title}", "", f"| {title.split()[-1]} | failed |", "|---|---:|"]
        rows += [*head, *(f"| {row[0]} | {row[1]} |" for row in table)]
    failures = [verdict for verdict in verdicts if verdict.cause]
    rows += ["", "### Edits that failed"][: 2 * bool(failures)]
    for verdict in failures:
        paths = ", ".join(map(code_span, verdict.paths)) or "no file"
        cause = verdict.cause.value if verdict.cause else ""
        rows += ["", f"**{verdict.number}.** line {verdict.call.line}, {paths}: {cause}"]
        rows += ["", verdict.why][: 2 * bool(verdict.why)]
        if verdict.matching:
            rows += ["", "What would have matched:", "", code_block(list(verdict.matching), "text")]
    return "\n".join(map(visible, [*rows, *_remarks(log)])) + "\n"
