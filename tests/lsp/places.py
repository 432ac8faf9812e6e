"""Places in buffers as the protocol names them, and a patch in which every part has another fate."""

from __future__ import annotations

from lsprotocol import types

from lsp.client import Profile
from lsp.editor import place_of, position_of
from lsp.harness import Session

#: VS Code, which counts in UTF-16, and Neovim, which counts in UTF-8.
EDITORS = [Profile("code-server"), Profile("nvim-0.11.4")]

MIXED = """
    *** Begin Patch
    *** Update File: app.py
    @@ def 🦊():
    -    return 1
    +    return 2
    @@
    -same
    +other
    @@
    -def greet(nme):
    +x
    @@
     a = 1
    -b = 1
    +b = 2
    *** Add File: new.py
    +x
    *** End Patch
    """
APP = "def 🦊():\n    return 1\nsame\nsame\ndef greet(name):\na = 1\nb = 2\n"


def here(
    session: Session, uri: str, at: str | int
) -> tuple[types.TextDocumentIdentifier, types.Position]:
    """The place of a cursor: at the first place where a text stands, or at an offset."""
    text = session.editor.pages[uri].text
    offset = text.index(at) if isinstance(at, str) else at
    return types.TextDocumentIdentifier(uri), position_of(text, offset, session.encoding)


def span(session: Session, text: str, where: types.Range) -> tuple[int, int, int]:
    """A range of one row in code points."""
    first, start = place_of(text, where.start, session.encoding)
    last, end = place_of(text, where.end, session.encoding)
    assert first == last
    return first, start, end
