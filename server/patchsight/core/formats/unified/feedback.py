"""How failures are told to a model that writes unified diffs."""

from __future__ import annotations

from patchsight.core.formats.spec import Words, default_words
from patchsight.core.model.problems import Problem

#: The rule of a unified diff that failed, as its contract puts it.
_RULES = {
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


def feedback(problem: Problem) -> Words | None:
    """The rule that failed, as the contract of the format puts it."""
    rule = _RULES.get(problem.code)
    return default_words(problem, rule) if rule else None
