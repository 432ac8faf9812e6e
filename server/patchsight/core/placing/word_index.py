"""In which lines of a file a word stands: a table that is made when it is first asked for, and goes on
with the lines that are added.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from patchsight.core.model.budget import Budget, Cost

WORD = re.compile(r"\w+")


class WordIndex:
    """Where each word of some lines stands. Lines may be added; those that left the text stay in it."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines, self._entered = lines, 0
        self._where: dict[str, list[int]] = {}
        self.readings = 0  #: how often all of the text was read for want of this table

    def where(self, word: str, budget: Budget) -> Sequence[int]:
        """The lines in which a word stands, each once."""
        if self._entered < len(self._lines):
            self._enter(budget)
        return self._where.get(word, ())

    def _enter(self, budget: Budget) -> None:
        where = self._where
        new = range(self._entered, len(self._lines))
        self._entered = len(self._lines)
        budget.pay(Cost.LINE_OF_WORDS, len(new))
        for line in new:
            for word in set(WORD.findall(self._lines[line])):
                if word in where:
                    where[word].append(line)
                else:
                    where[word] = [line]
