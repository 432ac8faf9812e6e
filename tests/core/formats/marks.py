"""Parsing as examples: a text in, carets under what is reported about it."""

from __future__ import annotations

from patchsight.core import formats
from patchsight.core.model.patch import Options, Patch
from support.carets import check_marks, split_marks, trim

_DEFAULTS = Options()


def check(source: str, name: str = "", options: Options = _DEFAULTS) -> Patch:
    """Read a text without its caret rows, compare what is reported with them, and give the patch."""
    text, wanted = split_marks(trim(source))
    patch = formats.parse(text, name, options)
    check_marks(text, patch.problems, wanted)
    return patch
