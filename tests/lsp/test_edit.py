"""An edit, carried out to the letter, gives exactly what was planned."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from lsp.editor import Editor, Habits, Page, as_uri
from patchsight.core import formats
from patchsight.core.model.target import Target
from patchsight.core.placing.resolver import resolve
from patchsight.lsp.capabilities import Capabilities
from patchsight.lsp.positions import Address, Codec
from patchsight.lsp.workspace_edit import EditBuilder

ROOT = Path("/nowhere")
URI = as_uri(ROOT / "a.txt")
rows = st.lists(
    st.sampled_from(["a", "b", "", "🦊", "e\u0301 𝒳", "x\u2028y", "\fz", " c", "d "]), max_size=8
)
ends = st.sampled_from(["\n", "\r\n", "\r"])
texts = st.tuples(
    st.lists(st.tuples(st.sampled_from(["a", "b", "", "🦊", "x\u2028y"]), ends), max_size=8),
    st.booleans(),
).map(lambda made: "".join(row + end for row, end in made[0])[: None if made[1] else -1])


@given(texts, rows, st.sampled_from(["utf-8", "utf-16", "utf-32"]), st.booleans(), st.booleans())
def test_an_edit_gives_what_was_planned(
    before: str, new: list[str], encoding: str, marked: bool, annotated: bool
) -> None:
    patch = formats.parse(
        ">>> file: a.txt | mode=replace\n--- from\n--- to\n"
        + "".join(f"{row}\n" for row in new)
        + "<\n",
        "p.applydiff",
    )
    report = resolve(patch, {"a.txt": Target("a.txt", before, bom=marked)})
    for plan in report.plan:
        editor = Editor(Habits(encoding, annotations=annotated), lambda *_: None)
        editor.pages[URI] = Page(URI, "\ufeff" * marked + before, version=7)
        caps = Capabilities(document_changes=True, annotations=annotated)
        address = Address(URI, 7, Codec(encoding, marked))
        editor.apply(EditBuilder(ROOT, caps, lambda _, address=address: address).build([plan]))  # type: ignore[misc]
        assert editor.pages[URI].text == "\ufeff" * marked + (plan.after or "")
