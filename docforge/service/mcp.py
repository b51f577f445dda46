"""MCP over stateless Streamable HTTP and stdio, both protocol eras. Knows no tool by name and no format."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import mcp_types as types
from mcp import MCPError
from mcp.server import Server
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server

from docforge import __version__
from docforge.call import Call
from docforge.config import Settings
from docforge.errors import Refusal
from docforge.formats import load_formats
from docforge.service.context import META_REQUEST_ID, Caller, call_of, local_call, new_request_id
from docforge.service.progress import telling
from docforge.service.work import call_tool
from docforge.tools import load_tools
from docforge.tools.arguments import read_arguments
from docforge.tools.jsontext import read_fields
from docforge.tools.schema import arguments_schema
from docforge.tools.spelling import compact
from docforge.tools.tool import Arguments, Json, Signature
from docforge.workspace import Workspace
from docforge.workspace.media import media_type

Context = ServerRequestContext[Any, Any]
INSTRUCTIONS = (
    "Fills company forms. Read a form with its read tool, call enable_tools for the guide, then fill with one call of "
    "the edit tool (template = the form, path = the new file). A refusal tells the next call."
)
ENABLE = "enable_tools"
_LEAN = (ENABLE, "list_files")
_MINUTES = 5 * 60_000


class UseArguments(Arguments):
    tool: str
    arguments: dict[str, Any]


USE = Signature(
    name="use_tool",
    description="Run any tool; enable_tools gives its definition.",
    arguments=UseArguments,
)


@dataclass(frozen=True, slots=True)
class Door:
    """One MCP address: which tools it lists, and over which workspace they run."""

    settings: Settings
    workspace: Workspace
    names: tuple[str, ...]
    lean: bool = False

    # ── list ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def list_tools(self, _: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        """The same list for every connection, whatever was called before (GUIDE-5)."""
        shown = [_show(load_tools()[name]) for name in self.names]
        return types.ListToolsResult(tools=[*shown, *([_show(USE)] if self.lean else [])])

    def schema_of(self, name: str) -> Mapping[str, Any] | None:
        """The input schema of a tool of this address, None for any other."""
        if name == USE.name and self.lean:
            return arguments_schema(USE, over_mcp=True)
        return arguments_schema(load_tools()[name], over_mcp=True) if self._takes(name) else None

    def _takes(self, name: str) -> bool:
        """Behind the lean list every tool can be called, by use_tool or by its own name."""
        return name in self.names or (self.lean and name in load_tools())

    # ── call ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    async def call(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        """Run a tool; a refusal is a result that says it is an error, text and structured content alike (DOOR-7)."""
        call = self._context_of(context, params)
        try:
            name, arguments = self._named(call, params)
            async with _told_to(context, call) as told:
                result = await call_tool(name, told, self.workspace, arguments)
        except Refusal as refusal:
            return _answer(call, refusal.to_dict(), is_error=True)
        if self.lean and name == ENABLE:
            named = read_fields(arguments, load_tools()[ENABLE].arguments)["names"]
            result["tools"] = [_define(load_tools()[enabled]) for enabled in named]
        return _answer(call, result)

    def _named(self, call: Call, params: types.CallToolRequestParams) -> tuple[str, dict[str, Any]]:
        arguments = dict(params.arguments or {})
        if params.name == USE.name and self.lean:
            return _unwrapped(call, arguments)
        if not self._takes(params.name):
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
        return params.name, arguments

    def _context_of(self, context: Context, params: types.CallToolRequestParams) -> Call:
        meta: Mapping[str, Any] = params.meta or {}
        request = context.request
        if request is None:
            return local_call(self.settings, "mcp", meta)
        caller: Caller = request.scope.get("docforge.caller") or Caller("local", new_request_id())
        return call_of(self.settings, caller, request.headers, "mcp", meta)


@asynccontextmanager
async def _told_to(context: Context, call: Call) -> AsyncGenerator[Call]:
    """The call; how far it is is told to a client that gave a token to be told by (MCP, Utilities: Progress)."""
    if "progress_token" not in (context.meta or {}):
        yield call
        return
    async with telling(partial(context.session.report_progress, total=1.0)) as progress:
        yield replace(call, progress=progress)


def _unwrapped(call: Call, arguments: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The call inside a call of use_tool; Refusal bad_arguments where it is none."""
    try:
        asked = cast("UseArguments", read_arguments(USE, call, arguments, load_tools()))
    except Refusal as refusal:
        refusal.language = call.language
        raise
    return asked.tool, asked.arguments


def _answer(call: Call, body: Json, *, is_error: bool = False) -> types.CallToolResult:
    content: list[types.ContentBlock] = [types.TextContent(text=compact(body))]
    done: Json = body.get("result") or body  # what a job came to is offered as the call's own result would be
    if (link := _link(done.get("card"))) is not None:
        content.append(link)
    about = {META_REQUEST_ID: call.request_id}  # what logs and audit know the call by; no model reads it
    return types.CallToolResult(content=content, structured_content=body, is_error=is_error, _meta=about)


def _link(card: Json | None) -> types.ResourceLink | None:
    """The card as hosts offer it to a person (ATTACH-2)."""
    if card is None:
        return None
    uri = card.get("url") or _file_address(card["location"])
    return types.ResourceLink(name=card["name"], uri=uri, mime_type=media_type(card["name"]), size=card["size"])


def _file_address(location: str) -> str:
    path = Path(location)
    return path.as_uri() if path.is_absolute() else location


def _define(tool: Signature) -> Json:
    return {"name": tool.name, "description": tool.description, "inputSchema": arguments_schema(tool, over_mcp=True)}


def _show(tool: Signature) -> types.Tool:
    return types.Tool(name=tool.name, description=tool.description, input_schema=arguments_schema(tool, over_mcp=True))


def make_doors(settings: Settings, workspace: Workspace) -> dict[str, Door]:
    """Every MCP address by path: all tools, those of one format, and the lean list (GUIDE-5)."""
    tools = load_tools()
    doors = {"/mcp": Door(settings, workspace, tuple(tools)), "/mcp/lean": Door(settings, workspace, _LEAN, lean=True)}
    for name in load_formats():
        narrowed = tuple(tool.name for tool in tools.values() if tool.format in (None, name))
        doors[f"/mcp/{name}"] = Door(settings, workspace, narrowed)
    return doors


def make_server(door: Door) -> Server[Any]:
    """The protocol's server over one address."""
    return Server(
        "docforge",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=door.list_tools,
        on_call_tool=door.call,
        get_tool_input_schema=door.schema_of,
        cache_hints={"tools/list": CacheHint(ttl_ms=_MINUTES, scope="private")},
    )


async def serve_stdio(settings: Settings, workspace: Workspace, address: str = "/mcp") -> None:
    """Serve one address over stdin and stdout until stdin closes."""
    server = make_server(make_doors(settings, workspace)[address])
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())
