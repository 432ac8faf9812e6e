"""How failures are told to a model that writes ApplyDiff: the four messages of its section 5."""

from __future__ import annotations

from patchsight.core.formats.spec import Words
from patchsight.core.model.problems import CATALOGUE, Problem, Severity

#: ApplyDiff section 5, word for word.
AMBIGUOUS = Words(
    "❌ Ambiguous match detected",
    'Your "from" block matched multiple locations in the file with near-equal confidence. '
    "The application cannot proceed safely.",
    "Submit the same patch content but use MORE surrounding context lines (5+) to uniquely define the target location.",
    specified=True,
)
MISSING = Words(
    "❌ No match found",
    'Your "from" block did not match any location in the file. '
    "Possible causes: File changed, whitespace differs, or code moved.",
    "Request current state of the relevant function/section.",
    shows_nearest=True,
    specified=True,
)
INVALID = Words(
    "❌ Patch Format Invalid",
    "The output did not conform to the required Classic Style (`>>> file:`, `--- from`, `--- to`, `<`).",
    "Regenerate output strictly adhering to the mandated format.",
    specified=True,
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


def feedback(problem: Problem) -> Words | None:
    """The words of section 5 for an error."""
    if problem.severity is not Severity.ERROR:
        return None
    entry = CATALOGUE[problem.code]
    nearest = MISSING if problem.code in _NO_TARGET else INVALID
    return _MEANT.get(problem.code, Words(nearest.status, entry.why, entry.for_model))


def applied(tells_health: bool) -> str:
    """What the model is told once its patch is applied."""
    rule = APPLIED.rule if tells_health else APPLIED.rule.split(" Health")[0]
    return f"{APPLIED.status}\n{rule}\nAction: {APPLIED.action}"
