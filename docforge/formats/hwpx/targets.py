"""What a place of a Hangul document is in its XML, writing to it, and finding it again. Knows no address."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from docforge.formats.fields import Filling, XmlPart
from docforge.formats.fields.addresses import fold
from docforge.formats.hwpx.cells import set_cell
from docforge.formats.hwpx.clickhere import Field, pair_ends
from docforge.formats.hwpx.markup import children, holder_text, name_of, paragraph_text
from docforge.formats.hwpx.objects import FormObject
from docforge.formats.hwpx.pictures import PictureFrame
from docforge.formats.hwpx.placeholders import Occurrences
from docforge.formats.hwpx.rows import Block, write_rows
from docforge.opc import Element

What = Field | FormObject | PictureFrame | Block | Occurrences | Element


@dataclass(frozen=True, slots=True)
class Spot:
    """An element of a written part: the how manieth of its name it is."""

    part: str
    name: str
    number: int


@dataclass(slots=True, eq=False)
class Target:
    """What a place is, an Element being the hp:tc of a cell, and the parts that it stands in.

    `written` are the elements that hold what was written; `spots` where to find them in the part as it was saved.
    """

    parts: Sequence[XmlPart]
    what: What
    written: Sequence[Element] = ()
    spots: list[Spot] = field(default_factory=list[Spot])

    def write(self, filling: Filling) -> None:
        """Put a value or rows to the place. Pictures and placeholders are written before, all at once."""
        match self.what:
            case Field() as one:
                one.fill(filling.text)
                self.written = [one.begin]
            case FormObject() as one:
                one.set(str(bool(filling.checked)).lower() if one.kind == "check" else filling.text)
                self.written = [one.element]
            case Block() as one:
                self.written = write_rows(one, filling.rows, drop_unused=filling.item.drop_unused)
            case Occurrences() as one:
                self.written = [each.paragraph for each in one.found]
            case PictureFrame() as one:
                self.written = [one.element]
            case cell:
                set_cell(cell, filling.text)
                self.written = [cell]


# ── found again ───────────────────────────────────────────────────────────────────────────────────────────────────────


def note_spots(targets: Sequence[Target]) -> None:
    """Note of each written element the how manieth of its name it is in its part, now that all is written."""
    numbers: dict[tuple[int, str], dict[Element, int]] = {}
    for target in targets:
        roots = {part.root: part.name for part in target.parts}
        for element in target.written:
            root, name = element.getroottree().getroot(), name_of(element)
            found = numbers.setdefault((id(root), name), {}) or numbers[id(root), name]
            if not found:
                found.update((each, number) for number, each in enumerate(root.iter(f"{{*}}{name}")))
            target.spots.append(Spot(roots[root], name, found[element]))


def holds(filling: Filling, elements: Sequence[Element], pictures: Callable[[str], bytes]) -> bool:
    """Whether the elements of a saved document, found by their spots, hold what was to be written.

    `pictures` gives the bytes of an item of the manifest by its id.
    """
    if filling.place.takes == "rows":
        return all(_holds_row(row, values) for values, row in zip(filling.rows, elements, strict=True))
    if filling.place.kind == "placeholder":
        return all(filling.text in paragraph_text(each) for each in elements)
    return all(_holds_one(filling, each, pictures) for each in elements)


def _holds_one(filling: Filling, element: Element, pictures: Callable[[str], bytes]) -> bool:
    match name_of(element):
        case "fieldBegin":
            ends = pair_ends(element.getroottree().getroot())
            return Field(element, ends.get(element.get("id", ""))).text == filling.text
        case "tc":
            return holder_text(element) == filling.text
        case "pic":
            return filling.picture is not None and pictures(PictureFrame(element).item) == filling.picture.data
        case _:
            shown = FormObject(element).value
            return shown == str(bool(filling.checked)).lower() or fold(shown) == fold(filling.text)


def _holds_row(row: Element, values: Mapping[int, str]) -> bool:
    cells = children(row, "tc")
    return all(holder_text(cells[column]) == text for column, text in values.items() if text)
