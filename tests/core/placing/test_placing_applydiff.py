"""ApplyDiff 3.0: four tiers of matching, the guard against near-equal places, whole files, blocks one after the other."""

from __future__ import annotations

import pytest

from patchsight.core.model.patch import Options
from patchsight.core.model.report import Lines, Report
from support.carets import trim
from support.check import REFUSED, answer, changed, check, codes, grades, outcome, states


def edit(
    old: str,
    new: str,
    before: str,
    after: str | None,
    *,
    options: str = "",
    everything: bool = False,
) -> Report:
    """Change one file by one block; caret rows may stand in either text."""
    patch = f">>> file: f.py{options}\n--- from\n{trim(old)}--- to\n{trim(new)}<\n"
    return check(patch, {"f.py": before}, outcome("f.py", before, after), everything=everything)


# ---- the formats of the description


def test_a_patch_block() -> None:
    check(
        """
        [SESSION CONTEXT]
        Modified: src/app.py (2 patches, 12% changed)
        Guidance: Rename the greeting.
        Health: 0 errors, 0 ambiguous, exchange 3/20
        [/SESSION CONTEXT]
        >>> file: src/app.py | mode=patch | fuzz=0.85
        --- from
        def greet(name):
            # say hello
            text = "Hello"
            return text + name
        --- to
        def greet(name):
            # say hello
            text = "Good morning"
            return text + name
        <
    """,
        {
            "src/app.py": 'import os\n\ndef greet(name):\n    # say hello\n    text = "Hello"\n    return text + name\n'
        },
        {
            "src/app.py": 'import os\n\ndef greet(name):\n    # say hello\n    text = "Good morning"\n    return text + name\n'
        },
        everything=True,
    )


def test_a_whole_file_block() -> None:
    check(
        """
        >>> file: f.py | mode=replace
        --- from
        --- to
        a
        B
        c
        <
    """,
        {"f.py": "a\nb\nc\n"},
        {"f.py": "a\nB\nc\n"},
        everything=True,
    )


def test_several_blocks_one_right_behind_the_other() -> None:
    check(
        """
        >>> file: a.py
        --- from
        one
        two
        three
        four
        --- to
        one
        two
        three
        4
        <
        >>> file: b.py
        --- from
        --- to
        new
        <
    """,
        {"a.py": "one\ntwo\nthree\nfour\n"},
        {"a.py": "one\ntwo\nthree\n4\n", "b.py": "new\n"},
        everything=True,
    )


# ---- tiers 1 to 3


def test_tier_1_is_exact() -> None:
    assert grades(edit("a\nb\n", "a\nB\n", "  a\nb\na\nb\n", "  a\nb\na\nB\n")) == ["exact"]


def test_tier_1_takes_whole_lines() -> None:
    edit(
        "max = 1\n^^^^^^^ context_not_found\n",
        "max = 2\n",
        "max = 10\nmax = 12\nrest\n",
        None,
        options=" | fuzz=1",
    )


def test_tier_2_ignores_white_space() -> None:
    report = edit(
        "f(a, b)\ng(x)\nh(x)\n", "f(a, b)\nh(x)\n", "f(a,  b)\ng(x) \nh(x)\n", "f(a,  b)\nh(x)\n"
    )
    assert grades(report) == ["whitespace"] and "loose_match" in codes(report)


def test_tier_2_does_not_guess_how_deep_added_lines_belong() -> None:
    patch = """
        >>> file: f.py
        ^^^^^^^^^^^^^^ unclear_indentation
        --- from
        f(a, b)
        if x:
            go()
        --- to
        f(a, b)
        if x:
            stop()
        <
    """
    check(
        patch,
        {"f.py": "f(a,  b)\n  if x:\n        go()\n"},
        REFUSED,
    )


def test_tier_3_keeps_relative_indentation() -> None:
    report = edit(
        """
        if x:
            go()
        done()
    """,
        """
        if x:
            if y:
                go()
        done()
    """,
        "def f():\n    if x:\n        go()\n    done()\n",
        "def f():\n    if x:\n        if y:\n            go()\n    done()\n",
    )
    assert grades(report) == ["indentation"]


