"""While one section of a patch is typed, what became of the others is taken up again; the answer is as if it were not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from patchsight.core import formats
from patchsight.core.model.patch import FileChange, Options
from patchsight.core.model.report import Report
from patchsight.core.model.target import Target
from patchsight.core.placing.memo import Memory
from patchsight.core.placing.placer import Outcome, Placer
from patchsight.core.placing.resolver import paths_of, resolve
from support.five import FORMATS, write

FILES = {
    "a.py": "one\ntwo\nthree\nfour\n",
    "b.py": "one\ntwo\nthree\nfour\none\ntwo\n",
    "c.py": "  one\r\ntwo\nfour\n",
    "d/e.py": "alpha\nbeta\ngamma\n",
}
CHANGES = [
    ("a.py", " one\n-two\n+2\n three\n"),
    ("b.py", " one\n-two\n+2\n"),
    ("c.py", " one\n+and\n two\n"),
    ("d/e.py", " alpha\n-betta\n+2\n gamma\n"),
    ("new.py", "+made\n"),
    ("missing.py", " one\n-two\n"),
    ("../out.py", " one\n-two\n"),
    ("./a.py", " three\n-four\n+4\n"),
]


def answer(
    text: str, name: str, files: dict[str, str], memory: Memory | None, steps: int = 10**7
) -> Report:
    patch = formats.parse(text, name)
    targets = {path: Target(path, files.get(path)) for path in paths_of(patch)}
    return resolve(
        patch,
        targets,
        Options(max_steps=steps),
        itself=name,
        known=lambda: list(files),
        memory=memory,
    )


def check(text: str, name: str, files: dict[str, str], memory: Memory, steps: int = 10**7) -> None:
    """With what is remembered and without, the answer is the same."""
    found, wanted = (answer(text, name, files, one, steps) for one in (memory, None))
    assert found.problems == wanted.problems
    assert found.parts == wanted.parts
    assert found.plan == wanted.plan
    assert found.texts == wanted.texts


@pytest.mark.parametrize("form", FORMATS)
@given(data=st.data())
def test_the_answer_is_the_same(form: str, data: st.DataObject) -> None:
    """Type anywhere, change files, take sections out and put others in."""
    memory, files, steps = (
        Memory(),
        dict(FILES),
        data.draw(st.sampled_from([10**7, 10**7, 300, 30, 10])),
    )
    changes = data.draw(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=6))
    text, name = write(form, *changes)
    for _ in range(data.draw(st.integers(1, 4))):
        check(text, name, files, memory, steps)
        what = data.draw(st.sampled_from(["type", "type", "type", "cut", "file", "section"]))
        at = data.draw(st.integers(0, len(text)))
        if what == "type":
            text = (
                text[:at]
                + data.draw(st.sampled_from(["x", "\n", " ", "+", "-", "\n\n"]))
                + text[at:]
            )
        elif what == "cut":
            text = text[:at] + text[at + data.draw(st.integers(1, 5)) :]
        elif what == "file":
            path = data.draw(st.sampled_from(sorted(FILES)))
            files[path] = data.draw(st.sampled_from([FILES[path] + "more\n", FILES[path] * 2, ""]))
        else:
            text = write(form, data.draw(st.sampled_from(CHANGES)), *changes).text
    check(text, name, files, memory, steps)


@pytest.mark.parametrize("form", FORMATS)
def test_only_the_section_that_is_typed_in_is_placed(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory, placed = Memory(), list[str]()
    place = Placer.place

    def note(self: Placer, change: FileChange) -> Outcome:
        placed.append(change.path.choices[0])
        return place(self, change)

    monkeypatch.setattr(Placer, "place", note)
    changes = [(path, lines) for path, lines in CHANGES[:4] if path != "c.py"]
    text, name = write(form, *changes)
    check(text, name, FILES, memory)
    placed.clear()
    answer(text.replace("one", "One", 1), name, FILES, memory)
    assert placed == ["a.py"]
