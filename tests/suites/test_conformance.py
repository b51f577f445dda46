"""The protocol's own conformance suite, in both revisions, on DocForge's wiring and on DocForge."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.e2e.serving import Server
from tests.suites import node

pytestmark = [pytest.mark.suites, pytest.mark.usefixtures("packages")]
SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
TOLD: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "conformance.yaml").read_text(encoding="utf-8"))
GENERIC = [(revision, name) for revision, told in TOLD["product"].items() for name in told["scenarios"]]


def run_suite(url: str, folder: Path, exceptions: Mapping[str, str], *what: str) -> str:
    """What the suite printed; fails on what is no exception, and on an exception that does not hold any more."""
    baseline = folder / "baseline.yml"
    baseline.write_text(yaml.safe_dump({"server": list(exceptions)}), encoding="utf-8")
    told = node.run(SUITE, "server", "--url", f"{url}/mcp", "--expected-failures", str(baseline), *what)
    assert told.returncode == 0, told.stdout[-6_000:] + told.stderr
    return told.stdout


def required(revision: str) -> set[str]:
    """The server scenarios that a revision requires, as the suite lists them."""
    told = node.run(SUITE, "list", "--requirements", revision)
    servers = told.stdout.split("Server scenarios")[1].split("Client scenarios")[0]
    return set(re.findall(r"^ +- ([\w-]+)$", servers, re.MULTILINE))


@pytest.mark.proves("SERVE-1", "DOOR-7")
@pytest.mark.parametrize("revision", TOLD["wiring"])
def test_the_wiring_does_what_a_revision_of_the_protocol_requires(revision: str, everything: Server, tmp_path: Path):
    printed = run_suite(everything.url, tmp_path, TOLD["wiring"][revision], "--requirements", revision)
    ran = set(re.findall(r"^[✓✗] ([\w-]+): \d+ passed", printed, re.MULTILINE))
    assert ran >= required(revision) > set()


@pytest.mark.proves("SERVE-1", "GUIDE-5")
@pytest.mark.parametrize(("revision", "scenario"), GENERIC, ids=[" ".join(pair) for pair in GENERIC])
def test_the_product_passes_what_needs_no_tool_of_the_suite(
    revision: str, scenario: str, product: Server, tmp_path: Path
):
    exceptions = TOLD["product"][revision]["exceptions"]
    here = {name: why for name, why in exceptions.items() if name.partition(":")[0] == scenario}
    run_suite(product.url, tmp_path, here, "--scenario", scenario, "--spec-version", revision)
