"""Breaks one behaviour after another on a copy of the tree; the tests marked with its id must notice.

A mutant is caught when at least one test of its id ran and failed. One that breaks collection proves nothing.
Exit 1 when a mutant survived or proved nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CAUGHT = "caught"
VERDICTS = {0: "SURVIVED", 1: CAUGHT, 5: "no test is marked with it"}
LONGEST = 600


@dataclass(frozen=True, slots=True)
class Outcome:
    """One mutant: its id, what became of it, how many tests were run, seconds."""

    name: str
    verdict: str
    tests: str
    seconds: float


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*", help="only these (all when none is named)")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of them, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser.parse_args()


def choose(asked: argparse.Namespace) -> list[Path]:
    """The patches to try, in the order of their ids."""
    found = sorted(HERE.glob("*.patch"))
    missing = set(asked.ids) - {path.stem for path in found}
    if missing:
        sys.exit(f"no such mutant: {' '.join(sorted(missing))}")
    if asked.ids:
        found = [path for path in found if path.stem in asked.ids]
    if asked.sample and asked.sample < len(found):
        found = sorted(random.Random(asked.seed).sample(found, asked.sample))
    return found


def copy_tree(folder: Path) -> Path:
    """A copy of what tests need; the environment and the history stay where they are."""
    left = shutil.ignore_patterns(".git", ".venv", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis", "dist")
    return Path(shutil.copytree(ROOT, folder / "tree", ignore=left, symlinks=True))


def environment(tree: Path) -> dict[str, str]:
    """The copy comes first on the path, also for processes that tests start; no byte code outlives a patch."""
    corpus = os.environ.get("DOCFORGE_CORPUS", str(ROOT.parent / "shared" / "corpus"))
    return os.environ | {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1", "DOCFORGE_CORPUS": corpus}


def apply(tree: Path, patch: Path, *, undo: bool = False) -> str:
    """Put a patch into the copy or take it out; the error where it does not fit."""
    command = ["git", "apply", *(["--reverse"] if undo else []), str(patch)]
    # outside a repository git apply works on plain files
    alone = os.environ | {"GIT_CEILING_DIRECTORIES": str(tree.parent)}
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False, env=alone).stderr.strip()


def files_naming(tree: Path, name: str) -> list[str]:
    """The test files that name an id themselves; others take theirs from tables, and only a whole run finds them."""
    return [str(path) for path in sorted((tree / "tests").rglob("test_*.py")) if f'"{name}"' in path.read_text("utf-8")]


def run_tests(tree: Path, name: str, files: list[str]) -> tuple[str, str]:
    """Verdict and pytest's own count for the tests of one id, in `files` or in all."""
    command = [sys.executable, "-m", "pytest", "--proves", name, "--maxfail=1", "--tb=no", *files]
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment(tree), capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return "took too long", ""
    count = (done.stdout.strip().splitlines() or [""])[-1]
    verdict = VERDICTS.get(done.returncode, "tests could not be collected")
    if verdict == CAUGHT and not re.search(r"\b[1-9]\d* failed", count):
        verdict = "broke the tests themselves"
    return verdict, re.sub(r" in [\d.]+s.*", "", count)


def try_mutant(tree: Path, patch: Path) -> Outcome:
    began = time.monotonic()
    misfit = apply(tree, patch)
    if misfit:
        return Outcome(patch.stem, f"does not fit: {misfit.splitlines()[0]}", "", 0.0)
    verdict, count = run_tests(tree, patch.stem, files_naming(tree, patch.stem))
    if verdict != CAUGHT:
        verdict, count = run_tests(tree, patch.stem, [])
    apply(tree, patch, undo=True)
    return Outcome(patch.stem, verdict, count, time.monotonic() - began)


def try_all(patches: list[Path], jobs: int) -> list[Outcome]:
    """Each job has its own copy of the tree."""
    with tempfile.TemporaryDirectory() as scratch:
        trees: Queue[Path] = Queue()
        for number in range(jobs):
            trees.put(copy_tree(Path(scratch) / str(number)))

        def work(patch: Path) -> Outcome:
            tree = trees.get()
            try:
                outcome = try_mutant(tree, patch)
            finally:
                trees.put(tree)
            print(f"{outcome.name:<12} {outcome.seconds:6.1f} s  {outcome.verdict:<12} {outcome.tests}", flush=True)
            return outcome

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(work, patches))


def main() -> int:
    asked = read_arguments()
    patches = choose(asked)
    outcomes = try_all(patches, max(1, min(asked.jobs, len(patches))))
    missed = [outcome for outcome in outcomes if outcome.verdict != CAUGHT]
    print(f"{len(outcomes) - len(missed)} of {len(outcomes)} mutants caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
