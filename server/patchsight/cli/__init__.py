"""The command line: check, apply, session, explain. With no command it is the language server, but help on a terminal.

Imports nothing of LSP by itself, and the core only once a command needs it: help and a wrong call
answer at once.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from patchsight.cli.arguments import COMMANDS, read_arguments
from patchsight.cli.streams import FAILED, complain, prepare
from patchsight.workspace.errors import UserError

_INTERRUPTED = 130
#: A first word like these, or none at all, asks for the language server.
_SERVER = ("--stdio", "--tcp", "--host", "--port", "--log-level", "--log-file")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the status is 0 when clean, 1 with errors in a patch, 2 for all else."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words and sys.stdin is not None and sys.stdin.isatty():
        words = ["--help"]  # nobody types the protocol of a language server
    if not words or words[0].startswith(_SERVER):
        from patchsight.lsp.main import serve

        return serve(words)
    prepare()
    # A command ends soon, and the core makes no circles: to look for some takes up to two thirds of the
    # time that a large patch takes.
    gc.disable()
    try:
        return _run(words)
    except UserError as error:
        complain(str(error))
        return FAILED
    except KeyboardInterrupt:
        complain("interrupted")
        return _INTERRUPTED
    except Exception as error:
        # A stack trace helps nobody who applies a patch; whoever debugs sets the variable.
        if os.environ.get("PATCHSIGHT_DEBUG"):
            raise
        complain(f"this should not have happened: {type(error).__name__}: {error}")
        complain(
            "please report it together with the patch; PATCHSIGHT_DEBUG=1 shows where it happened"
        )
        return FAILED
    finally:
        gc.enable()


def _run(words: list[str]) -> int:
    if words[0] not in COMMANDS and not words[0].startswith("-"):
        raise UserError(_unknown_command(words[0]))
    options = read_arguments(words)
    if options.command in ("convert", "refresh", "reverse"):
        from patchsight.cli import rewriting

        return rewriting.rewrite(options)
    if options.command == "create":
        from patchsight.cli import creating

        return creating.create(options)
    if options.command == "why":
        from patchsight.cli import why

        return why.why(options)
    from patchsight.cli import commands

    known = {
        "check": commands.check,
        "apply": commands.apply,
        "read": commands.read,
        "session": commands.session,
        "explain": commands.explain,
        "tool": commands.tool,
        "mcp": commands.mcp,
    }
    return known[options.command](options)


def _unknown_command(word: str) -> str:
    from difflib import get_close_matches

    near = next(iter(get_close_matches(word.lower(), COMMANDS, 1)), None)
    if Path(word).is_file():
        return f"there is no command `{word}`; to check that file, write `patchsight check {word}`"
    advice = (
        f"did you mean `{near}`?"
        if near
        else f"there are {', '.join(COMMANDS)}; `patchsight --help` says more"
    )
    return f"there is no command `{word}`; {advice}"


if __name__ == "__main__":
    sys.exit(main())
