"""Situations that can be told in every format: what the model saw, what it wants, and what is there.

`seen` is the text that the model wrote its edit for; where it is left out, the model saw the files as
they are. The edit is made of the lines that differ between `seen` and `to`, with some lines around.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from source.model import BOM, Case, Tree, clean, crlf, cut
from source.writers import WRITERS, CannotSayError, Change, hunks_between

Texts = Mapping[str, "str | None"]
ORIGIN = "one situation, told in every format"
NUMBERED = ("unified",)
LOOSE = ("applydiff",)  #: takes a text that is merely alike
WHOLE = ("wholefile",)


@dataclass(frozen=True)
class Situation:
    level: str
    name: str
    why: str
    before: Tree
    to: Texts
    seen: Texts | None = None
    kind: str = ""
    after: Tree | None = None  #: if it is not simply what the model wants
    context: int = 3
    skip: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    moves: Mapping[str, str] = field(default_factory=dict)
    crlf_edit: bool = False
    by: str = ""
    links: Mapping[str, str] = field(default_factory=dict)
    outside: Tree = field(default_factory=dict)


def cases(form: str) -> Iterator[Case]:
    for each in SITUATIONS:
        if form in each.skip or (each.only and form not in each.only):
            continue
        try:
            edit = WRITERS[form](_changes(each))
        except CannotSayError:
            continue
        before = clean(each.before)
        yield Case(
            each.level,
            each.name,
            each.why,
            edit.replace("\n", "\r\n") if each.crlf_edit else edit,
            before,
            None if each.kind else _after(each, before),
            each.kind,
            ORIGIN,
            each.by if form != "unified" or each.by != "order" else "number",
            links=each.links,
            outside=clean(each.outside),
        )


def _changes(each: Situation) -> list[Change]:
    before, changes = clean(each.before), []
    for path, new in each.to.items():
        saw = each.seen[path] if each.seen and path in each.seen else before.get(path)
        old = None if saw is None else str(saw).removeprefix("\n")
        new = None if new is None else new.removeprefix("\n")
        hunks = [] if old is None or new is None else hunks_between(old, new, each.context)
        changes.append(Change(path, old, new, hunks, each.moves.get(path, "")))
    return changes


def _after(each: Situation, before: dict[str, str | bytes]) -> Tree:
    if each.after is not None:
        return clean(each.after)
    left = dict(before)
    for path, new in each.to.items():
        left.pop(path, None)
        if new is not None:
            left[each.moves.get(path, path)] = new.removeprefix("\n")
    return left


def swap(text: str, *pairs: tuple[str, str]) -> str:
    """A text with words exchanged, each of which stands there once."""
    for old, new in pairs:
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, new)
    return text


CART = """
from decimal import Decimal

RATE = Decimal("0.19")


class Cart:
    def __init__(self):
        self.lines = []

    def add(self, name, price):
        self.lines.append((name, price))

    def net(self):
        return sum(price for _, price in self.lines)

    def tax(self):
        return self.net() * RATE

    def total(self):
        return self.net() + self.tax()
"""
GO = """
package main

import "fmt"

func greet(name string) string {
\tif name == "" {
\t\tname = "world"
\t}
\treturn fmt.Sprintf("hello %s", name)
}

func main() {
\tfmt.Println(greet(""))
}
"""
TOML = """
[server]
host = "localhost"
port = 8080

[mail]
host = "mail.local"
port = 25

[log]
level = "info"
"""
TWINS = """
def first(items):
    result = []
    for item in items:
        result.append(item)
    return result


def second(items):
    result = []
    for item in items:
        result.append(item)
    return result
"""
LOOP = """
    for item in items:
        result.append(item)
