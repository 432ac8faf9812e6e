"""What goes wrong outside of a patch."""

from __future__ import annotations


class UserError(Exception):
    """What is wrong with a call or with the files it names, as the user should read it."""
