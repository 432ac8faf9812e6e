"""What is particular to ApplyDiff 3.0."""

from __future__ import annotations

from source.model import must, never, should

SUM = """
def total(prices):
    result = 0
    for price in prices:
        result += price
    return result


def count(prices):
    result = 0
    for price in prices:
        result += 1
    return result
"""
TEXT = SUM[1:]


def block(path: str, old: str, new: str, options: str = "") -> str:
    return f">>> file: {path}{options}\n--- from\n{old}--- to\n{new}<\n"


CASES = [
    must(
        "exact-block",
        "The lines stand once, to the letter.",
        block("sum.py", "        result += price\n", "        result += price.net\n"),
        {"sum.py": SUM},
        {"sum.py": TEXT.replace("+= price", "+= price.net")},
    ),
    must(
        "replace-mode",
        "`mode=replace` writes the whole file.",
        ">>> file: n.txt | mode=replace\n--- from\n--- to\nall new\n<\n",
        {"n.txt": "old 1\nold 2\n"},
        {"n.txt": "all new\n"},
    ),
    must(
        "replace-mode-makes-the-file",
        "`mode=replace` on a file that is not there creates it.",
        ">>> file: sub/n.txt | mode=replace\n--- from\n--- to\nall new\n<\n",
        {},
        {"sub/n.txt": "all new\n"},
    ),
    must(
        "blocks-in-turn",
        "The second block finds what the first one wrote.",
        block("n.txt", "one\n", "two\n") + block("n.txt", "two\n", "three\n"),
        {"n.txt": "zero\none\nend\n"},
        {"n.txt": "zero\nthree\nend\n"},
        by="order",
    ),
    must(
        "options-in-any-order",
        "Options of the header may come in any order.",
        block("n.txt", "one\n", "1\n", " | fuzz=0.9 | mode=patch"),
        {"n.txt": "zero\none\n"},
        {"n.txt": "zero\n1\n"},
    ),
    must(
        "old-terminator",
        "`<<<` ends a block, too.",
        ">>> file: n.txt\n--- from\none\n--- to\n1\n<<<\n",
        {"n.txt": "zero\none\n"},
        {"n.txt": "zero\n1\n"},
    ),
    must(
        "terminator-as-content",
        "A `<` in the middle of a block is content.",
        ">>> file: n.txt\n--- from\none\n<\ntwo\n--- to\none\n<\n2\n<\n",
        {"n.txt": "one\n<\ntwo\n"},
        {"n.txt": "one\n<\n2\n"},
    ),
    must(
        "session-context",
        "A session's figures above the blocks are no edit.",
        "[SESSION CONTEXT]\nModified: none\nGuidance: none\nHealth: 0 errors, 0 ambiguous matches, exchange 1/10\n[/SESSION CONTEXT]\n"
        + block("n.txt", "one\n", "1\n"),
        {"n.txt": "zero\none\n"},
        {"n.txt": "zero\n1\n"},
    ),
    should(
        "similar-text",
        "A text that is 95 % alike, in one place only, is taken: the format asks for it.",
        block(
            "sum.py",
            "def total(prices):\n    result = 0\n    for price in prices:\n        result +=  price;\n",
            "def total(prices):\n    result = 0.0\n    for price in prices:\n        result += price\n",
        ),
        {
            "sum.py": "def total(prices):\n    result = 0\n    for price in prices:\n        result += price,\n    return result\n"
        },
        {
            "sum.py": "def total(prices):\n    result = 0.0\n    for price in prices:\n        result += price\n    return result\n"
        },
    ),
    should(
        "fence-and-prose",
        "The blocks in a fence.",
        "Done:\n\n```\n" + block("n.txt", "one\n", "1\n") + "```\n",
        {"n.txt": "zero\none\n"},
        {"n.txt": "zero\n1\n"},
        origin="models write this",
    ),
    never(
        "two-exact-places",
        "ambiguous",
        "The block stands twice, to the letter.",
        block(
            "sum.py",
            "    result = 0\n    for price in prices:\n",
            "    result = 1\n    for price in prices:\n",
        ),
        {"sum.py": SUM},
    ),
    never(
        "two-similar-places",
        "ambiguous",
        "Two places are equally alike.",
        block("n.txt", "the quick brown fox jumps over the lazy dog\n", "gone\n"),
        {
            "n.txt": "the quick brown fox jumps over the lazy fog\nx\nthe quick brown fox jumps over the lazy hog\n"
        },
    ),
    never(
        "not-similar-enough",
        "stale",
        "The threshold says 0.98; the text is less alike.",
        block("n.txt", "the quick brown fox jumps over the lazy dog\n", "gone\n", " | fuzz=0.98"),
        {"n.txt": "the quick red fox jumps over the lazy cat\n"},
    ),
    never(
        "similar-deletion",
        "stale",
        "Lines that are merely alike are never removed.",
        block("n.txt", "the quick brown fox jumps over the lazy dog\n", ""),
        {"n.txt": "head\nthe quick brown fox jumps over the lazy dogs\ntail\n"},
    ),
    never(
        "no-terminator",
        "cut-off",
        "The block has no end.",
        ">>> file: n.txt\n--- from\none\n--- to\n1\n",
        {"n.txt": "zero\none\n"},
    ),
    never(
        "second-block-has-no-end",
        "cut-off",
        "The second block has no end, so the first is not applied either.",
        block("n.txt", "one\n", "1\n") + ">>> file: n.txt\n--- from\nzero\n--- to\n0\n",
        {"n.txt": "zero\none\n"},
    ),
    never(
        "no-to",
        "malformed",
        "The new text is missing.",
        ">>> file: n.txt\n--- from\none\n<\n",
        {"n.txt": "zero\none\n"},
    ),
    never(
        "no-from",
        "malformed",
        "The old text is missing.",
        ">>> file: n.txt\n--- to\none\n<\n",
        {"n.txt": "zero\none\n"},
    ),
    never(
        "threshold-out-of-range",
        "malformed",
        "A similarity of 3 does not exist.",
        block("n.txt", "one\n", "1\n", " | fuzz=3"),
        {"n.txt": "zero\none\n"},
    ),
    never(
        "unknown-mode",
        "malformed",
        "There is no such mode.",
        block("n.txt", "one\n", "1\n", " | mode=append"),
        {"n.txt": "zero\none\n"},
    ),
    never(
        "no-path",
        "malformed",
        "The header names no file.",
        block("", "one\n", "1\n"),
        {"n.txt": "zero\none\n"},
    ),
    never(
        "empty-from-on-a-file",
        "exists",
        "Without old text only a new file can be meant; this one exists.",
        block("n.txt", "", "1\n"),
        {"n.txt": "zero\none\n"},
    ),
    never(
        "second-block-is-stale",
        "stale",
        "The first block takes away what the second one looks for.",
        block("n.txt", "one hundred\n", "x\n") + block("n.txt", "one hundred\n", "y\n"),
        {"n.txt": "zero\none hundred\nend\n"},
    ),
    never(
        "block-of-another-file",
        "missing",
        "One block names a file that is not there.",
        block("n.txt", "one\n", "1\n") + block("m.txt", "one\n", "1\n"),
        {"n.txt": "zero\none\n"},
    ),
]
