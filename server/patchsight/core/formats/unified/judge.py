"""What the `---` and `+++` rows of a file, or their absence, say about it."""

from __future__ import annotations

from patchsight.core.formats.unified.paths import Name, agrees, refer, refer_to_one, strip_pair
from patchsight.core.formats.unified.section import Ground, Verdict
from patchsight.core.model.patch import Op, PathRef, Repair
from patchsight.core.model.problems import Severity, problem
from patchsight.core.text.git_names import NULL, quote


def judge_pair(ground: Ground, old: Name, new: Name) -> Verdict:
    """`---` and `+++`: an update, or a creation or deletion where one side is not there."""
    if _lacks_path(ground, old, new):
        return Verdict(Op.UPDATE, ground.git_path(), broken=True)
    git = ground.git if old.is_null or new.is_null else None
    old_path, new_path = strip_pair(old.text, new.text, git)
    differs = NULL not in (old_path, new_path) and old_path != new_path
    broken = _contradicts_mode(ground, old, new) or _contradicts_git(
        ground, (old, old_path), (new, new_path)
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
    if differs:
        if not broken:
            _report_difference(ground, new.row, old_path, new_path)
        return Verdict(op, refer_to_one(old, old_path, new_path), broken=broken)
    literal = () if new.is_null else (new.text,)
    return Verdict(op, refer(old, old_path, *literal), broken=broken)


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


def _report_difference(ground: Ground, row: int, old: str, new: str) -> None:
    """Two names for one file, such as `f.orig` and `f`; only a rename changes the name."""
    message = (
        f"`---` names `{old}`, but `+++` names `{new}`; the file that exists is changed, and keeps its name. "
        "Write one path on both rows, or add `diff --git`, `rename from` and `rename to`."
    )
    ground.report("rename_path_mismatch", row, message, Severity.WARNING, old=old, new=new)


def _contradicts_git(ground: Ground, *sides: tuple[Name, str]) -> bool:
    """Whether `diff --git` names another file than `---` or `+++`; the side that is not there has
    the name of the other.
    """
    if ground.git_repeats_names:
        return False
    named = [side for side in sides if not side[0].is_null]
    for git, (name, path) in zip(ground.git or (), (named[0], named[-1]), strict=False):
        if not (git.is_null or agrees(git, path) or agrees(git, name.text)):
            message = f"This row names `{path}`, but `diff --git` above names another file. Make the paths agree."
            ground.report("rename_path_mismatch", name.row, message, old=path, new=path)
            return True
    return False


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
    """What a pair does; `diff -N` marks a missing file with the epoch and an empty range."""
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


def judge_named(ground: Ground, name: Name) -> Verdict:
    """Hunks of a file that only the text around them names."""
    path = PathRef.plain(name.text, name.span)
    _repair_header(ground, path, f"`{name.text}`, as the text around it says")
    return Verdict(Op.UPDATE, path)


def _repair_header(ground: Ground, path: PathRef, what: str) -> None:
    """Take hunks without `---` and `+++` for those of a file, if they stand there exactly."""
    part = ground.section.parts[0]
    row = ground.rows.buffer.row(part.header.start)
    missing = "".join(
        f"{sign} {quote(prefix + path.choices[0])}\n"
        for sign, prefix in (("---", "a/"), ("+++", "b/"))
    )
    said = "`---` and `+++` are missing here"
    repair = Repair(
        "missing_file_header",
        ground.rows.trimmed(row),
        f"{said}; the hunk belongs to {what}.",
        f"{said}, and the hunk does not stand exactly in {what}. "
        "A file starts with `--- old_path` and, below it, `+++ new_path`.",
        data={"missing": missing},
    )
    if part.repaired:  # which is told by itself, and needs no less
        found = problem(repair.code, repair.span, repair.told, severity=Severity.WARNING)
        found.data.update(repair.data)
        ground.problems.append(found)
    for other in ground.section.parts:
        other.repaired = other.repaired or repair
        repair = repair._replace(span=other.header, told="")


def judge_bare(ground: Ground) -> Verdict:
    """Neither `---` nor `+++`: an empty file, a mode, or a header that is not complete."""
    section, path = ground.section, ground.git_path()
    if section.parts and path and section.created is None and section.deleted is None:
        _repair_header(ground, path, f"`{path.choices[0]}`, as `diff --git` says")
        return Verdict(Op.UPDATE, path)
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
        return Verdict(Op.UPDATE, path)
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
