"""Every place of a text in the lines of a ring. Whole lines in it, or words, are looked up, so that
most texts cost as much as they are long; only what has neither is looked for in all of the file.
"""

from __future__ import annotations

import re

from patchsight.core.model.budget import Cost
from patchsight.core.model.patch import Grade
from patchsight.core.placing.exchange import find_all
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.line_text import LineText
from patchsight.core.placing.locate import find
from patchsight.core.placing.word_index import WORD

_PATIENCE = 20  #: how often a text is read before a table of its words is made


def places_of(text: LineText, wanted: str, *, whole: bool = False) -> list[int]:
    """Where a text stands, overlapping places too, in order; `whole`: only as whole lines."""
    if not wanted:
        return []
    places = _by_lines(text, wanted, whole) if "\n" in wanted else None
    if places is None and not whole:
        places = _by_words(text, wanted)
    return _by_reading(text, wanted, whole) if places is None else places


def _by_reading(text: LineText, wanted: str, whole: bool) -> list[int]:
    text.ring.means.search.pay(Cost.CHARACTER_SCANNED, text.size)
    text.ring.words.readings += 1
    return find_all(text.text, wanted, whole=whole, budget=text.ring.means.search)


def _is_worth_it(text: LineText, hits: int) -> bool:
    """Whether so many lines are looked at sooner than all of the text is read."""
    return hits * Cost.HIT <= text.size * Cost.CHARACTER_SCANNED + Cost.HIT


def _by_lines(text: LineText, wanted: str, whole: bool) -> list[int] | None:
    """The same if the text has whole lines that are rare; None if it has not."""
    ring = text.ring
    head, *lines = wanted.split("\n")
    tail = lines.pop()
    if whole:
        lines.insert(0, head)
    if not lines or not _is_worth_it(text, len(ring.index(Grade.EXACT).pivot(lines)[1])):
        return None
    runs = [run for run in find(ring, lines, Grade.EXACT) if _goes_on(text, run[-1], tail)]
    if whole:
        return [text.start_of(run[0]) for run in runs]
    above = [ring.prev[run[0]] for run in runs]
    return [_end_of(text, line) - len(head) for line in above if _ends_in(ring, line, head)]


def _by_words(text: LineText, wanted: str) -> list[int] | None:
    """The same if it has words that are rare, and a table of words is there or worth making."""
    ring, budget = text.ring, text.ring.means.search
    inner = _inner_words(wanted)
    if not inner or ring.words.readings < _PATIENCE:
        return None
    rarest = min(inner, key=lambda word: len(ring.words.where(word[0], budget)))
    hits = ring.words.where(rarest[0], budget)
    if not _is_worth_it(text, len(hits)):
        return None
    budget.pay(Cost.HIT + Cost.HIT_LINE * wanted.count("\n"), len(hits))
    present = sorted((line for line in hits if line not in ring.gone), key=ring.rank)
    head, newline, _ = wanted.partition("\n")
    if not newline:
        return [
            text.start_of(line) + at
            for line in present
            for at in find_all(ring.lines[line], wanted)
        ]
    above = wanted.count("\n", 0, rarest.start())
    first_lines = [_line_above(ring, line, above) for line in present]
    starts = [_end_of(text, line) - len(head) for line in first_lines if _ends_in(ring, line, head)]
    return [at for at in starts if text.has(wanted, at)]


def _line_above(ring: LineRing, line: int, count: int) -> int:
    """The line that stands so many lines above another; the sentinel if there are not as many."""
    for _ in range(count):
        line = ring.prev[line]
        if line == ring.head:
            break
    return line


def _inner_words(wanted: str) -> list[re.Match[str]]:
    """The words of a text but for those at its edges, which may be part of longer ones."""
    words = WORD.finditer(wanted)
    return [word for word in words if word.start() and word.end() < len(wanted)]


def _ends_in(ring: LineRing, line: int, head: str) -> bool:
    return line != ring.head and ring.lines[line].endswith(head)


def _end_of(text: LineText, line: int) -> int:
    return text.start_of(line) + len(text.ring.lines[line])


def _goes_on(text: LineText, line: int, tail: str) -> bool:
    """Whether a line has an end, and what follows starts with a text."""
    below = text.ring.next[line]
    if below == text.ring.head:
        return not tail and text.has_newline
    return text.ring.lines[below].startswith(tail)
