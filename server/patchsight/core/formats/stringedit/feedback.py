"""How failures are told to a model that calls an edit tool: in the words such tools use."""

from __future__ import annotations

from patchsight.core.formats.spec import Words
from patchsight.core.model.problems import CATALOGUE, Problem, Severity

_NOT_FOUND = Words(
    "Error: old_string was not found in the file",
    "The old text must be in the file to the character, white space and line breaks included.",
    "Read the file again and copy the text from it, without line numbers.",
    shows_nearest=True,
)
_SEVERAL = Words(
    "Error: old_string stands in several places",
    "The old text must stand in the file exactly once.",
    "Add text around it until it does, or set replace_all to change every place.",
)
_WORDS = {
    "context_not_found": _NOT_FOUND,
    "consumed_by_earlier_part": _NOT_FOUND,
    "ambiguous_context": _SEVERAL,
}


def feedback(problem: Problem) -> Words | None:
    """What a model is told of an error; the words of the catalogue for the others."""
    if problem.severity is not Severity.ERROR:
        return None
    entry = CATALOGUE[problem.code]
    return _WORDS.get(problem.code, Words(f"Error: {_lower(entry.title)}", entry.why, entry.fix))


def _lower(title: str) -> str:
    return title if title[:2].isupper() else title[:1].lower() + title[1:]
