"""What every test may use: the marker of requirement ids, the corpus, and the reckoning at the end of a full run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = frozenset(yaml.safe_load((ROOT / "tests/requirements.yaml").read_text(encoding="utf-8")))
RESOLVED = frozenset(yaml.safe_load((ROOT / "tests/resolved.yaml").read_text(encoding="utf-8"))["resolved"])
PROVEN = pytest.StashKey[set[str]]()


def find_corpus() -> Path | None:
    """The folder of real office files: DOCFORGE_CORPUS, else `../shared/corpus` beside the repository."""
    named = os.environ.get("DOCFORGE_CORPUS")
    folder = Path(named) if named else ROOT.parent / "shared" / "corpus"
    return folder if (folder / "MANIFEST.tsv").is_file() else None


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The corpus folder; skips where it is absent."""
    folder = find_corpus()
    if folder is None:
        pytest.skip("the corpus of real files is absent (DOCFORGE_CORPUS names its folder)")
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--proves", metavar="ID", help="run only the tests marked with this requirement id")
    parser.addoption("--suites", action="store_true", help="also run tests/suites, which fetches Node's packages")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[PROVEN] = set()


def ids_of(item: pytest.Item) -> set[str]:
    """The requirement ids that a test is marked with."""
    return {name for mark in item.iter_markers("proves") for name in mark.args}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    _refuse_unknown_ids(items)
    for item in items:
        item.user_properties.append(("proves", sorted(ids_of(item))))
    wanted = config.getoption("--proves")
    if wanted:
        dropped = [item for item in items if wanted not in ids_of(item)]
        items[:] = [item for item in items if wanted in ids_of(item)]
        items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
        config.hook.pytest_deselected(items=dropped)


def _refuse_unknown_ids(items: list[pytest.Item]) -> None:
    unknown = sorted(f"{item.nodeid}: {name}" for item in items for name in ids_of(item) - REQUIREMENTS)
    if unknown:
        told = "\n  ".join(unknown)
        raise pytest.UsageError(f"ids that tests/requirements.yaml does not have:\n  {told}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):
    report = yield
    if report.when == "call" and report.passed:
        item.config.stash[PROVEN] |= ids_of(item)
    return report


def is_full_run(config: pytest.Config) -> bool:
    """True where nothing was left out: no path, no expression, no deselection."""
    chosen = ("keyword", "markexpr", "deselect", "proves", "collectonly", "maxfail", "ignore", "ignore_glob")
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return whole and not any(config.getoption(name) for name in chosen)


def unproven(config: pytest.Config) -> list[str]:
    """Resolved ids without a test that passed in this run, where it was a full one."""
    return sorted(RESOLVED - config.stash[PROVEN]) if is_full_run(config) else []


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus == pytest.ExitCode.OK and unproven(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    missing = unproven(config)
    if missing:
        terminalreporter.section("resolved requirements without a test that passed", red=True)
        terminalreporter.line(" ".join(missing))
