"""The commands that call tools and bring files in. Knows no tool by name."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from docforge.cli.options import Conversation, Folder, Spoken, Turn, settings_of, starting
from docforge.cli.shown import print_json, progress_bar
from docforge.client import DocForge
from docforge.config import Settings
from docforge.errors import Phrase, Refusal
from docforge.tools import load_tools
from docforge.tools.schema import describe

FOR_EVER = 10.0**9


def _named(incomplete: str) -> list[tuple[str, str]]:
    """Tools for the shell's completion, with what each is for."""
    return [(tool.name, tool.description) for tool in load_tools().values() if tool.name.startswith(incomplete)]


def tools(
    name: Annotated[
        str | None, typer.Argument(metavar="[TOOL]", help="One tool; all when absent.", autocompletion=_named)
    ] = None,
) -> None:
    """Print the tools as JSON: what each is for, its arguments, its refusals.

    Example: `docforge tools edit_xlsx`
    """
    known = load_tools()
    if name is not None and name not in known:
        raise Refusal("not_found", what=name)
    print_json([describe(tool) for tool in known.values()] if name is None else describe(known[name]))


def call(
    tool: Annotated[
        str, typer.Argument(metavar="TOOL", help="Its name; `docforge tools` lists them.", autocompletion=_named)
    ],
    arguments: Annotated[
        str, typer.Argument(metavar="[JSON|@FILE|-]", help="A JSON object, @ and a file that holds it, or - for stdin.")
    ] = "{}",
    *,
    workspace: Folder = None,
    conversation: Conversation = "",
    turn: Turn = None,
    language: Spoken = None,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Wait for what takes long, or print its job and go on with it.")
    ] = True,
) -> None:
    """Call one tool and print its result.

    A refusal is JSON on stderr with exit code 2; its `next` says what to call instead.

    Example: `docforge call read_xlsx '{"path": "templates/quote.xltx"}'`

    Example: `docforge call edit_xlsx @quote.json --workspace office --language en`
    """
    settings = settings_of(workspace=workspace, language=language, job_after_seconds=FOR_EVER if wait else None)
    given = _read_arguments(arguments, settings)
    with progress_bar(tool) as told:
        forge = _open(settings, conversation=conversation, turn=turn, progress=told)
        result = forge.call(tool, **given)
    print_json(result)


def put(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of your own.", exists=True, dir_okay=False)],
    path: Annotated[
        str | None,
        typer.Argument(
            metavar="[PATH]", help="Where it shall lie in the workspace; forms go to templates/ when absent."
        ),
    ] = None,
    workspace: Folder = None,
    language: Spoken = None,
) -> None:
    """Bring a file into the workspace, never over another.

    In a workspace that is a folder of yours you may as well copy it there.

    Example: `docforge put ~/Downloads/quote.xltx`
    """
    settings = settings_of(workspace=workspace, language=language)
    with progress_bar(file.name) as told:
        filed = _open(settings, progress=told).put(file, path)
    print_json(filed)


def _open(settings: Settings, **told: Any) -> DocForge:
    with starting(settings):
        return DocForge(settings=settings, door="cli", **told)


def _read_arguments(given: str, settings: Settings) -> dict[str, Any]:
    """The JSON object that the command line names; Refusal not_found, bad_request."""
    try:
        value: Any = json.loads(_text_of(given))
    except OSError:
        raise _in(settings, Refusal("not_found", what=given[1:])) from None
    except (ValueError, RecursionError):
        raise _in(settings, Refusal("bad_request", why=Phrase("not_json"))) from None
    if not isinstance(value, dict):
        raise _in(settings, Refusal("bad_request", why=Phrase("not_object")))
    return cast("dict[str, Any]", value)


def _text_of(given: str) -> str:
    if given == "-":
        return sys.stdin.read()
    return Path(given[1:]).read_text(encoding="utf-8") if given.startswith("@") else given


def _in(settings: Settings, refusal: Refusal) -> Refusal:
    refusal.language = settings.language
    return refusal
