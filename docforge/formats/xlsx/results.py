"""The sheets of one package without the cached results of their formulas, packed, each worked out once.

Knows no caller's item: a sheet that is filled is cleared by the writer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from docforge.formats.xlsx.clearing import clear_in_pieces, count_results
from docforge.formats.xlsx.scan import Worksheet, open_sheet
from docforge.opc import Package, Packed, pack_pieces

_FORMULA_MARKS = frozenset({b"<f", b":f", b"\0"})  # one of these is in any part with a formula; \0 stands for UTF-16


@dataclass(frozen=True, slots=True)
class Cleared:
    """One part: `packed` without its results, None where none were to be taken out; `taken` how many were.

    `blank` cells have no result now.
    """

    packed: Packed | None = None
    taken: int = 0
    blank: int = 0


class Results:
    """The results in a package. `opened` are sheets that somebody has opened already, by part name."""

    def __init__(self, package: Package, opened: Mapping[str, Worksheet]) -> None:
        self._package, self._opened = package, opened
        self._cleared: dict[str, Cleared] = {}

    def may_compute(self, part: str) -> bool:
        """False only where no cell of the part has a formula; a large part need not be opened to say so."""
        sheet = self._opened.get(part)
        return sheet.holds_formulas if sheet else not self._package.marks(part).isdisjoint(_FORMULA_MARKS)

    def cleared(self, part: str) -> Cleared:
        """The part without its results."""
        known = self._cleared.get(part)
        if known is None:
            known = self._cleared[part] = self._clear(part) if self.may_compute(part) else Cleared()
        return known

    def _clear(self, part: str) -> Cleared:
        sheet = self._opened.get(part) or open_sheet(self._package.read_xml(part))
        pieces, taken = clear_in_pieces(sheet)
        is_shorter = sum(map(len, pieces)) < len(sheet.data)  # clearing adds nothing
        return Cleared(pack_pieces(pieces) if is_shorter else None, taken if is_shorter else 0, count_results(sheet))

    @property
    def size(self) -> int:
        """Bytes held."""
        return sum(len(one.packed.stream) for one in list(self._cleared.values()) if one.packed)
