"""What the words of a unified diff mean, for those who hover over them."""

from __future__ import annotations

WORDS = {
    "---": "The file as it was; `/dev/null` for a new file.",
    "+++": "The file as it will be; `/dev/null` for a deleted file.",
    "@@": "A hunk: the line it starts at and how many lines it has, before (-) and after (+). The lines below decide.",
    "rename from": "The file's old path.",
    "rename to": "The file's new path.",
}


def glossary() -> dict[str, str]:
    return WORDS
