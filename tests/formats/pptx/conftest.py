"""An office with the proposal in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.pptx.office import Office


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)
