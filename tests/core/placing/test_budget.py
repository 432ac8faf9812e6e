"""Patches made to take for ever: the answer comes, and says where it stopped. What costs too much is counted, never timed."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from patchsight.cli.text_output import summarise
from patchsight.core import formats
from patchsight.core.describe.corrections import trial_of
from patchsight.core.fixes import ambiguous, find_fixes
from patchsight.core.formats.registry import V4A
from patchsight.core.model.budget import Budget, Cost, ExhaustedError, Means, OvertakenError
from patchsight.core.model.patch import Grade, Options
from patchsight.core.model.problems import Severity, fold, problem
from patchsight.core.model.report import Report
from patchsight.core.model.target import Target
from patchsight.core.placing.grades import KEYS
from patchsight.core.placing.line_ring import LineRing
from patchsight.core.placing.memo import Memory
from patchsight.core.placing.resolver import resolve
from patchsight.core.placing.workload import workload
from patchsight.core.rewrite.convert import write_patch
from patchsight.core.text import line_diff as comparing
from patchsight.core.text.buffer import Span
from patchsight.core.text.line_diff import opcodes
from patchsight.workspace.workspace import Workspace
from support import check
from support.check import answer, apply, codes, messages, states
from support.five import FORMATS, Written, write, write_parts

in_every_format = pytest.mark.parametrize("form", FORMATS)
MANY = 10_000  #: its square is more than any test could wait for
SMALL = Options(max_steps=200_000)
HEAD = 'version: "2.0"\nchanges:\n  - file_path: f.txt\n    modifications:\n'


def many(form: str, hunk: Callable[[int], str], count: int = MANY) -> Written:
    """A patch with many parts on one file."""
    return write_parts(form, "f.txt", [hunk(number) for number in range(count)])


def line(number: int) -> str:
    return f"line {number} of the file"


TARGET = "".join(line(number) + "\n" for number in range(MANY))


def place(patch: Written, text: str, options: Options = SMALL) -> Report:
    return check.place(patch.text, {"f.txt": text}, name=patch.name, options=options)


def small_beside(patch: Written) -> Options:
    """A small budget for the search, beside what the patch costs by its size."""
    size = workload(formats.parse(patch.text, patch.name, Options(patient=True)))
    return SMALL._replace(max_steps=SMALL.max_steps + int(size))


# ---- how much there may be


@pytest.mark.parametrize("part", ["@@\n-a\n+b\n", "*** Delete File: a\n"])
def test_a_million_hunks(part: str) -> None:
    [found] = answer(
        "*** Begin Patch\n*** Update File: f.txt\n" + part * 1_000_000 + "*** End Patch\n",
        {},
        options=Options(max_patch_bytes=1 << 25),
    ).problems
    assert found.code == "patch_too_large"
    assert "lines; the limit is 500,000 lines." in found.message


@in_every_format
def test_more_parts_than_allowed(form: str) -> None:
    patch = many(form, lambda number: f"-{line(number)}\n+x\n", 101)
    assert place(patch, TARGET, Options(max_parts=101)).ok
    [found] = place(patch, TARGET, Options(max_parts=100)).problems
    assert (found.code, found.message) == (
        "patch_too_large",
        "The text has 101 parts; the limit is 100 parts. Split the patch.",
    )


@pytest.mark.parametrize(("form", "size"), [(form, 50 if form == "v4a" else 5) for form in FORMATS])
def test_a_line_of_many_megabytes(form: str, size: int) -> None:
    """In the patch and in the file, with one character that differs."""
    half, large = "x" * (size * 500_000), Options(max_patch_bytes=1 << 27, max_target_bytes=1 << 27)
    report = place(write(form, ("f.txt", f"-{half}y{half}\n+z\n")), f"{half}z{half}\n", large)
    assert [one.code for one in report.errors] == [
        "budget_exceeded" if form == "applydiff" else "context_not_found"
    ]
    assert all(len(one.message) < 500 for one in report.problems)
    fits = place(write(form, ("f.txt", f"-{half}y{half}\n+z\n")), f"{half}y{half}\n", large)
    assert fits.ok and fits.plan[0].after == "z\n"


def test_files_that_are_too_large_together(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number}.txt").write_text("one\n" * 100)
    patch = write("v4a", *[(f"{number}.txt", "-two\n+2\n") for number in range(20)])
    report = Workspace(tmp_path, Options(max_target_bytes=400)).analyse(patch.text)
    assert Counter(codes(report)) == {"context_not_found": 16, "target_too_large": 4}
    assert (
        "with it, the files of this patch have more than 6,400 bytes together"
        in report.problems[-1].message
    )


def test_how_literally_a_block_stands_is_paid_for_each_line() -> None:
    def steps(old: str) -> float:
        means = Means(1_000_000)
        parsed = formats.parse(write("v4a", ("f.txt", f"-{old}\n+b\n")).text, "p.v4a")
        resolve(parsed, {"f.txt": Target("f.txt", "a\n" * 1_000)}, means=means)
        return 1_000_000 - means.search.left

    assert steps("a ") - steps("a") >= 1_000 * Cost.LINE_GRADED


def test_more_parts_than_can_be_placed_in_time() -> None:
    """Known before any of them is looked for, so it is said at once."""
    paths = [f"f{number}.txt" for number in range(20)]
    patch = write("v4a", *[(path, "-old\n+new\n") for path in paths])
    means = Means(4_000)
    parsed = formats.parse(patch.text, patch.name)
    targets = {path: Target(path, "old\n") for path in paths}
    report = resolve(parsed, targets, means=means)
    [found] = report.problems
    assert (found.code, found.message) == (
        "budget_exceeded",
        "The patch has 20 sections with 20 parts. To place them takes longer than an answer may take, "
        "so nothing is placed. Split the patch, or use the command line, which takes its time.",
    )
    assert set(states(report)) == {"invalid"} and not report.plan
    assert means.search.left == 4_000
    # where nobody types, only the search counts
    assert set(states(resolve(parsed, targets, Options(patient=True), means=means))) == {"fits"}


# ---- how long it may take


@in_every_format
def test_a_part_that_stands_in_a_hundred_thousand_places(form: str) -> None:
    patch = write(form, ("f.txt", "-x\n+y\n")).text.replace(
        "@@ -1,1 +1,1 @@", "@@ -500000,1 +500000,1 @@"
    )
    report = answer(patch, {"f.txt": "x\n" * 100_000}, name=f"p.{form}")
    assert states(report) == ["ambiguous"]
    [found] = report.errors
    assert "stands in 100000 places" in found.message and len(found.related) == 50


@in_every_format
def test_many_parts_that_stand_in_many_places(form: str) -> None:
    """The same lines are looked for once; what stands in many places is told part by part."""
    count = 2000
    found = set(states(place(many(form, lambda _: "-x\n+y\n", count), "x\n" * count, Options())))
    by_order, by_number = {"v4a", "zenpatch", "searchreplace"}, {"unified"}
    assert found == (
        {"fits"} if form in by_order else {"conflict"} if form in by_number else {"ambiguous"}
    )


def numbered(number: int, start: str = "<<<<<<< SEARCH") -> str:
    return f"f.txt\n{start} line={2 * number + 1}\nx\n=======\ny\n>>>>>>> REPLACE\n"


IN_TURN: dict[str, Callable[[int], str]] = {
    "equal": lambda _: "f.txt\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n",
    "numbered": numbered,
    "different": lambda n: f"f.txt\n<<<<<<< SEARCH\n{n}\n=======\nz{n}\n>>>>>>> REPLACE\n",
    "in order": lambda n: f"f.txt\n------- SEARCH\nx\n{n}\n=======\ny\n{n}\n+++++++ REPLACE\n",
}


@pytest.mark.parametrize("block", IN_TURN.values(), ids=IN_TURN)
def test_parts_in_turn_do_not_read_the_file_anew(block: Callable[[int], str]) -> None:
    """A part costs less than a line of the file does, however many parts and lines there are."""
    count = 1_000
    patch = formats.parse("".join(map(block, range(count))), "p.sr", Options())
    means = Means(1_000_000)
    text = "".join(f"x\n{number}\n" for number in range(count))
    report = resolve(patch, {"f.txt": Target("f.txt", text)}, Options(), means=means)
    assert set(states(report)) == {"fits"}
    assert 1_000_000 - means.search.left < count * count / 10


def longer(number: int) -> str:
    return "-x\n" * (2 + number) + "+y\n"


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "unified"])
def test_many_different_parts_that_stand_in_many_places(form: str) -> None:
    patch = many(form, longer, 300)
    report = place(patch, "x\n" * MANY, small_beside(patch))
    assert not report.ok
    [found] = [one for one in report.problems if one.code == "budget_exceeded"]
    assert found.message == (
        "Looking for the parts of this patch takes too long, so f.txt and what follows is not placed. "
        "Split the patch, or give its parts lines that stand in one place only."
    )


@pytest.mark.parametrize(
    ("lines", "told"), [(["x"] * 300, []), (["x"] * 301, ["ambiguous"]), (["y", "x"] * 300, [])]
)
def test_identical_hunks_take_identical_places_in_order(lines: list[str], told: list[str]) -> None:
    """As many hunks as there are places; with one place more, nothing tells where to begin."""
    text = "".join(f"{line}\n" for line in lines)
    report = place(many("v4a", lambda _: "-x\n+z\n", 300), text, Options())
    found = sorted(set(states(report)) - {"fits"})
    assert found == told
    assert apply(report, {"f.txt": text}) == {"f.txt": text if told else text.replace("x", "z")}


@in_every_format
def test_many_parts_that_are_nowhere(form: str) -> None:
    """Each is told; the nearest place is looked for as long as the budget lasts, and then no more."""
    patch = many(form, lambda number: f"-line {number} was in a file\n+x\n")
    report = place(patch, TARGET, small_beside(patch))
    assert not report.ok and not report.plan
    # what is similar may be what is meant, so not looking is an error
    if form == "applydiff":
        assert "budget_exceeded" in codes(report)
        return
    assert set(states(report)) == {"missing"}
    [*listed, _, rest] = [one.message for one in report.problems]
    assert "the nearest place is line 1 " in listed[0]
    assert (
        listed[-1]
        == "This {} is not in f.txt. The nearest place was not looked for, since that would take too long.".format(
            "snippet" if form == "ap" else "text"
        )
    )
    assert rest == "9,500 more `context_not_found` are not listed, this one and what follows."


@in_every_format
def test_parts_that_are_nowhere_do_not_each_read_a_large_file(form: str) -> None:
    """One that a line of the file may go on from is looked for by its start."""
    patch = many(form, lambda number: f"-{number} {'longer than any line ' * 4}\n+x\n", 1_000)
    report = place(patch, TARGET, Options(max_problems=2_000))
    told = [one.message for one in report.problems if one.code == "context_not_found"]
    assert len(told) == 1_000
    assert not [message for message in told if "would take too long" in message]


@in_every_format
def test_lines_that_moved_are_counted_once_for_all_parts_that_are_nowhere(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first part moves them; the file has as many lines as there are parts, and more."""
    counted, find_order = list[int](), LineRing._find_order

    def count(ring: LineRing) -> list[int]:
        counted.append(ring.size)
        return find_order(ring)

    monkeypatch.setattr(LineRing, "_find_order", count)
    there = f"-{line(3)}\n+{line(3)} and more\n+new\n {line(4)}\n"
    patch = many(form, lambda at: f"-{line(at)} or not\n+x {at}\n" if at else there, 500)
    report = place(patch, TARGET, Options(max_steps=10**8))
    assert {problem.code for problem in report.errors} == {"context_not_found"}
    assert len(report.errors) == 499 and len(counted) < 10


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "unified"])
def test_results_that_stand_in_many_places_are_weighed_for_a_price(form: str) -> None:
    """Each place of each part is looked at: whether it proves that the part was applied."""
    patch = many(form, lambda number: f" same\n-old {number}\n+same\n same\n", 300)
    report = place(patch, "same\n" * 3_000, small_beside(patch))
    assert "budget_exceeded" in codes(report), codes(report)


