"""Schemas written out short, and the descriptions that models read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from docforge.formats import load_formats
from docforge.tools import load_tools
from docforge.tools.schema import arguments_schema, compact_schema
from docforge.tools.tool import Arguments

ATTACHING = {
    *("edit_xlsx", "edit_docx", "edit_pptx", "edit_hwpx", "create_xlsx", "create_docx", "create_pptx", "create_hwpx"),
    *("convert_to_pdf", "copy_file", "restore_version", "fill_form", "edit_toy"),
}


def walk(node: Any) -> list[dict[str, Any]]:
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return [*([node] if isinstance(node, dict) else []), *(found for each in inner for found in walk(each))]


@pytest.mark.proves("GUIDE-5")
@pytest.mark.parametrize("over_mcp", [True, False])
def test_schemas_have_no_titles_definitions_or_null_branches(over_mcp: bool) -> None:
    for tool in load_tools().values():
        schema = arguments_schema(tool, over_mcp=over_mcp)
        assert schema["additionalProperties"] is False
        for node in walk(schema):
            assert "$ref" not in node
            assert "$defs" not in node
            assert {"type": "null"} not in node.get("anyOf", [])
            assert not isinstance(node.get("title"), str)


@pytest.mark.proves("GUIDE-5")
def test_a_schema_says_what_a_model_takes_and_no_more() -> None:
    class Inner(Arguments):
        """Not for models to read."""

        value: str | int | None
        title: str = ""

    class Outer(Arguments):
        kind: Literal["a", "b"] = "a"
        inner: Annotated[list[Inner], Field(description="inner ones", default_factory=list)]
        maybe: Inner | None = None
        many: dict[str, int | None] | list[str] | None = None
        flag: bool = False

    inner = {
        "type": "object",
        "additionalProperties": False,
        "properties": {"value": {"type": ["string", "integer", "null"]}, "title": {"type": "string"}},
        "required": ["value"],
    }
    assert compact_schema(Outer) == {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "kind": {"type": "string", "enum": ["a", "b"], "default": "a"},
            "inner": {"type": "array", "items": inner, "description": "inner ones"},
            "maybe": inner,
            "many": {
                "anyOf": [
                    {"type": "object", "additionalProperties": {"type": ["integer", "null"]}},
                    {"type": "array", "items": {"type": "string"}},
                ]
            },
            "flag": {"type": "boolean"},
        },
    }


@pytest.mark.proves("DOOR-1")
def test_doors_differ_in_two_arguments_alone() -> None:
    for tool in load_tools().values():
        mcp, rest = (arguments_schema(tool, over_mcp=over) for over in (True, False))
        assert set(mcp["properties"]) ^ set(rest["properties"]) <= {"guide", "limit"}
        assert ("guide" in mcp["properties"]) == ("guide" in mcp.get("required", [])) == tool.needs_guide
        assert "limit" not in mcp["properties"]
        assert "guide" not in rest["properties"]


@pytest.mark.proves("ATTACH-1")
def test_exactly_these_tools_take_attach_required_and_without_default() -> None:
    for tool in load_tools().values():
        schema = arguments_schema(tool, over_mcp=True)
        takes = "attach" in schema["properties"]
        assert takes == (tool.name in ATTACHING), tool.name
        assert takes == ("attach" in schema.get("required", []))
        assert "default" not in schema["properties"].get("attach", {})


@pytest.mark.proves("GUIDE-6")
def test_each_edit_tool_tells_to_read_the_template_first_and_use_its_addresses() -> None:
    for name in load_formats():
        told = load_tools()[f"edit_{name}"].description
        assert f"Read the form with read_{name} first" in told
        assert "use its addresses" in told


@pytest.mark.proves("GUIDE-2")
def test_only_tools_that_edit_or_create_ask_for_the_handle() -> None:
    for tool in load_tools().values():
        assert tool.needs_guide == tool.name.startswith(("edit_", "create_"))


def test_a_fifth_format_is_one_folder_and_one_guide() -> None:
    from tests.house.tree import tracked

    named = [
        path
        for path in tracked()
        if path.suffix == ".py" and "toy" in path.read_text(encoding="utf-8") and "tests" not in path.parts
    ]
    assert named == []
    assert {"read_toy", "edit_toy"} < set(load_tools())
    assert "fields" in arguments_schema(load_tools()["edit_toy"], over_mcp=True)["properties"]
