"""The options that commands share, and the settings that they make. Knows no command and no tool."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from docforge.call import Language
from docforge.config import Settings
from docforge.errors import Refusal

Folder = Annotated[
    Path | None,
    typer.Option(
        "--workspace", "-w", metavar="FOLDER", help="Folder with templates and documents.", show_default="./workspace"
    ),
]
Spoken = Annotated[Language | None, typer.Option("--language", "-l", help="Language of messages.", show_default="ko")]
Conversation = Annotated[
    str, typer.Option("--conversation", help="Conversation that cards and records are filed under.", show_default=False)
]
Turn = Annotated[
    str | None, typer.Option("--turn", help="Turn of the conversation that the call belongs to.", show_default=False)
]


def settings_of(**given: Any) -> Settings:
    """Settings of the environment, with what the command line gave over them; Refusal cannot_start."""
    told = {name: value for name, value in given.items() if value is not None}
    try:
        return Settings(**told)
    except ValidationError as error:
        raise Refusal("cannot_start", why=_faults_of(error)) from None


def _faults_of(error: ValidationError) -> str:
    """Which settings are wrong, and why; never their values, which may be secrets."""
    details = error.errors(include_url=False, include_input=False, include_context=False)
    return "; ".join(f"DOCFORGE_{'.'.join(map(str, each['loc'])).upper()}: {each['msg']}" for each in details)


@contextmanager
def starting(settings: Settings) -> Generator[None]:
    """What fails inside is a refusal cannot_start with the fault's own words: whoever starts owns the workspace."""
    try:
        yield
    except Refusal as refusal:
        refusal.language = settings.language
        raise
    except Exception as fault:
        refusal = Refusal("cannot_start", why=f"{type(fault).__name__}: {fault}")
        refusal.language = settings.language
        raise refusal from fault
