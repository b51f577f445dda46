"""Checks every item of a call against the places of a document, and types what passes (PLACE-2, PLACE-4).

Knows no format; a format adds checks of its own to those here. Never writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from difflib import get_close_matches
from operator import itemgetter

from docforge.errors import Notice, Phrase, Problem
from docforge.formats.fields.addresses import Addresses, fold
from docforge.formats.fields.items import FieldItem, Scalar
from docforge.formats.fields.labels import FAULTS, Labels
from docforge.formats.fields.pictures import read_picture
from docforge.formats.fields.place import Filling, Place, Span
from docforge.formats.fields.rows import type_rows
from docforge.formats.typed import ValueProblem, read_date, read_datetime
from docforge.formats.values import check_characters, need_format, show_date, show_value

_NEEDED = {"value": "give_value", "rows": "give_rows", "image": "give_image", "series": "give_series"}
_MOST_ALLOWED = 20
_LONGEST_TOLD = 300  # characters of what a place held
_MOST_TAGS = 5
_TAG = re.compile(r"\{\{[^{}]+\}\}")


@dataclass
class Checked:
    """What of a call passed and what did not, problems in the order of the items."""

    fillings: list[Filling] = field(default_factory=list[Filling])
    problems: list[Problem] = field(default_factory=list[Problem])
    notices: list[Notice] = field(default_factory=list[Notice])


def check_items(
    items: Sequence[FieldItem], places: Sequence[Place], sources: Mapping[str, bytes], labels: Labels | None
) -> Checked:
    """Resolve and check all items. `labels` are those of the form; None where the form is not known."""
    checked, addresses = Checked(), Addresses(places)
    for item in items:
        found = addresses.find(item.at)
        if isinstance(found, Problem):
            checked.problems.append(found)
            continue
        problems = list(_check_place(item, found, labels))
        typed = _type(item, found, sources)
        problems += [replace(one, at=item.at) for one in typed if isinstance(one, Problem)]
        checked.problems += problems
        if not problems:
            checked.fillings += [one for one in typed if isinstance(one, Filling)]
            checked.notices += _tell_place(item, found, labels)
    checked.problems += _find_overlaps(checked.fillings)
    return checked


# ── the place ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _check_place(item: FieldItem, place: Place, labels: Labels | None) -> Iterator[Problem]:
    """Why the place cannot be filled at all, or holds something else than was expected."""
    fault = _fault_of(place, labels)
    if fault is not None and not (item.overwrite and fault.fault == "label_cell"):
        facts = {"label": fault.now, "range": fault.use, "of": fault.now, "why": fault.why_not or ""}
        yield Problem(fault.fault, at=item.at, facts=facts, use=fault.use or None)
    if item.expect is not None and _plain(item.expect) != _plain(place.now):
        yield Problem("not_as_expected", at=item.at, facts={"now": shorten(place.now)})


def _fault_of(place: Place, labels: Labels | None) -> Place | None:
    """The place itself, or the form's label that it holds, whichever has a fault."""
    if place.fault and place.fault not in FAULTS:
        return place
    return labels.find(place) if labels is not None else None


def _tell_place(item: FieldItem, place: Place, labels: Labels | None) -> list[Notice]:
    """A label may have been written over where the form is not known, so that none can be refused."""
    doubtful = labels is None and place.fault in FAULTS
    return [Notice("maybe_label", {"at": item.at, "before": place.now})] if doubtful else []


def _plain(text: str) -> str:
    return fold(text).replace("\r\n", "\n")


def _find_overlaps(fillings: Sequence[Filling]) -> Iterator[Problem]:
    """Two items for one place, or one place inside another (PLACE-2); told of the later item."""
    first: dict[int, int] = {}
    twice = {number for number, one in enumerate(fillings) if first.setdefault(id(one.place), number) != number}
    inside = dict(_overlaps([one.place.spans if n not in twice else () for n, one in enumerate(fillings)]))
    for number, one in enumerate(fillings):
        if number in twice:
            yield Problem("same_place_twice", at=one.item.at)
        elif number in inside:
            yield Problem("overlaps", at=one.item.at, facts={"other": fillings[inside[number]].item.at})


def _overlaps(covered: Sequence[Sequence[Span]]) -> Iterator[tuple[int, int]]:
    """Numbers of those whose spans overlap, the later one first; in the order of the text, so that none is missed."""
    spans = [(span.part, span.start, span, number) for number, each in enumerate(covered) for span in each]
    widest: Span | None = None
    owner = 0
    for _, _, span, number in sorted(spans, key=itemgetter(0, 1)):
        if widest is not None and owner != number and widest.overlaps(span):
            yield max(owner, number), min(owner, number)
        if widest is None or widest.part != span.part or span.stop > widest.stop:
            widest, owner = span, number


