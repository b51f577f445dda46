"""The way in for Python programs: the same tools in process, without a server. Knows no tool by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docforge.call import Call, Door, Language
from docforge.config import Settings
from docforge.tools import load_tools, run_tool
from docforge.tools.tool import Json
from docforge.workspace import Workspace


class DocForge:
    """One workspace, opened in this process. Safe to use from any thread."""

    def __init__(
        self,
        workspace: str | Path | None = None,
        *,
        settings: Settings | None = None,
        caller: str = "local",
        conversation: str = "",
        language: Language | None = None,
        door: Door = "python",
    ) -> None:
        """Open `workspace`, a folder; all other settings are the environment's, or `settings`.

        `caller`, `conversation` and `language` are what the calls' records, cards and messages go by.
        """
        chosen = settings or Settings()
        self.settings = chosen.model_copy(update={"workspace": Path(workspace)}) if workspace is not None else chosen
        self.workspace = Workspace.open(self.settings)
        self._context: Json = {"caller": caller, "conversation": conversation, "door": door}
        self._context |= {"language": language or self.settings.language, "zone": self.settings.zone}

    @property
    def tools(self) -> list[str]:
        """Names of all tools."""
        return list(load_tools())

    def call(self, tool: str, /, **arguments: Any) -> Json:
        """The result of one call as a dict; raises Refusal (see `Refusal.to_dict`) where it was not carried out."""
        return run_tool(tool, Call(**self._context), self.workspace, arguments)
