"""Records: what they do is what dataclasses with slots do."""

from __future__ import annotations

import pytest

from patchsight.core.model.record import field, record, replace


@record
class Basket:
    """A few things in a box."""

    owner: str
    things: list[str] = field(default_factory=list)
    open: bool = False

    @property
    def full(self) -> bool:
        return len(self.things) > 2


@record(eq=False)
class Measured:
    text: str
    length: int = field(init=False)

    def __post_init__(self) -> None:
        self.length = len(self.text)


def test_fields_are_given_in_order_or_by_name() -> None:
    basket = Basket("Ada", open=True)
    assert (basket.owner, basket.things, basket.open, basket.full) == ("Ada", [], True, False)
    with pytest.raises(TypeError):
        Basket()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Basket("Ada", colour="red")  # type: ignore[call-arg]


def test_a_default_that_can_change_is_made_anew() -> None:
    first = Basket("Ada")
    first.things.append("apple")
    assert Basket("Ada").things == []
    given: list[str] = []
    assert Basket("Ada", given).things is given


def test_a_field_that_is_set_later() -> None:
    assert Measured("abc").length == 3
    assert replace(Measured("abc"), text="ab").length == 2


def test_nothing_else_can_be_set() -> None:
    with pytest.raises(AttributeError):
        Basket("Ada").colour = "red"  # type: ignore[attr-defined]


def test_equal_by_fields_or_by_identity() -> None:
    assert Basket("Ada", ["apple"]) == Basket("Ada", ["apple"]) != Basket("Ada", ["pear"])
    assert Basket("Ada") != object()
    with pytest.raises(TypeError):
        hash(Basket("Ada"))
    assert Measured("a") != Measured("a")
    assert len({Measured("a"), Measured("a")}) == 2


def test_a_copy_with_some_fields_changed() -> None:
    basket = Basket("Ada", ["apple"])
    other = replace(basket, owner="Bob")
    assert (other.owner, other.things is basket.things, basket.owner) == ("Bob", True, "Ada")


def test_its_shown_form_and_its_name() -> None:
    assert repr(Basket("Ada")) == "Basket(owner='Ada', things=[], open=False)"
    assert (Basket.__module__, Basket.__qualname__, Basket.__doc__) == (
        __name__,
        "Basket",
        "A few things in a box.",
    )
