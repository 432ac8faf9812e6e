"""How a person corrects the examples of problems that no quick fix corrects: what to replace in the patch, and by what."""

from __future__ import annotations

CORRECTED: dict[str, tuple[tuple[str, str], ...]] = {
    "invalid_json": (("True", "true"),),
    "unsupported_command": (("make && ", ""),),
    "conflicting_paths": (('"other.py"', '"app.py"'),),
    "mixed_formats": (("*** Update File: app.py\n@@\n-a = 2\n+a = 3\n", ""),),
    "ambiguous_block": (
        ("Before:\n```python\na = 1\n```\nAfter:\n", ""),
        ("a = 2", "a = 1\nb = 2"),
    ),
    "unfinished_part": (("        cont\n", "        content: |\n          a = 2\n"),),
    "misplaced_line": (("@@\n", "*** Update File: app.py\n@@\n"),),
    "missing_path": (("Delete File:", "Delete File: app.py"),),
    "missing_file_header": (("@@ -1", "--- a/app.py\n+++ b/app.py\n@@ -1"),),
    "empty_hunk": (("@@ a = 1\n", "@@\n-a = 1\n+a = 2\n"),),
    "no_hunks": (("app.py\n", "app.py\n@@\n-a = 1\n+a = 2\n"),),
    "rename_path_mismatch": (("ape.py", "app.py"),),
    "yaml_error": (("*a", "a = 1"), ("content: b", "content: a = 2")),
    "missing_key": (("content:", "snippet: a = 1\n        content:"),),
    "duplicate_key": (("        snippet: b = 1\n", ""),),
    "wrong_type": (("[a, b]", "a = 2"),),
    "empty_snippet": (('""', "a = 1"),),
    "conflict_markers": (("HEAD", "SEARCH"), ("feature", "REPLACE")),
    "ambiguous_divider": (("=====\n=======", "======="),),
    "invalid_option": (("erase", "patch"),),
    "file_exists": (("Add File: app.py\n+b = 1", "Update File: app.py\n@@\n-a = 1\n+b = 1"),),
    "is_directory": (("sub\n@@\n-a = 1\n", "sub/app.py\n@@\n"),),
    "not_repeatable": (("-x = 1\n x = 1\n", "-x = 1\n x = 1\n x = 1\n"),),
    "elided_content": (("  # ... rest of the file ...\n", ""),),
    "excerpt_only": (("    a = 1\n", "def f():\n    a = 2\n    return a\n"),),
    "count_mismatch": (("3}", "2}"),),
    "partly_applied": (
        ('"= 1", "new_str": "= 1 + 1", "replace_all": true', '"b = 1", "new_str": "b = 1 + 1"'),
    ),
    "line_out_of_range": (("7", "1"),),
    "ambiguous_position": (('{"path"', '{"command": "insert", "path"'),),
    "ambiguous_anchor": (("@@ def f():\n", "@@\n def f():\n     a = 1\n def f():\n"),),
    "end_not_found": (("the end", "return a"),),
    "consumed_by_earlier_part": (("      - action: DELETE\n        snippet: a = 1\n", ""),),
    "overlapping_parts": (("@@ -2,2 +2,2 @@\n-    a = 1\n+    a = 3\n     return a\n", ""),),
    "cannot_insert": (("-90,0 +91", "-1,0 +2"),),
    "unclear_indentation": (("-a = 1\n+a = 2", "-    a = 1\n+    a = 2"),),
}


def correct(code: str, text: str) -> str:
    """The example of a problem as it should have been written."""
    for old, new in CORRECTED[code]:
        assert text.count(old) == 1, f"{code}: {old!r} in {text!r}"
        text = text.replace(old, new)
    return text