"""
LONG = "".join(
    f"step {number:03}: {word}\n"
    for number in range(1, 201)
    for word in [("load", "check", "sort", "store")[number % 4]]
)
MUST = [
    Situation(
        "must",
        "one-line",
        "One line is replaced by another.",
        {"shop/cart.py": CART},
        {"shop/cart.py": swap(CART, ('"0.19"', '"0.20"'))},
    ),
    Situation(
        "must",
        "one-line-little-context",
        "One line on either side is enough where it is unique.",
        {"shop/cart.py": CART},
        {"shop/cart.py": swap(CART, ("self.net() * RATE", "self.net() * RATE / 2"))},
        context=1,
    ),
    Situation(
        "must",
        "lines-added",
        "Lines are added between lines that stay.",
        {"shop/cart.py": CART},
        {
            "shop/cart.py": swap(
                CART,
                (
                    "    def net(self):",
                    "    def clear(self):\n        self.lines = []\n\n    def net(self):",
                ),
            )
        },
    ),
    Situation(
        "must",
        "lines-removed",
        "Lines are removed between lines that stay.",
        {"shop/cart.py": CART},
        {
            "shop/cart.py": swap(
                CART,
                ("    def tax(self):\n        return self.net() * RATE\n\n", ""),
                (" + self.tax()", ""),
            )
        },
    ),
    Situation(
        "must",
        "two-parts",
        "Two changes far apart in one file.",
        {"shop/cart.py": CART},
        {
            "shop/cart.py": swap(
                CART,
                ('"0.19"', '"0.07"'),
                ("return self.net() + self.tax()", "return round(self.net() + self.tax(), 2)"),
            )
        },
        context=2,
    ),
    Situation(
        "must",
        "parts-that-grow",
        "The first change adds lines, so that the second stands further down.",
        {"main.go": GO},
        {
            "main.go": swap(
                GO,
                ('import "fmt"', 'import (\n\t"fmt"\n\t"strings"\n)'),
                ('"hello %s", name)', '"hello %s", strings.TrimSpace(name))'),
            )
        },
        context=1,
    ),
    Situation(
        "must",
        "two-files",
        "One edit changes two files.",
        {"shop/cart.py": CART, "settings.toml": TOML},
        {
            "shop/cart.py": swap(CART, ('"0.19"', '"0.21"')),
            "settings.toml": swap(TOML, ("8080", "8443")),
        },
    ),
    Situation(
        "must",
        "first-line",
        "The first line of a file changes.",
        {"settings.toml": TOML},
        {"settings.toml": swap(TOML, ("[server]", "[web]"))},
    ),
    Situation(
        "must",
        "last-line",
        "The last line of a file changes.",
        {"settings.toml": TOML},
        {"settings.toml": swap(TOML, ('"info"', '"debug"'))},
    ),
    Situation(
        "must",
        "added-at-the-top",
        "A line is added above the first one.",
        {"settings.toml": TOML},
        {"settings.toml": "# for developers\n" + TOML[1:]},
    ),
    Situation(
        "must",
        "added-at-the-end",
        "A line is added below the last one.",
        {"settings.toml": TOML},
        {"settings.toml": TOML + 'file = "app.log"\n'},
    ),
    Situation(
        "must",
        "only-line",
        "The only line of a file changes.",
        {"version.txt": "1.4.0\n"},
        {"version.txt": "1.5.0\n"},
        skip=WHOLE,
    ),
    Situation(
        "must",
        "neighbours",
        "Two neighbouring lines change.",
        {"settings.toml": TOML},
        {"settings.toml": swap(TOML, ('"mail.local"\nport = 25', '"smtp.local"\nport = 587'))},
    ),
    Situation(
        "must",
        "told-apart-by-context",
        "The same lines stand twice; the lines around them say which are meant.",
        {"copy.py": TWINS},
        {
            "copy.py": TWINS[: TWINS.index("def second")]
            + TWINS[TWINS.index("def second") :].replace("append(item)", "append(item.copy())")
        },
        context=4,
    ),
    Situation(
        "must",
        "deep-in-a-long-file",
        "A change in line 150 of 200.",
        {"steps.txt": LONG},
        {"steps.txt": swap(LONG, ("step 150: sort", "step 150: sort twice"))},
    ),
    Situation(
        "must",
        "lines-above-were-added",
        "The file has ten more lines at its top than the model saw.",
        {"shop/cart.py": "# notes\n" * 10 + CART[1:]},
        {"shop/cart.py": swap(CART, ('"0.19"', '"0.20"'))},
        seen={"shop/cart.py": CART},
        after={"shop/cart.py": "# notes\n" * 10 + swap(CART, ('"0.19"', '"0.20"'))[1:]},
        skip=WHOLE,
    ),
    Situation(
        "must",
        "lines-above-were-removed",
        "The file has lost lines at its top since the model saw it.",
        {"settings.toml": TOML},
        {"settings.toml": "# old\n" * 6 + swap(TOML, ("8080", "80"))[1:]},
        seen={"settings.toml": "# old\n" * 6 + TOML[1:]},
        after={"settings.toml": swap(TOML, ("8080", "80"))},
        skip=WHOLE,
        context=2,
    ),
    Situation(
        "must",
        "new-file",
        "A file is created, and the folders above it.",
        {"main.go": GO},
        {"internal/util/slug.go": "package util\n\nfunc Slug(s string) string {\n\treturn s\n}\n"},
    ),
    Situation(
        "must",
        "new-file-in-an-empty-folder",
        "There is nothing yet.",
        {},
        {"README.md": "# Shop\n\nA small shop.\n"},
    ),
    Situation(
        "must",
        "new-file-and-change",
        "One edit creates a file and changes another one.",
        {"shop/cart.py": CART},
        {
            "shop/rates.py": 'REDUCED = "0.07"\n',
            "shop/cart.py": swap(
                CART,
                (
                    "from decimal import Decimal",
                    "from decimal import Decimal\n\nfrom shop.rates import REDUCED",
                ),
            ),
        },
    ),
    Situation(
        "must",
        "file-removed",
        "A file is removed.",
        {"shop/cart.py": CART, "shop/old.py": "OLD = True\n"},
        {"shop/old.py": None},
    ),
    Situation(
        "must",
        "file-moved",
        "A file gets another name.",
        {"shop/cart.py": CART},
        {"shop/cart.py": swap(CART, ("class Cart:", "class Basket:"))},
        moves={"shop/cart.py": "shop/basket.py"},
    ),
    Situation(
        "must",
        "indented-by-tabs",
        "Tabs stay tabs.",
        {"main.go": GO},
        {"main.go": swap(GO, ('name = "world"', 'name = "you"\n\t\tfmt.Println("no name")'))},
    ),
    Situation(
        "must",
        "crlf-file",
        "The file's lines end in CRLF, the edit's in LF: what is added ends in CRLF.",
        {"settings.toml": crlf(TOML)},
        {"settings.toml": swap(TOML, ("port = 8080", "port = 8081\ntls = true"))},
        seen={"settings.toml": TOML},
        after={"settings.toml": crlf(swap(TOML, ("port = 8080", "port = 8081\ntls = true")))},
    ),
    Situation(
        "must",
        "crlf-edit",
        "The edit's lines end in CRLF, the file's in LF: what is added ends in LF.",
        {"settings.toml": TOML},
        {"settings.toml": swap(TOML, ("port = 8080", "port = 8081\ntls = true"))},
        crlf_edit=True,
        skip=("stringedit",),
    ),
    Situation(
        "must",
        "crlf-both",
        "Both have CRLF.",
        {"settings.toml": crlf(TOML)},
        {"settings.toml": swap(TOML, ('"info"', '"trace"'))},
        seen={"settings.toml": TOML},
        after={"settings.toml": crlf(swap(TOML, ('"info"', '"trace"')))},
        crlf_edit=True,
        skip=("stringedit",),
    ),
    Situation(
        "must",
        "no-final-line-end",
        "The file does not end in a line end, and a line above changes: it still does not.",
        {"settings.toml": cut(TOML)},
        {"settings.toml": cut(swap(TOML, ("8080", "9090")))},
    ),
    Situation(
        "must",
        "no-final-line-end-last-line",
        "The last line changes and has no line end: so it stays.",
        {"settings.toml": cut(TOML)},
        {"settings.toml": cut(swap(TOML, ('"info"', '"warn"')))},
    ),
    Situation(
        "must",
        "byte-order-mark",
        "The file starts with a byte order mark, which is no part of its first line.",
        {"settings.toml": BOM + TOML[1:]},
        {"settings.toml": swap(TOML, ("[server]", "[api]"))},
        seen={"settings.toml": TOML},
        after={"settings.toml": BOM + swap(TOML, ("[server]", "[api]"))[1:]},
    ),
    Situation(
        "must",
        "mixed-line-ends",
        "The file mixes CRLF and LF: lines that stay keep theirs, an added one ends like its neighbour.",
        {"notes.txt": "alpha\r\nbeta\r\ngamma\r\ndelta\nepsilon\nzeta\n"},
        {"notes.txt": "alpha\nbeta\nbeta and a half\ngamma\ndelta\nepsilon\nzeta\n"},
        seen={"notes.txt": "alpha\nbeta\ngamma\ndelta\nepsilon\nzeta\n"},
        after={"notes.txt": "alpha\r\nbeta\r\nbeta and a half\r\ngamma\r\ndelta\nepsilon\nzeta\n"},
        context=2,
    ),
    Situation(
        "must",
        "form-feed-in-a-line",
        "A form feed does not end a line.",
        {"old.c": "int one;\n\x0c/* page */ int two;\nint three;\nint four;\n"},
        {"old.c": "int one;\n\x0c/* page */ int two;\nint drei;\nint four;\n"},
        skip=("ap",),
    ),
    Situation(
        "must",
        "line-separator-in-a-line",
        "U+2028 and U+0085 do not end a line.",
        {
            "words.js": 'const a = "one\u2028two";\nconst b = "x\u0085y";\nconst c = 3;\nconst d = 4;\n'
        },
        {
            "words.js": 'const a = "one\u2028two";\nconst b = "x\u0085y";\nconst c = 5;\nconst d = 4;\n'
        },
        skip=("ap",),
    ),
    Situation(
        "must",
        "letters-of-many-scripts",
        "Letters beyond ASCII, also beyond the first plane.",
        {
            "texte.py": 'HALLO = "Grüß Gott"\nCIAO = "città"\nPARTY = "🎉🎊"\nKANJI = "漢字"\nENDE = "Ω"\n'
        },
        {
            "texte.py": 'HALLO = "Grüß Gott"\nCIAO = "città"\nPARTY = "🎉🎈🎊"\nKANJI = "漢字"\nENDE = "Ω"\n'
        },
    ),
    Situation(
        "must",
        "combining-letters-stay",
        "Context in decomposed letters stays decomposed.",
        {"menu.txt": "cafe\u0301\ntea\nwater\njuice\n"},
        {"menu.txt": "cafe\u0301\ntea\nmilk\njuice\n"},
    ),
    Situation(
        "must",
        "signs-of-replacement",
        "`$1`, `\\1`, `&` and `%s` in the new text are plain characters.",
        {"fix.sh": "#!/bin/sh\nset -e\necho start\nsed s/a/b/ input\necho done\n"},
        {
            "fix.sh": "#!/bin/sh\nset -e\necho start\nsed 's/\\(a\\)/$1 \\1 & %s/' input\necho done\n"
        },
    ),
    Situation(
        "must",
        "quotes-and-backslashes",
        "Quotes, backslashes and a written `\\n` arrive as they are.",
        {"path.py": 'ROOT = "C:\\\\temp"\nSEP = "\\n"\nQUOTE = \'"\'\nLAST = 1\n'},
        {"path.py": 'ROOT = "C:\\\\temp\\\\new"\nSEP = "\\n"\nQUOTE = \'"\'\nLAST = 1\n'},
    ),
    Situation(
        "must",
        "very-long-line",
        "A line of five thousand characters stays whole.",
        {"data.csv": "id,value\n1," + "x" * 5000 + "\n2,short\n3,end\n"},
        {"data.csv": "id,value\n1," + "x" * 5000 + "\n2,longer\n3,end\n"},
    ),
    Situation(
        "must",
        "blank-lines-around",
        "Blank lines are part of what is found.",
        {
            "list.md": "# One\n\ntext of one\n\n\n# Two\n\ntext of two\n\n\n# Three\n\ntext of three\n"
        },
        {
            "list.md": "# One\n\ntext of one\n\n\n# Two\n\nnew text of two\n\n\n# Three\n\ntext of three\n"
        },
    ),
    Situation(
        "must",
        "hidden-file",
        "A file whose name starts with a dot, without a further one.",
        {".editorconfig": "root = true\n\n[*]\nindent_size = 4\nend_of_line = lf\n"},
        {".editorconfig": "root = true\n\n[*]\nindent_size = 2\nend_of_line = lf\n"},
        skip=WHOLE,
    ),
    Situation(
        "must",
        "no-suffix",
        "A file without a suffix.",
        {"Makefile": "all: build\n\nbuild:\n\tgo build ./...\n\ntest:\n\tgo test ./...\n"},
        {"Makefile": "all: build\n\nbuild:\n\tgo build -o app ./...\n\ntest:\n\tgo test ./...\n"},
        skip=WHOLE,
        context=2,
    ),
    Situation(
        "must",
        "blank-in-the-path",
        "A path with a blank in it.",
        {"docs/my notes.md": "one\ntwo\nthree\nfour\n"},
        {"docs/my notes.md": "one\n2\nthree\nfour\n"},
        skip=("searchreplace", "wholefile"),
    ),
    Situation(
        "must",
        "letters-in-the-path",
        "A path with letters beyond ASCII.",
        {"données/prix.txt": "un\ndeux\ntrois\nquatre\n"},
        {"données/prix.txt": "un\n2\ntrois\nquatre\n"},
    ),
    Situation(
        "must",
        "deep-path",
        "A file many folders down.",
        {"a/b/c/d/e/f.txt": "one\ntwo\nthree\nfour\n"},
        {"a/b/c/d/e/f.txt": "one\ntwo\n3\nfour\n"},
    ),
    Situation(
        "must",
        "other-files-stay",
        "Files that the edit does not name stay as they are, whatever they hold.",
        {
            "a.txt": "one\ntwo\nthree\n",
            "b.txt": "one\ntwo\nthree\n",
            "raw.bin": b"\x00\xff\xfe\r\r\n",
        },
        {"a.txt": "one\n2\nthree\n"},
    ),
    Situation(
        "must",
        "trailing-space-stays",
        "White space at the end of lines that stay is kept.",
        {"poem.txt": "roses  \nare red\t\nviolets\nare blue   \n"},
        {"poem.txt": "roses  \nare red\t\ntulips\nare blue   \n"},
        skip=("ap",),
    ),
    Situation(
        "must",
        "indentation-changes",
        "Only the indentation of a line changes.",
        {"job.yaml": "steps:\n  - run: build\n  - run: test\n  env: ci\nlast: true\n"},
        {"job.yaml": "steps:\n  - run: build\n  - run: test\n    env: ci\nlast: true\n"},
        skip=("ap",),
    ),
    Situation(
        "must",
        "letter-case-changes",
        "Only the case of a letter changes.",
        {"settings.toml": TOML},
        {"settings.toml": swap(TOML, ('level = "info"', 'level = "INFO"'))},
    ),
    Situation(
        "must",
        "three-parts",
        "Three changes in one file, in order.",
        {"steps.txt": LONG},
        {
            "steps.txt": swap(
                LONG,
                ("020: load", "020: fetch"),
                ("090: sort", "090: order"),
                ("171: store", "171: save"),
            )
        },
    ),
    Situation(
        "must",
        "linked-folder-inside",
        "A symbolic link that stays inside the folder may be followed.",
        {"real/a.txt": "one\ntwo\nthree\n"},
        {"link/a.txt": "one\n2\nthree\n"},
        seen={"link/a.txt": "one\ntwo\nthree\n"},
        after={"real/a.txt": "one\n2\nthree\n"},
        links={"link": "real"},
        only=("v4a", "applydiff", "stringedit"),
    ),
]
SHOULD = [
    Situation(
        "should",
        "applied-before",
        "The change is there already: nothing is left to do, and that is no error.",
        {"shop/cart.py": swap(CART, ('"0.19"', '"0.20"'))},
        {"shop/cart.py": swap(CART, ('"0.19"', '"0.20"'))},
        seen={"shop/cart.py": CART},
        after={"shop/cart.py": swap(CART, ('"0.19"', '"0.20"'))},
    ),
    Situation(
        "should",
        "insertion-applied-before",
        "The added lines are there already; they do not come twice.",
        {"settings.toml": swap(TOML, ("port = 8080", "port = 8080\ntls = true"))},
        {"settings.toml": swap(TOML, ("port = 8080", "port = 8080\ntls = true"))},
        seen={"settings.toml": TOML},
        after={"settings.toml": swap(TOML, ("port = 8080", "port = 8080\ntls = true"))},
    ),
    Situation(
        "should",
        "new-file-is-there",
        "The new file is there already, with the same text.",
        {"README.md": "# Shop\n\nA small shop.\n"},
        {"README.md": "# Shop\n\nA small shop.\n"},
        seen={"README.md": None},
        after={"README.md": "# Shop\n\nA small shop.\n"},
    ),
    Situation(
        "should",
        "half-applied-before",
        "One of two changes is there already; the other one is made.",
        {"settings.toml": swap(TOML, ("8080", "8443"))},
        {"settings.toml": swap(TOML, ("8080", "8443"), ('"info"', '"warn"'))},
        seen={"settings.toml": TOML},
        after={"settings.toml": swap(TOML, ("8080", "8443"), ('"info"', '"warn"'))},
        context=1,
        skip=WHOLE,
    ),
    Situation(
        "should",
        "new-file-over-an-empty-one",
        "Creating over an empty file loses nothing.",
        {"README.md": ""},
        {"README.md": "# Shop\n\nA small shop.\n"},
        seen={"README.md": None},
        skip=LOOSE,  # its specification asks for `mode=replace` there
    ),
    Situation(
        "should",
        "trailing-space-differs",
        "The file has white space at the end of a line that stays; the model left it out.",
        {"poem.txt": "roses\t\nare red  \nviolets\nare blue\n"},
        {"poem.txt": "roses\nare red\ntulips\nare blue\n"},
        seen={"poem.txt": "roses\nare red\nviolets\nare blue\n"},
        after={"poem.txt": "roses\t\nare red  \ntulips\nare blue\n"},
        skip=("zenpatch", "ap", "wholefile"),
    ),
    Situation(
        "should",
        "typographic-quotes",
        "The file has typographic quotes in a line that stays; the model wrote plain ones.",
        {"text.md": "She said:\n“I don’t know”\nand left\nat noon.\n"},
        {"text.md": 'She said:\n"I don\'t know"\nand left\nat nine.\n'},
        seen={"text.md": 'She said:\n"I don\'t know"\nand left\nat noon.\n'},
        after={"text.md": "She said:\n“I don’t know”\nand left\nat nine.\n"},
        skip=("zenpatch", "ap", "wholefile", "applydiff"),
    ),
    Situation(
        "should",
        "indented-otherwise",
        "The model wrote the block two columns to the left; what it adds is moved with it.",
        {"tree.js": "function a() {\n  if (x) {\n    go();\n  }\n}\n"},
        {"tree.js": "if (x) {\n  go();\n  stop();\n}\n"},
        seen={"tree.js": "if (x) {\n  go();\n}\n"},
        after={"tree.js": "function a() {\n  if (x) {\n    go();\n    stop();\n  }\n}\n"},
        skip=("zenpatch", "wholefile"),
    ),
]
NEVER = [
    Situation(
        "never",
        "two-places",
        "The lines stand twice, and nothing says which are meant.",
        {"copy.py": TWINS},
        {"copy.py": "\n" + LOOP[1:].replace("item)", "item.copy())")},
        seen={"copy.py": LOOP},
        kind="ambiguous",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "three-places",
        "The lines stand three times.",
        {"copy.py": TWINS + TWINS[TWINS.index("\n\ndef second") :].replace("second", "third")},
        {"copy.py": "\n" + LOOP[1:].replace("result.", "found.")},
        seen={"copy.py": LOOP},
        kind="ambiguous",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "two-places-for-an-insertion",
        "The line to insert below stands twice.",
        {"settings.toml": TOML.replace("25", "8080")},
        {"settings.toml": "port = 8080\ntls = true\n"},
        seen={"settings.toml": "port = 8080\n"},
        kind="ambiguous",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "two-places-for-a-deletion",
        "The line to remove stands twice.",
        {"list.txt": "head\nmilk\nbread\nmilk\neggs\n"},
        {"list.txt": ""},
        seen={"list.txt": "milk\n"},
        kind="ambiguous",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "two-looser-places",
        "The lines stand twice, both times with other indentation.",
        {
            "form.html": "<div>\n    <p>old text of the page</p>\n</div>\n<main>\n      <p>old text of the page</p>\n</main>\n"
        },
        {"form.html": "<p>new text of the page</p>\n"},
        seen={"form.html": "<p>old text of the page</p>\n"},
        kind="ambiguous",
        skip=(*WHOLE, "zenpatch"),
    ),
    Situation(
        "never",
        "many-lines-of-the-same",
        "A line in a run of equal lines: any of them could be meant.",
        {"zeros.txt": "start\n" + "0\n" * 12 + "end\n"},
        {"zeros.txt": "0\n1\n0\n"},
        seen={"zeros.txt": "0\n0\n0\n"},
        kind="ambiguous",
        context=1,
        skip=WHOLE,
    ),
    Situation(
        "never",
        "changed-line-is-stale",
        "The line to be replaced says something else by now.",
        {"settings.toml": swap(TOML, ("8080", "3000"))},
        {"settings.toml": swap(TOML, ("8080", "8443"))},
        seen={"settings.toml": TOML},
        kind="stale",
        skip=(*WHOLE, *LOOSE),
    ),
    Situation(
        "never",
        "context-is-stale",
        "A line around the change says something else by now.",
        {"settings.toml": swap(TOML, ('"localhost"', '"0.0.0.0"'))},
        {"settings.toml": swap(TOML, ("8080", "8443"))},
        seen={"settings.toml": TOML},
        kind="stale",
        skip=(*WHOLE, *LOOSE),
    ),
    Situation(
        "never",
        "another-file-altogether",
        "Nothing of what the edit expects is there.",
        {"settings.toml": "nothing = 1\nof = 2\nthis = 3\n"},
        {"settings.toml": swap(TOML, ("8080", "8443"))},
        seen={"settings.toml": TOML},
        kind="stale",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "empty-file",
        "The file to be changed is empty.",
        {"settings.toml": ""},
        {"settings.toml": swap(TOML, ("8080", "8443"))},
        seen={"settings.toml": TOML},
        kind="stale",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "line-between",
        "Somebody wrote a line between the lines that the edit replaces.",
        {
            "pay.py": "def pay(order):\n    lock(order)\n    audit(order)\n    charge(order)\n    unlock(order)\n"
        },
        {"pay.py": "    with locked(order):\n        charge(order)\n"},
        seen={"pay.py": "    lock(order)\n    charge(order)\n"},
        kind="stale",
        skip=(*WHOLE, *LOOSE),
    ),
    Situation(
        "never",
        "line-missing",
        "A line that the edit removes is gone already.",
        {"pay.py": "def pay(order):\n    lock(order)\n    unlock(order)\n"},
        {"pay.py": "    with locked(order):\n        charge(order)\n"},
        seen={"pay.py": "    lock(order)\n    charge(order)\n"},
        kind="stale",
        skip=(*WHOLE, *LOOSE),
    ),
    Situation(
        "never",
        "other-order",
        "The lines are there, in another order.",
        {"order.txt": "head\nthree\ntwo\none\nfoot\n"},
        {"order.txt": "one\n2\nthree\n"},
        seen={"order.txt": "one\ntwo\nthree\n"},
        kind="stale",
        skip=(*WHOLE, *LOOSE),
    ),
    Situation(
        "never",
        "part-of-a-line",
        "What the edit expects is only a part of a line.",
        {"run.sh": "#!/bin/sh\nset -e\nexec python -m server --port 80 --debug\n"},
        {"run.sh": "python -m server --port 81\n"},
        seen={"run.sh": "python -m server --port 80\n"},
        kind="stale",
        skip=(*WHOLE, "stringedit", *LOOSE),
    ),
    Situation(
        "never",
        "letter-case-differs",
        "The letters agree but for their case.",
        {"main.c": "int Total = 0;\nint Count = 0;\nreturn Total;\n"},
        {"main.c": "int total = 1;\n"},
        seen={"main.c": "int total = 0;\n"},
        kind="stale",
        skip=(*WHOLE, *LOOSE),
    ),
    Situation(
        "never",
        "number-differs",
        "One digit differs, in the line that is replaced.",
        {"limits.py": "LIMIT = 1000\nWINDOW = 60\nBURST = 10\n"},
        {"limits.py": "LIMIT = 200\nWINDOW = 60\nBURST = 10\n"},
        seen={"limits.py": "LIMIT = 100\nWINDOW = 60\nBURST = 10\n"},
        kind="stale",
        skip=(*WHOLE, *LOOSE),
    ),
    Situation(
        "never",
        "comment-for-code-left-out",
        "A line around the change is a remark in place of code: it stands nowhere.",
        {"shop/cart.py": CART},
        {
            "shop/cart.py": "class Cart:\n    # ... existing code ...\n    def total(self):\n        return 0\n"
        },
        seen={
            "shop/cart.py": "class Cart:\n    # ... existing code ...\n    def total(self):\n        return self.net() + self.tax()\n"
        },
        kind="elided",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "no-such-file",
        "The file to be changed does not exist.",
        {"shop/cart.py": CART},
        {"shop/basket.py": swap(CART, ('"0.19"', '"0.20"'))},
        seen={"shop/basket.py": CART},
        kind="missing",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "no-such-folder",
        "Neither the file nor its folder exists, and a file of that name stands elsewhere.",
        {"src/cart.py": CART},
        {"lib/cart.py": swap(CART, ('"0.19"', '"0.20"'))},
        seen={"lib/cart.py": CART},
        kind="missing",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "new-file-over-another",
        "The file to be created exists, with another text.",
        {"README.md": "# Precious\n\nDo not lose me.\n"},
        {"README.md": "# Shop\n"},
        seen={"README.md": None},
        kind="exists",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "moved-onto-another",
        "The new name belongs to another file.",
        {"shop/cart.py": CART, "shop/basket.py": "PRECIOUS = True\n"},
        {"shop/cart.py": swap(CART, ("class Cart:", "class Basket:"))},
        moves={"shop/cart.py": "shop/basket.py"},
        kind="exists",
    ),
    Situation(
        "never",
        "new-file-below-a-file",
        "A folder on the way to the new file is a file.",
        {"shop": "not a folder\n"},
        {"shop/cart.py": "x = 1\n"},
        seen={"shop/cart.py": None},
        kind="exists",
    ),
    Situation(
        "never",
        "folder-as-a-file",
        "The file to be changed is a folder.",
        {"shop/cart.py": CART},
        {"shop": "b\n"},
        seen={"shop": "a\n"},
        kind="missing",
        skip=(*WHOLE, "searchreplace"),
    ),
    Situation(
        "never",
        "good-file-and-stale-file",
        "One file fits, the other one is stale: neither may change.",
        {"settings.toml": TOML, "main.go": GO},
        {
            "settings.toml": swap(TOML, ("8080", "8443")),
            "main.go": "func stop(all bool) error {\n\treturn nil\n}\n",
        },
        seen={"main.go": 'func stop(all bool) error {\n\treturn errors.New("no")\n}\n'},
        kind="stale",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "stale-file-and-good-file",
        "The stale file comes first: the one that fits may not change either.",
        {"settings.toml": TOML, "main.go": GO},
        {
            "main.go": "func stop(all bool) error {\n\treturn nil\n}\n",
            "settings.toml": swap(TOML, ("8080", "8443")),
        },
        seen={"main.go": 'func stop(all bool) error {\n\treturn errors.New("no")\n}\n'},
        kind="stale",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "good-part-and-stale-part",
        "One change fits, another one of the same file does not.",
        {"steps.txt": LONG},
        {"steps.txt": swap(LONG, ("020: load", "020: fetch"), ("090: sort", "090: order"))},
        seen={
            "steps.txt": LONG.replace("step 089", "something else entirely 089").replace(
                "step 091", "and nothing like it 091"
            )
        },
        kind="stale",
        skip=(*WHOLE, *LOOSE),
    ),
    Situation(
        "never",
        "new-file-and-stale-file",
        "A file is created beside a change that is stale: it may not appear.",
        {"main.go": GO},
        {"new.txt": "new\n", "main.go": "func stop(all bool) error {\n\treturn nil\n}\n"},
        seen={
            "new.txt": None,
            "main.go": 'func stop(all bool) error {\n\treturn errors.New("no")\n}\n',
        },
        kind="stale",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "removed-file-and-stale-file",
        "A file is removed beside a change that is stale: it may not go.",
        {"main.go": GO, "old.txt": "old\n"},
        {"old.txt": None, "main.go": "func stop(all bool) error {\n\treturn nil\n}\n"},
        seen={
            "old.txt": "old\n",
            "main.go": 'func stop(all bool) error {\n\treturn errors.New("no")\n}\n',
        },
        kind="stale",
    ),
    *(
        Situation(
            "never",
            name,
            why,
            {"inside.txt": "one\n"},
            {path: "out\n"},
            seen={path: None},
            kind="escaping",
        )
        for name, path, why in (
            ("path-up", "../out.txt", "The new file would lie beside the folder."),
            (
                "path-up-from-below",
                "sub/../../out.txt",
                "The new file would lie beside the folder; the path goes through a folder inside.",
            ),
            (
                "path-up-and-back",
                "sub/../inner.txt",
                "A path with `..` in it, even one that comes back: who writes it hides something.",
            ),
            (
                "path-from-the-root",
                "/tmp/edit-tests-outside/out.txt",
                "The path starts at the root of the disk.",
            ),
            ("path-from-home", "~/out.txt", "The path starts at the user's own folder."),
            ("path-with-a-drive", "C:/out.txt", "The path starts with a drive."),
            ("path-to-a-share", "//server/share/out.txt", "The path names another machine."),
            ("path-with-backslashes", "..\\out.txt", "A step up, written with a backslash."),
            ("path-into-git", ".git/hooks/pre-commit", "Git would run it."),
        )
    ),
    Situation(
        "never",
        "change-of-a-file-outside",
        "A file beside the folder would change.",
        {"inside.txt": "one\n"},
        {"../outside/a.txt": "one\n2\nthree\n"},
        seen={"../outside/a.txt": "one\ntwo\nthree\n"},
        outside={"a.txt": "one\ntwo\nthree\n"},
        kind="escaping",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "link-that-leads-out",
        "A folder in the path is a symbolic link that leads out.",
        {"inside.txt": "one\n"},
        {"link/a.txt": "one\n2\nthree\n"},
        seen={"link/a.txt": "one\ntwo\nthree\n"},
        outside={"a.txt": "one\ntwo\nthree\n"},
        links={"link": "../outside"},
        kind="escaping",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "file-link-that-leads-out",
        "The file itself is a symbolic link that leads out.",
        {"inside.txt": "one\n"},
        {"a.txt": "one\n2\nthree\n"},
        seen={"a.txt": "one\ntwo\nthree\n"},
        outside={"a.txt": "one\ntwo\nthree\n"},
        links={"a.txt": "../outside/a.txt"},
        kind="escaping",
        skip=WHOLE,
    ),
    Situation(
        "never",
        "new-file-behind-a-link",
        "A new file would come into a folder that a symbolic link names, outside.",
        {"inside.txt": "one\n"},
        {"link/new.txt": "new\n"},
        seen={"link/new.txt": None},
        outside={"a.txt": "one\n"},
        links={"link": "../outside"},
        kind="escaping",
    ),
]
SITUATIONS = [*MUST, *SHOULD, *NEVER]