def test_a_loose_match_is_told() -> None:
    report = edit(
        "a = 1\nb = 2\n", "a = 1\nb = 3\n", "    a = 1\n    b = 2\n", "    a = 1\n    b = 3\n"
    )
    assert "loose_match" in codes(report)


@pytest.mark.parametrize("before", ["a\nb\na\nb\n", "  a\n  b\n\ta\n\tb\n", "a \nb\na\nb \n"])
def test_tiers_1_to_3_need_exactly_one_place(before: str) -> None:
    report = edit("a\n^ ambiguous_context\nb\n", "a\nB\n", before, None)
    assert len(report.errors[0].related) == 2 and states(report) == ["ambiguous"]


# ---- tier 4

STALE = """
    def total(items):
        subtotal = sum(item.price for item in items)
        taxes = subtotal * RATE
        return subtotal + taxes
"""
FRESH = STALE.replace("return subtotal + taxes", "return round(subtotal + taxes, 2)")
THERE = STALE.replace("taxes = subtotal * RATE", "taxes = subtotal * RATE_2024")


def test_tier_4_takes_the_most_similar_place() -> None:
    report = edit(
        STALE.replace(
            "def total(items):\n", "def total(items):\n    ^^^^^^^^^^^^^^^^^ fuzzy_match\n"
        ),
        FRESH,
        THERE,
        THERE.replace("return subtotal + taxes", "return round(subtotal + taxes, 2)"),
    )
    assert grades(report) == ["fuzzy"] and 0.85 < report.parts[0].score < 1


def test_fuzz_sets_how_similar_a_place_must_be() -> None:
    old = trim(STALE).replace(
        "subtotal * RATE", "subtotal * RATE\n^^^^^^^^^^^^^^^^^^^^^^^^^^^ context_not_found"
    )
    edit(old, FRESH, THERE, None, options=" | fuzz=0.99")


def test_a_setting_gives_the_default() -> None:
    patch = f">>> file: f.py\n--- from\n{trim(STALE)}--- to\n{trim(FRESH)}<\n"
    marked = patch.replace(
        "subtotal * RATE\n", "subtotal * RATE\n^^^^^^^^^^^^^^^^^^^^^^^^^^^ context_not_found\n", 1
    )
    check(marked, {"f.py": THERE}, REFUSED, options=Options(fuzzy_threshold=0.99))


def test_a_place_may_have_one_line_more_or_less() -> None:
    longer = trim(THERE).replace("    return", "    log(taxes)\n    return")
    report = edit(
        STALE.replace(
            "def total(items):\n", "def total(items):\n    ^^^^^^^^^^^^^^^^^ fuzzy_match\n"
        ),
        FRESH,
        longer,
        longer.replace("return subtotal + taxes", "return round(subtotal + taxes, 2)"),
        options=" | fuzz=0.7",
    )
    assert report.parts[0].where == Lines(0, 5)


def test_the_guard_refuses_two_near_equal_places() -> None:
    one, two = trim(THERE), trim(THERE).replace("2024", "2025")
    report = edit(
        STALE.replace(
            "def total(items):\n", "def total(items):\n    ^^^^^^^^^^^^^^^^^ ambiguous_context\n"
        ),
        FRESH,
        one + "\n\n" + two,
        None,
    )
    assert [place.start for place in report.errors[0].related] == [0, 6]


def test_the_guard_lets_a_clearly_better_place_win() -> None:
    worse = trim(THERE).replace("subtotal", "total_before_tax").replace("items", "goods")
    one = trim(THERE)
    edit(
        STALE.replace(
            "def total(items):\n", "def total(items):\n    ^^^^^^^^^^^^^^^^^ fuzzy_match\n"
        ),
        FRESH,
        worse + "\n" + one,
        worse + "\n" + one.replace("return subtotal + taxes", "return round(subtotal + taxes, 2)"),
    )


