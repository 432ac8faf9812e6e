"""A block that is not there: the nearest place, and the first line that differs, as a message tells it."""

from __future__ import annotations

import pytest

from support.check import answer
from support.five import FORMATS, write
from support.fixing import check as check_fix

SHOP = '''\
"""Orders of a shop, as its till writes them down."""

import csv


def load(path, mode="r", *, strict=True):
    with open(path) as file:
        return list(csv.reader(file))


def total(lines):
    return sum(price * pieces for price, pieces in lines)
'''


def check(form: str, block: str, place: str, contrast: str, file: str = SHOP) -> None:
    """Look for a block that is not there; compare what is said of it."""
    patch = write(form, ("shop.py", block))
    report = answer(patch.text, {"shop.py": file}, name=patch.name)
    message = next(
        problem.message for problem in report.errors if problem.code == "context_not_found"
    )
    told, _, tail = message.removeprefix("Expected ").partition(". This ")
    assert f"; the nearest place is {place} (" in tail, message
    assert told == contrast


BY_LINES = ("unified", "v4a", "zenpatch")
by_lines = pytest.mark.parametrize("form", BY_LINES)


# ---- a line that changed


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("block", "place"),
    [
        (
            " def load(path):\n     with open(path) as file:\n-        return list(csv.reader(file))\n+        pass\n",
            "line 6",
        ),
        (
            ' """Orders of a shop, as its till writes them down."""\n \n import csv\n \n \n-def load(path):\n+def load(path, mode):\n     with open(path) as file:\n',
            "line 1",
        ),
        (
            ' """Orders of a shop, as its till writes them down."""\n \n import csv\n+import sys\n \n \n def load(path):\n',
            "line 1",
        ),
    ],
    ids=["first", "in the middle", "last"],
)
def test_a_changed_signature_is_named_with_what_the_file_has(
    form: str, block: str, place: str
) -> None:
    """Although the block without it is more alike than the block with it."""
    check(
        form,
        block,
        place,
        '`def load(path):`, but line 6 is `def load(path, mode="r", *, strict=True):`',
    )


@by_lines
def test_a_signature_of_another_name(form: str) -> None:
    block = " def sum_up(lines):\n-    return sum(price * pieces for price, pieces in lines)\n+    return 0\n"
    check(form, block, "line 11", "`def sum_up(lines):`, but line 11 is `def total(lines):`")


def test_the_fix_takes_the_file_s_signature() -> None:
    block = (
        " def load(path):\n     with open(path) as file:\n"
        "-        return list(csv.reader(file))\n+        return [row for row in csv.reader(file)]\n"
    )
    patch = write("v4a", ("shop.py", block)).text
    signature = 'def load(path, mode="r", *, strict=True):'
    check_fix(
        patch,
        {"shop.py": SHOP},
        "context_not_found",
        "Use the file's text (line 6, 80%)",
        patch.replace("def load(path):", signature),
    )


# ---- a line more, a line less


@by_lines
def test_a_line_that_the_file_has_more(form: str) -> None:
    check(
        form,
        ' """Orders of a shop, as its till writes them down."""\n \n import csv\n \n \n+# where lines come from\n'
        ' def load(path, mode="r", *, strict=True):\n'
        "         return list(csv.reader(file))\n",
        "line 1",
        "`return list(csv.reader(file))`, but line 7 is `with open(path) as file:`",
    )


@by_lines
def test_a_line_that_the_file_does_not_have(form: str) -> None:
    """What stands at its place is named: there is a line."""
    check(
        form,
        "     with open(path) as file:\n         next(file)\n-        return list(csv.reader(file))\n+        return []\n",
        "line 7",
        "`next(file)`, but line 8 is `return list(csv.reader(file))`",
    )


@by_lines
def test_a_first_line_that_the_file_does_not_have(form: str) -> None:
    check(
        form,
        " # adds up\n def total(lines):\n-    return sum(price * pieces for price, pieces in lines)\n+    return 0\n",
        "line 11",
        "`# adds up`, but line 10 is an empty line",
    )


@by_lines
def test_a_line_above_the_first_one_of_the_file(form: str) -> None:
    check(
        form,
        ' #!/usr/bin/python\n """Orders of a shop, as its till writes them down."""\n \n import csv\n+import sys\n',
        "line 1",
        '`#!/usr/bin/python`, but line 1 is `"""Orders of a shop, as its till writes them down."""`',
    )


@by_lines
def test_a_line_below_the_last_one_of_the_file(form: str) -> None:
    check(
        form,
        " def total(lines):\n-    return sum(price * pieces for price, pieces in lines)\n+    return 0\n # the end\n",
        "line 11",
        "`# the end`, but shop.py ends before it",
    )


# ---- blank lines


@by_lines
def test_a_blank_line_that_the_file_has_more(form: str) -> None:
    """The first of two blank lines is the one that agrees."""
    check(
        form,
        "         return list(csv.reader(file))\n \n-def total(lines):\n+def total(rows):\n"
        "     return sum(price * pieces for price, pieces in lines)\n",
        "line 8",
        "`def total(lines):`, but line 10 is an empty line",
    )


@by_lines
def test_a_blank_line_that_the_file_does_not_have(form: str) -> None:
    check(
        form,
        ' """Orders of a shop, as its till writes them down."""\n \n import csv\n \n \n \n+import sys\n'
        ' def load(path, mode="r", *, strict=True):\n',
        "line 1",
        'an empty line, but line 6 is `def load(path, mode="r", *, strict=True):`',
    )


@pytest.mark.parametrize("form", ["unified", "v4a"])
def test_blank_lines_are_alike_whatever_white_space_they_have(form: str) -> None:
    check(
        form,
        ' """Orders of a shop, as its till writes them down."""\n \n import csv\n     \n \t\n+import sys\n def load(path):\n',
        "line 1",
        '`def load(path):`, but line 6 is `def load(path, mode="r", *, strict=True):`',
    )


def test_white_space_that_counts_is_told_in_words() -> None:
    check(
        "zenpatch",
        ' """Orders of a shop, as its till writes them down."""\n \n import csv\n     \n \n+import sys\n def load(path):\n',
        "line 1",
        "a line of 4 spaces, but line 4 is an empty line",
    )
    check(
        "zenpatch",
        ' """Orders of a shop, as its till writes them down."""\n \n   import csv\n \n \n+import sys\n def load(path):\n',
        "line 1",
        "`import csv` with 2 spaces before it, but line 3 is `import csv` with no white space around it",
    )


def test_blank_lines_count_for_nothing_where_only_code_is_looked_for() -> None:
    check(
        "ap",
        ' """Orders of a shop, as its till writes them down."""\n \n import csv\n-def load(path):\n+def load(path, mode):\n     with open(path) as file:\n',
        "line 1",
        '`def load(path):`, but line 6 is `def load(path, mode="r", *, strict=True):`',
    )
