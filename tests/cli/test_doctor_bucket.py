"""`docforge doctor` before a bucket on a real server: what is right, and each way in which it can be wrong."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import Request, urlopen

import pytest

from docforge import DocForge, Refusal
from docforge.config import Settings
from docforge.workspace import Workspace
from tests.cli.conftest import Shell
from tests.toy import toy_bytes
from tests.toy.fixtures import TEMPLATE
from tests.workspace.conftest import bucket, s3_endpoint
from tests.workspace.places import Bucket, settings_row
from tests.workspace.servers import free_port
from tests.workspace.test_s3 import between

__all__ = ["bucket", "s3_endpoint"]
SECRET = "hunter2-of-the-bucket"
Given = dict[str, str]


@pytest.fixture
def given(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Given], None]]:
    """Sets the bucket's settings, some of them otherwise; "" leaves one out."""
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)

    def give(otherwise: Given) -> None:
        row = {**settings_row(bucket.settings), "language": "en", **otherwise}
        for name, value in row.items():
            monkeypatch.setenv(f"DOCFORGE_{name.upper()}", str(value))

    return give


def findings(shell: Shell, code: int) -> dict[str, list[tuple[str, str]]]:
    """State and words of each check by name; nothing on stderr, no secret anywhere."""
    done = shell("doctor")
    assert (done.code, done.err) == (code, "")
    assert SECRET not in done.out
    found: dict[str, list[tuple[str, str]]] = {}
    for each in json.loads(done.out)["checks"]:
        found.setdefault(each["name"], []).append((each["state"], each["about"]))
    return found


@pytest.mark.proves("SERVE-3")
def test_a_sound_bucket_is_found_sound_with_its_templates_and_left_as_it_was(
    shell: Shell, bucket: Bucket, given: Callable[[Given], None]
) -> None:
    bucket.write(TEMPLATE, toy_bytes())
    before = bucket.keys()
    given({})
    found = findings(shell, 0)
    assert found["storage"] == [("ok", f"{bucket.settings.storage}/default")]
    assert found["templates"] == [("ok", f"1 templates in {bucket.settings.storage}/default/templates")]
    assert found["template"] == [("ok", f"{TEMPLATE}: 6 places")]
    assert bucket.keys() == before


@contextmanager
def ignoring(endpoint: str, header: str) -> Iterator[Given]:
    """A server that ignores a condition."""

    def ignore(method: str, headers: dict[str, str], path: str) -> bool:
        headers.pop(header, None)
        return False

    with between(endpoint, ignore) as proxy:
        yield {"storage_endpoint": proxy}


@contextmanager
def guarded(endpoint: str) -> Iterator[Given]:
    """The server takes only keys that it knows."""
    _ask_for_keys(endpoint, from_request=b"0")
    try:
        yield {"storage_secret": SECRET}
    finally:
        _ask_for_keys(endpoint, from_request=b"inf")


def _ask_for_keys(endpoint: str, *, from_request: bytes) -> None:
    plain = {"Content-Type": "text/plain"}  # else the server takes it for a form
    with urlopen(Request(f"{endpoint}/moto-api/reset-auth", from_request, plain, method="POST"), timeout=30):
        return


@contextmanager
def astray(_: str) -> Iterator[Given]:
    """A server that is no storage, whatever it is asked."""

    class Handler(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            self.send_error(405)

        def log_message(self, *told: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield {"storage_endpoint": f"http://127.0.0.1:{server.server_address[1]}"}
        server.shutdown()
        thread.join()


def otherwise(**told: str) -> Callable[[str], AbstractContextManager[Given]]:
    return lambda _: nullcontext({"storage_secret": SECRET, **told})


WRONG: dict[str, tuple[str, Callable[[str], AbstractContextManager[Given]]]] = {
    "a bucket that is not there": ("has no bucket nowhere", otherwise(storage="s3://nowhere/office")),
    "no bucket": ("s3://bucket/prefix", otherwise(storage="s3://")),
    "a bucket with a space": ("s3://bucket/prefix", otherwise(storage="s3://my bucket")),
    "a folder for a bucket": ("s3://bucket/prefix", otherwise(storage="/srv/office")),
    "a key that the server does not know": ("InvalidAccessKeyId", guarded),
    "one key of two": ("go together", otherwise(storage_key="")),
    "no key": ("no key for the storage", otherwise(storage_key="", storage_secret="")),
    "a server that is not there": ("cannot be reached", otherwise(storage_endpoint=f"http://127.0.0.1:{free_port()}")),
    "an address without a scheme": ("http://host:port", otherwise(storage_endpoint="minio:9000")),
    "an address without a host": ("http://host:port", otherwise(storage_endpoint="http://")),
    "an address with a wrong port": ("http://host:port", otherwise(storage_endpoint="http://127.0.0.1:99999")),
    "an address with a password": ("http://host:port", otherwise(storage_endpoint=f"http://kim:{SECRET}@127.0.0.1")),
    "a server that is no storage": ("answers 405", astray),
    "a server that overwrites": ("If-None-Match", lambda endpoint: ignoring(endpoint, "if-none-match")),
    "a server that replaces": ("If-Match", lambda endpoint: ignoring(endpoint, "if-match")),
}


@pytest.mark.proves("SERVE-3", "DOOR-9")
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_with_a_bucket_is_said_in_one_line_and_no_key_with_it(
    shell: Shell, bucket: Bucket, given: Callable[[Given], None], wrong: str
) -> None:
    told, spoil = WRONG[wrong]
    with spoil(bucket.settings.storage_endpoint) as settings:
        given(settings)
        found = findings(shell, 1)
        [(state, about)] = found["storage"]
        assert (state, told in about, about.count("\n")) == ("failed", True, 0), about
        assert "templates" not in found
        refused = shell("call", "list_files")
    assert about in refused.refusal["message"]
    assert refused.refusal["code"] == "cannot_start"
    assert bucket.keys() == []


@pytest.mark.proves("SERVE-3", "DOOR-6")
def test_a_program_is_refused_a_bucket_in_both_languages(bucket: Bucket) -> None:
    nowhere = bucket.settings.model_copy(update={"storage": "s3://nowhere"})
    with pytest.raises(Refusal) as caught:
        DocForge(settings=Settings(**settings_row(nowhere)))
    assert (caught.value.code, "nowhere" in caught.value.to_dict("ko")["message"]) == ("cannot_start", True)
    with pytest.raises(Refusal, match="cannot_start"):
        Workspace.open(nowhere)
