"""Cards: what attach does, over HTTP and in one's own folder."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest

from docforge import DocForge
from tests.toy import read_toy
from tests.toy.fixtures import ERAS, Served, fill


@pytest.mark.proves("ATTACH-2", "SERVE-4")
@pytest.mark.parametrize("era", ERAS)
def test_attach_true_gives_a_card_and_a_link_that_hosts_offer(served: Served, era: str) -> None:
    result = served.edit(era=era, **fill(attach=True, path="견적/한빛 스틸.toyx"))
    card, link = result.structured_content["card"], result.content[1]
    assert (card["name"], card["size"]) == ("한빛 스틸.toyx", (served.folder / "견적/한빛 스틸.toyx").stat().st_size)
    assert (link.type, link.name, link.uri, link.size) == ("resource_link", card["name"], card["url"], card["size"])
    listed = httpx.get(f"{served.url}/v1/cards").json()["cards"][0]
    assert link.mime_type == listed["media_type"]
    left = datetime.fromisoformat(card["expires"]) - datetime.now().astimezone()
    assert timedelta(hours=23) < left <= timedelta(hours=24)
    got = httpx.get(card["url"])
    assert read_toy(got.content)["customer"] == "한빛스틸"
    assert got.headers["content-type"] == listed["media_type"]


@pytest.mark.proves("ATTACH-2")
@pytest.mark.parametrize("era", ERAS)
def test_attach_false_gives_no_card_and_lists_nothing_as_delivered(served: Served, era: str) -> None:
    result = served.edit(era=era, **fill())
    assert "card" not in result.structured_content
    assert len(result.content) == 1
    assert httpx.get(f"{served.url}/v1/cards").json() == {"total": 0, "cards": []}
    listed = served.rest("list_files", {"kind": "document"}).json()["files"]
    assert listed == [{"path": "quotes/hanbit.toyx", "kind": "document", "format": "toy"}]


@pytest.mark.proves("ATTACH-2", "SERVE-4")
def test_a_link_goes_on_giving_the_version_that_was_handed_over(served: Served) -> None:
    first = served.rest("edit_toy", fill(attach=True)).json()
    edit = fill(template=None, fields=[{"at": "customer", "value": "고친 이름"}])
    changed = served.rest("edit_toy", edit).json()
    assert changed["warnings"] == [
        f"The user still holds an earlier version ({first['version']}); attach: true hands over the new one."
    ]
    assert read_toy(httpx.get(first["card"]["url"]).content)["customer"] == "한빛스틸"


@pytest.mark.proves("ATTACH-2")
def test_what_was_never_handed_over_is_not_spoken_of(served: Served) -> None:
    served.rest("edit_toy", fill())
    edit = fill(template=None, fields=[{"at": "customer", "value": "고친 이름"}])
    assert "warnings" not in served.rest("edit_toy", edit).json()


@pytest.mark.proves("ATTACH-3")
def test_a_later_edit_renews_the_card_instead_of_stacking_another(served: Served) -> None:
    first = served.rest("edit_toy", fill(attach=True)).json()
    edit = fill(template=None, attach=True, fields=[{"at": "customer", "value": "고친 이름"}])
    second = served.rest("edit_toy", edit).json()
    listed = httpx.get(f"{served.url}/v1/cards").json()
    assert (listed["total"], listed["cards"][0]["version"]) == (1, second["version"])
    assert second["version"] != first["version"]
    assert read_toy(httpx.get(listed["cards"][0]["url"]).content)["customer"] == "고친 이름"


@pytest.mark.proves("ATTACH-2")
def test_where_nothing_listens_the_card_names_the_place_in_the_own_folder(forge: DocForge, home: Path) -> None:
    card = forge.call("edit_toy", **fill(attach=True))["card"]
    assert Path(card["location"]) == home / "quotes/hanbit.toyx"
    assert "url" not in card
    assert Path(card["location"]).stat().st_size == card["size"]
