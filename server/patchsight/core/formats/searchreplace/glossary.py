"""What the words of SEARCH/REPLACE blocks mean, for those who hover over them."""

from __future__ import annotations

from patchsight.core.formats.searchreplace.markers import HINT, divider_of, end_of, start_of

WORDS = {
    "SEARCH": "The lines as they are, whole and in full, follow; nothing below it creates the file. The path of the file "
    "stands above, or on the fence.",
    "------- SEARCH": "The lines as they are follow. Blocks that start so stand in the order of the file, which tells "
    "equal places apart.",
    "=======": "The old lines end here, and the new ones follow; nothing below it removes the old ones.",
    "REPLACE": "The new lines end here, and the block with them.",
    ":start_line:": "Where the old lines start, counted in the file before the patch. It tells equal places apart.",
    ":end_line:": "Where the old lines end; it is read and not used.",
}


def glossary() -> dict[str, str]:
    return WORDS


def word_at(line: str, column: int) -> str | None:
    """The word of the glossary that a row is."""
    if start_of(line, loose=True):
        return "------- SEARCH" if line.startswith("-") else "SEARCH"
    if divider_of(line):
        return "======="
    if end_of(line, loose=True):
        return "REPLACE"
    hint = HINT.fullmatch(line)
    return f":{hint['key']}_line:" if hint else None
