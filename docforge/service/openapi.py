"""The OpenAPI description: argument models, results and every refusal of every tool. Knows no tool by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from docforge.errors import REFUSALS
from docforge.service.operations import HELD, gives, leads_to
from docforge.service.problems import MEDIA_TYPE
from docforge.tools import Tool
from docforge.tools.jobs import Started
from docforge.tools.schema import arguments_schema
from docforge.tools.tool import Json

ACCEPTED = 202
DOOR = ("bad_request", "sign_in", "wrong_origin", "too_large", "wrong_content_type", "wrong_host", "internal")
_REFERENCE = "#/components/schemas/{model}"
_NULL: Json = {"type": "null"}
_PROBLEM: Json = {
    "type": "object",
    "required": ["at", "code", "message"],
    "properties": {
        "at": {"type": "string"},
        "code": {"type": "string"},
        "message": {"type": "string"},
        "inputs": {"type": "array", "items": {"type": "string"}},
        "allowed": {"type": "array", "items": {}},
        "nearest": {},
        "use": {},
    },
}
_CALL: Json = {
    "type": "object",
    "required": ["tool", "arguments"],
    "properties": {"tool": {"type": "string"}, "arguments": {"type": "object"}},
}
_CHOICE: Json = {
    "type": "object",
    "required": ["means"],
    "properties": {
        "means": {"type": "string"},
        "call": {"$ref": _REFERENCE.format(model="NextCall")},
        "same_but": {"type": "object"},
        "result": {"type": "object"},
        "needs": {"type": "array", "items": {"type": "string"}},
    },
}
_NEXT: Json = {
    "type": "object",
    "required": ["say"],
    "properties": {
        "say": {"type": "string"},
        "call": {"$ref": _REFERENCE.format(model="NextCall")},
        "same_but": {"type": "object"},
        "needs": {"type": "array", "items": {"type": "string"}},
        "choices": {"type": "array", "items": {"$ref": _REFERENCE.format(model="Choice")}},
    },
}
_REFUSAL: Json = {
    "type": "object",
    "description": "A call that was not carried out, why, and what to do next (RFC 9457).",
    "required": ["type", "title", "status", "detail", "instance", "code", "message", "next"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": "string"},
        "code": {"type": "string", "enum": sorted(REFUSALS)},
        "message": {"type": "string"},
        "problems": {"type": "array", "items": {"$ref": _REFERENCE.format(model="Problem")}},
        "next": {"$ref": _REFERENCE.format(model="Next")},
    },
}
_REFUSING: Json = {"Problem": _PROBLEM, "NextCall": _CALL, "Choice": _CHOICE, "Next": _NEXT, "Refusal": _REFUSAL}


_HEADERS = {
    "Docforge-Conversation": "The conversation that the call belongs to; cards are listed by it.",
    "Docforge-Turn": "The turn of the conversation.",
    "Accept-Language": "ko or en: the language of messages.",
    "Idempotency-Key": "A key of this call's own: sent again with it, the call is told that it is done.",
    "If-Match": "The version that is meant; refused if the file has changed since.",
}
_EVERYWHERE = ("Docforge-Conversation", "Docforge-Turn", "Accept-Language")
_MORE = {
    ("/v1/tools/", "post"): "Idempotency-Key",
    ("/v1/files/", "put"): "If-Match",
    ("/v1/files/", "delete"): "If-Match",
}


def complete(schema: Json, tools: Mapping[str, Tool]) -> Json:
    """The description of all routes with what they share: schemas, sign-in, and the headers that a call may carry."""
    shared = schema.setdefault("components", {})
    shared["schemas"] = components(tools)
    shared["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            _drop_foreign_refusal(operation["responses"])
            if path.startswith("/v1/"):
                operation["security"] = [{"key": []}, {}]  # without a key on loopback alone
                operation["parameters"] = [*operation.get("parameters", []), *_headers(path, method)]
    return schema


def _drop_foreign_refusal(answers: Json) -> None:
    """Take out what FastAPI says of every path with a variable: that it refuses in a shape of its own."""
    if "application/json" in answers.get("422", {}).get("content", {}):
        del answers["422"]


def _headers(path: str, method: str) -> list[Json]:
    more = (name for (start, taking), name in _MORE.items() if path.startswith(start) and method == taking)
    return [
        {"name": name, "in": "header", "required": False, "description": _HEADERS[name], "schema": {"type": "string"}}
        for name in (*_EVERYWHERE, *more)
    ]


def camel(name: str) -> str:
    """`EditXlsx` for edit_xlsx."""
    return "".join(part.capitalize() for part in name.split("_"))


def request_body(tool: Tool) -> Json:
    """The body of a tool's route, by reference."""
    told: Json = {"schema": {"$ref": _REFERENCE.format(model=f"{camel(tool.name)}Arguments")}}
    if tool.example is not None:
        told["example"] = tool.example
    return {"requestBody": {"required": True, "content": {"application/json": told}}}


