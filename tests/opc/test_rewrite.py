"""What saving keeps and what it writes: every invented archive keeps each untouched entry as it lies."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from docforge.errors import Refusal
from docforge.opc import Package
from docforge.opc.archive import Archive
from docforge.opc.directory import Entry, extra_fields
from docforge.opc.rewrite import rewrite
from tests.opc.zips import Item, build

NAMES = st.lists(
    st.text("abcXYZ019-_ 한글éß", min_size=1, max_size=12),
    min_size=1,
    max_size=8,
    unique_by=lambda name: name.casefold(),
)
FIELDS = st.tuples(st.sampled_from([0x5455, 0x000A, 0xA220, 0x7075]), st.binary(max_size=12))

# Time is the machine's affair; large archives are what this is about.
INVENTED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def joined(fields: list[tuple[int, bytes]]) -> bytes:
    return b"".join(struct.pack("<2H", kind, len(content)) + content for kind, content in fields)


EXTRAS = st.lists(FIELDS, max_size=2).map(joined)


@st.composite
def items(draw: st.DrawFn) -> list[Item]:
    """Entries of every honest kind: stored or deflated, described behind, in zip64, with extra fields and comments."""
    return [
        Item(
            name,
            draw(st.binary(max_size=200)) * draw(st.sampled_from([1, 1, 50])),
            method=draw(st.sampled_from([0, 8])),
            flags=draw(st.sampled_from([0, 2, 4, 6])),
            descriptor=draw(st.sampled_from([None, "bare", "marked", "bare wide", "marked wide"])),
            zip64=draw(st.booleans()),
            local_extra=draw(EXTRAS),
            extra=draw(EXTRAS),
            time=draw(st.integers(0, 0xBF7D)),
            external=draw(st.sampled_from([0, 0x20, 0o100644 << 16])),
            comment=draw(st.sampled_from([b"", b"note"])),
        )
        for name in draw(NAMES)
    ]


def record(data: bytes, entry: Entry) -> bytes:
    """Header, data and descriptor of an entry as they lie in the archive."""
    return data[entry.offset : entry.end]


def central(entry: Entry) -> tuple[bytes, list[tuple[int, bytes]]]:
    """The record of the directory without its offset, and its extra fields but zip64."""
    start = 46 + int.from_bytes(entry.record[28:30], "little")
    stop = start + int.from_bytes(entry.record[30:32], "little")
    fields = [field for field in extra_fields(entry.record[start:stop]) if field[0] != 1]
    return entry.record[8:20] + entry.record[34:42] + entry.record[46:start] + entry.record[stop:], fields


def read_by_zipfile(data: bytes) -> Mapping[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {info.filename: archive.read(info) for info in archive.infolist()}


@pytest.mark.proves("PLACE-3", "XFILL-8", "XFILL-12")
@INVENTED
@given(items(), st.booleans(), st.binary(max_size=20).filter(lambda comment: b"PK" not in comment))
def test_nothing_replaced_gives_the_same_bytes(entries: list[Item], zip64: bool, comment: bytes) -> None:
    data = build(entries, zip64=zip64, comment=comment)
    archive = Archive(data)
    assert {entry.name: archive.read(entry) for entry in archive.directory.entries} == {
        item.name: item.content for item in entries
    }
    assert rewrite(archive, {}, {}, ()) == data


@pytest.mark.proves("PLACE-3", "XFILL-8", "XFILL-12")
@INVENTED
@given(st.data(), items(), st.booleans(), st.sampled_from([0xFFFFFFFF, 300, 1]))
def test_untouched_entries_lie_as_before_and_another_reader_agrees(
    data: st.DataObject, entries: list[Item], zip64: bool, zip64_from: int
) -> None:
    names = [item.name for item in entries]
    contents = data.draw(st.dictionaries(st.sampled_from(names), st.binary(max_size=400), max_size=3), label="replaced")
    dropped = set(data.draw(st.lists(st.sampled_from(names), max_size=2), label="dropped")) - set(contents)
    added = data.draw(
        st.dictionaries(st.sampled_from(["new.xml", "새 부분.xml"]), st.binary(max_size=99)), label="added"
    )
    before = Archive(build(entries, zip64=zip64))

    saved = rewrite(before, contents, added, dropped, zip64_from=zip64_from)

    expected = {
        item.name: contents.get(item.name, item.content) for item in entries if item.name not in dropped
    } | added
    if not expected:
        return
    assert read_by_zipfile(saved) == expected
    assert list(read_by_zipfile(saved)) == list(expected)
    after = Archive(saved)
    for entry in before.directory.entries:
        found = after.find(entry.name)
        if entry.name in dropped:
            assert found is None
            continue
        assert found
        if entry.name not in contents:
            assert record(saved, found) == record(before.data, entry)
            assert central(found) == central(entry)
    assert rewrite(after, {}, {}, (), zip64_from=zip64_from) == saved


@pytest.mark.proves("PLACE-3")
@INVENTED
@given(items().filter(lambda entries: len(entries) > 0), st.binary(max_size=300))
def test_a_replaced_entry_keeps_method_time_attributes_extras_and_comment(entries: list[Item], content: bytes) -> None:
    item = entries[0]
    saved = rewrite(Archive(build(entries)), {item.name: content}, {}, ())
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        info = archive.getinfo(item.name)
    after = Archive(saved).find(item.name)
    assert after
    assert info.compress_type == item.method
    assert info.flag_bits == item.all_flags() & ~0x8
    assert info.date_time[3:5] == (item.time >> 11, item.time >> 5 & 0x3F)
    assert (info.external_attr, info.comment) == (item.external, item.comment)
    assert central(after)[1] == extra_fields(item.extra)
    local = saved[after.offset + 30 + len(item.encoded()) : after.start]
    assert extra_fields(local) == extra_fields(item.local_extra)


@pytest.mark.proves("XFILL-12")
def test_more_entries_than_a_small_end_record_can_count_are_written_in_zip64() -> None:
    archive = Archive(build([Item("a.xml", b"<a/>")]))
    saved = rewrite(archive, {}, {f"{number}": b"" for number in range(0x10000)}, ())
    with zipfile.ZipFile(io.BytesIO(saved)) as read:
        assert len(read.infolist()) == 0x10001
        assert read.read("65535") == b""


def test_parts_given_as_they_were_are_copied_and_names_are_found_in_any_case() -> None:
    data = build([Item("A.xml", b"<a/>"), Item("b.xml", b"<b/>", descriptor="marked")], comment=b"kept")
    package = Package.open(data)
    assert package.save({}) == data
    assert package.save({"a.XML": b"<a/>"}) == data
    assert read_by_zipfile(package.save({"a.XML": b"<c/>"}, drop=frozenset({"B.xml", "none"}))) == {"A.xml": b"<c/>"}
    with zipfile.ZipFile(io.BytesIO(package.save({"c.xml": b""}))) as archive:
        assert archive.comment == b"kept"


@pytest.mark.proves("REJECT-5")
@INVENTED
@given(st.data(), items(), st.booleans())
def test_any_spoiled_byte_is_refused_or_read_but_never_breaks_the_reader(
    data: st.DataObject, entries: list[Item], zip64: bool
) -> None:
    spoiled = bytearray(build(entries, zip64=zip64))
    for at in data.draw(st.lists(st.integers(0, len(spoiled) - 1), min_size=1, max_size=4)):
        spoiled[at] = data.draw(st.sampled_from([0, 1, 0x50, 0x7F, 0xFF]))
    with suppress(Refusal):
        package = Package.open(bytes(spoiled))
        for name in package.names:
            package.read(name)
