"""What people and models are told about whole files."""

from __future__ import annotations

from patchsight.core.formats.spec import Guidance, Words, default_words
from patchsight.core.model.problems import Problem

_GLOSSARY = {
    "```": "The whole text of the file that is named above, behind the fence or in its first line; the same sign closes it.",
    "~~~": "The whole text of the file that is named above, behind the fence or in its first line; the same sign closes it.",
    "<file": "The whole text of a file, up to `</file>`.",
    "<write_to_file>": "The whole text of a file: its `<path>`, and its `<content>`.",
    "<!-- allow-drop -->": "The text below is the whole file, even if more than half of what is there now goes.",
}
_GUIDANCE = Guidance(
    "whole files in Markdown",
    """\
- For each file write a heading that is nothing but its path, relative to the workspace, and below it a fence with the whole
  text of the file. Files that do not exist are created.
- Write every line. A comment such as `// ... existing code ...` is refused, and so is a part of the file alone.
- If the text has fences of its own, write the outer fence with more signs than any inside.
- Each file stands once. Files cannot be deleted or renamed.""",
    """\
### src/greet.py

```python
import sys


def greet(name):
    return f"Hello, {name}"
```
""",
)
_ACTIONS = {
    "elided_content": "Write the whole file again, with every line that this one stands for.",
    "excerpt_only": "Write the whole file, with the change in it.",
    "large_drop": "Write the whole file, with every line that stays; if the lines are meant to go, say so to the user.",
    "ambiguous_fence": "Write the file again in a fence with more signs than any inside of it.",
    "ambiguous_block": "Write the path right above the one block that is the file, and leave out the others.",
    "truncated_patch": "Write the whole file again, up to the fence that closes it.",
}


def glossary() -> dict[str, str]:
    return _GLOSSARY


def guidance() -> Guidance:
    return _GUIDANCE


def feedback(problem: Problem) -> Words | None:
    """The words of the catalogue, with what a writer of whole files has to do."""
    action = _ACTIONS.get(problem.code)
    return default_words(problem)._replace(action=action) if action else None
