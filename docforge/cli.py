"""The same tools from a shell. Knows no tool by name."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path
from typing import Annotated, Any, cast

import anyio
import typer

from docforge import __version__
from docforge.client import DocForge
from docforge.config import Settings
from docforge.errors import Phrase, Refusal
from docforge.tools import load_tools
from docforge.tools.schema import describe
from docforge.workspace import Workspace

OUR_FAULT, REFUSED = 1, 2
app = typer.Typer(
    name="docforge",
    help="Fills company templates in office formats in one call.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
Folder = Annotated[
    Path | None, typer.Option("--workspace", "-w", help="Folder with templates and documents (DOCFORGE_WORKSPACE).")
]


def _settings(**given: Any) -> Settings:
    """Settings of the environment, with what the command line gave over them."""
    return Settings(**{name: value for name, value in given.items() if value is not None})


@app.command()
def serve(
    workspace: Folder = None,
    host: Annotated[str | None, typer.Option(help="Address to listen on; beyond this machine a key is needed.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
) -> None:
    """Serve REST at /v1 and MCP at /mcp until interrupted. Logs go to stderr, one line of JSON a request."""
    from docforge.service.listen import listen  # noqa: PLC0415  a call needs no server, and starts sooner without one

    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    logging.getLogger("docforge").setLevel(logging.INFO)
    listen(_settings(workspace=workspace, host=host, port=port), told=_say)


@app.command()
def mcp(
    workspace: Folder = None,
    address: Annotated[
        str, typer.Option(help="Which list: /mcp, /mcp/lean, or one format such as /mcp/xlsx.")
    ] = "/mcp",
) -> None:
    """Serve MCP over stdin and stdout, for a client that starts this command."""
    from docforge.service.mcp import serve_stdio  # noqa: PLC0415  only this command needs the server

    settings = _settings(workspace=workspace)
    anyio.run(serve_stdio, settings, Workspace.open(settings), address)


@app.command()
def tools(name: Annotated[str | None, typer.Argument(help="One tool; all when absent.")] = None) -> None:
    """Print the tools as JSON: name, what it is for, arguments, refusals."""
    known = load_tools()
    if name is not None and name not in known:
        raise Refusal("not_found", what=name)
    _print([describe(tool) for tool in known.values()] if name is None else describe(known[name]))


@app.command()
def call(
    tool: Annotated[str, typer.Argument(help="Name of the tool, see `docforge tools`.")],
    arguments: Annotated[
        str, typer.Argument(metavar="JSON|@FILE|-", help="JSON object, @file with it, or - for stdin.")
    ],
    workspace: Folder = None,
    conversation: Annotated[str, typer.Option(help="Conversation that cards and records are filed under.")] = "",
    language: Annotated[str | None, typer.Option(help="ko or en.")] = None,
) -> None:
    """Call one tool. The result is JSON on stdout; a refusal is JSON on stderr, with exit code 2."""
    settings = _settings(workspace=workspace, language=language)
    forge = DocForge(settings=settings, conversation=conversation, door="cli")
    _print(forge.call(tool, **_read_arguments(arguments)))


@app.command()
def demo(
    folder: Annotated[Path, typer.Option("--workspace", "-w", help="Folder to make the demonstration in.")] = Path(
        "demo-workspace"
    ),
) -> None:
    """Fill a Korean quote over MCP on a server that is started for it, and be refused once."""
    from docforge.demo import run_demo  # noqa: PLC0415  only this command needs it

    run_demo(folder)


@app.command()
def version() -> None:
    """Print the version."""
    print(__version__)


def _read_arguments(given: str) -> dict[str, Any]:
    try:
        if given == "-":
            text = sys.stdin.read()
        else:
            text = Path(given[1:]).read_text(encoding="utf-8") if given.startswith("@") else given
        value: Any = json.loads(text)
    except FileNotFoundError:
        raise Refusal("not_found", what=given[1:]) from None
    except (ValueError, RecursionError):
        raise Refusal("bad_request", why=Phrase("not_json")) from None
    if not isinstance(value, dict):
        raise Refusal("bad_request", why=Phrase("not_object"))
    return cast("dict[str, Any]", value)


def _print(value: Any) -> None:
    json.dump(value, sys.stdout, ensure_ascii=False, indent=1)
    print()


def _say(text: str) -> None:
    """Words for a person; stdout is for JSON."""
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Run the command line: exit code 0 done, 1 our fault, 2 refused."""
    try:
        app()
    except Refusal as refusal:
        _say(json.dumps(refusal.to_dict(), ensure_ascii=False, indent=1))
        sys.exit(OUR_FAULT if refusal.row.fixer == "docforge" else REFUSED)


if __name__ == "__main__":
    main()
