"""What must not be shown: server paths and secrets to callers, content and file names to logs (DOOR-9)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e import callers
from tests.e2e.callers import Caller
from tests.e2e.room import Room
from tests.e2e.serving import Server
from tests.e2e.wrong_books import fixture

TEMPLATE, BROKEN = "templates/카나리아-양식.xltx", "templates/카나리아-깨진.xltx"
CUSTOMER, WRONG = "카나리아 고객", "카나리아 통화"
SECRET = "canary-of-the-secret-that-signs"


def use_everything(caller: Caller, folder: str) -> list[str]:
    """Calls that are carried out and calls that are refused, over and over the canary; all that was answered."""
    path = f"{folder}/카나리아-문서.xlsx"
    good = [{"sheet": "견적서", "cell": "B4", "value": CUSTOMER}]
    bad = [{"sheet": "견적서", "cell": "B6", "value": WRONG}]
    calls = [
        ("list_files", {}),
        ("read_xlsx", {"path": TEMPLATE}),
        ("read_xlsx", {"path": BROKEN}),
        ("edit_xlsx", {"template": TEMPLATE, "path": path, "attach": True, "cells": good}),
        ("edit_xlsx", {"template": TEMPLATE, "path": path, "attach": True, "cells": good}),
        ("edit_xlsx", {"path": path, "attach": True, "cells": bad}),
        ("edit_xlsx", {"path": "../카나리아.xlsx", "attach": True, "cells": good}),
        ("edit_xlsx", {"template": BROKEN, "path": "카나리아.xlsx", "attach": True, "cells": good}),
        ("copy_file", {"source": path, "path": path, "attach": False}),
    ]
    return [json.dumps(caller.call(tool, **arguments).body, ensure_ascii=False) for tool, arguments in calls]


@pytest.mark.proves("DOOR-9")
def test_no_answer_shows_a_server_path_and_no_log_shows_content(tmp_path: Path):
    room = Room(tmp_path / "workspace")
    room.put(TEMPLATE, fixture("quote.xltx"))
    room.put(BROKEN, fixture("quote.xltx")[:5000])
    server = Server(room.folder, {"secret": SECRET})
    try:
        with callers.rest(server.url) as rest, callers.mcp_http(server.url) as mcp:
            answers = [*use_everything(rest, "rest"), *use_everything(mcp, "mcp")]
    finally:
        server.stop()
    assert any(CUSTOMER in answer for answer in answers)
    for answer in answers:
        assert str(tmp_path) not in answer
        assert SECRET not in answer
    log = "".join(server.lines)
    for kept in ("카나리아", "%EC%B9%B4%EB%82%98", SECRET):
        assert kept not in log
