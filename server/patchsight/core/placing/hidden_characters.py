"""What makes a change read otherwise than it is: a patch must not hide what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from patchsight.core.formats.spec import policy_of
from patchsight.core.model.hunk_lines import in_columns
from patchsight.core.model.patch import FileChange, Kind, Op, Part, Patch, PatchLine, PathRef
from patchsight.core.model.problems import Problem, problem
from patchsight.core.text.buffer import BOM, Span, split_lines
from patchsight.core.text.invisible import find_invisible, may_hide
from patchsight.core.text.lookalikes import (
    Lookalike,
    find_blanks,
    find_far_away,
    find_lookalikes,
    may_mislead,
)
from patchsight.core.text.phrases import count, quote


def hidden_problems(
    patch: Patch, exists: Callable[[str], bool], texts: Mapping[str, str]
) -> list[Problem]:
    """A warning for added lines, and for names of files that do not exist yet, that hold
    characters one does not see or takes for others.
    """
    if not patch.files:
        return []
    buffer = patch.buffer
    hidden = may_hide(buffer.text) or may_mislead(buffer.lines)
    if policy_of(patch).writes_escapes and not hidden:
        meant = list(_meant(patch))
        hidden = may_hide("\n".join(meant)) or may_mislead(meant)
    return [*_in_lines(patch, texts), *_in_names(patch, exists)] if hidden else []


def _meant(patch: Patch) -> Iterator[str]:
    """What stands in the place of escapes, which may be anything; lines that are rows of the patch
    have none.
    """
    for change in patch.files:
        yield from (ref.raw for ref in (change.path, change.new_path) if ref)
        for part in change.parts:
            columns = in_columns(part.lines)
            yield from columns.added if columns.made else ()


def _in_lines(patch: Patch, texts: Mapping[str, str]) -> Iterator[Problem]:
    for change in patch.files:
        there = _lines_there(change, texts)
        for part in change.parts:
            yield from _in_part(part, there)


def _lines_there(change: FileChange, texts: Mapping[str, str]) -> frozenset[str]:
    """The lines of a file that is written out whole: they are not added."""
    if change.op is not Op.REPLACE:
        return frozenset()
    return frozenset(
        line for path, _ in change.path.checked for line in split_lines(texts.get(path, ""))
    )


def _in_part(part: Part, there: frozenset[str]) -> Iterator[Problem]:
    first = next((line for line in part.lines if line.kind is not Kind.REMOVED), None)
    for line in part.lines:
        if line.kind is Kind.ADDED and line.text not in there:
            start = int(line == first and line.text.startswith(BOM))  # it may start a file
            yield from _in_line(part, line, start)


def _in_line(part: Part, line: PatchLine, start: int) -> Iterator[Problem]:
    if hidden := find_invisible(line.text, start):
        column, name = hidden
        message = f"This added line holds the invisible character {name}. Look at it closely before you apply the patch."
        yield problem("hidden_characters", _locate(line, column), message, part=part.index)
    if far := find_far_away(line.text):
        column, blanks = far
        message = f"This added line goes on in column {column + 1:,}, behind {count(blanks, 'blank')}: {quote(line.text[column:])}."
        yield problem("text_out_of_sight", _locate(line, column), message, part=part.index)
    for code, found in _lookalikes(line.text):
        if not _stands_there(part, found):
            message = f"This added line holds {_describe(found)}."
            yield problem(code, _locate(line, found.column), message, part=part.index)
            return


def _lookalikes(line: str) -> Iterator[tuple[str, Lookalike]]:
    for found in find_lookalikes(line):
        yield "lookalike_characters", found
    for found in find_blanks(line):
        yield "unusual_space", found


def _stands_there(part: Part, found: Lookalike) -> bool:
    """Whether the part shows that the file has the word, or the blank, already."""
    return any(
        (found.word or found.char) in line.text
        for line in part.lines
        if line.kind is not Kind.ADDED and not line.text.isascii()
    )


def _describe(found: Lookalike) -> str:
    if not found.word:
        return f"{found.name}, which looks like a space"
    return f"{quote(found.word)}, in which {found.name} looks like `{found.like}`: it reads `{found.read_as}`"


def _in_names(patch: Patch, exists: Callable[[str], bool]) -> Iterator[Problem]:
    """The first look-alike in each name under which a file would be new."""
    for change in patch.files:
        refs = [change.path, change.new_path] if change.op is not Op.DELETE else []
        for ref in refs:
            if ref and not ref.raw.isascii() and not _is_known(ref, exists):
                for found in (*find_lookalikes(ref.raw), *find_blanks(ref.raw)):
                    message = f"The name of this new file holds {_describe(found)}."
                    yield problem("lookalike_characters", ref.span, message)
                    break


def _is_known(ref: PathRef, exists: Callable[[str], bool]) -> bool:
    return any(exists(path) for path, _ in ref.checked)


def _locate(line: PatchLine, column: int) -> Span:
    """Where a character of a line stands; where the text is written with escapes, the whole of it."""
    start, end = line.span
    return Span(start + column, start + column + 1) if end - start == len(line.text) else line.span
