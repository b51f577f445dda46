"""Takes a slide out of a deck, with what is that slide's alone: notes, charts, workbooks, pictures. Knows no address.

ECMA-376-1, 19.2.1.33 (sldIdLst), 19.2.1.8 (custShow); sections are MS-PPTX, 2.6.20.
"""

from __future__ import annotations

from collections.abc import Iterator

from docforge.formats.fields.additions import Additions, rels_name
from docforge.formats.pptx.deck import Deck, Slide
from docforge.formats.pptx.markup import P14, P, R
from docforge.opc import Element, Package


def find_links(deck: Deck, slide: Slide) -> Iterator[str]:
    """The parts besides the presentation and the slide's own notes that lead to it, as links of other slides do."""
    for name in deck.package.names:
        leads = any(one.target == slide.part.name for one in deck.package.relationships(name) if not one.external)
        if leads and name not in {deck.main.name, slide.notes}:
            yield name


def remove_slide(deck: Deck, slide: Slide, additions: Additions) -> frozenset[str]:
    """Take the slide out of the trees of the presentation; the parts that go with it."""
    main = deck.main
    held = deck.package.relationships(main.name)
    ids = {one.id for one in held if one.target == slide.part.name and not one.external}
    for relationship in list(additions.relationships(main.name)):
        if relationship.get("Id") in ids:
            _remove(relationship)
    entries = [one for one in main.root.iter(f"{P}sldId", f"{P}sld") if one.get(f"{R}id") in ids]
    numbers = {one.get("id") for one in entries if one.get("id")}
    for one in (*entries, *(one for one in main.root.iter(f"{P14}sldId") if one.get("id") in numbers)):
        _remove(one)
    gone = _reached(deck.package, "") - _reached(deck.package, slide.part.name)
    additions.forget(gone)
    return frozenset({*gone, *(rels_name(name) for name in gone)})


def _remove(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _reached(package: Package, without: str) -> set[str]:
    """The parts that relationships lead to from the package, none of them through the part `without`."""
    found, ahead = set[str](), [""]
    while ahead:
        for one in package.relationships(ahead.pop()):
            if not one.external and package.has(one.target) and one.target not in {without, *found}:
                found.add(one.target)
                ahead.append(one.target)
    return found
