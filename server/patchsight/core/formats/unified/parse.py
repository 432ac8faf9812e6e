"""The unified diff, as git, diff and models write it.

    patch     =  { prose | file }
    file      =  [ "diff --git " name " " name ] { metadata } [ "--- " name  "+++ " name ] { hunk }
    metadata  =  index | similarity index | old/new mode | new/deleted file mode | rename from/to
    hunk      =  "@@ -" start [ "," count ] " +" start [ "," count ] " @@" section  { line }
    line      =  ( " " | "-" | "+" ) text  |  blank  |  "\\ No newline at end of file"

How much of what follows a header belongs to its hunk is decided row by row; the counts help but are
not trusted:

- A row with one of the three prefixes belongs to it, even if the counts are met already.
- A blank row is an empty context line as far as the counts cover it, or if lines of the hunk follow behind it.
- `--- x` is the next file's header if the counts are met, or if `+++ y` and then `@@` follow; the removed line `-- x`
  otherwise. Where two such rows complete the counts and name two different files, or end the text, they are a removed and
  an added line.
- `-- ` above a version number ends a mail, and so does one behind the last line that the counts cover.
- `diff -`, `@@`, `Index:`, a mail's `From` and git's `commit` end the hunk whatever the counts say.
- A rule (`---`) behind a complete hunk ends it.
- Any other row ends it if the counts are met, or if no line of the hunk follows and the counts do not ask for just the
  rows up to the next blank one; else it is a context line that lost its space.

Text between files is prose and is passed over, and so is a commit message, whatever it quotes.
"""

from __future__ import annotations

from patchsight.core.formats.line_repairs import add_repairs
from patchsight.core.formats.mail import Messages
from patchsight.core.formats.named_paths import paths_above
from patchsight.core.formats.unified.git import (
    MERGE,
    contradicts_itself,
    find_submodule,
    judge_rename,
    judge_unsupported,
    note_binary,
    read_metadata,
)
from patchsight.core.formats.unified.hunks import HunkReader
from patchsight.core.formats.unified.judge import (
    judge_bare,
    judge_lone,
    judge_named,
    judge_pair,
)
from patchsight.core.formats.unified.parts import check_part
from patchsight.core.formats.unified.paths import Name, read_name, read_rest
from patchsight.core.formats.unified.plain import PlainSections
from patchsight.core.formats.unified.rows import DiffRows
from patchsight.core.formats.unified.section import Ground, Section, Verdict
from patchsight.core.model.patch import FileChange, Op, Options
from patchsight.core.model.problems import Problem, Severity, problem
from patchsight.core.text.buffer import Buffer, is_blank
from patchsight.core.text.git_names import NULL


def parse(
    buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
) -> list[FileChange]:
    """The files of a patch; `problems` gets what is wrong with them, in the order of the text."""
    reader = _Reader(DiffRows(buffer, first, last))
    files = reader.read()
    problems += sorted(reader.problems, key=lambda found: found.span)
    return files


