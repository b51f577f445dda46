"""Fixtures of the tests of Hangul documents."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.hwpx.hangul import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An empty workspace."""
    return Desk(tmp_path)
