"""A hook of mkdocs: pages that the program makes itself, one for each format and each problem code.

`make site` builds the site; a test builds it, too, and fails where a link leads nowhere.
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from lsp.codes import Case  # noqa: E402
from lsp.test_every_code import CASES  # noqa: E402
from patchsight.core.fixes import Surroundings, Trial, find_fixes  # noqa: E402
from patchsight.core.formats.registry import FORMATS  # noqa: E402
from patchsight.core.formats.spec import FormatSpec  # noqa: E402
from patchsight.core.formats.tool import read_grammar  # noqa: E402
from patchsight.core.model.problems import CATALOGUE, Entry  # noqa: E402
from patchsight.core.model.report import Report  # noqa: E402
from patchsight.core.text.edits import apply_edits  # noqa: E402
from patchsight.workspace.texts import TextWorkspace  # noqa: E402
from project.corrected import CORRECTED, correct  # noqa: E402
from project.playground import add_playground  # noqa: E402
from support.carets import trim  # noqa: E402

_OUTSIDE = re.compile(r"\[([^]]*)\]\(((?:\.\./)[^)]*)\)")
#: A picture of the extension, which keeps them where its own page finds them.
_PICTURE = re.compile(r"(?:\.\./)+client-vscode/images/([\w-]+\.png)")


def on_config(config: Any) -> Any:
    """Every format is in the navigation."""
    for entry in config["nav"]:
        if "Formats" in entry:
            entry["Formats"] = [
                {"Overview": "formats/index.md"},
                *({spec.title: f"formats/{spec.name}.md"} for spec in FORMATS),
            ]
    return config


def on_files(files: Files, config: Any) -> Files:
    pages = {"formats/index.md": formats_page()}
    pages |= {f"formats/{spec.name}.md": format_page(spec) for spec in FORMATS}
    pages |= {f"codes/{code}.md": code_page(code, entry) for code, entry in CATALOGUE.items()}
    for name, text in pages.items():
        made = File.generated(config, name, content=text)
        if name.startswith("codes/"):
            made.inclusion = made.inclusion.NOT_IN_NAV  # its overview leads to it
        files.append(made)
    pages_here = [
        page.read_text(encoding="utf-8") for page in Path(config["docs_dir"]).rglob("*.md")
    ]
    for picture in sorted({name for text in pages_here for name in _PICTURE.findall(text)}):
        place = f"images/{picture}"
        files.append(
            File(place, str(ROOT / "client-vscode"), config["site_dir"], use_directory_urls=False)
        )
    return files


def on_post_build(config: Any) -> None:
    add_playground(Path(config["site_dir"]))


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """What leads out of docs/ leads nowhere on the site; what is made elsewhere comes in."""
    name = page.file.src_uri
    if name == "codes.md":
        return re.sub(r"^\| `(\w+)` \|", r"| [`\1`](codes/\1.md) |", markdown, flags=re.MULTILINE)
    if name == "accuracy.md":
        results = (ROOT / "edit-tests/RESULTS.md").read_text(encoding="utf-8")
        results = re.sub(r"^#", "##", results, flags=re.MULTILINE)
        return markdown.replace("<!-- results -->", results).replace("<!-- speed -->", speed())
    depth = "../" * name.count("/")
    markdown = _PICTURE.sub(rf"{depth}images/\1", markdown)
    return _OUTSIDE.sub(
        lambda link: link[0] if depth and link[2].startswith(depth) else link[1], markdown
    )


def speed() -> str:
    """The times among the figures, as they were measured last."""
    head, *rows = re.findall(r"^\|.*", (ROOT / "docs/figures.md").read_text("utf-8"), re.MULTILINE)
    rows = [
        row for row in rows if re.search(r"\d (?:ms|s)\b.*\|.*(?:bench|patchsight\.|resolve)", row)
    ]
    rows = [row for row in rows if row.count("|") == 5]
    newest = max(row.split("|")[-2] for row in rows)
    return "\n".join([head, "|---|---|---|---|", *(row for row in rows if newest in row)])


# ---- formats


def formats_page() -> str:
    rows = [
        f"| [{spec.title}]({spec.name}.md) | {_dotted(spec)} | {spec.look} |" for spec in FORMATS
    ]
    head = (
        "# Formats\n\nThe content decides which format a text is in, not the file's name. Prose, Markdown fences, heredocs and "
        "calls in JSON around a patch are passed over.\n\n"
    )
    return head + "\n".join(["| format | files | how it looks |", "|---|---|---|", *rows]) + "\n"


def _dotted(spec: FormatSpec) -> str:
    return " ".join(f"`.{suffix}`" for suffix in spec.suffixes) or "any"


def format_page(spec: FormatSpec) -> str:
    guidance = spec.guidance()
    words = [f"| `{word}` | {meaning} |" for word, meaning in _cells(spec.glossary().items())]
    pieces = [
        f"# {spec.title}",
        f"Files: {_dotted(spec)}. How it looks: {spec.look}.",
        "## Rules for who writes it",
        f"This is what `patchsight tool --guidance --provider openai --format {spec.name}` tells a model.",
        guidance.rules,
        _fence(guidance.example),
        "## How a part finds its place",
        _placing(spec),
    ]
    if words:
        pieces += ["## Words", "\n".join(["| word | meaning |", "|---|---|", *words])]
    if spec.grammar:
        told = "In [Lark](https://github.com/lark-parser/lark)'s notation; it offers the plain form of the format. The reader takes more."
        pieces += ["## Grammar", told, _fence(read_grammar(spec))]
    return "\n\n".join(pieces) + "\n"


def _cells(items: Any) -> list[tuple[str, str]]:
    return [(word.replace("|", "\\|"), meaning.replace("|", "\\|")) for word, meaning in items]


def _placing(spec: FormatSpec) -> str:
    policy = spec.policy
    grades = ", ".join(grade.label for grade in policy.grades)
    facts = [f"- Lines may agree by these grades, the strictest first: {grades}."]
    facts += [
        f"- {told}"
        for holds, told in (
            (policy.numbers, "Line numbers in the header are looked at first."),
            (policy.hints, "A line after `@@` says below which line the part stands."),
            (policy.order, "The order of the parts may tell equal places apart."),
            (policy.in_turn, "Each part works on what the one before left."),
            (policy.by_code, "Indentation and blank lines are not compared."),
            (policy.fuzzy, "A similar text may be taken, with a warning."),
            (policy.refuses_elision, "A line that stands for text left out is refused."),
            (policy.one_section_per_file, "A file may appear once."),
            (policy.paths_from_patch, "Paths start at the patch's own folder."),
        )
        if holds
    ]
    return "\n".join(facts)


# ---- problem codes


def code_page(code: str, entry: Entry) -> str:
    pieces = ["[Problem codes](../codes.md) ›", f"# {code}"]
    pieces += [f"**{entry.title}** ({entry.severity.name.lower()})", entry.why]
    pieces.append(f"*What to do:* {entry.fix}")
    if code in CASES:
        pieces += _example(code, CASES[code])
    else:
        pieces.append("It is told of a session of several patches, and no single patch shows it.")
    return "\n\n".join(pieces) + "\n"


def _example(code: str, case: Case) -> list[str]:
    """A patch with carets under what is marked, the files, the message, and the patch after a quick fix."""
    root = Path("/project")
    text, _ = case.marked(root)
    pieces = ["## Example", _fence(trim(case.patch).replace("{ROOT}", str(root)))]
    files = {path: file for path, file in case.files.items() if isinstance(file, str)}
    for path, content in files.items():
        if content and len(content) < 500:
            pieces += [f"on `{path}`:", _fence(content)]
    trial = _trial(text, files, case.name)
    problem = next((one for one in trial.report.problems if one.code == code), None)
    if problem is None:
        return pieces  # it takes more than texts to see it
    pieces.append(f"> {problem.message}")
    if fix := next(iter(find_fixes(trial, problem)), None):
        pieces += [f"## After the quick fix “{fix.title}”", _fence(apply_edits(text, fix.edits))]
    elif code in CORRECTED:
        pieces += ["## After correcting it by hand", _fence(correct(code, text))]
    elif trial.report.ok:
        pieces += _applied(trial.report)
    if not case.settings:
        address = f"../playground.html#{_packed(text, files, case.name)}"
        pieces.append(f'<a href="{address}">Open the example in the playground</a>')
    return pieces


def _applied(report: Report) -> list[str]:
    """What becomes of the files, where the problem is none that stops the patch."""
    pieces = ["## After applying it"]
    for path, text in report.files.items():
        pieces += [f"`{path}` is deleted."] if text is None else [f"`{path}`:", _fence(text)]
    return pieces if report.files else [*pieces, "Nothing changes."]


def _packed(text: str, files: dict[str, str], name: str) -> str:
    """An example as the playground's links hold it, see docs/playground/link.js."""
    example = {
        "files": [{"path": path, "text": file} for path, file in files.items()],
        "patch": text,
        "profile": "zenpatch" if name.endswith(".zenpatch") else "",
    }
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(json.dumps(example).encode()) + packer.flush()
    return "1." + urlsafe_b64encode(packed).decode().rstrip("=")


def _trial(text: str, files: dict[str, str], name: str) -> Trial:
    def analyse(patch: str) -> Report:
        return TextWorkspace(files).analyse(patch, Path(name))

    return Trial(analyse(text), Surroundings(analyse, lambda: list(files), "/project"))


def _fence(text: str) -> str:
    rows = re.findall(r"`{3,}", text)
    sign = "`" * max(3, *(len(row) + 1 for row in rows)) if rows else "```"
    return f"{sign}text\n{text.rstrip(chr(10))}\n{sign}"
