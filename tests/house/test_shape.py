"""The shape of the code: short functions, short files, names and docstrings that tell."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from statistics import median

import pytest

from tests.house.tree import ROOT, exceptions, name_of, nodes, parsed, python_files, tracked

LONGEST_FUNCTION = 60
LONGEST_FILE = 400
MEDIAN_FUNCTION = 10
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc", "core"}
UNFINISHED = re.compile("TO" + "DO|FIX" + "ME|X" + "XX")
MACHINE = re.compile(
    "|".join(["/wo" + "rk/", "/ro" + "ot/", "/fa" + "rm/", "/tm" + r"p/\w", r"/ho" + r"me/\w", r"C:\\Us" + "ers"])
)
REGISTRY = re.compile(r"pypi\.or" + r"g|pythonhosted\.or" + r"g|npmjs\.(?:or" + r"g|com)|debian\.or" + "g")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def test_half_of_all_functions_are_shorter_than_ten_lines() -> None:
    lengths = [length(node) for _, node in nodes("docforge", *FUNCTIONS)]
    assert median(lengths) < MEDIAN_FUNCTION


def test_no_function_is_longer_than_sixty_lines_but_those_named() -> None:
    long = {f"{name_of(path)}:{node.name}" for path, node in nodes("", *FUNCTIONS) if length(node) > LONGEST_FUNCTION}
    assert long == set(exceptions()["long_functions"])


def test_no_file_is_longer_than_four_hundred_lines_but_those_named() -> None:
    lines = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in python_files()}
    long = {name for name, count in lines.items() if count > LONGEST_FILE}
    assert long == set(exceptions()["long_files"])


def test_no_module_has_an_empty_name() -> None:
    named = {part for path in python_files("docforge") for part in path.relative_to(ROOT).with_suffix("").parts}
    assert not named & EMPTY_NAMES


@pytest.mark.parametrize("path", python_files("docforge"), ids=name_of)
def test_a_module_says_what_it_is_for_and_what_it_does_not_know(path: Path) -> None:
    said = ast.get_docstring(parsed(path)) or ""
    assert re.search(r"\b[Kk]nows?\b", said)


def test_nothing_is_left_unfinished() -> None:
    left = [name_of(path) for path in python_files() if UNFINISHED.search(path.read_text(encoding="utf-8"))]
    assert left == []


def _swallows(handler: ast.ExceptHandler) -> bool:
    empty = (ast.Pass, ast.Continue)
    return all(
        isinstance(node, empty) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in handler.body
    )


def test_no_exception_is_swallowed() -> None:
    found = [f"{name_of(path)}:{node.lineno}" for path, node in nodes("", ast.ExceptHandler) if _swallows(node)]
    assert found == []


def test_only_the_errors_know_status_numbers() -> None:
    outside = [(path, node) for path, node in nodes("docforge", ast.keyword) if "errors" not in path.parts]
    numbers = [
        f"{name_of(path)}:{node.value.lineno}"
        for path, node in outside
        if node.arg in {"status", "status_code"}
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, int)
        and node.value.value >= 400
    ]
    assert numbers == []


def test_no_http_exception_is_raised() -> None:
    found = [name_of(path) for path, node in nodes("docforge", ast.Name) if node.id == "HTTPException"]
    assert found == []


@pytest.mark.parametrize("pattern", [MACHINE, REGISTRY], ids=["machine paths", "registry hosts"])
def test_no_tracked_file_names_a_machine_or_a_registry(pattern: re.Pattern[str]) -> None:
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture or a workbook
            text = ""
        found += [f"{name_of(path)}: {hit.group()}" for hit in pattern.finditer(text)]
    assert found == []
