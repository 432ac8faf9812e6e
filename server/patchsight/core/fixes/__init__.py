"""Quick fixes: small edits of the patch that answer a problem, each tried before offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from patchsight.core.fixes.ambiguous import anchor_fixes, retargets
from patchsight.core.fixes.exchanged import as_read, end_line, strict_json
from patchsight.core.fixes.headers import renumber, without_numbers, write_numbers
from patchsight.core.fixes.hunks import drop_all_applied, edit_part, edit_stale
from patchsight.core.fixes.missing import anchor_renewals, made_exact, renewals, without_hint
from patchsight.core.fixes.parts import drop_applied, drop_empty, merge
from patchsight.core.fixes.paths import (
    agree,
    inside,
    missing_header,
    other_path,
    relative,
    with_slashes,
    without_prefix,
)
from patchsight.core.fixes.prefixes import add_prefix, add_space, cut_out
from patchsight.core.fixes.spelling import (
    allow_drop,
    literal_block,
    longer_fence,
    missing_line,
    other_column,
    replacement,
    version,
    whole_file,
    without_key,
)
from patchsight.core.fixes.surroundings import envelop, unwrap
from patchsight.core.fixes.trial import Draft, Edits, Fix, Trial
from patchsight.core.fixes.two_texts import fill_search, whole_lines, write_markers
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Lines, Resolution, State, Surroundings
from patchsight.core.text.edits import Edit
from patchsight.core.text.traced import write_out

__all__ = [
    "Edit",
    "Edits",
    "Fix",
    "Surroundings",
    "Trial",
    "find_edit_of_stale",
    "find_fixes",
    "find_part_edits",
    "fix_all",
    "may_have_fixes",
]

Maker = Callable[[Trial, Problem], Iterator[Fix]]

#: Fixes that may be safe to make without a look.
_PLAIN: dict[str, tuple[Maker, ...]] = {
    "loose_match": (cut_out, as_read, made_exact),
    "loose_json": (strict_json,),
    "line_drift": (renumber,),
    "hunk_count_mismatch": (replacement,),
    "empty_hunk": (drop_empty,),
    "invalid_hunk_header": (write_numbers,),
    "line_number_hint": (without_numbers,),
    "missing_space_prefix": (add_space,),
    "invalid_hunk_line": (add_prefix,),
    "path_escape": (inside,),
    "absolute_path": (relative,),
    "diff_prefix": (without_prefix,),
    "doubled_prefix": (cut_out,),
    "copied_line_numbers": (cut_out,),
    "prefixed_marker": (replacement,),
    "backslash_path": (with_slashes,),
    "surrounding_noise": (unwrap,),
    "missing_envelope": (envelop,),
    "unquoted_version": (replacement,),
    "invalid_action": (replacement,),
    "mixed_markers": (write_markers,),
}
#: Fixes that a user has to choose.
_CHOSEN: dict[str, tuple[Maker, ...]] = {
    "ambiguous_context": (retargets,),
    "ambiguous_anchor": (anchor_fixes,),
    "anchor_not_found": (anchor_renewals,),
    "context_not_found": (whole_lines, renewals),
    "context_not_exact": (renewals,),
    "delete_leaves_content": (renewals,),
    "likely_typo": (renewals,),
    "unclear_indentation": (made_exact,),
    "fuzzy_match": (made_exact,),
    "hint_not_found": (without_hint,),
    "file_not_found": (other_path,),
    "rename_path_mismatch": (agree,),
    "missing_file_header": (missing_header,),
    "already_applied": (drop_applied,),
    "duplicate_file_patch": (merge,),
    "truncated_patch": (missing_line, write_markers),
    "ambiguous_fence": (longer_fence,),
    "large_drop": (allow_drop,),
    "invalid_block": (missing_line, write_markers),
    "empty_from": (whole_file,),
    "empty_search": (fill_search,),
    "over_escaped": (as_read,),
    "joins_lines": (end_line,),
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


def may_have_fixes(problem: Problem) -> bool:
    """Whether there are ways to answer a problem of its kind."""
    return problem.code in _MAKERS


def find_fixes(trial: Trial, problem: Problem) -> list[Fix]:
    """Every way to answer a problem, best first, that can be written in the text the user sees."""
    return [
        settled
        for maker in _MAKERS.get(problem.code, ())
        for fix in maker(trial, problem)
        if write_out(trial.buffer, (settled := _settle(trial, fix)).edits) is not None
    ]


def find_part_edits(trial: Trial, resolution: Resolution, row: int) -> list[Fix]:
    """What can be done with a part from one of its rows, whether it has a problem or not."""
    fixes = (*edit_part(trial, resolution, row), *drop_all_applied(trial))
    return [_settle(trial, fix) for fix in fixes]


def find_edit_of_stale(trial: Trial, resolution: Resolution) -> Fix | None:
    """A part that is stale with the file's text in it, for a person to go on from."""
    fix = edit_stale(trial, resolution)
    return fix and _settle(trial, fix)


def _settle(trial: Trial, fix: Fix) -> Fix:
    """A fix as it is written."""
    return fix._replace(edits=trial.settle(fix.edits))


def fix_all(trial: Trial) -> Edits:
    """All safe fixes that do not touch each other: together, else one by one and then together."""
    for at in (Draft(trial.report, trial.around), trial):
        made = _gather(at)
        if made and _do_well(trial, made):
            return made
    return ()


def _gather(trial: Trial) -> Edits:
    """The safe fixes, as far as no two of them are about the same row."""
    made: list[Edit] = []
    taken: set[int] = set()
    # Writing all numbers of a section anew sets its counts right as well.
    for problem in sorted(trial.report.problems, key=lambda problem: problem.code != "line_drift"):
        if trial.spent:
            break
        if problem.code not in _PLAIN or trial.buffer.row(problem.span.start) in taken:
            continue
        safe = next((fix.edits for fix in find_fixes(trial, problem) if fix.safe), ())
        rows = {
            row
            for edit in safe
            for row in range(trial.buffer.row(edit.start), trial.buffer.row(edit.end) + 1)
        }
        if not rows & taken:
            made += safe
            taken |= rows
    return tuple(sorted(made))


def _do_well(trial: Trial, edits: Edits) -> bool:
    """Whether all together rids the patch of problems and leaves every sound part where it is."""
    after = trial.answer(edits)
    places = {resolution.part.index: _deed(resolution) for resolution in after.parts}
    kept = all(
        places.get(resolution.part.index) == _deed(resolution)
        for resolution in trial.report.parts
        if resolution.state.sound
    )
    kept = kept and (not trial.report.ok or trial.keeps(edits))  # to the byte
    fewer = len(after.problems) < len(trial.report.problems)
    return kept and fewer and len(after.errors) <= len(trial.report.errors)


def _deed(resolution: Resolution) -> tuple[str, State, Lines | None, list[str]]:
    """What a part does, and where."""
    return resolution.path, resolution.state, resolution.where, resolution.after
