"""Quick fixes: small edits of the patch text that answer a problem. Each is tried out before it is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from patchsight.core.fixes.ambiguous import anchor_fixes, retargets
from patchsight.core.fixes.around import envelop, unwrap
from patchsight.core.fixes.desk import Change, Changes, Desk, Fix, Surroundings, edited
from patchsight.core.fixes.headers import renumber, without_numbers, write_numbers
from patchsight.core.fixes.missing import anchor_renewals, made_exact, renewals, without_hint
from patchsight.core.fixes.parts import drop_applied, merge
from patchsight.core.fixes.prefixes import add_prefix, add_space
from patchsight.core.fixes.targets import agree, inside, missing_header, other_path, with_slashes
from patchsight.core.fixes.written import (
    literal_block,
    missing_line,
    other_column,
    replacement,
    version,
    whole_file,
    without_key,
)
from patchsight.core.problems import Problem

__all__ = ["Change", "Desk", "Fix", "Surroundings", "edited", "find_fixes", "fix_all"]

Maker = Callable[[Desk, Problem], Iterator[Fix]]

#: Fixes that may be safe to make without a look.
_PLAIN: dict[str, tuple[Maker, ...]] = {
    "loose_match": (made_exact,),
    "line_drift": (renumber,),
    "hunk_count_mismatch": (replacement,),
    "invalid_hunk_header": (write_numbers,),
    "line_number_hint": (without_numbers,),
    "missing_space_prefix": (add_space,),
    "invalid_hunk_line": (add_prefix,),
    "path_escape": (inside,),
    "backslash_path": (with_slashes,),
    "surrounding_noise": (unwrap,),
    "missing_envelope": (envelop,),
    "unquoted_version": (replacement,),
    "invalid_action": (replacement,),
}
#: Fixes that a user has to choose.
_CHOSEN: dict[str, tuple[Maker, ...]] = {
    "ambiguous_context": (retargets,),
    "ambiguous_anchor": (anchor_fixes,),
    "anchor_not_found": (anchor_renewals,),
    "context_not_found": (renewals,),
    "context_not_exact": (renewals,),
    "delete_leaves_content": (renewals,),
    "likely_typo": (renewals,),
    "verbatim_insert": (made_exact,),
    "fuzzy_match": (made_exact,),
    "hint_not_found": (without_hint,),
    "file_not_found": (other_path,),
    "rename_path_mismatch": (agree,),
    "missing_file_header": (missing_header,),
    "already_applied": (drop_applied,),
    "duplicate_file_patch": (merge,),
    "truncated_patch": (missing_line,),
    "invalid_block": (missing_line,),
    "empty_from": (whole_file,),
    "unknown_directive": (replacement,),
    "unsupported_version": (replacement,),
    "wrong_type": (replacement,),
    "unknown_key": (replacement, without_key),
    "unexpected_key": (without_key,),
    "conflicting_keys": (without_key,),
    "newline_ignored": (without_key,),
    "missing_key": (version,),
    "folded_scalar": (literal_block,),
    "misaligned_key": (other_column,),
    "misaligned_item": (other_column,),
    "misindented_block": (other_column,),
}
_MAKERS = {**_PLAIN, **_CHOSEN}


def find_fixes(desk: Desk, problem: Problem) -> list[Fix]:
    """Every way to answer a problem, best first."""
    return [_settle(desk, fix) for maker in _MAKERS.get(problem.code, ()) for fix in maker(desk, problem)]


def _settle(desk: Desk, fix: Fix) -> Fix:
    """A fix whose changes stand in the order of the text and have the line ends of the patch."""
    crlf = "\r\n" in desk.buffer.text
    changes = (change._replace(text=change.text.replace("\n", "\r\n")) if crlf else change for change in fix.changes)
    return fix._replace(changes=tuple(sorted(changes)))


def fix_all(desk: Desk) -> Changes:
    """All safe fixes of a patch that do not touch each other and do well together."""
    made: Changes = ()
    for problem in desk.report.problems:
        fixes = find_fixes(desk, problem) if problem.code in _PLAIN else []
        safe = next((fix.changes for fix in fixes if fix.safe), ())
        if all(_apart(change, other) for change in safe for other in made):
            made += safe
    return tuple(sorted(made)) if made and _do_well(desk, made) else ()


def _apart(one: Change, other: Change) -> bool:
    return one.span.end < other.span.start or other.span.end < one.span.start


def _do_well(desk: Desk, changes: Changes) -> bool:
    """Whether everything together leaves the patch with nothing worse than it has."""
    after = desk.answer(changes)
    sound, before = (sum(found.state.sound for found in report.resolutions) for report in (after, desk.report))
    return sound >= before and len(after.errors) <= len(desk.report.errors)
