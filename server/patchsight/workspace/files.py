"""The only reader of disk: open buffers over files, inside one root, whatever is there."""
# Which call follows a link matters here, and pathlib hides it.
# ruff: noqa: PTH100, PTH112, PTH114, PTH118, PTH120

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Hashable, Mapping
from pathlib import Path
from typing import NamedTuple

from patchsight.core.model.path_rules import check, off_limits
from patchsight.core.model.target import Target
from patchsight.workspace.content import Cache, Content, Stamp, decode_buffer, name_sizes
from patchsight.workspace.listing import list_files
from patchsight.workspace.regular_file import read_content, say

MAX_BYTES = 16 * 1024 * 1024
_KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class Location(NamedTuple):
    """Where a path leads: its target so far, the real path, and what stat says of it."""

    target: Target
    real: str
    status: os.stat_result | None = None
    buffer: str | None = None

    @property
    def state(self) -> Hashable:
        """Something that differs whenever the file on disk does."""
        return (self.target, self.real, Stamp.of(self.status) if self.status else None)


class Files:
    """The files of one workspace folder as an editor shows them at one moment: what was looked at
    is not looked at again.

    Cheap to make; the cache of contents is what lasts.
    """

    def __init__(
        self,
        root: Path,
        *,
        base: Path | None = None,
        max_bytes: int = MAX_BYTES,
        buffers: Mapping[str, str] | None = None,
        cache: Cache | None = None,
    ) -> None:
        self.root = Path(os.path.abspath(root))
        self._root = os.path.realpath(root)
        self._prefix = _prefix(self._root, base)
        self._max_bytes = max_bytes
        self._buffers = {os.path.normcase(real): text for real, text in (buffers or {}).items()}
        self._cache = cache if cache is not None else Cache()
        self._places: dict[str, Location] = {}
        self._folders: dict[str, bool] = {}  #: whether a folder is reached without any link
        self._absent: set[str] = set()  #: of these folders, those that are not there
        self._stamps: dict[str, Stamp | None] = {}  #: by real path, of what was looked at plainly
        self._odd = False  #: whether something was looked at closely

    def read(self, path: str, *, base_only: bool = False) -> Target:
        """What stands at a path from the base folder, else, unless `base_only`, from the root."""
        place = self._find(path, base_only)
        target = place.target
        if target.problem is None and place.buffer is not None:
            return _fill(target, decode_buffer(place.buffer, self._max_bytes))
        if target.problem is None and place.status is not None:
            return _fill(target, self._load(place.real, place.status))
        return target

    def unchanged(self) -> bool:
        """Whether all is as it was: one `stat` each, unless links have to be followed again."""
        if os.path.realpath(self.root) != self._root:
            return False
        if self._odd:
            return self._looks_the_same()
        # Lists, because another thread may still be reading.
        return all(
            _folder_at(self._real(folder)) is (folder not in self._absent)
            for folder in list(self._folders)
            if not folder or self._parent(folder) not in self._absent
        ) and all(_stamp(real) == stamp for real, stamp in list(self._stamps.items()))

    def _looks_the_same(self) -> bool:
        """Whether every path that was looked at leads to the same file in the same state."""
        again = Files(self.root, max_bytes=self._max_bytes)
        again._buffers = self._buffers
        return all(
            again._look(path).state == place.state for path, place in list(self._places.items())
        )

    def stands(self, path: str) -> bool:
        """Whether there is something at a path, usable or not."""
        return _stands(self._find(path, base_only=False))

    def real(self, path: str) -> str:
        """The real path that `read` would read."""
        return self._find(path, base_only=False).real

    def identity(self, path: str) -> Hashable:
        """What all names of one file have in common, whatever kind of link leads there."""
        place = self._find(path, base_only=False)
        status = place.status
        return (
            (status.st_dev, status.st_ino) if status is not None and status.st_ino else place.real
        )

    def real_paths(self, path: str) -> list[str]:
        """Every real path at which `read` may find this one."""
        clean, reason = check(path)
        if reason:
            return []
        places = [self._look(prefix + clean) for prefix in dict.fromkeys((self._prefix, ""))]
        return [place.real for place in places if place.real]

    def is_unsaved(self, path: str) -> bool:
        """Whether an open buffer says something else than the file on disk."""
        place = self._find(path, base_only=False)
        if place.buffer is None:
            return False
        shown = decode_buffer(place.buffer, self._max_bytes)
        return read_text(Path(place.real), self._max_bytes).text != shown.text

    def known(self, limit: int = 50_000) -> list[str]:
        """The workspace's files, not those of tools or behind links; bounded in number and time."""
        names = self._cache.list_files(self._root, limit, list_files)
        opened = (
            _relative(real, self._root) for real in self._buffers if _is_inside(real, self._root)
        )
        return list(dict.fromkeys([*names, *opened]))[:limit]

    def _find(self, path: str, base_only: bool) -> Location:
        clean, reason = check(path)
        if reason:
            return Location(Target(path, None, problem="path_escape", detail=reason), "")
        first = self._look(self._prefix + clean)
        if base_only or not self._prefix or _stands(first) or first.target.problem == "path_escape":
            return first
        second = self._look(clean)
        return (
            second._replace(target=second.target._replace(found_from_root=True))
            if _stands(second)
            else first
        )

    def _look(self, path: str) -> Location:
        """Follow a path without opening anything."""
        place = self._places.get(path)
        if place is None:
            place = self._look_plainly(path)
            if place is None:
                place, self._odd = self._look_closely(path), True
            self._places[path] = place
        return place

    def _look_plainly(self, path: str) -> Location | None:
        """What stands at a path without links, as most are; None if anything is odd about it."""
        folder = self._parent(path)
        if not self._is_plain(folder):
            return None
        real = self._real(path)
        buffer = self._buffers.get(real)
        if folder in self._absent:
            return Location(Target(path, None), real, buffer=buffer)
        try:
            status = os.lstat(real)
        except FileNotFoundError:
            self._stamps[real] = None
            return Location(Target(path, None), real, buffer=buffer)
        except OSError:
            return None
        if stat.S_ISLNK(status.st_mode):
            return None
        self._stamps[real] = Stamp.of(status)
        place = _take_stock(path, real, status, self._max_bytes)
        return place if buffer is None else _cover(place, buffer)

    def _is_plain(self, folder: str) -> bool:
        """Whether every step to a folder is a real folder, or not there yet."""
        plain = self._folders.get(folder)
        if plain is None:
            parent = self._parent(folder)
            plain = self._is_plain(parent) if folder else os.name == "posix"
            there = (
                False
                if folder and parent in self._absent
                else _folder_at(self._real(folder))
                if plain
                else None
            )
            if there is False:
                self._absent.add(folder)
            plain = self._folders[folder] = there is not None
        return plain

    def _real(self, path: str) -> str:
        return self._root.rstrip("/") + "/" + path

    @staticmethod
    def _parent(path: str) -> str:
        return path.rpartition("/")[0]

    def _look_closely(self, path: str) -> Location:
        """What stands at a path, wherever its links lead."""
        try:
            real = os.path.realpath(os.path.join(self._root, path))
            settled = os.path.realpath(real) == real
        except (OSError, RecursionError):
            return Location(
                Target(path, None, problem="unreadable", detail="its symbolic links never end"), ""
            )
        # A link through a circle of links is left half resolved; what it then leads to is not
        # known.
        if not settled or not _is_inside(real, self._root):
            return Location(
                _escape(path, "a symbolic link takes it outside the workspace folder"), real
            )
        if astray := off_limits(_relative(real, self._root)):
            return Location(_escape(path, f"a symbolic link takes it {astray}"), real)
        place = _inspect(path, real, self._root, self._max_bytes)
        name = _relative(real, self._root)
        if name != path:
            link = os.path.islink(os.path.join(self._root, path))
            place = place._replace(target=place.target._replace(real=name, link=link))
        buffer = self._buffers.get(os.path.normcase(real))
        return place if buffer is None else _cover(place, buffer)

    def _load(self, real: str, status: os.stat_result) -> Content:
        kept = self._cache.get(real, Stamp.of(status))
        if kept is not None:
            return kept
        content, stamp = read_content(real, self._max_bytes)
        if stamp is not None:
            self._cache.put(real, stamp, content)
        return content


