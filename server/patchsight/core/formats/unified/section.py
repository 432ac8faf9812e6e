"""A file section of a unified diff as it was read, and the ground its judges stand on."""

from __future__ import annotations

from typing import Any, NamedTuple

from patchsight.core.formats.unified.paths import Name, agrees, read_git_names, refer, strip_pair
from patchsight.core.formats.unified.rows import DiffRows
from patchsight.core.model.patch import Op, Part, PathRef
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.model.record import field, record
from patchsight.core.text.git_names import quote
from patchsight.core.text.lazy import cached_property


@record(eq=False)
class Section:
    """What was read of one file: its header rows and its hunks."""

    first: int
    last: int
    git: int | None = None  #: the row `diff --git`
    old: Name | None = None
    new: Name | None = None
    rename_from: Name | None = None
    rename_to: Name | None = None
    named: Name | None = None  #: the path that the text around names, where there is no header
    subject: Name | None = None  #: the file that a row names which cannot be applied
    created: int | None = None  #: the row `new file mode`
    deleted: int | None = None  #: the row `deleted file mode`
    mode: int | None = None  #: the row `old mode`
    unsupported: tuple[int, str] | None = None  #: the row that is no text change, and what it is
    metadata: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def is_complete(self) -> bool:
        """Whether the section says something without `---` and `+++`: a rename, a mode."""
        modes = (self.created, self.deleted, self.mode)
        return bool(self.rename_from and self.rename_to) or any(row is not None for row in modes)

    @property
    def header_row(self) -> int:
        """Where a message about the file sits."""
        name = self.old or self.rename_from
        return name.row if name else self.first


class Verdict(NamedTuple):
    """What a header says: the operation and the path; no path if it cannot be told."""

    op: Op
    path: PathRef | None
    new_path: PathRef | None = None
    broken: bool = False


class Ground:
    """A section with its rows and the list that its problems go to."""

    def __init__(self, section: Section, rows: DiffRows, problems: list[Problem]) -> None:
        self.section, self.rows, self.problems = section, rows, problems

    @cached_property
    def git(self) -> tuple[Name, Name] | None:
        """The two names of `diff --git`, if they can be told."""
        row, rows = self.section.git, self.rows
        return None if row is None else read_git_names(rows.lines[row], row, rows.starts[row])

    @cached_property
    def git_repeats_names(self) -> bool:
        """Whether `diff --git` names just what `---` and `+++` do, as it almost always does; there
        is no need to read it then.
        """
        row, old, new = self.section.git, self.section.old, self.section.new
        if row is None or old is None or new is None:
            return False
        line = self.rows.lines[row]
        plain = line.count(" ") == 3 and '"' not in line
        return plain and line == f"diff --git {old.raw} {new.raw}"

    def report(
        self, code: str, row: int, message: str, severity: Severity | None = None, **data: object
    ) -> None:
        found = problem(code, self.rows.trimmed(row), message, severity=severity)
        found.data.update(data)
        self.problems.append(found)

    def report_missing(self, signs: str, row: int, before: int, path: PathRef | None) -> None:
        """Report missing header rows, with what to write and where, if that is known."""
        data: dict[str, Any] = {}
        if path:
            names = {"---": quote("a/" + path.choices[0]), "+++": quote("b/" + path.choices[0])}
            data["missing"] = "".join(f"{sign} {names[sign]}\n" for sign in signs.split())
            data["offset"] = self.rows.starts[before]
        named = " and ".join(f"`{sign}`" for sign in signs.split())
        verb = "are" if " " in signs.strip() else "is"
        message = f"{named} {verb} missing here. A file starts with `--- old_path` and, below it, `+++ new_path`."
        self.report("missing_file_header", row, message, **data)

    def git_path(self) -> PathRef | None:
        """The path that `diff --git` names, if it can be told."""
        if not self.git:
            return None
        old, new = self.git
        path = strip_pair(old.text, new.text, None)[1]
        return refer(new, path) if path else None

    def git_knows(self, path: str) -> bool:
        """Whether `diff --git` names a path; true where there is no such row or it cannot be told."""
        return self.git is None or any(agrees(name, path) for name in self.git)

    def belongs(self, names: list[Name]) -> bool:
        """Whether `---` and `+++` rows belong to the section above them, or start one of their
        own. Right below it they do, whatever they name.
        """
        adjoining = names[0].row == self.section.last + 1
        if (adjoining and self.section.git is not None) or not self.section.is_complete:
            return True
        texts = [name.text for name in names if not name.is_null]
        return any(self.git_knows(path) for text in texts for path in (text, text[2:]))

    def refuses_backslash(self) -> bool:
        """Whether a quoted name has a backslash in it: read as `/`, it would be another file."""
        section = self.section
        names = [section.old, section.new, section.rename_from, section.rename_to]
        if not self.git_repeats_names:
            names += self.git or ()
        for name in names:
            if name and name.has_backslash:
                message = f"The name {name.raw} has a backslash in it, which a path here cannot have. Rename the file first."
                self.report("path_escape", name.row, message)
                return True
        return False

    def bare_part(self, broken: bool) -> Part:
        """The one part of a section without hunks: the rows that rename, or all of them."""
        section, rows = self.section, self.rows
        if section.rename_from and section.rename_to:
            first, last = sorted((section.rename_from.row, section.rename_to.row))
            return Part(
                rows.span(first, last), rows.trimmed(section.rename_from.row), broken=broken
            )
        return Part(
            rows.span(section.first, section.last), rows.trimmed(section.header_row), broken=broken
        )
