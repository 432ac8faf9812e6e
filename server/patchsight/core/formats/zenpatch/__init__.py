"""Zenpatch: the syntax of v4a without moves. That it takes exact matches only is a matter of
policy, not of reading.
"""

from __future__ import annotations

from functools import partial

from patchsight.core.formats.v4a import patch

parse = partial(patch.parse, zenpatch=True)
render = patch.render