# ── the value ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _type(item: FieldItem, place: Place, sources: Mapping[str, bytes]) -> list[Filling | Problem]:
    """The item as the place takes it, or every problem of its value, without address.

    The format of line items is that of their numbers.
    """
    if item.gives != (place.takes,):
        return [Problem("wrong_kind", facts={"kind": place.kind, "give": Phrase(_NEEDED[place.takes])})]
    match place.takes:
        case "value":
            return [type_value(item, place)]
        case "rows":
            return type_rows(item, place)
        case "image":
            return [_type_image(item, place, sources)]
        case "series":
            return [Filling(item, place, series=tuple(item.series or ()))]


def type_value(item: FieldItem, place: Place) -> Filling | Problem:
    """The value of an item as its place takes it, or its problem, without address."""
    try:
        return _typed(item, place)
    except ValueProblem as fault:
        return fault.problem


def _typed(item: FieldItem, place: Place) -> Filling:
    value = item.value
    if value is None:
        return Filling(item, place)
    match place.kind:
        case "check":
            return Filling(item, place, checked=_boolean(value))
        case "date" if _is_moment(item):
            return _dated(item, place)
        case "list" | "combo":
            return Filling(item, place, text=_listed(_text(item, place), place))
        case _:
            return Filling(item, place, text=_fitting(_text(item, place), place))


def _is_moment(item: FieldItem) -> bool:
    return item.format is None or need_format(item.format).takes in {"date", "datetime"}


def _dated(item: FieldItem, place: Place) -> Filling:
    """A day or a moment, by the format asked for, else as the place shows it."""
    moment, row = _moment(item.value), need_format(item.format) if item.format else None
    own = row is None or row.general
    return Filling(
        item, place, moment=moment, text=show_date(moment, place.format, place.language) if own else _text(item, place)
    )


def _text(item: FieldItem, place: Place) -> str:
    value = item.value
    if place.soft_breaks and item.format is None and isinstance(value, str):
        return "\v".join(show_value(piece, None) for piece in value.split("\v"))
    return show_value(value, item.format)


def _boolean(value: Scalar) -> bool:
    if not isinstance(value, bool):
        raise ValueProblem("bad_value", "give_boolean")
    return value


def _moment(value: Scalar) -> date | datetime | time:
    if not isinstance(value, str):
        raise ValueProblem("bad_date", "iso_date")
    return read_datetime(value) if "T" in value else read_date(value)


def _listed(text: str, place: Place) -> str:
    """The entry of the list that `text` is; of a combo also any other text."""
    folded = {fold(entry): entry for entry in place.allowed}
    if fold(text) in folded:
        return folded[fold(text)]
    if place.kind == "combo":
        return _fitting(text, place)
    near = get_close_matches(fold(text), folded, n=1, cutoff=0.5)
    shown, more = tuple(place.allowed[:_MOST_ALLOWED]), Phrase("first_of", {"count": len(place.allowed)})
    told = {"value": text, "more": more if len(place.allowed) > len(shown) else ""}
    nearest = folded[near[0]] if near else None
    raise ValueProblem.of(Problem("not_in_list", facts=told, allowed=shown, nearest=nearest))


def _fitting(text: str, place: Place) -> str:
    if place.limit is not None and len(text) > place.limit:
        raise ValueProblem("too_long", length=len(text), limit=place.limit)
    if place.one_line and "\n" in text:
        raise ValueProblem("one_line", use=text.replace("\n", " "))
    return text


def _type_image(item: FieldItem, place: Place, sources: Mapping[str, bytes]) -> Filling | Problem:
    source = item.image.source if item.image else ""
    if source not in sources:
        return Problem("no_picture", facts={"source": source})
    picture = read_picture(sources[source])
    if picture is None:
        return Problem("bad_picture", facts={"source": source})
    try:
        check_characters((item.image.alt or "") if item.image else "")
    except ValueProblem as fault:
        return fault.problem
    return Filling(item, place, picture=picture)


# ── what to tell of a fill ────────────────────────────────────────────────────────────────────────────────────────────


def shorten(text: str) -> str:
    """What a place held, short enough to be told."""
    return text if len(text) <= _LONGEST_TOLD else f"{text[:_LONGEST_TOLD]}…"


def tell_tags(places: Sequence[Place], checked: Checked) -> list[Notice]:
    """Tags of the form that the call leaves, and values that read like tags themselves."""
    filled = {id(one.place) for one in checked.fillings}
    columns = {fold(name) for one in checked.fillings for name in _columns_given(one)}
    left = [one for one in places if one.at.startswith("placeholder:") and one.listed and id(one) not in filled]
    names = [one.at for one in left if fold(one.at.partition(":")[2]) not in columns]
    told = [Notice("tags_left", {"count": len(names), "names": ", ".join(names[:_MOST_TAGS])})] if names else []
    return told + [Notice("value_is_tag", {"at": one.item.at}) for one in checked.fillings if _TAG.search(one.text)]


def _columns_given(filling: Filling) -> set[str]:
    """The columns that every row of line items fills."""
    given = range(len(filling.place.columns)) if filling.rows else ()
    return {filling.place.columns[index] for index in given if all(index in row for row in filling.rows)}
