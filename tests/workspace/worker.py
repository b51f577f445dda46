"""A process that works on a workspace, and may be killed while it does. Its order is one JSON object.

settings: of the workspace · do: create, replace, delete, race, append, hold, open ·
path, text, times: of the document · die_at: the number of the boundary at which the process kills itself ·
wait_at: the name of one at which it waits.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any

from docforge.call import Call
from docforge.config import Settings
from docforge.errors import Refusal
from docforge.workspace import Deed, FileChanged, PathTaken, Workspace


class Steps:
    """Counts the boundaries of a publish; at one of them waits, or ends the process as kill -9 would."""

    def __init__(self, die_at: int | None, wait_at: str | None) -> None:
        self.crossed: list[str] = []
        self._die_at, self._wait_at = die_at, wait_at

    def __call__(self, name: str) -> None:
        self.crossed.append(name)
        if name == self._wait_at:
            wait_for_go()
        if len(self.crossed) - 1 == self._die_at:
            os.kill(os.getpid(), signal.SIGKILL)


def tell(**report: Any) -> None:
    print(json.dumps(report), flush=True)


def wait_for_go() -> None:
    print("ready", flush=True)
    sys.stdin.readline()


def deed_of(order: dict[str, Any], action: str) -> Deed:
    call = Call(caller=order.get("caller", "kim"), conversation="c1")
    return Deed(call, "edit_xlsx", action, places=("견적서!B3",), template=order.get("template"))


def change(order: dict[str, Any], settings: Settings) -> None:
    """Create, replace or delete, telling what boundaries were crossed, or what was refused."""
    steps = Steps(order.get("die_at"), order.get("wait_at"))
    workspace = Workspace.open(settings, step=steps)
    path, data = order["path"], (order.get("text", "") * order.get("times", 1)).encode()
    try:
        with workspace.lock(path):
            if order["do"] == "create":
                workspace.create(path, data, deed_of(order, "created"))
            elif order["do"] == "replace":
                workspace.replace(workspace.read(path), data, deed_of(order, "edited"))
            else:
                workspace.delete(Call(), path)
    except Refusal as refusal:
        tell(refused=refusal.code)
        return
    tell(crossed=steps.crossed)


def race(order: dict[str, Any], settings: Settings) -> None:
    """Create each path in turn, telling which were won."""
    workspace = Workspace.open(settings)
    wait_for_go()
    won = []
    for path in order["paths"]:
        with suppress(PathTaken):
            workspace.create(path, order["text"].encode(), deed_of(order, "created"))
            won.append(path)
    tell(won=won)


def append(order: dict[str, Any], settings: Settings) -> None:
    """Add lines to a document, one an edit, as often as it takes."""
    workspace = Workspace.open(settings)
    wait_for_go()
    lost = 0
    for number in range(order["lines"]):
        line, done = f"{order['text']} {number}\n".encode(), False
        while not done:
            try:
                append_line(workspace, order, line)
                done = True
            except FileChanged:
                lost += 1
    tell(lost=lost)


def append_line(workspace: Workspace, order: dict[str, Any], line: bytes) -> None:
    with workspace.lock(order["path"]):
        before = workspace.read(order["path"])
        workspace.replace(before, before.data + line, deed_of(order, "edited"))


def hold(order: dict[str, Any], settings: Settings) -> None:
    """Hold the lock until told otherwise."""
    with Workspace.open(settings).lock(order["path"]):
        wait_for_go()
    tell(held=True)


def open_only(order: dict[str, Any], settings: Settings) -> None:
    """Open the workspace at the same moment as others, and write into the records."""
    wait_for_go()
    workspace = Workspace.open(settings)
    try:
        stored = workspace.create(order["path"], order["text"].encode(), deed_of(order, "created"))
    except Refusal as refusal:
        tell(refused=refusal.code)
        return
    tell(version=stored.version, key=workspace.key_for("test").hex())


def main() -> None:
    order = json.loads(sys.argv[1])
    settings = Settings(**order["settings"])
    acts = {"race": race, "append": append, "hold": hold, "open": open_only}
    acts.get(order["do"], change)(order, settings)


if __name__ == "__main__":
    main()
