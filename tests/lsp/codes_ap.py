"""What can be wrong with the way an ap or ApplyDiff patch is written."""

from __future__ import annotations

from lsp.codes import Case, ap

AP = {
    "yaml_error": ap(
        """
        - action: REPLACE
          snippet: *a
                   ^^ yaml_error
          content: b
        """,
    ),
    "unsupported_version": Case(
        """
        version: "1.0"
                 ^^^^^ unsupported_version
        changes: []
        """,
        {},
        name="p.ap",
    ),
    "unquoted_version": Case(
        """
        version: 2.0
                 ^^^ unquoted_version
        changes:
          - file_path: app.py
            modifications:
              - action: DELETE
                snippet: a = 1
        """,
        name="p.ap",
    ),
    "missing_key": ap(
        """
        - action: REPLACE
        ^^^^^^^^^^^^^^^^^ missing_key
          content: a = 2
        """,
    ),
    "unknown_key": ap(
        """
        - action: DELETE
          snippet: a = 1
          because: I can
          ^^^^^^^ unknown_key
        """,
    ),
    "duplicate_key": ap(
        """
        - action: DELETE
          snippet: a = 1
          snippet: b = 1
          ^^^^^^^ duplicate_key
        """,
    ),
    "wrong_type": ap(
        """
        - action: REPLACE
          snippet: a = 1
          content: [a, b]
                   ^^^^^^ wrong_type
        """,
    ),
    "invalid_action": ap(
        """
        - action: replace
                  ^^^^^^^ invalid_action
          snippet: a = 1
          content: b
        """,
    ),
    "conflicting_keys": ap(
        """
        - action: DELETE
        ^^^^^^^^^^^^^^^^ conflicting_keys
          snippet: a = 1
          start_snippet: a
          end_snippet: b
        """,
    ),
    "unexpected_key": ap(
        """
        - action: DELETE
        ^^^^^^^^^^^^^^^^ unexpected_key
          snippet: a = 1
          content: b
        """,
    ),
    "empty_snippet": ap(
        """
        - action: DELETE
          snippet: ""
          ^^^^^^^ empty_snippet
        """,
    ),
    "misaligned_key": ap(
        """
        - action: REPLACE
          snippet: |
            a = 1
            content: |
            ^^^^^^^ misaligned_key
              a = 2
        """,
    ),
    "misindented_block": ap(
        """
        - action: REPLACE
          snippet: |
            a = 1
         b = 1
         ^^^^^ misindented_block
          content: a = 2
        """,
    ),
    "misaligned_item": Case(
        """
        version: "2.0"
        changes:
          - file_path: app.py
            modifications:
              - action: DELETE
                snippet: a = 1
             - action: DELETE
             ^^^^^^^^^^^^^^^^ misaligned_item
               snippet: b
        """,
        name="p.ap",
    ),
    "folded_scalar": ap(
        """
        - action: REPLACE
          snippet: a = 1
          content: >
                   ^ folded_scalar
            a = 2
            b = 2
        """,
    ),
    "newline_ignored": Case(
        """
        version: "2.0"
        changes:
          - file_path: app.py
            newline: LF
            ^^^^^^^ newline_ignored
            modifications:
              - action: DELETE
                snippet: a = 1
        """,
        name="p.ap",
    ),
    "invalid_block": Case(
        """
        >>> file: app.py
        ^^^^^^^^^^^^^^^^ invalid_block
        a = 1
        --- to
        a = 2
        <
        """,
        name="p.applydiff",
    ),
    "invalid_option": Case(
        """
        >>> file: app.py | mode=erase
                                ^^^^^ invalid_option
        --- from
        a = 1
        --- to
        a = 2
        <
        """,
        name="p.applydiff",
    ),
    "unknown_option": Case(
        """
        >>> file: app.py | speed=9
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ few_context_lines
                           ^^^^^ unknown_option
        --- from
        a = 1
        --- to
        a = 2
        <
        """,
        name="p.applydiff",
    ),
    "stray_terminator": Case(
        """
        >>> file: app.py
        ^^^^^^^^^^^^^^^^ few_context_lines
        --- from
        a = 1
        <
        ^ stray_terminator
        b = 1
        --- to
        a = 2
        <
        """,
        {"app.py": "a = 1\n<\nb = 1\n"},
        name="p.applydiff",
    ),
    "invalid_session": Case(
        """
        [SESSION CONTEXT]
        nonsense
        ^^^^^^^^ invalid_session
        [/SESSION CONTEXT]
        >>> file: app.py
        ^^^^^^^^^^^^^^^^ few_context_lines
        --- from
        a = 1
        --- to
        a = 2
        <
        """,
        name="p.applydiff",
    ),
    "empty_from": Case(
        """
        >>> file: app.py
        ^^^^^^^^^^^^^^^^ empty_from
        --- from
        --- to
        a = 2
        <
        """,
        name="p.applydiff",
    ),
    "keystone_file": Case(
        """
        >>> file: app.py
                  ^^^^^^ keystone_file
        --- from
        def f():
            a = 1
            return a
        # end
        --- to
        def f():
            a = 2
            return a
        # end
        <
        """,
        {"app.py": "def f():\n    a = 1\n    return a\n# end\n"},
        name="p.applydiff",
        settings={"keystoneFiles": ["app.py"]},
    ),
    "few_context_lines": Case(
        """
        >>> file: app.py
        ^^^^^^^^^^^^^^^^ few_context_lines
        --- from
        a = 1
        --- to
        a = 2
        <
        """,
        name="p.applydiff",
    ),
}
