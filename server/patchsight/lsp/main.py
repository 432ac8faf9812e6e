"""Starting the language server: on standard input and output, or on a socket for debugging."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

#: Seconds after which a thread that works lets another one in. An answer takes several turns, and waits
#: for each of them while a large text is read.
_TURN = 0.001


def serve(words: Sequence[str]) -> int:
    """Run the server until its client leaves; 1 if it left without saying so."""
    options = _parser().parse_args(list(words))
    _log(options)
    from patchsight.lsp.server import make_server

    server = make_server()
    _collect_seldom()
    sys.setswitchinterval(_TURN)
    if options.tcp:
        server.start_tcp(options.host, options.port)
        return 0
    from patchsight.lsp.pipe import serve_pipes

    with open(sys.stdin.fileno(), "rb", closefd=False) as incoming:
        serve_pipes(server, incoming, _take_stdout())
    return 0 if server.protocol.is_shut_down else 1


def _collect_seldom() -> None:
    """Keep the garbage collector out of key presses: many objects, hardly ever circles."""
    gc.freeze()  # what was loaded stays; to look through it again takes longer than an answer
    gc.set_threshold(2_000)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="patchsight", description="The Patchsight language server."
    )
    parser.add_argument(
        "--stdio", action="store_true", help="speak on standard input and output (the default)"
    )
    parser.add_argument("--tcp", action="store_true", help="listen on a socket, for debugging")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=2087)
    parser.add_argument(
        "--log-level", choices=["debug", "info", "warning", "error"], default="warning"
    )
    parser.add_argument(
        "--log-file", type=Path, help="write the log here instead of to standard error"
    )
    return parser


def _log(options: argparse.Namespace) -> None:
    """Log to standard error or a file; standard output is the wire."""
    handler: logging.Handler = (
        logging.FileHandler(options.log_file, encoding="utf-8")
        if options.log_file
        else logging.StreamHandler(sys.stderr)
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("patchsight").setLevel(options.log_level.upper())
    if options.log_level != "debug":
        # pygls logs every message at its lower levels, texts included.
        logging.getLogger("pygls").setLevel(logging.ERROR)


def _take_stdout() -> BinaryIO:
    """Keep standard output for the protocol: whatever a library prints goes to standard error."""
    wire = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return wire
