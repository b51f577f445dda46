"""JSON Schemas of arguments, written out as short as they can be (GUIDE-5). Knows no door but by two arguments."""

from __future__ import annotations

from typing import Any, cast

from pydantic import BaseModel

from docforge.tools.tool import GUIDE, LIMIT, Json, Signature, Tool

_NULL: Json = {"type": "null"}
_DROPPED = ("title", "$defs")


def arguments_schema(tool: Signature, *, over_mcp: bool) -> Json:
    """The schema of a tool's arguments: no titles, `$defs` or null branches.

    Over MCP the handle is an argument of the tools that ask for it, and no tool has `limit` (DOOR-1).
    """
    schema = compact_schema(tool.arguments)
    if not over_mcp:
        return schema
    properties = {name: told for name, told in schema["properties"].items() if name != LIMIT}
    if not tool.needs_guide:
        return {**schema, "properties": properties}
    properties[GUIDE] = {"type": "string", "description": "handle from enable_tools"}
    return {**schema, "properties": properties, "required": [*schema["required"], GUIDE]}


def describe(tool: Tool) -> Json:
    """A tool as programs list it: name, what it is for, arguments, the codes of its refusals."""
    return {
        "name": tool.name,
        "description": tool.description,
        "arguments": arguments_schema(tool, over_mcp=False),
        "refuses": list(tool.codes),
    }


def compact_schema(model: type[BaseModel]) -> Json:
    """The model's schema with every reference written out, its own docstrings left away."""
    schema = model.model_json_schema()
    return _object(schema, schema.get("$defs", {}))


def _node(node: Json, defs: Json) -> Json:
    if "$ref" in node:
        target = dict(defs[node["$ref"].rpartition("/")[2]])
        target.pop("description", None)
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    if "anyOf" in node:
        return _any_of(node, defs)
    if "properties" in node:
        return _object(node, defs, described=True)
    node = {key: value for key, value in node.items() if key not in _DROPPED}
    if isinstance(node.get("items"), dict):
        node["items"] = _node(node["items"], defs)
    if isinstance(node.get("additionalProperties"), dict):
        node["additionalProperties"] = _node(node["additionalProperties"], defs)
    return node


def _object(node: Json, defs: Json, *, described: bool = False) -> Json:
    required = cast("list[str]", node.get("required", []))
    shown: Json = {"type": "object", "additionalProperties": node.get("additionalProperties", True)}
    properties = cast("dict[str, Json]", node.get("properties", {}))
    shown["properties"] = {name: _property(told, defs, name in required) for name, told in properties.items()}
    if required:
        shown["required"] = required
    if described and "description" in node:
        shown["description"] = node["description"]
    return shown


def _property(node: Json, defs: Json, required: bool) -> Json:
    """One argument; where it may be left out, neither null nor an empty default says anything."""
    if not required:
        node = {key: value for key, value in node.items() if key != "default" or value}
        if "anyOf" in node:
            node["anyOf"] = [branch for branch in node["anyOf"] if branch != _NULL]
    return _node(node, defs)


def _any_of(node: Json, defs: Json) -> Json:
    """Branches joined: one alone stands for itself, plain types become one list of types."""
    branches = [_node(branch, defs) for branch in node["anyOf"]]
    rest = {key: value for key, value in node.items() if key not in ("anyOf", *_DROPPED)}
    if len(branches) == 1:
        return {**branches[0], **rest}
    if all(set(branch) == {"type"} for branch in branches):
        types: list[Any] = [branch["type"] for branch in branches]
        return {"type": types, **rest}
    return {"anyOf": branches, **rest}
