"""Writes the next call out whole where it is short enough, else as what differs (DOOR-8). Knows no tool."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from docforge.errors import Change, Refusal
from docforge.tools.tool import GUIDE, Json, Tool

SHORT = 2_000


def compact(value: Any) -> str:
    """JSON without spaces, Hangul as itself."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def spell_out(refusal: Refusal, tool: Tool, raw: Mapping[str, Any], tools: Mapping[str, Tool]) -> Refusal:
    """The refusal with every next call whole when that call is under 2,000 characters of JSON.

    `raw` is the caller's own call, with the handle over MCP; the handle goes along to another tool that asks for it.
    """

    def spell(change: Change) -> Change:
        if change.arguments is not None:
            return Change(tool=change.tool, arguments=_with_handle(change.arguments, tools.get(change.tool or ""), raw))
        whole: Json = {**raw, **change.same_but}
        whole = {key: value for key, value in whole.items() if value is not None}
        short = len(compact({"tool": tool.name, "arguments": whole})) < SHORT
        return Change(tool=tool.name, arguments=whole) if short else change

    return refusal.with_changes(spell)


def _with_handle(arguments: Json, other: Tool | None, raw: Mapping[str, Any]) -> Json:
    wanted = other is not None and other.needs_guide and GUIDE in raw and GUIDE not in arguments
    return {**arguments, GUIDE: raw[GUIDE]} if wanted else arguments
