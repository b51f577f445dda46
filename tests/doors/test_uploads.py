"""A form from one's own disk comes in through every door, is listed with what it is, and is filled (SERVE-10)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import anyio
import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from docforge import DocForge, Refusal
from tests.e2e.serving import environment
from tests.toy import MACROS, read_toy, toy_bytes
from tests.toy.fixtures import ERAS, Json, Served, fill, refused

ROOT = Path(__file__).resolve().parents[2]
FORM = "templates/내 양식.toyt"


@pytest.fixture
def form(tmp_path: Path) -> Path:
    """A form of the user's own, outside of the workspace."""
    path = tmp_path / "내 양식.toyt"
    path.write_bytes(toy_bytes(title="내 양식"))
    return path


def by_rest(served: Served, form: Path) -> Json:
    answer = httpx.put(f"{served.url}/v1/files/{FORM}", content=form.read_bytes())
    assert answer.status_code == 201
    return answer.json()


def by_link(served: Served, form: Path) -> Json:
    given = served.rest("upload_link", {"path": FORM}).json()
    return httpx.put(given["url"], content=form.read_bytes()).json()


def by_mcp(served: Served, form: Path, era: str = "auto") -> Json:
    given = served.mcp("upload_link", {"path": FORM}, era=era).structured_content
    return httpx.post(given["url"], content=form.read_bytes()).json()


def by_stdio(served: Served, form: Path) -> Json:
    """Nothing listens: the answer says where in the owner's own folder the file belongs."""

    async def ask() -> Json:
        told = environment(served.folder, {"language": "en"})
        command = StdioServerParameters(command=sys.executable, args=["-m", "tests.toy.run", "mcp"], env=told, cwd=ROOT)
        async with Client(stdio_client(command)) as client:
            return (await client.call_tool("upload_link", {"path": FORM})).structured_content

    place = Path(anyio.run(ask)["location"])
    place.write_bytes(form.read_bytes())
    return {"path": FORM}


def by_shell(served: Served, form: Path) -> Json:
    command = [sys.executable, "-m", "tests.toy.run", "put", str(form)]
    told = subprocess.run(command, env=environment(served.folder), cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(told.stdout)


def by_python(served: Served, form: Path) -> Json:
    return DocForge(served.folder).put(form, FORM)


DOORS: dict[str, Callable[[Served, Path], Json]] = {
    "rest": by_rest,
    "rest, by an address": by_link,
    **{f"mcp {era}": (lambda served, form, era=era: by_mcp(served, form, era)) for era in ERAS},
    "stdio": by_stdio,
    "shell": by_shell,
    "python": by_python,
}


@pytest.mark.proves("SERVE-10")
@pytest.mark.parametrize("door", DOORS)
def test_a_form_from_ones_own_disk_becomes_a_filled_document(served: Served, form: Path, door: str) -> None:
    assert DOORS[door](served, form)["path"] == FORM
    assert (served.folder / FORM).read_bytes() == form.read_bytes()
    listed = {file["path"]: file for file in served.rest("list_files", {"kind": "template"}).json()["files"]}
    assert listed[FORM] == {"path": FORM, "kind": "template", "format": "toy", "title": "내 양식", "places": 6}
    made = served.edit(**fill(template=FORM)).structured_content
    assert made["template"] == FORM
    assert read_toy((served.folder / made["path"]).read_bytes())["customer"] == "한빛스틸"


@pytest.mark.proves("SERVE-10")
def test_no_form_comes_to_lie_over_another(served: Served, form: Path) -> None:
    early = served.rest("upload_link", {"path": FORM}).json()["url"]
    by_rest(served, form)
    told = [
        httpx.put(f"{served.url}/v1/files/{FORM}", content=b"other").json(),
        httpx.put(early, content=b"other").json(),
        served.rest("upload_link", {"path": FORM}).json(),
        *(served.mcp("upload_link", {"path": FORM}, era=era).structured_content for era in ERAS),
    ]
    with pytest.raises(Refusal) as caught:
        DocForge(served.folder).put(b"other", FORM)
    assert {body["code"] for body in (*told, caught.value.to_dict())} == {"target_exists"}
    [free] = told[0]["next"]["choices"]
    httpx.put(f"{served.url}/v1/files/{free['same_but']['path']}", content=b"other").raise_for_status()
    assert (served.folder / FORM).read_bytes() == form.read_bytes()


@pytest.mark.proves("SERVE-10", "SERVE-4")
def test_an_address_takes_one_file_once(served: Served, form: Path) -> None:
    url = served.rest("upload_link", {"path": FORM}).json()["url"]
    assert httpx.put(url, content=form.read_bytes()).status_code == 201
    (served.folder / FORM).unlink()
    again = httpx.put(url, content=b"other")
    assert (again.status_code, again.json()["code"]) == (404, "not_found")
    assert not (served.folder / FORM).exists()


@pytest.mark.proves("SERVE-4")
def test_a_program_puts_bytes_and_large_files_piece_by_piece(home: Path, tmp_path: Path) -> None:
    forge = DocForge(home, language="en")
    assert forge.put(b"one", "small.txt")["size"] == 3
    large = tmp_path / "large.bin"
    large.write_bytes(bytes(range(256)) * 4096)
    shares: list[float] = []
    filed = DocForge(home, progress=shares.append).put(large, "large.bin")
    assert (filed["size"], (home / "large.bin").read_bytes()) == (large.stat().st_size, large.read_bytes())
    assert shares == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.proves("SERVE-10")
def test_a_form_that_cannot_be_used_is_listed_with_its_fault(served: Served) -> None:
    httpx.put(f"{served.url}/v1/files/{FORM}", content=toy_bytes()[:200]).raise_for_status()
    listed = {file["path"]: file for file in served.rest("list_files", {}).json()["files"]}
    assert listed[FORM]["fault"] == "not_a_document"
    assert "places" not in listed[FORM]
    assert "Upload it again" in listed[FORM]["next"]["say"]
    assert refused(DocForge(served.folder), "edit_toy", **fill(template=FORM))["code"] == "not_a_document"


@pytest.mark.proves("REJECT-3", "SERVE-10")
@pytest.mark.parametrize("name", ["macros.toyl", "hidden.toyt"])
def test_a_form_with_macros_is_listed_with_the_call_that_makes_it_usable(served: Served, name: str) -> None:
    form = f"templates/{name}"
    content = toy_bytes(kind="macro", extra=MACROS)
    httpx.put(f"{served.url}/v1/files/{form}", content=content).raise_for_status()
    files = served.mcp("list_files", {"kind": "template"}).structured_content["files"]
    (listed,) = [file for file in files if file["path"] == form]
    assert listed["fault"] == "macro_template"
    assert "places" not in listed
    assert "copy_file" in listed["next"]["say"]
    call = listed["next"]["call"]
    copied = served.mcp(call["tool"], call["arguments"]).structured_content
    assert copied["path"].endswith(".toym")
    DocForge(served.folder).call("edit_toy", **fill(template=None, path=copied["path"]))
