"""Cards, and download links that bind one version."""

from __future__ import annotations

import base64
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from docforge.call import Call
from docforge.errors import Refusal
from docforge.workspace import Card, Workspace
from docforge.workspace.links import kept_secret
from tests.workspace.places import Folder, Place, deed, open_workspace, settings_row, start_together

PATH = "견적/한빛.xlsx"
REMOTE = Call(caller="kim", conversation="c1", local=False)
START = datetime(2026, 11, 30, 9, 0, 0, 700_000, tzinfo=UTC)


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def workspace(place: Place, clock: Clock) -> Workspace:
    return open_workspace(place, now=clock)


def token_of(card: Card) -> str:
    return card.url.rpartition("/d/")[2]


def downloaded(workspace: Workspace, token: str) -> bytes | None:
    """The bytes that a link gives, or None."""
    download = workspace.open_link(token)
    return b"".join(download.chunks) if download else None


@pytest.mark.proves("ATTACH-2")
def test_a_card_says_what_the_file_is_and_links_to_the_public_address(place: Place, clock: Clock) -> None:
    public = place.settings.model_copy(update={"public_url": "https://forge.example/"})
    workspace = Workspace.open(public, now=clock)
    stored = workspace.create(PATH, b"one", deed("created"))
    card = workspace.hand_over(REMOTE, stored)
    assert (card.path, card.name, card.size, card.version) == (PATH, "한빛.xlsx", 3, stored.version)
    assert card.media_type == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert card.url.startswith("https://forge.example/d/")
    assert card.expires == START.replace(microsecond=0) + timedelta(seconds=public.link_seconds)
    assert card.location is None


@pytest.mark.proves("ATTACH-2")
def test_where_nothing_listens_a_card_says_where_the_file_lies(folder: Folder) -> None:
    workspace = open_workspace(folder)
    card = workspace.hand_over(replace(REMOTE, local=True), workspace.create(PATH, b"one", deed("created")))
    assert (card.url, card.expires) == (None, None)
    assert Path(card.location).read_bytes() == b"one"


@pytest.mark.proves("SERVE-4", "ATTACH-2")
def test_a_link_gives_its_version_whatever_becomes_of_the_document(workspace: Workspace, place: Place) -> None:
    first = workspace.create(PATH, b"one", deed("created"))
    early = token_of(workspace.hand_over(REMOTE, first))
    second = workspace.replace(first, b"two", deed("edited"))
    late = token_of(workspace.hand_over(REMOTE, second))
    place.write(PATH, b"by Excel")
    assert [downloaded(workspace, token) for token in (early, late)] == [b"one", b"two"]
    place.delete(PATH)
    assert [downloaded(workspace, token) for token in (early, late)] == [b"one", b"two"]
    download = workspace.open_link(early)
    assert (download.name, download.size, download.version) == ("한빛.xlsx", 3, first.version)


@pytest.mark.proves("SERVE-4")
def test_a_link_ends_at_its_second(workspace: Workspace, clock: Clock) -> None:
    card = workspace.hand_over(REMOTE, workspace.create(PATH, b"one", deed("created")))
    clock.at = card.expires - timedelta(microseconds=1)
    assert downloaded(workspace, token_of(card)) == b"one"
    clock.at = card.expires
    assert downloaded(workspace, token_of(card)) is None


@pytest.mark.proves("SERVE-4")
def test_a_link_of_which_one_bit_was_changed_gives_nothing(workspace: Workspace) -> None:
    stored = workspace.create(PATH, b"one", deed("created"))
    token = token_of(workspace.hand_over(REMOTE, stored))
    raw = base64.urlsafe_b64decode(token)
    for bit in range(len(raw) * 8):
        changed = (int.from_bytes(raw, "big") ^ (1 << bit)).to_bytes(len(raw), "big")
        assert workspace.open_link(base64.urlsafe_b64encode(changed).decode()) is None
    assert downloaded(workspace, token) == b"one"


@pytest.mark.proves("SERVE-4")
@pytest.mark.parametrize(
    "forge",
    [
        lambda _: "",
        lambda _: "x",
        lambda _: "한" * 40,
        lambda token: token[:-4],
        lambda token: token + "AAAA",
        lambda token: token + "\n",
        lambda token: token.swapcase(),
        lambda token: "../" + token,
        lambda _: "A" * 40,
        lambda _: "_" * 40,
        lambda _: "A" * 5000,
    ],
)
def test_what_is_no_link_gives_nothing(folder: Folder, forge) -> None:
    workspace = open_workspace(folder)
    stored = workspace.create(PATH, b"one", deed("created"))
    assert workspace.open_link(forge(token_of(workspace.hand_over(REMOTE, stored)))) is None


@pytest.mark.proves("SERVE-4")
def test_the_end_of_one_link_cannot_be_put_on_another(workspace: Workspace, clock: Clock) -> None:
    stored = workspace.create(PATH, b"one", deed("created"))
    early = base64.urlsafe_b64decode(token_of(workspace.hand_over(REMOTE, stored)))
    clock.at += timedelta(days=300)
    late = base64.urlsafe_b64decode(token_of(workspace.hand_over(REMOTE, stored)))
    mixed = early[:9] + late[9:14]
    for tag in (early[14:], late[14:]):
        assert workspace.open_link(base64.urlsafe_b64encode(mixed + tag).decode()) is None


