"""A place of a document, and a value decided for it. Knows no format: `target` is the format's own and never shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any, Literal

from docforge.errors import Phrase
from docforge.formats.fields.items import FieldItem, Series
from docforge.formats.fields.pictures import Picture

Kind = Literal[
    "text", "rich", "list", "combo", "date", "check", "picture", "chart", "rows", "placeholder", "cell", "shape",
    "notes", "field", "form", "merge", "bookmark", "calculated",
]  # fmt: skip
Fault = Literal["", "calculated", "locked", "label_cell", "header_cell", "merged_cell"]
Takes = Literal["value", "rows", "image", "series"]
Point = tuple[int, int]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Span:
    """What of a part a place covers: from `start` to before `stop`, both (element in document order, character)."""

    part: str
    start: Point
    stop: Point

    def overlaps(self, other: Span) -> bool:
        """Whether both have something in common; where one ends the other may begin."""
        return self.part == other.part and self.start < other.stop and other.start < self.stop


@dataclass(slots=True, eq=False)
class Place:
    """Where a value may go, or why it may not.

    `at` is the address that the read tool tells; `also` are others by which it is found (an id, a label, the guide
    text). `now` is what it holds, "" where that is only guide text. `count` is how often it stands in the document;
    `spans` is what it covers. `language` (a tag) is that in which a date's `format` names days and months. `takes` says
    what an item must give. A place with a `fault` is refused with that code: `why_not` says why, `use` names the place
    meant. `listed` places are told by the read tool, the others are only addressed.
    """

    at: str
    kind: Kind
    target: Any = None
    now: str = ""
    label: str = ""
    guide: str = ""
    also: Sequence[str] = ()
    allowed: Sequence[str] = ()
    format: str = ""
    language: str = ""
    limit: int | None = None
    one_line: bool = False
    soft_breaks: bool = False
    columns: Sequence[str] = ()
    blank: int = 0
    footer: int = 0
    count: int = 1
    bound: bool = False
    takes: Takes = "value"
    spans: Sequence[Span] = ()
    fault: Fault = ""
    why_not: Phrase | None = None
    use: str = ""
    listed: bool = True

    def to_dict(self) -> Json:
        """The place as the read tool tells it; what is empty is absent, `why_not` is still a Phrase."""
        shown: Json = {"label": self.label, "guide": self.guide, "now": self.now, "allowed": list(self.allowed)}
        shown |= {"format": self.format, "columns": list(self.columns), "blank": self.blank, "footer": self.footer}
        shown |= {"bound": self.bound, "places": self.count if self.count > 1 else 0, "max": self.limit}
        shown |= {"why_not": self.why_not}
        return {"at": self.at, "kind": self.kind, **{key: told for key, told in shown.items() if told}}


@dataclass(frozen=True, slots=True)
class Filling:
    """One item that passed: what its place is to show.

    `text` is the value as it shows, "" to clear; `moment` the day or time of a date, `checked` the state of a check
    box; `rows` line items, each column index → text; the rest as given.
    """

    item: FieldItem
    place: Place
    text: str = ""
    moment: date | datetime | time | None = None
    checked: bool | None = None
    rows: Sequence[Mapping[int, str]] = ()
    picture: Picture | None = None
    series: Sequence[Series] = field(default_factory=tuple[Series, ...])

    @property
    def clears(self) -> bool:
        """Whether the place is emptied."""
        return self.item.gives == ("value",) and self.item.value is None
