"""Lines that stand for text left out are neither looked for nor written, unless the file has them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from patchsight.core.formats.registry import APPLYDIFF
from patchsight.core.model.patch import Kind, PatchLine
from patchsight.core.placing.elided import find_elided
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.text.buffer import Span
from support.check import REFUSED, check


@pytest.fixture(autouse=True)
def _format_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = APPLYDIFF.policy._replace(refuses_elision=True)
    monkeypatch.setattr(APPLYDIFF, "policy", policy)


def test_a_new_line_that_stands_for_others_is_not_written() -> None:
    check(
        """
        >>> file: a.js
        --- from
        one();
        two();
        three();
        --- to
        one();
          // ... existing code ...
          ^^^^^^^^^^^^^^^^^^^^^^^^ elided_content
        three();
        <
        """,
        {"a.js": "one();\ntwo();\nthree();\n"},
        REFUSED,
    )


def test_an_old_line_that_stands_for_others_is_not_looked_for() -> None:
    check(
        """
        >>> file: a.js
        --- from
        one();
        // ...
        ^^^^^^ elided_content
        three();
        --- to
        one();
        // ...
        4();
        <
        """,
        {"a.js": "one();\ntwo();\nthree();\n"},
        REFUSED,
    )


def test_a_line_of_the_file_is_content() -> None:
    check(
        """
        >>> file: a.js
        --- from
        one();
        // ...
        three();
        --- to
        one();
        // ...
        4();
        <
        """,
        {"a.js": "one();\n// ...\nthree();\n"},
        {"a.js": "one();\n// ...\n4();\n"},
    )


def test_a_new_file_leaves_nothing_out() -> None:
    check(
        """
        >>> file: new.js | mode=replace
        --- from
        --- to
        one();
        [... rest of the code ...]
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ elided_content
        <
        """,
        {},
        REFUSED,
    )


def test_other_parts_of_the_file_are_still_placed() -> None:
    report = check(
        """
        >>> file: a.js
        --- from
        one();
        two();
        three();
        --- to
        // ...
        ^^^^^^ elided_content
        <

        >>> file: a.js
        --- from
        four();
        five();
        six();
        --- to
        four();
        five();
        6();
        <
        """,
        {"a.js": "one();\ntwo();\nthree();\nfour();\nfive();\nsix();\n"},
        REFUSED,
    )
    assert [part.state.value for part in report.parts] == ["invalid", "fits"]


# ---- what is content


def lines(kind: Kind, texts: Sequence[str]) -> list[PatchLine]:
    return [PatchLine(kind, text, Span(0, 0)) for text in texts]


def test_an_old_text_in_the_middle_of_lines_is_content() -> None:
    """`...` is the end of one line of the file and the start of the next."""
    part = [*lines(Kind.REMOVED, ["...", "..."]), *lines(Kind.ADDED, ["...", "…"])]
    ring = LineRing("wait...\r\n...then go\r\n")
    assert [line.text for line in find_elided(part, ring, "a.txt")] == ["…"]
    assert len(find_elided(part, LineRing("wait\ngo\n"), "a.txt")) == 4


def test_what_was_taken_out_of_the_file_is_gone() -> None:
    ring = LineRing("a\n# ...\nb\n")
    part = lines(Kind.ADDED, ["# ..."])
    assert find_elided(part, ring, "a.py") == []
    ring.splice(0, [1], [], 0)
    assert find_elided(part, ring, "a.py") == part
