"""What a model is told about ap: its rules, and one example that keeps to all of them."""

from __future__ import annotations

from patchsight.core.formats.spec import Guidance

GUIDANCE = Guidance(
    "an ap 2.0 document, which is YAML",
    """\
- Keep to the layout of the example, to the space. Every text is a literal block (`|`) that stands ten columns in; if its first
  line is indented further, write `|2`. An empty content is `""`.
- A modification looks for its `snippet`: whole lines, as few as are unique in the file; indentation and blank lines do not
  matter. If none is unique, `anchor` names lines above it that are. `start_snippet` and `end_snippet` mark a longer range.
- `REPLACE`, `INSERT_AFTER` and `INSERT_BEFORE` have a `content`, `DELETE` has none; `CREATE_FILE` has only a `content`.
- Write `content` without the indentation that the snippet has in the file; it is added.
- `include_leading_blank_lines` and `include_trailing_blank_lines` take up to that many blank lines along.
- Keys stand in this order: action, anchor, snippet or start_snippet and end_snippet, content, blank lines.
- Modifications of a file are done one after the other. Paths are relative to the workspace. Files cannot be deleted.""",
    """\
version: "2.0"
changes:
  - file_path: "src/greet.py"
    modifications:
      - action: REPLACE
        anchor: |
          def greet(name):
        snippet: |
          return "Hello"
        content: |
          return f"Hello, {name}"
""",
)


def guidance() -> Guidance:
    return GUIDANCE
