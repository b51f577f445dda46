"""Data that content controls are bound to (ECMA-376-1 §17.5.2.6): a part of the package and a node in it.

Of XPath it knows the plain steps that programs write (`/ns:a[1]/ns:b[2]/@c`), so that nothing else is evaluated.
Knows no kind of place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from docforge.formats.docx.document import Document, Witnesses
from docforge.formats.docx.markup import W15, W
from docforge.opc import Element

_STEP = re.compile(r"/(?:(?P<prefix>[\w.-]+):)?(?P<name>[\w.-]+)(?:\[(?P<number>[1-9]\d{0,5})\])?")
_PATH = re.compile(
    rf"(?:{_STEP.pattern.replace('?P<prefix>', '?:').replace('?P<name>', '?:').replace('?P<number>', '?:')})+"
)
_LAST = re.compile(r"/(?:@(?:(?P<prefix>[\w.-]+):)?(?P<name>[\w.-]+)|text\(\)(?:\[1\])?)$")
_MAPPING = re.compile(r"""xmlns:([\w.-]+)\s*=\s*(?:'([^']*)'|"([^"]*)")""")
_ITEM = re.compile(r"(?i)(.*/)?itemProps(\d+)\.xml")
_CORE = "{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"
_EXTENDED = "{6668398D-A668-4E3E-A5EB-62B293D839F1}"
_PROPERTIES = {_CORE: "core-properties", _EXTENDED: "extended-properties"}
_NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
Step = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Binding:
    """Where the data stands: the store's id in capitals, steps (name in Clark notation, number), an attribute or ""."""

    store: str
    steps: tuple[Step, ...]
    attribute: str


def is_bound(properties: Element) -> bool:
    """Whether a control shows data, wherever that is."""
    return _find_binding(properties) is not None


def _find_binding(properties: Element) -> Element | None:
    found = properties.find(f"{W}dataBinding")
    return properties.find(f"{W15}dataBinding") if found is None else found


def read_binding(properties: Element) -> Binding | None:
    """The binding of a control; None where it has none, or one that no program writes."""
    found = _find_binding(properties)
    if found is None:
        return None
    told = {one: first or second for one, first, second in _MAPPING.findall(found.get(f"{W}prefixMappings", ""))}
    path = found.get(f"{W}xpath", "").strip()
    last = _LAST.search(path)
    plain = path[: last.start()] if last else path
    if not _PATH.fullmatch(plain):
        return None
    steps = tuple((_name(each, told), int(each["number"] or 1)) for each in _STEP.finditer(plain))
    attribute = _name(last, told) if last and last["name"] else ""
    return Binding(found.get(f"{W}storeItemID", "").upper(), steps, attribute)


def _name(found: re.Match[str], told: dict[str, str]) -> str:
    space = told.get(found["prefix"], "") if found["prefix"] else ""
    return f"{{{space}}}{found['name']}" if space else found["name"]


def write_store(document: Document, binding: Binding, value: str, witnesses: Witnesses) -> bool:
    """Write a value where the binding points; False where the package holds no such node."""
    for name in _find_stores(document, binding.store):
        part = document.part(name)
        node = _find(part.root, binding)
        if node is not None:
            witnesses.add(part, node, _set(node, binding.attribute, value))
            document.touch(part)
            return True
    return False


def _set(node: Element, attribute: str, value: str) -> str:
    """Write the value; what the text of the node is then, is returned."""
    if attribute:
        node.set(attribute, value)
        return ""
    before = node.text or ""
    node.attrib.pop(_NIL, "")
    for child in list(node):
        node.remove(child)
    node.text = _as_before(before, value)
    return node.text


def _as_before(before: str, value: str) -> str:
    """A truth value as the store has it: some programs keep 0 and 1."""
    return {"true": "1", "false": "0"}.get(value, value) if before in {"0", "1"} else value


def _find_stores(document: Document, store: str) -> Iterator[str]:
    """Parts that may be the store: the one with its id, else properties, else (no id given) any custom XML."""
    if store in _PROPERTIES:
        package = document.package
        told = (each.target for each in package.relationships() if each.kind == _PROPERTIES[store])
        yield from filter(package.has, told)
        return
    items = dict(_find_items(document))
    if store in items:
        yield items[store]
    elif not store:
        yield from items.values()


def _find_items(document: Document) -> Iterator[tuple[str, str]]:
    """The custom XML parts by the id of their store, in capitals."""
    package = document.package
    for item in document.related("customxml"):
        for props in document.related("customxmlprops", item):
            yield _id_of(document.part(props).root), item
    for name in package.names:
        found = _ITEM.fullmatch(name)
        item = package.spelled(f"{found[1] or ''}item{found[2]}.xml") if found else None
        if item is not None:
            yield _id_of(document.part(name).root), item


def _id_of(root: Element) -> str:
    return next((str(value) for key, value in root.attrib.items() if str(key).endswith("itemID")), "").upper()


def _find(root: Element, binding: Binding) -> Element | None:
    (first, number), *rest = binding.steps
    if root.tag != first or number != 1:
        return None
    node = root
    for index, (name, nth) in enumerate(rest):
        found = [child for child in node if child.tag == name]
        is_property = index == len(rest) - 1 and binding.store in _PROPERTIES and nth == 1
        if len(found) < nth and not is_property:
            return None
        node = found[nth - 1] if len(found) >= nth else etree.SubElement(node, name)
    return node
