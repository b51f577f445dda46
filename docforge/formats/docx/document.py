"""A Word document opened: its stories (body, headers, footers, notes), settings and styles, and what was touched.

Knows no kind of place. Trees are read once and are the document's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from docforge.errors import Notice, Phrase, Refusal
from docforge.formats.docx.markup import W14, W, is_on, value_of
from docforge.formats.docx.text import read_line, read_run, read_text
from docforge.formats.docx.word_fields import WordField, find_fields
from docforge.formats.fields import Filling, Span, XmlPart
from docforge.formats.fields.media import Media
from docforge.opc import Element, Package

_STORIES = ("header", "footer", "footnotes", "endnotes")
_ROOTS = frozenset(f"{W}{name}" for name in ("document", "hdr", "ftr", "footnotes", "endnotes"))
_PLACEHOLDER_STYLE = "placeholder text"


class Story:
    """One part with text. `prefix` stands before addresses of its tables: "" for the body, else `header1/`."""

    def __init__(self, part: XmlPart, prefix: str) -> None:
        self.part, self.prefix = part, prefix
        self.name, self.root = part.name, part.root

    @cached_property
    def fields(self) -> Sequence[WordField]:
        """Its fields, found once, before anything is written."""
        return find_fields(self.root)

    @cached_property
    def numbered(self) -> Sequence[Element]:
        """Its nodes by their number in `part.order`."""
        return list(self.part.order)


class Proof(Protocol):
    """What was written, to be found again."""

    def stand_in(self, document: Document) -> bool:
        """Whether all of it stands in a document opened anew; False where nothing was written."""
        ...


class Target(Protocol):
    """What a place is in the trees of a document; each kind of place has its own.

    `witnesses` are filled by `write`; on them the document that was written is proved.
    """

    @property
    def witnesses(self) -> Proof: ...

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        """Write the filling, touch the parts it changes, leave witnesses, tell what the caller should know."""
        ...


@dataclass(slots=True)
class Witnesses:
    """Nodes that were written, and what each must show when the document is opened anew."""

    _seen: list[tuple[XmlPart, Element, str]] = field(default_factory=list[tuple[XmlPart, Element, str]])

    def add(self, part: XmlPart, node: Element, text: str) -> None:
        """`node` (a run, paragraph, cell, control's content, or a node whose text is the value) shows `text`."""
        self._seen.append((part, node, text))

    def stand_in(self, document: Document) -> bool:
        """Whether all of them stand in a document opened anew."""
        return bool(self._seen) and all(self._stands(document, *one) for one in self._seen)

    def _stands(self, document: Document, part: XmlPart, node: Element, text: str) -> bool:
        found = document.part(part.name).root
        for index in _way_to(node):
            if index >= len(found):
                return False
            found = found[index]
        return found.tag == node.tag and text in _shown(found)


def _way_to(node: Element) -> list[int]:
    """The place of each ancestor among its siblings, from the root down to the node."""
    way, parent = list[int](), node.getparent()
    while parent is not None:
        way.append(parent.index(node))
        node, parent = parent, parent.getparent()
    return way[::-1]


def _shown(node: Element) -> str:
    """What a node shows: the value of a property, the text of a run, a paragraph, a cell, a store's element."""
    value = node.get(f"{W}val", node.get(f"{W14}val"))
    if value is not None:
        return value
    if not str(node.tag).startswith(W):
        return node.text or ""
    if node.tag == f"{W}r":
        return read_run(node)
    return read_line(node) if node.tag == f"{W}p" else read_text(node)


class Document:
    """See module. Raises Refusal strict_format, not_a_document (damaged parts), hostile_file."""

    def __init__(self, package: Package) -> None:
        if package.is_strict:
            raise Refusal("strict_format")
        self.package = package
        self._parts: dict[str, XmlPart] = {}
        self._touched: dict[str, XmlPart] = {}
        self.stories = tuple(self._find_stories())

    @property
    def body(self) -> Story:
        return self.stories[0]

    def part(self, name: str) -> XmlPart:
        """A part of the package, parsed once."""
        if name not in self._parts:
            self._parts[name] = XmlPart(self.package, name)
        return self._parts[name]

    def touch(self, part: XmlPart) -> None:
        """Say that a part's tree was changed."""
        self._touched[part.name] = part

    def to_parts(self) -> Mapping[str, bytes]:
        """The parts that were touched, and new pictures with their relationships."""
        return {**{name: part.to_bytes() for name, part in self._touched.items()}, **self.media.to_parts()}

    @cached_property
    def media(self) -> Media:
        """New pictures of this save, by the folder where Word keeps them."""
        folder = self.body.name.rpartition("/")[0]
        return Media(self.package, f"{folder}/media" if folder else "media")

    def related(self, kind: str, name: str | None = None) -> Iterator[str]:
        """Names of parts that are there, to which a part (the main one) has relationships of a kind (lower case)."""
        for each in self.package.relationships(self.package.main_part if name is None else name):
            if each.kind == kind and not each.external and self.package.has(each.target):
                yield each.target

    def span(self, story: Story, first: Element, last: Element | None = None) -> Span:
        """What stands from the start of `first` to the end of `last` (of `first`)."""
        order, last = story.part.order, first if last is None else last
        return Span(story.name, (order[first], 0), (order[last] + sum(1 for _ in last.iter()), 0))

    @cached_property
    def settings(self) -> Element | None:
        """The root of the settings; None without them."""
        name = next(self.related("settings"), None)
        return self.part(name).root if name else None

    @cached_property
    def style_names(self) -> Mapping[str, str]:
        """Names of styles by id, in lower case; the same in every language that Word speaks."""
        name = next(self.related("styles"), None)
        styles = self.part(name).root.iter(f"{W}style") if name else ()
        return {style.get(f"{W}styleId", ""): (value_of(style, "name") or "").lower() for style in styles}

    @cached_property
    def prompt_styles(self) -> frozenset[str]:
        """Ids of the style of prompt text, whatever a program calls it in its own language."""
        found = (style for style, name in self.style_names.items() if name == _PLACEHOLDER_STYLE)
        return frozenset({"PlaceholderText", *found})

    @cached_property
    def protection(self) -> str:
        """What an enforced protection admits: forms, readOnly, comments, trackedChanges; "" where there is none."""
        found = self.settings.find(f"{W}documentProtection") if self.settings is not None else None
        if found is None or found.get(f"{W}enforcement", "0").lower() not in {"1", "true", "on"}:
            return ""
        return {"none": ""}.get(edit := found.get(f"{W}edit", ""), edit)

    @cached_property
    def tracks_changes(self) -> bool:
        return is_on(self.settings, "trackRevisions")

    def _find_stories(self) -> Iterator[Story]:
        main = self.part(self.package.main_part)
        if main.root.tag != f"{W}document":
            raise Refusal("not_a_document", why=Phrase("has_no_main_part"))
        yield Story(main, "")
        taken = {""}
        names = dict.fromkeys(name for kind in _STORIES for name in self.related(kind))
        for name in names:
            part = self.part(name)
            prefix = name.rpartition("/")[2].partition(".")[0] + "/"
            prefix = prefix if prefix not in taken else f"{name}/"
            taken.add(prefix)
            if part.root.tag in _ROOTS:
                yield Story(part, prefix)
