"""Patches that fail, as models write them, each with the files it meets and what was meant.

Most are one situation written in every format: `SITUATIONS` says what the model remembers of a file and
what it wants there; the writers below put that into the words of each format.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from support.carets import trim

Swap = tuple[str, str]  #: the lines as the model remembers them, and what it wants there

SHOP = trim("""
    import os


    class Cart:
        def add(self, item, amount=1):
            self.items.append(item)
            if self.items is None:
                return None
            self.total += item.price * amount  # in cents
            return self.total

        def drop(self, item):
            self.items.remove(item)
            log.info("gone")
            if self.items is None:
                return None
            return self.total

        def clear(self):
            self.items = []
            log.info("gone")
            return 0


    def ship(cart, parcel):
        weight = sum(item.weight for item in cart.items)
        label = parcel.print(weight, "kg")
        return label
    """)
FILES = {"src/shop.py": SHOP, "docs/guide.md": "# Guide\n\nSome words.\n"}


@dataclass(frozen=True)
class Failing:
    """A patch that is refused, and the files as they should be after the one that follows it."""

    name: str
    form: str
    patch: str
    after: Mapping[str, str | None]  #: of the files that change
    files: Mapping[str, str]
    meant: int | None = None  #: the line that is meant, where the feedback asks which


@dataclass(frozen=True)
class Situation:
    name: str
    swaps: Sequence[Swap]
    right: Sequence[Swap]  #: what really stands there, and what should stand there then
    meant: int | None = None
    path: str = "src/shop.py"
    start: int = 1  #: the line that a header of a unified diff states


SITUATIONS = [
    Situation(
        "the signature has changed",
        [
            (
                "    def add(self, item):\n        self.items.append(item)\n",
                "    def add(self, item):\n        self.items.append(item)\n        self.touch()\n",
            )
        ],
        [
            (
                "        self.items.append(item)\n",
                "        self.items.append(item)\n        self.touch()\n",
            )
        ],
        start=5,
    ),
    Situation(
        "the value is misremembered",
        [
            (
                '    label = parcel.print(weight, "g")\n    return label\n',
                '    label = parcel.print(weight, "lb")\n    return label\n',
            )
        ],
        [('    label = parcel.print(weight, "kg")\n', '    label = parcel.print(weight, "lb")\n')],
        start=27,
    ),
    Situation(
        "a comment was added to the line, and stays",
        [
            (
                "        if self.items is None:\n            return None\n        self.total += item.price * amount\n",
                "        if self.items is None:\n            return None\n        self.total += item.price * count\n",
            )
        ],
        [("item.price * amount  # in cents", "item.price * count  # in cents")],
        start=8,
    ),
    Situation(
        "the text has blank lines, and one line too many",
        [
            (
                "import os\nimport sys\n\n\nclass Cart:\n",
                "import os\nimport sys\n\nlog = make_log()\n\n\nclass Cart:\n",
            )
        ],
        [("import os\n\n\nclass", "import os\n\nlog = make_log()\n\n\nclass")],
    ),
    Situation(
        "a line was put in between",
        [
            (
                "        self.items.remove(item)\n        if self.items is None:\n            return None\n        return self.total\n",
                "        self.items.remove(item)\n        if not self.items:\n            return None\n        return self.total\n",
            )
        ],
        [
            (
                '        log.info("gone")\n        if self.items is None:\n',
                '        log.info("gone")\n        if not self.items:\n',
            )
        ],
        start=13,
    ),
    Situation(
        "a line is gone",
        [
            (
                '        self.items = []\n        self.total = 0\n        log.info("gone")\n        return 0\n',
                '        self.items = []\n        self.total = 0\n        log.info("gone")\n        return None\n',
            )
        ],
        [
            (
                '        log.info("gone")\n        return 0\n',
                '        log.info("gone")\n        return None\n',
            )
        ],
        start=20,
    ),
    Situation(
        "the block stands twice",
        [
            (
                "        if self.items is None:\n            return None\n",
                "        if not self.items:\n            return None\n",
            )
        ],
        [
            (
                '        log.info("gone")\n        if self.items is None:\n',
                '        log.info("gone")\n        if not self.items:\n',
            )
        ],
        meant=15,
        start=200,
    ),
    Situation(
        "one line stands twice",
        [('        log.info("gone")\n', '        log.warning("gone")\n')],
        [
            (
                '        self.items = []\n        log.info("gone")\n',
                '        self.items = []\n        log.warning("gone")\n',
            )
        ],
        meant=21,
        start=200,
    ),
    Situation(
        "the folder is missing from the path",
        [("        self.items = []\n", "        self.items.clear()\n")],
        [("        self.items = []\n", "        self.items.clear()\n")],
        path="shop.py",
        start=20,
    ),
    Situation(
        "one part fits, and the other one is like it",
        [
            (
                "    def clear(self):\n        self.items = []\n",
                "    def clear(self):\n        self.items.clear()\n",
            ),
            (
                "    def drop(self, thing):\n        self.items.remove(thing)\n",
                "    def drop(self, thing):\n        self.items.discard(thing)\n",
            ),
        ],
        [
            ("        self.items = []\n", "        self.items.clear()\n"),
            ("self.items.remove(item)", "self.items.discard(item)"),
        ],
        start=12,
    ),
    Situation(
        "two parts are stale",
        [
            (
                "        self.total += item.cost * amount  # in cents\n",
                "        self.total += item.net * amount  # in cents\n",
            ),
            (
                "    weight = sum(item.mass for item in cart.items)\n",
                "    weight = sum(item.load for item in cart.items)\n",
            ),
        ],
        [("item.price * amount", "item.net * amount"), ("item.weight for", "item.load for")],
        start=9,
    ),
    Situation(
        "the line to insert after has changed",
        [
            (
                "    weight = sum(item.weight for item in cart)\n",
                "    weight = sum(item.weight for item in cart)\n    assert weight\n",
            )
        ],
        [
            (
                "    weight = sum(item.weight for item in cart.items)\n",
                "    weight = sum(item.weight for item in cart.items)\n    assert weight\n",
            )
        ],
        start=26,
    ),
]


# ---- in the words of each format
def _rows(old: str, new: str) -> list[str]:
    """Lines with a sign; what both texts begin and end with is context."""
    a, b = old.splitlines(), new.splitlines()
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return [
        *(f" {row}" for row in a[:head]),
        *(f"-{row}" for row in a[head : len(a) - tail]),
        *(f"+{row}" for row in b[head : len(b) - tail]),
        *(f" {row}" for row in a[len(a) - tail :]),
    ]


def _unified(situation: Situation) -> str:
    text = f"--- a/{situation.path}\n+++ b/{situation.path}\n"
    for at, (old, new) in enumerate(situation.swaps):
        start, sizes = situation.start + 20 * at, (old.count("\n"), new.count("\n"))
        text += (
            f"@@ -{start},{sizes[0]} +{start},{sizes[1]} @@\n" + "\n".join(_rows(old, new)) + "\n"
        )
    return text


def _v4a(situation: Situation) -> str:
    hunks = "".join("@@\n" + "\n".join(_rows(*swap)) + "\n" for swap in situation.swaps)
    return f"*** Begin Patch\n*** Update File: {situation.path}\n{hunks}*** End Patch\n"


def _ap(situation: Situation) -> str:
    text = f'version: "2.0"\nchanges:\n  - file_path: {situation.path}\n    modifications:\n'
    for old, new in situation.swaps:
        margin = len(old) - len(old.lstrip(" "))
        text += "      - action: REPLACE\n"
        for key, lines in (("snippet", old), ("content", new)):
            text += f"        {key}: |\n"
            text += "".join(
                f"          {row[margin:]}\n" if row else "\n" for row in lines.splitlines()
            )
    return text


def _applydiff(situation: Situation) -> str:
    return "".join(
        f">>> file: {situation.path} | fuzz=1\n--- from\n{old}--- to\n{new}<\n"
        for old, new in situation.swaps
    )


def _searchreplace(situation: Situation) -> str:
    blocks = (
        f"{situation.path}\n<<<<<<< SEARCH\n{old}=======\n{new}>>>>>>> REPLACE\n"
        for old, new in situation.swaps
    )
    return "\n".join(blocks)


def _stringedit(situation: Situation) -> str:
    edits = [{"old_string": old, "new_string": new} for old, new in situation.swaps]
    call = edits[0] if len(edits) == 1 else {"edits": edits}
    return json.dumps({"file_path": situation.path, **call}, indent=2) + "\n"


WRITERS: dict[str, Callable[[Situation], str]] = {
    "unified": _unified,
    "v4a": _v4a,
    "zenpatch": _v4a,
    "ap": _ap,
    "applydiff": _applydiff,
    "searchreplace": _searchreplace,
    "stringedit": _stringedit,
}
SUFFIXES = {"unified": "diff", "searchreplace": "sr", "stringedit": "json", "wholefile": "md"}


def _right(swaps: Sequence[Swap]) -> str:
    text = SHOP
    for old, new in swaps:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


# ---- what only one format can get wrong
def _shop(*swaps: Swap) -> dict[str, str]:
    return {"src/shop.py": _right(swaps)}


_CLEAR: Swap = ("        self.items = []\n", "        self.items.clear()\n")
_HUNK = "-        self.items = []\n+        self.items.clear()\n"
_LOG: Swap = ('items = []\n        log.info("gone")', 'items = []\n        log.debug("gone")')
OWN = [
    Failing(
        "no end marker",
        "v4a",
        f"*** Begin Patch\n*** Update File: src/shop.py\n@@\n{_HUNK}",
        _shop(_CLEAR),
        FILES,
    ),
    Failing(
        "the hint and the block are stale",
        "v4a",
        "*** Begin Patch\n*** Update File: src/shop.py\n@@ def ship(cart):\n-    label = parcel.print(weight)\n+    label = parcel.draw(weight)\n*** End Patch\n",
        _shop(('parcel.print(weight, "kg")', 'parcel.draw(weight, "kg")')),
        FILES,
    ),
    Failing(
        "the hint stands twice",
        "v4a",
        '*** Begin Patch\n*** Update File: src/shop.py\n@@ log.info("gone")\n         return self.total\n+        # done\n*** End Patch\n',
        _shop(
            (
                "            return None\n        return self.total\n\n    def clear",
                "            return None\n        return self.total\n        # done\n\n    def clear",
            )
        ),
        FILES,
        meant=17,
    ),
    Failing(
        "the indentation is wrong",
        "zenpatch",
        "*** Begin Patch\n*** Update File: src/shop.py\n@@\n def clear(self):\n-    self.items = []\n+    self.items.clear()\n*** End Patch\n",
        _shop(_CLEAR),
        FILES,
    ),
    Failing(
        "a path from another root",
        "v4a",
        f"*** Begin Patch\n*** Update File: /repo/src/shop.py\n@@\n{_HUNK}*** End Patch\n",
        _shop(_CLEAR),
        FILES,
    ),
    Failing(
        "the file to delete has changed",
        "unified",
        "--- a/docs/guide.md\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-# Guide\n-\n-Few words.\n",
        {"docs/guide.md": None},
        FILES,
    ),
    Failing(
        "no header above the hunk",
        "unified",
        f"diff --git a/src/shop.py b/src/shop.py\n@@ -20,1 +20,1 @@\n{_HUNK.replace('items = []', 'items = list()')}",
        _shop(_CLEAR),
        FILES,
    ),
    Failing(
        "the anchor is stale",
        "ap",
        'version: "2.0"\nchanges:\n  - file_path: src/shop.py\n    modifications:\n      - action: REPLACE\n        anchor: |\n          def clear_all(self):\n        snippet: log.info("gone")\n        content: log.debug("gone")\n',
        _shop(_LOG),
        FILES,
    ),
    Failing(
        "the action in lower case",
        "ap",
        'version: "2.0"\nchanges:\n  - file_path: src/shop.py\n    modifications:\n      - action: replace\n        snippet: self.items = []\n        content: self.items.clear()\n',
        _shop(_CLEAR),
        FILES,
    ),
    Failing(
        "the version is missing",
        "ap",
        "changes:\n  - file_path: src/shop.py\n    modifications:\n      - action: REPLACE\n        snippet: self.items = []\n        content: self.items.clear()\n",
        _shop(_CLEAR),
        FILES,
    ),
    Failing(
        "the block has no end",
        "applydiff",
        ">>> file: src/shop.py\n--- from\n        self.items = []\n--- to\n        self.items.clear()\n",
        _shop(_CLEAR),
        FILES,
    ),
    Failing(
        "nothing to look for in a file that exists",
        "applydiff",
        ">>> file: docs/guide.md\n--- from\n--- to\n# New\n<\n",
        {"docs/guide.md": "# New\n"},
        FILES,
    ),
]

# ---- files that are written whole
_CLEARED = SHOP.replace("self.items = []", "self.items.clear()")
_GUIDE = "# Guide\n\nRun it:\n\n{0}\nmake run\n{0}\n\nSome words.\n"


def _wholefile(
    name: str, patch: str, after: Mapping[str, str | None], meant: int | None = None
) -> Failing:
    return Failing(name, "wholefile", patch, after, FILES, meant)


_FENCED = {"docs/guide.md": _GUIDE.format("```")}
OWN += [
    _wholefile(
        "a fence in a fence",
        f"docs/guide.md\n```markdown\n{_FENCED['docs/guide.md']}```\n",
        _FENCED,
        12,
    ),
    _wholefile(
        "a fence of tildes in another",
        f"docs/guide.md\n~~~markdown\n{_GUIDE.format('~~~')}~~~\n",
        {"docs/guide.md": _GUIDE.format("~~~")},
        12,
    ),
    _wholefile(
        "a long fence in another",
        f"docs/guide.md\n````markdown\n{_GUIDE.format('````')}````\n",
        {"docs/guide.md": _GUIDE.format("````")},
        12,
    ),
    _wholefile(
        "a fence in a fence, below a heading",
        f"Here it is:\n\n### docs/guide.md\n\n```markdown\n{_FENCED['docs/guide.md']}```\n",
        _FENCED,
        15,
    ),
    _wholefile(
        "a path from the root",
        f"/src/shop.py\n```python\n{_CLEARED}```\n",
        {"src/shop.py": _CLEARED},
    ),
    _wholefile(
        "a path from the root in a heading",
        f"### /src/shop.py\n\n```python\n{_CLEARED}```\n",
        {"src/shop.py": _CLEARED},
    ),
    _wholefile(
        "a path from the root on the fence",
        f"```python /src/shop.py\n{_CLEARED}```\n",
        {"src/shop.py": _CLEARED},
    ),
    _wholefile(
        "a path from the root in bold",
        f"**/src/shop.py**\n\n```python\n{_CLEARED}```\n",
        {"src/shop.py": _CLEARED},
    ),
    _wholefile(
        "a path that leaves the folder",
        f'<file path="../src/shop.py">\n{_CLEARED}</file>\n',
        {"src/shop.py": _CLEARED},
    ),
]

CASES = [
    *(
        Failing(
            situation.name,
            form,
            write(situation),
            {"src/shop.py": _right(situation.right)},
            FILES,
            situation.meant,
        )
        for situation in SITUATIONS
        for form, write in WRITERS.items()
    ),
    *OWN,
]
