"""Which place an address means."""

from __future__ import annotations

import unicodedata

import pytest

from docforge.errors import Problem
from docforge.formats.fields.addresses import Addresses, number_equals, number_first
from docforge.formats.fields.place import Place

PLACES = [
    Place("control:고객사명", "text", also=("#118", "label:고객사명")),
    Place("control:담당자", "text", also=("#119", "label:담당자")),
    Place("control:담당자[2]", "text", also=("#120", "label:담당자")),
    Place("T1R1C1", "cell", now="고객사명", fault="label_cell", use="control:고객사명", listed=False),
    Place("field:Price [net]", "field"),
]
ADDRESSES = Addresses(PLACES)


def refused(at: str) -> Problem:
    found = ADDRESSES.find(at)
    assert isinstance(found, Problem), found
    return found


@pytest.mark.proves("PLACE-2")
@pytest.mark.parametrize(
    "at",
    [
        "control:고객사명",
        " CONTROL:고객사명 ",
        unicodedata.normalize("NFD", "control:고객사명"),
        "#118",
        "label:고객사명",
    ],
)
def test_a_place_is_found_by_its_address_and_by_all_that_also_names_it(at: str) -> None:
    assert ADDRESSES.find(at) is PLACES[0]


@pytest.mark.proves("PLACE-2")
@pytest.mark.parametrize("at", ["control:담당자", "label:담당자"])
def test_an_address_of_several_places_is_refused_with_the_candidates(at: str) -> None:
    problem = refused(at)
    assert (problem.code, problem.allowed) == ("ambiguous", ("control:담당자", "control:담당자[2]"))


@pytest.mark.proves("PLACE-2")
@pytest.mark.parametrize(("at", "number"), [("control:담당자[2]", 2), ("control:담당자[1]", 1), ("label:담당자[2]", 2)])
def test_a_number_picks_among_equals(at: str, number: int) -> None:
    assert ADDRESSES.find(at) is PLACES[number]


@pytest.mark.proves("PLACE-2")
def test_a_number_beyond_the_equals_is_refused_with_them() -> None:
    problem = refused("control:담당자[3]")
    assert (problem.code, problem.allowed) == ("no_place", ("control:담당자", "control:담당자[2]"))


@pytest.mark.proves("PLACE-2")
def test_brackets_in_a_name_are_part_of_it() -> None:
    assert ADDRESSES.find("field:Price [net]") is PLACES[4]


@pytest.mark.proves("PLACE-2")
def test_an_unknown_address_is_refused_with_the_nearest() -> None:
    problem = refused("control:고객사")
    assert (problem.code, problem.nearest) == ("no_place", "control:고객사명")


@pytest.mark.proves("PLACE-2")
def test_an_address_like_none_is_refused_with_what_there_is_but_never_a_label() -> None:
    problem = refused("Z9")
    assert problem.code == "no_place"
    assert "T1R1C1" not in problem.allowed
    assert "control:고객사명" in problem.allowed


def test_equal_addresses_are_numbered_from_the_second_on() -> None:
    assert number_equals(["a", "b", "A", "a"]) == ["a", "b", "A[2]", "a[3]"]


@pytest.mark.proves("PLACE-1", "PLACE-2")
def test_every_address_as_told_means_one_place() -> None:
    places = [Place(at, "text") for at in number_equals(["control:t", "control:u", "Control:T"])]
    number_first(places)
    assert [place.at for place in places] == ["control:t[1]", "control:u", "Control:T[2]"]
    addresses = Addresses(places)
    assert [addresses.find(place.at) for place in places] == places
    problem = addresses.find("control:t")
    assert isinstance(problem, Problem)
    assert (problem.code, problem.allowed) == ("ambiguous", ("control:t[1]", "Control:T[2]"))
