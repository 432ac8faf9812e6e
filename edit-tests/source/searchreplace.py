"""What is particular to SEARCH/REPLACE blocks."""

from __future__ import annotations

from source.model import must, never, should

SHOP = "def price(item):\n    return item.net * 1.19\n\n\ndef name(item):\n    return item.title\n"
TWO = "x\nold\ny\nx\nold\n"
ABC = {"letters.txt": "a\nb\nc\nd\ne\n"}
DONE = {"letters.txt": "a\nB\nc\nd\ne\n"}


def block(old: str, new: str) -> str:
    return f"<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"


def cline(old: str, new: str) -> str:
    return f"------- SEARCH\n{old}=======\n{new}+++++++ REPLACE\n"


CASES = [
    must(
        "path-above-the-fence",
        "The path stands above the fence.",
        "letters.txt\n```text\n" + block("b\n", "B\n") + "```\n",
        ABC,
        DONE,
    ),
    must(
        "path-inside-the-fence",
        "The path stands between fence and marker.",
        "```\nletters.txt\n" + block("b\n", "B\n") + "```\n",
        ABC,
        DONE,
    ),
    must(
        "path-on-the-fence",
        "The path stands on the fence, after the language.",
        "```py shop/price.py\n"
        + block("    return item.title\n", "    return item.name\n")
        + "```\n",
        {"shop/price.py": SHOP},
        {"shop/price.py": SHOP.replace("title", "name")},
    ),
    must("no-fence", "Fences are optional.", "letters.txt\n" + block("b\n", "B\n"), ABC, DONE),
    must(
        "tildes",
        "A fence of tildes.",
        "letters.txt\n~~~\n" + block("b\n", "B\n") + "~~~\n",
        ABC,
        DONE,
    ),
    must(
        "decorated-path",
        "A path as a bold heading.",
        "### **`letters.txt`**\n```\n" + block("b\n", "B\n") + "```\n",
        ABC,
        DONE,
    ),
    must(
        "other-markers",
        "Dashes and pluses as markers.",
        "letters.txt\n" + cline("b\n", "B\n"),
        ABC,
        DONE,
        origin="agents send this",
    ),
    must(
        "markers-of-nine-signs",
        "Nine signs are as good as seven.",
        "letters.txt\n<<<<<<<<< SEARCH\nb\n=========\nB\n>>>>>>>>> REPLACE\n",
        ABC,
        DONE,
    ),
    must(
        "second-block-same-path",
        "A block without a path belongs to the file of the one before.",
        "letters.txt\n" + block("b\n", "B\n") + "\n" + block("d\n", "D\n"),
        ABC,
        {"letters.txt": "a\nB\nc\nD\ne\n"},
    ),
    must(
        "empty-replacement",
        "An empty new text removes the lines, line ends and all.",
        "letters.txt\n" + block("b\nc\n", ""),
        ABC,
        {"letters.txt": "a\nd\ne\n"},
    ),
    must(
        "several-files",
        "Blocks for two files, prose between.",
        "First:\n\na.txt\n```\n"
        + block("one\n", "1\n")
        + "```\n\nand then the other one:\n\nsub/b.txt\n```\n"
        + block("two\n", "2\n")
        + "```\n",
        {"a.txt": "zero\none\n", "sub/b.txt": "two\nthree\n"},
        {"a.txt": "zero\n1\n", "sub/b.txt": "2\nthree\n"},
    ),
    must(
        "on-what-was-written",
        "A block may change what an earlier one wrote.",
        "letters.txt\n" + block("b\n", "bb\n") + block("bb\n", "B\n"),
        ABC,
        DONE,
        by="order",
    ),
    must(
        "divider-like-lines-of-other-length",
        "Dashes below a heading are content.",
        "n.md\n" + block("Title\n-----\nold\n", "Title\n-----\nnew\n"),
        {"n.md": "Title\n-----\nold\n"},
        {"n.md": "Title\n-----\nnew\n"},
    ),
    must(
        "line-hint",
        "A line hint below the start marker is no content.",
        "letters.txt\n<<<<<<< SEARCH\n:start_line:2\n-------\nb\n=======\nB\n>>>>>>> REPLACE\n",
        ABC,
        DONE,
        origin="agents send this",
    ),
    must(
        "line-hint-tells-apart",
        "The lines stand twice; the hint is exactly at the second.",
        "two.txt\n<<<<<<< SEARCH\n:start_line:4\n-------\nx\nold\n=======\nx\nnew\n>>>>>>> REPLACE\n",
        {"two.txt": TWO},
        {"two.txt": "x\nold\ny\nx\nnew\n"},
        by="number",
        origin="agents send this",
    ),
    should(
        "blank-line-too-many",
        "One blank line too many at the end of both texts.",
        "letters.txt\n" + block("b\n\n", "B\n\n"),
        ABC,
        DONE,
        origin="models write this",
    ),
    should(
        "copied-line-numbers",
        "The lines carry the numbers of a listing, all of them.",
        "letters.txt\n" + block("2 | b\n3 | c\n", "2 | B\n3 | c\n"),
        ABC,
        DONE,
        origin="models write this",
    ),
    should(
        "mixed-markers",
        "Started with `<`, ended with `+`.",
        "letters.txt\n<<<<<<< SEARCH\nb\n=======\nB\n+++++++ REPLACE\n",
        ABC,
        DONE,
        origin="models write this",
    ),
    should(
        "order-with-dashes",
        "With these markers blocks come in the order of the file.",
        "two.txt\n" + cline("x\nold\n", "x\nnew 1\n") + cline("x\nold\n", "x\nnew 2\n"),
        {"two.txt": TWO},
        {"two.txt": "x\nnew 1\ny\nx\nnew 2\n"},
        by="order",
    ),
    should(
        "as-many-blocks-as-places",
        "Two equal blocks for two equal places take both.",
        "two.txt\n" + block("x\nold\n", "x\nnew\n") + block("x\nold\n", "x\nnew\n"),
        {"two.txt": TWO},
        {"two.txt": "x\nnew\ny\nx\nnew\n"},
        by="order",
    ),
    never(
        "block-stands-twice",
        "ambiguous",
        "The lines stand twice: the first one is as wrong as the second.",
        "two.txt\n" + block("x\nold\n", "x\nnew\n"),
        {"two.txt": TWO},
    ),
    never(
        "no-end-marker",
        "cut-off",
        "The text ends before the end marker.",
        "letters.txt\n<<<<<<< SEARCH\nb\n=======\nB\n",
        ABC,
    ),
    never(
        "no-divider",
        "cut-off",
        "The text ends before the divider.",
        "letters.txt\n<<<<<<< SEARCH\nb\n",
        ABC,
    ),
    never(
        "second-block-is-cut-off",
        "cut-off",
        "The second block is cut off, so the first is not applied either.",
        "letters.txt\n" + block("b\n", "B\n") + "<<<<<<< SEARCH\nd\n=======\nD\n",
        ABC,
    ),
    never(
        "start-inside-a-block",
        "cut-off",
        "A start marker inside of a block: the one before has no end.",
        "letters.txt\n<<<<<<< SEARCH\nb\n=======\nB\n<<<<<<< SEARCH\nd\n=======\nD\n>>>>>>> REPLACE\n",
        ABC,
    ),
    never(
        "divider-for-the-end-marker",
        "cut-off",
        "A divider stands where the end marker should.",
        "letters.txt\n<<<<<<< SEARCH\nb\n=======\nB\n=======\n",
        ABC,
    ),
    never(
        "merge-conflict",
        "malformed",
        "A merge conflict is no edit.",
        "letters.txt\n<<<<<<< HEAD\nb\n=======\nB\n>>>>>>> feature\n",
        ABC,
    ),
    never("no-path", "malformed", "No file is named anywhere.", block("b\n", "B\n"), ABC),
    never(
        "both-texts-empty",
        "malformed",
        "Neither old nor new text.",
        "letters.txt\n" + block("", ""),
        ABC,
    ),
    never(
        "empty-search-on-a-file",
        "exists",
        "Empty old text, and the file has content: some append, some replace, some refuse.",
        "letters.txt\n" + block("", "new\n"),
        ABC,
    ),
    never(
        "elided-new-text",
        "elided",
        "The new text leaves out lines and says so.",
        "price.py\n"
        + block(
            "def price(item):\n    return item.net * 1.19\n",
            "def price(item):\n    # ... existing code ...\n",
        ),
        {"price.py": SHOP},
    ),
    never(
        "elided-old-text",
        "elided",
        "Dots in the old text stand for lines: no guessing which.",
        "price.py\n"
        + block("def price(item):\n# ... rest of the code ...\n    return item.title\n", "pass\n"),
        {"price.py": SHOP},
    ),
    never(
        "dots-in-braces-language",
        "elided",
        "A lone `...` in a language where it means nothing.",
        "a.js\n" + block("  go();\n", "  ...\n  stop();\n"),
        {"a.js": "function f() {\n  go();\n}\n"},
    ),
    never(
        "part-of-a-line-only",
        "stale",
        "Old lines are whole lines.",
        "price.py\n" + block("item.net * 1.19\n", "item.gross\n"),
        {"price.py": SHOP},
    ),
    never(
        "two-dividers",
        "malformed",
        "Two dividers: either could part the texts.",
        "n.md\n<<<<<<< SEARCH\nTitle\n=======\nold\n=======\nnew\n>>>>>>> REPLACE\n",
        {"n.md": "Title\n=======\nold\n"},
    ),
    never(
        "lower-case-markers",
        "malformed",
        "The words of markers are capitals.",
        "letters.txt\n<<<<<<< search\nb\n=======\nB\n>>>>>>> replace\n",
        ABC,
    ),
    never(
        "similar-file-name",
        "missing",
        "The file does not exist; one with a similar name does.",
        "leters.txt\n" + block("b\n", "B\n"),
        ABC,
    ),
    never(
        "search-elsewhere",
        "missing",
        "The lines stand in another file than the one named.",
        "other/letters.txt\n" + block("b\n", "B\n"),
        ABC,
    ),
    never(
        "consumed",
        "stale",
        "The first block takes away what the second one looks for.",
        "letters.txt\n" + block("b\nc\n", "x\n") + block("b\n", "B\n"),
        ABC,
    ),
]
