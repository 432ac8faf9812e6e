"""Why an edit failed, in one of a few words that can be counted."""

from __future__ import annotations

import re
from enum import Enum

from patchsight.core.formats.elision import is_elision
from patchsight.core.model.patch import Grade
from patchsight.core.model.problems import Problem
from patchsight.core.model.report import Report
from patchsight.core.session.readings import Stale


class Cause(str, Enum):
    """A cause, as a clause that says what is wrong with an edit."""

    STALE = "the text was changed since it was read"
    DIFFERS = "the text is not in the file as the edit has it"
    WHITE_SPACE = "only white space or punctuation differs"
    AMBIGUOUS = "the text stands in several places"
    NO_FILE = "the file does not exist"
    WRONG_PATH = "the path is wrong"
    FILE_EXISTS = "the file exists already"
    DONE = "there is nothing left to change"
    CUT_OFF = "the edit is cut off"
    ELIDED = "lines are left out with a placeholder"
    MALFORMED = "the edit is not written as its format has it"
    SELF_CONFLICT = "parts of the edit get in each other's way"
    UNUSABLE = "the file cannot be edited as text"
    NOT_READ = "the tool wants the file to be read first"
    DECLINED = "it was declined, or interrupted"
    TOOL = "the edit fits, but the tool did not take it"
    UNKNOWN = "what the file said then is not known"

    @property
    def key(self) -> str:
        return self.name.lower()


#: What tools say for reasons that no file shows.
_SAID = (
    (
        Cause.DECLINED,
        r"user (?:doesn't|does not) want|reject|declin|denied|interrupted|aborted|not allowed|permission",
    ),
    (
        Cause.NOT_READ,
        r"not been read|read (?:it|the file|file) (?:first|before)|must (?:first )?read",
    ),
    (Cause.STALE, r"modified since|changed since|has been modified|out of date"),
)
_CODES: dict[Cause, str] = {
    Cause.DIFFERS: "context_not_found anchor_not_found end_not_found hint_not_found count_mismatch partly_applied "
    "line_out_of_range likely_typo delete_content_differs",
    Cause.WHITE_SPACE: "context_not_exact unclear_indentation over_escaped",
    Cause.AMBIGUOUS: "ambiguous_context ambiguous_anchor ambiguous_position cannot_insert",
    Cause.NO_FILE: "file_not_found",
    Cause.WRONG_PATH: "path_escape conflicting_paths missing_path rename_path_mismatch patch_targets_itself "
    "missing_file_header",
    Cause.FILE_EXISTS: "file_exists",
    Cause.CUT_OFF: "truncated_patch unfinished_part",
    Cause.ELIDED: "elided_content excerpt_only large_drop",
    Cause.SELF_CONFLICT: "consumed_by_earlier_part overlapping_parts duplicate_file_patch not_repeatable",
    Cause.UNUSABLE: "is_directory not_a_file not_text target_too_large unreadable unsaved_changes",
    Cause.MALFORMED: "invalid_json unsupported_command no_patch mixed_formats ambiguous_block ambiguous_fence "
    "patch_too_large budget_exceeded unknown_directive misplaced_line invalid_hunk_header invalid_hunk_line empty_hunk "
    "no_hunks unsupported_git_patch_feature delete_leaves_content yaml_error unsupported_version missing_key "
    "duplicate_key wrong_type invalid_action conflicting_keys unexpected_key empty_snippet misaligned_key "
    "misindented_block misaligned_item conflict_markers ambiguous_divider empty_search invalid_block invalid_option "
    "empty_from",
}
CAUSES = {code: cause for cause, codes in _CODES.items() for code in codes.split()}
#: Findings in an edit that fits only because it is read kindly.
_REPAIRS = (
    "prefixed_marker doubled_prefix copied_line_numbers missing_envelope missing_file_header invalid_hunk_header "
    "missing_space_prefix loose_json mixed_markers hunk_count_mismatch over_escaped empty_hunk diff_prefix"
)


def find_cause(report: Report, said: str, stale: Stale | None, *, certain: bool) -> Cause:
    """Why an edit failed: by what the tool said, else by what is wrong with it, else by how loosely
    it fits.
    """
    for cause, words in _SAID:
        if re.search(words, said[:400], re.I):
            return cause
    if stale:
        return Cause.STALE
    if report.errors:
        return _of_problem(report, report.errors[0])
    if not report.plan:
        return Cause.DONE
    if any(part.grade not in (None, Grade.EXACT) for part in report.parts):
        return Cause.WHITE_SPACE
    if any(problem.code in _REPAIRS.split() for problem in report.problems):
        return Cause.MALFORMED
    return Cause.TOOL if certain else Cause.UNKNOWN


def _of_problem(report: Report, problem: Problem) -> Cause:
    if problem.code == "file_not_found" and problem.data.get("suggestions"):
        return Cause.WRONG_PATH
    part = report.part(problem.part)
    there = report.texts.get(part.path, "") if part else ""
    if part and any(is_elision(line.text) and line.text not in there for line in part.part.old):
        return Cause.ELIDED
    return CAUSES.get(problem.code, Cause.MALFORMED)
