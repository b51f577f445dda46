"""The toy format and its fixtures."""

from tests.toy.fixtures import forge, home, served, toy_format

__all__ = ["forge", "home", "served", "toy_format"]
