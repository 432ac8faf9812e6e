"""What a JSON object asks for, if it is the call of an edit tool. Content decides; the name of the tool
where that says too little.
"""

from __future__ import annotations

import re
from enum import Enum

from patchsight.core.formats.stringedit.keys import (
    COMMANDS,
    COMMON,
    CREATORS,
    EDITORS,
    INSERTERS,
    MEANINGS,
    NAMES,
    OTHER_COMMANDS,
    PROSE,
    WRITERS,
    Means,
)
from patchsight.core.text.json_values import Json, JsonArray, JsonObject, JsonText

_LISTED = re.compile(r"[\"'](?:old|new)(?:_string|String|_str|_text|Text)\\*[\"']")
_PATHLIKE = re.compile(r"(?!\w+://)[^\n\r]*(?:[/\\]|\.\w{1,12}$)[^\n\r]*|[.~][^\n\r]*")


class Deed(Enum):
    """What a call does."""

    EDIT = "edit"
    LIST = "edits"
    INSERT = "insert"
    CREATE = "create"
    WRITE = "write"
    CODE = "code"  #: a text with parts left out, which some model is to merge
    VIEW = "view"
    OTHER = "other"  #: of an edit tool, but nothing that can be done here


def deed_of(value: JsonObject, tool: str | None) -> Deed | None:
    """What a call does; None if it is none of an edit tool, as far as can be told."""
    keys = {key.value for key, _ in value.members}
    has = {MEANINGS[key] for key in keys if key in MEANINGS}
    deed = _by_command(value, has, tool)
    if deed or tool in INSERTERS:
        return deed or Deed.CODE
    if any(_is_list(value.get(name)) for name in NAMES[Means.LIST]):
        return Deed.LIST
    if Means.INSERT in has and has & {Means.PATH, Means.NEW}:
        return Deed.INSERT
    if _is_edit(keys):
        return Deed.EDIT
    return _by_path(value, has, tool) if Means.PATH in has else None


def _by_path(value: JsonObject, has: set[Means], tool: str | None) -> Deed | None:
    """The same for one that names a file, and has no pair of texts."""
    told = value.get("explanation", "instruction", "instructions") is not None
    if tool in EDITORS:
        return Deed.LIST if Means.LIST in has else Deed.EDIT
    if Means.CODE in has and told:
        return Deed.CODE
    return _whole(value, has, tool)


def _by_command(value: JsonObject, has: set[Means], tool: str | None) -> Deed | None:
    command = value.text("command")
    if command is None or not (Means.PATH in has or tool in EDITORS or has & {Means.OLD}):
        return None
    deeds = {"str_replace": Deed.EDIT, "create": Deed.CREATE, "insert": Deed.INSERT}
    if command.value in COMMANDS:
        return deeds[command.value]
    if command.value == "view":
        return Deed.VIEW
    return Deed.OTHER if command.value in OTHER_COMMANDS or tool in EDITORS else None


def _is_edit(keys: set[str]) -> bool:
    """Whether there is a text to look for and one to put in, or a path and one of them."""
    olds, news = keys & {*NAMES[Means.OLD]}, keys & {*NAMES[Means.NEW]}
    named = not keys.isdisjoint(NAMES[Means.PATH])
    if (olds | news) <= COMMON:
        return named and bool(olds and news)
    return bool(olds and news) or named


def _is_list(value: Json | None) -> bool:
    if isinstance(value, JsonText):
        return value.value.lstrip().startswith("[") and bool(_LISTED.search(value.value))
    if not isinstance(value, JsonArray):
        return False
    objects = [item for item in value.items if isinstance(item, JsonObject)]
    return any(_is_edit({key.value for key, _ in item.members}) for item in objects)


def _whole(value: JsonObject, has: set[Means], tool: str | None) -> Deed | None:
    if Means.WHOLE not in has:
        return Deed.WRITE if tool in WRITERS else None
    if tool in WRITERS:
        return Deed.WRITE
    if tool in CREATORS or (tool is None and _is_new_file(value)):
        return Deed.CREATE
    return None


def _is_new_file(value: JsonObject) -> bool:
    """Whether an object is a path and the text of that file, and nothing else."""
    keys = {key.value for key, _ in value.members}
    path, text = value.text(*NAMES[Means.PATH]), value.text(*NAMES[Means.WHOLE])
    known = all(
        MEANINGS.get(key) in (Means.PATH, Means.WHOLE) or key in PROSE - {"name"} for key in keys
    )
    if not known or path is None or text is None:
        return False
    return not keys & COMMON or _PATHLIKE.fullmatch(path.value) is not None
