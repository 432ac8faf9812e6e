"""v4a, the format of `apply_patch`; Zenpatch has the same syntax.

    *** Begin Patch
    *** Add File: path              every line below starts with `+`
    *** Delete File: path           `-` lines below are accepted and compared
    *** Update File: path           hunks below
    *** Move to: path               right below Update: the file gets a new name
    @@ a line above the change      starts a hunk; the text is a hint and may be missing, several rows stack
     context                        a blank row is an empty context line
    -removed
    +added
    *** End of File                 the hunk stands at the end of the file
    *** End Patch

The first hunk of an Update may omit `@@`. Several envelopes in one text are read one after another.
"""

from __future__ import annotations

from patchsight.core.formats.noise import Noise, Rows, write_path
from patchsight.core.formats.v4a.envelope import (
    ADD,
    BEGIN,
    DELETE,
    END,
    END_OF_FILE,
    MOVE,
    SPELLING,
    UPDATE,
    find_envelopes,
)
from patchsight.core.formats.v4a.hunks import NO_NEWLINE, is_closed, last_except
from patchsight.core.formats.v4a.sections import SectionReader, report_stray
from patchsight.core.model.patch import FileChange, Kind, Op, Options, Part
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import Buffer


def parse(
    buffer: Buffer,
    first: int,
    last: int,
    problems: list[Problem],
    options: Options,
    *,
    zenpatch: bool = False,
) -> list[FileChange]:
    """Read every envelope between rows first and last."""
    rows = Rows(buffer)
    noise = Noise(rows)
    envelopes = find_envelopes(rows, first, last, noise)
    if not envelopes:
        _report_no_envelope(rows, first, last, problems)
        return []
    loose = next((envelope for envelope in envelopes if envelope.begin is None), None)
    if loose:
        problems.append(
            problem(
                "missing_envelope",
                rows.trimmed(loose.first),
                "No `*** Begin Patch` stands above this line; the top of the patch may be missing.",
                begin=SPELLING[BEGIN],
                end=SPELLING[END],
            )
        )
    files: list[FileChange] = []
    for envelope in envelopes:
        files += SectionReader(rows, envelope, noise, problems, zenpatch).read()
    if found := noise.problem():
        problems.append(found)
    return files


def parse_zenpatch(
    buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
) -> list[FileChange]:
    """The same for a format that has no moves."""
    return parse(buffer, first, last, problems, options, zenpatch=True)


def _report_no_envelope(rows: Rows, first: int, last: int, problems: list[Problem]) -> None:
    row = next(
        (row for row in range(first, last) if rows.lines[row].startswith(("@@", "***"))), None
    )
    if row is not None:
        report_stray(rows, row, problems)


def render(files: list[FileChange]) -> str:
    """The patch as one envelope, with every prefix and marker as the format has it."""
    lines = [SPELLING[BEGIN]]
    for change in files:
        lines += _render_file(change)
    return "\n".join([*lines, SPELLING[END], ""])


def _render_file(change: FileChange) -> list[str]:
    name = {Op.CREATE: ADD, Op.REPLACE: ADD, Op.DELETE: DELETE}.get(change.op, UPDATE)
    lines = [f"{SPELLING[name]} {write_path(change.path.choices[0])}"]
    if change.new_path:
        lines.append(f"{SPELLING[MOVE]} {write_path(change.new_path.choices[0])}")
    for part in change.parts:
        if name == UPDATE and (part.lines or part.hints):
            lines += _render_hints(part)
        lines += _render_lines(part)
        if part.at_end:
            lines.append(SPELLING[END_OF_FILE])
    return lines


def _render_hints(part: Part) -> list[str]:
    hints = [hint.text + " @@" if is_closed(hint.text) else hint.text for hint in part.hints]
    if part.numbers is None:
        return [f"@@ {hint}" for hint in hints] or ["@@"]
    old = _render_range(part.numbers.old_start, part.numbers.old_count)
    new = _render_range(part.numbers.new_start, part.numbers.new_count)
    return [
        f"@@ -{old} +{new} @@ {''.join(hints[:1])}".rstrip(),
        *(f"@@ {hint}" for hint in hints[1:]),
    ]


def _render_range(start: int, count: int | None) -> str:
    return str(start) if count is None else f"{start},{count}"


def _render_lines(part: Part) -> list[str]:
    solid = part.lines[: len(part.lines) - part.droppable]
    lines = [line.kind.value + line.text for line in solid]
    sides = ((part.old_newline, Kind.ADDED), (part.new_newline, Kind.REMOVED))
    ends = {last_except(other, solid) for newline, other in sides if newline is False}
    for index in sorted(ends - {-1}, reverse=True):
        lines.insert(index + 1, f"{NO_NEWLINE} at end of file")
    return lines + [line.text for line in part.lines[len(solid) :]]
