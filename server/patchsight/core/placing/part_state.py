"""What is known about one part, and about its section, while they are being placed."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Any

from patchsight.core.formats.spec import Policy
from patchsight.core.model.hunk_lines import HunkLines, in_columns
from patchsight.core.model.patch import FileChange, Hint, Kind, Options, Part, PatchLine
from patchsight.core.model.problems import Problem, problem
from patchsight.core.model.record import field, record
from patchsight.core.model.report import Lines, State
from patchsight.core.placing.decision import Decision
from patchsight.core.placing.exchange import Exchange
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.locate import Candidate, Sense
from patchsight.core.placing.siblings import Siblings
from patchsight.core.text.buffer import Span, is_blank, is_trivial

_CHANGES = re.compile("[-+]+")
_MUCH = 40  #: characters, about one long line or two short ones


_UNDECIDED = Decision()


class PartState:
    """A part on its way to a place: the evidence, and what is decided so far."""

    __slots__ = (
        "added", "ambiguous_hint", "chosen", "decision", "kinds", "left", "lines", "new", "old", "written",
    )  # fmt: skip

    lines: HunkLines  #: its lines, without trailing blank ones that turned out to be noise
    kinds: str  #: a character for each of these lines
    old: list[str]  #: what they look for
    new: list[str]  #: what stands there afterwards
    added: list[str]

    def __init__(self, written: Part) -> None:
        self.written = written  #: the part as the patch has it
        self._read(in_columns(written.lines))
        self.chosen: Candidate | None = None  #: where it stands
        self.left: int | None = None  #: for parts that only add: the line after which
        #: a hint that stands in several places, and where
        self.ambiguous_hint: tuple[Hint, list[int]] | None = None
        self.decision = _UNDECIDED

    def take(self, lines: Sequence[PatchLine]) -> None:
        """Go on with these lines of the part."""
        if lines is not self.lines:
            self._read(in_columns(lines))

    def take_at(self, place: Candidate) -> None:
        """Go on with the variant of the lines that stands in a place: others may have been looked
        for since, in other places.
        """
        for lines in map(in_columns, self.variants()):
            side = lines.old if place.sense is Sense.FITS else lines.new
            if len(side) == len(place.ids):
                self.take(lines)
                return

    def _read(self, lines: HunkLines) -> None:
        self.lines, self.kinds = lines, lines.kinds
        self.old, self.new, self.added = lines.old, lines.new, lines.added

    @property
    def old_lines(self) -> list[PatchLine]:
        return [line for line in self.lines if line.kind is not Kind.ADDED]

    @property
    def removes_only(self) -> bool:
        """Whether nothing but removed lines says where it belongs."""
        return self.kinds.strip("-") == ""

    @property
    def is_common(self) -> bool:
        """Whether no line that it looks for says anything: much of any file is like it."""
        return all(map(is_trivial, self.old))

    @property
    def says_much(self) -> bool:
        """Whether it adds so much that finding all of it in its place is no chance."""
        return sum(len(line.strip()) for line in set(self.added) if not is_trivial(line)) >= _MUCH

    @property
    def is_inner(self) -> bool:
        """Whether context stands on both sides of what it changes."""
        return self.kinds[:1] == self.kinds[-1:] == " "

    @property
    def removes_last(self) -> bool:
        """Whether the last line it looks for is one that it removes."""
        return self.kinds.replace("+", "").endswith("-")

    @property
    def replaces(self) -> bool:
        """Whether something takes the place of whatever it removes, or it stands elsewhere then."""
        lost: list[str] = []
        for run in _CHANGES.finditer(self.kinds):
            if "+" not in run[0]:
                lost += self.lines.texts[run.start() : run.end()]
        return set(lost) <= set(self.added)

    @property
    def edges(self) -> tuple[list[str], list[str]]:
        """The context above the first change, and below the last."""
        above = len(self.kinds) - len(self.kinds.lstrip(" "))
        below = len(self.kinds) - len(self.kinds.rstrip(" "))
        return self.old[:above], self.old[len(self.old) - below :]

    @property
    def is_told(self) -> bool:
        """Whether the context on both sides of what it changes says something."""
        return all(any(not is_trivial(line) for line in edge) for edge in self.edges)

    @property
    def ends_at(self) -> int | None:
        """The last line of its place, or the one after which it goes."""
        return self.chosen.ids[-1] if self.chosen else self.left

    @property
    def states_newline(self) -> bool | None:
        """Whether the last line that it writes ends in a newline; None where the file's own line
        end stays.
        """
        return None if self.kinds.endswith(" ") else self.written.new_newline

    @property
    def undecided(self) -> bool:
        return self.decision.state is None

    @property
    def fits(self) -> bool:
        return self.decision.state is State.FITS

    def variants(self) -> list[Sequence[PatchLine]]:
        """The lines as written, and without the bare blank lines at the end, which may be noise."""
        lines, droppable = self.written.lines, self.written.droppable
        return [lines, lines[:-droppable]] if droppable else [lines]

    def bare_code(self) -> list[PatchLine]:
        """The context lines that lost the space in front of them."""
        bare = in_columns(self.written.lines).bare
        return [line for line in bare if not is_blank(line.text)] if bare else bare

    def problem(self, code: str, span: Span, message: str, **more: Any) -> Problem:
        """Something to tell about this part."""
        return problem(code, span, message, part=self.written.index, **more)


@record(eq=False)
class SectionState:
    """One file section being placed: the lines it works on, and its rules."""

    ring: LineRing
    change: FileChange
    path: str
    policy: Policy
    options: Options
    #: all parts that edit the file, those of other sections too
    siblings: Siblings = Siblings()
    #: line that opens a block → the line that closes it
    closings: dict[int, int] = field(default_factory=dict)
    taken: Set[int] = frozenset()  #: the lines that parts with a place stand on
    is_trial: bool = False  #: nobody will ask where its parts stand, only what becomes of them

    def trial(self, ring: LineRing, path: str) -> SectionState:
        """The same section on other lines, to see what would become of it there."""
        return SectionState(ring, self.change, path, self.policy, self.options, self.siblings)

    def lines(self, ids: Sequence[int]) -> Lines:
        """The lines of the user's file that these lines of the ring cover."""
        if self.ring.pristine:
            return Lines(ids[0], ids[-1] + 1)
        start = self.ring.shown(ids[0])
        end = max(start, self.ring.shown(ids[-1])) + 1
        return Lines(start, min(end, self.ring.size))  # which may have none

    def place(self, candidate: Candidate) -> Lines:
        """The same for a candidate, with its columns if its lines are the user's own."""
        lines, ids, columns = self.lines(candidate.ids), candidate.ids, candidate.columns
        if columns is None or not (ids[0] < self.ring.size and ids[-1] < self.ring.size):
            return lines
        return lines._replace(first_column=columns[0], last_column=columns[1])

    def some_lines(self, runs: Sequence[Sequence[int]]) -> list[Lines]:
        """The same for as many places as are ever shown."""
        return [self.lines(run) for run in runs[: self.options.max_candidates]]

    def among(self, decision: Decision, candidates: Sequence[Candidate]) -> Decision:
        """A decision about a part that may stand in any of these places."""
        lines = list(map(self.place, candidates[: self.options.max_candidates]))
        return decision.but(
            candidates=lines, total_candidates=len(candidates), grade=candidates[0].grade
        )

    def at(self, state: State, candidate: Candidate, *problems: Problem) -> Decision:
        """A decision about a part that stands there."""
        where, grade, score = self.place(candidate), candidate.grade, candidate.score
        return Decision(state, where, grade, score, problems=problems)


def exchange_of(part: PartState) -> Exchange:
    """A part as what it puts in the place of what."""
    written = part.written
    if written.substitution:
        exact = written.substitution
        return Exchange(
            exact.old,
            exact.new,
            every=exact.every,
            times=exact.times,
            takes_empty_line=exact.takes_empty_line,
        )
    old, new = ("".join(f"{line}\n" for line in side) for side in (part.old, part.new))
    row = written.numbers.old_start if written.numbers and not old else None
    return Exchange(old, new, whole=True, row=row)
