"""The command line: check, apply, session, explain; with no command, the language server.

Imports nothing of LSP by itself, and the core only once a command needs it: help and a wrong call answer at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from patchsight import __version__
from patchsight.streams import FAILED, Failure, complain, prepare

COMMANDS = ("check", "apply", "convert", "refresh", "reverse", "create", "session", "tool", "mcp", "explain")
_INTERRUPTED = 130
_FORMATS = ("unified", "v4a", "zenpatch", "ap", "applydiff")
#: A first word like these, or none at all, asks for the language server.
_SERVER = ("--stdio", "--tcp", "--host", "--port", "--log-level", "--log-file")
_EPILOG = """\
Without a command Patchsight is a language server: editors start `patchsight --stdio`.

examples:
  patchsight check change.patch              what would this patch do here?
  patchsight apply --dry-run change.patch    the same, as a diff
  patchsight apply change.patch              do it, all of it or nothing
  git diff | patchsight check --root ../old -
  patchsight explain ambiguous_context       what does that mean, and what helps?

exit status:
  0  all is well
  1  a patch has errors
  2  the call was wrong, or reading or writing failed
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 when clean, 1 with errors in a patch, 2 when anything else went wrong."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or words[0].startswith(_SERVER):
        return _serve(words)
    prepare()
    try:
        return _run(words)
    except Failure as failure:
        complain(str(failure))
        return FAILED
    except KeyboardInterrupt:
        complain("interrupted")
        return _INTERRUPTED
    except Exception as error:
        # A stack trace helps nobody who applies a patch; whoever debugs sets the variable.
        if os.environ.get("PATCHSIGHT_DEBUG"):
            raise
        complain(f"this should not have happened: {type(error).__name__}: {error}")
        complain("please report it together with the patch; PATCHSIGHT_DEBUG=1 shows where it happened")
        return FAILED


def _serve(words: list[str]) -> int:
    if not words and sys.stdin is not None and sys.stdin.isatty():
        complain("this is the language server, waiting for an editor; `patchsight --help` lists the commands")
    from patchsight.lsp.main import serve

    return serve(words)


def _run(words: list[str]) -> int:
    if words[0] not in COMMANDS and not words[0].startswith("-"):
        raise Failure(_unknown_command(words[0]))
    options = _parser().parse_args(words)
    if options.command in ("convert", "refresh", "reverse"):
        from patchsight import rewriting

        return rewriting.rewrite(options)
    if options.command == "create":
        from patchsight import creating

        return creating.create(options)
    from patchsight import commands

    known = {"check": commands.check, "apply": commands.apply, "session": commands.session, "explain": commands.explain,
             "tool": commands.tool, "mcp": commands.mcp}
    return known[options.command](options)


