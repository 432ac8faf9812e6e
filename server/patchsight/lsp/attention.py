"""Which open documents are patches, and which of these someone means to apply.

A file named as a patch, a language that is one, a buffer without a file: someone does. A page of
documentation, a source file, the log of a chat: there a patch may be an example, and is shown
quietly, or not at all, until the user asks for it.
"""

from __future__ import annotations

from enum import Enum
from typing import Literal

from patchsight.core import formats
from patchsight.core.formats.registry import FORMATS, language_ids
from patchsight.core.model.budget import ExhaustedError
from patchsight.core.model.patch import Options
from patchsight.lsp.documents import Document

#: What is said of patches in prose and source files nobody asked about: their problems as hints,
#: all of it, or nothing.
Prose = Literal["hint", "check", "off"]

_REJECTED = ".rej"  #: what GNU patch calls hunks that it could not place
#: Languages of texts that are nothing but a patch if they begin with one.
_PLAIN = frozenset({"", "plaintext", "text"})
#: Names of prose that some editors have no language for.
_PAGES = (".md", ".markdown", ".rst", ".adoc", ".asciidoc")
_LARGE = 1_000_000  #: characters from which a text that nobody asked about is not searched
_SHORT = 4_000  #: characters up to which any text is searched in no time
#: What the search may cost: reading comes on top of it.
_GLANCE = Options(max_steps=Options().max_steps // 3)


class Attention(Enum):
    """How much is said of a document."""

    NONE = "none"
    QUIET = "quiet"
    CHECKED = "checked"
    #: as much as of one that is checked, if it turns out to be a patch when it is read
    PERHAPS = "perhaps"


def is_plain_to_see(document: Document) -> bool:
    """Whether it takes no time to say how much is said of a document."""
    return len(document.text) < _SHORT or _is_named_as_patch(document)


def attention_for(document: Document, prose: Prose, *, asked: bool) -> Attention:
    """How much is said of a document, given the setting and whether the user asked for it."""
    if _is_named_as_patch(document):
        return Attention.CHECKED
    meant = asked or prose == "check" or document.fs_path is None
    try:
        if (not meant and len(document.text) > _LARGE) or not formats.recognise(
            document.text, options=_GLANCE
        ):
            return Attention.NONE
        if meant or (_is_plain(document) and formats.begins_with_patch(document.text)):
            return Attention.CHECKED
    except ExhaustedError:  # which is told by reading it, and only to those who ask
        return Attention.PERHAPS if meant else Attention.NONE
    return Attention.NONE if prose == "off" else Attention.QUIET


def _is_named_as_patch(document: Document) -> bool:
    suffixes = (_REJECTED, *(f".{suffix}" for spec in FORMATS for suffix in spec.suffixes))
    return document.language_id in language_ids() or document.uri.lower().endswith(suffixes)


def _is_plain(document: Document) -> bool:
    return (document.language_id or "") in _PLAIN and not document.uri.lower().endswith(_PAGES)
