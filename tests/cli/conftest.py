"""The command line run in this process, over a workspace with the toy's template."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from docforge.cli import run
from tests.toy.fixtures import home, toy_format

__all__ = ["home", "toy_format"]


class Done(NamedTuple):
    """What a command left: its exit code and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def result(self) -> Any:
        """The JSON on stdout, where all went well and stderr was kept free."""
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def refusal(self) -> dict[str, Any]:
        """The refusal on stderr, where stdout was kept free."""
        assert (self.code, self.out) == (2, "")
        return json.loads(self.err)


Shell = Callable[..., Done]


@pytest.fixture
def shell(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    """`docforge ARGUMENTS` on the workspace, in English."""
    monkeypatch.setenv("DOCFORGE_WORKSPACE", str(home))
    monkeypatch.setenv("DOCFORGE_LANGUAGE", "en")

    def docforge(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["docforge", *arguments])
        capsys.readouterr()
        code = run()
        return Done(code, *capsys.readouterr())

    return docforge