def test_context_that_stands_in_one_place_is_looked_for_for_a_price() -> None:
    text = "same\n" * 50_000
    patch = Written("--- a/f.txt\n+++ b/f.txt\n@@ -9,2 +9,2 @@\n same\n-same\n+other\n", "p.diff")
    report = place(patch, text, Options())
    assert report.ok, messages(report)
    assert "it takes too long to find them" in write_patch(report.plan, V4A).reason


#: Lines of a file. To copy half of them for each of them takes minutes, even at a stroke.
VERY_MANY = 300_000


@in_every_format
def test_a_line_that_is_like_nothing_in_a_large_file(form: str) -> None:
    patch = write(form, ("f.txt", "-zzzzzzz yyyyyy xxxxx\n+x\n"))
    report = place(patch, "".join(f"other {row}\n" for row in range(VERY_MANY)), Options())
    assert states(report) == ["missing"], messages(report)


@in_every_format
def test_one_part_with_very_many_changes(form: str) -> None:
    kept = [line(row) for row in range(VERY_MANY // 6)]
    patch = write(form, ("f.txt", "".join(f" {row}\n-gone\n+come\n" for row in kept)))
    text = "".join(f"{row}\ngone\n" for row in kept)
    report = place(patch, text, Options(patient=True))
    assert apply(report, {"f.txt": text}) == {"f.txt": text.replace("gone", "come")}


def test_one_part_too_many_does_not_spoil_the_others() -> None:
    """What is too long to compare is not compared; what comes after it still is."""
    long = "x" * 500_000
    patch = many("v4a", lambda number: [f"-{long}\n+1\n", "-line 7 of a file\n+2\n"][number], 2)
    report = place(patch, "y" * 500_000 + "\n" + TARGET, Options())
    assert [one.message.partition("This text is ")[2] for one in report.problems] == [
        "not in f.txt. The nearest place was not looked for, since that would take too long.",
        "not in f.txt; the nearest place is line 9 (83% alike). As much alike: lines 19, 29, 39, 49, 59, 69 and 72.",
    ]


HARD = {
    "hints that are not there": (
        "".join(f"@@ def f{n}\n-{line(n)}\n+x\n" for n in range(MANY)),
        TARGET,
    ),
    "hints far apart": (
        "@@ top\n@@ bottom\n-x\n+y\n" * MANY,
        "top\n" + " between\n" * MANY + " bottom\nx\nx\n",
    ),
    "white space": ("".join(f"@@\n-x {' ' * (n % 99)}\n+y\n" for n in range(MANY)), "  x\n" * MANY),
    "the end of the file": ("@@\n-x\n+y\n*** End of File\n" * MANY, "x\n" * MANY),
    "long blocks": (("@@\n" + "-x\n" * 5000 + "-y\n+z\n") * 2, "x\n" * 100_000 + "y\n"),
}


@pytest.mark.parametrize("hunks", HARD)
def test_hunks_that_are_hard_to_place(hunks: str) -> None:
    patch, text = HARD[hunks]
    report = place(
        Written(f"*** Begin Patch\n*** Update File: f.txt\n{patch}*** End Patch\n", "p.patch"), text
    )
    assert not report.ok


def modification(action: str, content: str = "c", **locators: str) -> str:
    keys = "".join(f"        {key}: {value}\n" for key, value in locators.items())
    return f"      - action: {action}\n{keys}        content: {content}\n"


FILE = "  - file_path: f.txt\n    modifications:\n"
TEDIOUS = {
    "many entries for one file": "".join(
        modification("REPLACE", f"c {n}", snippet=line(n)) + FILE for n in range(MANY)
    ),
    "the same place again": "".join(
        modification("INSERT_AFTER", f"c {n}", snippet=line(7)) for n in range(MANY)
    ),
    "ranges of the whole file": "".join(
        modification("REPLACE", "c", start_snippet=line(0), end_snippet=line(MANY - 1))
        for n in range(MANY)
    ),
    "a chain": "".join(
        modification("INSERT_AFTER", f"c {n}", snippet=f"c {n - 1}" if n else line(7))
        for n in range(MANY)
    ),
}


@pytest.mark.parametrize("text", TEDIOUS)
def test_modifications_that_take_long(text: str) -> None:
    place(Written(HEAD + TEDIOUS[text].removesuffix(FILE), "p.ap"), TARGET)


def test_blank_lines_are_not_passed_again_and_again() -> None:
    snippet = modification("REPLACE", snippet="|\n          a\n          b")
    assert not place(Written(HEAD + snippet * MANY, "p.ap"), "a\n" + "\n" * MANY + "c\n").ok


def test_whole_texts_that_are_hard_to_compare() -> None:
    texts = ["".join(f"{row % 80}\n{letter}{row}\n" for row in range(2000)) for letter in "uv"]
    block = ">>> file: f.txt | mode=replace\n--- from\n--- to\n{}<\n"
    report = place(
        Written("".join(block.format(texts[number % 2]) for number in range(20)), "p.applydiff"),
        "x\n",
        Options(),
    )
    assert report.ok and report.plan[0].after == texts[1]


@pytest.mark.parametrize("steps", [0, 10**9], ids=["fewest changes", "longest runs"])
def test_both_ways_to_compare_lead_to_the_new_text(
    steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparing, "_MOST_STEPS", steps)
    for old, new in [
        ("", "a"),
        ("a", ""),
        ("abc", "abc"),
        ("abcabba", "cbabac"),
        ("xaxbx", "ayb"),
        ("aab", "ab"),
    ]:
        made, at = "", 0
        for tag, first, last, new_first, new_last in opcodes(list(old), list(new)):
            made += old[at:first] + new[new_first:new_last]
            assert (tag == "equal") == (old[first:last] == new[new_first:new_last])
            at = last
        assert made + old[at:] == new


def test_a_file_that_is_not_there_many_times() -> None:
    known = [f"src/module{number}/file.py" for number in range(20_000)]
    patch = (
        "*** Begin Patch\n"
        + "".join(
            f"*** Update File: lib/modul{number}/files.py\n@@\n-a\n+b\n" for number in range(300)
        )
        + "*** End Patch\n"
    )
    report = answer(patch, dict.fromkeys(known, ""), options=SMALL)
    suggested = ["Did you mean" in one.message for one in report.problems]
    assert suggested[0] and not suggested[-1]


def test_a_budget_is_not_spent_on_what_it_cannot_pay() -> None:
    budget = Budget(10)
    with pytest.raises(ExhaustedError):
        budget.pay(11)
    budget.pay(10)
    with pytest.raises(ExhaustedError):
        budget.pay(1)


@in_every_format
def test_an_answer_that_nobody_waits_for_is_given_up(form: str) -> None:
    """At the next step of its search, and without a trace in what is remembered."""
    patch, means, memory = (
        write(form, ("f.txt", "-line 7 of the file\n+x\n")),
        Means(1_000_000),
        Memory(),
    )
    parsed = formats.parse(patch.text, patch.name)
    targets = {"f.txt": Target("f.txt", TARGET)}
    assert resolve(parsed, targets, memory=memory, means=means).ok
    before = memory.kept
    means.withdraw()
    with pytest.raises(OvertakenError):
        resolve(parsed, {"f.txt": Target("f.txt", TARGET + "\n")}, memory=memory, means=means)
    assert memory.kept is before


def test_the_fuzzy_guard_counts_what_is_a_little_less_similar() -> None:
    """Two places, one just above the threshold and one just below it: too close to be told apart."""
    old = "".join(f"the old line number {number} that is looked for\n" for number in range(4))
    near, nearer = old.replace("line", "LINE").replace("0", "?"), old.replace("line", "LINE")
    patch = f">>> file: f.txt | fuzz=0.9\n--- from\n{old}--- to\nnew\n<\n"
    text = f"{nearer}something else stands between\n{near}"
    score = answer(patch.replace("0.9", "0.5"), {"f.txt": nearer}).parts[0].score
    report = answer(patch.replace("0.9", f"{score - 0.001:.4f}"), {"f.txt": text})
    assert states(report) == ["ambiguous"]
    assert apply(report, {"f.txt": text}) == {"f.txt": text}


# ---- how much is said


def test_problems_of_one_kind_are_folded() -> None:
    found = [problem("hint_not_found", Span(at, at), f"{at}") for at in range(7, 0, -1)]
    found += [
        problem("hint_not_found", Span(0, 0), "0", severity=Severity.ERROR),
        problem("no_patch", Span(3, 3), "3"),
    ]
    folded = fold(found, 4)
    assert [(one.code, one.message, one.severity.name) for one in folded] == [
        ("hint_not_found", "0", "ERROR"),
        ("hint_not_found", "1", "WARNING"),
        ("hint_not_found", "2", "WARNING"),
        ("no_patch", "3", "ERROR"),
        ("hint_not_found", "3", "WARNING"),
        ("hint_not_found", "4", "WARNING"),
        (
            "more_problems",
            "3 more `hint_not_found` are not listed, this one and what follows.",
            "WARNING",
        ),
    ]
    assert fold(found, 7) == sorted(found, key=lambda one: (one.span.start, one.severity))


def test_what_is_not_listed_still_counts() -> None:
    report = place(many("v4a", lambda _: "-nowhere\n+x\n", 700), "a\n", Options())
    assert len(report.errors) == 501
    assert summarise(report) == "700 errors: nothing can be applied."


@pytest.mark.parametrize(
    ("patch", "name"),
    [
        ("--- a/f.txt\n+++ b/f.txt\n" + "@@ x\n" * 40_000, "x.diff"),
        ("*** Begin Patch\n" + "*** Foo\n" * 40_000 + "*** End Patch\n", "x.patch"),
        ('version: "2.0"\nchanges:\n' + "foo: a\n" * 40_000, "x.ap"),
        (">>> file: f.txt | a=b\n--- from\na\n--- to\nb\n<\n" * 16_000, "x.applydiff"),
    ],
    ids=["unified", "v4a", "ap", "applydiff"],
)
def test_tens_of_thousands_of_problems(patch: str, name: str) -> None:
    # where nobody types, a text is read that is too dear for an editor
    report = check.place(patch, {"f.txt": "a\n"}, name=name, options=Options(patient=True))
    assert 501 <= len(report.problems) <= 6 * 501, messages(report)[:500]


# ---- what is not done again for each part


def test_hints_that_name_equal_blocks() -> None:
    """Each of many hunks stands in as many places, of which its hint names one."""
    count = 400
    hunks = "".join(
        f"@@ def f_{number}():\n     a = 1\n-    b = 2\n+    c = {number}\n"
        for number in range(count)
    )
    text = "".join(f"def f_{number}():\n    a = 1\n    b = 2\n\n" for number in range(count))
    patch = f"*** Begin Patch\n*** Update File: f.txt\n{hunks}*** End Patch\n"
    means = Means(SMALL.max_steps)
    report = resolve(formats.parse(patch), {"f.txt": Target("f.txt", text)}, SMALL, means=means)
    assert report.ok
    assert SMALL.max_steps - means.search.left < 60 * count


def test_places_below_hints_are_kept_once() -> None:
    """Not for each of many hunks that have as many below their hints: 36 MB for these."""
    count = 3_000
    hunks = "".join(
        f"@@ def f_{at}():\n     a = 1\n-    b = 2\n+    c = {at}\n" for at in range(count)
    )
    text = "".join(f"def f_{number}():\n    a = 1\n    b = 2\n\n" for number in range(count))
    patch = formats.parse(f"*** Begin Patch\n*** Update File: f.txt\n{hunks}*** End Patch\n")
    tracemalloc.start()
    try:
        assert resolve(patch, {"f.txt": Target("f.txt", text)}).ok
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_what_tells_a_place_from_others_is_looked_for_around_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not in all of the file, once for every place."""
    folded = Counter[str]()
    key = KEYS[Grade.PUNCTUATION]

    def counted(text: str) -> str:
        folded[text] += 1
        return key(text)

    monkeypatch.setattr(ambiguous, "KEYS", {Grade.PUNCTUATION: counted})
    text = "".join(f"{'same' if row % 2_000 == 0 else line(row)}\n" for row in range(MANY))
    report = place(write("v4a", ("f.txt", "-same\n+other\n")), text, Options())
    [found] = report.errors
    assert len(find_fixes(trial_of(report), found)) == 5
    assert folded.total() < MANY / 10
