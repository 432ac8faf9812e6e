"""How failures are told to a model that writes SEARCH/REPLACE blocks, and what its agent would have
done.
"""

from __future__ import annotations

from patchsight.core.formats.spec import Words
from patchsight.core.model.problems import CATALOGUE, Problem, Severity

_FAILED = "❌ SEARCH/REPLACE block failed"
_MALFORMED = "❌ SEARCH/REPLACE block malformed"
_WORDS = {
    "context_not_found": Words(
        f"{_FAILED} to match",
        "The SEARCH section must match whole lines of the file exactly: white space, indentation and comments too.",
        "Read the file again, then send this block anew with SEARCH copied from it.",
        shows_nearest=True,
    ),
    "consumed_by_earlier_part": Words(
        f"{_FAILED} to match",
        "Each block searches what the blocks before it left, and one of those took these lines away.",
        "Search for the lines as the earlier block leaves them, or make one block of both.",
    ),
    "ambiguous_context": Words(
        f"{_FAILED}: SEARCH matches several places",
        "The SEARCH section must stand in one place of the file.",
        "Send this block anew with more lines around the change in SEARCH, and the same ones in REPLACE.",
    ),
    "empty_search": Words(
        f"{_FAILED}: SEARCH is empty",
        "An empty SEARCH section creates a file, and this one exists.",
        "Put the lines to change into SEARCH.",
    ),
    "elided_content": Words(
        f"{_FAILED}: code is left out",
        "Both sections hold every line; nothing may stand for lines that are left out.",
        "Write these lines out, or make SEARCH and REPLACE shorter.",
    ),
    "missing_path": Words(
        _MALFORMED,
        "The path of the file stands on a line of its own above `<<<<<<< SEARCH`, or above the fence.",
        "Send the block anew with the path above it.",
    ),
    **dict.fromkeys(
        (
            "invalid_block",
            "truncated_patch",
            "ambiguous_divider",
            "misplaced_line",
            "conflict_markers",
        ),
        Words(
            _MALFORMED,
            "A block is `<<<<<<< SEARCH`, the old lines, `=======`, the new lines, `>>>>>>> REPLACE`.",
            "Send the whole block anew, with all three markers, each on a line of its own.",
        ),
    ),
}
#: By agent and code, what would have become of it there.
_WOULD = {
    ("aider", "ambiguous_context"): "aider would take the first of these places.",
    ("aider", "file_not_found"): "aider would look for these lines in its other files.",
    ("aider", "empty_search"): "aider would append the new text to the file.",
    ("aider", "truncated_patch"): "aider takes a divider in place of the end marker.",
    ("aider", "conflicting_paths"): "aider would take the path next to the block.",
    ("cline", "invalid_block"): "Cline takes any number of signs from three on.",
    ("cline", "empty_search"): "Cline refuses this; older versions replaced the whole file.",
    ("cline", "ambiguous_context"): "Cline would take the first place below the block before.",
    (
        "roo",
        "ambiguous_context",
    ): "Roo would take a place near the stated line, or near the middle of the file.",
    ("roo", "empty_search"): "Roo refuses this, too.",
    ("roo", "no_change"): "Roo refuses such a block.",
}


def feedback(problem: Problem) -> Words | None:
    """The words for an error; the catalogue's rule where this format has none of its own."""
    if problem.severity is not Severity.ERROR:
        return None
    entry = CATALOGUE[problem.code]
    return _WORDS.get(problem.code, Words(_FAILED, entry.why, entry.fix))


def would(agent: str, code: str) -> str:
    """What an agent would have done about a problem, as a sentence; nothing if that is not known."""
    return _WOULD.get((agent, code), "")


def applied(_: bool) -> str:
    """What the model is told once its blocks are applied."""
    return "✅ All SEARCH/REPLACE blocks were applied."
