"""What the words of ApplyDiff mean, for those who hover over them."""

from __future__ import annotations

WORDS = {
    ">>> file:": "The file this block changes. Options: `mode=patch` or `mode=replace`, `fuzz=0…1`.",
    "--- from": "The lines as they are, with some lines of context.",
    "--- to": "The same lines as they shall be.",
    "<": "The block ends here.",
    "[SESSION CONTEXT]": "Figures of the session for the model: what was changed, and how well.",
}


def glossary() -> dict[str, str]:
    return WORDS
