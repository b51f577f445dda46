"""The way in for Python programs: the same tools in process, without a server. Knows no tool by name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from docforge.call import Call, Door, Language, Progress, untold
from docforge.config import Settings
from docforge.drafting.names import is_template
from docforge.errors import Refusal
from docforge.tools import load_tools, run_tool
from docforge.tools.files import path_taken
from docforge.tools.tool import Json
from docforge.workspace import Filed, PathTaken, Workspace

_CHUNK = 256 * 1024


class DocForge:
    """One workspace, opened in this process. Safe to use from any thread."""

    def __init__(
        self,
        workspace: str | Path | None = None,
        *,
        settings: Settings | None = None,
        caller: str = "local",
        conversation: str = "",
        turn: str | None = None,
        language: Language | None = None,
        door: Door = "python",
        progress: Progress = untold,
    ) -> None:
        """Open `workspace`, a folder; all other settings are the environment's, or `settings`.

        `caller`, `conversation`, `turn` and `language` are what the calls' records, cards and messages go by;
        `progress` is told how far a long call is, from 0 to 1.
        """
        chosen = settings or Settings()
        self.settings = chosen.model_copy(update={"workspace": Path(workspace)}) if workspace is not None else chosen
        self.workspace = Workspace.open(self.settings)
        self._context: Json = {"caller": caller, "conversation": conversation, "turn": turn, "door": door}
        self._context |= {"language": language or self.settings.language, "zone": self.settings.zone}
        self._context["progress"] = progress

    @property
    def tools(self) -> list[str]:
        """Names of all tools."""
        return list(load_tools())

    def call(self, tool: str, /, **arguments: Any) -> Json:
        """The result of one call as a dict; raises Refusal (see `Refusal.to_dict`) where it was not carried out.

        A call that takes longer than the setting job_after_seconds gives `{"job", "state"}` and goes on; `get_job` has
        its result.
        """
        return run_tool(tool, Call(**self._context), self.workspace, arguments)

    def put(self, source: str | Path | bytes, path: str | None = None) -> Json:
        """Bring a file from outside (its location, or its bytes) into the workspace: {path, size, version}.

        Without `path` it keeps its name; forms go to templates/. Raises Refusal bad_path, target_exists (never over a
        file), too_large; OSError where `source` cannot be read; ValueError for bytes without `path`.
        """
        call = Call(**self._context)
        try:
            safe = self.workspace.path(self._place_of(source) if path is None else path)
            filed = self._filed(call, source, safe)
        except Refusal as refusal:
            refusal.language = call.language
            raise
        return {"path": filed.path, "size": filed.size, "version": filed.version}

    def _place_of(self, source: str | Path | bytes) -> str:
        """A template's extension says that it belongs into the first template folder."""
        if isinstance(source, bytes):
            raise ValueError("bytes have no name of their own: give path")  # noqa: TRY004  the type is right
        name, folders = Path(source).name, self.settings.template_folders
        return f"{folders[0]}/{name}" if folders and is_template(self.workspace, name) else name

    def _filed(self, call: Call, source: str | Path | bytes, path: str) -> Filed:
        try:
            intake = self.workspace.receive(call, path)
            if isinstance(source, bytes):
                return intake.take([source])
            with Path(source).open("rb") as file:
                return intake.take(_chunks(file, call.progress))
        except PathTaken:
            raise path_taken(call, self.workspace, path) from None


def _chunks(file: BinaryIO, progress: Progress) -> Iterator[bytes]:
    size = os.fstat(file.fileno()).st_size
    while chunk := file.read(_CHUNK):
        yield chunk
        progress(min(file.tell() / max(size, 1), 1.0))
