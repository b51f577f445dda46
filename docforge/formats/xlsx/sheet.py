"""What the rest of the room sees of one worksheet part. Knows no scanner; `scan` builds it fast or exactly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from docforge.formats.xlsx.refs import Area, Cell


class CellSpan(NamedTuple):
    """One `<c>` element: its place, its bytes `data[start:end]`, its style index and its `t` ("n" when absent)."""

    cell: Cell
    start: int
    end: int
    style: int | None
    kind: str
    formula: bool


class Formula(NamedTuple):
    """One `<f>`: text ("" for the child of a shared formula), t (normal, array, shared, dataTable), ref and si."""

    cell: Cell
    text: str
    kind: str
    ref: Area | None
    shared: int | None
    dynamic: bool  # the cell carries cm=, so a spill


class Sheet(Protocol):
    """One worksheet part, normalised to UTF-8. Two implementations, tested against each other.

    `data` is the whole part; `head` ends before `<sheetData`, `tail` begins after it; `prefix` is b"" or b"x:".
    """

    data: bytes
    prefix: bytes

    @property
    def head(self) -> bytes: ...

    @property
    def tail(self) -> bytes: ...

    @property
    def holds_formulas(self) -> bool:
        """Whether any cell has a formula."""
        ...

    def find(self, cell: Cell) -> CellSpan | None:
        """The cell's element, where there is one."""
        ...

    def cells(self, area: Area | None = None) -> Iterator[CellSpan]:
        """Cell elements in row order, those within `area` where it is given."""
        ...

    def formulas(self) -> Iterator[Formula]:
        """Every formula of the sheet in row order. Costs nothing on a sheet without any."""
        ...

    def raw(self, span: CellSpan) -> str:
        """Text of `<v>`, or of the inline string, unescaped; "" when there is none. Shared strings stay an index."""
        ...

    def formula_text(self, span: CellSpan) -> str:
        """Text of the cell's `<f>`, unescaped; "" when there is none."""
        ...

    def row_style(self, row: int) -> int | None:
        """Style index of a row with customFormat, where the row has one (a new cell inherits it)."""
        ...