class _Reader:
    """Goes over the rows once and gathers them into sections."""

    def __init__(self, rows: DiffRows) -> None:
        self.rows = rows
        self.problems: list[Problem] = []
        self.files: list[FileChange] = []
        self.section: Section | None = None
        self._messages = Messages(rows.lines, rows.last)
        self._plain = PlainSections(rows)
        self._free = 0  #: the row behind the last hunk
        self._orphaned = False  #: the last hunk had no file; the next one is no news

    def read(self) -> list[FileChange]:
        row = self.rows.first
        while row < self.rows.last:
            row = self._read_row(row, self.rows.lines[row])
        self._close()
        return self.files

    def _read_row(self, row: int, text: str) -> int:
        """Take what begins at a row outside of hunks; the row to go on with."""
        lead = text[:1]
        if text.startswith(("diff --git a/", "--- a/")) and (read := self._read_plain(row)):
            return read
        if lead == "@" and text.startswith("@@"):
            return self._read_hunk(row, text)
        if self._starts_body(row, lead):
            return self._read_body(row)
        if lead == "-" and text.startswith("---"):
            return self._read_old(row, text)
        if lead == "+" and text.startswith("+++"):
            return self._read_new(row, text)
        if lead.isalpha():
            self._read_words(row, text)
            return max(row + 1, self._messages.skip(row))
        return row + 1

    # ---- files

    def _read_plain(self, row: int) -> int | None:
        """A section that is nothing but itself, and begins here; the row behind it."""
        if self._awaiting(old=True):  # to which these rows may belong
            return None
        read = self._plain.read(row)
        if read is None:
            return None
        change, self._free = read
        self._close()
        self._orphaned = False
        self.files.append(change)
        return self._free

    def _open(self, row: int) -> Section:
        self._close()
        self._orphaned = False
        self.section = Section(row, row)
        return self.section

    def _close(self) -> None:
        """Turn the section that was open into a file change."""
        section, self.section = self.section, None
        change = _conclude(Ground(section, self.rows, self.problems)) if section else None
        if change:
            self.files.append(change)

    def _read_old(self, row: int, text: str) -> int:
        """`--- name`, alone or with the `+++ name` below it."""
        if self._is_stray(row, text):
            return row + 1
        section = self._awaiting(old=True)
        paired = self.rows.is_pair(row) or self.rows.is_pathless_pair(row)
        lone = text[3:4] == " " and (
            (section and section.git is not None) or self.rows.is_lone_header(row)
        )
        if not paired and not lone:
            return row + 1
        names = [self._read_name(at) for at in (row, row + 1)[: 1 + paired]]
        if section is None or not Ground(section, self.rows, []).belongs(names):
            section = self._open(row)
        section.old = names[0]
        section.new = names[1] if paired else None
        section.last = row + paired
        return row + 1 + paired

    def _is_stray(self, row: int, text: str) -> bool:
        """Whether `--- /dev/null` stands above git's header, where it says nothing."""
        if text.rstrip() != f"--- {NULL}" or not self.rows.at(row + 1).startswith("diff --git "):
            return False
        message = f"`--- {NULL}` stands above `diff --git`, where it says nothing; it is ignored."
        found = problem("misplaced_line", self.rows.trimmed(row), message)
        found.severity = Severity.WARNING
        self.problems.append(found)
        return True

    def _read_new(self, row: int, text: str) -> int:
        """`+++ name`, below its `---` or alone."""
        section = self._awaiting(old=False)
        below = section and section.old and section.old.row == row - 1
        if not below and not (text[3:4] == " " and self.rows.is_lone_header(row)):
            return row + 1
        section = section or self._open(row)
        section.new = self._read_name(row)
        section.last = row
        return row + 1

    def _awaiting(self, *, old: bool) -> Section | None:
        """The open section, if its `---` (or `+++`) row may still come."""
        section = self.section
        if section is None or section.parts or section.new or (old and section.old):
            return None
        return section

    def _read_name(self, row: int) -> Name:
        text = self.rows.lines[row]
        return read_name(text, row, self.rows.starts[row], min(4, len(text)))

    # ---- hunks

    def _read_hunk(self, row: int, text: str) -> int:
        """A hunk, with or without a file it belongs to."""
        if text.startswith("@@@"):
            return self._skip_combined(row)
        if self._starts_section(row):
            self._open_named(row)
        if self.section is None:
            return self._skip_orphan(row)
        reader = HunkReader(self.rows, row, self.problems)
        self.section.parts.append(reader.part)
        self.section.last = reader.row - 1
        self._free = reader.row
        return reader.row

    def _starts_body(self, row: int, lead: str) -> bool:
        """Whether lines of a hunk stand right below `+++`, without a header of their own."""
        section = self.section
        if section is None or section.parts or lead not in (" ", "+", "-") or not lead:
            return False
        below = section.old is not None and section.new is not None and section.new.row == row - 1
        return below and not self.rows.is_pair(row) and self.rows.changes_follow(row)

    def _read_body(self, row: int) -> int:
        assert self.section is not None
        reader = HunkReader(self.rows, row - 1, self.problems, headed=False)
        self.section.parts.append(reader.part)
        self.section.last = reader.row - 1
        self._free = reader.row
        return reader.row

    def _starts_section(self, row: int) -> bool:
        """Whether a hunk belongs to a file that only the text around it names: there is no other,
        or a path stands between it and the hunk above.
        """
        section = self.section
        if section is None:
            return True
        between = self.rows.lines[section.last + 1 : row]
        if not section.parts or all(map(is_blank, between)):
            return False
        return bool(section.named or paths_above(self.rows.lines, row, section.last + 1))

    def _open_named(self, row: int) -> None:
        """Open the section of a file that has no header, by the path above it or on its fence."""
        self._close()
        named = paths_above(self.rows.lines, row, self._free)
        if not named:
            return
        if len({found.path for found in named}) > 1:
            message = f"The fence names `{named[0].path}`, but the row above it `{named[1].path}`. Write one path."
            self.problems.append(
                problem("conflicting_paths", self.rows.trimmed(named[0].row), message)
            )
        found = named[0]
        text, start = self.rows.lines[found.row], self.rows.starts[found.row]
        self._open(row).named = read_rest(text[: found.end], found.row, start, found.start)

    def _skip_orphan(self, row: int) -> int:
        """A hunk without a file; a run of them is one problem."""
        if not self._orphaned:
            message = (
                "This hunk belongs to no file. Write `--- old_path` and `+++ new_path` above it."
            )
            self.problems.append(problem("missing_file_header", self.rows.trimmed(row), message))
        self._orphaned = True
        self._free = HunkReader(self.rows, row, []).row
        return self._free

    def _skip_combined(self, row: int) -> int:
        """A hunk that compares a merge with all its parents."""
        section = self.section or self._open(row)
        if section.unsupported is None or section.unsupported[1] == MERGE:
            section.unsupported = (row, MERGE)
        end = row + 1
        while self.rows.at(end)[:1] in (" ", "+", "-", "\\") and not self.rows.is_pair(end):
            end += 1
        section.last = end - 1
        return end

    # ---- rows that start with a word

    def _read_words(self, row: int, text: str) -> None:
        """A row of git's header, a boundary that ends the section, or prose."""
        section = self.section
        if text.startswith("diff --git "):
            self._open(row).git = row
        elif text.startswith(("diff --cc ", "diff --combined ")):
            self._open_combined(row, text)
        elif text.startswith("Binary files "):
            self._read_binary(row, text)
        elif self.rows.is_boundary(row):
            self._close()
        elif section and not section.parts:
            read_metadata(section, row, text, self.rows.starts[row])
        elif text.startswith("rename from ") and self.rows.at(row + 1).startswith("rename to "):
            read_metadata(self._open(row), row, text, self.rows.starts[row])

    def _open_combined(self, row: int, text: str) -> None:
        section = self._open(row)
        section.subject = read_rest(text, row, self.rows.starts[row], text.index(" ", 5) + 1)
        section.unsupported = (row, MERGE)

    def _read_binary(self, row: int, text: str) -> None:
        """`Binary files a and b differ`, below git's header or alone."""
        if not text.endswith(" differ"):
            return
        section = self.section
        if section is None or section.git is None or section.parts or section.unsupported:
            section = self._open(row)
            if text.count(" and ") == 1:
                start, column = self.rows.starts[row], text.index(" and ") + len(" and ")
                section.subject = read_rest(text[: -len(" differ")], row, start, column)
        note_binary(section, row)


