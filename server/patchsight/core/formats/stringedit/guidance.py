"""What a model is told about string edits: the rules, an example, and the schema of the tool."""

from __future__ import annotations

from typing import Any

from patchsight.core.formats.spec import Guidance

GUIDANCE = Guidance(
    "a JSON object with a path and edits, each with an old and a new text",
    """\
- `file_path` is relative to the workspace.
- `old_string` is a text of the file, to the character: indentation, white space and line breaks as they are, without line
  numbers. It may start and end in the middle of a line. It must stand in the file exactly once: add text around it until it
  does.
- `new_string` takes its place, to the character. An empty one deletes the old text; end the old text in a line break to
  delete a whole line.
- Edits of one file are applied in order, each on what the one before leaves.
- `replace_all` replaces every place of the old text.
- Write every line out: a comment such as `... existing code ...` is refused.
- To make a file that does not exist, give an empty `old_string` and the whole text as `new_string`.""",
    """\
{
  "file_path": "src/greet.py",
  "edits": [
    {
      "old_string": "def greet(name):\\n    return \\"Hello\\"",
      "new_string": "def greet(name):\\n    return f\\"Hello, {name}\\""
    }
  ]
}
""",
)


def guidance() -> Guidance:
    return GUIDANCE


def schema() -> dict[str, Any]:
    """The JSON schema of what an edit tool is called with."""
    edit = {
        "type": "object",
        "properties": {
            "old_string": _text(
                "The text to replace, to the character. It stands in the file once."
            ),
            "new_string": _text("The text that takes its place."),
            "replace_all": {
                "type": "boolean",
                "description": "Replace the text wherever it stands.",
                "default": False,
            },
        },
        "required": ["old_string", "new_string"],
        "additionalProperties": False,
    }
    edits = {"type": "array", "items": edit, "minItems": 1}
    edits["description"] = "The edits, each on what the one before leaves."
    return {
        "type": "object",
        "properties": {
            "file_path": _text("The file, relative to the workspace."),
            "edits": edits,
        },
        "required": ["file_path", "edits"],
        "additionalProperties": False,
    }


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}
