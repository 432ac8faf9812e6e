"""What was shown of a file, and which patch changed a line of it since."""

from __future__ import annotations

import json
from typing import Any

from patchsight.core.session.data import as_data, from_data
from patchsight.core.session.figures import Figures, record
from patchsight.core.session.readings import explain, show
from support.check import answer, apply

CLOCK = (
    "limit = 10\nrest = 1\n\n\ndef wait():\n    sleep(limit)\n\n\ndef stop():\n    sleep(rest)\n"
)


def hunk(*rows: str) -> str:
    lines = "".join(f"{row}\n" for row in rows)
    return f"*** Begin Patch\n*** Update File: clock.py\n@@\n{lines}*** End Patch\n"


class Reader:
    """Reads `clock.py` once and sends patches; its session is kept as JSON in between."""

    def __init__(self) -> None:
        self.files: dict[str, Any] = {"clock.py": CLOCK}
        self.figures = Figures(readings=show({}, {"clock.py": CLOCK}))

    def send(self, patch: str) -> str:
        """What is said first of a patch, which is applied if it fits."""
        report = answer(patch, self.files)
        explain(self.figures.readings, report)
        self.figures = record(self.figures, report, applied=report.ok)
        kept = from_data(json.loads(json.dumps(as_data(self.figures))))
        assert kept == self.figures
        if report.ok:
            self.files = apply(report, self.files)
            return ""
        return report.errors[0].message.split(". ")[0]


def test_the_patch_that_changed_a_line_is_named() -> None:
    reader = Reader()
    assert reader.send(hunk("-limit = 10", "+limit = 20")) == ""
    assert reader.send(hunk("-rest = 1", "+rest = 2")) == ""
    assert reader.send(hunk("-rest = 1", "+rest = 3", " ")) == (
        "Line 2 was `rest = 1` when you read it; your patch 2 changed it, and now it is `rest = 2`"
    )


def test_lines_that_read_alike_are_told_apart_by_where_they_stood() -> None:
    reader = Reader()
    assert reader.send(hunk(" def stop():", "-    sleep(rest)", "+    sleep(0)")) == ""
    assert reader.send(hunk("-limit = 10", "+# in seconds", "+limit = 10", "+more = 5")) == ""
    assert reader.send(hunk(" def wait():", "-    sleep(limit)", "+    sleep(more)")) == ""
    assert reader.send(hunk(" def stop():", "-    sleep(rest)", "+    pause()")) == (
        "Line 10 was `sleep(rest)` when you read it; your patch 1 changed it, and now it is `sleep(0)`"
    )
    assert reader.send(hunk(" def wait():", "-    sleep(limit)", "+    pause()")) == (
        "Line 6 was `sleep(limit)` when you read it; your patch 3 changed it, and now it is `sleep(more)`"
    )


def test_what_somebody_else_changed_is_no_patch_of_the_session() -> None:
    reader = Reader()
    assert reader.send(hunk("-limit = 10", "+limit = 20")) == ""
    reader.files["clock.py"] = reader.files["clock.py"].replace("    sleep(rest)\n", "")
    assert reader.send(hunk(" def stop():", "-    sleep(rest)", "+    pause()")) == (
        "Line 10 was `sleep(rest)` when you read it; it was changed since, not by a patch of this session, and it is gone"
    )


def test_a_file_is_followed_under_its_new_name() -> None:
    reader = Reader()
    move = hunk("-rest = 1", "+rest = 2").replace("@@", "*** Move to: watch.py\n@@")
    assert reader.send(move) == ""
    stale = hunk("-rest = 1", "+rest = 3", " ").replace("clock.py", "watch.py")
    assert reader.send(stale).startswith("Line 2 was `rest = 1` when you read it; your patch 1")


def test_what_was_never_there_is_not_called_stale() -> None:
    reader = Reader()
    assert reader.send(hunk("-limit = 10", "+limit = 20")) == ""
    assert "when you read it" not in reader.send(hunk("-limit = 11", "+limit = 20"))


def test_reading_again_is_knowing_better() -> None:
    reader = Reader()
    assert reader.send(hunk("-limit = 10", "+limit = 20")) == ""
    readings = show(reader.figures.readings, {"clock.py": reader.files["clock.py"]})
    reader.figures = reader.figures._replace(readings=readings)
    assert "when you read it" not in reader.send(hunk("-limit = 10", "+limit = 30"))


def test_only_so_much_is_remembered() -> None:
    readings = show({}, {"old.txt": "x\n" * 200_000})
    readings = show(readings, {"new.txt": "y\n" * 200_000})
    assert list(readings) == ["new.txt"]
    assert list(show(readings, {"huge.txt": "z" * 2_000_000})) == []


def test_many_files_at_once_are_remembered_as_one_after_the_other() -> None:
    sizes = (3, 900_000, 20, 2_000_000, 70, *range(250), 400_000, 5)
    texts = {f"{number}.txt": "x" * size for number, size in enumerate(sizes)}
    known = show({}, {"a.txt": "a", "7.txt": "other"})
    one_by_one = known
    for path, text in texts.items():
        one_by_one = show(one_by_one, {path: text})
    at_once = show(known, texts)
    assert at_once == one_by_one and list(at_once) == list(one_by_one) and len(at_once) == 200


def test_a_session_that_was_begun_before_files_were_remembered_goes_on() -> None:
    data = as_data(Figures(errors=3))
    del data["readings"], data["applied"]
    assert from_data(data) == Figures(errors=3)
    assert from_data({**data, "readings": {"a": {"text": 1}}}) is None
