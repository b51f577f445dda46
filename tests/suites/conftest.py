"""What the suites run on: Node's packages, the product on a workspace with one form, and the suite's own fixture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.serving import Server, serve
from tests.suites import node
from tests.suites.quote import FORM, TEMPLATE


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("suites") and not item.config.getoption("suites"):
        pytest.skip("left to `make suites`, which fetches the packages that it needs")


@pytest.fixture(scope="session")
def packages() -> None:
    """Node's packages are there."""
    node.install()


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one form in it."""
    folder = tmp_path_factory.mktemp("workspace")
    (folder / TEMPLATE).parent.mkdir()
    (folder / TEMPLATE).write_bytes(FORM)
    return folder


@pytest.fixture(scope="session")
def product(workspace: Path) -> Iterator[Server]:
    """The product, as `docforge serve` starts it."""
    with serve(workspace) as server:
        yield server


@pytest.fixture(scope="session")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The conformance suite's fixture behind the product's door."""
    server = Server(tmp_path_factory.mktemp("unused"), None, sys.executable, "-m", "tests.suites.everything")
    try:
        yield server
    finally:
        server.stop()
