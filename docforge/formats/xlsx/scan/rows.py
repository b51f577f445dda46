"""What a scanner offers: rows and their cells as spans of bytes. Knows no way of finding them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from docforge.formats.xlsx.sheet import CellSpan


class IrregularError(Exception):
    """The fast scanner met bytes that it cannot vouch for; the exact one takes over."""


class RowSpan(NamedTuple):
    """One `<row>`: its element is `data[start:end]`, its content `data[first:last]`, empty when self-closing."""

    number: int
    start: int
    first: int
    last: int
    end: int

    @property
    def self_closing(self) -> bool:
        return self.last == self.end


@dataclass(frozen=True, slots=True)
class Content:
    """What one cell holds: text of `<v>` or of the inline string, as stored; formula text and attributes, or None.

    `first` ends its start tag; `stored` are the bytes of the `<v>` and `<is>` elements; `inline`: the value is an
    inline string.
    """

    first: int = 0
    stored: tuple[tuple[int, int], ...] = ()
    value: str = ""
    inline: bool = False
    formula: str | None = None
    attributes: Mapping[str, str] = field(default_factory=dict[str, str])
    dynamic: bool = False


class Rows(Protocol):
    """Rows of one sheet in document order. Both scanners give the same spans for the same bytes."""

    def first_from(self, number: int) -> RowSpan | None:
        """The first row in document order whose number is `number` or greater."""
        ...

    def since(self, top: int, bottom: int) -> Iterator[RowSpan]:
        """The rows numbered `top` to `bottom`."""
        ...

    def cells(self, row: RowSpan) -> list[CellSpan]:
        """The row's cells in document order. Raises IrregularError."""
        ...

    def content(self, span: CellSpan) -> Content:
        """What the cell holds. Raises IrregularError."""
        ...

    def value(self, span: CellSpan) -> str:
        """The value of `content` alone. Raises IrregularError."""
        ...

    def spilling_cells(self) -> Iterator[CellSpan]:
        """Cells whose formula may fill others too: arrays, spills, data tables. Raises IrregularError."""
        ...

    def formula_cells(self) -> Iterator[CellSpan]:
        """The cells with a formula, in document order. Raises IrregularError."""
        ...
