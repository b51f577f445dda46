"""The text of paragraphs as a reader sees it: runs joined, deleted text left out. Knows no place, never writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from docforge.formats.docx.markup import MC, W
from docforge.opc import Element

_WITHIN = frozenset(
    f"{W}{name}"
    for name in ("hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "fldSimple", "customXml", "bdo", "dir")
)
_SIGNS = {f"{W}tab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-", f"{W}softHyphen": ""}
_T, _R, _P, _SYM = f"{W}t", f"{W}r", f"{W}p", f"{W}sym"
_CODE = re.compile(r"(?:[Ff]0|00)[2-9A-Fa-f][0-9A-Fa-f]")


@dataclass(frozen=True, slots=True)
class Piece:
    """One node of a run and what it shows."""

    node: Element
    text: str


def find_runs(parent: Iterable[Element]) -> Iterator[Element]:
    """The runs of a paragraph or of a part of it, in order, without those of deleted text and of text boxes."""
    for child in parent:
        if child.tag == _R:
            yield child
        elif child.tag in _WITHIN:
            yield from find_runs(child)


def show_node(node: Element) -> str | None:
    """What one node of a run shows; None for what is no text."""
    if node.tag == _T:
        return node.text or ""
    return _symbol(node) if node.tag == _SYM else _SIGNS.get(str(node.tag))


def run_pieces(run: Element) -> Iterator[Piece]:
    """What a run shows, node by node."""
    for node in run:
        shown = show_node(node)
        if shown is not None:
            yield Piece(node, shown)


def read_run(run: Element) -> str:
    """The text of one run."""
    return "".join(piece.text for piece in run_pieces(run))


def _symbol(node: Element) -> str:
    """A sign of a symbol font by its code there, without the private area that Word adds to it."""
    code = node.get(f"{W}char", "")
    return chr(int(code, 16) & 0xFFF) if _CODE.fullmatch(code) else ""


def read_pieces(parent: Element) -> Sequence[Piece]:
    """What a paragraph (or a part of one) shows, node by node."""
    return [piece for run in find_runs(parent) for piece in run_pieces(run)]


def read_line(parent: Element) -> str:
    """The text of one paragraph or of a part of one; tabs and line breaks as such."""
    return "".join(piece.text for piece in read_pieces(parent))


def read_text(parent: Element) -> str:
    """The text of what holds paragraphs (a cell, a control) or runs, a line for each paragraph.

    Paragraphs of text boxes are left out, those of tables inside are in.
    """
    paragraphs = list(find_paragraphs(parent))
    return "\n".join(map(read_line, paragraphs)) if paragraphs else read_line(parent)


def find_paragraphs(parent: Element) -> Iterator[Element]:
    """The paragraphs below a node, but for those of text boxes inside a paragraph."""
    for child in parent:
        if child.tag == _P:
            yield child
        elif child.tag not in {_R, f"{W}del", f"{W}moveFrom", f"{MC}AlternateContent"}:
            yield from find_paragraphs(child)