def responses(
    codes: Iterable[str], result: type[BaseModel] | None = None, *, slow: bool = False
) -> dict[int | str, Json]:
    """What a route answers: the result, the job that a `slow` tool may become, each status with its refusals' codes."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys((*codes, *DOOR)):
        by_status.setdefault(REFUSALS[code].status, []).append(code)
    schema = {"$ref": _REFERENCE.format(model="Refusal")}
    told: dict[int | str, Json] = {
        status: {"description": ", ".join(names), "content": {MEDIA_TYPE: {"schema": schema}}}
        for status, names in sorted(by_status.items())
    }
    if result is not None:
        links = leads_to("get_file") if "path" in result.model_fields else {}
        told[200] = {**gives(result.__name__, "Done."), **links}
    if slow:
        told[ACCEPTED] = {
            **gives(Started.__name__, "It takes long, and goes on as a job."),
            **leads_to("job", by="job"),
        }
    return told


def components(tools: Mapping[str, Tool]) -> Json:
    """The schemas that routes refer to: refusals, results, and the arguments of each tool."""
    results = {Started, *(tool.result for tool in tools.values())}
    models = sorted(results, key=lambda model: model.__name__)
    _, shown = models_json_schema([(model, "serialization") for model in models], ref_template=_REFERENCE)
    schemas: Json = {**_REFUSING, **HELD}
    schemas |= {name: _without_nulls(_with_warnings(told, results)) for name, told in shown["$defs"].items()}
    for tool in tools.values():
        schemas[f"{camel(tool.name)}Arguments"] = _with_nulls(arguments_schema(tool, over_mcp=False))
    return schemas


def _with_nulls(schema: Json) -> Json:
    """An argument that may be left out may also be null, which says the same."""
    required = schema.get("required", ())
    told = {name: node if name in required else _or_null(node) for name, node in schema["properties"].items()}
    return {**schema, "properties": told}


def _without_nulls(node: Any) -> Any:
    """What a result lacks is left out, never null."""
    if isinstance(node, list):
        return [_without_nulls(item) for item in cast("list[Any]", node) if item != _NULL]
    if not isinstance(node, dict):
        return node
    told = {
        key: _without_nulls(value) for key, value in cast("Json", node).items() if (key, value) != ("default", None)
    }
    branches = told.get("anyOf", ())
    if len(branches) != 1:
        return told
    rest = {key: value for key, value in told.items() if key != "anyOf"}
    return {**branches[0], **rest}


def _or_null(node: Json) -> Json:
    if "enum" in node or "type" not in node:
        return {"anyOf": [node, _NULL]}
    types: Any = node["type"]
    return {**node, "type": [*(types if isinstance(types, list) else [types]), "null"]}


def _with_warnings(schema: Json, results: set[Any]) -> Json:
    """A result also carries what the caller should know; what is absent is left out, so little is required."""
    if schema.get("title") not in {model.__name__ for model in results}:
        return schema
    properties = {**schema.get("properties", {}), "warnings": {"type": "array", "items": {"type": "string"}}}
    return {**schema, "properties": properties, "additionalProperties": True}
