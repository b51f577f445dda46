"""A caller that only follows `next` comes from an empty workspace to the demonstration's finished quote (DOOR-8)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from openpyxl.utils.datetime import to_excel

from tests.e2e.reading import cell_values
from tests.toy.fixtures import ERAS, TEMPLATE, Json, Served

FORMS = Path(__file__).resolve().parents[2] / "fixtures" / "xlsx"
SAMPLE = json.loads((FORMS / "quote.expected.json").read_text(encoding="utf-8"))
WANTED: Json = SAMPLE["call"]  # what the caller wants, and tells only where it is asked
MOST = 12


class Follower:
    """Calls, and calls again as it is told; of its own it has the form's bytes and an answer to what is needed."""

    def __init__(self, served: Served, era: str) -> None:
        self._served, self._era = served, era
        self.refused: list[str] = []

    def reach(self, tool: str, arguments: Json) -> Json:
        """The result at the end of the way."""
        while len(self.refused) < MOST:
            body = self._served.mcp(tool, arguments, era=self._era).structured_content
            if "code" in body:
                self.refused.append(body["code"])
                tool, arguments = self._next(tool, arguments, body["next"])
            elif "url" in body:
                httpx.put(body["url"], content=(FORMS / "quote.xltx").read_bytes()).raise_for_status()
                tool, arguments = self._before
            else:
                return body
        raise AssertionError(self.refused)

    def _next(self, tool: str, arguments: Json, step: Json) -> tuple[str, Json]:
        """The first way on, with what is needed filled in; the call that it came from is kept for after an upload."""
        self._before = (tool, arguments)
        way = step["choices"][0] if "choices" in step else step
        needs = {*step.get("needs", ()), *way.get("needs", ())}
        if "call" in way:
            tool, arguments = way["call"]["tool"], way["call"]["arguments"]
        else:
            arguments = {
                name: value for name, value in (arguments | way.get("same_but", {})).items() if value is not None
            }
        return tool, arguments | {name: WANTED[name] for name in needs if name not in arguments and name in WANTED}


@pytest.mark.proves("DOOR-8", "SERVE-10")
@pytest.mark.parametrize("era", ERAS)
def test_from_an_empty_workspace_to_the_finished_quote(served: Served, era: str) -> None:
    (served.folder / TEMPLATE).unlink()
    follower = Follower(served, era)
    made = follower.reach("edit_xlsx", {"template": WANTED["template"]})
    assert follower.refused == ["guide_needed", "template_not_found", "template_not_found"]
    assert (made["action"], made["template"], made["attach"]) == ("copied_and_edited", WANTED["template"], True)
    data = httpx.get(made["card"]["url"]).content
    assert stored(data) == SAMPLE["stored"]
    assert data == (served.folder / made["path"]).read_bytes()


@pytest.mark.proves("DOOR-8")
@pytest.mark.parametrize("era", ERAS)
def test_from_a_call_without_a_word_to_the_finished_quote(served: Served, era: str) -> None:
    form = served.folder / WANTED["template"]
    form.write_bytes((FORMS / "quote.xltx").read_bytes())
    made = Follower(served, era).reach("edit_xlsx", {})
    assert (made["action"], made["template"]) == ("copied_and_edited", WANTED["template"])
    assert stored((served.folder / made["path"]).read_bytes()) == SAMPLE["stored"]


def stored(data: bytes) -> dict[str, Any]:
    """What openpyxl finds in the cells of the sample, days by their number as the sample has them."""
    found = cell_values(data, "견적서", list(SAMPLE["stored"]))
    plain = [to_excel(value) if hasattr(value, "date") else value for value in found]
    return dict(zip(SAMPLE["stored"], plain, strict=True))
