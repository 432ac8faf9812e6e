"""The answer: for every part where it stands and in what state, for every file what would change.

Hover, diagnostics, the command line, the receipt and the feedback are all views of a `Report`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import NamedTuple

from patchsight.core.model.patch import FileChange, Grade, Part, Patch, PathRef
from patchsight.core.model.problems import Problem, Severity
from patchsight.core.model.record import field, record, replace
from patchsight.core.text.buffer import BOM
from patchsight.core.text.edits import Edit


class State(str, Enum):
    """What became of a part."""

    FITS = "fits"
    APPLIED = "applied"  #: the new text stands there already
    SKIPPED = "skipped"  #: nothing to do, as the format says (an ap DELETE of what is not there)
    AMBIGUOUS = "ambiguous"
    MISSING = "missing"
    CONFLICT = "conflict"
    INVALID = "invalid"  #: a syntax, path or file problem keeps it from being placed

    @property
    def sound(self) -> bool:
        return self in SOUND


SOUND = frozenset({State.FITS, State.APPLIED, State.SKIPPED})


class Lines(NamedTuple):
    """A target's lines from 0, end excluded, as the user sees it; empty between lines. Where only a
    part of them is meant, the columns say which.
    """

    start: int
    end: int
    first_column: int | None = None  #: in the first line
    last_column: int | None = None  #: in the last line, end excluded


class Difference(NamedTuple):
    """The first line on which the patch and the nearest place disagree."""

    at: int  #: which of the part's old lines, from 0
    expected: str
    found: str | None  #: None where the file has no line to compare with
    line: int  #: in the target, from 0


class Nearest(NamedTuple):
    """The place that is most like what was looked for."""

    lines: Lines
    score: float
    difference: Difference | None
    rivals: tuple[Lines, ...] = ()  #: places as much alike, where nothing tells which is meant


@record
class Resolution:
    """One part: where it lands, how surely, and what it would do there."""

    part: Part
    change: FileChange
    path: str
    state: State = State.INVALID
    grade: Grade | None = None
    score: float = 0.0
    where: Lines | None = None
    candidates: list[Lines] = field(default_factory=list)
    total_candidates: int = 0
    nearest: Nearest | None = None
    before: list[str] = field(default_factory=list)  #: the file's lines that the part covers
    after: list[str] = field(default_factory=list)  #: the same lines as the part leaves them

    def of(self, part: Part, change: FileChange) -> Resolution:
        """The same for a part that is read anew."""
        return replace(self, part=part, change=change)


class FileOp(str, Enum):
    EDIT = "edit"
    CREATE = "create"
    DELETE = "delete"
    RENAME = "rename"


@record
class FilePlan:
    """What happens to one file: at most one operation, and edits that do not overlap."""

    op: FileOp
    path: str
    before: str | None  #: None when the file is created
    after: str | None  #: None when the file is deleted
    edits: list[Edit] = field(default_factory=list)
    new_path: str | None = None
    bom: bool = False
    parts: tuple[int, ...] = ()
    moved_from: str | None = None  #: of a file that takes the place of another: where it was


class Surroundings(NamedTuple):
    """What a patch is about: how to ask what another text would do there, and its folder."""

    ask: Callable[[str], Report]
    known: Callable[[], Sequence[str]] = tuple  #: the workspace's files
    root: str = ""  #: the workspace folder as the system names it


@record
class Report:
    """Everything there is to say about a patch and these targets."""

    patch: Patch
    parts: list[Resolution]  #: what became of each part, in the order of the patch
    problems: list[Problem]
    plan: list[FilePlan]
    texts: dict[str, str]  #: the targets as they are now, by workspace path
    absent: frozenset[str] = frozenset()  #: the workspace paths at which nothing stands now
    around: Surroundings | None = None  #: where it was made, to try out other texts
    steps: float = 0.0  #: what it took to make it

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.severity is Severity.ERROR]

    def count(self, severity: Severity) -> int:
        """How many problems of a severity there are, those that are not listed included."""
        return sum(problem.count for problem in self.problems if problem.severity is severity)

    @property
    def ok(self) -> bool:
        """Whether the whole patch may be applied: there is one, it has no error, and every part has
        come to something, whether or not there are words for it.
        """
        sound = all(resolution.state.sound for resolution in self.parts)
        return bool(self.patch.format) and sound and not self.errors

    def part(self, index: int | None) -> Resolution | None:
        """What became of the part with a number."""
        return next((part for part in self.parts if part.part.index == index), None)

    def part_at(self, offset: int) -> Resolution | None:
        """What became of the part that an offset lies in."""
        return next((part for part in self.parts if part.part.span.touches(offset)), None)

    def section_at(self, offset: int) -> FileChange | None:
        """The file section that an offset lies in."""
        return self.patch.section_at(offset)

    @property
    def outcome(self) -> dict[tuple[str, str | None], str | None]:
        """What the plan would leave, file by file, whether it may be carried out or not."""
        return {(plan.path, plan.new_path): plan.after for plan in self.plan}

    def path_of(self, section: FileChange) -> str:
        """The workspace path a section names; as it is written if that cannot be told."""
        first = section.parts[0].index if section.parts else -1
        return self.parts[first].path if 0 <= first < len(self.parts) else section.path.raw

    def targets_of(self, section: FileChange) -> list[tuple[PathRef, str]]:
        """The paths of a section that lead to a file, each with the workspace path it means."""
        named = [(section.path, self.path_of(section))]
        if section.new_path and section.new_path.choices:
            named.append((section.new_path, section.new_path.checked[0][0]))
        return [(ref, path) for ref, path in named if path in self.texts]

    @property
    def files(self) -> dict[str, str | None]:
        """The new text of each file that changes, None for one that goes; empty unless `ok`."""
        texts: dict[str, str | None] = {}
        for plan in self.plan if self.ok else ():
            if plan.new_path:
                texts[plan.path] = None
            texts[plan.new_path or plan.path] = (
                None if plan.after is None else BOM * plan.bom + plan.after
            )
        return texts
