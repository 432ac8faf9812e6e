"""What is particular to edits as JSON: an old string and a new one."""

from __future__ import annotations

import json

from source.model import must, never, should

CODE = {"app.py": "def f(x):\n    y = x + 1\n    return y\n"}
TWO = {"two.txt": "red, green, red\nblue\nred\n"}


def edit(
    path: str = "app.py", old: str | None = None, new: str | None = None, **more: object
) -> str:
    pair = {"old_string": old, "new_string": new}
    return (
        json.dumps(
            {
                "file_path": path,
                **{key: value for key, value in pair.items() if value is not None},
                **more,
            }
        )
        + "\n"
    )


DONE = {"app.py": "def f(x):\n    y = x + 2\n    return y\n"}
CASES = [
    must(
        "inside-a-line",
        "The old text is a part of a line.",
        edit(old="x + 1", new="x + 2"),
        CODE,
        DONE,
    ),
    must(
        "across-lines",
        "The old text starts in one line and ends in the next.",
        edit(old="+ 1\n    return", new="+ 2\n    return"),
        CODE,
        DONE,
    ),
    must(
        "other-names-of-keys",
        "Agents call the keys otherwise.",
        '{"path": "app.py", "old_str": "x + 1", "new_str": "x + 2"}\n',
        CODE,
        DONE,
        origin="agents send this",
    ),
    must(
        "camel-case-keys",
        "Agents call the keys otherwise.",
        '{"filePath": "app.py", "oldString": "x + 1", "newString": "x + 2"}\n',
        CODE,
        DONE,
        origin="agents send this",
    ),
    must(
        "command-str-replace",
        "The text editor tool's command.",
        '{"command": "str_replace", "path": "app.py", "old_str": "x + 1", "new_str": "x + 2"}\n',
        CODE,
        DONE,
        origin="agents send this",
    ),
    must(
        "command-create",
        "The text editor tool creates a file.",
        '{"command": "create", "path": "new.txt", "file_text": "one\\ntwo\\n"}\n',
        {},
        {"new.txt": "one\ntwo\n"},
        origin="agents send this",
    ),
    must(
        "list-of-edits",
        "Several edits for one file, in order.",
        '{"file_path": "app.py", "edits": [{"old_string": "x + 1", "new_string": "x + 5"}, {"old_string": "x + 5", "new_string": "x + 2"}]}\n',
        CODE,
        DONE,
        by="order",
        origin="agents send this",
    ),
    must(
        "tool-use",
        "The call as it stands in a message.",
        '{"type": "tool_use", "name": "Edit", "input": {"file_path": "app.py", "old_string": "x + 1", "new_string": "x + 2"}}\n',
        CODE,
        DONE,
        origin="agents send this",
    ),
    must(
        "arguments-as-a-string",
        "The arguments are JSON in a string.",
        json.dumps(
            {"function": {"name": "edit", "arguments": edit(old="x + 1", new="x + 2").strip()}}
        )
        + "\n",
        CODE,
        DONE,
        origin="agents send this",
    ),
    must(
        "replace-all",
        "`replace_all` takes every place.",
        edit("two.txt", "red", "pink", replace_all=True),
        TWO,
        {"two.txt": "pink, green, pink\nblue\npink\n"},
    ),
    must(
        "expected-replacements",
        "As many places as are expected.",
        edit("two.txt", "red", "pink", expected_replacements=3),
        TWO,
        {"two.txt": "pink, green, pink\nblue\npink\n"},
    ),
    must(
        "empty-new-string",
        "An empty new text removes the old one.",
        edit(old=" + 1", new=""),
        CODE,
        {"app.py": "def f(x):\n    y = x\n    return y\n"},
    ),
    must(
        "crlf-across-lines",
        "Line ends are compared as one kind.",
        edit("w.txt", "one\ntwo", "1\n2"),
        {"w.txt": "zero\r\none\r\ntwo\r\n"},
        {"w.txt": "zero\r\n1\r\n2\r\n"},
    ),
    must(
        "escapes",
        "Escapes of JSON stand for one character each.",
        '{"file_path": "t.txt", "old_string": "caf\\u00e9\\t\\"x\\"", "new_string": "tea\\t\\\\"}\n',
        {"t.txt": 'café\t"x"\nend\n'},
        {"t.txt": "tea\t\\\nend\n"},
    ),
    must(
        "replacement-signs",
        "`$&` and `\\1` are plain characters.",
        edit(old="x + 1", new="$& \\1 $1"),
        CODE,
        {"app.py": "def f(x):\n    y = $& \\1 $1\n    return y\n"},
    ),
    must(
        "write-tool",
        "A tool called Write creates a file.",
        '{"name": "Write", "input": {"file_path": "sub/new.txt", "content": "one\\n"}}\n',
        {},
        {"sub/new.txt": "one\n"},
        origin="agents send this",
    ),
    must(
        "insert-with-command",
        "`insert` puts lines after a line.",
        '{"command": "insert", "path": "app.py", "insert_line": 1, "new_str": "    x += 0\\n"}\n',
        CODE,
        {"app.py": "def f(x):\n    x += 0\n    y = x + 1\n    return y\n"},
        by="number",
    ),
    should(
        "trailing-comma",
        "A trailing comma.",
        '{"file_path": "app.py", "old_string": "x + 1", "new_string": "x + 2",}\n',
        CODE,
        DONE,
        origin="models write this",
    ),
    should(
        "raw-line-break",
        "A raw line break inside a string.",
        '{"file_path": "app.py", "old_string": "y = x + 1\n    return y", "new_string": "y = x + 2\n    return y"}\n',
        CODE,
        DONE,
        origin="models write this",
    ),
    should(
        "fenced",
        "The JSON in a fence.",
        "```json\n" + edit(old="x + 1", new="x + 2") + "```\n",
        CODE,
        DONE,
        origin="models write this",
    ),
    should(
        "old-and-new-equal",
        "Nothing to change: no file is touched.",
        edit(old="x + 1", new="x + 1"),
        CODE,
        CODE,
    ),
    should(
        "grown-before",
        "The old text is part of the new one, which stands there already: it does not grow twice.",
        edit(old="return y", new="return y  # done"),
        {"app.py": "def f(y):\n    return y  # done\n"},
        {"app.py": "def f(y):\n    return y  # done\n"},
    ),
    never(
        "two-places-in-a-line",
        "ambiguous",
        "The text stands three times, twice in one line.",
        edit("two.txt", "red", "pink"),
        TWO,
    ),
    never(
        "overlapping-places",
        "ambiguous",
        "Two places that overlap are two places.",
        edit("a.txt", "aa", "b"),
        {"a.txt": "xaaax\n"},
    ),
    never(
        "count-differs",
        "ambiguous",
        "Two are expected, three stand there.",
        edit("two.txt", "red", "pink", expected_replacements=2),
        TWO,
    ),
    never(
        "count-is-no-number",
        "malformed",
        "A count of zero.",
        edit("two.txt", "red", "pink", expected_replacements=0),
        TWO,
    ),
    never(
        "new-is-missing",
        "malformed",
        "Without a new text nothing is said; it is no deletion.",
        edit(old="x + 1"),
        CODE,
    ),
    never(
        "old-is-missing",
        "malformed",
        "Without an old text nobody knows where.",
        '{"file_path": "app.py", "new_string": "x"}\n',
        CODE,
    ),
    never(
        "path-is-missing",
        "malformed",
        "No file is named.",
        '{"old_string": "x + 1", "new_string": "x + 2"}\n',
        CODE,
    ),
    never(
        "two-paths",
        "malformed",
        "Two keys name two files.",
        '{"file_path": "app.py", "path": "other.py", "old_string": "x + 1", "new_string": "x + 2"}\n',
        {**CODE, "other.py": "x + 1\n"},
    ),
    never(
        "key-twice",
        "malformed",
        "A key stands twice.",
        '{"file_path": "app.py", "old_string": "x + 1", "new_string": "x + 2", "new_string": "x + 3"}\n',
        CODE,
    ),
    never(
        "number-for-a-string",
        "malformed",
        "The new text is a number.",
        '{"file_path": "app.py", "old_string": "x + 1", "new_string": 7}\n',
        CODE,
    ),
    never(
        "cut-off-in-a-string",
        "cut-off",
        "The JSON ends inside the new text.",
        '{"file_path": "app.py", "old_string": "x + 1", "new_string": "x + ',
        CODE,
    ),
    never(
        "cut-off-list",
        "cut-off",
        "The second edit is cut off, so the first is not made.",
        '[{"file_path": "app.py", "old_string": "x + 1", "new_string": "x + 2"}, {"file_path": "app.py", "old_string": "return y", "new_s',
        CODE,
    ),
    never(
        "single-quotes",
        "malformed",
        "Python's way to write a dictionary.",
        "{'file_path': 'app.py', 'old_string': 'x + 1', 'new_string': 'x + 2'}\n",
        CODE,
    ),
    never(
        "empty-old-on-a-file",
        "exists",
        "Empty old text, and the file has content.",
        edit(old="", new="all new\n"),
        CODE,
    ),
    never(
        "create-over-a-file",
        "exists",
        "The file to be created exists.",
        '{"command": "create", "path": "app.py", "file_text": "new\\n"}\n',
        CODE,
    ),
    never(
        "insert-beyond-the-end",
        "stale",
        "The file has three lines.",
        '{"command": "insert", "path": "app.py", "insert_line": 30, "new_str": "x\\n"}\n',
        CODE,
    ),
    never(
        "insert-without-a-command",
        "ambiguous",
        "Before or after the line? Agents differ.",
        '{"path": "app.py", "insert_line": 1, "new_str": "x\\n"}\n',
        CODE,
    ),
    never(
        "undo",
        "unsupported",
        "To undo needs a memory.",
        '{"command": "undo_edit", "path": "app.py"}\n',
        CODE,
    ),
    never(
        "escaped-twice",
        "malformed",
        "The line break is escaped once too often: `\\n` as two characters.",
        '{"file_path": "app.py", "old_string": "y = x + 1\\\\n    return y", "new_string": "y = x + 2\\\\n    return y"}\n',
        CODE,
    ),
    never(
        "elided-new-text",
        "elided",
        "The new text leaves out lines and says so.",
        edit(
            old="    y = x + 1\n    return y", new="    # ... existing code ...\n    return 2 * y"
        ),
        CODE,
    ),
    never(
        "applied-in-some-places",
        "conflict",
        "With `replace_all` some places are done and others are not: twice would grow the first.",
        edit("n.txt", "cat", "cat and dog", replace_all=True),
        {"n.txt": "cat and dog\ncat\n"},
    ),
    never(
        "second-edit-is-stale",
        "stale",
        "The second edit of a list does not fit, so the first is not made.",
        '{"file_path": "app.py", "edits": [{"old_string": "x + 1", "new_string": "x + 5"}, {"old_string": "nowhere", "new_string": "x"}]}\n',
        CODE,
    ),
    never(
        "consumed",
        "stale",
        "The first edit takes away what the second one looks for.",
        '{"file_path": "app.py", "edits": [{"old_string": "x + 1", "new_string": "0"}, {"old_string": "x + 1", "new_string": "2"}]}\n',
        CODE,
    ),
    must(
        "deleted-line-claude-code",
        "Claude Code removes the line end together with the line.",
        edit("n.txt", "two", ""),
        {"n.txt": "one\ntwo\nthree\n"},
        {"n.txt": "one\nthree\n"},
        profile="claude-code",
    ),
    must(
        "deleted-line",
        "Without a habit to follow, an empty line is left.",
        edit("n.txt", "two", ""),
        {"n.txt": "one\ntwo\nthree\n"},
        {"n.txt": "one\n\nthree\n"},
    ),
]
