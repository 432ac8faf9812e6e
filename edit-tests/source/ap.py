"""What is particular to ap 2.0."""

from __future__ import annotations

from source.model import must, never, should

GATE = """
class Gate:
    def open(self):
        log("gate")
        self.state = 1

    def close(self):
        log("gate")
        self.state = 0
"""
LINES = GATE[1:]


def ap(body: str, path: str = "gate.py") -> str:
    rows = "".join(f"      {row}\n" if row else "\n" for row in body.strip("\n").split("\n"))
    return f'version: "2.0"\nchanges:\n  - file_path: "{path}"\n    modifications:\n{rows}'


CASES = [
    must(
        "indentation-is-not-compared",
        "A snippet is found whatever its indentation, and content takes the file's.",
        ap(
            "- action: REPLACE\n  snippet: |\n    self.state = 1\n  content: |\n    self.state = 2\n    notify()\n"
        ),
        {"gate.py": GATE},
        {"gate.py": LINES.replace("self.state = 1", "self.state = 2\n        notify()")},
    ),
    must(
        "insert-after",
        "Content comes below the snippet.",
        ap(
            "- action: INSERT_AFTER\n  snippet: |\n    self.state = 1\n  content: |\n    notify()\n"
        ),
        {"gate.py": GATE},
        {"gate.py": LINES.replace("self.state = 1\n", "self.state = 1\n        notify()\n")},
    ),
    must(
        "insert-before",
        "Content comes above the snippet.",
        ap(
            "- action: INSERT_BEFORE\n  snippet: |\n    self.state = 1\n  content: |\n    check()\n"
        ),
        {"gate.py": GATE},
        {
            "gate.py": LINES.replace(
                "        self.state = 1\n", "        check()\n        self.state = 1\n"
            )
        },
    ),
    must(
        "delete",
        "The snippet goes.",
        ap("- action: DELETE\n  snippet: |\n    self.state = 0\n"),
        {"gate.py": GATE},
        {"gate.py": LINES.replace("        self.state = 0\n", "")},
    ),
    must(
        "anchor",
        "The snippet stands twice; the anchor is unique, and the first snippet below it is meant.",
        ap(
            '- action: REPLACE\n  anchor: |\n    def close(self):\n  snippet: |\n    log("gate")\n  content: |\n    log("closed")\n'
        ),
        {"gate.py": GATE},
        {
            "gate.py": LINES[: LINES.index("def close")]
            + LINES[LINES.index("def close") :].replace('"gate"', '"closed"')
        },
        by="hint",
    ),
    must(
        "range",
        "From the start snippet to the end snippet.",
        ap(
            "- action: REPLACE\n  start_snippet: |\n    def close(self):\n  end_snippet: |\n    self.state = 0\n  content: |\n    def close(self):\n        self.state = -1\n"
        ),
        {"gate.py": GATE},
        {
            "gate.py": LINES[: LINES.index("    def close")]
            + "    def close(self):\n        self.state = -1\n"
        },
    ),
    must(
        "one-after-the-other",
        "A modification finds what the one before has written.",
        ap(
            "- action: REPLACE\n  snippet: |\n    self.state = 1\n  content: |\n    self.status = 1\n- action: INSERT_AFTER\n  snippet: |\n    self.status = 1\n  content: |\n    notify()\n"
        ),
        {"gate.py": GATE},
        {"gate.py": LINES.replace("self.state = 1\n", "self.status = 1\n        notify()\n")},
        by="order",
    ),
    must(
        "leading-blank-lines",
        "Blank lines above the snippet go with it, as many as are asked for.",
        ap(
            '- action: DELETE\n  snippet: |\n    def close(self):\n        log("gate")\n        self.state = 0\n  include_leading_blank_lines: 1\n'
        ),
        {"gate.py": GATE},
        {"gate.py": LINES[: LINES.index("\n    def close")]},
    ),
    must(
        "blank-lines-inside",
        "Blank lines inside of the file's block do not matter.",
        ap(
            "- action: REPLACE\n  snippet: |\n    one\n    two\n  content: |\n    1\n    2\n",
            "n.txt",
        ),
        {"n.txt": "zero\none\n\n\ntwo\nthree\n"},
        {"n.txt": "zero\n1\n2\nthree\n"},
    ),
    must(
        "create-with-line-ends",
        "`newline` says how a new file's lines end.",
        'version: "2.0"\nchanges:\n  - file_path: "w.txt"\n    newline: "CRLF"\n    modifications:\n      - action: CREATE_FILE\n        content: |\n          one\n          two\n',
        {},
        {"w.txt": "one\r\ntwo\r\n"},
    ),
    must(
        "trailing-space-goes",
        "A file that is changed loses the white space at the end of its lines.",
        ap("- action: REPLACE\n  snippet: |\n    two\n  content: |\n    2\n", "n.txt"),
        {"n.txt": "one  \ntwo\nthree\t\n"},
        {"n.txt": "one\n2\nthree\n"},
    ),
    must(
        "content-keeps-inner-indentation",
        "Content has depths of its own.",
        ap(
            "- action: REPLACE\n  snippet: |\n    self.state = 0\n  content: |\n    if self.state:\n        self.state = 0\n"
        ),
        {"gate.py": GATE},
        {
            "gate.py": LINES.replace(
                "        self.state = 0\n", "        if self.state:\n            self.state = 0\n"
            )
        },
    ),
    should(
        "deleted-before",
        "Deleting what is not there any more is done.",
        ap("- action: DELETE\n  snippet: |\n    self.locked = True\n"),
        {"gate.py": GATE},
        {"gate.py": GATE},
    ),
    should(
        "version-without-quotes",
        "`version: 2.0` is a number in YAML; what is meant is clear.",
        ap("- action: DELETE\n  snippet: |\n    self.state = 0\n").replace('"2.0"', "2.0"),
        {"gate.py": GATE},
        {"gate.py": LINES.replace("        self.state = 0\n", "")},
        origin="models write this",
    ),
    should(
        "fence-around",
        "The document in a fence.",
        "```yaml\n" + ap("- action: DELETE\n  snippet: |\n    self.state = 0\n") + "```\n",
        {"gate.py": GATE},
        {"gate.py": LINES.replace("        self.state = 0\n", "")},
        origin="models write this",
    ),
    never(
        "snippet-stands-twice",
        "ambiguous",
        "Without an anchor the snippet must be unique.",
        ap('- action: REPLACE\n  snippet: |\n    log("gate")\n  content: |\n    log("x")\n'),
        {"gate.py": GATE},
    ),
    never(
        "anchor-stands-twice",
        "ambiguous",
        "The anchor must be unique.",
        ap(
            '- action: REPLACE\n  anchor: |\n    log("gate")\n  snippet: |\n    self.state = 0\n  content: |\n    self.state = 7\n'
        ),
        {"gate.py": GATE},
    ),
    never(
        "anchor-is-missing",
        "stale",
        "The anchor stands nowhere.",
        ap(
            "- action: REPLACE\n  anchor: |\n    def lock(self):\n  snippet: |\n    self.state = 0\n  content: |\n    self.state = 7\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "snippet-above-the-anchor",
        "stale",
        "The snippet stands above its anchor only.",
        ap(
            "- action: REPLACE\n  anchor: |\n    def close(self):\n  snippet: |\n    self.state = 1\n  content: |\n    self.state = 7\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "range-without-an-end",
        "stale",
        "The end of the range stands nowhere below its start.",
        ap(
            "- action: REPLACE\n  start_snippet: |\n    def close(self):\n  end_snippet: |\n    self.state = 1\n  content: |\n    pass\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "replace-without-content",
        "malformed",
        "The text ends before the content came, or the key was forgotten.",
        ap("- action: REPLACE\n  snippet: |\n    self.state = 0\n"),
        {"gate.py": GATE},
    ),
    never(
        "delete-with-content",
        "malformed",
        "Two wishes at once.",
        ap("- action: DELETE\n  snippet: |\n    self.state = 0\n  content: |\n    x\n"),
        {"gate.py": GATE},
    ),
    never(
        "two-locators",
        "malformed",
        "A snippet and a range at once.",
        ap(
            "- action: REPLACE\n  snippet: |\n    self.state = 0\n  start_snippet: |\n    def close(self):\n  end_snippet: |\n    self.state = 0\n  content: |\n    x\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "unknown-action",
        "malformed",
        "There is no such action.",
        ap("- action: APPEND\n  snippet: |\n    self.state = 0\n  content: |\n    x\n"),
        {"gate.py": GATE},
    ),
    never(
        "action-in-small-letters",
        "malformed",
        "Actions are written in capitals.",
        ap("- action: replace\n  snippet: |\n    self.state = 0\n  content: |\n    x\n"),
        {"gate.py": GATE},
    ),
    never(
        "no-version",
        "malformed",
        "The version is missing.",
        ap("- action: DELETE\n  snippet: |\n    self.state = 0\n").removeprefix('version: "2.0"\n'),
        {"gate.py": GATE},
    ),
    never(
        "another-version",
        "unsupported",
        "Version 9 is another language.",
        ap("- action: DELETE\n  snippet: |\n    self.state = 0\n").replace("2.0", "9.0"),
        {"gate.py": GATE},
    ),
    never(
        "broken-yaml",
        "malformed",
        "The YAML cannot be read.",
        ap("- action: REPLACE\n  snippet: |\n    self.state = 0\n content: |\n    x\n"),
        {"gate.py": GATE},
    ),
    never(
        "key-twice",
        "malformed",
        "A key stands twice.",
        ap(
            "- action: DELETE\n  snippet: |\n    self.state = 0\n  snippet: |\n    self.state = 1\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "swallowed-key",
        "malformed",
        "`content` is indented so far that it is part of the snippet.",
        ap(
            "- action: REPLACE\n  snippet: |\n    self.state = 0\n    content: |\n      self.state = 7\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "consumed",
        "stale",
        "An earlier modification has taken the text away.",
        ap(
            "- action: DELETE\n  snippet: |\n    self.state = 1\n- action: REPLACE\n  snippet: |\n    self.state = 1\n  content: |\n    x\n"
        ),
        {"gate.py": GATE},
    ),
    never(
        "good-and-bad-modification",
        "stale",
        "The second modification fails, so the first is not made.",
        ap(
            "- action: DELETE\n  snippet: |\n    self.state = 1\n- action: REPLACE\n  snippet: |\n    unheard()\n  content: |\n    x\n"
        ),
        {"gate.py": GATE},
    ),
]
