"""The lines of the texts in use, kept by content: while a patch is typed, its targets are the same
texts again and again.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from patchsight.core.model.patch import Grade
from patchsight.core.text.buffer import split_ends

_MOST = 2 * 1024 * 1024  #: characters of all texts that are kept


class Split(NamedTuple):
    """A text's lines, the line end of each, and what they are compared by; no list of it is
    changed in place.
    """

    lines: list[str]
    ends: list[str]
    #: what stands for each line at a grade, for the grades that were asked for
    keys: dict[Grade, list[str]]


class Splits:
    """Texts that were split lately; shared by any number of threads."""

    def __init__(self, most: int = _MOST) -> None:
        self._most, self._size = most, 0
        self._kept: OrderedDict[str, Split] = OrderedDict()
        self._lock = Lock()

    def split(self, text: str) -> Split:
        """The lines of a text, from memory if it was asked for a short while ago."""
        with self._lock:
            kept = self._kept.get(text)
            if kept is not None:
                self._kept.move_to_end(text)
                return kept
        made = Split(*split_ends(text), {})
        with self._lock:
            self._keep(text, made)
        return made

    def _keep(self, text: str, made: Split) -> None:
        if text in self._kept:
            return
        self._kept[text] = made
        self._size += len(text)
        while self._size > self._most and len(self._kept) > 1:  # the one that is worked on stays
            self._size -= len(self._kept.popitem(last=False)[0])


SPLITS = Splits()
