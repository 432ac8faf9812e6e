"""The words that each command takes. Only the command that is called gets a parser."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, NoReturn

from patchsight import __version__

#: of help; argparse would load five modules to find out how wide the terminal is, at every run
_WIDTH = 78
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


class _Command(NamedTuple):
    words: str
    purpose: str
    declare: Callable[[argparse.ArgumentParser], None]


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    """What a call asks for. A call for help is answered, a wrong one ends with status 2."""
    if words[0] not in COMMANDS:
        _answer(words)
    command = COMMANDS[words[0]]
    usage = f"patchsight {words[0]} [options] {command.words}"
    description = f"{command.purpose[0].upper()}{command.purpose[1:]}."
    parser = argparse.ArgumentParser(
        prog=f"patchsight {words[0]}",
        usage=usage,
        description=description,
        formatter_class=partial(argparse.HelpFormatter, width=_WIDTH),
    )
    command.declare(parser)
    return parser.parse_args(words[1:], argparse.Namespace(command=words[0]))


def _answer(words: Sequence[str]) -> NoReturn:
    """Say what Patchsight can do, to a call that does not begin with a command."""
    parser = argparse.ArgumentParser(
        prog="patchsight",
        description="Shows where a patch will land before it lands.",
        epilog=_EPILOG,
        formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=_WIDTH),
    )
    parser.add_argument("--version", action="version", version=f"patchsight {__version__}")
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        commands.add_parser(name, help=command.purpose)
    parser.parse_args(words[:1])
    parser.error("the command comes first")


def _declare_patches(parser: argparse.ArgumentParser, nargs: str = "+") -> None:
    words = "a patch file; - reads standard input"
    parser.add_argument("patches", nargs=nargs, metavar="PATCH", help=words)


def _declare_root(parser: argparse.ArgumentParser) -> None:
    words = "folder that paths start from (default: this one)"
    parser.add_argument("--root", type=Path, default=Path(), metavar="DIR", help=words)


def _declare_check(parser: argparse.ArgumentParser) -> None:
    _declare_patches(parser)
    _declare_output(parser)


def _declare_apply(parser: argparse.ArgumentParser) -> None:
    _declare_patches(parser, "*")
    _declare_output(parser)
    flag = partial(parser.add_argument, action="store_true")
    flag("--dry-run", help="print a diff of what would change, and change nothing")
    flag("--reverse", "-R", help="take the patches back instead, the last one first")
    flag("--recover", help="first undo what an interrupted run left half done")


def _declare_output(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    formats = ["text", "json", "sarif", "github", "feedback"]
    add("--output-format", choices=formats, default="text", help="default: text")
    words = "default: auto, on a terminal only"
    add("--color", choices=["auto", "always", "never"], default="auto", help=words)
    _declare_reading(parser)


def _declare_reading(parser: argparse.ArgumentParser) -> None:
    """What decides how patches are read, and which files they meet."""
    add = parser.add_argument
    _declare_root(parser)
    _declare_choices(parser)
    words = "unified diff: let one file appear several times, one after the other"
    add("--sequential", action="store_true", help=words)
    words = "keep what happens in a session of several patches in this file"
    add("--session", type=Path, metavar="FILE", help=words)
    words = "ApplyDiff: warn if this file, or files like *.lock, are patched and not written whole"
    add("--keystone", action="append", default=[], metavar="PATH", help=words)
    words = "largest file that is read, in MiB (default: 16)"
    add("--max-size", type=_positive, default=16, metavar="MIB", help=words)


def _declare_choices(parser: argparse.ArgumentParser, *options: str) -> None:
    """What formats leave to the user, or only some of it; the first choice is the usual one."""
    from patchsight.core.formats.registry import settings

    for setting in settings():
        if options and setting.option not in options:
            continue
        if setting.choices:
            usual = setting.choices[0]
            parser.add_argument(
                setting.flag,
                dest=setting.option,
                choices=setting.choices,
                default=usual,
                help=f"{setting.help} (default: {usual})",
            )
        else:
            parser.add_argument(
                setting.flag, dest=setting.option, action="store_true", help=setting.help
            )


def _formats() -> list[str]:
    from patchsight.core.formats.registry import names

    return names()


def _declare_rewriting(parser: argparse.ArgumentParser) -> None:
    _declare_patches(parser)
    _declare_choices(parser, "profile", "agent")
    _declare_root(parser)


def _declare_convert(parser: argparse.ArgumentParser) -> None:
    _declare_rewriting(parser)
    parser.add_argument("--to", choices=_formats(), required=True, help="the format to write")


def _declare_create(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    _declare_root(parser)
    add("--to", choices=_formats(), required=True, help="the format to write")
    add("trees", nargs="*", type=Path, metavar="FOLDER", help="the old and the new folder")
    words = "from this revision to what is there (default: HEAD)"
    add("--git", nargs="?", const="HEAD", metavar="REV", help=words)


def _declare_session(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    words = "what --session names when patches are checked and applied"
    add("file", type=Path, metavar="FILE", help=words)
    add("--guidance", metavar="TEXT", help="the plan to tell the model, from now on")
    add("--max-exchanges", type=_positive, metavar="N", help="how many patches the model may send")


def _declare_read(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("path", metavar="PATH", help="the file, from the folder")
    add("--first", type=_positive, default=1, metavar="N", help="the first line (default: 1)")
    add("--last", type=_positive, metavar="N", help="the last line")
    _declare_root(parser)
    words = "remember there what was shown: a patch against something that changed since is told so"
    add("--session", type=Path, metavar="FILE", help=words)


def _declare_why(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    words = "a log, a call or a patch; - reads standard input; a folder of opencode's storage"
    add("log", metavar="LOG", help=words)
    _declare_root(parser)
    words = "look at the files as they were at this revision of git, not as they are"
    add("--rev", metavar="REV", help=words)
    formats = ["text", "json", "markdown"]
    add("--output-format", choices=formats, default="text", help="default: text")
    _declare_choices(parser, "profile", "agent")


def _declare_tool(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    words = "whose API takes the definition; without it, only the JSON schema of a call is printed"
    add("--provider", choices=["openai", "anthropic"], help=words)
    words = "the patch format the model is to write"
    add("--format", choices=_formats(), required=True, help=words)
    words = "print only the text for the model, to put into a prompt"
    add("--guidance", action="store_true", help=words)


def _declare_explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("code", nargs="?", metavar="CODE")


def _positive(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise argparse.ArgumentTypeError(f"{word} is not a whole number above 0")
    return int(word)


COMMANDS = {
    "check": _Command(
        "PATCH...", "say where every part of a patch lands and what is wrong", _declare_check
    ),
    "apply": _Command(
        "PATCH...", "change the files, each patch as a whole or not at all", _declare_apply
    ),
    "convert": _Command(
        "--to FORMAT PATCH...", "write a patch in another format", _declare_convert
    ),
    "refresh": _Command(
        "PATCH...", "write a patch anew, with fresh numbers and context", _declare_rewriting
    ),
    "reverse": _Command("PATCH...", "write the patch that takes a patch back", _declare_rewriting),
    "create": _Command(
        "--to FORMAT (OLD NEW | --git [REV])",
        "write the patch between two folders, or from git",
        _declare_create,
    ),
    "why": _Command(
        "LOG",
        "say why edits failed, out of the log of an agent's session",
        _declare_why,
    ),
    "read": _Command(
        "[--session FILE] PATH",
        "show lines of a file with their numbers, as agents read them",
        _declare_read,
    ),
    "session": _Command(
        "FILE",
        "write the [SESSION CONTEXT] block that tells a model how it went so far",
        _declare_session,
    ),
    "tool": _Command(
        "--format FORMAT",
        "print the tool that has a model write patches, for its API",
        _declare_tool,
    ),
    "mcp": _Command(
        "[--root DIR]",
        "serve agents over the Model Context Protocol, on standard input and output",
        _declare_reading,
    ),
    "explain": _Command(
        "[CODE]", "say what a problem code means, or list them all", _declare_explain
    ),
}
