"""The files of the house: the lock, the image, the changelog, the command list."""

from __future__ import annotations

import re
import tomllib

from tests.house.tree import ROOT


def told(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def plain(name: str) -> str:
    """A package's name as the index compares it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def test_the_lock_pins_every_package_exactly_and_names_no_address() -> None:
    lines = [line for line in told("requirements.lock").splitlines() if not line.startswith("#")]
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def test_the_lock_has_everything_that_the_project_asks_for() -> None:
    project = tomllib.loads(told("pyproject.toml"))
    extras = [need for needs in project["project"]["optional-dependencies"].values() for need in needs]
    wanted = [*project["project"]["dependencies"], *extras, *project["dependency-groups"]["dev"]]
    names = {plain(re.match(r"[\w.-]+", need).group()) for need in wanted}
    pinned = {plain(line.split("==")[0]) for line in told("requirements.lock").splitlines() if "==" in line}
    assert names - pinned == set()


def test_every_dependency_says_why_it_is_there() -> None:
    block = re.search(r"^dependencies = \[\n(.*?)^\]", told("pyproject.toml"), re.MULTILINE | re.DOTALL)
    assert [line for line in block.group(1).splitlines() if "#" not in line] == []


def test_the_image_runs_as_an_ordinary_user() -> None:
    lines = told("Dockerfile").splitlines()
    assert [line for line in lines if line.startswith("USER")] == ["USER 10001:10001"]
    assert lines.index("USER 10001:10001") < lines.index('ENTRYPOINT ["docforge"]')


def test_every_command_of_the_makefile_is_explained() -> None:
    makefile = told("Makefile")
    phony = set(re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE).group(1).split())
    assert phony == set(re.findall(r"^([a-z]+):.*## \S", makefile, re.MULTILINE))


def test_the_version_stands_once_in_the_code_and_once_in_the_project() -> None:
    import docforge

    assert tomllib.loads(told("pyproject.toml"))["project"]["version"] == docforge.__version__
