"""The command line with the toy format known, for tests that need a real process."""

from __future__ import annotations

from docforge.cli import main
from tests.toy import register

if __name__ == "__main__":
    register()
    main()
