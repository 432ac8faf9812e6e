"""Whatever stands in a patch, in Markdown it is shown to the letter and does nothing."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from patchsight.core.text.invisible import visible
from patchsight.core.text.markdown import code_block, code_span, link

READER = MarkdownIt("commonmark", {"html": True})
setattr(READER, "validateLink", lambda address: True)  # noqa: B010  it leaves out those to files
#: What acts, alone and in heaps.
SIGNS = st.sampled_from(
    ["`", "``", "```", "~~~", "![](https://evil.example)", "[a](command:b)", "<img src=x>", "\\", "]", ")", "(", "|", "*", "_", "#", ">", "&lt;", "\t", " ", "a", "\x1b", "\u202e", "\x9b"]
)  # fmt: skip
LINES = st.one_of(
    st.lists(SIGNS, max_size=12).map("".join),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=40),
)


def inline(markdown: str) -> list[Token]:
    """What one paragraph is made of."""
    _, content, _ = READER.parse(markdown)
    return content.children or []


@given(LINES)
@example("a` ![](https://evil.example) `b")
@example("`")
@example(" a ")
@example("")
def test_code_in_a_sentence(text: str) -> None:
    before, code, after = inline(f"See {code_span(text)}.")
    assert (before.content, code.type, after.content) == ("See ", "code_inline", ".")
    assert code.content.strip() == visible(text).strip()


@given(LINES, LINES)
@example("src/a`![](https://evil.example).py", "file:///ws/src/a)![](https://evil.example")
def test_a_link_leads_where_it_should(text: str, address: str) -> None:
    opening, code, closing = inline(link(code_span(text), "file:///" + address))
    assert (opening.type, code.type, closing.type) == ("link_open", "code_inline", "link_close")
    assert str(opening.attrs["href"]).startswith("file:///")


@given(st.lists(LINES, max_size=6), LINES)
@example(["```", "![](https://evil.example)"], "md")
@example(["~~~"], "js\n![](https://evil.example)\n```")
def test_a_block_of_code_ends_where_it_should(lines: list[str], language: str) -> None:
    block, *rest = READER.parse(f"{code_block(lines, language)}\n\nlast")
    assert [token.type for token in rest] == ["paragraph_open", "inline", "paragraph_close"]
    assert (block.type, block.content) == ("fence", "".join(f"{visible(line)}\n" for line in lines))
    assert block.info in (language, "")
