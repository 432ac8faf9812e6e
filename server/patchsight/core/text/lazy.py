"""Values that are worked out once, when they are first asked for.

The one of functools has a lock until Python 3.12, which all objects of a class share: while one thread
splits a text of ten megabytes into lines, no other could split any. Here two threads that ask for the
same value at once may both work it out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 (it stands in for the one of functools)
        def __init__(self, work: Callable[[Any], Any]) -> None:
            self._work, self._name, self.__doc__ = work, work.__name__, work.__doc__

        def __get__(self, owner: Any, kind: type | None = None) -> Any:
            if owner is None:
                return self
            value = owner.__dict__[self._name] = self._work(owner)
            return value


__all__ = ["cached_property"]
