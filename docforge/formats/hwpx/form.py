"""A Hangul document opened to be read or filled once (see docforge.formats.fields.Form). Knows no path and no door."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from docforge.errors import Notice, Phrase, Problem
from docforge.formats.fields import Filling, Place, Written, XmlPart
from docforge.formats.fields.addresses import fold
from docforge.formats.hwpx.contents import Contents, is_script_empty
from docforge.formats.hwpx.objects import FormObject
from docforge.formats.hwpx.pictures import PictureFrame
from docforge.formats.hwpx.places import find_places
from docforge.formats.hwpx.rows import Block
from docforge.formats.hwpx.targets import Spot, Target, holds
from docforge.formats.hwpx.writing import has_formula, write_all
from docforge.opc import Element, Package


class HwpxForm:
    """One document. Raises Refusal not_a_document where it is none or is damaged."""

    def __init__(self, package: Package) -> None:
        self.package, self.contents = package, Contents(package)
        self._elements: dict[tuple[str, str], list[Element]] = {}

    @property
    def places(self) -> Sequence[Place]:
        return self._places

    @cached_property
    def _places(self) -> Sequence[Place]:
        return find_places(self.contents)

    @property
    def notices(self) -> Sequence[Notice]:
        """Whether the document runs a script of its own; every document of Hangul has room for one."""
        scripts = [self.package.read(name) for name in self.contents.scripts if self.package.has(name)]
        return [Notice("hwpx_script")] if any(not is_script_empty(_decode(one)) for one in scripts) else []

    def in_part(self, place: Place, part: str) -> bool:
        """Whether the place is in the section that `part` names: section0, Contents/section0.xml, 1 for the first."""
        return any(fold(part) in self._names.get(span.part, ()) for span in place.spans)

    @cached_property
    def _names(self) -> Mapping[str, set[str]]:
        every = enumerate(self.contents.parts, 1)
        return {part.name: {str(number), fold(part.name), fold(_short(part))} for number, part in every}

    def extra(self) -> Mapping[str, Any]:
        names = [_short(part) for part in self.contents.parts]
        return {"sections": names} if len(names) > 1 else {}

    def check(self, fillings: Sequence[Filling]) -> Iterator[Problem | Notice]:
        """Digits where only digits go, one chosen button a group; formulas beside line items, stretched pictures."""
        chosen: dict[Element, str] = {}
        for filling in fillings:
            what = filling.place.target.what
            if isinstance(what, FormObject):
                yield from _check_object(what, filling, chosen)
            elif isinstance(what, Block) and has_formula(what.table.element):
                yield Notice("hwpx_formulas", {"at": filling.place.at})
            elif isinstance(what, PictureFrame) and filling.picture is not None and filling.item.image is not None:
                told = what.tell_stretch(filling.item.at, filling.picture, filling.item.image.fit)
                yield from [told] if told else []

    def write(self, fillings: Sequence[Filling]) -> Written:
        return write_all(self.contents, fillings)

    def holds(self, filling: Filling) -> bool:
        target: Target = filling.place.target
        found = [self._find(spot) for spot in target.spots]
        elements = [one for one in found if one is not None]
        return len(elements) == len(target.spots) and holds(filling, elements, self._picture)

    def _find(self, spot: Spot) -> Element | None:
        key = (spot.part, spot.name)
        if key not in self._elements:
            root = next(part.root for part in self.contents.parts if part.name == spot.part)
            self._elements[key] = list(root.iter(f"{{*}}{spot.name}"))
        return next(iter(self._elements[key][spot.number : spot.number + 1]), None)

    def _picture(self, identity: str) -> bytes:
        item = self.contents.item(identity)
        return self.package.read(item.part) if item is not None else b""


def _short(part: XmlPart) -> str:
    return part.name.rpartition("/")[2].removesuffix(".xml")


def _decode(script: bytes) -> str:
    """The text of a script; Hangul writes UTF-16."""
    return script.decode(
        "utf-16" if script[:2] in {b"\xff\xfe", b"\xfe\xff"} or b"\0" in script[:2] else "utf-8", "replace"
    )


def _check_object(one: FormObject, filling: Filling, chosen: dict[Element, str]) -> Iterator[Problem]:
    at = filling.item.at
    if not one.takes(filling.text):
        yield Problem("bad_value", at=at, facts={"why": Phrase("hwpx_digits")})
    for button in one.group if filling.checked else ():
        if button in chosen:
            yield Problem("overlaps", at=at, facts={"other": chosen[button]})
            break
        chosen[button] = at