def _stamp(real: str) -> Stamp | None:
    try:
        return Stamp.of(os.lstat(real))
    except OSError:
        return None


def _folder_at(real: str) -> bool | None:
    """Whether a folder stands there; None if it is something else."""
    try:
        return True if stat.S_ISDIR(os.lstat(real).st_mode) else None
    except FileNotFoundError:
        return False
    except OSError:
        return None


def read_text(path: Path, max_bytes: int = MAX_BYTES) -> Content:
    """The text of any one file, such as the patch itself."""
    real = os.path.realpath(path)
    target = _inspect(real, real, os.path.dirname(real), max_bytes).target
    if target.problem:
        return Content(None, problem=target.problem, detail=target.detail)
    return read_content(real, max_bytes)[0]


def _inspect(path: str, real: str, root: str, max_bytes: int) -> Location:
    """What stands at a real path, as far as stat can tell."""
    try:
        status = os.lstat(real)
    except (FileNotFoundError, NotADirectoryError):
        return Location(_missing(path, real, root), real)
    except OSError as error:
        blocked = error.errno == errno.ENAMETOOLONG
        return Location(
            Target(path, None, problem="unreadable", detail=say(error), blocked=blocked), real
        )
    return _take_stock(path, real, status, max_bytes)


def _take_stock(path: str, real: str, status: os.stat_result, max_bytes: int) -> Location:
    problem, detail = _judge(status, max_bytes)
    shared = stat.S_ISREG(status.st_mode) and status.st_nlink > 1
    return Location(Target(path, None, problem=problem, detail=detail, shared=shared), real, status)


