"""The figures of a session as plain data that can be written as JSON, and back. What comes back is
trusted in nothing.
"""

from __future__ import annotations

from typing import Any

from patchsight.core.session.changed_share import MOST_MARKS, Sketch
from patchsight.core.session.figures import MOST_FILES, Figures, FileFigures

VERSION = 1
_NUMBERS = ("errors", "ambiguous", "exchange", "most")
_TEXTS = ("guidance", "last", "done")


def as_data(figures: Figures) -> dict[str, Any]:
    """The figures as plain data that can be written as JSON."""
    files = {
        path: {
            "patches": one.patches,
            "changed": one.changed,
            "step": one.first.step,
            "lines": _pairs(one.first),
        }
        for path, one in figures.files.items()
    }
    plain = {name: getattr(figures, name) for name in (*_NUMBERS, *_TEXTS)}
    return {"patchsight_session": VERSION, **plain, "files": files}


def from_data(data: Any) -> Figures | None:
    """The figures in plain data; None if that is anything else."""
    try:
        if data["patchsight_session"] != VERSION:
            return None
        files = {_text(path): _read_file(raw) for path, raw in data["files"].items()}
        plain: dict[str, Any] = {name: _number(data[name]) for name in _NUMBERS}
        plain |= {name: _text(data[name]) for name in _TEXTS}
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return Figures(files, **plain) if len(files) <= MOST_FILES else None


def _pairs(first: Sketch) -> list[list[int]]:
    return [[mark, count] for mark, count in first.marks.items()]


def _read_file(raw: Any) -> FileFigures:
    marks = {_number(mark): _number(count) for mark, count in raw["lines"]}
    changed = raw["changed"]
    if not isinstance(changed, (int, float)) or not 0 <= changed <= 1 or len(marks) > MOST_MARKS:
        raise ValueError
    return FileFigures(
        _number(raw["patches"]), Sketch(max(1, _number(raw["step"])), marks), float(changed)
    )


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise ValueError
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
