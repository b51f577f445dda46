"""What lies on the disk is opened beneath the workspace alone, by either way of opening and of publishing."""

from __future__ import annotations

import ctypes
import hashlib
import os
import stat
import threading
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from docforge.workspace.storage.base import Changed, Taken, Unusable
from docforge.workspace.storage.beneath import best_way, open_by_steps, open_whole
from docforge.workspace.storage.local import LocalStorage

LIMIT = 1 << 20
AT_FDCWD, RENAME_EXCHANGE = -100, 2
TAG = hashlib.sha256(b"x").hexdigest()
NAME = "default/폴더/한빛.xlsx"


@pytest.fixture(params=["openat2", "by steps"])
def way(request: pytest.FixtureRequest):
    """Both ways of opening; the first only where the kernel has it."""
    if request.param == "by steps":
        return open_by_steps
    if best_way() is not open_whole:
        pytest.skip("the kernel has no openat2 (Linux 5.6), or a filter forbids it")
    return open_whole


@pytest.fixture(params=["unnamed", "named"])
def store(request: pytest.FixtureRequest, tmp_path: Path, way) -> LocalStorage:
    """A store by either kind of temporary file."""
    return LocalStorage(tmp_path / "w", way=way, unnamed=request.param == "unnamed")


@pytest.fixture
def root(tmp_path: Path, store: LocalStorage) -> Path:
    """The store's folder, beside a secret that nobody may read through it."""
    (tmp_path / "secret.xlsx").write_bytes(b"SECRET")
    return tmp_path / "w"


def create(store: LocalStorage, key: str, data: bytes) -> str:
    with store.stage() as staged:
        staged.write(data)
        return staged.create(key).tag


def replace(store: LocalStorage, key: str, tag: str, data: bytes) -> str:
    with store.stage() as staged:
        staged.write(data)
        return staged.replace(key, tag).tag


def data_of(store: LocalStorage, key: str) -> bytes | None:
    found = store.read(key, LIMIT)
    return found and found.data


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def temporaries(root: Path) -> list[Path]:
    return list((root / ".docforge/tmp").iterdir())


def test_both_ways_publish_whole_and_leave_no_temporary(store: LocalStorage, root: Path) -> None:
    tag = create(store, NAME, b"one")
    with pytest.raises(Taken):
        create(store, NAME, b"two")
    replace(store, NAME, tag, b"two")
    with pytest.raises(Changed):
        replace(store, NAME, tag, b"three")
    with pytest.raises(Changed):
        replace(store, "default/없음.xlsx", tag, b"three")
    assert data_of(store, NAME) == b"two"
    assert temporaries(root) == []
    assert names_in(root / "폴더") == ["한빛.xlsx"]


def test_a_replaced_file_keeps_its_permissions(store: LocalStorage, root: Path) -> None:
    tag = create(store, NAME, b"one")
    path = root / "폴더/한빛.xlsx"
    path.chmod(0o660)
    replace(store, NAME, tag, b"two")
    assert stat.S_IMODE(path.stat().st_mode) == 0o660


LINKS: dict[str, Callable[[Path], object]] = {
    "link.xlsx": lambda root: (root / "link.xlsx").symlink_to(root.parent / "secret.xlsx"),
    "dangling.xlsx": lambda root: (root / "dangling.xlsx").symlink_to(root.parent / "new.xlsx"),
    "inside.xlsx": lambda root: (root / "inside.xlsx").symlink_to(root / "real.xlsx"),
    "folder/secret.xlsx": lambda root: (root / "folder").symlink_to(root.parent),
    "deep/sub/secret.xlsx": lambda root: ((root / "deep").mkdir(), (root / "deep/sub").symlink_to(root.parent)),
    "process.xlsx": lambda root: (root / "process.xlsx").symlink_to("/proc/self/environ"),
    "hard.xlsx": lambda root: os.link(root.parent / "secret.xlsx", root / "hard.xlsx"),
    "fifo.xlsx": lambda root: os.mkfifo(root / "fifo.xlsx"),
    "directory.xlsx": lambda root: (root / "directory.xlsx").mkdir(),
    "real.xlsx/inner.xlsx": lambda _: None,
}


@pytest.mark.parametrize("name", LINKS)
def test_what_is_no_plain_file_of_the_folder_is_neither_read_nor_written(
    store: LocalStorage, root: Path, name: str
) -> None:
    (root / "real.xlsx").write_bytes(b"real")
    LINKS[name](root)
    key = f"default/{name}"
    for ask in (lambda: store.read(key, LIMIT), lambda: store.open(key), lambda: replace(store, key, "0" * 64, b"x")):
        with pytest.raises(Unusable):
            ask()
    with pytest.raises((Unusable, Taken)):
        create(store, key, b"x")
    with pytest.raises((Unusable, Changed)):
        store.delete(key, "0" * 64)
    assert list(store.keys("default/")) == ["default/real.xlsx"]
    assert (root.parent / "secret.xlsx").read_bytes() == b"SECRET"
    assert not (root.parent / "new.xlsx").exists()
    assert temporaries(root) == []


