"""What stands at a path, as a patch sees it."""

from __future__ import annotations

from typing import NamedTuple

#: Problems that say what stands at the path, rather than that nothing may.
_STANDING = frozenset({"is_directory", "not_a_file", "not_text", "target_too_large", "unreadable"})


class Target(NamedTuple):
    """A file that a patch names; if unusable, `problem` is a code and `detail` a clause."""

    path: str  #: from the workspace folder, with `/`
    text: str | None  #: without byte order mark; None when missing or not usable
    bom: bool = False
    problem: str | None = None
    detail: str = ""
    found_from_root: bool = False  #: ap: found from the workspace folder, not from the patch's
    #: an open buffer says something else than the disk; looked at only where the file is to be
    #: deleted
    unsaved: bool = False
    #: gone since an edit of this very patch, which removes it, was handed to the editor
    removed: bool = False
    #: the file has other names, perhaps outside the workspace folder: hard links
    shared: bool = False
    real: str = ""  #: where symbolic links take the path, if they take it elsewhere
    link: bool = False  #: the path is a symbolic link itself
    #: nothing stands there and nothing can: a parent is a file, or the name is too long
    blocked: bool = False

    @property
    def exists(self) -> bool:
        """Whether something stands there, usable or not."""
        return self.text is not None or (self.problem in _STANDING and not self.blocked)
