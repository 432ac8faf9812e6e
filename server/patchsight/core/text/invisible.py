"""Characters that nobody sees: bidirectional controls, zero-width characters, fillers, tags,
variation selectors.

What makes text of some script or an emoji look right is let through where it does that: a joiner
between letters that are not ASCII, a variation selector behind a symbol or a Han character, the
tags of a flag.
"""

from __future__ import annotations

import re
import unicodedata

from patchsight.core.text.pieces import cut_text

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f"
_FLAG = "\U0001f3f4[\U000e0020-\U000e007e]{1,6}\U000e007f"
_KEYCAP = "[0-9#*]\ufe0f?\u20e3"
#: Never of use in a line of code, whatever stands around them. The form feed and the tabs are white
#: space.
_ALWAYS = (
    "\x00-\x08\x0e-\x1f\x7f-\x9f"  # controls: a terminal obeys them
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
_CONTROLS = bytes([*range(9), *range(14, 32), 127])
_HIDDEN = (
    f"{_FLAG}|{_KEYCAP}|(?P<found>[{_ALWAYS}]"
    "|(?<![\u2801-\u28ff])\u2800(?![\u2801-\u28ff])"  # a blank, but among other signs of Braille
    "|(?:^|(?<=[\0-\x7f]))[\u200c\u200d]|[\u200c\u200d](?=[\0-\x7f]|$)"
    f"|(?:^|(?<=[\0-\x7f{_SELECTORS}\U000e0100-\U000e01ef]))[{_SELECTORS}]"
    f"|(?<![{_HAN}])[\U000e0100-\U000e01ef])"
)


def may_hide(text: str) -> bool:
    """Whether a text is worth a closer look, found out as fast as it can be copied."""
    return not text.isascii() or any(
        len(piece.encode().translate(None, _CONTROLS)) < len(piece) for piece in cut_text(text)
    )


def find_invisible(line: str, start: int = 0) -> tuple[int, str] | None:
    """The column of the first character of a line, from one on, that nobody sees, and its name."""
    if line.isascii() and line.replace("\t", "").isprintable():
        return None
    # compiled once, but only where it is needed: it takes long
    for match in re.compile(_HIDDEN).finditer(line, start):
        if char := match["found"]:
            name = unicodedata.name(char, "")
            return match.start("found"), f"U+{ord(char):04X}" + (
                f" ({name.lower()})" if name else ""
            )
    return None


def visible(text: str) -> str:
    """A text whose characters can all be seen, none of which drives a terminal; tabs and ends of
    lines stay.
    """
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char in "\t\n" else f"<U+{ord(char):04X}>" for char in text
    )
