"""What can be wrong with the way a patch is written, in any format but ap and ApplyDiff."""

from __future__ import annotations

from lsp.codes import Case, ap, v4a

READING = {
    "no_patch": Case(
        """
        Just some words.
        ^^^^^^^^^^^^^^^^ no_patch
        """,
        {},
    ),
    "invalid_json": Case(
        r"""
        {"input": "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch",
         "explain": True}
                    ^ invalid_json
        """,
    ),
    "loose_json": Case(
        r"""
        {"input": "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch",
         ^^^^^^^ surrounding_noise
         "explain": true,}
                        ^ loose_json
        """,
    ),
    "conflicting_paths": Case(
        r"""
        {"diff": "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch",
                                                    ^^^^^^ conflicting_paths
         ^^^^^^ surrounding_noise
         "path": "other.py"}
        """,
    ),
    "unsupported_command": Case(
        r"""
        {"command": ["bash", "-lc", "make && apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch\nEOF"]}
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported_command
        """,
    ),
    "ignored_call": Case(
        r"""
        {"name": "apply_patch", "input": "*** Begin Patch\n*** Update File: app.py\n@@\n-a = 1\n+a = 2\n*** End Patch"}
                                ^^^^^^^ surrounding_noise
        {"name": "shell", "input": "ls"}
                 ^^^^^^^ ignored_call
        """,
    ),
    "ignored_block": Case(
        """
        app.py
        ```python
        a = 2
        a = 1
        ```
        Run it:
        ```sh
        ^^^^^ ignored_block
        python app.py
        ```
        """,
        name="p.md",
        settings={"prose": "check"},
    ),
    "ambiguous_block": Case(
        """
        ### app.py
            ^^^^^^ ambiguous_block
        Before:
        ```python
        a = 1
        ```
        After:
        ```python
        a = 2
        ```
        """,
        name="p.md",
        settings={"prose": "check"},
    ),
    "ambiguous_fence": Case(
        """
        notes.md
        ```markdown
        ^^^^^^^^^^^ ambiguous_fence
        Run it:
        ```sh
        python app.py
        ```
        Done.
        ```
        """,
        name="p.md",
        settings={"prose": "check"},
    ),
    "mixed_formats": Case(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1 +1 @@
        -a = 1
        +a = 2
        *** Update File: app.py
        ^^^^^^^^^^^^^^^^^^^^^^^ mixed_formats
        @@
        -a = 2
        +a = 3
        """,
        name="p.diff",
    ),
    "surrounding_noise": Case(
        """
        Here is the patch:
        ^^^^^^^^^^^^^^^^^^ surrounding_noise

        *** Begin Patch
        *** Update File: app.py
        @@
        -a = 1
        +a = 2
        *** End Patch
        """,
    ),
    "patch_too_large": Case(
        """
        *** Begin Patch
        ^^^^^^^^^^^^^^^ patch_too_large
        *** Update File: app.py
        @@
        -a = 1
        +a = 2
        *** End Patch
        """,
        settings={"maxPatchSize": 0.00001},
    ),
    "unfinished_part": ap(
        """
        - action: REPLACE
          snippet: |
            a = 1
          cont
          ^^^^ unfinished_part
        """,
    ),
    "truncated_patch": Case(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        -a = 1
        +a = 2
        ^^^^^^ truncated_patch
        """,
    ),
    "prefixed_marker": Case(
        """
        *** Begin Patch
        *** Update File: app.py
        @@
        -a = 1
        +a = 2
        +*** End Patch
        ^^^^^^^^^^^^^^ prefixed_marker
        """,
    ),
    "doubled_prefix": v4a(
        """
        *** Update File: app.py
        @@
        ^^ doubled_prefix
        --a = 1
        ++a = 2
        """
    ),
    "copied_line_numbers": v4a(
        """
        *** Update File: app.py
        @@
        ^^ copied_line_numbers
         1 | x = 1
        -2 | y = 2
        +2 | y = 3
        """,
        {"app.py": "x = 1\ny = 2\n"},
    ),
    "missing_envelope": Case(
        """
        *** Update File: app.py
        ^^^^^^^^^^^^^^^^^^^^^^^ missing_envelope
        @@
        -a = 1
        +a = 2
        *** End Patch
        """,
    ),
    "unknown_directive": v4a(
        """
        *** Rename File: app.py
        ^^^^^^^^^^^^^^^^^^^^^^^ unknown_directive
        """,
    ),
    "misplaced_line": v4a(
        """
        @@
        ^^ misplaced_line
        -a = 1
        +a = 2
        """,
    ),
    "missing_path": v4a(
        """
        *** Delete File:
        ^^^^^^^^^^^^^^^^ missing_path
        """,
    ),
    "missing_file_header": Case(
        """
        @@ -1 +1 @@
        ^^^^^^^^^^^ missing_file_header
        -a = 1
        +a = 2
        """,
        name="p.diff",
    ),
    "invalid_hunk_header": Case(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1 +1
        ^^^^^^^^ invalid_hunk_header
        -a = 1
        +a = 2
        """,
        name="p.diff",
    ),
    "invalid_hunk_line": Case(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,2 +1,2 @@
        -a = 1
        what is this
        ^^^^^^^^^^^^ invalid_hunk_line
        +a = 2
        """,
        name="p.diff",
    ),
    "empty_hunk": v4a(
        """
        *** Update File: app.py
        @@ a = 1
        ^^^^^^^^ empty_hunk
        """,
    ),
    "no_hunks": v4a(
        """
        *** Update File: app.py
        ^^^^^^^^^^^^^^^^^^^^^^^ no_hunks
        """,
    ),
    "unsupported_git_patch_feature": Case(
        """
        diff --git a/x.png b/x.png
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ unsupported_git_patch_feature
        GIT binary patch
        literal 0
        HcmV?d00001

        """,
        {},
        name="p.diff",
    ),
    "rename_path_mismatch": Case(
        """
        diff --git a/app.py b/app.py
        --- a/app.py
        +++ b/ape.py
        ^^^^^^^^^^^^ rename_path_mismatch
        @@ -1 +1 @@
        -a = 1
        +a = 2
        """,
        name="p.diff",
    ),
    "duplicate_file_patch": Case(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1 +1 @@
        -a = 1
        +a = 2
        --- a/app.py
        ^^^^^^^^^^^^ duplicate_file_patch
        +++ b/app.py
        @@ -2 +2 @@
        -b = 1
        +b = 2
        """,
        {"app.py": "a = 1\nb = 1\n"},
        name="p.diff",
    ),
    "hunk_count_mismatch": Case(
        """
        --- a/app.py
        +++ b/app.py
        @@ -1,3 +1,1 @@
           ^^^^^^^^^ hunk_count_mismatch
        -a = 1
        +a = 2
        """,
        name="p.diff",
    ),
    "ignored_metadata": Case(
        """
        diff --git a/app.py b/app.py
        old mode 100644
        ^^^^^^^^^^^^^^^ ignored_metadata
        new mode 100755
        diff --git a/b.py b/b.py
        --- a/b.py
        +++ b/b.py
        @@ -1 +1 @@
        -b = 1
        +b = 2
        """,
        {"app.py": "a = 1\n", "b.py": "b = 1\n"},
        name="p.diff",
    ),
    "missing_space_prefix": v4a(
        """
        *** Update File: app.py
        @@
         def f():
        -    a = 1
        +    a = 2
        return_value = a
        ^^^^^^^^^^^^^^^^ missing_space_prefix
        """,
        {"app.py": "def f():\n    a = 1\nreturn_value = a\n"},
    ),
    "delete_leaves_content": Case(
        """
        --- a/app.py
        +++ /dev/null
        @@ -1 +0,0 @@
        ^^^^^^^^^^^^^ delete_leaves_content
        -a = 1
        """,
        {"app.py": "a = 1\nb = 1\n"},
        name="p.diff",
    ),
    "delete_content_differs": v4a(
        """
        *** Delete File: app.py
        -b = 1
         ^^^^^ delete_content_differs
        """,
    ),
    "move_in_zenpatch": v4a(
        """
        *** Update File: app.py
        *** Move to: ape.py
        ^^^^^^^^^^^^^^^^^^^ move_in_zenpatch
        @@
        -a = 1
        +a = 2
        """,
        name="p.zenpatch",
    ),
    "line_number_hint": v4a(
        """
        *** Update File: app.py
        @@ -1,1 +1,1 @@
        ^^^^^^^^^^^^^^^ line_number_hint
        -a = 1
        +a = 2
        """,
    ),
    "conflict_markers": Case(
        """
        app.py
        <<<<<<< HEAD
        ^^^^^^^^^^^^ conflict_markers
        a = 1
        =======
        a = 2
        >>>>>>> feature
        """,
        name="p.sr",
    ),
    "ambiguous_divider": Case(
        """
        app.py
        <<<<<<< SEARCH
        a = 1
        =====
        =======
        ^^^^^^^ ambiguous_divider
        a = 2
        >>>>>>> REPLACE
        """,
        name="p.sr",
    ),
    "mixed_markers": Case(
        """
        app.py
        <<<<<<< SEARCH
        a = 1
        =======
        a = 2
        >>>>> REPLACE
        ^^^^^^^^^^^^^ mixed_markers
        """,
        name="p.sr",
    ),
    "same_path": Case(
        """
        app.py
        <<<<<<< SEARCH
        a = 1
        =======
        a = 2
        >>>>>>> REPLACE

        <<<<<<< SEARCH
        ^^^^^^^^^^^^^^ same_path
        b = 1
        =======
        b = 2
        >>>>>>> REPLACE
        """,
        {"app.py": "a = 1\nb = 1\n"},
        name="p.sr",
    ),
}
