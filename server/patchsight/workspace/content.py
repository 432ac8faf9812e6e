"""What the bytes of a file say, and a cache of it. Reads nothing itself."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from patchsight.core.text.buffer import BOM

#: Byte order marks of other encodings; the longer ones first.
_WIDE = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_UTF8_BOM = b"\xef\xbb\xbf"
_LISTING_SECONDS = 5.0


class Content(NamedTuple):
    """The text of a file, or the catalogue code and a clause that say why there is none."""

    text: str | None
    bom: bool = False
    problem: str | None = None
    detail: str = ""


class Stamp(NamedTuple):
    """What changes when a file does."""

    mtime_ns: int
    size: int
    inode: int
    ctime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        return cls(status.st_mtime_ns, status.st_size, status.st_ino, status.st_ctime_ns)


def decode(data: bytes) -> Content:
    """The text of a file's bytes; line ends stay as they are."""
    for mark, name in _WIDE:
        if data.startswith(mark):
            detail = f"it is {name} text (it starts with {mark.hex(' ').upper()})"
            return Content(None, problem="not_text", detail=detail)
    try:
        text, bad = data.decode("utf-8"), len(data)
    except UnicodeDecodeError as error:
        text, bad = "", error.start
    nul = data.find(b"\0", 0, bad)
    bad = bad if nul < 0 else nul
    if bad < len(data):
        return Content(None, problem="not_text", detail=_name_byte(data, bad))
    return _strip_bom(text)


def decode_buffer(text: str, max_bytes: int) -> Content:
    """The text of an open editor buffer, which is text whatever its encoding on disk."""
    if len(text) > max_bytes:
        return Content(None, problem="target_too_large", detail=name_sizes(len(text), max_bytes))
    return _strip_bom(text)


def name_sizes(size: int, limit: int) -> str:
    return f"it has {size:,} bytes; the limit is {limit:,}"


def _strip_bom(text: str) -> Content:
    return Content(text[1:], True) if text.startswith(BOM) else Content(text)


def _name_byte(data: bytes, offset: int) -> str:
    what = "a NUL byte" if data[offset] == 0 else f"0x{data[offset]:02X}, which is not UTF-8"
    return (
        f"the byte at offset {offset:,} (line {data.count(bytes([10]), 0, offset) + 1:,}) is {what}"
    )


class Cache:
    """Contents by real path, each kept until its stamp changes; shared by threads."""

    def __init__(
        self,
        max_files: int = 256,
        max_bytes: int = 64 * 1024 * 1024,
        settle_ns: int = 2_000_000_000,
    ) -> None:
        self._max_files, self._max_bytes = max_files, max_bytes
        # a file that changed a moment ago may change again and keep its stamp
        self._settle_ns = settle_ns
        self._kept: OrderedDict[str, tuple[Stamp, Content]] = OrderedDict()
        self._bytes = 0
        self._listings: dict[tuple[str, int], tuple[float, list[str]]] = {}
        self._lock = threading.Lock()

    def get(self, real: str, stamp: Stamp) -> Content | None:
        with self._lock:
            kept = self._kept.get(real)
            if kept is None or kept[0] != stamp:
                return None
            self._kept.move_to_end(real)
            return kept[1]

    def put(self, real: str, stamp: Stamp, content: Content) -> None:
        with self._lock:
            self._drop(real)
            if time.time_ns() - max(stamp.mtime_ns, stamp.ctime_ns) < self._settle_ns:
                return
            self._kept[real] = (stamp, content)
            self._bytes += sys.getsizeof(content.text)
            while len(self._kept) > self._max_files or self._bytes > self._max_bytes:
                self._drop(next(iter(self._kept)))

    def _drop(self, real: str) -> None:
        if kept := self._kept.pop(real, None):
            self._bytes -= sys.getsizeof(kept[1].text)

    def list_files(self, root: str, limit: int, walk: Callable[[str, int], list[str]]) -> list[str]:
        """The files below a folder, walked again after a few seconds."""
        with self._lock:
            made, names = self._listings.get((root, limit), (0.0, []))
        if made and time.monotonic() - made < _LISTING_SECONDS:
            return names
        names = walk(root, limit)
        with self._lock:
            self._listings = {(root, limit): (time.monotonic(), names)}
        return names
