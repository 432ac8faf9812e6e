"""What can be wrong with paths, with targets and with the places that parts look for."""

from __future__ import annotations

from lsp.codes import FUNCTION, Case, ap, v4a

PLACING = {
    "excerpt_only": Case(
        """
        ### app.py

        ```python
        ^^^^^^^^^ excerpt_only
            a = 1
        ```
        """,
        FUNCTION,
        name="p.md",
        settings={"prose": "check"},
    ),
    "path_escape": v4a(
        """
        *** Update File: ../app.py
                         ^^^^^^^^^ path_escape
        @@
        -a = 1
        +a = 2
        """,
    ),
    "absolute_path": v4a(
        """
        *** Update File: {ROOT}/app.py
                         {ROOT}^^^^^^^ absolute_path
        @@
        -a = 1
        +a = 2
        """,
    ),
    "diff_prefix": v4a(
        """
        *** Update File: a/app.py
                         ^^^^^^^^ diff_prefix
        @@
        -a = 1
        +a = 2
        """
    ),
    "backslash_path": v4a(
        """
        *** Update File: sub\\app.py
                         ^^^^^^^^^^ backslash_path
        @@
        -a = 1
        +a = 2
        """,
        {"sub/app.py": "a = 1\n"},
    ),
    "found_from_root": Case(
        """
        version: "2.0"
        changes:
          - file_path: app.py
                       ^^^^^^ found_from_root
            modifications:
              - action: DELETE
                snippet: a = 1
        """,
        name="sub/p.ap",
    ),
    "file_not_found": v4a(
        """
        *** Update File: app.py
                         ^^^^^^ file_not_found
        @@
        -a = 1
        +a = 2
        """,
        {},
    ),
    "file_exists": v4a(
        """
        *** Add File: app.py
                      ^^^^^^ file_exists
        +b = 1
        """,
    ),
    "is_directory": v4a(
        """
        *** Update File: sub
                         ^^^ is_directory
        @@
        -a = 1
        +a = 2
        """,
        {"sub/app.py": ""},
    ),
    "not_a_file": v4a(
        """
        *** Update File: pipe
                         ^^^^ not_a_file
        @@
        -a = 1
        +a = 2
        """,
        {},
        fifo="pipe",
    ),
    "not_text": v4a(
        """
        *** Update File: app.py
                         ^^^^^^ not_text
        @@
        -a = 1
        +a = 2
        """,
        {"app.py": b"a = \xff\n"},
    ),
    "target_too_large": v4a(
        """
        *** Update File: app.py
                         ^^^^^^ target_too_large
        @@
        -a = 1
        +a = 2
        """,
        {"app.py": "a = 1\n" * 2000},
        settings={"maxTargetSize": 0.001},
    ),
    "unreadable": v4a(
        """
        *** Update File: loop
                         ^^^^ unreadable
        @@
        -a = 1
        +a = 2
        """,
        {},
        link="loop",
    ),
    "unsaved_changes": v4a(
        """
        *** Delete File: app.py
                         ^^^^^^ unsaved_changes
        """,
        buffers={"app.py": "typed\n"},
    ),
    "patch_targets_itself": v4a(
        """
        *** Update File: p.patch
                         ^^^^^^^ patch_targets_itself
        @@
        -a = 1
        +a = 2
        """,
        {},
    ),
    "mixed_line_endings": v4a(
        """
        *** Update File: app.py
                         ^^^^^^ mixed_line_endings
        @@
        -a = 1
        +a = 2
        """,
        {"app.py": "a = 1\nb = 1\r\n"},
    ),
    "context_not_found": v4a(
        """
        *** Update File: app.py
        @@
         def f():
        -    a = 7
         ^^^^^^^^^ context_not_found
        +    a = 2
        """,
        FUNCTION,
    ),
    "context_not_exact": v4a(
        """
        *** Update File: app.py
        @@
        -a  =  1
         ^^^^^^^ context_not_exact
        +a = 2
        """,
        name="p.zenpatch",
    ),
    "ambiguous_context": v4a(
        """
        *** Update File: app.py
        @@
        ^^ ambiguous_context
        -a = 1
        +a = 2
        """,
        {"app.py": "a = 1\n\na = 1\n"},
    ),
    "anchor_not_found": ap(
        """
        - action: DELETE
          anchor: def g
                  ^^^^^ anchor_not_found
          snippet: a = 1
        """,
        FUNCTION,
    ),
    "ambiguous_anchor": v4a(
        """
        *** Update File: app.py
        @@ def f():
        ^^^^^^^^^^^ ambiguous_context
           ^^^^^^^^ ambiguous_anchor
        -    a = 1
        +    a = 2
        """,
        {"app.py": "def f():\n    a = 1\ndef f():\n    a = 1\n"},
    ),
    "hint_not_found": v4a(
        """
        *** Update File: app.py
        @@ class Nowhere:
           ^^^^^^^^^^^^^^ hint_not_found
         def f():
        -    a = 1
        +    a = 2
        """,
        FUNCTION,
    ),
    "end_not_found": ap(
        """
        - action: DELETE
          start_snippet: a = 1
          end_snippet: the end
                       ^^^^^^^ end_not_found
        """,
        FUNCTION,
    ),
    "consumed_by_earlier_part": ap(
        """
        - action: DELETE
          snippet: a = 1
        - action: REPLACE
          snippet: a = 1
                   ^^^^^ consumed_by_earlier_part
          content: a = 3
        """,
        FUNCTION,
    ),
    "overlapping_parts": Case(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,2 +1,2 @@
        ^^^^^^^^^^^^^^^ overlapping_parts
         def f():
        -    a = 1
        +    a = 2
        @@ -2,2 +2,2 @@
        ^^^^^^^^^^^^^^^ overlapping_parts
        -    a = 1
        +    a = 3
             return a
        """,
        FUNCTION,
        name="p.diff",
    ),
    "cannot_insert": Case(
        """
        --- a/app.py
        +++ b/app.py
        @@ -90,0 +91 @@
        ^^^^^^^^^^^^^^^ cannot_insert
        +a = 2
        """,
        name="p.diff",
    ),
    "already_applied": v4a(
        """
        *** Update File: app.py
        @@
        ^^ already_applied
         def f():
        -    b = 1
        +    a = 1
             return a
        """,
        FUNCTION,
    ),
    "nothing_to_delete": ap(
        """
        - action: DELETE
          snippet: something else entirely
                   ^^^^^^^^^^^^^^^^^^^^^^^ nothing_to_delete
        """,
    ),
    "likely_typo": ap(
        """
        - action: DELETE
          snippet: return_the_valeu_of_it()
                   ^^^^^^^^^^^^^^^^^^^^^^^^ likely_typo
        """,
        {"app.py": "return_the_value_of_it()\n"},
    ),
    "loose_match": v4a(
        """
        *** Update File: app.py
        @@
        ^^ loose_match
        -a = 1
        +a = 2
        """,
        FUNCTION,
    ),
    "unclear_indentation": v4a(
        """
        *** Update File: app.py
        @@
        ^^ unclear_indentation
         def f():
        -a = 1
        +a = 2
        """,
        FUNCTION,
    ),
    "not_repeatable": v4a(
        """
        *** Update File: app.py
        @@
        ^^ not_repeatable
        -x = 1
         x = 1
         y = 2
        """,
        {"app.py": "x = 1\nx = 1\nx = 1\ny = 2\n"},
    ),
    "fuzzy_match": Case(
        """
        >>> file: app.py
        ^^^^^^^^^^^^^^^^ few_context_lines
        --- from
        def function_with_a_long_name(argument):
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ fuzzy_match
            value = argument + 1
            retrun value
        --- to
        def function_with_a_long_name(argument):
            value = argument + 2
            return value
        <
        """,
        {
            "app.py": "def function_with_a_long_name(argument):\n    value = argument + 1\n    return value\n"
        },
        name="p.applydiff",
    ),
    "line_drift": Case(
        """
        --- a/app.py
        +++ b/app.py
        @@ -7,3 +7,3 @@
           ^^^^^^^^^ line_drift
         def f():
        -    a = 1
        +    a = 2
             return a
        """,
        FUNCTION,
        name="p.diff",
    ),
    "out_of_order": v4a(
        """
        *** Update File: app.py
        @@
        -    return a
        +    return b
        @@
        ^^ out_of_order
         def f():
        -    a = 1
        +    b = 1
        """,
        FUNCTION,
    ),
    "placed_by_order": v4a(
        """
        *** Update File: app.py
        @@
        -first = 1
        +first = 2
        @@
        ^^ placed_by_order
        -a = 1
        +a = 2
        """,
        {"app.py": "a = 1\nfirst = 1\na = 1\n"},
    ),
    "first_after_hint": v4a(
        """
        *** Update File: app.py
        @@ def f():
           ^^^^^^^^ first_after_hint
        -    a = 1
        +    a = 2
        """,
        {"app.py": "def f():\n    a = 1\n    a = 1\n"},
    ),
    "same_file_again": v4a(
        """
        *** Update File: app.py
        @@
        -    a = 1
        +    a = 2
        *** Update File: app.py
                         ^^^^^^ same_file_again
        @@
        -    return a
        +    return b
        """,
        FUNCTION,
    ),
    "before_brace": ap(
        """
        - action: INSERT_AFTER
        ^^^^^^^^^^^^^^^^^^^^^^ before_brace
          snippet: int main(void)
          content: return 0;
        """,
        {"app.py": "int main(void)\n{\n}\n"},
    ),
    "content_already_indented": ap(
        """
        - action: REPLACE
          snippet: |
            a = 1
          content: |2
                a = 2
            ^^^^^^^^^ content_already_indented
        """,
        FUNCTION,
    ),
    "trailing_space_removed": Case(
        """
        version: "2.0"
        changes:
          - file_path: app.py
          ^^^^^^^^^^^^^^^^^^^ trailing_space_removed
            modifications:
              - action: DELETE
                snippet: a = 1
        """,
        {"app.py": "a = 1\nb = 1   \n"},
        name="p.ap",
    ),
    "hidden_characters": v4a(
        """
        *** Update File: app.py
        @@
        -a = 1
        +a = 2\u200b
              ^ hidden_characters
        """,
    ),
    "lookalike_characters": v4a(
        """
        *** Update File: app.py
        @@
        -a = 1
        +p\u0430th = 2
          ^ lookalike_characters
        """,
    ),
    "unusual_space": v4a(
        """
        *** Update File: app.py
        @@
        -a = 1
        +a =\u00a02
            ^ unusual_space
        """,
    ),
    "text_out_of_sight": v4a(
        f"""
        *** Update File: app.py
        @@
        -a = 1
        +a = 2{" " * 300}# and more
              {" " * 300}^ text_out_of_sight
        """,
    ),
    "hard_link": v4a(
        """
        *** Update File: app.py
                         ^^^^^^ hard_link
        @@
        -a = 1
        +a = 2
        """,
        twin="twin.py",
    ),
    # Nowhere to the letter, and too long for everything similar to be looked for.
    "budget_exceeded": Case(
        """
        >>> file: app.py
        ^^^^^^^^^^^^^^^^ budget_exceeded
        ^^^^^^^^^^^^^^^^ few_context_lines
        --- from
        a
        b
        LONG
        --- to
        b
        a
        LONG
        <
        """.replace("LONG", "x" * 900_000),
        {"app.py": "y" * 900_000},
    ),
    "more_problems": v4a(
        "*** Update File: app.py\n"
        + "@@\n^^ already_applied\n-b = 1\n+a = 1\n" * 500
        + "@@\n^^ more_problems\n-b = 1\n+a = 1\n" * 1
        + "@@\n-b = 1\n+a = 1\n",
        {"app.py": "a = 1\n" * 502},
    ),
    "empty_search": Case(
        """
        app.py
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ empty_search
        =======
        a = 2
        >>>>>>> REPLACE
        """,
        name="p.sr",
    ),
    "large_drop": Case(
        """
        app.py
        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ large_drop
        a = 1
        =======
        >>>>>>> REPLACE
        """,
        name="p.sr",
    ),
    "elided_content": Case(
        """
        app.py
        <<<<<<< SEARCH
        a = 1
        =======
        a = 2
          # ... rest of the file ...
          ^^^^^^^^^^^^^^^^^^^^^^^^^^ elided_content
        >>>>>>> REPLACE
        """,
        name="p.sr",
    ),
    "no_change": Case(
        """
        app.py
        <<<<<<< SEARCH
        a = 1
        ^^^^^ no_change
        =======
        a = 1
        >>>>>>> REPLACE
        """,
        name="p.sr",
    ),
}