def test_a_linked_folder_is_not_listed(store: LocalStorage, root: Path) -> None:
    (root / "folder").symlink_to(root.parent)
    assert list(store.keys("default/")) == []
    with pytest.raises(Unusable):
        store.keys("default/folder/")


def test_names_that_another_system_wrote_decomposed_are_found(store: LocalStorage, root: Path) -> None:
    spelled = root / unicodedata.normalize("NFD", "폴더")
    spelled.mkdir()
    (spelled / unicodedata.normalize("NFD", "한빛.xlsx")).write_bytes(b"one")
    found = store.read(NAME, LIMIT)
    assert found.data == b"one"
    assert store.exists(NAME)
    assert list(store.keys("default/")) == [NAME]
    assert list(store.keys("default/폴더/")) == [NAME]
    assert b"".join(store.open(NAME).chunks) == b"one"
    with pytest.raises(Taken):
        create(store, NAME, b"two")
    create(store, "default/폴더/대우.xlsx", b"beside")
    tag = replace(store, NAME, found.tag, b"two")
    assert sorted(unicodedata.normalize("NFC", name) for name in names_in(spelled)) == ["대우.xlsx", "한빛.xlsx"]
    assert names_in(root) == [".docforge", spelled.name]
    store.delete(NAME, tag)
    assert not store.exists(NAME)


def test_the_composed_name_wins_where_both_lie_there(store: LocalStorage, root: Path) -> None:
    for form in ("NFC", "NFD"):
        (root / unicodedata.normalize(form, "한빛.xlsx")).write_bytes(form.encode())
    assert data_of(store, "default/한빛.xlsx") == b"NFC"
    assert list(store.keys("default/")) == ["default/한빛.xlsx"]


@pytest.fixture
def swapping(root: Path) -> Iterator[None]:
    """Somebody exchanges a folder and a link to the outside as fast as they can; one of them is always there."""
    (root / "d").mkdir()
    (root / "d/secret.xlsx").write_bytes(b"inside")
    (root / "link").symlink_to(root.parent)
    names = [ctypes.c_char_p(os.fsencode(root / name)) for name in ("d", "link")]
    stopped, libc = threading.Event(), ctypes.CDLL(None)
    if not hasattr(libc, "renameat2"):
        pytest.skip("the C library has no renameat2 to exchange two names at once")

    def swap() -> None:
        while not stopped.is_set():
            libc.renameat2(AT_FDCWD, names[0], AT_FDCWD, names[1], RENAME_EXCHANGE)

    thread = threading.Thread(target=swap)
    thread.start()
    yield
    stopped.set()
    thread.join()


def attempt(act: Callable[[], bytes | str | None]) -> bytes | str | None:
    """What came of it; nothing where the way was gone or a link at that moment."""
    try:
        return act()
    except (Unusable, FileNotFoundError, Taken) as refused:
        return type(refused).__name__


@pytest.mark.slow
def test_a_folder_that_is_exchanged_for_a_link_meanwhile_leads_nowhere(
    store: LocalStorage, root: Path, swapping: None
) -> None:
    seen: set[bytes | str | None] = set()
    for number in range(300):
        seen |= {attempt(lambda: data_of(store, "default/d/secret.xlsx")) for _ in range(8)}
        seen.add(attempt(lambda number=number: create(store, f"default/d/w{number}.xlsx", b"x")))
    assert {b"inside", "Unusable", TAG} <= seen
    assert b"SECRET" not in seen
    assert [path.name for path in root.parent.iterdir() if path.name.startswith("w")] == ["w"]


def test_a_temporary_name_that_was_not_taken_away_yet_does_not_hide_the_document(tmp_path: Path) -> None:
    store = LocalStorage(tmp_path / "w", unnamed=False)
    create(store, "default/a.xlsx", b"one")
    os.link(tmp_path / "w/a.xlsx", tmp_path / "w/.docforge" / "tmp" / "left.part")
    assert data_of(store, "default/a.xlsx") == b"one"
    assert temporaries(tmp_path / "w") == []


def test_the_own_folder_is_closed_to_others(tmp_path: Path) -> None:
    LocalStorage(tmp_path / "w")
    assert stat.S_IMODE((tmp_path / "w/.docforge").stat().st_mode) == 0o700


def test_a_stream_that_nobody_reads_is_closed(tmp_path: Path) -> None:
    store = LocalStorage(tmp_path / "w")
    create(store, "default/a.xlsx", b"x" * 1000)
    before = len(names_in(Path("/proc/self/fd")))
    for _ in range(5):
        store.open("default/a.xlsx")
    opened = store.open("default/a.xlsx").chunks
    assert next(opened) == b"x" * 1000
    opened.close()
    assert list(opened) == []
    assert len(names_in(Path("/proc/self/fd"))) == before
