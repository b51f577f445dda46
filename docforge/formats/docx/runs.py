"""Writes text into runs, paragraphs, cells and controls, keeping the look of the place. Knows no kind of place."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from copy import deepcopy

from lxml import etree

from docforge.formats.docx.markup import SPACE, W
from docforge.formats.docx.text import find_paragraphs, find_runs, read_pieces, run_pieces
from docforge.opc import Element

_R, _T, _P, _RPR = f"{W}r", f"{W}t", f"{W}p", f"{W}rPr"
_PARTS = re.compile("([\n\t])")
_SIGNS = {"\n": f"{W}br", "\t": f"{W}tab"}
_REVISIONS = frozenset(f"{W}{name}" for name in ("ins", "del", "moveFrom", "moveTo", "rPrChange"))
# ECMA-376-1 §17.3.2.28: the order of run properties
_PROPERTIES = """
    rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish
    webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang
    eastAsianLayout specVanish oMath
"""
_ORDER = {f"{W}{name}": number for number, name in enumerate(_PROPERTIES.split())}
_REPLACED = frozenset(
    f"{W}{name}" for name in ("r", "hyperlink", "fldSimple", "proofErr", "smartTag", "ins", "sdt", "bdo", "dir")
)


# What a run may hold beside its text and what goes on when the text is replaced.
_BESIDE = tuple(
    f"{W}{name}"
    for name in (
        "drawing",
        "pict",
        "object",
        "commentReference",
        "footnoteReference",
        "endnoteReference",
        "annotationRef",
    )
)


def text_nodes(text: str) -> list[Element]:
    """The nodes of a run that show `text`: lines by w:br, tabs by w:tab."""
    nodes = list[Element]()
    for part in _PARTS.split(text):
        if part in _SIGNS:
            nodes.append(etree.Element(_SIGNS[part]))
        elif part:
            node = etree.Element(_T)
            set_text(node, part)
            nodes.append(node)
    return nodes


def set_text(node: Element, text: str) -> None:
    """Set the text of a w:t, its blanks kept."""
    node.text = text
    if text != text.strip() or "  " in text:
        node.set(SPACE, "preserve")


def make_run(text: str, look: Element | None) -> Element:
    """A new run with `text`; `look` is a w:rPr made by `copy_look`."""
    run = etree.Element(_R)
    if look is not None:
        run.append(look)
    run.extend(text_nodes(text))
    return run


def copy_look(properties: Element | None, without: Collection[str] = ()) -> Element | None:
    """A copy of run properties, in the order of the schema, without marks of revisions; None where nothing is left.

    `without` are the styles of prompt text: with such a style its grey goes too.
    """
    if properties is None:
        return None
    style = properties.find(f"{W}rStyle")
    is_prompt = style is not None and style.get(f"{W}val") in without
    left_out = _REVISIONS | ({f"{W}rStyle", f"{W}color"} if is_prompt else frozenset[str]())
    kept = [deepcopy(child) for child in properties if child.tag not in left_out]
    if not kept:
        return None
    look = etree.Element(_RPR)
    look.extend(sorted(kept, key=lambda child: _ORDER.get(str(child.tag), len(_ORDER))))
    return look


def look_of(parent: Element, without: Collection[str] = ()) -> Element | None:
    """A copy of the look of what stands in a paragraph, cell or control: of its first run with text, else of its mark.

    A run that was emptied counts as one with text. The mark of an empty paragraph is what Word would type in.
    """
    paragraphs = [parent] if parent.tag == _P else list(find_paragraphs(parent)) or [parent]
    for paragraph in paragraphs:
        for run in find_runs(paragraph):
            if run.find(_T) is not None or (len(run) == 1 and run[0].tag == _RPR):
                return copy_look(run.find(_RPR), without)
    return copy_look(paragraphs[0].find(f"{W}pPr/{_RPR}"), without)


def write_paragraph(paragraph: Element, text: str, look: Element | None) -> Element:
    """Replace the text of a paragraph by one run, which is returned; properties, bookmarks, comments, drawings stay."""
    for child in [child for child in paragraph if child.tag in _REPLACED]:
        if next(child.iter(*_BESIDE), None) is None:
            remove(child)
            continue
        for piece in list(run_pieces(child) if child.tag == _R else read_pieces(child)):
            remove(piece.node)
    run = make_run(text, look)
    paragraph.insert(1 if paragraph.find(f"{W}pPr") is not None else 0, run)
    return run


def write_blocks(parent: Element, text: str, look: Element | None) -> Element:
    """Replace the paragraphs of a cell or control by one with `text`: the first, whose properties stay.

    The run is returned. A cell without a paragraph gets one, as every cell must have (ECMA-376-1 §17.4.65).
    """
    paragraphs = [child for child in parent if child.tag == _P]
    if not paragraphs:
        paragraphs = [etree.SubElement(parent, _P)]
    for extra in paragraphs[1:]:
        remove(extra)
    return write_paragraph(paragraphs[0], text, look)


def remove(node: Element) -> None:
    """Take a node out; text that follows it (blanks between elements) stays."""
    parent = node.getparent()
    if parent is None:
        return
    if node.tail:
        before = node.getprevious()
        if before is not None:
            before.tail = (before.tail or "") + node.tail
        else:
            parent.text = (parent.text or "") + node.tail
        node.tail = None
    parent.remove(node)


def replace_nodes(nodes: Iterable[Element], home: Element, text: str) -> None:
    """Replace nodes of runs by `text`, which goes into the run `home`; runs that are left empty are taken out."""
    places = [node for node in nodes if node.getparent() is home]
    at = home.index(places[0]) if places else len(home)
    for node in nodes:
        run = node.getparent()
        remove(node)
        if run is not None and run is not home and run.tag == _R and all(child.tag == _RPR for child in run):
            remove(run)
    for number, node in enumerate(text_nodes(text)):
        home.insert(at + number, node)
