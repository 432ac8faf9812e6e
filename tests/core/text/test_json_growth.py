"""JSON that cannot be read costs no more than JSON that can: what is read is counted, not timed."""

from __future__ import annotations

import pytest

from patchsight.core import formats
from patchsight.core.formats import xml_calls
from patchsight.core.text.json_values import Json, JsonReader

COUNT = 1_000
CALL = '<invoke name="Edit">\n<parameter name="file_path">f</parameter>\n</invoke>\n'


@pytest.mark.parametrize(
    "text",
    [
        '{"input": [' * COUNT,
        '{"input": [' * 60 + '"x", ' * COUNT + "!",
        '{"name": "Edit", "input": {"old_string": "a", "new_stri\n' * COUNT,
        '[{"old_string": "' * COUNT,
    ],
)
def test_what_breaks_off_is_not_read_again_from_each_bracket(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    read = 0
    original = JsonReader._value

    def count(reader: JsonReader, at: int, depth: int) -> Json:
        nonlocal read
        read += 1
        return original(reader, at, depth)

    monkeypatch.setattr(JsonReader, "_value", count)
    assert not formats.parse(text).files
    assert read <= 6 * COUNT


@pytest.mark.parametrize(
    "text",
    [
        CALL * COUNT,
        '<invoke name="Edit">\n<parameter name="file_path">\n' * COUNT,
        '<invoke name="Edit">\n<parameter name="a">\n' * COUNT + "</parameter><parameter>",
        "<edits>\n<old_text>\n" * COUNT,
    ],
    ids=["whole", "without an end", "with half an end", "edits"],
)
def test_calls_in_xml_do_not_each_go_through_what_follows(text: str) -> None:
    """The text is searched once for each of the few things that end something."""
    calls = list(xml_calls.find_xml_calls(text))
    assert len(calls) == COUNT