def test_trivial_lines_are_never_matched_by_similarity() -> None:
    edit("}\n^ context_not_found\n", "};\n", "]\n)\n", None, options=" | fuzz=0")


# ---- empty from, whole files


def test_an_empty_from_creates_a_file() -> None:
    check(
        ">>> file: new.py\n--- from\n--- to\na\n\nb\n<\n",
        {},
        {"new.py": "a\n\nb\n"},
        everything=True,
    )


def test_an_empty_from_on_a_file_that_exists() -> None:
    report = check(
        """
        >>> file: f.py
        ^^^^^^^^^^^^^^ empty_from
        --- from
        --- to
        a
        <
    """,
        {"f.py": "b\n"},
        REFUSED,
        everything=True,
    )
    assert "mode=replace" in report.errors[0].message


def test_an_empty_from_on_a_file_that_says_the_same() -> None:
    assert states(check(">>> file: f.py\n--- from\n--- to\na\n<\n", {"f.py": "a\n"}, {})) == [
        "applied"
    ]


def test_an_empty_from_on_an_empty_file() -> None:
    check(
        ">>> file: f.py\n^^^^^^^^^^^^^^ empty_from\n--- from\n--- to\na\n<\n", {"f.py": ""}, REFUSED
    )


def test_replace_creates_a_missing_file() -> None:
    check(
        ">>> file: f.py | mode=replace\n--- from\n--- to\na\n<\n",
        {},
        {"f.py": "a\n"},
        everything=True,
    )


def test_replace_with_the_text_there_is() -> None:
    assert states(
        check(">>> file: f.py | mode=replace\n--- from\n--- to\na\n<\n", {"f.py": "a\n"}, {})
    ) == ["applied"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\r\nb\r\n", "A\r\nb\r\nc\r\n"),
        ("a\nb", "A\nb\nc"),
        ("\ufeffa\nb\n", "\ufeffA\nb\nc\n"),
        ("", "A\nb\nc\n"),
    ],
)
def test_replace_keeps_line_ends_mark_and_final_newline(before: str, after: str) -> None:
    check(
        ">>> file: f.py | mode=replace\n--- from\n--- to\nA\nb\nc\n<\n",
        {"f.py": before},
        {"f.py": after},
        everything=True,
    )


def test_replace_changes_only_the_lines_that_differ() -> None:
    report = check(
        ">>> file: f.py | mode=replace\n--- from\n--- to\na\nB\nc\nD\ne\n<\n",
        {"f.py": "a\nb\nc\nd\ne\n"},
        {"f.py": "a\nB\nc\nD\ne\n"},
    )
    assert [(edit.start, edit.end, edit.text) for edit in report.plan[0].edits] == [
        (2, 4, "B\n"),
        (6, 8, "D\n"),
    ]


def test_replace_ignores_what_stands_in_from() -> None:
    check(
        ">>> file: f.py | mode=replace\n--- from\nanything\n--- to\nb\n<\n",
        {"f.py": "a\n"},
        {"f.py": "b\n"},
    )


# ---- one after the other


def test_blocks_for_one_file_follow_each_other() -> None:
    report = check(
        """
        >>> file: f.py
        --- from
        a
        --- to
        b
        <
        >>> file: f.py
        --- from
        b
        --- to
        c
        <
    """,
        {"f.py": "a\n"},
        {"f.py": "c\n"},
    )
    assert set(codes(report)) == {"few_context_lines"}


def test_a_block_that_an_earlier_one_made_ambiguous() -> None:
    check(
        """
        >>> file: f.py
        --- from
        a = 1
        --- to
        b = 2
        <
        >>> file: f.py
        --- from
        b = 2
        ^^^^^ ambiguous_context
        --- to
        c = 3
        <
    """,
        {"f.py": "a = 1\nx\nb = 2\n"},
        REFUSED,
    )


# ---- headers and ends


def test_options_in_any_order() -> None:
    edit("a\n", "b\n", "a\n", "b\n", options=" | fuzz=0.9 | mode=patch")


