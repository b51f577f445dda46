"""The commands that say how DocForge is. Knows no tool."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from docforge import __version__
from docforge.cli.options import Folder, Spoken, settings_of
from docforge.cli.shown import print_json
from docforge.doctor import Finding, examine, package_versions

LOOKS = {"ok": "green", "absent": "dim", "warning": "yellow", "failed": "bold red"}


def doctor(
    workspace: Folder = None,
    language: Spoken = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, as is done where no terminal reads it.")] = False,
) -> None:
    """Try what DocForge stands on: storage, records, secret, templates, engines. Exit code 1 where something failed.

    What is absent is said and fails nothing.

    Example: `docforge doctor --workspace office`
    """
    findings = list(examine(settings_of(workspace=workspace, language=language)))
    well = not any(finding.state == "failed" for finding in findings)
    if as_json or not sys.stdout.isatty():
        print_json({"ok": well, "checks": [asdict(each) for each in findings], "versions": package_versions()})
    else:
        Console().print(lay_out(findings))
    raise typer.Exit(0 if well else 1)


def lay_out(findings: Iterable[Finding]) -> Table:
    """The findings for a person."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for each in findings:
        table.add_row(Text(each.state, style=LOOKS[each.state]), each.name, Text(each.about))
    return table


def version() -> None:
    """Print the version.

    Example: `docforge version`
    """
    print(__version__)
