"""Files on their way in and out: streamed, whole or not at all, and never over another."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from docforge.call import Call
from docforge.errors import Refusal
from docforge.workspace import FileChanged, PathTaken, Workspace
from tests.workspace.places import Folder, Place, deed, open_workspace

PATH = "올린 파일.xlsx"
CALL = Call(caller="kim", conversation="c1", local=False)


class BrokenError(Exception):
    """The connection broke."""


def breaking() -> Iterator[bytes]:
    yield b"half "
    raise BrokenError


def token_of(address: str) -> str:
    return address.rpartition("/u/")[2]


def limited(place: Place, size: int) -> Workspace:
    return Workspace.open(place.settings.model_copy(update={"max_file_bytes": size}))


@pytest.mark.proves("SERVE-4")
def test_a_file_that_is_sent_in_pieces_is_published_whole(workspace: Workspace, place: Place) -> None:
    filed = workspace.receive(CALL, PATH).take([b"one, ", b"", b"two"])
    assert place.read(PATH) == b"one, two"
    assert (filed.created, filed.size, filed.version) == (True, 8, workspace.read(PATH).version)
    lineage = workspace.lineage(PATH)
    assert (lineage.made_by, lineage.calls[0]["action"]) == ("kim", "uploaded")


@pytest.mark.proves("SERVE-4")
def test_a_door_that_awaits_its_connection_sends_the_same_way(workspace: Workspace, place: Place) -> None:
    async def body() -> AsyncIterator[bytes]:
        yield b"one, "
        yield b"two"

    filed = asyncio.run(workspace.receive(CALL, PATH).take_async(body()))
    assert (filed.size, place.read(PATH)) == (8, b"one, two")


@pytest.mark.proves("SERVE-4", "MATRIX-7")
def test_a_connection_that_breaks_leaves_nothing(workspace: Workspace, place: Place) -> None:
    with pytest.raises(BrokenError):
        workspace.receive(CALL, PATH).take(breaking())
    assert (place.names(), workspace.read(PATH)) == ([], None)
    temporary = place.settings.workspace / ".docforge/tmp"
    assert list(temporary.iterdir()) == []


@pytest.mark.proves("SERVE-4")
def test_a_file_at_the_limit_is_taken_and_one_byte_more_is_not(place: Place) -> None:
    workspace = limited(place, 1000)
    assert workspace.receive(CALL, "at.xlsx").take([b"x" * 600, b"x" * 400]).size == 1000
    with pytest.raises(Refusal) as refused:
        workspace.receive(CALL, "over.xlsx").take([b"x" * 600, b"x" * 401])
    assert refused.value.code == "too_large"
    assert place.names() == ["at.xlsx"]


@pytest.mark.proves("SERVE-4")
def test_a_body_without_end_is_cut_off_at_the_limit(place: Place) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while True:
            sent += 100
            yield b"x" * 100

    with pytest.raises(Refusal, match="too_large"):
        limited(place, 1000).receive(CALL, PATH).take(endless())
    assert sent == 1100


@pytest.mark.proves("SERVE-4")
def test_a_large_file_passes_in_and_out_without_being_held_whole(folder: Folder) -> None:
    workspace, piece, count = open_workspace(folder), b"x" * 100_000, 320
    tracemalloc.start()
    try:
        workspace.receive(CALL, PATH).take(piece for _ in range(count))
        size = sum(len(chunk) for chunk in workspace.download(PATH).chunks)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size == len(piece) * count
    assert peak < 4_000_000


def test_a_file_is_sent_over_another_only_where_its_version_is_named(workspace: Workspace, place: Place) -> None:
    first = workspace.receive(CALL, PATH).take([b"one"])
    with pytest.raises(PathTaken):
        workspace.receive(CALL, PATH)
    for stale in ("0" * 12, ""):
        with pytest.raises(FileChanged):
            workspace.receive(CALL, PATH, if_match=stale).take([b"two"])
    assert place.read(PATH) == b"one"
    for match in (first.version, first.sha256):
        filed = workspace.receive(CALL, PATH, if_match=match).take([b"one"])
        assert filed.created is False
    assert workspace.receive(CALL, PATH, if_match=first.version).take([b"two"]).version == workspace.read(PATH).version
    assert workspace.version_bytes(first.sha256) == b"one"
    with pytest.raises(FileChanged):
        workspace.receive(CALL, "없음.xlsx", if_match=first.version).take([b"x"])


def test_what_came_to_lie_there_while_a_file_was_sent_stays(workspace: Workspace, place: Place) -> None:
    with workspace.receive(CALL, PATH) as intake:
        intake.write(b"ours")
        place.write(PATH, b"theirs")
        with pytest.raises(PathTaken):
            intake.finish()
    assert place.read(PATH) == b"theirs"


@pytest.mark.proves("SERVE-10")
def test_an_upload_address_takes_one_file_once(workspace: Workspace, place: Place) -> None:
    address, ends = workspace.upload_link(CALL, PATH)
    assert address.startswith("http://127.0.0.1:8765/u/")
    assert ends > datetime.now(UTC)
    assert workspace.receive_upload(token_of(address)).take([b"sent"]).created is True
    assert place.read(PATH) == b"sent"
    assert workspace.lineage(PATH).made_by == "kim"
    assert workspace.receive_upload(token_of(address)) is None
    workspace.delete(CALL, PATH)
    assert workspace.receive_upload(token_of(address)) is None


@pytest.mark.proves("SERVE-10")
def test_of_two_that_send_to_one_address_at_once_one_is_taken(workspace: Workspace, place: Place) -> None:
    address, _ = workspace.upload_link(CALL, PATH)
    with workspace.receive_upload(token_of(address)) as one, workspace.receive_upload(token_of(address)) as two:
        one.write(b"one")
        two.write(b"two")
        two.finish()
        workspace.delete(CALL, PATH)  # so that only the address keeps the other out
        with pytest.raises(PathTaken):
            one.finish()
    assert place.names() == []


@pytest.mark.proves("SERVE-10")
def test_an_upload_that_broke_can_be_tried_again(workspace: Workspace, place: Place) -> None:
    address, _ = workspace.upload_link(CALL, PATH)
    with pytest.raises(BrokenError):
        workspace.receive_upload(token_of(address)).take(breaking())
    workspace.receive_upload(token_of(address)).take([b"whole"])
    assert place.read(PATH) == b"whole"


@pytest.mark.proves("SERVE-10", "MATRIX-5")
def test_a_template_comes_in_by_upload_and_is_never_written_over(workspace: Workspace, place: Place) -> None:
    path = "templates/견적.xltx"
    address, _ = workspace.upload_link(CALL, path)
    other, _ = workspace.upload_link(CALL, path)
    workspace.receive_upload(token_of(address)).take([b"form"])
    with pytest.raises(PathTaken):
        workspace.receive_upload(token_of(other))
    with pytest.raises(PathTaken):
        workspace.upload_link(CALL, path)
    assert place.read(path) == b"form"


@pytest.mark.proves("SERVE-10")
def test_an_upload_address_ends(place: Place) -> None:
    at = datetime(2026, 11, 30, tzinfo=UTC)
    before = open_workspace(place, now=lambda: at)
    address, ends = before.upload_link(CALL, PATH)
    assert before.receive_upload(token_of(address)) is not None
    late = open_workspace(place, now=lambda: ends)
    assert late.receive_upload(token_of(address)) is None
    assert ends == at + timedelta(seconds=place.settings.upload_seconds)


@pytest.mark.proves("SERVE-10")
def test_an_upload_goes_to_the_tenant_that_asked_for_it(place: Place) -> None:
    theirs = Workspace.open(place.settings, "acme")
    address, _ = theirs.upload_link(replace(CALL, tenant="acme"), PATH)
    Workspace.open(place.settings).receive_upload(token_of(address)).take([b"theirs"])
    assert theirs.read(PATH).data == b"theirs"
    assert place.read(PATH) is None


@pytest.mark.proves("SERVE-4")
@pytest.mark.parametrize("token", ["", "x", "A" * 40, "가" * 40])
def test_what_is_no_upload_address_takes_nothing(folder: Folder, token: str) -> None:
    assert open_workspace(folder).receive_upload(token) is None


@pytest.mark.proves("SERVE-4")
@pytest.mark.parametrize(
    ("name", "media"),
    [
        ("견적.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        ("견적.XLTX", "application/vnd.openxmlformats-officedocument.spreadsheetml.template"),
        ("장부.xlsm", "application/vnd.ms-excel.sheet.macroEnabled.12"),
        ("page.html", "application/octet-stream"),
        ("picture.svg", "application/octet-stream"),
        ("이름만", "application/octet-stream"),
    ],
)
def test_a_media_type_is_that_of_the_fixed_table(folder: Folder, name: str, media: str) -> None:
    workspace = open_workspace(folder)
    workspace.receive(CALL, name).take([b"<script>alert(1)</script>"])
    assert workspace.download(name).media_type == media


@pytest.mark.proves("SERVE-4")
def test_a_download_gives_one_state_of_the_file_with_its_hash(workspace: Workspace, place: Place) -> None:
    place.write("옆.xlsx", b"put there by somebody else")
    stored = workspace.create(PATH, b"x" * 700_000, deed("created"))
    download = workspace.download(PATH)
    assert (download.size, download.sha256, download.name) == (700_000, stored.sha256, PATH)
    assert b"".join(download.chunks) == stored.data
    beside = workspace.download("옆.xlsx")
    assert (beside.version, beside.size) == (workspace.read("옆.xlsx").version, 26)
    assert workspace.download("없음.xlsx") is None
