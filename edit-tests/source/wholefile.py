"""What is particular to answers that bring whole files."""

from __future__ import annotations

from source.model import must, never, should

LONG = "".join(f"line {number}\n" for number in range(1, 21))
NEW = LONG.replace("line 7\n", "line seven\n")
MD = "# Guide\n\nText.\n\n```sh\nmake\n```\n\nEnd.\n"


def fence(path: str, content: str, info: str = "", sign: str = "```") -> str:
    return f"{path}\n{sign}{info}\n{content}{sign}\n"


CASES = [
    must(
        "path-above",
        "The line above the fence is nothing but a path.",
        fence("src/a.ts", NEW, "ts"),
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "path-on-the-fence",
        "The path stands after the language.",
        fence("", NEW, "ts src/a.ts").lstrip("\n"),
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "path-with-a-colon",
        "The path stands after language and colon.",
        fence("", NEW, "ts:src/a.ts").lstrip("\n"),
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "path-as-a-title",
        "The path is the fence's title.",
        fence("", NEW, 'ts title="src/a.ts"').lstrip("\n"),
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "label-and-path",
        "A label stands before the path.",
        fence("File: `src/a.ts`", NEW, "ts"),
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "heading-with-prose",
        "A heading that is a path, prose below it, then the fence.",
        "## `src/a.ts`\n\nI changed one line.\n\n```ts\n" + NEW + "```\n",
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "comment-with-a-label",
        "The first line is a remark with a label; it is no content.",
        "```ts\n// filepath: src/a.ts\n" + NEW + "```\n",
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "file-element",
        "An XML element with the path.",
        '<file path="src/a.ts">\n' + NEW + "</file>\n",
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "two-fences",
        "Two files, one of them new.",
        fence("src/a.ts", NEW, "ts") + "\n" + fence("src/b.ts", "export {};\n", "ts"),
        {"src/a.ts": LONG},
        {"src/a.ts": NEW, "src/b.ts": "export {};\n"},
    ),
    must(
        "longer-fence",
        "A longer fence around a file that has fences itself.",
        fence("GUIDE.md", MD.replace("Text.", "New text."), "md", "````"),
        {"GUIDE.md": MD},
        {"GUIDE.md": MD.replace("Text.", "New text.")},
    ),
    must(
        "illustration-beside",
        "A fence without a path is an illustration.",
        "Run this first:\n\n```sh\nmake clean\n```\n\n" + fence("src/a.ts", NEW, "ts"),
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    must(
        "new-label",
        "A label says that the file is new, and it is.",
        fence("New file: src/b.ts", "export {};\n", "ts"),
        {"src/a.ts": LONG},
        {"src/a.ts": LONG, "src/b.ts": "export {};\n"},
    ),
    must(
        "dots-in-python",
        "`...` is Python.",
        fence(
            "p.py",
            "class P:\n    def f(self): ...\n\n    def g(self):\n        ...\n\n    x = 2\n",
            "python",
        ),
        {"p.py": "class P:\n    def f(self): ...\n\n    def g(self):\n        ...\n\n    x = 1\n"},
        {"p.py": "class P:\n    def f(self): ...\n\n    def g(self):\n        ...\n\n    x = 2\n"},
    ),
    should(
        "same-file-twice-and-equal",
        "The same file twice with the same text.",
        fence("src/a.ts", NEW, "ts") + "\nAgain:\n\n" + fence("src/a.ts", NEW, "ts"),
        {"src/a.ts": LONG},
        {"src/a.ts": NEW},
    ),
    should(
        "nothing-changes",
        "The file is as it should be.",
        fence("src/a.ts", LONG, "ts"),
        {"src/a.ts": LONG},
        {"src/a.ts": LONG},
    ),
    never(
        "elided",
        "elided",
        "A remark stands for lines that stay: written out it would be the file.",
        fence("src/a.ts", "line 1\n// ... existing code ...\nline twenty\n", "ts"),
        {"src/a.ts": LONG},
    ),
    never(
        "elided-with-dots",
        "elided",
        "Dots alone, in a language where they mean nothing.",
        fence("src/a.ts", "line 1\n...\nline twenty\n", "ts"),
        {"src/a.ts": LONG},
    ),
    never(
        "elided-in-markup",
        "elided",
        "A remark of HTML says that the rest is unchanged.",
        fence("a.html", "<p>new</p>\n<!-- rest of the page unchanged -->\n", "html"),
        {"a.html": "<p>old</p>\n<p>a</p>\n<p>b</p>\n"},
    ),
    never(
        "elided-new-file",
        "elided",
        "Even in a new file nothing is left out.",
        fence("b.ts", "export class B {\n  // ... other methods ...\n}\n", "ts"),
        {"src/a.ts": LONG},
    ),
    never(
        "snippet-under-a-path",
        "stale",
        "Three new lines for a file of twenty: most of it would be gone.",
        fence("src/a.ts", "line seven\nline eight\nline nine\n", "ts"),
        {"src/a.ts": LONG},
    ),
    never(
        "quotation",
        "stale",
        "Nothing but lines of the file itself: a quotation, no edit.",
        fence("src/a.ts", "".join(f"line {n}\n" for n in range(3, 17)), "ts"),
        {"src/a.ts": LONG},
    ),
    never(
        "no-closing-fence",
        "cut-off",
        "The answer ends inside the fence.",
        "src/a.ts\n```ts\n" + NEW,
        {"src/a.ts": LONG},
    ),
    never(
        "second-file-is-cut-off",
        "cut-off",
        "The second file is cut off, so the first is not written.",
        fence("src/a.ts", NEW, "ts") + "\nsrc/b.ts\n```ts\nexport {\n",
        {"src/a.ts": LONG},
    ),
    never(
        "fence-inside-a-fence",
        "ambiguous",
        "A fence inside of a fence of the same length: two ends are possible.",
        fence("GUIDE.md", MD.replace("Text.", "New text."), "md"),
        {"GUIDE.md": MD},
    ),
    never(
        "new-label-on-another-file",
        "exists",
        "A label says that the file is new; one with another text is there.",
        fence("New file: src/a.ts", NEW, "ts"),
        {"src/a.ts": LONG},
    ),
    never(
        "updated-label-on-a-missing-file",
        "missing",
        "A label says that the file is updated; it is not there.",
        fence("Updated file: src/b.ts", NEW, "ts"),
        {"src/a.ts": LONG},
    ),
    never(
        "same-file-twice",
        "conflict",
        "The same file twice, with two texts.",
        fence("src/a.ts", NEW, "ts")
        + "\nOr:\n\n"
        + fence("src/a.ts", NEW.replace("line 9\n", "line nine\n"), "ts"),
        {"src/a.ts": LONG},
    ),
    never(
        "two-fences-under-a-heading",
        "ambiguous",
        "Two fences under one heading: which is the file?",
        "## src/a.ts\n\nBefore it was so:\n\n```ts\n"
        + LONG
        + "```\n\nNow it is so:\n\n```ts\n"
        + NEW
        + "```\n",
        {"src/a.ts": LONG},
    ),
    never(
        "deleted-heading",
        "unsupported",
        "A heading says that a file is deleted; nothing of the answer is applied.",
        fence("src/a.ts", NEW, "ts") + "\n## Deleted file: src/b.ts\n",
        {"src/a.ts": LONG, "src/b.ts": "b\n"},
    ),
    never(
        "two-paths",
        "conflict",
        "The line above names another file than the fence.",
        fence("src/b.ts", NEW, "ts src/a.ts"),
        {"src/a.ts": LONG, "src/b.ts": LONG},
    ),
    never(
        "path-in-a-sentence",
        "malformed",
        "A path inside of a sentence is not unmistakable.",
        "You should change src/a.ts like this:\n\n```ts\n" + NEW + "```\n",
        {"src/a.ts": LONG},
    ),
    never(
        "empty-fence",
        "malformed",
        "Nothing stands in the fence.",
        fence("src/b.ts", "", "ts"),
        {"src/a.ts": LONG},
    ),
]
