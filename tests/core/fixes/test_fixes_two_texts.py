"""Quick fixes for SEARCH/REPLACE blocks: markers, part of a line, an empty search."""

from __future__ import annotations

from support.fixing import check, titles

FILE = {"f.py": "one\ntwo\nthree\n"}


def test_markers_are_written_as_they_should_be() -> None:
    check(
        """
        f.py
        <<<< search
        two
        ====
        2
        >>>> replace
        """,
        FILE,
        "invalid_block",
        "Write the markers as the format has them",
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        >>>>>>> REPLACE
        """,
        "x.sr",
    )


def test_an_end_marker_of_another_kind_is_safe_to_write_anew() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        +++++++ REPLACE
        """,
        FILE,
        "mixed_markers",
        "Write `>>>>>>> REPLACE`",
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        >>>>>>> REPLACE
        """,
        "x.sr",
        safe=True,
    )


def test_a_divider_in_place_of_the_end_marker() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        =======
        """,
        FILE,
        "truncated_patch",
        "Write `>>>>>>> REPLACE`",
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        >>>>>>> REPLACE
        """,
        "x.sr",
    )


def test_an_end_marker_that_is_missing() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        """,
        FILE,
        "truncated_patch",
        "Add `>>>>>>> REPLACE`, if nothing is missing above",
        """
        f.py
        <<<<<<< SEARCH
        two
        =======
        2
        >>>>>>> REPLACE
        """,
        "x.sr",
    )


def test_part_of_a_line_becomes_the_whole_line_in_both_texts() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        force
        =======
        gently
        >>>>>>> REPLACE
        """,
        {"f.py": "a\nuse(force)  # now\n"},
        "context_not_found",
        "Write the whole line (line 2) in both texts",
        """
        f.py
        <<<<<<< SEARCH
        use(force)  # now
        =======
        use(gently)  # now
        >>>>>>> REPLACE
        """,
        "x.sr",
    )


def test_an_empty_search_may_mean_two_things() -> None:
    patch = """
        f.py
        <<<<<<< SEARCH
        =======
        four
        >>>>>>> REPLACE
        """
    append, instead = titles(patch, FILE, "empty_search", "x.sr")
    check(
        patch,
        FILE,
        "empty_search",
        append,
        """
        f.py
        <<<<<<< SEARCH
        three
        =======
        three
        four
        >>>>>>> REPLACE
        """,
        "x.sr",
    )
    check(
        patch,
        FILE,
        "empty_search",
        instead,
        """
        f.py
        <<<<<<< SEARCH
        one
        two
        three
        =======
        four
        >>>>>>> REPLACE
        """,
        "x.sr",
    )


def test_a_block_that_stands_twice_gets_lines_around_it() -> None:
    check(
        """
        Look:

        f.py
        ```
        <<<<<<< SEARCH
        x
        =======
        y
        >>>>>>> REPLACE
        ```
        """,
        {"f.py": "a\nx\nb\nx\nc\n"},
        "ambiguous_context",
        "Target the one at f.py:4",
        """
        Look:

        f.py
        ```
        <<<<<<< SEARCH
        x
        c
        =======
        y
        c
        >>>>>>> REPLACE
        ```
        """,
        "x.sr",
    )


def test_copied_line_numbers_are_taken_out() -> None:
    check(
        """
        f.py
        <<<<<<< SEARCH
        2 | two
        3 | three
        =======
        2 | 2
        3 | three
        >>>>>>> REPLACE
        """,
        FILE,
        "copied_line_numbers",
        "Remove the line numbers",
        """
        f.py
        <<<<<<< SEARCH
        two
        three
        =======
        2
        three
        >>>>>>> REPLACE
        """,
        "x.sr",
        safe=True,
    )
