"""The same tools from a shell, and the services to start. Knows no tool by name.

Results are JSON on stdout. Exit codes: 0 done, 1 our own fault, 2 refused, with the refusal as JSON on stderr.
"""

from __future__ import annotations

import sys
from typing import cast

import typer

from docforge.call import Call
from docforge.cli import calls, health, servers
from docforge.cli.shown import print_refusal, refuse_usage
from docforge.errors import Refusal
from docforge.tools.log import get_log, log_fault

OUR_FAULT, REFUSED, INTERRUPTED = 1, 2, 130
UsageFault = cast(
    "type[Exception]", typer.BadParameter.__mro__[2]
)  # click's ClickException, which typer may bring along under its own name
log = get_log("docforge.cli")

app = typer.Typer(
    name="docforge",
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Fills company templates in office formats in one call.\n\n"
    "Results are JSON on stdout. Exit codes: 0 done, 1 our own fault, 2 refused, with the refusal as JSON on stderr. "
    "Every setting is also an environment variable, such as DOCFORGE_WORKSPACE.",
    epilog="Begin with `docforge demo`. Complete commands and tools with TAB: `docforge --install-completion`.",
)
for command in (servers.serve, servers.mcp, calls.tools, calls.call, calls.put, servers.demo, health.doctor):
    app.command()(command)
app.command()(health.version)


def main() -> None:
    """Run the command line and end the process with its exit code."""
    sys.exit(run())


def run() -> int:
    """Run the command line; its exit code."""
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
    except Refusal as refusal:
        print_refusal(refusal)
        return OUR_FAULT if refusal.row.fixer == "docforge" else REFUSED
    except UsageFault as fault:
        refuse_usage(fault)
        return REFUSED
    except typer.Abort:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has gone
        sys.stdout = None  # pyright: ignore[reportAttributeAccessIssue]  so that nothing is flushed into the pipe at exit
        return OUR_FAULT
    except Exception as fault:  # noqa: BLE001  a shell is told by the exit code
        request_id = Call().request_id
        log_fault(log, "command_failed", fault, request_id=request_id)
        print_refusal(Refusal("internal", request_id=request_id))
        return OUR_FAULT
    return code if isinstance(code, int) else 0
