"""The examples of docs/protocol.md, and what the server really answers to them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from lsp.inside import Inside

PAGE = Path(__file__).parents[2] / "docs/protocol.md"
_FOLDER = "/project"
_ABLE = {"workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}}}


class Example(NamedTuple):
    """What a client sends to a request or a command of ours, and what it gets."""

    name: str
    sent: Any
    answer: Any


def headings(page: str) -> set[str]:
    """The requests and commands that the page has a section for."""
    return set(re.findall(r"^### `(patchsight[./]\w+)`$", page, re.M))


def examples_of(page: str) -> list[Example]:
    found = []
    for section in re.split(r"^### ", page, flags=re.M)[1:]:
        name = section.split("`")[1]
        blocks = re.findall(r"^```json\n(.*?)^```$", section, re.M | re.S)
        if blocks:
            sent, answer = map(json.loads, blocks)
            found.append(Example(name, sent, answer))
    return found


async def ask(name: str, sent: Any, page: str, parent: Path) -> Any:
    """What a server answers that has the patch of the page open, with paths as the page has them."""
    target, patch = re.findall(r"^```(?:python|diff)\n(.*?)^```$", page, re.M | re.S)[:2]
    folder = parent / _FOLDER.strip("/")
    folder.mkdir(exist_ok=True)
    (folder / "app.py").write_text(target)
    inside = Inside()
    inside.answers["workspace/applyEdit"] = {"applied": True}
    await inside.begin(folder, capabilities=_ABLE)
    inside.open((folder / "change.patch").as_uri(), patch)
    argument = json.loads(json.dumps(sent).replace(_FOLDER, str(folder)))
    if "/" in name:
        answer = await inside.request(name, argument)
    else:
        params = {"command": name, "arguments": [argument]}
        answer = await inside.request("workspace/executeCommand", params)
    return json.loads(json.dumps(answer["result"]).replace(str(folder), _FOLDER))
