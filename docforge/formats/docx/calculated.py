"""Fields whose result Word makes: told with the reason, never filled; and which of them a fill leaves old.

Knows no other kind of place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docforge.errors import Notice, Phrase
from docforge.formats.docx.document import Document, Story
from docforge.formats.docx.markup import W
from docforge.formats.docx.word_fields import WordField
from docforge.formats.fields import Filling, Place, Span

_NAMES = {"=": "formula"}
_BY_NAME = frozenset({"REF", "PAGEREF", "NOTEREF"})
_PROPERTIES = frozenset({"TITLE", "AUTHOR", "SUBJECT", "KEYWORDS", "COMMENTS", "DOCPROPERTY", "INFO"})
_HEADING = ("heading", "title", "제목")


def find_calculated(document: Document) -> Iterator[Place]:
    """One place for each field code that is not part of another field; `#toc1`, `#page1`, `#formula2`."""
    numbers, by_code = dict[str, int](), dict[tuple[str, ...], list[tuple[Story, WordField]]]()
    for story in document.stories:
        for number, one in enumerate(story.fields):
            if one.is_calculated and not _is_inner(one):
                code = " ".join("".join(one.instruction).split())
                alone = (story.name, str(number)) if one.code.name == "=" else ()
                by_code.setdefault((code, *alone), []).append((story, one))
    for found in by_code.values():
        first = found[0][1]
        name = _NAMES.get(first.code.name, first.code.name.lower())
        numbers[name] = numbers.get(name, 0) + 1
        yield Place(
            at=f"#{name}{numbers[name]}",
            kind="calculated",
            label=first.code.argument if first.code.name in _BY_NAME | _PROPERTIES else "",
            now=first.result,
            count=len(found),
            spans=[document.span(story, one.begin, one.last) for story, one in found],
            fault="calculated",
            why_not=Phrase("word_makes", {"field": first.code.name}),
        )


def _is_inner(one: WordField) -> bool:
    outer = one.outer
    while outer is not None:
        if outer.is_calculated:
            return True
        outer = outer.outer
    return False


def tell_stale(document: Document, fillings: Sequence[Filling]) -> Iterator[Notice]:
    """The fields that will show what they showed before until Word computes them anew."""
    if not fillings:
        return
    filled = [span for filling in fillings for span in filling.place.spans]
    stale = dict[str, None]()
    for story in document.stories:
        for one in story.fields:
            told = " ".join(filter(None, (one.code.name, one.code.argument)))
            if one.is_calculated and told not in stale and _is_stale(document, story, one, fillings, filled):
                stale[told] = None
    if stale:
        yield Notice("stale_fields", {"fields": ", ".join(stale)})


def _is_stale(
    document: Document, story: Story, one: WordField, fillings: Sequence[Filling], filled: Sequence[Span]
) -> bool:
    """Whether a field takes from what is filled: its table, a bookmark, a heading, a property."""
    name = one.code.name
    if name == "=":
        table = next(one.begin.iterancestors(f"{W}tbl"), None)
        return table is not None and any(document.span(story, table).overlaps(span) for span in filled)
    if name == "TOC":
        rows = any(filling.place.takes == "rows" for filling in fillings)
        return rows or any(_in_heading(document, span) for span in filled)
    if name in _PROPERTIES:
        return any(filling.place.bound for filling in fillings)
    marks = {f"bookmark:{one.code.argument}".casefold(), f"bookmark:{name}".casefold()}
    return any(filling.place.at.casefold() in marks for filling in fillings)


def _in_heading(document: Document, span: Span) -> bool:
    story = next(story for story in document.stories if story.name == span.part)
    node = story.numbered[span.start[0]]
    paragraph = node if node.tag == f"{W}p" else next(node.iterancestors(f"{W}p"), None)
    style = paragraph.find(f"{W}pPr/{W}pStyle") if paragraph is not None else None
    return style is not None and document.style_names.get(style.get(f"{W}val", ""), "").startswith(_HEADING)
