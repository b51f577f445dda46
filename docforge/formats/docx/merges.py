"""Merge fields: every one of a name becomes the text, as a mail merge would write it. Knows no other kind of place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from docforge.errors import Notice, Phrase
from docforge.formats.docx.codes import show_by_code
from docforge.formats.docx.document import Document, Story, Witnesses
from docforge.formats.docx.markup import in_fallback
from docforge.formats.docx.word_fields import WordField, turn_to_text
from docforge.formats.fields import Filling, Place
from docforge.formats.fields.addresses import fold

_GUIDE = re.compile(r"[«‹<]+.*[»›>]+", re.DOTALL)
Found = tuple[Story, WordField]


@dataclass(slots=True)
class MergeTarget:
    """The merge fields of one name that can be written, and how many cannot; see `Target`."""

    fields: list[Found]
    nested: int
    witnesses: Witnesses = field(default_factory=Witnesses)

    def write(self, document: Document, filling: Filling) -> Iterable[Notice]:
        skipped = dict[str, None]()
        for story, one in self.fields:
            value = filling.item.value if filling.item.format is None else filling.text
            text, left = show_by_code(value, filling.text, one.code)
            self.witnesses.add(story.part, turn_to_text(one, text), text)
            document.touch(story.part)
            skipped |= dict.fromkeys(left)
        at = filling.place.at
        yield from (Notice("switch_skipped", {"at": at, "switch": switch}) for switch in skipped)
        if self.nested:
            yield Notice("merge_left", {"at": at, "count": self.nested})


def find_merges(document: Document) -> Iterator[Place]:
    """One place for each name, headers and notes included; a field inside the code of another is never written."""
    by_name: dict[str, list[Found]] = {}
    for story in document.stories:
        for one in story.fields:
            if one.code.name == "MERGEFIELD" and one.code.argument:
                by_name.setdefault(fold(one.code.argument), []).append((story, one))
    for found in by_name.values():
        yield _place(document, found)


def _place(document: Document, found: list[Found]) -> Place:
    free = [(story, one) for story, one in found if one.is_whole and not _is_nested(one)]
    name, shown = found[0][1].code.argument, (free or found)[0][1].result
    return Place(
        at=f"merge:{name}",
        kind="merge",
        target=MergeTarget(free, len(found) - len(free)),
        now="" if _GUIDE.fullmatch(shown.strip()) else shown,
        also=(f"«{name}»",),
        count=max(sum(not in_fallback(one.begin) for _, one in found), 1),
        spans=[document.span(story, one.begin, one.last) for story, one in free or found],
        fault="" if free else "calculated",
        why_not=None if free else Phrase("merge_nested"),
    )


def _is_nested(one: WordField) -> bool:
    """Whether it feeds another field, such as an IF, that Word would compute from it."""
    outer = one.outer
    while outer is not None:
        if one.in_code or outer.is_calculated:
            return True
        one, outer = outer, outer.outer
    return False
