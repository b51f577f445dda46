"""Reading, publishing and healing, on a folder and on a bucket alike."""

from __future__ import annotations

import hashlib
import unicodedata
from pathlib import Path

import pytest
from pydantic import SecretStr

from docforge.call import Call
from docforge.config import Settings
from docforge.errors import Refusal
from docforge.workspace import FileChanged, PathTaken, Workspace
from tests.workspace.places import Folder, Place, deed

PATH = "견적/한빛 #1 [초안] {a} 100%.xlsx"


def actions(workspace: Workspace, path: str = PATH) -> list[str]:
    """What was done to a document, in order."""
    return [call["action"] for call in workspace.lineage(path).calls]


@pytest.mark.proves("SERVE-3", "MATRIX-7")
def test_what_was_created_is_read_back_with_a_version_made_of_its_bytes(workspace: Workspace, place: Place) -> None:
    made = workspace.create(PATH, b"one", deed("created"))
    assert place.read(PATH) == b"one"
    read = workspace.read(PATH)
    assert (read.data, read.sha256, read.tag) == (b"one", hashlib.sha256(b"one").hexdigest(), made.tag)
    assert read.version == made.version == read.sha256[:12]


@pytest.mark.proves("SERVE-3", "MATRIX-6")
def test_nothing_is_created_over_what_lies_there(workspace: Workspace, place: Place) -> None:
    place.write(PATH, b"theirs")
    with pytest.raises(PathTaken):
        workspace.create(PATH, b"ours", deed("created"))
    assert place.read(PATH) == b"theirs"
    assert workspace.lineage(PATH) is None


@pytest.mark.proves("SERVE-3", "MATRIX-8")
def test_what_changed_since_it_was_read_is_not_replaced(workspace: Workspace, place: Place) -> None:
    before = workspace.create(PATH, b"one", deed("created"))
    second = workspace.replace(before, b"two", deed("edited"))
    with pytest.raises(FileChanged):
        workspace.replace(before, b"three", deed("edited"))
    place.write(PATH, b"outside")
    with pytest.raises(FileChanged):
        workspace.replace(second, b"three", deed("edited"))
    place.delete(PATH)
    with pytest.raises(FileChanged):
        workspace.replace(second, b"three", deed("edited"))
    assert place.names() == []


@pytest.mark.proves("MATRIX-9")
def test_every_replaced_version_is_kept_and_the_template_as_it_was(workspace: Workspace, place: Place) -> None:
    place.write("templates/견적.xltx", b"form")
    template = workspace.read("templates/견적.xltx")
    told = {"template": template.path, "template_sha256": template.sha256}
    first = workspace.create(PATH, b"one", deed("copied_and_edited", places=["견적서!B3"], **told))
    second = workspace.replace(first, b"two", deed("edited", caller="lee", places=["견적서!B4"]))
    place.write("templates/견적.xltx", b"another form")
    assert workspace.version_bytes(template.sha256) == b"form"
    assert workspace.version_bytes(first.sha256) == b"one"
    assert workspace.version_bytes("0" * 64) is None
    lineage = workspace.lineage(PATH)
    assert (lineage.template, lineage.template_sha256, lineage.made_by) == (template.path, template.sha256, "kim")
    assert [(c["caller"], c["action"], c["version"], c["places"]) for c in lineage.calls] == [
        ("kim", "copied_and_edited", first.version, ["견적서!B3"]),
        ("lee", "edited", second.version, ["견적서!B4"]),
    ]


@pytest.mark.proves("MATRIX-9")
def test_a_copy_is_in_template_state_until_it_is_filled(workspace: Workspace) -> None:
    copy = workspace.create(PATH, b"one", deed("copied", filled=False))
    assert workspace.lineage(PATH).filled is False
    workspace.replace(copy, b"two", deed("edited"))
    assert workspace.lineage(PATH).filled is True


@pytest.mark.proves("MATRIX-7")
def test_a_change_from_outside_is_noticed_once_and_becomes_part_of_the_lineage(
    workspace: Workspace, place: Place
) -> None:
    workspace.create(PATH, b"one", deed("created"))
    place.write(PATH, b"by Excel")
    read = workspace.read(PATH)
    workspace.read(PATH)
    assert read.data == b"by Excel"
    assert actions(workspace) == ["created", "changed_outside"]
    assert workspace.lineage(PATH).calls[-1]["version"] == read.version
    workspace.replace(read, b"two", deed("edited"))
    assert workspace.version_bytes(read.sha256) == b"by Excel"
    assert actions(workspace) == ["created", "changed_outside", "edited"]


@pytest.mark.proves("MATRIX-7")
def test_a_document_deleted_from_outside_and_made_anew_is_another_one(workspace: Workspace, place: Place) -> None:
    workspace.create(PATH, b"one", deed("created"))
    place.delete(PATH)
    assert workspace.read(PATH) is None
    assert workspace.lineage(PATH) is None
    workspace.create(PATH, b"two", deed("created", caller="lee"))
    assert workspace.lineage(PATH).made_by == "lee"
    place.delete(PATH)
    workspace.create(PATH, b"three", deed("created", caller="park"))  # nobody had looked meanwhile
    assert (workspace.lineage(PATH).made_by, actions(workspace)) == ("park", ["created"])


@pytest.mark.proves("MATRIX-9")
def test_a_file_from_outside_gets_its_lineage_with_its_first_change(workspace: Workspace, place: Place) -> None:
    place.write(PATH, b"theirs")
    before = workspace.read(PATH)
    assert workspace.lineage(PATH) is None
    workspace.replace(before, b"ours", deed("edited"))
    lineage = workspace.lineage(PATH)
    assert (lineage.made_by, lineage.template, actions(workspace)) == ("", None, ["edited"])
    assert workspace.version_bytes(before.sha256) == b"theirs"


