"""The words of feedback: status, rule and action of a problem, as the format that it happened in
puts them.
"""

from __future__ import annotations

from typing import NamedTuple

from patchsight.core.model.patch import Format
from patchsight.core.model.problems import CATALOGUE, Problem, Severity


class Words(NamedTuple):
    """What kind of failure it is, the rule that failed, and the one thing to do about it."""

    status: str
    rule: str
    action: str


#: ApplyDiff section 5, word for word.
AMBIGUOUS = Words(
    "❌ Ambiguous match detected",
    'Your "from" block matched multiple locations in the file with near-equal confidence. '
    "The application cannot proceed safely.",
    "Submit the same patch content but use MORE surrounding context lines (5+) to uniquely define the target location.",
)
MISSING = Words(
    "❌ No match found",
    'Your "from" block did not match any location in the file. '
    "Possible causes: File changed, whitespace differs, or code moved.",
    "Request current state of the relevant function/section.",
)
INVALID = Words(
    "❌ Patch Format Invalid",
    "The output did not conform to the required Classic Style (`>>> file:`, `--- from`, `--- to`, `<`).",
    "Regenerate output strictly adhering to the mandated format.",
)
APPLIED = Words(
    "✅ Patch Applied",
    "Apply succeeded. Health updated in [SESSION CONTEXT].",
    "Continue to next task step or end.",
)
#: The failures that section 5 means; others get the status that comes nearest, with a rule and an
#: action of their own.
_MEANT = {
    **dict.fromkeys(("ambiguous_context", "ambiguous_anchor"), AMBIGUOUS),
    **dict.fromkeys(("context_not_found", "consumed_by_earlier_part"), MISSING),
    **dict.fromkeys(
        ("invalid_block", "truncated_patch", "unfinished_part", "no_patch", "missing_path"), INVALID
    ),
}
_NO_TARGET = frozenset(
    {"file_not_found", "is_directory", "not_a_file", "not_text", "target_too_large", "unreadable"}
)
_STATUSES = {
    Severity.ERROR: "ERROR",
    Severity.WARNING: "WARNING",
    Severity.INFORMATION: "NOTE",
    Severity.HINT: "NOTE",
}
#: The rule of a unified diff that failed, as its contract puts it.
_UNIFIED = {
    "missing_file_header": "Expected `--- old_path` followed by `+++ new_path`.",
    "invalid_hunk_header": "Expected `@@ -old_start,old_count +new_start,new_count @@`.",
    "invalid_hunk_line": "Context lines start with a single space, removed lines with `-`, added lines with `+`.",
    "no_hunks": "Each file patch must have one or more hunks.",
    "empty_hunk": "A hunk has context lines and at least one removed or added line.",
    "hunk_count_mismatch": "`old_count` counts context and removed lines, `new_count` context and added lines; both are advisory.",
    "context_not_found": "The hunk's context and removed lines must match the current file.",
    "ambiguous_context": "The hunk's context and removed lines must match one location only; include more surrounding context.",
    "cannot_insert": "A hunk without context or removed lines inserts after line `old_start`, which must exist.",
    "duplicate_file_patch": "The same file may appear in one file patch only; merge its hunks into a single file patch.",
    "rename_path_mismatch": "`rename from` and `rename to` must agree with the `---` and `+++` paths.",
    "unsupported_git_patch_feature": "Binary patches, copy headers and submodule patches are not supported; only text changes are.",
    "path_escape": "The paths after `---` and `+++` must resolve inside the workspace.",
    "file_not_found": "`---` names a file of the workspace, after an optional `a/`; a new file has `/dev/null` there.",
    "file_exists": "A file patch from `/dev/null` adds a file that does not exist yet.",
    "delete_leaves_content": "A file patch to `/dev/null` removes every line of the file.",
}


def find_words(patch_format: Format | None, problem: Problem) -> Words:
    """How a problem is told to the model that writes this format."""
    entry = CATALOGUE[problem.code]
    if patch_format is Format.APPLYDIFF and problem.severity is Severity.ERROR:
        near = MISSING if problem.code in _NO_TARGET else INVALID
        return _MEANT.get(problem.code, Words(near.status, entry.why, entry.fix))
    rule = _UNIFIED.get(problem.code) if patch_format is Format.UNIFIED else None
    return Words(_STATUSES[problem.severity], rule or entry.why, entry.fix)
