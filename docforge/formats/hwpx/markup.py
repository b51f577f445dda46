"""The vocabulary of Hangul's paragraphs (KS X 6101, OWPML): runs, texts, marks. Knows no place and no package.

Names are compared without their namespace: the roots of 2011, 2016 and 2024 differ in nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docforge.opc import Element

LAYOUT = "linesegarray"
_SIGNS = {"tab": "\t", "lineBreak": "\n", "nbSpace": "\u00a0", "fwSpace": "\u3000", "hyphen": "-"}
_BREAKS = re.compile("([\n\t])")
_TAB = {"width": "4000", "leader": "0", "type": "1"}
TRACKED = ("insertBegin", "insertEnd", "deleteBegin", "deleteEnd")


def name_of(node: Element) -> str:
    """The local name; "" for comments and processing instructions."""
    tag = str(node.tag)
    return "" if tag.startswith("<") else tag.rpartition("}")[2]


def children(node: Element, *names: str) -> list[Element]:
    """The children of these names, in order."""
    return [each for each in node if name_of(each) in names]


def child(node: Element, name: str) -> Element | None:
    """The first child of this name."""
    return next((each for each in node if name_of(each) == name), None)


def above(node: Element, name: str) -> Element | None:
    """The nearest ancestor of this name."""
    return next((each for each in node.iterancestors() if name_of(each) == name), None)


def text_of(text: Element) -> str:
    """What an hp:t shows: its characters, with tabs and line breaks as such; what is tracked as deleted is not text."""
    if not len(text):
        return text.text or ""
    shown, deleted = [text.text or ""], False
    for each in text:
        name = name_of(each)
        deleted = name == "deleteBegin" or (deleted and name != "deleteEnd")
        shown += [] if deleted else [_SIGNS.get(name, ""), each.tail or ""]
    return "".join(shown)


def texts(paragraph: Element) -> list[Element]:
    """The hp:t of a paragraph's own runs; not those of a table or a text box in it."""
    return [each for run in children(paragraph, "run") for each in run if name_of(each) == "t"]


def paragraph_text(paragraph: Element) -> str:
    return "".join(map(text_of, texts(paragraph)))


def paragraphs(holder: Element) -> list[Element]:
    """The paragraphs of a cell, a header or a text box, whose list of them is its subList."""
    listed = child(holder, "subList")
    return children(listed, "p") if listed is not None else []


def holder_text(holder: Element) -> str:
    return "\n".join(map(paragraph_text, paragraphs(holder)))


def is_tracked(node: Element) -> bool:
    """Whether tracked changes stand in it, which a value could not replace without accepting or rejecting them."""
    return next(node.iter(*(f"{{*}}{name}" for name in TRACKED)), None) is not None


def run_nodes(paragraph: Element) -> Iterator[tuple[Element, Element]]:
    """Each run of a paragraph with each of its children, in order."""
    for run in children(paragraph, "run"):
        for each in run:
            yield run, each


def sibling(like: Element, name: str) -> str:
    """The tag `name` in the namespace of another element."""
    space, brace, _ = str(like.tag).rpartition("}")
    return f"{space}{brace}{name}"


def like(node: Element) -> Element:
    """An empty element of the same name and attributes."""
    made = node.makeelement(node.tag, {})
    for name, value in node.items():
        made.set(name, value)
    return made


# ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def drop_layout(paragraph: Element) -> None:
    """Take the paragraph's cached lines out: Hangul makes them anew; on ones that do not fit it hangs or overprints."""
    for each in children(paragraph, LAYOUT):
        paragraph.remove(each)


def drop_layout_around(node: Element) -> None:
    """The same for every paragraph that the node stands in, since its lines move when the node grows."""
    for each in node.iterancestors():
        if name_of(each) == "p":
            drop_layout(each)


def make_text(run: Element, text: str) -> Element:
    """A new hp:t for a run, not yet in it: a line break is hp:lineBreak, a tab is hp:tab."""
    made = run.makeelement(sibling(run, "t"), {})
    put_text(made, None, text)
    return made


def put_text(text: Element, after: Element | None, shown: str) -> None:
    """Make `shown` what stands in an hp:t behind its child `after`, up to the next one; None: before the first."""
    first, *rest = _BREAKS.split(shown)
    if after is None:
        text.text = first
    else:
        after.tail = first
    at = 0 if after is None else text.index(after) + 1
    for number, (sign, piece) in enumerate(zip(rest[::2], rest[1::2], strict=True)):
        name, attributes = ("tab", _TAB) if sign == "\t" else ("lineBreak", {})
        made = text.makeelement(sibling(text, name), attributes)
        made.tail = piece
        text.insert(at + number, made)
