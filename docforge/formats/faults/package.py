"""Faults of a package as a whole: macros, signatures, links, people, comments. Knows no format and never writes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from docforge.errors import Fault
from docforge.opc import Package, external_targets, find_people, has_macros, is_signed, read_title

_HARMLESS = frozenset({"hyperlink", "attachedtemplate"})  # a click, and where a style came from
_DATA_PARTS = frozenset({"connections", "querytable", "querytables"})
_COMMENTS = re.compile(r"(?:^|/)(?:threaded)?comments?[^/]*\.xml$", re.IGNORECASE)
_COMMENT = re.compile(rb"<(?:[\w.-]+:)?(?:comment|cm|threadedComment)[\s>]")
_LONGEST = 120


def find_package_faults(package: Package) -> Iterator[Fault]:
    """What is wrong with the file as a whole."""
    if has_macros(package):
        yield Fault("has_macros")
    if is_signed(package):
        yield Fault("has_signature")
    yield from _find_links(package)
    people = dict.fromkeys(find_people(package))
    if people:
        yield Fault("personal_data", facts={"names": ", ".join(people)})
    comments = sum(len(_COMMENT.findall(package.read(name))) for name in package.names if _COMMENTS.search(name))
    if comments:
        yield Fault("comments_left", facts={"count": comments})
    if not read_title(package):
        yield Fault("untitled")


def _find_links(package: Package) -> Iterator[Fault]:
    for one in external_targets(package):
        if one.kind not in _HARMLESS:
            yield Fault("outside_link", at=one.source, facts={"target": one.target[:_LONGEST]})
    for name in package.names:
        leaf = name.rpartition("/")[2].lower().removesuffix(".xml").rstrip("0123456789")
        if leaf in _DATA_PARTS:
            yield Fault("linked_data", facts={"name": name})