@pytest.mark.proves("SERVE-4")
def test_a_link_under_another_secret_gives_nothing(folder: Folder) -> None:
    ours = Workspace.open(folder.settings.model_copy(update={"secret": SecretStr("a" * 32)}))
    other = Workspace.open(folder.settings.model_copy(update={"secret": SecretStr("b" * 32)}))
    stored = ours.create(PATH, b"one", deed("created"))
    token = token_of(ours.hand_over(REMOTE, stored))
    assert (downloaded(ours, token), downloaded(other, token)) == (b"one", None)


@pytest.mark.proves("SERVE-4")
def test_a_link_of_another_tenant_is_followed_without_its_key(place: Place) -> None:
    theirs = Workspace.open(place.settings, "acme")
    stored = theirs.create(PATH, b"theirs", deed("created"))
    token = token_of(theirs.hand_over(replace(REMOTE, tenant="acme"), stored))
    assert downloaded(Workspace.open(place.settings), token) == b"theirs"


@pytest.mark.proves("SERVE-4")
def test_an_address_for_uploading_is_none_for_downloading(workspace: Workspace) -> None:
    address, _ = workspace.upload_link(REMOTE, "새.xlsx")
    given = token_of(workspace.hand_over(REMOTE, workspace.create(PATH, b"one", deed("created"))))
    assert workspace.open_link(address.rpartition("/")[2]) is None
    assert workspace.receive_upload(given) is None


@pytest.mark.proves("ATTACH-3")
def test_a_later_hand_over_renews_the_card_of_its_path(workspace: Workspace, clock: Clock) -> None:
    first = workspace.create(PATH, b"one", deed("created"))
    other = workspace.create("다른.xlsx", b"other", deed("created"))
    workspace.hand_over(REMOTE, first)
    clock.at += timedelta(seconds=1)
    workspace.hand_over(REMOTE, other)
    clock.at += timedelta(seconds=1)
    second = workspace.replace(first, b"two", deed("edited"))
    workspace.hand_over(REMOTE, second)
    cards = workspace.cards(REMOTE)
    assert [(card.path, card.version) for card in cards] == [(PATH, second.version), ("다른.xlsx", other.version)]
    assert downloaded(workspace, token_of(cards[0])) == b"two"
    assert workspace.lineage(PATH).handed_over == [first.version, second.version]


@pytest.mark.proves("ATTACH-3")
def test_cards_belong_to_their_conversation_and_tenant(workspace: Workspace, place: Place) -> None:
    stored = workspace.create(PATH, b"one", deed("created"))
    workspace.hand_over(REMOTE, stored)
    nobody = Call(caller="kim", local=False)
    assert [card.path for card in workspace.cards(REMOTE)] == [PATH]
    assert workspace.cards(replace(REMOTE, conversation="c2")) == workspace.cards(nobody) == []
    assert Workspace.open(place.settings, "acme").cards(REMOTE) == []
    workspace.hand_over(nobody, stored)
    assert [card.path for card in workspace.cards(nobody)] == [PATH]
    assert len(workspace.cards(REMOTE)) == 1


@pytest.mark.proves("ATTACH-3")
def test_a_listed_card_has_a_link_of_full_life(workspace: Workspace, clock: Clock) -> None:
    workspace.hand_over(REMOTE, workspace.create(PATH, b"one", deed("created")))
    clock.at += timedelta(days=30)
    (card,) = workspace.cards(REMOTE)
    assert downloaded(workspace, token_of(card)) == b"one"


@pytest.mark.proves("MATRIX-9")
def test_versions_handed_over_are_remembered_once_each_time_they_change(workspace: Workspace) -> None:
    first = workspace.create(PATH, b"one", deed("created"))
    for conversation in ("c1", "c1", "c2"):
        workspace.hand_over(replace(REMOTE, conversation=conversation), first)
    second = workspace.replace(first, b"two", deed("edited"))
    workspace.hand_over(REMOTE, second)
    assert workspace.lineage(PATH).handed_over == [first.version, second.version]


@pytest.mark.proves("DOOR-9")
def test_an_address_shows_neither_path_nor_tenant(workspace: Workspace) -> None:
    stored = workspace.create("secret-name.xlsx", b"one", deed("created"))
    token = token_of(workspace.hand_over(REMOTE, stored))
    assert len(token) == 40
    assert b"secret" not in base64.urlsafe_b64decode(token)


@pytest.mark.slow
@pytest.mark.proves("GUIDE-3")
def test_processes_that_start_together_agree_on_the_secret_that_is_made(folder: Folder) -> None:
    orders = [
        {"settings": settings_row(folder.settings), "do": "open", "path": f"{n}.xlsx", "text": str(n)} for n in range(5)
    ]
    keys = {told["key"] for told in start_together(orders)}
    assert len(keys) == 1
    secret = folder.settings.workspace / ".docforge/secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    assert open_workspace(folder).key_for("test").hex() in keys
    assert secret.read_text() not in keys


@pytest.mark.proves("GUIDE-3")
def test_threads_that_start_together_agree_on_the_secret_too(tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(kept_secret, [tmp_path] * 32))) == 1
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_damaged_secret_is_said_and_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"")
    with pytest.raises(Refusal) as caught:
        kept_secret(tmp_path)
    assert (caught.value.code, caught.value.facts["why"].code) == ("cannot_start", "secret_damaged")
