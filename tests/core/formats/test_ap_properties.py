"""Whatever an ap text looks like, it can be read; and what is written reads the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.formats.ap_reading import HEAD, SOUND, meaning, read
from patchsight.core.formats.ap import render as ap
from patchsight.core.model.patch import FileChange, Kind, Op, Part, PatchLine, PathRef
from patchsight.core.model.problems import CATALOGUE, Severity
from patchsight.core.text.buffer import Buffer, Span

# ---- whatever the text


def check_sanity(text: str) -> None:
    files, problems = read(text)
    for problem in problems:
        assert problem.code in CATALOGUE
        assert 0 <= problem.span.start <= problem.span.end <= len(text)
        assert Buffer(text).row(problem.span.start) == Buffer(text).row(problem.span.end)
    for change in files:
        assert change.parts
        spans = [change.span, change.header, change.path.span]
        for part in change.parts:
            spans += [part.span, part.header, *(line.span for line in part.lines)]
        assert all(0 <= span.start <= span.end <= len(text) for span in spans)
        assert all(
            "\n" not in text[slice(*span)]
            for span in (change.header, *(part.header for part in change.parts))
        )


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    check_sanity(text)


WORDS = [
    *(
        "version:",
        '"2.0"',
        "changes:",
        "- ",
        "file_path:",
        "modifications:",
        "action:",
        "DELETE",
        "snippet:",
        "content:",
    ),
    *(
        "|",
        "|2",
        ">",
        "+",
        " ",
        "  ",
        "    ",
        "\n",
        "\r\n",
        "\t",
        "x",
        '"',
        "'",
        "[",
        "{",
        "}",
        "]",
        "&a",
        "*a",
        "!t",
    ),
    *("#", ":", "---", "%", "\ufeff", "\x00", "\u2028", "\ud800"),
]


@given(st.lists(st.sampled_from(WORDS), max_size=60))
def test_any_words_can_be_read(words: list[str]) -> None:
    check_sanity("".join(words))


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """A sound text after a few accidents."""
    rows = SOUND.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(rows) - 1))
        row = rows[at]
        change = draw(
            st.sampled_from(["delete", "repeat", "indent", "outdent", "cut", "swap", "tab", "word"])
        )
        cut = draw(st.integers(0, len(row)))
        rows[at : at + 1] = {
            "delete": [],
            "repeat": [row, row],
            "indent": [" " * draw(st.integers(1, 6)) + row],
            "outdent": [row[min(draw(st.integers(1, 6)), len(row) - len(row.lstrip(" "))) :]],
            "cut": [row[:cut]],
            "swap": [row[cut:] + row[:cut]],
            "tab": ["\t" + row.lstrip(" ")],
            "word": [row[:cut] + draw(st.sampled_from(WORDS)) + row[cut:]],
        }[change]
        rows = rows or [""]
    return draw(st.sampled_from(["\n", "\r\n"])).join(rows)


@given(damaged_texts())
def test_any_damage_can_be_read(text: str) -> None:
    check_sanity(text)


@given(damaged_texts())
def test_any_damage_can_be_written(text: str) -> None:
    ap.render(read(text)[0])


# ---- writing


LETTERS = st.sampled_from(" \t#-:|>'\"\\ab{}[]&*!é\u2028\x85\x07\x7f\ufeff😀%@`,")
LINE = st.text(LETTERS, max_size=8) | st.sampled_from(
    ["", "---", "...", "# x", "content: |", "- action: X"]
)
LINES = st.lists(LINE, max_size=5)
FILLED_LINES = st.tuples(LINES, st.sampled_from(["x", "  x", "\tx", "# x"]), LINES).map(
    lambda some: [*some[0], some[1], *some[2]]
)


def as_lines(kind: Kind, lines: list[str]) -> tuple[PatchLine, ...]:
    return tuple(PatchLine(kind, line, Span(0, 0)) for line in lines)


@st.composite
def modifications(draw: st.DrawFn) -> str:
    """The rows of one modification, its texts written in double quotes."""
    action = draw(st.sampled_from(["REPLACE", "INSERT_AFTER", "INSERT_BEFORE", "DELETE"]))
    keys = {"anchor": FILLED_LINES} if draw(st.booleans()) else {}
    is_range = action in ("REPLACE", "DELETE") and draw(st.booleans())
    keys |= (
        {"start_snippet": FILLED_LINES, "end_snippet": FILLED_LINES}
        if is_range
        else {"snippet": FILLED_LINES}
    )
    keys |= {"content": LINES} if action != "DELETE" else {}
    rows = [f"action: {action}", *(f"{key}: {quote(draw(lines))}" for key, lines in keys.items())]
    if draw(st.booleans()):
        rows.append(f"include_leading_blank_lines: {draw(st.integers(0, 3))}")
    return "      - " + "\n        ".join(rows) + "\n"


def quote(lines: list[str]) -> str:
    return (
        '"'
        + "".join(f"\\U{ord(letter):08x}" for letter in "".join(f"{line}\n" for line in lines))
        + '"'
    )


@given(st.lists(modifications(), min_size=1, max_size=4))
def test_what_is_written_reads_the_same(parts: list[str]) -> None:
    files, problems = read(HEAD + "".join(parts))
    assert [problem.code for problem in problems if problem.severity is Severity.ERROR] == []
    again, problems = read(ap.render(files))
    assert problems == []
    assert meaning(again) == meaning(files)


@given(LINES, st.booleans(), st.sampled_from([None, "\n", "\r\n", "\r"]))
def test_a_new_file_reads_the_same(lines: list[str], ends: bool, newline: str | None) -> None:
    lines = [*lines, "x"] if not ends else lines
    part = Part(
        Span(0, 0),
        Span(0, 0),
        as_lines(Kind.ADDED, lines),
        "CREATE_FILE",
        new_newline=None if ends else False,
    )
    change = FileChange(
        Op.CREATE,
        PathRef.plain("a b/ü.py", Span(0, 0)),
        Span(0, 0),
        Span(0, 0),
        [part],
        newline=newline,
    )
    again, problems = read(ap.render([change]))
    assert problems == []
    assert meaning(again) == meaning([change])
