"""Zenpatch: the syntax of v4a without moves. That it takes exact matches only is a matter of policy, not of reading."""

from __future__ import annotations

from functools import partial

from patchsight.core.formats import v4a

parse = partial(v4a.parse, zenpatch=True)
render = v4a.render
