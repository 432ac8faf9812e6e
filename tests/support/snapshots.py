"""Texts that are compared as a whole, kept in `tests/snapshots`. `PATCHSIGHT_SNAPSHOTS=write` takes what there is now."""

from __future__ import annotations

import os
from collections.abc import Mapping

from support.folders import TESTS

FOLDER = TESTS / "snapshots"
_RULE = "=" * 20


def check_snapshot(name: str, texts: Mapping[str, str]) -> None:
    """Compare texts, each under its title, with those that were looked at and found right."""
    found = "".join(f"{_RULE} {title}\n{text}\n" for title, text in texts.items())
    path = FOLDER / f"{name}.txt"
    if os.environ.get("PATCHSIGHT_SNAPSHOTS") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8", newline="\n")
    assert found == path.read_bytes().decode("utf-8"), (
        "look at the difference; PATCHSIGHT_SNAPSHOTS=write accepts it"
    )
