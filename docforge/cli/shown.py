"""What a shell shows: JSON on stdout, words and refusals on stderr, a bar while it takes long. Knows no command."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from docforge.call import Progress as Told
from docforge.call import untold
from docforge.errors import Phrase, Refusal

BAR_AFTER_SECONDS = 1.0


def print_json(value: Any) -> None:
    """The result, for programs and people alike."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=1)
    print()


def print_refusal(refusal: Refusal) -> None:
    """The refusal's object on stderr."""
    say(json.dumps(refusal.to_dict(), ensure_ascii=False, indent=1))


def say(text: str) -> None:
    """Words for a person; stdout is for JSON."""
    print(text, file=sys.stderr, flush=True)


def refuse_usage(fault: Any) -> None:
    """A command line that is none: the usage for a person, a refusal for a program."""
    if sys.stderr.isatty():
        fault.show()
    else:
        print_refusal(Refusal("bad_request", why=Phrase("not_so", {"told": fault.format_message()})))


@contextmanager
def progress_bar(name: str, *, after: float = BAR_AFTER_SECONDS, console: Console | None = None) -> Generator[Told]:
    """Shows how far the work called `name` is, once it has taken `after` seconds; nothing where nobody watches."""
    shown = console or Console(stderr=True)
    if not shown.is_terminal:
        yield untold
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=shown, transient=True)
    task = bar.add_task(name, total=1.0)
    begin = threading.Timer(after, bar.start)
    begin.start()
    try:
        yield lambda share: bar.update(task, completed=share)
    finally:
        begin.cancel()
        begin.join()
        bar.stop()
