"""Two states of a package are compared by content, however it is packed."""

from __future__ import annotations

import pytest

from docforge.opc import Difference, Package, compare
from tests.opc.packages import docx, pack
from tests.opc.zips import Item, build


@pytest.mark.proves("XFILL-8", "PLACE-3")
def test_changed_added_and_removed_parts_are_named_and_the_rest_is_counted() -> None:
    before = Package.open(pack(docx(), Item("word/", b"", method=0), Item("old.xml", b"<o/>")))
    saved = before.save({"word/document.xml": b"<w/>", "new.xml": b"<n/>"}, drop=frozenset({"old.xml"}))
    assert compare(before, Package.open(saved)) == Difference(("word/document.xml",), ("new.xml",), ("old.xml",), 2)
    assert compare(before, before) == Difference((), (), (), 4)


def test_the_same_content_packed_anew_is_identical_and_another_of_the_same_sum_is_not() -> None:
    one = Package.open(build([Item("a.bin", b"x" * 99, method=8)]))
    other = Package.open(build([Item("A.bin", b"x" * 99, method=0)]))
    assert compare(one, other) == Difference((), (), (), 1)
    # Two texts of one length and one CRC-32.
    first, second = (Package.open(build([Item("a.txt", text)])) for text in (b"plumless", b"buckeroo"))
    assert compare(first, second).changed == ("a.txt",)
