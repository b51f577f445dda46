"""The suite of REST: requests made from the description, in every phase, with every check."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from docforge.errors import REFUSALS
from tests.e2e.serving import Server, serve
from tests.suites.quote import FORM, TEMPLATE

pytestmark = pytest.mark.suites
CONFIG = Path(__file__).with_name("schemathesis.toml")
PHASES = ("Examples", "Coverage", "Fuzzing", "Stateful")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A product of its own, since the suite leaves files and removes some."""
    (tmp_path / TEMPLATE).parent.mkdir()
    (tmp_path / TEMPLATE).write_bytes(FORM)
    with serve(tmp_path) as server:
        yield server


@pytest.mark.timeout(180)
@pytest.mark.proves("DOOR-5", "DOOR-7", "SERVE-1")
def test_every_phase_and_check_of_schemathesis_passes(server: Server, tmp_path_factory: pytest.TempPathFactory):
    command = ["--config-file", str(CONFIG), "run", f"{server.url}/openapi.json", "--checks", "all"]
    told = subprocess.run(
        [str(Path(sys.executable).with_name("schemathesis")), *command, "--phases", ",".join(PHASES).lower()],
        cwd=tmp_path_factory.mktemp("schemathesis"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert told.returncode == 0, told.stdout[-8_000:] + told.stderr
    assert set(re.findall(r"✅\s+(\w+) \(in", told.stdout)) == set(PHASES)
    assert not [line for line in server.lines if "request_failed" in line]


@pytest.mark.proves("DOOR-6", "DOOR-7")
def test_every_refusal_of_the_description_is_a_row_of_the_table_under_its_status(product: Server):
    paths = httpx.get(f"{product.url}/openapi.json").json()["paths"]
    operations = [operation for path in paths.values() for operation in path.values()]
    for status, answer in [pair for operation in operations for pair in operation["responses"].items()]:
        if int(status) >= 400:
            codes = answer["description"].split(", ")
            assert {REFUSALS[code].status for code in codes} == {int(status)}
            assert answer["content"].keys() == {"application/problem+json"}
