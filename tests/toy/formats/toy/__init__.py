"""A small format of our own in one folder: named places in a zip package. Proves that a fifth format is one folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from xml.sax.saxutils import escape

from lxml import etree
from pydantic import BaseModel, ConfigDict, Field

from docforge.errors import Notice, Problem, Refusal
from docforge.formats.base import Code, Filled, Format, Items, Reading
from docforge.opc import Package, parse_xml

FORM = "toy/form.xml"
TYPES = "[Content_Types].xml"
DOCUMENT, TEMPLATE, MACRO = (f"application/x-toy.{kind}+xml" for kind in ("document", "template", "macro"))
Value = str | int | float | bool | None


class Field_(BaseModel):  # noqa: N801  the model of one item
    model_config = ConfigDict(extra="forbid", strict=True)

    at: Annotated[str, Field(description="place as the read tool gives it")]
    value: Value
    overwrite: bool = False


class ToyItems(Items):
    fields: list[Field_] = Field(default_factory=list[Field_])

    def is_empty(self) -> bool:
        return not self.fields

    def count(self) -> int:
        return len(self.fields)


@dataclass(frozen=True)
class Plan:
    package: Package
    values: Mapping[str, str]
    replaced: Sequence[tuple[str, str]]


class ToyEngine:
    """Places are `<place name label allowed? calculated?>text</place>`."""

    def read(self, package: Package, *, part: str | None = None, origin: Package | None = None) -> Reading:
        places: list[dict[str, Any]] = []
        for each in _places(package):
            if each.get("crash"):
                raise RuntimeError(each.text)  # a fault of our own, whose message quotes the document
            place = {"at": each.get("name"), "kind": "text", "label": each.get("label"), "now": each.text}
            if each.get("allowed"):
                place |= {"kind": "list", "allowed": each.get("allowed", "").split()}
            if each.get("calculated"):
                place |= {"kind": "calculated", "why_not": "computed"}
            places.append({key: value for key, value in place.items() if value is not None})
        return Reading(places, {"extra": ["first page only"]})

    def plan(self, package: Package, items: ToyItems, *, origin: Package | None, **_: Any) -> Plan:
        known = {each.get("name", ""): each for each in _places(package)}
        labels = {each.get("name", "") for each in _places(origin) if each.get("fixed")} if origin else set()
        problems = [problem for field in items.fields for problem in _check(field, known, labels)]
        if problems:
            raise Refusal("fields_refused", problems=problems, total=len(items.fields), wrong=len(problems))
        values = {field.at: _text(field.value) for field in items.fields}
        replaced = [(name, known[name].text or "") for name in values if known[name].text]
        return Plan(package, values, replaced)

    def apply(self, plan: Plan, *, as_document: bool) -> Filled:
        changed = {FORM: _filled(plan)} if plan.values else {}
        types = plan.package.read(TYPES)
        if as_document and TEMPLATE.encode() in types:
            changed[TYPES] = types.replace(TEMPLATE.encode(), DOCUMENT.encode())
        same = len(plan.package.names) - len(changed)
        notices = [Notice("blank_results", {"count": 1})] if "total" in plan.values else []
        why = dict.fromkeys(sorted(changed), "filled")
        return Filled(plan.package.save(changed), list(plan.values), plan.replaced, why, same, notices=notices)


def _places(package: Package) -> list[etree._Element]:
    return list(parse_xml(package.read_xml(FORM), FORM).iter("place"))


def _check(field: Field_, known: Mapping[str, etree._Element], labels: set[str]) -> list[Problem]:
    place = known.get(field.at)
    if place is None:
        return [Problem("no_place", at=field.at, allowed=tuple(known))]
    if place.get("calculated"):
        return [Problem("calculated", at=field.at, inputs=tuple(place.get("calculated", "").split()))]
    if field.at in labels and not field.overwrite:
        return [Problem("label_cell", at=field.at, facts={"label": place.text})]
    allowed = tuple(place.get("allowed", "").split())
    if allowed and field.value not in allowed:
        return [Problem("not_in_list", at=field.at, facts={"value": field.value}, allowed=allowed)]
    return []


def _text(value: Value) -> str:
    return "" if value is None else str(value)


def _filled(plan: Plan) -> bytes:
    root = parse_xml(plan.package.read_xml(FORM), FORM)
    for place in root.iter("place"):
        if place.get("name") in plan.values:
            place.text = plan.values[place.get("name", "")]
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def make_form(places: str, main_type: str = TEMPLATE, note: str = "untouched", title: str = "") -> dict[str, str]:
    """The parts of a toy package by name."""
    declared = f'<Override PartName="/{FORM}" ContentType="{main_type}"/>'
    core = "application/vnd.openxmlformats-package.core-properties+xml"
    rels = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    return {
        TYPES: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="txt" ContentType="text/plain"/><Override PartName="/core.xml" ContentType="{core}"/>'
        f"{declared}</Types>",
        "_rels/.rels": f'<?xml version="1.0"?><Relationships xmlns="{rels}">'
        f'<Relationship Id="r1" Type="{office}" Target="{FORM}"/>'
        f'<Relationship Id="r2" Type="{rels}/metadata/core-properties" Target="core.xml"/></Relationships>',
        FORM: f'<?xml version="1.0" encoding="UTF-8"?><form>{places}</form>',
        "core.xml": '<?xml version="1.0"?><p xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{escape(title)}</dc:title></p>",
        "toy/note.txt": note,
    }


FORMAT = Format(
    name="toy",
    title={"ko": "토이", "en": "Toy"},
    document=".toyx",
    template=".toyt",
    macro_document=".toym",
    macro_templates=(".toym", ".toyl"),
    items=ToyItems,
    engine=ToyEngine(),
    main_types=(DOCUMENT, TEMPLATE, MACRO),
    code=Code("form", "lxml", "tests.toy.code"),
)
