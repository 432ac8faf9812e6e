"""What git's own header rows say about a file: renames, and what is no text change at all."""

from __future__ import annotations

import re

from patchsight.core.formats.unified.paths import Name, agrees, read_rest
from patchsight.core.formats.unified.section import Ground, Section, Verdict
from patchsight.core.model.patch import Op, PathRef

BINARY, COPY, MERGE = "A binary file", "A copy", "A merge"
#: What a mode says that is no regular file.
_SPECIAL_MODES = {"160000": "A submodule", "120000": "A symbolic link"}
SUBMODULE = _SPECIAL_MODES["160000"]
_METADATA = (
    "index ",
    "similarity index ",
    "dissimilarity index ",
    "old mode ",
    "new mode ",
    "new file mode ",
    "deleted file mode ",
)
_SUBMODULE = re.compile(r"Subproject commit [0-9a-f]{7,64}(?:-dirty)?$")


def read_metadata(section: Section, row: int, text: str, start: int) -> None:
    """Take a row between `diff --git` and the first hunk; what git does not write is prose."""
    if text.startswith(_METADATA):
        section.metadata.append(text)
        _note_mode(section, row, text)
    elif text.startswith("rename from "):
        section.rename_from = read_rest(text, row, start, len("rename from "))
    elif text.startswith("rename to "):
        section.rename_to = read_rest(text, row, start, len("rename to "))
    elif text.startswith("copy from "):
        section.unsupported = section.unsupported or (row, COPY)
    elif text.startswith("copy to "):
        section.subject = read_rest(text, row, start, len("copy to "))
        section.unsupported = section.unsupported or (row, COPY)
    elif text.startswith("GIT binary patch"):
        note_binary(section, row)
    else:
        return
    section.last = row


def _note_mode(section: Section, row: int, text: str) -> None:
    """Remember what a mode row says about the file."""
    if what := _SPECIAL_MODES.get(text.split()[-1]):
        section.unsupported = section.unsupported or (row, what)
    if text.startswith("new file mode "):
        section.created = row
    elif text.startswith("deleted file mode "):
        section.deleted = row
    elif text.startswith(("old mode ", "new mode ")) and section.mode is None:
        section.mode = row


def note_binary(section: Section, row: int) -> None:
    """Remember that a file is binary; `diff --git` gets the message for the whole file."""
    section.unsupported = section.unsupported or (
        row if section.git is None else section.git,
        BINARY,
    )
    section.last = row


def contradicts_itself(ground: Ground) -> bool:
    """Whether two of git's rows say different things about what becomes of the file."""
    section = ground.section
    moved = section.rename_from or section.rename_to
    deeds = [row for row in (section.created, section.deleted) if row is not None]
    deeds += [moved.row] if moved else []
    if len(deeds) < 2:
        return False
    first, second = (ground.rows.lines[row].strip() for row in sorted(deeds)[:2])
    message = f"`{second}` contradicts `{first}` above it. Keep the one that is meant."
    ground.report("rename_path_mismatch", sorted(deeds)[1], message)
    return True


def judge_rename(ground: Ground, old: Name | None, new: Name | None) -> Verdict:
    """`rename from` and `rename to`, and whether the other rows agree with them."""
    if old is None or new is None or not old.text or not new.text:
        return _report_half(ground, old, new)
    broken = _lacks_headers(ground)
    for name, path in _claims(ground, old.text, new.text):
        if not agrees(name, path):
            broken = True
            message = (
                f"This row names `{name.text}`, but the file is renamed from `{old.text}` to `{new.text}`. "
                "Make the paths agree."
            )
            ground.report("rename_path_mismatch", name.row, message, old=old.text, new=new.text)
    return Verdict(
        Op.RENAME, PathRef.plain(old.text, old.span), PathRef.plain(new.text, new.span), broken
    )


def _report_half(ground: Ground, old: Name | None, new: Name | None) -> Verdict:
    """A rename of which only one side is there."""
    name = old or new
    row = name.row if name else ground.section.first
    ground.report(
        "missing_path", row, "A rename needs both `rename from old_path` and `rename to new_path`."
    )
    path = PathRef.plain(old.text, old.span) if old and old.text else ground.git_path()
    return Verdict(Op.UPDATE, path, broken=True)


def _lacks_headers(ground: Ground) -> bool:
    """Whether a rename lacks a row: `diff --git`, or `---` and `+++` above hunks."""
    section = ground.section
    if section.git is None:
        ground.report(
            "missing_file_header",
            section.first,
            "A rename starts with `diff --git a/old_path b/new_path`. "
            "Write that row above this one.",
        )
    elif bool(section.old) != bool(section.new):
        name = section.old or section.new
        row = name.row if name else section.first
        ground.report_missing("+++" if section.old else "---", row, row, None)
    elif section.parts and not section.old:
        row = ground.rows.buffer.row(section.parts[0].header.start)
        ground.report_missing("--- +++", row, row, None)
    elif section.new and not section.parts:
        ground.report(
            "no_hunks",
            section.new.row,
            "No hunk follows this header. Write one, or remove `---` and `+++`.",
        )
    else:
        return False
    return True


def _claims(ground: Ground, old: str, new: str) -> list[tuple[Name, str]]:
    """Every other row's name, beside the path it should name."""
    section = ground.section
    claims = [(name, path) for name, path in ((section.old, old), (section.new, new)) if name]
    if ground.git and not all(
        agrees(name, path) for name, path in zip(ground.git, (old, new), strict=True)
    ):
        claims.insert(
            0, (ground.git[0], old) if not agrees(ground.git[0], old) else (ground.git[1], new)
        )
    return claims


def find_submodule(section: Section) -> None:
    """Note a hunk that moves a submodule to another commit."""
    if section.unsupported or len(section.parts) != 1 or not 0 < len(section.parts[0].lines) < 3:
        return
    if all(_SUBMODULE.match(line.text) for line in section.parts[0].lines):
        section.unsupported = (section.header_row, SUBMODULE)


def judge_unsupported(ground: Ground, row: int, what: str) -> Verdict:
    """Binary data, links, copies, submodules, merges: named, shown, never applied."""
    section = ground.section
    ground.report(
        "unsupported_git_patch_feature",
        row,
        f"{what} is no text change and cannot be applied here. "
        "Apply it with git, or leave this file out.",
    )
    name = section.subject or section.new or section.old
    path = ground.git_path() or (
        PathRef.plain(name.text, name.span) if name and name.text else None
    )
    if section.created is not None or what == COPY:
        return Verdict(Op.CREATE, path, broken=True)
    return Verdict(Op.DELETE if section.deleted is not None else Op.UPDATE, path, broken=True)
