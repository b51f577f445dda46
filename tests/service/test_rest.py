"""REST: every fault is a problem with its code, files stream both ways, the description tells it all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from docforge.config import Settings
from docforge.tools import load_tools
from docforge.tools.schema import arguments_schema
from tests.toy import toy_bytes
from tests.toy.fixtures import TEMPLATE, Served, fill, serve, snapshot


@pytest.mark.proves("DOOR-7")
@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nothing", None, 404, "not_found"),
        ("POST", "/v1/tools/edit_nothing", b"{}", 404, "not_found"),
        ("GET", "/v1/tools/edit_toy", None, 405, "wrong_method"),
        ("DELETE", "/v1/tools", None, 405, "wrong_method"),
        ("POST", "/v1/tools/edit_toy", b"{", 400, "bad_request"),
        ("POST", "/v1/tools/edit_toy", b"", 400, "bad_request"),
        ("POST", "/v1/tools/edit_toy", b"[]", 400, "bad_request"),
        ("POST", "/v1/tools/edit_toy", b'{"path": NaN}', 400, "bad_request"),
        ("POST", "/v1/tools/edit_toy", b'{"path": "\\ud800"}', 400, "bad_request"),
        ("POST", "/v1/tools/edit_toy", b"\xff\xfe{\x00", 400, "bad_request"),
        ("POST", "/v1/tools/edit_toy", b'{"a":' + b"[" * 100_000, 400, "bad_request"),
        ("POST", "/v1/tools/edit_toy", b"{}", 422, "bad_arguments"),
        ("POST", "/v1/tools/edit_toy", b'"' + b"x" * (4 * 2**20 + 1) + b'"', 413, "too_large"),
        ("GET", "/v1/files/nothing.toyx", None, 404, "not_found"),
        ("GET", "/v1/files/%2e%2e/x", None, 422, "bad_path"),
        ("GET", "/v1/files/a%00b", None, 422, "bad_path"),
        ("DELETE", "/v1/files/nothing.toyx", None, 404, "not_found"),
        ("DELETE", f"/v1/files/{TEMPLATE}", None, 409, "is_a_template"),
        ("PUT", f"/v1/files/{TEMPLATE}", b"x", 409, "target_exists"),
        ("GET", "/d/nothing", None, 404, "not_found"),
        ("PUT", "/u/nothing", b"x", 404, "not_found"),
    ],
)
def test_every_fault_is_problem_json_with_its_code(  # noqa: PLR0917  a row of the table
    served: Served, method: str, path: str, body: bytes | None, status: int, code: str
) -> None:
    before = snapshot(served.folder)
    answer = httpx.request(method, f"{served.url}{path}", content=body)
    told = answer.json()
    assert (answer.status_code, told["code"], told["status"]) == (status, code, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert told["instance"] == f"urn:docforge:request:{answer.headers['x-request-id']}"
    assert told["message"]
    assert told["next"]["say"]
    assert snapshot(served.folder) == before
    if code == "wrong_method":
        assert answer.headers["allow"] == {"/v1/tools": "GET"}.get(path, "POST")


@pytest.mark.proves("DOOR-7")
def test_a_wrong_method_is_told_all_the_right_ones(served: Served) -> None:
    assert httpx.request("PATCH", f"{served.url}/v1/files/a").headers["allow"] == "DELETE, GET, PUT"


@pytest.mark.proves("DOOR-7")
def test_a_body_of_another_kind_is_refused(served: Served) -> None:
    answer = httpx.post(f"{served.url}/v1/tools/list_files", content=b"{}", headers={"content-type": "text/plain"})
    assert (answer.status_code, answer.json()["code"]) == (415, "wrong_content_type")


@pytest.mark.proves("SERVE-4", "SERVE-10")
@pytest.mark.parametrize("path", ["templates/새 양식.toyt", "notes/plain.txt", "a/b/c/deep.toyx"])
def test_a_file_goes_in_and_comes_out_byte_for_byte(served: Served, path: str) -> None:
    url = f"{served.url}/v1/files/{path}"
    data = toy_bytes() * 200

    def chunks() -> object:
        yield from (data[at : at + 4_096] for at in range(0, len(data), 4_096))

    filed = httpx.put(url, content=chunks())
    got = httpx.get(url)
    assert (filed.status_code, filed.json()["size"]) == (201, len(data))
    assert got.content == data == (served.folder / path).read_bytes()
    assert got.headers["etag"] == f'"{filed.json()["version"]}"'


@pytest.mark.proves("SERVE-4")
def test_a_file_is_replaced_only_by_whoever_names_its_version(served: Served) -> None:
    url = f"{served.url}/v1/files/notes.txt"
    version = httpx.put(url, content=b"one").json()["version"]
    assert httpx.put(url, content=b"two").json()["code"] == "target_exists"
    assert httpx.put(url, content=b"two", headers={"if-match": '"000000000000"'}).json()["code"] == "version_changed"
    assert httpx.get(url).content == b"one"
    replaced = httpx.put(url, content=b"two", headers={"if-match": f'"{version}"'})
    assert (replaced.status_code, httpx.get(url).content) == (200, b"two")
    assert httpx.delete(url, headers={"if-match": f'"{version}"'}).json()["code"] == "version_changed"
    assert httpx.delete(url).status_code == 204
    assert httpx.get(url).status_code == 404


@pytest.mark.proves("SERVE-4")
def test_a_file_over_the_limit_leaves_nothing(home: Path) -> None:
    before = snapshot(home)
    for served in serve(Settings(workspace=home, port=0, max_file_bytes=1_000)):
        for content in (b"x" * 1_001, iter([b"x" * 600, b"x" * 600])):
            answer = httpx.put(f"{served.url}/v1/files/big.bin", content=content)
            assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
        assert snapshot(home) == before
        assert httpx.put(f"{served.url}/v1/files/big.bin", content=b"x" * 1_000).status_code == 201


@pytest.mark.proves("SERVE-4")
@pytest.mark.parametrize("name", ["견적 한빛.toyx", "a;b'c,d.toyx", "plain.toyx"])
def test_downloads_are_attachments_that_no_browser_shows(served: Served, name: str) -> None:
    card = served.rest("edit_toy", fill(path=name, attach=True)).json()["card"]
    for url in (card["url"], f"{served.url}/v1/files/{name}"):
        headers = httpx.get(url).headers
        assert headers["content-disposition"].startswith('attachment; filename="')
        encoded = headers["content-disposition"].partition("filename*=UTF-8''")[2]
        assert httpx.URL(f"http://x/{encoded}").path == f"/{name}"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert headers["cache-control"] == "private, no-store"
        assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.proves("SERVE-4")
def test_every_fault_of_a_link_is_the_same_answer(served: Served) -> None:
    url = served.rest("edit_toy", fill(attach=True)).json()["card"]["url"]
    head, token = url.rsplit("/", 1)
    told = []
    for wrong in (
        token[:-1],
        token + "A",
        token.swapcase(),
        "A" * len(token),
        "%00",
        "가",
        token[:20] + "x" + token[21:],
    ):
        answer = httpx.get(f"{head}/{wrong}")
        told.append((answer.status_code, answer.json() | {"instance": ""}))
    assert all(each == told[0] for each in told)
    assert told[0][0] == 404
    assert httpx.get(url).status_code == 200


@pytest.mark.proves("SERVE-10")
def test_an_upload_address_takes_one_file_once(served: Served) -> None:
    link = served.rest("upload_link", {"path": "templates/new.toyt"}).json()
    assert httpx.post(link["url"], content=toy_bytes()).status_code == 201
    assert httpx.put(link["url"], content=b"again").status_code == 404
    assert served.rest("read_toy", {"path": "templates/new.toyt"}).json()["role"] == "template"
    taken = served.rest("upload_link", {"path": "templates/new.toyt"}).json()
    assert taken["next"]["choices"][0]["call"]["arguments"]["path"] == "templates/new-2.toyt"


@pytest.mark.proves("SERVE-10")
def test_an_upload_address_whose_place_was_taken_meanwhile_writes_nothing(served: Served) -> None:
    link = served.rest("upload_link", {"path": "a.txt"}).json()
    httpx.put(f"{served.url}/v1/files/a.txt", content=b"first")
    assert httpx.put(link["url"], content=b"second").json()["code"] == "target_exists"
    assert (served.folder / "a.txt").read_bytes() == b"first"


@pytest.mark.proves("DOOR-11")
@pytest.mark.parametrize("differs", [{"template": None}, {"path": "quotes/other.toyx"}])
def test_an_idempotency_key_with_other_arguments_is_refused_and_not_told_that_it_is_done(
    served: Served, differs: dict[str, Any]
) -> None:
    served.rest("edit_toy", fill(), idempotency_key="k1")
    other = fill(**differs, fields=[{"at": "customer", "value": "x"}])
    told = served.rest("edit_toy", other, idempotency_key="k1")
    assert (told.status_code, told.json()["code"]) == (422, "key_reused")
    assert served.rest("edit_toy", other, idempotency_key="k2").status_code == 200


@pytest.mark.proves("DOOR-11")
def test_an_idempotency_key_tells_a_repeat_from_a_second_call(served: Served) -> None:
    first = served.rest("edit_toy", fill(), idempotency_key="k1").json()
    again = served.rest("edit_toy", fill(), idempotency_key="k1").json()
    other = served.rest("edit_toy", fill(), idempotency_key="k2").json()
    assert again["next"]["choices"][0]["result"] == first
    assert "result" not in other["next"]["choices"][0]


@pytest.mark.proves("SERVE-1", "DOOR-7")
def test_the_description_names_every_argument_result_and_refusal(served: Served) -> None:
    told = httpx.get(f"{served.url}/openapi.json").json()
    schemas = told["components"]["schemas"]
    for name, tool in load_tools().items():
        route = told["paths"][f"/v1/tools/{name}"]["post"]
        body = route["requestBody"]["content"]["application/json"]["schema"]["$ref"].rsplit("/", 1)[1]
        arguments = arguments_schema(tool, over_mcp=False)
        assert schemas[body].keys() == arguments.keys()
        assert schemas[body]["properties"].keys() == arguments["properties"].keys()
        assert schemas[body].get("required") == arguments.get("required")
        described = ", ".join(answer["description"] for answer in route["responses"].values())
        assert set(tool.codes) <= set(described.split(", "))
        assert "HTTPValidationError" not in json.dumps(route)
    references = {node for node in json.dumps(told).split('"') if node.startswith("#/")}
    assert {reference.rsplit("/", 1)[1] for reference in references} <= set(schemas)


@pytest.mark.proves("SERVE-1", "DOOR-10", "DOOR-11")
@pytest.mark.parametrize(
    ("path", "method", "more"),
    [
        ("/v1/tools/edit_toy", "post", {"Idempotency-Key"}),
        ("/v1/files/{path}", "put", {"path", "If-Match"}),
        ("/v1/files/{path}", "get", {"path"}),
        ("/v1/cards", "get", set()),
    ],
)
def test_the_description_tells_a_generated_client_what_to_send_beside_the_body(
    served: Served, path: str, method: str, more: set[str]
) -> None:
    told = httpx.get(f"{served.url}/openapi.json").json()
    route = told["paths"][path][method]
    names = [parameter["name"] for parameter in route["parameters"]]
    assert sorted(names) == sorted({"Docforge-Conversation", "Docforge-Turn", "Accept-Language", *more})
    assert {scheme for way in route["security"] for scheme in way} == set(told["components"]["securitySchemes"])
    assert "security" not in told["paths"]["/d/{signed}"]["get"]


@pytest.mark.proves("SERVE-1", "SERVE-10")
def test_the_description_says_how_a_file_is_sent_and_what_leads_on(served: Served) -> None:
    told = httpx.get(f"{served.url}/openapi.json").json()["paths"]
    put = told["/v1/files/{path}"]["put"]
    assert "application/octet-stream" in put["requestBody"]["content"]
    assert {"If-Match", "Accept-Language"} <= {taken["name"] for taken in put["parameters"]}
    assert put["responses"]["201"]["links"].keys() == {"get_file", "delete_file"}
    edit = told["/v1/tools/edit_toy"]["post"]
    assert {"Docforge-Conversation", "Idempotency-Key"} <= {taken["name"] for taken in edit["parameters"]}
    assert edit["responses"]["200"]["links"].keys() == {"get_file"}
    assert edit["requestBody"]["content"]["application/json"]["example"]["attach"] is True


@pytest.mark.proves("SERVE-1")
def test_health_and_readiness_are_told(served: Served) -> None:
    assert httpx.get(f"{served.url}/healthz").json() == {"status": "ok"}
    assert httpx.get(f"{served.url}/readyz").json() == {"status": "ok"}
    assert httpx.get(f"{served.url}/docs").status_code == 200
