"""ApplyDiff 3.0.

    [SESSION CONTEXT]                                   optional; figures and plan of the session
    Modified: …
    Guidance: …
    Health: …
    [/SESSION CONTEXT]
    >>> file: path [| mode=patch|replace] [| fuzz=0.85]
    --- from
    the old lines: context and what is removed          empty: the file is created
    --- to
    the new lines: context and what is added
    <                                                   or `<<<`

There are no prefixes: what a block changes is the difference between the two texts. A `<` ends a
block only if the end of the text, the next block or a fence follows; elsewhere it is content.
"""

from __future__ import annotations

from patchsight.core.formats.applydiff.blocks import (
    FROM,
    SESSION,
    TO,
    Block,
    SessionRows,
    find_blocks,
    header_end,
    terminator_in,
)
from patchsight.core.formats.applydiff.read import BlockReader, SessionReader
from patchsight.core.formats.noise import Noise, Rows, write_path
from patchsight.core.model.patch import FileChange, Op, Options, Part, PatchLine, Session
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import Buffer


def parse(
    buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
) -> list[FileChange]:
    """Read every block between rows first and last; the session block is for `read_session`."""
    rows = Rows(buffer)
    noise = Noise(rows)
    files: list[FileChange] = []
    for found in find_blocks(rows, first, last, noise):
        if isinstance(found, Block):
            change = BlockReader(rows, found, problems, noise).read()
            files += [change] if change else []
        elif (row := terminator_in(rows, found)) is not None:
            message = (
                "This ends no block: it stands in a session context that has no `[/SESSION CONTEXT]`. Write that below "
                "the session context; if the block above goes on so far, `[SESSION CONTEXT]` cannot be told from it."
            )
            problems.append(problem("misplaced_line", rows.trimmed(row), message))
    if files and (note := noise.problem()):
        problems.append(note)
    return files


def read_session(buffer: Buffer, first: int, last: int, problems: list[Problem]) -> Session | None:
    """The first session block of a text."""
    if SESSION not in buffer.text.lower():
        return None
    rows = Rows(buffer)
    sessions = (
        found
        for found in find_blocks(rows, first, last, Noise(rows))
        if isinstance(found, SessionRows)
    )
    session = next(sessions, None)
    return SessionReader(rows, session, problems).read() if session else None


def render(files: list[FileChange]) -> str:
    """One block per part, in order; deletions and moves have no words in this format."""
    changes = [change for change in files if change.op not in (Op.DELETE, Op.RENAME)]
    blocks = (_render_block(change, part) for change in changes for part in change.parts)
    return "\n".join(line for block in blocks for line in [*block, ""])


def _render_block(change: FileChange, part: Part) -> list[str]:
    options = " | mode=replace" if change.op is Op.REPLACE else ""
    options += f" | fuzz={part.fuzz:g}" if part.fuzz is not None else ""
    header = f">>> file: {write_path(change.path.choices[0])}{options}"
    return [header, FROM, *texts(part.old), TO, *texts(part.new), "<"]


def texts(lines: list[PatchLine]) -> list[str]:
    return [line.text for line in lines]


def cannot_say(change: FileChange) -> str | None:
    """Why a block cannot hold a change."""
    if change.op is Op.UPDATE and not all(part.old for part in change.parts):
        return "cannot insert lines without a line beside them"
    if any(_reads_as_marker(line.text) for part in change.parts for line in part.lines):
        return "cannot hold a line that reads like one of its own"
    return None


def _reads_as_marker(line: str) -> bool:
    return header_end(line) is not None or line.strip().lower() in (FROM, TO)
