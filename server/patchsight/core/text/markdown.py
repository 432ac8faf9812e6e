"""Text of a patch or a file inside Markdown, where none of it may act: no image is loaded, no link
made, no fence closed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from patchsight.core.text.invisible import visible

_RUN = re.compile("`+")
_LANGUAGE = re.compile(r"[a-z0-9_+#-]{1,20}")
_NOT_IN_ADDRESS = re.compile(r"[^\w.~:/?#@!$&'*+,;=%-]", re.ASCII)


def code_span(text: str) -> str:
    """A text to the letter. Backticks around it are more than any that stand in it together."""
    text = visible(text).replace("\n", " ")
    mark = "`" * (1 + max((len(run) for run in _RUN.findall(text)), default=0))
    pad = " " * (text[:1] == "`" or text[-1:] == "`" or not text)  # these spaces are not shown
    return f"{mark}{pad}{text}{pad}{mark}"


def code_block(lines: Sequence[str], language: str = "") -> str:
    """Lines to the letter, coloured as the language if that is a plain word."""
    shown = [visible(line) for line in lines]
    mark = "`" * max(
        3, 1 + max((len(run) for line in shown for run in _RUN.findall(line)), default=0)
    )
    info = language if _LANGUAGE.fullmatch(language) else ""
    return "\n".join([mark + info, *shown, mark])


def link(text: str, address: str) -> str:
    """A text that leads somewhere. The text is Markdown already."""
    return f"[{text}]({_NOT_IN_ADDRESS.sub(_percent, address)})"


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
