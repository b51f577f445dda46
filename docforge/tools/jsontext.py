"""Reads values that arrive as JSON text where the argument is not a string (DOOR-5). Knows no tool."""

from __future__ import annotations

import json
import types
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from pydantic import BaseModel
from typing_extensions import TypeAliasType


def read_json_text(value: Any, annotation: Any) -> Any:
    """`value` with every string parsed that stands where `annotation` takes no string; all else as it came.

    What is no JSON text stays a string, and is refused by the model as any other wrong type.
    """
    branches = _branches(annotation)
    if isinstance(value, str) and not any(_takes_text(branch) for branch in branches):
        value = _parsed(value)
    if isinstance(value, list):
        return _read_list(cast("list[Any]", value), branches)
    if isinstance(value, dict):
        return _read_object(cast("dict[Any, Any]", value), branches)
    return value


def _read_list(value: list[Any], branches: list[Any]) -> list[Any]:
    inner = next((get_args(branch) for branch in branches if get_origin(branch) is list), ())
    return [read_json_text(item, inner[0]) for item in value] if inner else value


def _read_object(value: dict[Any, Any], branches: list[Any]) -> dict[Any, Any]:
    for branch in branches:
        if isinstance(branch, type) and issubclass(branch, BaseModel):
            return read_fields(value, branch)
    inner = next((get_args(branch) for branch in branches if get_origin(branch) is dict), ())
    return {key: read_json_text(item, inner[1]) for key, item in value.items()} if inner else value


def read_fields(value: dict[Any, Any], model: type[BaseModel]) -> dict[Any, Any]:
    """The object with the values of the model's own fields read; unknown ones as they came."""
    fields = model.model_fields
    return {k: read_json_text(v, fields[k].annotation) if k in fields else v for k, v in value.items()}


def _branches(annotation: Any) -> list[Any]:
    """The members of a union, aliases and Annotated looked through."""
    if isinstance(annotation, TypeAliasType):
        return _branches(annotation.__value__)
    origin = get_origin(annotation)
    if origin is Annotated:
        return _branches(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return [branch for member in get_args(annotation) for branch in _branches(member)]
    return [annotation]


def _takes_text(branch: Any) -> bool:
    if get_origin(branch) is Literal:
        return any(isinstance(choice, str) for choice in get_args(branch))
    if branch in (bool, int, float, type(None)) or get_origin(branch) in (list, dict, tuple):
        return False
    return not (isinstance(branch, type) and issubclass(branch, BaseModel))


def _parsed(text: str) -> Any:
    try:
        value: Any = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return text
    return text if isinstance(value, str) else value


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)  # NaN and Infinity are not JSON (RFC 8259 §6)
