"""How the formats differ in placing their parts: data, not code."""

from __future__ import annotations

from typing import NamedTuple

from patchsight.core.model.patch import Format, Grade

_LADDER = (
    Grade.EXACT,
    Grade.TRAILING_SPACE,
    Grade.INDENTATION,
    Grade.WHITESPACE,
    Grade.PUNCTUATION,
)


class Policy(NamedTuple):
    """What may be ignored when a part is looked for, and what may tell equal places apart."""

    grades: tuple[Grade, ...] = _LADDER
    numbers: bool = False  #: the header's line number comes first
    order: bool = False  #: the order of the parts may tell equal places apart
    fuzzy: bool = False  #: a similar text may be taken
    strict: bool = False  #: what would match more loosely is worth a message of its own
    newline: bool = True  #: a created text ends in a newline unless the patch says otherwise


POLICIES: dict[Format, Policy] = {
    Format.UNIFIED: Policy(numbers=True),
    Format.V4A: Policy(order=True),
    Format.ZENPATCH: Policy(grades=(Grade.EXACT,), order=True, strict=True),
    # Tiers 2 and 3 of ApplyDiff are one look-up: what matches without white space, re-indented
    # where that is uniform.
    Format.APPLYDIFF: Policy(grades=(Grade.EXACT, Grade.WHITESPACE), fuzzy=True),
    Format.AP: Policy(),
}
