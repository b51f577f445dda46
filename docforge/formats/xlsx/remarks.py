"""What the author of a sheet tells whoever fills it: notes, threads of comments, prompts of input rules.

Knows no place: which cells are looked at for one is its caller's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from docforge.formats.xlsx.areas import AreaIndex
from docforge.formats.xlsx.markup import children, is_true
from docforge.formats.xlsx.refs import Area, Cell, read_areas, read_cell
from docforge.formats.xlsx.workbook import SheetEntry, Workbook
from docforge.formats.xlsx.xmltext import decode_xstring
from docforge.opc import Element

LONGEST_REMARK = 100
_BETWEEN = " / "


class Remarks:
    """The remarks of one sheet."""

    def __init__(self, workbook: Workbook, entry: SheetEntry) -> None:
        self._workbook, self._entry = workbook, entry

    def at(self, cells: Iterable[Cell]) -> str:
        """What is said at any of the cells, on one line, each once and cut at 100 characters; "" for nothing."""
        told = _BETWEEN.join(dict.fromkeys(text for cell in cells for text in self._at(cell)))
        return told if len(told) <= LONGEST_REMARK else told[: LONGEST_REMARK - 1] + "…"

    def _at(self, cell: Cell) -> Iterator[str]:
        yield from (text for _, text in self._prompts.at(cell))
        yield from self._notes.get(cell, ())

    @cached_property
    def _prompts(self) -> AreaIndex[str]:
        return AreaIndex(_read_prompts(self._workbook.frame(self._entry)))

    @cached_property
    def _notes(self) -> dict[Cell, list[str]]:
        """Notes by cell; a note beside a thread of comments only says that there is one (MS-XLSX 2.1.60)."""
        return self._legacy() | self._threads()

    def _legacy(self) -> dict[Cell, list[str]]:
        """Notes as ECMA-376-1 §18.7 has them, without the author's name that Excel writes before them."""
        found: dict[Cell, list[str]] = {}
        for one in self._workbook.related("comments", self._entry):
            root = self._workbook.read_root(one.target)
            authors = [_line(_text(author)) for author in children(root, "authors", "author")]
            for note in children(root, "commentList", "comment"):
                cell, number = read_cell(note.get("ref", "")), note.get("authorId", "")
                name = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
                text = _line("".join(map(_text, note.iter("{*}t")))).removeprefix(f"{name}:").strip()
                if cell and text:
                    found[cell] = [text]
        return found

    def _threads(self) -> dict[Cell, list[str]]:
        """Comments that can be answered (MS-XLSX 2.6.205), each with its answers."""
        found: defaultdict[Cell, list[str]] = defaultdict(list)
        for one in self._workbook.related("threadedComment", self._entry):
            for comment in self._workbook.read_root(one.target).iter("{*}threadedComment"):
                cell, text = read_cell(comment.get("ref", "")), _line("".join(map(_text, comment.iter("{*}text"))))
                if cell and text:
                    found[cell].append(text)
        return dict(found)


def _read_prompts(frame: Element) -> Iterator[tuple[Area, str]]:
    """What Excel shows beside a cell that is chosen (ECMA-376-1 §18.3.1.32), also where it allows any value."""
    for element in frame.iter("{*}dataValidation"):
        told = (_line(decode_xstring(element.get(name, ""))) for name in ("prompt", "promptTitle"))
        text = next(filter(None, told), "")
        if text and is_true(element, "showInputMessage"):
            below = "".join(_text(one) for one in element.iter("{*}sqref"))
            yield from ((area, text) for area in read_areas(element.get("sqref") or below))


def _text(element: Element) -> str:
    return element.text or ""


def _line(text: str) -> str:
    return " ".join(text.split())