def _unknown_command(word: str) -> str:
    from difflib import get_close_matches

    near = next(iter(get_close_matches(word.lower(), COMMANDS, 1)), None)
    if Path(word).is_file():
        return f"there is no command `{word}`; to check that file, write `patchsight check {word}`"
    advice = f"did you mean `{near}`?" if near else f"there are {', '.join(COMMANDS)}; `patchsight --help` says more"
    return f"there is no command `{word}`; {advice}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="patchsight",
        description="Shows where a patch will land before it lands.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"patchsight {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", required=True, metavar="COMMAND")
    check = _add(commands, "check", "PATCH...", "say where every part of a patch lands and what is wrong")
    apply = _add(commands, "apply", "PATCH...", "change the files, each patch as a whole or not at all")
    _add_rewriting(commands)
    session = _add(commands, "session", "FILE", "write the [SESSION CONTEXT] block that tells a model how it went so far")
    _add_for_agents(commands)
    explain = _add(commands, "explain", "[CODE]", "say what a problem code means, or list them all")
    _add_common(check, nargs="+")
    _add_common(apply, nargs="*")
    apply.add_argument("--dry-run", action="store_true", help="print a diff of what would change, and change nothing")
    apply.add_argument("--reverse", "-R", action="store_true", help="take the patches back instead, the last one first")
    apply.add_argument("--recover", action="store_true", help="first undo what an interrupted run left half done")
    session.add_argument("file", type=Path, metavar="FILE", help="what --session names when patches are checked and applied")
    session.add_argument("--guidance", metavar="TEXT", help="the plan to tell the model, from now on")
    session.add_argument("--max-exchanges", type=_positive, metavar="N", help="how many patches the model may send")
    explain.add_argument("code", nargs="?", metavar="CODE")
    return parser


def _add_rewriting(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    convert = _add(commands, "convert", "--to FORMAT PATCH...", "write a patch in another format")
    refresh = _add(commands, "refresh", "PATCH...", "write a patch anew, with fresh numbers and context")
    reverse = _add(commands, "reverse", "PATCH...", "write the patch that takes a patch back")
    create = _add(commands, "create", "--to FORMAT (OLD NEW | --git [REV])", "write the patch between two folders, or from git")
    for parser in (convert, refresh, reverse):
        parser.add_argument("patches", nargs="+", metavar="PATCH", help="a patch file; - reads standard input")
        parser.add_argument("--profile", choices=["v4a", "zenpatch"], default="v4a", help="how to read `*** Begin Patch`")
    for parser in (convert, refresh, reverse, create):
        parser.add_argument("--root", type=Path, default=Path(), metavar="DIR", help="folder that paths start from")
    for parser in (convert, create):
        parser.add_argument("--to", choices=_FORMATS, required=True, help="the format to write")
    create.add_argument("trees", nargs="*", type=Path, metavar="FOLDER", help="the old and the new folder")
    create.add_argument("--git", nargs="?", const="HEAD", metavar="REV", help="from this revision to what is there (default: HEAD)")


def _add_for_agents(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    tool = _add(commands, "tool", "--provider NAME --format FORMAT", "print the tool that has a model write patches, for its API")
    mcp = _add(commands, "mcp", "[--root DIR]", "serve agents over the Model Context Protocol, on standard input and output")
    tool.add_argument("--provider", choices=["openai", "anthropic"], required=True, help="whose API takes the definition")
    tool.add_argument("--format", choices=_FORMATS, required=True, help="the patch format the model is to write")
    tool.add_argument("--guidance", action="store_true", help="print only the text for the model, to put into a prompt")
    _add_reading(mcp)


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, words: str, purpose: str
) -> argparse.ArgumentParser:
    usage, description = f"patchsight {name} [options] {words}", f"{purpose[0].upper()}{purpose[1:]}."
    return commands.add_parser(name, help=purpose, usage=usage, description=description)


def _add_common(parser: argparse.ArgumentParser, nargs: str) -> None:
    add = parser.add_argument
    add("patches", nargs=nargs, metavar="PATCH", help="a patch file; - reads standard input")
    add("--output-format", choices=["text", "json", "sarif", "github", "feedback"], default="text", help="default: text")
    add("--color", choices=["auto", "always", "never"], default="auto", help="default: auto, on a terminal only")
    _add_reading(parser)


def _add_reading(parser: argparse.ArgumentParser) -> None:
    """What decides how patches are read, and which files they meet."""
    add = parser.add_argument
    add("--root", type=Path, default=Path(), metavar="DIR", help="folder that paths start from (default: this one)")
    add("--profile", choices=["v4a", "zenpatch"], default="v4a", help="how to read `*** Begin Patch` (default: v4a)")
    add("--sequential", action="store_true", help="unified diff: let one file appear several times, one after the other")
    add("--ap-whitespace", choices=["file", "inserted"], default="file",
        help="ap: strip trailing white space in the whole changed file (default), or in inserted lines only")
    add("--session", type=Path, metavar="FILE", help="keep the figures of a session of several patches in this file")
    add("--keystone", action="append", default=[], metavar="PATH",
        help="ApplyDiff: warn if this file, or files like *.lock, are patched and not written whole")
    add("--max-size", type=_positive, default=16, metavar="MIB", help="largest file that is read, in MiB (default: 16)")


def _positive(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"{word} is not a whole number above 0")
    return int(word)


if __name__ == "__main__":
    sys.exit(main())
