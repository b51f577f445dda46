"""Tries an installed wheel: it imports from where it was installed, its guides are inside, its command speaks."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import docforge

HERE = Path(docforge.__file__).resolve().parent


def check_place() -> None:
    if not HERE.is_relative_to(Path(sysconfig.get_paths()["purelib"]).resolve()):
        sys.exit(f"docforge was imported from {HERE}, not from the wheel")


def check_guides() -> None:
    guides = {path.name for path in (HERE / "guides").glob("*.md")}
    if not {"xlsx.en.md", "xlsx.ko.md"} <= guides:
        sys.exit(f"the wheel lacks guides: {sorted(guides)}")


def check_command() -> None:
    command = Path(sysconfig.get_paths()["scripts"]) / "docforge"
    told = subprocess.run([command, "tools"], capture_output=True, text=True, check=False)  # noqa: S603  our own command
    if told.returncode != 0 or "edit_xlsx" not in told.stdout:
        sys.exit(f"docforge tools: exit {told.returncode}\n{told.stdout}{told.stderr}")


if __name__ == "__main__":
    check_place()
    check_guides()
    check_command()
    print("the wheel works")
