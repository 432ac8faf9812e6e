"""A session's figures as plain data for JSON, and back. What comes back is not trusted."""

from __future__ import annotations

from typing import Any

from patchsight.core.session.changed_share import MOST_MARKS, LineSample
from patchsight.core.session.figures import MOST_FILES, Figures, FileFigures
from patchsight.core.session.readings import MOST_READINGS, Reading

VERSION = 1
#: What each figure is called in a file.
_NUMBERS = {
    "errors": "errors",
    "ambiguous": "ambiguous",
    "exchange": "exchange",
    "max_exchanges": "most",
}
_TEXTS = ("guidance", "last", "done")


def as_data(figures: Figures) -> dict[str, Any]:
    """The figures as plain data that can be written as JSON."""
    files = {
        path: {
            "patches": file.patches,
            "changed": file.changed,
            "step": file.original.step,
            "lines": [[mark, count] for mark, count in file.original.marks.items()],
        }
        for path, file in figures.files.items()
    }
    numbers = {key: getattr(figures, name) for name, key in _NUMBERS.items()}
    texts = {name: getattr(figures, name) for name in _TEXTS}
    readings = {
        path: {
            "text": reading.text,
            "last": reading.last,
            "changed": [[row, patch] for row, patch in reading.changed.items()],
        }
        for path, reading in figures.readings.items()
    }
    return {
        "patchsight_session": VERSION,
        **numbers,
        **texts,
        "files": files,
        "applied": figures.applied,
        "readings": readings,
    }


def from_data(data: Any) -> Figures | None:
    """The figures in plain data; None if that is anything else."""
    try:
        if data["patchsight_session"] != VERSION:
            return None
        files = {_text(path): _read_file(raw) for path, raw in data["files"].items()}
        plain: dict[str, Any] = {name: _number(data[key]) for name, key in _NUMBERS.items()}
        plain |= {name: _text(data[name]) for name in _TEXTS}
        # A session that was begun before files were remembered has neither.
        plain["applied"] = _number(data.get("applied", 0))
        readings = {_text(path): _reading(raw) for path, raw in data.get("readings", {}).items()}
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    if len(files) > MOST_FILES or len(readings) > MOST_READINGS:
        return None
    return Figures(files, **plain, readings=readings)


def _read_file(raw: Any) -> FileFigures:
    marks = {_number(mark): _number(count) for mark, count in raw["lines"]}
    changed = raw["changed"]
    if not isinstance(changed, (int, float)) or not 0 <= changed <= 1 or len(marks) > MOST_MARKS:
        raise ValueError
    return FileFigures(
        _number(raw["patches"]), LineSample(max(1, _number(raw["step"])), marks), float(changed)
    )


def _reading(raw: Any) -> Reading:
    changed = {_number(row): _number(patch) for row, patch in raw["changed"]}
    return Reading(_text(raw["text"]), _text(raw["last"]), changed)


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 2**53:
        raise ValueError
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
