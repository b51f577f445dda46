"""The two kinds of store, seen from behind DocForge's back: what a user, another program or an operator would see."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import obstore
from pydantic import SecretStr

from docforge.call import Call
from docforge.config import Settings
from docforge.workspace import Deed, Workspace
from tests.conftest import ROOT
from tests.workspace.servers import bucket_store

PREFIX = "office"


@dataclass
class Folder:
    """A workspace on the local disk."""

    settings: Settings

    def path(self, name: str) -> Path:
        return self.settings.workspace / name

    def read(self, name: str) -> bytes | None:
        return self.path(name).read_bytes() if self.path(name).exists() else None

    def write(self, name: str, data: bytes) -> None:
        self.path(name).parent.mkdir(parents=True, exist_ok=True)
        self.path(name).write_bytes(data)

    def delete(self, name: str) -> None:
        self.path(name).unlink()

    def names(self) -> list[str]:
        """All that its user sees, folders left out."""
        root = self.settings.workspace
        found = (path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir())
        return sorted(name for name in found if not name.startswith(".docforge/"))

    def apart(self, name: str) -> dict[str, Any]:
        """Settings of another process on this machine."""
        return settings_row(self.settings)


@dataclass
class Bucket:
    """A workspace in a bucket."""

    settings: Settings

    def __post_init__(self) -> None:
        bucket = self.settings.storage.removeprefix("s3://").partition("/")[0]
        self._store = bucket_store(self.settings.storage_endpoint, bucket)

    def _key(self, name: str) -> str:
        return f"{PREFIX}/default/{name}"

    def read(self, name: str) -> bytes | None:
        try:
            return bytes(obstore.get(self._store, self._key(name)).bytes())
        except FileNotFoundError:
            return None

    def write(self, name: str, data: bytes) -> None:
        obstore.put(self._store, self._key(name), data, use_multipart=False)

    def delete(self, name: str) -> None:
        obstore.delete(self._store, self._key(name))

    def names(self) -> list[str]:
        """All that the bucket shows of the workspace."""
        names = [key.removeprefix(self._key("")) for key in self.keys()]
        return sorted(name for name in names if not name.startswith(".docforge/"))

    def keys(self) -> list[str]:
        """Every key of the bucket."""
        return sorted(meta["path"] for page in obstore.list(self._store) for meta in page)

    def apart(self, name: str) -> dict[str, Any]:
        """Settings of another machine: the same bucket, and neither a folder nor a database in common."""
        row = settings_row(self.settings)
        row["workspace"] = str(self.settings.workspace.parent / name)
        return row


Place = Folder | Bucket


def settings_row(settings: Settings) -> dict[str, Any]:
    """Settings as JSON, with their secrets."""
    row = settings.model_dump(mode="json", exclude_defaults=True)
    hidden = {name: value.get_secret_value() for name, value in settings if isinstance(value, SecretStr)}
    return row | {name: value for name, value in hidden.items() if name in row}


def open_workspace(place: Place, **options: Any) -> Workspace:
    """The workspace of a place."""
    return Workspace.open(place.settings, **options)


def deed(action: str = "edited", *, caller: str = "kim", **told: Any) -> Deed:
    """What somebody did."""
    return Deed(Call(caller=caller, conversation="c1"), "edit_xlsx", action, **told)


def start_worker(order: dict[str, Any]) -> subprocess.Popen[str]:
    """A process of its own that does what `order` says, see `worker`."""
    command = [sys.executable, "-m", "tests.workspace.worker", json.dumps(order)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, text=True, **pipes)


def start_together(orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each of several processes reports, which are let go at once after all have started."""
    workers = [start_worker(order) for order in orders]
    for worker in workers:
        assert worker.stdout.readline() == "ready\n", worker.communicate()[1]
    for worker in workers:
        worker.stdin.write("go\n")
        worker.stdin.flush()
    return [report(worker) for worker in workers]


def report(worker: subprocess.Popen[str]) -> dict[str, Any]:
    """The last line that a worker printed, which must have ended well."""
    told, faults = worker.communicate(timeout=100)
    assert worker.returncode == 0, faults
    return json.loads(told.splitlines()[-1])
