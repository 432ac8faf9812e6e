"""What a case is, and the few words that the cases are written with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

#: The formats, and how a file that holds such an edit is called.
SUFFIXES = {
    "unified": "diff",
    "v4a": "v4a",
    "zenpatch": "zenpatch",
    "ap": "ap",
    "applydiff": "applydiff",
    "searchreplace": "sr",
    "stringedit": "json",
    "wholefile": "md",
}
LEVELS = ("must", "should", "never")
#: Why an edit must be refused.
KINDS = {
    "ambiguous": "it could mean two places",
    "stale": "what it expects is not there",
    "missing": "a file it changes does not exist",
    "exists": "it would write over a file that it does not know",
    "escaping": "it leads out of the folder",
    "cut-off": "its end is missing",
    "elided": "it leaves out text and says so in a line",
    "malformed": "it cannot be read as what it says it is",
    "conflict": "two of its parts contradict each other",
    "unsupported": "it asks for something that is not a change of text",
}
BOM = "\ufeff"
Tree = Mapping[str, "str | bytes"]


@dataclass(frozen=True)
class Case:
    """An edit, the files it meets, and the files afterwards; or the kind of error, and nothing changes."""

    level: str
    name: str
    why: str
    edit: str
    before: Tree = field(default_factory=dict)
    after: Tree | None = None
    kind: str = ""
    origin: str = "written for this suite"
    by: str = ""  #: what tells equal places apart: number, hint, order, end
    profile: str = ""  #: whose habits decide, where agents legitimately differ
    links: Mapping[str, str] = field(default_factory=dict)
    outside: Tree = field(default_factory=dict)  #: files beside the folder, which nothing may touch

    def __post_init__(self) -> None:
        assert self.level in LEVELS, self.name
        assert (self.after is None) == (self.level == "never"), self.name
        assert (self.kind in KINDS) == (self.level == "never"), self.name


def must(name: str, why: str, edit: str, before: Tree, after: Tree, **more: object) -> Case:
    return Case("must", name, why, text(edit), clean(before), clean(after), **more)  # type: ignore[arg-type]


def should(name: str, why: str, edit: str, before: Tree, after: Tree, **more: object) -> Case:
    return Case("should", name, why, text(edit), clean(before), clean(after), **more)  # type: ignore[arg-type]


def never(name: str, kind: str, why: str, edit: str, before: Tree, **more: object) -> Case:
    return Case("never", name, why, text(edit), clean(before), None, kind, **more)  # type: ignore[arg-type]


def text(raw: str) -> str:
    """A text of this source: its first line break is only there to be read."""
    return raw.removeprefix("\n")


def clean(tree: Tree) -> dict[str, str | bytes]:
    return {path: text(file) if isinstance(file, str) else file for path, file in tree.items()}


def crlf(raw: str) -> str:
    return text(raw).replace("\n", "\r\n")


def cut(raw: str) -> str:
    """Without the last line end."""
    return text(raw).removesuffix("\n")
