"""What an operation of REST takes and gives beside a tool's arguments: bytes, lists, links. Knows no tool."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from docforge.tools.tool import Json

BINARY: Json = {"schema": {"type": "string", "format": "binary"}}
_TEXT: Json = {"type": "string"}
_NUMBER: Json = {"type": "integer"}


def _object(*, needs: Iterable[str], **properties: Json) -> Json:
    return {"type": "object", "required": list(needs), "properties": properties}


FILED = _object(needs=("path", "size", "version"), path=_TEXT, size=_NUMBER, version=_TEXT)
_CARD = _object(
    needs=("path", "version", "name", "size"),
    path=_TEXT,
    version=_TEXT,
    name=_TEXT,
    size=_NUMBER,
    url=_TEXT,
    expires=_TEXT,
    location=_TEXT,
)
CARDS = _object(needs=("total", "cards"), total=_NUMBER, cards={"type": "array", "items": _CARD})
_DESCRIBED = _object(
    needs=("name", "description", "arguments", "refuses"),
    name=_TEXT,
    description=_TEXT,
    arguments={"type": "object"},
    refuses={"type": "array", "items": _TEXT},
)
CATALOGUE = _object(needs=("tools",), tools={"type": "array", "items": _DESCRIBED})
HELD: Json = {"Filed": FILED, "Cards": CARDS, "Catalogue": CATALOGUE}


def takes_bytes() -> Json:
    """A body that is the file itself."""
    return {"requestBody": {"required": True, "content": {"application/octet-stream": BINARY}}}


def gives(model: str, described: str) -> Json:
    """A success whose body is one of the components."""
    schema = {"$ref": f"#/components/schemas/{model}"}
    return {"description": described, "content": {"application/json": {"schema": schema}}}


def gives_file() -> Json:
    """A success whose body is the file itself, under its own media type."""
    return {"description": "The file.", "content": {"application/octet-stream": BINARY, "*/*": BINARY}}


def leads_to(*operations: str, by: str = "path") -> dict[str, Any]:
    """Links from an answer to operations that take what it holds under the name `by` (OpenAPI 3.1 §4.8.20)."""
    there = {by: f"$response.body#/{by}"}
    return {"links": {name: {"operationId": name, "parameters": there} for name in operations}}
