"""The commands that start something: the service, MCP over stdio, the demonstration. Knows no tool."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import anyio
import typer

from docforge.cli.options import Folder, Spoken, settings_of, starting
from docforge.cli.shown import say
from docforge.errors import Refusal
from docforge.workspace import Workspace


def serve(
    workspace: Folder = None,
    host: Annotated[
        str | None,
        typer.Option(help="Address to listen on; beyond this machine a key is needed.", show_default="127.0.0.1"),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes a free one.", show_default="8765")
    ] = None,
    language: Spoken = None,
) -> None:
    """Serve REST at /v1 and MCP at /mcp until interrupted.

    Logs go to stderr, one line of JSON a request and a call, without what they say.

    Example: `docforge serve --workspace office --port 8765`
    """
    from docforge.service.listen import address_of, bind, make_server  # noqa: PLC0415  a call starts sooner without it
    from docforge.service.logs import start_logs  # noqa: PLC0415  only what serves logs

    settings = settings_of(workspace=workspace, host=host, port=port, language=language)
    start_logs(settings)
    with starting(settings):
        taken, bound = bind(settings)
        server = make_server(bound)
    address = address_of(bound)
    say(f"DocForge listens on {address}: REST {address}/docs, MCP {address}/mcp")
    say(f"Workspace: {bound.workspace.absolute()}")
    server.run(sockets=[taken])


def mcp(
    workspace: Folder = None,
    address: Annotated[
        str, typer.Option(help="Which list of tools: /mcp, /mcp/lean, or one format such as /mcp/xlsx.")
    ] = "/mcp",
    language: Spoken = None,
) -> None:
    """Serve MCP over stdin and stdout, for a client that starts this command.

    Example: `docforge mcp --workspace office`
    """
    from docforge.service.logs import start_logs  # noqa: PLC0415  only what serves logs
    from docforge.service.mcp import make_doors, serve_stdio  # noqa: PLC0415  only this command needs the server

    settings = settings_of(workspace=workspace, language=language)
    start_logs(settings)
    with starting(settings):
        opened = Workspace.open(settings)
        if address not in make_doors(settings, opened):
            raise Refusal("not_found", what=address)
    anyio.run(serve_stdio, settings, opened, address)


def demo(
    workspace: Annotated[
        Path, typer.Option("--workspace", "-w", metavar="FOLDER", help="Folder to make the demonstration in.")
    ] = Path("demo-workspace"),
) -> None:
    """Fill a Korean quote over MCP on a server that is started for it, and be refused once.

    Example: `docforge demo`
    """
    from docforge.demo import run_demo  # noqa: PLC0415  only this command needs it

    run_demo(workspace)
