"""A server of the tools, prompts and resources that the protocol's conformance suite calls, behind DocForge's own door.

Everything between the socket and the handlers is what the product runs on; only the handlers are of this file.
`python -m tests.suites.everything` serves it on a free port and prints the address.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import mcp_types as types
import uvicorn
from mcp import MCPError
from mcp.server import Server
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity

from docforge.config import Settings
from docforge.service.app import guard, host_servers
from docforge.service.listen import bind

Json = dict[str, Any]
Context = ServerRequestContext[Any, Any]
Tool = Callable[[Context], Awaitable[list[Json]]]

PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
PAUSE = 0.05  # between two notices, as the suite asks
CAPABILITIES = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}


def text(said: str) -> Json:
    """A block of text."""
    return {"type": "text", "text": said}


def embedded(uri: str, media_type: str, content: str) -> Json:
    """A block with a resource in it."""
    return {"type": "resource", "resource": {"uri": uri, "mimeType": media_type, "text": content}}


IMAGE = {"type": "image", "data": PICTURE, "mimeType": "image/png"}

# ── tools that always answer the same ─────────────────────────────────────────────────────────────────────────────────

FIXED: dict[str, list[Json]] = {
    "test_simple_text": [text("This is a simple text response for testing.")],
    "test_image_content": [IMAGE],
    "test_audio_content": [{"type": "audio", "data": SOUND, "mimeType": "audio/wav"}],
    "test_embedded_resource": [
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        text("Multiple content types test:"),
        IMAGE,
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
    "test_logging_tool": [text("Nothing was logged.")],
}

# ── tools that tell something while they work ─────────────────────────────────────────────────────────────────────────


async def log_thrice(context: Context) -> list[Json]:
    for said in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await context.session.send_log_message("info", said, related_request_id=context.request_id)
        await anyio.sleep(PAUSE)
    return [text("Three messages were logged.")]


async def report_progress(context: Context) -> list[Json]:
    for done in (0, 50, 100):
        await context.session.report_progress(done, 100)
        await anyio.sleep(PAUSE)
    return [text("Progress was reported.")]


async def need_sampling(context: Context) -> list[Json]:
    declared = context.session.client_capabilities
    if declared is None or declared.sampling is None:
        needed = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(types.MISSING_REQUIRED_CLIENT_CAPABILITY, "This tool needs sampling.", needed)
    return [text("The client can sample.")]


TELLING: dict[str, Tool] = {
    "test_tool_with_logging": log_thrice,
    "test_tool_with_progress": report_progress,
    "test_missing_capability": need_sampling,
}

# ── tools that ask back: the rounds of a call, each with what it asks for (2026-07-28) ────────────────────────────────


def form(message: str, **fields: str) -> Json:
    """Ask the user for fields, by name and type."""
    properties = {name: {"type": kind} for name, kind in fields.items()}
    schema = {"type": "object", "properties": properties, "required": list(fields)}
    return {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}


def sample(prompt: str, tokens: int) -> Json:
    """Ask the client's model."""
    messages = [{"role": "user", "content": text(prompt)}]
    return {"method": "sampling/createMessage", "params": {"messages": messages, "maxTokens": tokens}}


ROOTS: Json = {"method": "roots/list", "params": {}}
NAME = form("What is your name?", name="string")
CONFIRM = [{"confirm": form("Please confirm", ok="boolean")}]
EVERY_KIND = {"user_name": NAME, "greeting": sample("Generate a greeting", 50), "client_roots": ROOTS}
ASKING: dict[str, list[dict[str, Json]]] = {
    "test_input_required_result_elicitation": [{"user_name": NAME}],
    "test_input_required_result_sampling": [{"capital_question": sample("What is the capital of France?", 100)}],
    "test_input_required_result_list_roots": [{"client_roots": ROOTS}],
    "test_input_required_result_request_state": CONFIRM,
    "test_input_required_result_tampered_state": CONFIRM,
    "test_input_required_result_multiple_inputs": [EVERY_KIND],
    "test_input_required_result_capabilities": [EVERY_KIND],
    "test_input_required_result_multi_round": [
        {"step1": form("Step 1: What is your name?", name="string")},
        {"step2": form("Step 2: What is your favorite color?", color="string")},
    ],
    "test_streaming_elicitation": [{"user_name": NAME}],
}
ASKING_PROMPT = "test_input_required_result_prompt"
CONTEXT_OF_PROMPT = [{"user_context": form("What context should the prompt use?", context="string")}]


def ask(
    context: Context, rounds: list[dict[str, Json]], params: types.CallToolRequestParams | types.GetPromptRequestParams
) -> types.InputRequiredResult | None:
    """What is still to be asked; None where every round is answered. The state is the number of rounds done."""
    done, answers = int(params.request_state or 0), params.input_responses or {}
    if rounds[done].keys() <= answers.keys():
        done += 1
    if done == len(rounds):
        return None
    wanted = {name: asked for name, asked in rounds[done].items() if can_answer(context, asked["method"])}
    return types.InputRequiredResult.model_validate({"inputRequests": wanted, "requestState": str(done)})


def can_answer(context: Context, method: str) -> bool:
    """True where the client has declared what the request takes."""
    declared = context.session.client_capabilities
    return declared is not None and getattr(declared, CAPABILITIES[method]) is not None