def test_an_unknown_option_is_ignored() -> None:
    check(
        """
        >>> file: f.py | speed=9
                         ^^^^^ unknown_option
        --- from
        a
        --- to
        b
        <
    """,
        {"f.py": "a\n"},
        {"f.py": "b\n"},
    )


@pytest.mark.parametrize("fuzz", ["1.5", "-1", "high"])
def test_fuzz_out_of_range(fuzz: str) -> None:
    check(
        f">>> file: f.py | fuzz={fuzz}\n{' ' * 22}{'^' * len(fuzz)} invalid_option\n--- from\na\n--- to\nb\n<\n",
        {"f.py": "a\n"},
        REFUSED,
    )


@pytest.mark.parametrize("end", ["<", "<<<"])
def test_both_ways_to_end_a_block(end: str) -> None:
    check(f">>> file: f.py\n--- from\na\n--- to\nb\n{end}\n", {"f.py": "a\n"}, {"f.py": "b\n"})


def test_an_end_inside_the_content_is_content() -> None:
    check(
        """
        >>> file: f.html
        --- from
        a
        <
        ^ stray_terminator
        b
        --- to
        a
        <
        ^ stray_terminator
        c
        <
    """,
        {"f.html": "a\n<\nb\n"},
        {"f.html": "a\n<\nc\n"},
    )


def test_a_block_without_end() -> None:
    check(
        """
        >>> file: f.py
        ^^^^^^^^^^^^^^ invalid_block
        --- from
        a
        --- to
        b
        >>> file: g.py
        --- from
        a
        --- to
        b
        <
    """,
        {"f.py": "a\n", "g.py": "a\n"},
        REFUSED,
    )


def test_few_context_lines_are_worth_a_word() -> None:
    report = edit("a\nb\n", "a\nB\n", "a\nb\n", "a\nB\n")
    assert codes(report) == ["few_context_lines"]


def test_a_block_that_changes_nothing() -> None:
    check(
        ">>> file: f.py\n^^^^^^^^^^^^^^ empty_hunk\n--- from\na\n--- to\na\n<\n",
        {"f.py": "a\n"},
        {},
    )


# ---- already applied


def test_a_block_that_was_applied_before() -> None:
    report = edit(
        "def f():\n    return 1\n",
        "def f():\n    return 2\n",
        "def f():\n    return 2\n",
        "def f():\n    return 2\n",
    )
    assert states(report) == ["applied"]


def test_a_block_that_was_applied_before_and_is_similar_to_its_old_text() -> None:
    after = trim(FRESH)
    assert states(edit(STALE, FRESH, after, after)) == ["applied"]


def test_a_malformed_session_is_a_warning() -> None:
    check(
        """
        [SESSION CONTEXT]
        Weather: fine
        ^^^^^^^^^^^^^ invalid_session
        [/SESSION CONTEXT]
        >>> file: f.py
        --- from
        a
        --- to
        b
        <
    """,
        {"f.py": "a\n"},
        {"f.py": "b\n"},
    )


def test_a_result_that_is_only_alike_is_judged_though_it_has_a_line_more() -> None:
    """The old text and the new one are each much like what stands there, over one line more than they have."""
    patch = ">>> file: f.py\n--- from\nb = 2\nb = 2\na = 1\n--- to\nb = 2\nnew\na = 1\n<\n"
    before = "    c()\nb = 2\nb = 2\n}\na = 1\nb = 2\na = 1\n\na = 1\n\n"
    after = before.replace("b = 2\n}", "new\n}")
    assert changed(answer(patch, {"f.py": before}, name="p.applydiff")) == {"f.py": after}
    assert "ambiguous_context" in codes(answer(patch, {"f.py": after}, name="p.applydiff"))


def test_a_deletion_that_stands_twice_by_one_tier() -> None:
    """But for white space at line ends in one place, but for more in the other: both are tier 2."""
    report = answer(
        ">>> file: f\n--- from\nb(1)\n--- to\n<\n",
        {"f": "    b(1)\na()\nb(1)  \n"},
        name="x.applydiff",
    )
    assert states(report) == ["ambiguous"] and not report.ok
