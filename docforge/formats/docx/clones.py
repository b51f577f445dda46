"""Makes a copied piece of a Word document one of its own: ids anew, what may stand only once taken out.

Knows no table and no address.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from docforge.formats.docx.markup import W14, WP, W
from docforge.formats.docx.runs import remove
from docforge.opc import Element

_PARAGRAPH_IDS = (f"{W14}paraId", f"{W14}textId")
_LARGEST = 0x7FFFFFFF
# Marks of a range, and runs that point into another part: the original keeps them.
_ONLY_ONCE = tuple(
    f"{W}{name}"
    for name in (
        "bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "permStart", "permEnd",
        "moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd",
    )
)  # fmt: skip
_REFERENCES = tuple(f"{W}{name}" for name in ("commentReference", "footnoteReference", "endnoteReference"))
_INSERTED = (f"{W}trPr/{W}ins", f"{W}trPr/{W}del")


class Fresh:
    """Ids that no element of a document has yet; `roots` are its stories."""

    def __init__(self, roots: Iterable[Element]) -> None:
        self._roots = list(roots)

    def paragraph(self) -> str:
        """For w14:paraId: eight hexadecimal digits below 80000000 ([MS-DOCX] 2.2.4)."""
        return f"{next(self._paragraphs):08X}"

    def control(self) -> str:
        """For the id of a content control (§17.5.2.18)."""
        return str(next(self._controls))

    def drawing(self) -> str:
        """For the id of a drawing (§20.4.2.5 docPr)."""
        return str(next(self._drawings))

    @cached_property
    def _paragraphs(self) -> Iterator[int]:
        found = (each.get(_PARAGRAPH_IDS[0], "") for root in self._roots for each in root.iter(f"{W}p", f"{W}tr"))
        return _unused({int(one, 16) for one in found if one and all(sign in "0123456789abcdefABCDEF" for sign in one)})

    @cached_property
    def _controls(self) -> Iterator[int]:
        found = (each.get(f"{W}val", "") for root in self._roots for each in root.iterfind(f".//{W}sdtPr/{W}id"))
        return _unused({int(one) for one in found if one.removeprefix("-").isdecimal()})

    @cached_property
    def _drawings(self) -> Iterator[int]:
        found = (each.get("id", "") for root in self._roots for each in root.iter(f"{WP}docPr"))
        return _unused({int(one) for one in found if one.isdecimal()})


def renew(clone: Element, fresh: Fresh) -> None:
    """Give a copy ids of its own; bookmarks, comments, notes and the mark of an inserted row stay with the original."""
    for each in clone.iter(f"{W}p", f"{W}tr"):
        for name in _PARAGRAPH_IDS:
            if name in each.attrib:
                each.set(name, fresh.paragraph())
    for each in clone.iterfind(f".//{W}sdtPr/{W}id"):
        each.set(f"{W}val", fresh.control())
    for each in clone.iter(f"{WP}docPr"):
        each.set("id", fresh.drawing())
    for each in list(clone.iter(*_ONLY_ONCE)):
        remove(each)
    for each in list(clone.iter(*_REFERENCES)):
        run = each.getparent()
        remove(each if run is None or run.tag != f"{W}r" else run)
    for path in _INSERTED:
        for each in clone.findall(path):
            remove(each)


def _unused(taken: set[int]) -> Iterator[int]:
    """Numbers upwards behind the largest that is taken, from 1 where there is no room above."""
    start = max(taken, default=0) + 1
    behind = range(start, _LARGEST) if 0 < start < _LARGEST else range(0)
    yield from behind
    yield from (number for number in range(1, _LARGEST) if number not in taken)
