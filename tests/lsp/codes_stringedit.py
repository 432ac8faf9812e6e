"""Problems that only string edits have, each with its example."""

from __future__ import annotations

from collections.abc import Mapping

from lsp.codes import Case

_ONCE = {"app.py": "a = 1\n"}
_TWICE = {"app.py": "a = 1\nb = 1\n"}


def call(patch: str, files: Mapping[str, str] = _ONCE) -> Case:
    return Case(patch, files, "p.stringedit")


STRINGEDIT = {
    "count_mismatch": call(
        """
        {"path": "app.py", "old_str": "= 1", "new_str": "= 2", "expected_replacements": 3}
                                                                                        ^ count_mismatch
        """,
        _TWICE,
    ),
    "partly_applied": call(
        """
        {"path": "app.py", "old_str": "= 1", "new_str": "= 1 + 1", "replace_all": true}
                                       ^^^ partly_applied
        """,
        {"app.py": "a = 1 + 1\nb = 1\n"},
    ),
    "over_escaped": call(
        r"""
        {"path": "app.py", "old_str": "a = 1\\nb = 1", "new_str": "a = 2"}
                                       ^^^^^^^^^^^^^ over_escaped
        """,
        _TWICE,
    ),
    "line_out_of_range": call(
        """
        {"command": "insert", "path": "app.py", "insert_line": 7, "insert_text": "b = 2"}
                                                               ^ line_out_of_range
        """,
    ),
    "ambiguous_position": call(
        """
        {"path": "app.py", "insert_line": 1, "new_str": "b = 2"}
                                          ^ ambiguous_position
        """,
    ),
    "unverified_position": call(
        """
        {"command": "insert", "path": "app.py", "insert_line": 1, "insert_text": "b = 2"}
                                                               ^ unverified_position
        """,
    ),
    "joins_lines": call(
        r"""
        {"path": "app.py", "old_str": "a = 1\n", "new_str": "a = 2; "}
                                                             ^^^^^^^ joins_lines
        """,
        _TWICE,
    ),
    "empty_line_left": call(
        """
        {"path": "app.py", "old_str": "a = 1", "new_str": ""}
                                       ^^^^^ empty_line_left
        """,
        _TWICE,
    ),
    "replaced_all": call(
        """
        {"path": "app.py", "old_str": "= 1", "new_str": "= 2", "replace_all": true}
                            ^^^^^^^ replaced_all
        """,
        _TWICE,
    ),
}
