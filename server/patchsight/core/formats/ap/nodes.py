"""The tree that an ap text is read as: nodes with their places, whoever found them."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from patchsight.core.model.record import record
from patchsight.core.text.buffer import Span

Type = Literal["text", "number", "boolean", "null"]


class Scalar(NamedTuple):
    """A single value."""

    span: Span
    value: str
    style: str = ""  #: `|`, `>`, a quote, or empty for a plain one
    type: Type = "text"


@record
class Mapping:
    """Keys and values, in the order they are written."""

    span: Span
    pairs: list[Pair]
    #: something in it could not be read, and that is reported; it may have more keys than these
    damaged: bool = False


@record
class Sequence:
    """A list."""

    span: Span
    items: list[Node]


@record
class Unreadable:
    """A place whose fault is reported already."""

    span: Span


Node = Scalar | Mapping | Sequence | Unreadable


class Pair(NamedTuple):
    """A key and its value."""

    key: Scalar
    value: Node


_NULLS = ("", "~", "null", "Null", "NULL")
_BOOLEANS = ("true", "True", "TRUE", "false", "False", "FALSE")
_NUMBER = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|0o[0-7]+|0x[0-9a-fA-F]+"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


def resolve(value: str) -> Type:
    """What YAML 1.2 takes a plain value for."""
    if value in _NULLS:
        return "null"
    if value in _BOOLEANS:
        return "boolean"
    return "number" if _NUMBER.fullmatch(value) else "text"
