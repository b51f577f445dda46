"""Names of table cells that a document keeps from its form, whatever a fill wrote beside them. Knows no format.

What a cell is called follows from the labels around it, and a value may look like a label. So the cells of a document
are called what the cells at the same squares of its form are called; rows that were added move what is below them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from docforge.formats.fields.addresses import fold
from docforge.formats.fields.labels import FAULTS
from docforge.formats.fields.place import Place

_SQUARE = re.compile(r"(?P<table>(?:.+/)?T\d+)R(?P<row>\d+)C(?P<column>\d+)")

Square = tuple[int, int]
Cells = dict[Square, Place]


def keep_names(document: Sequence[Place], form: Sequence[Place]) -> None:
    """Call the cells of `document` what the form calls them, in every table whose labels are still found."""
    now = _tables(document)
    for table, cells in _tables(form).items():
        moved = _rows_now(cells, now.get(table, {}))
        for (row, column), kept in cells.items():
            place = now.get(table, {}).get((moved[row], column)) if row in moved else None
            if place is not None:
                _take_names(place, kept, f"{table}R{moved[row]}C{column}")


def _tables(places: Iterable[Place]) -> Mapping[str, Cells]:
    """The cells of each table by row and column."""
    tables: Mapping[str, Cells] = defaultdict(dict)
    for place in places:
        if place.kind == "cell" and place.fault != "merged_cell":
            for address in (place.at, *place.also):
                if found := _SQUARE.fullmatch(address):
                    tables[found["table"]][int(found["row"]), int(found["column"])] = place
    return tables


def _rows_now(form: Cells, document: Cells) -> dict[int, int]:
    """Where each row of the form's table is in the document; rows that cannot be told are left out."""
    labels = sorted((square, fold(place.now)) for square, place in form.items() if place.fault in FAULTS)
    grown = max((row for row, _ in document), default=0) - max((row for row, _ in form), default=0)
    first_gone = next((square[0] for square, text in labels if not _stands(document, square, text, 0)), None)
    rows = {row for row, _ in form}
    if first_gone is None:
        return {row: row for row in rows}
    below = [one for one in labels if one[0][0] >= first_gone]
    kept = {row: row for row in rows if row < first_gone}
    if grown and all(_stands(document, square, text, grown) for square, text in below):
        kept |= {row: row + grown for row in rows if row >= first_gone}
    return kept


def _stands(document: Cells, square: Square, text: str, moved: int) -> bool:
    place = document.get((square[0] + moved, square[1]))
    return place is not None and fold(place.now) == text


def _take_names(place: Place, kept: Place, square: str) -> None:
    """A cell takes the form's name, label and listing; only the form says what is a label."""
    place.at = square if _SQUARE.fullmatch(kept.at) else kept.at
    others = (name for name in kept.also if not _SQUARE.fullmatch(name))
    place.also = tuple(dict.fromkeys((*others, *([square] if place.at != square else []))))
    place.label, place.listed = kept.label, kept.listed
    if place.fault in FAULTS and kept.fault not in FAULTS:
        place.fault, place.use = "", ""
