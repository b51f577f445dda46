"""Cuts long lists into pages that a model can read (XREAD-2). Knows no tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from docforge.errors import Phrase, Problem, Refusal
from docforge.tools.spelling import compact

ROWS, CHARACTERS = 50, 24_000
_FRAME = 600  # the keys around the rows: path, counts, warnings
_SHORTER = (20, 5, 1)  # how many items a list keeps where its row does not fit, and then still does not
_LETTERS = 50  # of a text, for each item that a list keeps

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Page:
    """Rows of one page, what stands beside them on it, and the cursor of the next (None on the last)."""

    rows: list[Json]
    beside: Json
    next_cursor: str | None


def cut_page(
    tool: str,
    rows: Sequence[Json],
    *,
    cursor: str | None,
    limit: int | None,
    beside: Mapping[str, Any] | None = None,
    told: int = 0,
) -> Page:
    """The page at `cursor`: at most `limit` rows (50 where None) and 24,000 characters in all.

    `beside` stands on the first page only; `told` characters of warnings stand on each.
    Raises Refusal bad_arguments for a cursor that no page gave.
    """
    start = _start(tool, cursor, len(rows))
    shown_beside = _fitting(dict(beside or {}), CHARACTERS // 2) if start == 0 else {}
    room = CHARACTERS - _FRAME - told - len(compact(shown_beside))
    page: list[Json] = []
    for row in rows[start : start + (limit or ROWS)]:
        shown = row if len(compact(row)) < room or page else _fitting(row, room)
        room -= len(compact(shown)) + 1
        if room < 0 and page:
            break
        page.append(shown)
    end = start + len(page)
    return Page(page, shown_beside, str(end) if end < len(rows) else None)


def _start(tool: str, cursor: str | None, total: int) -> int:
    if cursor is None:
        return 0
    if cursor.isascii() and cursor.isdigit() and len(cursor) < len(str(2**31)) and int(cursor) < max(total, 1):
        return int(cursor)
    problem = Problem("bad_value", at="cursor", facts={"why": Phrase("no_such_cursor")})
    raise Refusal("bad_arguments", tool=tool, problems=[problem], needs=["cursor"])


def _fitting(row: Json, room: int) -> Json:
    """The row with its longest lists and texts cut to a few, so that one monster does not push all else away."""
    shown = row
    for most in _SHORTER:
        if len(compact(shown)) < room:
            break
        shown = {key: _cut(value, most) for key, value in row.items()}
    return shown


def _cut(value: Any, most: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= most * _LETTERS else value[: most * _LETTERS] + "…"
    if isinstance(value, list):
        items = cast("list[Any]", value)
        kept = [_cut(item, most) for item in items[:most]]
        return [*kept, f"… {len(items) - most} more"] if len(items) > most else kept
    if isinstance(value, dict):
        return {key: _cut(item, most) for key, item in cast("Json", value).items()}
    return value
