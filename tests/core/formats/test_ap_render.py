"""ap texts as they are written, also for hunks of other formats."""

from __future__ import annotations

from core.formats.ap_reading import SOUND, part_meaning, read
from patchsight.core.formats.ap import render as ap
from patchsight.core.model.patch import FileChange, Kind, Op, Part, PatchLine, PathRef
from patchsight.core.text.buffer import Span


def test_a_canonical_text() -> None:
    sound = SOUND.replace("# Summary: rename and clean up\n", "").replace("\n\n", "\n")
    assert ap.render(read(sound)[0]) == sound
    assert ap.render([]) == 'version: "2.0"\nchanges: []\n'


def hunk(*lines: str) -> Part:
    return Part(
        Span(0, 0),
        Span(0, 0),
        tuple(PatchLine(Kind(line[0]), line[1:], Span(0, 0)) for line in lines),
    )


def render_hunk(*lines: str) -> Part | None:
    """The modification that a hunk of another format is written as."""
    change = FileChange(
        Op.UPDATE, PathRef.plain("a", Span(0, 0)), Span(0, 0), Span(0, 0), [hunk(*lines)]
    )
    files, problems = read(ap.render([change]))
    assert problems == []
    assert bool(ap.cannot_say(change)) == (not files)
    return files[0].parts[0] if files else None


def test_a_hunk_becomes_a_replacement() -> None:
    part = render_hunk(" ", "     a", "-    b", "+    c", "+", "+      d", " ")
    assert part and part_meaning(part)[:2] == (
        "REPLACE",
        [
            (Kind.REMOVED, "    a"),
            (Kind.REMOVED, "    b"),
            (Kind.ADDED, "a"),
            (Kind.ADDED, "c"),
            (Kind.ADDED, ""),
            (Kind.ADDED, "  d"),
        ],
    )


def test_a_hunk_that_starts_deeper_gets_an_anchor() -> None:
    part = render_hunk("         deep", "     }", "-    b", "+    c")
    assert part and part.anchor and [line.text for line in part.anchor.lines] == ["        deep"]
    assert [line.text for line in part.added] == ["}", "c"]


def test_a_hunk_that_only_removes_becomes_a_deletion() -> None:
    part = render_hunk("-a", "-", "-b", "-")
    assert part and (part.action, part.trailing_blank) == ("DELETE", 1)


def test_a_hunk_that_ap_cannot_hold() -> None:
    assert render_hunk("+a") is None
    assert render_hunk("-    a", "+b") is None
