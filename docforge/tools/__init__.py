"""Everything a caller can ask for: one typed function a tool, the registry, guides and handles. Knows no door."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from docforge.call import Call
from docforge.formats import load_formats
from docforge.tools.checking import NAME as CHECK_TEMPLATE
from docforge.tools.checking import make_check
from docforge.tools.documents import make_edit, make_read
from docforge.tools.enabling import make_enable_tools
from docforge.tools.files import FILE_TOOLS
from docforge.tools.jobs import get_job
from docforge.tools.run import run
from docforge.tools.tool import Json, Tool
from docforge.workspace import Workspace

__all__ = ["Tool", "load_tools", "run_tool"]


@cache
def load_tools() -> dict[str, Tool]:
    """All tools by name, in the order in which every door lists them: the same for everyone."""
    formats = load_formats().values()
    named = [f"{verb}_{fmt.name}" for fmt in formats for verb in ("read", "edit")]
    known = frozenset((*named, *(tool.name for tool in FILE_TOOLS), CHECK_TEMPLATE, get_job.name))
    pairs = [make(fmt, known) for fmt in formats for make in (make_read, make_edit)]
    others = {tool.name: tool for tool in (*pairs, *FILE_TOOLS, make_check(known), get_job)}
    return {"enable_tools": make_enable_tools(others), **others}


def run_tool(name: str, call: Call, workspace: Workspace, arguments: Mapping[str, Any]) -> Json:
    """The result of one call as a JSON object, the same through every door; raises Refusal in the call's language."""
    return run(load_tools(), name, call, workspace, arguments)
