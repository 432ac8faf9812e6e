"""The formats there are. A new one is a package beside this file and a line here."""

from __future__ import annotations

from patchsight.core.formats.agents import AGENT
from patchsight.core.formats.ap.spec import AP
from patchsight.core.formats.applydiff.spec import APPLYDIFF
from patchsight.core.formats.searchreplace.spec import SEARCHREPLACE
from patchsight.core.formats.spec import FormatSpec, Setting
from patchsight.core.formats.stringedit.spec import STRINGEDIT
from patchsight.core.formats.unified.spec import UNIFIED
from patchsight.core.formats.v4a.spec import V4A
from patchsight.core.formats.wholefile.spec import WHOLEFILE
from patchsight.core.formats.zenpatch.spec import ZENPATCH

__all__ = [
    "AP",
    "APPLYDIFF",
    "FORMATS",
    "SEARCHREPLACE",
    "STRINGEDIT",
    "UNIFIED",
    "V4A",
    "WHOLEFILE",
    "ZENPATCH",
    "find_format",
    "language_ids",
    "names",
    "settings",
]

FORMATS: list[FormatSpec] = [
    UNIFIED,
    V4A,
    ZENPATCH,
    AP,
    APPLYDIFF,
    SEARCHREPLACE,
    STRINGEDIT,
    WHOLEFILE,
]


def find_format(name: str) -> FormatSpec:
    """The format of a name; KeyError if there is none."""
    return {spec.name: spec for spec in FORMATS}[name]


def names() -> list[str]:
    return [spec.name for spec in FORMATS]


def language_ids() -> frozenset[str]:
    """What editors call patches."""
    return frozenset(language for spec in FORMATS for language in spec.language_ids)


def settings() -> list[Setting]:
    """The choices that formats leave to the user, all of them together or one by one."""
    return [AGENT, *(setting for spec in FORMATS for setting in spec.settings)]
