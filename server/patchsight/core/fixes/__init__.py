"""Quick fixes: small edits of the patch text that answer a problem. Each is tried out before it is
offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from patchsight.core.fixes.ambiguous import anchor_fixes, retargets
from patchsight.core.fixes.headers import renumber, without_numbers, write_numbers
from patchsight.core.fixes.missing import anchor_renewals, made_exact, renewals, without_hint
from patchsight.core.fixes.parts import drop_applied, drop_empty, merge
from patchsight.core.fixes.paths import (
    agree,
    inside,
    missing_header,
    other_path,
    relative,
    with_slashes,
)
from patchsight.core.fixes.prefixes import add_prefix, add_space
from patchsight.core.fixes.spelling import (
    literal_block,
    missing_line,
    other_column,
    replacement,
    version,
    whole_file,
    without_key,
)
from patchsight.core.fixes.surroundings import envelop, unwrap
from patchsight.core.fixes.trial import Desk, Draft, Edits, Fix, Surroundings
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Lines, Resolution, State
from patchsight.core.text.edits import Edit

__all__ = ["Desk", "Edit", "Fix", "Surroundings", "edited", "find_fixes", "fix_all"]

Maker = Callable[[Desk, Problem], Iterator[Fix]]

#: Fixes that may be safe to make without a look.
_PLAIN: dict[str, tuple[Maker, ...]] = {
    "loose_match": (made_exact,),
    "line_drift": (renumber,),
    "hunk_count_mismatch": (replacement,),
    "empty_hunk": (drop_empty,),
    "invalid_hunk_header": (write_numbers,),
    "line_number_hint": (without_numbers,),
    "missing_space_prefix": (add_space,),
    "invalid_hunk_line": (add_prefix,),
    "path_escape": (inside,),
    "absolute_path": (relative,),
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
    return [
        _settle(desk, fix)
        for maker in _MAKERS.get(problem.code, ())
        for fix in maker(desk, problem)
    ]


def _settle(desk: Desk, fix: Fix) -> Fix:
    """A fix whose changes stand in the order of the text and have the line ends of the patch."""
    end = "\r\n" if "\r\n" in desk.buffer.text else "\n"
    changes = (
        edit._replace(text=edit.text.replace("\r\n", "\n").replace("\n", end))
        for edit in fix.changes
    )
    return fix._replace(changes=tuple(sorted(changes)))


def fix_all(desk: Desk) -> Edits:
    """All safe fixes of a patch that do not touch each other: tried out together, else one by one
    and then together.
    """
    for at in (Draft(desk.report, desk.around), desk):
        made = _gather(at)
        if made and _do_well(desk, made):
            return made
    return ()


def _gather(desk: Desk) -> Edits:
    """The safe fixes, as far as no two of them are about the same row."""
    made: list[Edit] = []
    taken: set[int] = set()
    # Writing all numbers of a section anew sets its counts right as well.
    for problem in sorted(desk.report.problems, key=lambda problem: problem.code != "line_drift"):
        if problem.code not in _PLAIN or desk.buffer.row(problem.span.start) in taken:
            continue
        safe = next((fix.changes for fix in find_fixes(desk, problem) if fix.safe), ())
        rows = {
            row
            for edit in safe
            for row in range(desk.buffer.row(edit.start), desk.buffer.row(edit.end) + 1)
        }
        if not rows & taken:
            made += safe
            taken |= rows
    return tuple(sorted(made))


def _do_well(desk: Desk, changes: Edits) -> bool:
    """Whether everything together rids the patch of some problems and leaves every part that is
    sound where it is.
    """
    after = desk.answer(changes)
    places = {found.part.index: _deed(found) for found in after.resolutions}
    kept = all(
        places.get(found.part.index) == _deed(found)
        for found in desk.report.resolutions
        if found.state.sound
    )
    fewer = len(after.problems) < len(desk.report.problems)
    return kept and fewer and len(after.errors) <= len(desk.report.errors)


def _deed(found: Resolution) -> tuple[str, State, Lines | None, list[str]]:
    """What a part does, and where."""
    return found.path, found.state, found.where, found.after