def test_who_reads_under_a_lock_heals_as_well(workspace: Workspace, place: Place) -> None:
    workspace.create(PATH, b"one", deed("created"))
    place.write(PATH, b"by Excel")
    with workspace.lock(PATH):
        workspace.read(PATH)
    assert actions(workspace) == ["created", "changed_outside"]


def test_deleting_keeps_the_bytes_and_ends_the_lineage(workspace: Workspace, place: Place) -> None:
    made = workspace.create(PATH, b"one", deed("created"))
    with pytest.raises(FileChanged):
        workspace.delete(Call(), PATH, if_match="0" * 12)
    assert workspace.delete(Call(), PATH, if_match=made.version) is True
    assert workspace.delete(Call(), PATH) is False
    assert (place.names(), workspace.lineage(PATH)) == ([], None)
    assert workspace.version_bytes(made.sha256) == b"one"


@pytest.mark.proves("MATRIX-5")
def test_a_template_is_neither_deleted_nor_written_over(workspace: Workspace, place: Place) -> None:
    place.write("templates/견적.xltx", b"form")
    version = workspace.read("templates/견적.xltx").version
    with pytest.raises(Refusal, match="is_a_template"):
        workspace.delete(Call(), "templates/견적.xltx")
    with pytest.raises(Refusal, match="is_a_template"):
        workspace.receive(Call(), "templates/견적.xltx", if_match=version)
    with pytest.raises(PathTaken):
        workspace.receive(Call(), "templates/견적.xltx")
    assert place.read("templates/견적.xltx") == b"form"


def test_files_are_listed_sorted_without_what_no_caller_may_name(workspace: Workspace, place: Place) -> None:
    for name in ("b.xlsx", "견적/가.xlsx", "견적/하위/나.xlsx", "견적서.xlsx", ".env", "견적/~$가.xlsx", "a/.git/x"):
        place.write(name, b"x")
    workspace.create("c.xlsx", b"x", deed("created"))
    workspace.replace(workspace.read("c.xlsx"), b"y", deed("edited"))
    assert list(workspace.files()) == ["b.xlsx", "c.xlsx", "견적/가.xlsx", "견적/하위/나.xlsx", "견적서.xlsx"]
    assert list(workspace.files("견적")) == ["견적/가.xlsx", "견적/하위/나.xlsx"]
    assert list(workspace.files("없음")) == []


def test_a_free_path_is_numbered_beside_what_lies_there(workspace: Workspace, place: Place) -> None:
    assert workspace.free_path("한빛.xlsx") == "한빛.xlsx"
    place.write("한빛.xlsx", b"x")
    place.write("한빛-2.xlsx", b"x")
    assert workspace.free_path("한빛.xlsx") == "한빛-3.xlsx"


def test_tenants_see_nothing_of_one_another(place: Place) -> None:
    ours, theirs = Workspace.open(place.settings), Workspace.open(place.settings, "acme")
    ours.create(PATH, b"ours", deed("created"))
    made = theirs.create(PATH, b"theirs", deed("created", caller="acme"))
    theirs.replace(made, b"theirs, later", deed("edited"))
    assert (ours.read(PATH).data, theirs.read(PATH).data) == (b"ours", b"theirs, later")
    assert list(ours.files()) == list(theirs.files()) == [PATH]
    assert (len(ours.lineage(PATH).calls), len(theirs.lineage(PATH).calls)) == (1, 2)
    assert ours.version_bytes(made.sha256) is None
    assert Workspace.open(place.settings, "acm").read(PATH) is None


@pytest.mark.parametrize("tenant", ["", "..", "a/b", "A", "-a", "a" * 64, "a\n", "가"])
def test_a_tenant_has_a_plain_name(folder: Folder, tenant: str) -> None:
    with pytest.raises(ValueError, match="tenant"):
        Workspace.open(folder.settings, tenant)


def test_a_folder_of_any_name_holds_a_workspace(tmp_path: Path) -> None:
    settings = Settings(workspace=tmp_path / "작업 ?#% [1]" / "w")
    assert Workspace.open(settings).create(PATH, b"one", deed("created")).data == b"one"
    assert (settings.workspace / ".docforge" / "records.db").is_file()


def test_settings_that_cannot_be_kept_safe_are_refused_at_start(folder: Folder) -> None:
    for wrong, word in (({"secret": SecretStr("short")}, "DOCFORGE_SECRET"), ({"storage": "elsewhere"}, "s3://")):
        with pytest.raises(Refusal) as caught:
            Workspace.open(folder.settings.model_copy(update=wrong))
        told = caught.value.to_dict()
        assert (told["code"], word in told["message"]) == ("cannot_start", True)


def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_read(place: Place) -> None:
    place.write("at.xlsx", b"x" * 1000)
    place.write("over.xlsx", b"x" * 1001)
    workspace = Workspace.open(place.settings.model_copy(update={"max_file_bytes": 1000}))
    assert len(workspace.read("at.xlsx").data) == 1000
    with pytest.raises(Refusal) as refused:
        workspace.read("over.xlsx")
    assert refused.value.code == "too_large"
    assert "1,000" in refused.value.to_dict("en")["message"]


def test_a_path_that_nobody_checked_is_refused_at_the_last_door(workspace: Workspace) -> None:
    for path in ("../a.xlsx", ".docforge/secret", "/etc/hostname", unicodedata.normalize("NFD", "../가")):
        for ask in (workspace.read, workspace.exists, workspace.download, lambda p: list(workspace.files(p))):
            with pytest.raises(Refusal, match="bad_path"):
                ask(path)
