"""What can be said of a form's places to whoever fills them by program: a JSON Schema, and sample data (SERVE-7).

Knows places as the read tools tell them, and no format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from docforge.call import Language

Json = dict[str, Any]
SCHEMA = "https://json-schema.org/draft/2020-12/schema"
_UNFILLED = frozenset({"formula", "calculated", "picture", "chart"})
_TEXT: dict[Language, tuple[str, ...]] = {
    "ko": ("견본", "견본입니다", "123456", "견"),
    "en": ("Sample", "Sample text", "123456", "S"),
}
_DAYS = ("2026-09-01", "2030-01-02", "2020-01-02")
_MOMENTS: dict[str, tuple[str, ...]] = {
    "date": _DAYS,
    "datetime": tuple(f"{day}T09:30" for day in _DAYS),
    "time": ("09:30", "00:00", "18:00"),
    "duration": ("1:30:00", "0:30:00"),
}
_NUMBERS = (1, 10, 0.5, 100, 1000, 0)
_COUNTED = re.compile(r"수량|단가|금액|가격|비용|개수|qty|quantity|price|amount|cost", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sample:
    """A place that can be filled: its address and, best first, the items that might be accepted there."""

    at: str
    items: Sequence[Json]


def is_filled(place: Mapping[str, Any]) -> bool:
    """Whether a fill may write there."""
    return place["kind"] not in _UNFILLED and not place.get("why_not")


def address(place: Mapping[str, Any]) -> str:
    """The address as results and refusals tell it."""
    if "at" in place:
        return str(place["at"])
    return f"{place['sheet']}!{place.get('cell') or place.get('rows') or place.get('range')}"


def with_numbers(places: Sequence[Json]) -> list[Json]:
    """The places, the first of equals with its number too, so that each address means one of them."""
    known = {place.get("at") for place in places}
    return [{**place, "at": f"{place['at']}[1]"} if f"{place.get('at')}[2]" in known else place for place in places]


# ── schema ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def schema_of(places: Sequence[Mapping[str, Any]]) -> Json:
    """The JSON Schema of an object with a value for each place that can be filled, by its address."""
    properties = {address(place): _property(place) for place in places if is_filled(place)}
    return {"$schema": SCHEMA, "type": "object", "properties": properties, "additionalProperties": False}


def _property(place: Mapping[str, Any]) -> Json:
    if place["kind"] == "rows":
        columns = {name: _column(column) for name, column in _columns(place)}
        row: Json = {"type": "object", "properties": columns, "additionalProperties": False}
        return _about(place, {"type": "array", "items": row})
    return _about(place, _type(place))


def _column(column: Mapping[str, Any]) -> Json:
    return _about(column, _type({"kind": "text", **column}))


def _columns(place: Mapping[str, Any]) -> Iterator[tuple[str, Json]]:
    """The columns of line items by name; one without a name by its letter or number."""
    columns: Sequence[Any] = place.get("columns", ())
    for number, column in enumerate(columns, 1):
        told: Json = {"label": column} if isinstance(column, str) else dict(column)
        letter = str(told.get("cell", number)).rstrip("0123456789") or str(number)
        yield str(told.get("label") or letter), told


def _type(place: Mapping[str, Any]) -> Json:
    if place.get("allowed") and place["kind"] != "combo" and not place.get("more_allowed"):
        return {"enum": list(place["allowed"])}
    match place["kind"]:
        case "bool" | "check":
            return {"type": "boolean"}
        case "number":
            return {"type": "number"}
        case "date":
            return {"type": "string", "format": _moment(place).replace("datetime", "date-time")}
        case "text" if place.get("max"):
            return {"type": "string", "maxLength": place["max"]}
        case _:
            return {"type": ["string", "number"]} if "cell" in place else {"type": "string"}


def _moment(place: Mapping[str, Any]) -> str:
    """Which part of a moment a date place takes; Excel names it, elsewhere a picture shows it."""
    told = str(place.get("format", ""))
    return told if told in _MOMENTS else "date"


def _about(place: Mapping[str, Any], told: Json) -> Json:
    title, about = place.get("label", ""), place.get("guide") or place.get("rule") or ""
    return {**({"title": title} if title else {}), **({"description": about} if about else {}), **told}


# ── samples ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def samples_of(places: Sequence[Mapping[str, Any]], language: Language) -> Iterator[Sample]:
    """What to try at each place that can be filled, as items of its format's edit tool."""
    for place in filter(is_filled, places):
        if place["kind"] == "rows" and "at" in place:
            yield _rows_sample(place, language)
        elif place["kind"] == "rows":
            yield from _cell_samples(place, language)
        else:
            yield _sample(
                place, {"at": place["at"]} if "at" in place else _cell(place["sheet"], place["cell"]), language
            )


def _cell(sheet: str, cell: str) -> Json:
    return {"sheet": sheet, "cell": cell}


def _cell_samples(place: Mapping[str, Any], language: Language) -> Iterator[Sample]:
    """The first blank row of a block of Excel: one sample a column."""
    for _, column in _columns(place):
        told: Json = {"kind": "text", "sheet": place["sheet"], **column}
        if is_filled(told):
            yield _sample(told, _cell(told["sheet"], told["cell"]), language)


def _rows_sample(place: Mapping[str, Any], language: Language) -> Sample:
    text = _TEXT[language][0]
    values = [1 if _COUNTED.search(name) else text for name, _ in _columns(place)] or [text]
    return Sample(str(place["at"]), [{"at": place["at"], "rows": [values]}])


def _sample(place: Mapping[str, Any], where: Json, language: Language) -> Sample:
    moment = {"format": _moment(place)} if place["kind"] == "date" and "cell" in where else {}
    items = [{**where, "value": value, **moment} for value in _values(place, language)]
    return Sample(address({**place, **where}), items)


def _values(place: Mapping[str, Any], language: Language) -> Sequence[Any]:
    """Values that the place may take, the likeliest first."""
    if place.get("allowed"):
        return place["allowed"][:1]
    texts = [text[: place["max"]] for text in _TEXT[language]] if place.get("max") else _TEXT[language]
    now = [place["now"]] if place.get("now") is not None and "cell" in place else []
    match place["kind"]:
        case "bool" | "check":
            return (True,)
        case "number":
            return (*now, *_NUMBERS)
        case "text" if "cell" in place and (place.get("format") or _COUNTED.search(place.get("label", ""))):
            return (*now, *_NUMBERS, *texts)
        case "date":
            return (*now, *_MOMENTS[_moment(place)])
        case _:
            numbers = _NUMBERS if "cell" in place else ()
            return (*texts, *now, *numbers, *_DAYS)
