"""Texts that were taken out of the one that the user sees, one behind the other: what is read as a
patch in the place of that text. Each character knows where it stands.
"""

from __future__ import annotations

from patchsight.core.formats.tool_calls import Note
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer, Span
from patchsight.core.text.entries import Entry
from patchsight.core.text.traced import Traced, TracedBuffer


class Gathering:
    """Grows while calls are read; `buffer` is what came of it."""

    def __init__(self, outer: Buffer) -> None:
        self.outer = outer
        self.size = 0
        self._pieces: list[Traced] = []
        self._held: list[tuple[Span, Entry]] = []

    def add(self, piece: Traced) -> Span:
        """Put a text behind the others; where it stands among them."""
        start = self.size
        self._pieces.append(piece)
        self.size += len(piece.text)
        return Span(start, self.size)

    def glue(self, text: str, span: Span) -> Span:
        """The same for a text that stands nowhere and is shown at a stretch of the text around."""
        return self.add(Traced.nowhere(text, span))

    def hold(self, span: Span, entry: Entry) -> None:
        """Say which value of the text around a stretch was read from."""
        self._held.append((span, entry))

    def place(self, note: Note) -> Problem:
        """Something to say of the text around: it gets a character of its own, which stands where
        it is shown.
        """
        where = note.problem.span
        note.problem.span = self.glue("\n", where)
        if note.piece:
            note.problem.data["at"] = self.add(note.piece).start
            self.glue("\n", where)
        return note.problem

    def buffer(self) -> TracedBuffer:
        return TracedBuffer(Traced.joined(self._pieces), self.outer, self._held)
