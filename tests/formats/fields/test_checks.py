"""What every format refuses of a list of fields, and what it makes of the rest."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

import pytest
from PIL import Image

from docforge.errors import PROBLEMS, Problem
from docforge.formats.fields.checks import Checked, check_items
from docforge.formats.fields.items import FieldItem
from docforge.formats.fields.labels import Labels
from docforge.formats.fields.place import Filling, Place, Span

TEXT = Place("control:customer", "text", spans=[Span("body", (5, 0), (9, 0))])
INSIDE = Place("placeholder:x", "placeholder", spans=[Span("body", (7, 2), (7, 7))])
BEHIND = Place("placeholder:y", "placeholder", spans=[Span("body", (9, 0), (9, 5))])
LIST = Place("control:term", "list", allowed=("선불", "월말 30일"))
COMBO = Place("control:unit", "combo", allowed=("EA", "SET"), limit=5)
DATE = Place("control:day", "date", format="yyyy-MM-dd")
CHECK = Place("control:agreed", "check")
PICTURE = Place("picture:seal", "picture", takes="image")
CHART = Place("S1/Chart", "chart", takes="series")
ITEMS = Place("T4R2", "rows", takes="rows", columns=("품목", "수량", ""), blank=2)
LINE = Place("control:line", "text", one_line=True)
TOTAL = Place("#toc", "calculated", fault="calculated", why_not=None)
LOCKED = Place("control:sealed", "text", fault="locked")
LABEL = Place("T1R1C1", "cell", now="고객사명", fault="label_cell", use="control:customer", listed=False)
VALUE = Place("T1R2C1", "cell", now="대표자", fault="label_cell", use="T1R2C2", listed=False)
PLACES = [
    TEXT, INSIDE, BEHIND, LIST, COMBO, DATE, CHECK, PICTURE, CHART, ITEMS, LINE, TOTAL, LOCKED, LABEL, VALUE,
]  # fmt: skip
# The form of the document: what stands at T1R2C1 was an empty place of it.
FORM = Labels([LABEL, Place("T1R2C1", "cell"), Place("T1R9C1", "cell", now="합계", fault="label_cell")])


def png(width: int = 4, height: int = 3, kind: str = "PNG") -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (width, height)).save(held, kind)
    return held.getvalue()


def checked(*items: dict[str, Any], labels: Labels | None = FORM) -> Checked:
    sources = {"seal.png": png(), "seal.jpg": png(7, 5, "JPEG"), "notes.txt": b"text", "cut.png": png()[:20]}
    return check_items([FieldItem.model_validate(item) for item in items], PLACES, sources, labels)


def filled(**item: Any) -> Filling:
    found = checked(item)
    assert not found.problems, found.problems
    return found.fillings[0]


def problem(**item: Any) -> Problem:
    found = checked(item)
    assert len(found.problems) == 1, found
    for language in ("ko", "en"):
        assert "{" not in found.problems[0].to_dict(language)["message"]
    return found.problems[0]


@pytest.mark.proves("PLACE-2")
@pytest.mark.parametrize(
    ("item", "code"),
    [
        ({"at": "control:customer"}, "wrong_kind"),
        ({"at": "control:customer", "rows": [["a"]]}, "wrong_kind"),
        ({"at": "control:customer", "value": "a", "rows": [["a"]]}, "wrong_kind"),
        ({"at": "picture:seal", "value": "seal.png"}, "wrong_kind"),
        ({"at": "T4R2", "value": "a"}, "wrong_kind"),
        ({"at": "control:customer", "value": True}, "bad_value"),
        ({"at": "control:customer", "value": "a\x01"}, "bad_character"),
        ({"at": "control:customer", "value": 10**16}, "bad_number"),
        ({"at": "control:customer", "value": 1, "format": "curency"}, "bad_format"),
        ({"at": "control:customer", "value": "a", "expect": "b"}, "not_as_expected"),
        ({"at": "control:day", "value": "1. 9. 2026"}, "bad_date"),
        ({"at": "control:day", "value": 20260901}, "bad_date"),
        ({"at": "control:agreed", "value": "yes"}, "bad_value"),
        ({"at": "control:line", "value": "a\nb"}, "one_line"),
        ({"at": "control:unit", "value": "longer"}, "too_long"),
        ({"at": "picture:seal", "image": {"source": "none.png"}}, "no_picture"),
        ({"at": "picture:seal", "image": {"source": "notes.txt"}}, "bad_picture"),
        ({"at": "picture:seal", "image": {"source": "cut.png"}}, "bad_picture"),
        ({"at": "picture:seal", "image": {"source": "seal.png", "alt": "\x02"}}, "bad_character"),
    ],
)
def test_a_value_that_its_place_cannot_take_is_refused(item: dict[str, Any], code: str) -> None:
    assert (problem(**item).code, problem(**item).at) == (code, item["at"])
    assert code in PROBLEMS


@pytest.mark.proves("PLACE-4")
@pytest.mark.parametrize(
    ("at", "code", "use"),
    [("#toc", "calculated", None), ("control:sealed", "locked", None), ("T1R1C1", "label_cell", "control:customer")],
)
def test_a_label_a_computed_and_a_locked_place_are_refused(at: str, code: str, use: str | None) -> None:
    found = problem(at=at, value="a")
    assert (found.code, found.use) == (code, use)


@pytest.mark.proves("PLACE-4")
def test_a_label_is_written_over_when_the_item_says_so_and_nothing_else_is() -> None:
    assert filled(at="T1R1C1", value="a", overwrite=True).text == "a"
    assert problem(at="control:sealed", value="a", overwrite=True).code == "locked"


@pytest.mark.proves("PLACE-4")
def test_what_a_fill_wrote_is_no_label() -> None:
    assert filled(at="T1R2C1", value="a").text == "a"


@pytest.mark.proves("PLACE-4")
def test_a_label_that_added_rows_moved_is_still_one() -> None:
    moved = Place("T1R12C1", "cell", now="합계", listed=False)
    found = check_items([FieldItem(at="T1R12C1", value="a")], [moved], {}, FORM)
    assert [one.code for one in found.problems] == ["label_cell"]


@pytest.mark.proves("PLACE-4")
def test_a_document_of_unknown_origin_is_told_of_and_not_refused() -> None:
    found = checked({"at": "T1R1C1", "value": "a"}, labels=None)
    assert not found.problems
    assert [notice.code for notice in found.notices] == ["maybe_label"]


@pytest.mark.proves("PLACE-4")
def test_a_value_outside_a_list_is_refused_with_the_list_and_the_nearest() -> None:
    found = problem(at="control:term", value="월말 60일")
    assert (found.code, found.allowed, found.nearest) == ("not_in_list", ("선불", "월말 30일"), "월말 30일")
    assert filled(at="control:term", value="선불").text == "선불"
    assert filled(at="control:unit", value="BOX").text == "BOX"


@pytest.mark.proves("PLACE-2")
def test_all_faults_of_a_call_come_in_one_reply_in_the_order_of_its_items() -> None:
    found = checked(
        {"at": "control:term", "value": "후불"},
        {"at": "nowhere", "value": "a"},
        {"at": "#toc", "value": True, "expect": "x"},
    )
    assert [one.code for one in found.problems] == [
        "not_in_list", "no_place", "calculated", "not_as_expected", "bad_value",
    ]  # fmt: skip
    assert not found.fillings


@pytest.mark.proves("PLACE-2")
def test_two_items_for_one_place_and_a_place_inside_another_are_refused() -> None:
    twice = checked({"at": "control:customer", "value": "a"}, {"at": "control:customer", "value": "a"})
    assert [one.code for one in twice.problems] == ["same_place_twice"]
    nested = checked({"at": "control:customer", "value": "a"}, {"at": "placeholder:x", "value": "b"})
    assert [(one.code, one.facts["other"]) for one in nested.problems] == [("overlaps", "control:customer")]
    beside = checked({"at": "control:customer", "value": "a"}, {"at": "placeholder:y", "value": "b"})
    assert not beside.problems


@pytest.mark.proves("PLACE-2")
def test_values_are_typed_by_their_place() -> None:
    assert filled(at="control:customer", value="A & B\r\n<c>").text == "A & B\n<c>"
    assert filled(at="control:customer", value=1250000).text == "1250000"
    assert filled(at="control:customer", value=12400000, format="hangul_amount").text == "금 일천이백사십만원정"
    assert filled(at="control:day", value="2026-09-01").moment == date(2026, 9, 1)
    assert filled(at="control:agreed", value=True).checked is True
    assert filled(at="control:customer", value=None).clears
    assert filled(at="control:day", value=None).clears


@pytest.mark.proves("PLACE-2")
@pytest.mark.parametrize(("source", "kind", "size"), [("seal.png", "png", (4, 3)), ("seal.jpg", "jpeg", (7, 5))])
def test_a_picture_is_known_by_its_content(source: str, kind: str, size: tuple[int, int]) -> None:
    picture = filled(at="picture:seal", image={"source": source}).picture
    assert picture is not None
    assert (picture.kind, (picture.width, picture.height)) == (kind, size)


@pytest.mark.proves("PLACE-2")
def test_line_items_come_by_position_or_by_column() -> None:
    by_name = filled(at="T4R2", rows=[{"수량": 3, "품목": "서버"}, {"품목": None}], format="number:0")
    assert by_name.rows == ({0: "서버", 1: "3"}, {0: ""})
    assert filled(at="T4R2", rows=[["서버", 12000, "x"]]).rows == ({0: "서버", 1: "12000", 2: "x"},)
    assert filled(at="T4R2", rows=[]).rows == ()


@pytest.mark.proves("PLACE-2")
def test_faults_of_line_items_name_row_and_column() -> None:
    found = checked({"at": "T4R2", "rows": [{"품명": 1}, {"수량": True}, {"품명": 2}]})
    assert [(one.code, one.facts["column"]) for one in found.problems] == [
        ("no_column", "품명"),
        ("row_refused", "수량"),
    ]
    assert "give text or a number" in found.problems[1].to_dict("en")["message"]
    wide = checked({"at": "T4R2", "rows": [[1, 2, 3, 4]]})
    assert [one.code for one in wide.problems] == ["row_too_wide"]


@pytest.mark.proves("PLACE-2")
def test_of_many_places_each_that_lies_in_another_is_told_whatever_the_order() -> None:
    spans = {"a": (0, 10), "b": (1, 2), "c": (3, 4), "d": (10, 11), "e": (12, 20), "f": (15, 30)}
    known = [Place(at, "text", spans=[Span("body", (x, 0), (y, 0))]) for at, (x, y) in spans.items()]
    elsewhere = Place("g", "text", spans=[Span("header", (0, 0), (99, 0))])
    for order, told in (("abcdefg", "bcf"), ("gfedcba", "ea"), ("bcaefdg", "af")):
        found = check_items([FieldItem(at=at, value="x") for at in order], [*known, elsewhere], {}, FORM)
        assert [(one.at, one.code) for one in found.problems] == [(at, "overlaps") for at in told]
