"""Archives that are damaged, lie, or show two readers two things: each is refused before anything is inflated."""

from __future__ import annotations

import struct
from typing import Any

import pytest

from docforge.errors import Phrase, Refusal
from docforge.opc import LIMITS, Limits, Package
from tests.opc.packages import docx, pack
from tests.opc.zips import Item, build, ending

GOOD = pack(docx())
PLAIN = [Item("a.xml", b"<a/>" * 40), Item("b.xml", b"<b/>" * 40)]


def refusal_of(data: bytes, limits: Limits = LIMITS) -> tuple[str, str]:
    """The code and the reason that opening `data` is refused with."""
    with pytest.raises(Refusal) as caught:
        Package.open(data, limits)
    why: Any = caught.value.facts.get("why")
    return caught.value.code, why.code if isinstance(why, Phrase) else ""


def overlapping() -> bytes:
    """Fifty entries that share the data of one: each record of the directory points to the same header."""
    shared = Item("a.xml", b"a" * 4096)
    directory = b"".join(Item(f"{number}.xml", b"a" * 4096, at=0).central(0) for number in range(50))
    return shared.record() + directory + ending(50, len(shared.record()), len(directory))


def quoted() -> bytes:
    """An entry whose stored data is the whole record of the next one."""
    inner = Item("b.xml", b"b" * 64)
    outer = Item("a.xml", inner.record(), method=0)
    head = len(outer.record()) - len(inner.record())
    directory = outer.central(0) + inner.central(head)
    return outer.record() + directory + ending(2, len(outer.record()), len(directory))


HOSTILE = {
    "a way out": (build([Item("../../evil", b"x")]), "unsafe_name"),
    "a way out in the middle": (build([Item("word/../../evil", b"x")]), "unsafe_name"),
    "a single dot": (build([Item("word/./x", b"x")]), "unsafe_name"),
    "an absolute name": (build([Item("/etc/cron.d/x", b"x")]), "unsafe_name"),
    "a drive": (build([Item("C:/x", b"x")]), "unsafe_name"),
    "a backslash": (build([Item("..\\..\\x", b"x")]), "unsafe_name"),
    "a null character": (build([Item("word/a\0b.xml", b"x")]), "unsafe_name"),
    "a line break": (build([Item("word/a\nb", b"x")]), "unsafe_name"),
    "full-width dots": (build([Item("word/．．/．．/x", b"x")]), "unsafe_name"),
    "text turned around": (build([Item("word/\u202egnp.xml", b"x")]), "unsafe_name"),
    "no name": (build([Item("", b"x")]), "unsafe_name"),
    "a long name": (build([Item("w" * 513, b"x")]), "unsafe_name"),
    "a name that is no UTF-8 though it says so": (
        build([Item("é.xml", b"x")]).replace("é".encode(), b"\xe9\xe9"), "unsafe_name",
    ),
    "a link": (build([Item("word/link", b"/etc/passwd", external=0o120777 << 16)]), "special_entry"),
    "a device": (build([Item("word/null", b"", external=0o020666 << 16)]), "special_entry"),
    "a folder with content": (build([Item("word/", b"x", method=0)]), "special_entry"),
    "the same name twice": (build([*PLAIN, Item("a.xml", b"<c/>")]), "same_name_twice"),
    "the same name in other case": (build([*PLAIN, Item("A.XML", b"<c/>")]), "same_name_twice"),
    "the same Korean name composed and not": (
        build([Item("BinData/\uac00.png", b"1"), Item("BinData/\u1100\u1161.png", b"2")]), "same_name_twice",
    ),
    "LZMA": (build([Item("a.xml", b"x", method=14)]), "unusual_method"),
    "data shared by entries": (overlapping(), "entries_overlap"),
    "an entry inside another": (quoted(), "entries_overlap"),
    "a header behind the archive": (build([PLAIN[0], Item("b.xml", b"x", at=10_000)]), "directory_misplaced"),
    "a header very far away": (build([PLAIN[0], Item("b.xml", b"x", zip64=True, at=2**63)]), "directory_misplaced"),
    "another name in the header": (build([Item("a.xml", b"x", local_name="b.xml")]), "headers_differ"),
    "a longer name in the header": (build([Item("a.xml", b"x", local_name="a.xmlx")]), "headers_differ"),
    "another method in the header": (build([Item("a.xml", b"x", method=0, local_method=8)]), "headers_differ"),
    "another size in the header": (build([Item("a.xml", b"x", local_size=99)]), "headers_differ"),
    "no size in the header and no descriptor": (build([Item("a.xml", b"x", local_size=0)]), "headers_differ"),
    "a wrong size in the header before a descriptor": (
        build([Item("a.xml", b"x", descriptor="marked", local_size=99)]), "headers_differ",
    ),
    "a large end record on another disk": (
        build(PLAIN, zip64=True).replace(b"PK\6\7\0", b"PK\6\7\1"), "directory_misplaced",
    ),
    "a program before the archive": (build(PLAIN, before=b"MZ" + b"\0" * 510), "data_before_archive"),
    "an entry before the first": (build(PLAIN, before=Item("z.xml", b"z").record()), "data_before_archive"),
    "entries that the directory does not name": (build(PLAIN, between=Item("z", b"z").record()), "entry_hidden"),
    "another directory inside": (build([PLAIN[0]], between=build(PLAIN)), "entry_hidden"),
    "junk after the archive": (GOOD + b"PK" * 2048, "data_after_archive"),
    "a megabyte after the archive": (GOOD + b"\0" * 2**20, "data_after_archive"),
    "a directory that is elsewhere": (
        build(PLAIN).replace(ending(2, 0, 0)[:12], b"PK\5\6" + struct.pack("<4H", 1, 0, 2, 2)), "directory_misplaced",
    ),
    "a large end record that contradicts the small": (
        build(PLAIN, zip64=True).replace(b"\xff\xff\xff\xff", b"\1\0\0\0", 1), "directory_misplaced",
    ),
    "a large end record that is elsewhere": (build(PLAIN, zip64=True)[:-42] + struct.pack("<4sIQI", b"PK\6\7", 0, 0, 1)
        + build(PLAIN, zip64=True)[-22:], "directory_misplaced"),
    "saturated numbers without their field": (
        build([Item("a.xml", b"x", zip64=True)]).replace(struct.pack("<2H", 1, 24), struct.pack("<2H", 9, 24)),
        "headers_differ",
    ),
    "a descriptor with another size": (
        build([Item("a.xml", b"xyz", descriptor="marked")]).replace(b"PK\x07\x08", b"PK\x07\x09"), "headers_differ",
    ),
    "a bomb": (build([Item("a.bmp", b"", size=40 * 2**20, local_size=40 * 2**20)]), "bomb"),
}  # fmt: skip


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(("data", "why"), HOSTILE.values(), ids=HOSTILE)
def test_an_archive_that_two_readers_would_see_differently_is_hostile(data: bytes, why: str) -> None:
    assert refusal_of(data) == ("hostile_file", why)


