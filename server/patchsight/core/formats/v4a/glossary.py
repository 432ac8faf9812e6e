"""What the words of v4a and Zenpatch mean, for those who hover over them."""

from __future__ import annotations

WORDS = {
    "*** Begin Patch": "The patch starts here.",
    "*** End Patch": "The patch ends here.",
    "*** Update File:": "Change this file by the hunks below.",
    "*** Add File:": "Make this file from the `+` lines below.",
    "*** Delete File:": "Remove this file.",
    "*** Move to:": "Rename the file, after its hunks were applied.",
    "*** End of File": "The hunk stands at the end of the file.",
    "@@": "A hunk starts. A line of code after `@@` says below which line to look for it.",
}


def glossary() -> dict[str, str]:
    return WORDS
