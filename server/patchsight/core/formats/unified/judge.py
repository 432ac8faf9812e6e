"""What the `---` and `+++` rows of a file, or their absence, say about it."""

from __future__ import annotations

from patchsight.core.formats.unified.paths import Name, refer, strip_pair
from patchsight.core.formats.unified.section import Ground, Verdict
from patchsight.core.model.patch import Op, PathRef
from patchsight.core.text.git_names import NULL


def judge_pair(ground: Ground, old: Name, new: Name) -> Verdict:
    """`---` and `+++`: an update, or a creation or deletion where one side is not there."""
    if _lacks_path(ground, old, new):
        return Verdict(Op.UPDATE, ground.git_path(), broken=True)
    old_path, new_path = strip_pair(old.text, new.text, ground.git)
    broken = (
        _contradicts_mode(ground, old, new)
        or _differs(ground, new.row, old_path, new_path)
        or _contradicts_git(
            ground, new if old.is_null else old, new_path if old.is_null else old_path
        )
    )
    if not ground.section.parts:
        broken = True
        ground.report(
            "no_hunks",
            new.row,
            "No hunk follows this header. Write one that starts with "
            "`@@ -old_start,old_count +new_start,new_count @@`, or remove the header.",
        )
    op = _tell_op(ground, old, new)
    if op is Op.CREATE:
        return Verdict(op, PathRef(new.raw, new.span, (new_path,)), broken=broken)
    return Verdict(op, refer(old, old_path), broken=broken)


def _lacks_path(ground: Ground, old: Name, new: Name) -> bool:
    if old.is_null and new.is_null:
        ground.report(
            "missing_path",
            new.row,
            "Both `---` and `+++` are /dev/null, so no file is named. "
            "Write the path on `+++` to create the file, on `---` to delete it.",
        )
        return True
    for name in (old, new):
        if name.is_empty:
            ground.report(
                "missing_path",
                name.row,
                "This row names no file. Write the file's path, relative to the workspace folder.",
            )
            return True
    return False


def _differs(ground: Ground, row: int, old: str, new: str) -> bool:
    """Whether the two rows name different files, which only a rename may do."""
    if old == new or NULL in (old, new):
        return False
    message = (
        f"`---` names `{old}`, but `+++` names `{new}`. Write one path on both rows, or add "
        "`diff --git`, `rename from` and `rename to` if the file is renamed."
    )
    ground.report("rename_path_mismatch", row, message, old=old, new=new)
    return True


def _contradicts_git(ground: Ground, name: Name, path: str) -> bool:
    """Whether `diff --git` names another file."""
    if ground.git_knows(path) or ground.git_knows(name.text):
        return False
    message = (
        f"This row names `{path}`, but `diff --git` above names another file. Make the paths agree."
    )
    ground.report("rename_path_mismatch", name.row, message, old=path, new=path)
    return True


def _contradicts_mode(ground: Ground, old: Name, new: Name) -> bool:
    """Whether `new file mode` or `deleted file mode` says otherwise than the paths do."""
    for row, name in ((ground.section.created, old), (ground.section.deleted, new)):
        if row is not None and not name.is_null:
            message = (
                f"`{ground.rows.lines[row].strip()}` asks for /dev/null on this row, but it names "
                f"`{name.text}`. Write /dev/null here, or remove the mode row."
            )
            ground.report("rename_path_mismatch", name.row, message, old=name.text, new=NULL)
            return True
    return False


def _tell_op(ground: Ground, old: Name, new: Name) -> Op:
    """What a pair does; `diff -N` marks a file that is not there with the epoch and an empty
    range.
    """
    numbers = ground.section.parts[0].numbers if ground.section.parts else None
    empty_old = numbers is not None and numbers.old_start == numbers.old_count == 0
    empty_new = numbers is not None and numbers.new_start == numbers.new_count == 0
    if old.is_null or (old.is_epoch and not new.is_epoch and empty_old):
        return Op.CREATE
    if new.is_null or (new.is_epoch and not old.is_epoch and empty_new):
        return Op.DELETE
    return Op.UPDATE


def judge_lone(ground: Ground, old: Name | None, new: Name | None) -> Verdict:
    """`---` without `+++` or the reverse: an error, but the path is usually known."""
    path = ground.git_path() or _read_lone(old or new)
    if old and old.row >= ground.rows.final:
        ground.report(
            "unfinished_part",
            old.row,
            "The text ends at this file header; `+++` and the hunks are missing. "
            "Go on writing, or ask for the rest.",
        )
    elif old:
        ground.report_missing("+++", old.row, old.row + 1, path)
    elif new:
        ground.report_missing("---", new.row, new.row, path)
    return Verdict(Op.UPDATE, path, broken=True)


def _read_lone(name: Name | None) -> PathRef | None:
    if name is None or name.is_null or name.is_empty:
        return None
    return refer(name, name.text[2:] if name.text.startswith(("a/", "b/")) else name.text)


def judge_bare(ground: Ground) -> Verdict:
    """Neither `---` nor `+++`: an empty file made or removed, a mode, or a header that is not
    complete.
    """
    section, path = ground.section, ground.git_path()
    if section.parts:
        row = ground.rows.buffer.row(section.parts[0].header.start)
        ground.report_missing("--- +++", row, row, path)
    elif path is None:
        ground.report(
            "missing_path",
            section.first,
            "The two paths in this row cannot be told apart. Write "
            "`--- old_path` and `+++ new_path` below it.",
        )
    elif section.created is not None:
        return Verdict(Op.CREATE, PathRef(path.raw, path.span, path.choices[:1]))
    elif section.deleted is not None:
        return Verdict(Op.DELETE, path)
    elif section.mode is not None:
        ground.report(
            "ignored_metadata",
            section.mode,
            "Only the file's mode changes here; modes are not applied.",
        )
        return Verdict(Op.UPDATE, None)
    else:
        _report_nothing(ground)
    return Verdict(Op.UPDATE, path, broken=True)


def _report_nothing(ground: Ground) -> None:
    if ground.section.last >= ground.rows.final:
        ground.report(
            "unfinished_part",
            ground.section.first,
            "The text ends at this file header; `---`, `+++` and "
            "the hunks are missing. Go on writing, or ask for the rest.",
        )
    else:
        ground.report(
            "no_hunks",
            ground.section.first,
            "No hunk follows this header. Write `---`, `+++` and a hunk, or remove the header.",
        )
