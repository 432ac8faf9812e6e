"""What a patch says: files, parts and lines, each with its place in the buffer it was read from.

Every format is parsed into this one model. A `FileChange` always has at least one `Part`; a part is
what gets a place, a state and a line in the receipt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

from patchsight.core.model import path_rules
from patchsight.core.model.problems import Problem
from patchsight.core.model.record import field, record
from patchsight.core.text.buffer import Buffer, Span

if TYPE_CHECKING:
    from patchsight.core.formats.spec import FormatSpec


class Grade(IntEnum):
    """How literally a block was found, strictest first."""

    EXACT = 0
    TRAILING_SPACE = 1
    INDENTATION = 2
    WHITESPACE = 3
    PUNCTUATION = 4
    FUZZY = 5

    @property
    def label(self) -> str:
        return self.name.lower().replace("_", "-")


class Kind(str, Enum):
    """What a line of a part asks for."""

    CONTEXT = " "
    REMOVED = "-"
    ADDED = "+"


class PatchLine(NamedTuple):
    """A line of a part: its text without prefix, and where that text stands in the buffer."""

    kind: Kind
    text: str
    span: Span
    bare: bool = False  #: written without the prefix its format asks for


class Hint(NamedTuple):
    """A line that a part names to say where it belongs (v4a's `@@ def f():`)."""

    text: str
    span: Span


class Numbers(NamedTuple):
    """The numbers of a unified hunk header; a count left out is None."""

    old_start: int
    old_count: int | None
    new_start: int
    new_count: int | None
    span: Span


class Block(NamedTuple):
    """Lines that are looked for but not changed: an ap anchor or the end of an ap range."""

    lines: Sequence[PatchLine]
    span: Span  #: the key's value; messages about the whole block sit here


class Substitution(NamedTuple):
    """A text that gives way to another to the character, be it in the middle of lines. Lines end in
    `\\n` in both.
    """

    old: str
    new: str
    old_span: Span  #: where the texts stand in the buffer
    new_span: Span
    every: bool = False  #: wherever the old text stands
    times: int | None = None  #: in so many places, which are all there are
    times_span: Span = Span(0, 0)
    #: where the new text is empty and an empty line would be left, that goes, too
    takes_empty_line: bool = False


class Repair(NamedTuple):
    """A reading of a part that is not written as its format has it. It holds only if the part then
    stands exactly in one place.
    """

    code: str
    span: Span
    told: str  #: what was done, if it holds
    refused: str  #: what is wrong, if it does not
    #: its lines in this reading, which is tried where those that are written stand nowhere; None
    #: where the lines are the same, and there is no other reading
    lines: Sequence[PatchLine] | None = None
    data: Mapping[str, object] = MappingProxyType({})
    substitution: Substitution | None = None  #: the same lines to the character
    #: other old texts that this part may have; where one of them stands, it may be meant
    rivals: tuple[str, ...] = ()


class Op(str, Enum):
    """What happens to a file."""

    UPDATE = "update"
    CREATE = "create"
    REPLACE = "replace"  #: the whole text, whatever is there now
    DELETE = "delete"
    RENAME = "rename"  #: with or without parts that edit


Action = Literal["EDIT", "REPLACE", "INSERT_AFTER", "INSERT_BEFORE", "DELETE", "CREATE_FILE"]


@record
class Part:
    """One change that is located as a whole: a hunk, an ap modification, an ApplyDiff block.

    `lines` holds what is looked for (context and removed) and what is put there (added), in order.
    For ap, REPLACE is removed then added lines, INSERT_AFTER context then added, INSERT_BEFORE
    added then context, DELETE removed.
    """

    span: Span
    header: Span  #: where a message about the part as a whole sits; one row
    lines: Sequence[PatchLine] = ()
    action: Action = "EDIT"
    hints: tuple[Hint, ...] = ()
    numbers: Numbers | None = None
    at_end: bool = False  #: v4a `*** End of File`: the block must stand at the end
    in_order: bool = False  #: parts that say so stand in the file in the order of the patch
    anchor: Block | None = None
    range_end: Block | None = None  #: ap `end_snippet`; `lines` then starts with `start_snippet`
    leading_blank: int = 0
    trailing_blank: int = 0
    #: whether the old text's last line ends in a newline, where the part says so
    old_newline: bool | None = None
    new_newline: bool | None = None
    #: a line above its own that names the file; content only where the file starts with it
    title: PatchLine | None = None
    is_whole: bool = False  #: the user says that it is all of the file, whatever it leaves out
    #: what it exchanges, if that need not be whole lines; `lines` is the same as far as they can say it
    substitution: Substitution | None = None
    fuzz: float | None = None
    droppable: int = 0  #: how many trailing context lines are bare blank ones that may be noise
    #: lines that its header counts are missing behind a change at the end of the text: cut off,
    #: unless the file ends there as well
    short: bool = False
    broken: bool = False  #: a syntax error inside; shown, never applied
    repaired: Repair | None = None  #: how it was read, if that was not plain
    repairs: tuple[Repair, ...] = ()  #: how else it may be read, if it stands nowhere as written
    index: int = -1  #: its number in the patch, from 0

    @property
    def old(self) -> list[PatchLine]:
        """What the part expects to find."""
        return [line for line in self.lines if line.kind is not Kind.ADDED]

    @property
    def new(self) -> list[PatchLine]:
        """What stands there afterwards."""
        return [line for line in self.lines if line.kind is not Kind.REMOVED]

    @property
    def added(self) -> list[PatchLine]:
        return [line for line in self.lines if line.kind is Kind.ADDED]


@record
class PathRef:
    """A path as the patch writes it, and how it may be read: the first choice if it exists, else
    the only other one that does, else the first.
    """

    raw: str
    span: Span
    choices: tuple[str, ...]
    ranked: bool = True  #: False where the first choice has no precedence: only one may exist
    #: the second choice is the first without the prefix of a diff, where none belongs
    prefixed: bool = False
    #: the first choice is a path only if it exists; else the others are meant, or none
    guess: bool = False
    #: each choice as a workspace path, and why it is refused, None if it is not
    checked: list[tuple[str, str | None]] = field(init=False)

    def __post_init__(self) -> None:
        self.checked = list(map(path_rules.check, self.choices))

    @classmethod
    def plain(cls, raw: str, span: Span) -> PathRef:
        return cls(raw, span, (raw,))


@record
class FileChange:
    """Everything one section of a patch does to one file."""

    op: Op
    path: PathRef
    span: Span
    header: Span  #: where a message about the section as a whole sits; one row
    parts: list[Part] = field(default_factory=list)
    new_path: PathRef | None = None
    newline: str | None = None  #: the line end a created file asks for
    metadata: tuple[str, ...] = ()  #: accepted and ignored lines (mode, index …)
    #: what becomes of a whole text if there is no such file
    if_missing: Literal["make", "refuse", "ignore"] = "make"
    format: FormatSpec | None = None  #: its own, where it is not the patch's


class Session(NamedTuple):
    """An ApplyDiff `[SESSION CONTEXT]` block as it was read."""

    span: Span
    modified: str
    guidance: str
    health: str


@record
class Patch:
    """A parsed buffer, however broken the text; `problems` says what is wrong with it."""

    format: FormatSpec | None
    buffer: Buffer
    files: list[FileChange] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    session: Session | None = None
    wrapped_in: str = ""  #: what it was taken out of, if its text is not the one that the user sees
    steps: float = 0.0  #: that reading it took, see `budget`

    def number_parts(self) -> None:
        """Give every part its number; once, when the patch is read."""
        for index, part in enumerate(self.parts):
            part.index = index

    @property
    def parts(self) -> list[Part]:
        return [part for change in self.files for part in change.parts]

    def part(self, index: int | None) -> Part | None:
        """The part with a number."""
        return next((part for part in self.parts if part.index == index), None)

    def section_at(self, offset: int) -> FileChange | None:
        """The file section that an offset lies in."""
        return next((change for change in self.files if change.span.touches(offset)), None)


class Options(NamedTuple):
    """Everything a user can set that changes what a patch means. The defaults are the contract's."""

    profile: str = ""  #: of formats that share a syntax, the one that is meant
    agent: str = "none"  #: who wrote the edit; settles what formats of agents leave open
    fuzzy_threshold: float = 0.85
    duplicate_files: Literal["error", "sequential"] = "error"
    allow_drop: bool = False  #: a whole text may leave out most of its file
    ap_whitespace: Literal["file", "inserted"] = "file"
    max_target_bytes: int = 16 * 1024 * 1024
    max_patch_bytes: int = 16 * 1024 * 1024
    max_lines: int = 500_000  #: of a patch
    max_parts: int = 50_000
    max_problems: int = 500  #: of each code
    max_candidates: int = 50
    max_steps: int = 2_000_000  #: of the search; see `budget`
    patient: bool = False  #: nobody types meanwhile, so the size of a patch does not count as steps
    keystone_files: tuple[str, ...] = ()
