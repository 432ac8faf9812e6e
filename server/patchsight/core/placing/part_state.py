"""What is known about one part while a file section is being placed."""

from __future__ import annotations

from collections.abc import Sequence

from patchsight.core.formats.spec import Policy
from patchsight.core.model.hunk_lines import Body, kinds_of, texts_of, without
from patchsight.core.model.patch import FileChange, Hint, Kind, Options, Part, PatchLine
from patchsight.core.model.problems import Problem, problem
from patchsight.core.model.record import field, record
from patchsight.core.model.report import Lines, Resolution, State
from patchsight.core.placing.line_ring import Sheet
from patchsight.core.placing.locate import Place
from patchsight.core.text.buffer import Span, is_blank


@record(eq=False)
class Job:
    """A part on its way to a place."""

    part: Part
    resolution: Resolution
    #: the part's lines, without trailing blank ones that turned out to be noise
    lines: Sequence[PatchLine]
    kinds: str = field(init=False)  #: a character for each of these lines
    old: list[str] = field(init=False)  #: what they look for
    new: list[str] = field(init=False)  #: what stands there afterwards
    added: list[str] = field(init=False)
    places: list[Place] = field(default_factory=list)  #: where it may stand, at the deciding grade
    place: Place | None = None  #: where it stands
    left: int | None = None  #: for parts that only add: the line after which
    #: a hint that stands in several places, and where
    vague_hint: tuple[Hint, list[int]] | None = None
    #: where the new text stands, whether that is proof or not
    standing: list[Place] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.take(self.lines)

    def take(self, lines: Sequence[PatchLine]) -> None:
        """Go on with these lines of the part."""
        self.lines = lines
        self.kinds = kinds = kinds_of(lines)
        texts = texts_of(lines)
        self.old, self.new = without("+", kinds, texts), without("-", kinds, texts)
        self.added = without(" ", kinds.replace("-", " "), texts)

    @property
    def old_lines(self) -> list[PatchLine]:
        return [line for line in self.lines if line.kind is not Kind.ADDED]

    @property
    def open(self) -> bool:
        """Whether its fate is still undecided."""
        return self.resolution.state is State.INVALID

    def variants(self) -> list[Sequence[PatchLine]]:
        """The lines as written, and without the bare blank lines at the end, which may be noise."""
        if not self.part.droppable:
            return [self.part.lines]
        return [self.part.lines, self.part.lines[: -self.part.droppable]]


@record(eq=False)
class Section:
    """One file section being placed: its sheet, its rules, and where findings go."""

    sheet: Sheet
    change: FileChange
    path: str
    policy: Policy
    options: Options
    problems: list[Problem]
    #: line that opens a block → the line that closes it
    closings: dict[int, int] = field(default_factory=dict)

    def report(self, code: str, span: Span, message: str, job: Job, **more: object) -> None:
        self.problems.append(problem(code, span, message, part=job.part.index, **more))  # type: ignore[arg-type]

    def lines(self, ids: Sequence[int]) -> Lines:
        """The lines of the user's file that a place covers."""
        start = self.sheet.shown(ids[0])
        return Lines(start, max(start + 1, self.sheet.shown(ids[-1]) + 1))

    def candidates(self, job: Job, places: Sequence[Place]) -> None:
        """Note where a part may stand."""
        shown = places[: self.options.max_candidates]
        job.resolution.candidates = [self.lines(place.ids) for place in shown]
        job.resolution.total_candidates = len(places)
        job.resolution.grade = places[0].grade

    def settle(self, job: Job, state: State, place: Place | None = None) -> None:
        """Note what became of a part, and where."""
        job.resolution.state = state
        if place is not None:
            job.resolution.where = self.lines(place.ids)
            job.resolution.grade, job.resolution.score = place.grade, place.score


def bare_code(job: Job) -> list[PatchLine]:
    """The context lines that lost the space in front of them."""
    if isinstance(job.part.lines, Body):
        return []
    return [line for line in job.part.lines if line.bare and not is_blank(line.text)]
