"""Classes of named fields that change: what this project needs of `dataclasses`, without what that
loads.

The command line pays for every module at each run. `dataclasses` brings `inspect` and compiles up
to six methods for each class, a fifth of the whole run; here one method is compiled, and the others
are shared. To a type checker they are the same. A class whose fields do not change is a
`NamedTuple`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as record
    from dataclasses import field, replace
else:

    def record(cls: type | None = None, *, eq: bool = True) -> Any:
        """Make a class of its annotated fields: its slots, and its constructor's arguments."""
        return _build(cls, eq) if cls else lambda later: _build(later, eq)

    def field(*, default_factory: Callable[[], object] | None = None, init: bool = True) -> Any:
        """A field whose default is made anew for each object, or one that `__post_init__` sets."""
        return _Field(default_factory, init)

    def replace(item: Any, **changes: object) -> Any:
        """A copy with some fields changed."""
        return type(item)(**{name: getattr(item, name) for name in item.__match_args__} | changes)


__all__ = ["field", "record", "replace"]


class _Field:
    """A field that is not simply given."""

    __slots__ = ("factory", "init")

    def __init__(self, factory: Callable[[], object] | None, init: bool) -> None:
        self.factory, self.init = factory, init


def _build(cls: type, eq: bool) -> type:
    """The class with slots, which only a new one can have."""
    inside = dict(cls.__dict__)
    names = tuple(inside["__annotations__"])
    defaults = {name: inside.pop(name) for name in names if name in inside}
    for name in ("__dict__", "__weakref__"):
        inside.pop(name, None)
    given = tuple(name for name in names if getattr(defaults.get(name), "init", True))
    inside.update(__slots__=names, __match_args__=given, __repr__=_show)
    if eq:
        inside.update(__eq__=_equal, __hash__=None)
    inside["__init__"] = _constructor(given, defaults, "__post_init__" in inside)
    return type(cls.__name__, cls.__bases__, inside)


def _constructor(
    names: tuple[str, ...], defaults: dict[str, Any], goes_on: bool
) -> Callable[..., None]:
    """`__init__`, compiled from its text: these objects are made by the thousand."""
    around: dict[str, Any] = {"_unset": object()}
    parameters, rows = ["self"], []
    for name in names:
        default = defaults.get(name)
        if isinstance(default, _Field):
            around[f"_{name}"] = default.factory
            parameters.append(f"{name}=_unset")
            rows.append(f"self.{name} = _{name}() if {name} is _unset else {name}")
        else:
            around[f"_{name}"] = default
            parameters.append(f"{name}=_{name}" if name in defaults else name)
            rows.append(f"self.{name} = {name}")
    if goes_on:
        rows.append("self.__post_init__()")
    # Only names of fields stand in the text, as this project writes them.
    exec("\n ".join([f"def __init__({', '.join(parameters)}):", *rows]), around)
    return around["__init__"]  # type: ignore[no-any-return]


def _equal(self: Any, other: object) -> Any:
    names: tuple[str, ...] = self.__slots__
    if type(other) is type(self):
        return all(getattr(self, name) == getattr(other, name) for name in names)
    return NotImplemented


def _show(self: Any) -> str:
    shown = (f"{name}={getattr(self, name, ...)!r}" for name in self.__slots__)
    return f"{type(self).__qualname__}({', '.join(shown)})"
