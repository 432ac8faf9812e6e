"""Which format a text is in. Its content decides; its name where that says too little."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from patchsight.core.formats.mail import HEAD, Messages
from patchsight.core.formats.noise import Examples
from patchsight.core.formats.registry import FORMATS
from patchsight.core.formats.spec import FormatSpec, Recogniser
from patchsight.core.model.patch import Options
from patchsight.core.text.buffer import BOM
from patchsight.core.text.pieces import holds, holds_word, search_rows

_FIRST = 100  #: characters of a text in which its first row begins


class Signal(NamedTuple):
    """A format, and the row that gives it away."""

    format: FormatSpec
    row: int


def suggest_format(name: str, language: str, options: Options) -> FormatSpec | None:
    """What a file's name says, or else what the editor calls its language."""
    words = name.rpartition(".")[2].lower(), language.lower()
    suggestions = (
        spec
        for word in words
        for spec in FORMATS
        if word in (spec.name, *spec.suffixes, *spec.language_ids)
    )
    suggested = next(suggestions, None)
    return in_profile(suggested, suggested, options) if suggested else None


def find_signal(lines: list[str], suggested: FormatSpec | None, options: Options) -> Signal | None:
    """The first row that gives a format away; by its name a text may do so with less."""
    signal = find_strong_signal(lines, 0, len(lines)) or _find_weak_signal(lines, suggested)
    return signal and Signal(in_profile(signal.format, suggested, options), signal.row)


def find_strong_signal(lines: list[str], first: int, last: int) -> Signal | None:
    """The first row that belongs to one of the formats and to nothing else."""
    hints: dict[str, int] = {}
    examples = Examples(lines, first, last)
    marked, any_lead = _compile_leads(tuple(FORMATS))
    for row in _leading_rows(lines, first, last, any_lead):
        for spec, lead in marked:
            if lead.match(lines[row]) and not examples.hold(row):
                proof = spec.recogniser.proves(lines, row, last, hints)
                if proof is not None:
                    return Signal(spec, proof)
    for spec, _ in marked if hints else ():
        conclusion = spec.recogniser.concludes(hints)
        if conclusion is not None:
            return Signal(spec, conclusion)
    return None


def may_lead(line: str) -> bool:
    """Whether a row may give a format away, at a glance."""
    return _compile_leads(tuple(FORMATS))[1].match(line) is not None


def _leading_rows(lines: list[str], first: int, last: int, lead: re.Pattern[str]) -> Iterator[int]:
    """The rows that may say something; those of a commit message do not."""
    row, messages = first, Messages(lines, last)
    while row < last:
        behind = messages.skip(row) if lead.match(lines[row]) else row + 1
        if behind == row:
            yield row
        row = max(behind, row + 1)


def _find_weak_signal(lines: list[str], suggested: FormatSpec | None) -> Signal | None:
    """The first row that may belong to the format that the text's name suggests."""
    if suggested is None:
        return None
    weak = re.compile(suggested.recogniser.weak)
    row = next((row for row, line in enumerate(lines) if weak.match(line)), None)
    return None if row is None else Signal(suggested, row)


def find_rest(unmarked: Sequence[FormatSpec], lines: list[str]) -> Signal | None:
    """Which of some formats without marks of their own a text holds something of."""
    for spec in unmarked:
        row = spec.recogniser.proves(lines, 0, len(lines), {})
        if row is not None:
            return Signal(spec, row)
    return None


def find_unmarked(text: str) -> list[FormatSpec]:
    """The formats without marks of their own that a text may hold something of, at a glance."""
    return [spec for spec in FORMATS if spec.read_rest and _may_hold(spec.recogniser, text)]


def _may_hold(recogniser: Recogniser, text: str) -> bool:
    if holds(text, recogniser.glance):
        return True
    if not holds_word(text, recogniser.glance_row_words):
        return False
    row = _compile_row(recogniser.glance_row)
    first = f"\n{text[:_FIRST].removeprefix(BOM)}"
    rows = text.replace("\r", "\n") if "\r" in text else text
    return row.match(first) is not None or search_rows(row, rows) is not None


def in_profile(spec: FormatSpec, suggested: FormatSpec | None, options: Options) -> FormatSpec:
    """The stricter form of a format, where the text's name or a setting asks for it."""
    profiles = (profile for profile in FORMATS if profile.profile_of == spec.name)
    asked = (
        profile
        for profile in profiles
        if profile in (suggested,) or profile.name == options.profile
    )
    return next(asked, spec)


@lru_cache(maxsize=8)
def _compile_row(start: str) -> re.Pattern[str]:
    """The start of a row, to be looked for in a text; a line feed is found quickly."""
    return re.compile(f"\n{start}", re.IGNORECASE)


@lru_cache(maxsize=8)
def _compile_leads(
    formats: tuple[FormatSpec, ...],
) -> tuple[list[tuple[FormatSpec, re.Pattern[str]]], re.Pattern[str]]:
    """Those of some formats that have marks of their own, with what a row of each starts with; and
    one cheap test for most rows of most texts.
    """
    marked = [spec for spec in formats if not spec.profile_of and not spec.read_rest]
    leads = [spec.recogniser.lead for spec in marked]
    any_lead = re.compile("|".join([*leads, HEAD.pattern]), re.IGNORECASE)
    compiled = [re.compile(lead, re.IGNORECASE) for lead in leads]
    return list(zip(marked, compiled, strict=True)), any_lead
