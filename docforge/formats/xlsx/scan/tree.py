"""Reads rows of a plain sheet with a tree parser, apart from the patterns that found them. Knows no place in bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from docforge.formats.xlsx.refs import Cell, read_cell
from docforge.formats.xlsx.scan.rows import Content, RowSpan
from docforge.formats.xlsx.sheet import CellSpan
from docforge.opc import Element, parse_xml

Cells = Mapping[CellSpan, Content]
_NO_PLACES = ((), ((0, 0),), ((0, 0), (0, 0)))  # for none, one or two of v and is


def read_rows(data: bytes, header: bytes, rows: Iterable[RowSpan]) -> Iterator[tuple[int, Cells]]:
    """Rows by number with their cells; where bytes would be told stand ordinal numbers and zeros.

    `header` is a start tag of ours with the namespaces in scope. Raises Refusal not_a_document.
    """
    chosen = list(rows)
    root = parse_xml(b"".join((header, *(data[row.start : row.end] for row in chosen), b"</docforge>")), "row")
    for row, element in zip(chosen, root, strict=True):
        yield row.number, _read_row(element, row.number)


def _read_row(row: Element, number: int) -> Cells:
    found: dict[CellSpan, Content] = {}
    space, column = str(row.tag).removesuffix("row"), 0
    for ordinal, element in enumerate(row.iterchildren(f"{space}c")):
        address, style = read_cell(element.get("r", "")), element.get("s", "")
        column = address.column if address else column + 1
        content = _read_content(element, space)
        index = int(style) if style.isdecimal() else None
        cell = Cell(number, column)
        found[CellSpan(cell, ordinal, ordinal, index, element.get("t", "n"), content.formula is not None)] = content
    return found


def _read_content(cell: Element, space: str) -> Content:
    value = text = formula = None
    attributes: dict[str, str] = {}
    for child in cell:
        tag = child.tag
        if tag == f"{space}v":
            value = child.text or ""
        elif tag == f"{space}is":
            text = _inline_text(child, space)
        elif tag == f"{space}f":
            formula, attributes = child.text or "", {str(key): str(said) for key, said in child.items()}
    return Content(
        stored=_NO_PLACES[(value is not None) + (text is not None)],
        value=(text or "") if value is None else value,
        inline=value is None and text is not None,
        formula=formula,
        attributes=attributes,
        dynamic=cell.get("cm") is not None,
    )


def _inline_text(inline: Element, space: str) -> str:
    """The text of an inline string without what tells how it is spoken (§18.4.6)."""
    texts = (one for one in inline.iter(f"{space}t") if not _is_spoken(one, space))
    return "".join(one.text or "" for one in texts)


def _is_spoken(text: Element, space: str) -> bool:
    above = text.getparent()
    return above is not None and above.tag == f"{space}rPh"
