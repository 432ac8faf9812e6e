"""The loop with the model in an editor: feedback to copy, the session's figures and its block, receipts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from lsprotocol import types

import patchsight
from lsp.client import EVERY, Profile
from lsp.editor import as_path
from lsp.harness import Action, Session, running
from patchsight.cli import main

pytestmark = pytest.mark.asyncio(loop_scope="session")
each_editor = pytest.mark.parametrize("client", EVERY, ids=str, indirect=True)

FEEDBACK = "refactor.patchsight.feedback"
COPIES = {"clientCommands": ["patchsight.copyFeedback"]}
FILES = {"a.py": "one\ntwo\nthree\nfour\n", "b.py": "x\ny\nx\ny\n"}
SAMPLES = Path(__file__).resolve().parents[2] / "samples"


def block(path: str, old: str, new: str) -> str:
    return f">>> file: {path}\n--- from\n{old}--- to\n{new}<\n"


FINE = block("a.py", "one\ntwo\nthree\nfour\n", "one\n2 🦊\nthree\nfour\n")
AMBIGUOUS = block("b.py", "x\n", "z\n")
MISSING = block("a.py", "nothing like it\n", "y\n")


async def ask(session: Session, command: str, **about: Any) -> Any:
    return await session.execute(types.Command("", f"patchsight.{command}", arguments=[about]))


def argument_of(action: Action) -> tuple[str, Any]:
    """The command of an action, and what it is called with."""
    command = action if isinstance(action, types.Command) else action.command
    assert isinstance(command, types.Command)
    [argument] = command.arguments or []
    return command.command, argument


# ---- feedback


@each_editor
async def test_an_editor_without_a_command_of_its_own_is_shown_the_text(session: Session) -> None:
    session.write(FILES)
    uri = session.open("change.applydiff", AMBIGUOUS)
    found = await session.actions(uri, only=[FEEDBACK])
    assert list(found) == ["Show feedback for the model"]
    await session.choose(found["Show feedback for the model"])
    inbox = session.client.inbox
    if session.client.can("window.showDocument.support"):
        shown = as_path(inbox.documents.pop()).read_text(encoding="utf-8").removesuffix("\n")
    else:
        [(kind, shown)] = session.told()
        assert kind is types.MessageType.Info
    assert shown.startswith(
        "1 problem; nothing was applied.\n❌ Ambiguous match detected [ambiguous_context] line 3 of the patch"
    )
    assert shown == await ask(session, "feedback", uri=uri)


async def test_what_is_shown_as_a_document_goes_with_the_server(tmp_path: Path) -> None:
    async with running(Profile("nvim-0.11.4"), tmp_path) as session:
        session.write(FILES)
        await ask(session, "showFeedback", uri=session.open("change.applydiff", AMBIGUOUS))
        path = as_path(session.client.inbox.documents.pop())
        assert path.parent.stat().st_mode & 0o777 == 0o700
        session.open(str(path), path.read_text(encoding="utf-8"), "log")
    assert not path.parent.exists()


@pytest.mark.parametrize("name", ["code-server", "nvim-0.11.4", "nvim-0.7.2"])
async def test_an_editor_that_copies_gets_a_command_for_all_a_part_or_a_problem(
    name: str, tmp_path: Path
) -> None:
    async with running(Profile(name), tmp_path, options=COPIES) as session:
        session.write(FILES)
        uri = session.open(
            "change.applydiff",
            FINE + AMBIGUOUS + MISSING.replace(">>> file: a.py", ">>> file: a.py | speed=9"),
        )
        assert list(await session.actions(uri, "one", only=[FEEDBACK])) == [
            "Copy feedback for the model"
        ]
        found = await session.actions(uri, "speed", only=[FEEDBACK])
        commands = {title: argument_of(action) for title, action in found.items()}
        row = FINE.count("\n") + AMBIGUOUS.count("\n")
        assert commands == {
            "Copy feedback for the model": ("patchsight.copyFeedback", {"uri": uri}),
            "Copy feedback on this part for the model": (
                "patchsight.copyFeedback",
                {"uri": uri, "part": 2},
            ),
            "Copy feedback on unknown_option for the model": (
                "patchsight.copyFeedback",
                {"uri": uri, "problem": {"code": "unknown_option", "line": row}},
            ),
        }
        texts = [await ask(session, "feedback", **about) for _, about in commands.values()]
        firsts = [text.split("\n")[:2] for text in texts]
        assert firsts[0] == [
            "2 problems; nothing was applied.",
            "❌ Ambiguous match detected [ambiguous_context] line 15 of the patch, for b.py",
        ]
        assert firsts[1] == [
            "1 problem; nothing was applied.",
            "❌ No match found [context_not_found] line 21 of the patch, for a.py",
        ]
        assert firsts[2][0] == "WARNING [unknown_option] line 19 of the patch, for a.py"
        assert [len(text.split("[unknown_option]")) for text in texts] == [2, 2, 2]


async def test_a_patch_without_problems_has_no_feedback_to_copy_until_it_is_applied(
    tmp_path: Path,
) -> None:
    async with running(Profile("code-server"), tmp_path, options=COPIES) as session:
        session.write(FILES)
        uri = session.open("change.applydiff", FINE)
        assert await session.actions(uri, only=[FEEDBACK]) == {}
        await session.apply(uri)
        assert list(await session.actions(uri, only=[FEEDBACK])) == ["Copy feedback for the model"]
        assert await ask(session, "feedback", uri=uri) == (
            "✅ Patch Applied\nApply succeeded. Health updated in [SESSION CONTEXT].\nAction: Continue to next task step or end.\n"
            "[SESSION CONTEXT]\nModified: a.py (1 patches, 25% changed)\nGuidance: none\n"
            "Health: 0 errors, 0 ambiguous matches, exchange 1/10\n[/SESSION CONTEXT]"
        )


@each_editor
async def test_feedback_on_what_is_not_there(session: Session) -> None:
    session.write(FILES)
    uri = session.open("change.applydiff", AMBIGUOUS)
    assert await ask(session, "feedback", uri="file:///nowhere.patch") is None
    assert await ask(session, "showFeedback", uri="file:///nowhere.patch") is False
    assert session.told() == [
        (types.MessageType.Warning, "There is no open patch to say anything about.")
    ]
    assert await ask(session, "feedback", uri=uri, part=7) == "OK: this part fits."
    assert "[ambiguous_context]" in await ask(
        session, "feedback", uri=uri, problem={"code": "gone", "line": 1}
    )


# ---- the session


async def context(session: Session, uri: str) -> list[str]:
    """What the session says was modified, and its health."""
    text = await ask(session, "sessionContext", uri=uri)
    _, modified, _, health, _ = text.split("\n")
    return [modified.removeprefix("Modified: "), health.removeprefix("Health: ")]


async def carry_out(session: Session, uri: str, **which: str) -> None:
    """Apply, and save what is in no buffer that the server knows."""
    await session.apply(uri, **which)
    session.told()
    for page in [page for page in session.editor.pages.values() if not page.synced]:
        session.editor.save(page.uri)


@each_editor
async def test_the_block_is_inserted_and_brought_up_to_date(session: Session) -> None:
    session.write(FILES)
    stale = session.open("first.applydiff", AMBIGUOUS)
    await ask(session, "feedback", uri=stale)
    uri = session.open("change.applydiff", "Here it is:\n```\n" + FINE + "```\n")
    [insert] = (await session.actions(uri, only=["refactor.rewrite.patchsight.session"])).values()
    assert insert.title == "Insert the session context"
    await session.choose(insert)
    written = "[SESSION CONTEXT]\nModified: none\nGuidance: none\nHealth: 1 errors, 1 ambiguous matches, exchange 1/10\n[/SESSION CONTEXT]\n"
    assert session.editor.pages[uri].text == "Here it is:\n```\n" + written + FINE + "```\n"
    assert await session.actions(uri, only=["refactor.rewrite.patchsight.session"]) == {}
    session.editor.replace(
        uri, session.editor.pages[uri].text.replace("Guidance: none", "Guidance: Digits 🦊")
    )
    await carry_out(session, uri)
    [update] = (await session.actions(uri, only=["refactor.rewrite.patchsight.session"])).values()
    assert update.title == "Update the session context"
    await session.choose(update)
    assert session.editor.pages[uri].text.split("\n")[2:7] == [
        "[SESSION CONTEXT]", "Modified: a.py (1 patches, 25% changed)", "Guidance: Digits 🦊",
        "Health: 1 errors, 1 ambiguous matches, exchange 2/10", "[/SESSION CONTEXT]",
    ]  # fmt: skip


@each_editor
async def test_an_edit_that_was_handed_out_counts_only_once_it_stands_there(
    session: Session,
) -> None:
    session.write(FILES)
    for path in FILES:
        session.open(path)
    uri = session.open("change.applydiff", FINE)
    [action] = [
        one for title, one in (await session.offers(uri)).items() if title.startswith("Apply patch")
    ]
    session.client.refuse_edits = "not now"
    if isinstance(action, types.CodeAction) and action.command is None:
        # and the user looks at it, and goes away
        action = await session.client.code_action_resolve_async(action)
    else:
        await session.choose(action)
    session.client.refuse_edits = None
    session.told()
    assert await context(session, uri) == ["none", "0 errors, 0 ambiguous matches, exchange 0/10"]
    await carry_out(session, uri)
    assert await context(session, uri) == [
        "a.py (1 patches, 25% changed)",
        "0 errors, 0 ambiguous matches, exchange 1/10",
    ]


@each_editor
async def test_one_part_after_the_other_counts_for_each_file(session: Session) -> None:
    session.write(FILES)
    uri = session.open("change.applydiff", FINE + block("b.py", "x\ny\nx\ny\n", "x\ny\nx\nz\n"))
    for path in FILES:
        await carry_out(session, uri, prefix="Apply to this file only", at=f">>> file: {path}")
    assert await context(session, uri) == [
        "a.py (1 patches, 25% changed), b.py (1 patches, 25% changed)", "0 errors, 0 ambiguous matches, exchange 1/10",
    ]  # fmt: skip


@each_editor
async def test_folders_have_sessions_of_their_own(session: Session, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    session.add_folder(other)
    session.write(FILES)
    first = session.open("change.applydiff", AMBIGUOUS)
    await ask(session, "feedback", uri=first)
    session.editor.open(uri := (other / "change.applydiff").as_uri(), FINE)
    assert (await context(session, first))[1] == "1 errors, 1 ambiguous matches, exchange 1/10"
    assert (await context(session, uri))[1] == "0 errors, 0 ambiguous matches, exchange 0/10"


@each_editor
async def test_thresholds_show_in_a_patch_that_is_open_already(session: Session) -> None:
    """Nobody touches the patch: its session changes, and it is looked at again."""
    session.write(FILES)
    last = session.open(
        "last.applydiff", block("a.py", "one\ntwo\nthree\nfour\n", "one\ntwo\nthree\n4\n")
    )
    assert await session.marks(last) == []
    for number in range(3):
        session.editor.open(
            uri := session.uri(f"{number}.applydiff"), AMBIGUOUS.replace("z", str(number))
        )
        await ask(session, "feedback", uri=uri)
    await session.published(last, {"high_ambiguity"})
    assert await session.marks(last) == [(0, 0, 14, "high_ambiguity")]
    [found] = await session.diagnostics(last)
    assert found.message == (
        "3 blocks of this session were ambiguous, and this one has 3 context lines. Use 5 or more around the change."
    )


async def test_much_change_calls_for_the_whole_file(tmp_path: Path) -> None:
    async with running(Profile("nvim-0.11.4"), tmp_path, settings={"maxExchanges": 3}) as session:
        session.write(FILES)
        patches = [
            block("a.py", f"{old}\n", f"{number}\n")
            for number, old in enumerate(("one", "two", "three"))
        ]
        last = session.open("last.applydiff", block("a.py", "four\n", "4\n"))
        for number, patch in enumerate(patches):
            uri = session.open(f"{number}.applydiff", patch)
            await session.apply(uri)
            session.told()
        assert await context(session, last) == [
            "a.py (3 patches, 75% changed: mode=replace is mandatory)", "0 errors, 0 ambiguous matches, exchange 3/3",
        ]  # fmt: skip
        found = {str(one.code): one for one in await session.diagnostics(last)}
        assert found["large_change"].severity == types.DiagnosticSeverity.Warning
        assert (
            "75% of it has changed. Write it whole, with `mode=replace`"
            in found["large_change"].message
        )
        await session.apply(last)
        assert [one.code for one in await session.diagnostics(last)] == [
            "few_context_lines",
            "already_applied",
        ]
        session.told()


# ---- receipts


def command_line(capfd: pytest.CaptureFixture[str], *words: str) -> Any:
    main(["--output-format=json" if word == "json" else word for word in words])
    told = json.loads(capfd.readouterr().out)
    assert told.pop("feedback"), "which an editor is given apart from the receipt"
    return told


def lay_out(root: Path, name: str) -> Path:
    """The samples as they are, with one patch among them."""
    for path in root.iterdir():
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    shutil.copytree(SAMPLES / "workspace", root, dirs_exist_ok=True)
    return Path(shutil.copy(SAMPLES / "patches" / name, root))


@pytest.mark.parametrize("client", [Profile("code-server")], ids=str, indirect=True)
@pytest.mark.parametrize(
    "name",
    sorted(
        path.relative_to(SAMPLES / "patches").as_posix() for path in SAMPLES.glob("patches/*/*")
    ),
)
async def test_server_and_command_line_give_the_same_receipt(
    name: str, session: Session, capfd: pytest.CaptureFixture[str]
) -> None:
    schema = json.loads(
        (Path(patchsight.__file__).parent / "receipt.schema.json").read_text(encoding="utf-8")
    )
    patch = str(lay_out(session.root, name))
    checked = command_line(capfd, "check", "--root", str(session.root), "json", patch)
    applied = (
        command_line(capfd, "apply", "--root", str(session.root), "json", patch)
        if checked["files"] and checked["applicable"]
        else None
    )
    lay_out(session.root, name)
    uri = session.open(Path(name).name)
    await ask(session, "checkPatch", uri=uri)  # a page is quiet until someone asks
    told = await ask(session, "receipt", uri=uri)
    assert told == checked
    jsonschema.validate(told, schema)
    assert await ask(session, "receipt", uri=uri, applied=True) is None
    if applied:
        await session.apply(uri)
        told = await ask(session, "receipt", uri=uri, applied=True)
        assert told == applied and told["applied"] is True
        jsonschema.validate(told, schema)


async def test_what_is_only_advice_stands_in_the_receipt_of_what_was_applied(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Counts that are wrong, modes that are not applied, a place that is not where the header says."""
    (tmp_path / "a.py").write_text("zero\none\ntwo\n")
    (tmp_path / "p.diff").write_text(
        "diff --git a/a.py b/a.py\nold mode 100644\nnew mode 100755\nindex 1..2\n--- a/a.py\n+++ b/a.py\n@@ -1,9 +1,9 @@\n one  \n-two\n+2\n"
    )
    told = command_line(capfd, "apply", "--root", str(tmp_path), "json", str(tmp_path / "p.diff"))
    assert (told["applied"], told["applicable"]) == (True, True)
    assert told["ignored_metadata"] == ["old mode 100644", "new mode 100755", "index 1..2"]
    assert [(one["code"], one["severity"]) for one in told["problems"]] == [
        ("loose_match", "information"), ("hunk_count_mismatch", "warning"), ("line_drift", "information"),
    ]  # fmt: skip
    [part] = told["parts"]
    assert (part["state"], part["grade"], part["score"], part["lines"]) == (
        "fits",
        "trailing-space",
        1.0,
        {"start": 2, "end": 3},
    )