DAMAGED = {
    "nothing": (b"", "is_empty"),
    "an archive of nothing": (ending(0, 0, 0), "is_empty_archive"),
    "an end that is missing": (GOOD[:-300], "is_cut"),
    "an end that is half there": (GOOD[:-5], "is_cut"),
    "a comment that is cut": (build(PLAIN, comment=b"c" * 40)[:-10], "is_cut"),
    "a stored archive inside and no end": (
        build([Item("embedded.xlsx", GOOD, method=0), Item("z", b"z" * 4000, method=0)])[:-200], "is_cut",
    ),
    "a directory overwritten": (build(PLAIN).replace(b"PK\1\2", b"PK\1\3", 1), "is_damaged"),
    "a header overwritten": (build(PLAIN).replace(b"PK\3\4", b"PK\3\5").replace(b"PK\3\5", b"PK\3\4", 1), "is_damaged"),
}  # fmt: skip


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(("data", "why"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_archive_is_not_a_document(data: bytes, why: str) -> None:
    assert refusal_of(data) == ("not_a_document", why)


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize(
    ("flags", "method"),
    [(0x1, 8), (0x41, 8), (0, 99), (0x2000, 8)],
    ids=["by password", "strongly", "AES", "names"],
)
def test_an_encrypted_entry_is_called_encrypted(flags: int, method: int) -> None:
    assert refusal_of(build([Item("a.xml", b"x", flags=flags, method=method)])) == ("encrypted", "")


@pytest.mark.proves("REJECT-5", "SERVE-4")
def test_each_limit_lets_its_own_number_pass_and_refuses_one_more() -> None:
    items = [Item(f"{number}.xml", b"x" * 100) for number in range(10)]
    data = build(items)
    assert Package.open(data, Limits(file=len(data), parts=10, part=100, inflated=1000)).names[9] == "9.xml"
    for limits, why in (
        (Limits(file=len(data) - 1), "file_over_limit"),
        (Limits(parts=9), "parts_over_limit"),
        (Limits(part=99), "part_over_limit"),
        (Limits(inflated=999), "inflated_over_limit"),
    ):
        assert refusal_of(data, limits) == ("too_large", why)


def test_a_name_of_512_characters_is_the_longest() -> None:
    assert Package.open(build([Item("w" * 512, b"x")])).names == ("w" * 512,)


def test_a_picture_may_inflate_out_of_proportion_below_the_floor_of_the_ratio() -> None:
    item = Item("a.bmp", b"\0" * 300_000)
    assert len(item.packed()) * 200 < len(item.content)
    assert Package.open(build([item])).read("a.bmp") == item.content
    assert refusal_of(build([item]), Limits(ratio_floor=299_999)) == ("hostile_file", "bomb")


@pytest.mark.proves("REJECT-5")
@pytest.mark.parametrize("given", [b"", b"\0" * 1024])
def test_up_to_a_kibibyte_after_the_archive_is_let_pass(given: bytes) -> None:
    assert Package.open(GOOD + given).names == tuple(docx())


@pytest.mark.proves("REJECT-5")
def test_a_size_that_lies_is_found_at_the_cap_and_a_wrong_sum_in_the_end() -> None:
    lying = Package.open(build([Item("a.xml", b"a" * 2**20, size=1024, local_size=1024)]))
    with pytest.raises(Refusal) as caught:
        lying.read("a.xml")
    assert (caught.value.code, caught.value.facts["why"].code) == ("hostile_file", "size_lies")
    for item in (Item("a.xml", b"abc", crc=1), Item("a.xml", b"abc", size=4, local_size=4)):
        with pytest.raises(Refusal) as caught:
            Package.open(build([item])).read("a.xml")
        assert (caught.value.code, caught.value.facts["why"].code) == ("not_a_document", "part_damaged")


@pytest.mark.proves("REJECT-5", "DOOR-6")
def test_a_refusal_shows_a_dangerous_name_harmlessly_in_both_languages() -> None:
    with pytest.raises(Refusal) as caught:
        Package.open(build([Item("word/\u202egnp\n.xml" + "x" * 400, b"")]))
    for language in ("ko", "en"):
        message = caught.value.about(path="a.docx").to_dict(language)["message"]
        assert "word/?gnp?.xml" in message
        assert message.isprintable()
        assert len(message) < 200
