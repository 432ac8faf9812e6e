"""The bench measures what it says it does: each kind of input comes out as it should in each format."""

from __future__ import annotations

import pytest

from bench.contest import judge
from bench.ours import WHOLE
from bench.scenes import KINDS, Spec, make_scene

_TOLD_APART = {"unified"}  #: by its line numbers
_STRICT, _FUZZY = {"zenpatch"}, {"applydiff"}
#: Which formats apply an input of a kind; the others refuse it.
_APPLIED = {
    "exact": set(WHOLE),
    "whitespace": set(WHOLE) - _STRICT,
    "fuzzy": _FUZZY,
    "stale": set[str](),
    "hopeless": set[str](),
    "alike": set(WHOLE),
    "ambiguous": _TOLD_APART,
    "repeating": _TOLD_APART,
}


@pytest.mark.parametrize("format_name", WHOLE)
@pytest.mark.parametrize("kind", KINDS)
def test_an_input_is_of_its_kind(kind: str, format_name: str) -> None:
    scene = make_scene(Spec(kind, 400, 3, 2), seed=1)
    turn = WHOLE[format_name].prepare(scene)
    verdict = judge(scene, turn.read(turn.work()))
    assert verdict in (
        ["right", "right but for white space"] if format_name in _APPLIED[kind] else ["refused"]
    )


def test_a_seed_gives_the_same_texts_and_another_one_others() -> None:
    spec = Spec("exact", 100, 2)
    assert make_scene(spec, 1) == make_scene(spec, 1)
    assert make_scene(spec, 1).files != make_scene(spec, 2).files
