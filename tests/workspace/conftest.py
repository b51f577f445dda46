"""Places for workspaces: a folder, a bucket on a real server, and PostgreSQL where it is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from docforge.config import Settings
from docforge.workspace import Workspace
from tests.workspace.places import PREFIX, Bucket, Folder, Place
from tests.workspace.servers import KEY, find_postgres, make_bucket, make_database, postgres_server, s3_server


@pytest.fixture(scope="session")
def s3_endpoint() -> Iterator[str]:
    """The address of an S3-compatible server."""
    with s3_server() as endpoint:
        yield endpoint


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """Gives the address of an empty database; skips where PostgreSQL is not installed."""
    programs = find_postgres()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (Debian's package postgresql)")
    with postgres_server(programs) as server:
        yield lambda: make_database(server, f"t{uuid4().hex}")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    """A workspace on the local disk."""
    return Folder(Settings(workspace=tmp_path / "workspace"))


@pytest.fixture
def bucket(tmp_path: Path, s3_endpoint: str) -> Bucket:
    """A workspace in a bucket of its own."""
    name = f"t{uuid4().hex}"
    make_bucket(s3_endpoint, name)
    keys = {"storage_key": KEY, "storage_secret": KEY}
    storage = {"storage": f"s3://{name}/{PREFIX}", "storage_endpoint": s3_endpoint}
    return Bucket(Settings(workspace=tmp_path / "workspace", **storage, **keys))


@pytest.fixture(params=["folder", "bucket"])
def place(request: pytest.FixtureRequest) -> Place:
    """A workspace in either kind of store."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def workspace(place: Place) -> Workspace:
    """The workspace of `place`."""
    return Workspace.open(place.settings)
