"""Writes guides/reference/ from the tables. `make reference` runs it; a test compares."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from docforge.config import Settings
from docforge.errors import FAULTS, NOTICES, PROBLEMS, REFUSALS, Text
from docforge.formats.values import show_value
from docforge.formats.vocabulary import FORMATS, FormatName, find_format
from docforge.tools import Tool, load_tools

FOLDER = Path(__file__).resolve().parents[2] / "guides" / "reference"
WRITTEN = "<!-- Written by `make reference` from {source}; not edited by hand. -->"
FIXERS = {
    "caller": "the caller, by calling again as told",
    "user": "the user, with another file or key",
    "operator": "the operator of the service",
    "docforge": "DocForge itself",
}


def facts_shown(sentence: str) -> str:
    """A sentence of the table with its facts as a reader knows them: `{path:을/를}` → `{path}을/를`."""
    return re.sub(r"\{(\w+):([^}]+)\}", r"{\1}\2", sentence)


def both(text: Text) -> Iterator[str]:
    yield f"- {facts_shown(text['en'])}"
    yield f"- {facts_shown(text['ko'])}"


def settings_page() -> Iterator[str]:
    yield "# Settings"
    yield WRITTEN.format(source="docforge/config.py")
    yield (
        "Each is an environment variable, or a key without the prefix, in lower case, "
        "in the TOML file that `DOCFORGE_CONFIG` names.\nThe environment goes first."
    )
    for name, field in Settings.model_fields.items():
        yield f"## `DOCFORGE_{name.upper()}`"
        yield f"{field.description}\n\nDefault: {default_of(field)}"


def default_of(field: Any) -> str:
    value = field.get_default(call_default_factory=True)
    if value is None:
        return "none."
    shown = ", ".join(value) if isinstance(value, list) else f"{value:,}" if isinstance(value, int) else str(value)
    return f"`{str(value).lower() if isinstance(value, bool) else shown}`." if shown else "empty."


def codes_page() -> Iterator[str]:
    yield "# Codes"
    yield WRITTEN.format(source="docforge/errors/table.py")
    yield (
        "Every refusal carries one code of the first list, and its `problems` carry codes of the second.\n"
        "Facts of the call stand in braces."
    )
    yield "## Refusals"
    for code, row in REFUSALS.items():
        yield f"### `{code}`"
        yield f"HTTP {row.status}. Fixed by {FIXERS[row.fixer]}."
        yield "\n".join([*both(row.says), "", "Next:", "", *both(row.next)])
    yield "## Problems of single values"
    yield from _sentences(PROBLEMS)
    yield "## Warnings of calls that were carried out"
    yield from _sentences(NOTICES)
    yield "## Faults of forms, as check_template tells them"
    for code, row in FAULTS.items():
        yield f"### `{code}`"
        yield "\n".join([f"{row.severity.capitalize()}.", "", *both(row.says), "", "What to do:", "", *both(row.todo)])


def _sentences(table: dict[str, Text]) -> Iterator[str]:
    for code, text in table.items():
        yield f"### `{code}`"
        yield "\n".join(both(text))


def tools_page() -> Iterator[str]:
    yield "# Tools"
    yield WRITTEN.format(source="docforge/tools/")
    yield (
        "The same names, arguments and results at every door.\n"
        "MCP adds `guide`, the handle from `enable_tools`, to tools that edit or create; "
        "the other doors add `limit`, the rows of a page."
    )
    for tool in load_tools().values():
        yield f"## `{tool.name}`"
        yield tool.description
        yield "\n".join(_arguments(tool))
        yield "May be refused with " + ", ".join(f"[`{code}`](codes.md#{code})" for code in tool.codes) + "."


def _arguments(tool: Tool) -> Iterator[str]:
    schema = tool.arguments.model_json_schema()
    for name, told in schema["properties"].items():
        required = ", required" if name in schema.get("required", ()) else ""
        about = f": {told['description']}" if "description" in told else ""
        yield f"- `{name}` ({_type(told)}{required}){about}"


def _type(told: dict[str, Any]) -> str:
    """A JSON Schema type in words: "string", "list of objects", "string or number"."""
    if "anyOf" in told:
        return " or ".join(dict.fromkeys(_type(one) for one in told["anyOf"] if one.get("type") != "null"))
    if "$ref" in told:
        return "object"
    if "enum" in told or "const" in told:
        return " or ".join(f"`{value}`" for value in told.get("enum", [told.get("const")]))
    if told.get("type") == "array":
        return f"list of {_type(told.get('items', {}))}s"
    return told.get("type", "any value")


TAKEN: dict[str, tuple[str, Any]] = {
    "text": ("text, or anything as it is", "00123"),
    "number": ("a number", 12_400_000),
    "date": ("a day, ISO 8601", "2026-09-01"),
    "time": ("a time of day, ISO 8601", "14:05"),
    "datetime": ("a day and a time, ISO 8601", "2026-09-01T14:05"),
    "duration": ("hours and minutes, or ISO 8601", "26:30"),
    "amount": ("a whole number", 12_400_000),
    "business_number": ("ten digits", "1234567890"),
}
PATTERNS = (
    '#,##0.00"원"',
    "#,##0원",
    "0.0%",
    "yyyy. M. d. (aaa)",
    "yyyy년 M월 d일 aaaa",
    "MMMM d, yyyy",
    "[h]시간 m분",
)


def formats_page() -> Iterator[str]:
    yield "# Formats of values"
    yield WRITTEN.format(source="docforge/formats/vocabulary.py")
    yield (
        "`format` stands beside a value in every edit tool and means the same in each.\n"
        "In Word, PowerPoint and Hangul the text is written. In Excel a name writes a number with a number format, "
        "or text where the table says so;\na name without a digit or colon behind it keeps the number format that the "
        "cell has, where that shows such a value."
    )
    yield "## Names"
    yield "\n".join(_format_rows(FORMATS.values()))
    yield (
        "`currency:` takes any code of ISO 4217. A percentage is given as its number: 15 is 15 %. "
        "A fraction with plain `percent` (0.15) is refused, since it may mean either."
    )
    yield "## Patterns"
    yield (
        "A pattern of Excel or Word is a format too. `0` and `#` are digits; `y M d`, `H m s` and `AM/PM` parts of a "
        "moment, `aaa` and `ddd` days of the week, `[h]` hours beyond the day.\n"
        "Latin letters that are to stay stand in quotes. Names of days and months are Korean beside Hangul or with "
        "`aaa`, else English; `[$-412]` (Korean) or `[$-409]` (English) in front decides.\n"
        "A number with a pattern of percent is the share: 0.15 shows as 15 %."
    )
    rows = (row for row in map(find_format, PATTERNS) if row is not None)
    yield "\n".join(_format_rows(rows, PATTERNS))


def _format_rows(rows: Iterable[FormatName], names: Sequence[str] = ()) -> Iterator[str]:
    yield "| `format` | Takes | Example | As text | In a cell of Excel |"
    yield "|---|---|---|---|---|"
    for number, row in enumerate(rows):
        name = names[number] if names else row.name
        takes, example = TAKEN[row.takes]
        example = 15 if row.name.startswith("percent") else 0.15 if "%" in name else example
        stored = "text" if row.writes == "text" else f"number, `{row.code}`"
        given = json.dumps(example, ensure_ascii=False)
        yield f"| `{name}` | {takes} | `{given}` | {show_value(example, name)} | {stored} |"


PAGES = {"formats.md": formats_page, "settings.md": settings_page, "codes.md": codes_page, "tools.md": tools_page}


def render(name: str) -> str:
    """The text of one page as the tables have it now."""
    return "\n\n".join(PAGES[name]()) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        (FOLDER / page).write_text(render(page), encoding="utf-8")
