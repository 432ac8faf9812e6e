"""ap 2.0: a YAML document that names code to look for, and what to do with it.

    version: "2.0"
    changes:
      - file_path: "src/a.py"             # relative to the patch file
        newline: "LF"                     # optional, for CREATE_FILE: LF, CRLF, CR
        modifications:                    # carried out one after the other
          - action: REPLACE               # INSERT_AFTER, INSERT_BEFORE, DELETE, CREATE_FILE
            anchor: |                     # optional: look only below this text
              def f():
            snippet: |                    # or start_snippet and end_snippet
              return 1
            content: |                    # not for DELETE
              return 2
            include_leading_blank_lines: 1    # optional, also include_trailing_blank_lines

A text that is written the usual way is read at a stroke by `plain`. For all others reading has stages,
a module each: `source` makes the rows safe to scan; `tree` builds, with YAML, a tree of `nodes` with
their places from the whole text or, if that fails, in `recovery` from the pieces that `outline` and
`blocks` find; `regroup` moves what stands in the wrong column; `document`, `modification` and `values`
read the tree into file changes; `tail` settles what the end of the text left open.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from patchsight.core.formats.ap.document import Document
from patchsight.core.formats.ap.plain import read_plain
from patchsight.core.formats.ap.source import Source
from patchsight.core.formats.ap.tail import ends_in_text, settle_tail
from patchsight.core.formats.ap.words import VERSION
from patchsight.core.formats.effort import steps_for
from patchsight.core.model.budget import Budget
from patchsight.core.model.patch import FileChange, Options
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.text.buffer import WHITE, Buffer, Span, is_blank

#: The first row of ap 3.x, which is no YAML: `1a2b3c4d AP 3.0`, or an id and a directive.
_LINE_FORMAT = re.compile(
    r"(?:[0-9a-f]{8}[ \t]+)?ap[ \t]+v?3(?:\.[0-9]+)*[ \t]*$|[0-9a-f]{8}[ \t]+[a-z_]+[ \t]*$",
    re.IGNORECASE,
)


def parse(
    buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
) -> list[FileChange]:
    """The file changes of an ap text in rows first to last; problems are added."""
    budget = Budget(steps_for(options))
    plain = read_plain(buffer, first, last, budget)
    if plain is not None:
        return plain
    found: list[Problem] = []
    files = _read(Source(buffer, first, last, found, budget))
    _break_parts(files, found)
    problems += sorted(found, key=lambda problem: problem.span)
    return files


def _read(source: Source) -> list[FileChange]:
    lines = source.rows.lines
    top = next((row for row in range(source.first, source.last) if _is_content(lines[row])), None)
    if top is None:
        span = (
            source.rows.trimmed(source.first)
            if source.first < source.last
            else Span(source.start, source.start)
        )
        return Document(source, span).read(None)
    if _LINE_FORMAT.match(lines[top]):
        source.report(
            "unsupported_version",
            source.rows.trimmed(top),
            f"This is ap 3.x, a format of its own; Patchsight reads ap {VERSION}.",
        )
        return []
    # slow to load, and seldom needed
    from patchsight.core.formats.ap.recovery import read_tree

    tree = read_tree(source)
    is_whole = ends_in_text(source, tree)
    document = Document(source, source.rows.trimmed(top))
    files = document.read(tree)
    if not is_whole and not document.is_foreign:
        settle_tail(source, files)
    return files


def _is_content(line: str) -> bool:
    return (
        not is_blank(line)
        and not line.lstrip(WHITE).startswith("#")
        and not line.startswith(("---", "%"))
    )


def _break_parts(files: list[FileChange], problems: list[Problem]) -> None:
    """Mark every part that has an error in it, and all parts of a file whose path cannot be read."""
    parts = sorted((part for change in files for part in change.parts), key=lambda part: part.span)
    starts = [part.span.start for part in parts]
    for problem in problems:
        at = bisect_right(starts, problem.span.start) - 1
        if (
            problem.severity is Severity.ERROR
            and at >= 0
            and problem.span.start <= parts[at].span.end
        ):
            parts[at].broken = True
    for change in files:
        for part in change.parts if not change.path.choices else ():
            part.broken = True
