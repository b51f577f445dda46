"""What is particular to buckets: servers that ignore conditions, answers that are lost, keys."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from docforge.errors import Refusal
from docforge.workspace import Workspace
from tests.workspace.places import Bucket, deed

PATH = "견적/한빛.xlsx"
Meddle = Callable[[str, dict[str, str], str], bool]


@contextmanager
def between(endpoint: str, meddle: Meddle) -> Iterator[str]:
    """The address of a proxy before `endpoint`. `meddle(method, headers, path)` may change the headers that go on;
    where it is true, what the server answered is kept back and the connection closed.
    """
    target = urlsplit(endpoint).netloc

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def forward(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers.get("content-length", 0)))
            dropped = meddle(self.command, headers, self.path)
            server = http.client.HTTPConnection(target, timeout=30)
            server.request(self.command, self.path, body, headers)
            answer = server.getresponse()
            data = answer.read()
            server.close()
            if dropped:
                self.close_connection = True
                return
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in {"transfer-encoding", "connection", "content-length"}:
                    self.send_header(name, value)
            length = answer.getheader("content-length") if self.command == "HEAD" else str(len(data))
            self.send_header("Content-Length", length or "0")
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *told: object) -> None:
            """Say nothing."""

    for method in ("GET", "HEAD", "PUT", "POST", "DELETE"):
        setattr(Handler, f"do_{method}", Handler.forward)
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{proxy.server_address[1]}"
        proxy.shutdown()
        thread.join()


def through(bucket: Bucket, endpoint: str) -> Workspace:
    return Workspace.open(bucket.settings.model_copy(update={"storage_endpoint": endpoint}))


@pytest.mark.proves("SERVE-3")
@pytest.mark.parametrize(("header", "what"), [("if-none-match", "create"), ("if-match", "replace")])
def test_a_server_that_ignores_a_condition_is_refused_at_start(bucket: Bucket, header: str, what: str) -> None:
    def ignore(method: str, headers: dict[str, str], path: str) -> bool:
        headers.pop(header, None)
        return False

    proxy = between(bucket.settings.storage_endpoint, ignore)
    with proxy as endpoint, pytest.raises(Refusal) as refused:
        through(bucket, endpoint)
    assert (refused.value.code, refused.value.facts["why"].code) == ("cannot_start", f"storage_ignores_{what}")
    assert bucket.names() == []


@pytest.mark.proves("SERVE-3", "MATRIX-6")
def test_a_write_whose_answer_was_lost_is_known_for_ours(bucket: Bucket) -> None:
    lost: list[str] = []

    def lose(method: str, headers: dict[str, str], path: str) -> bool:
        """Keep back the first answer to each kind of write of a document."""
        kind = "create" if "if-none-match" in headers else "replace"
        if method != "PUT" or ".docforge" in path or kind in lost:
            return False
        lost.append(kind)
        return True

    with between(bucket.settings.storage_endpoint, lose) as endpoint:
        workspace = through(bucket, endpoint)
        made = workspace.create(PATH, b"one", deed("created"))
        done = workspace.replace(made, b"two", deed("edited"))
        after = workspace.replace(done, b"three", deed("edited"))
    assert lost == ["create", "replace"]
    assert bucket.read(PATH) == b"three"
    assert [call["version"] for call in workspace.lineage(PATH).calls] == [made.version, done.version, after.version]


@pytest.mark.proves("SERVE-3")
def test_every_key_begins_with_the_prefix_and_the_tenant(bucket: Bucket, tmp_path: Path) -> None:
    for tenant in ("default", "acme"):
        workspace = Workspace.open(bucket.settings, tenant)
        made = workspace.create(PATH, b"one", deed("created"))
        workspace.replace(made, b"two", deed("edited"))
    assert bucket.keys() == [
        f"office/acme/.docforge/versions/{made.sha256[:2]}/{made.sha256}",
        f"office/acme/{PATH}",
        f"office/default/.docforge/versions/{made.sha256[:2]}/{made.sha256}",
        f"office/default/{PATH}",
    ]


@pytest.mark.proves("SERVE-3")
def test_a_bucket_that_is_not_there_is_said_at_start(bucket: Bucket) -> None:
    absent = bucket.settings.model_copy(update={"storage": "s3://nowhere-to-be-found"})
    with pytest.raises(Refusal, match="nowhere-to-be-found"):
        Workspace.open(absent)


@pytest.mark.proves("ATTACH-2")
def test_a_local_caller_is_told_the_address_of_the_object(bucket: Bucket) -> None:
    workspace = Workspace.open(bucket.settings)
    card = workspace.hand_over(deed().call, workspace.create(PATH, b"one", deed("created")))
    assert card.location == f"{bucket.settings.storage}/default/{PATH}"
