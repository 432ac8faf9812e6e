"""String edits as text: how they are written. They are read from the calls of a text
(`formats.opening`), whatever those stand in.
"""

from __future__ import annotations

import json
from typing import Any

from patchsight.core.model.patch import FileChange, Op, Options, Part, PatchLine
from patchsight.core.model.problems import Problem
from patchsight.core.text.buffer import Buffer


def parse(
    buffer: Buffer, first: int, last: int, problems: list[Problem], options: Options
) -> list[FileChange]:
    """Nothing: rows alone hold no call."""
    return []


def render(files: list[FileChange]) -> str:
    """The calls of an edit tool, one for each file: one object, or a list of them."""
    calls = [_render(change) for change in files if change.op in (Op.UPDATE, Op.CREATE, Op.REPLACE)]
    value = calls[0] if len(calls) == 1 else calls
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _render(change: FileChange) -> dict[str, Any]:
    path = change.path.choices[0] if change.path.choices else change.path.raw
    if change.op is Op.UPDATE:
        edits = [_edit(part) for part in change.parts]
        if len(edits) == 1:
            return {_key(edits[0]): path, **edits[0]}
        return {"file_path": path, "edits": edits}
    text = "".join(_whole(part, change.newline or "\n") for part in change.parts)
    if change.op is Op.REPLACE:
        return {"name": "Write", "input": {"file_path": path, "content": text}}
    return {"command": "create", "path": path, "file_text": text}


def _key(edit: dict[str, Any]) -> str:
    return "path" if "command" in edit else "file_path"


def _edit(part: Part) -> dict[str, Any]:
    exact = part.substitution
    if exact:
        more: dict[str, Any] = {"replace_all": True} if exact.every else {}
        if exact.times is not None:
            more["expected_replacements"] = exact.times
        return {"old_string": exact.old, "new_string": exact.new, **more}
    old, new = _text(part.old), _text(part.new)
    if not part.old and part.numbers:
        return {
            "command": "insert",
            "insert_line": part.numbers.old_start,
            "insert_text": f"{new}\n",
        }
    if part.old_newline != part.new_newline or not part.new:
        old += "\n" * (part.old_newline is not False)
        new += "\n" * (bool(part.new) and part.new_newline is not False)
    return {"old_string": old, "new_string": new}


def _text(lines: list[PatchLine]) -> str:
    return "\n".join(line.text for line in lines)


def _whole(part: Part, end: str) -> str:
    text = "".join(line.text.removesuffix("\r") + end for line in part.lines)
    return text[: -len(end)] if text and part.new_newline is False else text