def _cover(place: Location, buffer: str) -> Location:
    """A place where a buffer is open: what is wrong with the file beneath does not matter then."""
    if place.status is not None and place.status.st_size == 0 and buffer in ("\n", "\r\n"):
        buffer = ""  # how Neovim shows an empty file
    return Location(
        place.target._replace(problem=None, detail="", blocked=False),
        place.real,
        place.status,
        buffer,
    )


def _judge(status: os.stat_result, max_bytes: int) -> tuple[str | None, str]:
    mode = status.st_mode
    if stat.S_ISLNK(mode):
        return "unreadable", "its symbolic links go in a circle"
    if stat.S_ISDIR(mode):
        return "is_directory", "it is a folder"
    if not stat.S_ISREG(mode):
        return (
            "not_a_file",
            f"it is {next((name for test, name in _KINDS if test(mode)), 'a special file')}",
        )
    if status.st_size > max_bytes:
        return "target_too_large", name_sizes(status.st_size, max_bytes)
    return None, ""


def _missing(path: str, real: str, root: str) -> Target:
    """Nothing is there; nothing can be if what is in the way is no folder."""
    parent = os.path.dirname(real)
    while len(parent) > len(root) and not os.path.lexists(parent):
        parent = os.path.dirname(parent)
    if len(parent) <= len(root) or os.path.isdir(parent):
        return Target(path, None)
    detail = f"`{_relative(parent, root)}` is a file, not a folder"
    return Target(path, None, problem="not_a_file", detail=detail, blocked=True)


def _prefix(root: str, base: Path | None) -> str:
    """The base folder from the root, with a `/` behind; nothing if it is the root or not usable."""
    real = os.path.realpath(base) if base is not None else root
    inside = real != root and _is_inside(real, root) and not off_limits(_relative(real, root))
    return _relative(real, root) + "/" if inside else ""


def _is_inside(real: str, root: str) -> bool:
    try:
        return os.path.commonpath(
            [os.path.normcase(real), os.path.normcase(root)]
        ) == os.path.normcase(root)
    except ValueError:  # another drive
        return False


def _relative(real: str, root: str) -> str:
    return os.path.relpath(real, root).replace(os.sep, "/")


def _stands(place: Location) -> bool:
    return place.buffer is not None or place.status is not None or place.target.exists


def _escape(path: str, detail: str) -> Target:
    return Target(path, None, problem="path_escape", detail=detail)


def _fill(target: Target, content: Content) -> Target:
    return target._replace(
        text=content.text, bom=content.bom, problem=content.problem, detail=content.detail
    )