def _conclude(ground: Ground) -> FileChange | None:
    """A section as a file change; None if no path is known."""
    section, rows = ground.section, ground.rows
    find_submodule(section)
    op, path, new_path, broken = _judge(ground)
    if path is None:
        return None
    for part in section.parts:
        check_part(part, op, rows, ground.problems)
        if op is Op.UPDATE and part.repaired is None:
            add_repairs(part, blank_edges=True)
        part.broken = part.broken or broken
    parts = section.parts or [ground.bare_part(broken)]
    header, span = rows.trimmed(section.header_row), rows.span(section.first, section.last)
    return FileChange(op, path, span, header, parts, new_path, metadata=tuple(section.metadata))


def _judge(ground: Ground) -> Verdict:
    section = ground.section
    if section.unsupported:
        return judge_unsupported(ground, *section.unsupported)
    if contradicts_itself(ground) or ground.refuses_backslash():
        return Verdict(Op.UPDATE, ground.git_path(), broken=True)
    if section.rename_from or section.rename_to:
        return judge_rename(ground, section.rename_from, section.rename_to)
    if section.old and section.new:
        return judge_pair(ground, section.old, section.new)
    if section.old or section.new:
        return judge_lone(ground, section.old, section.new)
    if section.named:
        return judge_named(ground, section.named)
    return judge_bare(ground)