# ── handlers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def list_tools(_: Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    names = (*FIXED, *TELLING, *ASKING, "test_error_handling")
    schema = {"type": "object", "additionalProperties": False}
    return types.ListToolsResult(
        tools=[types.Tool(name=name, description=f"The suite's {name}.", input_schema=schema) for name in names]
    )


async def call_tool(
    context: Context, params: types.CallToolRequestParams
) -> types.CallToolResult | types.InputRequiredResult:
    if params.name == "test_error_handling":
        said = [text("This tool intentionally returns an error for testing")]
        return types.CallToolResult.model_validate({"content": said, "isError": True})
    if params.name in ASKING:
        asked = ask(context, ASKING[params.name], params)
        return asked or _answered([text(f"Hello! state-ok {_answers(params)}")])
    if params.name in TELLING:
        return _answered(await TELLING[params.name](context))
    if params.name in FIXED:
        return _answered(FIXED[params.name])
    raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")


def _answered(content: list[Json]) -> types.CallToolResult:
    return types.CallToolResult.model_validate({"content": content})


def _answers(params: types.CallToolRequestParams) -> str:
    told = {name: answer.model_dump(mode="json") for name, answer in (params.input_responses or {}).items()}
    return json.dumps(told)


PROMPTS: dict[str, list[str]] = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
    ASKING_PROMPT: [],
}


async def list_prompts(_: Context, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    prompts = [
        {
            "name": name,
            "description": f"The suite's {name}.",
            "arguments": [{"name": argument, "description": argument, "required": True} for argument in arguments],
        }
        for name, arguments in PROMPTS.items()
    ]
    return types.ListPromptsResult.model_validate({"prompts": prompts})


async def get_prompt(
    context: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult | types.InputRequiredResult:
    if params.name not in PROMPTS:
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt: {params.name}")
    if params.name == ASKING_PROMPT and (asked := ask(context, CONTEXT_OF_PROMPT, params)):
        return asked
    blocks = _blocks_of(params.name, params.arguments or {})
    return types.GetPromptResult.model_validate({"messages": [{"role": "user", "content": block} for block in blocks]})


def _blocks_of(name: str, told: dict[str, str]) -> list[Json]:
    if name == "test_prompt_with_arguments":
        return [text(f"Prompt with arguments: arg1='{told['arg1']}', arg2='{told['arg2']}'")]
    if name == "test_prompt_with_embedded_resource":
        inside = embedded(told["resourceUri"], "text/plain", "Embedded resource content for testing.")
        return [inside, text("Please process the embedded resource above.")]
    if name == "test_prompt_with_image":
        return [IMAGE, text("Please analyze the image above.")]
    return [text("This is a simple prompt for testing.")]


RESOURCES: dict[str, Json] = {
    "test://static-text": {"mimeType": "text/plain", "text": "This is the content of the static text resource."},
    "test://static-binary": {"mimeType": "image/png", "blob": PICTURE},
    "test://watched-resource": {"mimeType": "text/plain", "text": "Watched."},
}
PATTERN = "test://template/{id}/data"


async def list_resources(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    listed = [
        {"uri": uri, "name": uri, "description": f"The suite's {uri}.", "mimeType": told["mimeType"]}
        for uri, told in RESOURCES.items()
    ]
    return types.ListResourcesResult.model_validate({"resources": listed})


async def list_patterns(_: Context, __: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
    pattern = {"uriTemplate": PATTERN, "name": "template", "description": "Data by id.", "mimeType": "application/json"}
    return types.ListResourceTemplatesResult.model_validate({"resourceTemplates": [pattern]})


async def read_resource(_: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    uri = str(params.uri)
    begin, end = PATTERN.split("{id}")
    if uri.startswith(begin) and uri.endswith(end):
        number = uri.removeprefix(begin).removesuffix(end)
        data = {"id": number, "templateTest": True, "data": f"Data for ID: {number}"}
        told: Json | None = {"mimeType": "application/json", "text": json.dumps(data)}
    else:
        told = RESOURCES.get(uri)
    if told is None:
        raise MCPError(types.INVALID_PARAMS, "Resource not found", {"uri": uri})
    return types.ReadResourceResult.model_validate({"contents": [{"uri": uri, **told}]})


async def acknowledge(_: Context, __: Any) -> types.EmptyResult:
    return types.EmptyResult()


async def complete(_: Context, __: types.CompleteRequestParams) -> types.CompleteResult:
    return types.CompleteResult(completion=types.Completion(values=["paris", "park"], total=2, has_more=False))


def make_server() -> Server[Any]:
    """The server over all of the above; the state of a call that asks back is sealed, as the protocol demands."""
    fresh = CacheHint(ttl_ms=1_000, scope="private")
    listed = ("tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read")
    server: Server[Any] = Server(
        "everything",
        version="1",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_list_resources=list_resources,
        on_list_resource_templates=list_patterns,
        on_read_resource=read_resource,
        on_subscribe_resource=acknowledge,
        on_unsubscribe_resource=acknowledge,
        on_set_logging_level=acknowledge,
        on_completion=complete,
        cache_hints=dict.fromkeys(listed, fresh),
    )
    server.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=server.name))
    return server


def main() -> None:
    """Serve until interrupted."""
    taken, settings = bind(Settings())
    app = guard(host_servers(settings, {"/mcp": make_server()}), settings)
    print(f"http://{settings.host}:{settings.port}", flush=True)
    uvicorn.Server(uvicorn.Config(app, access_log=False, log_config=None)).run(sockets=[taken])


if __name__ == "__main__":
    main()
